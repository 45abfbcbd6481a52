/**
 * In: a query's terms and a record's profile. Out: how well they fit, by view: words, 3-grams, characters, pairs,
 * what the record begins with, and of a long one its best stretch.
 *
 * Each view but the beginning is a BM25 sum. They add up without scaling: scaling each by its best hit was measured to
 * do nothing for English and little for Chinese, and fusing their ranks loses three points.
 *
 * Hot path: some hundred records a query, in a process that has just started. Plain loops over typed arrays.
 */
import { hashTerm, type Profile, STRETCH_FIELDS } from "../index/profile.ts";
import { RECIPE, type View } from "./recipe.ts";
import type { QueryTerms } from "./terms.ts";
import { isPair, packPair, pairKey, type Term } from "./counts.ts";

export interface Views {
  readonly words: number;
  readonly grams: number;
  readonly chars: number;
  readonly pairs: number;
  readonly opening: number;
  /** The points of a long record's best stretch. The other views are of the whole record, and then count less. */
  readonly stretch: number;
}

export type Scorer = ReturnType<typeof makeScorer>;

interface Measure {
  readonly words: number;
  readonly chars: number;
  readonly grams: number;
  readonly worthOfGram: readonly number[];
}

/** Prepares to score many records for one query. */
export function makeScorer(query: QueryTerms) {
  const { words, chars, grams, totals } = query;
  const counter = makeCounter(query);
  const scoreGrams = makeSignView(grams.map(({ gram }) => gram), RECIPE.grams);
  const scoreChars = makeSignView(chars.map(({ term }) => term.charCodeAt(0)), RECIPE.chars);
  const wordWorth = words.map(({ worth }) => worth);
  const charWorth = chars.map(({ worth }) => worth);
  const charShare = Math.min(1, RECIPE.charsUpTo / Math.max(1, chars.length));
  const whole: Measure = {
    words: totals.averageWords,
    chars: totals.averageChars,
    grams: totals.averageGrams,
    worthOfGram: grams.map(({ worth }) => worth),
  };
  const inStretch: Measure = {
    ...totals.averageInStretch,
    worthOfGram: grams.map(({ worthInStretch }) => worthInStretch),
  };

  function scorePart(profile: Profile, part: Part, by: Measure): Views {
    counter.count(profile, part);
    const { length } = part;
    const gramShare = Math.min(1, RECIPE.gramsUpTo / Math.max(1, length));
    return {
      words: sum(counter.counts, 0, wordWorth, RECIPE.words, lengthNorm(RECIPE.words, length, by.words)),
      grams: gramShare * scoreGrams(profile.grams, part.grams, part.gramsEnd, by.worthOfGram, by.grams),
      chars: charShare * scoreChars(profile.chars, part.chars, part.charsEnd, charWorth, by.chars),
      pairs: scorePairs(counter.pairs, wordWorth, lengthNorm(RECIPE.pairs, length, by.words)),
      opening: RECIPE.opening.weight * worthOfAll(counter.opening, wordWorth),
      stretch: 0,
    };
  }

  function bestStretch(profile: Profile): number {
    const parts = stretchesOf(profile);
    return bestOfNeighbours(parts, parts.map((part) => total(scorePart(profile, part, inStretch))));
  }

  return {
    /** How often each word of the query stood in the record scored last. */
    counts: counter.counts,
    score(profile: Profile): Views {
      counter.begin(profile);
      const share = profile.stretches.length === 0 ? 0 : RECIPE.stretch.weight;
      const stretch = share * bestStretch(profile);
      // The whole comes last: its counts are those that others read.
      const views = scorePart(profile, wholeOf(profile), whole);
      return {
        words: (1 - share) * views.words,
        grams: (1 - share) * views.grams,
        chars: (1 - share) * views.chars,
        pairs: (1 - share) * views.pairs,
        opening: (1 - share) * views.opening,
        stretch,
      };
    },
  };
}

