/** In: weighed rows of an index, and filters. Out: the visible records among them that pass, ready for scoring. */
import { append, byCode } from "../lists.ts";
import {
  asFound,
  type Found,
  FOUND_COLUMNS,
  hereIn,
  NEWEST_FIRST,
  rowsElsewhere,
  rowsOfOthers,
} from "../index/read.ts";
import { bestRows, dropRows, eitherOf, type RowWeights } from "./first_stage.ts";
import { type Profile, readProfile } from "../index/profile.ts";
import type { Database, Row, SqlValue } from "../index/sqlite.ts";
import { HIDDEN } from "../index/visible.ts";
import { documentOfRow, type DocumentType } from "../index/document.ts";
import type { RecordId, SessionId } from "../records/ids.ts";
import type { MemoryType } from "../records/mod.ts";

/** The records that may be found; an absent field lets any pass. */
export interface Filters {
  readonly types?: readonly DocumentType[];
  readonly memoryTypes?: readonly MemoryType[];
  /** All of them. */
  readonly tags?: readonly string[];
  readonly session?: SessionId;
  /** Milliseconds since 1970: not before, and before. Records without a time pass neither. */
  readonly from?: number;
  readonly until?: number;
  /** Stage summaries (type S), which are left out otherwise. */
  readonly includeStage?: boolean;
  readonly includeDeleted?: boolean;
  /** Only what another record replaces. */
  readonly replaced?: boolean;
  /** No record that holds all terms of one of these groups. */
  readonly without?: readonly (readonly string[])[];
}

/** Whether a query of nothing but these filters asks for all that they let pass. */
export function narrows({ types = [], memoryTypes = [], tags = [], session, from, until }: Filters): boolean {
  return types.length + memoryTypes.length + tags.length > 0 ||
    [session, from, until].some((value) => value !== undefined);
}

export interface Candidate {
  readonly db: Database;
  readonly row: number;
  readonly id: RecordId;
  readonly type: DocumentType;
  readonly memoryType: MemoryType | undefined;
  readonly session: SessionId | undefined;
  readonly time: number;
  readonly start: number;
  readonly profile: Profile;
}

const COLUMNS = "r.row, r.id, r.type, r.memory_type, r.session, r.time, r.start, r.profile";

/** The visible ones of these rows that pass the filters, in their order. */
export function loadCandidates(db: Database, rows: readonly number[], filters: Filters): Candidate[] {
  if (rows.length === 0) return [];
  const { where, values } = conditions(db, filters);
  const sql = `SELECT ${COLUMNS} FROM json_each(?) AS wanted CROSS JOIN records AS r ON r.row = wanted.value
    WHERE r.hidden = ${HIDDEN.no} ${where}`;
  return db.all(sql, JSON.stringify(rows), ...values).map((row) => asCandidate(db, row));
}

/**
 * The `count` visible records of the greatest weight that pass the filters. Where some rows are others', up to `count`
 * of the person's own records are added: others may have filled the list with texts that look like these.
 */
export function heaviest(db: Database, found: RowWeights, count: number, filters: Filters): Candidate[] {
  dropRows(found, rowsElsewhere(db));
  // A few more than wanted, because the filters, which are never quite empty, take some away.
  const first = bestRows(found, Math.ceil(count * 1.1));
  const weightOf = ({ row }: Candidate) => found.weights[row] ?? 0;
  const load = (rows: readonly number[]) =>
    loadCandidates(db, rows, filters).sort((a, b) => weightOf(b) - weightOf(a) || newerFirst(a, b));
  let candidates = load(first);
  if (candidates.length < count / 2 && first.length < found.rows.length) candidates = load(bestRows(found, Infinity));
  candidates = candidates.slice(0, count);
  const others = rowsOfOthers(db);
  if (others === "all" || others.line.size + others.yes.size === 0 || found.rows.length <= candidates.length) {
    return candidates;
  }
  dropRows(found, candidates.map(({ row }) => row));
  dropRows(found, others.yes);
  const own = bestRows(found, others.line.size === 0 ? count : Infinity);
  for (const isLine of others.line.size === 0 ? [false] : [false, true]) {
    append(candidates, load(own.filter((row) => others.line.has(row) === isLine).slice(0, count)));
  }
  return candidates;
}

/** All records that are hidden in this way and pass the filters. The lexicon lacks them, so words can't choose here. */
export function hiddenRecords(db: Database, hidden: number, filters: Filters): Candidate[] {
  const { where, values } = conditions(db, filters);
  // The number itself: a bound value finds no index of a part of the records.
  return db.all(`SELECT ${COLUMNS} FROM records AS r WHERE r.hidden = ${hidden} ${where}`, ...values)
    .map((row) => asCandidate(db, row));
}

