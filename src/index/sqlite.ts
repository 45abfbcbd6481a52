/** In: the path of a database and SQL. Out: rows, or a `MemoryError`. No other file knows our binding of SQLite. */
import { DatabaseSync } from "node:sqlite";
import { MemoryError, reasonTold, tried } from "../errors.ts";
import { remembered } from "../remembered.ts";
import type { Sentence } from "../sentence.ts";
import { dirname } from "node:path";
import { pathInside, type StorePath } from "../store/layout.ts";
import type { Files } from "../runtime.ts";
import type { Store } from "../store/mod.ts";
import { failure } from "./words.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** One open database. Statements are prepared once per SQL text. */
export interface Database {
  readonly path: string;
  readonly readOnly: boolean;
  exec(sql: string): void;
  /** Gives the number of the new row, of a statement that adds one. */
  run(sql: string, ...values: SqlValue[]): number;
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  all(sql: string, ...values: SqlValue[]): Row[];
  /**
   * Writes everything that `work` writes, or nothing. Inside another transaction that transaction decides. Waits at
   * most `waitMs` for another writer, if not told as long as to open, then throws LOCK_BUSY.
   */
  transaction<T>(work: () => T, waitMs?: number): T;
  /** Lets `work` read the state of one moment. It is also cheaper: alone, every statement locks the file anew. */
  snapshot<T>(work: () => T): T;
  close(): void;
}

/** Reads all of these indexes in one transaction each, so that no write shows in the middle. */
export function atOneMoment<T>([db, ...others]: readonly Database[], read: () => T): T {
  return db === undefined ? read() : db.snapshot(() => atOneMoment(others, read));
}

/** The path of a database that no file holds. */
export const IN_MEMORY = ":memory:";

/** How long a writer waits for another one; a batch of a first sync holds the lock for a fraction of it. */
export const WAIT_FOR_WRITER_MS = 5_000;

/**
 * The index is derived, so its commits do not wait for the disk: an index that a power cut has damaged is made anew.
 *
 * The journal is SQLite's default, which exists only during a write. Every process would make and remove the two files
 * of a write-ahead log, which takes a twentieth of a hook's time. Its advantage comes without it: no page is written
 * before the commit (cache_spill), so that readers wait for a writer only during its commit.
 */
const PRAGMAS = "PRAGMA synchronous=OFF; PRAGMA cache_spill=OFF; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=268435456;";

/** The query makes SQLite read the file at once, so that opening fails where reading would. */
const FOR_READING = "PRAGMA query_only=1; SELECT 1 FROM sqlite_master LIMIT 1;";

const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
/** Extended codes carry the primary one in their lowest byte. */
const PRIMARY_CODE = 0xff;

const LOCKLESS = "lockless";

/** Whether a database can't be used because its file system has no locks. */
export function isLockless(error: unknown): boolean {
  return error instanceof MemoryError && error.data?.[LOCKLESS] === true;
}

interface Opening {
  readonly readOnly?: boolean;
  /** A library of functions and tables (`canLoadExtension`). */
  readonly extension?: string | undefined;
  /** The longest wait for another process. */
  readonly waitMs?: number;
  /** To open it waits for nobody; what is read later does. */
  readonly atOnce?: boolean;
  /** To tell a file system without locks from another process that holds the lock; without it, both count as held. */
  readonly files?: Files;
}

/** Opens a database; makes it if it is missing. */
export function openDatabase(path: string, opening: Opening = {}): Database {
  const { readOnly = false, extension, waitMs } = opening;
  const connection = guard(path, () => connect(path, opening));
  if (extension !== undefined) guard(path, () => connection.loadExtension(extension));
  const statement = remembered((sql: string) => connection.prepare(sql));

  return {
    path,
    readOnly,
    exec: (sql) => guard(path, () => connection.exec(sql)),
    run: (sql, ...values) => guard(path, () => Number(statement(sql).run(...values).lastInsertRowid)),
    get: (sql, ...values) => guard(path, () => statement(sql).get(...values)),
    all: (sql, ...values) => guard(path, () => statement(sql).all(...values)),
    ...transactionsOf(connection, path, waitMs),
    close: () => connection.close(),
  };
}

