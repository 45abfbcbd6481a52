/**
 * In: a prompt without a known wish. Out: whether it may hold one all the same, so that the agent, who understands it,
 * is told the command to run.
 * Not done here: known wishes (wish.ts).
 *
 * People ask in many words to forget something, to keep it between the two, or to hide it from later sessions. Such
 * words are no order by themselves: a wrong guess costs one line, so it must be rare. Plain forms are in
 * possible_wish.txt; the others are known by weights (scripts/train_prompts.ts), measured in
 * docs/internals/recall-measured.md.
 *
 * @module
 */
import { once, remembered } from "../remembered.ts";
import { holdsAny, patternsIn } from "../text/patterns.ts";
import { learnt } from "./learnt.ts";
import shapes from "./possible_wish.txt" with { type: "text" };
import { weighBest } from "./sentence_weights.ts";
import { sentencesIn } from "./sentences.ts";

/** The least score of a sentence that may be such a wish. */
export const LINE = -1.5;
/** Longer sentences are pasted. Characters. */
const SENTENCE_MAX = 200;

const readShapes = once(() => patternsIn(shapes));
const compiled = remembered((pattern: string) => new RegExp(readShapes().whole(pattern)), 200);

/** Whether one of a prompt's sentences may be a wish that something be not saved. Quoted words don't count. */
export function mayWish(own: string): boolean {
  const sentences = sentencesIn(own).map(({ said }) => said);
  return sentences.some((said, at) =>
    said.length <= SENTENCE_MAX &&
    (weighBest(learnt().wishes, said, sentences[at - 1] ?? "") > LINE || hasPlainForm(said.toLowerCase()))
  );
}

function hasPlainForm(said: string): boolean {
  return readShapes().groups.some(({ words, patterns }) =>
    holdsAny(said, words) && patterns.some((pattern) => compiled(pattern).test(said))
  );
}
