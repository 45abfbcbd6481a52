/** Whole lines at the end of a file of the store: on the disk, or not at all. */
import { dirname } from "node:path";
import { makeFolderDurably } from "../atomic.ts";
import { fail, MemoryError, reasonTold } from "../errors.ts";
import { guardInside } from "./guard.ts";
import { pathOf } from "./layout.ts";
import { NEWLINE } from "./lines.ts";
import type { LockedStore } from "./mod.ts";

/** How safe an addition is. */
export interface Durability {
  /** Whether to wait until it is on the disk; true unless told. */
  readonly sync?: boolean | undefined;
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
  if (size === undefined && sync) makeFolderDurably(store.runtime, dirname(path));
  else if (size === undefined) files.makeFolder(dirname(path));
  try {
    files.write(path, (needsNewline(store, path, size) ? "\n" : "") + text, { how: "append", sync });
    if (size === undefined && sync) files.syncFolder(dirname(path));
  } catch (cause) {
    takeBack(store, path, size);
    fail("IO_ERROR", {
      en: `Cannot write to ${path}: ${reasonTold(cause).en}`,
      zh: `无法写入 ${path}：${reasonTold(cause).zh}`,
    }, {
      en: "Nothing was saved; free some space or make the folder writable, then save again",
      zh: "什么都没有保存；请腾出空间或让目录可写，然后重新保存",
    }, { cause });
  }
}

function notAFile(path: string): MemoryError {
  return new MemoryError("IO_ERROR", {
    en: `Cannot write to ${path}: it is no file`,
    zh: `无法写入 ${path}：它不是文件`,
  }, {
    en: "Nothing was saved; move away what stands there, then save again",
    zh: "什么都没有保存；请移走占用该位置的东西，然后重新保存",
  });
}

/** Whether the last line is torn (its writer died): it stays, on a line of its own. */
function needsNewline(store: LockedStore, path: string, size: number | undefined): boolean {
  if (!size) return false;
  const last = store.runtime.files.readRange(path, size - 1, 1);
  return last !== undefined && last[0] !== NEWLINE;
}

/** Makes a file as long as it was, or removes it when it was not there. */
export function takeBack(store: LockedStore, path: string, size: number | undefined): void {
  try {
    if (size !== undefined) store.runtime.files.truncate(path, size);
    else store.runtime.files.remove(path);
  } catch {
    // Half a line may stay, which readers recognise.
  }
}
