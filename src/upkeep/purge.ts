/**
 * In: records that are purged from the truth. Out: their texts erased from index, logs and proposals, and from backups
 * if asked for; and a search that proves that no text is left.
 * Not done here: taking records out of the truth (delete.ts); asking the person for a confirmation.
 *
 * @module
 */
import type { RecordId } from "../records/ids.ts";
import { withoutRecords } from "../store/keyed.ts";
import { eraseDeleted, removeIndex, withIndexInStep } from "../index/mod.ts";
import { eraseDeletedVectors, hasVectors, removeVectors } from "../index/vectors.ts";
import { dropProposals } from "../notes/proposals.ts";
import type { Layer, RawRecord } from "../records/mod.ts";
import { homeOfFile } from "../store/contents.ts";
import { type Filter, fold, matcher, type RecordScope } from "../store/filter.ts";
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
import { keepMirror } from "../store/keep_mirror.ts";
import { DAMAGED } from "../store/spool.ts";
import { forgetTellingWords } from "../store/sessions.ts";
import { Stored } from "../store/stored.ts";
import { cutTo } from "../text/legible.ts";
import { textsOf } from "./mentions.ts";
import { eraseNoteIds, goneFrom, idsOfNoNote, isFileOf, isWorded } from "./note_ids.ts";
import { withLock } from "../store/write_lock.ts";

/** The files of the backups of these ids that hold purged records or earlier wordings of them, each without these. */
function* backupsWithout(
  store: Store,
  records: readonly Stored[],
  { filter, isHere }: Pick<Purging, "filter" | "isHere">,
  ids: ReadonlySet<string>,
  gone: ReadonlySet<string> = new Set(),
): Generator<{ readonly file: StorePath; readonly after: Uint8Array | undefined }> {
  const keys = new Set(records.map(({ key }) => key));
  const means = matcher({ ...filter, deleted: "with", events: true });
  for (const file of filesBelow(store, BACKUPS_FOLDER)) {
    if (!ids.has(file.split("/")[1] ?? "")) continue;
    const name = file.split("/").slice(2).join("/");
    const isNotes = isFileOf(gone, name) || records.some(({ home, file }) => home === "notes" && name === file);
    if (isNotes) yield { file, after: undefined };
    else if (name.endsWith(".jsonl")) {
      const home = homeOfFile(name);
      const bytes = store.runtime.files.read(pathOf(store, file)) ?? new Uint8Array();
      const goes = (record: RawRecord, key: string) => {
        const stored = new Stored({ layer: store.layer, file: name, home }, key, record);
        return keys.has(key) || (means(stored) && isHere(stored));
      };
      const after = withoutRecords(bytes, goes);
      if (after.length !== bytes.length) yield { file, after };
    }
  }
}

type Meant = Pick<Purging, "filter" | "isHere" | "all" | "scope">;

/**
 * Whether a purge means what no record holds any more: an edited text in a backup, a note that was purged before, whose
 * id still says what it was about.
 */
export function isLeftBehind(stores: readonly Store[], meant: Meant): boolean {
  if (idsLeft(stores, meant).length > 0) return true;
  return stores.some((store) =>
    backupsWithout(store, [], meant, new Set(namesInside(store, BACKUPS_FOLDER))).next().done === false
  );
}

/** The ids of notes that are there no more, as far as a purge means them. Nothing else is known of them. */
function idsLeft(stores: readonly Store[], { filter, scope, all }: Meant): string[] {
  const { ids = [], keyword, types = [], memoryTypes = [], tags = [], span = { from: -Infinity, to: Infinity } } =
    filter;
  const asksMore = [...types, ...memoryTypes, ...tags].length > 0 || span.from !== -Infinity || span.to !== Infinity;
  if ((scope !== "all" && scope !== "notes") || asksMore) return [];
  if (!all && ids.length === 0 && keyword === undefined) return [];
  const named = new Set(ids.map((id) => id.toLowerCase()));
  const holds = holdingAny([], keyword);
  return idsOfNoNote(stores).filter((id) =>
    (named.size === 0 || named.has(id.toLowerCase())) && (keyword === undefined || holds(id))
  );
}

