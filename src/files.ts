/**
 * In: a path. Out: the text of its file; or the file, replaced in one step: the new content is written to a file beside
 * it, flushed, and renamed over it.
 * Not done here: locking. The store takes its lock first.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { errorCode, reasonTold } from "./errors.ts";
import { jsonIn } from "./json.ts";
import { realOf } from "./paths.ts";
import type { Files, FileStat, Runtime } from "./runtime.ts";
import { failure } from "./words.ts";

/**
 * A file's text without its BOM; undefined when nothing is there. Bytes that are no UTF-8 become U+FFFD.
 *
 * @param most bytes, see `Files.read`
 */
export function readText(files: Files, path: string, most?: number): string | undefined {
  const bytes = files.read(path, most);
  return bytes && new TextDecoder().decode(bytes);
}

/** As `readText`, with the BOM. */
export function readExactText(files: Files, path: string, most?: number): string | undefined {
  const bytes = files.read(path, most);
  return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * As `readExactText`, for a text that is changed and written back. Throws CONFIG_INVALID for bytes that are no UTF-8,
 * because they would be lost; editors on Chinese Windows write such files.
 */
export function editableText({ files }: Pick<Runtime, "files">, path: string, most?: number): string | undefined {
  const bytes = files.read(path, most);
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw failure("no_text", { path }, { cause });
  }
}

/**
 * The JSON in a file; undefined when nothing is there, or when the file is no JSON, for example after a crash.
 *
 * @param most bytes, see `Files.read`
 */
export function readJson(files: Files, path: string, most?: number): unknown {
  const text = readText(files, path, most);
  return text === undefined ? undefined : jsonIn(text);
}

/** Whether two contents are equal; undefined is a missing file. */
export function sameBytes(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && Buffer.compare(left, right) === 0);
}

/** Whether two looks at files saw one file as it was. Numbers of different file systems may be equal by chance. */
export function isSameFile(one: FileStat | undefined, other: FileStat | undefined): boolean {
  return one?.inode === other?.inode && one?.size === other?.size && one?.modifiedNs === other?.modifiedNs;
}

/** When a file's content last changed, in milliseconds since 1970. */
export function modifiedMs({ modifiedNs }: Pick<FileStat, "modifiedNs">): number {
  return Number(modifiedNs / 1_000_000n);
}

/**
 * A stamp that differs whenever the file has changed, if the clock of the file system has gone on meanwhile: nobody can
 * set back the time of a file's last change.
 */
export function fileStamp({ size, modifiedNs, changedNs, inode }: FileStat): string {
  return `${size} ${modifiedNs} ${changedNs} ${inode}`;
}

interface ReplaceOptions {
  readonly mode?: number;
  readonly sync?: boolean;
}

/** The new content of a file, whole or in pieces. */
type NewContent = Uint8Array | string | Generator<string>;

/**
 * Replaces a file, or makes it with its folder. A reader sees the old content or the new one, never a mixture. For a
 * symbolic link the target is replaced. Throws IO_ERROR; then the file is as before.
 */
export function replaceAtomically(
  runtime: Runtime,
  path: string,
  content: NewContent,
  options: ReplaceOptions = {},
): void {
  stageReplacement(runtime, path, content, options).commit();
}

/** The name of a file's new content until it is renamed. One that is days old was left by a writer that died. */
export const BESIDE = /^\..+\.[a-z0-9]{8}\.tmp$/;
/** The number of characters that such a name adds to the end of the file's name. */
export const BESIDE_END = ".12345678.tmp".length;

/** The age of a new content without a living writer, which would have renamed it within moments. */
const ORPHANED_MS = 60_000;

/** Removes new contents of a file whose writers have died. */
export function sweepBeside({ files, now }: Runtime, path: string): void {
  const start = `.${basename(path)}.`;
  try {
    for (const name of files.list(dirname(path))) {
      if (!name.startsWith(start) || !BESIDE.test(name) || name.length !== start.length - 1 + BESIDE_END) continue;
      const stat = files.stat(join(dirname(path), name));
      if (stat && now().getTime() - modifiedMs(stat) > ORPHANED_MS) files.remove(join(dirname(path), name));
    }
  } catch {
    // The next call tries again.
  }
}

/** A file's new content, on the disk beside the file. */
export interface Staged {
  /** Renames the content over the file, without further disk space. Throws IO_ERROR; then the file is as before. */
  commit(): void;
  discard(): void;
}

/** The first half of a replacement, for several files that must change together or not at all. Throws IO_ERROR. */
export function stageReplacement(
  runtime: Runtime,
  path: string,
  content: NewContent,
  { mode, sync = true }: ReplaceOptions = {},
): Staged {
  const target = realOf(runtime, path);
  const temporary = join(dirname(target), `.${basename(target)}.${runtime.random(8)}.tmp`);
  const discard = () => {
    try {
      runtime.files.remove(temporary);
    } catch {
      // The disk may be gone. The failure before this one says more, and is thrown.
    }
  };
  const guarded = (step: () => void) => {
    try {
      step();
    } catch (cause) {
      discard();
      throw failure("cannot_write", { path, reason: reasonTold(cause) }, { cause });
    }
  };
  guarded(() => {
    if (sync) makeFolderDurably(runtime, dirname(target));
    else runtime.files.makeFolder(dirname(target));
    const isWhole = typeof content === "string" || content instanceof Uint8Array;
    const { write } = runtime.files;
    const like = { ...mode === undefined ? {} : { mode }, like: target };
    write(temporary, isWhole ? content : "", { how: "create", sync: sync && isWhole, ...like });
    if (isWhole) return;
    for (const piece of content) write(temporary, piece, { how: "append" });
    // All pieces are flushed at once.
    write(temporary, "", { how: "append", sync });
  });
  return {
    discard,
    commit: () =>
      guarded(() => {
        renameOver(runtime, temporary, target);
        if (sync) runtime.files.syncFolder(dirname(target));
      }),
  };
}

/** Makes a folder and the missing folders above it; all of them are on the disk when the function returns. */
export function makeFolderDurably({ files }: Runtime, folder: string): void {
  const made = files.makeFolder(folder);
  if (made === undefined) return;
  for (let at = folder;; at = dirname(at)) {
    files.syncFolder(dirname(at));
    if (at === made || dirname(at) === at) return;
  }
}

/**
 * Renames a file, several times if needed: on Windows a virus scanner or a reader may hold the old file for a moment.
 */
function renameOver(runtime: Runtime, from: string, to: string): void {
  for (let attempt = 1;; attempt++) {
    try {
      return runtime.files.rename(from, to);
    } catch (error) {
      const code = errorCode(error);
      const isHeld = code === "EPERM" || code === "EACCES" || code === "EBUSY";
      if (runtime.platform !== "win32" || !isHeld || attempt === 10) throw error;
      runtime.sleep(attempt * 10);
    }
  }
}
