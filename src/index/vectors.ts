/**
 * In: vectors of records, made by whoever has a model. Out: the records nearest to a vector.
 * Not done here: making vectors (embedding/), ranking (search/).
 *
 * They are kept in `vectors.sqlite` beside the index. Like it they are derived, but expensive: rebuilding the index
 * must not cost an hour of embedding. So a vector belongs to a record's id and the stamp of its text, not to a row of
 * the index. One whose text changed or went is not found, whatever happened in between, and the next filling removes
 * it.
 *
 * There is a table for each model: vectors of two models never meet. They are scanned exactly (vector_shelf.ts).
 *
 * @module
 */
import { MemoryError } from "../errors.ts";
import { leadsInside, pathOf, VECTORS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { DATABASE_ENDS, openDatabaseFile } from "./database_file.ts";
import { corrupt, type Database, newer } from "./sqlite.ts";
import { type ShelfKind, vectorExtension } from "./vector_shelf.ts";
import {
  countPieces,
  createTable,
  type Embedded,
  knownRecords,
  modelTables,
  type Near,
  nearestRecords,
  putRecords,
  removeRecords,
  takeOver,
  vectorsOf,
  type VectorTable,
} from "./vector_tables.ts";

/** The vectors of a store, open. */
export interface Vectors {
  tables(): VectorTable[];
  /** Throws MODEL_UNAVAILABLE when there is such a table of other dimensions: vectors are never mixed. */
  create(key: string, identity: object, dimensions: number): VectorTable;
  /** The records that have vectors: id → stamp. */
  known(table: VectorTable): Map<string, number>;
  /** Replaces the vectors of these records, all or nothing. */
  put(table: VectorTable, records: readonly Embedded[]): void;
  remove(table: VectorTable, ids: readonly string[]): void;
  /**
   * The records nearest to a unit vector, nearest first. Throws MODEL_UNAVAILABLE for one of other dimensions.
   *
   * @param pieces how many pieces of records to look at; fewer records when some are near with several
   * @param query the query's own vector, when another one is looked around
   */
  nearest(table: VectorTable, around: Float32Array, pieces: number, query?: Float32Array): Near[];
  /** A record's vectors, one per piece. */
  vectorsOf(table: VectorTable, id: string): Float32Array[];
  /** How many vectors there are. */
  count(table: VectorTable): number;
  /** The table is complete, its mean up to date; those of other models are dropped. */
  takeOver(table: VectorTable): void;
  close(): void;
}

/** Grows with every change to a table. */
const SCHEMA_VERSION = 1;
/** "memv" */
const APPLICATION_ID = 0x6d656d76;
const TABLES = `
  CREATE TABLE models (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    identity TEXT NOT NULL,      -- JSON
    dimensions INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    mean BLOB,                   -- floats; of mean_of pieces
    mean_of INTEGER NOT NULL,
    shelf TEXT NOT NULL          -- of vector_shelf.ts
  );
  CREATE TABLE pieces (
    piece INTEGER PRIMARY KEY,   -- the row in the model's table of vectors, if it has one
    model INTEGER NOT NULL,
    id TEXT NOT NULL,
    stamp INTEGER NOT NULL
  );
  CREATE INDEX pieces_by_id ON pieces(model, id);
`;

/** Whether there are any vectors. Cheap: nothing is opened. */
export function hasVectors(store: Store): boolean {
  const path = pathOf(store, VECTORS_FILE);
  return store.runtime.files.stat(path) !== undefined && leadsInside(store, path);
}

/** Removes all vectors; they are derived. */
export function removeVectors(store: Store): void {
  for (const end of DATABASE_ENDS) store.runtime.files.remove(pathOf(store, VECTORS_FILE) + end);
}

/**
 * Opens the vectors of a store. They are made if missing, and made anew if damaged, of an older version, or of a system
 * whose SQLite can do what this one can't.
 *
 * @throws STORE_NEWER, IO_ERROR when they are a link out of the folder
 */
export function openVectors(store: Store): Vectors {
  const extension = vectorExtension(store.runtime);
  try {
    return open(store, extension);
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "INDEX_CORRUPT") throw error;
    removeVectors(store);
    return open(store, extension);
  }
}

function open(store: Store, extension: string | undefined): Vectors {
  const db = openDatabaseFile(store, VECTORS_FILE, extension === undefined ? {} : { extension });
  try {
    prepareSchema(db);
    if (extension === undefined && db.get("SELECT 1 FROM models WHERE shelf = 'vec0'")) {
      throw corrupt(db.path, {
        en: "its tables need sqlite-vec, which can't be loaded here",
        zh: "它的表需要 sqlite-vec，而这里无法加载",
      });
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return operations(db, extension === undefined ? "plain" : "vec0");
}

function prepareSchema(db: Database): void {
  const read = () => Number(db.get("PRAGMA user_version")?.["user_version"] ?? 0);
  const version = read();
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) throw newer(db.path, version, SCHEMA_VERSION);
  db.transaction(() => {
    // Another process may have come first.
    if (read() !== 0) return;
    db.exec(TABLES);
    db.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${SCHEMA_VERSION}`);
  });
}

function operations(db: Database, shelf: ShelfKind): Vectors {
  return {
    tables: () => modelTables(db),
    create: (key, identity, dimensions) => db.transaction(() => createTable(db, shelf, { key, identity, dimensions })),
    known: (table) => knownRecords(db, table),
    put: (table, records) => db.transaction(() => putRecords(db, table, records)),
    remove: (table, ids) => db.transaction(() => removeRecords(db, table, ids)),
    nearest: (table, around, pieces, query = around) =>
      db.snapshot(() => nearestRecords(db, table, { around, query, pieces })),
    vectorsOf: (table, id) => vectorsOf(db, table, id),
    count: (table) => countPieces(db, table),
    takeOver: (table) => db.transaction(() => takeOver(db, table)),
    close: () => db.close(),
  };
}