/** The score of the best stretch; each borrows from those beside it, as a record does in its session. */
function bestOfNeighbours(parts: readonly Part[], own: readonly number[]): number {
  const { near, far } = RECIPE.neighbours;
  let best = 0;
  own.forEach((score, at) => {
    const lent = near * ((own[at - 1] ?? 0) + (own[at + 1] ?? 0)) + far * ((own[at - 2] ?? 0) + (own[at + 2] ?? 0));
    const length = parts[at]?.length ?? 0;
    best = Math.max(best, score + RECIPE.stretch.neighbours * lent * half(length, RECIPE.borrowingLength));
  });
  return best;
}

/** The points for words that stand side by side in query and record. */
function scorePairs(pairs: ReadonlyMap<number, number>, worth: readonly number[], norm: number): number {
  const size = worth.length;
  let score = 0;
  for (const [key, count] of pairs) {
    const both = (worth[Math.floor(key / size)] ?? 0) + (worth[key % size] ?? 0);
    score += both * saturate(count, RECIPE.pairs.k1, norm);
  }
  return RECIPE.pairs.weight * score;
}

/** Scores the entries of a list from one place to another, for the views of 3-grams and characters. */
function makeSignView(signs: readonly number[], view: View) {
  const size = signs.length;
  // Sign → its place among the query's, plus one; 0 for what the query has not.
  const indexOf = new Uint16Array(1 << 16);
  signs.forEach((sign, i) => void (indexOf[sign] = i + 1));
  const counts = new Float64Array(size + 1);
  return (list: Uint16Array, from: number, to: number, worth: readonly number[], average: number): number => {
    if (size === 0 || from === to) return 0;
    counts.fill(0);
    for (let i = from; i < to; i++) {
      const index = indexOf[list[i] ?? 0] ?? 0;
      if (index !== 0) counts[index] = (counts[index] ?? 0) + 1;
    }
    return sum(counts, 1, worth, view, lengthNorm(view, to - from, average));
  };
}

/** The sum of all views. */
export function total({ words, grams, chars, pairs, opening, stretch }: Views): number {
  return words + grams + chars + pairs + opening + stretch;
}

