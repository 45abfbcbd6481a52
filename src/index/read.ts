/**
 * In: an index in step. Out: records by time, session, id or content: what recall and saving ask without a query.
 * Not done here: ranking (search/), choosing how much is loaded (recall/).
 *
 * @module
 */
import type { RawRecord } from "../records/mod.ts";
import { type RecordId, withOwnId } from "../records/ids.ts";
import type { StorePath } from "../store/layout.ts";
import { type Document, wholeText } from "./truth.ts";
import type { Database, Row, SqlValue } from "./sqlite.ts";
import { HIDDEN } from "./visible.ts";
import { contentKey, documentOfRow, normaliseContent } from "./write.ts";
import { hashTerm } from "./profile.ts";

export interface Found
  extends Pick<Document, "id" | "type" | "memoryType" | "session" | "timestamp" | "content" | "tags" | "deleted"> {
  /** The file of the truth it stands in, relative to the data folder. */
  readonly file: StorePath;
  /** Whether search and recall see it: not deleted, superseded, doubled or said better by its evidence. */
  readonly visible: boolean;
  /** The record as it stands in the truth; for core memory and notes what was made of the Markdown. */
  readonly record: RawRecord;
}

export interface RecentOptions {
  readonly since?: Date;
  readonly limit?: number;
  readonly onlyBackground?: boolean;
  /** Only those of files that git tracks, or of files that it does not. */
  readonly tracked?: boolean;
}

const COLUMNS = "r.id, r.type, r.hidden, r.raw, f.file FROM records r JOIN files f ON f.key = r.file";
const VISIBLE = `r.hidden = ${HIDDEN.no}`;
const NEWEST_FIRST = "r.time DESC, f.file DESC, r.start DESC";

/** Facts, newest first, but opinions (type O) and stage summaries (type S), which are working state, not knowledge. */
export function recentFacts(db: Database, options: RecentOptions = {}): Found[] {
  const { since, limit = -1, onlyBackground = false, tracked } = options;
  return select(
    db,
    `r.type = 'fact' AND ${VISIBLE} AND r.time >= ?1 AND r.memory_type NOT IN ('S', 'O')
     AND NOT (?2 AND r.memory_type <> 'B') AND (?3 IS NULL OR f.tracked = ?3)
     ORDER BY ${NEWEST_FIRST} LIMIT ?4`,
    ...[since?.getTime() ?? 0, onlyBackground ? 1 : 0, tracked === undefined ? null : Number(tracked), limit],
  );
}

/** Whether git tracks a file of records: others may have written those. */
export function hasTracked(db: Database): boolean {
  return db.get("SELECT 1 FROM files WHERE tracked = 1 LIMIT 1") !== undefined;
}

/** The rows of records that others may have written; a stranger's folder may hold too many to name each. */
type Others = ReadonlySet<number> | "all";

/** The rows that others may have written: all of a stranger's folder, else those in files that git tracks. */
export function rowsOfOthers(db: Database): Others {
  if (strangers.has(db)) return "all";
  const known = othersOf.get(db);
  if (known) return known;
  const rows = hasTracked(db)
    ? db.all("SELECT r.row FROM files f JOIN records r ON r.file = f.key WHERE f.tracked = 1")
    : [];
  const others = new Set(rows.map(({ row }) => Number(row)));
  othersOf.set(db, others);
  return others;
}

/** A prompt asks for them many times, and a stranger's repository may hold thousands. */
const othersOf = new WeakMap<Database, ReadonlySet<number>>();

/** The indexes of strangers' folders. */
const strangers = new WeakSet<Database>();

/** Notes that an index is of a stranger's folder, of which git may say nothing. */
export function noteStrangers(db: Database): void {
  strangers.add(db);
}

/** Has them asked for anew: a sync changes them. */
export function forgetOthers(db: Database): void {
  othersOf.delete(db);
}

/** What was saved in a span of time (ms since 1970; `to` is outside): facts and summaries, newest first. */
export function between(db: Database, from: number, to: number, limit: number): Found[] {
  return select(
    db,
    `r.type IN ('fact', 'summary') AND ${VISIBLE} AND r.time >= ? AND r.time < ? AND r.memory_type IS NOT 'S'
     ORDER BY ${NEWEST_FIRST} LIMIT ?`,
    from,
    to,
    limit,
  );
}

/** The visible facts of these ids but opinions and stages, in no order. */
export function factsOf(db: Database, ids: readonly RecordId[]): Found[] {
  const where = `r.type = 'fact' AND ${VISIBLE} AND r.memory_type NOT IN ('S', 'O')
     AND r.id IN (SELECT value FROM json_each(?))`;
  return select(db, where, JSON.stringify(ids));
}

/** When these records were made (ms since 1970), newest first. */
export function timesOfRecords(db: Database): number[] {
  const where = `r.type IN ('fact', 'summary') AND ${VISIBLE} AND r.time > 0 AND r.memory_type IS NOT 'S'`;
  return db.all(`SELECT r.time FROM records r WHERE ${where} ORDER BY r.time DESC`).map(({ time }) => Number(time));
}