/** Takes purged records and their earlier wordings out of the backups of these ids. Returns how many files changed. */
function eraseFromBackups(
  store: LockedStore,
  records: readonly Stored[],
  purging: Purging,
  ids: ReadonlySet<string>,
): number {
  let erased = 0;
  const gone = new Set(purging.includeBackups ? purging.gone.left.map((id) => id.toLowerCase()) : []);
  for (const { file, after } of backupsWithout(store, records, purging, ids, gone)) {
    if (after) replaceFile(store, file, after);
    else store.runtime.files.remove(pathOf(store, file));
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
      // Vectors that can't be opened are of no use, and can be made again.
      removeVectors(store);
    }
  });
}

/** No more texts are looked for, since each takes a pass over all files. */
const TEXTS_MAX = 1_000;

/** The ids and texts of purged records of all layers, by which their traces are found. */
interface Traces {
  readonly ids: ReadonlySet<RecordId>;
  readonly texts: readonly string[];
  /** The ids of notes that were purged or removed before, as far as the purge means them. */
  readonly left: readonly RecordId[];
}

/** The traces of records. They have to be taken before the records are purged. */
export function tracesOf(records: readonly Stored[], stores: readonly Store[], meant: Meant): Traces {
  return {
    ids: new Set(records.map(({ key }) => key)),
    texts: textsOf(records.slice(0, TEXTS_MAX)),
    left: idsLeft(stores, meant),
  };
}

/** The ids made of words among those of purged notes: nothing is to hold them any more. */
export function wordedIds({ ids, left }: Traces): string[] {
  return [...ids, ...left].filter(isWorded);
}

/**
 * Takes lines that hold purged texts, or a query in words of theirs, out of the log, and out of spool files that could
 * not be merged. Returns how many.
 */
function eraseFromLogs(
  store: LockedStore,
  means: (text: string) => boolean,
  asksFor: (query: string) => boolean,
): number {
  let erased = 0;
  const unmerged = filesBelow(store, SPOOL_FOLDER).filter((file) => file.endsWith(DAMAGED));
  for (const file of [...filesBelow(store, LOGS_FOLDER), ...unmerged]) {
    const before = new TextDecoder().decode(store.runtime.files.read(pathOf(store, file)));
    const lines = before.split("\n");
    const kept = lines.filter((line) => line === "" || !holdsText(line, means, asksFor));
    if (kept.length === lines.length) continue;
    replaceFile(store, file, kept.join("\n"));
    erased += lines.length - kept.length;
  }
  return erased;
}

/** Fields of a log line that hold memory's own words or ids, never text of a record. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  ["timestamp", "level", "message", "event", "trigger", "intent", "session", "chosen", "held_back"],
);

function holdsText(
  line: string,
  means: (text: string) => boolean,
  asksFor: (query: string) => boolean,
): boolean {
  const inValue = (value: unknown): boolean =>
    typeof value === "string" ? means(value) : typeof value === "object" && value !== null && inFields(value);
  const inFields = (fields: object) =>
    Object.entries(fields).some(([name, value]) =>
      !OWN_FIELDS.has(name) && (inValue(value) || name === "query" && typeof value === "string" && asksFor(value))
    );
  try {
    return inValue(JSON.parse(line));
  } catch {
    return means(line);
  }
}

/** A shorter text occurs in others by chance. */
const SHORTEST_TEXT_BYTES = 6;

/** Gives a function: whether a text stands in a purged one, as a query for it does. */
function heldByAny(texts: readonly string[]): (text: string) => boolean {
  const whole = texts.map(fold);
  return (text) => {
    const own = fold(text);
    return Buffer.byteLength(own) >= SHORTEST_TEXT_BYTES && whole.some((each) => standsIn(each, own));
  };
}

/**
 * Gives a function: whether a text holds a purged text or the keyword, in upper or lower case. Purged texts that may
 * occur by chance are not looked for; a short keyword has to be a word of its own.
 */
