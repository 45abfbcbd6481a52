/**
 * In: a query, before an agent acts or decides. Out: at most two reminders from curated notes, as well as they can be
 * found.
 * Not done here: whether to ask at all; how found notes are weighed (reminders.ts).
 *
 * @module
 */
import { openMeaning } from "../embedding/meaning.ts";
import { reasonTold } from "../errors.ts";
import { type MemoryIndex, openToLookUp } from "../index/mod.ts";
import { nearestByTable } from "../notes/nearest.ts";
import { inResult, type Sentence } from "../sentence.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { NEAR_ROWS } from "./closeness.ts";
import { neutralise } from "../legible.ts";
import { firstSentence } from "./note_sentence.ts";
import { layerHere } from "./readers.ts";
import { findReminders, MOST_REMINDERS, type Reminder, type Reminders } from "./reminders.ts";

/**
 * The share of words in common with a note's title and scene, when INDEX.md is all there is to ask: more than chance
 * gives.
 */
const ENOUGH_WORDS = 0.25;

/** What was found, how, and why not better. */
export type Reminded = Omit<Reminders, "method"> & {
  readonly method: Reminders["method"] | "table";
  readonly degraded?: Sentence;
};

/**
 * LingXi's ladder: words and meaning, words alone, INDEX.md, silence. An agent in the middle of its work gets no error.
 */
export async function remind(memory: Memory, stores: readonly Store[], query: string): Promise<Reminded> {
  const indexes: MemoryIndex[] = [];
  const meaning = openMeaning(memory.runtime);
  try {
    for (const store of stores) indexes.push(openToLookUp(store)[0]);
    const { scores, degraded } = await meaning.ask(memory.config, indexes, query, NEAR_ROWS);
    return {
      ...findReminders(memory, indexes, query, scores),
      ...degraded === undefined ? {} : { degraded: inResult(degraded) },
    };
  } catch (error) {
    return { matches: byTable(memory, stores, query), method: "table", degraded: inResult(reasonTold(error)) };
  } finally {
    meaning.close();
    for (const index of indexes) index.close();
  }
}

function byTable(memory: Memory, stores: readonly Store[], query: string): Reminder[] {
  try {
    const near = stores.flatMap((store) =>
      nearestByTable(store, query).filter(({ note: { project } }) => layerHere(memory, store.layer, { project }))
        .map((found) => ({ ...found, layer: store.layer }))
    );
    return near.filter(({ score }) => score >= ENOUGH_WORDS)
      .sort((a, b) => b.score - a.score).slice(0, MOST_REMINDERS)
      .map(({ note: { id, oneLiner, title, path, shared }, score, layer }) => ({
        id,
        layer,
        one_liner: neutralise(firstSentence(oneLiner || title)),
        score,
        file: path,
        shared,
      }));
  } catch {
    return [];
  }
}
