/**
 * In: a path in a git worktree. Out: whether git leaves it out of commits, decided as git decides: by its exclude file
 * and each `.gitignore` on the way, where the last line that matches counts and no file below a folder that is left out
 * comes back.
 * Not done here: what git tracks already (tracking.ts); the person's excludes for all repositories, which rank below.
 *
 * Where it can't be told, the path counts as shown.
 *
 * @module
 */
import { join } from "node:path";
import { readText } from "./files.ts";
import { BYTES_MAX } from "./limits.ts";
import type { Files } from "./runtime.ts";

/** The file in which a folder says what git leaves out. */
export const IGNORE_FILE = ".gitignore";
/** What a file says that can't be read. */
const SHOWS_ALL = "!*";
/** Longer ones match no path of ours but by a row of stars. */
const LONGEST_PATTERN = 1_000;

/** What leaves things out, and below which folder, as git writes it: "" is the worktree's root. */
export interface Ignoring {
  readonly folder: string;
  readonly text: string;
}

/** What speaks for a path, the strongest last. */
export function ignoringOf(files: Files, root: string, excludeFile: string | undefined, path: string): Ignoring[] {
  const parts = path.split("/").slice(0, -1);
  const folders = ["", ...parts.map((_, at) => parts.slice(0, at + 1).join("/"))];
  return [
    { folder: "", text: excludeFile === undefined ? "" : textOf(files, excludeFile) },
    ...folders.map((folder) => ({ folder, text: ignoreTextIn(files, join(root, folder)) ?? "" })),
  ].filter(({ text }) => text !== "");
}

/** What a folder's `.gitignore` says; undefined where there is none. Git follows no link in its place. */
export function ignoreTextIn(files: Files, folder: string): string | undefined {
  const path = join(folder, IGNORE_FILE);
  return files.stat(path)?.kind !== "file" || files.linkTarget(path) !== undefined ? undefined : textOf(files, path);
}

function textOf(files: Files, path: string): string {
  try {
    return readText(files, path, BYTES_MAX.settings) ?? "";
  } catch {
    return SHOWS_ALL;
  }
}

/** Whether git leaves out a file, named from the root. */
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
  // Without a slash it is a name, wherever.
  const name = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  // A repository's settings may let git pass over case.
  return shows ? fits(pattern.toLowerCase(), name.toLowerCase(), true) : fits(pattern, name, false);
}

/**
 * Whether a pattern is the whole of a path. Row by row, so that no pattern takes long.
 *
 * @param broadly a set of characters (`[a-z]`) stands for any one; else for none
 */
function fits(pattern: string, path: string, broadly: boolean): boolean {
  const start = pattern.startsWith("/") ? 1 : 0;
  // Which ends of the path the pattern reaches so far.
  let reached = new Set([0]);
  for (let at = start; at < pattern.length && reached.size > 0;) {
    const atPart = at === start || pattern[at - 1] === "/";
    const next = new Set<number>();
    if (atPart && pattern.startsWith("**/", at)) {
      // Any number of folders, none too.
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
      // `[]]` holds a bracket; one that is never closed is a pattern of nothing.
      const close = isSet ? pattern.indexOf("]", at + 2) : at;
      at = close === -1 ? pattern.length : close + 1;
    }
    reached = next;
  }
  return reached.has(path.length);
}
