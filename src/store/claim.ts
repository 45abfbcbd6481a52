/**
 * In: a data folder that is not known as one's own. Out: the folder with a token, and what was found in it noted.
 * Not done here: telling whose a folder is (home.ts).
 *
 * Every step may be the last one of a killed process: nothing is taken away before it stands elsewhere, the token file
 * is written before the home knows the token, and until then the next writer begins again.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { replaceAtomically } from "../atomic.ts";
import { errorCode, MemoryError } from "../errors.ts";
import { destination } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import {
  belongingOf,
  homesFolder,
  inodeOf,
  type Owner,
  OWNER_FILE,
  readOwner,
  readTokens,
  TOKEN_FILE,
  TOKEN_LENGTH,
} from "./home.ts";
import { keepPrivate } from "./keep_private.ts";
import { INDEX_FILE, isMachines, LOCK_FILE, pathOf } from "./layout.ts";
import { acquire } from "./lock.ts";
import type { Store } from "./mod.ts";

/**
 * Makes a data folder one's own, while its lock is held. What a stranger has put there is noted as found; what this
 * machine had kept in a folder of one's own before there were homes is moved to its home. Where the home can't be
 * written, as in a client's sandbox, nothing happens.
 *
 * @param noteWhatIsThere notes what a stranger has put there (found.ts)
 */
export function claim(store: Store, noteWhatIsThere: (store: Store, copyOf?: string) => void): Store {
  const { runtime, folder, layer } = store;
  const { home, standing, moved, copyOf } = belongingOf(runtime, folder, layer, refuse);
  if (standing === "own" && !moved) return { ...store, home, standing, moved: false };
  const claimed: Store = { ...store, home, standing: "own", moved: false };
  try {
    runtime.files.makeFolder(home);
    if (standing === "unclaimed") moveIn(claimed);
    if (standing === "foreign") noteWhatIsThere(claimed, copyOf);
    // Nobody else brings the global memory, so that nothing need tell it apart.
    const token = layer === "global" ? "" : moved ? readOwner(runtime, home)?.token ?? "" : writeToken(claimed);
    const owner: Owner = { token, path: destination(runtime.files, folder), inode: inodeOf(runtime, folder) };
    replaceAtomically(runtime, join(home, OWNER_FILE), `${JSON.stringify(owner)}\n`);
    return claimed;
  } catch (error) {
    if (isClosed(runtime, home, error)) return store;
    throw error;
  }
}

/** How long a reader waits for the lock under which it claims a folder. */
const CLAIM_TIMEOUT_MS = 50;

/** The store, claimed if its folder is nobody's; as it is if that can't be done now. Never throws. */
export function claimUnclaimed(store: Store): Store {
  if (store.standing !== "unclaimed") return store;
  try {
    const release = acquire(store.runtime, join(store.folder, LOCK_FILE), CLAIM_TIMEOUT_MS);
    if (!release) return store;
    try {
      keepPrivate(store, false);
      return claim(store, noNeed);
    } finally {
      release();
    }
  } catch {
    // Read-only, or full: the next one claims it.
    return store;
  }
}

/** Nobody else can have filled the folder. */
function noNeed(): void {
  throw new Error("Somebody has put something there in this moment");
}

/** A folder is not made a stranger's for good because git's index could not be read at this moment. */
function refuse(error: unknown): never {
  throw error;
}

/** Whether what failed is a home that this process may not write. */
export function isClosed(runtime: Runtime, home: string, error: unknown): boolean {
  const cause = error instanceof MemoryError ? error.cause : error;
  if (!["EACCES", "EPERM", "EROFS"].includes(errorCode(cause) ?? "")) return false;
  let there = home;
  while (runtime.files.stat(there) === undefined && dirname(there) !== there) there = dirname(there);
  return !runtime.files.mayWrite(there);
}

/** A line of its own for this machine; those of other machines and containers stay. */
function writeToken({ runtime, folder, home }: Store): string {
  const token = runtime.random(TOKEN_LENGTH);
  const others = readTokens(runtime, folder).filter(({ name }) =>
    // A name that is known here is the one that this folder is a copy of, or what a killed claim has left.
    join(homesFolder(runtime), name) !== home && readOwner(runtime, join(homesFolder(runtime), name)) === undefined
  );
  const lines = [...others, { name: basename(home), token }].map(({ name, token }) => `${name} ${token}\n`);
  replaceAtomically(runtime, join(folder, TOKEN_FILE), lines.join(""));
  return token;
}

/** Moves what earlier versions kept in the data folder to the home. A link stays: what it leads to is not ours. */
function moveIn(store: Store): void {
  const { runtime, folder } = store;
  for (const name of runtime.files.list(folder).filter(isMachines)) {
    move(runtime, join(folder, name), pathOf(store, name));
  }
}

function move(runtime: Runtime, from: string, to: string): void {
  const { files } = runtime;
  const kind = files.stat(from)?.kind;
  if (files.linkTarget(from) !== undefined || kind === undefined || kind === "other") return;
  if (files.stat(to) === undefined && renamed(runtime, from, to)) return;
  if (kind === "folder") {
    files.makeFolder(to);
    for (const name of files.list(from)) move(runtime, join(from, name), join(to, name));
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
