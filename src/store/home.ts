/**
 * In: a data folder. Out: its owner, and the folder's home, in which this machine keeps everything that it derives from
 * the data folder.
 *
 * The whole rule:
 * 1. A data folder holds the truth. Index, vectors, audit, backups, spool, states, logs, proposals and originals lie in
 *    its home below `~/.memory/projects/`, and are believed only there.
 * 2. A folder is the person's own in each of these cases:
 *    - A line of its `.owner` names a home whose `owner.json` holds the same token, now or earlier, and the folder's
 *      path or inode. A token that git tracks is in every clone, so that only the inode counts with it.
 *    - Its token is gone, as after `git clean` of a shared memory, and the `owner.json` of a home holds its path, inode
 *      and time of birth.
 *    - It lies in a linked worktree, and the folder at its place in the main worktree is the person's own.
 *    - It is the global memory.
 * 3. A folder with a known token and another path than in `owner.json` was moved. But if the old place still has a
 *    token of that home, the folder is a copy and counts as a stranger's, unless it is the very folder that had the
 *    home before and is back.
 * 4. An empty folder without a known token is claimed by its next writer, since nobody else has filled it. It takes up
 *    the home of the last folder at its path, unless that folder lives on elsewhere, or another project is there now:
 *    then the earlier project was deleted, or moved to where nobody has looked yet. For a folder that holds anything
 *    this rule does not go: neither its place nor git tells who filled it, since an archive brings its own `.git`.
 * 5. Any other folder is a stranger's: agents may read its texts but are not told to follow them, and no hook writes
 *    into it. The first verb that writes claims it; texts found there then go on counting as a stranger's.
 * 6. In the person's own folder agents follow every text but those found at the claim and those in files that git
 *    tracks. The person makes such a text their own by `memory trust`, or by writing it with a verb.
 * 7. Where `~/.memory` can't be read (home_trouble.ts), whose a folder is can't be told: its texts are weighed, and
 *    nobody calls it a stranger's.
 *
 * Hot path: two small files are read for a project.
 */
import { basename, dirname, join, relative } from "node:path";
import { DEFAULT_DATA_DIR, destination, projectOfUsual } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { sha256Hex } from "../hash.ts";
import { trackingIn } from "../git/tracking.ts";
import { gitRoot, mainWorktree } from "../git/worktree.ts";
import { errorCode, MemoryError } from "../errors.ts";
import { homeTrouble, nearestThere } from "../home_trouble.ts";
import { filesBelow, LOCK_FILE, MIRROR_FOLDER, TOKEN_FILE } from "./layout.ts";
import type { Store } from "./mod.ts";
import {
  allHomes,
  claimedAt,
  groundOf,
  holdsToken,
  homesFolder,
  identityOf,
  isBackAgain,
  isSameFolder,
  isTokenOf,
  isVeryFolder,
  type OwnedHome,
  type Owner,
  OWNER_FILE,
  readOwner,
  readTokens,
  standsThere,
  type TokenLine,
} from "./owner.ts";

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

/** Whether an error comes from a home that this process may not use. */
export function isClosed(runtime: Runtime, home: string, error: unknown): boolean {
  const code = errorCode(error instanceof MemoryError ? error.cause : error) ?? "";
  if (homeTrouble(runtime)?.isUnread) {
    return SYSTEM_REFUSES.has(code) || NOTHING_THERE.has(code) || errorCode(error) === "IO_ERROR";
  }
  return SYSTEM_REFUSES.has(code) && !runtime.files.mayWrite(nearestThere(runtime.files, home));
}

const SYSTEM_REFUSES: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);
/** Of a link that leads nowhere, or a file in the place of a folder. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EEXIST", "ELOOP"]);

const GLOBAL_HOME = "global";

/** Whose a data folder is, whether it exists or not. The global memory is never a stranger's. */
export function belongingOf(runtime: Runtime, folder: string, layer: Layer): Belonging {
  if (layer === "global") return ofGlobal(runtime, folder);
  for (const line of readTokens(runtime, folder)) {
    const known = byToken(runtime, folder, line);
    if (known) return known;
  }
  return withoutToken(runtime, folder);
}

/** What a line of a folder's token file tells of it; undefined for a line that tells nothing to this machine. */
function byToken(runtime: Runtime, folder: string, { name, token }: TokenLine): Belonging | undefined {
  const home = join(homesFolder(runtime), name);
  const owner = readOwner(runtime, home);
  if (owner === undefined || !isTokenOf(owner, token)) return undefined;
  const identity = identityOf(runtime, folder);
  const isKnown = isSameFolder(owner, identity);
  const isBack = isBackAgain(owner, identity);
  // Every clone has a tracked token, so it counts only in the very folder that was claimed.
  if (!isKnown && !isBack && trackingIn(runtime, folder)(TOKEN_FILE) === "tracked") return undefined;
  if (owner.path === folder || owner.path === destination(runtime.files, folder)) {
    const isNew = !isKnown || owner.born !== (identity.born ?? owner.born) || owner.token !== token;
    return { home, standing: "own", moved: isNew || isNewLink(runtime, folder, owner) };
  }
  const isMoved = !holdsToken(runtime, owner.path, owner) && !standsThere(runtime, owner);
  if (isKnown || isBack || isMoved) return { home, standing: "own", moved: true };
  return { home: freeHome(runtime, destination(runtime.files, folder)), standing: "foreign", copyOf: owner.path };
}

