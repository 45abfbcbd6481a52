/**
 * In: the words of a query. Out: the records that fit them, with the points of each view.
 * Not done here: meaning, age, layers (fuse.ts), phrases coming first (mod.ts).
 *
 * @module
 */
import { analyse, pairsOf } from "../index/analyse.ts";
import { packProfile, readProfile } from "../index/profile.ts";
import type { Database } from "../index/sqlite.ts";
import { FLAG } from "../index/profile.ts";
import { type Candidate, deletedRecords, type Filters, findCandidates, literalMatches, passes } from "./candidates.ts";
import { addContext, type Context, keyOf, type Scored } from "./context.ts";
import type { Query } from "./query.ts";
import type { Recipe } from "./recipe.ts";
import { makeScorer, total, type Views } from "./rescore.ts";
import { type QueryTerms, weighQuery } from "./terms.ts";

/** Lexical points by view, before they are scaled. */
export interface Points extends Views, Context {
  /** Factor for records that tell a time, when the query asks for one. */
  readonly time: number;
}

export interface LexicalHit {
  readonly candidate: Candidate;
  readonly points: Points;
  /** 1: says exactly the query. */
  readonly score: number;
}

/** Finds and scores. Without any word (an emoji, an arrow) the signs themselves are looked for. */
export function searchWords(
  databases: readonly Database[],
  query: Query,
  filters: Filters,
  recipe: Recipe,
): LexicalHit[] {
  const terms = weighQuery(query.text, databases, recipe);
  if (terms.words.length === 0 && terms.chars.length === 0) {
    return literalHits(databases, query.text.trim(), filters, recipe);
  }

  const scorer = makeScorer(terms, recipe);
  const candidates = new Map<string, Candidate>();
  for (const db of databases) {
    for (const found of candidatesOf(db, query, terms, filters, recipe)) candidates.set(keyOf(found), found);
  }
  const scored = [...candidates.values()].map((candidate): Scored => {
    const views = scorer.score(candidate.profile);
    return { candidate, views, counts: scorer.counts.slice() };
  });
  const ideal = idealScore(query.text, scorer);
  return addContext(scored, terms, scorer, recipe, (candidate) => passes(candidate, filters))
    .map(({ candidate, views, context }) => {
      const time = terms.asksForTime && (candidate.profile.flags & FLAG.tellsTime) !== 0 ? recipe.tellsTime : 1;
      const score = (total(views) + context.neighbours + context.session) * time / ideal;
      return { candidate, points: { ...views, ...context, time }, score };
    })
    .filter(({ score }) => score > 0);
}

function candidatesOf(db: Database, query: Query, terms: QueryTerms, filters: Filters, recipe: Recipe): Candidate[] {
  const wanted = [...terms.words, ...terms.chars].filter(({ records }) => records > 0).map(({ term }) => term);
  const excluded = query.excluded.map(allTerms).filter((group) => group.length > 0);
  const found = findCandidates(db, { anyOf: wanted, excluded }, filters, recipe.candidates);
  for (const phrase of query.phrases) {
    found.push(...findCandidates(db, { allOf: allTerms(phrase), excluded }, filters, recipe.candidates));
  }
  if (filters.includeDeleted) found.push(...deletedRecords(db, filters));
  return found;
}

/** Every term that a record with this text must hold. */
export function allTerms(text: string): string[] {
  const { stems, runs } = analyse(text);
  return [...new Set([...stems, ...runs.flatMap(pairsOf)])];
}

/** What the query would score if it were a record: the measure of all others. */
function idealScore(text: string, scorer: ReturnType<typeof makeScorer>): number {
  const analysis = analyse(text);
  return Math.max(total(scorer.score(readProfile(packProfile(analysis, analysis.wholes, 0)))), Number.MIN_VALUE);
}

function literalHits(databases: readonly Database[], text: string, filters: Filters, recipe: Recipe): LexicalHit[] {
  if (text === "") return [];
  const points = { words: 0, grams: 0, chars: 0, adjacent: 0, near: 0, neighbours: 0, session: 0, time: 1 };
  return databases.flatMap((db) => literalMatches(db, text, filters, recipe.candidates))
    .map((candidate) => ({ candidate, points, score: 1 }));
}
