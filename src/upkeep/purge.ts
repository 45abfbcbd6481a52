/**
 * In: what was purged from the truth. Out: the same gone from the index, and from backups when that was asked for; and the
 * proof, by searching the bytes of every file.
 * Not done here: taking it out of the truth (delete.ts).
 *
 * @module
 */
import { join } from "node:path";
import { eraseDeleted, eraseDeletedVectors } from "../index/erase.ts";
import { withIndexInStep } from "../index/in_step.ts";
import { removeIndex } from "../index/mod.ts";
import { hasVectors, removeVectors } from "../index/vectors.ts";
import type { RawRecord } from "../records/mod.ts";
import { keyOf, type Stored } from "../store/contents.ts";
import { type Filter, fold, matcher } from "../store/filter.ts";
import { namesInside } from "../store/guard.ts";
import {
  BACKUPS_FOLDER,
  FACTS_FILE,
  INDEX_FILE,
  LOGS_FOLDER,
  pathOf,
  SESSIONS_FILE,
  truthFiles,
} from "../store/layout.ts";
import { parseLines } from "../store/lines.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { replaceFile } from "../store/rewrite.ts";
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
    replaceFile(store, file, after);
    erased++;
  }
  forgetInSnapshots(store, (key) => keys.has(key));
  return erased;
}

/**
 * Makes the index forget what it has no more use for: SQLite leaves deleted bytes in its file until they are written over.
 * Without an index there is nothing to forget.
 */
export async function eraseFromIndex(store: Store): Promise<void> {
  const { files } = store.runtime;
  if (!files.stat(pathOf(store, INDEX_FILE))) return;
  files.remove(pathOf(store, `${INDEX_FILE}.corrupt`));
  const vectors = hasVectors(store) ? await import("../embedding/fill.ts") : undefined;
  withIndexInStep(store, (index) => {
    eraseDeleted(index.db);
    if (!vectors) return;
    try {
      vectors.sweepVectors(index);
      eraseDeletedVectors(store);
    } catch {
      // Where vectors can't be opened they are of no use either; they are derived.
      removeVectors(store);
    }
  });
}

/** Takes what was asked and answered about purged texts out of the log, and returns how many lines: queries hold words of them. */
export function eraseFromLogs(store: LockedStore, means: (text: string) => boolean): number {
  let erased = 0;
  for (const file of filesBelow(store, LOGS_FOLDER)) {
    const before = new TextDecoder().decode(store.runtime.files.read(pathOf(store, file)));
    const lines = before.split("\n");
    const kept = lines.filter((line) => line === "" || !tells(line, means));
    if (kept.length === lines.length) continue;
    replaceFile(store, file, kept.join("\n"));
    erased += lines.length - kept.length;
  }
  return erased;
}

/** What a line of the log calls things by: words of ours, and ids, which hold no text. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  ["timestamp", "level", "message", "event", "trigger", "intent", "session", "chosen", "held_back"],
);

function tells(line: string, means: (text: string) => boolean): boolean {
  const inValue = (value: unknown): boolean =>
    typeof value === "string" ? means(value) : typeof value === "object" && value !== null && inFields(value);
  const inFields = (fields: object) =>
    Object.entries(fields).some(([name, value]) => !OWN_FIELDS.has(name) && inValue(value));
  try {
    return inValue(JSON.parse(line));
  } catch {
    return means(line);
  }
}

/**
 * A test for texts that tell of what was purged, whatever the case. A purged text counts as a whole, and only when it is long
 * enough to be no part of others by chance; a keyword was asked for: when it is short it must stand as a word of its own.
 */
export function tellingOf(texts: readonly string[], keyword?: string): (text: string) => boolean {
  const whole = texts.map(fold).filter((text) => Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const asked = keyword === undefined ? "" : fold(keyword);
  const isShort = Buffer.byteLength(asked) < SHORTEST_TEXT_BYTES;
  return (text) => {
    const own = fold(text);
    if (asked !== "" && (isShort ? standsIn(own, asked) : own.includes(asked))) return true;
    return whole.some((each) => standsIn(own, each));
  };
}

function standsIn(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    if (!isOneWord(text.slice(0, at), words) && !isOneWord(words, text.slice(end))) return true;
  }
  return false;
}

/** Whether a word goes on from one text into the next. Scripts that put no blank between words have no such mark. */
function isOneWord(before: string, after: string): boolean {
  return /(?!\p{sc=Han})[\p{L}\p{N}]$/u.test(before.slice(-2)) &&
    /^(?!\p{sc=Han})[\p{L}\p{N}]/u.test(after.slice(0, 2));
}

export interface Verification {
  /** Nothing that was purged is found in any file. */
  readonly clean: boolean;
  readonly searched_files: number;
  /** Of a larger number only so many texts were looked for. */
  readonly sampled?: number;
  /** Where it still is, and what: the beginning of a text. */
  readonly found: readonly { readonly file: string; readonly what: string }[];
}

/** A text this short is part of others by chance; a keyword is looked for however short. */
const SHORTEST_TEXT_BYTES = 6;
const FOUND_MAX = 50;
/** More texts than this are looked for by one in so many: each costs a pass over every file. */
const TEXTS_MAX = 1_000;

/**
 * Searches the bytes of every file of the data folder for the texts of purged records and the keyword, in any case of ASCII
 * letters. An index that has a text which the truth has not is removed: it is derived. The audit log names ids, never texts.
 */
export function verifyPurged(store: Store, texts: readonly string[], keyword?: string): Verification {
  const step = Math.ceil(texts.length / TEXTS_MAX);
  const sample = texts.filter((text, at) => at % step === 0 && Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const needles = [...sample, ...keyword === undefined ? [] : [keyword]].flatMap(needlesOf);
  const first = search(store, needles);
  const elsewhere = new Set(first.found.filter(({ file }) => !isIndex(file)).map(({ what }) => what));
  const isStale = first.found.some(({ file, what }) => isIndex(file) && !elsewhere.has(what));
  if (isStale) removeIndex(store);
  const { found: all, searched } = isStale ? search(store, needles) : first;
  // An index in step says what the files say.
  const found = all.filter(({ file, what }) => !isIndex(file) || !elsewhere.has(what));
  return {
    clean: found.length === 0,
    searched_files: searched,
    ...step > 1 ? { sampled: sample.length } : {},
    found: found.slice(0, FOUND_MAX),
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

/** Bytes as a text of as many characters, ASCII letters in one case; what it does to other bytes it does to both sides. */
function asBytes(bytes: Buffer): string {
  return bytes.toString("latin1").toLowerCase();
}

function search(store: Store, needles: readonly Needle[]) {
  // What is remembered through a link, such as notes that lie elsewhere, is looked at where it is remembered.
  const truth = truthFiles(store).map(({ file }) => file).filter((file) =>
    store.runtime.files.stat(pathOf(store, file))?.kind === "file"
  );
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

/**
 * Every file below a folder of the store, its path relative to the data folder. Links are passed over: we make none, and one
 * that came with a repository leads out of the folder, or in a circle.
 */
function filesBelow(store: Store, folder: string): string[] {
  return namesInside(store, folder).flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    if (store.runtime.files.linkTarget(join(store.folder, file)) !== undefined) return [];
    const kind = store.runtime.files.stat(join(store.folder, file))?.kind;
    return kind === "folder" ? filesBelow(store, file) : kind === "file" ? [file] : [];
  });
}
