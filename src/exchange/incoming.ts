/**
 * The content of an import while it is read: records, notes, core memory, and the lines that are none of these. Files
 * that are refused unread: archives, very large files, documents made to break a parser. Content without its secrets.
 */
import { CLIENT_MEMORIES, type ClientMemory } from "../agents/own_memory.ts";
import { asObject, isObject } from "../json.ts";
import { BYTES_MAX, sizeTold } from "../limits.ts";
import { timeOf } from "../records/days.ts";
import { withOwnId } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { redactAll, redactId, type RedactOptions } from "../records/redact.ts";
import { doneTodos } from "../records/todos.ts";
import { isEvent, summaryText } from "../records/view.ts";
import type { Sentence } from "../sentence.ts";
import { NOTES_FOLDER } from "../store/layout.ts";
import { DEEPEST, isTooLong } from "../store/lines.ts";
import type { Bundle, BundledNote } from "./mod.ts";
import { recordsFor } from "./other_tools.ts";
import { failure, said } from "./words.ts";

/** The values of `--format`. */
export const IMPORT_FORMATS = ["auto", "json", "jsonl", "memory-v1", "plan-c", "lingxi", ...CLIENT_MEMORIES] as const;
export type ImportFormat = typeof IMPORT_FORMATS[number];

/** Whether a format is that of the memory that a client keeps itself. */
export function isClientFormat(format: ImportFormat): format is ClientMemory {
  return CLIENT_MEMORIES.some((each) => each === format);
}

/** A line, or a part of a JSON document, that is neither a record nor a note. */
export interface Invalid {
  /** Relative to the folder that is imported; missing where the input is one file. */
  readonly file?: string;
  /** From 1; in a JSON document the number of the record; 0 for a whole file or folder. */
  readonly line: number;
  readonly reason: Sentence;
}

export interface Read {
  readonly format: Exclude<ImportFormat, "auto" | "lingxi">;
  readonly records: RawRecord[];
  readonly notes: BundledNote[];
  core_memory: string;
  readonly invalid: Invalid[];
  /** What is not looked at, and why. */
  readonly remarks: Invalid[];
  /** What a document for people holds besides, and why it is left out. */
  readonly left_out: Invalid[];
}

/** The import of which nothing is read yet. */
export function emptyRead(format: Read["format"]): Read {
  return { format, records: [], notes: [], core_memory: "", invalid: [], remarks: [], left_out: [] };
}

/** The value, if it is a list. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Adds the records that a value stands for; anything else is listed as invalid, with its place. */
export function addRecord(read: Read, found: unknown, place: Omit<Invalid, "reason">): void {
  for (const value of recordsFor(found)) {
    const reason = problemOf(value);
    if (reason === undefined) read.records.push(withOwnId(value as RawRecord));
    else read.invalid.push({ ...place, reason });
  }
}

/** A path that leads out of `notes/` must never be written. */
const NOTE_PATH = /^notes\/(?:[^/\\\0]+\/)*[^/\\\0]+\.md$/;

/** Adds a note; anything else is listed as invalid, with its place. */
export function addNote(read: Read, value: unknown, place: Omit<Invalid, "reason">): void {
  const { path, content }: RawRecord = asObject(value) ?? {};
  const isPath = typeof path === "string" && NOTE_PATH.test(path) &&
    !path.split("/").some((part) => part.startsWith("."));
  const refuse = (reason: Sentence) => void read.invalid.push({ ...place, reason });
  if (!isPath) refuse(said("note_path", { found: JSON.stringify(path) ?? "nothing" }));
  else if (typeof content !== "string") refuse(said("note_empty", { path }));
  else if (Buffer.byteLength(content) > BYTES_MAX.markdown) refuse(said("note_long", { path }));
  else read.notes.push({ path, content });
}

/** The reason why a value is no record; undefined for a record. Unknown fields and types are accepted. */
function problemOf(value: unknown): Sentence | undefined {
  if (!isObject(value)) return said("no_object");
  const { id, timestamp, created_at } = value;
  if (id !== undefined && (typeof id !== "string" || id === "" || id.length > 200)) return said("no_id");
  for (const [name, time] of [["timestamp", timestamp], ["created_at", created_at]] as const) {
    if (time !== undefined && (typeof time !== "string" || Number.isNaN(timeOf(time)))) {
      return said("no_time", { name, found: JSON.stringify(time)?.slice(0, 40) });
    }
  }
  if (!isEvent(value) && !holdsText(value)) return said("no_text");
  return isTooLong(JSON.stringify(value)) ? said("too_long") : undefined;
}