function worthOfAll(words: ReadonlySet<number>, worth: readonly number[]): number {
  let all = 0;
  for (const word of words) all += worth[word] ?? 0;
  return all;
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

/** A factor that falls with length: 1 at 0, one half at `middle`, then towards 0. */
export function half(length: number, middle: number): number {
  return middle / (middle + length);
}

/** The saturation of BM25: the first occurrences count most, and all count less in a long text. */
export function saturate(count: number, k1: number, norm: number): number {
  return count * (k1 + 1) / (count + k1 * norm);
}

/** The length norm of BM25. */
export function lengthNorm({ b, smoothing }: View, length: number, average: number): number {
  return 1 - b + b * (length + smoothing) / (average + smoothing);
}

interface Part {
  readonly words: number;
  readonly wordsEnd: number;
  readonly chars: number;
  readonly charsEnd: number;
  readonly grams: number;
  readonly gramsEnd: number;
  readonly length: number;
}

/**
 * Prepares to count the words of one query in one part of a record after another; `begin` is called with each record
 * before its parts. The latest counts stand in `counts`, `pairs` and `opening`.
 */
function makeCounter({ words, stems }: QueryTerms) {
  const size = words.length;
  const { wordOfHash, wordOfTerm, wordOfPair, beginsPair } = tablesOf(words);
  const pairsOfQuery = sideBySide(stems, words);
  const twoAsOne = halvesIn(words);
  const counts = new Float64Array(size);
  const countsOfOthers = new Float64Array(size);
  // The count of each two words of the query side by side, by their places: `a * words.length + b`.
  const pairs = new Map<number, number>();
  // The places of the words that the record begins with, each once; none if the part is another one.
  const opening = new Set<number>();
  const addBeside = (terms: Uint32Array, amount: number, places: ReadonlyMap<number, number>) => {
    for (let i = 0; i < terms.length; i++) {
      const word = places.get(terms[i] ?? 0);
      if (word !== undefined && !words[word]?.isJoined) countsOfOthers[word] = (countsOfOthers[word] ?? 0) + amount;
    }
  };
  return {
    counts,
    pairs,
    opening,
    // Labels, asks and notations have no place in the text, so they count in every stretch.
    begin({ others, labels, asks }: Profile) {
      countsOfOthers.fill(0);
      addBeside(labels, RECIPE.label, wordOfTerm);
      addBeside(asks, RECIPE.ask, wordOfTerm);
      addBeside(others, 1, wordOfHash);
    },
    count({ words: list, chars: text }: Profile, part: Part) {
      counts.set(countsOfOthers);
      pairs.clear();
      opening.clear();
      const openingEnd = part.words === 0 ? RECIPE.opening.words : 0;
      let previous = -1;
      for (let i = part.words; i < part.wordsEnd; i++) {
        const word = wordOfHash.get(list[i] ?? 0) ?? -1;
        if (word !== -1) {
          counts[word] = (counts[word] ?? 0) + 1;
          if (i < openingEnd) opening.add(word);
          if (previous !== -1) {
            const pair = previous * size + word;
            const one = twoAsOne.size === 0 ? undefined : twoAsOne.get(pair);
            if (one !== undefined) counts[one] = (counts[one] ?? 0) + 1;
            if (pairsOfQuery[pair] === 1) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
          }
        }
        previous = word;
      }
      if (wordOfPair.size === 0) return;
      for (let i = part.chars + 1; i < part.charsEnd; i++) {
        const first = text[i - 1] ?? 0;
        if (beginsPair[first] !== 1) continue;
        const word = wordOfPair.get(packPair(first, text[i] ?? 0));
        if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
      }
    },
  };
}

/** The tables in which a word is found, each from its key to its index among the words. */
function tablesOf(words: readonly Term[]) {
  const wordOfHash = new Map<number, number>();
  // The same with pairs of characters, as labels and asks hold them.
  const wordOfTerm = new Map<number, number>();
  // Pairs of characters by `pairKey`.
  const wordOfPair = new Map<number, number>();
  // Code unit → 1 when a pair begins with it: nine in ten of a record's need not be looked up.
  const beginsPair = new Uint8Array(1 << 16);
  words.forEach(({ term }, i) => {
    const hash = hashTerm(term);
    wordOfTerm.set(hash, i);
    if (isPair(term)) {
      wordOfPair.set(pairKey(term), i);
      beginsPair[term.charCodeAt(0)] = 1;
    } else wordOfHash.set(hash, i);
  });
  return { wordOfHash, wordOfTerm, wordOfPair, beginsPair };
}

/** For two words, at `a * words.length + b`, 1 where b follows a in the query. */
function sideBySide(stems: readonly string[], words: readonly Term[]): Uint8Array {
  const indexOf = new Map(words.map(({ term }, i) => [term, i]));
  const pairs = new Uint8Array(words.length * words.length);
  for (let i = 1; i < stems.length; i++) {
    const a = indexOf.get(stems[i - 1] ?? "") ?? 0;
    const b = indexOf.get(stems[i] ?? "") ?? 0;
    if (a !== b) pairs[a * words.length + b] = 1;
  }
  return pairs;
}

/** The words that records hold as two words: `a * words.length + b` → the word that a and b are side by side. */
function halvesIn(words: readonly Term[]): Map<number, number> {
  const found = new Map<number, number>();
  words.forEach(({ halves }, i) => {
    const [a = -1, b = -1] = halves?.map((half) => words.findIndex(({ term }) => term === half)) ?? [];
    if (a !== -1 && b !== -1) found.set(a * words.length + b, i);
  });
  return found;
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

/** The stretches of a long record; none of a short one. */
function stretchesOf({ stretches }: Profile): Part[] {
  const parts: Part[] = [];
  let [words, chars, grams] = [0, 0, 0];
  for (let at = 0; at < stretches.length; at += STRETCH_FIELDS) {
    const [wordsEnd, charsEnd] = [stretches[at] ?? 0, stretches[at + 1] ?? 0];
    const [gramsEnd, length] = [stretches[at + 2] ?? 0, stretches[at + 3] ?? 0];
    parts.push({ words, wordsEnd, chars, charsEnd, grams, gramsEnd, length });
    [words, chars, grams] = [wordsEnd, charsEnd, gramsEnd];
  }
  return parts;
}
