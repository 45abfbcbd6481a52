/**
 * In: paths. Out: the targets of links, the folders around a path, the usual places of memories.
 * Not done here: finding the memory of a place (store/locate.ts); creating or opening anything.
 */
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { tried } from "./errors.ts";
import type { Files, Runtime } from "./runtime.ts";

/** Where a project's memory lives unless `paths.data_dir` says otherwise (方案 C §2.1). */
export const DEFAULT_DATA_DIR = ".cursor/skills/memory-data";
/** The place for a project that was initialised for Claude Code alone. */
export const CLAUDE_DATA_DIR = ".claude/skills/memory-data";
/** The places of a project's memory if nobody has chosen another folder. */
export const USUAL_DATA_DIRS: readonly string[] = [DEFAULT_DATA_DIR, CLAUDE_DATA_DIR];
/** The places of a project's memory, by this program or by an older tool. */
export const ALL_DATA_DIRS: readonly string[] = ["memory-data", ...USUAL_DATA_DIRS];

/** The project, with a closing slash, whose memory a usual data folder holds; undefined for any other folder. */
export function projectOfUsual(folder: string): string | undefined {
  const name = USUAL_DATA_DIRS.find((each) => folder.endsWith(join("/", each)));
  return name === undefined ? undefined : folder.slice(0, -name.length);
}

/** `~/.memory`, or what MEMORY_HOME names. */
export function memoryHome(runtime: Runtime): string {
  return personsOwn(runtime, runtime.env("MEMORY_HOME")) ?? join(runtime.home, ".memory");
}

/** The global layer's data folder, whether it exists or not. */
export function globalDataFolder(runtime: Runtime): string {
  return personsOwn(runtime, runtime.env("MEMORY_GLOBAL_DIR")) ?? join(runtime.home, DEFAULT_DATA_DIR);
}

/**
 * The path that a variable names for one of the person's own folders. Undefined for a path that is relative or leads
 * into a project: any repository could bring such a folder.
 */
function personsOwn(runtime: Runtime, named: string | undefined): string | undefined {
  const path = withHome(runtime, named);
  return isAbsolute(path) && !leadsIntoProject(runtime, path) ? path : undefined;
}

/** Whether a path leads, as by `/proc/self/cwd`, into a repository or project around the working directory. */
function leadsIntoProject(runtime: Runtime, path: string): boolean {
  const { files } = runtime;
  const real = destination(files, path);
  return foldersAround(runtime, realOf(runtime, runtime.cwd())).some((folder) =>
    isInside(real, folder) && isRoot(runtime, folder)
  );
}

/** Whether a folder looks like the root of a repository or project. */
function isRoot({ files }: Runtime, folder: string): boolean {
  return [".git", ...USUAL_DATA_DIRS].some((name) => files.stat(join(folder, name)) !== undefined);
}

/** The variables for the person's own folders that are not taken, since a repository could bring such a folder. */
export function refusedVariables(runtime: Runtime): { readonly name: string; readonly isRelative: boolean }[] {
  const own = { MEMORY_HOME: runtime.env("MEMORY_HOME"), MEMORY_GLOBAL_DIR: runtime.env("MEMORY_GLOBAL_DIR") };
  return Object.entries(own).filter(([, named]) => named && personsOwn(runtime, named) === undefined)
    .map(([name, named]) => ({ name, isRelative: !isAbsolute(withHome(runtime, named)) }));
}

/** The data folder that the person has chosen for projects, in the environment or else in their settings. */
export function chosenDataDir(runtime: Runtime, configured: string | undefined): string | undefined {
  return withHome(runtime, runtime.env("MEMORY_DATA_DIR") || configured) || undefined;
}

/** The data folders where a project's memory is looked for, relative to its root. */
export function dataDirsToTry(runtime: Runtime, configured: string | undefined): readonly string[] {
  const chosen = chosenDataDir(runtime, configured);
  return chosen === undefined || chosen === DEFAULT_DATA_DIR ? USUAL_DATA_DIRS : [chosen];
}

/** A path with `~/` replaced: no shell has done so in settings files, or in variables that such a file sets. */
export function withHome(runtime: Pick<Runtime, "home">, path = ""): string {
  return path.startsWith("~/") || path.startsWith("~\\") ? join(runtime.home, path.slice(2)) : path;
}

