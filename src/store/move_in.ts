/**
 * Once for each data folder: what earlier versions kept beside the truth moves to the folder's home.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { errorCode } from "../errors.ts";
import { replaceAtomically } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import { INDEX_FILE, isMachines, pathOf } from "./layout.ts";
import type { Store } from "./mod.ts";

/** Moves what earlier versions kept in the data folder to the home. A link stays: what it leads to is not ours. */
export function moveIn(store: Store): void {
  const { runtime, folder } = store;
  for (const name of runtime.files.list(folder).filter(isMachines)) {
    moveFile(runtime, join(folder, name), pathOf(store, name));
  }
}

function moveFile(runtime: Runtime, from: string, to: string): void {
  const { files } = runtime;
  const kind = files.stat(from)?.kind;
  if (files.linkTarget(from) !== undefined || kind === undefined || kind === "other") return;
  if (files.stat(to) === undefined && renamed(runtime, from, to)) return;
  if (kind === "folder") {
    files.makeFolder(to);
    for (const name of files.list(from)) moveFile(runtime, join(from, name), join(to, name));
    if (files.list(from).length === 0) files.remove(from);
    return;
  }
  const bytes = files.read(from) ?? new Uint8Array();
  const there = files.read(to);
  // The file in the home is derived, or newer.
  const isNewer = there !== undefined && (basename(to).startsWith(INDEX_FILE) || !to.endsWith(".jsonl"));
  if (!isNewer) replaceAtomically(runtime, to, joined(bytes, there));
  files.remove(from);
}

/** Lines of two files, the older first; once, if a killed move had already joined them. */
function joined(older: Uint8Array, newer: Uint8Array = new Uint8Array()): Uint8Array {
  if (Buffer.compare(newer.subarray(0, older.length), older) === 0) return newer.length > 0 ? newer : older;
  return Buffer.concat([older, newer]);
}

/** Whether it could be renamed, which it can't into another file system. */
function renamed({ files }: Runtime, from: string, to: string): boolean {
  try {
    files.makeFolder(dirname(to));
    files.rename(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    return false;
  }
}
