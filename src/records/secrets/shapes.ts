/**
 * In: a text. Out: secrets that are known by their shape or by where they stand: keys in blocks, passwords in
 * addresses, headers, and in the words of commands.
 *
 * A row of shapes.txt: the kind; `long`, `option`, `looks`, as Shape tells them; words in lower case of which a text
 * holds one; then the pattern, and another one where the secrets are within what it matches.
 *
 * What a pattern repeats without end is followed by nothing, or can't begin anew within itself: each takes time in
 * proportion to the text, whatever it holds.
 *
 * @module
 */
import { remembered } from "../../remembered.ts";
import { holdsAny, type PatternGroup, type Patterns, patternsIn, writtenPattern } from "../../text/patterns.ts";
import { commandsIn } from "./commands.ts";
import hooks from "./hooks.txt" with { type: "text" };
import { longestWord } from "./issued.ts";
import {
  type Found,
  isChosen,
  isCredential,
  isKey,
  isLongKey,
  isName,
  isPlaceholder,
  isTerm,
  isVariable,
  trimEnd,
} from "./look.ts";
import rows from "./shapes.txt" with { type: "text" };

/** A kind of secret. */
export interface Shape {
  readonly kind: string;
  /** How long a stretch of letters, digits, `_` and `-` it has, sixteen or more; most texts have none. */
  readonly long?: number;
  /** It is what a command's option says: `-p`, `--password`. */
  readonly isOption?: boolean;
  /** What its one group that matches holds is the secret; all of it where there is no group. */
  readonly pattern: () => RegExp;
  /** The secrets are within that, each where this matches. */
  readonly parts?: () => RegExp;
  /** How each secret looks. */
  readonly looks?: Look;
}

/** Whether what stands there is a secret, by itself and by the 60 characters before it. */
type Look = (secret: string, before: string) => boolean;

/** The secrets of a shape, from left to right. */
function secretsOf({ kind, pattern, parts, looks }: Shape, text: string): Found[] {
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

/** What one line says to paste is no key. */
const TO_PASTE =
  /KEY(?: BLOCK)?-----(?:\\n|\s){0,4}(?:[([<{][^\n]{0,80}|your[ _-][a-z _-]{1,60}|\.{3}|…|\*+)(?:\\n|\s){0,4}-----END/i;

const LOOKS: Readonly<Record<string, Look>> = {
  "a block": (block) => !TO_PASTE.test(block),
  "a key": isKey,
  "a long key": isLongKey,
  "a key of a service": (word, before) =>
    isLongKey(word) && new RegExp(patterns().part("AFTER_SERVICE"), "i").test(before),
  "a credential": isCredential,
  "a credential or digits": (word) => isCredential(trimEnd(word)) || /^\d{4,8}[#*]?$/.test(trimEnd(word)),
  "a password": (word) =>
    isCredential(trimEnd(word)) || (isChosen(word) && /[A-Z!@#$%^&*?~]/.test(word) && !isTerm(word)),
  "a code": (code) => code.length >= 6 && (/\d/.test(code) || /^(?:[a-z]{4}-)+[a-z]{4}$/.test(code)),
  "an argument": (argument) => argument.includes(" ") || isCredential(argument),
  "chosen": (word) => isChosen(word) && !isTerm(word),
  "with a digit": (word) => /\d/.test(word) && !isTerm(word),
  "no comma": (words) => !words.includes(","),
  "no variable": (word) => !/\$[({A-Z_]/.test(word),
  "bytes": (bytes) => new Set(bytes.split(/,\s*/)).size >= 6 && !/^0x00,\s*0x01/.test(bytes),
};

let read: Patterns | undefined;

function patterns(): Patterns {
  return read ??= patternsIn(rows);
}

const shapeOf = remembered(({ title, patterns: [pattern = "", parts] }: PatternGroup): Shape => {
  const [kind = "", ...options] = title.split(", ");
  const after = (name: string) => options.find((each) => each.startsWith(name))?.slice(name.length);
  const look = after("looks ");
  const looks = look === undefined ? undefined : LOOKS[look];
  if (look !== undefined && !looks) throw new Error(`No secret looks like ${look}`);
  return {
    kind,
    long: Number(after("long ") ?? 0),
    isOption: options.includes("option"),
    pattern: writtenPattern(pattern, patterns()),
    ...parts !== undefined && { parts: writtenPattern(parts, patterns()) },
    ...looks && { looks },
  };
});

/** The last parts of an address that lets somebody in: not words, nor only a number. */
function isHookSecret(path: string): boolean {
  return path.length >= 6 && !isName(path) && (/[a-z]/i.test(path) || path.length >= 16);
}

/**
 * The addresses in a text that let in whoever knows them. A row of hooks.txt: a part that tells them, in lower case,
 * and what stands between it and the secret, if anything, as a pattern; then the kind, if it has one of its own.
 */
function hooksIn(text: string, lower: string): Shape[] {
  if (!text.includes("://")) return [];
  const paths = lower.match(/:\/\/[^\s"'<>]{12,200}/g)?.join("\n") ?? "";
  return hooks.trim().split(/\s/).map((row) => row.split(">")).filter(([part = ""]) => paths.includes(part))
    .map(([part = "", lead = "", kind = "webhook"]): Shape => {
      const pattern = String
        .raw`${part.replace(/[.?/]/g, "\\$&")}${lead}((?=[\w~@:/-]{0,80}\d)[\w~-]{4,200}(?:[/@:][\w-]{4,200}){0,5})`;
      return { kind, pattern: () => new RegExp(pattern, "gi"), looks: isHookSecret };
    });
}

/** The shapes that a text may hold, each as a function that finds its secrets from left to right. */
export function shapesIn(text: string): ((text: string) => Found[])[] {
  const lower = text.toLowerCase();
  const longest = longestWord(text);
  const hasOption = /\s-{1,2}[a-z]/i.test(text);
  const possible = patterns().groups
    .filter(({ words, and }) => holdsAny(lower, words) && (and === undefined || holdsAny(lower, and)))
    .map(shapeOf)
    .filter(({ long = 0, isOption }) => long <= longest && (hasOption || isOption !== true));
  const addresses = longest > 0 || lower.includes("hook") ? hooksIn(text, lower) : [];
  return [...possible, ...commandsIn(text, hasOption, patterns().part("WORD")), ...addresses]
    .map((shape) => (current: string) => secretsOf(shape, current));
}
