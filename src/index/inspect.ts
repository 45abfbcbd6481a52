/**
 * In: a store. Out: the state of its index, the files that the index has not read yet, and the rows that differ from
 * those of an index made anew in memory. Nothing is changed.
 */
import { asMemoryError, type ErrorCode, errorCode, reasonTold, tried } from "../errors.ts";
import { fileStamp, modifiedMs } from "../files.ts";
import { asObject } from "../json.ts";
import type { RecordId } from "../records/ids.ts";
import { same, type Sentence } from "../sentence.ts";
import { INDEX_FILE, pathOf, type StorePath, VECTORS_FILE } from "../store/layout.ts";
import { bytesMaxOf, type TruthFile, truthFiles } from "../store/truth_files.ts";
import type { Store } from "../store/mod.ts";
import { isPrefix, type KnownFile, readKnownFile, readKnownFiles } from "./known_files.ts";
import { total } from "./read.ts";
import { OUTDATED, prepareSchema } from "./schema.ts";
import { closing, type Database, IN_MEMORY, isLockless, openDatabase, type Row } from "./sqlite.ts";
import { readDocument } from "./document.ts";
import { readTruth } from "./truth.ts";
import { syncIndex } from "./sync.ts";
import { ownColumns } from "./write.ts";

interface IndexReport {
  /**
   * `absent`: not made yet. `outdated`: of an earlier version; the next reader makes it anew. `newer`: of a later
   * version, which we refuse. `unreadable`: the system does not let us read it.
   */
  readonly state: "absent" | "outdated" | "corrupt" | "newer" | "unreadable" | "open";
  readonly problem?: Sentence;
  /** What to do about it, where that is known. */
  readonly next?: Sentence | undefined;
  readonly records: number;
  /** Rows of JSONL records, by file. */
  readonly rows: ReadonlyMap<string, number>;
  /** Files of the truth with content that the index has not read. */
  readonly behind: readonly BehindFile[];
}

interface BehindFile {
  readonly file: StorePath;
  /** When it last changed, in ms since 1970; undefined when it is gone. */
  readonly changedAt: number | undefined;
}

/** A damaged database repeats itself; the first problems say enough. */
const PROBLEMS_TOLD = 5;

/** SQLite lets nobody read the half-done write of a killed process before a connection that may write rolls it back. */
function openToLook({ runtime }: Store, path: string): Database {
  if (runtime.files.stat(`${path}-journal`)) rollBack(path);
  return openDatabase(path, { readOnly: true, files: runtime.files });
}

function rollBack(path: string): void {
  // The reader will meet the same error, and tells it.
  tried(() => closing(openDatabase(path), (db) => db.get("SELECT 1 FROM sqlite_master LIMIT 1")));
}

/** Reads every page of the index, or of the vectors, and returns the problems. Never throws. */
export function integrityProblems(store: Store, file: StorePath): Sentence[] {
  const path = pathOf(store, file);
  try {
    if ((store.runtime.files.stat(path)?.size ?? 0) === 0) return [];
    const check = (db: Database) => db.all(`PRAGMA integrity_check(${PROBLEMS_TOLD})`);
    return closing(openToLook(store, path), check).map((row) => String(row["integrity_check"]))
      .filter((problem) => problem !== "ok").map(same);
  } catch (error) {
    return [reasonTold(error)];
  }
}

interface VectorsReport {
  readonly state: "absent" | "open" | "damaged";
  readonly problem?: Sentence;
  /** Records that have vectors, by the model that made them. */
  readonly models: readonly { readonly model: string; readonly records: number }[];
}

/** Looks at the vectors of a store, without loading sqlite-vec. Never throws. */
export function inspectVectors(store: Store): VectorsReport {
  try {
    const path = pathOf(store, VECTORS_FILE);
    if ((store.runtime.files.stat(path)?.size ?? 0) === 0) return { state: "absent", models: [] };
    const count = (db: Database) =>
      db.all(`SELECT m.identity, COUNT(DISTINCT p.id) AS records FROM models m
        LEFT JOIN pieces p ON p.model = m.number GROUP BY m.number ORDER BY m.number`);
    const models = closing(openToLook(store, path), count).map(({ identity, records }) => ({
      model: String(asObject(JSON.parse(String(identity)))?.name ?? ""),
      records: Number(records),
    }));
    return { state: "open", models };
  } catch (error) {
    // Nothing is known of vectors that another process holds: they are not made anew for that.
    if (errorCode(error) === "LOCK_BUSY" || isLockless(error)) return { state: "absent", models: [] };
    return { state: "damaged", problem: reasonTold(error), models: [] };
  }
}

