/**
 * In: a data folder. Out: its owner, and the folder's home, in which this machine keeps everything that it derives from
 * the data folder; or the folder, claimed.
 * Not done here: noting the texts of a stranger (known.ts), choosing the texts that agents follow (recall/readers.ts).
 *
 * The whole rule:
 * 1. A data folder holds the truth. Index, vectors, audit, backups, spool, states, logs, proposals and originals lie in
 *    its home below `~/.memory/projects/`, and are believed only there.
 * 2. A folder is the person's own if a line of its `.owner` names a home whose `owner.json` holds the same token, now
 *    or earlier, and the folder's path or inode. So is the very folder of its home (path, inode, time of birth) whose
 *    token is gone, as after `git clean` of a shared memory. The global memory always is the person's own. A token that
 *    git tracks counts only where the inode is the one in `owner.json`.
 * 3. A folder with a known token and another path was moved. If the old place still has a token of that home, the
 *    folder is a copy and counts as a stranger's, unless it is the very one that was moved there from, and is back.
 * 4. An empty folder without a known token is claimed by its next writer, since nobody else has filled it. It takes up
 *    the home of the last folder at its path, unless that one lives on elsewhere, or the project around it is not the
 *    one that it was: that one was deleted, or moved to where nobody has looked yet. Of a folder that holds anything,
 *    neither its place nor git tells who filled it: an archive brings its own `.git`.
 * 5. Any other folder is a stranger's: agents may read its texts but are not told to follow them, and no hook writes
 *    into it. The first verb that writes claims it; texts found there then go on counting as a stranger's.
 * 6. In the person's own folder agents follow every text but those found at the claim and those in files that git
 *    tracks. The person makes such a text their own by `memory trust`, or by writing it with a verb.
 *
 * Hot path: two small files are read for a project.
 *
 * @module
 */
