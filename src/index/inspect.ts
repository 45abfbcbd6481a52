/**
 * In: a store. Out: the state of its index and how far it is behind, without changing it.
 * Not done here: mending it (in_step.ts), judging it (doctor/).
 *
 * @module
 */
import { asMemoryError, reasonTold } from "../errors.ts";
import { modifiedMs } from "../files.ts";
import { isObject } from "../json.ts";
import { same, type Sentence } from "../sentence.ts";
import { bytesMaxOf, INDEX_FILE, pathOf, truthFiles, VECTORS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { isPrefix, type KnownFile, readKnownFiles, stampOf } from "./known_files.ts";
import { OUTDATED, prepareSchema } from "./schema.ts";
import { type Database, openDatabase } from "./sqlite.ts";

/** The state of an index. */
export interface IndexReport {
  /**
   * `absent`: not made yet. `outdated`: of an earlier version, made anew by the next reader. `corrupt`, `newer`:
   * refused. `unreadable`: the system does not let us.
   */
  readonly state: "absent" | "outdated" | "corrupt" | "newer" | "unreadable" | "open";
  readonly problem?: Sentence;
  /** Records in sight. */
  readonly records: number;
  /** Rows of JSONL records, by file. */
  readonly rows: ReadonlyMap<string, number>;
  /** Files of the truth whose content the index does not know. */
  readonly behind: readonly BehindFile[];
}

/** A file whose content the index does not know. */
export interface BehindFile {
  readonly file: string;
  /** When it last changed, in ms since 1970; undefined when it is gone. */
  readonly changedAt: number | undefined;
}

/** A damaged database repeats itself; the first problems say enough. */
const PROBLEMS_TOLD = 5;

/**
 * Opens a database that is only looked at. What a killed writer left half done is rolled back first, as by any reader
 * that may write: SQLite lets no other one in before, and that is no damage.
 */
function openToLook({ runtime }: Store, path: string): Database {
  if (runtime.files.stat(`${path}-journal`)) rollBack(path);
  return openDatabase(path, { readOnly: true });
}

function rollBack(path: string): void {
  try {
    const db = openDatabase(path);
    try {
      // SQLite looks for what is to be rolled back when it first reads.
      db.get("SELECT 1 FROM sqlite_master LIMIT 1");
    } finally {
      db.close();
    }
  } catch {
    // Whoever only looks will be told why.
  }
}

/** Reads every page of the index, or of the vectors, and returns what is wrong. Never throws. */
export function integrityProblems(store: Store, file: string): Sentence[] {
  const path = pathOf(store, file);
  try {
    if ((store.runtime.files.stat(path)?.size ?? 0) === 0) return [];
    const db = openToLook(store, path);
    try {
      const rows = db.all(`PRAGMA integrity_check(${PROBLEMS_TOLD})`).map((row) => String(row["integrity_check"]));
      return rows.filter((problem) => problem !== "ok").map(same);
    } finally {
      db.close();
    }
  } catch (error) {
    return [reasonTold(error)];
  }
}

/** What is there of vectors. */
export interface VectorsReport {
  readonly state: "absent" | "open" | "damaged";
  readonly problem?: Sentence;
  /** Records that have vectors, by the model that made them. */
  readonly models: readonly { readonly model: string; readonly records: number }[];
}

/** Looks at the vectors of a store, without the library that searches them. Never throws. */
export function inspectVectors(store: Store): VectorsReport {
  try {
    const path = pathOf(store, VECTORS_FILE);
    if ((store.runtime.files.stat(path)?.size ?? 0) === 0) return { state: "absent", models: [] };
    const db = openToLook(store, path);
    try {
      const rows = db.all(`SELECT m.identity, COUNT(DISTINCT p.id) AS records FROM models m
        LEFT JOIN pieces p ON p.model = m.number GROUP BY m.number ORDER BY m.number`);
      const models = rows.map(({ identity, records }) => ({
        model: nameIn(String(identity)),
        records: Number(records),
      }));
      return { state: "open", models };
    } finally {
      db.close();
    }
  } catch (error) {
    return { state: "damaged", problem: reasonTold(error), models: [] };
  }
}

function nameIn(identity: string): string {
  const value: unknown = JSON.parse(identity);
  return isObject(value) && "name" in value ? String(value.name) : "";
}

/** Looks at the index of a store. Never throws. */
export function inspectIndex(store: Store): IndexReport {
  const nothing = { records: 0, rows: new Map<string, number>() };
  try {
    const path = pathOf(store, INDEX_FILE);
    const size = store.runtime.files.stat(path)?.size ?? 0;
    // An empty file: its maker died at once. SQLite fills it.
    if (size === 0) return { state: "absent", ...nothing, behind: behind(undefined, store) };
    const db = openToLook(store, path);
    try {
      prepareSchema(db);
      return { state: "open", records: total(db), rows: rowsPerFile(db), behind: behind(db, store) };
    } finally {
      db.close();
    }
  } catch (error) {
    const { code, told, data } = asMemoryError(error);
    const state = data?.[OUTDATED] === true
      ? "outdated"
      : code === "INDEX_CORRUPT"
      ? "corrupt"
      : code === "STORE_NEWER"
      ? "newer"
      : "unreadable";
    return { state, problem: told.message, ...nothing, behind: [] };
  }
}

function total(db: Database): number {
  return Number(db.get("SELECT records FROM totals")?.["records"] ?? 0);
}

function rowsPerFile(db: Database): Map<string, number> {
  const rows = db.all(`SELECT f.file, COUNT(r.row) AS records FROM files f LEFT JOIN records r ON r.file = f.key
    WHERE f.file LIKE '%.jsonl' GROUP BY f.key`);
  return new Map(rows.map(({ file, records }) => [String(file), Number(records)]));
}

/** The files whose content differs from what was read; a file that was only touched does not. */
function behind(db: Database | undefined, store: Store): BehindFile[] {
  const known = db ? readKnownFiles(db) : new Map<string, KnownFile>();
  const { files } = store.runtime;
  const truth = read(() => truthFiles(store));
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
    if (before?.stamp === stampOf(stat)) continue;
    const bytes = read(() => files.read(path));
    if (!bytes || (db && before ? before.bytes === bytes.length && isPrefix(db, before, bytes) : bytes.length === 0)) {
      continue;
    }
    found.push({ file, changedAt: modifiedMs(stat) });
  }
  return [...found, ...[...known.keys()].map((file) => ({ file, changedAt: undefined }))];
}

function read<T>(body: () => T): T | undefined {
  try {
    return body();
  } catch {
    // Sync passes over it, too, and keeps what it knows.
    return undefined;
  }
}
