/** The git worktree around a folder. */
import { dirname, join, resolve, sep } from "node:path";
import { tried } from "../errors.ts";
import { modifiedMs, readText } from "../files.ts";
import { destination, foldersAround, isAtOrAboveHome, isInside, isOthers, realOf } from "../paths.ts";
import type { Files, Runtime } from "../runtime.ts";

/**
 * The nearest folder at or above `from`, below the home folder, with a `.git` that counts. One that another user put
 * there never does. One that a package or an archive brought (in `node_modules`, or a file that names somebody else's
 * worktree) counts only if there is no repository around it.
 */
export function gitRoot(runtime: Runtime, from: string): string | undefined {
  let found: string | undefined;
  let doubtful: string | undefined;
  for (const folder of foldersAround(runtime, from)) {
    // A folder that this user may not look into counts as one without.
    const kind = tried(() => runtime.files.stat(join(folder, ".git")))?.kind;
    if (kind === undefined || isOthers(runtime, folder, ".git")) continue;
    doubtful ??= folder;
    if (kind !== "folder" && !ownWorktreeAt(runtime, folder)) continue;
    if (found !== undefined && !IN_PACKAGE.test(found.slice(folder.length))) return found;
    found = folder;
    if (!IN_PACKAGE.test(folder)) return found;
  }
  return found ?? doubtful;
}

/** Where npm unpacks packages, with a `.git` folder if they hold one. */
const IN_PACKAGE = /[\\/]node_modules[\\/]/;

/** The folder that `init` sets up by default: the git root, else the folder itself; never the home folder. */
export function initRoot(runtime: Runtime, from: string): string | undefined {
  const root = gitRoot(runtime, from) ?? from;
  return isAtOrAboveHome(runtime, root) ? undefined : root;
}

/** No system opens a longer path. */
const LONGEST_PATH = 4_096;

/** The folder of a worktree's own state: `.git`, or what the file `.git` points to; undefined for nothing there. */
function gitFolderOf(runtime: Runtime, root: string): string | undefined {
  const marker = join(root, ".git");
  const kind = runtime.files.stat(marker)?.kind;
  if (kind !== "file") return kind && marker;
  const target = /^gitdir:(.*)$/m.exec(readText(runtime.files, marker) ?? "")?.[1]?.trim();
  return target === undefined || target === "" || target.length > LONGEST_PATH ? undefined : resolve(root, target);
}

/**
 * Whether a repository has linked this worktree: the folder of its state lies among those of the repository, and names
 * the `.git` file from which it was found. A `.git` file from a download can name any folder, also one of the download
 * that names any repository of this machine.
 */
function isLinked(runtime: Runtime, { root, gitFolder, commonFolder }: Worktree): boolean {
  const back = readText(runtime.files, join(gitFolder, "gitdir"))?.trim();
  return back !== undefined && realOf(runtime, resolve(gitFolder, back)) === realOf(runtime, join(root, ".git")) &&
    dirname(realOf(runtime, gitFolder)) === join(realOf(runtime, commonFolder), "worktrees");
}

/** The main worktree's root when `root` is a linked worktree; a submodule shares no folder with another worktree. */
export function mainWorktree(runtime: Runtime, root: string): string | undefined {
  const worktree = worktreeAt(runtime, root);
  if (!worktree || [worktree.commonFolder, join(root, ".git")].includes(worktree.gitFolder)) return undefined;
  return isLinked(runtime, worktree) ? mainRoot(worktree.commonFolder) : undefined;
}

/** The root of the main worktree; a bare repository has none. */
function mainRoot(commonFolder: string): string | undefined {
  return commonFolder.endsWith(`${sep}.git`) ? dirname(commonFolder) : undefined;
}

/** A clone, a linked worktree or a submodule; in the latter two `.git` is a file that names a folder. */
export interface Worktree {
  readonly root: string;
  /** The folder of this worktree's own state, such as its index. */
  readonly gitFolder: string;
  /** The folder that all worktrees of the repository share. */
  readonly commonFolder: string;
}

