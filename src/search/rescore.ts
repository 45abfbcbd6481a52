/**
 * In: a query's terms and a record's profile. Out: how well they fit, by view: words, 3-grams, characters, pairs.
 * Not done here: what a record's session adds (context.ts), age and layer (fuse.ts).
 *
 * Each view is a BM25 sum; they add up as they are, without scaling: scaling each by its best hit was measured to do nothing
 * for English and little for Chinese, and fusing their ranks loses three points.
 *
 * Hot path: some hundred records a query, in a process that has just started. Plain loops over typed arrays.
 *
 * @module
 */
import type { Profile } from "../index/profile.ts";
import type { Recipe, View } from "./recipe.ts";
import { pairKey, type QueryTerms } from "./terms.ts";

/** Points by view. */
export interface Views {
  readonly words: number;
  readonly grams: number;
  readonly chars: number;
  readonly pairs: number;
}

export interface Scorer {
  score(profile: Profile): Views;
  /** How often each word of the query stood in the record scored last. */
  readonly counts: Float64Array;
}

/** Prepares to score many records for one query. */
export function makeScorer(query: QueryTerms, recipe: Recipe): Scorer {
  const { words, chars, grams, totals, wordOfHash, wordOfPair, charOf, gramOf, pairs } = query;
  const size = words.length;
  const counts = new Float64Array(size);
  const charCounts = new Float64Array(chars.length + 1);
  const gramCounts = new Float64Array(grams.length + 1);
  const pairCounts = new Map<number, number>();
  const wordWorth = words.map(({ worth }) => worth);
  const charWorth = chars.map(({ worth }) => worth);
  const charShare = Math.min(1, recipe.charsUpTo / Math.max(1, chars.length));

  /** Counts words, and pairs of them that stand side by side. */
  function countWords({ words: list, others, chars: text }: Profile): void {
    counts.fill(0);
    pairCounts.clear();
    let previous = -1;
    for (let i = 0; i < list.length; i++) {
      const word = wordOfHash.get(list[i] ?? 0) ?? -1;
      if (word !== -1) {
        counts[word] = (counts[word] ?? 0) + 1;
        if (previous !== -1) countPair(previous, word);
      }
      previous = word;
    }
    for (let i = 0; i < others.length; i++) {
      const word = wordOfHash.get(others[i] ?? 0);
      if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
    }
    if (wordOfPair.size === 0) return;
    for (let i = 1; i < text.length; i++) {
      const word = wordOfPair.get(pairKey(text[i - 1] ?? 0, text[i] ?? 0));
      if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
    }
  }

  function countPair(a: number, b: number): void {
    const key = a * size + b;
    if (pairs[key] === 1) pairCounts.set(key, (pairCounts.get(key) ?? 0) + 1);
  }

  function scorePairs(length: number): number {
    if (pairCounts.size === 0) return 0;
    const norm = lengthNorm(recipe.pairs, length, totals.averageWords);
    let score = 0;
    for (const [key, count] of pairCounts) {
      const worth = (wordWorth[Math.floor(key / size)] ?? 0) + (wordWorth[key % size] ?? 0);
      score += recipe.pairIdf * worth * saturate(count, recipe.pairs.k1, norm);
    }
    return recipe.pairs.weight * score;
  }

  function scoreSigns(
    list: Uint16Array,
    indexOf: Uint8Array | Uint16Array,
    tally: Float64Array,
    worth: readonly number[],
    view: View,
    average: number,
  ): number {
    if (worth.length === 0 || list.length === 0) return 0;
    tally.fill(0);
    for (let i = 0; i < list.length; i++) {
      const index = indexOf[list[i] ?? 0] ?? 0;
      tally[index] = (tally[index] ?? 0) + 1;
    }
    return sum(tally, 1, worth, view, lengthNorm(view, list.length, average));
  }

  return {
    counts,
    score(profile) {
      countWords(profile);
      const { length } = profile;
      const gramShare = Math.min(1, recipe.gramsUpTo / Math.max(1, length));
      return {
        words: sum(counts, 0, wordWorth, recipe.words, lengthNorm(recipe.words, length, totals.averageWords)),
        grams: gramShare * scoreSigns(profile.grams, gramOf, gramCounts, grams, recipe.grams, totals.averageGrams),
        chars: charShare * scoreSigns(profile.chars, charOf, charCounts, charWorth, recipe.chars, totals.averageChars),
        pairs: scorePairs(length),
      };
    },
  };
}

/** The sum of all views. */
export function total({ words, grams, chars, pairs }: Views): number {
  return words + grams + chars + pairs;
}

function sum(
  counts: Float64Array,
  offset: number,
  worth: readonly number[],
  { weight, k1 }: View,
  norm: number,
): number {
  let score = 0;
  for (let i = 0; i < worth.length; i++) {
    const count = counts[i + offset] ?? 0;
    if (count > 0) score += (worth[i] ?? 0) * saturate(count, k1, norm);
  }
  return weight * score;
}

/** 1 for nothing, one half at `middle`, then less and less. */
export function half(length: number, middle: number): number {
  return middle / (middle + length);
}

/** BM25: the first occurrences count most, and less in a long text. */
export function saturate(count: number, k1: number, norm: number): number {
  return count * (k1 + 1) / (count + k1 * norm);
}

/** What BM25 makes of a text's length. */
export function lengthNorm({ b, smoothing }: View, length: number, average: number): number {
  return 1 - b + b * (length + smoothing) / (average + smoothing);
}
