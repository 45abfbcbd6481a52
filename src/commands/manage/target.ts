/** Which store a verb of `manage` works on: the layer that was named, else the one that holds what is meant. */
import type { Layer } from "../../records/mod.ts";
import { isShortId, isWholeId, meantId, shortIdOf } from "../../records/ids.ts";
import type { Sentence } from "../../sentence.ts";
import { listBackups } from "../../store/backup.ts";
import { readContents, recordFiles } from "../../store/contents.ts";
import { type Filter, select } from "../../store/filter.ts";
import { AUDIT_FILE, pathOf } from "../../store/layout.ts";
import {
  existingStores,
  layerToWrite,
  type Memory,
  notInitialised,
  storeOfLayer,
  storesToRead,
  storeToWrite,
} from "../../store/memory.ts";
import type { Store } from "../../store/mod.ts";
import { hereAmong } from "../../upkeep/list.ts";
import { readScope } from "../../upkeep/notes.ts";

/**
 * The store to change. It must exist: nothing can be taken out of a memory that is not there. Throws NOT_INITIALISED.
 */
export function changedStore(memory: Memory, layer: Layer | undefined): Store {
  const target = layerToWrite(memory, layer);
  if (target === "global" && !storeOfLayer(memory, target)) throw notInitialised(memory, target);
  return storeToWrite(memory, layer);
}

/** The stores to change where nobody names a layer: both, as a list shows both. Throws NOT_INITIALISED. */
export function changedStores(memory: Memory, layer: Layer | undefined): readonly Store[] {
  const store = changedStore(memory, layer);
  const others = layer === undefined ? storesToRead(memory).filter((each) => each.layer !== store.layer) : [];
  return [store, ...others];
}

/**
 * The same for records named by id: an id means that record, whichever layer holds it. If neither layer knows the ids,
 * it is the default store, whose answer then says that they are not there.
 */
export function storeHolding(memory: Memory, layer: Layer | undefined, ids: readonly string[]): Store {
  const store = changedStore(memory, layer);
  const other = store.layer === "project" ? memory.global : memory.project;
  if (layer !== undefined || !other || ids.length === 0 || ids.some((id) => mentions(store, id))) return store;
  return ids.every((id) => mentions(other, id)) ? other : store;
}

/**
 * The ids that words mean, in the layer that was named or in any; a word that means none stays as it is, and the verb
 * says so. Throws INVALID_ARGUMENT for one that stands for several.
 */
export function wholeIds(memory: Memory, layer: Layer | undefined, words: readonly string[]): string[] {
  if (words.every(isWholeId)) return [...words];
  const known = existingStores(memory, layer).flatMap((store) => readScope(store, "all").records.map(({ key }) => key));
  // The id of a record of the Python original means all that have it.
  return words.map((word) => isWholeId(word) || isShortId(word) ? word : meantId(word, known) ?? word);
}

/** The same for a backup: the store that holds it, else the default one. */
export function storeOfBackup(memory: Memory, layer: Layer | undefined, backup: string): Store {
  const store = changedStore(memory, layer);
  const stores = layer === undefined ? [store, ...storesToRead(memory)] : [store];
  return stores.find((each) => listBackups(each).some(({ id }) => id === backup)) ?? store;
}

/** Whether an id occurs in the files of a store. It compares bytes, which a large memory takes milliseconds for. */
function mentions(store: Store, id: string): boolean {
  // A record of the Python original stands in its file under a shorter id than it is known by.
  const needles = [id, shortIdOf(id) ?? id].map((each) => JSON.stringify(each));
  const files = [...recordFiles(store).map(({ file }) => file), AUDIT_FILE];
  if (id.startsWith("line:")) return readContents(store).records.some(({ key }) => key === id);
  const isThere = files.some((file) => {
    const bytes = store.runtime.files.read(pathOf(store, file));
    const text = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return text !== undefined && needles.some((needle) => text.includes(needle));
  });
  return isThere || (id.startsWith("MEM-") && readScope(store, "notes").records.some(({ key }) => key === id));
}

/**
 * What to try when nothing matched: where in both layers, scope by scope, the same filter finds something. What is
 * shared by the team or belongs to another project is not counted: it could not be meant.
 */
export function elsewhereHint(memory: Memory, filter: Filter): Sentence | undefined {
  const stores = storesToRead(memory);
  const isHere = hereAmong(memory, stores);
  const places = stores.flatMap((store) => {
    const contents = readScope(store, "all");
    return SINGLE_SCOPES.flatMap((scope) => {
      const count = select(contents, scope, filter)
        .filter((stored) => isHere(store, stored) && stored.record.shared !== true).length;
      return count === 0 ? [] : [{ count, how: `--scope ${scope} --layer ${store.layer}` }];
    });
  });
  if (places.length === 0) return undefined;
  const told = (each: (place: { count: number; how: string }) => string) => places.map(each);
  return {
    en: `Elsewhere there are ${told(({ count, how }) => `${count} (${how})`).join(", ")}`,
    zh: `别处有${told(({ count, how }) => ` ${count} 条（${how}）`).join("、")}`,
  };
}

/** The scopes that don't overlap but for \`daily\`, which has the consolidated facts too. */
const SINGLE_SCOPES = ["daily", "sessions", "notes"] as const;
