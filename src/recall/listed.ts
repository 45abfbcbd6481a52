/**
 * In: a text in lower case, and lists of names, of which those of one line belong together. Out: which of them stand in
 * it, each by one name for all its spellings.
 * Not done here: what they are in it (statement.ts).
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { holds, type WordList } from "../text/word_list.ts";

/** A name of a list in a text. */
export interface Listed {
  /** One name for all spellings. */
  readonly name: string;
  /** As it stands there. */
  readonly word: string;
  /** Where the lines of the list begin that it stands on. */
  readonly lines: readonly number[];
  readonly from: number;
  readonly to: number;
}

const LATIN = /\d?[a-z][a-z\d]*(?:[._/-][a-z\d]+)*(?:\+\+|#)?/g;
/** The same at the beginning. */
const NEXT_LATIN = new RegExp(`^${LATIN.source}`);
const CHINESE_RUN = /[\u4e00-\u9fff]+/g;
/** The longest Chinese word of the lists. */
const LONGEST = 5;

/** Names of which those of one line belong together. */
export class NameList {
  readonly #names: WordList;
  readonly #same: WordList;
  readonly #beginnings = new Map<string, boolean>();

  /** @param same the names of one thing a line, which stand in `names` too */
  constructor(names: WordList, same: WordList) {
    this.#names = names;
    this.#same = same;
  }

  /** Those in a text: first what is written in letters, then in Chinese. */
  in(plain: string): Listed[] {
    const found: Listed[] = [];
    const add = (word: string, from: number, to: number) => {
      const name = this.oneNameOf(word);
      found.push({ name, word: plain.slice(from, to), lines: this.#linesOf(name, word), from, to });
    };
    LATIN.lastIndex = 0;
    for (let match = LATIN.exec(plain); match; match = LATIN.exec(plain)) {
      const { 0: token, index } = match;
      if (!this.#begins(token)) continue;
      const end = index + token.length;
      // "sql server": the next word may belong to it.
      const next = plain.charAt(end) === " " ? NEXT_LATIN.exec(plain.slice(end + 1))?.[0] : undefined;
      if (next !== undefined && this.#holds(`${token}-${next}`)) {
        add(`${token}-${next}`, index, end + 1 + next.length);
        LATIN.lastIndex = end + 1 + next.length;
      } else if (this.#holds(token)) add(token, index, end);
    }
    if (!isCjk(plain)) return found;
    CHINESE_RUN.lastIndex = 0;
    for (let match = CHINESE_RUN.exec(plain); match; match = CHINESE_RUN.exec(plain)) {
      const { 0: run, index } = match;
      for (let at = 0; at + 1 < run.length; at++) {
        if (!this.#begins(run.slice(at, at + 2))) continue;
        for (let length = Math.min(LONGEST, run.length - at); length > 1; length--) {
          const word = run.slice(at, at + length);
          if (!this.#holds(word)) continue;
          add(word, index + at, index + at + length);
          at += length - 1;
          break;
        }
      }
    }
    return found;
  }

  /** The first of the names of one thing. */
  oneNameOf(word: string): string {
    const at = this.#same.indexOf(` ${word} `);
    if (at === -1) return word;
    return this.#same.slice(this.#same.lastIndexOf("\n", at) + 1).trimStart().split(" ", 1)[0] ?? word;
  }

  /** Whether a name begins with a word or two characters: of most texts' words none does, and most are met again. */
  #begins(start: string): boolean {
    let begins = this.#beginnings.get(start);
    if (begins === undefined) this.#beginnings.set(start, begins = this.#names.includes(` ${start}`));
    return begins;
  }

  #holds(word: string): boolean {
    return word.length > 1 && holds(this.#names, word);
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
