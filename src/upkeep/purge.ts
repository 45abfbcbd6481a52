/**
 * In: what was purged from the truth. Out: the same gone from the index, and from backups when that was asked for; and the
 * proof, by searching the bytes of every file.
 * Not done here: taking it out of the truth (delete.ts).
 *
 * @module
 */
import { join } from "node:path";
import { replaceAtomically } from "../atomic.ts";
import { eraseDeleted } from "../index/erase.ts";
import { withIndexInStep } from "../index/in_step.ts";
import { removeIndex } from "../index/mod.ts";
import type { RawRecord } from "../records/mod.ts";
import { keyOf, type Stored } from "../store/contents.ts";
import { type Filter, matcher } from "../store/filter.ts";
import { guardInside } from "../store/guard.ts";
import { BACKUPS_FOLDER, FACTS_FILE, INDEX_FILE, pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { forgetInSnapshots } from "../store/snapshot.ts";

export interface Purged {
  readonly records: readonly Stored[];
  /** What was asked for: earlier wordings in backups are found by it. */
  readonly filter: Filter;
}

/** Takes purged records out of every backup, earlier wordings of them too; returns how many lines or files went. */
export function eraseFromBackups(store: LockedStore, { records, filter }: Purged): number {
  const keys = new Set(records.map(({ key }) => key));
  const means = matcher({ ...filter, deleted: "with", events: true });
  let erased = 0;
  for (const file of filesBelow(store, BACKUPS_FOLDER)) {
    const path = pathOf(store, file);
    guardInside(store, path);
    const name = file.split("/").slice(2).join("/");
    if (name.startsWith("notes/") && records.some((record) => record.home === "notes" && name === record.file)) {
      store.runtime.files.remove(path);
      erased++;
      continue;
    }
    if (!name.endsWith(".jsonl")) continue;
    const home = name === FACTS_FILE ? "facts" : name === SESSIONS_FILE ? "sessions" : "daily";
    const bytes = store.runtime.files.read(path) ?? new Uint8Array();
    const goes = (record: RawRecord, key: string) => keys.has(key) || means({ record, home });
    const kept = parseLines(bytes).filter(({ start, length, record }) =>
      !record || !goes(record, keyOf(record, new TextDecoder().decode(bytes.subarray(start, start + length))))
    );
    const parts = kept.map(({ start, length }) => bytes.subarray(start, start + length));
    const after = Buffer.concat(parts);
    if (after.length === bytes.length) continue;
    replaceAtomically(store.runtime, path, after);
    erased++;
  }
  forgetInSnapshots(store, (key) => keys.has(key));
  return erased;
}

/**
 * Makes the index forget what it has no more use for: SQLite leaves deleted bytes in its file until they are written over.
 * Without an index there is nothing to forget.
 */
export function eraseFromIndex(store: Store): void {
  const { files } = store.runtime;
  if (!files.stat(pathOf(store, INDEX_FILE))) return;
  files.remove(pathOf(store, `${INDEX_FILE}.corrupt`));
  withIndexInStep(store, ({ db }) => eraseDeleted(db));
}

export interface Verification {
  /** Nothing that was purged is found in any file. */
  readonly clean: boolean;
  readonly searched_files: number;
  /** Where it still is, and what: an id or the beginning of a text. */
  readonly found: readonly { readonly file: string; readonly what: string }[];
}

/** A text this short is part of others by chance. */
const SHORTEST_NEEDLE_BYTES = 6;
const FOUND_MAX = 50;

/**
 * Searches the bytes of every file of the data folder for the texts of purged records. An index that has a text which the
 * truth has not is removed: it is derived. The audit log names ids, never texts.
 */
export function verifyPurged(store: Store, texts: readonly string[]): Verification {
  const needles = texts.flatMap(needlesOf);
  const first = search(store, needles);
  const elsewhere = new Set(first.found.filter(({ file }) => !isIndex(file)).map(({ what }) => what));
  const isStale = first.found.some(({ file, what }) => isIndex(file) && !elsewhere.has(what));
  if (isStale) removeIndex(store);
  const { found, searched } = isStale ? search(store, needles) : first;
  return { clean: found.length === 0, searched_files: searched, found: found.slice(0, FOUND_MAX) };
}

function isIndex(file: string): boolean {
  return file.startsWith(INDEX_FILE);
}

interface Needle {
  readonly what: string;
  readonly bytes: Buffer;
}

/** A text as it stands in Markdown and databases, and as JSON writes it. */
function needlesOf(text: string): Needle[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const what = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return [...new Set([text, escaped])].map((each) => ({ what, bytes: Buffer.from(each) }))
    .filter(({ bytes }) => bytes.length >= SHORTEST_NEEDLE_BYTES);
}

function search(store: Store, needles: readonly Needle[]) {
  const files = filesBelow(store, "");
  const found: { file: string; what: string }[] = [];
  for (const file of files) {
    const read = store.runtime.files.read(pathOf(store, file));
    if (!read) continue;
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.length);
    const hits = needles.filter((needle) => bytes.includes(needle.bytes)).map(({ what }) => what);
    for (const what of new Set(hits)) found.push({ file, what });
  }
  return { found, searched: files.length };
}

/** Every file below a folder of the store, its path relative to the data folder. */
function filesBelow(store: Store, folder: string): string[] {
  return store.runtime.files.list(pathOf(store, folder)).flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    const kind = store.runtime.files.stat(join(store.folder, file))?.kind;
    return kind === "folder" ? filesBelow(store, file) : kind === "file" ? [file] : [];
  });
}
