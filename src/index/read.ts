/** In: an index in step. Out: records by time, session, id or content, for recall and saving, which have no query. */
import type { RawRecord } from "../records/mod.ts";
import { type RecordId, withOwnId } from "../records/ids.ts";
import type { StorePath } from "../store/layout.ts";
import { asResolved } from "../store/resolve.ts";
import type { Database, Row, SqlValue } from "./sqlite.ts";
import type { Others } from "../store/own_lines.ts";
import { HIDDEN, LINK, OTHERS } from "./visible.ts";
import {
  contentKey,
  type Document,
  documentOfRow,
  type Head,
  normaliseContent,
  readHead,
  recordOfRow,
  restOf,
  wholeText,
} from "./document.ts";
import { hashTerm } from "./profile.ts";

export interface Found extends Document {
  readonly file: StorePath;
  /** The record as it stands in the truth; for core memory and notes the record that was made of the Markdown. */
  readonly record: RawRecord;
}

/** A found record as far as it tells whose it is; `wholeOf` reads the rest. */
export type Glimpse = Head & Pick<Found, "file" | "record">;

export interface RecentOptions {
  readonly since?: Date;
  readonly limit?: number;
  readonly offset?: number;
  readonly onlyBackground?: boolean;
  /** Only facts that others may have written so far; without it all. */
  readonly others?: Others;
}

/** The columns by which `asFound` reads a record. */
export const FOUND_COLUMNS = `r.id, r.type, r.raw, f.file, f.tracked, CASE WHEN r.type = 'summary' THEN (
  SELECT json_group_array(json_object('raw', v.raw, 'tracked', g.tracked)) FROM records v JOIN files g ON g.key = v.file
  WHERE v.id = r.id AND v.row <> r.row) END AS versions`;
const COLUMNS = `${FOUND_COLUMNS} FROM records r JOIN files f ON f.key = r.file`;
const VISIBLE = `r.hidden = ${HIDDEN.no}`;
/** In this order the index `records_by_time` lists rows; row numbers tell nothing, since they go by arrival. */
export const NEWEST_FIRST = "r.time DESC, r.start DESC, r.id DESC";

/** The condition for a visible record that counts at the place to which `narrowTo` narrows the index, if it does. */
function visibleIn(db: Database): string {
  return `${VISIBLE} ${hereIn(db)}`;
}

/** The condition, to be added to others, for a record that counts at the place of an index; empty where all do. */
export function hereIn(db: Database): string {
  const names = namesHere.get(db);
  return names === undefined ? "" : `AND (r.project IS NULL OR r.project IN (${names}))`;
}

/** The rows of records that don't count at the place of an index. */
export function rowsElsewhere(db: Database): number[] {
  const names = namesHere.get(db);
  if (names === undefined) return [];
  const sql =
    `SELECT json_group_array(row) AS rows FROM records WHERE project IS NOT NULL AND project NOT IN (${names})`;
  return JSON.parse(String(db.get(sql)?.["rows"]));
}

/** The names of projects that count at the place of an index, as a list of SQL; none where all records count. */
const namesHere = new WeakMap<Database, string>();

/** Narrows an index of the global layer, once it is in step, to records that name no project or one that is here. */
export function narrowTo(db: Database, isHere: (project: string) => boolean): void {
  const names = db.all("SELECT DISTINCT project FROM records WHERE project IS NOT NULL")
    .map(({ project }) => String(project));
  const here = names.filter(isHere);
  if (here.length === names.length) return;
  namesHere.set(db, here.map((name) => `'${name.replaceAll("'", "''")}'`).join(", "));
}

/** Facts, newest first, without opinions (type O) and without stage summaries (type S), which hold no knowledge. */
export function recentFacts(
  db: Database,
  { since, limit = -1, offset = 0, onlyBackground = false, others }: RecentOptions,
): Glimpse[] {
  return glimpses(
    db,
    `r.type = 'fact' AND ${visibleIn(db)} AND r.time >= ?1 AND r.memory_type NOT IN ('S', 'O')
     AND NOT (?2 AND r.memory_type <> 'B') AND r.others ${others === undefined ? ">= 0" : `= ${OTHERS[others]}`}
     ORDER BY ${NEWEST_FIRST} LIMIT ?3 OFFSET ?4`,
    ...[since?.getTime() ?? 0, onlyBackground ? 1 : 0, limit, offset],
  );
}

