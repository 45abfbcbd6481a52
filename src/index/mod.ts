/**
 * In: a store. Out: its index, in step with the truth, whatever state the index file was in.
 * Not done here: reading records (read.ts), queries and ranking (search/). The index is derived: it can be made again
 * from the truth at any time.
 */
import { errorCode, reasonOf } from "../errors.ts";
import { INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { openLog } from "../log.ts";
import type { Sentence } from "../sentence.ts";
import { openToRead, removeIndex } from "./open.ts";
import { closing, type Database, IN_MEMORY } from "./sqlite.ts";
import { syncIndex, type SyncOptions, type SyncResult } from "./sync.ts";

export { removeIndex } from "./open.ts";
/** Opens the index of a store as `openToRead` does; it is in step after `sync`. Throws as that does. */
export function openIndex(store: Store, options: SyncOptions & { inMemory?: boolean } = {}) {
  const index = openToRead(store, options);
  return { ...index, sync: (options?: SyncOptions) => syncIndex(index.db, store, options) };
}

/** An index that can be brought in step. */
export type SyncableIndex = ReturnType<typeof openIndex>;

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
export function withIndexInStep<T>(store: Store, body: (index: SyncableIndex) => T): T {
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
export function openSoonInStep(store: Store, options = SOON): SyncableIndex | undefined {
  const index = mended(store, () => openIndex(store, options));
  let isSoon = false;
  try {
    isSoon = index.sync(options).inTime;
    return isSoon ? index : undefined;
  } finally {
    if (!isSoon) index.close();
  }
}

/** As `openSoonInStep`, for one piece of work, after which the index is closed. */
export function withIndexSoonInStep<T>(store: Store, body: (index: SyncableIndex) => T): T | undefined {
  const index = openSoonInStep(store);
  return index && closing(index, body);
}

/** `inMemory` tells that no file could be written, so that the index is gone. Throws as `openInStep` does. */
export function bringInStep(store: Store, options: SyncOptions = {}): SyncResult & { readonly inMemory: boolean } {
  const [index, result] = openInStep(store, options);
  return closing(index, ({ db }) => ({ ...result, inMemory: db.path === IN_MEMORY }));
}

type Synced = readonly [index: SyncableIndex, result: SyncResult];

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
export function synced(index: SyncableIndex, options: SyncOptions): Synced {
  try {
    return [index, index.sync(options)];
  } catch (error) {
    index.close();
    throw error;
  }
}

/** Takes out the bytes of deleted rows, which SQLite keeps in free pages and FTS5 in old segments. */
export function eraseDeleted(db: Database): void {
  if (db.readOnly) return;
  // Merges all segments into one that holds present rows alone.
  db.exec("INSERT INTO lexicon(lexicon) VALUES('optimize')");
  db.exec("VACUUM");
}
