/**
 * In: a path. Out: the text of its file; or the file, replaced in one step: the new content is written to a file beside
 * it, flushed, and renamed over it.
 * Not done here: locking. The store takes its lock first.
 */
import { basename, dirname, join } from "node:path";
import { errorCode, reasonTold, tried } from "./errors.ts";
import { sha256Hex } from "./hash.ts";
import { jsonIn } from "./json.ts";
import { isInside, realOf } from "./paths.ts";
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
export function editableText({ files }: Pick<Runtime, "files">, path: string): string | undefined {
  const bytes = files.read(path);
  return bytes && editableTextIn(bytes, path);
}

/** As `editableText`, for bytes that the caller has read already. */
export function editableTextIn(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
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

/**
 * Whether two `stat`s show the same file, unchanged. The inode alone would not tell: files of two file systems may have
 * the same one.
 */
export function isSameFile(one: FileStat | undefined, other: FileStat | undefined): boolean {
  return one?.inode === other?.inode && one?.size === other?.size && one?.modifiedNs === other?.modifiedNs;
}

/** When a file's content last changed, in milliseconds since 1970; 0 for a missing one. */
export function modifiedMs(stat: Pick<FileStat, "modifiedNs"> | undefined): number {
  return Number((stat?.modifiedNs ?? 0n) / 1_000_000n);
}

/** No folder of ours lies deeper. A link may lead in a circle. */
const DEEPEST = 8;

/** The bytes of each file at a path and below it. */
export function sizesBelow(files: Files, path: string, depth = 0): number[] {
  const stat = files.stat(path);
  if (stat?.kind !== "folder") return stat ? [stat.size] : [];
  return depth > DEEPEST ? [] : files.list(path).flatMap((name) => sizesBelow(files, join(path, name), depth + 1));
}

/**
 * A stamp that differs whenever the file has changed, if the clock of the file system has gone on meanwhile: nobody can
 * set back the time of a file's last change.
 */
export function fileStamp({ size, modifiedNs, changedNs, inode }: FileStat): string {
  return `${size} ${modifiedNs} ${changedNs} ${inode}`;
}

interface ReplaceOptions {
  /** Undefined: the mode of the file that is replaced; a new file is open to whoever may write its folder. */
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

const NAME_BYTES_MAX = 255;

/**
 * The name of the temporary file that holds a file's new content until it is renamed: `.config.json.ab12cd34.tmp`.
 * Where that would be too long, the digest of the file's name stands in the place of the name.
 */
function nameBeside(name: string, random: string): string {
  const whole = `.${name}.${random}.tmp`;
  return Buffer.byteLength(whole) > NAME_BYTES_MAX ? `.${sha256Hex([name])}.${random}.tmp` : whole;
}

/** Whether `name` is that of a temporary file with new content for `file` (`nameBeside`). */
export function isBeside(name: string, file: string): boolean {
  const of = fileBeside(name);
  return of !== undefined && (of === file || of === sha256Hex([file]));
}

/** The name of the file whose new content has this name until it is renamed; undefined for any other name. */
export function fileBeside(name: string): string | undefined {
  return /^\.(.+)\.[a-z0-9]{8}\.tmp$/.exec(name)?.[1];
}

/** A temporary file older than this has lost its writer: a living one renames it within moments. */
const ORPHANED_MS = 60_000;

/** Whether a temporary file was left by a writer that died. */
export function isOrphaned({ files, now }: Pick<Runtime, "files" | "now">, path: string): boolean {
  const stat = files.stat(path);
  return stat !== undefined && now().getTime() - modifiedMs(stat) > ORPHANED_MS;
}

/** Removes the temporary files of a file whose writers have died. */
export function sweepBeside(runtime: Runtime, path: string): void {
  const { files } = runtime;
  // The next call tries again.
  tried(() => {
    const beside = files.list(dirname(path)).filter((name) => isBeside(name, basename(path)))
      .map((name) => join(dirname(path), name));
    for (const each of beside) if (isOrphaned(runtime, each)) files.remove(each);
  });
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
  { mode, sync = true }: ReplaceOptions,
): Staged {
  const target = realOf(runtime, path);
  const temporary = join(dirname(target), nameBeside(basename(target), runtime.random(8)));
  const discard = () => {
    // The disk may be gone. The failure before this one says more, and is thrown.
    tried(() => runtime.files.remove(temporary));
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
    const like = { ...mode === undefined ? { shared: true } : { mode }, like: target };
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
export function makeFolderDurably({ files }: Runtime, folder: string, mode?: "shared"): void {
  const made = files.makeFolder(folder, mode);
  if (made === undefined) return;
  for (let at = folder;; at = dirname(at)) {
    files.syncFolder(dirname(at));
    if (at === made || dirname(at) === at) return;
  }
}

/**
 * Removes a folder if it is empty, then the folder above it, and so on, but never the root.
 *
 * @param made the only folders that may be removed, since others are somebody else's; undefined allows all
 */
export function removeEmptyFolders({ files }: Runtime, folder: string, root: string, made?: ReadonlySet<string>): void {
  for (let each = folder; each !== root && isInside(each, root); each = dirname(each)) {
    const kind = files.stat(each)?.kind;
    if (kind !== undefined && (kind !== "folder" || files.list(each).length > 0 || made?.has(each) === false)) return;
    files.remove(each);
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