import { filesBelow, isMachines, LOCK_FILE, MIRROR_FOLDER, pathOf, TOKEN_FILE } from "./layout.ts";
import { basename, dirname, join } from "node:path";
import { readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { DEFAULT_DATA_DIR, destination, memoryHome, projectOfUsual } from "../paths.ts";
import { type Layer, texts } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { trackingIn } from "../git/tracking.ts";
import { errorCode, MemoryError } from "../errors.ts";
import { keepPrivate } from "./keep_private.ts";
import { acquire } from "./lock.ts";
import type { Store } from "./mod.ts";

/** The file of a home that names its data folder. */
const OWNER_FILE = "owner.json";

/** Whose a data folder is; `unclaimed`: nobody's yet, so that its next writer claims it. */
export type Standing = "own" | "unclaimed" | "foreign";

interface Belonging {
  /** The path of the home, whether it exists or not. */
  readonly home: string;
  readonly standing: Standing;
  /** Whether the person's own folder was moved or linked, so that `owner.json` does not name its place. */
  readonly moved?: boolean;
  /** The person's own folder that this one is a copy of. */
  readonly copyOf?: string;
}

/** What tells a folder from a later one at its path. */
interface Identity {
  readonly inode: string;
  /** When it was made, in ms since 1970; undefined where the file system does not tell. */
  readonly born?: number | undefined;
}

interface Owner extends Identity {
  readonly token: string;
  /** Tokens that it had before, the last one first: a backup or a stash may bring one back. */
  readonly earlier: readonly string[];
  readonly path: string;
  /** When the project around it was made. */
  readonly ground?: number | undefined;
  /** The folder that it was before it was moved to another file system, or a copy was taken for it. */
  readonly former?: Identity | undefined;
  /** Places at which a link leads to the folder, and the folder's real path then. */
  readonly links: Readonly<Record<string, string>>;
}

/** A line of a token file: the name of a home, and the token. */
interface TokenLine {
  readonly name: string;
  readonly token: string;
}

/** 134 bits, in letters and digits. */
const TOKEN_LENGTH = 26;
const TOKEN_LINE = /^([A-Za-z0-9][A-Za-z0-9._-]{0,40}-[0-9a-f]{16}) ([a-z0-9]{26})$/;
/** More than a folder shared by several machines and containers has. */
const LINES_MAX = 32;
const TOKEN_BYTES_MAX = 4096;
/** More than somebody cleans a folder between two backups. */
const EARLIER_MAX = 32;

/** Below `~/.memory`: a folder for each data folder. */
const HOMES_FOLDER = "projects";
const GLOBAL_HOME = "global";

/** The folder that holds the homes. */
export function homesFolder(runtime: Runtime): string {
  return join(memoryHome(runtime), HOMES_FOLDER);
}

/** Whose a data folder is, whether it exists or not. The global memory is never a stranger's. */
export function belongingOf(runtime: Runtime, folder: string, layer: Layer): Belonging {
  return layer === "global" ? ofGlobal(runtime, folder) : ofProject(runtime, folder);
}

function ofProject(runtime: Runtime, folder: string): Belonging {
  for (const { name, token } of readTokens(runtime, folder)) {
    const home = join(homesFolder(runtime), name);
    const owner = readOwner(runtime, home);
    if (owner === undefined || !isTokenOf(owner, token)) continue;
    const it = identityOf(runtime, folder);
    const isKnown = isSameFolder(owner, it);
    const isBack = isBackAgain(owner, it);
    // Every clone has a tracked token, so it counts only in the very folder that was claimed.
    if (!isKnown && !isBack && trackingIn(runtime, folder)(TOKEN_FILE) === "tracked") continue;
    if (owner.path === folder || owner.path === destination(runtime.files, folder)) {
      const isNew = !isKnown || owner.born !== (it.born ?? owner.born) || owner.token !== token;
      return { home, standing: "own", moved: isNew || isNewLink(runtime, folder, owner) };
    }
    const isMoved = !holdsToken(runtime, owner.path, owner) && !standsThere(runtime, owner);
    if (isKnown || isBack || isMoved) return { home, standing: "own", moved: true };
    const own = freeHome(runtime, destination(runtime.files, folder), false);
    return { home: own, standing: "foreign", copyOf: owner.path };
  }
  const real = destination(runtime.files, folder);
  const isNobodys = isEmpty(runtime, folder);
  const home = isNobodys ? undefined : homeOfVeryFolder(runtime, real);
  if (home !== undefined) return { home, standing: "own", moved: true };
  return { home: freeHome(runtime, real, isNobodys), standing: isNobodys ? "unclaimed" : "foreign" };
}

/** The home of a folder whose token was taken away or replaced. A folder that was moved before is not looked for. */
function homeOfVeryFolder(runtime: Runtime, real: string): string | undefined {
  const it = identityOf(runtime, real);
  for (let number = 1;; number++) {
    const home = homeOfNumber(runtime, real, number);
    const owner = readOwner(runtime, home);
    if (owner === undefined) return undefined;
    if (owner.path === real && isVeryFolder(owner, it)) return home;
  }
}

function ofGlobal(runtime: Runtime, folder: string): Belonging {
  const isUsual = folder === join(runtime.home, DEFAULT_DATA_DIR);
  const home = join(homesFolder(runtime), isUsual ? GLOBAL_HOME : `${GLOBAL_HOME}-${digestOf(folder)}`);
  return { home, standing: runtime.files.stat(join(home, OWNER_FILE)) ? "own" : "unclaimed" };
}

/** The lines of a folder's token file that could name a home. Ours is no link: one could lead to another's tokens. */
export function readTokens({ files }: Runtime, folder: string): TokenLine[] {
  const path = join(folder, TOKEN_FILE);
  const isOurs = files.linkTarget(path) === undefined && files.stat(path)?.kind === "file";
  const bytes = isOurs ? files.readRange(path, 0, TOKEN_BYTES_MAX) : undefined;
  if (!bytes) return [];
  return new TextDecoder().decode(bytes).split("\n").slice(0, LINES_MAX).flatMap((line) => {
    const [, name, token] = TOKEN_LINE.exec(line) ?? [];
    return name === undefined || token === undefined ? [] : [{ name, token }];
  });
}

function isTokenOf(owner: Owner, token: string): boolean {
  return owner.token === token || owner.earlier.includes(token);
}

/** Whether a folder holds a token of this owner's, the present one or an earlier one. */
function holdsToken(runtime: Runtime, folder: string, owner: Owner): boolean {
  return readTokens(runtime, folder).some(({ token }) => isTokenOf(owner, token));
}

/** The content of `owner.json` in a home; undefined where no folder was claimed. */
export function readOwner({ files }: Runtime, home: string): Owner | undefined {
  const value = readJson(files, join(home, OWNER_FILE));
  if (!isObject(value)) return undefined;
  const { token, earlier, path, ground, former, links } = value;
  const it = asIdentity(value);
  if (typeof token !== "string" || typeof path !== "string" || it === undefined) return undefined;
  const isTarget = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return {
    token,
    earlier: texts(earlier).slice(0, EARLIER_MAX),
    path,
    ...it,
    ground: typeof ground === "number" ? ground : undefined,
    former: asIdentity(former),
    links: isObject(links) ? Object.fromEntries(Object.entries(links).filter(isTarget)) : {},
  };
}

function asIdentity(value: unknown): Identity | undefined {
  if (!isObject(value) || typeof value.inode !== "string") return undefined;
  return { inode: value.inode, born: typeof value.born === "number" ? value.born : undefined };
}

/** The path of a folder that may be a link itself: other links are followed. */
function placeOf({ files }: Runtime, folder: string): string {
  return join(destination(files, dirname(folder)), basename(folder));
}

function isNewLink(runtime: Runtime, folder: string, { links }: Owner): boolean {
  return runtime.files.linkTarget(folder) !== undefined &&
    links[placeOf(runtime, folder)] !== destination(runtime.files, folder);
}

/** The memory to which a link at this place led; undefined where there was no link, or that memory is gone. */
export function formerTarget(runtime: Runtime, folder: string, homes = allHomes(runtime)): string | undefined {
  const place = placeOf(runtime, folder);
  for (const { owner } of homes) {
    const real = owner.links[place];
    if (real !== undefined && holdsToken(runtime, real, owner)) return real;
  }
  return undefined;
}

/** When a home became its folder's, in ns since 1970; undefined for one that nobody has claimed. */
export function claimedAt({ files }: Runtime, home: string): bigint | undefined {
  return files.stat(join(home, OWNER_FILE))?.modifiedNs;
}

/** The folder to which paths kept in a home are relative: its data folder, so that a project may move, or itself. */
export function anchorOf(runtime: Runtime, home: string): string {
  return readOwner(runtime, home)?.path ?? home;
}

/** What stays the same when a folder moves within its file system. */
function identityOf({ files }: Runtime, folder: string): Identity {
  const stat = files.stat(folder);
  const born = stat?.bornNs === undefined ? undefined : Number(stat.bornNs / 1_000_000n);
  return { inode: String(stat?.inode ?? ""), born };
}

/** Whether two folders are one, as far as the file system tells. */
function isSameFolder(one: Identity, other: Identity): boolean {
  return one.inode === other.inode &&
    (one.born === undefined || other.born === undefined || one.born === other.born);
}

/** Whether they surely are: a new folder often gets the inode of one that was removed. */
function isVeryFolder(one: Identity, other: Identity): boolean {
  return one.born !== undefined && one.inode === other.inode && one.born === other.born;
}

/** Whether a folder is the one that another was taken for while it was away. */
function isBackAgain({ former }: Owner, it: Identity): boolean {
  return former !== undefined && isVeryFolder(former, it);
}

/**
 * Whether the project of a folder is still where it was. Then the folder was not moved with it: one like it elsewhere
 * is a copy, and a further name of one of its files is somebody's backup.
 */
function standsThere(runtime: Runtime, { path, ground }: Owner): boolean {
  return ground !== undefined && groundOf(runtime, path) === ground;
}

/** When the project was made that a data folder lies in, in ms since 1970. */
function groundOf(runtime: Runtime, real: string): number | undefined {
  return identityOf(runtime, projectOfUsual(real) ?? dirname(real)).born;
}

/**
 * The home for a folder that has none: the first name made of its path that no other folder has, such as one that was
 * at this path before, and that no other user or container has written into the folder's token file.
 *
 * @param takesUp whether the folder may take over the home of the last folder at its path, since nobody else filled it
 */
function freeHome(runtime: Runtime, real: string, takesUp: boolean): string {
  const [last] = takesUp ? homesOfPlace(runtime, real, allHomes(runtime), "project") : [];
  if (last !== undefined) return last;
  const written = new Set(readTokens(runtime, real).map(({ name }) => name));
  for (let number = 1;; number++) {
    const home = homeOfNumber(runtime, real, number);
    const isOthers = written.has(basename(home)) && runtime.files.stat(home) === undefined;
    if (!isOthers && readOwner(runtime, home) === undefined) return home;
  }
}

/** The first, second … home of the folders that begin at a path. */
function homeOfNumber(runtime: Runtime, real: string, number: number): string {
  return join(homesFolder(runtime), `${nameOf(real)}-${digestOf(number === 1 ? real : `${real}\0${number}`)}`);
}

/** A home that a data folder has claimed. */
interface OwnedHome {
  readonly home: string;
  readonly owner: Owner;
}

/** All homes. The name of a home tells only where its folder was at first. */
export function allHomes(runtime: Runtime): OwnedHome[] {
  const folder = homesFolder(runtime);
  return runtime.files.list(folder).flatMap((name) => {
    const home = join(folder, name);
    const owner = readOwner(runtime, home);
    return owner === undefined ? [] : [{ home, owner }];
  });
}

/** Whose memories are meant at a place: those of the project there, or of earlier projects, too. */
export type Whose = "project" | "place";

/**
 * The homes of all folders that were at this place, the present one included, the last one first. One whose folder
 * lives on elsewhere is not among them.
 */
export function homesOfPlace(
  runtime: Runtime,
  folder: string,
  homes = allHomes(runtime),
  whose: Whose = "place",
): string[] {
  const real = destination(runtime.files, folder);
  const claimed = ({ home }: OwnedHome) => claimedAt(runtime, home) ?? 0n;
  const ground = groundOf(runtime, real);
  const isMeant = ({ owner }: OwnedHome) =>
    whose === "place" || ground === undefined || (owner.ground ?? ground) === ground;
  return homes.filter((each) => each.owner.path === real && isMeant(each) && !wasMovedAway(runtime, each))
    .sort((one, other) => claimed(one) < claimed(other) ? 1 : -1)
    .map(({ home }) => home);
}

/**
 * Whether a folder was moved and nobody has looked into it since, or is missing only the link to it: a file of
 * which the home has a second name (mirror.ts) still has its first one, in another place than the home knows.
 */
function wasMovedAway(runtime: Runtime, { home, owner }: OwnedHome): boolean {
  const { path: folder, links } = owner;
  if (holdsToken(runtime, folder, owner)) return false;
  if (Object.values(links).some((real) => holdsToken(runtime, real, owner))) return true;
  if (standsThere(runtime, owner)) return false;
  const { files } = runtime;
  const was: Store = { runtime, folder, layer: "project", home, standing: "own" };
  return filesBelow(was, MIRROR_FOLDER).some((file) => {
    const kept = files.stat(join(home, file));
    const first = join(folder, file.slice(MIRROR_FOLDER.length + 1));
    return kept !== undefined && kept.names > 1 && files.stat(first)?.inode !== kept.inode;
  });
}

function digestOf(path: string): string {
  return sha256Hex([path]).slice(0, 16);
}

/** A part of a folder's name that may be a secret: long, with digits among the letters. */
const LONG_MIXED = /[A-Za-z0-9_]*(?:\d[A-Za-z0-9_]{15}|[A-Za-z0-9_]{15}\d)[A-Za-z0-9_]*/g;

/** The project's name as a file name, unique only with the digest behind it. */
function nameOf(folder: string): string {
  const plain = basename(projectOfUsual(folder) ?? dirname(folder)).replace(LONG_MIXED, "").replace(
    /[^A-Za-z0-9._-]+/g,
    "-",
  ).replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 40);
  return plain === "" ? "project" : plain;
}

