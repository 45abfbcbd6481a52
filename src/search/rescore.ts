/**
 * In: a query's terms and a record's profile. Out: how well they fit, by view: words, 3-grams, characters, pairs.
 * Not done here: what a record's session adds (context.ts), age and layer (fuse.ts).
 *
 * Each view is a BM25 sum; they add up as they are, without scaling: scaling each by its best hit was measured to do nothing
 * for English and little for Chinese, and fusing their ranks loses three points.
 *
 * Hot path: about 200 records a query. Typed arrays, no allocation per record but the result.
 *
 * @module
 */
import type { Profile } from "../index/profile.ts";
import type { Recipe, View } from "./recipe.ts";
import { pairKey, type QueryTerms } from "./terms.ts";

export interface Views {
  readonly words: number;
  readonly grams: number;
  readonly chars: number;
  readonly adjacent: number;
  readonly near: number;
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
  const adjacentCounts = new Float64Array(size * size);
  const nearCounts = new Float64Array(size * size);
  const places: number[] = [];
  const found: number[] = [];
  const wordWeights = words.map(({ idf, weight }) => idf * weight);
  const charWeights = chars.map(({ idf, weight }) => idf * weight);
  const gramWeights = grams.map(({ idf, weight }) => idf * weight);

  function countWords({ words: list, others, chars: text }: Profile): void {
    counts.fill(0);
    places.length = found.length = 0;
    for (let i = 0; i < list.length; i++) {
      const word = wordOfHash.get(list[i] ?? 0);
      if (word === undefined) continue;
      counts[word] = (counts[word] ?? 0) + 1;
      places.push(i);
      found.push(word);
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

  function scorePairs(length: number): { adjacent: number; near: number } {
    if (found.length < 2) return { adjacent: 0, near: 0 };
    const touched: number[] = [];
    for (let i = 0; i < found.length; i++) {
      const a = found[i] ?? 0;
      for (let j = i + 1; j < found.length; j++) {
        const distance = (places[j] ?? 0) - (places[i] ?? 0);
        if (distance > recipe.nearDistance) break;
        const b = found[j] ?? 0;
        const kind = pairs[a * size + b] ?? 0;
        if (kind === 0) continue;
        const ordered = a * size + b;
        if ((kind & 1) !== 0 && distance === 1) adjacentCounts[ordered] = (adjacentCounts[ordered] ?? 0) + 1;
        const unordered = a < b ? ordered : b * size + a;
        nearCounts[unordered] = (nearCounts[unordered] ?? 0) + 1;
        touched.push(ordered, unordered);
      }
    }
    let adjacent = 0;
    let near = 0;
    const adjacentNorm = lengthNorm(recipe.adjacent, length, totals.averageWords);
    const nearNorm = lengthNorm(recipe.near, length, totals.averageWords);
    for (const key of touched) {
      const weight = recipe.pairIdf * ((words[Math.floor(key / size)]?.idf ?? 0) + (words[key % size]?.idf ?? 0));
      adjacent += weight * saturate(adjacentCounts[key] ?? 0, recipe.adjacent.k1, adjacentNorm);
      near += weight * saturate(nearCounts[key] ?? 0, recipe.near.k1, nearNorm);
      adjacentCounts[key] = nearCounts[key] = 0;
    }
    return { adjacent, near };
  }

  return {
    counts,
    score(profile) {
      countWords(profile);
      const { length } = profile;
      const wordScore = sum(
        counts,
        wordWeights,
        0,
        recipe.words,
        lengthNorm(recipe.words, length, totals.averageWords),
      );

      let charScore = 0;
      if (chars.length > 0 && profile.chars.length > 0) {
        tally(profile.chars, charOf, charCounts);
        charScore = sum(
          charCounts,
          charWeights,
          1,
          recipe.chars,
          lengthNorm(recipe.chars, profile.chars.length, totals.averageChars),
        );
      }
      let gramScore = 0;
      if (grams.length > 0 && profile.grams.length > 0) {
        tally(profile.grams, gramOf, gramCounts);
        gramScore = sum(
          gramCounts,
          gramWeights,
          1,
          recipe.grams,
          lengthNorm(recipe.grams, profile.grams.length, totals.averageGrams),
        );
        gramScore *= Math.min(1, recipe.gramsFullUpTo / length);
      }
      const { adjacent, near } = scorePairs(length);
      return {
        words: recipe.words.weight * wordScore,
        grams: recipe.grams.weight * gramScore,
        chars: recipe.chars.weight * charScore,
        adjacent: recipe.adjacent.weight * adjacent,
        near: recipe.near.weight * near,
      };
    },
  };
}

/** The sum of all views. */
export function total({ words, grams, chars, adjacent, near }: Views): number {
  return words + grams + chars + adjacent + near;
}

function tally(list: Uint16Array, indexOf: Uint8Array | Uint16Array, counts: Float64Array): void {
  counts.fill(0);
  for (let i = 0; i < list.length; i++) {
    const index = indexOf[list[i] ?? 0] ?? 0;
    counts[index] = (counts[index] ?? 0) + 1;
  }
}

function sum(counts: Float64Array, weights: readonly number[], offset: number, { k1 }: View, norm: number): number {
  let score = 0;
  for (let i = 0; i < weights.length; i++) {
    const count = counts[i + offset] ?? 0;
    if (count > 0) score += (weights[i] ?? 0) * saturate(count, k1, norm);
  }
  return score;
}

/** BM25: the first occurrences count most, and less in a long text. */
function saturate(count: number, k1: number, norm: number): number {
  return count === 0 ? 0 : count * (k1 + 1) / (count + k1 * norm);
}

function lengthNorm({ b, smoothing }: View, length: number, average: number): number {
  return 1 - b + b * (length + smoothing) / (average + smoothing);
}
