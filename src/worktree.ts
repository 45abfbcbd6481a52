/**
 * In: a folder. Out: the git worktree around it and the file that keeps things out of commits.
 * Not done here: what git tracks there (tracking.ts); changing anything.
 *
 * @module
 */
import { dirname, join, resolve, sep } from "node:path";
import { readText } from "./files.ts";
import { destination, gitFolderOf, gitRoot, isInside, pointsBack, realOf } from "./paths.ts";
import type { Runtime } from "./runtime.ts";

/** A clone, a linked worktree or a submodule; in the latter two `.git` is a file that names a folder. */
export interface Worktree {
  readonly root: string;
  /** The folder of this worktree's own state, such as its index. */
  readonly gitFolder: string;
  /** The folder that all worktrees of the repository share. */
  readonly commonFolder: string;
}

/** The worktree that a folder lies in. */
export function worktreeOf(runtime: Runtime, folder: string): Worktree | undefined {
  const root = gitRoot(runtime, folder);
  if (root === undefined) return undefined;
  const gitFolder = gitFolderOf(runtime, root);
  if (gitFolder === undefined) return undefined;
  const common = textOf(runtime, join(gitFolder, "commondir"))?.trim();
  return { root, gitFolder, commonFolder: common ? resolve(gitFolder, common) : gitFolder };
}

/**
 * The worktree at a root, if its git folder surely is its own: an archive can bring a `.git` that names another
 * project's.
 */
export function ownWorktreeAt(runtime: Runtime, root: string): Worktree | undefined {
  const { files } = runtime;
  const worktree = worktreeOf(runtime, root);
  if (!worktree || worktree.root !== root) return undefined;
  const { gitFolder, commonFolder } = worktree;
  const marker = join(root, ".git");
  if (files.stat(marker)?.kind === "folder") {
    return isInside(destination(files, commonFolder), realOf(runtime, root)) ? worktree : undefined;
  }
  if (pointsBack(runtime, gitFolder, marker)) return worktree;
  // A submodule's git folder names its worktree in its settings.
  const named = /^[ \t]*worktree[ \t]*=(.*)$/m.exec(textOf(runtime, join(gitFolder, "config")) ?? "")?.[1]?.trim();
  const isOwn = named !== undefined && realOf(runtime, resolve(gitFolder, named)) === realOf(runtime, root);
  return isOwn ? worktree : undefined;
}

/** `.git/info/exclude`: git reads it from the shared folder, also for linked worktrees. */
export function excludeFileOf({ commonFolder }: Worktree): string {
  return join(commonFolder, "info", "exclude");
}

/** The roots of all worktrees of the repository but this one. */
export function otherWorktrees(runtime: Runtime, { root, commonFolder }: Worktree): string[] {
  const registered = runtime.files.list(join(commonFolder, "worktrees")).flatMap((name) => {
    const marker = textOf(runtime, join(commonFolder, "worktrees", name, "gitdir"))?.trim();
    return marker ? [dirname(resolve(commonFolder, "worktrees", name, marker))] : [];
  });
  const main = commonFolder.endsWith(`${sep}.git`) ? [dirname(commonFolder)] : [];
  return [...main, ...registered].filter((folder) => folder !== root);
}

function textOf({ files }: Runtime, path: string): string | undefined {
  return files.stat(path)?.kind === "file" ? readText(files, path) : undefined;
}
