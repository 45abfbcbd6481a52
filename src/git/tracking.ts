/**
 * Which files of a folder git tracks. Others may have written a tracked file, and the next pull may change it.
 *
 * A file is untracked only if every repository around it says so, both around its path as named and around the path
 * where links lead. A file is unknown where an index can't be read; a caller that decides on trust must treat it as
 * tracked.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { tried } from "../errors.ts";
import { fileStamp } from "../files.ts";
import { foldersAround, isInside, realOf } from "../paths.ts";
import { remembered } from "../remembered.ts";
import type { Files, Runtime } from "../runtime.ts";
import { entriesBelow, type IndexEntries, spelling } from "./index.ts";
import { usesSha256, worktreeAt } from "./worktree.ts";

/**
 * Whether git tracks a file, as far as its index can be read. `changing`: its index does not name the file, but git is
 * writing: it puts the files that it brings into the worktree before it names them.
 */
export type Tracking = "tracked" | "untracked" | "unknown" | "changing";

/** The size of an index of ten thousand files. Reading a larger one takes so long that compiling pays off. */
const LONG_BYTES = 1024 * 1024;
/** Git deletes the shared parts of a split index after two weeks, so a real repository has few. */
const SHARED_INDEXES_MAX = 1_000;
/** The size of an index of four million files. */
const INDEX_BYTES_MAX = 512 * 1024 * 1024;

/**
 * Tells of each file of a folder whether git tracks it. A repository is read once, when the first file asks.
 *
 * @param isPlain knows files that are there and no links: where no index names anything, they are not looked up
 */
export function trackingIn(
  runtime: Runtime,
  folder: string,
  isPlain: (file: string) => boolean = () => false,
): (file: string) => Tracking {
  const isMarked = remembered((root: string) => runtime.files.stat(join(root, ".git")) !== undefined);
  const rootsOf = remembered((inner: string) => foldersAround(runtime, inner).filter(isMarked));
  const indexAt = remembered((root: string) => remembered((base: string) => readIndex(runtime, root, base)));

  const baseOf = (inner: string, root: string) => isInside(inner, folder) && isInside(folder, root) ? folder : inner;
  const namesNothing = (inner: string) =>
    rootsOf(inner).every((root) => {
      const index = indexAt(root)(baseOf(inner, root));
      return index?.isChanging === false &&
        index.parts.every(({ names, above }) => names.size === 0 && above === undefined);
    });
  const isFree = remembered((inner: string) =>
    [join(folder, inner), realOf(runtime, join(folder, inner))].every(namesNothing)
  );

  function trackingAt(path: string): Tracking {
    let answer: Tracking = "untracked";
    for (const [place, root] of rootsOf(dirname(path)).entries()) {
      const base = baseOf(dirname(path), root);
      const here = trackingBy(indexAt(root)(base), gitPath(root, path), place === 0);
      if (here === "tracked") return here;
      if (here === "unknown" || answer === "untracked") answer = here;
    }
    return answer;
  }

  return remembered((file: string): Tracking => {
    return tried(() => {
      if (isPlain(file) && isFree(file.slice(0, Math.max(0, file.lastIndexOf("/"))))) return "untracked";
      const path = join(folder, file);
      const answer = trackingAt(path);
      const real = runtime.files.realPath(path);
      const there = answer === "tracked" || real === undefined || real === path ? answer : trackingAt(real);
      return there === "untracked" ? answer : there;
    }) ?? "unknown";
  });
}

/** Another text whenever git may have begun or ceased to track a file of a folder: of each index around it. */
export function trackingStamp(runtime: Runtime, folder: string): string {
  const roots = new Set([folder, realOf(runtime, folder)].flatMap((place) => foldersAround(runtime, place)));
  const stamps = [...roots].map((root) => {
    const worktree = worktreeAt(runtime, root);
    const stat = worktree && runtime.files.stat(join(worktree.gitFolder, "index"));
    return stat ? fileStamp(stat) : "";
  });
  return stamps.filter((stamp) => stamp !== "").join(" ");
}

/** Whether the repository whose worktree is `root` tracks a path in it, by its index alone. */
export function gitTracking(runtime: Runtime, root: string, path: string): Exclude<Tracking, "changing"> {
  return tried(() => {
    const answer = trackingBy(readIndex(runtime, root, dirname(path)), gitPath(root, path), true);
    return answer === "changing" ? "untracked" : answer;
  }) ?? "unknown";
}