const STATE_OF: Partial<Record<ErrorCode, IndexReport["state"]>> = { INDEX_CORRUPT: "corrupt", STORE_NEWER: "newer" };

/** Looks at the index of a store. Never throws. */
export function inspectIndex(store: Store): IndexReport {
  const nothing = { records: 0, rows: new Map<string, number>() };
  try {
    const path = pathOf(store, INDEX_FILE);
    const size = store.runtime.files.stat(path)?.size ?? 0;
    // The process that made an empty file was killed at once; the next reader fills the file.
    if (size === 0) return { state: "absent", ...nothing, behind: behind(undefined, store) };
    return closing(openToLook(store, path), (db) => {
      prepareSchema(db);
      return { state: "open", records: total(db), rows: rowsPerFile(db), behind: behind(db, store) };
    });
  } catch (error) {
    const { code, told, data } = asMemoryError(error);
    // A folder in its place is set aside as a damaged index is.
    const isFolder = store.runtime.files.stat(pathOf(store, INDEX_FILE))?.kind === "folder";
    const state = data?.[OUTDATED] === true ? "outdated" : isFolder ? "corrupt" : STATE_OF[code] ?? "unreadable";
    return { state, problem: told.message, next: told.hint, ...nothing, behind: [] };
  }
}

function rowsPerFile(db: Database): Map<string, number> {
  const rows = db.all(`SELECT f.file, COUNT(r.row) AS records FROM files f LEFT JOIN records r ON r.file = f.key
    WHERE f.file LIKE '%.jsonl' GROUP BY f.key`);
  return new Map(rows.map(({ file, records }) => [String(file), Number(records)]));
}

/** The files whose content has changed since they were read; a new time of a file alone is no change. */
function behind(db: Database | undefined, store: Store): BehindFile[] {
  const known = db ? readKnownFiles(db) : new Map<string, KnownFile>();
  const { files } = store.runtime;
  const truth = tried(() => truthFiles(store));
  if (!truth) return [];
  const found: BehindFile[] = [];
  for (const { file, kind, stat } of truth) {
    const path = pathOf(store, file);
    const before = known.get(file);
    known.delete(file);
    if (!stat || stat.size > bytesMaxOf(kind)) {
      if (before) found.push({ file, changedAt: undefined });
      continue;
    }
    if (before?.stamp === fileStamp(stat)) continue;
    const bytes = tried(() => files.read(path));
    if (!bytes) continue;
    const isRead = db && before ? before.bytes === bytes.length && isPrefix(db, before, bytes) : bytes.length === 0;
    if (!isRead) found.push({ file, changedAt: modifiedMs(stat) });
  }
  return [...found, ...[...known.keys()].map((file) => ({ file, changedAt: undefined }))];
}

interface Difference {
  readonly file: StorePath;
  readonly id: RecordId;
  /** `missing`: the index lacks the record. `extra`: only the index has it. `other`: their columns differ. */
  readonly what: "missing" | "extra" | "other";
}

/** Ten times as fast as `compareWithRebuild`, which alone compares profiles and `hidden`. Throws as that does. */
export function compareWithLines(store: Store): readonly Difference[] {
  return closing(openDatabase(pathOf(store, INDEX_FILE), { readOnly: true }), (db) => {
    prepareSchema(db);
    return truthFiles(store).flatMap((truth) => db.snapshot(() => compareLines(db, store, truth)));
  });
}

function compareLines(db: Database, store: Store, truth: TruthFile): Difference[] {
  const known = readKnownFile(db, truth.file);
  const bytes = known && store.runtime.files.read(pathOf(store, truth.file));
  // The next sync reads a file anew that was edited a moment ago.
  if (!bytes || !isPrefix(db, known, bytes)) return [];
  const wanted = new Map<number, Row>();
  for (const placed of readTruth(truth, bytes.subarray(0, known.bytes)).placed) {
    const document = readDocument(placed.record, truth.kind, placed.raw);
    if (document) wanted.set(placed.start, ownColumns(placed, document, store.layer));
  }
  const rows = db.all(`SELECT ${OWN_COLUMNS} FROM records WHERE file = ? ORDER BY start`, known.key);
  return compareFile(truth.file, new Map(rows.map((row) => [Number(row["start"]), row])), wanted);
}