/** Whether a record here was replaced by another one. */
export function holdsReplaced(db: Database): boolean {
  return db.get(`SELECT 1 FROM records WHERE hidden = ${HIDDEN.superseded} LIMIT 1`) !== undefined;
}

/** Whether git tracks a file of records, so that others may have written some. */
export function hasTracked(db: Database): boolean {
  return db.get("SELECT 1 FROM files WHERE tracked = 1 LIMIT 1") !== undefined;
}

/** The rows that others may have written, by `Others`. */
type RowsOfOthers = Readonly<Record<Exclude<Others, "no">, ReadonlySet<number>>>;

/** The rows that others may have written: all of a stranger's folder, else those of files that git tracks. */
export function rowsOfOthers(db: Database): RowsOfOthers | "all" {
  if (strangers.has(db)) return "all";
  const known = othersOf.get(db);
  if (known) return known;
  const sql = "SELECT json_group_array(row) AS rows FROM records WHERE others > 0 AND others = ?";
  const rows = (others: number) => new Set<number>(JSON.parse(String(db.get(sql, others)?.["rows"])));
  const others = { line: rows(OTHERS.line), yes: rows(OTHERS.yes) };
  othersOf.set(db, others);
  return others;
}

/** How far others may have written a row. */
export function othersOfRow(db: Database, row: number): Others {
  const rows = rowsOfOthers(db);
  if (rows === "all" || rows.yes.has(row)) return "yes";
  return rows.line.has(row) ? "line" : "no";
}

/** Whether others may have written a row. */
export function isOfOthers(db: Database, row: number): boolean {
  return othersOfRow(db, row) !== "no";
}

/** Which kinds of rows there are, the person's own first. */
export function partsOf(db: Database): Others[] {
  const isThere = (others: number) =>
    db.get("SELECT 1 FROM records WHERE others > 0 AND others = ? LIMIT 1", others) !== undefined;
  return ["no", ...isThere(OTHERS.line) ? ["line"] as const : [], ...isThere(OTHERS.yes) ? ["yes"] as const : []];
}

/** Cached: a prompt asks many times, and a stranger's repository may hold thousands of rows. */
const othersOf = new WeakMap<Database, RowsOfOthers>();

const strangers = new WeakSet<Database>();

/** Notes that an index is of a stranger's folder, which git need not track. */
export function noteStrangers(db: Database): void {
  strangers.add(db);
}

/** Empties the cache of `rowsOfOthers`, since a sync changes rows. */
export function forgetOthers(db: Database): void {
  othersOf.delete(db);
}

/**
 * Facts and summaries from a time until before another, newest first, behind them stages of work; as far as others may
 * have written them.
 */
export function recordsBetween(
  db: Database,
  { from, to }: { readonly from: number; readonly to: number },
  others: Others,
  limit: number,
  offset: number,
): Glimpse[] {
  const where = `r.type IN ('fact', 'summary') AND ${visibleIn(db)} AND r.time >= ? AND r.time < ? AND r.others = ?`;
  const order = `r.memory_type IS 'S', ${NEWEST_FIRST}`;
  return glimpses(db, `${where} ORDER BY ${order} LIMIT ? OFFSET ?`, from, to, OTHERS[others], limit, offset);
}

/**
 * Which of these ids, of records in the other layer, facts of this index replace; each with the id of the fact. What
 * others may have written, or an import brought, replaces nothing of the person's own.
 */
