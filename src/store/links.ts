/**
 * In: a path in a project. Out: whether links lead it out of the project, and whether the person made them.
 * Not done here: links inside of a data folder (guard.ts).
 *
 * A repository can bring a link, and so can an archive. It is the person's if git, which surrounds it, does not track
 * it; where git can't tell, if the memory that it leads to was made at the link's own place and has been moved since.
 *
 * @module
 */
import { join, relative } from "node:path";
import { destination, gitRoot, isInside, realOf } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { gitTracking, type Tracking } from "../tracking.ts";
import { homesFolder, readOwner, readTokens } from "./home.ts";

/** A path that links lead out of its project. */
export interface LinkOut {
  readonly path: string;
  /** Where it leads. */
  readonly real: string;
}

/** A data folder that others may have linked out of the project; undefined for any other folder. */
export function othersLink(runtime: Runtime, root: string, folder: string): LinkOut | undefined {
  const out = linkOut(runtime, root, folder);
  if (out === undefined || out.tracking === "untracked") return undefined;
  if (out.tracking === "unknown" && wasMadeAt(runtime, out.real, join(realOf(runtime, root), relative(root, folder)))) {
    return undefined;
  }
  return { path: folder, real: out.real };
}

/** Whether a repository brought the link by which a path leads out of the project. */
export function isTrackedLink(runtime: Runtime, root: string, path: string): boolean {
  return linkOut(runtime, root, path)?.tracking === "tracked";
}

function linkOut(
  runtime: Runtime,
  root: string,
  path: string,
): { readonly real: string; readonly tracking: Tracking } | undefined {
  const real = destination(runtime.files, path);
  // The person may have chosen a folder outside, which is no link's doing.
  if (real === path || !isInside(path, root)) return undefined;
  const worktree = gitRoot(runtime, root);
  if (isInside(real, realOf(runtime, worktree ?? root))) return undefined;
  return { real, tracking: worktree === undefined ? "unknown" : gitTracking(runtime, worktree, path) };
}

function wasMadeAt(runtime: Runtime, folder: string, path: string): boolean {
  return readTokens(runtime, folder).some(({ name, token }) => {
    const owner = readOwner(runtime, join(homesFolder(runtime), name));
    return owner?.token === token && owner.path === path;
  });
}
