/**
 * How to use memory, as a session is told at its start and after a compaction, where no rule file tells it.
 *
 * @module
 */
import { tellsShells } from "../agents/session_variables.ts";
import { RULES_FILE } from "../recall/rule_file.ts";
import { brief, withSession } from "../templates/brief.ts";
import { commandsFor, type Scene } from "./scene.ts";

/**
 * What the agent is told; where its rule says the same, only the session that its saves belong to. Empty where there is
 * nothing that it may do by itself.
 */
export function briefing(scene: Scene): string {
  const { event, memory, language, runtime } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  const root = memory.locations.projectRoot;
  const hasRule = event.agent === "cursor" && root !== undefined &&
    runtime.files.stat(`${root}/${RULES_FILE}`) !== undefined;
  if (!(auto_save || auto_retrieve)) return "";
  // Where the rule file alone speaks, no hook is heard.
  if (hasRule && memory.config.delivery.rule_file === "always") return "";
  if (hasRule) return auto_save ? withSession(commandsFor(scene).session)[language] : "";
  const switches = { enabled: true, auto_save, auto_retrieve };
  return brief(language, commandsFor(scene), { switches, isNamed: tellsShells(event.agent) });
}
