/** Git's exclude file with our own block of patterns. All other lines keep their bytes. */
import { join } from "node:path";
import { readText } from "../files.ts";
import { BYTES_MAX } from "../limits.ts";
import { leadsInto } from "../paths.ts";
import type { Files } from "../runtime.ts";
import type { Worktree } from "./worktree.ts";

/**
 * `.git/info/exclude`: git reads it from the shared folder, also for linked worktrees. Undefined where a link leads out
 * of that folder: a downloaded `.git` can name any file of the person's.
 */
export function excludeFileOf(files: Files, { commonFolder }: Worktree): string | undefined {
  const path = join(commonFolder, "info", "exclude");
  return leadsInto(files, path, commonFolder) ? path : undefined;
}

const FIRST = "# memory: files of this machine only";
const LAST = "# memory: end";
const BLOCK_BEGIN = new RegExp(`^${FIRST}(\\r?\\n)`, "m");
const BLOCK_END = new RegExp(`^${LAST}[^\\S\\n]*\\n?`, "m");

/** The text of an exclude file; empty where there is none. Throws IO_ERROR for a larger one than people make. */
export function excludeText(files: Files, path: string): string {
  return readText(files, path, BYTES_MAX.settings) ?? "";
}

/** Our block of a text. One pattern for all of it would look for an end behind each of a stranger's beginnings. */
function blockIn(text: string) {
  const begin = BLOCK_BEGIN.exec(text);
  if (begin === null) return undefined;
  const from = begin.index + begin[0].length;
  const end = BLOCK_END.exec(text.slice(from));
  if (end === null) return undefined;
  const to = from + end.index;
  return { at: begin.index, eol: begin[1], lines: text.slice(from, to), end: to + end[0].length };
}

/** The pattern that excludes exactly this path. */
export function patternFor(path: string): string {
  const escaped = path.replace(/[\\*?[]/g, "\\$&").replace(/ +$/, (spaces) => spaces.replaceAll(" ", "\\ "));
  return `/${escaped}`;
}

/** The paths that our block excludes exactly, without folders. */
export function pathsIn(text: string): string[] {
  return patternsIn(text).filter((pattern) => pattern.startsWith("/") && !pattern.endsWith("/"))
    .map((pattern) => pattern.slice(1).replace(/\\(.)/g, "$1"));
}

/** The text with these patterns added to our block. */
export function withPatterns(text: string, patterns: readonly string[]): string {
  const known = patternsIn(text);
  const missing = patterns.filter((pattern) => !known.includes(pattern));
  if (missing.length === 0) return text;
  if (blockIn(text)) return withBlock(text, [...known, ...missing]);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lead = text === "" || text.endsWith("\n") ? "" : eol;
  return `${text}${lead}${[FIRST, ...patterns, LAST, ""].join(eol)}`;
}

/** The text without these patterns in our block. An empty block is removed. */
export function withoutPatterns(text: string, patterns: readonly string[]): string {
  return withBlock(text, patternsIn(text).filter((pattern) => !patterns.includes(pattern)));
}

/** The text without our block. */
export function withoutBlock(text: string): string {
  return withBlock(text, []);
}

function patternsIn(text: string): string[] {
  return (blockIn(text)?.lines ?? "").split(/\r?\n/).filter((line) => line !== "");
}

function withBlock(text: string, patterns: readonly string[]): string {
  const block = blockIn(text);
  if (!block) return text;
  const lines = patterns.length === 0 ? "" : [FIRST, ...patterns, LAST, ""].join(block.eol);
  return text.slice(0, block.at) + lines + text.slice(block.end);
}
