/**
 * In: new states of records and files. Out: for each file its bytes before and after, and the records that differ.
 * Not done here: writing anything (change.ts).
 *
 * @module
 */
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { keyOf } from "../records/ids.ts";
import { CONFIG_FILE, NOTES_FOLDER, pathOf, type StorePath, USER_CONFIG_FILE } from "./layout.ts";
import { formatLine, NEWLINE, parseLines, refuseTooLong } from "./lines.ts";
import type { LockedStore } from "./mod.ts";
import type { Entry } from "./spool.ts";
import { isObject, parseJsonc } from "../json.ts";

export interface WantedFiles {
  /** For JSONL files: a function that gives the new state of each record. */
  readonly rewrite?: ReadonlyMap<string, (record: RawRecord, key: string) => Rewrite>;
  readonly append?: readonly Entry[];
  /** For whole files: their new content; undefined takes the file away. */
  readonly replace?: ReadonlyMap<string, Uint8Array | undefined>;
}

export interface FilePlan {
  readonly file: StorePath;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** The keys of the records that change, each with its lines afterwards; empty for a whole file. */
  readonly lines: ReadonlyMap<string, string>;
  readonly alive: { readonly before: number; readonly after: number };
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Plans every file that a change names, one after the other, so that only one at a time is in memory. */
export function* planFiles(
  store: LockedStore,
  { rewrite = new Map(), append = [], replace = new Map() }: WantedFiles,
): Iterable<FilePlan> {
  const added = Map.groupBy(append, ({ file }) => file);
  for (const file of new Set([...rewrite.keys(), ...added.keys()])) {
    yield planRecords(
      file,
      store.runtime.files.read(pathOf(store, file)),
      rewrite.get(file) ?? (() => "keep"),
      (added.get(file) ?? []).map(({ record }) => ({ ...record })),
    );
  }
  for (const [file, after] of replace) {
    const before = store.runtime.files.read(pathOf(store, file));
    yield {
      file,
      before,
      after,
      ...file.endsWith(".jsonl") ? compareRecords(before, after) : wholeFile(file, before, after),
      ...holdsSettings(file) ? { lines: changedSettings(before, after) } : {},
    };
  }
}

/** A note counts as one living record, unless it lies among the deleted notes. Other whole files hold none. */
function wholeFile(file: StorePath, before: Uint8Array | undefined, after: Uint8Array | undefined) {
  const counts = file.startsWith(`${NOTES_FOLDER}/`) && !file.startsWith(`${NOTES_FOLDER}/.`);
  const alive = { before: counts && before ? 1 : 0, after: counts && after ? 1 : 0 };
  return { lines: new Map<string, string>(), alive };
}

/** The settings that differ, each with its new value. */
function changedSettings(before: Uint8Array | undefined, after: Uint8Array | undefined): Map<string, string> {
  const [old, next] = [settingsByKey(before), settingsByKey(after)];
  const keys = new Set([...old.keys(), ...next.keys()]);
  return new Map([...keys].filter((key) => old.get(key) !== next.get(key)).map((key) => [key, next.get(key) ?? ""]));
}

/** The records that differ between two states of a file. */
function compareRecords(before: Uint8Array | undefined, after: Uint8Array | undefined) {
  const [old, next] = [linesByKey(before), linesByKey(after)];
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter((key) =>
    old.get(key)?.text !== next.get(key)?.text
  );
  const alive = (lines: ReturnType<typeof linesByKey>) =>
    [...lines.values()].flatMap(({ records }) => records).filter((record) => !isDeleted(record)).length;
  return {
    lines: new Map(changed.map((key) => [key, next.get(key)?.text ?? ""])),
    alive: { before: alive(old), after: alive(next) },
  };
}

/** Plans a JSONL file whose records are rewritten, with records added. */
function planRecords(
  file: StorePath,
  before: Uint8Array | undefined,
  rewrite: (record: RawRecord, key: string) => Rewrite,
  added: readonly RawRecord[],
): FilePlan {
  const parts: Part[] = [];
  const changed = new Set<string>();
  const alive = { before: 0, after: 0 };
  const put = (slice: Uint8Array, key?: string, record?: RawRecord) => {
    parts.push({ slice, key });
    if (record && !isDeleted(record)) alive.after++;
  };
  for (const { slice, key, record } of linesOf(before)) {
    if (record && !isDeleted(record)) alive.before++;
    const after = record ? rewrite(record, key) : "keep";
    if (after !== "keep" && key !== undefined) changed.add(key);
    if (after === "keep") put(slice, key, record);
    else if (after) put(encoder.encode(formatLine(after)), key, after);
  }
  const last = parts.at(-1)?.slice;
  if (added.length > 0 && last && last.at(-1) !== NEWLINE) put(Uint8Array.of(NEWLINE));
  for (const record of added) {
    refuseTooLong(record);
    const text = formatLine(record);
    const key = keyOf(record, text);
    changed.add(key);
    put(encoder.encode(text), key, record);
  }
  const rest = parts.length > 0 ? Buffer.concat(parts.map(({ slice }) => slice)) : undefined;
  // A file without lines goes.
  return { file, before, after: changed.size > 0 ? rest : before, lines: textsOf(changed, parts), alive };
}

/** All lines of each changed record, also the unchanged ones, since undo compares them together. */
function textsOf(changed: ReadonlySet<string>, parts: readonly Part[]): Map<string, string> {
  const texts = new Map([...changed].map((key) => [key, ""]));
  for (const { slice, key } of parts) {
    if (key !== undefined && changed.has(key)) texts.set(key, texts.get(key) + decoder.decode(slice));
  }
  return texts;
}

/** A line of a file, with its ending; a line without a record has no key. */
interface Part {
  readonly slice: Uint8Array;
  readonly key: string | undefined;
}

/** The new record; undefined removes the line; "keep" leaves the line byte for byte. */
export type Rewrite = RawRecord | undefined | "keep";

/** All lines of one record in a file. */
interface RecordLines {
  /** With line endings, in order. */
  text: string;
  records: RawRecord[];
}

/** The file without the records for which `goes` is true; every other line stays byte for byte. */
export function withoutRecords(bytes: Uint8Array, goes: (record: RawRecord, key: string) => boolean): Uint8Array {
  const kept = linesOf(bytes).filter(({ record, key }) => !record || !goes(record, key));
  return Buffer.concat(kept.map(({ slice }) => slice));
}

/** The lines of each record of a file, by key. */
export function linesByKey(bytes: Uint8Array | undefined): Map<string, RecordLines> {
  const found = new Map<string, RecordLines>();
  for (const { slice, key, record } of linesOf(bytes)) {
    if (!record) continue;
    const entry = found.get(key) ?? { text: "", records: [] };
    entry.text += decoder.decode(slice);
    entry.records.push(record);
    found.set(key, entry);
  }
  return found;
}

/**
 * The present file with the records of these keys as an earlier copy has them: in their present place, or behind the
 * line that they followed in the copy. A record that the copy lacks is removed. Every other line stays byte for byte.
 */
export function mergeRecords(
  now: Uint8Array | undefined,
  copy: Uint8Array | undefined,
  keys: ReadonlySet<string>,
): Uint8Array {
  const wanted = linesByKey(copy);
  const lines = linesOf(now);
  const behind = returning(copy, new Set(lines.map(({ key }) => key)), keys);
  const out: Uint8Array[] = [];
  const put = (text: string | undefined) => {
    if (!text) return;
    if (out.length > 0 && out.at(-1)?.at(-1) !== NEWLINE) out.push(Uint8Array.of(NEWLINE));
    out.push(encoder.encode(text));
  };
  put(behind.get("")?.join(""));
  const done = new Set<string>();
  for (const { slice, key } of lines) {
    if (key === undefined || !keys.has(key)) out.push(slice);
    else if (!done.has(key)) put(wanted.get(key)?.text);
    if (key === undefined || done.has(key)) continue;
    done.add(key);
    put(behind.get(key)?.join(""));
  }
  return Buffer.concat(out);
}

/** Lines of these keys that the present file lacks, by the key of the line to put them behind ("" at the beginning). */
function returning(
  copy: Uint8Array | undefined,
  present: ReadonlySet<string | undefined>,
  keys: ReadonlySet<string>,
): Map<string, string[]> {
  const behind = new Map<string, string[]>();
  let anchor = "";
  for (const { slice, key } of linesOf(copy)) {
    if (key === undefined) continue;
    if (present.has(key)) anchor = key;
    if (present.has(key) || !keys.has(key)) continue;
    const lines = behind.get(anchor) ?? [];
    lines.push(decoder.decode(slice));
    behind.set(anchor, lines);
  }
  return behind;
}

type RecordPart = Part & { readonly key: string; readonly record: RawRecord };
type OtherPart = Part & { readonly key: undefined; readonly record: undefined };

function linesOf(bytes: Uint8Array = new Uint8Array()): (RecordPart | OtherPart)[] {
  return parseLines(bytes).map(({ start, length, record }) => {
    const slice = bytes.subarray(start, start + length);
    if (!record) return { slice, key: undefined, record };
    const hasId = typeof record.id === "string" && record.id !== "";
    return { slice, key: keyOf(record, hasId ? "" : decoder.decode(slice)), record };
  });
}

/** Whether a file of a change holds settings. */
export function holdsSettings(file: StorePath): boolean {
  return file === CONFIG_FILE || file === USER_CONFIG_FILE;
}

/**
 * Each value of a settings file as JSON, by `config:` and its dotted key, so that undo can take back one setting alone.
 * Empty for a file that is not JSON.
 */
export function settingsByKey(bytes: Uint8Array | undefined): Map<string, string> {
  const found = new Map<string, string>();
  const value = bytes && parseJsonc(new TextDecoder().decode(bytes));
  if (value !== undefined) flatten(value, "config:", found);
  return found;
}

function flatten(node: unknown, key: string, found: Map<string, string>): void {
  if (!isObject(node)) {
    found.set(key, JSON.stringify(node));
    return;
  }
  const prefix = key.endsWith(":") ? key : `${key}.`;
  for (const [name, value] of Object.entries(node)) flatten(value, prefix + name, found);
}
