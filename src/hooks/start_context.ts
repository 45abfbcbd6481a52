/**
 * In: the open layers. Out: the start context in the rule file, and what of it the hook's reply is to say.
 * Not done here: what belongs into it (recall/).
 *
 * @module
 */
import { deliversContext, type Delivery } from "../agents/delivery.ts";
import { reasonOf } from "../errors.ts";
import { NONCE_LENGTH } from "../recall/frame.ts";
import { gatherStart } from "../recall/gather.ts";
import type { Reader } from "../recall/readers.ts";
import { clearRuleFile, ruleFileOf, settledRule, writeRuleFile } from "../recall/rule_file.ts";
import { fitting } from "../recall/fitting.ts";
import { type Context, newSince, onlyNew, type StartMaterial } from "../recall/start.ts";
import { coreDigest } from "./ledger.ts";
import type { Scene } from "./scene.ts";

/** Where the start context of a session stands. */
export interface StartContext {
  readonly context: Context;
  /** The id of its frames. */
  readonly frame: string;
  /** It stands in a rule that the agent loads with every request. */
  readonly inRuleFile: boolean;
  /** What of it the hook's reply says, too or alone, and the id of its frames there. */
  readonly reply: { readonly context: Context; readonly frame: string } | undefined;
  readonly expected: Delivery;
  readonly material: StartMaterial;
}

/**
 * Brings the rule file up to date, as the settings want it. The rule carries everything, whatever the build: sessions of
 * several builds share it. The reply repeats nothing that a build known to deliver both has from the rule already.
 */
export function refreshStart(
  scene: Pick<Scene, "memory" | "language" | "event" | "runtime" | "log" | "state">,
  readers: readonly Reader[],
): StartContext | undefined {
  const { memory, event, language, runtime } = scene;
  const { context: { start_tokens }, delivery: { rule_file: policy } } = memory.config;
  const material = gatherStart(memory, readers, (reason) => scene.log.error("core memory can't be read", { reason }));
  const context = fitting(material, start_tokens, language);
  const expected = deliversContext(event.agent, "session_start", event.clientVersion);
  const rules = event.agent === "cursor" && ruleFileOf(memory) !== undefined;
  // Read before it changes: what a session begins with is what the client finds.
  const held = rules && policy === "auto" && expected === "yes" && loadsRules(scene) ? settledRule(memory) : undefined;
  let written: string | undefined;
  try {
    if (rules && (policy === "never" || !context)) clearRuleFile(memory);
    else if (rules) written = writeRuleFile(memory, context);
  } catch (error) {
    // The rule is one channel of two: where it can't be written, the reply still can say everything.
    scene.log.error("the rule file can't be written", { reason: reasonOf(error) });
  }
  if (!context) return undefined;
  const start = {
    context,
    frame: written ?? runtime.random(NONCE_LENGTH),
    inRuleFile: written !== undefined && loadsRules(scene),
    expected,
    material,
  };
  if (start.inRuleFile && policy === "always") return { ...start, reply: undefined };
  let offer = material;
  if (start.inRuleFile && held !== undefined) offer = newSince(held, offer, context);
  if (event.startSource === "resume") offer = unknownYet(scene, offer);
  if (offer === material) return { ...start, reply: start };
  const rest = fitting(offer, start_tokens, language);
  return { ...start, reply: rest && { context: rest, frame: runtime.random(NONCE_LENGTH) } };
}

/** A resumed conversation replays what it was given: it gets only what is new. */
function unknownYet({ state }: Pick<Scene, "state">, material: StartMaterial): StartMaterial {
  return onlyNew(material, new Set(state.given ?? []), state.core_digest === coreDigest(material));
}

/** Cursor reads the rules of the folder that is open, not of one above it or of a linked worktree's main one. */
function loadsRules({ memory: { runtime, locations }, event }: Pick<Scene, "memory" | "event">): boolean {
  const real = (path: string | undefined) => path === undefined ? undefined : runtime.files.realPath(path) ?? path;
  return real(event.workspaceRoots[0]) === real(locations.projectRoot);
}
