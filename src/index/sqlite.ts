/**
 * In: the path of an index and SQL. Out: rows, or a `MemoryError`.
 * Not done here: any table of ours; this is the only file that knows which SQLite it is.
 *
 * @module
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { fail, MemoryError, reasonTold } from "../errors.ts";
import type { Sentence } from "../sentence.ts";
import { dirname } from "node:path";
import { guardInside, pathOf, type StorePath } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** One open database. Statements are prepared once per SQL text. */
export interface Database {
  readonly path: string;
  readonly readOnly: boolean;
  exec(sql: string): void;
  run(sql: string, ...values: SqlValue[]): { changes: number; row: number };
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  all(sql: string, ...values: SqlValue[]): Row[];
  /**
   * Everything `work` writes, or nothing; inside another transaction that one decides. Waits at most `waitMs` for
   * another writer, then throws LOCK_BUSY.
   */
  transaction<T>(work: () => T, waitMs?: number): T;
  /** Everything that `work` reads is of one moment, and cheaper: without it every statement locks the file anew. */
  snapshot<T>(work: () => T): T;
  close(): void;
}

/** The path of a database that no file holds. */
export const IN_MEMORY = ":memory:";

/** How long a writer waits for another one; a batch of a first sync holds the lock for a fraction of it. */
const WAIT_FOR_WRITER_MS = 5_000;

/**
 * Durability is bought where the truth is written. The index is derived, so its commits do not wait for the disk: a
 * killed process loses nothing, and what a power cut may damage is found as INDEX_CORRUPT and rebuilt.
 *
 * The journal is SQLite's default, which exists while something is written. A write-ahead log is two files that every
 * process makes and removes again, a twentieth of a hook's time. What it is praised for is kept otherwise: no page is
 * written before the commit (cache_spill), so that readers wait for a writer only while it commits.
 */
const PRAGMAS = "PRAGMA synchronous=OFF; PRAGMA cache_spill=OFF; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=268435456;";

/** Reads at once, so that a file that can't be read is known on opening. */
const FOR_READING = "PRAGMA query_only=1; SELECT 1 FROM sqlite_master LIMIT 1;";

const SQLITE_ERROR = 1;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
/** Extended codes carry the primary one in their lowest byte. */
const PRIMARY_CODE = 0xff;

/**
 * Opens the database, made if it is missing.
 *
 * @param readOnly the folder can't be written
 * @param extension a library of functions and tables to load; see `canLoadExtension`
 */
export function openDatabase(
  path: string,
  { readOnly = false, extension }: { readOnly?: boolean; extension?: string } = {},
): Database {
  const allowExtension = extension !== undefined;
  const connection = guard(
    path,
    () => readOnly ? connect(path, { readOnly }, FOR_READING) : connect(path, { allowExtension }, PRAGMAS),
  );
  if (extension !== undefined) guard(path, () => connection.loadExtension(extension));
  const prepared = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    let found = prepared.get(sql);
    if (!found) {
      found = connection.prepare(sql);
      prepared.set(sql, found);
    }
    return found;
  }

  return {
    path,
    readOnly,
    exec: (sql) => guard(path, () => connection.exec(sql)),
    run: (sql, ...values) =>
      guard(path, () => {
        const { changes, lastInsertRowid } = statement(sql).run(...values);
        return { changes: Number(changes), row: Number(lastInsertRowid) };
      }),
    get: (sql, ...values) => guard(path, () => statement(sql).get(...values)),
    all: (sql, ...values) => guard(path, () => statement(sql).all(...values)),
    ...transactionsOf(connection, path),
    close: () => connection.close(),
  };
}

