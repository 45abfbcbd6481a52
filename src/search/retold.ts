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
import type { Profile } from "../index/profile.ts";
import type { Candidate } from "./candidates.ts";
import { eachTerm, idf } from "./counts.ts";
import { RECIPE } from "./recipe.ts";

/** The number of best records that are compared: 20 rank as well as 60. At most 32, the bits of a number. */
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
  const near = order.map((place) => records[place]).filter((record) => record !== undefined);
  if (weight === 0 || near.length < 2) return factors;

  const { shared, lackWhatIsAsked } = compare(near.map(({ profile }) => profile), asked);
  const size = near.length;
  near.forEach((earlier, i) => {
    const all = shared[i * size + i] ?? 0;
    let most = 0;
    near.forEach((later, j) => {
      const isLacking = ((lackWhatIsAsked[i] ?? 0) & 1 << j) !== 0;
      if (all > 0 && !isLacking && tellsAnew(earlier, later)) {
        most = Math.max(most, (shared[Math.min(i, j) * size + Math.max(i, j)] ?? 0) / all);
      }
    });
    if (most > from) factors[order[i] ?? 0] = 1 - weight * (most - from) / (1 - from);
  });
  return factors;
}

/** The shares that records have in common, pair by pair. */
interface Comparison {
  /**
   * The weight of the terms that both of a pair hold, at `i * size + j` with the better rank first; at `i * size + i`
   * the weight of all terms of that record.
   */
  readonly shared: Float64Array;
  /** For each record the others, a bit each, that lack a term of the query which the record holds. */
  readonly lackWhatIsAsked: Int32Array;
}

function compare(near: readonly Profile[], asked: ReadonlySet<number>): Comparison {
  const size = near.length;
  const holders = new Map<number, number>();
  near.forEach((profile, i) => {
    eachTerm(profile, (term) => void holders.set(term, (holders.get(term) ?? 0) | 1 << i));
  });
  // Terms that few of the hits hold tell more about whether two of them say the same than those of the query.
  const worth: number[] = [];
  for (let count = 0; count <= size; count++) worth.push(idf(count, size));
  const shared = new Float64Array(size * size);
  const lackWhatIsAsked = new Int32Array(size);
  const members: number[] = [];
  for (const [term, held] of holders) {
    members.length = 0;
    for (let rest = held; rest !== 0; rest &= rest - 1) members.push(31 - Math.clz32(rest & -rest));
    const count = members.length;
    const each = worth[count] ?? 0;
    const isWanted = asked.has(term);
    for (let a = 0; a < count; a++) {
      const one = members[a] ?? 0;
      if (isWanted) lackWhatIsAsked[one] = (lackWhatIsAsked[one] ?? 0) | ~held;
      for (let b = a; b < count; b++) {
        const place = one * size + (members[b] ?? 0);
        shared[place] = (shared[place] ?? 0) + each;
      }
    }
  }
  return { shared, lackWhatIsAsked };
}

/** Whether a later fact may tell an earlier one again: only of the same speaker, since a reply repeats its question. */
function tellsAnew(earlier: Candidate, later: Candidate): boolean {
  return later.time > earlier.time && earlier.db === later.db && earlier.type === "fact" && later.type === "fact" &&
    earlier.profile.speaker === later.profile.speaker;
}
