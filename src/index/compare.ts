/**
 * In: a store and its index. Out: which rows differ from the lines that they were made of, or from those of an index
 * made anew from the files.
 * Not done here: making it anew on disk; the comparison's index lives in memory.
 *
 * @module
 */
import type { Store } from "../store/mod.ts";
import { INDEX_FILE, pathOf, type TruthFile, truthFiles } from "../store/layout.ts";
import { readDocument } from "./document.ts";
import { isPrefix, readKnownFile } from "./known_files.ts";
import { prepareSchema } from "./schema.ts";
import { type Database, IN_MEMORY, openDatabase, type Row } from "./sqlite.ts";
import { syncIndex } from "./sync.ts";
import { readTruth } from "./truth.ts";
import { ownColumns } from "./write.ts";

/** A row that is not as the truth says. */
export interface Difference {
  /** Relative to the data folder. */
  readonly file: string;
  readonly id: string;
  /** `missing`: the index lacks it. `extra`: only the index has it. `other`: it says something else of it. */
  readonly what: "missing" | "extra" | "other";
}

/**
 * Compares each row with the line that it was made of: a tenth of the work of `compareWithRebuild`, which alone
 * sees what a record is found by and what hides it. Throws INDEX_CORRUPT, STORE_NEWER, IO_ERROR.
 */
export function compareWithLines(store: Store): readonly Difference[] {
  const db = openDatabase(pathOf(store, INDEX_FILE), { readOnly: true });
  try {
    prepareSchema(db);
    return truthFiles(store).flatMap((truth) => db.snapshot(() => compareLines(db, store, truth)));
  } finally {
    db.close();
  }
}

function compareLines(db: Database, store: Store, truth: TruthFile): Difference[] {
  const known = readKnownFile(db, truth.file);
  const bytes = known && store.runtime.files.read(pathOf(store, truth.file));
  // Edited a moment ago: the next sync reads it anew.
  if (!bytes || !isPrefix(db, known, bytes)) return [];
  const wanted = new Map<number, Row>();
  for (const placed of readTruth(truth, bytes.subarray(0, known.bytes)).placed) {
    const document = readDocument(placed.record, truth.kind, placed.raw);
    if (document) wanted.set(placed.start, ownColumns(placed, document));
  }
  const rows = db.all(`SELECT ${OWN_COLUMNS} FROM records WHERE file = ? ORDER BY start`, known.key);
  return compareFile(truth.file, new Map(rows.map((row) => [Number(row["start"]), row])), wanted);
}

/** As `ownColumns` names them; of a record that shares its id with another, the id in its line. */
const OWN_COLUMNS =
  "start, coalesce(shared_id, id) AS id, type, memory_type, session, time, changed, deleted, content_key, todos, raw";

/**
 * Compares the schema whole, then row by row, and the sums that ranking uses. Throws INDEX_CORRUPT, STORE_NEWER,
 * IO_ERROR.
 */
export function compareWithRebuild(store: Store): readonly Difference[] {
  const fresh = openDatabase(IN_MEMORY);
  const db = openDatabase(pathOf(store, INDEX_FILE), { readOnly: true });
  try {
    prepareSchema(db);
    prepareSchema(fresh);
    syncIndex(fresh, store);
    const schema = schemaOf(db) === schemaOf(fresh) ? [] : [{ file: INDEX_FILE, id: "schema", what: "other" as const }];
    if (schema.length > 0) return schema;
    const files = new Set([...filesOf(db), ...filesOf(fresh)]);
    const differences = [...files].flatMap((file) => compareFile(file, rowsOf(db, file), rowsOf(fresh, file)));
    const sums = ["totals", "terms", "grams", "sessions", "links", "uses"].filter((table) =>
      sumOf(db, table) !== sumOf(fresh, table)
    );
    // Where a row differs the sums do as well, and the rows say more.
    return differences.length > 0
      ? differences
      : sums.map((table) => ({ file: INDEX_FILE, id: table, what: "other" as const }));
  } finally {
    db.close();
    fresh.close();
  }
}

/** Every table, index, view and trigger, as SQLite keeps them. */
function schemaOf(db: Database): string {
  return JSON.stringify(db.all("SELECT type, name, sql FROM sqlite_master ORDER BY type, name"));
}

function filesOf(db: Database): string[] {
  return db.all("SELECT file FROM files").map(({ file }) => String(file));
}

const COLUMNS =
  "id, type, memory_type, session, time, changed, deleted, hidden, content_key, hex(profile) AS profile, raw";

/** The rows of a file, by place. One file at a time, so that a large memory is not held twice. */
function rowsOf(db: Database, file: string): Map<number, Row> {
  const rows = db.all(
    `SELECT r.start, ${COLUMNS} FROM records r JOIN files f ON f.key = r.file WHERE f.file = ? ORDER BY r.start`,
    file,
  );
  return new Map(rows.map((row) => [Number(row["start"]), row]));
}

function compareFile(file: string, there: Map<number, Row>, wanted: Map<number, Row>): Difference[] {
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

/** No two zones are farther apart, and all are whole quarters of an hour apart. */
const ZONES_MS = 26 * 3_600_000;
const QUARTER_MS = 900_000;

/** A time without a zone was read in the machine's, which may be another by now: that is no damage. */
function isSame(column: string, found: unknown, wanted: unknown): boolean {
  if (found === wanted || column !== "time") return found === wanted;
  const apart = Math.abs(Number(found) - Number(wanted));
  return apart <= ZONES_MS && apart % QUARTER_MS === 0;
}

/** Equal for tables of equal content, whatever their row numbers. */
function sumOf(db: Database, table: string): string {
  switch (table) {
    case "totals":
      return JSON.stringify(db.all("SELECT * FROM totals"));
    case "terms":
      return JSON.stringify(db.all("SELECT COUNT(*), SUM(records), SUM(records * length(term)) FROM terms"));
    case "grams":
      return JSON.stringify(
        db.all("SELECT COUNT(*), SUM(records), SUM(stretches), SUM(records * (gram % 1009)) FROM grams"),
      );
    case "sessions":
      return JSON.stringify(db.all("SELECT COUNT(*), SUM(records), SUM(words) FROM sessions"));
    case "uses":
      return JSON.stringify(db.all("SELECT used, COUNT(*), SUM(time % 1000003), SUM(start) FROM uses GROUP BY used"));
    default:
      return JSON.stringify(db.all("SELECT kind, COUNT(*), SUM(length(target)) FROM links GROUP BY kind"));
  }
}
