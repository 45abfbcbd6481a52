/** In: the memory of a place. Out: the open and synced indexes of its layers. Hot path. */
import { tried } from "../errors.ts";
import { openToRead } from "../index/open.ts";
import { isInStep } from "../index/stale.ts";
import type { Layer } from "../records/mod.ts";
import { type Memory, storesToRead } from "../store/memory.ts";
import { closeReaders, narrowToHere, type Reader } from "./readers.ts";

interface Options {
  readonly deadlineMs?: number;
  readonly waitMs?: number;
  readonly layer?: Layer;
}

/** As `openReadersNow`, whose code is loaded only where an index lacks something: most often nothing has changed. */
export async function openReaders(memory: Memory, options: Options = {}): Promise<Reader[]> {
  return readersInStep(memory, options) ?? (await import("./synced_readers.ts")).openReadersNow(memory, options);
}

/** The indexes as they are; undefined where one is not in step, or can't be opened at once. */
function readersInStep(memory: Memory, { layer, ...patience }: Options): Reader[] | undefined {
  const readers: Reader[] = [];
  const areInStep = tried(() =>
    storesToRead(memory, layer).every((store) => {
      const index = openToRead(store, { ...patience, atOnce: true });
      readers.push({ index, store, layer: store.layer, whole: true });
      if (!isInStep(index.db, store)) return false;
      narrowToHere(memory, index);
      return true;
    })
  );
  if (areInStep) return readers;
  closeReaders(readers);
  return undefined;
}
