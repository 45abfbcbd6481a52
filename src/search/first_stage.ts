/**
 * In: weighted terms. Out: the rows of an index that hold most of their weight, best first.
 *
 * FTS5 only lists the rows of each term, as one JSON text: its own bm25 was measured to cost ten times as much (35
 * against 3.5 ms for five words of 100,000 records), and the re-scoring that follows makes it superfluous.
 */
import { NEWEST_FIRST } from "../index/read.ts";
import type { Database, Row, SqlValue } from "../index/sqlite.ts";
import { append } from "../lists.ts";
import type { Term } from "./counts.ts";

/** 200,000 rows take 15 ms. The rarest terms come first, so that only words of nearly every record are left out. */
const MOST_ROWS = 200_000;

/** A term whose rows are listed; with `halves`, the rows that hold all of these. */
export interface Listed extends Pick<Term, "term" | "records" | "worth" | "isKindred"> {
  readonly halves?: readonly string[] | undefined;
}

export interface RowWeights {
  readonly db: Database;
  /** Weight by row number; 0 means the row was not listed. */
  readonly weights: Float32Array;
  /** The listed rows, in no order, each once. */
  readonly rows: number[];
  /** The weight of a row with every listed term: no row has more. */
  most: number;
}

/** Adds rows by the query's own words, then by its characters, then by kindred words, until there are enough. */
export function weighRows(
  db: Database,
  { words, chars = [] }: { words: readonly Listed[]; chars?: readonly Listed[] },
  enough: number,
  found = makeRowWeights(db),
): RowWeights {
  let left = MOST_ROWS;
  const own = words.filter(({ isKindred }) => !isKindred);
  const kindred = words.filter(({ isKindred }) => isKindred);
  for (const tier of [own, chars, kindred]) {
    if (found.rows.length >= enough) break;
    for (const { term, records, worth, halves } of [...tier].sort((a, b) => a.records - b.records)) {
      if (records === 0 && !halves) continue;
      if (left <= 0) break;
      left -= addRows(found, rowsOf(db, halves ?? [term]), worth);
      found.most += worth;
    }
  }
  return found;
}

/** Every row that holds all of these terms. */
export function rowsOf(db: Database, terms: readonly string[]): number[] {
  return matchingRows(db, allOf(terms));
}

/** The rows that hold all terms of one of the groups: `NOT` leaves them out of the records that meaning found. */
export function rowsHolding(db: Database, groups: readonly (readonly string[])[]): Set<number> {
  const either = eitherOf(groups);
  return either === "" ? new Set() : new Set(matchingRows(db, either));
}

/** The FTS5 query for rows that hold all terms of one of these groups; empty where no group holds a term. */
export function eitherOf(groups: readonly (readonly string[])[]): string {
  return groups.filter((group) => group.length > 0).map((group) => `(${allOf(group)})`).join(" OR ");
}

function matchingRows(db: Database, match: string): number[] {
  return rowsIn(db.get("SELECT json_group_array(rowid) AS rows FROM lexicon WHERE lexicon MATCH ?", match));
}

function rowsBy(db: Database, sql: string, ...values: SqlValue[]): number[] {
  return rowsIn(db.get(`SELECT json_group_array(row) AS rows FROM (${sql})`, ...values));
}

function rowsIn(listed: Row | undefined): number[] {
  return JSON.parse(String(listed?.["rows"] ?? "[]"));
}

function allOf(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" AND ");
}

function makeRowWeights(db: Database): RowWeights {
  const newest = Number(db.get("SELECT MAX(row) AS newest FROM records")?.["newest"] ?? 0);
  return { db, weights: new Float32Array(newest + 1), rows: [], most: 0 };
}

function addRows({ weights, rows }: RowWeights, listed: readonly number[], worth: number): number {
  for (const row of listed) {
    const before = weights[row] ?? 0;
    if (before === 0) rows.push(row);
    weights[row] = before + worth;
  }
  return listed.length;
}

/** Removes rows from the list. */
export function dropRows({ weights }: RowWeights, dropped: Iterable<number>): void {
  for (const row of dropped) weights[row] = 0;
}

/**
 * The rows of the greatest weight, best first; of equals at the end the newest, and equals in no order. With `Infinity`
 * all that were listed.
 */
export function bestRows(found: RowWeights, count: number): number[] {
  const { weights, rows } = found;
  const weightOf = (row: number) => weights[row] ?? 0;
  // Only what reaches the threshold is sorted: sorting tens of thousands would cost more than listing them.
  const threshold = rows.length <= count ? 0 : weightOfRank(found, count);
  const kept: number[] = [];
  for (const row of rows) {
    const weight = weights[row] ?? 0;
    if (weight > 0 && weight >= threshold) kept.push(row);
  }
  kept.sort((a, b) => weightOf(b) - weightOf(a));
  const last = weightOf(kept[count - 1] ?? 0);
  if (kept.length <= count || weightOf(kept[count] ?? 0) < last) return kept.slice(0, count);
  const best = kept.filter((row) => weightOf(row) > last);
  append(best, newestOf(found, kept.filter((row) => weightOf(row) === last), count - best.length));
  return best;
}

/**
 * These rows by time. Their numbers don't tell it: an import or an edit brings an old record late into the index.
 *
 * @param before what goes before the time
 */
export function newestFirst(db: Database, rows: readonly number[], before = ""): number[] {
  if (rows.length < 2) return [...rows];
  const sql = `SELECT r.row FROM json_each(?) AS wanted CROSS JOIN records AS r ON r.row = wanted.value
    ORDER BY ${before} ${NEWEST_FIRST}`;
  return rowsBy(db, sql, JSON.stringify(rows));
}

/** So many rows are passed over in the order of time while one row is looked up. */
const PASSED_WHILE_LOOKED_UP = 16;

/** The newest of the rows of one weight. If they are many, some are soon found among the newest of all rows. */
function newestOf({ db, weights }: RowWeights, rows: readonly number[], count: number): number[] {
  const weight = weights[rows[0] ?? 0];
  const sql = `SELECT row FROM records AS r ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
  const found: number[] = [];
  const most = rows.length * PASSED_WHILE_LOOKED_UP;
  for (let from = 0, size = FEWEST_PASSED; from + size <= most; from += size, size *= 2) {
    for (const row of rowsBy(db, sql, size, from)) {
      if (weights[row] !== weight) continue;
      found.push(row);
      if (found.length === count) return found;
    }
  }
  return newestFirst(db, rows).slice(0, count);
}

/** One statement costs as much. */
const FEWEST_PASSED = 500;

/** A weight that `count` rows reach, or a few more: found by counting the weights in 1,024 steps. */
function weightOfRank({ weights, rows, most }: RowWeights, count: number): number {
  const STEPS = 1_024;
  // A little more than the most, so that rounding never leads beyond the last step.
  const scale = STEPS / (most * (1 + 1e-6));
  const counts = new Uint32Array(STEPS);
  for (const row of rows) {
    const step = Math.floor((weights[row] ?? 0) * scale);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let reached = 0;
  for (let step = STEPS - 1; step > 0; step--) {
    reached += counts[step] ?? 0;
    if (reached >= count) return step / scale * (1 - 1e-6);
  }
  return 0;
}
