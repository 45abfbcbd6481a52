/**
 * In: the text of a record. Out: its words with their places, and what it says of one of them: that it is not to be
 * used, that it is the way to go, that something is to be done or not at all.
 * Not done here: what a call does (act.ts), and what it has to do with a record (signs.ts).
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { below } from "../text/word_list.ts";
import rules from "./words/rules.txt" with { type: "text" };

/** A word of a record with its place. */
export interface Token {
  /** In lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Written as code is: between backticks, in capitals, with signs, or as Latin letters in Chinese. */
  readonly isCode: boolean;
  /** It begins with a capital. */
  readonly isCapital: boolean;
  /** It stands between backticks. */
  readonly isQuoted: boolean;
}

/** A record, taken apart for comparing. */
export interface Reading {
  /** In lower case. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Entities and tags, in lower case. */
  readonly labels: readonly string[];
  /** It says what is to be done or not. */
  readonly isRule: boolean;
}

const TOKEN = /[A-Za-z0-9_@.~*\\/+$#=:%-]+/g;

/** Takes a record apart. */
export function readingOf(content: string, labels: readonly string[], isRule: boolean): Reading {
  const text = content.toLowerCase();
  return {
    text,
    tokens: tokensOf(content),
    labels: labels.map((label) => label.toLowerCase().trim()),
    // Asked of few: the patterns are long.
    get isRule() {
      return isRule || lastOf(listed("rule"), text) !== -1 ||
        (isCjk(text) && new RegExp(listed("rule zh").join("|")).test(text));
    },
  };
}

function tokensOf(content: string): Token[] {
  const tokens: Token[] = [];
  const isChinese = isCjk(content);
  let spans = 0;
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(content); match; match = TOKEN.exec(content)) {
    const trimmed = match[0].replace(/(?<=.)[.:,=]+$/, "").replace(/^[:=]+(?=.)/, "");
    const start = match.index + match[0].indexOf(trimmed);
    for (let at = from; at < start; at++) if (content[at] === "`") spans++;
    from = start;
    const isQuoted = spans % 2 === 1;
    const isCode = isChinese || isQuoted || /[._/:=\d-]/.test(trimmed) || /^[A-Z]{2,}$|[a-z][A-Z]/.test(trimmed);
    tokens.push({
      text: trimmed.toLowerCase(),
      start,
      end: start + trimmed.length,
      isCode,
      isCapital: /^[A-Z]/.test(trimmed),
      isQuoted,
    });
  }
  return tokens;
}

const lists = new Map<string, readonly string[]>();

/** A list of words/rules.txt; such words are looked for as text, since patterns of all of them take long to compile. */
function listed(title: string): readonly string[] {
  const list = lists.get(title) ?? below(title, rules).split("\n").filter((word) => word !== "");
  lists.set(title, list);
  return list;
}

/** Where one of these words stands last as a word of its own; -1 without any. Chinese ones stand anywhere. */
function lastOf(words: readonly string[], text: string): number {
  let last = -1;
  for (const word of words) {
    let at = text.lastIndexOf(word);
    while (at > last && !isWhole(text, at, word)) at = at === 0 ? -1 : text.lastIndexOf(word, at - 1);
    last = Math.max(last, at);
  }
  return last;
}

function isWhole(text: string, at: number, word: string): boolean {
  return isCjk(word) || !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length));
}

/** A word's sentence is no longer than this on either side. */
const BEFORE = 90;
const BEHIND = 90;
const END = /(?:[;。；：]|[.:] |，).*$/s;

/** What stands before a word in its sentence, without backticks. */
function before({ text }: Reading, { start }: Token): string {
  const near = text.slice(Math.max(0, start - BEFORE), start).replace(/[`"“”]/g, "");
  const ends = [". ", ": ", ..."：。；;！？!?"].map((sign) => near.lastIndexOf(sign));
  return near.slice(Math.max(...ends) + 1);
}

/** What a record says of doing a thing: that it is not to be done, that it is the way to go, or neither. */
export function polarityOf(reading: Reading, token: Token): "not" | "way" | undefined {
  const rest = reading.text.slice(token.end, token.end + BEHIND);
  const after = rest.replace(/^[`"')(]+/, "");
  const clause = rest.replace(END, "");
  if (listed("after").some((word) => after.startsWith(word)) || lastOf(listed("behind not"), clause) !== -1) {
    return "not";
  }
  if (ONLY_BY.test(clause)) return "not";
  const isAllowed = lastOf(listed("behind way"), rest.slice(0, 30).replace(/[.;。；,，].*$/s, "")) !== -1;
  if (isAllowed && !/\bnot\b|不/.test(rest.slice(0, 40))) return "way";
  const said = before(reading, token);
  const not = lastOf([...listed("not"), ...listed("not zh")], said);
  const way = lastOf([...listed("run"), ...listed("run zh")], said);
  if (not === -1 && way === -1) return undefined;
  // "Never run npm": what is run is not to be run.
  return not > way || (not !== -1 && !/[,，:：]/.test(said.slice(not, way))) ? "not" : "way";
}

/** “Only run by the pipeline”. */
const ONLY_BY = /\bonly (?:be |ever )?\w+ (?:by|in|from|through|via)\b/;

/** Whether it holds a phrase as words of its own; of Chinese the blanks don't count. */
export function holdsPhrase(text: string, phrase: string): boolean {
  if (isCjk(phrase)) return text.replaceAll(" ", "").includes(phrase.replaceAll(" ", ""));
  const at = text.indexOf(phrase);
  return at !== -1 && !/[a-z]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + phrase.length));
}
