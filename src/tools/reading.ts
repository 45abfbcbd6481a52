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
      return isRule || words().rule.test(text) || words().ruleZh.test(text);
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

let patterns: ReturnType<typeof makePatterns> | undefined;

function makePatterns() {
  const either = (title: string) => below(title, rules).trim().split("\n").join("|");
  const [not, notZh, run] = [either("not"), either("not zh"), either("run")];
  return {
    rule: new RegExp(`\\b(?:${either("rule")})\\b`),
    ruleZh: new RegExp(either("rule zh")),
    anyNot: new RegExp(`\\b(?:${not})\\b|${notZh}`, "g"),
    anyWay: new RegExp(`\\b(?:${run})\\b|${either("run zh")}`, "g"),
    after: new RegExp(`^(?:${either("after")})`),
    behindNot: new RegExp(either("behind not")),
    behindWay: new RegExp(`^[^.;。；,，]{0,24}(?:${either("behind way")})`),
  };
}

function words() {
  return patterns ??= makePatterns();
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
  const { after, behindNot, behindWay, anyNot, anyWay } = words();
  const rest = reading.text.slice(token.end, token.end + BEHIND);
  if (after.test(rest.replace(/^[`"')(]+/, "")) || behindNot.test(rest.replace(END, ""))) return "not";
  if (behindWay.test(rest) && !/\bnot\b|不/.test(rest.slice(0, 40))) return "way";
  const said = before(reading, token);
  const not = lastOf(anyNot, said);
  const way = lastOf(anyWay, said);
  if (not === -1 && way === -1) return undefined;
  // "Never run npm": what is run is not to be run.
  return not > way || (not !== -1 && !/[,，:：]/.test(said.slice(not, way))) ? "not" : "way";
}

function lastOf(pattern: RegExp, text: string): number {
  let last = -1;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    last = match.index;
    pattern.lastIndex = last + 1;
  }
  return last;
}

/** Whether it holds a phrase as words of its own; of Chinese the blanks don't count. */
export function holdsPhrase(text: string, phrase: string): boolean {
  if (isCjk(phrase)) return text.replaceAll(" ", "").includes(phrase.replaceAll(" ", ""));
  const at = text.indexOf(phrase);
  return at !== -1 && !/[a-z]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + phrase.length));
}
