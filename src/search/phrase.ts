/**
 * Whether a text holds a quoted phrase, read as people read: width, case,
 * kinds of blanks and of Chinese make no difference.
 */
import { foldHan } from "../index/words/han.ts";

/** A text in the form in which phrases are compared. */
export function foldText(text: string): string {
  return foldHan(text.normalize("NFKC").toLowerCase().replace(/\s+/g, " "));
}

/** How many of the phrases (folded) the text holds. */
export function countPhrases(text: string, folded: readonly string[]): number {
  if (folded.length === 0) return 0;
  const plain = foldText(text);
  return folded.filter((phrase) => plain.includes(phrase)).length;
}
