/**
 * In: the memory of a place. Out: the indexes of its layers, open and in step, and which of their records may be shown
 * here.
 * Not done here: choosing records.
 *
 * @module
 */
import { MemoryError } from "../errors.ts";
import { openLog } from "../log.ts";
import { type MemoryIndex, openIndex } from "../index/mod.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { projectOf } from "../records/view.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/** A layer, open for reading. */
export interface Reader {
  readonly index: MemoryIndex;
  readonly store: Store;
  readonly layer: Layer;
}

/**
 * Opens the index of each layer and brings it in step as far as the time allows; what is not in step is used as it is.
 * A layer that can't be read (another user's folder, an index of a newer version) does not silence the other one.
 *
 * @param deadlineMs for all layers together
 * @param waitMs for each of them, as long as another process writes its index
 * @throws INDEX_CORRUPT, whichever layer's it is: its caller sets it aside; STORE_NEWER, IO_ERROR when no layer can be
 * read
 */
export function openReaders(
  memory: Memory,
  { deadlineMs, waitMs, layer }: { deadlineMs?: number; waitMs?: number; layer?: Layer } = {},
): Reader[] {
  const { runtime } = memory;
  const started = runtime.now().getTime();
  const readers: Reader[] = [];
  const failures: { readonly store: Store; readonly error: MemoryError }[] = [];
  try {
    for (const store of storesToRead(memory, layer)) {
      const index = opened(store, (error) => void failures.push({ store, error }));
      if (!index) continue;
      readers.push({ index, store, layer: store.layer });
      const left = deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (runtime.now().getTime() - started));
      index.sync({
        ...left === undefined ? {} : { deadlineMs: left },
        ...waitMs === undefined ? {} : { waitMs },
      });
    }
    for (const { store, error } of failures) {
      if (readers.length === 0) throw error;
      const { folder } = readers[0]?.store ?? store;
      openLog(runtime, folder).error(`the ${store.layer} memory can't be read`, { reason: error.message });
    }
    return readers;
  } catch (error) {
    closeReaders(readers);
    throw error;
  }
}

function opened(store: Store, fail: (error: MemoryError) => void): MemoryIndex | undefined {
  try {
    return openIndex(store);
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code === "INDEX_CORRUPT") throw error;
    fail(error);
    return undefined;
  }
}

/** Closes the index of each. */
export function closeReaders(readers: readonly Reader[]): void {
  for (const { index } of readers) index.close();
}

/**
 * To which layer a record counts here; undefined when it is another project's and none of ours. In the person's store a
 * record that names a project belongs to it, one that names none is the person's own.
 */
export function layerHere(memory: Pick<Memory, "locations">, layer: Layer, record: RawRecord): Layer | undefined {
  if (layer === "project") return "project";
  const project = projectOf(record);
  if (project === undefined) return "global";
  return project === memory.locations.here ? "project" : undefined;
}
