/**
 * In: a prompt without a known wish. Out: whether it may hold one all the same, so that the agent, who understands it,
 * is told the command to run.
 * Not done here: known wishes (wish.ts).
 *
 * People ask in many words to forget something, to keep it between the two, or to hide it from later sessions. Such
 * words are no order by themselves: a wrong guess costs one line, so it must be rare (tests/recall/wish_test.ts counts
 * it on prompts of work).
 *
 * @module
 */
import { holdsAny, type Patterns, patternsIn } from "../text/patterns.ts";
import { QUOTED } from "./wish.ts";
import shapes from "./possible_wish.txt" with { type: "text" };

/** Longer sentences are pasted. Characters. */
const SENTENCE_MAX = 200;
const SENTENCE = /[^。！？!?；;\n.]+(?:\.(?=\S)[^。！？!?；;\n.]+)*/g;

let read: Patterns | undefined;

/** Whether one of a prompt's sentences may be a wish that something be not saved. Quoted words don't count. */
export function mayWish(said: string): boolean {
  const own = said.toLowerCase().replace(/[’‘]/g, "'").replace(QUOTED, " ");
  const { groups, whole } = read ??= patternsIn(shapes);
  const meant = groups.filter(({ words }) => holdsAny(own, words));
  if (meant.length === 0) return false;
  const sentences = (own.match(SENTENCE) ?? []).map((each) => each.trim())
    .filter(({ length }) => length <= SENTENCE_MAX);
  return meant.flatMap(({ patterns }) => patterns).some((pattern) => {
    const shape = new RegExp(whole(pattern));
    return sentences.some((each) => shape.test(each));
  });
}
