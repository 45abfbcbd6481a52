/**
 * In: the text of a record. Out: its words with their places, and what it says of one of them: that it is not to be
 * used, that it is the way to go, that something is to be done or not at all.
 * Not done here: what a call does, and how much speaks for a record (at_call.ts).
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
    tokens.push({ text: trimmed.toLowerCase(), start, end: start + trimmed.length, isCode, isQuoted });
  }
  return tokens;
}

let patterns: ReturnType<typeof makePatterns> | undefined;

function makePatterns() {
  const either = (title: string) => below(title, rules).trim().split("\n").join("|");
  const [not, notZh, run] = [either("not"), either("not zh"), either("run")];
  // “never npm or yarn”, “do not run a plain npm”
  const listed = String.raw`(?:[\w./()-]+(?:,? (?:or|and|nor) |, | ?/ ?)){0,3}`;
  return {
    rule: new RegExp(`\\b(?:${either("rule")})\\b`),
    ruleZh: new RegExp(either("rule zh")),
    not: new RegExp(`\\b(?:${not})\\W{1,3}(?:(?:${run}|with|the|a|plain|bare|raw|ever|to)\\W{1,3}){0,3}${listed}$`),
    notZh: new RegExp(`(?:${notZh})[^，。；,;、]{0,4}(?:[\\w./()-]+ ?(?:、|和|或|或者|也不要|也别) ?){0,3}$`),
    notFar: new RegExp(`(?:\\b(?:${not}) (?:[\\w-]+ ){0,3}|(?:${notZh})[^，。；,;]{0,8})$`),
    anyNot: new RegExp(`\\b(?:${not})\\b|${notZh}`),
    way: new RegExp(
      `\\b(?:${run}|with|via|through|by)\\W{1,3}(?:(?:the|a|plain|only)\\W{1,3})?$|(?:${
        either("run zh")
      })[^，。；,;a-z]{0,3}$`,
    ),
    after: new RegExp(`^(?:${either("after")})`),
  };
}

function words() {
  return patterns ??= makePatterns();
}

/** What stands before a word in its sentence, without backticks. */
function before({ text }: Reading, { start }: Token): string {
  const near = text.slice(Math.max(0, start - 60), start).replace(/[`"“”]/g, "");
  return near.slice(Math.max(near.lastIndexOf(". "), ...[..."。；;！？!?"].map((sign) => near.lastIndexOf(sign))) + 1);
}

/** Whether it says of a word that it is not to be used: “never npm”, “instead of npm”, “不要用 npm”, “npm is banned”. */
export function forbids(reading: Reading, token: Token): boolean {
  const said = before(reading, token);
  if (words().not.test(said) || words().notZh.test(said)) return true;
  return words().after.test(reading.text.slice(token.end, token.end + 24).replace(/^[`"')(]+/, ""));
}

/** The same of a name, with what is done to it between: “don't bring pydantic into the SDK”. */
export function forbidsName(reading: Reading, token: Token): boolean {
  return forbids(reading, token) || words().notFar.test(before(reading, token));
}

/** Whether it tells to use a word: “run make migrate”, “用 pnpm”. */
export function recommends(reading: Reading, token: Token): boolean {
  const said = before(reading, token);
  if (!words().way.test(said) || forbids(reading, token)) return false;
  const after = reading.text.slice(token.end, token.end + 40);
  return reading.isRule || /^[^.;。；]*\binstead\b/.test(after);
}

/** Whether there is a “not” before a word in its clause, however far. */
export function isNegated(reading: Reading, token: Token): boolean {
  const clause = before(reading, token).replace(/^.*[,，:：]/, "");
  return words().anyNot.test(clause) && !/\b(?:only|unless|without)\b|只|除非|不加|不带/.test(clause);
}

/** Whether it holds a phrase as words of its own; of Chinese the blanks don't count. */
export function holdsPhrase(text: string, phrase: string): boolean {
  if (isCjk(phrase)) return text.replaceAll(" ", "").includes(phrase.replaceAll(" ", ""));
  const at = text.indexOf(phrase);
  return at !== -1 && !/[a-z]/.test(text.charAt(at - 1)) && !/[a-z]/.test(text.charAt(at + phrase.length));
}
