/**
 * In: the text of a file of ours. Out: the text with a seal, by which we see later whether somebody changed it.
 * Not done here: deciding what to do with a changed one (changes.ts).
 *
 * @module
 */
import { sha256Hex } from "../sha256.ts";

/**
 * `untouched`: as we wrote it, in this version or an earlier one. `edited`: ours, changed since. `foreign`: never ours.
 */
export type Seal = "untouched" | "edited" | "foreign";

const SEAL = /<!-- memory:([0-9a-f]{12}) -->\s*$/;

/** The text, sealed. */
export function seal(text: string): string {
  const body = `${text.trimEnd()}\n`;
  return `${body}\n<!-- memory:${hash(body)} -->\n`;
}

/** Whether a text is ours, and as we wrote it. */
export function sealOf(text: string): Seal {
  const match = SEAL.exec(text);
  if (!match) return "foreign";
  return hash(text.slice(0, match.index)) === match[1] ? "untouched" : "edited";
}

/** Line ends don't count: git may have converted them. */
function hash(text: string): string {
  return sha256Hex([`${text.replaceAll("\r\n", "\n").trimEnd()}\n`]).slice(0, 12);
}
