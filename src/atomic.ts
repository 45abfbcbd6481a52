/**
 * In: a path and its new content. Out: the file, replaced in one step: written beside, on the disk, renamed over.
 * Not done here: locks; the store takes its own before.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { MemoryError } from "./errors.ts";
import { errorCode, type Runtime } from "./runtime.ts";

/**
 * Replaces a file, or makes it with its folder. A reader sees the old content or the new, never a mixture. A symbolic
 * link keeps pointing where it does, its target is replaced. Throws IO_ERROR; then the file is as before.
 */
export function replaceAtomically(
  runtime: Runtime,
  path: string,
  content: Uint8Array | string,
  { mode, sync = true }: { mode?: number; sync?: boolean } = {},
): void {
  const target = runtime.files.realPath(path) ?? path;
  const temporary = join(dirname(target), `.${basename(target)}.${runtime.random(8)}.tmp`);
  try {
    runtime.files.makeFolder(dirname(target));
    runtime.files.write(temporary, content, { how: "create", sync, ...(mode === undefined ? {} : { mode }) });
    renameOver(runtime, temporary, target);
    if (sync) runtime.files.syncFolder(dirname(target));
  } catch (cause) {
    try {
      runtime.files.remove(temporary);
    } catch {
      // The disk is gone; the first failure says more.
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError("IO_ERROR", `Cannot write ${path}: ${reason}`, {
      hint: "It is unchanged; free some space or make its folder writable, then try again",
      cause,
    });
  }
}

/** On Windows a virus scanner or a reader may hold the old file for a moment. */
function renameOver(runtime: Runtime, from: string, to: string): void {
  for (let attempt = 1;; attempt++) {
    try {
      return runtime.files.rename(from, to);
    } catch (error) {
      const code = errorCode(error);
      const passing = code === "EPERM" || code === "EACCES" || code === "EBUSY";
      if (runtime.platform !== "win32" || !passing || attempt === 10) throw error;
      runtime.sleep(attempt * 10);
    }
  }
}
