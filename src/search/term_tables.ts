/**
 * In: the weighed terms of a query. Out: the tables by which re-scoring finds them in a record's profile.
 * Not done here: what a term is worth (terms.ts), counting (occurrences.ts).
 *
 * Hot path, as rescore.ts.
 *
 * @module
 */
import { addGrams, hashTerm } from "../index/profile.ts";
import type { Database } from "../index/sqlite.ts";
import { countGrams, idf, type Totals } from "./counts.ts";
import type { Term } from "./term.ts";

/** Where the terms of a query are looked up. An index into `words` or `chars` stands for a term everywhere. */
export interface TermTables {
  readonly wordOfHash: ReadonlyMap<number, number>;
  /** Pairs of characters by `pairKey`. */
  readonly wordOfPair: ReadonlyMap<number, number>;
  /** Code unit → 1 when one of these pairs begins with it: nine in ten of a record's need not be looked up. */
  readonly beginsPair: Uint8Array;
  readonly chars: readonly Term[];
  /** Code unit → index into `chars`, plus one. */
  readonly charOf: Uint8Array;
  /** What finding each 3-gram is worth in a text, and in a stretch of a long one. */
  readonly grams: readonly number[];
  readonly gramsInStretch: readonly number[];
  /** Gram → index into `grams`, plus one. */
  readonly gramOf: Uint16Array;
  /** `a * words.length + b` → 1 when b follows a in the query. */
  readonly pairs: Uint8Array;
  /** `a * words.length + b` → the word that a and b are side by side. */
  readonly twoAsOne: ReadonlyMap<number, number>;
}

/** Two code units as one number. */
export function pairKey(first: number, second: number): number {
  return first * 65_536 + second;
}

/** Words by hash, pairs of characters by `pairKey`. */
export function indexWords(words: readonly Term[]): Pick<TermTables, "wordOfHash" | "wordOfPair" | "beginsPair"> {
  const wordOfHash = new Map<number, number>();
  const wordOfPair = new Map<number, number>();
  const beginsPair = new Uint8Array(1 << 16);
  words.forEach(({ term }, i) => {
    const first = term.charCodeAt(0);
    if (term.length === 2 && first > 0x0e00) {
      wordOfPair.set(pairKey(first, term.charCodeAt(1)), i);
      beginsPair[first] = 1;
    } else wordOfHash.set(hashTerm(term), i);
  });
  return { wordOfHash, wordOfPair, beginsPair };
}

/** Single characters. */
export function indexChars(chars: readonly Term[]): Pick<TermTables, "chars" | "charOf"> {
  const charOf = new Uint8Array(1 << 16);
  chars.forEach(({ term }, i) => void (charOf[term.charCodeAt(0)] = i + 1));
  return { chars, charOf };
}

/** 3-grams of the words, and what they are worth. */
export function indexGrams(
  surfaces: readonly string[],
  databases: readonly Database[],
  totals: Totals,
): Pick<TermTables, "grams" | "gramsInStretch" | "gramOf"> {
  const all: number[] = [];
  for (const surface of new Set(surfaces)) addGrams(surface, all);
  const grams = [...new Set(all)];
  const counts = countGrams(databases, grams);
  const gramOf = new Uint16Array(1 << 16);
  grams.forEach((gram, i) => void (gramOf[gram] = i + 1));
  return {
    grams: grams.map((gram) => idf(counts.get(gram)?.records ?? 0, totals.records)),
    gramsInStretch: grams.map((gram) => idf(counts.get(gram)?.stretches ?? 0, totals.stretches)),
    gramOf,
  };
}

/** Which words follow each other in the query. */
export function pairsOfWords(order: readonly string[], words: readonly Term[]): Uint8Array {
  const indexOf = new Map(words.map(({ term }, i) => [term, i]));
  const pairs = new Uint8Array(words.length * words.length);
  for (let i = 1; i < order.length; i++) {
    const a = indexOf.get(order[i - 1] ?? "") ?? 0;
    const b = indexOf.get(order[i] ?? "") ?? 0;
    if (a !== b) pairs[a * words.length + b] = 1;
  }
  return pairs;
}

/** Words that records hold as two. */
export function indexHalves(words: readonly Term[]): Map<number, number> {
  const found = new Map<number, number>();
  words.forEach(({ halves }, i) => {
    const [a = -1, b = -1] = halves?.map((half) => words.findIndex(({ term }) => term === half)) ?? [];
    if (a !== -1 && b !== -1) found.set(a * words.length + b, i);
  });
  return found;
}