/** The beginnings of the names of locks and of tokens, half-written ones included. */
const WRITERS = [LOCK_FILE, TOKEN_FILE, `.${TOKEN_FILE}`];

/** Whether the folder holds nothing but files that a writer makes before the claim. */
function isEmpty({ files }: Runtime, folder: string): boolean {
  return files.list(folder).every((name) => WRITERS.some((each) => name.startsWith(each)));
}

/**
 * Claims a data folder, under its lock. Texts of a stranger are noted as found; files that earlier versions kept in the
 * global memory's folder move to the home. Where the home can't be written, as in a client's sandbox, nothing
 * happens.
 *
 * A process may be killed after any step: nothing is removed before it stands elsewhere, and the token file is written
 * before the home knows the token. Until then the next writer begins the claim again.
 *
 * @param noteWhatIsThere notes the texts of a stranger (known.ts)
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
    const held = before &&
      readTokens(runtime, folder).find(({ name, token }) => name === basename(home) && isTokenOf(before, token))?.token;
    // The global memory needs no token, since nobody else brings it.
    const token = layer === "global" ? "" : held ?? writeToken(claimed);
    const earlier = [before?.token ?? "", ...before?.earlier ?? []].filter((each) => each !== "" && each !== token);
    const place = whereIs(runtime, folder, before);
    const it = identityOf(runtime, folder);
    const owner: Omit<Owner, "links"> = {
      token,
      earlier: earlier.slice(0, EARLIER_MAX),
      ...place,
      ...it,
      ground: groundOf(runtime, place.path),
      former: before && formerOf(before, place.path, it),
    };
    replaceAtomically(runtime, join(home, OWNER_FILE), `${JSON.stringify(owner)}\n`);
    return claimed;
  } catch (error) {
    if (isClosed(runtime, home, error)) return store;
    throw error;
  }
}

/** Which folder a home was that of before, now that it is that of this one. */
function formerOf(before: Owner, path: string, it: Identity): Identity | undefined {
  const { inode, born, former } = before;
  if (isBackAgain(before, it)) return undefined;
  return before.path === path || isSameFolder(before, it) ? former : { inode, born };
}