function transactionsOf(
  connection: DatabaseSync,
  path: string,
  openMs = WAIT_FOR_WRITER_MS,
): Pick<Database, "transaction" | "snapshot"> {
  let isInTransaction = false;
  /** Never throws: the error that ended the work says more. */
  function rollBack(): void {
    // SQLite has rolled back already, as it does on a full disk.
    tried(() => connection.exec("ROLLBACK"));
  }
  return {
    transaction(work, waitMs = openMs) {
      if (isInTransaction) return work();
      guard(path, () => connection.exec(`${patience(waitMs)} BEGIN IMMEDIATE`));
      isInTransaction = true;
      try {
        const result = work();
        guard(path, () => connection.exec("COMMIT"));
        return result;
      } catch (error) {
        rollBack();
        throw error;
      } finally {
        isInTransaction = false;
      }
    },
    snapshot(work) {
      if (isInTransaction) return work();
      guard(path, () => connection.exec("BEGIN"));
      isInTransaction = true;
      try {
        return work();
      } finally {
        isInTransaction = false;
        // Nothing was written.
        rollBack();
      }
    },
  };
}

/** Whether this SQLite can load a library. The one of macOS loads none, and throws when it is asked for permission. */
export const canLoadExtension = remembered((extension: string): boolean => {
  return tried(() => {
    const connection = new DatabaseSync(IN_MEMORY, { allowExtension: true });
    connection.loadExtension(extension);
    connection.close();
    return true;
  }) ?? false;
});

function connect(
  path: string,
  { readOnly, extension, waitMs = WAIT_FOR_WRITER_MS, atOnce = false, files }: Opening,
): DatabaseSync {
  const connection = new DatabaseSync(path, readOnly ? { readOnly } : { allowExtension: extension !== undefined });
  const pragmas = readOnly ? FOR_READING : PRAGMAS;
  try {
    connection.exec(`${patience(0)} ${pragmas} ${patience(waitMs)}`);
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY || atOnce) throw error;
    if (files && !hasLocks(files, path)) {
      throw failure("no_locks", { path }, { cause: error, data: { [LOCKLESS]: true } });
    }
    connection.exec(`${patience(waitMs)} ${pragmas}`);
  }
  return connection;
}

function patience(ms: number): string {
  return `PRAGMA busy_timeout=${Math.max(0, Math.ceil(ms))};`;
}

/**
 * Whether the file system of a database has locks: to SQLite, a lock service that is away looks like a busy file. A new
 * file is read beside the database, whose lock no other process can hold.
 */
function hasLocks(files: Files, path: string): boolean {
  const probe = `${path}-locks`;
  try {
    closing(new DatabaseSync(probe), (db) => db.exec(`${patience(0)} BEGIN; SELECT 1 FROM sqlite_master`));
    return true;
  } catch (error) {
    return sqliteCode(error) !== SQLITE_BUSY;
  } finally {
    tried(() => files.remove(probe));
  }
}

/** Runs one call of SQLite and gives its failures our codes. */
function guard<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    const message = reasonTold(error);
    const code = sqliteCode(error);
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) throw corrupt(path, message, error);
    if (code === SQLITE_BUSY || code === SQLITE_LOCKED) throw failure("held", { path }, { cause: error });
    if (code !== undefined) throw failure("cannot_use", { path, message }, { cause: error });
    throw error;
  }
}

/** The error of an index that can't be read; deleting the file loses nothing. */
export function corrupt(path: string, found: Sentence, cause?: unknown): MemoryError {
  return failure("cannot_read", { path, found }, { cause });
}

/** Deno's errors carry no code, so their message, which is SQLite's own, is read instead. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & PRIMARY_CODE;
  if (/malformed|not a database/.test(error.message)) return SQLITE_CORRUPT;
  if (/database (table )?is locked/.test(error.message)) return SQLITE_BUSY;
  return "code" in error && error.code === "ERR_SQLITE_ERROR" ? SQLITE_ERROR : undefined;
}

/** Does one piece of work with a thing that was opened for it, and closes the thing, also after a failure. */
export function closing<Opened extends { close(): void }, T>(opened: Opened, work: (opened: Opened) => T): T {
  try {
    return work(opened);
  } finally {
    opened.close();
  }
}

/** The ends of the names of a database's files, in the order in which the files may be removed. */
export const DATABASE_ENDS = ["-journal", ""] as const;

/**
 * Opens a database of the home for writing; makes it if it is missing. We make the file, since SQLite would let others
 * read it. Throws IO_ERROR also when a link leads out of the folder.
 */
export function openDatabaseFile(store: Store, file: StorePath, options: Omit<Opening, "files"> = {}): Database {
  const path = pathInside(store, file);
  const kind = store.runtime.files.stat(path)?.kind;
  if (kind === undefined) makePrivate(store, path);
  // To open a pipe might never end.
  if (kind === "other") throw failure("is_no_file", { path });
  return openDatabase(path, { ...options, files: store.runtime.files });
}

function makePrivate({ runtime }: Store, path: string): void {
  // SQLite will fail, too, with an error that callers know.
  tried(() => {
    runtime.files.makeFolder(dirname(path));
    // Appends nothing, in case another process has made the file first.
    runtime.files.write(path, "", { how: "append" });
  });
}
