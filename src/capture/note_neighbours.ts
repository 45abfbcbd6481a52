/** The notes nearest to a judgement, by our own search. */
import { openInStep } from "../index/in_step.ts";
import { openLog } from "../log.ts";
import { isNotePath, readNote } from "../notes/files.ts";
import { type Neighbour, NEIGHBOURS } from "../notes/governance.ts";
import { nearestByTable } from "../notes/nearest.ts";
import type { Payload } from "../notes/payload.ts";
import { search } from "../search/mod.ts";
import { settingsOfSearch } from "../search/settings.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/** Archived notes are found too and count for nothing; so many more are asked for. */
const SPARE = 2;

export type FindNeighbours = (payload: Payload) => readonly Neighbour[];

/**
 * Opens a way to the nearest notes of the layer that is written to. Without an index that can be asked INDEX.md answers:
 * a judgement must not be lost because of a derived file.
 */
export function withNeighbours<T>(memory: Memory, store: Store, body: (find: FindNeighbours) => T): T {
  const byTable = (payload: Payload) => nearestByTable(store, textOf(payload));
  let index;
  try {
    index = openInStep(store);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    openLog(store.runtime, store.folder).warning("Looked for neighbours in INDEX.md alone", { reason });
    return body(byTable);
  }
  try {
    const readers = [index];
    const wish = { limit: NEIGHBOURS * SPARE, now: memory.runtime.now(), filters: { types: ["note"] as const } };
    const settings = settingsOfSearch(memory.config, wish);
    return body((payload) =>
      search(readers, textOf(payload), settings).hits.flatMap(({ file, score }) => {
        const note = isNotePath(file) ? readNote(store, file) : undefined;
        return note ? [{ note, score: Math.round(score * 1000) / 1000 }] : [];
      })
    );
  } finally {
    index.close();
  }
}

/** What a payload is about; quotes and colons would be syntax of the query. */
function textOf({ scene, choice }: Payload): string {
  return `${scene} ${choice}`.replace(/["“”„«»「」『』:]|\bNOT\b/g, " ");
}
