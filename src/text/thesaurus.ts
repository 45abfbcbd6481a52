/**
 * What else words are called (words/thesaurus.txt). A name of two words has a hyphen ("white-screen"). How strong a
 * line is stands above it:
 *
 * - same: what developers call the same thing in Chinese and in English, so that a question in one language finds what
 *   was saved in the other, and short forms (`k8s`). Entries run in the order of the alphabet, several a line: each
 *   word before the `=` brings the names behind it, and a Chinese name the words before it. Of the trade and of what
 *   software is made for; a model does the rest.
 * - near: words of nearly the same meaning: who asks why something is slow may have noted a latency. A line holds words
 *   that, one met in a prompt and another in a record, make a colleague say “yes, that is what it is about”: a shared
 *   meaning has to be worth a word by itself. Each word brings the others; a word may stand in several lines.
 * - name: names of one thing in a query of few words, one as good as the other; what the mainland and Taiwan call it.
 * - field: words of one field, which only help to rank, so a line may be generous; a word of many fields is left out.
 *
 * Two words may stand under same and in one near line: as the same they count more, which was measured to be worth a
 * point or two of right answers.
 *
 * English words stand in their plain form, and as stems under name and field, where a query's stems are looked up.
 * A line enters only with a prompt that failed without it, and when no blind set gets worse.
 *
 * The text is searched as it is: to make a table of it would cost a hook more.
 *
 * @module
 */
import type { Analysis } from "./mod.ts";
import { isCjk, pairsOf } from "./script.ts";
import { plainForms, stem } from "./stem.ts";
import { isStopWord } from "./stop.ts";
import { below } from "./word_list.ts";
import text from "./words/thesaurus.txt" with { type: "text" };

const SAME = below("same", text);
const NEAR = below("near", text);
/** Of these two recall asks nothing. */
let names: string | undefined;
let fields: string | undefined;

/** Another name of a word, often in the other language, and the word of the text that it stands for. */
export interface Counterpart {
  readonly word: string;
  readonly of: string;
}

/**
 * Other names of the words of a text, each once.
 *
 * @param surfaces its words in lower case, as typed
 * @param pairs of them, as names of two words are written here
 * @param runs its runs of Chinese characters
 */
export function counterparts(
  surfaces: readonly string[],
  pairs: readonly string[],
  runs: readonly string[],
): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = (words: readonly string[], of: string) => {
    for (const word of words) if (!found.has(word)) found.set(word, { word, of });
  };
  const addOf = (forms: readonly string[], of: string) => {
    for (const { isName, names } of placesOf(SAME, forms)) if (!isName) add(names, of);
  };
  // A stop word has no counterpart, and half of what people type is stop words.
  for (const word of new Set(surfaces)) if (!isStopWord(word)) addOf(plainForms(word), word);
  for (const pair of pairs) addOf([pair], pair);
  eachBegun(SAME, runs, ({ word, words, isName }) => void (isName && add(words, word)));
  return [...found.values()];
}

/** Stop words that begin a name here: "how often", "who owns". */
const ASKING = ["how", "who"];

/**
 * The other words of the near lines that one of a text's words stands in, each once with that word.
 *
 * @param surfaces its words in lower case, as typed, in their order: two of them may be one name
 * @param runs its runs of Chinese characters
 */
