/** Git's exclude file with our own block of patterns. All other lines keep their bytes. */
import { join } from "node:path";
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
const BLOCK = new RegExp(`^${FIRST}(\\r?\\n)([\\s\\S]*?)^${LAST}[^\\S\\n]*\\n?`, "m");

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
  if (BLOCK.test(text)) return withBlock(text, [...known, ...missing]);
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
  const [, , lines = ""] = BLOCK.exec(text) ?? [];
  return lines.split(/\r?\n/).filter((line) => line !== "");
}

function withBlock(text: string, patterns: readonly string[]): string {
  const block = (eol: string) => patterns.length === 0 ? "" : [FIRST, ...patterns, LAST, ""].join(eol);
  return text.replace(BLOCK, (_, eol: string) => block(eol));
}
