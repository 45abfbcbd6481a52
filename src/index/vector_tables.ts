/**
 * In: the open database of vectors. Out: a table for each model, its records put, removed and searched.
 * Not done here: opening it and its transactions (vectors.ts), the vectors themselves (vector_shelf.ts).
 *
 * @module
 */
import { fail } from "../errors.ts";
import type { Database } from "./sqlite.ts";
import { bytesOf, floatsOf, type Shelf, type ShelfKind, shelfOf } from "./vector_shelf.ts";

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

/** A record near to a vector. */
export interface Near {
  readonly id: string;
  readonly stamp: number;
  /** Of the record's nearest piece: its cosine with the vector that was looked around, −1 to 1 … */
  readonly closeness: number;
  /** … and with the query. */
  readonly cosine: number;
}

/** How many pieces a mean is taken of: more hardly move it. */
const MEAN_SAMPLE = 2_000;
/** The mean is taken anew when the number of pieces has changed by this share. */
const MEAN_DRIFT = 0.1;

/** The tables of all models, oldest first. */
export function modelTables(db: Database): VectorTable[] {
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

/** The table of a model, made if it is missing. Throws MODEL_UNAVAILABLE when it has other dimensions. */
export function createTable(
  db: Database,
  shelf: ShelfKind,
  { key, identity, dimensions }: { key: string; identity: object; dimensions: number },
): VectorTable {
  const existing = modelTables(db).find((table) => table.key === key);
  if (existing) return sameDimensions(existing, dimensions);
  const { row: number } = db.run(
    "INSERT INTO models VALUES (NULL, ?, ?, ?, 0, NULL, 0, ?)",
    ...[key, JSON.stringify(identity), dimensions, shelf],
  );
  shelfOf(db, shelf, number).create(dimensions);
  return { key, identity: { ...identity }, dimensions, complete: false, mean: undefined, number, shelf };
}

/** The records that have vectors: id → stamp. */
export function knownRecords(db: Database, table: VectorTable): Map<string, number> {
  const rows = db.all("SELECT id, stamp FROM pieces WHERE model = ?", table.number);
  return new Map(rows.map(({ id, stamp }) => [String(id), Number(stamp)]));
}

/** Replaces the vectors of these records. */
export function putRecords(db: Database, table: VectorTable, records: readonly Embedded[]): void {
  removeRecords(db, table, records.map(({ id }) => id));
  const addPiece = (id: string, stamp: number) =>
    db.run("INSERT INTO pieces VALUES (NULL, ?, ?, ?)", table.number, id, stamp).row;
  for (const { id, stamp, vectors } of records) {
    // A record without a vector is kept as done.
    if (vectors.length === 0) addPiece(id, stamp);
    for (const vector of vectors) {
      sameDimensions(table, vector.length);
      shelfIn(db, table).put(addPiece(id, stamp), vector);
    }
  }
}

/** Removes the vectors of these records. */
export function removeRecords(db: Database, table: VectorTable, ids: readonly string[]): void {
  for (const id of ids) {
    for (const piece of piecesOf(db, table, id)) shelfIn(db, table).remove(piece);
    db.run("DELETE FROM pieces WHERE model = ? AND id = ?", table.number, id);
  }
}

/** The records nearest to `around`, each with its nearest piece. Throws MODEL_UNAVAILABLE for other dimensions. */
export function nearestRecords(
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

/** A record's vectors, one for each piece. */
export function vectorsOf(db: Database, table: VectorTable, id: string): Float32Array[] {
  return piecesOf(db, table, id).flatMap((piece) => shelfIn(db, table).at(piece) ?? []);
}

/** How many pieces a table has. */
export function countPieces(db: Database, table: VectorTable): number {
  return Number(db.get("SELECT COUNT(*) AS n FROM pieces WHERE model = ?", table.number)?.["n"]);
}

/** Marks a table as complete, with its mean up to date, and drops those of other models. */
export function takeOver(db: Database, table: VectorTable): void {
  refreshMean(db, table);
  db.run("UPDATE models SET complete = 1 WHERE number = ?", table.number);
  for (const other of modelTables(db)) if (other.number !== table.number) drop(db, other);
}

/** Takes the mean of the vectors anew if it was taken of many fewer or many more. */
function refreshMean(db: Database, table: VectorTable): void {
  const pieces = countPieces(db, table);
  const before = Number(db.get("SELECT mean_of FROM models WHERE number = ?", table.number)?.["mean_of"]);
  if (pieces === 0 || Math.abs(pieces - before) <= MEAN_DRIFT * before) return;
  const mean = new Float32Array(table.dimensions);
  const sample = db.all(
    "SELECT piece FROM pieces WHERE model = ? ORDER BY random() LIMIT ?",
    ...[table.number, MEAN_SAMPLE],
  );
  for (const { piece } of sample) {
    shelfIn(db, table).at(Number(piece))?.forEach((value, at) => mean[at] = (mean[at] ?? 0) + value / sample.length);
  }
  db.run("UPDATE models SET mean = ?, mean_of = ? WHERE number = ?", bytesOf(mean), pieces, table.number);
}

function drop(db: Database, table: VectorTable): void {
  shelfIn(db, table).drop();
  db.run("DELETE FROM pieces WHERE model = ?", table.number);
  db.run("DELETE FROM models WHERE number = ?", table.number);
}

function shelfIn(db: Database, { shelf, number }: VectorTable): Shelf {
  return shelfOf(db, shelf, number);
}

function piecesOf(db: Database, table: VectorTable, id: string): number[] {
  return db.all("SELECT piece FROM pieces WHERE model = ? AND id = ?", table.number, id)
    .map(({ piece }) => Number(piece));
}

function sameDimensions(table: VectorTable, dimensions: number): VectorTable {
  if (table.dimensions === dimensions) return table;
  fail("MODEL_UNAVAILABLE", {
    en: `The vectors here have ${table.dimensions} dimensions, the model gives ${dimensions}: they are not mixed`,
    zh: `已有向量为 ${table.dimensions} 维，模型给出 ${dimensions} 维：不能混用`,
  }, {
    en: "The model's files were changed in place; run `memory model verify`, then `memory sync --rebuild --embed`",
    zh: "模型文件被改动过；请运行 `memory model verify`，再运行 `memory sync --rebuild --embed`",
  });
}
