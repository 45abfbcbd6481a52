/**
 * In: the open layers. Out: the start context, in the rule file or for the hook's reply, never needlessly in both.
 * Not done here: what belongs into it (recall/).
 *
 * @module
 */
import { deliversContext, type Delivery } from "../agents/delivery.ts";
import { gatherStart } from "../recall/gather.ts";
import type { Reader } from "../recall/readers.ts";
import { clearRuleFile, ruleFileOf, writeRuleFile } from "../recall/rule_file.ts";
import { fitting } from "../recall/fitting.ts";
import type { Context, StartMaterial } from "../recall/start.ts";
import type { Scene } from "./scene.ts";

/** Where the start context of a session stands. */
export interface StartContext {
  readonly context: Context;
  /** The id of its frames. */
  readonly frame: string;
  /** It stands in a rule that the agent loads with every request. */
  readonly inRuleFile: boolean;
  /** It is to stand in the hook's reply, too or alone. */
  readonly inReply: boolean;
  readonly expected: Delivery;
  readonly material: StartMaterial;
}

/** Brings the rule file up to date, as the settings and the client's build want it. */
export function refreshStart(
  scene: Pick<Scene, "memory" | "language" | "event" | "runtime" | "log">,
  readers: readonly Reader[],
): StartContext | undefined {
  const { memory, event } = scene;
  const material = gatherStart(memory, readers);
  const context = fitting(material, memory.config.context.start_tokens, scene.language);
  const expected = deliversContext(event.agent, "session_start", event.clientVersion);
  const policy = memory.config.delivery.rule_file;
  const rules = event.agent === "cursor" && ruleFileOf(memory) !== undefined;
  const wanted = policy === "always" || (policy === "auto" && expected !== "yes");
  let written: string | undefined;
  try {
    if (rules && (!wanted || !context)) clearRuleFile(memory);
    else if (rules) written = writeRuleFile(memory, context);
  } catch (error) {
    // The rule is one channel of two: where it can't be written, the reply still can say everything.
    const reason = error instanceof Error ? error.message : String(error);
    scene.log.error("the rule file can't be written", { reason });
  }
  if (!context) return undefined;
  const inRuleFile = written !== undefined && loadsRules(scene);
  return {
    context,
    frame: written ?? scene.runtime.random(12),
    inRuleFile,
    inReply: !inRuleFile || policy !== "always",
    expected,
    material,
  };
}

/** Cursor reads the rules of the folder that is open, not of one above it or of a linked worktree's main one. */
function loadsRules({ memory: { runtime, locations }, event }: Pick<Scene, "memory" | "event">): boolean {
  const real = (path: string | undefined) => path === undefined ? undefined : runtime.files.realPath(path) ?? path;
  return real(event.workspaceRoots[0]) === real(locations.projectRoot);
}
