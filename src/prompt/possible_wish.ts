/**
 * In: a prompt in which no wish is known. Out: whether it may hold one all the same, so that the agent, who understands
 * it, is told what to run.
 * Not done here: wishes that are known (wish.ts).
 *
 * What people say of what is to be forgotten, kept between two, or unknown to a later session. It is no order by
 * itself: a wrong guess costs one line, so it must be rare (tests/recall/wish_test.ts counts it on prompts of work).
 *
 * @module
 */
import { holdsAny, type Patterns, patternsIn } from "../text/patterns.ts";
import shapes from "./possible_wish.txt" with { type: "text" };

/** More than a person says of such a thing in one sentence; longer ones are pasted. Characters. */
const SENTENCE_MAX = 200;
const SENTENCE = /[^。！？!?；;\n.]+(?:\.(?=\S)[^。！？!?；;\n.]+)*/g;

let read: Patterns | undefined;

/** Whether one of a prompt's sentences may wish that something be not kept. Quoted words are somebody else's. */
export function mayWish(said: string): boolean {
  const own = said.toLowerCase().replace(/[’‘]/g, "'").replace(/[“"「『`][^”"」』`\n]*[”"」』`]/g, " ");
  const { groups, whole } = read ??= patternsIn(shapes);
  const meant = groups.filter(({ words }) => holdsAny(own, words));
  if (meant.length === 0) return false;
  const sentences = (own.match(SENTENCE) ?? []).map((each) => each.trim()).filter(({ length }) =>
    length <= SENTENCE_MAX
  );
  return meant.flatMap(({ patterns }) => patterns).some((pattern) => {
    const shape = new RegExp(whole(pattern));
    return sentences.some((each) => shape.test(each));
  });
}
