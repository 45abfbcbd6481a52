/**
 * In: scored records. Out: the points that each borrows from others, and records that only their session makes
 * relevant.
 *
 * A record rarely repeats what was said before it: "let's take 300 seconds" answers a question about the Redis TTL.
 * So records of one session lend each other a part of their scores. A record without a session borrows from its kin,
 * those of the best records that resemble it: "I drive a Tesla" and "the Tesla needs new tyres" were saved apart, but
 * who asks about the car wants both.
 */
import { FLAG } from "../index/profile.ts";
import type { Database } from "../index/sqlite.ts";
import type { SessionId } from "../records/ids.ts";
import { type Candidate, type Filters, loadCandidates } from "./candidates.ts";
import { termsIn, weighShared } from "./counts.ts";
import { RECIPE } from "./recipe.ts";
import { half, lengthNorm, saturate, type Scorer, total, type Views } from "./rescore.ts";
import type { SharesSomething } from "./shared.ts";
import type { QueryTerms } from "./terms.ts";

interface Scored {
  readonly candidate: Candidate;
  readonly views: Views;
  /** How often each word of the query stands in it. */
  readonly counts: Float64Array;
  /** Whether it shares something telling with the query. A record that does not may stand beside one that does. */
  readonly shares: boolean;
}

export interface Context {
  readonly neighbours: number;
  readonly session: number;
}

/** The points of a record without a session, or whose session adds nothing. */
const NO_CONTEXT: Context = { neighbours: 0, session: 0 };

interface InContext extends Pick<Scored, "candidate" | "views"> {
  readonly context: Context;
  /** Holds no word of the query: it stands beside a record of its session that shares something with it. */
  readonly isNeighbour: boolean;
}

/** Records whose sessions are looked at: a low score has nothing to lend. Twelve rank no better. */
const BEST_RECORDS = 6;
/** Records on each side in a session that a record lends to. */
const REACH = 2;

/** Prepares to score candidates, each by itself. */
export function scoring(scorer: Scorer, judge: SharesSomething) {
  return (candidates: readonly Candidate[]): Scored[] =>
    candidates.map((candidate) => {
      const views = scorer.score(candidate.profile);
      return { candidate, views, counts: scorer.counts.slice(), shares: judge(scorer.counts, candidate.profile) };
    });
}

/** The scored records with their points from the session, and their neighbours there that pass the filters. */
export function addContext(
  scored: readonly Scored[],
  query: QueryTerms,
  scoreAll: (candidates: readonly Candidate[]) => Scored[],
  filters: Filters,
): InContext[] {
  const best = scored.filter(({ candidate }) => candidate.type === "fact" && candidate.session !== undefined)
    .sort((a, b) => total(b.views) - total(a.views)).slice(0, BEST_RECORDS);
  const inContext: InContext[] = [];
  for (const [db, found] of Map.groupBy(scored, ({ candidate }) => candidate.db)) {
    const known = new Map(found.map((each) => [each.candidate.row, each]));
    const here = best.filter(({ candidate }) => candidate.db === db);
    const sessions = [...new Set(here.map(({ candidate }) => candidate.session ?? ""))]
      .map((session) => readSession(db, session));
    const missing = missingNeighbours(sessions, here, known);
    for (const each of scoreAll(loadCandidates(db, missing, filters))) known.set(each.candidate.row, each);
    const contexts = new Map<Scored, Context>();
    const beside = new Set<Scored>();
    for (const { rows, words } of sessions) {
      const facts = rows.map((row) => known.get(row));
      const session = scoreSession(facts, words, query);
      facts.forEach((fact, at) => {
        if (!fact) return;
        contexts.set(fact, { neighbours: borrowed(facts, at, fact), session });
        if (facts.slice(Math.max(0, at - REACH), at + REACH + 1).some((near) => near?.shares)) beside.add(fact);
      });
    }
    for (const each of known.values()) {
      const { candidate, views, counts, shares } = each;
      if (!shares && !beside.has(each)) continue;
      const isNeighbour = !shares && counts.every((count) => count === 0);
      inContext.push({ candidate, views, context: contexts.get(each) ?? NO_CONTEXT, isNeighbour });
    }
  }
  return inContext;
}

interface Session {
  readonly rows: readonly number[];
  readonly words: number;
}

