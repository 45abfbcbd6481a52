/** The index as verbs want it: in step with the truth, whatever state its file was in. */
import { MemoryError } from "../errors.ts";
import { openLog } from "../log.ts";
import type { Store } from "../store/mod.ts";
import { type MemoryIndex, openIndex, removeIndex, setAsideIndex } from "./mod.ts";
import type { SyncOptions, SyncResult } from "./sync.ts";

/**
 * Opens the index of a store and brings it in step. A corrupt one is set aside and made anew, with a line in the log;
 * it is derived, so nothing is lost. Throws STORE_NEWER, IO_ERROR.
 *
 * @param report gets what the sync did
 */
export function openInStep(
  store: Store,
  options: SyncOptions = {},
  report: (result: SyncResult) => void = () => {},
): MemoryIndex {
  try {
    return openAndSync(store, options, report);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    if (options.anew && error.code === "STORE_NEWER") {
      // Who wants it made anew wants it for this version.
      removeIndex(store);
      return openAndSync(store, options, report);
    }
    if (error.code !== "INDEX_CORRUPT") throw error;
    openLog(store.runtime, store.folder).warning("Set a corrupt index aside and made it anew", {
      reason: error.message,
    });
    setAsideIndex(store);
    return openAndSync(store, options, report);
  }
}

/** The same for one piece of work; closed when it is done. */
export function withIndexInStep<T>(store: Store, body: (index: MemoryIndex) => T): T {
  const index = openInStep(store);
  try {
    return body(index);
  } finally {
    index.close();
  }
}

function openAndSync(store: Store, options: SyncOptions, report: (result: SyncResult) => void): MemoryIndex {
  try {
    const [index, result] = synced(openIndex(store), options);
    if (result.complete || !index.db.readOnly) {
      report(result);
      return index;
    }
    index.close();
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "IO_ERROR") throw error;
  }
  // A read-only folder or a full disk: an index in memory finds everything all the same, while this process lives.
  const [index, result] = synced(openIndex(store, { inMemory: true }), options);
  report(result);
  return index;
}

function synced(index: MemoryIndex, options: SyncOptions): [MemoryIndex, SyncResult] {
  try {
    return [index, index.sync(options)];
  } catch (error) {
    index.close();
    throw error;
  }
}
