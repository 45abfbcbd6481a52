/**
 * In: the working directory and the settings. Out: the folders of the memory that is meant there.
 *
 * The nearest data folder is meant. But a pull or a package can bring one, at the other usual place or further in: of
 * several within a project's repository the nearest that is the person's own goes before all others. Where there is
 * none, or git has taken all but what it never had out of it, as after `git mv`, the one that is shared there is meant.
 */
import { dirname, join, relative, resolve } from "node:path";
import * as paths from "../paths.ts";
import { gitRoot, mainWorktree } from "../git/worktree.ts";
import { tried } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { IGNORE_FILE } from "../git/ignore.ts";
import { gitTracking, type Tracking, trackingIn } from "../git/tracking.ts";
import { belongingOf } from "./home.ts";
import { CONFIG_FILE, MIRROR_FOLDER, REFERENCES_FOLDER, TOKEN_FILE } from "./layout.ts";
import { homesFolder, readOwner, readTokens } from "./owner.ts";

export interface Locations {
  /** The initialised project's root; undefined when none was found. */
  readonly projectRoot: string | undefined;
  readonly projectFolder: string | undefined;
  /**
   * The folder by which records of the global layer name this project, initialised or not; undefined at or above the
   * home folder. Without links: every client and shell must give a project the same name.
   */
  readonly here: string | undefined;
  /** Where the search began. */
  readonly start: string;
  /** The nearest data folder that is passed over: others may have linked it out of the project, or it is closed. */
  readonly refused?: LinkOut | Closed;
  /** Other data folders here, which are not read. */
  readonly passedOver?: readonly string[];
  readonly globalFolder: string;
  /** `~/.memory`: the user's settings, models and unpacked libraries. */
  readonly memoryHome: string;
}

export interface LocateOptions {
  /** `--project-path`: the project of this folder, which comes before one around it. */
  readonly projectPath?: string | undefined;
  /** This folder and no other: `init` gives it a memory, whatever is around it. */
  readonly root?: string | undefined;
  /**
   * Where to start looking upward, one after the other until memory is found; the working directory if none of them
   * exists. An agent may have gone to another folder since its session began.
   */
  readonly start?: readonly string[];
  /** `paths.data_dir` of the user's configuration. */
  readonly dataDir?: string | undefined;
}

/** Finds the project's and the global data folder. Creates nothing. */
export function locateMemory(runtime: Runtime, options: LocateOptions = {}): Locations {
  const names = paths.dataDirsToTry(runtime, options.dataDir);
  const named = options.root ?? options.projectPath;
  const starts = named
    ? [resolve(runtime.cwd(), paths.withHome(runtime, named))]
    : startFolders(runtime, options.start ?? []);
  const refused: (LinkOut | Closed)[] = [];
  const look: Look = { names, refused };
  const searchFolder: typeof searchUpward = (...place) => chosen(runtime, dataFoldersIn(...place));
  // What lies in the home folder is the global memory.
  const searchAround: typeof searchUpward = (...place) =>
    (paths.isAtOrAboveHome(runtime, place[1]) ? undefined : searchFolder(...place)) ?? searchUpward(...place);
  const search = options.root ? searchFolder : options.projectPath ? searchAround : searchUpward;
  let found: Found | undefined;
  for (const start of starts) {
    // A shell stands in a linked folder's real place, a client in the link: both mean the same project.
    if ((found = search(runtime, start, look))) break;
    const real = paths.realOf(runtime, start);
    if (real !== start && (found = search(runtime, real, look))) break;
  }
  const here = found?.root ??
    (starts[0] === undefined ? undefined : standIn(runtime, paths.realOf(runtime, starts[0])));
  return {
    globalFolder: paths.globalDataFolder(runtime),
    memoryHome: paths.memoryHome(runtime),
    projectRoot: found?.root,
    projectFolder: found?.folder,
    here: here === undefined ? undefined : paths.realOf(runtime, here),
    start: starts[0] ?? runtime.cwd(),
    ...refused[0] === undefined ? {} : { refused: refused[0] },
    ...found?.passedOver === undefined ? {} : { passedOver: found.passedOver },
  };
}

