/**
 * In: the words of a query. Out: the records that fit them, best first, with the points of each view.
 * Not done here: meaning, age, layers (fuse.ts), what is told again later (retold.ts), phrases coming first (mod.ts).
 *
 * @module
 */
import { analyse, type Analysis } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";
import { FLAG, packProfile, readProfile } from "../index/profile.ts";
import type { Database } from "../index/sqlite.ts";
import {
  type Candidate,
  deletedRecords,
  type Filters,
  heaviest,
  literalMatches,
  loadCandidates,
} from "./candidates.ts";
import { addContext, type Context, type InContext, NO_CONTEXT, scoreAll } from "./context.ts";
import { dropRows, rowsHolding, rowsOf, weighRows } from "./first_stage.ts";
import { kinScores } from "./kin.ts";
import type { Query } from "./query.ts";
import type { Recipe } from "./recipe.ts";
import { makeScorer, NO_VIEWS, type Scorer, total, type Views } from "./rescore.ts";
import { judgeShared } from "./shared.ts";
import { type QueryTerms, weighQuery } from "./terms.ts";
import { withoutTypos } from "./spellings.ts";
import { append } from "../lists.ts";

/** The lexical points of a record by view, and the factors on their sum. */
export interface Points extends Views, Context {
  readonly kin: number;
  /** For records that tell a time or a number, when the query asks for one. */
  readonly answers: number;
}

/** A record that words found, with all that makes its points. */
export interface LexicalHit extends Omit<InContext, "counts" | "shares">, Pick<Points, "kin" | "answers"> {
  /** 1: says exactly the query. */
  readonly score: number;
}

/** The parts of a hit's score. */
export function pointsOf({ views, context, kin, answers }: LexicalHit): Points {
  return { ...views, ...context, kin, answers };
}

/** The records that words found. */
export interface LexicalHits {
  /** Best first. */
  readonly hits: readonly LexicalHit[];
  /** Whether a term of a profile is one of the query's. */
  readonly isAsked: (term: number) => boolean;
}

/** Finds and scores records by words. A query without any word (an emoji, an arrow) is looked for literally. */
export function searchWords(
  databases: readonly Database[],
  query: Query,
  filters: Filters,
  recipe: Recipe,
): LexicalHits {
  const terms = weighQuery(query.text, databases, recipe);
  const isAsked = (term: number) => terms.named.has(term) || terms.wordOfPair.has(term);
  if (terms.words.length === 0 && terms.chars.length === 0) {
    return { hits: literalHits(databases, query.text.trim(), filters, recipe), isAsked };
  }
  const candidates: Candidate[] = [];
  for (const db of databases) append(candidates, candidatesOf(db, query, terms, filters, recipe));
  const scorer = makeScorer(terms, recipe);
  const judge = judgeShared(terms);
  const scored = scoreAll(candidates, scorer, judge);
  if (!scored.some(({ shares }) => shares)) {
    const text = recipe.typos ? withoutTypos(databases, terms.analysis.surfaces, terms.words) : undefined;
    if (text === undefined) return { hits: [], isAsked };
    return searchWords(databases, { ...query, text }, filters, { ...recipe, typos: false });
  }
  const ideal = idealScore(terms.analysis, scorer);
  const inContext = addContext(scored, terms, { scorer, judge }, filters, recipe);
  const hits = inContext.map(({ candidate, views, context, isNeighbour }): LexicalHit => {
    const answers = answersFactor(candidate, terms, recipe);
    const score = (total(views) + context.neighbours + context.session) * answers / ideal;
    return { candidate, views, context, isNeighbour, kin: 0, answers, score };
  }).filter(({ score }) => score > 0).sort(byScore);
  return { hits: addKin(hits, ideal, recipe), isAsked };
}

function byScore(a: LexicalHit, b: LexicalHit): number {
  return b.score - a.score;
}

function candidatesOf(db: Database, query: Query, terms: QueryTerms, filters: Filters, recipe: Recipe): Candidate[] {
  const found = weighRows(db, terms, recipe.candidates);
  for (const excluded of query.excluded) dropRows(found, rowsOf(db, allTerms(excluded)));
  const candidates = heaviest(db, found, recipe.candidates, filters);
  // Single characters may fill the list: 理 of 包管理器 stands in every 代理, and a pnpm would have no place.
  const mayLack = found.rows.length >= recipe.candidates;
  const telling = terms.words.filter(({ records, isTelling }) => records > 0 && isTelling);
  if (mayLack && telling.reduce((sum, { records }) => sum + records, 0) <= recipe.candidates) {
    const known = new Set([...candidates.map(({ row }) => row), ...rowsHolding(db, query.excluded.map(allTerms))]);
    const more = new Set(telling.flatMap(({ term }) => rowsOf(db, [term]).filter((row) => !known.has(row))));
    append(candidates, loadCandidates(db, [...more], filters));
  }
  for (const phrase of query.phrases) {
    const known = new Set(candidates.map(({ row }) => row));
    const more = rowsOf(db, allTerms(phrase)).slice(-recipe.candidates).filter((row) => !known.has(row));
    append(candidates, loadCandidates(db, more, filters));
  }
  if (filters.includeDeleted) append(candidates, deletedRecords(db, filters));
  return candidates;
}

/** Every term that a record with this text must hold. */
export function allTerms(text: string): string[] {
  const { stems, runs } = analyse(text);
  return [...new Set([...stems, ...runs.flatMap(pairsOf)])];
}

/** The score that the query itself would have as a record, by which all scores are measured. */
function idealScore(analysis: Analysis, scorer: Scorer): number {
  return Math.max(
    total(scorer.score(readProfile(packProfile(analysis, { others: [...analysis.wholes, ...analysis.notations] })))),
    Number.MIN_VALUE,
  );
}

function answersFactor({ profile }: Candidate, { asksForTime, asksForNumber }: QueryTerms, recipe: Recipe): number {
  return (asksForTime && (profile.flags & FLAG.tellsTime) !== 0 ? recipe.tellsTime : 1) *
    (asksForNumber && (profile.flags & FLAG.tellsNumber) !== 0 ? recipe.tellsNumber : 1);
}

/** Adds the points that records without a session borrow (kin.ts). */
function addKin(hits: LexicalHit[], ideal: number, recipe: Recipe): LexicalHit[] {
  const kin = kinScores(hits.map(({ candidate: { profile, session }, score }) => {
    return { profile, hasSession: session !== undefined, score };
  }));
  return hits.map((hit, i) => {
    const added = recipe.kin * (kin[i] ?? 0);
    return { ...hit, kin: added * ideal, score: hit.score + added };
  }).sort(byScore);
}

function literalHits(databases: readonly Database[], text: string, filters: Filters, recipe: Recipe): LexicalHit[] {
  // Fields alone (`type:note tag:api`) ask for all that they name, newest first.
  if (text === "" && !narrows(filters)) return [];
  return databases.flatMap((db) => literalMatches(db, text, filters, recipe.candidates))
    .map((candidate) => ({
      candidate,
      views: NO_VIEWS,
      context: NO_CONTEXT,
      isNeighbour: false,
      kin: 0,
      answers: 1,
      score: 1,
    }));
}

function narrows({ types, tags, session, from, until }: Filters): boolean {
  const some = (list: readonly string[] | undefined) => list !== undefined && list.length > 0;
  return some(types) || some(tags) || session !== undefined || from !== undefined || until !== undefined;
}
