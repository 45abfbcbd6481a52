/**
 * The limits of every input. A larger file stays unread: `doctor` names it, and everything else works as if it were not
 * there. Without these limits one file of a cloned repository could take all memory and time of every hook.
 * docs/data-format.md lists them.
 */
import type { MemoryError } from "./errors.ts";
import { failure, said } from "./words.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** In bytes. */
export const BYTES_MAX = {
  /** A text that is saved: 40,000 words, where a memory is a sentence. A save of so much takes half a second. */
  saved: 256 * KIB,
  /** A line of a JSONL file: longer than any saved line, and parsed in a hundredth of a second. */
  line: 4 * MIB,
  /** A file of records: 200,000 of one day. */
  records: 64 * MIB,
  /** All days together, three million records; beyond this limit the latest days are read. */
  days: 1024 * MIB,
  /** All days of a folder that a stranger has filled: a project's memory is smaller, and every clone has to read it. */
  strangersDays: 32 * MIB,
  /** All notes together, since a start reads the purpose of each; beyond this limit the first by name are read. */
  notes: 64 * MIB,
  /** `MEMORY.md` or a note, which people and models read from end to end. */
  markdown: MIB,
  /** Settings, ours or a client's; the state of a session; lists of files. */
  settings: MIB,
  /** A list of what git ignores, since each of its lines is followed for each file of records. */
  ignores: 64 * KIB,
  /** The audit log, which has a line for each write: a million of them. */
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
  /** Days, of fifty years; beyond this limit the latest are read. */
  daily: 20_000,
  /** Notes, since a hook looks at each; beyond this limit the first by name are read. */
  notes: 10_000,
  /** Names of any kind below `notes/`, also of folders in folders and of links in a ring. */
  namesInNotes: 12_000,
} as const;

/** How much of one record the index takes in: a line that others wrote may hold more than any save. */
export const RECORD_MAX = {
  /** Bytes of its text, and characters of each of its lists. More than a save takes, as a summary has several texts. */
  text: 2 * BYTES_MAX.saved,
  /** Its entities, and its tags. */
  labels: 1_000,
  /** Records that it names, as replaced, as united or as given in a session. */
  links: 10_000,
} as const;

/** The failure for a file that is too large to be read. */
export function tooLarge(path: string, bytes: number, most: number): MemoryError {
  return failure("too_large", { path, bytes: sizeTold(bytes), most: sizeTold(most) });
}

/** Throws INVALID_ARGUMENT for a text that is too long to be saved. Called before anything is done with the text. */
export function refuseLongText(text: string): void {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= BYTES_MAX.saved) return;
  throw failure("too_long", { bytes: sizeTold(bytes), saved: sizeTold(BYTES_MAX.saved) });
}

/** Throws IO_ERROR for a write that would make a file too large to be read again. */
export function refuseGrowth(path: string, bytes: number, most: number): void {
  if (bytes <= most) return;
  const step = said(path.endsWith(".jsonl") ? "cleanup_first" : "move_older");
  throw failure("not_written", { path, bytes: sizeTold(bytes), most: sizeTold(most), step });
}

/** `4 MiB` */
export function sizeTold(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / KIB)} KiB`;
  return `${bytes % MIB === 0 ? bytes / MIB : (bytes / MIB).toFixed(1)} MiB`;
}

/** The longest that a timer can wait: for input that a person named, which is read to its end however long it takes. */
export const PATIENT_MS = 2 ** 31 - 1;