function holdingAny(texts: readonly string[], keyword?: string): (text: string) => boolean {
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

/** Whether a word goes on from one text into the next; never for Chinese, which has no spaces between words. */
function isOneWord(before: string, after: string): boolean {
  return /(?!\p{sc=Han})[\p{L}\p{N}]$/u.test(before.slice(-2)) &&
    /^(?!\p{sc=Han})[\p{L}\p{N}]/u.test(after.slice(0, 2));
}

interface Purging {
  /** The filter of the purge: earlier wordings in backups are found by it. */
  readonly filter: Filter;
  readonly scope: RecordScope;
  /** Everything was purged: all proposals are erased. */
  readonly all: boolean;
  readonly includeBackups: boolean;
  readonly gone: Traces;
  /** False for records of other projects, which lie in the global store too. */
  readonly isHere: (stored: Stored) => boolean;
}

/** How much was erased: files of backups, lines of logs, proposals. */
export interface Erased {
  readonly erased_from_backups: number;
  readonly erased_from_logs: number;
  readonly erased_proposals: number;
}

/**
 * Erases the texts of purged records from a store: from backups, session states, logs, and proposals that wait for the
 * person.
 *
 * @param own the purged records that this store held
 */
export function eraseBeside(locked: LockedStore, own: readonly Stored[], purging: Purging): Erased {
  const { filter: { keyword }, all, gone: { ids, texts } } = purging;
  keepMirror(locked);
  // Backups of lost files are always searched: undo does not need them, and `restore` would bring the records back.
  const backups = purging.includeBackups
    ? namesInside(locked, BACKUPS_FOLDER)
    : lostBackups(locked).map(({ id }) => id);
  const erased_from_backups = eraseFromBackups(locked, own, purging, new Set(backups));
  removeInside(locked, SNAPSHOTS_FOLDER);
  forgetTellingWords(locked, ids);
  const inProposals = holdingAny(texts.flatMap((text) => text.split("\n")), keyword);
  return {
    erased_from_backups,
    erased_from_logs: eraseFromLogs(locked, holdingAny(texts, keyword), heldByAny(texts)),
    erased_proposals: dropProposals(locked, (text) => all || inProposals(text)),
  };
}

/**
 * Erases the same from the stores that held none of the records, and from every index. What no backup can bring back
 * loses its id everywhere: before that, `undo` needs it.
 */
export async function eraseElsewhere(
  stores: readonly Store[],
  done: readonly Store[],
  purging: Purging,
): Promise<Erased[]> {
  const erased: Erased[] = [];
  const gone = goneFrom(stores, purging.includeBackups ? wordedIds(purging.gone) : []);
  for (const store of stores) {
    if (!done.includes(store)) {
      erased.push(withLock(store, (locked) => eraseBeside(locked, [], purging)));
    }
    if (gone.size > 0) withLock(store, (locked) => eraseNoteIds(locked, gone));
    await eraseFromIndex(store);
  }
  return erased;
}

/** The sums over all stores; that of backups only if the purge was to include them. */
export function sumOf(erased: readonly Erased[], { includeBackups }: Pick<Purging, "includeBackups">): Partial<Erased> {
  const sum = (field: keyof Erased) => erased.reduce((total, each) => total + each[field], 0);
  return {
    ...includeBackups ? { erased_from_backups: sum("erased_from_backups") } : {},
    erased_from_logs: sum("erased_from_logs"),
    erased_proposals: sum("erased_proposals"),
  };
}

export interface Verification {
  /** No purged text is left in any file. */
  readonly clean: boolean;
  readonly searched_files: number;
  /** How many texts were looked for, if not all. */
  readonly sampled?: number;
  /** The files that hold a purged text, and the beginning of the text. */
  readonly found: readonly { readonly file: StorePath; readonly what: string; readonly layer?: Layer }[];
}

/** Files named per store; one is enough to know that the purge is incomplete. */
const FOUND_MAX = 50;

/**
 * Searches the names and bytes of every file of these layers for the texts and the worded ids of purged records and for
 * the keyword, ignoring the case of ASCII letters.
 */
export function verifyLayers(
  stores: readonly Store[],
  { texts, ids, keyword }: {
    readonly texts: readonly string[];
    readonly ids: readonly RecordId[];
    readonly keyword?: string | undefined;
  },
): Verification {
  const step = Math.ceil(texts.length / TEXTS_MAX);
  const sample = texts.filter((text, at) => at % step === 0 && Buffer.byteLength(text) >= SHORTEST_TEXT_BYTES);
  const needles = [
    ...[...sample, ...keyword === undefined ? [] : [keyword]].flatMap(needlesOf),
    ...[...goneFrom(stores, ids)].map((id) => id.replace(/^mem-/, "MEM-")).flatMap(needlesOf).map((needle) => ({
      ...needle,
      isId: true,
    })),
  ];
  const all = stores.map((store) => leftIn(store, needles));
  return {
    clean: all.every(({ found }) => found.length === 0),
    searched_files: all.reduce((sum, { searched }) => sum + searched, 0),
    ...step > 1 ? { sampled: sample.length } : {},
    found: all.flatMap(({ found }) => found.slice(0, FOUND_MAX)),
  };
}

/** The texts left in one store. An index is removed if it holds a text that no file holds: it can be made again. */
function leftIn(store: Store, needles: readonly Needle[]) {
  const first = search(store, needles);
  const elsewhere = new Set(first.found.filter(({ file }) => !isIndex(file)).map(({ what }) => what));
  const isStale = first.found.some(({ file, what }) => isIndex(file) && !elsewhere.has(what));
  if (isStale) removeIndex(store);
  const { found: all, searched } = isStale ? search(store, needles) : first;
  const named = new Set(all.map(({ file, what }) => `${MIRROR_FOLDER}/${file}\n${what}`));
  // An index in step only repeats the files, and the mirror is a second name of each file.
  const found = all.filter(({ file, what }) =>
    (!isIndex(file) || !elsewhere.has(what)) && !named.has(`${file}\n${what}`)
  );
  return { searched, found: found.map((each) => store.layer === "global" ? { ...each, layer: store.layer } : each) };
}

function isIndex(file: StorePath): boolean {
  return file.startsWith(INDEX_FILE);
}

interface Needle {
  readonly what: string;
  readonly bytes: string;
  /** A longer id that begins with it is another one. */
  readonly isId?: boolean;
}

function holdsNeedle(content: string, { bytes, isId = false }: Needle): boolean {
  for (let at = content.indexOf(bytes); at !== -1; at = content.indexOf(bytes, at + 1)) {
    if (!isId || !/[\w-]/.test(content.charAt(at + bytes.length))) return true;
  }
  return false;
}

/** A text as Markdown and databases hold it, and as JSON escapes it. */
function needlesOf(text: string): Needle[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const what = cutTo(text, 40);
  return [...new Set([text, escaped])].map((each) => ({ what, bytes: asBytes(Buffer.from(each)) }));
}

/** Bytes as a text that can be compared: one character for each byte, ASCII letters in lower case. */
function asBytes(bytes: Buffer): string {
  return bytes.toString("latin1").toLowerCase();
}

function search(store: Store, needles: readonly Needle[]) {
  // Files of the truth may lie behind links, such as notes in another folder.
  const truth = truthFiles(store).filter(({ stat }) => stat?.kind === "file").map(({ file }) => file);
  const files = [...new Set([...filesBelow(store, ""), ...truth])];
  const found: { file: StorePath; what: string }[] = [];
  let searched = 0;
  for (const file of files) {
    const read = store.runtime.files.read(pathOf(store, file));
    if (!read) continue;
    searched++;
    const content = `${asBytes(Buffer.from(file))}\n${asBytes(Buffer.from(read.buffer, read.byteOffset, read.length))}`;
    const hits = needles.filter((needle) => holdsNeedle(content, needle)).map(({ what }) => what);
    for (const what of new Set(hits)) found.push({ file, what });
  }
  return { found, searched };
}
