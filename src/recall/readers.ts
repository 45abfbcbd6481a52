/**
 * In: the memory of a place. Out: the indexes of its layers, open and in step, and which of their records may be shown here.
 * Not done here: choosing records.
 *
 * @module
 */
import { type MemoryIndex, openIndex } from "../index/mod.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

export interface Reader {
  readonly index: MemoryIndex;
  readonly store: Store;
  readonly layer: Layer;
}

/**
 * Opens the index of each layer and brings it in step as far as the time allows; what is not in step is used as it is.
 *
 * @param deadlineMs for all layers together
 */
export function openReaders(
  memory: Memory,
  { deadlineMs, layer }: { deadlineMs?: number; layer?: Layer } = {},
): Reader[] {
  const { runtime } = memory;
  const started = runtime.now().getTime();
  const readers: Reader[] = [];
  try {
    for (const store of storesToRead(memory, layer)) {
      const index = openIndex(store);
      readers.push({ index, store, layer: store.layer });
      const left = deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (runtime.now().getTime() - started));
      index.sync(left === undefined ? {} : { deadlineMs: left });
    }
    return readers;
  } catch (error) {
    closeReaders(readers);
    throw error;
  }
}

export function closeReaders(readers: readonly Reader[]): void {
  for (const { index } of readers) index.close();
}

/**
 * To which layer a record counts here; undefined when it is another project's and none of ours. In the person's store a record
 * that names a project belongs to it, one that names none is the person's own.
 */
export function layerHere(memory: Pick<Memory, "locations">, layer: Layer, record: RawRecord): Layer | undefined {
  if (layer === "project") return "project";
  const project = projectOf(record);
  if (project === undefined) return "global";
  return project === memory.locations.here ? "project" : undefined;
}

function projectOf({ source, project }: RawRecord): string | undefined {
  const named = typeof source === "object" && source !== null && "project" in source ? source.project : project;
  return typeof named === "string" && named !== "" ? named : undefined;
}
