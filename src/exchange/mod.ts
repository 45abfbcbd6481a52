/**
 * In: a store. Out: its content as a bundle, which another store can take in, and a bundle as text: JSON for one file,
 * JSONL for a stream of lines, Markdown for people.
 * Not done here: reading a bundle (read.ts), taking it in (take_in.ts).
 *
 * A bundle that an empty store takes in and exports again is the same: the order depends on the records alone, and
 * only deleted records and lines that hold no record are left out.
 */
import { readExactText } from "../files.ts";
import { fingerprint } from "../hash.ts";
import { BYTES_MAX } from "../limits.ts";
import { readNotes } from "../notes/files.ts";
import { once } from "../remembered.ts";
import { dayOf, type Span, type Zone } from "../records/days.ts";
import { keyOf } from "../records/ids.ts";
import { type RawRecord, supersededBy } from "../records/mod.ts";
import { type FileKind, kindFor, recordTime, timestampOf } from "../records/view.ts";
import { readContents } from "../store/contents.ts";
import { readOrLeaveOut } from "../store/file_read.ts";
import { type RecordScope, recordsThatPass } from "../store/filter.ts";
import { CORE_FILE, dayOfFile, pathInside, type StorePath, timeOfFile } from "../store/layout.ts";
import { formatLine } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { Stored } from "../store/stored.ts";
import type { Language } from "../sentence.ts";
import { renderDay } from "./day.ts";
import { failure } from "./words.ts";

export interface BundledNote {
  readonly path: string;
  readonly content: string;
}

/** The content that one store gives to another. */
export interface Bundle {
  readonly records: readonly RawRecord[];
  /** MEMORY.md; empty when there is none. */
  readonly core_memory: string;
  readonly notes: readonly BundledNote[];
  /** Whether it was read from Markdown for people. */
  readonly isOfMarkdown?: boolean;
}

/** The content of a store for an export, and numbers for the person about it. */
export interface Collected extends Omit<Bundle, "records" | "isOfMarkdown"> {
  /** In order. `recordOf` reads each record when it is written, since the texts of a million would fill the memory. */
  readonly found: readonly Exportable[];
  /** How many of them a list does not show: events of sessions, and consolidated facts that repeat others. */
  readonly unlisted: number;
  /** How many lines of the truth hold no record; they are left out. */
  readonly unreadable: number;
}

/** A record to export, and when it was made, in ms since 1970. */
interface Exportable {
  readonly stored: Stored;
  readonly time: number;
}

/** Collects a scope of a store. Core memory belongs to no day, so it comes only with scope `all` and without a span. */
export function collect(store: Store, scope: RecordScope, span?: Span): Collected {
  const contents = readContents(store);
  const whole = scope === "all" && span === undefined;
  const filter = { events: true, copies: true, ...span ? { span } : {} };
  const all = recordsThatPass(contents, scope, filter);
  const found = inOrder(all.filter(({ isBroken }) => !isBroken));
  return {
    found,
    unlisted: found.filter(({ stored }) => stored.isEvent || contents.copies.has(stored.key)).length,
    core_memory: whole ? textOf(store, CORE_FILE) : "",
    notes: whole || scope === "notes"
      ? readNotes(store).map(({ path }) => ({ path, content: textOf(store, path) }))
      : [],
    unreadable: contents.badLines.length + all.length - found.length,
  };
}

const ORDER: Readonly<Record<FileKind, number>> = { facts: 0, sessions: 1, daily: 2, notes: 3 };

/** By kind of file, then by time; records of the same time keep their order. */
function inOrder(records: readonly Stored[]): Exportable[] {
  return records.map((stored) => (
    { stored, rank: ORDER[stored.belongs], time: timeIn(stored) }
  )).sort((a, b) => a.rank - b.rank || a.time - b.time);
}

/** The time that an export says of a record: one without a time counts here as made in the middle of its file's day. */
function timeIn(stored: Stored): number {
  const { time, file } = stored;
  return time === timeOfFile(file) ? recordTime(withTime(stored, stored.record)) : time;
}

/** A record as it is exported. Throws IO_ERROR when another process has rewritten its file meanwhile. */
function recordOf({ stored }: Exportable): RawRecord {
  const record = stored.read();
  if (!record) throw failure("changed_meanwhile", { file: stored.file });
  // Without the note that this store imported it: a second export equals the first.
  const { imported_at: _, ...exported } = withTime(stored, record);
  return withId(exported);
}

