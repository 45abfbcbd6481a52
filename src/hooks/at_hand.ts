/**
 * The line that names the call by which a prompt's statement replaces a fact that the session knows (docs/recall.md,
 * "Saving"). It is told in two cases. The prompt contradicts a fact that the session was told or saved. Or the prompt
 * is nothing but another value (“no, tabs”) for a fact at hand: one that the agent has just saved, was just given, or
 * has just answered from.
 *
 * Hot path: what compares a statement with a fact (changed_fact.ts) is loaded only for a prompt that may change one.
 */
import { reasonOf } from "../errors.ts";
import { lastingIn, leavesOpen } from "../prompt/lasting.ts";
import { sentencesIn } from "../prompt/sentences.ts";
import { sign } from "../prompt/signs.ts";
import { onlyAsks } from "../prompt/work.ts";
import { briefId } from "../records/ids.ts";
import { line } from "./answers.ts";
import { type PromptScene, type Recalled, stateNow } from "./prompt_recall.ts";
import { commandsFor } from "./scene.ts";

/** A sentence that reports what goes wrong, or how it is at the moment, states no value that is to hold. */
const REPORTS = [sign("debugging"), sign("stands so now")];
/** A longer prompt is compared only with the facts that it is about. Characters. */
const SHORT = 200;
/** The least score (prompt/lasting.ts) of what may state a value: half of the prompts of work have less. */
const MAY_STATE = -2.25;
/** Who puts nothing but another value in the place of one says nothing else (capture/bare.ts). Characters. */
const BARE_MAX = 60;

/** The line; empty for most prompts. */
export async function changeLine(scene: PromptScene, own: string, about: Recalled["about"] = []): Promise<string> {
  const sentences = sentencesIn(own).map(({ said }) => said);
  const stated = sentences.filter((said, at) =>
    !/[?？]$/.test(said) && !REPORTS.some((each) => each.test(said)) && !onlyAsks(said) &&
    !leavesOpen(said, sentences[at + 1])
  );
  if (stated.length === 0) return "";
  try {
    const state = stateNow(scene);
    const hasGiven = (state.given ?? []).length > 0;
    const facts = about.filter(({ type }) => type === "fact");
    const first = stated[0] === sentences[0] ? stated[0] ?? "" : "";
    const bare = hasGiven && first.length <= BARE_MAX ? first : "";
    const mayTell = hasGiven && own.length <= SHORT;
    const valued = mayTell ? stated.filter((each) => lastingIn(each, MAY_STATE).length > 0) : [];
    if (bare === "" && valued.length === 0 && facts.length === 0) return "";
    const { changedFact } = await import("./changed_fact.ts");
    const changed = await changedFact(scene, state, { bare, stated, valued, facts });
    return changed ? line("may_change", scene.language, { ...commandsFor(scene), id: briefId(changed.id) }) : "";
  } catch (error) {
    scene.log.error("a prompt is not compared with what the session was told", { reason: reasonOf(error) });
    return "";
  }
}
