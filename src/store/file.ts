/** In: the name of a file of a store. Out: the file, appended to or replaced. */
import { errorCode, reasonTold, tried } from "../errors.ts";
import { isGitWriting } from "../git/worktree.ts";
import { goesAlong } from "./keep_private.ts";
import { isMachines, pathInside, pathOf, type StorePath, USER_CONFIG_FILE } from "./layout.ts";
import type { LockedStore } from "./mod.ts";
import { dirname } from "node:path";
import { makeFolderDurably, replaceAtomically } from "../files.ts";
import { NEWLINE } from "./lines.ts";
import { dropMirror, mirror } from "./mirror.ts";
import { fingerprint, sha256Hex } from "../hash.ts";
import { failure } from "./words.ts";

export interface Durability {
  /** Whether to wait until it is on the disk; true unless told. */
  readonly sync?: boolean | undefined;
}

/** What came of adding to a file. `tracked`: git may track it, and replace it at any moment. */
type Added = "added" | "tracked" | "put off";

/**
 * Adds whole lines to a file of the store. On failure the file is as before. Where git has just taken the file away,
 * nothing is added (`put off`): git would fail if the file that it is about to bring were there already.
 */
export function appendText(store: LockedStore, file: StorePath, text: string, { sync = true }: Durability = {}): Added {
  const { files } = store.runtime;
  const path = pathInside(store, file);
  const there = files.stat(path);
  const size = there?.size;
  // Opening a pipe for writing would wait until somebody reads from it.
  if (there && there.kind !== "file") throw failure("no_file", { path });
  if (!there && isRecords(file) && isGitWriting(store.runtime, store.folder) && goesAlong(store, file)) {
    return "put off";
  }
  if (size === undefined) makeFolderFor(store, file, sync);
  try {
    const how = size === undefined ? "append" : "extend";
    files.write(path, (needsNewline(store, path, size) ? "\n" : "") + text, { how, shared: size === undefined, sync });
    if (size === undefined && sync) files.syncFolder(dirname(path));
    // What a hook notes without waiting for the disk is not worth this look, unless the file is new.
    const isTracked = (size === undefined || sync) && mirror(store, file, { wasThere: size !== undefined });
    return isTracked ? "tracked" : "added";
  } catch (cause) {
    // Somebody has just taken it away.
    if (size !== undefined && errorCode(cause) === "ENOENT") return appendText(store, file, text, { sync });
    takeBack(store, file, size);
    throw failure("cannot_append", { path, reason: reasonTold(cause) }, { cause });
  }
}

function isRecords(file: StorePath): boolean {
  return file.endsWith(".jsonl") && !isMachines(file);
}

/** Whether the writer of the last line died in the middle. The torn line stays, on a line of its own. */
function needsNewline(store: LockedStore, path: string, size: number | undefined): boolean {
  if (!size) return false;
  const last = store.runtime.files.readRange(path, size - 1, 1);
  return last !== undefined && last[0] !== NEWLINE;
}

/** Cuts a file to its former size, or removes a file that was not there. */
export function takeBack(store: LockedStore, file: StorePath, size: number | undefined): void {
  const { files } = store.runtime;
  // Half a line may stay; readers pass over it.
  tried(() => {
    if (size !== undefined) return files.truncate(pathOf(store, file), size);
    dropMirror(store, file);
    files.remove(pathOf(store, file));
  });
}

/** Replaces a file of the store, or makes it. A reader sees the old content or the new, never a mixture. */
export function replaceFile(store: LockedStore, file: StorePath, content: Uint8Array | string): void {
  makeFolderFor(store, file);
  replaceAtomically(store.runtime, pathInside(store, file), content);
}

/** Makes the folder of a file of the store: whoever may write the data folder may write what is made in it. */
export function makeFolderFor(store: LockedStore, file: StorePath, sync = true): void {
  const { runtime } = store;
  const path = dirname(pathInside(store, file));
  if (runtime.files.stat(path)?.kind === "folder") return;
  const mode = isMachines(file) || file === USER_CONFIG_FILE ? undefined : "shared";
  if (sync) makeFolderDurably(runtime, path, mode);
  else runtime.files.makeFolder(path, mode);
}

/** The digest of a file, by which undo sees whether the file was changed since a write; empty for a missing file. */
export function fileDigest(content: Uint8Array | undefined): string {
  return content ? sha256Hex([content]).slice(0, 16) : "";
}

/** The fields that tell when a record, or a to-do of it, came back; within a text a quote has a backslash before it. */
const CAME_BACK = /,"(?:restored_at":"[^"\\]*"|reopened":\{[^{}]*\})/g;

/** The digest of a record's lines, the same whenever the record or a to-do came back; empty for no lines. */
export function linesDigest(text: string): string {
  return text === "" ? "" : fingerprint(text.replace(CAME_BACK, ""));
}