/** What the user prefers and has ruled (type O), newest first, of files that git tracks or of the others. */
export function opinions(db: Database, tracked = false, limit = -1, offset = 0): Found[] {
  return select(
    db,
    `r.type = 'fact' AND r.memory_type = 'O' AND ${VISIBLE} AND f.tracked = ? ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
    Number(tracked),
    limit,
    offset,
  );
}

/** Curated notes, newest first. */
export function notes(db: Database): Found[] {
  return select(db, `r.type = 'note' AND ${VISIBLE} ORDER BY ${NEWEST_FIRST}`);
}

/** Session summaries, newest first. */
export function lastSessions(db: Database, limit: number): Found[] {
  return select(db, `r.type = 'summary' AND ${VISIBLE} ORDER BY ${NEWEST_FIRST} LIMIT ?`, limit);
}

/** Session summaries that leave something to do, newest first, of files that git tracks or of the others. */
export function sessionsWithTodos(db: Database, limit: number, tracked: boolean): Found[] {
  const where = `r.todos > 0 AND ${VISIBLE} AND f.tracked = ? ORDER BY ${NEWEST_FIRST} LIMIT ?`;
  return select(db, where, Number(tracked), limit);
}

/** Whether there is a record of this id, visible or not. */
export function has(db: Database, id: RecordId): boolean {
  return db.get("SELECT 1 FROM records WHERE id = ?", id) !== undefined;
}

/** The ids that begin or end with a word, visible or not; with one that is whole, that one. */
export function idsLike(db: Database, word: string): string[] {
  const part = word.replace(/[\\%_]/g, "\\$&");
  return db.all(
    "SELECT DISTINCT id FROM records WHERE id LIKE ?1 ESCAPE '\\' OR id LIKE ?2 ESCAPE '\\' ORDER BY id",
    `${part}%`,
    `%${part}`,
  ).map(({ id }) => String(id));
}

/** Visible facts that say exactly this, but for blanks and width of characters. */
export function findIdentical(db: Database, content: string): Found[] {
  const same = normaliseContent(content);
  return select(db, `r.content_key = ? AND r.type = 'fact' AND ${VISIBLE}`, contentKey(content))
    .filter((found) => normaliseContent(found.content) === same);
}

/** The ids of all records, the deleted ones too: what a person types must mean one of them alone. */
export function allIds(db: Database): string[] {
  return db.all("SELECT id FROM records").map(({ id }) => String(id));
}

/** How many visible records there are. */
export function total(db: Database): number {
  return Number(db.get("SELECT records FROM totals")?.["records"] ?? 0);
}

/** Whether there is nothing to be found but core memory and stages of work. */
export function isEmpty(db: Database): boolean {
  const sql = `SELECT 1 FROM records r WHERE ${VISIBLE} AND r.type <> 'core' AND r.memory_type IS NOT 'S' LIMIT 1`;
  return db.get(sql) === undefined;
}

function select(db: Database, where: string, ...values: SqlValue[]): Found[] {
  return db.all(`SELECT ${COLUMNS} WHERE ${where}`, ...values).flatMap((row) => asFound(row) ?? []);
}

/** A row with id, type, hidden, raw and file as a `Found`. */
export function asFound(row: Row): Found | undefined {
  const document = documentOfRow(row);
  if (!document) return undefined;
  const { type, memoryType, session, timestamp, content, tags, deleted } = document;
  // Of a record whose id in the file another one has, the row has its own.
  const id = String(row["id"]);
  const parsed = withOwnId(JSON.parse(String(row["raw"])));
  const isNamed = parsed.id === id || parsed.id !== undefined && document.id === id;
  const record = isNamed ? parsed : { ...parsed, id };
  const visible = row["hidden"] === HIDDEN.no;
  return {
    id,
    type,
    memoryType,
    session,
    timestamp,
    content,
    tags,
    deleted,
    visible,
    file: String(row["file"]),
    record,
  };
}

export interface PassageKey {
  readonly row: number;
  readonly id: RecordId;
  /** Equal stamps of one id: equal texts, but for blanks and width. */
  readonly stamp: number;
}

interface Passage extends PassageKey {
  readonly text: string;
}

const PASSAGE_COLUMNS = "row, id, type, content_key";

/** Every visible record, newest first: what is most likely to be asked for gets its vector first. */
export function passageKeys(db: Database): PassageKey[] {
  const rows = db.all(
    `SELECT ${PASSAGE_COLUMNS} FROM records WHERE hidden = ${HIDDEN.no} ORDER BY time DESC, row DESC`,
  );
  return rows.map((row) => passageKeyOf(db, row));
}

/** The texts of these records, in order; empty for one that is gone. */
export function passages(db: Database, keys: readonly PassageKey[]): Passage[] {
  return keys.map((key) => ({ ...key, text: textOf(db, key.row) ?? "" }));
}

/** The visible record of an id, if its text is that of the stamp. */
export function currentRow(db: Database, id: RecordId, stamp: number): number | undefined {
  const row = db.get(`SELECT ${PASSAGE_COLUMNS} FROM records WHERE id = ? AND hidden = ${HIDDEN.no}`, id);
  const key = row && passageKeyOf(db, row);
  return key?.stamp === stamp ? key.row : undefined;
}

function passageKeyOf(db: Database, row: Row): PassageKey {
  const number = Number(row["row"]);
  // A note is found by more than its content, and there are few of them.
  const stamp = row["type"] === "note" ? hashTerm(textOf(db, number) ?? "") : Number(row["content_key"]);
  return { row: number, id: String(row["id"]), stamp };
}

function textOf(db: Database, row: number): string | undefined {
  const stored = db.get(`SELECT type, raw FROM records WHERE row = ? AND hidden = ${HIDDEN.no}`, row);
  const document = stored && documentOfRow(stored);
  return document && wholeText(document);
}
