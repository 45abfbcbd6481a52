/** In: the memory of a place. Out: the indexes of its layers, brought in step with what has changed. */
import { MemoryError } from "../errors.ts";
import { isWhole } from "../index/known_files.ts";
import { openIndex, type SyncableIndex, synced } from "../index/mod.ts";
import type { MemoryIndex } from "../index/open.ts";
import type { SyncOptions } from "../index/sync.ts";
import { openLog } from "../log.ts";
import type { Layer } from "../records/mod.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { closeReaders, narrowToHere, type Reader } from "./readers.ts";

/**
 * Opens the index of each layer and syncs it as far as the time allows. A layer that can't be read (another user's
 * folder, an index of a newer version) does not silence the other one.
 *
 * @param deadlineMs for all layers together
 * @param waitMs for each layer whose index another process writes
 * @throws INDEX_CORRUPT for any layer, since the caller sets that index aside; STORE_NEWER, IO_ERROR when no layer can
 * be read
 */
export function openReadersNow(
  memory: Memory,
  { deadlineMs, waitMs, layer }: { deadlineMs?: number; waitMs?: number; layer?: Layer } = {},
): Reader[] {
  const { runtime } = memory;
  const started = runtime.now().getTime();
  const options = (): SyncOptions => ({
    ...deadlineMs === undefined ? {} : { deadlineMs: Math.max(0, deadlineMs - (runtime.now().getTime() - started)) },
    ...waitMs === undefined ? {} : { waitMs },
  });
  const stores = storesToRead(memory, layer);
  const readers: Reader[] = [];
  const failures: { readonly store: Store; readonly error: MemoryError }[] = [];
  try {
    // The person's own layer first: what others bring to a project could take all the time.
    for (const store of stores.toReversed()) {
      const found = opened(store, options);
      if (found instanceof MemoryError) failures.push({ store, error: found });
      else {
        narrowToHere(memory, found.index);
        readers.unshift({ ...found, store, layer: store.layer });
      }
    }
    for (const { store, error } of failures) {
      if (readers.length === 0) throw error;
      openLog(runtime, readers[0]?.store ?? store).error(`the ${store.layer} memory can't be read`, {
        reason: error.message,
      });
    }
    return readers;
  } catch (error) {
    closeReaders(readers);
    throw error;
  }
}

/** The synced index of a layer, or why it can't be read. Throws INDEX_CORRUPT. */
function opened(store: Store, options: () => SyncOptions): Pick<Reader, "index" | "whole"> | MemoryError {
  let index: SyncableIndex | undefined;
  try {
    index = openIndex(store, options());
    const { complete, whole } = index.sync(options());
    if (complete || !index.db.readOnly) return { index, whole };
    const other = inMemory(store, options);
    if (other) index.close();
    return { index: other ?? index, whole: other !== undefined || whole };
  } catch (error) {
    const failure = error instanceof MemoryError && error.code !== "INDEX_CORRUPT" ? error : undefined;
    // In a folder that can't be written, or on a full disk, the index can still be read as it is; not while another
    // process holds it.
    const held = failure?.code === "LOCK_BUSY";
    const other = held || failure?.code === "IO_ERROR"
      ? inMemory(store, options) ?? (held ? undefined : index)
      : undefined;
    if (other !== index) index?.close();
    if (!failure) throw error;
    if (!other) return failure;
    return { index: other, whole: other !== index || isWhole(other.db) };
  }
}

/** An index in this process's memory; undefined if it is not complete in time, or there is nothing to read. */
function inMemory(store: Store, options: () => SyncOptions): MemoryIndex | undefined {
  if (store.runtime.files.stat(store.folder) === undefined) return undefined;
  const [index, { complete, total }] = synced(openIndex(store, { inMemory: true }), options());
  if (complete && total > 0) return index;
  index.close();
  return undefined;
}
