/**
 * How much of anything is taken in, on every way in. What is larger is left where it lies, unread: `doctor` names it,
 * and the rest works as if it were not there. Without these limits one file of a cloned repository takes all memory and
 * time of every hook. docs/data-format.md tells them.
 *
 * @module
 */
import { fail, MemoryError } from "./errors.ts";
import type { Sentence } from "./sentence.ts";

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
  return new MemoryError("IO_ERROR", {
    en: `${path} is not read: it has ${sizeTold(bytes)}, more than ${sizeTold(most)}`,
    zh: `未读取 ${path}：它有 ${sizeTold(bytes)}，超过 ${sizeTold(most)}`,
  }, { en: "Split it, or move it away", zh: "请把它拆开，或移走" });
}

/** Throws INVALID_ARGUMENT for a text that is too long to be remembered. Looked at before anything is done with it. */
export function refuseLongText(text: string): void {
  if (text.length <= BYTES_MAX.saved / 3) return;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= BYTES_MAX.saved) return;
  fail("INVALID_ARGUMENT", {
    en: `The text has ${sizeTold(bytes)}, more than the ${sizeTold(BYTES_MAX.saved)} that are saved as one record`,
    zh: `文本有 ${sizeTold(bytes)}，超过一条记录的上限 ${sizeTold(BYTES_MAX.saved)}`,
  }, {
    en: "Nothing was saved; save what matters of it, in a few sentences",
    zh: "什么都没有保存；请用几句话保存其中要紧的内容",
  });
}

/** Throws IO_ERROR for a write by which a file would become too large to be read again. */
export function refuseGrowth(path: string, bytes: number, most: number): void {
  if (bytes <= most) return;
  fail(
    "IO_ERROR",
    {
      en: `${path} is not written: it would have ${sizeTold(bytes)}, and more than ${sizeTold(most)} is never read`,
      zh: `未写入 ${path}：它将有 ${sizeTold(bytes)}，而超过 ${sizeTold(most)} 的文件不会被读取`,
    },
    path.endsWith(".jsonl")
      ? {
        en: "Nothing has changed. Keep what is old in a file (`memory export --to DAY`), then make room: " +
          "`memory manage cleanup --older-than DAYS --confirm`, then `memory manage cleanup --purge-deleted`",
        zh: "什么都没有改动。请先用 `memory export --to 日期` 把旧内容存成文件，再腾出空间：" +
          "`memory manage cleanup --older-than 天数 --confirm`，然后 `memory manage cleanup --purge-deleted`",
      }
      : {
        en: "Nothing has changed; move older content of the file elsewhere, or delete what is not needed",
        zh: "什么都没有改动；请把该文件较早的内容移到别处，或删除不需要的内容",
      },
  );
}

/** Why a folder is not read to its end. */
export function tooMany(read: number): Sentence {
  return { en: `too much to be read: only ${read} of the files are`, zh: `内容过多，只读取其中 ${read} 个文件` };
}

/** `4 MiB` */
export function sizeTold(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / KIB)} KiB`;
  return `${bytes % MIB === 0 ? bytes / MIB : (bytes / MIB).toFixed(1)} MiB`;
}
