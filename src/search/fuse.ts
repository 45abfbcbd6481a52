/**
 * How a score comes about:
 *
 *     score = relevance × decay × source weight                                             (v1 §4.2)
 *
 * Relevance. Words are exact: they find `ERR_LOCK_BUSY` and never confuse two projects. Vectors are generous: they find
 * "caching" for "why is the list stale". Each gives a number of its own scale:
 *
 * - lexical: the BM25 sum of rescore.ts and context.ts, divided by what a record of average length would get that says
 *   exactly the query. So numbers of different queries can be compared, which a threshold needs.
 * - semantic: by how much a record stands out from its store by meaning (merge.ts); by meaning alone, the cosine.
 *
 * `weighted` adds the two, each divided by its best; meaning counts less in long records and for long queries. `rrf`
 * adds 1 / (60 + rank) and forgets how far apart neighbours are, which was measured to cost five points of recall.
 *
 * Retold. "The trip takes 12 days" is saved, and later "the trip takes 12 days, from April 5th, in a Britz camper".
 * Relevance falls for the earlier record, which would stand before the one that holds now.
 *
 * Decay, source weight: age.ts.
 */
import type { Candidate } from "./candidates.ts";
import { termsIn, weighShared } from "./counts.ts";
import { RECIPE } from "./recipe.ts";
import { half } from "./rescore.ts";
import { largest } from "../lists.ts";
import { isOfOthers } from "../index/read.ts";

/** The ways to make one number of words and meaning. */
export type Fusion = "weighted" | "rrf";

/** The constant of reciprocal rank fusion: 60 in the original paper and in every peer that was looked at. */
const RRF_K = 60;

/** The scores of a record in both rankings; undefined where a ranking did not find it. */
export interface Evidence {
  readonly lexical: number | undefined;
  readonly semantic: number | undefined;
  /** Words of the record. */
  readonly length: number;
}

/** Relevance of each record, in their order, for a query of so many words. With words alone it is their own number. */
export function fuse(evidence: readonly Evidence[], fusion: Fusion, words: number): number[] {
  const lexical = evidence.map((each) => each.lexical);
  const semantic = evidence.map((each) => each.semantic);
  if (semantic.every((score) => score === undefined)) return lexical.map((score) => score ?? 0);
  if (fusion === "rrf") {
    const [a, b] = [reciprocalRanks(lexical), reciprocalRanks(semantic)];
    // Scaled so that first in both is 1.
    return a.map((score, i) => (score + (b[i] ?? 0)) * (RRF_K + 1) / 2);
  }
  const [a, b] = [shareOfBest(lexical), shareOfBest(semantic)];
  const { weight: most, weightQuery, weightLength, rise } = RECIPE.meaning;
  const weight = most * half(words, weightQuery);
  return evidence.map(({ length }, i) =>
    (1 - weight) * (a[i] ?? 0) + weight * half(length ** 2, weightLength ** 2) * (b[i] ?? 0) ** rise
  );
}

function shareOfBest(scores: readonly (number | undefined)[]): number[] {
  const best = largest(scores.map((score) => score ?? 0), 0);
  return scores.map((score) => best > 0 ? Math.max(0, score ?? 0) / best : 0);
}

function reciprocalRanks(scores: readonly (number | undefined)[]): number[] {
  const ranks = new Array<number>(scores.length).fill(0);
  scores.map((score, i) => ({ score, i })).filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .forEach(({ i }, rank) => void (ranks[i] = 1 / (RRF_K + rank + 1)));
  return ranks;
}

/** The number of best records that are compared: 20 rank as well as 60. */
const COMPARED = 20;

/**
 * One factor for each record, 1 where no newer one tells it again. It applies to the one score of words and meaning:
 * applied to words alone, meaning would undo it. A record that lacks a term that was asked is no later version.
 */
export function retoldFactors(
  records: readonly Candidate[],
  scores: readonly number[],
  asked: ReadonlySet<number>,
): number[] {
  const { weight, from } = RECIPE.retold;
  const factors = new Array<number>(records.length).fill(1);
  const order = [...records.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, COMPARED);
  const near = order.flatMap((place) => {
    const record = records[place];
    return record ? [{ place, record, terms: termsIn(record.profile) }] : [];
  });
  const sharedBy = weighShared(near.map(({ terms }) => terms));
  for (const { place, record, terms } of near) {
    const all = sharedBy(terms, terms);
    if (all === 0) continue;
    const wanted = [...asked].filter((term) => terms.has(term));
    let most = 0;
    for (const later of near) {
      if (!tellsAnew(record, later.record) || !wanted.every((term) => later.terms.has(term))) continue;
      most = Math.max(most, sharedBy(terms, later.terms) / all);
    }
    if (most > from) factors[place] = 1 - weight * (most - from) / (1 - from);
  }
  return factors;
}

/**
 * Whether a later fact may tell an earlier one again: only of the same speaker, since a reply repeats its question, and
 * what others may have written tells nothing of the person's again.
 */
function tellsAnew(earlier: Candidate, later: Candidate): boolean {
  return later.time > earlier.time && earlier.db === later.db && earlier.type === "fact" && later.type === "fact" &&
    earlier.profile.speaker === later.profile.speaker &&
    (isOfOthers(earlier.db, earlier.row) || !isOfOthers(later.db, later.row));
}
