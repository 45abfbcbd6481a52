/**
 * In: records with their relevance. Out: a factor below 1 for those that a newer one tells again.
 * Not done here: superseded records, which are hidden and never found.
 *
 * "The trip takes 12 days" is saved, and later "the trip takes 12 days, from April 5th, in a Britz camper": the later
 * record says all that the earlier one says, and what has changed. Few hits of a query are told again, but without the
 * factor the earlier version would stand before the one that holds now.
 *
 * @module
 */
import type { Candidate } from "./candidates.ts";
import { termsIn, weighShared } from "./counts.ts";
import { RECIPE } from "./recipe.ts";

/** The number of best records that are compared: 20 rank as well as 60. */
const COMPARED = 20;

/**
 * One factor for each record, 1 where no newer one tells it again. It applies to the one score of words and meaning:
 * applied to words alone, meaning would undo it.
 *
 * @param scores of the records, in their order
 * @param asked the terms of the query: a record that lacks one of them is no later version of one that has it
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

/** Whether a later fact may tell an earlier one again: only of the same speaker, since a reply repeats its question. */
function tellsAnew(earlier: Candidate, later: Candidate): boolean {
  return later.time > earlier.time && earlier.db === later.db && earlier.type === "fact" && later.type === "fact" &&
    earlier.profile.speaker === later.profile.speaker;
}
