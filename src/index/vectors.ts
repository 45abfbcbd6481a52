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
import { leadsInside } from "../store/guard.ts";
import { pathOf, VECTORS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { DATABASE_ENDS, openDatabaseFile } from "./database_file.ts";
import { corrupt, type Database } from "./sqlite.ts";
import { bytesOf, floatsOf, type Shelf, type ShelfKind, shelfOf, vectorExtension } from "./vector_shelf.ts";

/** The vectors of one model. */
export interface VectorTable {
  /** Of the model's identity. */
  readonly key: string;
  /** What it was called with, as given to `create`. */
  readonly identity: Readonly<Record<string, unknown>>;
  readonly dimensions: number;
  /** It once held every record. Before, it serves together with words; after, it is kept up. */
  readonly complete: boolean;
  /** The mean of the vectors, as of the last filling that changed much; undefined before the first. */
  readonly mean: Float32Array | undefined;
  readonly number: number;
  readonly shelf: ShelfKind;
}

/** A record's vectors: one, or one for each piece of a long text; none when the model finds nothing in it. */
export interface Embedded {
  readonly id: string;
  readonly stamp: number;
  readonly vectors: readonly Float32Array[];
}

export interface Near {
  readonly id: string;
  readonly stamp: number;
  /** Of the record's nearest piece: its cosine with the vector that was looked around, −1 to 1 … */
  readonly closeness: number;
  /** … and with the query. */
  readonly cosine: number;
}

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

/** How many pieces a mean is taken of: more hardly move it. */
const MEAN_SAMPLE = 2_000;
/** The mean is taken anew when the number of pieces has changed by this share. */
const MEAN_DRIFT = 0.1;

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
      throw corrupt(db.path, "its tables need sqlite-vec, which can't be loaded here");
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
  if (version > SCHEMA_VERSION) {
    throw new MemoryError("STORE_NEWER", `${db.path} has schema ${version}, this version reads ${SCHEMA_VERSION}`, {
      hint: "Update `memory`, or delete the file: it is derived and will be made again",
    });
  }
  db.transaction(() => {
    // Another process may have come first.
    if (read() !== 0) return;
    db.exec(TABLES);
    db.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${SCHEMA_VERSION}`);
  });
}

function operations(db: Database, shelf: ShelfKind): Vectors {
  const shelves = ({ shelf, number }: Pick<VectorTable, "shelf" | "number">): Shelf => shelfOf(db, shelf, number);

  function tables(): VectorTable[] {
    return db.all("SELECT * FROM models ORDER BY number").map((row) => ({
      number: Number(row["number"]),
      key: String(row["key"]),
      identity: JSON.parse(String(row["identity"])),
      dimensions: Number(row["dimensions"]),
      complete: row["complete"] === 1,
      mean: floatsOf(row["mean"]),
      shelf: row["shelf"] === "plain" ? "plain" : "vec0",
    }));
  }

  function piecesOf(table: VectorTable, id: string): number[] {
    return db.all("SELECT piece FROM pieces WHERE model = ? AND id = ?", table.number, id)
      .map(({ piece }) => Number(piece));
  }

  /** Takes the mean of the vectors anew when it was taken of many fewer or more. */
  function refreshMean(table: VectorTable): void {
    const pieces = Number(db.get("SELECT COUNT(*) AS n FROM pieces WHERE model = ?", table.number)?.["n"]);
    const before = Number(db.get("SELECT mean_of FROM models WHERE number = ?", table.number)?.["mean_of"]);
    if (pieces === 0 || Math.abs(pieces - before) <= MEAN_DRIFT * before) return;
    const mean = new Float32Array(table.dimensions);
    const sample = db.all(
      "SELECT piece FROM pieces WHERE model = ? ORDER BY random() LIMIT ?",
      ...[table.number, MEAN_SAMPLE],
    );
    for (const { piece } of sample) {
      shelves(table).at(Number(piece))?.forEach((value, at) => mean[at] = (mean[at] ?? 0) + value / sample.length);
    }
    db.run("UPDATE models SET mean = ?, mean_of = ? WHERE number = ?", bytesOf(mean), pieces, table.number);
  }

  function removeIds(table: VectorTable, ids: readonly string[]): void {
    for (const id of ids) {
      for (const piece of piecesOf(table, id)) shelves(table).remove(piece);
      db.run("DELETE FROM pieces WHERE model = ? AND id = ?", table.number, id);
    }
  }

  function drop(table: VectorTable): void {
    shelves(table).drop();
    db.run("DELETE FROM pieces WHERE model = ?", table.number);
    db.run("DELETE FROM models WHERE number = ?", table.number);
  }

  return {
    tables,
    create(key, identity, dimensions) {
      return db.transaction(() => {
        const existing = tables().find((table) => table.key === key);
        if (existing) return sameDimensions(existing, dimensions);
        const { row: number } = db.run(
          "INSERT INTO models VALUES (NULL, ?, ?, ?, 0, NULL, 0, ?)",
          ...[key, JSON.stringify(identity), dimensions, shelf],
        );
        shelves({ shelf, number }).create(dimensions);
        return { key, identity: { ...identity }, dimensions, complete: false, mean: undefined, number, shelf };
      });
    },
    known(table) {
      const rows = db.all("SELECT id, stamp FROM pieces WHERE model = ?", table.number);
      return new Map(rows.map(({ id, stamp }) => [String(id), Number(stamp)]));
    },
    put(table, records) {
      db.transaction(() => {
        removeIds(table, records.map(({ id }) => id));
        for (const { id, stamp, vectors } of records) {
          // A record without a vector is kept as done.
          if (vectors.length === 0) db.run("INSERT INTO pieces VALUES (NULL, ?, ?, ?)", table.number, id, stamp);
          for (const vector of vectors) {
            sameDimensions(table, vector.length);
            const { row } = db.run("INSERT INTO pieces VALUES (NULL, ?, ?, ?)", table.number, id, stamp);
            shelves(table).put(row, vector);
          }
        }
      });
    },
    remove: (table, ids) => db.transaction(() => removeIds(table, ids)),
    nearest(table, around, pieces, query = around) {
      sameDimensions(table, around.length);
      const near = new Map<string, Near>();
      db.snapshot(() => {
        for (const { piece, closeness, cosine } of shelves(table).nearest(around, query, pieces)) {
          const row = db.get("SELECT id, stamp FROM pieces WHERE piece = ?", piece);
          const id = String(row?.["id"]);
          if (row && !near.has(id)) near.set(id, { id, stamp: Number(row["stamp"]), closeness, cosine });
        }
      });
      return [...near.values()];
    },
    vectorsOf: (table, id) => piecesOf(table, id).flatMap((piece) => shelves(table).at(piece) ?? []),
    count(table) {
      return Number(db.get("SELECT COUNT(*) AS n FROM pieces WHERE model = ?", table.number)?.["n"]);
    },
    takeOver(table) {
      db.transaction(() => {
        refreshMean(table);
        db.run("UPDATE models SET complete = 1 WHERE number = ?", table.number);
        for (const other of tables()) if (other.number !== table.number) drop(other);
      });
    },
    close: () => db.close(),
  };
}

function sameDimensions(table: VectorTable, dimensions: number): VectorTable {
  if (table.dimensions === dimensions) return table;
  throw new MemoryError(
    "MODEL_UNAVAILABLE",
    `The vectors here have ${table.dimensions} dimensions, the model gives ${dimensions}: they are not mixed`,
    {
      hint: "The model's files were changed in place; run `memory model verify`, then `memory sync --rebuild --embed`",
    },
  );
}
