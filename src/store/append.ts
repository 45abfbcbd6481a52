/**
 * The common write: records added at the end of JSONL files, on the disk before anybody is told that they are saved.
 */
import { dirname } from "node:path";
import { MemoryError, reasonTold } from "../errors.ts";
import { guardInside } from "./guard.ts";
import { pathOf } from "./layout.ts";
import { formatLine, NEWLINE, refuseTooLong } from "./lines.ts";
import { withLock } from "./write_lock.ts";
import type { LockedStore, Store } from "./mod.ts";
import { type Entry, mergeSpool, spoolEntries } from "./spool.ts";

/** How safe an addition is. */
export interface Durability {
  /** Whether to wait until it is on the disk; true unless told. */
  readonly sync?: boolean | undefined;
}

/** How a record is appended. */
export interface AppendOptions extends Durability {
  /** How long to wait for the lock. */
  readonly timeoutMs: number;
  /** For hooks: what can't get the lock in time goes to the spool, as all does for a stranger's folder. */
  readonly spool?: boolean;
  /** What belongs to the write; see `appendLocked`. */
  readonly then?: (locked: LockedStore) => void;
}

/** Appends records under the lock. Throws LOCK_BUSY (unless spooling) or IO_ERROR; then nothing was added. */
export function appendRecords(
  store: Store,
  entries: readonly Entry[],
  options: AppendOptions,
): "appended" | "spooled" {
  if (options.spool && store.standing === "foreign") {
    spoolEntries(store, entries);
    return "spooled";
  }
  try {
    withLock(
      store,
      options.timeoutMs,
      (locked) => appendLocked(locked, entries, () => options.then?.(locked), options),
    );
    return "appended";
  } catch (error) {
    if (!options.spool || !(error instanceof MemoryError) || error.code !== "LOCK_BUSY") throw error;
    spoolEntries(store, entries);
    return "spooled";
  }
}

/**
 * The same while the lock is held. What waits in the spool goes first.
 *
 * @param then what belongs to the write, such as its line in the audit log: if that fails, nothing is added
 */
export function appendLocked(
  store: LockedStore,
  entries: readonly Entry[],
  then: () => void = () => {},
  durability: Durability = {},
): void {
  mergeSpool(store, (waiting) => appendToFiles(store, waiting, {}));
  const { files } = store.runtime;
  const paths = [...new Set(entries.map(({ file }) => pathOf(store, file)))];
  const sizes = paths.map((path) => files.stat(path)?.size);
  try {
    // Checked before anything is written, but not for the spool: what waits there was accepted long ago.
    for (const { record } of entries) refuseTooLong(record);
    appendToFiles(store, entries, durability);
    then();
  } catch (error) {
    for (const [at, path] of paths.entries()) {
      if (files.stat(path)?.size !== sizes[at]) takeBack(store, path, sizes[at]);
    }
    throw error;
  }
}

function appendToFiles(store: LockedStore, entries: readonly Entry[], durability: Durability): void {
  const texts = new Map<string, string>();
  for (const { file, record } of entries) texts.set(file, (texts.get(file) ?? "") + formatLine(record));
  for (const [file, text] of texts) appendText(store, file, text, durability);
}

/** Adds whole lines to a file of the store. On failure the file is as before. */
export function appendText(store: LockedStore, file: string, text: string, { sync = true }: Durability = {}): void {
  const { files } = store.runtime;
  const path = pathOf(store, file);
  guardInside(store, path);
  const there = files.stat(path);
  const size = there?.size;
  // To open a pipe for writing waits until somebody reads it.
  if (there && there.kind !== "file") throw notAFile(path);
  if (size === undefined) files.makeFolder(dirname(path));
  try {
    files.write(path, (needsNewline(store, path, size) ? "\n" : "") + text, { how: "append", sync });
    if (size === undefined && sync) files.syncFolder(dirname(path));
  } catch (cause) {
    takeBack(store, path, size);
    throw new MemoryError("IO_ERROR", {
      en: `Cannot write to ${path}: ${reasonTold(cause).en}`,
      zh: `无法写入 ${path}：${reasonTold(cause).zh}`,
    }, {
      hint: {
        en: "Nothing was saved; free some space or make the folder writable, then save again",
        zh: "什么都没有保存；请腾出空间或让目录可写，然后重新保存",
      },
      cause,
    });
  }
}

function notAFile(path: string): MemoryError {
  return new MemoryError("IO_ERROR", {
    en: `Cannot write to ${path}: it is no file`,
    zh: `无法写入 ${path}：它不是文件`,
  }, {
    hint: {
      en: "Nothing was saved; move away what stands there, then save again",
      zh: "什么都没有保存；请移走占用该位置的东西，然后重新保存",
    },
  });
}

/** Whether the last line is torn (its writer died): it stays, on a line of its own. */
function needsNewline(store: LockedStore, path: string, size: number | undefined): boolean {
  if (!size) return false;
  const last = store.runtime.files.readRange(path, size - 1, 1);
  return last !== undefined && last[0] !== NEWLINE;
}

function takeBack(store: LockedStore, path: string, size: number | undefined): void {
  try {
    if (size !== undefined) store.runtime.files.truncate(path, size);
    else store.runtime.files.remove(path);
  } catch {
    // Half a line may stay, which readers recognise.
  }
}
