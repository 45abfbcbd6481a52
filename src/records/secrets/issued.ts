/**
 * In: a text. Out: the tokens in it that begin with a prefix of their issuer, like `ghp_…`.
 *
 * A line of issued.txt is a kind and its tokens, each with its prefix, the characters after it, their number, and the
 * source. Of tokens with the same prefix the first that fits counts.
 *
 * Characters: x hex, n letters and digits, l small letters and digits, u capitals and digits, w n and _ -,
 * b n and + / =, t w and . ~ + / = |
 * Number: 36 exactly, 36+ or more, 20-40 between; with ? there is a digit among them, since words may begin with the
 * prefix, too.
 * Kind: `public` for a token that is not a secret.
 * Source: D the issuer's documentation, S secretlint's recommended rules 13.0.7 (MIT), G the rules that gitleaks
 * publishes (MIT).
 *
 * Hot path: some 200 prefixes without a pattern for each. One pattern finds long words, and their first two characters
 * are looked up in the table, which is searched as text.
 */
import { remembered } from "../../remembered.ts";
import ISSUERS from "./issued.txt" with { type: "text" };
import { type Found, isPlaceholder } from "./look.ts";

const ALPHABETS = {
  x: "0-9A-Fa-f",
  n: "0-9A-Za-z",
  l: "0-9a-z",
  u: "0-9A-Z",
  w: "0-9A-Za-z_-",
  b: "0-9A-Za-z+/=",
  t: "0-9A-Za-z_.~+/=|-",
} as const;

/** Every token holds such a word; most prompts hold none. */
const LONG_WORD = /[\w-]{16,}/g;
/** A long word from its beginning, so that a shorter one is read only once; not a line of dashes. */
const WHOLE_LONG_WORD = /(?<![\w-])-{0,5}\w[\w-]{15,}/g;
/** The most characters of a token before its long word: `dp.pt.`, `1//`, `bce-v3/`. */
const LONGEST_PREFIX = 12;

/** No issuer has longer tokens. A limit, because a text may be read again from each of its characters. */
const LONGEST_TOKEN = 4096;

/** The length of the longest word of a text that may be part of a token; 0 without a word of sixteen characters. */
export function longestWord(text: string): number {
  let longest = 0;
  for (const { 0: word } of text.matchAll(WHOLE_LONG_WORD)) longest = Math.max(longest, word.length);
  return longest;
}

/** The tokens of a text, from left to right, none within another. */
export function issuedTokens(text: string): Found[] {
  const found: Found[] = [];
  let from = 0;
  LONG_WORD.lastIndex = 0;
  for (let word = LONG_WORD.exec(text); word !== null; word = LONG_WORD.exec(text)) {
    const end = LONG_WORD.lastIndex;
    for (let at = Math.max(from, startBefore(text, word.index)); at < end; at++) {
      const isGlued = at > 0 && isAlphanumeric(text.charCodeAt(at - 1));
      if (isGlued && !hasMark(text, at)) continue;
      const token = tokenAt(text, at);
      // A word may go on so: “risk_test_environments”.
      if (token === undefined || isGlued && !/\d/.test(text.slice(at, token.end))) continue;
      if (token.kind !== "public") found.push(token);
      from = token.end;
      at = token.end - 1;
    }
    LONG_WORD.lastIndex = Math.max(end, from);
  }
  return found.some(({ kind }) => kind === AWS) ? withAwsSecrets(text, found) : found;
}

const AWS = "aws-key";
const AWS_SECRET = /(?<![\w/+])[A-Za-z0-9/+]{40}(?![\w/+=])/g;

/** With the secrets that AWS issues together with a key id: these have no prefix, and their form alone says little. */
function withAwsSecrets(text: string, found: readonly Found[]): Found[] {
  const secrets = [...text.matchAll(AWS_SECRET)]
    .filter(([word]) => [/\d/, /[a-z]/, /[A-Z]/].every((each) => each.test(word)) && !isPlaceholder(word))
    .map(({ index, 0: word }) => ({ start: index, end: index + word.length, kind: AWS }))
    .filter(({ start, end }) => !found.some((other) => other.start < end && start < other.end));
  return [...found, ...secrets].sort((a, b) => a.start - b.start);
}

/** Whether a prefix with a mark (`ghp_`), which no word holds, may begin here, also behind letters (`-ughp_…`). */
function hasMark(text: string, at: number): boolean {
  return /[_-]/.test(text.slice(at + 3, at + MARKED_PREFIX)) && /^[0-9A-Za-z]{3}/.test(text.slice(at, at + 3));
}

/** Characters in which such a prefix has its mark. */
const MARKED_PREFIX = 6;

/** Where a token may begin whose long word begins at `start`. */
function startBefore(text: string, start: number): number {
  let at = start;
  while (at > 0 && start - at < LONGEST_PREFIX && isOfPrefix(text.charCodeAt(at - 1))) at--;
  return at;
}

function isOfPrefix(code: number): boolean {
  return isAlphanumeric(code) || code === 45 || code === 46 || code === 47 || code === 126;
}

/** Whether a character is a letter or a digit of ASCII. */
export function isAlphanumeric(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
}

/** The first row of the table for two characters. */
const firstRow = remembered((key: string) => ISSUERS.indexOf(key));

function tokenAt(text: string, at: number): Found | undefined {
  const key = `, ${text.slice(at, at + 2)}`;
  for (let row = firstRow(key); row !== -1; row = ISSUERS.indexOf(key, row + 1)) {
    const [prefix = "", alphabet = "n", count = ""] = ISSUERS.slice(row + 2, ISSUERS.indexOf("\n", row)).split(" ", 3);
    if (!text.startsWith(prefix, at)) continue;
    const start = at + prefix.length;
    const end = start + lengthOf(text, start, alphabet as keyof typeof ALPHABETS);
    // The kind stands at the beginning of the line.
    const line = ISSUERS.lastIndexOf("\n", row) + 1;
    if (fits(text, start, end, count)) return { start: at, end, kind: ISSUERS.slice(line, ISSUERS.indexOf(",", line)) };
  }
  return undefined;
}

/** The number of characters of an alphabet from `start` on, without the full stop of a sentence. */
function lengthOf(text: string, start: number, alphabet: keyof typeof ALPHABETS): number {
  const pattern = new RegExp(`[${ALPHABETS[alphabet]}]{0,${LONGEST_TOKEN}}`, "y");
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0].replace(/[.~|/-]+$/, "").length ?? 0;
}

function fits(text: string, start: number, end: number, count: string): boolean {
  const least = parseInt(count);
  const isOpen = count.includes("+");
  const most = isOpen ? Infinity : Number(/-(\d+)/.exec(count)?.[1] ?? least);
  const length = end - start;
  // A token of a known length ends there.
  if (length < least || length > most || (!isOpen && isAlphanumeric(text.charCodeAt(end)))) return false;
  const body = text.slice(start, end);
  return (!count.endsWith("?") || /\d/.test(body)) && !isPlaceholder(body);
}