/** The folder that stands for a project never initialised. All worktrees of a repository are one project. */
function standIn(runtime: Runtime, start: string): string | undefined {
  const root = gitRoot(runtime, start);
  if (root !== undefined) return mainWorktree(runtime, root) ?? root;
  return paths.isAtOrAboveHome(runtime, start) ? undefined : start;
}

interface Look {
  readonly names: readonly string[];
  readonly refused: (LinkOut | Closed)[];
}

interface Found {
  readonly root: string;
  readonly folder: string;
  readonly passedOver?: readonly string[];
}

function dataFoldersIn(runtime: Runtime, root: string, look: Look): Found[] {
  return look.names.flatMap((name) => {
    const folder = resolve(root, name);
    try {
      if (runtime.files.stat(folder)?.kind !== "folder" || paths.isOthers(runtime, root, name)) return [];
      const refused = othersLink(runtime, root, folder) ?? closed(runtime, folder);
      if (refused === undefined) return [{ root, folder }];
      look.refused.push(refused);
    } catch (error) {
      // Whether there is one can't be told.
      const refused = closed(runtime, folder);
      if (refused === undefined) throw error;
      look.refused.push(refused);
    }
    return [];
  });
}

/** A folder that this user may not look into. */
export interface Closed {
  readonly path: string;
  /** The id of the user to whom it belongs. */
  readonly owner: number;
  /** Permission bits. */
  readonly mode: number;
}

/** The folder at a path, or the nearest one above it, that this user may not look into, if there is one. */
function closed({ files }: Runtime, path: string): Closed | undefined {
  for (let each = path;; each = dirname(each)) {
    const stat = tried(() => files.stat(each));
    if (stat !== undefined || each === dirname(each)) {
      if (stat === undefined || files.mayRead(each)) return undefined;
      return { path: each, owner: files.owner(each) ?? 0, mode: stat.mode };
    }
  }
}

/**
 * The first data folder that is the person's own, unless it was left behind; else the one beside it, or beside the
 * first, that somebody shares; else that one. Most often there is but one.
 */
function chosen(runtime: Runtime, found: readonly Found[]): Found | undefined {
  const [first] = found;
  if (first === undefined || found.length === 1) return first;
  const own = found.filter((each) => isOwn(runtime, each));
  const nearest = own[0] ?? first;
  const best = own.find((each) => !isLeftBehind(runtime, each)) ??
    found.find((each) => each.root === nearest.root && isShared(runtime, each)) ?? nearest;
  const others = found.filter(({ root }, at) => root === best.root || at < found.indexOf(best))
    .map(({ folder }) => folder)
    .filter((folder) => paths.realOf(runtime, folder) !== paths.realOf(runtime, best.folder));
  return others.length === 0 ? best : { ...best, passedOver: others };
}

/** Whether a data folder is the person's own. Behind a link that a repository brought it does not count as such. */
function isOwn(runtime: Runtime, { root, folder }: Found): boolean {
  const place = join(paths.realOf(runtime, root), relative(root, folder));
  const worktree = paths.realOf(runtime, folder) === place ? undefined : gitRoot(runtime, root);
  if (worktree !== undefined && gitTracking(runtime, worktree, folder) === "tracked") return false;
  return belongingOf(runtime, folder, "project").standing === "own";
}

/** Whether git has the file that says what it takes along: a file of records alone makes no memory that is shared. */
function isShared(runtime: Runtime, { folder }: Found): boolean {
  return trackingIn(runtime, folder)(IGNORE_FILE) === "tracked";
}

/** What git never takes along of a shared memory. */
const NEVER_SHARED: ReadonlySet<string> = new Set([TOKEN_FILE, CONFIG_FILE, REFERENCES_FOLDER]);

