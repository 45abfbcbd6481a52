/**
 * The git worktree around a folder, which files its commits leave out, and its exclude file with our own block. All
 * other lines of that file keep their bytes.
 *
 * A path is ignored by git's own rules: the exclude file and each `.gitignore` between the root and the path are read,
 * the last matching line counts, and no file below an ignored folder can be shown again. Where a rule can't be read,
 * the path counts as shown. The person's global excludes, which rank below these files, are not read.
 *
 * @module
 */
import { dirname, join, resolve, sep } from "node:path";
import { readText } from "../files.ts";
import { BYTES_MAX } from "../limits.ts";
import { destination, foldersAround, isAtOrAboveHome, isInside, realOf } from "../paths.ts";
import type { Files, Runtime } from "../runtime.ts";

/** The nearest folder at or above `from` that holds `.git`, below the home folder. */
export function gitRoot(runtime: Runtime, from: string): string | undefined {
  return foldersAround(runtime, from).find((folder) => runtime.files.stat(join(folder, ".git")) !== undefined);
}

/** The folder that `init` sets up by default: the git root, else the folder itself; never the home folder. */
export function initRoot(runtime: Runtime, from: string): string | undefined {
  const root = gitRoot(runtime, from) ?? from;
  return isAtOrAboveHome(runtime, root) ? undefined : root;
}

/** No system opens a longer path. */
const LONGEST_PATH = 4_096;

/**
 * The folder of a worktree's own state, such as its index: `.git`, or in a linked worktree or submodule the folder that
 * the file `.git` points to; undefined when `.git` is missing or points nowhere.
 */
function gitFolderOf(runtime: Runtime, root: string): string | undefined {
  const marker = join(root, ".git");
  const kind = runtime.files.stat(marker)?.kind;
  if (kind !== "file") return kind && marker;
  const target = /^gitdir:(.*)$/m.exec(readText(runtime.files, marker) ?? "")?.[1]?.trim();
  return target === undefined || target === "" || target.length > LONGEST_PATH ? undefined : resolve(root, target);
}

/** Whether the folder of a linked worktree's state names the `.git` file from which it was found. */
function pointsBack(runtime: Runtime, gitFolder: string, marker: string): boolean {
  const back = readText(runtime.files, join(gitFolder, "gitdir"))?.trim();
  return back !== undefined && realOf(runtime, resolve(gitFolder, back)) === realOf(runtime, marker);
}