/** A daily record without a time gets the day of its file, which only the file's name tells. */
function withTime({ file, kind }: Stored, record: RawRecord): RawRecord {
  if (kindFor(record) !== "daily" || timestampOf(record) !== "") return record;
  // The name of the file of summaries or of consolidated facts tells no day.
  const day = kind === "daily" ? dayOfFile(file) : "1970-01-01";
  return { ...record, timestamp: `${day}T00:00:00.000Z` };
}

/** A record without an id gets one made from its content, so that a second import finds the same record. */
export function withId(record: RawRecord): RawRecord {
  if (typeof record.id === "string" && record.id !== "") return record;
  const prefix = { facts: "fact", sessions: "sum", daily: "log", notes: "log" }[kindFor(record)];
  return { ...record, id: `${prefix}-${fingerprint(JSON.stringify(record))}` };
}

function textOf(store: Store, file: StorePath): string {
  // A link in a cloned repository must not bring somebody's private file into an export.
  const path = pathInside(store, file);
  return readOrLeaveOut(store.runtime, file, () => readExactText(store.runtime.files, path, BYTES_MAX.markdown)) ?? "";
}

/** The name of our format in an export. */
export const FORMAT = "memory-export";
/** Rises when an older version could no longer read the exports of a newer one. */
export const FORMAT_VERSION = 1;

/** One document in parts, with a line for each record, so that two exports can be compared by eye. */
export function* renderJson({ found, core_memory, notes }: Collected, exportedAt: Date): Generator<string> {
  yield `{"format":${JSON.stringify(FORMAT)},"version":${FORMAT_VERSION},`;
  yield `"exported_at":"${exportedAt.toISOString()}","records":`;
  yield* jsonList(found.length, recordsOf(found));
  yield `,\n"core_memory":${JSON.stringify(core_memory)},\n"notes":`;
  yield* jsonList(notes.length, notes);
  yield "}\n";
}

function* jsonList(length: number, items: Iterable<unknown>): Generator<string> {
  if (length === 0) return yield "[]";
  let before = "[\n";
  for (const item of items) {
    yield before + JSON.stringify(item);
    before = ",\n";
  }
  yield "\n]";
}

/** A line for each record; core memory and each note are a line, too. */
export function* renderJsonl({ found, core_memory, notes }: Collected): Generator<string> {
  for (const record of recordsOf(found)) yield formatLine(record);
  if (core_memory !== "") yield formatLine({ type: "core", content: core_memory });
  for (const { path, content } of notes) yield formatLine({ type: "note", path, content });
}

function* recordsOf(found: readonly Exportable[]): Generator<RawRecord> {
  for (const each of found) yield recordOf(each);
}

const PIECE_LENGTH = 2 ** 20;

/** The same text in pieces that are large enough for a write. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** Files by name, each rendered on demand: `daily/2026-02-18.md` for people, `MEMORY.md`, and the notes. */
export function renderMarkdown(
  { found, core_memory, notes }: Collected,
  zone: Zone,
  language: Language,
): Map<string, () => string> {
  const days = Map.groupBy(
    found.filter(({ time }) => time > 0),
    ({ time }) => dayOf(new Date(time).toISOString(), zone),
  );
  const files = new Map<string, () => string>();
  const replacing = function* () {
    for (const record of recordsOf(found)) yield { id: keyOf(record, ""), supersedes: record.supersedes };
  };
  const replaced = once(() => supersededBy(replacing()));
  const isReplaced = (key: string) => replaced().has(key);
  for (const [day, ofDay] of [...days].sort(([a], [b]) => a < b ? -1 : 1)) {
    const records = () =>
      [...recordsOf(ofDay)].map((record) =>
        new Stored({ layer: "project", file: "", kind: kindFor(record) }, keyOf(record, ""), record)
      );
    files.set(`daily/${day}.md`, () => renderDay(day, records(), zone, language, isReplaced));
  }
  if (core_memory !== "") files.set(CORE_FILE, () => core_memory);
  for (const { path, content } of notes) files.set(path, () => content);
  return files;
}
