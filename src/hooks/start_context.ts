/**
 * In: the open layers. Out: the start context, in the rule file, and what of it the hook's reply should say.
 * Not done here: what belongs in it (recall/).
 *
 * @module
 */
import { realOf } from "../paths.ts";
import { CONTEXT_BYTES_MAX, deliversContext, type Delivery } from "../agents/delivery.ts";
import { reasonOf } from "../errors.ts";
import { type Context, NONCE_LENGTH } from "../recall/frame.ts";
import { gatherStart } from "../recall/gather.ts";
import type { Reader } from "../recall/readers.ts";
import { clearRuleFile, ruleFileOf, settledRule, writeRuleFile } from "../recall/rule_file.ts";
import { fits, fitting } from "../recall/fitting.ts";
import { settle } from "../recall/settle.ts";
import { newSince, onlyNew, type StartMaterial } from "../recall/start.ts";
import { coreDigest } from "./ledger.ts";
import type { Scene } from "./scene.ts";

/** A start context and where it stands. */
export interface StartContext {
  readonly context: Context;
  /** The id of its frames. */
  readonly frame: string;
  /** Whether it is in a rule that the agent loads with every request. */
  readonly inRuleFile: boolean;
  /** What of it the hook's reply says, and the id of the frames there. */
  readonly reply: { readonly context: Context; readonly frame: string } | undefined;
  readonly expected: Delivery;
  readonly material: StartMaterial;
}

/**
 * Brings the rule file up to date, if the settings want one. The rule always says everything, since sessions of several
 * builds of the client share it. To a build known to deliver both, the reply does not repeat what the rule says.
 *
 * @param besides the bytes of what else the reply says
 */
export async function refreshStart(
  scene: Pick<Scene, "memory" | "language" | "event" | "runtime" | "log" | "state">,
  readers: readonly Reader[],
  besides = 0,
): Promise<StartContext | undefined> {
  const { memory, event, language, runtime } = scene;
  const { context: { start_tokens }, delivery: { rule_file: policy } } = memory.config;
  const gathered = gatherStart(memory, readers, (reason) => scene.log.error("core memory can't be read", { reason }));
  const material = await settle(gathered, readers[0]?.index);
  const context = fitting(material, start_tokens, language);
  const expected = deliversContext(event.agent, "session_start", event.clientVersion);
  const rules = event.agent === "cursor" && ruleFileOf(memory) !== undefined;
  // Read before it changes: the session begins with what the client finds now.
  const held = rules && policy === "auto" && expected === "yes" && loadsRules(scene) ? settledRule(memory) : undefined;
  let written: string | undefined;
  try {
    if (rules && (policy === "never" || !context)) clearRuleFile(memory);
    else if (rules) written = writeRuleFile(memory, context);
  } catch (error) {
    // Where the rule can't be written, the reply says everything.
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
  const { restore_due, start_due } = scene.state;
  const isResumed = event.startSource === "resume" || (start_due === "resume" && !restore_due);
  if (isResumed) offer = unknownYet(scene, offer);
  const room = CONTEXT_BYTES_MAX - besides;
  if (offer === material && fits(context, language, room)) return { ...start, reply: start };
  const rest = fitting(offer, start_tokens, language, room);
  return { ...start, reply: rest && { context: rest, frame: runtime.random(NONCE_LENGTH) } };
}

/** What is new to a resumed conversation, which replays what it was given. */
function unknownYet({ state }: Pick<Scene, "state">, material: StartMaterial): StartMaterial {
  const { session_id, created_at, given = [], injections = [], core_digest } = state;
  // The oldest injections are dropped: what they gave was given at some time since the session began.
  const toldAt = (id: string) =>
    given.includes(id) ? injections.findLast(({ ids }) => ids.includes(id))?.at ?? created_at : undefined;
  return onlyNew(material, { session: session_id, toldAt, sameCore: core_digest === coreDigest(material) });
}

/** Whether Cursor loads this rule: it reads those of the open folder, not of one above it or of the main worktree. */
function loadsRules({ memory: { runtime, locations }, event }: Pick<Scene, "memory" | "event">): boolean {
  const real = (path: string | undefined) => path === undefined ? undefined : realOf(runtime, path);
  return real(event.workspaceRoots[0]) === real(locations.projectRoot);
}
