/**
 * In: scored candidates. Out: what the session around each adds to it.
 * Not done here: the score of a record by itself (rescore.ts).
 *
 * A record rarely repeats what was said before it: "let's take 300 seconds" answers a question about the Redis TTL. Records
 * of one session therefore lend each other a part of their scores, short ones borrow more, what follows a question borrows
 * from it, and the session as one text adds a little of its own.
 *
 * @module
 */
import { FLAG } from "../index/profile.ts";
import { type Candidate, factsOfSession } from "./candidates.ts";
import type { Recipe } from "./recipe.ts";
import type { Scorer } from "./rescore.ts";
import { total, type Views } from "./rescore.ts";
import type { QueryTerms } from "./terms.ts";

export interface Scored {
  readonly candidate: Candidate;
  readonly views: Views;
  /** How often each word of the query stands in it. */
  readonly counts: Float64Array;
}

/** What the session gave, in points of the lexical score. */
export interface Context {
  readonly neighbours: number;
  readonly session: number;
}

/** Only the sessions of the best records are looked at: what nobody near scores can lend nothing. */
const BEST_RECORDS = 40;

/**
 * Adds the context of sessions, and records that only their context makes relevant.
 *
 * @returns every scored record, neighbours that were no candidates included, with its context
 */
export function addContext(
  scored: readonly Scored[],
  query: QueryTerms,
  scorer: Scorer,
  recipe: Recipe,
  allowed: (candidate: Candidate) => boolean,
): (Scored & { readonly context: Context })[] {
  const none = { neighbours: 0, session: 0 };
  const lendsNothing = recipe.session.weight === 0 && recipe.neighbours.every((share) => share === 0);
  if (lendsNothing) return scored.map((each) => ({ ...each, context: none }));
  const best = [...scored].sort((a, b) => total(b.views) - total(a.views)).slice(0, BEST_RECORDS);
  const known = new Map(scored.map((each) => [keyOf(each.candidate), each]));
  const contexts = new Map<Scored, Context>();
  const visited = new Set<string>();
  for (const { candidate: { db, session, type } } of best) {
    if (session === undefined || type !== "fact" || visited.has(`${db.path}\n${session}`)) continue;
    visited.add(`${db.path}\n${session}`);
    const facts = factsOfSession(db, session).map((candidate) => {
      const own = known.get(keyOf(candidate));
      return own ?? { candidate, views: scorer.score(candidate.profile), counts: scorer.counts.slice() };
    });
    const sessionScore = scoreSession(facts, query, recipe);
    facts.forEach((fact, i) => {
      const at = (offset: number) => {
        const other = facts[i + offset];
        return other ? total(other.views) : 0;
      };
      const previous = facts[i - 1];
      const share = recipe.lendingLength / (recipe.lendingLength + fact.candidate.profile.length);
      let lent = recipe.neighbours[0] * (at(-1) + at(1)) + recipe.neighbours[1] * (at(-2) + at(2));
      if (previous && (previous.candidate.profile.flags & FLAG.asks) !== 0) lent += recipe.afterQuestion * at(-1);
      contexts.set(fact, { neighbours: share * lent, session: sessionScore });
      if (lent > 0 && allowed(fact.candidate)) known.set(keyOf(fact.candidate), fact);
    });
  }
  return [...known.values()].map((each) => ({ ...each, context: contexts.get(each) ?? none }));
}

/** BM25 of the session as one text. A word's idf is that of records: the few sessions of a store tell less. */
function scoreSession(facts: readonly Scored[], { words, totals }: QueryTerms, { session }: Recipe): number {
  let length = 0;
  const counts = new Float64Array(words.length);
  for (const { candidate, counts: own } of facts) {
    length += candidate.profile.length;
    own.forEach((count, i) => void (counts[i] = (counts[i] ?? 0) + count));
  }
  const norm = 1 - session.b +
    session.b * (length + session.smoothing) / (totals.averageSessionWords + session.smoothing);
  let score = 0;
  counts.forEach((count, i) => {
    const { idf = 0, weight = 0 } = words[i] ?? {};
    if (count > 0) score += idf * weight * count * (session.k1 + 1) / (count + session.k1 * norm);
  });
  return session.weight * score;
}

export function keyOf({ db, row }: Candidate): string {
  return `${db.path}\n${row}`;
}
