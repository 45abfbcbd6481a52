/**
 * In: the subject of a text. Out: other names of its words, in the other language too.
 * Not done here: the lists of names (text/, words/names.txt), comparing two texts (contradiction.ts).
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { type Counterpart, counterparts, nameOfPair, nearWords, termsOfName } from "../text/thesaurus.ts";
import { below, linesWith, wordList } from "../text/word_list.ts";
import { remembered } from "../remembered.ts";
import names from "./words/names.txt" with { type: "text" };
import { type Statement, subjectIn } from "./statement.ts";
import { stem } from "../text/stem.ts";

/** The words that tell what a text is about. */
export type Subject = Pick<Statement, "words" | "runs">;

/** Another name of a word of one subject. */
export type Name = ReturnType<typeof otherNames>[number];

/** The terms of other names of a text's words, to find records by them. */
export function otherTerms(text: string): string[] {
  return [...new Set(otherNames(subjectIn(text)).flatMap(({ word }) => termsOfName(word)))];
}

/** Other names of the words of a subject, in the other language too. */
export function otherNames({ words, runs }: Subject) {
  const pairs = words.slice(1).map((word, at) => nameOfPair([words[at] ?? "", word]));
  return [...counterparts(words, pairs, runs), ...nearWords(words, runs), ...ordinaryCounterparts(words, runs)];
}

/** Words too common to find a record by, so the thesaurus lacks them; yet they tell what a sentence is about. */
const ORDINARY = wordList(below("ordinary", names));

function ordinaryCounterparts(words: readonly string[], runs: readonly string[]): Counterpart[] {
  const han = words.flatMap((of) =>
    linesWith(ORDINARY, of).flatMap((line) => line.filter(isCjk).map((word) => ({ word, of })))
  );
  if (runs.length === 0) return han;
  return [...han, ...ordinaryHan().filter(({ of }) => runs.some((run) => run.includes(of)))];
}

let ofHan: readonly Counterpart[] | undefined;

/** The English names of the Chinese words in the list, remembered, since a start looks up those of many lines. */
function ordinaryHan(): readonly Counterpart[] {
  return ofHan ??= ORDINARY.split("\n").map((line) => line.trim().split(" ")).flatMap((line) =>
    line.filter(isCjk).flatMap((of) => line.filter((each) => !isCjk(each)).map((word) => ({ word, of })))
  );
}

/** `otherNames`, remembered: to look them up takes longest of a comparison, and one subject is compared with many. */
export const namesOf = remembered(otherNames);

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