/** Whether the index of that repository names a file in a folder, besides git's own. The folder need not be there. */
export function tracksIn(runtime: Runtime, root: string, folder: string): boolean {
  const parts = tried(() => readIndex(runtime, root, folder))?.parts ?? [];
  return parts.some(({ names }) => [...names].some((name) => !/\/\.git[a-z]+$/i.test(name)));
}

/** A path as git writes it: relative to the worktree, with forward slashes. */
export function gitPath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** The entries of a repository's index below a folder; a split index consists of several files. */
interface FolderIndex {
  readonly parts: readonly IndexEntries[];
  readonly ignoresCase: boolean;
  readonly isChanging: boolean;
}

function trackingBy(index: FolderIndex | undefined, name: string, isInner: boolean): Tracking {
  if (index === undefined) return "unknown";
  // Of a submodule's files its own repository tells, where that is present.
  if (index.parts.some(({ above }) => above === "entry" || (above === "submodule" && isInner))) return "tracked";
  const wanted = spelling(name, index.ignoresCase);
  // An entry for a folder of the path counts, too: a link, a submodule, or a folder that a sparse index sums up.
  for (let end = wanted.length; end > 0; end = wanted.lastIndexOf("/", end - 1)) {
    const part = wanted.slice(0, end);
    if (index.parts.some(({ names }) => names.has(part) || names.has(`${part}/`))) return "tracked";
  }
  return index.isChanging ? "changing" : "untracked";
}

function readIndex(runtime: Runtime, root: string, folder: string): FolderIndex | undefined {
  const { files } = runtime;
  const worktree = worktreeAt(runtime, root);
  if (!worktree || files.stat(worktree.gitFolder)?.kind !== "folder") return undefined;
  const { gitFolder, commonFolder } = worktree;
  const ignoresCase = ignoresCaseAt(runtime, folder);
  const index = join(gitFolder, "index");
  const before = files.stat(index);
  // Git makes the lock before it writes a file, and it becomes the index once all are written.
  const isChanging = () =>
    files.stat(`${index}.lock`) !== undefined || files.stat(index)?.changedNs !== before?.changedNs;
  // A repository before its first `git add` has neither an index nor objects.
  if (before === undefined) {
    return hasObjects(files, commonFolder) ? undefined : { parts: [], ignoresCase, isChanging: isChanging() };
  }
  const hashBytes = usesSha256(files, commonFolder) ? 32 : 20;
  const shared = files.list(gitFolder).filter((name) => name.startsWith("sharedindex."));
  if (shared.length > SHARED_INDEXES_MAX) return undefined;
  const parts: IndexEntries[] = [];
  for (const path of [index, ...shared.map((name) => join(gitFolder, name))]) {
    const entries = readEntries(runtime, path, gitPath(root, folder), { hashBytes, ignoresCase });
    if (entries === undefined) return undefined;
    parts.push(entries);
  }
  return { parts, ignoresCase, isChanging: isChanging() };
}

function readEntries(
  { files, expectLongWork }: Runtime,
  path: string,
  folder: string,
  how: Parameters<typeof entriesBelow>[2],
): IndexEntries | undefined {
  const before = files.stat(path);
  if (before === undefined || before.size > INDEX_BYTES_MAX) return undefined;
  let last = 0;
  const read = (start: number, length: number) => {
    last = start;
    // Makes an index of a hundred thousand files twice as fast to read.
    if (start + length > LONG_BYTES) expectLongWork();
    return files.readRange(path, start, length);
  };
  const entries = entriesBelow(read, folder, how);
  // Git may have replaced the file between two pieces.
  return last === 0 || files.stat(path)?.changedNs === before.changedNs ? entries : undefined;
}

function hasObjects(files: Files, commonFolder: string): boolean {
  const objects = join(commonFolder, "objects");
  return files.list(objects).some((name) =>
    (name !== "info" && name !== "pack") || files.list(join(objects, name)).length > 0
  );
}

/** Whether the file system finds the folder under its name in other case, too, as some do on any system. */
function ignoresCaseAt({ files }: Runtime, folder: string): boolean {
  const name = basename(folder);
  const other = name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase();
  const found = files.stat(join(dirname(folder), other));
  return found !== undefined && found.inode === files.stat(folder)?.inode;
}