/** The worktree that a folder lies in, as `ownWorktreeAt` gives it. */
export function worktreeOf(runtime: Runtime, folder: string): Worktree | undefined {
  const root = gitRoot(runtime, folder);
  return root === undefined ? undefined : ownWorktreeAt(runtime, root);
}

/** A lock of git's that is older than this was left behind by a git that died. */
const WRITES_FOR_MS = 60_000;

/** Whether git is changing files of the worktree around a folder. */
export function isGitWriting(runtime: Runtime, folder: string): boolean {
  const worktree = worktreeOf(runtime, folder);
  const lock = worktree && runtime.files.stat(join(worktree.gitFolder, "index.lock"));
  return lock !== undefined && Math.abs(runtime.now().getTime() - modifiedMs(lock)) < WRITES_FOR_MS;
}

/** The worktree at a root; undefined where its `.git` points nowhere. */
export function worktreeAt(runtime: Runtime, root: string): Worktree | undefined {
  const gitFolder = gitFolderOf(runtime, root);
  if (gitFolder === undefined) return undefined;
  const common = readText(runtime.files, join(gitFolder, "commondir"))?.trim();
  return { root, gitFolder, commonFolder: common ? resolve(gitFolder, common) : gitFolder };
}

/** The worktree at a root, unless its `.git` may name another project's, as one in a downloaded archive can. */
export function ownWorktreeAt(runtime: Runtime, root: string): Worktree | undefined {
  const { files } = runtime;
  const worktree = worktreeAt(runtime, root);
  if (!worktree) return undefined;
  const { gitFolder, commonFolder } = worktree;
  const marker = join(root, ".git");
  if (gitFolder === marker) {
    return isInside(destination(files, commonFolder), realOf(runtime, root)) ? worktree : undefined;
  }
  if (isLinked(runtime, worktree)) return worktree;
  if (commonFolder !== gitFolder) return undefined;
  // A submodule's git folder names its worktree in its settings.
  const named = /^[ \t]*worktree[ \t]*=(.*)$/m.exec(readText(files, join(gitFolder, "config")) ?? "")?.[1]?.trim();
  const isOwn = named !== undefined && realOf(runtime, resolve(gitFolder, named)) === realOf(runtime, root);
  return isOwn ? worktree : undefined;
}

/** Whether a sparse checkout leaves a folder out, by the folders that it names (`git sparse-checkout set DIR`). */
export function isLeftOut({ files }: Runtime, { gitFolder, commonFolder }: Worktree, folder: string): boolean {
  const [isSparse] = [join(gitFolder, "config.worktree"), join(commonFolder, "config")]
    .flatMap((path) => /^[ \t]*sparseCheckout[ \t]*=[ \t]*(\w+)/im.exec(readText(files, path) ?? "")?.[1] ?? []);
  if (isSparse?.toLowerCase() !== "true") return false;
  const lines = (readText(files, join(gitFolder, "info", "sparse-checkout")) ?? "").split(/\r?\n/);
  const around = folder.split("/").map((_, at, parts) => `/${parts.slice(0, at + 1).join("/")}/`);
  // A folder that is listed only for the sake of one further in has a second line, which leaves out all others in it.
  return !around.some((each) => lines.includes(each) && !lines.includes(`!${each}*/`));
}

/** Whether a repository names its objects by SHA-256 instead of SHA-1. */
export function usesSha256(files: Files, commonFolder: string): boolean {
  const config = readText(files, join(commonFolder, "config")) ?? "";
  return /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256"?[ \t\r]*$/im.test(config);
}

/** The roots of all worktrees of the repository but this one. */
export function otherWorktrees(runtime: Runtime, { root, commonFolder }: Worktree): string[] {
  const registered = runtime.files.list(join(commonFolder, "worktrees")).flatMap((name) => {
    const folder = join(commonFolder, "worktrees", name);
    const marker = readText(runtime.files, join(folder, "gitdir"))?.trim();
    return marker ? [dirname(resolve(folder, marker))] : [];
  });
  return [mainRoot(commonFolder) ?? root, ...registered].filter((folder) => folder !== root);
}
