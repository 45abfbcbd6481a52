/**
 * In: what was purged from the truth. Out: the same gone from index, logs and proposals, and from backups if asked for;
 * and the proof that nothing is left.
 * Not done here: taking it out of the truth (delete.ts); asking whether they are sure.
 *
 * @module
 */
import type { RecordId } from "../records/ids.ts";
import { withoutRecords } from "../store/change_plan.ts";
import { eraseDeleted, removeIndex, withIndexInStep } from "../index/mod.ts";
import { eraseDeletedVectors, hasVectors, removeVectors } from "../index/vectors.ts";
import { dropProposals } from "../notes/proposals.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { homeOfFile } from "../store/contents.ts";
import { type Filter, fold, matcher } from "../store/filter.ts";
import {
  BACKUPS_FOLDER,
  filesBelow,
  INDEX_FILE,
  LOGS_FOLDER,
  MIRROR_FOLDER,
  namesInside,
  pathOf,
  removeInside,
  SNAPSHOTS_FOLDER,
  SPOOL_FOLDER,
  type StorePath,
  truthFiles,
} from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { replaceFile } from "../store/file.ts";
import { lostBackups } from "../store/lost.ts";
import { keepMirror } from "../store/mirror.ts";
import { DAMAGED } from "../store/spool.ts";
import { forgetTellingWords } from "../store/session_state.ts";
import { Stored } from "../store/stored.ts";
import { textsOf } from "./mentions.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";

/**
 * Takes purged records, and earlier wordings of them, out of the backups of these ids. Returns how many files were
 * changed.
 */
function eraseFromBackups(
  store: LockedStore,
  records: readonly Stored[],
  { filter, isHere }: Purging,
  ids: ReadonlySet<string>,
): number {
  const keys = new Set(records.map(({ key }) => key));
  const means = matcher({ ...filter, deleted: "with", events: true });
  let erased = 0;
  for (const file of filesBelow(store, BACKUPS_FOLDER)) {
    if (!ids.has(file.split("/")[1] ?? "")) continue;
    const path = pathOf(store, file);
    const name = file.split("/").slice(2).join("/");
    if (records.some(({ home, file }) => home === "notes" && name === file)) {
      store.runtime.files.remove(path);
      erased++;
      continue;
    }
    if (!name.endsWith(".jsonl")) continue;
    const home = homeOfFile(name);
    const bytes = store.runtime.files.read(path) ?? new Uint8Array();
    const goes = (record: RawRecord, key: string) => {
      const stored = new Stored({ layer: store.layer, file: name, home }, key, record);
      return keys.has(key) || (means(stored) && isHere(stored));
    };
    const after = withoutRecords(bytes, goes);
    if (after.length === bytes.length) continue;
    replaceFile(store, file, after);
    erased++;
  }
  return erased;
}

/**
 * Erases deleted records from the index: SQLite leaves their bytes in its file until something overwrites them. Without
 * an index there is nothing to erase.
 */
export async function eraseFromIndex(store: Store): Promise<void> {
  const { files } = store.runtime;
  files.remove(pathOf(store, `${INDEX_FILE}.corrupt`));
  if (!files.stat(pathOf(store, INDEX_FILE))) return;
  const vectors = hasVectors(store) ? await import("../embedding/fill.ts") : undefined;
  withIndexInStep(store, (index) => {
    eraseDeleted(index.db);
    if (!vectors) return;
    try {
      vectors.sweepVectors(index);
      eraseDeletedVectors(store);
    } catch {
      // Vectors that can't be opened are of no use, and derived.
      removeVectors(store);
    }
  });
}

/** What went besides records: lines of the log that told of them, proposals that held their text. */
interface Forgotten {
  readonly erased_from_logs: number;
  readonly erased_proposals: number;
}

/** Logs and proposals are searched for this many texts at most; a larger purge was not asked for text by text. */
const TEXTS_MAX = 1_000;

/** By what records are told of that go, of all layers. */
interface Traces {
  readonly ids: ReadonlySet<RecordId>;
  readonly texts: readonly string[];
}

/** What may tell of records, taken before they are gone. */
export function tracesOf(records: readonly Stored[]): Traces {
  return { ids: new Set(records.map(({ key }) => key)), texts: textsOf(records.slice(0, TEXTS_MAX)) };
}

/**
 * Erases what told of purged records: words in the states of sessions that were given them, lines of the log, and
 * proposals that wait for the user. When `all` was purged, every proposal goes.
 */
function eraseTraces(store: LockedStore, { filter: { keyword }, all, gone: { ids, texts } }: Purging): Forgotten {
  removeInside(store, SNAPSHOTS_FOLDER);
  forgetTellingWords(store, ids);
  const inProposals = tellingOf(texts.flatMap((text) => text.split("\n")), keyword);
  return {
    erased_from_logs: eraseFromLogs(store, tellingOf(texts, keyword)),
    erased_proposals: dropProposals(store, (text) => all || inProposals(text)),
  };
}

/**
 * Takes lines that tell of purged texts out of the log, since queries hold words of them, and out of what lay in the
 * spool and could not be merged. Returns how many.
 */
function eraseFromLogs(store: LockedStore, means: (text: string) => boolean): number {
  let erased = 0;
  const unmerged = filesBelow(store, SPOOL_FOLDER).filter((file) => file.endsWith(DAMAGED));
  for (const file of [...filesBelow(store, LOGS_FOLDER), ...unmerged]) {
    const before = new TextDecoder().decode(store.runtime.files.read(pathOf(store, file)));
    const lines = before.split("\n");
    const kept = lines.filter((line) => line === "" || !tells(line, means));
    if (kept.length === lines.length) continue;
    replaceFile(store, file, kept.join("\n"));
    erased += lines.length - kept.length;
  }
  return erased;
}

