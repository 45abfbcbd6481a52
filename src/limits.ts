/**
 * How much of anything is taken in, on every way in. What is larger is left where it lies, unread: `doctor` names it,
 * and the rest works as if it were not there. Without these limits one file of a cloned repository takes all memory and
 * time of every hook. docs/data-format.md tells them.
 *
 * @module
 */
import type { MemoryError } from "./errors.ts";
import type { Sentence } from "./sentence.ts";
import { failure, said } from "./words.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** In bytes. */
export const BYTES_MAX = {
  /** A text that is saved: 40,000 words, where a memory is a sentence. A save of so much takes half a second. */
  saved: 256 * KIB,
  /** A line of a JSONL file: more than was ever saved in one, and parsed in a hundredth of a second. */
  line: 4 * MIB,
  /** A file of records: 200,000 of one day. */
  records: 64 * MIB,
  /** All days together, three million records: of more the latest are read. */
  days: 1024 * MIB,
  /** The same of a folder that a stranger has filled: more is no memory of a project, but a burden on who clones it. */
  strangersDays: 32 * MIB,
  /** All notes together: a start reads what each is for. Of more the first by name are read. */
  notes: 64 * MIB,
  /** `MEMORY.md` or a note, which people and models read from end to end. */
  markdown: MIB,
  /** Settings, ours or a client's; what a session was given; lists that are kept of files. */
  settings: MIB,
  /** The audit log, in which each write ever made has a line: a million of them. */
  audit: 512 * MIB,
  /** A file or folder that is imported, or a list of queries: eight times the export of 100,000 facts. */
  imported: 256 * MIB,
  /** A hook's event: prompts with pasted files stay far below. */
  event: 16 * MIB,
  /** How much of a transcript's end is read: the turns since the last look. */
  transcript: 2 * MIB,
  /** Any other file that is read whole. */
  other: 64 * MIB,
} as const;

/** In files. */
export const FILES_MAX = {
  /** Days: fifty years of them. Of more the latest are read. */
  daily: 20_000,
  /** Notes: a hook looks at each. Of more the first by name are read. */
  notes: 10_000,
  /** Names below `notes/` that are looked at, whatever they are: folders in folders, links in a ring. */
  namesInNotes: 12_000,
} as const;

/** The failure for a file that is too large to be read. */
export function tooLarge(path: string, bytes: number, most: number): MemoryError {
  return failure("too_large", { path, bytes: sizeTold(bytes), most: sizeTold(most) });
}

/** Throws INVALID_ARGUMENT for a text that is too long to be remembered. Looked at before anything is done with it. */
export function refuseLongText(text: string): void {
  if (text.length <= BYTES_MAX.saved / 3) return;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= BYTES_MAX.saved) return;
  throw failure("too_long", { bytes: sizeTold(bytes), saved: sizeTold(BYTES_MAX.saved) });
}

/** Throws IO_ERROR for a write by which a file would become too large to be read again. */
export function refuseGrowth(path: string, bytes: number, most: number): void {
  if (bytes <= most) return;
  const step = said(path.endsWith(".jsonl") ? "cleanup_first" : "move_older");
  throw failure("not_written", { path, bytes: sizeTold(bytes), most: sizeTold(most), step });
}

/** Why a folder is not read to its end. */
export function tooMany(read: number): Sentence {
  return said("too_many", { read });
}

/** `4 MiB` */
export function sizeTold(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / KIB)} KiB`;
  return `${bytes % MIB === 0 ? bytes / MIB : (bytes / MIB).toFixed(1)} MiB`;
}