function transactionsOf(connection: DatabaseSync, path: string): Pick<Database, "transaction" | "snapshot"> {
  let isInTransaction = false;
  let patienceMs = WAIT_FOR_WRITER_MS;
  function waitForWriter(ms: number): void {
    if (ms === patienceMs) return;
    connection.exec(`PRAGMA busy_timeout=${Math.max(0, Math.ceil(ms))}`);
    patienceMs = ms;
  }
  /** Never throws: whatever ended the work says more. */
  function rollBack(): void {
    try {
      connection.exec("ROLLBACK");
    } catch {
      // SQLite has done it already, as it does for a full disk.
    }
  }
  return {
    transaction(work, waitMs = WAIT_FOR_WRITER_MS) {
      if (isInTransaction) return work();
      guard(path, () => {
        waitForWriter(waitMs);
        connection.exec("BEGIN IMMEDIATE");
      });
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

/**
 * Whether this SQLite can load the library. The one that comes with macOS loads none, and even asking it for the
 * permission fails; so nothing but the vectors ever asks.
 */
export function canLoadExtension(extension: string): boolean {
  const known = loadable.get(extension);
  if (known !== undefined) return known;
  let can = false;
  try {
    const connection = new DatabaseSync(IN_MEMORY, { allowExtension: true });
    connection.loadExtension(extension);
    connection.close();
    can = true;
  } catch {
    // It can't.
  }
  loadable.set(extension, can);
  return can;
}

const loadable = new Map<string, boolean>();

function connect(
  path: string,
  options: { readOnly?: boolean; allowExtension?: boolean },
  pragmas: string,
): DatabaseSync {
  const connection = new DatabaseSync(path, options);
  connection.exec(`PRAGMA busy_timeout=${WAIT_FOR_WRITER_MS}; ${pragmas}`);
  return connection;
}

/** Runs one call into SQLite and gives its failures our codes. */
function guard<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    const message = reasonTold(error);
    const code = sqliteCode(error);
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) throw corrupt(path, message, error);
    if (code === SQLITE_BUSY || code === SQLITE_LOCKED) {
      fail(
        "LOCK_BUSY",
        { en: `Cannot write ${path}: another process is writing it`, zh: `无法写入 ${path}：另一个进程正在写` },
        { en: "Try again when it is done", zh: "请等它完成后重试" },
        { cause: error },
      );
    }
    if (code !== undefined) {
      fail("IO_ERROR", { en: `Cannot use ${path}: ${message.en}`, zh: `无法使用 ${path}：${message.zh}` }, {
        en: "Free some space, and make the file and its folder readable and writable",
        zh: "请腾出空间，并让该文件及其目录可读可写",
      }, { cause: error });
    }
    throw error;
  }
}

/** The error of a database that a newer version of the program made. */
export function newer(path: string, version: number, known: number): MemoryError {
  return new MemoryError("STORE_NEWER", {
    en: `${path} has schema ${version}, this version reads ${known}`,
    zh: `${path} 的结构版本为 ${version}，本程序只认 ${known}`,
  }, {
    en: "Update `memory`, or delete the file: it is derived and will be made again",
    zh: "请升级 `memory`，或删除该文件：它会由其他文件重新生成",
  });
}

/** The error of an index that can't be read; deleting the file loses nothing. */
export function corrupt(path: string, found: Sentence, cause?: unknown): MemoryError {
  return new MemoryError("INDEX_CORRUPT", {
    en: `Cannot read the index ${path}: ${found.en}`,
    zh: `无法读取索引 ${path}：${found.zh}`,
  }, {
    en: "Run `memory sync --rebuild`; the index is derived, nothing is lost",
    zh: "请运行 `memory sync --rebuild`；索引由文件生成，不会丢失任何内容",
  }, { cause });
}

/** Deno's errors carry no code, so their message, which is SQLite's own, is read instead. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & PRIMARY_CODE;
  if (/malformed|not a database/.test(error.message)) return SQLITE_CORRUPT;
  if (/database (table )?is locked/.test(error.message)) return SQLITE_BUSY;
  return "code" in error && error.code === "ERR_SQLITE_ERROR" ? SQLITE_ERROR : undefined;
}

/** Does one piece of work with what was opened for it, and closes it, however that ends. */
export function closing<Opened extends { close(): void }, T>(opened: Opened, work: (opened: Opened) => T): T {
  try {
    return work(opened);
  } finally {
    opened.close();
  }
}

/** A database and what SQLite keeps beside it while it writes; in the order in which they may be removed. */
export const DATABASE_ENDS = ["-journal", ""] as const;

/**
 * Opens a database for writing; makes it if it is missing. SQLite would make the file as open as the system's default;
 * the files that it adds get the same mode.
 *
 * @param file its name in the home
 * @throws IO_ERROR also when a link leads out of the folder
 */
export function openDatabaseFile(store: Store, file: StorePath, options: { extension?: string } = {}): Database {
  const path = pathOf(store, file);
  guardInside(store, path);
  const kind = store.runtime.files.stat(path)?.kind;
  if (kind === undefined) makePrivate(store, path);
  // To open a pipe may never end.
  if (kind === "other") {
    fail("IO_ERROR", { en: `Cannot open ${path}: it is no file`, zh: `无法打开 ${path}：它不是文件` }, {
      en: "Take it away: the index is derived and is rebuilt",
      zh: "请把它移走；索引会由文件重新生成",
    });
  }
  return openDatabase(path, options);
}

function makePrivate({ runtime }: Store, path: string): void {
  try {
    runtime.files.makeFolder(dirname(path));
    // Appending nothing: another process may have come first.
    runtime.files.write(path, "", { how: "append" });
  } catch {
    // The folder can't be written: SQLite says so, in an error that callers know.
  }
}
