/** The proof that a purge has left nothing: a search through the bytes of every file. */
import { removeIndex } from "../index/mod.ts";
import { filesBelow, INDEX_FILE, pathOf, truthFiles } from "../store/layout.ts";
import type { Layer } from "../records/mod.ts";
import type { Store } from "../store/mod.ts";
import { SHORTEST_TEXT_BYTES } from "./purge.ts";

/** What a search for purged texts found. */
export interface Verification {
  /** Nothing that was purged is found in any file. */
  readonly clean: boolean;
  readonly searched_files: number;
  /** How many texts were looked for, if not all. */
  readonly sampled?: number;
  /** Where something is left, and what: the beginning of its text. */
  readonly found: readonly { readonly file: string; readonly what: string; readonly layer?: Layer }[];
}

/** Places named; one is enough to know that the purge left something behind. */
const FOUND_MAX = 50;
/** Of more texts than this a sample is looked for: each costs a pass over every file. */
const TEXTS_MAX = 1_000;

/**
 * Searches the bytes of every file of the data folder for the texts of purged records and for the keyword, ignoring the
 * case of ASCII letters. An index that has such a text although no file has it is removed: it is derived.
 */
function verifyPurged(store: Store, texts: readonly string[], keyword?: string): Verification {
  const step = Math.ceil(texts.length / TEXTS_MAX);
  const sample = texts.filter((text, at) => at % step === 0 && Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const needles = [...sample, ...keyword === undefined ? [] : [keyword]].flatMap(needlesOf);
  const first = search(store, needles);
  const elsewhere = new Set(first.found.filter(({ file }) => !isIndex(file)).map(({ what }) => what));
  const isStale = first.found.some(({ file, what }) => isIndex(file) && !elsewhere.has(what));
  if (isStale) removeIndex(store);
  const { found: all, searched } = isStale ? search(store, needles) : first;
  // An index in step only repeats the files.
  const found = all.filter(({ file, what }) => !isIndex(file) || !elsewhere.has(what));
  return {
    clean: found.length === 0,
    searched_files: searched,
    ...step > 1 ? { sampled: sample.length } : {},
    found: found.slice(0, FOUND_MAX),
  };
}

/** The same over several layers; what lies in the global one is told as that. */
export function verifyLayers(stores: readonly Store[], texts: readonly string[], keyword?: string): Verification {
  const all = stores.map((store) => ({ layer: store.layer, ...verifyPurged(store, texts, keyword) }));
  const sampled = all.find((each) => each.sampled !== undefined)?.sampled;
  return {
    clean: all.every(({ clean }) => clean),
    searched_files: all.reduce((sum, { searched_files }) => sum + searched_files, 0),
    ...sampled === undefined ? {} : { sampled },
    found: all.flatMap(({ layer, found }) => found.map((each) => layer === "global" ? { ...each, layer } : each)),
  };
}

function isIndex(file: string): boolean {
  return file.startsWith(INDEX_FILE);
}

interface Needle {
  readonly what: string;
  readonly bytes: string;
}

/** A text as it stands in Markdown and databases, and as JSON writes it. */
function needlesOf(text: string): Needle[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const what = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return [...new Set([text, escaped])].map((each) => ({ what, bytes: asBytes(Buffer.from(each)) }));
}

/** Bytes as a text for comparison, a character each, ASCII letters in lower case. */
function asBytes(bytes: Buffer): string {
  return bytes.toString("latin1").toLowerCase();
}

function search(store: Store, needles: readonly Needle[]) {
  // With the truth behind links, such as notes that lie elsewhere.
  const truth = truthFiles(store).filter(({ stat }) => stat?.kind === "file").map(({ file }) => file);
  const files = [...new Set([...filesBelow(store, ""), ...truth])];
  const found: { file: string; what: string }[] = [];
  let searched = 0;
  for (const file of files) {
    const read = store.runtime.files.read(pathOf(store, file));
    if (!read) continue;
    searched++;
    const content = asBytes(Buffer.from(read.buffer, read.byteOffset, read.length));
    const hits = needles.filter(({ bytes }) => content.includes(bytes)).map(({ what }) => what);
    for (const what of new Set(hits)) found.push({ file, what });
  }
  return { found, searched };
}
