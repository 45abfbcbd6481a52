/**
 * In: a store. Out: its index, in step with the truth, whatever state the index file was in.
 * Not done here: reading records (read.ts), queries and ranking (search/). The index is derived: it can be made again
 * from the truth at any time.
 */
import { asMemoryError, errorCode, reasonOf } from "../errors.ts";
import { INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import {
  closing,
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
import { missingBytes, syncIndex, type SyncOptions, type SyncResult } from "./sync.ts";
import { openLog } from "../log.ts";
import type { Sentence } from "../sentence.ts";

/** The index of one layer. Rooms that look records up in ways of their own (search, recall, tools) query its `db`. */
export type MemoryIndex = ReturnType<typeof openIndex>;

/**
 * Opens the index of a store; makes one where none is, or where an older version of the program made it. The index is
 * in step only after `sync`. `inMemory` keeps it in this process alone, because the folder can't be written. Waits for
 * another process no longer than the sync will.
 *
 * @throws INDEX_CORRUPT (see `setAsideIndex`), STORE_NEWER, LOCK_BUSY, IO_ERROR where the folder has no locks, or holds
 * no index and can't be written
 */
export function openIndex(store: Store, { inMemory = false, ...options }: SyncOptions & { inMemory?: boolean } = {}) {
  const db = inMemory ? prepared(openDatabase(IN_MEMORY)) : openPrepared(store, options);
  if (store.standing === "foreign") noteStrangers(db);
  return {
    store,
    db,
    sync: (options?: SyncOptions) => syncIndex(db, store, options),
    kept: () => kept(db),
    keep: (text: string) => keep(db, text),
    close: () => db.close(),
    [Symbol.dispose]: () => db.close(),
  };
}

function openPrepared(store: Store, { deadlineMs = Infinity, waitMs = WAIT_FOR_WRITER_MS }: SyncOptions): Database {
  const path = pathOf(store, INDEX_FILE);
  const patience = { waitMs: Math.min(deadlineMs, waitMs) };
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

/** Renames a corrupt index, so that the damage can be looked at later; the next open makes a new index. */
export function setAsideIndex(store: Store): void {
  const path = pathOf(store, INDEX_FILE);
  // The journal goes first: SQLite would take it for the journal of the next index.
  store.runtime.files.remove(`${path}-journal`);
  if (store.runtime.files.stat(path)) store.runtime.files.rename(path, `${path}.corrupt`);
}

/** Sets aside each of these indexes that has a damaged page, or all of them where no page is found damaged. */
export function setAsideDamaged(stores: readonly Store[]): void {
  const damaged = stores.filter(isDamaged);
  for (const store of damaged.length > 0 ? damaged : stores) setAsideIndex(store);
}

function isDamaged(store: Store): boolean {
  try {
    return closing(openIndex(store), ({ db }) => db.get("PRAGMA quick_check(1)")?.["quick_check"] !== "ok");
  } catch (error) {
    return errorCode(error) === "INDEX_CORRUPT";
  }
}

/** Removes the index; the next open and sync make it again. */
export function removeIndex(store: Store): void {
  const path = pathOf(store, INDEX_FILE);
  for (const end of DATABASE_ENDS) store.runtime.files.remove(path + end);
}

/** Opens an index in step; a corrupt one is set aside and made anew, as the log tells. Throws STORE_NEWER, IO_ERROR. */
export function openInStep(store: Store, options: SyncOptions = {}): Synced {
  return mended(store, () => openHereOrInMemory(store, options), options.anew);
}

/** How long a search waits for an index to be made: less than a client waits for a command. */
const SEARCH_MS = 60_000;
/** For a stranger's folder, whose content nobody asked for. */
const STRANGERS_SEARCH_MS = 2_000;

/** Opens the index for a search. Records that can't be taken in within the time are left to the next search. */
export function openToLookUp(store: Store): Synced {
  return openInStep(store, { deadlineMs: store.standing === "foreign" ? STRANGERS_SEARCH_MS : SEARCH_MS });
}

/** Told beside the hits of a search in an index that is not complete yet. */
export const INCOMPLETE: Sentence = {
  en: "The index is still being made, so that records may be missing; the next search goes on with it, and " +
    "`memory sync` completes it",
  zh: "索引尚未建完，可能缺少记录；下次搜索会接着建，`memory sync` 会一次建完",
};

/** Opens the index in step for one piece of work, and closes it afterwards. */
export function withIndexInStep<T>(store: Store, body: (index: MemoryIndex) => T): T {
  return closing(openInStep(store)[0], body);
}

/**
 * A save waits for a sync: so many bytes, a thousand records, are taken in within a fifth of a second. A batch of
 * another process's first sync takes half a second.
 */
export const SOON = { bytes: 512 * 1024, deadlineMs: 3_000, waitMs: 500 };

/**
 * Opens the index in step for work that can do without. Undefined when it lacks more than `bytes` of the truth, or when
 * the sync takes longer than allowed. Records that were taken in by then stay, and the next reader goes on.
 */
export function openSoonInStep(store: Store, { bytes, ...options } = SOON): MemoryIndex | undefined {
  const index = mended(store, () => openIndex(store, options));
  let isSoon = false;
  try {
    isSoon = missingBytes(index.db, store) <= bytes && index.sync(options).inTime;
    return isSoon ? index : undefined;
  } finally {
    if (!isSoon) index.close();
  }
}

/** As `openSoonInStep`, for one piece of work, after which the index is closed. */
export function withIndexSoonInStep<T>(store: Store, body: (index: MemoryIndex) => T): T | undefined {
  const index = openSoonInStep(store);
  return index && closing(index, body);
}

/** `inMemory` tells that no file could be written, so that the index is gone. Throws as `openInStep` does. */
export function bringInStep(store: Store, options: SyncOptions = {}): SyncResult & { readonly inMemory: boolean } {
  const [index, result] = openInStep(store, options);
  return closing(index, ({ db }) => ({ ...result, inMemory: db.path === IN_MEMORY }));
}

type Synced = readonly [index: MemoryIndex, result: SyncResult];

/** Opens an index, and a new one where that index is corrupt. Damage that shows only later the next reader mends. */
function mended<T>(store: Store, open: () => T, anew = false): T {
  try {
    return open();
  } catch (error) {
    const code = errorCode(error);
    if (code === "INDEX_CORRUPT") {
      const reason = reasonOf(error);
      openLog(store.runtime, store).warning("Set a corrupt index aside and made it anew", { reason });
      setAsideIndex(store);
      // An index to be made anew is made for this version.
    } else if (anew && code === "STORE_NEWER") removeIndex(store);
    else throw error;
    return open();
  }
}

function openHereOrInMemory(store: Store, options: SyncOptions): Synced {
  try {
    const [index, result] = synced(openIndex(store, options), options);
    if (result.complete || !index.db.readOnly) return [index, result];
    index.close();
  } catch (error) {
    if (errorCode(error) !== "IO_ERROR") throw error;
  }
  // In a read-only folder, on a full disk or without locks an index in memory finds everything all the same.
  return synced(openIndex(store, { inMemory: true }), options);
}

/** Brings an open index in step; closes the index when the sync fails. */
export function synced(index: MemoryIndex, options: SyncOptions): Synced {
  try {
    return [index, index.sync(options)];
  } catch (error) {
    index.close();
    throw error;
  }
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

/** Takes out the bytes of deleted rows, which SQLite keeps in free pages and FTS5 in old segments. */
export function eraseDeleted(db: Database): void {
  if (db.readOnly) return;
  // Merges all segments into one that holds present rows alone.
  db.exec("INSERT INTO lexicon(lexicon) VALUES('optimize')");
  db.exec("VACUUM");
}
