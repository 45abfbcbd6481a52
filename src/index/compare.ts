/**
 * In: a store and its index. Out: which rows differ from those of an index made anew from the files.
 * Not done here: making it anew on disk; the comparison's index lives in memory.
 *
 * @module
 */
import type { Store } from "../store/mod.ts";
import { INDEX_FILE, pathOf } from "../store/layout.ts";
import { prepareSchema } from "./schema.ts";
import { type Database, IN_MEMORY, openDatabase, type Row } from "./sqlite.ts";
import { syncIndex } from "./sync.ts";

/** A row that is not as the truth says. */
export interface Difference {
  /** Relative to the data folder. */
  readonly file: string;
  readonly id: string;
  /** `missing`: the index lacks it. `extra`: only the index has it. `other`: it says something else of it. */
  readonly what: "missing" | "extra" | "other";
}

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
    else if (JSON.stringify(found) !== JSON.stringify(row)) {
      differences.push({ file, id: String(row["id"]), what: "other" });
    }
  }
  for (const [key, row] of there) {
    if (!wanted.has(key)) differences.push({ file, id: String(row["id"]), what: "extra" });
  }
  return differences;
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