/** The path with links resolved; unchanged if nothing is there. */
export function realOf({ files }: Pick<Runtime, "files">, path: string): string {
  return files.realPath(path) ?? path;
}

/** Whether `path` is `folder` or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return wayInside(folder, path) !== undefined;
}

/** A path relative to a folder; undefined for one outside of it. A name may begin with two dots. */
export function wayInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}

/** The number of links in a row that Linux follows. */
const LINKS_FOLLOWED = 40;

/** The path that a write to this path would reach: links are followed, also to a target that does not exist. */
export function destination(files: Files, path: string, links = LINKS_FOLLOWED): string {
  const real = files.realPath(path);
  if (real !== undefined) return real;
  const target = links > 0 ? files.linkTarget(path) : undefined;
  const folder = dirname(path);
  if (target !== undefined) return destination(files, resolve(files.realPath(folder) ?? folder, target), links - 1);
  return folder === path ? path : join(destination(files, folder, links), basename(path));
}

/** Whether a write to `path` stays in `folder` when links are followed. The folder itself may be a link. */
export function leadsInto(files: Files, path: string, folder: string): boolean {
  return isInside(destination(files, path), realOf({ files }, folder));
}

/** `from` and the folders above it, nearest first, without the home folder, the root, and the folders above home. */
export function foldersAround(runtime: Runtime, from: string): string[] {
  const folders: string[] = [];
  const homes = homesOf(runtime);
  for (let folder = resolve(from); !homes.some((home) => isInside(home, folder)); folder = dirname(folder)) {
    if (folder === dirname(folder)) break;
    folders.push(folder);
  }
  return folders;
}

/**
 * Whether another user of the machine put an entry into a folder in which others may write, such as `/tmp`: it belongs
 * neither to the folder's owner, nor to the person, nor to the administrator.
 */
export function isOthers({ files, home }: Runtime, folder: string, name: string): boolean {
  const owner = files.owner(join(folder, name));
  return owner !== undefined && owner !== 0 && owner !== files.owner(folder) && owner !== files.owner(home);
}

/** Whether a folder is or contains the home folder. */
export function isAtOrAboveHome(runtime: Runtime, folder: string): boolean {
  return homesOf(runtime).some((home) => isInside(home, folder));
}

/** The home folder as named, and with links resolved if that differs. */
function homesOf({ home, files }: Runtime): string[] {
  const real = files.realPath(home);
  return real === undefined || real === home ? [home] : [home, real];
}

/** Whether a shell finds a program. A folder that the user may not look into holds none for them. */
export function isOnPath(runtime: Pick<Runtime, "env" | "files">, program: string): boolean {
  return programOnPath(runtime, program) !== undefined;
}

/** The program that a shell starts by this name; undefined where PATH has none. */
export function programOnPath({ env, files }: Pick<Runtime, "env" | "files">, program: string): string | undefined {
  return (env("PATH") ?? "").split(delimiter).map((folder) => folder && join(folder, program)).find((path) => {
    return tried(() => path !== "" && files.stat(path)?.kind === "file") ?? false;
  });
}

/** Folders whose paths lead to the binary in this process alone, or in this login: `/proc/self/exe`. */
const PASSING = /^\/(?:proc|dev|run\/user)\//;

/**
 * The path to write into hooks: that by which this binary was started, if it leads to `file`, else `file`. Where
 * several versions lie behind one link, hooks with the link's path stay right when the link is turned to a newer
 * version. A link in a repository or project is not taken, since the next pull could turn it.
 */
export function startedPath(runtime: Runtime, word: string, file: string): string {
  if (word === file || runtime.platform === "win32") return file;
  return tried(() => {
    const path = word.includes("/") ? word : programOnPath(runtime, word) ?? "";
    if (!isAbsolute(path) || PASSING.test(path) || realOf(runtime, resolve(path)) !== realOf(runtime, file)) return;
    const folders = [dirname(path), realOf(runtime, dirname(path))].flatMap((each) => foldersAround(runtime, each));
    return folders.some((folder) => isRoot(runtime, folder)) ? undefined : resolve(path);
  }) ?? file;
}