export function nearWords(surfaces: readonly string[], runs: readonly string[]): Counterpart[] {
  const found = new Map<string, Counterpart>();
  const add = ({ words, word }: Place, of: string) => {
    for (const other of words) if (other !== word) found.set(`${of} ${other}`, { word: other, of });
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

/** Whether a name is two words of a text: "double charge", "roll back" of "rollback". */
function isNameOf(name: string, first: readonly string[], second: string): boolean {
  if (second === "") return false;
  const parts = name.split("-");
  return parts.length === 2 && first.includes(parts[0] ?? "") && plainForms(second).includes(parts[1] ?? "") ||
    name === `${first[0]}${second}`;
}

/** The terms of other names of what a stem or a run of characters names, which are as good. */
export function namesOf(word: string): string[] {
  return othersIn(names ??= below("name", text), word);
}

/** The terms of the other words of the fields that a stem or a run of characters belongs to. */
export function kindredOf(word: string): string[] {
  return othersIn(fields ??= below("field", text), word);
}

function othersIn(list: string, word: string): string[] {
  return placesOf(list, [word]).flatMap(({ words }) => words)
    .flatMap((other) => other === word ? [] : isCjk(other) ? pairsOf(other) : [other]);
}

/** A word and the line, or the entry of it, that it stands in. */
interface Place {
  readonly word: string;
  readonly words: readonly string[];
  /** What stands behind the `=`, and whether the word is one of these. */
  readonly names: readonly string[];
  readonly isName: boolean;
}

/** Shorter beginnings are those of too many words ("r" of "ran" and "run"). */
const START_MIN = 3;

/** The forms of a word in a list, or what else is meant: most often one look through the list finds them all. */
function placesOf(
  list: string,
  forms: readonly string[],
  isMeant = (word: string) => forms.includes(word),
): Place[] {
  let start = forms[0] ?? "";
  for (const form of forms) while (!form.startsWith(start)) start = start.slice(0, -1);
  return (start.length < START_MIN ? forms : [start]).flatMap((each) => beginningWith(list, each, isMeant));
}

/** The Chinese words of a list that stand in a text. */
function eachBegun(list: string, runs: readonly string[], take: (place: Place) => void): void {
  for (const run of runs) {
    pairsOf(run).forEach((pair, from) => {
      for (const place of beginningWith(list, pair, (word) => run.startsWith(word, from))) take(place);
    });
  }
}

function beginningWith(list: string, start: string, isMeant: (word: string) => boolean): Place[] {
  const found: Place[] = [];
  // A blank in what is sought would double the time, because it is the commonest sign of the lists.
  for (let at = list.indexOf(start); at !== -1; at = list.indexOf(start, at + 1)) {
    if (isOfWord(list, at - 1)) continue;
    let end = at;
    while (isOfWord(list, end)) end++;
    const word = list.slice(at, end);
    if (!isMeant(word)) continue;
    let from = at;
    while (from > 0 && !ENTRY_ENDS.includes(list.charAt(from - 1))) from--;
    while (end < list.length && !ENTRY_ENDS.includes(list.charAt(end))) end++;
    const [words = "", names = ""] = list.slice(from, end).trim().split("=");
    found.push({
      word,
      words: words.split(" "),
      names: names.split(" "),
      isName: list.slice(from, at).includes("="),
    });
  }
  return found;
}

/** Whether the sign at a place of a list is one of a word, and none of those around words. */
function isOfWord(list: string, at: number): boolean {
  const code = list.charCodeAt(at);
  return code > BLANK && code !== EQUALS && code !== SEMICOLON;
}

const ENTRY_ENDS = "\n;";
const BLANK = 32;
const SEMICOLON = 59;
const EQUALS = 61;

/** Another name of words of a query. */
export interface OtherName {
  readonly name: string;
  /** Its terms, all of which a record has to hold. */
  readonly terms: readonly string[];
  /** The terms of the query that it stands for. */
  readonly of: readonly string[];
}

/** Other names of what a query says, of the same or nearly the same meaning, each once for each of its words. */
export function otherNames({ surfaces, runs }: Analysis): OtherName[] {
  const pairs = surfaces.slice(1).map((second, at) => [surfaces[at] ?? "", second])
    .filter(([first = ""]) => !isStopWord(first)).map(nameOfPair);
  return [...counterparts(surfaces, pairs, runs), ...nearWords(surfaces, runs)]
    .map(({ word, of }) => ({ name: word, terms: termsOfName(word), of: termsOfName(of) }));
}

/** Several words as the lists write a name of them: with hyphens, the last without its plural s. */
export function nameOfPair(words: readonly string[]): string {
  return words.join("-").replace(/([^s])s$/, "$1");
}

/** The terms of a name as the lists write it, all of which a record has to hold. */
export function termsOfName(name: string): string[] {
  return isCjk(name) ? pairsOf(name) : name.split("-").map(stem);
}
