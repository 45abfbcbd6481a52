/** In: a data folder that is not known as one's own yet. Out: the same, claimed by its `.owner` and `owner.json`. */
import { basename, dirname, join } from "node:path";
import { replaceAtomically } from "../files.ts";
import { destination } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { errorCode, tried } from "../errors.ts";
import { belongingOf, isClosed, placeOf } from "./home.ts";
import { keepPrivate } from "./keep_private.ts";
import { isMachines, LOCK_FILE, pathOf, TOKEN_FILE } from "./layout.ts";
import { acquire } from "./lock.ts";
import type { Store } from "./mod.ts";
import {
  closedTokens,
  EARLIER_MAX,
  groundOf,
  homesFolder,
  type Identity,
  identityOf,
  isBackAgain,
  isSameFolder,
  isTokenOf,
  type Owner,
  OWNER_FILE,
  readOwner,
  readTokens,
  TOKEN_LENGTH,
} from "./owner.ts";

/**
 * Claims a data folder, under its lock. A stranger's texts are noted as found (`noteWhatIsThere`, brought.ts). Where
 * the home can't be written, as in a client's sandbox, nothing happens.
 *
 * A process may be killed after any step: nothing is removed before it stands elsewhere, and the token file is written
 * before the home knows the token. Until then the next writer begins the claim again.
 */
export function claim(store: Store, noteWhatIsThere: (store: Store, copyOf?: string) => void): Store {
  const { runtime, folder, layer } = store;
  const { home, standing, moved, copyOf } = belongingOf(runtime, folder, layer);
  const claimed: Store = { ...store, home, standing: "own", moved: false };
  if (standing === "own" && !moved) return claimed;
  try {
    runtime.files.makeFolder(home);
    if (standing === "unclaimed") moveIn(claimed);
    if (standing === "foreign") noteWhatIsThere(claimed, copyOf);
    const before = readOwner(runtime, home);
    const owner = ownerNow(claimed, tokenOf(claimed, before), before);
    replaceAtomically(runtime, join(home, OWNER_FILE), `${JSON.stringify(owner)}\n`);
    return claimed;
  } catch (error) {
    if (isClosed(runtime, home, error)) return store;
    throw error;
  }
}

/** A token that the folder holds already, else a new one. Nobody else brings the global memory, which needs none. */
function tokenOf(store: Store, before: Owner | undefined): string {
  if (store.layer === "global") return "";
  const held = readTokens(store.runtime, store.folder).find(({ name, token }) =>
    name === basename(store.home) && before !== undefined && isTokenOf(before, token)
  );
  if (held) return held.token;
  // A token file that another user has closed can't get a line: the folder is known by inode and time of birth.
  return closedTokens(store.runtime, store.folder)
    ? before?.token ?? store.runtime.random(TOKEN_LENGTH)
    : writeToken(store);
}

function ownerNow({ runtime, folder }: Store, token: string, before: Owner | undefined): Omit<Owner, "links"> {
  const earlier = before === undefined ? [] : [before.token, ...before.earlier];
  const place = whereIs(runtime, folder, before);
  const identity = identityOf(runtime, folder);
  return {
    token,
    earlier: earlier.filter((each) => each !== "" && each !== token).slice(0, EARLIER_MAX),
    ...place,
    ...identity,
    ground: groundOf(runtime, place.path),
    former: before && formerOf(before, place.path, identity),
  };
}

/**
 * What to note as the folder that had the home before the present one (`path`, `identity`); undefined where the earlier
 * folder is back, and is the present one again.
 */
function formerOf(before: Owner, path: string, identity: Identity): Identity | undefined {
  const { inode, born, former } = before;
  if (isBackAgain(before, identity)) return undefined;
  return before.path === path || isSameFolder(before, identity) ? former : { inode, born };
}

function whereIs(runtime: Runtime, folder: string, before: Owner | undefined) {
  const path = destination(runtime.files, folder);
  if (runtime.files.linkTarget(folder) === undefined) return { path };
  const place = placeOf(runtime, folder);
  // Paths in the home are relative to the path at which it was claimed.
  return { path: before?.path === place ? place : path, links: { ...before?.links, [place]: path } };
}

const CLAIM_TIMEOUT_MS = 50;

/** The store, claimed if its folder is nobody's, or was moved, and can be claimed now. Never throws. */
export function claimUnclaimed(store: Store): Store {
  if (store.standing !== "unclaimed" && !store.moved) return store;
  // The folder or the home can't be written; a later process claims the folder.
  return tried(() => {
    const release = acquire(store.runtime, join(store.folder, LOCK_FILE), CLAIM_TIMEOUT_MS);
    if (!release) return store;
    try {
      keepPrivate(store, false);
      return claim(store, () => {
        // Somebody has filled the folder within this moment; a reader does not claim it then.
        throw new Error("Somebody has put something there in this moment");
      });
    } finally {
      release();
    }
  }) ?? store;
}

/** Adds a line for this machine to the token file; the lines of other machines and containers stay. */
function writeToken({ runtime, folder, home }: Store): string {
  const token = runtime.random(TOKEN_LENGTH);
  const others = readTokens(runtime, folder).filter(({ name }) =>
    // A name that is known here belongs to the folder that this one is a copy of, or to a claim that was killed.
    join(homesFolder(runtime), name) !== home && readOwner(runtime, join(homesFolder(runtime), name)) === undefined
  );
  const lines = [...others, { name: basename(home), token }].map(({ name, token }) => `${name} ${token}\n`);
  const path = join(folder, TOKEN_FILE);
  // Ours is no link: a stranger's would lead the write to any file.
  if (runtime.files.linkTarget(path) !== undefined) runtime.files.remove(path);
  replaceAtomically(runtime, path, lines.join(""));
  return token;
}

/** Moves files that 0.1.0 kept beside the truth to the home; links stay, whose targets are not ours. */
function moveIn(store: Store): void {
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
  // Only lines are joined; any other file in the home is newer or can be made again.
  const isNewer = there !== undefined && !to.endsWith(".jsonl");
  if (!isNewer) replaceAtomically(runtime, to, joined(bytes, there));
  files.remove(from);
}

/** The lines of two files, the older ones first, unless a move that was killed has joined them already. */
function joined(older: Uint8Array, newer: Uint8Array = new Uint8Array()): Uint8Array {
  if (Buffer.compare(newer.subarray(0, older.length), older) === 0) return newer.length > 0 ? newer : older;
  return Buffer.concat([older, newer]);
}

/** Renames a file or folder; false where `to` is on another file system. */
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
