/** The notes nearest to payloads, by our own search: by words, and by meaning where there are vectors. */
import { type Meaning, openMeaning } from "../embedding/meaning.ts";
import { reasonOf } from "../errors.ts";
import { type MemoryIndex, openSoonInStep } from "../index/mod.ts";
import { openLog } from "../log.ts";
import { isNotePath, readNote } from "../notes/files.ts";
import { type Neighbour, NEIGHBOURS } from "../notes/judge.ts";
import { nearestByTable } from "../notes/nearest.ts";
import type { Payload } from "../notes/payload.ts";
import { search } from "../search/mod.ts";
import { plainQuery } from "../search/query.ts";
import { settingsOfSearch } from "../search/settings.ts";
import type { Note } from "../notes/note.ts";
import { contradicts, noteKinship } from "../recall/contradiction.ts";
import { readStatements } from "../recall/statement.ts";
import { closeness, NEAR_ROWS } from "../recall/closeness.ts";
import { layerHere } from "../recall/readers.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";

/** Whoever proposes a note waits for longer than for a fact: a merge hangs on what is found. Some hundred notes. */
const PATIENCE = { bytes: 4 * 1024 * 1024, ms: 5_000 };

/** More than are needed: archived notes are found too, and do not count. */
const CANDIDATES = 2 * NEIGHBOURS;

/**
 * The nearest notes of each payload, in the layer that is written to. If the index can't be asked, INDEX.md is: no
 * payload may be lost because of a derived file.
 */
export async function notesNear(
  memory: Memory,
  store: Store,
  payloads: readonly Payload[],
): Promise<Map<Payload, readonly Neighbour[]>> {
  const found = new Map<Payload, readonly Neighbour[]>();
  let index: MemoryIndex | undefined;
  const meaning = openMeaning(memory.runtime);
  try {
    index = openSoonInStep(store, PATIENCE);
    if (!index) throw new Error("the index is not in step");
    for (const payload of payloads) found.set(payload, await nearIn(memory, index, meaning, payload));
  } catch (error) {
    openLog(store.runtime, store, memory.config.log.level).warning("Looked for neighbours in INDEX.md alone", {
      reason: reasonOf(error),
    });
    for (const payload of payloads) {
      const near = () => nearestByTable(store, textOf(payload)).filter(({ note }) => isOfHere(memory, store, note));
      if (!found.has(payload)) found.set(payload, near());
    }
  } finally {
    meaning.close();
    index?.close();
  }
  return found;
}

async function nearIn(memory: Memory, index: MemoryIndex, meaning: Meaning, payload: Payload): Promise<Neighbour[]> {
  const { store } = index;
  const text = textOf(payload);
  const { scores } = await meaning.ask(memory.config, [index], text, NEAR_ROWS);
  const settings = settingsOfSearch(memory.config, {
    limit: CANDIDATES,
    now: memory.runtime.now(),
    filters: { types: ["note"] },
  });
  const { hits } = search([index], plainQuery(text), scores.length > 0 ? { ...settings, semantic: scores } : settings);
  const close = closeness(scores);
  const statements = readStatements(payload.choice);
  return hits.flatMap(({ file, score, factors }) => {
    const note = isNotePath(file) ? readNote(store, file) : undefined;
    if (!note || !isOfHere(memory, store, note)) return [];
    const said = note.oneLiner || note.decision || note.title;
    return [{
      note,
      score: Math.round(score * 1000) / 1000,
      closeness: close(factors.semantic),
      kinship: noteKinship(payload, { scene: note.whenToLoad.join(" "), choice: said }),
      contradicts: contradicts(statements, readStatements(said)),
    }];
  });
}

/** Another project's note in the person's store is not to be merged with, nor replaced. */
function isOfHere(memory: Memory, { layer }: Store, { project }: Note): boolean {
  return layerHere(memory, layer, { project }) !== undefined;
}

/** What a payload is about; quotes and colons would be syntax of the query. */
function textOf({ scene, choice }: Payload): string {
  return `${scene} ${choice}`.replace(/["“”„«»「」『』:]|\bNOT\b/g, " ");
}