function readSession(db: Database, session: SessionId): Session {
  const row = db.get(
    `SELECT json_group_array(row) AS rows, (SELECT words FROM sessions WHERE session = ?1) AS words
     FROM (SELECT row FROM records WHERE session = ?1 AND hidden = 0 AND type = 'fact' ORDER BY time, file, start)`,
    session,
  );
  return { rows: JSON.parse(String(row?.["rows"] ?? "[]")), words: Number(row?.["words"] ?? 0) };
}

/** The rows beside the best records that words did not find: an answer may share no word with the query. */
function missingNeighbours(
  sessions: readonly Session[],
  best: readonly Scored[],
  known: ReadonlyMap<number, Scored>,
): number[] {
  const bestRows = new Set(best.map(({ candidate }) => candidate.row));
  const missing = new Set<number>();
  for (const { rows } of sessions) {
    rows.forEach((row, at) => {
      if (!bestRows.has(row)) return;
      for (let near = Math.max(0, at - REACH); near <= Math.min(rows.length - 1, at + REACH); near++) {
        const other = rows[near];
        if (other !== undefined && !known.has(other)) missing.add(other);
      }
    });
  }
  return [...missing];
}

function borrowed(facts: readonly (Scored | undefined)[], at: number, fact: Scored): number {
  const scoreAt = (place: number) => {
    const other = facts[place];
    return other ? total(other.views) : 0;
  };
  const { near, far } = RECIPE.neighbours;
  let lent = near * (scoreAt(at - 1) + scoreAt(at + 1)) + far * (scoreAt(at - 2) + scoreAt(at + 2));
  const question = facts[at - 1]?.candidate.profile;
  if (question && (question.flags & FLAG.asks) !== 0) {
    lent += RECIPE.answer * scoreAt(at - 1) * half(question.length, RECIPE.questionLength);
  }
  return lent * half(fact.candidate.profile.length, RECIPE.borrowingLength);
}

/** BM25 of the session as one text. A word's weight is that among records, since a store has few sessions. */
function scoreSession(facts: readonly (Scored | undefined)[], length: number, { words, totals }: QueryTerms): number {
  const { session } = RECIPE;
  const norm = lengthNorm(session, length, totals.averageSessionWords);
  const held = facts.filter((fact) => fact !== undefined);
  let score = 0;
  for (let word = 0; word < words.length; word++) {
    let count = 0;
    for (const { counts } of held) count += counts[word] ?? 0;
    if (count > 0) score += (words[word]?.worth ?? 0) * saturate(count, session.k1, norm);
  }
  return session.weight * score;
}

/** The number of best records that lend to their kin. Ten rank no better. */
const LENDERS = 3;
/** The number of records that may borrow: those that rank lower won't come up. */
const BORROWERS = 60;

/**
 * What each of these records, best first, borrows from its kin: the greatest of the lenders' scores, each multiplied by
 * how much the two records resemble each other; 0 for a record of a session.
 */
export function kinScores(ranked: readonly { readonly candidate: Candidate; readonly score: number }[]): number[] {
  const borrowed = new Array<number>(ranked.length).fill(0);
  const near = ranked.slice(0, BORROWERS);
  const borrows = near.map(({ candidate }) => candidate.session === undefined);
  if (!borrows.includes(true)) return borrowed;

  const sets = near.map(({ candidate }) => termsIn(candidate.profile));
  const sharedBy = weighShared(sets);
  const norms = sets.map((set) => Math.sqrt(sharedBy(set, set)) || 1);
  const lenders = near.slice(0, LENDERS);
  sets.forEach((own, i) => {
    if (!borrows[i]) return;
    let most = 0;
    lenders.forEach(({ score }, j) => {
      if (j === i || areTwins(sets[j] ?? new Set(), own)) return;
      const cosine = sharedBy(sets[j] ?? new Set(), own) / ((norms[i] ?? 1) * (norms[j] ?? 1));
      most = Math.max(most, cosine * score);
    });
    borrowed[i] = most;
  });
  return borrowed;
}

/** Whether two records are nearly the same: they lend each other nothing, or twenty such tickets would come first. */
function areTwins(first: ReadonlySet<number>, second: ReadonlySet<number>): boolean {
  let shared = 0;
  for (const term of first) if (second.has(term)) shared++;
  return shared >= TWINS_SHARE * Math.max(first.size, second.size);
}

/** With 0.6 Chinese facts about one thing are twins, too, and memdaily-zh loses half a hundredth. */
const TWINS_SHARE = 0.75;