/** Lines that are read to see whether their text holds the signs: every line has dashes, in its timestamp. */
const LITERAL_LINES = 2_000;

/** Records with exactly these signs, newest first, for queries of nothing but signs (an emoji, an arrow). */
export function literalMatches(db: Database, text: string, filters: Filters, limit: number): Candidate[] {
  const { where, values } = conditions(db, filters);
  const inJson = JSON.stringify(text).slice(1, -1);
  const sql = `SELECT ${COLUMNS}, r.raw FROM records AS r WHERE instr(r.raw, ?) > 0 AND r.hidden = ${HIDDEN.no} ${where}
    ORDER BY ${NEWEST_FIRST} LIMIT ?`;
  return db.all(sql, inJson, ...values, LITERAL_LINES).filter((row) => documentOfRow(row)?.content.includes(text))
    .slice(0, limit).map((row) => asCandidate(db, row));
}

/** The columns of a record for `asFound`. */
export function loadFound({ db, row }: Candidate): Row | undefined {
  return db.get(`SELECT ${FOUND_COLUMNS} FROM records r JOIN files f ON f.key = r.file WHERE r.row = ?`, row);
}

/** The record of a candidate; undefined if it can't be read. */
export function foundOf(candidate: Candidate): Found | undefined {
  const row = loadFound(candidate);
  return row && asFound(row);
}

/** A key that is unique over all indexes. */
export function keyOf({ db, row }: Pick<Candidate, "db" | "row">): string {
  return `${row} ${db.path}`;
}

/** Which of two candidates that fit equally well goes first: the newer one, as in `NEWEST_FIRST`. */
export function newerFirst(a: Candidate, b: Candidate): number {
  return b.time - a.time || b.start - a.start || byCode(b.id, a.id);
}

/** The facts right before and right after one in its session. */
export function neighbourFacts({ db, row, session = "" }: Candidate): (Candidate | undefined)[] {
  const place = db.get("SELECT time, file, start FROM records WHERE row = ?", row);
  if (!place) return [];
  return [["<", "DESC"], [">", "ASC"]].map(([than, order]) => {
    const found = db.get(
      `SELECT ${COLUMNS} FROM records r WHERE r.session = ? AND r.type = 'fact' AND r.hidden = ${HIDDEN.no}
       AND (r.time, r.file, r.start) ${than} (?, ?, ?) ORDER BY r.time ${order}, r.file ${order}, r.start ${order} LIMIT 1`,
      ...[session, place["time"] ?? 0, place["file"] ?? 0, place["start"] ?? 0],
    );
    return found && asCandidate(db, found);
  });
}

function conditions(db: Database, filters: Filters): { where: string; values: SqlValue[] } {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const among = (column: string, allowed: readonly string[] | undefined) => {
    if (!allowed || allowed.length === 0) return;
    parts.push(`${column} IN (${allowed.map(() => "?").join(", ")})`);
    values.push(...allowed);
  };
  among("r.type", filters.types);
  among("r.memory_type", filters.memoryTypes);
  if (!filters.includeStage && !filters.memoryTypes?.includes("S")) parts.push("r.memory_type IS NOT 'S'");
  if (filters.session !== undefined) parts.push("r.session = ?"), values.push(filters.session);
  if (filters.from !== undefined) parts.push("r.time >= ?"), values.push(filters.from);
  if (filters.until !== undefined) parts.push("r.time < ? AND r.time > 0"), values.push(filters.until);
  for (const tag of filters.tags ?? []) {
    // A tag is written with or without its "#".
    const value = "ltrim(value, '#') = ltrim(?, '#') COLLATE NOCASE";
    parts.push(`EXISTS (SELECT 1 FROM json_each(r.raw, '$.tags') WHERE ${value})`);
    values.push(tag);
  }
  const held = eitherOf(filters.without ?? []);
  if (held !== "") {
    parts.push("r.row NOT IN (SELECT rowid FROM lexicon WHERE lexicon MATCH ?)");
    values.push(held);
  }
  return { where: [hereIn(db), ...parts.map((part) => `AND ${part}`)].join(" "), values };
}

function asCandidate(db: Database, row: Row): Candidate {
  const { memory_type: memoryType, session, profile } = row;
  return {
    db,
    row: Number(row["row"]),
    id: String(row["id"]),
    type: row["type"] as DocumentType,
    memoryType: memoryType === null ? undefined : memoryType as MemoryType,
    session: typeof session === "string" ? session : undefined,
    time: Number(row["time"]),
    start: Number(row["start"]),
    profile: readProfile(profile),
  };
}