function withoutToken(runtime: Runtime, folder: string): Belonging {
  const real = destination(runtime.files, folder);
  if (isEmpty(runtime, folder)) {
    const [last] = homesOfPlace(runtime, real, "project");
    return { home: last ?? freeHome(runtime, real), standing: "unclaimed" };
  }
  const home = homeOfVeryFolder(runtime, real);
  if (home !== undefined) return { home, standing: "own", moved: true };
  const isOwn = homeInMainWorktree(runtime, real) !== undefined;
  return { home: freeHome(runtime, real), ...isOwn ? { standing: "own", moved: true } : { standing: "foreign" } };
}

/**
 * The home of the folder at the same place in the main worktree, if a folder lies in a linked worktree and the one in
 * the main worktree is the person's own. The folder that git made in the linked worktree holds what git tracks, and
 * what a person or a program put there since.
 */
export function homeInMainWorktree(runtime: Runtime, folder: string): string | undefined {
  const root = gitRoot(runtime, folder);
  const main = root === undefined ? undefined : mainWorktree(runtime, root);
  if (root === undefined || main === undefined) return undefined;
  const { home, standing } = belongingOf(runtime, join(main, relative(root, folder)), "project");
  return standing === "own" ? home : undefined;
}

/** The home of a folder whose token was taken away or replaced. A folder that was moved before is not looked for. */
function homeOfVeryFolder(runtime: Runtime, real: string): string | undefined {
  const identity = identityOf(runtime, real);
  for (let number = 1;; number++) {
    const home = homeOfNumber(runtime, real, number);
    const owner = readOwner(runtime, home);
    if (owner === undefined) return undefined;
    if (owner.path === real && isVeryFolder(owner, identity)) return home;
  }
}

function ofGlobal(runtime: Runtime, folder: string): Belonging {
  const isUsual = folder === join(runtime.home, DEFAULT_DATA_DIR);
  const home = join(homesFolder(runtime), isUsual ? GLOBAL_HOME : `${GLOBAL_HOME}-${digestOf(folder)}`);
  return { home, standing: runtime.files.stat(join(home, OWNER_FILE)) ? "own" : "unclaimed" };
}

/** The path of a folder that may be a link itself: other links are followed. */
export function placeOf({ files }: Runtime, folder: string): string {
  return join(destination(files, dirname(folder)), basename(folder));
}

function isNewLink(runtime: Runtime, folder: string, { links }: Owner): boolean {
  return runtime.files.linkTarget(folder) !== undefined &&
    links[placeOf(runtime, folder)] !== destination(runtime.files, folder);
}

/** The memory to which a link at this place led; undefined where there was no link, or that memory is gone. */
export function formerTarget(runtime: Runtime, folder: string, homes: readonly OwnedHome[]): string | undefined {
  const place = placeOf(runtime, folder);
  for (const { owner } of homes) {
    const real = owner.links[place];
    if (real !== undefined && holdsToken(runtime, real, owner)) return real;
  }
  return undefined;
}

/**
 * The home for a folder that has none: the first name made of the folder's path that is free. A name is not free if it
 * is the home of another folder, such as one that was at this path before, or if another user or container has written
 * it into the folder's token file.
 */
function freeHome(runtime: Runtime, real: string): string {
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

/** Whose memories are meant at a place: those of the project there, or of earlier projects, too. */
export type Whose = "project" | "place";

/** The homes of all folders that were at this place, the last one first, but for one that lives on elsewhere. */
export function homesOfPlace(
  runtime: Runtime,
  folder: string,
  whose: Whose = "place",
  homes = allHomes(runtime),
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
 * Whether the folder of a home lives on elsewhere: it was moved and nobody has looked into it since, or only the link
 * to it is gone. A moved folder shows by its files: of one whose second name is in the home (mirror.ts), the first name
 * is still somewhere, but not at the place that the home knows.
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
  const project = basename(projectOfUsual(folder) ?? dirname(folder)).replace(LONG_MIXED, "");
  const plain = project.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "").slice(0, 40);
  return plain === "" ? "project" : plain;
}

/** The beginnings of the names of locks and of tokens, half-written ones included. */
const WRITERS = [LOCK_FILE, TOKEN_FILE, `.${TOKEN_FILE}`];

/** Whether the folder holds nothing but files that a writer makes before the claim. */
function isEmpty({ files }: Runtime, folder: string): boolean {
  return files.list(folder).every((name) => WRITERS.some((each) => name.startsWith(each)));
}