/** Whether a data folder of the person's holds nothing else, and has lost nothing that was theirs alone. */
function isLeftBehind(runtime: Runtime, { folder }: Found): boolean {
  const { files } = runtime;
  if (!files.list(folder).every((name) => NEVER_SHARED.has(name))) return false;
  const mirror = join(belongingOf(runtime, folder, "project").home, MIRROR_FOLDER);
  return files.entries(mirror).every((entry) =>
    entry.isFile() ? entry.name === CONFIG_FILE : files.list(join(mirror, entry.name)).length === 0
  );
}

function startFolders(runtime: Runtime, candidates: readonly string[]): string[] {
  const there = candidates.filter((path) => path !== "" && runtime.files.stat(path)?.kind === "folder");
  return (there.length > 0 ? there : [runtime.cwd()]).map((path) => resolve(path));
}

function searchUpward(runtime: Runtime, start: string, look: Look): Found | undefined {
  const root = gitRoot(runtime, start);
  const found: Found[] = [];
  for (const folder of paths.foldersAround(runtime, start)) {
    const here = dataFoldersIn(runtime, folder, look);
    found.push(...here);
    if (folder === root) return chosen(runtime, [...found, ...inMainWorktree(runtime, start, root, look, found)]);
    // Outside of repositories each folder is a project of its own, also one whose memory is closed.
    const isClosed = look.refused.some((each) => "mode" in each);
    const isEnough = root === undefined ? here.length > 0 || isClosed : here.some((each) => isOwn(runtime, each));
    if (isEnough) return chosen(runtime, found);
  }
  return undefined;
}

/** A linked worktree shares the memory of its main worktree; of a shared memory it has its branch's copy. */
function inMainWorktree(runtime: Runtime, start: string, root: string, look: Look, found: readonly Found[]): Found[] {
  const main = mainWorktree(runtime, root);
  if (main === undefined) return [];
  const copied = found.map(({ folder }) => resolve(main, relative(root, folder)));
  const shared: Found[] = [];
  for (let folder = resolve(main, relative(root, start)); paths.isInside(folder, main); folder = dirname(folder)) {
    shared.push(...dataFoldersIn(runtime, folder, look).filter(({ folder }) => !copied.includes(folder)));
  }
  return shared;
}

/**
 * A path that links lead out of its project. A repository or an archive can bring such a link. A link is the person's
 * if git does not track it, or, where git can't tell, if the memory behind it was made at the link's place and moved
 * since.
 */
export interface LinkOut {
  readonly path: string;
  readonly real: string;
}

/** A data folder that others may have linked out of the project; undefined for any other folder. */
function othersLink(runtime: Runtime, root: string, folder: string): LinkOut | undefined {
  const out = linkOut(runtime, root, folder);
  if (out === undefined || out.tracking === "untracked") return undefined;
  const place = join(paths.realOf(runtime, root), relative(root, folder));
  if (out.tracking === "unknown" && wasMadeAt(runtime, out.real, place)) return undefined;
  return { path: folder, real: out.real };
}

/** Whether a repository brought the link by which a path leads out of the project. */
export function isTrackedLink(runtime: Runtime, root: string, path: string): boolean {
  return linkOut(runtime, root, path)?.tracking === "tracked";
}

function linkOut(runtime: Runtime, root: string, path: string) {
  const real = paths.destination(runtime.files, path);
  // The person may have chosen a folder outside, which is no link's doing.
  if (real === path || !paths.isInside(path, root)) return undefined;
  const worktree = gitRoot(runtime, root);
  if (paths.isInside(real, paths.realOf(runtime, worktree ?? root))) return undefined;
  const tracking: Tracking = worktree === undefined ? "unknown" : gitTracking(runtime, worktree, path);
  return { real, tracking };
}

function wasMadeAt(runtime: Runtime, folder: string, path: string): boolean {
  return readTokens(runtime, folder).some(({ name, token }) => {
    const owner = readOwner(runtime, join(homesFolder(runtime), name));
    return owner?.token === token && owner.path === path;
  });
}
