/**
 * Which files the commits of a worktree leave out, by git's own rules, with the exclude file and each `.gitignore`
 * between the root and the path. Where a rule can't be read, the path counts as shown. The person's global excludes,
 * which rank below these files, are not read.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { readText } from "../files.ts";
import { BYTES_MAX } from "../limits.ts";
import type { Files } from "../runtime.ts";

/** The file in which a folder lists the files that git ignores. */
export const IGNORE_FILE = ".gitignore";
/** Stands for a file that can't be read, or is too large. */
const SHOWS_ALL = "!*";
/** A longer pattern matches no path of ours unless most of it is stars. */
const LONGEST_PATTERN = 1_000;

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
    { folder: "", text: excludeFile === undefined ? "" : ignoreText(files, excludeFile, BYTES_MAX.ignores) },
    ...folders.map((folder) => ({ folder, text: ignoreTextIn(files, join(root, folder), BYTES_MAX.ignores) ?? "" })),
  ].filter(({ text }) => text !== "");
}

/** The text of a folder's `.gitignore`; undefined where there is none, or a link, which git does not follow. */
export function ignoreTextIn(files: Files, folder: string, most?: number): string | undefined {
  const path = join(folder, IGNORE_FILE);
  return files.stat(path)?.kind !== "file" || files.linkTarget(path) !== undefined
    ? undefined
    : ignoreText(files, path, most);
}

function ignoreText(files: Files, path: string, most: number = BYTES_MAX.settings): string {
  return tried(() => readText(files, path, most) ?? "") ?? SHOWS_ALL;
}

/** Whether git ignores a file, named from the root. */
export function isIgnored(ignoring: readonly Ignoring[], file: string): boolean {
  for (let end = file.indexOf("/"); end !== -1; end = file.indexOf("/", end + 1)) {
    if (verdict(ignoring, file.slice(0, end), true)) return true;
  }
  return verdict(ignoring, file, false);
}

/** The folder of the line `!…` by which a file is shown; undefined where none decides, or the file is ignored. */
export function folderThatShows(ignoring: readonly Ignoring[], file: string): string | undefined {
  const found = decision(ignoring, file, false);
  return found?.line.startsWith("!") && !isIgnored(ignoring, file) ? found.folder : undefined;
}

function verdict(ignoring: readonly Ignoring[], path: string, isFolder: boolean): boolean {
  const found = decision(ignoring, path, isFolder);
  return found !== undefined && !found.line.startsWith("!");
}

/** The line that decides on a path, and the folder that it applies to. */
function decision(ignoring: readonly Ignoring[], path: string, isFolder: boolean) {
  for (const { folder, text } of ignoring.toReversed()) {
    if (folder !== "" && !path.startsWith(`${folder}/`)) continue;
    const inside = folder === "" ? path : path.slice(folder.length + 1);
    const line = text.split("\n").findLast((each) => matches(each, inside, isFolder));
    if (line !== undefined) return { folder, line };
  }
  return undefined;
}

function matches(line: string, path: string, isFolder: boolean): boolean {
  // A pattern ends at a NUL. Trailing blanks count only behind a backslash.
  let pattern = line.replace(/\r$/, "").replace(/\0.*/s, "").replace(/(?<!\\) +$/, "");
  if (pattern === "" || pattern.startsWith("#")) return false;
  const shows = pattern.startsWith("!");
  if (shows) pattern = pattern.slice(1);
  if (pattern.endsWith("/")) {
    if (!isFolder) return false;
    pattern = pattern.slice(0, -1);
  }
  if (pattern.length > LONGEST_PATTERN || pattern.includes(NO_TEXT)) return shows;
  // A pattern without a slash matches a name in any folder.
  const name = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  // A repository's settings may make git ignore case. In doubt a path counts as shown.
  return shows ? fits(pattern.toLowerCase(), name.toLowerCase(), true) : fits(pattern, name, false);
}

