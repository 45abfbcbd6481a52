/** How words of a list (words/kindred.ts, words/names.ts) are met in the text of a query. */
import { pairsOf } from "../index/analyse.ts";

const FIRST_HAN = 0x4e00;

/** The terms of a listed word: the pairs of a Chinese one, an English one as it is, since the lists hold stems. */
export function termsOfListed(word: string): readonly string[] {
  return word.charCodeAt(0) >= FIRST_HAN ? pairsOf(word) : [word];
}

/** Calls for every piece of two to `longest` characters: Chinese words have no blanks between them. */
export function eachPiece(runs: readonly string[], longest: number, take: (piece: string) => void): void {
  for (const run of runs) {
    for (let start = 0; start + 2 <= run.length; start++) {
      for (let end = start + 2; end <= Math.min(run.length, start + longest); end++) take(run.slice(start, end));
    }
  }
}