/** Fields of a log line that hold our own words or ids, never text of a record. */
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

/** A shorter text occurs in others by chance. */
const SHORTEST_TEXT_BYTES = 6;

/**
 * A test for texts that tell of what was purged, whatever their case. A purged text is looked for as a whole, if it is
 * too long to occur by chance. The keyword is looked for always; a short one must be a word of its own.
 */
function tellingOf(texts: readonly string[], keyword?: string): (text: string) => boolean {
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

/** Whether a word goes on from one text into the next. In a script without blanks between words there is no telling. */
function isOneWord(before: string, after: string): boolean {
  return /(?!\p{sc=Han})[\p{L}\p{N}]$/u.test(before.slice(-2)) &&
    /^(?!\p{sc=Han})[\p{L}\p{N}]/u.test(after.slice(0, 2));
}

interface Purging {
  /** What was asked for, by which earlier wordings in backups are found. */
  readonly filter: Filter;
  readonly all: boolean;
  readonly includeBackups: boolean;
  readonly gone: Traces;
  /** Whether a record is one that may go: another project's, in the global store, may not. */
  readonly isHere: (stored: Stored) => boolean;
}

export interface Erased extends Forgotten {
  readonly erased_from_backups: number;
}

/** Erases what tells of purged records from one store; `own` are those that it holds. */
export function eraseBeside(locked: LockedStore, own: readonly Stored[], purging: Purging): Erased {
  keepMirror(locked);
  // What was lost and comes back with `restore` is no copy that undo needs: it goes without being asked for.
  const backups = purging.includeBackups
    ? namesInside(locked, BACKUPS_FOLDER)
    : lostBackups(locked).map(({ id }) => id);
  const erased_from_backups = eraseFromBackups(locked, own, purging, new Set(backups));
  return { ...eraseTraces(locked, purging), erased_from_backups };
}

/** The same in the stores that held none of them, and then every index. */
export async function eraseElsewhere(
  stores: readonly Store[],
  done: readonly Store[],
  purging: Purging,
): Promise<Erased[]> {
  const erased: Erased[] = [];
  for (const store of stores) {
    if (!done.includes(store)) {
      erased.push(withLock(store, LOCK_TIMEOUT_MS, (locked) => eraseBeside(locked, [], purging)));
    }
    await eraseFromIndex(store);
  }
  return erased;
}

/** The sums; of backups only if they were asked for. */
export function sumOf(erased: readonly Erased[], { includeBackups }: Pick<Purging, "includeBackups">): Partial<Erased> {
  const sum = (field: keyof Erased) => erased.reduce((total, each) => total + each[field], 0);
  return {
    ...includeBackups ? { erased_from_backups: sum("erased_from_backups") } : {},
    erased_from_logs: sum("erased_from_logs"),
    erased_proposals: sum("erased_proposals"),
  };
}

export interface Verification {
  /** Nothing that was purged is found in any file. */
  readonly clean: boolean;
  readonly searched_files: number;
  /** How many texts were looked for, if not all. */
  readonly sampled?: number;
  /** Where something is left, and what: the beginning of its text. */
  readonly found: readonly { readonly file: StorePath; readonly what: string; readonly layer?: Layer }[];
}

/** Places named; one is enough to know that the purge left something behind. */
const FOUND_MAX = 50;
/** Of more texts than this a sample is looked for: each costs a pass over every file. */
const SAMPLE_MAX = 1_000;

/**
 * Searches the bytes of every file of these layers for the texts of purged records and for the keyword, ignoring the
 * case of ASCII letters.
 */
export function verifyLayers(stores: readonly Store[], texts: readonly string[], keyword?: string): Verification {
  const step = Math.ceil(texts.length / SAMPLE_MAX);
  const sample = texts.filter((text, at) => at % step === 0 && Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const needles = [...sample, ...keyword === undefined ? [] : [keyword]].flatMap(needlesOf);
  const all = stores.map((store) => leftIn(store, needles));
  return {
    clean: all.every(({ found }) => found.length === 0),
    searched_files: all.reduce((sum, { searched }) => sum + searched, 0),
    ...step > 1 ? { sampled: sample.length } : {},
    found: all.flatMap(({ found }) => found.slice(0, FOUND_MAX)),
  };
}

/** What is left in one; an index that has such a text although no file has it is removed: it is derived. */
function leftIn(store: Store, needles: readonly Needle[]) {
  const first = search(store, needles);
  const elsewhere = new Set(first.found.filter(({ file }) => !isIndex(file)).map(({ what }) => what));
  const isStale = first.found.some(({ file, what }) => isIndex(file) && !elsewhere.has(what));
  if (isStale) removeIndex(store);
  const { found: all, searched } = isStale ? search(store, needles) : first;
  const named = new Set(all.map(({ file, what }) => `${MIRROR_FOLDER}/${file}\n${what}`));
  // An index in step only repeats the files, and so does a second name.
  const found = all.filter(({ file, what }) =>
    (!isIndex(file) || !elsewhere.has(what)) && !named.has(`${file}\n${what}`)
  );
  // What lies in the global layer is told as that.
  return { searched, found: found.map((each) => store.layer === "global" ? { ...each, layer: store.layer } : each) };
}

function isIndex(file: StorePath): boolean {
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
  const found: { file: StorePath; what: string }[] = [];
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
