/**
 * In: a store. Out: its index: in step with the truth, whatever state its file was in; asked by id, time and session.
 * Not done here: ranking, queries (search/); the index is derived, so nothing is ever written only here.
 *
 * @module
 */
import { MemoryError, reasonOf } from "../errors.ts";
import type { RecordId } from "../records/ids.ts";
import { INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { closing, type Database, DATABASE_ENDS, IN_MEMORY, openDatabase, openDatabaseFile } from "./sqlite.ts";
import * as read from "./read.ts";
import { OUTDATED, prepareSchema } from "./schema.ts";
import { missingBytes, syncIndex, type SyncOptions, type SyncResult } from "./sync.ts";
import { openLog } from "../log.ts";
import type { Sentence } from "../sentence.ts";

/** The index of one layer. Its `db` is for search/ and vectors; nobody else writes SQL. */
export type MemoryIndex = ReturnType<typeof openIndex>;

/**
 * Opens the index of a store, made if it is missing and made anew if an older version of the program made it.
 * It is not in step before `sync`.
 *
 * @param inMemory made anew for this process alone, for a folder that can't be written
 * @throws INDEX_CORRUPT (see `setAsideIndex`), STORE_NEWER,
 *   IO_ERROR when the folder can't be written and holds no index
 */
export function openIndex(store: Store, { inMemory = false }: { inMemory?: boolean } = {}) {
  const db = inMemory ? prepared(openDatabase(IN_MEMORY)) : openPrepared(store);
  if (store.standing === "foreign") read.noteStrangers(db);
  return {
    store,
    db,
    sync: (options?: SyncOptions) => syncIndex(db, store, options),
    recentFacts: (options?: read.RecentOptions) => read.recentFacts(db, options),
    opinions: (tracked?: boolean, limit?: number, offset?: number) => read.opinions(db, tracked, limit, offset),
    hasTracked: () => read.hasTracked(db),
    between: (from: number, to: number, limit: number) => read.between(db, from, to, limit),
    factsOf: (ids: readonly RecordId[]) => read.factsOf(db, ids),
    notes: () => read.notes(db),
    lastSessions: (limit: number) => read.lastSessions(db, limit),
    sessionsWithTodos: (limit: number, tracked: boolean) => read.sessionsWithTodos(db, limit, tracked),
    has: (id: RecordId) => read.has(db, id),
    idsLike: (word: string) => read.idsLike(db, word),
    findIdentical: (content: string) => read.findIdentical(db, content),
    total: () => read.total(db),
    kept: () => kept(db),
    keep: (text: string) => keep(db, text),
    close: () => db.close(),
  };
}

function openPrepared(store: Store): Database {
  const path = pathOf(store, INDEX_FILE);
  try {
    return prepared(openDatabaseFile(store, INDEX_FILE));
  } catch (error) {
    if (error instanceof MemoryError && error.code === "INDEX_CORRUPT" && error.data?.[OUTDATED] === true) {
      removeIndex(store);
      return prepared(openDatabaseFile(store, INDEX_FILE));
    }
    if (error instanceof MemoryError && error.code === "IO_ERROR" && store.runtime.files.stat(path)?.kind === "file") {
      return prepared(openDatabase(path, { readOnly: true }));
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

/**
 * Takes a corrupt index out of the way, keeping one copy for whoever wants to know why; the next open makes a new one.
 */
export function setAsideIndex(store: Store): void {
  const path = pathOf(store, INDEX_FILE);
  // Its journal goes first: beside the next index it would be taken for that one's.
  store.runtime.files.remove(`${path}-journal`);
  if (store.runtime.files.stat(path)) store.runtime.files.rename(path, `${path}.corrupt`);
}

/**
 * After an index turned out corrupt in the middle of work: sets aside those that are damaged anywhere, all of them when
 * reading them whole shows nothing.
 */
export function setAsideDamaged(stores: readonly Store[]): void {
  const damaged = stores.filter(isDamaged);
  for (const store of damaged.length > 0 ? damaged : stores) setAsideIndex(store);
}

function isDamaged(store: Store): boolean {
  try {
    return closing(openIndex(store), ({ db }) => db.get("PRAGMA quick_check(1)")?.["quick_check"] !== "ok");
  } catch (error) {
    return error instanceof MemoryError && error.code === "INDEX_CORRUPT";
  }
}

/** Removes the index; it is derived, the next open and sync make it again. */
export function removeIndex(store: Store): void {
  const path = pathOf(store, INDEX_FILE);
  for (const end of DATABASE_ENDS) store.runtime.files.remove(path + end);
}

/**
 * Opens the index of a store and brings it in step. A corrupt one is set aside and made anew, with a line in the log;
 * it is derived, so nothing is lost. Throws STORE_NEWER, IO_ERROR.
 */
export function openInStep(store: Store, options: SyncOptions = {}): MemoryIndex {
  return openedInStep(store, options)[0];
}

/** How long a search waits for an index to be made: less than a client waits for a command. */
const SEARCH_MS = 60_000;
/** The same of a stranger's folder: nobody asked for what is in it. */
const STRANGERS_SEARCH_MS = 2_000;

/** Opens the index for somebody who looks something up: what can't be taken in in time is left to the next one. */
export function openToLookUp(store: Store): Synced {
  return openedInStep(store, { deadlineMs: store.standing === "foreign" ? STRANGERS_SEARCH_MS : SEARCH_MS });
}

/** What somebody is told who looked something up in an index that is not complete yet. */
export const INCOMPLETE: Sentence = {
  en: "The index is still being made, so that records may be missing; the next search goes on with it, and " +
    "`memory sync` completes it",
  zh: "索引尚未建完，可能缺少记录；下次搜索会接着建，`memory sync` 会一次建完",
};

/** The same for one piece of work; closed when it is done. */
export function withIndexInStep<T>(store: Store, body: (index: MemoryIndex) => T): T {
  return closing(openInStep(store), body);
}

/** How much may be missing from an index for work that can do without it. */
interface Patience {
  /** More bytes of the truth than this are not taken in. */
  readonly bytes: number;
  readonly ms: number;
}

/**
 * A record is saved at once: neighbours are looked for in an index that is in step, or soon is. So much, a thousand
 * records, is taken in within a fifth of a second; the rest is left to the next search.
 */
const SOON: Patience = { bytes: 512 * 1024, ms: 3_000 };

/**
 * The same for work that can do without: undefined when too much is missing from the index, or when taking that in
 * takes too long. What was taken in until then stays, and the next reader goes on.
 */
export function openSoonInStep(store: Store, { bytes, ms }: Patience = SOON): MemoryIndex | undefined {
  const index = mended(store, () => openIndex(store));
  let isSoon = false;
  try {
    isSoon = missingBytes(index.db, store) <= bytes && index.sync({ deadlineMs: ms }).inTime;
    return isSoon ? index : undefined;
  } finally {
    if (!isSoon) index.close();
  }
}

/** The same for one piece of work; closed when it is done. */
export function withIndexSoonInStep<T>(store: Store, body: (index: MemoryIndex) => T): T | undefined {
  const index = openSoonInStep(store);
  return index && closing(index, body);
}

/**
 * Brings the index of a store in step and closes it. With `inMemory` nothing could be written: the index was made in
 * memory, and is gone. Throws as `openInStep` does.
 */
export function bringInStep(store: Store, options: SyncOptions = {}): SyncResult & { readonly inMemory: boolean } {
  const [index, result] = openedInStep(store, options);
  return closing(index, ({ db }) => ({ ...result, inMemory: db.path === IN_MEMORY }));
}

type Synced = readonly [index: MemoryIndex, result: SyncResult];

/** Opens an index, and once more when it was corrupt: that shows now, or later, and then the next reader mends it. */
function mended<T>(store: Store, open: () => T, anew = false): T {
  try {
    return open();
  } catch (error) {
    const code = error instanceof MemoryError ? error.code : undefined;
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

function openedInStep(store: Store, options: SyncOptions): Synced {
  return mended(store, () => openHereOrInMemory(store, options), options.anew);
}

function openHereOrInMemory(store: Store, options: SyncOptions): Synced {
  try {
    const [index, result] = synced(openIndex(store), options);
    if (result.complete || !index.db.readOnly) return [index, result];
    index.close();
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "IO_ERROR") throw error;
  }
  // A read-only folder or a full disk: an index in memory finds everything all the same, while this process lives.
  return synced(openIndex(store, { inMemory: true }), options);
}

/** Brings an open index in step; closes it when that fails. */
export function synced(index: MemoryIndex, options: SyncOptions): Synced {
  try {
    return [index, index.sync(options)];
  } catch (error) {
    index.close();
    throw error;
  }
}

/**
 * A text that whoever reads the index leaves in it for the next one: what took long to find out from records, and can
 * be found out again. It is lost with the index. It must hold no text of records, which would outlive them here.
 */
function kept(db: Database): string | undefined {
  const text = db.get("SELECT text FROM kept")?.["text"];
  return typeof text === "string" ? text : undefined;
}

/** Keeps a text instead of the last one, unless that would mean to wait, or can't be done here. */
function keep(db: Database, text: string): void {
  if (db.readOnly) return;
  try {
    db.transaction(() => {
      db.run("DELETE FROM kept");
      db.run("INSERT INTO kept VALUES (?)", text);
    }, 0);
  } catch (error) {
    // Another process is writing, or the disk is full: then it is found out once more.
    if (error instanceof MemoryError && (error.code === "LOCK_BUSY" || error.code === "IO_ERROR")) return;
    throw error;
  }
}

/**
 * Writes the index anew without what was deleted: SQLite keeps its bytes in free pages and FTS5 in old segments until
 * told otherwise. Costs about a second at 100,000 facts.
 */
export function eraseDeleted(db: Database): void {
  if (db.readOnly) return;
  // One segment, made of what is there now.
  db.exec("INSERT INTO lexicon(lexicon) VALUES('optimize')");
  db.exec("VACUUM");
}
