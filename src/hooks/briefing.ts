/** The text on how to use memory, told at a session's start and after a compaction where no rule file tells it. */
import { tellsShells } from "../agents/command.ts";
import { hasRules } from "../recall/rule_file.ts";
import { brief, withSession } from "../templates/brief.ts";
import { commandsFor, type Scene } from "./scene.ts";

/**
 * The text for the agent. Where a rule file says how to use memory, only the id of the session for its saves. Empty
 * where the settings let the agent do nothing by itself.
 */
export function briefing(scene: Scene): string {
  const { event, memory, language } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  if (!(auto_save || auto_retrieve)) return "";
  const isRuled = hasRules(memory, event.agent);
  // With `always` the person wants the rule file alone to tell anything.
  if (isRuled && memory.config.delivery.rule_file === "always") return "";
  if (isRuled) return auto_save ? withSession(commandsFor(scene).session)[language] : "";
  const switches = { enabled: true, auto_save, auto_retrieve };
  return brief(language, commandsFor(scene), { switches, isNamed: tellsShells(event.agent) });
}