/** The path of a folder, and the links to it if there are any. */
function whereIs(runtime: Runtime, folder: string, before: Owner | undefined) {
  const path = destination(runtime.files, folder);
  if (runtime.files.linkTarget(folder) === undefined) return { path };
  const place = placeOf(runtime, folder);
  // Paths in the home are relative to the path at which it was claimed.
  return { path: before?.path === place ? place : path, links: { ...before?.links, [place]: path } };
}

/** How long a reader waits for the lock under which it claims a folder. */
const CLAIM_TIMEOUT_MS = 50;

/** The store, claimed if its folder is nobody's, or was moved, and can be claimed now. Never throws. */
export function claimUnclaimed(store: Store): Store {
  if (store.standing !== "unclaimed" && !store.moved) return store;
  try {
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
  } catch {
    // The folder or the home can't be written; a later process claims the folder.
    return store;
  }
}

/** Whether an error comes from a home that this process may not write. */
export function isClosed(runtime: Runtime, home: string, error: unknown): boolean {
  const cause = error instanceof MemoryError ? error.cause : error;
  if (!["EACCES", "EPERM", "EROFS"].includes(errorCode(cause) ?? "")) return false;
  let there = home;
  while (runtime.files.stat(there) === undefined && dirname(there) !== there) there = dirname(there);
  return !runtime.files.mayWrite(there);
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

/**
 * Moves files that earlier versions kept beside the truth to the home. Links stay, since their targets are not ours.
 */
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
