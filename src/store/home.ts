/**
 * In: a data folder. Out: whose it is, and the folder in which this machine keeps its own of it, the folder's home; and
 * the same folder made one's own.
 * Not done here: noting what a stranger has put there (found.ts); what of it is followed (recall/readers.ts).
 *
 * The rule, whole:
 * 1. A data folder holds the truth. What this machine makes of it (index, vectors, audit, backups, spool, states, logs,
 *    views, proposals, originals) lies in its home below `~/.memory/projects/`, and is believed only there.
 * 2. A folder is one's own if a line of its `.owner` names a home whose `owner.json` holds the same token, and its path
 *    or its inode. The person's global memory always is.
 *    A token that git tracks counts only where the inode is the one noted.
 * 3. A known token elsewhere: the folder was moved; if the old place still has the token, it is a copy, a stranger's.
 * 4. A folder without a known token is claimed by its next writer if nobody else can have filled it: it is empty, or
 *    lies where `init` puts it at the root of a git worktree, and git tracks nothing of it.
 * 5. Any other is a stranger's: it is read, nothing of it is followed, no hook writes into it. The first verb that
 *    writes claims it, and what was found there stays a stranger's, also later.
 * 6. Of one's own folder everything is followed but what was found there and what git tracks. `memory trust` says of
 *    both, text by text, that the person means it; so does a verb by which they say it where git may take it along.
 *
 * Hot path: two small files are read for a project.
 *
 * @module
 */
