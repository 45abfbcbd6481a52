/** Which texts have no blanks between words, and the two ways to write Chinese (scripts/han_table.ts). */
import { once, remembered } from "../remembered.ts";
import PAIRS from "./words/han.txt" with { type: "text" };

/** Thai, Chinese, Japanese and Korean characters, for a character class. */
export const NO_SPACE_SCRIPTS =
  "\\u0e00-\\u0e7f\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff";
/**
 * Chinese characters for a character class: Unicode's Han, as far as one code unit holds it. With the flag `u`,
 * `\p{sc=Han}` also holds the rare ones, but takes ten times as long to compile, so hooks do without.
 */
export const HAN =
  "\\u2e80-\\u2fdf\\u3005\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
/** Code units of Han characters beyond the first plane; emoji begin with other high surrogates. */
export const RARE_HAN = "[\\ud840-\\ud888][\\udc00-\\udfff]";
const NO_SPACES = new RegExp(`[${NO_SPACE_SCRIPTS}]`);
const EACH_HAN = new RegExp(`[${HAN}]|${RARE_HAN}`, "g");

/** Whether a text has characters of the scripts without blanks between words. */
export function isCjk(text: string): boolean {
  return NO_SPACES.test(text);
}

/** Whether a text has Chinese characters. */
export function hasHan(text: string): boolean {
  return text.search(EACH_HAN) !== -1;
}

/** How many Chinese characters a text has. */
export function countHan(text: string): number {
  return text.match(EACH_HAN)?.length ?? 0;
}

/** Whether a character code is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The overlapping pairs of a run; a single character is its own pair. */
export function pairsOf(run: string): string[] {
  if (run.length < 2) return [run];
  const pairs: string[] = [];
  for (let i = 0; i + 1 < run.length; i++) pairs.push(run.slice(i, i + 2));
  return pairs;
}

/** Calls `take` for every piece of two to `longest` characters, since Chinese words have no blanks between them. */
export function eachPiece(runs: readonly string[], longest: number, take: (piece: string) => void): void {
  for (const run of runs) {
    for (let start = 0; start + 2 <= run.length; start++) {
      for (let end = start + 2; end <= Math.min(run.length, start + longest); end++) take(run.slice(start, end));
    }
  }
}

/** The run with each traditional character replaced by its simplified one. */
export function foldHan(run: string): string {
  let folded = "";
  for (const sign of run) folded += sign < FIRST_HAN ? sign : simplified(sign);
  return folded;
}

const traditional = once(() => {
  const signs = [...PAIRS.replaceAll("\n", "")].filter((_, at) => at % 2 === 0);
  return new RegExp(`[${signs.join("")}]`, "g");
});

/** The same for many long texts: the pattern costs a tenth of a millisecond, then a text a twentieth of `foldHan`. */
export function foldHanInBulk(text: string): string {
  return text.replace(traditional(), simplified);
}

/** The text with letters, digits, `-` and `/` of full width in half width, of the same length. */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

const FULL_WIDTH = /[\uff0d\uff0f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;

/** A text for the comparison of phrases: width, case, kinds of blanks and of Chinese make no difference. */
export function foldText(text: string): string {
  return foldHan(text.normalize("NFKC").toLowerCase().replace(/\s+/g, " "));
}

const FIRST_HAN = "\u3400";
/** A line of the list: thirty pairs, each a traditional character and its simplified form, and the line's end. */
const LINE = 61;

/** Searched in the text of the list, since a table costs a hook more; remembered for a first sync. */
const simplified = remembered((sign: string): string => {
  const at = PAIRS.indexOf(sign);
  // At an odd place the character is a simplified one, and no list entry begins with it.
  return at === -1 || at % LINE % 2 === 1 ? sign : PAIRS.charAt(at + 1);
});
