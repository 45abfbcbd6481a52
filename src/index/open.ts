/**
 * In: a store. Out: its index as the last sync left it. Hot path.
 * Not done here: bringing it in step (mod.ts).
 */
import { asMemoryError, errorCode } from "../errors.ts";
import { INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import {
  type Database,
  DATABASE_ENDS,
  IN_MEMORY,
  isLockless,
  openDatabase,
  openDatabaseFile,
  WAIT_FOR_WRITER_MS,
} from "./sqlite.ts";
import { noteStrangers } from "./read.ts";
import { OUTDATED, prepareSchema } from "./schema.ts";

/** The index of one layer. Rooms that look records up in ways of their own (search, recall, tools) query its `db`. */
export type MemoryIndex = ReturnType<typeof openToRead>;

interface Opening {
  readonly inMemory?: boolean;
  /** How long the sync will take at most, and how long it will wait for another process. */
  readonly deadlineMs?: number | undefined;
  readonly waitMs?: number;
  /** To open it waits for nobody; what is read later does. */
  readonly atOnce?: boolean;
}

/**
 * Opens the index of a store; makes one where none is, or where an older version of the program made it. Whether it is
 * in step, stale.ts tells. `inMemory` keeps it in this process alone, because the folder can't be written. Waits for
 * another process no longer than the sync will.
 *
 * @throws INDEX_CORRUPT (see `setAsideIndex`), STORE_NEWER, LOCK_BUSY, IO_ERROR where the folder has no locks, or holds
 * no index and can't be written
 */
export function openToRead(store: Store, { inMemory = false, ...patience }: Opening = {}) {
  const db = inMemory ? prepared(openDatabase(IN_MEMORY)) : openPrepared(store, patience);
  if (store.standing === "foreign") noteStrangers(db);
  return {
    store,
    db,
    kept: () => kept(db),
    keep: (text: string) => keep(db, text),
    close: () => db.close(),
    [Symbol.dispose]: () => db.close(),
  };
}

function openPrepared(
  store: Store,
  { deadlineMs = Infinity, waitMs = WAIT_FOR_WRITER_MS, atOnce = false }: Opening,
): Database {
  const path = pathOf(store, INDEX_FILE);
  const patience = { waitMs: Math.min(deadlineMs, waitMs), atOnce };
  try {
    return prepared(openDatabaseFile(store, INDEX_FILE, patience));
  } catch (error) {
    const { code, data } = asMemoryError(error);
    if (code === "INDEX_CORRUPT" && data?.[OUTDATED] === true) {
      removeIndex(store);
      return prepared(openDatabaseFile(store, INDEX_FILE, patience));
    }
    if (code === "IO_ERROR" && !isLockless(error) && store.runtime.files.stat(path)?.kind === "file") {
      return prepared(openDatabase(path, { readOnly: true, ...patience }));
    }
    throw error;
  }
}

function prepared(db: Database): Database {
  try {
    prepareSchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Removes the index; the next open and sync make it again. */
export function removeIndex(store: Store): void {
  const path = pathOf(store, INDEX_FILE);
  for (const end of DATABASE_ENDS) store.runtime.files.remove(path + end);
}

/**
 * A text that one reader of the index leaves for the next: findings that took long to work out from the records, and
 * that can be worked out again. The text must hold nothing that a record says, which would outlive the record here.
 */
function kept(db: Database): string | undefined {
  const text = db.get("SELECT text FROM kept")?.["text"];
  return typeof text === "string" ? text : undefined;
}

/** Keeps a text instead of the last one, unless another process writes or nothing can be written. */
function keep(db: Database, text: string): void {
  if (db.readOnly) return;
  try {
    db.transaction(() => {
      db.run("DELETE FROM kept");
      db.run("INSERT INTO kept VALUES (?)", text);
    }, 0);
  } catch (error) {
    if (!["LOCK_BUSY", "IO_ERROR"].includes(errorCode(error) ?? "")) throw error;
  }
}
