/** The lines of git's exclude file by which init keeps files out of commits, and their removal by uninstall. */
import { join } from "node:path";
import { gitPath, gitTracking } from "../git/tracking.ts";
import {
  excludeFileOf,
  excludeText,
  pathsIn,
  patternFor,
  withoutBlock,
  withoutPatterns,
  withPatterns,
} from "../git/exclude.ts";
import { otherWorktrees, type Worktree } from "../git/worktree.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type Share, sharePatterns } from "../store/keep_private.ts";
import { TOKEN_FILE } from "../store/layout.ts";
import { type FileChange, fileChange } from "./changes.ts";
import { editableText } from "../files.ts";
import { folderThatShows, IGNORE_FILE, ignoringOf } from "../git/ignore.ts";
import { originalOf, textOf } from "./originals.ts";
import type { Place } from "./place.ts";
import { shareOf, sharesBy } from "./share.ts";

/** The change that keeps files out of commits which name a path of this machine or hold records. */
export function exclusion(
  runtime: Runtime,
  { base, dataFolder, ownsData }: Place,
  worktree: Worktree,
  { paths, share }: { readonly paths: readonly string[]; readonly share: Share },
): FileChange | undefined {
  const { root } = worktree;
  const path = excludeFileOf(runtime.files, worktree);
  if (path === undefined) return undefined;
  const patterns = paths.filter((file) => isInside(file, root)).map((file) => patternFor(gitPath(root, file)));
  const there = editableText(runtime, path);
  const text = there ?? "";
  // Another worktree, or a save, may have begun our block already.
  const kept = { base, original: there === undefined ? undefined : withoutBlock(there) };
  if (!ownsData || !isInside(dataFolder, root)) {
    return fileChange(runtime, path, "exclude", withPatterns(text, patterns), kept);
  }
  // Also where the folder's own `.gitignore` leaves out everything: a pull may bring another one.
  const { [share]: wanted, ...others } = sharePatterns(root, dataFolder);
  // Whoever ends the sharing takes that `.gitignore` away.
  const token = share === "none" ? [] : [tokenPattern(root, dataFolder)];
  const after = withPatterns(withoutPatterns(text, Object.values(others)), [...patterns, ...token, wanted]);
  return fileChange(runtime, path, "exclude", after, kept);
}

function tokenPattern(root: string, dataFolder: string): string {
  return patternFor(gitPath(root, join(dataFolder, TOKEN_FILE)));
}

/** Files that a `.gitignore`, which ranks above the exclude file, shows to git, and the lines that keep them out. */
interface Shown {
  /** The `.gitignore` at whose end the lines belong. */
  readonly ignore: string;
  readonly files: readonly string[];
  readonly lines: readonly string[];
}

/** Those of these files that a `.gitignore` shows to git in spite of the exclude file. */
export function shownInSpite({ files }: Runtime, { root }: Worktree, paths: readonly string[]): Shown[] {
  const shown = paths.filter((path) => isInside(path, root)).flatMap((path) => {
    const name = gitPath(root, path);
    const folder = folderThatShows(ignoringOf(files, root, undefined, name), name);
    return folder === undefined ? [] : [{ path, folder: join(root, folder) }];
  });
  return [...Map.groupBy(shown, ({ folder }) => folder)].map(([folder, group]) => ({
    ignore: join(folder, IGNORE_FILE),
    files: group.map(({ path }) => path),
    lines: group.map(({ path }) => patternFor(gitPath(folder, path))),
  }));
}

/** The same for the files that the exclude file names, as far as they exist and git does not track them yet. */
export function shownToGit(runtime: Runtime, worktree: Worktree): Shown[] {
  const path = excludeFileOf(runtime.files, worktree);
  const { root } = worktree;
  const text = path === undefined ? "" : excludeText(runtime.files, path);
  const paths = pathsIn(text).map((name) => join(root, name))
    .filter((file) => runtime.files.stat(file) !== undefined && gitTracking(runtime, root, file) === "untracked");
  return shownInSpite(runtime, worktree, paths);
}

/** The change that takes these files out of the exclude file; undefined where they are not in it. */
export function inclusion(
  runtime: Runtime,
  { base, dataFolder }: Place,
  worktree: Worktree,
  paths: readonly string[],
): FileChange | undefined {
  const path = excludeFileOf(runtime.files, worktree);
  const text = path === undefined ? undefined : editableText(runtime, path);
  if (path === undefined || text === undefined) return undefined;
  const others = otherWorktrees(runtime, worktree);
  // All worktrees use the exclude file: a path that another one still has stays in it.
  const patterns = paths.map((file) => gitPath(worktree.root, file))
    .filter((file) => !others.some((other) => runtime.files.stat(join(other, file))))
    .map(patternFor);
  const { root } = worktree;
  const shares = sharePatterns(root, dataFolder);
  const ours = [...Object.values(shares), tokenPattern(root, dataFolder)];
  const without = withoutPatterns(text, [...patterns, ...ours]);
  // A private memory stays private where others' `.gitignore` in its folder shows records.
  const staysPrivate = sharesBy(runtime, dataFolder) !== "none" && shareOf(runtime, dataFolder) === "none";
  const rest = staysPrivate ? withPatterns(without, [shares.none]) : without;
  const original = originalOf(runtime, base, path);
  const before = textOf(original);
  // Without our block the file is as before; only the line end before the block may differ.
  const isAsBefore = original !== undefined && rest.trimEnd() === (before ?? "").trimEnd();
  const result = fileChange(runtime, path, "restore", isAsBefore ? before : rest, { base });
  return result.action === "keep" ? undefined : result;
}
