/**
 * In: a query's terms and a part of a record's profile. Out: how often each word of the query stands in it, which
 * words stand side by side there as in the query, and which the record begins with.
 * Not done here: what that is worth (rescore.ts).
 *
 * Hot path, as rescore.ts.
 *
 * @module
 */
import { type Profile, STRETCH_FIELDS } from "../index/profile.ts";
import type { Recipe } from "./recipe.ts";
import { pairKey } from "./term_tables.ts";
import type { QueryTerms } from "./terms.ts";

/** A part of a profile: from where to where in each list. */
export interface Part {
  readonly words: number;
  readonly wordsEnd: number;
  readonly chars: number;
  readonly charsEnd: number;
  readonly grams: number;
  readonly gramsEnd: number;
  /** In words. */
  readonly length: number;
}

/** Counts in one part after another; the latest counts stand in `counts`, `pairs` and `opening`. */
export interface Counter {
  /** By word of the query. */
  readonly counts: Float64Array;
  /** By the places of two words of the query, `a * words.length + b`. */
  readonly pairs: ReadonlyMap<number, number>;
  /** The places of the words that the record begins with, each once; none if the part is another one. */
  readonly opening: ReadonlySet<number>;
  /** To be called with each record before its parts. */
  begin(profile: Profile): void;
  count(profile: Profile, part: Part): void;
}

/** Prepares to count the words of one query in many records. */
export function makeCounter(
  { words, wordOfHash, wordOfPair, beginsPair, pairs: pairsOfQuery, twoAsOne }: QueryTerms,
  recipe: Pick<Recipe, "opening">,
): Counter {
  const size = words.length;
  const counts = new Float64Array(size);
  const countsOfOthers = new Float64Array(size);
  const pairs = new Map<number, number>();
  const opening = new Set<number>();
  return {
    counts,
    pairs,
    opening,
    // What has no place in the text holds for every stretch of it.
    begin({ others }) {
      countsOfOthers.fill(0);
      for (let i = 0; i < others.length; i++) {
        const word = wordOfHash.get(others[i] ?? 0);
        if (word !== undefined && !words[word]?.isJoined) countsOfOthers[word] = (countsOfOthers[word] ?? 0) + 1;
      }
    },
    count({ words: list, chars: text }, part) {
      counts.set(countsOfOthers);
      pairs.clear();
      opening.clear();
      const openingEnd = part.words === 0 ? recipe.opening.words : 0;
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
        const word = wordOfPair.get(pairKey(first, text[i] ?? 0));
        if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
      }
    },
  };
}

/** A record as one part. */
export function wholeOf({ words, chars, grams, length }: Profile): Part {
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
export function stretchesOf({ stretches }: Profile): Part[] {
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
