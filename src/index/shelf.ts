/**
 * In: the vectors of one model. Out: a table of them, and those nearest to a vector.
 *
 * There are two kinds of tables. `vec0` is sqlite-vec's, scanned by native code: 5 ms for 10,000 × 512. It needs a
 * SQLite that loads extensions, which the one of macOS does not. There a `plain` table is scanned here, four times as
 * slowly.
 */
import { tried } from "../errors.ts";
import { libraryPath } from "../native.ts";
import type { Runtime } from "../runtime.ts";
import { canLoadExtension, type Database, type Row } from "./sqlite.ts";

export type ShelfKind = "vec0" | "plain";

export interface NearPiece {
  readonly piece: number;
  /** Cosines with the vector `around` and with the query, −1 to 1. */
  readonly closeness: number;
  readonly cosine: number;
}

/** The vectors of one model, all of unit length. */
interface Shelf {
  create(dimensions: number): void;
  drop(): void;
  put(piece: number, vector: Float32Array): void;
  remove(piece: number): void;
  at(piece: number): Float32Array | undefined;
  nearest(around: Float32Array, query: Float32Array, limit: number): NearPiece[];
}

/** The table of a model, by its number. */
export function shelfIn(db: Database, { shelf, number }: { shelf: ShelfKind; number: number }): Shelf {
  const table = `vectors_${number}`;
  return shelf === "vec0" ? vec0Shelf(db, table) : plainShelf(db, table);
}

/** The path of sqlite-vec, where it can be loaded. */
export function vectorExtension(runtime: Runtime): string | undefined {
  // There is no place to unpack it; plain tables do without.
  return tried(() => {
    const path = libraryPath(runtime, "sqlite-vec");
    return canLoadExtension(path) ? path : undefined;
  });
}

/** The limit of one query in sqlite-vec. */
const MOST_NEIGHBOURS = 4096;

function vec0Shelf(db: Database, table: string): Shelf {
  return {
    create: (dimensions) => db.exec(`CREATE VIRTUAL TABLE ${table} USING vec0(embedding float[${dimensions}])`),
    drop: () => db.exec(`DROP TABLE ${table}`),
    put: (piece, vector) =>
      void db.run(`INSERT INTO ${table}(rowid, embedding) VALUES (?, ?)`, BigInt(piece), bytesOfVector(vector)),
    remove: (piece) => void db.run(`DELETE FROM ${table} WHERE rowid = ?`, BigInt(piece)),
    at: (piece) => floatsOf(db.get(`SELECT embedding FROM ${table} WHERE rowid = ?`, BigInt(piece))?.["embedding"]),
    nearest(around, query, limit) {
      const sql = `SELECT rowid, distance, vec_distance_l2(embedding, ?) AS query_distance
        FROM ${table} WHERE embedding MATCH ? AND k = ?`;
      return db.all(sql, bytesOfVector(query), bytesOfVector(around), Math.min(MOST_NEIGHBOURS, limit)).map((row) => ({
        piece: Number(row["rowid"]),
        closeness: cosineOf(row["distance"]),
        cosine: cosineOf(row["query_distance"]),
      }));
    },
  };
}

/** Rows read at a time: some megabytes. */
const PAGE_ROWS = 2_048;

function plainShelf(db: Database, table: string): Shelf {
  return {
    create: () => db.exec(`CREATE TABLE ${table} (piece INTEGER PRIMARY KEY, embedding BLOB NOT NULL)`),
    drop: () => db.exec(`DROP TABLE ${table}`),
    put: (piece, vector) => void db.run(`INSERT INTO ${table} VALUES (?, ?)`, piece, bytesOfVector(vector)),
    remove: (piece) => void db.run(`DELETE FROM ${table} WHERE piece = ?`, piece),
    at: (piece) => floatsOf(db.get(`SELECT embedding FROM ${table} WHERE piece = ?`, piece)?.["embedding"]),
    nearest(around, query, limit) {
      const found: NearPiece[] = [];
      const page = `SELECT piece, embedding FROM ${table} WHERE piece > ? ORDER BY piece LIMIT ${PAGE_ROWS}`;
      for (let last = 0, rows: Row[]; (rows = db.all(page, last)).length > 0; last = Number(rows.at(-1)?.["piece"])) {
        for (const row of rows) {
          const vector = floatsOf(row["embedding"]);
          if (!vector) continue;
          const closeness = product(vector, around);
          const cosine = query === around ? closeness : product(vector, query);
          found.push({ piece: Number(row["piece"]), closeness, cosine });
        }
      }
      return found.sort((a, b) => b.closeness - a.closeness).slice(0, limit);
    },
  };
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** |a − b|² = 2 − 2 cos for unit vectors. */
function cosineOf(distance: unknown): number {
  return 1 - Number(distance) ** 2 / 2;
}

/** A vector from its bytes; undefined for a value that is none. */
export function floatsOf(value: unknown): Float32Array | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  // Bytes that do not lie at a multiple of four are copied.
  const bytes = value.byteOffset % 4 === 0 ? value : new Uint8Array(value);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** The bytes of a vector, as the tables hold it. */
export function bytesOfVector(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
