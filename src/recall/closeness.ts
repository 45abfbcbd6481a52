/**
 * What a cosine says, whichever model it comes from. Unrelated texts have a cosine near 0.3 with one model and near 0.8
 * with another; what counts is how far a record stands out from the store's other records.
 *
 * @module
 */
import type { NearRows } from "../embedding/meaning.ts";

/** Records whose cosine is asked for: enough of a store to know what is ordinary in it. */
export const NEAR_ROWS = 2_000;

/**
 * Turns cosines into closeness: 0 for what is ordinary in this store (the median), 1 for the same text. With fewer than
 * two records nothing is known of what is ordinary, and everything is 0.
 */
export function closeness(scores: readonly NearRows[]): (cosine: number | undefined) => number {
  const all = scores.flatMap(({ cosines }) => [...cosines.values()]).sort((left, right) => left - right);
  const ordinary = all.length < 2 ? undefined : all[(all.length - 1) >> 1];
  return (cosine) =>
    cosine === undefined || ordinary === undefined || ordinary >= 1
      ? 0
      : Math.max(0, (cosine - ordinary) / (1 - ordinary));
}
