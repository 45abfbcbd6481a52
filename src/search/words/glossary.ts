/**
 * What developers call the same thing in Chinese and in English, so that a question in one language finds what was
 * saved in the other. Only words with plain counterparts, of the trade and of what software is made for, and usual
 * short forms (`k8s`); words of nearly the same meaning are in near.ts, and a model does the rest.
 *
 * The list is text: English words in the order of the alphabet, each with what else it is called (`login=登录,登陆`).
 * Two words that are one name have a hyphen (`unit-test`), the second without its plural s. A line holds words of one
 * letter only, so that the first line of a letter is where its words begin.
 *
 * @module
 */
import { pairsOf } from "../../index/analyse.ts";
import { isStopWord } from "../../index/words/stop.ts";
import { A_TO_L } from "./glossary_a_l.ts";
import { M_TO_Z } from "./glossary_m_z.ts";
import { plainForms } from "./ordinary.ts";

/** Another name of a word, most often in the other language, and the word of the text that it stands for. */
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
  const add = (word: string, of: string) => void (found.has(word) || found.set(word, { word, of }));
  for (const word of new Set(surfaces)) {
    // A stop word has no counterpart, and half of what people type is stop words.
    for (const other of isStopWord(word) ? [] : othersOf(plainForms(word))) add(other, word);
  }
  for (const pair of pairs) for (const other of othersOf([pair])) add(other, pair);
  for (const run of runs) {
    pairsOf(run).forEach((pair, place) => {
      for (const { word, english } of beginningWith(pair)) if (run.startsWith(word, place)) add(english, word);
    });
  }
  return [...found.values()];
}

/** What the forms of a word are called besides; all of them begin with the same letter. */
function othersOf(forms: readonly string[]): string[] {
  const letter = forms[0]?.charAt(0) ?? "";
  const words = letter < "m" ? A_TO_L : M_TO_Z;
  const from = words.indexOf(`\n  ${letter}`);
  if (from === -1) return [];
  return forms.flatMap((form) => {
    const key = `${form}=`;
    let at = words.indexOf(key, from);
    // A blank in what is sought would double the time, because it is the commonest sign of the list.
    while (at !== -1 && words[at - 1] !== " ") at = words.indexOf(key, at + 1);
    return at === -1 ? [] : entryFrom(words, at + key.length).split(",");
  });
}

/** A text and its parts are looked up one after the other, and share most of their pairs. */
const known = new Map<string, readonly Entry[]>();

interface Entry {
  readonly word: string;
  readonly english: string;
}

/** The Chinese words of the list that begin with these two characters. */
function beginningWith(pair: string): readonly Entry[] {
  const before = known.get(pair);
  if (before) return before;
  const found: Entry[] = [];
  for (const words of [A_TO_L, M_TO_Z]) {
    for (let at = words.indexOf(pair); at !== -1; at = words.indexOf(pair, at + 1)) {
      if (words[at - 1] !== "=" && words[at - 1] !== ",") continue;
      const entry = words.lastIndexOf(" ", at) + 1;
      const word = entryFrom(words, at).split(",", 1)[0] ?? "";
      found.push({ word, english: words.slice(entry, words.indexOf("=", entry)) });
    }
  }
  known.set(pair, found);
  return found;
}

/** The rest of an entry. */
function entryFrom(words: string, at: number): string {
  return words.slice(at, words.indexOf(" ", at)).trimEnd();
}
