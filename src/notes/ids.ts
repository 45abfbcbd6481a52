/**
 * Ids of notes: readable, stable, never given twice, even after the note is gone. `notes/.ids` lists every id ever
 * used.
 *
 * @module
 */
import { readText } from "../files.ts";
import { appendText } from "../store/file.ts";
import { NOTES_FOLDER, pathOf } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";

const USED_IDS_FILE = `${NOTES_FOLDER}/.ids`;

/** Words left out of ids. `no`, `not` and `never` stay: they carry the meaning. */
const FILLERS = new Set(
  "a an the and or of for to in on at by with is are be use using used when while if should must always prefer we our you designing design adding add writing write creating create implementing implement handling choosing choose it its this that as from into"
    .split(" "),
);
/** Enough to tell notes apart; where it is not, a number is added. */
const MOST_WORDS = 3;
const LONGEST_SLUG = 48;

/**
 * The words of an id, `api-error-format`, from the Latin words of a text; undefined when it has too few, as a Chinese
 * title has. Then a number is taken.
 */
export function slugOf(text: string): string | undefined {
  const words = text.normalize("NFKC").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = [...new Set(words)].filter((word) => !FILLERS.has(word));
  let slug = "";
  for (const word of telling.slice(0, MOST_WORDS)) {
    if (slug.length + word.length > LONGEST_SLUG) break;
    slug += slug === "" ? word : `-${word}`;
  }
  // One short word or a bare number ("2", "ts") is no name.
  return /[a-z]{3}/.test(slug) ? slug : undefined;
}

/** Whether a text is the id of a note. It becomes a file name, so nothing else may pass. */
export function isNoteId(text: string): boolean {
  return /^MEM-[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(text) && !text.includes("..") && !text.endsWith(".");
}

/** The first free id for a title. */
export function freeId(title: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(title);
  if (slug) {
    for (let number = 1;; number++) {
      const id = `MEM-${slug}${number === 1 ? "" : `-${number}`}`;
      if (!taken.has(id.toLowerCase())) return id;
    }
  }
  let highest = 0;
  for (const id of taken) {
    const number = /^mem-(\d{1,5})$/.exec(id)?.[1];
    if (number) highest = Math.max(highest, Number(number));
  }
  return `MEM-${String(highest + 1).padStart(3, "0")}`;
}

/** Ids that were ever used, in lower case: two files must not differ by case alone. */
export function usedIds(store: Store): Set<string> {
  const lines = readText(store.runtime.files, pathOf(store, USED_IDS_FILE))?.split("\n") ?? [];
  return new Set(lines.map((line) => line.trim().toLowerCase()).filter((line) => line !== ""));
}

/** Marks ids as used for good. */
export function rememberIds(store: LockedStore, ids: readonly string[]): void {
  const known = usedIds(store);
  const fresh = ids.filter((id) => !known.has(id.toLowerCase()));
  if (fresh.length > 0) appendText(store, USED_IDS_FILE, fresh.map((id) => `${id}\n`).join(""));
}
