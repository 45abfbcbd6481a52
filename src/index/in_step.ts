/** The index as verbs want it: in step with the truth, whatever state its file was in. */
import { MemoryError } from "../errors.ts";
import { openLog } from "../log.ts";
import type { Sentence } from "../sentence.ts";
import type { Store } from "../store/mod.ts";
import { type MemoryIndex, openIndex, removeIndex, setAsideIndex } from "./mod.ts";
import { IN_MEMORY } from "./sqlite.ts";
import { missingBytes, type SyncOptions, type SyncResult } from "./sync.ts";

/**
 * Opens the index of a store and brings it in step. A corrupt one is set aside and made anew, with a line in the log;
 * it is derived, so nothing is lost. Throws STORE_NEWER, IO_ERROR.
 */
export function openInStep(store: Store, options: SyncOptions = {}): MemoryIndex {
  return mended(store, options)[0];
}

/** How long a search waits for an index to be made: less than a client waits for a command. */
const SEARCH_MS = 60_000;
/** The same of a stranger's folder: nobody asked for what is in it. */
const STRANGERS_SEARCH_MS = 2_000;

/** Opens the index for somebody who looks something up: what can't be taken in in time is left to the next one. */
export function openToLookUp(store: Store): Synced {
  return mended(store, { deadlineMs: store.standing === "foreign" ? STRANGERS_SEARCH_MS : SEARCH_MS });
}

/** What somebody is told who looked something up in an index that is not complete yet. */
export const INCOMPLETE: Sentence = {
  en: "The index is still being made, so that records may be missing; the next search goes on with it, and " +
    "`memory sync` completes it",
  zh: "索引尚未建完，可能缺少记录；下次搜索会接着建，`memory sync` 会一次建完",
};

/** The same for one piece of work; closed when it is done. */
export function withIndexInStep<T>(store: Store, body: (index: MemoryIndex) => T): T {
  const index = openInStep(store);
  try {
    return body(index);
  } finally {
    index.close();
  }
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
  const index = mendedOpen(store);
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
  try {
    return index && body(index);
  } finally {
    index?.close();
  }
}

/** What the sync came to, for whom that is all there is to know. */
export interface InStep extends SyncResult {
  /** Nothing could be written: the index was made in memory, and is gone. */
  readonly inMemory: boolean;
}

/** Brings the index of a store in step and closes it. Throws as `openInStep` does. */
export function bringInStep(store: Store, options: SyncOptions = {}): InStep {
  const [index, result] = mended(store, options);
  const inMemory = index.db.path === IN_MEMORY;
  index.close();
  return { ...result, inMemory };
}

/** An open index, and what its sync came to. */
export type Synced = readonly [index: MemoryIndex, result: SyncResult];

/** A corrupt index shows when it is opened, or later; then the next reader mends it. */
function mendedOpen(store: Store): MemoryIndex {
  try {
    return openIndex(store);
  } catch (error) {
    setAsideCorrupt(store, error);
    return openIndex(store);
  }
}

/** Sets a corrupt index aside, to be made anew. Throws any other error on. */
function setAsideCorrupt(store: Store, error: unknown): void {
  if (!(error instanceof MemoryError) || error.code !== "INDEX_CORRUPT") throw error;
  openLog(store.runtime, store).warning("Set a corrupt index aside and made it anew", { reason: error.message });
  setAsideIndex(store);
}

function mended(store: Store, options: SyncOptions): Synced {
  try {
    return opened(store, options);
  } catch (error) {
    // An index to be made anew is made for this version.
    if (options.anew && error instanceof MemoryError && error.code === "STORE_NEWER") removeIndex(store);
    else setAsideCorrupt(store, error);
    return opened(store, options);
  }
}

function opened(store: Store, options: SyncOptions): Synced {
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
