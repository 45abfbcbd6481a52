/**
 * In: a text. Out: secrets that are known by their shape or place: keys in blocks, passwords in addresses, headers, and
 * in commands.
 *
 * A row of shapes.txt: the kind; `long`, `option`, `looks` (see Shape); words in lower case of which a text must hold
 * one; then the pattern, and a second pattern where the secrets are parts of its matches.
 *
 * A line of commands.txt is programs, and the words from the name of a program to the secret: an option like `-P`
 * anywhere behind the name (with a `+` the secret is joined to the option, with a `:` a name is), a fixed word, `*` for
 * any word. A sign at the end stands right before the secret within one word: `-u :` means `-u name:secret`.
 *
 * An endless repetition in a pattern stands at its end, or can't match again from within its own match. So each pattern
 * takes time in proportion to the length of any text.
 */
import { once, remembered } from "../../remembered.ts";
import { holdsAny, type PatternGroup, patternsIn, writtenPattern } from "../../text/patterns.ts";
import commands from "./commands.txt" with { type: "text" };
import hooks from "./hooks.txt" with { type: "text" };
import { longestWord } from "./issued.ts";
import {
  type Found,
  isChosen,
  isCredential,
  isFile,
  isKey,
  isLongKey,
  isName,
  isPlaceholder,
  isTerm,
  isVariable,
  trimEnd,
} from "./look.ts";
import rows from "./shapes.txt" with { type: "text" };

interface Shape {
  readonly kind: string;
  /** The length of a word of letters, digits, `_` and `-` in it, sixteen or more; most texts have none. */
  readonly long?: number;
  /** The secret is the value of a command's option: `-p`, `--password`. */
  readonly isOption?: boolean;
  /** The group that matches is the secret; the whole match where there is no group. */
  readonly pattern: () => RegExp;
  /** If given, the secrets are its matches within the match of `pattern`. */
  readonly parts?: () => RegExp;
  readonly looks?: Look;
}

/** Whether a match is a secret, by its text and the 60 characters before it. */
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

/** A block of one line with a request to paste a key is not a key. */
const TO_PASTE =
  /KEY(?: BLOCK)?-----(?:\\n|\s){0,4}(?:[([<{][^\n]{0,80}|your[ _-][a-z _-]{1,60}|\.{3}|…|\*+)(?:\\n|\s){0,4}-----END/i;

const LOOKS: Readonly<Record<string, Look>> = {
  "a block": (block) => !TO_PASTE.test(block),
  "a key": isKey,
  "a long key": isLongKey,
  // Not `page2` and `order_2024`; digits alone are the key of a record, but a token is one of nobody else.
  "a short key": (word, before) =>
    /\d/.test(word) && !(isName(word) && /^[a-z]+\d{1,2}$|[_-]/i.test(word)) &&
    (/[a-z]/i.test(word) ? !isTerm(word) : word.length >= 6 && !/[?&#;]key=$/i.test(before)),
  "a key of a service": (word, before) =>
    isLongKey(word) && new RegExp(patterns().part("AFTER_SERVICE"), "i").test(before),
  // A full stop may stand behind the name of a file: “the user migration db/001_user.sql.”
  "a credential": (word) => isCredential(word) && !/\.\w{2,5}[.!?]$/.test(word),
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

const patterns = once(() => patternsIn(rows));

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

/** Whether the last parts of an address are a secret: not a word, nor only a short number. */
function isHookSecret(path: string): boolean {
  return path.length >= 6 && !isName(path) && (/[a-z]/i.test(path) || path.length >= 16);
}

/**
 * The addresses in a text that need no password, like webhooks. A row of hooks.txt: a part by which the address is
 * known, in lower case; a pattern of the text between that part and the secret, if any; the kind, if not `webhook`.
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

/** Options without a value. */
const FLAGS = "(?:--?(?:relogin|force|raw|quiet|verbose|verify|cloud|yes|insecure|no-[a-z-]{1,20}|[fqvy])\\s+)*";

/** Any text between a program and its option; a command may go on after a backslash at a line's end. */
const BETWEEN = String.raw`(?:\\\n|[^\n|;]){0,200}?`;

function commandPattern(programs: string, lead: string, word: string): RegExp {
  const words = lead.split(" ");
  const sign = /^[:%,/]$/.test(words.at(-1) ?? "") ? words.pop() ?? "" : "";
  const steps = words.map((step) => {
    if (step === "*") return String.raw`\s+(?:-\S{1,40}\s+)*\S{1,200}`;
    const isJoined = step.endsWith("+");
    const literal = (isJoined ? step.slice(0, -1) : step).replaceAll(".", "\\.");
    if (literal.endsWith(":") && !isJoined) return String.raw`${BETWEEN}\s${literal}\S{1,80}`;
    return String.raw`${BETWEEN}[\s'"]${literal}${isJoined ? "" : String.raw`(?=[\s=])`}`;
  });
  const isJoined = words.at(-1)?.endsWith("+") === true;
  const isOption = words.at(-1)?.startsWith("-") === true;
  const gap = isJoined
    ? ""
    : sign === "/"
    ? String.raw`\s+(?:-\w+\s+)*["']?`
    : isOption
    ? String.raw`(?:\s+|=)`
    : String.raw`\s+${FLAGS}`;
  const program = programs.replace(/[.)]/g, "\\$&");
  return new RegExp(String.raw`(?<![\w.-])(?:${program})(?=\s)${steps.join("")}${gap}${wordAfter(sign, word)}`, "g");
}

/** The pattern of a shell word that holds a name, a sign and the secret. */
function wordAfter(sign: string, word: string): string {
  if (sign === "") return word;
  if (sign === "/") return String.raw`\w{1,40}\/(?:"([^"\n]{3,200})"|([^\s'"@$][^\s'"@]{2,80}))`;
  return String
    .raw`(?:'[^\s${sign}']{1,80}${sign}([^'\n]{3,200})'|"[^\s${sign}"]{1,80}${sign}([^"\n]{3,200})"|[^\s${sign}'"/]{1,80}${sign}([^\s'"/]{3,200}))`;
}

/** The rows of commands.txt. An import looks into hundred thousands of texts, so they are taken apart once. */
const commandRows = once(() =>
  commands.trim().split("\n").map((row) => {
    const blank = row.indexOf(" ");
    const lead = row.slice(blank + 1);
    // Without a pattern, because this is done for each row.
    const next = lead.indexOf(" ");
    const first = (next === -1 ? lead : lead.slice(0, next)).replace("+", "").replace("*", "");
    return { programs: row.slice(0, blank), lead, first };
  })
);

/** The commands that a text may hold, since it holds the program and the first word behind it; `word` is a pattern. */
function commandsIn(text: string, hasOption: boolean, word: string): Shape[] {
  const shapes: Shape[] = [];
  for (const { programs, lead, first } of commandRows()) {
    if (!hasOption && lead.startsWith("-")) continue;
    if (!text.includes(first)) continue;
    if (!programs.split("|").some((program) => text.includes(`${program} `))) continue;
    shapes.push({
      kind: "password",
      pattern: () => commandPattern(programs, lead, word),
      looks: (secret) => !isFile(secret),
    });
  }
  return shapes;
}
