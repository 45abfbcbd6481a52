/**
 * Other names of words (words/thesaurus.txt). A name of two words has a hyphen ("white-screen"). The title above a line
 * tells how strong the line is:
 *
 * - same: Chinese and English names of one thing among developers, so that a question in one language finds records in
 *   the other, and short forms (`k8s`). The lines are in alphabetical order. The word before the `=` brings the names
 *   behind it, and a Chinese name brings the word before it. Only words of software and of the fields that it serves; a
 *   model knows the others.
 * - near: words of nearly the same meaning: a person who asks why something is slow may have noted a latency. Two words
 *   belong on a line if a colleague who sees one in a prompt and the other in a record would say that the record is
 *   about it. Each word brings the others; a word may stand in several lines.
 * - name: interchangeable names of one thing in a query of few words; names in mainland China and in Taiwan.
 * - field: words of one field. They only help to rank, so a line may be generous, without words of many fields.
 *
 * Two words may stand under same and also in a near line: under same they count more, which was measured to give one or
 * two points more right answers.
 *
 * English words stand in their plain form, and as stems under name and field, where a query's stems are looked up.
 * A line enters only with a prompt that failed without it, and if no set of prompts that nobody looked at gets worse.
 *
 * The text is searched as it is: making a table of it would cost a hook more.
 */
import type { Analysis } from "./mod.ts";
import { remembered } from "../remembered.ts";
import { isCjk, pairsOf } from "./script.ts";
import { plainForms, stem } from "./stem.ts";
import { isStopWord } from "./stop.ts";
import { below } from "./word_list.ts";
import text from "./words/thesaurus.txt" with { type: "text" };

const SAME = below("same", text);
const NEAR = below("near", text);
/** For the other two lists: made late, because recall does not use them. */
const listBelow = remembered((title: "name" | "field") => below(title, text));

/** Another name of a word, often in the other language, and the word of the text that it stands for. */
export interface Counterpart {
  readonly word: string;
  readonly of: string;
}

/** Other names of a text's words (in lower case), of several words `together`, and of Chinese words; each once. */
export function counterparts(
  surfaces: readonly string[],
  together: readonly string[],
  runs: readonly string[],
): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = (words: readonly string[], of: string) => {
    for (const word of words) if (!found.has(word)) found.set(word, { word, of });
  };
  // Stop words, half of the words that people type, have no counterparts.
  for (const word of new Set(surfaces)) {
    if (!isStopWord(word)) { for (const form of plainForms(word)) add(namesBehind(form), word); }
  }
  for (const name of together) add(namesBehind(name), name);
  eachBegun(SAME, runs, ({ at, word }) => add(lineAt(SAME, at).split("=", 1), word));
  return [...found.values()];
}

/** The names behind the `=` of a word. Remembered, since texts that are compared, and their clauses, share words. */
const namesBehind = remembered((word: string): readonly string[] => {
  const list = beginningWith(word.charAt(0));
  const at = list.indexOf(`\n${word}=`);
  return at === -1 ? [] : lineAt(list, at + 1).slice(word.length + 1).split(" ");
}, 1_000);

/** The entries of words with one first letter: a twentieth of the text to search. */
const beginningWith = remembered((letter: string): string => {
  const from = SAME.indexOf(`\n${letter}`);
  const to = SAME.indexOf(`\n${String.fromCharCode(letter.charCodeAt(0) + 1)}`, from);
  return from === -1 ? "" : SAME.slice(from, to === -1 ? undefined : to + 1);
});

/** Stop words with which a name may begin: "how often", "who owns". */
const ASKING = ["how", "who"];

/** The other words of the near lines that hold a word, or a name of two, of a text; each once with that word. */
export function nearWords(surfaces: readonly string[], runs: readonly string[]): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = ({ at, word }: Place, of: string) => {
    for (const other of lineAt(NEAR, at).split(" ")) {
      if (other !== word) found.set(`${of} ${other}`, { word: other, of });
    }
  };
  const seen = new Set<string>();
  surfaces.forEach((surface, at) => {
    if (surface.length < 2 || isStopWord(surface) && !ASKING.includes(surface)) return;
    const forms = plainForms(surface);
    const next = surfaces[at + 1] ?? "";
    const isMeant = (word: string) => forms.includes(word) || isNameOf(word, forms, next);
    for (const place of placesOf(NEAR, forms, isMeant)) {
      if (forms.includes(place.word)) seen.has(surface) || add(place, surface);
      else add(place, `${surface}-${next}`);
    }
    seen.add(surface);
  });
  eachBegun(NEAR, runs, (place) => add(place, place.word));
  return [...found.values()];
}

