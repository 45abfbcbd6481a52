/**
 * In: the text of a git exclude file and the paths that must not be committed. Out: the text with them, or without
 * them.
 * Not done here: finding the file (worktree.ts). Our lines form a block of their own; all others keep their bytes.
 *
 * @module
 */

const FIRST = "# memory: files of this machine only";
const LAST = "# memory: end";

/** The pattern that excludes exactly this path. */
export function patternFor(path: string): string {
  const escaped = path.replace(/[\\*?[]/g, "\\$&").replace(/ +$/, (spaces) => spaces.replaceAll(" ", "\\ "));
  return `/${escaped}`;
}

/** The text with these patterns added to our block. */
export function withPatterns(text: string, patterns: readonly string[]): string {
  const block = findBlock(text);
  const missing = patterns.filter((pattern) => !block?.patterns.includes(pattern));
  if (missing.length === 0) return text;
  if (block) return replaced(text, block, [...block.patterns, ...missing]);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lead = text === "" || text.endsWith("\n") ? "" : eol;
  return `${text}${lead}${[FIRST, ...patterns, LAST, ""].join(eol)}`;
}

/** The text with these patterns taken out of our block. An empty block goes. */
export function withoutPatterns(text: string, patterns: readonly string[]): string {
  const block = findBlock(text);
  return block ? replaced(text, block, block.patterns.filter((pattern) => !patterns.includes(pattern))) : text;
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly eol: string;
  readonly patterns: readonly string[];
}

function findBlock(text: string): Block | undefined {
  const match = new RegExp(`^${FIRST}(\\r?\\n)([\\s\\S]*?)^${LAST}[^\\S\\n]*\\n?`, "m").exec(text);
  if (!match) return undefined;
  const [whole, eol = "\n", lines = ""] = match;
  const patterns = lines.split(/\r?\n/).filter((line) => line !== "");
  return { start: match.index, end: match.index + whole.length, eol, patterns };
}

function replaced(text: string, { start, end, eol }: Block, patterns: readonly string[]): string {
  const block = patterns.length === 0 ? "" : [FIRST, ...patterns, LAST, ""].join(eol);
  return text.slice(0, start) + block + text.slice(end);
}