export function replacedElsewhere(db: Database, ids: readonly RecordId[]): Map<RecordId, RecordId> {
  const links = db.all(
    `SELECT l.target, r.id, r.row FROM json_each(?) AS asked
     JOIN links l ON l.target = asked.value AND l.kind = ${LINK.supersedes} JOIN records r ON r.row = l.row
     WHERE r.type = 'fact' AND ${VISIBLE} AND json_extract(r.raw, '$.imported_at') IS NULL
       AND NOT EXISTS (SELECT 1 FROM records AS held WHERE held.id = l.target)`,
    JSON.stringify(ids),
  );
  return new Map(
    links.filter(({ row }) => !isOfOthers(db, Number(row))).map(({ target, id }) => [String(target), String(id)]),
  );
}

/** The visible record that replaces a hidden one, directly or through records that were replaced in turn. */
export function replacementOf(db: Database, id: RecordId): Found | undefined {
  const later = `WITH RECURSIVE later(id) AS (VALUES (?) UNION SELECT r.id FROM later
    JOIN links l ON l.target = later.id AND l.kind = ${LINK.supersedes} JOIN records r ON r.row = l.row)
    SELECT id FROM later`;
  return select(db, `${VISIBLE} AND r.id IN (${later}) ORDER BY ${NEWEST_FIRST} LIMIT 1`, id)[0];
}

/** What the records of these ids replaced, directly or through others, newest first; `by` is the replacing id. */
export function replacedBy(db: Database, ids: readonly RecordId[], limit: number): (Found & { by: RecordId })[] {
  const earlier = `WITH RECURSIVE earlier(id, by) AS (SELECT value, value FROM json_each(?) UNION
    SELECT l.target, earlier.by FROM earlier JOIN records r ON r.id = earlier.id
    JOIN links l ON l.row = r.row AND l.kind = ${LINK.supersedes})
    SELECT id, by FROM earlier WHERE id <> by`;
  const laterOf = new Map(db.all(earlier, JSON.stringify(ids)).map(({ id, by }) => [String(id), String(by)]));
  if (laterOf.size === 0) return [];
  const where = `r.hidden = ${HIDDEN.superseded} AND r.id IN (SELECT value FROM json_each(?))`;
  return select(db, `${where} ORDER BY ${NEWEST_FIRST} LIMIT ?`, JSON.stringify([...laterOf.keys()]), limit)
    .map((found) => ({ ...found, by: laterOf.get(found.id) ?? found.id }));
}