/** Whether two words of a text are a name: "double charge", or "roll back" for "rollback". */
function isNameOf(name: string, first: readonly string[], second: string): boolean {
  if (second === "") return false;
  const parts = name.split("-");
  return parts.length === 2 && first.includes(parts[0] ?? "") && plainForms(second).includes(parts[1] ?? "") ||
    name === `${first[0]}${second}`;
}

/** The terms of the other names of a stem or a run of characters. */
export function namesOf(word: string): string[] {
  return othersIn(listBelow("name"), word);
}

/** The terms of the other words of the fields to which a stem or a run of characters belongs. */
export function fieldWordsOf(word: string): string[] {
  return othersIn(listBelow("field"), word);
}

function othersIn(list: string, word: string): string[] {
  return placesOf(list, [word]).flatMap(({ at }) => lineAt(list, at).split(" "))
    .flatMap((other) => other === word ? [] : isCjk(other) ? pairsOf(other) : [other]);
}

/** Where a word stands in a list. */
interface Place {
  readonly at: number;
  readonly word: string;
}

/** Too many words have a shorter beginning ("r" of "ran" and "run"). */
const START_MIN = 3;

/** The places of a word's forms, or of the words that are meant: usually one search finds all of them. */
function placesOf(list: string, forms: readonly string[], isMeant = (word: string) => forms.includes(word)): Place[] {
  let start = forms[0] ?? "";
  for (const form of forms) while (!form.startsWith(start)) start = start.slice(0, -1);
  return (start.length < START_MIN ? forms : [start])
    .flatMap((each) => placesIn(list)(each).filter(({ word }) => isMeant(word)));
}

/** Calls `take` for each Chinese word of a list that a text holds. */
function eachBegun(list: string, runs: readonly string[], take: (place: Place) => void): void {
  for (const run of runs) {
    for (let from = 0; from + 1 < run.length; from++) {
      for (const place of placesIn(list)(run.slice(from, from + 2))) if (run.startsWith(place.word, from)) take(place);
    }
  }
}

/** The words of a list that begin so. Remembered, since texts that are compared, and their clauses, share words. */
const placesIn = remembered((list: string) =>
  remembered((start: string): readonly Place[] => {
    const found: Place[] = [];
    // Without the blank before the word: the blank is the commonest sign of the lists, and would double the time.
    for (let at = list.indexOf(start); at !== -1; at = list.indexOf(start, at + 1)) {
      if (isOfWord(list, at - 1)) continue;
      let end = at + start.length;
      while (isOfWord(list, end)) end++;
      found.push({ at, word: list.slice(at, end) });
    }
    return found;
  }, 1_000)
);

function isOfWord(list: string, at: number): boolean {
  const code = list.charCodeAt(at);
  return code > BLANK && code !== EQUALS;
}

const BLANK = 32;
const EQUALS = 61;

/** The line of a list that holds a place. */
function lineAt(list: string, at: number): string {
  return list.slice(list.lastIndexOf("\n", at) + 1, list.indexOf("\n", at));
}

/** Another name of a word, or of several words, of a query. */
export interface OtherName {
  readonly name: string;
  /** The terms of the name; a record that has the name holds all of them. */
  readonly terms: readonly string[];
  /** The terms of the query that the name stands for. */
  readonly of: readonly string[];
}

/** Other names of the same or nearly the same meaning, each once for each word of the query. */
export function otherNames({ surfaces, runs }: Analysis): OtherName[] {
  const ofWords = (count: number) =>
    surfaces.slice(count - 1).flatMap((_, at) =>
      isStopWord(surfaces[at] ?? "") ? [] : nameOf(surfaces.slice(at, at + count))
    );
  return [...counterparts(surfaces, [...ofWords(3), ...ofWords(2)], runs), ...nearWords(surfaces, runs)]
    .map(({ word, of }) => ({ name: word, terms: termsOfName(word), of: termsOfName(of) }));
}

/** Several words in the form of the lists: with hyphens, the last without its plural s. */
export function nameOf(words: readonly string[]): string {
  return words.join("-").replace(/([^s])s$/, "$1");
}

/** The terms of a name in the form of the lists; a record that has the name holds all of them. */
export function termsOfName(name: string): string[] {
  return isCjk(name) ? pairsOf(name) : name.split("-").map(stem);
}
