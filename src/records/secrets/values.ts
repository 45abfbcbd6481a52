/**
 * In: a place in a text. Out: the value that stands there, in quotes or to the next blank.
 * Not done here: whether it is a secret (stated.ts).
 *
 * @module
 */
import type { Found } from "./found.ts";

/** Long tokens are read on to their end once they are known for secrets. */
export const LONGEST_READ = 512;

/** With these begins what stands in quotes. */
export const QUOTE = /["'`“‘「『【*]/;

const CLOSING: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "「": "」", "『": "』", "【": "】" };

/** Without quotes: to the next blank, Chinese character or sign that ends a phrase or puts one in brackets. */
const BARE = /(?:(?!\([\u4e00-\u9fff])[^\s"'`“”‘’「」『』，。；、！？：（）【】《》<>,;|\u4e00-\u9fff]){1,512}/y;

const REST = /[^\s"'`“”，。；、！（）<>,;|\u4e00-\u9fff]*/y;

/** What stands where a secret would. */
export interface Value {
  readonly start: number;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** The value at a place: in quotes, or to the next blank. */
export function valueAt(text: string, at: number): Value | undefined {
  const quote = text.charAt(at);
  if (QUOTE.test(quote)) {
    const close = text.indexOf(CLOSING[quote] ?? quote, at + 1);
    const line = text.indexOf("\n", at);
    if (close > at && close - at <= LONGEST_READ && (line === -1 || close < line)) {
      return { start: at + 1, value: text.slice(at + 1, close).replace(/\\$/, ""), isQuoted: true };
    }
    return valueBare(text, at + 1);
  }
  return valueBare(text, at);
}

/** The value at a place, to the next blank, Chinese character or sign that ends a phrase. */
export function valueBare(text: string, at: number): Value | undefined {
  BARE.lastIndex = at;
  const found = BARE.exec(text)?.[0];
  if (found === undefined) return undefined;
  // Of a query: the next field begins after it.
  const value = trimmed(
    found.replace(/&[\w.-]{1,60}=.*$|#.*$/, (rest) => rest.startsWith("#") && !isOfQuery(text, at) ? rest : ""),
  );
  return value === "" ? undefined : { start: at, value, isQuoted: false };
}

/** Whether a place is right after the name of a field in an address. */
export function isOfQuery(text: string, at: number): boolean {
  return /[?&][\w.-]{0,40}=$/.test(text.slice(Math.max(0, at - 44), at));
}

/** Without what ends a sentence, or closes what was opened before it. */
export function trimmed(word: string): string {
  const end = /[([{]/.test(word) ? /[.*_]+$/ : /[.*_)\]}]+$/;
  return word.replace(end, "");
}

/** A value as a secret that was found; a long one is read on to its end. */
export function asFound(text: string, { start, value, isQuoted }: Value, kind: string): Found {
  let end = start + value.length;
  if (!isQuoted && value.length >= LONGEST_READ - 4) {
    REST.lastIndex = start;
    end = start + (REST.exec(text)?.[0].length ?? value.length);
  }
  return { start, end, kind };
}