/** The visible facts of these ids, in no order. */
export function factsOf(db: Database, ids: readonly RecordId[]): Found[] {
  return select(db, `r.type = 'fact' AND ${VISIBLE} AND r.id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
}

/** The visible records of these ids, in no order. */
export function recordsOf(db: Database, ids: readonly RecordId[]): Found[] {
  return select(db, `${VISIBLE} AND r.id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
}

/** When facts and summaries were made (ms since 1970), newest first. */
export function timesOfRecords(db: Database): number[] {
  const where = `r.type IN ('fact', 'summary') AND ${visibleIn(db)} AND r.time > 0 AND r.memory_type IS NOT 'S'`;
  return db.all(`SELECT r.time FROM records r WHERE ${where} ORDER BY r.time DESC`).map(({ time }) => Number(time));
}

/** Opinions (type O), newest first, as far as others may have written them. */
export function opinions(db: Database, others: Others, limit: number, offset: number): Glimpse[] {
  const where = `r.type = 'fact' AND r.memory_type = 'O' AND ${visibleIn(db)} AND r.others = ?`;
  return glimpses(db, `${where} ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`, OTHERS[others], limit, offset);
}

/** How many opinions a list holds here: those that were replaced, too. */
export function countOpinions(db: Database): number {
  return count(db, "r.memory_type = 'O'");
}

/** How many records a list of a time holds here: those that were replaced, too. */
export function countBetween(db: Database, { from, to }: { readonly from: number; readonly to: number }): number {
  return count(db, "r.type <> 'core' AND r.time >= ? AND r.time < ?", from, to);
}

function count(db: Database, where: string, ...values: SqlValue[]): number {
  const sql = `SELECT count(*) AS count FROM records r
    WHERE ${where} AND r.hidden IN (${HIDDEN.no}, ${HIDDEN.superseded}) ${hereIn(db)}`;
  return Number(db.get(sql, ...values)?.["count"]);
}

/** Curated notes, newest first. */
export function curatedNotes(db: Database): Found[] {
  return select(db, `r.type = 'note' AND ${visibleIn(db)} ORDER BY ${NEWEST_FIRST}`);
}

/** Session summaries, newest first, as far as others may have written them. */
export function lastSessions(db: Database, others: Others, limit: number, offset: number): Glimpse[] {
  const where = `r.type = 'summary' AND ${visibleIn(db)} AND r.others = ? ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
  return glimpses(db, where, OTHERS[others], limit, offset);
}

/** Stages of work (type S) since a time (ms since 1970), newest first, as far as others may have written them. */
export function stagesSince(db: Database, since: number, others: Others, limit: number, offset: number): Glimpse[] {
  const where = `r.type = 'fact' AND r.memory_type = 'S' AND ${visibleIn(db)} AND r.time >= ? AND r.others = ?`;
  return glimpses(db, `${where} ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`, since, OTHERS[others], limit, offset);
}

/** Session summaries with open to-dos, newest first, as far as others may have written them. */
export function sessionsWithTodos(db: Database, others: Others, limit: number, offset: number): Glimpse[] {
  const where = `r.todos > 0 AND ${visibleIn(db)} AND r.others = ? ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
  return glimpses(db, where, OTHERS[others], limit, offset);
}

/**
 * The texts of the open to-dos, the person's own first, then of the newest summary. Ordered as their index is, since
 * in any other order SQLite would go through all records.
 */
export function openTodoTexts(db: Database): string[] {
  const todos = `SELECT t.value FROM records r JOIN json_each(r.raw, '$.todos') t
    WHERE r.todos > 0 AND t.type = 'text' AND ${visibleIn(db)} ORDER BY r.others, r.time DESC`;
  return db.all(todos).map(({ value }) => String(value));
}

/** Whether there is a record of this id, visible or not, that is not deleted. */
export function isThere(db: Database, id: RecordId): boolean {
  const gone = `${HIDDEN.deleted}, ${HIDDEN.doublet}`;
  return db.get(`SELECT 1 FROM records WHERE id = ? AND hidden NOT IN (${gone})`, id) !== undefined;
}

/** The ids that begin or end with a word, visible or not. */
export function idsLike(db: Database, word: string): string[] {
  const part = word.replace(/[\\%_]/g, "\\$&");
  const sql = "SELECT DISTINCT id FROM records WHERE id LIKE ?1 ESCAPE '\\' OR id LIKE ?2 ESCAPE '\\' ORDER BY id";
  return db.all(sql, `${part}%`, `%${part}`).map(({ id }) => String(id));
}

/** Visible facts with exactly this text, apart from blanks and the width of characters. */
export function findIdentical(db: Database, content: string): Found[] {
  const same = normaliseContent(content);
  return select(db, `r.content_key = ? AND r.type = 'fact' AND ${VISIBLE}`, contentKey(content))
    .filter((found) => normaliseContent(found.content) === same);
}

/** Whether a fact with the same text was replaced, and none with it holds. */
export function isReplaced(db: Database, content: string): boolean {
  const same = normaliseContent(content);
  const rows = db.all("SELECT hidden, raw FROM records WHERE content_key = ? AND type = 'fact'", contentKey(content))
    .filter(({ raw }) => normaliseContent(String(JSON.parse(String(raw)).content ?? "")) === same);
  return rows.some(({ hidden }) => hidden === HIDDEN.superseded) && !rows.some(({ hidden }) => hidden === HIDDEN.no);
}

/** The ids of all records, visible or not: the part of an id that a person types must fit one of them alone. */
export function allIds(db: Database): string[] {
  return db.all("SELECT id FROM records").map(({ id }) => String(id));
}

/** How many visible records there are. */
export function total(db: Database): number {
  return Number(db.get("SELECT records FROM totals")?.["records"] ?? 0);
}

/** Whether a search could find nothing but core memory and stages of work. */
export function isEmpty(db: Database): boolean {
  const sql = `SELECT 1 FROM records r WHERE ${VISIBLE} AND r.type <> 'core' AND r.memory_type IS NOT 'S' LIMIT 1`;
  return db.get(sql) === undefined;
}

function select(db: Database, where: string, ...values: SqlValue[]): Found[] {
  return glimpses(db, where, ...values).map(wholeOf);
}

function glimpses(db: Database, where: string, ...values: SqlValue[]): Glimpse[] {
  return db.all(`SELECT ${COLUMNS} WHERE ${where}`, ...values).flatMap((row) => asGlimpse(row) ?? []);
}

/** The text of a record, of a summary with the to-dos that its other versions have done. */
function resolvedIn({ raw, tracked, versions }: Row): string {
  const own = { record: JSON.parse(String(raw)), isOthers: tracked === 1 };
  const others: readonly { raw: string; tracked: number }[] = JSON.parse(String(versions));
  const all = others.map((each) => ({ record: JSON.parse(each.raw), isOthers: each.tracked === 1 }));
  const resolved = asResolved(own, all);
  return resolved === own.record ? String(raw) : JSON.stringify(resolved);
}

/** A row with the columns of `FOUND_COLUMNS` as a `Found`. */
export function asFound(found: Row): Found | undefined {
  const glimpse = asGlimpse(found);
  return glimpse && wholeOf(glimpse);
}

/** All of a record of which a part was read. */
export function wholeOf<G extends Glimpse>(glimpse: G): G & Found {
  return { ...glimpse, ...restOf(glimpse.record, glimpse.type) };
}

function asGlimpse(found: Row): Glimpse | undefined {
  const hasVersions = typeof found["versions"] === "string" && found["versions"] !== "[]";
  const stored = recordOfRow(hasVersions ? { ...found, raw: resolvedIn(found) } : found);
  const head = stored && readHead(stored.record, stored.kind, stored.raw);
  if (!head) return undefined;
  // Where several records share the id in their lines, the row has the id that tells this one apart.
  const id = String(found["id"]);
  const parsed = withOwnId(stored.record);
  const isNamed = parsed.id === id || parsed.id !== undefined && head.id === id;
  const record = isNamed ? parsed : { ...parsed, id };
  return { ...head, id, file: String(found["file"]), record };
}

export interface PassageKey {
  readonly row: number;
  readonly id: RecordId;
  /** Equal stamps of one id: equal texts, but for blanks and width. */
  readonly stamp: number;
}

const PASSAGE_COLUMNS = "row, id, type, content_key";

/** Every visible record, newest first: new records are asked for most, so their vectors are made first. */
export function passageKeys(db: Database): PassageKey[] {
  const sql = `SELECT ${PASSAGE_COLUMNS} FROM records WHERE hidden = ${HIDDEN.no} ORDER BY time DESC, row DESC`;
  return db.all(sql).map((row) => passageKeyOf(db, row));
}

/** The row of the visible record of an id, if its text has this stamp. */
export function currentRow(db: Database, id: RecordId, stamp: number): number | undefined {
  const row = db.get(`SELECT ${PASSAGE_COLUMNS} FROM records WHERE id = ? AND hidden = ${HIDDEN.no}`, id);
  const key = row && passageKeyOf(db, row);
  return key?.stamp === stamp ? key.row : undefined;
}

function passageKeyOf(db: Database, row: Row): PassageKey {
  const number = Number(row["row"]);
  // `content_key` covers the content alone, and a note has a body besides.
  const stamp = row["type"] === "note" ? hashTerm(passageIn(db, number)) : Number(row["content_key"]);
  return { row: number, id: String(row["id"]), stamp };
}

/** The text of a visible record; empty for one that is gone. */
export function passageIn(db: Database, row: number): string {
  const stored = db.get(`SELECT type, raw FROM records WHERE row = ? AND hidden = ${HIDDEN.no}`, row);
  const document = stored && documentOfRow(stored);
  return document ? wholeText(document) : "";
}
