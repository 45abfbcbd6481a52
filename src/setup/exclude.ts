/** What init keeps out of commits by git's exclude file, and what of it uninstall takes back. */
import { join } from "node:path";
import { gitPath } from "../git/tracking.ts";
import * as git from "../git/worktree.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { patternOfData } from "../store/keep_private.ts";
import { editableText, type FileChange, fileChange } from "./changes.ts";
import { originalOf, textOf } from "./originals.ts";
import type { Place } from "./place.ts";

/** Keeps files out of commits that name a path of this machine, or hold what is remembered. */
export function exclusion(
  runtime: Runtime,
  { base, dataFolder }: Place,
  worktree: git.Worktree,
  { paths, shares }: { readonly paths: readonly string[]; readonly shares: boolean },
): FileChange {
  const { root } = worktree;
  const path = git.excludeFileOf(worktree);
  const patterns = paths.filter((file) => isInside(file, root)).map((file) => git.patternFor(gitPath(root, file)));
  const text = git.withPatterns(editableText(runtime, path) ?? "", patterns);
  // A save into a folder that nothing kept private has put it there (store/keep_private.ts).
  const shown = shares ? git.withoutPatterns(text, [patternOfData(root, dataFolder)]) : text;
  return fileChange(runtime, path, "exclude", shown, { base });
}

/** Takes these files out of the exclude file again; undefined where nothing changes. */
export function inclusion(
  runtime: Runtime,
  { base }: Place,
  worktree: git.Worktree,
  paths: readonly string[],
): FileChange | undefined {
  const path = git.excludeFileOf(worktree);
  const text = editableText(runtime, path);
  if (text === undefined) return undefined;
  const others = git.otherWorktrees(runtime, worktree);
  // The file serves all worktrees: what another one still has stays out of commits.
  const patterns = paths.map((file) => gitPath(worktree.root, file))
    .filter((file) => !others.some((other) => runtime.files.stat(join(other, file))))
    .map(git.patternFor);
  const rest = git.withoutPatterns(text, patterns);
  const original = originalOf(runtime, base, path);
  const before = textOf(original);
  // But for our block it is as it was; only the line end that the block needed may differ.
  const isAsBefore = original !== undefined && rest.trimEnd() === (before ?? "").trimEnd();
  const result = fileChange(runtime, path, "restore", isAsBefore ? before : rest, { base });
  if (result.action === "keep") return undefined;
  return result.after === undefined ? { ...result, action: "remove" } : result;
}
