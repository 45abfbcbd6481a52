/**
 * What a table of secrets says of each: which texts may hold it, and where in them it stands.
 *
 * What a pattern repeats without end is followed by nothing, or can't begin anew within itself: each takes time in
 * proportion to the text, whatever it holds.
 *
 * @module
 */
import type { Found } from "./found.ts";
import { isPlaceholder, isVariable } from "./harmless.ts";

/** A kind of secret. */
export interface Shape {
  readonly kind: string;
  /** In lower case. A text without any of them holds no such secret, and the pattern is not even compiled. */
  readonly words: readonly string[];
  /** Of those one, too. */
  readonly and?: readonly string[];
  /** How long a stretch of letters, digits, `_` and `-` it has, sixteen or more; most texts have none. */
  readonly long?: number;
  /** It is what a command's option says: `-p`, `--password`. */
  readonly isOption?: boolean;
  /** What its one group that matches holds is the secret; all of it where there is no group. */
  readonly pattern: () => RegExp;
  /** The secrets are within that, each where this matches. */
  readonly parts?: () => RegExp;
  /** How each secret looks. */
  readonly looks?: (secret: string, before: string) => boolean;
}

/** What a shell takes for one word: in quotes, or without. */
export const WORD = String
  .raw`(?:'([^'\n]{3,200})'|"([^"\n]{3,200})"|([^\s'"<|;&-][^\s'"|;]{2,200}))`;

/** A pattern of what stands before a word of the shell, and of the word. */
export function command(before: string, word: string): RegExp {
  return new RegExp(before + word, "g");
}

/** The secrets of a shape, from left to right. */
export function secretsOf({ kind, pattern, parts, looks }: Shape, text: string): Found[] {
  const found: Found[] = [];
  const add = (secret: string, start: number) => {
    if (
      isPlaceholder(secret) || isVariable(secret) ||
      looks?.(secret, text.slice(Math.max(0, start - 60), start)) === false
    ) return;
    found.push({ start, end: start + secret.length, kind });
  };
  for (const match of text.matchAll(pattern())) {
    const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
    // The last occurrence: a password may equal the user name or the word before it.
    const start = match.index + match[0].lastIndexOf(secret);
    if (parts === undefined) add(secret, start);
    else for (const { 0: part, index } of secret.matchAll(parts())) add(part, start + index);
  }
  return found;
}
