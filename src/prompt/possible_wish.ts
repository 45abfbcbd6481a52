/**
 * In: a prompt without a known wish. Out: whether it may hold one all the same, so that the agent is told the command.
 * Such words are no order by themselves: a wrong guess costs one line, so it must be rare. Plain forms are in
 * possible_wish.txt, the others known by weights (scripts/train_prompts.ts, docs/internals/recall-measured.md).
 */
import { once } from "../remembered.ts";
import { holdsAny, patternsIn } from "../text/patterns.ts";
import { foldHan } from "../text/script.ts";
import shapes from "./possible_wish.txt" with { type: "text" };
import { learnt, weighBest } from "./sentence_weights.ts";
import { SENTENCES_MAX, sentencesIn } from "./sentences.ts";
import { QUOTED } from "./wish.ts";

/** The least score of a sentence that may be such a wish. */
export const LINE = -1.5;
/** Longer sentences are pasted. Characters. */
const SENTENCE_MAX = 200;
const SENTENCE = /[^。！？!?；;\n.]+(?:\.(?=\S)[^。！？!?；;\n.]+)*/g;

const readShapes = once(() => patternsIn(shapes));

/** Whether one of a prompt's sentences may be a wish that something be not saved. Quoted words don't count. */
export function mayWish(own: string): boolean {
  return hasPlainForm(own) || soundsLikeOne(own);
}

/** Whether a sentence of the text has a plain form, wherever it stands: in doubt it is the person's own. */
function hasPlainForm(text: string): boolean {
  const own = foldHan(text.toLowerCase()).replace(/[’‘]/g, "'").replace(QUOTED, " ");
  const { groups, whole } = readShapes();
  const meant = groups.filter(({ words }) => holdsAny(own, words));
  if (meant.length === 0) return false;
  const sentences = (own.match(SENTENCE) ?? []).map((each) => each.trim())
    .filter(({ length }) => length <= SENTENCE_MAX);
  return meant.flatMap(({ patterns }) => patterns).some((pattern) => {
    const shape = new RegExp(whole(pattern));
    return sentences.some((each) => shape.test(each));
  });
}

/** Whether a sentence asks for or tells of what was said, or what a program keeps, in words that a wish has, too. */
const remindsOf = once(() => new RegExp(readShapes().part("REMINDER"), "i"));

/** Signs of a mood, such as 😂 and 哈哈, are left out: the weights know them from wishes alone. */
const moods = once(() => new RegExp(readShapes().part("MOOD"), "giu"));

/** Whether a sentence at either end scores as a wish: nobody hides one in the midst of a long text. */
function soundsLikeOne(own: string): boolean {
  const sentences = sentencesIn(own, Infinity).map(({ said }) => said.replace(moods(), " ").trim()).filter((said) =>
    said !== ""
  );
  return sentences.some((said, at) =>
    (at < SENTENCES_MAX || at >= sentences.length - SENTENCES_MAX) && said.length <= SENTENCE_MAX &&
    weighBest(learnt().wishes, said, sentences[at - 1] ?? "") > LINE && !remindsOf().test(said)
  );
}
