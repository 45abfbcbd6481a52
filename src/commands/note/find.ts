/** The note that a verb is about, in the layers that it looks at. */
import { MemoryError } from "../../errors.ts";
import { findNote } from "../../notes/files.ts";
import type { Note } from "../../notes/note.ts";
import type { Layer } from "../../records/mod.ts";
import { existingStores, type Memory, notInitialised } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";

/** The note of this id and its store, project before global. Throws RECORD_NOT_FOUND, NOT_INITIALISED. */
export function findInLayers(memory: Memory, id: string, layer: Layer | undefined): { store: Store; note: Note } {
  const stores = existingStores(memory, layer);
  let missing: MemoryError | undefined;
  for (const store of stores) {
    try {
      return { store, note: findNote(store, id) };
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== "RECORD_NOT_FOUND") throw error;
      missing = error;
    }
  }
  throw missing ?? notInitialised(memory, layer);
}
