/**
 * In: a sentence in lower case. Out: the names in it that stand in a list of words/names.txt, each in its first
 * spelling and with the lines that hold it: one of several alternatives, or one of several things of a kind.
 */
import { remembered } from "../remembered.ts";
import { HAN, isCjk } from "../text/script.ts";
import { below, holds, type WordList, wordList } from "../text/word_list.ts";
import type { Span } from "./quantities.ts";
import names from "./words/names.txt" with { type: "text" };

/** A name of a list in a text. */
export interface Listed extends Span {
  /** The same for all spellings. */
  readonly name: string;
  /** Where in the list the lines begin that hold the name. */
  readonly lines: readonly number[];
}

const LATIN = /\d?[a-z][a-z\d]*(?:[._/-][a-z\d]+)*(?:\+\+|#)?/g;
const NEXT_LATIN = new RegExp(`^${LATIN.source}`);
const CHINESE_RUN = new RegExp(`[${HAN}]+`, "g");
/** The longest Chinese word of the lists. */
const LONGEST = 5;

/** Lines of names that belong together. */
class NameList {
  readonly #names: WordList;
  // Most words are met again: texts that are compared are about the same things.
  /** Whether a name begins with a word or two characters: most begin none. */
  readonly #begins = remembered((start: string) => this.#names.includes(` ${start}`));
  readonly #holds = remembered((word: string) => word.length > 1 && holds(this.#names, word));
  readonly #known = remembered((word: string): Pick<Listed, "name" | "lines"> => {
    const name = this.oneNameOf(word);
    return { name, lines: this.#linesOf(name, word) };
  });

  /** @param title of a part of words/names.txt */
  constructor(title: string) {
    this.#names = wordList(below(title, names).replaceAll(",", " ,"));
  }

  /** The names in a text: first the Latin ones, then the Chinese. */
  in(plain: string): Listed[] {
    const latin = this.#latinIn(plain);
    return isCjk(plain) ? [...latin, ...this.#chineseIn(plain)] : latin;
  }

  #latinIn(plain: string): Listed[] {
    const found: Listed[] = [];
    LATIN.lastIndex = 0;
    for (let match = LATIN.exec(plain); match; match = LATIN.exec(plain)) {
      const { 0: token, index } = match;
      if (!this.#begins(token)) continue;
      const end = index + token.length;
      // "sql server": the next word may belong to the name.
      const next = plain.charAt(end) === " " ? NEXT_LATIN.exec(plain.slice(end + 1))?.[0] : undefined;
      if (next !== undefined && this.#holds(`${token}-${next}`)) {
        LATIN.lastIndex = end + 1 + next.length;
        found.push(this.#listed(`${token}-${next}`, index, LATIN.lastIndex));
      } else if (this.#holds(token)) found.push(this.#listed(token, index, end));
    }
    return found;
  }

  #chineseIn(plain: string): Listed[] {
    const found: Listed[] = [];
    CHINESE_RUN.lastIndex = 0;
    for (let match = CHINESE_RUN.exec(plain); match; match = CHINESE_RUN.exec(plain)) {
      const { 0: run, index } = match;
      for (let at = 0; at + 1 < run.length; at++) {
        const word = this.#longestAt(run, at);
        if (word === undefined) continue;
        found.push(this.#listed(word, index + at, index + at + word.length));
        at += word.length - 1;
      }
    }
    return found;
  }

  /** The longest word of the list that begins at a place of a run. */
  #longestAt(run: string, at: number): string | undefined {
    if (!this.#begins(run.slice(at, at + 2))) return undefined;
    for (let length = Math.min(LONGEST, run.length - at); length > 1; length--) {
      const word = run.slice(at, at + length);
      if (this.#holds(word)) return word;
    }
    return undefined;
  }

  #listed(word: string, from: number, to: number): Listed {
    return { ...this.#known(word), from, to };
  }

  /** The first name of the thing that a word names. */
  oneNameOf(word: string): string {
    const at = this.#names.indexOf(` ${word} `);
    if (at === -1) return word;
    const from = Math.max(this.#names.lastIndexOf(",", at), this.#names.lastIndexOf("\n", at)) + 1;
    return this.#names.slice(from).trimStart().split(" ", 1)[0] ?? word;
  }

  #linesOf(name: string, word: string): number[] {
    const lines = new Set<number>();
    for (const each of new Set([name, word])) {
      for (let at = this.#names.indexOf(` ${each} `); at !== -1; at = this.#names.indexOf(` ${each} `, at + 1)) {
        lines.add(this.#names.lastIndexOf("\n", at));
      }
    }
    return [...lines];
  }
}

/**
 * Things of which one is chosen: `npm` in an older text and `pnpm` in a newer one is a change. Things that are often
 * used side by side (a cache and a database) stand on different lines. words/names.txt is in lower case, as typed, with
 * a hyphen for a blank. Commas divide the things of a line; a thing that has several names has all of them where it
 * stands first. A name may stand in several lines.
 */
export const CHOICES = new NameList("alternatives");
/** Names that tell things of one kind apart: a statement about staging is none about production. */
export const PLACES = new NameList("apart");
