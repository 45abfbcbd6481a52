/**
 * Writing settings: a change of the project's file, or of the user's, that the log of writes names and undo takes back.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { changedText, type Wanted } from "../config/change.ts";
import { globalConfigFile } from "../config/mod.ts";
import { replaceAtomically } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import { actorOf } from "../store/audit.ts";
import { CONFIG_FILE, USER_CONFIG_FILE } from "../store/layout.ts";
import { acquire } from "../store/lock.ts";
import { type Memory, notInitialised } from "../store/memory.ts";
import { openStore } from "../store/mod.ts";
import { LOCK_TIMEOUT_MS } from "../store/write_lock.ts";
import { carryOut } from "../upkeep/mod.ts";
import { refuse, said } from "./words.ts";

/**
 * Changes the user's settings file, or the project's, as a write that undo takes back, and returns its path. Throws
 * CONFIG_INVALID, NOT_INITIALISED, LOCK_BUSY, IO_ERROR.
 */
export function changeSettings(
  memory: Memory,
  wanted: Wanted,
  how: { readonly global: boolean; readonly command: string },
): string {
  const { runtime } = memory;
  const file = settingsFile(memory, how.global);
  // The file is read under the lock, so that of two changes at once both stay.
  const text = () => changedText(runtime.files.read(file), wanted, memory, file);
  if (how.global) whileAlone(runtime, file, () => write(memory, text, how));
  else write(memory, text, how);
  return file;
}

/** The file that holds a project's settings, or the user's. Throws NOT_INITIALISED. */
export function settingsFile(memory: Memory, global: boolean): string {
  const { runtime, locations } = memory;
  if (global) return globalConfigFile(runtime);
  if (locations.projectFolder === undefined) throw notInitialised(memory, "project", said("or_own_settings"));
  return join(locations.projectFolder, CONFIG_FILE);
}

/** Writes a change that undo can take back; where there is no memory at all, it only replaces the file. */
function write(
  memory: Memory,
  text: () => string,
  { global, command }: { readonly global: boolean; readonly command: string },
): void {
  const { runtime, locations: { projectFolder } } = memory;
  const store = projectFolder === undefined ? memory.global : openStore(runtime, projectFolder, "project");
  if (!store) return replaceAtomically(runtime, globalConfigFile(runtime), text());
  const plan = () => ({
    change: {
      actor: actorOf(runtime),
      command,
      scope: "config",
      replace: new Map([[global ? USER_CONFIG_FILE : CONFIG_FILE, new TextEncoder().encode(text())]]),
    },
    result: undefined,
  });
  // No record changes, so the index stays as it is.
  carryOut(memory, store, plan, { syncMode: "immediate", noSync: true });
}

/**
 * Holds a lock of the user's settings file: each project has a lock of its own, but this file belongs to all of them.
 * Throws LOCK_BUSY, IO_ERROR.
 */
function whileAlone(runtime: Runtime, file: string, body: () => void): void {
  runtime.files.makeFolder(dirname(file));
  const release = acquire(runtime, `${file}.lock`, LOCK_TIMEOUT_MS);
  if (!release) refuse("being_changed", { file });
  try {
    body();
  } finally {
    release();
  }
}
