/**
 * Where to look from. The vector of a query alone is a poor aim: much of every vector is common to all of them, and a
 * question is worded unlike its answer. Both can be corrected without another model:
 *
 * - part of the store's mean is subtracted, so that what is ordinary here counts less;
 * - the query is moved towards the best records that words found, since these are worded as records are.
 *
 * What each brings is measured in docs/retrieval.md, "Meaning".
 *
 * @module
 */
import { unit } from "./pool.ts";

/** How far the aim is moved. */
export interface AimShares {
  /** How much of the mean is subtracted. */
  readonly mean: number;
  /** How far the query moves towards the anchors. */
  readonly anchorShare: number;
}

/** An anchor's vectors, one per piece of its text. */
export interface Weighted {
  readonly vectors: readonly Float32Array[];
  readonly weight: number;
}

/** The unit vector to search with: the query's own if there is neither a mean nor an anchor. */
export function aim(
  query: Float32Array,
  mean: Float32Array | undefined,
  anchors: readonly Weighted[],
  shares: AimShares,
): Float32Array {
  const away = (vector: Float32Array) => vector.map((value, at) => value - shares.mean * (mean?.[at] ?? 0));
  const aimed = unit(away(query));
  const known = anchors.filter(({ vectors, weight }) => vectors.length > 0 && weight > 0);
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  for (const { vectors, weight } of known) {
    const middle = away(unit(middleOf(vectors)));
    for (let at = 0; at < aimed.length; at++) {
      aimed[at] = (aimed[at] ?? 0) + (shares.anchorShare * weight / total) * (middle[at] ?? 0);
    }
  }
  return unit(aimed);
}

function middleOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) vector.forEach((value, at) => sum[at] = (sum[at] ?? 0) + value);
  return sum;
}