/** The columns of `ownColumns`. Where records share the id in their lines, that id is compared. */
const OWN_COLUMNS =
  "start, coalesce(shared_id, id) AS id, type, memory_type, session, time, changed, deleted, content_key, todos, raw, project";

/** Compares the schema, each row, and the sums that ranking uses. Throws INDEX_CORRUPT, STORE_NEWER, IO_ERROR. */
export function compareWithRebuild(store: Store): readonly Difference[] {
  const db = openDatabase(pathOf(store, INDEX_FILE), { readOnly: true });
  return closing(db, () => closing(openDatabase(IN_MEMORY), (fresh) => compareWith(fresh, db, store)));
}

function compareWith(fresh: Database, db: Database, store: Store): readonly Difference[] {
  prepareSchema(db);
  prepareSchema(fresh);
  syncIndex(fresh, store);
  if (schemaOf(db) !== schemaOf(fresh)) return [{ file: INDEX_FILE, id: "schema", what: "other" }];
  const files = new Set([...filesOf(db), ...filesOf(fresh)]);
  const differences = [...files].flatMap((file) => compareFile(file, rowsOf(db, file), rowsOf(fresh, file)));
  // Where rows differ, the sums differ as well, and the rows say more.
  if (differences.length > 0) return differences;
  return Object.entries(SUMS).filter(([, sql]) => JSON.stringify(db.all(sql)) !== JSON.stringify(fresh.all(sql)))
    .map(([table]) => ({ file: INDEX_FILE, id: table, what: "other" }));
}

function schemaOf(db: Database): string {
  return JSON.stringify(db.all("SELECT type, name, sql FROM sqlite_master ORDER BY type, name"));
}

function filesOf(db: Database): string[] {
  return db.all("SELECT file FROM files").map(({ file }) => String(file));
}

const COLUMNS =
  "id, type, memory_type, session, time, changed, deleted, hidden, content_key, hex(profile) AS profile, raw";

/** The rows of a file, by `start`. One file at a time, so that a large memory is not held twice. */
function rowsOf(db: Database, file: StorePath): Map<number, Row> {
  const sql =
    `SELECT r.start, ${COLUMNS} FROM records r JOIN files f ON f.key = r.file WHERE f.file = ? ORDER BY r.start`;
  return new Map(db.all(sql, file).map((row) => [Number(row["start"]), row]));
}

function compareFile(file: StorePath, there: Map<number, Row>, wanted: Map<number, Row>): Difference[] {
  const differences: Difference[] = [];
  for (const [key, row] of wanted) {
    const found = there.get(key);
    if (!found) differences.push({ file, id: String(row["id"]), what: "missing" });
    else if (Object.keys(row).some((column) => !isSame(column, found[column], row[column]))) {
      differences.push({ file, id: String(row["id"]), what: "other" });
    }
  }
  for (const [key, row] of there) {
    if (!wanted.has(key)) differences.push({ file, id: String(row["id"]), what: "extra" });
  }
  return differences;
}

/** No two time zones are farther apart, and all are whole quarters of an hour apart. */
const ZONES_MS = 26 * 3_600_000;
const QUARTER_MS = 900_000;

/** A time without a zone was read in the zone of the machine, which may have changed since: that is no damage. */
function isSame(column: string, found: unknown, wanted: unknown): boolean {
  if (found === wanted || column !== "time") return found === wanted;
  const apart = Math.abs(Number(found) - Number(wanted));
  return apart <= ZONES_MS && apart % QUARTER_MS === 0;
}

/** Sums over a table: equal for equal content, whatever the numbers of its rows. */
const SUMS = {
  totals: "SELECT * FROM totals",
  terms: "SELECT COUNT(*), SUM(records), SUM(records * length(term)) FROM terms",
  grams: "SELECT COUNT(*), SUM(records), SUM(stretches), SUM(records * (gram % 1009)) FROM grams",
  sessions: "SELECT COUNT(*), SUM(records), SUM(words) FROM sessions",
  links: "SELECT kind, COUNT(*), SUM(length(target)) FROM links GROUP BY kind",
  uses: "SELECT used, COUNT(*), SUM(time % 1000003), SUM(start) FROM uses GROUP BY used",
};
