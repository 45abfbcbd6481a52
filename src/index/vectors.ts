/**
 * In: vectors of records. Out: the records nearest to a vector.
 *
 * Vectors are kept in `vectors.sqlite` beside the index, because rebuilding the index must not cost an hour of
 * embedding. So a vector belongs to a record's id and the stamp of its text, not to a row of the index. The vector of a
 * text that changed or went is never found, and the next filling removes it.
 *
 * Each model has a table of its own, since vectors of two models can't be compared. A query scans the whole table.
 */
import { errorCode } from "../errors.ts";
import type { RecordId } from "../records/ids.ts";
import { leadsInside, pathOf, VECTORS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { prepareSchema, type Schema } from "./schema.ts";
import { bytesOfVector, floatsOf, type NearPiece, shelfIn, type ShelfKind, vectorExtension } from "./shelf.ts";
import { closing, corrupt, type Database, DATABASE_ENDS, openDatabase, openDatabaseFile } from "./sqlite.ts";
import { failure, said } from "./words.ts";

export type Vectors = ReturnType<typeof operations>;

const SCHEMA: Schema = {
  version: 1,
  // "memv"
  applicationId: 0x6d656d76,
  tables: `
  CREATE TABLE models (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    identity TEXT NOT NULL,      -- JSON
    dimensions INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    mean BLOB,                   -- floats; of mean_of pieces
    mean_of INTEGER NOT NULL,
    shelf TEXT NOT NULL          -- vec0 or plain
  );
  CREATE TABLE pieces (
    piece INTEGER PRIMARY KEY,   -- the row in the model's table of vectors, if it has one
    model INTEGER NOT NULL,
    id TEXT NOT NULL,
    stamp INTEGER NOT NULL
  );
  CREATE INDEX pieces_by_id ON pieces(model, id);
`,
};

/** Whether there are any vectors. Opens nothing. */
export function hasVectors(store: Store): boolean {
  const path = pathOf(store, VECTORS_FILE);
  return store.runtime.files.stat(path) !== undefined && leadsInside(store, path);
}

/** Removes the vectors of all models. */
export function removeVectors(store: Store): void {
  for (const end of DATABASE_ENDS) store.runtime.files.remove(pathOf(store, VECTORS_FILE) + end);
}

/**
 * Opens the vectors of a store; makes the file where it is missing, and anew where it is damaged, of an older version,
 * or of a system whose SQLite loads extensions while this one does not. Throws STORE_NEWER, IO_ERROR.
 */
export function openVectors(store: Store): Vectors {
  const extension = vectorExtension(store.runtime);
  try {
    return open(store, extension);
  } catch (error) {
    if (errorCode(error) !== "INDEX_CORRUPT") throw error;
    removeVectors(store);
    return open(store, extension);
  }
}

function open(store: Store, extension: string | undefined): Vectors {
  const db = openDatabaseFile(store, VECTORS_FILE, extension === undefined ? {} : { extension });
  try {
    prepareSchema(db, SCHEMA);
    if (extension === undefined && db.get("SELECT 1 FROM models WHERE shelf = 'vec0'")) {
      throw corrupt(db.path, said("needs_extension"));
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return operations(db, extension === undefined ? "plain" : "vec0");
}

function operations(db: Database, shelf: ShelfKind) {
  return {
    tables: () => modelTables(db),
    create: (key: string, identity: object, dimensions: number) =>
      db.transaction(() => createTable(db, shelf, key, identity, dimensions)),
    /** The records that have vectors: id → stamp. */
    known: (table: VectorTable) =>
      new Map(
        db.all("SELECT id, stamp FROM pieces WHERE model = ?", table.number)
          .map(({ id, stamp }) => [String(id), Number(stamp)]),
      ),
    put: (table: VectorTable, records: readonly Embedded[]) => db.transaction(() => putRecords(db, table, records)),
    remove: (table: VectorTable, ids: readonly RecordId[]) => db.transaction(() => removeRecords(db, table, ids)),
    /**
     * @param pieces how many pieces of records to look at; the records are fewer where one is near with several pieces
     * @param query the query's own vector, where `around` is another one
     */
    nearest: (table: VectorTable, around: Float32Array, pieces: number, query = around) =>
      db.snapshot(() => nearestRecords(db, table, { around, query, pieces })),
    vectorsOf: (table: VectorTable, id: RecordId) =>
      piecesOf(db, table, id).flatMap((piece) => shelfIn(db, table).at(piece) ?? []),
    count: (table: VectorTable) => countPieces(db, table),
    takeOver: (table: VectorTable) => db.transaction(() => takeOver(db, table)),
    close: () => db.close(),
  };
}

/** Writes the file anew, in which SQLite would keep the bytes of deleted vectors. */
export function eraseDeletedVectors(store: Store): void {
  closing(openDatabase(pathOf(store, VECTORS_FILE)), (db) => db.exec("VACUUM"));
}

export interface VectorTable {
  /** A digest of `identity`. */
  readonly key: string;
  /** The name of the model and the settings of its use, as given to `create`. */
  readonly identity: Readonly<Record<string, unknown>>;
  readonly dimensions: number;
  /** Whether the table has once held every record. */
  readonly complete: boolean;
  /** The mean of the vectors after the last filling that changed many; undefined before the first. */
  readonly mean: Float32Array | undefined;
  readonly number: number;
  readonly shelf: ShelfKind;
}

/** A record's vectors: one, or one for each piece of a long text; none where the model can make none of it. */
export interface Embedded {
  readonly id: RecordId;
  readonly stamp: number;
  readonly vectors: readonly Float32Array[];
}

/** A record near to a vector, with the figures of its nearest piece. */
export interface Near extends Omit<NearPiece, "piece"> {
  readonly id: RecordId;
  readonly stamp: number;
}

/** More pieces than these hardly move their mean. */
const MEAN_SAMPLE = 2_000;
/** The mean is computed anew when the number of pieces has changed by this share. */
const MEAN_DRIFT = 0.1;

function modelTables(db: Database): VectorTable[] {
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

/** The table of a model; makes it if it is missing. Throws MODEL_UNAVAILABLE when it has other dimensions. */
function createTable(db: Database, shelf: ShelfKind, key: string, identity: object, dimensions: number): VectorTable {
  const existing = modelTables(db).find((table) => table.key === key);
  if (existing) return sameDimensions(existing, dimensions);
  const sql = "INSERT INTO models VALUES (NULL, ?, ?, ?, 0, NULL, 0, ?)";
  const number = db.run(sql, key, JSON.stringify(identity), dimensions, shelf);
  shelfIn(db, { shelf, number }).create(dimensions);
  return { key, identity: { ...identity }, dimensions, complete: false, mean: undefined, number, shelf };
}

function putRecords(db: Database, table: VectorTable, records: readonly Embedded[]): void {
  removeRecords(db, table, records.map(({ id }) => id));
  const addPiece = (id: RecordId, stamp: number) =>
    db.run("INSERT INTO pieces VALUES (NULL, ?, ?, ?)", table.number, id, stamp);
  for (const { id, stamp, vectors } of records) {
    // A piece without a vector tells that the record is done.
    if (vectors.length === 0) addPiece(id, stamp);
    for (const vector of vectors) {
      sameDimensions(table, vector.length);
      shelfIn(db, table).put(addPiece(id, stamp), vector);
    }
  }
}

function removeRecords(db: Database, table: VectorTable, ids: readonly RecordId[]): void {
  for (const id of ids) {
    for (const piece of piecesOf(db, table, id)) shelfIn(db, table).remove(piece);
    db.run("DELETE FROM pieces WHERE model = ? AND id = ?", table.number, id);
  }
}

/** The records nearest to `around`, each with its nearest piece. Throws MODEL_UNAVAILABLE for other dimensions. */
function nearestRecords(
  db: Database,
  table: VectorTable,
  { around, query, pieces }: { around: Float32Array; query: Float32Array; pieces: number },
): Near[] {
  sameDimensions(table, around.length);
  const near = new Map<string, Near>();
  for (const { piece, closeness, cosine } of shelfIn(db, table).nearest(around, query, pieces)) {
    const row = db.get("SELECT id, stamp FROM pieces WHERE piece = ?", piece);
    const id = String(row?.["id"]);
    if (row && !near.has(id)) near.set(id, { id, stamp: Number(row["stamp"]), closeness, cosine });
  }
  return [...near.values()];
}

function countPieces(db: Database, table: VectorTable): number {
  return Number(db.get("SELECT COUNT(*) AS n FROM pieces WHERE model = ?", table.number)?.["n"]);
}

/** Marks a table as complete, brings its mean up to date, and drops the tables of other models. */
function takeOver(db: Database, table: VectorTable): void {
  refreshMean(db, table);
  db.run("UPDATE models SET complete = 1 WHERE number = ?", table.number);
  for (const other of modelTables(db)) if (other.number !== table.number) drop(db, other);
}

function refreshMean(db: Database, table: VectorTable): void {
  const pieces = countPieces(db, table);
  const before = Number(db.get("SELECT mean_of FROM models WHERE number = ?", table.number)?.["mean_of"]);
  if (pieces === 0 || Math.abs(pieces - before) <= MEAN_DRIFT * before) return;
  const mean = new Float32Array(table.dimensions);
  const sql = "SELECT piece FROM pieces WHERE model = ? ORDER BY random() LIMIT ?";
  const sample = db.all(sql, table.number, MEAN_SAMPLE);
  for (const { piece } of sample) {
    shelfIn(db, table).at(Number(piece))?.forEach((value, at) => mean[at] = (mean[at] ?? 0) + value / sample.length);
  }
  db.run("UPDATE models SET mean = ?, mean_of = ? WHERE number = ?", bytesOfVector(mean), pieces, table.number);
}

function drop(db: Database, table: VectorTable): void {
  shelfIn(db, table).drop();
  db.run("DELETE FROM pieces WHERE model = ?", table.number);
  db.run("DELETE FROM models WHERE number = ?", table.number);
}

function piecesOf(db: Database, table: VectorTable, id: RecordId): number[] {
  return db.all("SELECT piece FROM pieces WHERE model = ? AND id = ?", table.number, id)
    .map(({ piece }) => Number(piece));
}

function sameDimensions(table: VectorTable, dimensions: number): VectorTable {
  if (table.dimensions === dimensions) return table;
  throw failure("other_dimensions", { here: table.dimensions, dimensions });
}
