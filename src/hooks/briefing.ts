/** How to use memory, as a session is told at its start and after a compaction where no rule file tells it. */
import { tellsShells } from "../agents/command.ts";
import { hasRules } from "../recall/rule_file.ts";
import { brief, withSession } from "../templates/brief.ts";
import { commandsFor, type Scene } from "./scene.ts";

/**
 * What the agent is told; where its rule says the same, only the session that its saves belong to. Empty where there is
 * nothing that it may do by itself.
 */
export function briefing(scene: Scene): string {
  const { event, memory, language } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  if (!(auto_save || auto_retrieve)) return "";
  const isRuled = hasRules(memory, event.agent);
  // Where the rule file alone speaks, no hook is heard.
  if (isRuled && memory.config.delivery.rule_file === "always") return "";
  if (isRuled) return auto_save ? withSession(commandsFor(scene).session)[language] : "";
  const switches = { enabled: true, auto_save, auto_retrieve };
  return brief(language, commandsFor(scene), { switches, isNamed: tellsShells(event.agent) });
}
