/**
 * In: a query's terms and a record's profile. Out: how well they fit, by view: words, 3-grams, characters, pairs,
 * and of a long record its best stretch.
 * Not done here: what a record's session adds (context.ts), age and layer (fuse.ts).
 *
 * Each view is a BM25 sum; they add up as they are, without scaling: scaling each by its best hit was measured to do
 * nothing for English and little for Chinese, and fusing their ranks loses three points.
 *
 * Hot path: some hundred records a query, in a process that has just started. Plain loops over typed arrays.
 *
 * @module
 */
import { type Profile, STRETCH_FIELDS } from "../index/profile.ts";
import type { Recipe, View } from "./recipe.ts";
import { pairKey, type QueryTerms } from "./terms.ts";

/** Points by view. */
export interface Views {
  readonly words: number;
  readonly grams: number;
  readonly chars: number;
  readonly pairs: number;
  /** The best stretch of a long record; the others are then those of the whole, and count so much less. */
  readonly stretch: number;
}

export const NO_VIEWS: Views = { words: 0, grams: 0, chars: 0, pairs: 0, stretch: 0 };

export interface Scorer {
  score(profile: Profile): Views;
  /** How often each word of the query stood in the record scored last. */
  readonly counts: Float64Array;
}

/** A part of a profile: from where to where in each list. */
interface Part {
  words: number;
  wordsEnd: number;
  chars: number;
  charsEnd: number;
  grams: number;
  gramsEnd: number;
  length: number;
}

/** What a part is measured by. */
interface Measure {
  readonly words: number;
  readonly chars: number;
  readonly grams: number;
  readonly worthOfGram: readonly number[];
}

