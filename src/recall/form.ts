/**
 * In: a prompt. Out: how much more or less must speak for a record by the way the prompt is put, whatever it is about
 * and whatever kind it is of.
 * Not done here: the kinds and what they ask (line.ts).
 *
 * Chosen on the prompts in tests/fixtures/recall, out of some fifty such signs, because they point the same way on
 * every set (docs/recall-measured.md).
 *
 * @module
 */

import { clausesOf } from "./clauses.ts";

/** Reasons and people stand in no code. */
const WHY_OR_WHO = 0.75;
/** "Can customers …", "does the export …": what the product does the code tells, more often than a record. */
const WHETHER = 1.4;
/** "Write a function": what belongs to the project is "the" or "our". The Chinese 一个 tells nothing of the sort. */
const ANY_OF_ITS_KIND = 1.3;

const REASONS_AND_PEOPLE = ["why", "who", "whose"];
const REASONS_AND_PEOPLE_ZH = ["为什么", "为啥", "干嘛", "怎么会", "谁", "哪位"];
const ASKING_WHETHER = ["is", "are", "do", "does", "can", "could", "will", "has", "have"];
/** After one of those: it is about the talk, about what may be done, or an order ("do not …"). */
const NO_THING = ["i", "you", "we", "it", "this", "that", "these", "those", "not"];
const INDEFINITE = ["a", "an"];
const DEFINITE = ["the", "this", "that", "these", "those", "we", "us", "our", "my", "it", "its"];

/** "A/B" and "is_open" are no words of these. */
const BETWEEN_WORDS = /[\s,.!?;:'’"()]+/;

/** The factor on the line that the form of a prompt is worth; 1 for most. */
export function factorOfForm(prompt: string): number {
  const words = prompt.toLowerCase().split(BETWEEN_WORDS).filter((word) => word !== "");
  const holdsOne = (some: readonly string[]) => some.some((word) => words.includes(word));
  const isWhy = holdsOne(REASONS_AND_PEOPLE) || REASONS_AND_PEOPLE_ZH.some((word) => prompt.includes(word));
  const isWhether = clausesOf(prompt).some((clause) => {
    const [first = "", second = ""] = clause.toLowerCase().split(BETWEEN_WORDS, 2);
    return ASKING_WHETHER.includes(first) && second !== "" && !NO_THING.includes(second);
  });
  const isAny = holdsOne(INDEFINITE) && !holdsOne(DEFINITE);
  return (isWhy ? WHY_OR_WHO : 1) * (isWhether ? WHETHER : 1) * (isAny ? ANY_OF_ITS_KIND : 1);
}
