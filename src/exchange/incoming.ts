/** What an import has found so far: records, notes, core memory, and what is none of these. */
import { CLIENT_MEMORIES, type ClientMemory } from "../agents/own_memory.ts";
import { asObject } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import { withOwnId } from "../records/own_id.ts";
import type { Bundle, BundledNote } from "./mod.ts";
import { problemOf } from "./record_check.ts";
import type { Sentence } from "../sentence.ts";

/** What `--format` takes. */
export const IMPORT_FORMATS = [
  "auto",
  "json",
  "jsonl",
  "memory-v1",
  "plan-c",
  "lingxi",
  ...CLIENT_MEMORIES,
] as const;
/** One of `IMPORT_FORMATS`. */
export type ImportFormat = typeof IMPORT_FORMATS[number];

/** Whether a format is that of a memory that a client keeps itself. */
export function isClientFormat(format: ImportFormat): format is ClientMemory {
  return CLIENT_MEMORIES.some((each) => each === format);
}

/** Something that is no record. */
export interface Invalid {
  /** Within a folder. */
  readonly file?: string;
  /** From 1; in a JSON document the number of the record. */
  readonly line: number;
  readonly reason: Sentence;
}

/** What was read of an input. */
export interface Read {
  readonly format: Exclude<ImportFormat, "auto" | "lingxi">;
  readonly bundle: Bundle;
  readonly invalid: readonly Invalid[];
}

/** A bundle while it is being read. */
export interface Growing {
  readonly records: RawRecord[];
  readonly notes: BundledNote[];
  core_memory: string;
}

/** An empty bundle. */
export function newBundle(): Growing {
  return { records: [], notes: [], core_memory: "" };
}

/** The value, if it is a list. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Adds a record; anything else is listed as invalid, with its place. */
export function addRecord(bundle: Growing, value: unknown, place: Omit<Invalid, "reason">, invalid: Invalid[]): void {
  const reason = problemOf(value);
  if (reason === undefined) bundle.records.push(withOwnId(value as RawRecord));
  else invalid.push({ ...place, reason });
}

/** A path that leads out of `notes/` is no note, and must never be written. */
const NOTE_PATH = /^notes\/(?:[^/\\\0]+\/)*[^/\\\0]+\.md$/;
const LONGEST_NOTE = 1024 * 1024;

/** Adds a note whose path is allowed. */
export function addNote(bundle: Growing, value: unknown, place: Omit<Invalid, "reason">, invalid: Invalid[]): void {
  const { path, content }: RawRecord = asObject(value) ?? {};
  const isPath = typeof path === "string" && NOTE_PATH.test(path) &&
    !path.split("/").some((part) => part.startsWith("."));
  const refuse = (reason: Sentence) => void invalid.push({ ...place, reason });
  if (!isPath) {
    const found = JSON.stringify(path) ?? "nothing";
    refuse({
      en: `a note's path must lie below notes/, found ${found}`,
      zh: `笔记的路径应在 notes/ 之下，现为 ${found}`,
    });
  } else if (typeof content !== "string") {
    refuse({ en: `the note ${path} has no content`, zh: `笔记 ${path} 没有内容` });
  } else if (content.length > LONGEST_NOTE) {
    refuse({ en: `the note ${path} is longer than 1 MB`, zh: `笔记 ${path} 超过 1 MB` });
  } else bundle.notes.push({ path, content });
}