/** Prepares to score many records for one query. */
export function makeScorer(query: QueryTerms, recipe: Recipe): Scorer {
  const { words, chars, grams, totals, wordOfHash, wordOfPair, charOf, gramOf, pairs } = query;
  const size = words.length;
  const counts = new Float64Array(size);
  const countsOfOthers = new Float64Array(size);
  const charCounts = new Float64Array(chars.length + 1);
  const gramCounts = new Float64Array(grams.length + 1);
  const pairCounts = new Map<number, number>();
  const wordWorth = words.map(({ worth }) => worth);
  const charWorth = chars.map(({ worth }) => worth);
  const charShare = Math.min(1, recipe.charsUpTo / Math.max(1, chars.length));
  const whole: Measure = {
    words: totals.averageWords,
    chars: totals.averageChars,
    grams: totals.averageGrams,
    worthOfGram: grams,
  };
  const inStretch: Measure = { ...totals.averageInStretch, worthOfGram: query.gramsInStretch };

  /** What has no place in the text holds for every stretch of it. */
  function countOthers({ others }: Profile): void {
    countsOfOthers.fill(0);
    for (let i = 0; i < others.length; i++) {
      const word = wordOfHash.get(others[i] ?? 0);
      if (word !== undefined) countsOfOthers[word] = (countsOfOthers[word] ?? 0) + 1;
    }
  }

  /** Counts words, and pairs of them that stand side by side. */
  function countWords({ words: list, chars: text }: Profile, part: Part): void {
    counts.set(countsOfOthers);
    pairCounts.clear();
    let previous = -1;
    for (let i = part.words; i < part.wordsEnd; i++) {
      const word = wordOfHash.get(list[i] ?? 0) ?? -1;
      if (word !== -1) {
        counts[word] = (counts[word] ?? 0) + 1;
        if (previous !== -1) countPair(previous, word);
      }
      previous = word;
    }
    if (wordOfPair.size === 0) return;
    for (let i = part.chars + 1; i < part.charsEnd; i++) {
      const word = wordOfPair.get(pairKey(text[i - 1] ?? 0, text[i] ?? 0));
      if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
    }
  }

  function countPair(a: number, b: number): void {
    const key = a * size + b;
    if (pairs[key] === 1) pairCounts.set(key, (pairCounts.get(key) ?? 0) + 1);
  }

  function scorePairs(length: number, average: number): number {
    if (pairCounts.size === 0) return 0;
    const norm = lengthNorm(recipe.pairs, length, average);
    let score = 0;
    for (const [key, count] of pairCounts) {
      const worth = (wordWorth[Math.floor(key / size)] ?? 0) + (wordWorth[key % size] ?? 0);
      score += recipe.pairIdf * worth * saturate(count, recipe.pairs.k1, norm);
    }
    return recipe.pairs.weight * score;
  }

  function scoreGrams({ grams: list }: Profile, { grams: from, gramsEnd: to }: Part, by: Measure): number {
    if (grams.length === 0 || from === to) return 0;
    tally(list, from, to, gramOf, gramCounts);
    return sum(gramCounts, 1, by.worthOfGram, recipe.grams, lengthNorm(recipe.grams, to - from, by.grams));
  }

  function scoreChars({ chars: list }: Profile, { chars: from, charsEnd: to }: Part, by: Measure): number {
    if (chars.length === 0 || from === to) return 0;
    tally(list, from, to, charOf, charCounts);
    return sum(charCounts, 1, charWorth, recipe.chars, lengthNorm(recipe.chars, to - from, by.chars));
  }

  function scorePart(profile: Profile, part: Part, by: Measure): Views {
    countWords(profile, part);
    const { length } = part;
    const gramShare = Math.min(1, recipe.gramsUpTo / Math.max(1, length));
    return {
      words: sum(counts, 0, wordWorth, recipe.words, lengthNorm(recipe.words, length, by.words)),
      grams: gramShare * scoreGrams(profile, part, by),
      chars: charShare * scoreChars(profile, part, by),
      pairs: scorePairs(length, by.words),
      stretch: 0,
    };
  }

  /** The best stretch, which borrows from those beside it as a record does in its session. */
  function bestStretch(profile: Profile): number {
    const { stretches } = profile;
    const own: number[] = [];
    const lengths: number[] = [];
    let [words, chars, grams] = [0, 0, 0];
    for (let at = 0; at < stretches.length; at += STRETCH_FIELDS) {
      const [wordsEnd, charsEnd] = [stretches[at] ?? 0, stretches[at + 1] ?? 0];
      const [gramsEnd, length] = [stretches[at + 2] ?? 0, stretches[at + 3] ?? 0];
      own.push(total(scorePart(profile, { words, wordsEnd, chars, charsEnd, grams, gramsEnd, length }, inStretch)));
      lengths.push(length);
      [words, chars, grams] = [wordsEnd, charsEnd, gramsEnd];
    }
    let best = 0;
    const [near, far] = recipe.neighbours;
    own.forEach((score, at) => {
      const lent = near * ((own[at - 1] ?? 0) + (own[at + 1] ?? 0)) + far * ((own[at - 2] ?? 0) + (own[at + 2] ?? 0));
      best = Math.max(best, score + recipe.stretch.neighbours * lent * half(lengths[at] ?? 0, recipe.borrowingLength));
    });
    return best;
  }

  return {
    counts,
    score(profile) {
      countOthers(profile);
      const share = profile.stretches.length === 0 ? 0 : recipe.stretch.weight;
      const stretch = share === 0 ? 0 : share * bestStretch(profile);
      // The whole comes last: its counts are those that others read.
      const views = scorePart(profile, wholeOf(profile), whole);
      return share === 0 ? views : {
        words: (1 - share) * views.words,
        grams: (1 - share) * views.grams,
        chars: (1 - share) * views.chars,
        pairs: (1 - share) * views.pairs,
        stretch,
      };
    },
  };
}

function wholeOf({ words, chars, grams, length }: Profile): Part {
  return {
    words: 0,
    wordsEnd: words.length,
    chars: 0,
    charsEnd: chars.length,
    grams: 0,
    gramsEnd: grams.length,
    length,
  };
}

/** The sum of all views. */
export function total({ words, grams, chars, pairs, stretch }: Views): number {
  return words + grams + chars + pairs + stretch;
}

/** Counts signs by their index; what the query has not is counted at 0. */
function tally(
  list: Uint16Array,
  from: number,
  to: number,
  indexOf: Uint8Array | Uint16Array,
  counts: Float64Array,
): void {
  counts.fill(0);
  for (let i = from; i < to; i++) {
    const index = indexOf[list[i] ?? 0] ?? 0;
    counts[index] = (counts[index] ?? 0) + 1;
  }
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
