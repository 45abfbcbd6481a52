/**
 * In: scored records. Out: the points that records without a session borrow from the best ones that resemble them.
 * Not done here: records with a session, which have neighbours (context.ts).
 *
 * "I drive a Tesla" and "the Tesla needs new tyres" were saved apart, but who asks about the car wants both.
 *
 * @module
 */
import type { Profile } from "../index/profile.ts";
import { idf, pairKey } from "./counts.ts";

/** The number of best records that lend. Ten rank no better. */
const LENDERS = 3;
/** The number of records that may borrow: those that rank lower won't come up. */
const BORROWERS = 60;

/** A scored record that may lend or borrow. */
interface Kin {
  readonly profile: Profile;
  readonly hasSession: boolean;
  readonly score: number;
}

/** The points that each record borrows: the largest score among the other best records times their resemblance. */
export function kinScores(ranked: readonly Kin[]): number[] {
  const borrowed = new Array<number>(ranked.length).fill(0);
  const near = ranked.slice(0, BORROWERS);
  if (near.every(({ hasSession }) => hasSession)) return borrowed;

  const sets = near.map(({ profile }) => termsOf(profile));
  const holders = new Map<number, number>();
  for (const set of sets) for (const term of set) holders.set(term, (holders.get(term) ?? 0) + 1);
  const worth = new Map([...holders].map(([term, count]) => [term, idf(count, near.length)]));
  const norms = sets.map((set) => Math.sqrt(sum(set, worth)) || 1);
  near.forEach(({ hasSession }, i) => {
    if (hasSession) return;
    let most = 0;
    for (let j = 0; j < Math.min(LENDERS, near.length); j++) {
      if (j === i) continue;
      const cosine = shared(sets[i] ?? new Set(), sets[j] ?? new Set(), worth) / ((norms[i] ?? 1) * (norms[j] ?? 1));
      most = Math.max(most, cosine * (near[j]?.score ?? 0));
    }
    borrowed[i] = most;
  });
  return borrowed;
}

function termsOf(profile: Profile): Set<number> {
  const terms = new Set<number>();
  eachTerm(profile, (term) => void terms.add(term));
  return terms;
}

/** Every word of a record and every pair of its characters, with how often it occurs. */
export function eachTerm({ words, chars }: Profile, take: (term: number) => void): void {
  for (let i = 0; i < words.length; i++) take(words[i] ?? 0);
  for (let i = 1; i < chars.length; i++) {
    const first = chars[i - 1] ?? 0;
    const second = chars[i] ?? 0;
    if (first !== 0 && second !== 0) take(pairKey(first, second));
  }
}

function sum(terms: Iterable<number>, worth: ReadonlyMap<number, number>): number {
  let all = 0;
  for (const term of terms) all += worth.get(term) ?? 0;
  return all;
}

function shared(a: ReadonlySet<number>, b: ReadonlySet<number>, worth: ReadonlyMap<number, number>): number {
  let all = 0;
  for (const term of b) if (a.has(term)) all += worth.get(term) ?? 0;
  return all;
}