/** Stands for bytes that are no UTF-8. */
const NO_TEXT = "\uFFFD";
/** A set of characters that ends at its first bracket, unlike `[]a]`, `[a\]b]` and `[[:alpha:]]`. */
const PLAIN_SET = /\[(?:[!^][^[\]\\]+|[^!^[\]\\][^[\]\\]*)\]/y;
/** Two stars or more: of any length, with the slash behind them. */
const STARS = /\*{2,}\/?/y;
const ASCII = /^[\0-\x7f]*$/;

/** A part of a pattern by what it matches, and how long the part is. */
type Part =
  | { readonly matches: "any text" | "folders" | "all inside" | "any of a name" | "any sign"; readonly length: number }
  | { readonly matches: "sign"; readonly sign: string | undefined; readonly length: number };

/**
 * Whether a pattern matches a whole path. All ways are followed side by side: backtracking could take forever.
 *
 * @param broadly whether a part in doubt matches: a set like `[a-z]` any character, a set whose end is in doubt the
 * whole rest of the path, and two stars any text, wherever they stand. Otherwise a set matches nothing, and two stars
 * within a name count as one
 */
function fits(pattern: string, path: string, broadly: boolean): boolean {
  // How much of the path the pattern can have matched so far, as offsets.
  let reached: ReadonlySet<number> = new Set([0]);
  for (let at = pattern.startsWith("/") ? 1 : 0; at < pattern.length && reached.size > 0;) {
    const part = partAt(pattern, at, broadly);
    // Git compares bytes, of which a letter may have several.
    if (part === undefined || part.matches === "any sign" && !ASCII.test(path)) return broadly;
    const next = new Set<number>();
    // Any text leads on from the first offset as far as from all of them.
    const starts = part.matches === "any text" ? [Math.min(...reached)] : reached;
    for (const from of starts) visitEnds(part, path, from, (end) => next.add(end));
    reached = next;
    at += part.length;
  }
  return reached.has(path.length);
}

/** The part of a pattern that begins at an offset; undefined for a set in doubt. */
function partAt(pattern: string, at: number, broadly: boolean): Part | undefined {
  const stars = broadly ? lengthAt(STARS, pattern, at) : 0;
  if (stars > 0) return { matches: "any text", length: stars };
  const beginsName = at === 0 || pattern[at - 1] === "/";
  if (beginsName && pattern.startsWith("**/", at)) return { matches: "folders", length: 3 };
  if (beginsName && pattern.slice(at) === "**") return { matches: "all inside", length: 2 };
  const sign = pattern[at];
  if (sign === "*") return { matches: "any of a name", length: lengthAt(/\*+/y, pattern, at) };
  if (sign === "?") return { matches: "any sign", length: 1 };
  if (sign === "[") {
    const set = broadly ? lengthAt(PLAIN_SET, pattern, at) : 0;
    return set > 0 ? { matches: "any sign", length: set } : undefined;
  }
  const isEscaped = sign === "\\" && at + 1 < pattern.length;
  return isEscaped ? { matches: "sign", sign: pattern[at + 1], length: 2 } : { matches: "sign", sign, length: 1 };
}

function lengthAt(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0].length ?? 0;
}

/** Visits the offsets of a path at which a part can end that begins at `from`. */
function visitEnds(part: Part, path: string, from: number, visit: (end: number) => void): void {
  const isInside = from < path.length;
  switch (part.matches) {
    case "sign":
      if (isInside && path[from] === part.sign) visit(from + 1);
      break;
    case "any sign":
      if (isInside && path[from] !== "/") visit(from + 1);
      break;
    case "any of a name": {
      const slash = path.indexOf("/", from);
      for (let end = from; end <= (slash === -1 ? path.length : slash); end++) visit(end);
      break;
    }
    case "folders":
      // Any number of folders, or none.
      visit(from);
      for (let slash = path.indexOf("/", from); slash !== -1; slash = path.indexOf("/", slash + 1)) visit(slash + 1);
      break;
    case "all inside":
      if (isInside) visit(path.length);
      break;
    case "any text":
      for (let end = from; end <= path.length; end++) visit(end);
  }
}
