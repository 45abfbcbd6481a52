/**
 * In: the subject of a text. Out: other names of its words, in the other language too.
 * Not done here: the lists of names (text/, words/names.txt), comparing two texts (contradiction.ts).
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { type Counterpart, counterparts, nameOfPair, nearWords, termsOfName } from "../text/thesaurus.ts";
import { below } from "../text/word_list.ts";
import { once, remembered } from "../remembered.ts";
import names from "./words/names.txt" with { type: "text" };
import { type Statement, type Subject, subjectIn } from "./statement.ts";
import { stem } from "../text/stem.ts";

/** The terms of other names of a text's words, to find records by them. */
export function otherTerms(text: string): string[] {
  return [...new Set(namesOf(subjectIn(text)).flatMap(({ word }) => termsOfName(word)))];
}

/**
 * Other names of the words of a subject, in the other language too. Remembered: to look them up takes longest of a
 * comparison, and one subject is compared with many.
 */
export const namesOf = remembered(({ words, runs }: Subject) => {
  const pairs = words.slice(1).map((word, at) => nameOfPair([words[at] ?? "", word]));
  const isHeld = ({ of }: Counterpart) => isCjk(of) ? runs.some((run) => run.includes(of)) : words.includes(of);
  return [...counterparts(words, pairs, runs), ...nearWords(words, runs), ...ordinaryNames().filter(isHeld)];
});

/** Words too common to find a record by, so the thesaurus lacks them; yet they tell what a sentence is about. */
const ordinaryNames = once((): readonly Counterpart[] =>
  below("ordinary", names).trim().split("\n").flatMap((line) => {
    const all = line.split(" ");
    return all.flatMap((of) => all.filter((word) => isCjk(word) !== isCjk(of)).map((word) => ({ word, of })));
  })
);

/**
 * Whether a text in another language names a word of the first statement's subject: a quick look, which spares taking
 * the text apart. Of the pairs of two languages in tests/fixtures/changes it passes all that contradict each other, and
 * of pairs drawn at random one in ten.
 *
 * @param text in lower case
 */
export function mayBeAbout([whole]: readonly Statement[], text: string): boolean {
  if (!whole) return false;
  const isIn = (name: string) =>
    isCjk(name) ? text.includes(name) : name.split("-").every((part) => text.includes(stem(part).slice(0, BEGINNING)));
  return whole.words.some(isIn) || whole.choices.some(({ name }) => isIn(name)) ||
    namesOf(whole).some(({ word }) => isIn(word));
}

/** Letters that "policies" and "policy" share. */
const BEGINNING = 5;
