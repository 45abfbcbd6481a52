/**
 * In: a list of changes. Out: all of them made, or none.
 * Not done here: deciding on them.
 *
 * @module
 */
import { dirname } from "node:path";
import { replaceAtomically } from "../atomic.ts";
import { MemoryError } from "../errors.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange } from "./changes.ts";
import { forgetOriginals, keepEdited, keepOriginal } from "./originals.ts";
import type { Place } from "./place.ts";
import { sealOf } from "./seal.ts";

/** A project's files are read by its tools; the store's own stay private (`runtime.ts`). */
const SHARED_FILE = 0o644;
const SHARED_FOLDER = 0o755;
const WRITABLE_BY_OWNER = 0o200;

/** Where the copy of a file lies that the user had changed. */
export interface Kept {
  readonly path: string;
  readonly copy: string;
}

/**
 * Makes the changes; when one fails the earlier ones are taken back. Throws IO_ERROR.
 *
 * @param root the place's own folder; for a project, nothing is written out of it through a planted link
 */
export function applyChanges(
  runtime: Runtime,
  changes: readonly FileChange[],
  { root, scope }: Pick<Place, "root" | "scope">,
): Kept[] {
  const due = changes.filter((change) => change.action !== "keep");
  for (const change of due) refuseUnsafe(runtime, change, scope === "project" ? root : undefined);
  const kept: Kept[] = [];
  const undo: (() => void)[] = [];
  try {
    for (const change of due) {
      const { path, before, after } = change;
      undo.push(() => before === undefined && removeEmptyFolders(runtime, dirname(path), root));
      kept.push(...keepCopies(runtime, change, undo));
      undo.push(() => put(runtime, change, before));
      put(runtime, change, after);
    }
  } catch (error) {
    for (const step of undo.toReversed()) {
      try {
        step();
      } catch {
        // What stopped the change may stop its undoing too; the first failure says more.
      }
    }
    throw error;
  }
  for (const { base, path, action } of due) {
    if (base !== undefined && (action === "remove" || action === "restore")) forgetOriginals(runtime, base, [path]);
  }
  return kept;
}

function refuseUnsafe(runtime: Runtime, { path, before, after, action }: FileChange, root: string | undefined): void {
  const stat = runtime.files.stat(path);
  if (stat && stat.kind !== "file") {
    throw new MemoryError("IO_ERROR", `Cannot write ${path}: there is a folder of that name`, {
      hint: "Move it away, then try again; nothing was changed",
    });
  }
  if (stat && (stat.mode & WRITABLE_BY_OWNER) === 0) {
    throw new MemoryError("IO_ERROR", `Cannot change ${path}: it is read-only`, {
      hint: "Make it writable, then try again; nothing was changed",
    });
  }
  // Merging keeps what a linked file holds. Replacing it whole must not reach a file that a repository only points at.
  if (action !== "rewrite" || root === undefined || before === undefined || after === undefined) return;
  const real = runtime.files.realPath(path) ?? path;
  const isForeign = sealOf(new TextDecoder().decode(before)) === "foreign";
  if (!isForeign || isInside(real, runtime.files.realPath(root) ?? root)) return;
  throw new MemoryError(
    "IO_ERROR",
    `Refusing to replace ${path}: it is a link to ${real}, which is no file of memory`,
    {
      hint: "Remove the link, then try again; nothing was changed",
    },
  );
}

function keepCopies(
  runtime: Runtime,
  { path, base, before, edited, action }: FileChange,
  undo: (() => void)[],
): Kept[] {
  if (base === undefined) return [];
  const isTaking = action === "remove" || action === "restore";
  if (!isTaking && keepOriginal(runtime, base, path, before)) {
    undo.push(() => forgetOriginals(runtime, base, [path]));
  }
  if (!edited || !before) return [];
  const copy = keepEdited(runtime, base, path, before);
  undo.push(() => runtime.files.remove(copy));
  return [{ path, copy }];
}

/** A folder that nothing is left in goes, and so on upward, never the root itself. */
export function removeEmptyFolders(runtime: Runtime, folder: string, root: string): void {
  for (let each = folder; each !== root && isInside(each, root); each = dirname(each)) {
    const kind = runtime.files.stat(each)?.kind;
    if (kind !== undefined && (kind !== "folder" || runtime.files.list(each).length > 0)) return;
    runtime.files.remove(each);
  }
}

function put(runtime: Runtime, { path, base }: FileChange, bytes: Uint8Array | undefined): void {
  if (bytes === undefined) return runtime.files.remove(path);
  const mode = runtime.files.stat(path)?.mode ?? (base === undefined ? undefined : SHARED_FILE);
  if (base !== undefined) runtime.files.makeFolder(dirname(path), SHARED_FOLDER);
  replaceAtomically(runtime, path, bytes, mode === undefined ? {} : { mode });
}
