/**
 * In: a bundle. Out: the change that takes it into a store, in addition to what is there or in its place.
 * Not done here: reading files (read.ts), asking for confirmation (commands/).
 *
 * @module
 */
import { readExactText } from "../files.ts";
import { parseNote } from "../notes/parse.ts";
import { readNotes } from "../notes/files.ts";
import { utcDay } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { homeOf, timestampOf, typeOf } from "../records/view.ts";
import type { Actor } from "../store/operation.ts";
import type { Planned } from "../store/change.ts";
import { readContents, recordFiles } from "../store/contents.ts";
import { CORE_FILE, dailyFile, FACTS_FILE, pathOf, SESSIONS_FILE, SHARE_FOLDER } from "../store/layout.ts";
import { formatLine, NEWLINE, parseLines } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { resolveRecords } from "../store/resolve.ts";
import type { Entry } from "../store/spool.ts";
import { holdsSubstance, mergeCore } from "./core.ts";
import { type Bundle, type BundledNote, withId } from "./mod.ts";

/** What `--mode` takes. */
export const IMPORT_MODES = ["merge", "replace"] as const;
/** One of `IMPORT_MODES`. */
export type ImportMode = typeof IMPORT_MODES[number];

/** What became of a bundle. */
export interface Taken {
  /** Records and notes that are new here. */
  readonly imported: number;
  /** Ids that are here already: they stay as they are. */
  readonly existing: number;
  /** Repetitions of an id within the import. */
  readonly skipped: number;
}

/** The change that takes a bundle in. */
export function planImport(
  store: Store,
  bundle: Bundle,
  mode: ImportMode,
  actor: Actor,
): Planned<Taken> {
  const at = store.runtime.now().toISOString();
  const named = bundle.records.map((record) => marked(withId(record), at));
  const records = resolveRecords(named);
  const notes = writableNotes(store, bundle.notes);
  const skipped = named.length - records.length + bundle.notes.length - notes.length;
  const base = { actor, command: "import", scope: "all" } as const;
  if (mode === "replace") {
    const replace = new Map([...replacedRecords(store, records), ...replacedTexts(store, { ...bundle, notes })]);
    const result = { imported: records.length + notes.length, existing: 0, skipped };
    return { change: { ...base, replace, audit: { mode } }, result };
  }
  const known = new Set(readContents(store).records.map(({ key }) => key));
  const fresh = records.filter(({ id }) => !known.has(String(id)));
  const freshOnes = freshNotes(store, notes);
  const append = fresh.map((record): Entry => ({ file: fileOf(record, store), record }));
  const core = mergeCore(readExactText(store.runtime.files, pathOf(store, CORE_FILE)) ?? "", bundle.core_memory);
  const texts: [string, Uint8Array][] = [
    ...freshOnes.map(({ path, content }): [string, Uint8Array] => [path, encode(content)]),
    ...core === undefined ? [] : [[CORE_FILE, encode(core)] as [string, Uint8Array]],
  ];
  const result = {
    imported: fresh.length + freshOnes.length,
    existing: records.length - fresh.length + notes.length - freshOnes.length,
    skipped,
  };
  return { change: { ...base, append, replace: new Map(texts), audit: { mode } }, result };
}

/** Marks an imported fact: its rules are not the user's own, so recall gives them to be weighed, not followed. */
function marked(record: RawRecord, at: string): RawRecord {
  return typeOf(record, homeOf(record)) === "fact" ? { ...record, imported_at: at } : record;
}

/** The file that a record belongs to; without a time, that of today. */
function fileOf(record: RawRecord, store: Store): string {
  const home = homeOf(record);
  if (home !== "daily") return home === "facts" ? FACTS_FILE : SESSIONS_FILE;
  const time = timestampOf(record);
  return dailyFile(utcDay(time === "" ? store.runtime.now() : new Date(time)));
}

/** Every JSONL file as it will be: the records of the import, and the lines that hold no record. */
function replacedRecords(store: Store, records: readonly RawRecord[]): Map<string, Uint8Array | undefined> {
  const byFile = Map.groupBy(records, (record) => fileOf(record, store));
  const files = new Set([...recordFiles(store).map(({ file }) => file), ...byFile.keys()]);
  return new Map([...files].map((file) => {
    const bytes = store.runtime.files.read(pathOf(store, file)) ?? new Uint8Array();
    const unreadable = parseLines(bytes).filter(({ problem }) => problem !== undefined)
      .map(({ start, length }) => bytes.subarray(start, start + length));
    if (unreadable.length > 0 && unreadable.at(-1)?.at(-1) !== NEWLINE) unreadable.push(Uint8Array.of(NEWLINE));
    const lines = (byFile.get(file) ?? []).map((record) => encode(formatLine(record)));
    const parts = [...unreadable, ...lines];
    return [file, parts.length > 0 ? Buffer.concat(parts) : undefined];
  }));
}

/** Notes and core memory are replaced only by others: an import without any leaves them. */
function replacedTexts(store: Store, { notes, core_memory }: Bundle): Map<string, Uint8Array | undefined> {
  const replace = new Map<string, Uint8Array | undefined>();
  if (notes.length > 0) {
    for (const { path, shared } of readNotes(store)) if (!shared) replace.set(path, undefined);
  }
  for (const { path, content } of notes) replace.set(path, encode(content));
  if (holdsSubstance(core_memory)) replace.set(CORE_FILE, encode(core_memory));
  return replace;
}

function freshNotes(store: Store, notes: readonly BundledNote[]): readonly BundledNote[] {
  const there = readNotes(store);
  const known = new Set([...there.map(({ id }) => id), ...there.map(({ path }) => path)]);
  return notes.filter(({ path, content }) => !known.has(path) && !known.has(parseNote(content, path).id));
}

/** The notes that may be written: where the team's folder is a repository of its own, only git writes there. */
function writableNotes(store: Store, notes: readonly BundledNote[]): readonly BundledNote[] {
  if (store.runtime.files.stat(pathOf(store, `${SHARE_FOLDER}/.git`)) === undefined) return notes;
  return notes.filter(({ path }) => !path.startsWith(`${SHARE_FOLDER}/`));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