/** The main worktree's root when `root` is a linked worktree; a submodule shares no folder with another worktree. */
export function mainWorktree(runtime: Runtime, root: string): string | undefined {
  const worktree = worktreeAt(runtime, root);
  const marker = join(root, ".git");
  if (!worktree || [worktree.commonFolder, marker].includes(worktree.gitFolder)) return undefined;
  // A `.git` file from a download can name any repository of this machine.
  return pointsBack(runtime, worktree.gitFolder, marker) ? mainRoot(worktree.commonFolder) : undefined;
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

/** The worktree that a folder lies in. */
export function worktreeOf(runtime: Runtime, folder: string): Worktree | undefined {
  const root = gitRoot(runtime, folder);
  return root === undefined ? undefined : worktreeAt(runtime, root);
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
  if (pointsBack(runtime, gitFolder, marker)) return worktree;
  // A submodule's git folder names its worktree in its settings.
  const named = /^[ \t]*worktree[ \t]*=(.*)$/m.exec(readText(files, join(gitFolder, "config")) ?? "")?.[1]?.trim();
  const isOwn = named !== undefined && realOf(runtime, resolve(gitFolder, named)) === realOf(runtime, root);
  return isOwn ? worktree : undefined;
}

/** Whether a repository names its objects by SHA-256 instead of SHA-1. */
export function usesSha256(files: Files, commonFolder: string): boolean {
  const config = readText(files, join(commonFolder, "config")) ?? "";
  return /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256"?[ \t\r]*$/im.test(config);
}

/** `.git/info/exclude`: git reads it from the shared folder, also for linked worktrees. */
export function excludeFileOf({ commonFolder }: Worktree): string {
  return join(commonFolder, "info", "exclude");
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

const FIRST = "# memory: files of this machine only";
const LAST = "# memory: end";
const BLOCK = new RegExp(`^${FIRST}(\\r?\\n)([\\s\\S]*?)^${LAST}[^\\S\\n]*\\n?`, "m");

/** The pattern that excludes exactly this path. */
export function patternFor(path: string): string {
  const escaped = path.replace(/[\\*?[]/g, "\\$&").replace(/ +$/, (spaces) => spaces.replaceAll(" ", "\\ "));
  return `/${escaped}`;
}

/** The text with these patterns added to our block. */
export function withPatterns(text: string, patterns: readonly string[]): string {
  const known = patternsIn(text);
  const missing = patterns.filter((pattern) => !known.includes(pattern));
  if (missing.length === 0) return text;
  if (BLOCK.test(text)) return withBlock(text, [...known, ...missing]);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lead = text === "" || text.endsWith("\n") ? "" : eol;
  return `${text}${lead}${[FIRST, ...patterns, LAST, ""].join(eol)}`;
}

/** The text without these patterns in our block. An empty block is removed. */
export function withoutPatterns(text: string, patterns: readonly string[]): string {
  return withBlock(text, patternsIn(text).filter((pattern) => !patterns.includes(pattern)));
}

/** The patterns of our block. */
function patternsIn(text: string): string[] {
  const [, , lines = ""] = BLOCK.exec(text) ?? [];
  return lines.split(/\r?\n/).filter((line) => line !== "");
}

/** The text with these patterns in its block, if it has one. */
function withBlock(text: string, patterns: readonly string[]): string {
  const block = (eol: string) => patterns.length === 0 ? "" : [FIRST, ...patterns, LAST, ""].join(eol);
  return text.replace(BLOCK, (_, eol: string) => block(eol));
}

/** The file in which a folder lists the files that git ignores. */
export const IGNORE_FILE = ".gitignore";
/** Stands for a file that can't be read. */
const SHOWS_ALL = "!*";
/** A longer pattern matches no path of ours unless most of it is stars. */
const LONGEST_PATTERN = 1_000;

/** The rules of one file. */
interface Ignoring {
  /** The folder to which the rules apply, as git writes it: "" is the worktree's root. */
  readonly folder: string;
  readonly text: string;
}

/** The rules that apply to a path, the strongest last. */
export function ignoringOf(files: Files, root: string, excludeFile: string | undefined, path: string): Ignoring[] {
  const parts = path.split("/").slice(0, -1);
  const folders = ["", ...parts.map((_, at) => parts.slice(0, at + 1).join("/"))];
  return [
    { folder: "", text: excludeFile === undefined ? "" : ignoreText(files, excludeFile) },
    ...folders.map((folder) => ({ folder, text: ignoreTextIn(files, join(root, folder)) ?? "" })),
  ].filter(({ text }) => text !== "");
}

/** The text of a folder's `.gitignore`; undefined where there is none, or a link, which git does not follow. */
export function ignoreTextIn(files: Files, folder: string): string | undefined {
  const path = join(folder, IGNORE_FILE);
  return files.stat(path)?.kind !== "file" || files.linkTarget(path) !== undefined
    ? undefined
    : ignoreText(files, path);
}

function ignoreText(files: Files, path: string): string {
  try {
    return readText(files, path, BYTES_MAX.settings) ?? "";
  } catch {
    return SHOWS_ALL;
  }
}

/** Whether git ignores a file, named from the root. */
export function isIgnored(ignoring: readonly Ignoring[], file: string): boolean {
  for (let end = file.indexOf("/"); end !== -1; end = file.indexOf("/", end + 1)) {
    if (verdict(ignoring, file.slice(0, end), true)) return true;
  }
  return verdict(ignoring, file, false);
}

function verdict(ignoring: readonly Ignoring[], path: string, isFolder: boolean): boolean {
  for (const { folder, text } of ignoring.toReversed()) {
    if (folder !== "" && !path.startsWith(`${folder}/`)) continue;
    const inside = folder === "" ? path : path.slice(folder.length + 1);
    const line = text.split("\n").findLast((each) => matches(each, inside, isFolder));
    if (line !== undefined) return !line.startsWith("!");
  }
  return false;
}

function matches(line: string, path: string, isFolder: boolean): boolean {
  // Trailing blanks count only behind a backslash.
  let pattern = line.replace(/^\uFEFF/, "").replace(/\r$/, "").replace(/(?<!\\) +$/, "");
  if (pattern === "" || pattern.startsWith("#")) return false;
  const shows = pattern.startsWith("!");
  if (shows) pattern = pattern.slice(1);
  if (pattern.endsWith("/")) {
    if (!isFolder) return false;
    pattern = pattern.slice(0, -1);
  }
  if (pattern.length > LONGEST_PATTERN) return shows;
  // A pattern without a slash matches a name in any folder.
  const name = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  // A repository's settings may make git ignore case. In doubt a path counts as shown.
  return shows ? fits(pattern.toLowerCase(), name.toLowerCase(), true) : fits(pattern, name, false);
}

/**
 * Whether a pattern matches a whole path. All ways to match are followed side by side: backtracking could take forever.
 *
 * @param broadly a set of characters (`[a-z]`) matches any character; else none
 */
function fits(pattern: string, path: string, broadly: boolean): boolean {
  const start = pattern.startsWith("/") ? 1 : 0;
  // How much of the path the pattern can have matched so far, as offsets.
  let reached = new Set([0]);
  for (let at = start; at < pattern.length && reached.size > 0;) {
    const atPart = at === start || pattern[at - 1] === "/";
    const next = new Set<number>();
    if (atPart && pattern.startsWith("**/", at)) {
      // Any number of folders, or none.
      for (const from of reached) {
        next.add(from);
        for (let end = path.indexOf("/", from); end !== -1; end = path.indexOf("/", end + 1)) next.add(end + 1);
      }
      at += 3;
    } else if (atPart && pattern.slice(at) === "**") {
      return [...reached].some((from) => from < path.length);
    } else if (pattern[at] === "*") {
      for (const from of reached) {
        for (let to = from; to <= path.length; to++) {
          next.add(to);
          if (path[to] === "/") break;
        }
      }
      while (pattern[at] === "*") at++;
    } else {
      const isSet = pattern[at] === "[";
      if (isSet && !broadly) return false;
      const isAny = isSet || pattern[at] === "?";
      if (pattern[at] === "\\" && at + 1 < pattern.length) at++;
      const sign = pattern[at];
      for (const from of reached) {
        if (from < path.length && (isAny ? path[from] !== "/" : path[from] === sign)) next.add(from + 1);
      }
      // `[]]` is a set that holds a bracket; a set that is never closed matches nothing.
      const close = isSet ? pattern.indexOf("]", at + 2) : at;
      at = close === -1 ? pattern.length : close + 1;
    }
    reached = next;
  }
  return reached.has(path.length);
}
