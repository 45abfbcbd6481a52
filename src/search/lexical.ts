/** In: the words of a query. Out: the records that fit them, best first, with the points of each view. */
import { analyse, type Analysis } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";
import { FLAG, packProfile, readProfile } from "../index/profile.ts";
import type { Database } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import {
  type Candidate,
  type Filters,
  heaviest,
  hiddenRecords,
  literalMatches,
  loadCandidates,
  narrows,
  newerFirst,
} from "./candidates.ts";
import { addContext, type Context, kinScores, scoring } from "./context.ts";
import { dropRows, newestFirst, rowsHolding, rowsOf, weighRows } from "./first_stage.ts";
import type { Query } from "./query.ts";
import { RECIPE } from "./recipe.ts";
import { makeScorer, type Scorer, total, type Views } from "./rescore.ts";
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

export interface LexicalHit {
  readonly candidate: Candidate;
  /** Absent where no word was looked for. */
  readonly points?: Points;
  /** Holds no word of the query: it stands beside a record of its session that shares something with it. */
  readonly isNeighbour: boolean;
  /** The points in all; 1 says exactly the query. */
  readonly score: number;
}

type ScoredHit = LexicalHit & { readonly points: Points };

interface LexicalHits {
  /** Best first. */
  readonly hits: readonly LexicalHit[];
  /** The terms of the query, as `termsIn` gives those of a record. */
  readonly asked: ReadonlySet<number>;
  /** The telling words of the query, as terms, that no record holds. */
  readonly unheld: readonly string[];
}

/**
 * Finds and scores records by words, `most` of each index in full. A query without any word (an emoji, an arrow) is
 * looked for literally. `isMended`: nothing was found as the query was typed.
 */
export function searchWords(
  databases: readonly Database[],
  query: Query,
  filters: Filters,
  most: number,
  isMended = false,
): LexicalHits {
  const terms = weighQuery(query.text, databases);
  const { asked } = terms;
  const unheld = terms.words.filter(({ of, records, isTelling }) => of === undefined && records === 0 && isTelling)
    .map(({ term }) => term);
  if (terms.words.length === 0 && terms.chars.length === 0) {
    return { hits: literalHits(databases, query.text.trim(), filters, most), asked, unheld };
  }
  const candidates: Candidate[] = [];
  for (const db of databases) append(candidates, candidatesOf(db, query, terms, filters, most));
  // Of equals the newer goes first, here and wherever the best are taken below.
  candidates.sort(newerFirst);
  const scorer = makeScorer(terms);
  const scoreAll = scoring(scorer, judgeShared(terms));
  const scored = scoreAll(candidates);
  if (!scored.some(({ shares }) => shares)) {
    const text = isMended ? undefined : withoutTypos(databases, terms.analysis.surfaces, terms.words);
    if (text === undefined) return { hits: [], asked, unheld };
    return { ...searchWords(databases, { ...query, text }, filters, most, true), unheld };
  }
  const ideal = idealScore(terms.analysis, scorer);
  const hits: ScoredHit[] = [];
  for (const { candidate, views, context, isNeighbour } of addContext(scored, terms, scoreAll, filters)) {
    const answers = answersFactor(candidate, terms);
    const score = (total(views) + context.neighbours + context.session) * answers / ideal;
    if (score > 0) hits.push({ candidate, points: { ...views, ...context, kin: 0, answers }, isNeighbour, score });
  }
  return { hits: addKin(hits.sort(byScore), ideal), asked, unheld };
}

function byScore(a: LexicalHit, b: LexicalHit): number {
  return b.score - a.score;
}

function candidatesOf(db: Database, query: Query, terms: QueryTerms, filters: Filters, most: number): Candidate[] {
  if (filters.replaced) return hiddenRecords(db, HIDDEN.superseded, filters);
  const found = weighRows(db, terms, most);
  // The filter leaves them out as well, but here they would take the places of others.
  dropRows(found, rowsHolding(db, filters.without ?? []));
  const candidates = heaviest(db, found, most, filters);
  const more: number[] = [];
  // Single characters may fill the list: 理 of 包管理器 stands in every 代理, and a pnpm would have no place.
  const mayLack = found.rows.length >= most;
  const telling = terms.words.filter(({ records, isTelling }) => records > 0 && isTelling);
  if (mayLack && telling.reduce((sum, { records }) => sum + records, 0) <= most) {
    for (const { term } of telling) append(more, rowsOf(db, [term]));
  }
  for (const phrase of query.phrases) append(more, newestFirst(db, rowsOf(db, allTerms(phrase))).slice(0, most));
  const known = new Set(candidates.map(({ row }) => row));
  append(candidates, loadCandidates(db, [...new Set(more)].filter((row) => !known.has(row)), filters));
  if (filters.includeDeleted) append(candidates, hiddenRecords(db, HIDDEN.deleted, filters));
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

function answersFactor({ profile }: Candidate, { asksForTime, asksForNumber }: QueryTerms): number {
  return (asksForTime && (profile.flags & FLAG.tellsTime) !== 0 ? RECIPE.tellsTime : 1) *
    (asksForNumber && (profile.flags & FLAG.tellsNumber) !== 0 ? RECIPE.tellsNumber : 1);
}

function addKin(hits: readonly ScoredHit[], ideal: number): LexicalHit[] {
  const kin = kinScores(hits);
  return hits.map((hit, i) => {
    const added = RECIPE.kin * (kin[i] ?? 0);
    return { ...hit, points: { ...hit.points, kin: added * ideal }, score: hit.score + added };
  }).sort(byScore);
}

function literalHits(databases: readonly Database[], text: string, filters: Filters, most: number): LexicalHit[] {
  // Fields alone (`type:note tag:api`) ask for all that they name, newest first.
  if (text === "" && !narrows(filters)) return [];
  return databases.flatMap((db) => literalMatches(db, text, filters, most))
    .map((candidate) => ({ candidate, isNeighbour: false, score: 1 }));
}
