/**
 * In: a store. Out: its index: brought in step with the truth, asked by id, time and session; search/ asks it by query.
 * Not done here: ranking; the index is derived, so nothing is ever written only here.
 *
 * @module
 */
import { MemoryError } from "../errors.ts";
import { INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { DATABASE_ENDS, openDatabaseFile } from "./database_file.ts";
import { keep, kept } from "./kept.ts";
import * as read from "./read.ts";
import type { Found, RecentOptions } from "./read.ts";
import { OUTDATED, prepareSchema } from "./schema.ts";
import { type Database, IN_MEMORY, openDatabase } from "./sqlite.ts";
import { syncIndex, type SyncOptions, type SyncResult } from "./sync.ts";

/** The index of one layer. */
export interface MemoryIndex {
  readonly store: Store;
  /** For search/ and vectors; nobody else writes SQL. */
  readonly db: Database;
  sync(options?: SyncOptions): SyncResult;
  /** Facts, newest first. */
  recentFacts(options?: RecentOptions): Found[];
  /** Facts of type O, newest first. */
  opinions(tracked?: boolean, limit?: number, offset?: number): Found[];
  hasTracked(): boolean;
  /** Curated notes, newest first. */
  notes(): Found[];
  /** Session summaries, newest first. */
  lastSessions(limit: number): Found[];
  sessionsWithTodos(limit: number, tracked: boolean): Found[];
  /** Whether there is a record of this id, visible or not. */
  has(id: string): boolean;
  idsLike(word: string): readonly string[];
  /** Visible facts with the same text. */
  findIdentical(content: string): Found[];
  counts(): ReturnType<typeof read.counts>;
  /** What a reader left for the next one (kept.ts). */
  kept(): string | undefined;
  keep(text: string): void;
  close(): void;
}

/**
 * Opens the index of a store, made if it is missing and made anew if an older version of the program made it.
 * It is not in step before `sync`.
 *
 * @param inMemory made anew for this process alone, for a folder that can't be written
 * @throws INDEX_CORRUPT (see `setAsideIndex`), STORE_NEWER,
 *   IO_ERROR when the folder can't be written and holds no index
 */
export function openIndex(store: Store, { inMemory = false }: { inMemory?: boolean } = {}): MemoryIndex {
  const db = inMemory ? prepared(openDatabase(IN_MEMORY)) : openPrepared(store);
  return {
    store,
    db,
    sync: (options) => syncIndex(db, store, options),
    recentFacts: (options) => read.recentFacts(db, options),
    opinions: (tracked, limit, offset) => read.opinions(db, tracked, limit, offset),
    hasTracked: () => read.hasTracked(db),
    notes: () => read.notes(db),
    lastSessions: (limit) => read.lastSessions(db, limit),
    sessionsWithTodos: (limit, tracked) => read.sessionsWithTodos(db, limit, tracked),
    has: (id) => read.has(db, id),
    idsLike: (word) => read.idsLike(db, word),
    findIdentical: (content) => read.findIdentical(db, content),
    counts: () => read.counts(db),
    kept: () => kept(db),
    keep: (text) => keep(db, text),
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
    const index = openIndex(store);
    try {
      return index.db.get("PRAGMA quick_check(1)")?.["quick_check"] !== "ok";
    } finally {
      index.close();
    }
  } catch (error) {
    return error instanceof MemoryError && error.code === "INDEX_CORRUPT";
  }
}

/** Removes the index; it is derived, the next open and sync make it again. */
export function removeIndex(store: Store): void {
  const path = pathOf(store, INDEX_FILE);
  for (const end of DATABASE_ENDS) store.runtime.files.remove(path + end);
}