import { DEEPEST_FOLDER, INDEX_FILE, isMachines, LOCK_FILE, pathOf, TOKEN_FILE } from "./layout.ts";
import { basename, dirname, join, resolve } from "node:path";
import { configuredDataDir } from "../config/mod.ts";
import { readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { chosenDataDir, DEFAULT_DATA_DIR, destination, memoryHome, projectOfUsual, USUAL_DATA_DIRS } from "../paths.ts";
import { gitRoot, ownWorktreeAt } from "../git/worktree.ts";
import { FILES_MAX } from "../limits.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { trackingIn } from "../git/tracking.ts";
import { errorCode, MemoryError } from "../errors.ts";
import { keepPrivate } from "./keep_private.ts";
import { acquire } from "./lock.ts";
import type { Store } from "./mod.ts";

/** The file of a home that says of which data folder it is. */
const OWNER_FILE = "owner.json";

/** Whose a data folder is; `unclaimed`: nobody's yet, so that its next writer claims it. */
export type Standing = "own" | "unclaimed" | "foreign";

interface Belonging {
  /** The folder of what this machine keeps of it, whether it exists or not. */
  readonly home: string;
  readonly standing: Standing;
  /** It is one's own and was moved: `owner.json` names another place. */
  readonly moved?: boolean;
  /** The folder of one's own that it is a copy of. */
  readonly copyOf?: string;
}

interface Owner {
  readonly token: string;
  readonly path: string;
  readonly inode: string;
}

/** A line of a token file: the name of a home, and the token. */
interface TokenLine {
  readonly name: string;
  readonly token: string;
}

/** 26 characters of 36 are 134 bits. */
const TOKEN_LENGTH = 26;
const TOKEN_LINE = /^([A-Za-z0-9][A-Za-z0-9._-]{0,40}-[0-9a-f]{16}) ([a-z0-9]{26})$/;
/** More than a folder shared by several machines and containers has. */
const LINES_MAX = 32;
const TOKEN_BYTES_MAX = 4096;

/** Below `~/.memory`: a folder for each data folder. */
const HOMES_FOLDER = "projects";
const GLOBAL_HOME = "global";

/** The folder that holds the homes. */
export function homesFolder(runtime: Runtime): string {
  return join(memoryHome(runtime), HOMES_FOLDER);
}

/**
 * Whose a data folder is, whether it exists or not: the person's global memory is never a stranger's.
 *
 * @param onPassing told of a failure that says nothing of the folder, which may be taken for a stranger's then
 */
export function belongingOf(
  runtime: Runtime,
  folder: string,
  layer: Layer,
  onPassing?: (error: unknown) => void,
): Belonging {
  return layer === "global" ? ofGlobal(runtime, folder) : ofProject(runtime, folder, onPassing);
}

function ofProject(runtime: Runtime, folder: string, onPassing?: (error: unknown) => void): Belonging {
  for (const { name, token } of readTokens(runtime, folder)) {
    const home = join(homesFolder(runtime), name);
    const owner = readOwner(runtime, home);
    if (owner?.token !== token) continue;
    const inode = inodeOf(runtime, folder);
    if (owner.path === folder && owner.inode === inode) return { home, standing: "own" };
    // Such a token goes wherever the repository goes: it is worth nothing but in the very folder that was claimed.
    if (trackingIn(runtime, folder)(TOKEN_FILE) === "tracked" && owner.inode !== inode) continue;
    if (owner.path === folder) return { home, standing: "own" };
    const real = destination(runtime.files, folder);
    if (owner.path === real) return { home, standing: "own" };
    const isCopy = owner.inode !== inode && readTokens(runtime, owner.path).some((line) => line.token === token);
    if (!isCopy) return { home, standing: "own", moved: true };
    return { home: freeHome(runtime, real, false), standing: "foreign", copyOf: owner.path };
  }
  const real = destination(runtime.files, folder);
  const isNobodys = isEmpty(runtime, folder) || isUntracked(runtime, folder, onPassing);
  return { home: freeHome(runtime, real, isNobodys), standing: isNobodys ? "unclaimed" : "foreign" };
}

function ofGlobal(runtime: Runtime, folder: string): Belonging {
  const isUsual = folder === join(runtime.home, DEFAULT_DATA_DIR);
  const home = join(homesFolder(runtime), isUsual ? GLOBAL_HOME : `${GLOBAL_HOME}-${digestOf(folder)}`);
  return { home, standing: runtime.files.stat(join(home, OWNER_FILE)) ? "own" : "unclaimed" };
}

/** The lines of a folder's token file that could name a home; anything else in it is passed over. */
export function readTokens({ files }: Runtime, folder: string): TokenLine[] {
  const bytes = files.readRange(join(folder, TOKEN_FILE), 0, TOKEN_BYTES_MAX);
  if (!bytes) return [];
  return new TextDecoder().decode(bytes).split("\n").slice(0, LINES_MAX).flatMap((line) => {
    const [, name, token] = TOKEN_LINE.exec(line) ?? [];
    return name === undefined || token === undefined ? [] : [{ name, token }];
  });
}

/** What a home knows of its folder; undefined for one that nobody has claimed. */
export function readOwner({ files }: Runtime, home: string): Owner | undefined {
  const value = readJson(files, join(home, OWNER_FILE));
  return isObject(value) && typeof value.token === "string" && typeof value.path === "string" &&
      typeof value.inode === "string"
    ? { token: value.token, path: value.path, inode: value.inode }
    : undefined;
}

/** When a home became its folder's, in ns since 1970; undefined for one that nobody has claimed. */
export function claimedAt({ files }: Runtime, home: string): bigint | undefined {
  return files.stat(join(home, OWNER_FILE))?.modifiedNs;
}

/** What the paths that a home keeps are relative to: its data folder, so that a project may move; else itself. */
export function anchorOf(runtime: Runtime, home: string): string {
  return readOwner(runtime, home)?.path ?? home;
}

/** The number by which a folder is known again after a move within its file system. */
function inodeOf({ files }: Runtime, folder: string): string {
  return String(files.stat(folder)?.inode ?? "");
}

/**
 * The home for a folder that has none: the one that its path gives, unless that is another folder's, one that was moved
 * from here or was deleted.
 *
 * @param takesUp nobody else has filled the folder, so that it may take up what was kept of the last one at its path
 */
function freeHome(runtime: Runtime, real: string, takesUp: boolean): string {
  for (let number = 1;; number++) {
    const home = numberedHome(runtime, real, number);
    const owner = readOwner(runtime, home);
    if (owner === undefined || (takesUp && owner.path === real)) return home;
  }
}

/** The homes of folders that were at this place before, and of the one that is. */
export function homesOfPlace(runtime: Runtime, folder: string): string[] {
  const real = destination(runtime.files, folder);
  const homes: string[] = [];
  for (let number = 1;; number++) {
    const home = numberedHome(runtime, real, number);
    const owner = readOwner(runtime, home);
    if (owner === undefined) return homes;
    if (owner.path === real) homes.push(home);
  }
}

function numberedHome(runtime: Runtime, real: string, number: number): string {
  const name = `${nameOf(real)}-${digestOf(number === 1 ? real : `${real}\0${number}`)}`;
  return join(homesFolder(runtime), name);
}

function digestOf(path: string): string {
  return sha256Hex([path]).slice(0, 16);
}

/** What may be a secret in a folder's name: long, with digits among the letters. */
const LONG_MIXED = /[A-Za-z0-9_]*(?:\d[A-Za-z0-9_]{15}|[A-Za-z0-9_]{15}\d)[A-Za-z0-9_]*/g;

/** The project's name as a file name; the digest beside it tells it apart. */
function nameOf(folder: string): string {
  const plain = basename(projectOfUsual(folder) ?? dirname(folder)).replace(LONG_MIXED, "").replace(
    /[^A-Za-z0-9._-]+/g,
    "-",
  ).replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 40);
  return plain === "" ? "project" : plain;
}