/** Whether a record says anything; a summary may consist of a to-do alone. */
function holdsText(record: RawRecord): boolean {
  const { content } = record;
  return (typeof content === "string" && content.trim() !== "") || summaryText(record) !== "" ||
    doneTodos(record).length > 0;
}

const SQLITE: Sentence = { en: "a SQLite database", zh: "SQLite 数据库" };
/** The first bytes of files that are no text. */
const SIGNATURES: readonly (readonly [Sentence, readonly number[]])[] = [
  [{ en: "a ZIP archive", zh: "ZIP 压缩包" }, [0x50, 0x4b, 0x03, 0x04]],
  [{ en: "an empty ZIP archive", zh: "空的 ZIP 压缩包" }, [0x50, 0x4b, 0x05, 0x06]],
  [{ en: "a gzip archive", zh: "gzip 压缩包" }, [0x1f, 0x8b]],
  [{ en: "a zstd archive", zh: "zstd 压缩包" }, [0x28, 0xb5, 0x2f, 0xfd]],
  [{ en: "an xz archive", zh: "xz 压缩包" }, [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  [SQLITE, [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
  [{ en: "a PDF", zh: "PDF 文件" }, [0x25, 0x50, 0x44, 0x46]],
];

/** Throws IMPORT_INVALID for what can't be an export. */
export function guardInput(bytes: Uint8Array, name: Sentence): void {
  if (bytes.every((byte) => byte <= 0x20)) throw failure("empty", { name });
  const found = SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (found) throw failure(found[0] === SQLITE ? "database" : "not_an_export", { name, found: found[0] });
  // PowerShell's `>` writes an export to standard output as UTF-16.
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw failure("not_utf8", { name, found: "UTF-16", encoding: "UTF-16" });
  }
  if (bytes.includes(0)) throw failure("no_text_file", { name });
}

/** The text of an input. Throws IMPORT_INVALID for one that is no UTF-8: no secret is seen in what can't be read. */
export function textOf(bytes: Uint8Array, name: Sentence): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const isHigh = (byte = 0) => byte >= 0x80;
    const high = bytes.filter(isHigh).length;
    const broken = new TextDecoder().decode(bytes).split("\uFFFD").length - 1;
    // `-c` leaves the broken bytes out.
    if (broken * 10 < high) throw failure("not_utf8", { name, found: said("broken_utf8"), encoding: "UTF-8 -c" });
    // Most Chinese characters are two high bytes in GBK; Western text has few of them side by side.
    const together = bytes.filter((byte, at) =>
      isHigh(byte) && (isHigh(bytes[at - 1]) || isHigh(bytes[at + 1]))
    ).length;
    const encoding = together > high / 2 ? "GBK" : "WINDOWS-1252";
    throw failure("not_utf8", { name, found: said("other_encoding", { encoding }), encoding });
  }
}

/** Throws IMPORT_INVALID for a file that is larger than any export. */
export function guardSize(bytes: number, name: Sentence): void {
  if (bytes <= BYTES_MAX.imported) return;
  throw failure("too_large", { name, bytes: sizeTold(bytes), most: sizeTold(BYTES_MAX.imported) });
}

/** Throws IMPORT_INVALID for a document whose brackets, outside of strings, nest deeper than any export's. */
export function guardDepth(bytes: Uint8Array, name: Sentence): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    if (depth > DEEPEST) throw failure("too_deep", { name, deepest: DEEPEST });
  }
}

/** The bundle without secrets, and the kinds of those that were taken out. */
export function cleanBundle(
  { records, core_memory, notes }: Bundle,
  options: RedactOptions,
): { bundle: Bundle; kinds: readonly string[] } {
  const found = new Set<string>();
  const bundle = {
    records: records.map((record) => redactAll(record, options, found)),
    core_memory: redactAll(core_memory, options, found),
    notes: notes.map(({ path, content }) => ({
      path: cleanPath(path, options),
      content: redactAll(content, options, found),
    })),
  };
  return { bundle, kinds: [...found] };
}

/** A note's path without secrets, which is still a valid path. */
function cleanPath(path: string, options: RedactOptions): string {
  const below = path.slice(NOTES_FOLDER.length + 1).replace(/\.md$/, "");
  const kept = redactId(below, options);
  return kept === below ? path : `${NOTES_FOLDER}/${kept.replace(/[[\]:]/g, "-")}.md`;
}
