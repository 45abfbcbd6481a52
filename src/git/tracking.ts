/**
 * Which files of a folder git tracks. Others may have written those, and the next pull may change them.
 *
 * The rule: a file is untracked only if every repository around it says so, around the path by which it was named and
 * around the one where links lead. What can't be read is unknown; who trusts must take that for tracked.
 *
 * @module
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { errorCode } from "../errors.ts";
import { readText } from "../files.ts";
import { foldersAround, isInside } from "../paths.ts";
import { remembered } from "../remembered.ts";
import type { Files, Runtime } from "../runtime.ts";
import { entriesBelow, type IndexEntries, spelling } from "./index.ts";
import { worktreeAt } from "./worktree.ts";

/** What is known of a file. */
export type Tracking = "tracked" | "untracked" | "unknown";

/** Of some ten thousand files: reading their names takes long enough for compiling to pay off. */
const LONG_BYTES = 1024 * 1024;
/** Of a split index git keeps those of two weeks, and few come together. */
const SHARED_INDEXES_MAX = 1_000;
/** Of some four million files. */
const INDEX_BYTES_MAX = 512 * 1024 * 1024;

/**
 * Answers for the files of a folder by their names in it, each repository read once, when it is first asked.
 *
 * @param onPassing told of a failure that says nothing of the files, which are unknown then
 */
export function trackingIn(
  runtime: Runtime,
  folder: string,
  onPassing: (error: unknown) => void = () => {},
): (file: string) => Tracking {
  const isMarked = remembered((root: string) => runtime.files.stat(join(root, ".git")) !== undefined);
  const rootsOf = remembered((inner: string) => foldersAround(runtime, inner).filter(isMarked));
  const heldAt = remembered((key: string) => {
    const [root = "", base = ""] = key.split("\0");
    return heldBy(runtime, root, base);
  });

  function askAround(path: string): Tracking {
    let answer: Tracking = "untracked";
    for (const [place, root] of rootsOf(dirname(path)).entries()) {
      const base = isInside(path, folder) && isInside(folder, root) ? folder : dirname(path);
      const here = isHeld(heldAt(`${root}\0${base}`), gitPath(root, path), place === 0);
      if (here === "tracked") return here;
      if (here === "unknown") answer = here;
    }
    return answer;
  }

  return remembered((file: string): Tracking => {
    try {
      const path = join(folder, file);
      const answer = askAround(path);
      const real = runtime.files.realPath(path);
      const there = answer === "tracked" || real === undefined || real === path ? answer : askAround(real);
      return there === "untracked" ? answer : there;
    } catch (error) {
      if (!isLasting(error)) onPassing(error);
      return "unknown";
    }
  });
}

/** Whether it says something of the files, rather than of the moment: too many are open, the disk fails. */
function isLasting(error: unknown): boolean {
  const code = errorCode(error);
  return code === undefined ||
    ["EACCES", "EPERM", "ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENAMETOOLONG"].includes(code);
}

/** What the git repository whose worktree is `root` says of a path in it. */
export function gitTracking(runtime: Runtime, root: string, path: string): Tracking {
  try {
    return isHeld(heldBy(runtime, root, dirname(path)), gitPath(root, path), true);
  } catch {
    return "unknown";
  }
}

/** A path as git writes it: relative to the worktree, with forward slashes. */
export function gitPath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** What a repository's index holds of a folder; a split index consists of several files. */
interface Held {
  readonly parts: readonly IndexEntries[];
  readonly ignoresCase: boolean;
}

function isHeld(held: Held | undefined, name: string, isInner: boolean): Tracking {
  if (held === undefined) return "unknown";
  // A submodule's files are its own repository's to tell of, if it is there.
  if (held.parts.some(({ above }) => above === "entry" || (above === "submodule" && isInner))) return "tracked";
  const wanted = spelling(name, held.ignoresCase);
  // Also a folder on the way: it is a link, a submodule, or one that a sparse index sums up.
  for (let end = wanted.length; end > 0; end = wanted.lastIndexOf("/", end - 1)) {
    const part = wanted.slice(0, end);
    if (held.parts.some(({ names }) => names.has(part) || names.has(`${part}/`))) return "tracked";
  }
  return "untracked";
}

/** Undefined when that can't be told. */
function heldBy(runtime: Runtime, root: string, folder: string): Held | undefined {
  const { files } = runtime;
  const worktree = worktreeAt(runtime, root);
  if (!worktree || files.stat(worktree.gitFolder)?.kind !== "folder") return undefined;
  const { gitFolder, commonFolder } = worktree;
  const ignoresCase = hasOtherSpelling(runtime, folder);
  const index = join(gitFolder, "index");
  // Before the first `git add` there is neither index nor object.
  if (files.stat(index) === undefined) return hasObjects(files, commonFolder) ? undefined : { parts: [], ignoresCase };
  const config = readText(files, join(commonFolder, "config")) ?? "";
  const hashBytes = /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256"?[ \t\r]*$/im.test(config) ? 32 : 20;
  const shared = files.list(gitFolder).filter((name) => name.startsWith("sharedindex."));
  if (shared.length > SHARED_INDEXES_MAX) return undefined;
  const parts: IndexEntries[] = [];
  for (const path of [index, ...shared.map((name) => join(gitFolder, name))]) {
    const entries = readEntries(runtime, path, gitPath(root, folder), { hashBytes, ignoresCase });
    if (entries === undefined) return undefined;
    parts.push(entries);
  }
  return { parts, ignoresCase };
}

function readEntries(
  { files, expectLongWork }: Runtime,
  path: string,
  folder: string,
  how: { readonly hashBytes: number; readonly ignoresCase: boolean },
): IndexEntries | undefined {
  const before = files.stat(path);
  if (before === undefined || before.size > INDEX_BYTES_MAX) return undefined;
  let last = 0;
  const read = (start: number, length: number) => {
    last = start;
    // Twice as fast for a hundred thousand files.
    if (start + length > LONG_BYTES) expectLongWork();
    return files.readRange(path, start, length);
  };
  const entries = entriesBelow(read, folder, how);
  // Git replaces the file: pieces of two are no index.
  return last === 0 || files.stat(path)?.changedNs === before.changedNs ? entries : undefined;
}

function hasObjects(files: Files, commonFolder: string): boolean {
  const objects = join(commonFolder, "objects");
  return files.list(objects).some((name) =>
    (name !== "info" && name !== "pack") || files.list(join(objects, name)).length > 0
  );
}

/**
 * Whether the file system finds the folder by a name of other case, too. Asked of the file system itself: Linux has
 * such ones mounted, and macOS has others.
 */
function hasOtherSpelling({ files }: Runtime, folder: string): boolean {
  const name = basename(folder);
  const other = name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase();
  const found = other === name ? files.stat(folder) : files.stat(join(dirname(folder), other));
  return found !== undefined && found.inode === files.stat(folder)?.inode;
}