/** Locks, tokens, and tokens whose writer died. */
const WRITERS = [LOCK_FILE, TOKEN_FILE, `.${TOKEN_FILE}`];

/** Whether nothing lies in the folder but what a writer makes before it claims it. */
function isEmpty({ files }: Runtime, folder: string): boolean {
  return files.list(folder).every((name) => WRITERS.some((each) => name.startsWith(each)));
}

/** Other version control that may keep its files where git's folder lies, too. */
const BESIDE_GIT = [".jj", ".sl", ".hg", ".svn"];

/** Whether the folder lies where `init` puts it in a git worktree, and surely nothing of it came by git. */
function isUntracked(runtime: Runtime, folder: string, onPassing?: (error: unknown) => void): boolean {
  const root = gitRoot(runtime, folder);
  if (root === undefined || BESIDE_GIT.some((name) => runtime.files.stat(join(root, name)))) return false;
  if (!ownWorktreeAt(runtime, root)) return false;
  const chosen = chosenDataDir(runtime, configuredDataDir(runtime));
  const usual = [...USUAL_DATA_DIRS, ...chosen === undefined ? [] : [chosen]];
  if (!usual.some((name) => resolve(root, name) === folder)) return false;
  const tracking = trackingIn(runtime, folder, onPassing);
  const brought = filesIn(runtime, folder);
  // Of more it can't be told in time.
  return brought.length <= FILES_MAX.namesInNotes && brought.every((file) => tracking(file) === "untracked");
}

/** Files of the folder that somebody could have brought and that would be believed: all, or more than are looked at. */
function filesIn({ files }: Runtime, folder: string): string[] {
  const found: string[] = [];
  const walk = (name: string, depth: number): void => {
    if (found.length > FILES_MAX.namesInNotes) return;
    const path = join(folder, name);
    const isFile = files.stat(path)?.kind !== "folder" || files.linkTarget(path) !== undefined;
    if (isFile || depth > DEEPEST_FOLDER) found.push(name);
    else for (const each of files.list(path)) walk(`${name}/${each}`, depth + 1);
  };
  for (const name of files.list(folder)) if (!isMachines(name)) walk(name, 1);
  return found;
}

/**
 * Makes a data folder one's own, while its lock is held. What a stranger has put there is noted as found; what this
 * machine had kept in a folder of one's own before there were homes is moved to its home. Where the home can't be
 * written, as in a client's sandbox, nothing happens.
 *
 * Every step may be the last one of a killed process: nothing is taken away before it stands elsewhere, the token file
 * is written before the home knows the token, and until then the next writer begins again.
 *
 * @param noteWhatIsThere notes what a stranger has put there (found.ts)
 */
export function claim(store: Store, noteWhatIsThere: (store: Store, copyOf?: string) => void): Store {
  const { runtime, folder, layer } = store;
  const { home, standing, moved, copyOf } = belongingOf(runtime, folder, layer, (error) => {
    // A folder is not made a stranger's for good because git's index could not be read at this moment.
    throw error;
  });
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
      return claim(store, () => {
        // The folder was nobody's a moment ago; what somebody has put there since, a reader does not take over.
        throw new Error("Somebody has put something there in this moment");
      });
    } finally {
      release();
    }
  } catch {
    // Read-only, or full: the next one claims it.
    return store;
  }
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

/** Moves what earlier versions kept beside the truth to the home. A link stays: what it leads to is not ours. */
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
