/** The note that a verb is about. */
import { findNote, noNote } from "../../notes/files.ts";
import type { Note } from "../../notes/note.ts";
import type { Layer } from "../../records/mod.ts";
import { existingStores, type Memory } from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";

/** The note of this id and its store, project before global. Throws RECORD_NOT_FOUND, NOT_INITIALISED. */
export function existingInLayers(memory: Memory, id: string, layer: Layer | undefined): { store: Store; note: Note } {
  for (const store of existingStores(memory, layer)) {
    const note = findNote(store, id);
    if (note) return { store, note };
  }
  return noNote(id);
}
