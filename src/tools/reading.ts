/** In: the text of a record. Out: its words with their places, and what it says of a word or a path. */
import { isCjk } from "../text/script.ts";
import { once, remembered } from "../remembered.ts";
import { below } from "../text/word_list.ts";
import rules from "./words/rules.txt" with { type: "text" };

/** A word of a record with its place. */
export interface Token {
  /** In lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is written like code: between backticks, in capitals, with signs, or as Latin letters in Chinese. */
  readonly isCode: boolean;
  readonly isCapital: boolean;
  /** Whether it stands between backticks. */
  readonly isQuoted: boolean;
  /** Whether the next word says that it is a folder: “the vendor directory”, vendor 目录. */
  readonly isFolder: boolean;
}

/** A record, taken apart for comparing. */
export interface Reading {
  /** In lower case. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Entities and tags, in lower case. */
  readonly labels: readonly string[];
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
    // Computed on demand, since few records need it and the patterns are long.
    get isRule() {
      return isRule || lastOf(listed("rule"), text) !== -1 ||
        (isCjk(text) && new RegExp(listed("rule zh").join("|")).test(text));
    },
  };
}

/** “double/float”, “KEYS/FLUSHALL”: names beside each other, or a path. */
const BESIDE = /^[A-Za-z]\w+(?:\/[A-Za-z]\w+){1,3}$/;

const FOLDER_BEHIND = /^[`"”]?\s?(?:目录|文件夹|(?:director(?:y|ies)|folders?)(?![\w-]))/i;
const FOLDER_CHARACTERS = 16;

function tokensOf(content: string): Token[] {
  const tokens: Token[] = [];
  const isChinese = isCjk(content);
  let spans = 0;
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(content); match; match = TOKEN.exec(content)) {
    // The "t" of "don't" is no subcommand of npm.
    if (match[0].length <= 2 && /\w['’]/.test(content.slice(Math.max(0, match.index - 2), match.index))) continue;
    const trimmed = match[0].replace(/(?<=.)[.:,=]+$/, "").replace(/^[:=]+(?=.)/, "");
    const start = match.index + match[0].indexOf(trimmed);
    for (let at = from; at < start; at++) if (content[at] === "`") spans++;
    from = start;
    const isQuoted = spans % 2 === 1;
    const isCode = isChinese || isQuoted || /[._/:=\d-]/.test(trimmed) || /^[A-Z]{2,}$|[a-z][A-Z]/.test(trimmed);
    const add = (said: string, at: number) =>
      tokens.push({
        text: said.toLowerCase(),
        start: at,
        end: at + said.length,
        isCode,
        isCapital: /^[A-Z]/.test(said),
        isQuoted,
        isFolder: FOLDER_BEHIND.test(content.slice(at + said.length, at + said.length + FOLDER_CHARACTERS)),
      });
    add(trimmed, start);
    if (!BESIDE.test(trimmed)) continue;
    let at = start;
    for (const part of trimmed.split("/")) {
      add(part, at);
      at += part.length + 1;
    }
  }
  return tokens;
}

/** A list of words/rules.txt. Its words are looked for as text: a pattern of all of them takes long to compile. */
const listed = remembered((title: string): readonly string[] =>
  below(title, rules).split("\n").filter((word) => word !== "")
);

/** The last position of one of these as a whole word; -1 without any. Chinese words need not be whole. */
function lastOf(words: readonly string[], text: string): number {
  let last = -1;
  for (const word of words) {
    let at = text.lastIndexOf(word);
    while (at > last && !isWhole(text, at, word)) at = at === 0 ? -1 : text.lastIndexOf(word, at - 1);
    last = Math.max(last, at);
  }
  return last;
}

/** Whether no letter, number or hyphen stands beside a word: the "no" of `--no-cache` forbids nothing. */
function isWhole(text: string, at: number, word: string): boolean {
  return isCjk(word) || !/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + word.length));
}

/** So many characters on either side of a word are read as its sentence. */
const NEAR = 90;
const END = /(?:[;。；：]|[.:] |，).*$/s;

/** The part of a sentence before a word, without quotes and backticks. */
export function before({ text }: Reading, { start }: Token): string {
  const near = text.slice(Math.max(0, start - NEAR), start).replace(/[`"“”]/g, "");
  const ends = [". ", ": ", ..."：。；;！？!?"].map((sign) => near.lastIndexOf(sign));
  return near.slice(Math.max(...ends) + 1);
}

/** A record forbids a thing, or recommends it. */
export type Polarity = "not" | "way";

/** Whether a record forbids a thing or recommends it; undefined for neither. */
export function polarityOf(reading: Reading, token: Token): Polarity | undefined {
  const rest = reading.text.slice(token.end, token.end + NEAR);
  const clause = rest.replace(END, "");
  if (isForbiddenBehind(rest) || lastOf(listed("behind not"), clause) !== -1 || ONLY_BY.test(clause)) return "not";
  const isAllowed = lastOf(listed("behind way"), rest.slice(0, 30).replace(/[.;。；,，].*$/s, "")) !== -1;
  if (isAllowed && !/\bnot\b|不/.test(rest.slice(0, 40))) return "way";
  const said = before(reading, token);
  const not = lastOf([...listed("not"), ...listed("not zh")], said);
  const way = lastOf([...listed("run"), ...listed("run zh")], said);
  if (not === -1 && way === -1) return undefined;
  // "Run make lint before every commit" recommends no commit.
  if (way > not && /\b(?:before|after|until|unless|when|whenever|if|once)\b/.test(said.slice(way))) return undefined;
  // "Never run npm": a word such as "run" recommends nothing in the same clause behind one such as "never".
  return not > way || (not !== -1 && !/[,，:：]/.test(said.slice(not, way))) ? "not" : "way";
}

/** Whether the text behind a word begins by forbidding it: “is banned”. */
function isForbiddenBehind(rest: string): boolean {
  const after = rest.replace(/^[`"')(]+/, "");
  return listed("after").some((word) => after.startsWith(word));
}

/** “Only run by the pipeline”. */
const ONLY_BY = /\bonly (?:be |ever )?\w+ (?:by|in|from|through|via)\b/;

/** Whether the clause ends behind a word: “never npm”, unlike “never npm in CI”. */
export function endsClause({ text }: Reading, { end }: Token): boolean {
  return /^[`"”’)）]*\s*(?:by hand|directly)?\s*(?:$|[，,。.;；!！、])/.test(text.slice(end));
}

/** Whether a record holds a version back: “we stay on 6.6.4”. */
export function isPinned({ text }: Reading): boolean {
  return lastOf(listed("pinned"), text) !== -1;
}

/** Whether a word is a keyword of programming languages: files are full of them, so that it says nothing alone. */
export function isKeyword(word: string): boolean {
  return listed("keywords").includes(word);
}

// Paths.

/**
 * `frozen`: it is not to be edited by hand. `changed`: something has to be done when it changes. `means`: it is what
 * the record tells to use, or to give to a command, so that the record is about edits elsewhere.
 */
type PathPart = "frozen" | "changed" | "means";

/** The part of a path in a record; undefined where the record only says something of what is there. */
export function partOfPath(reading: Reading, token: Token): PathPart | undefined {
  const { frozen, changed, forbidden, edited, frozenIt } = pathPatterns();
  const rest = reading.text.slice(token.end, token.end + NEAR);
  const behind = rest.replace(/(?:[;。；]|\. ).*$/s, "");
  const ahead = before(reading, token);
  if (frozen.test(behind)) return "frozen";
  if (changed.test(behind)) return "changed";
  if (forbidden.test(ahead)) return "frozen";
  if (edited.test(ahead)) return "changed";
  if (isMeans(ahead)) return "means";
  return (token.isFolder || /[/*]/.test(token.text)) && frozenIt.test(rest) ? "frozen" : undefined;
}

const anyOf = (words: readonly string[]) => `(?:${words.join("|")})`;
const inEnglish = (words: readonly string[]) => String.raw`\b${anyOf(words.filter((word) => !isCjk(word)))}\b`;
const inChinese = (words: readonly string[]) => anyOf(words.filter(isCjk));

/** The patterns of what stands ahead of a path or behind it. */
const pathPatterns = once(() => {
  const [edits, frozen, when] = [listed("edits"), listed("frozen"), listed("when")];
  const changes = [...edits, ...listed("additions")];
  const [not, notZh] = [inEnglish(listed("not")), anyOf(listed("not zh"))];
  const noEdit = String.raw`${notZh}(?:再|直接|手工|手动|随便|去|手)*${inChinese(edits)}`;
  return {
    // “Is generated from”, “must not be edited”, 不许再改; not 不要改小, which tells of a value.
    frozen: new RegExp(
      String.raw`${inEnglish(frozen)}|${inChinese(frozen)}|${not} (?:be )?${inEnglish(edits)}|${noEdit}(?=$|[，,\s])`,
    ),
    // The next sentence speaks of the path: “never edit it”, 别手改
    frozenIt: new RegExp(
      String.raw`${not} ${inEnglish(edits)} (?:it|them)\b|[;。；] ?${noEdit}(?:它们?)?(?=$|[，,。；\s])`,
    ),
    // 里加文案时, 改完以后
    changed: /^[^，,]{0,8}(?:改(?!动)|加|新增)[^，,]{0,8}(?:时|(?<!前)后(?![端台续]))/,
    // “Never edit files in”, 不要手改
    forbidden: new RegExp(String.raw`${not}[^,]*${inEnglish(edits)}[^,]*$|${noEdit}[^，,]*$`),
    // “After changing”, “a variable added to”, 改了
    edited: new RegExp(
      String.raw`${inEnglish(when)}[^,]*${inEnglish(changes)}[^,]*$|(?:^|\s)${inEnglish(changes)}[^,]*$|` +
        String.raw`${inEnglish(changes)} (?:to|in|of|on)\s+$|(?:^|[，,\s]|${inChinese(when)})${
          inChinese(changes)
        }[^，,]*$`,
    ),
  };
});

/** “From”, “the client in”, `--config`: the record tells to use the path. */
function isMeans(ahead: string): boolean {
  const said = ahead.replace(/ the $/, " ").trimEnd();
  const isBefore = (word: string) =>
    said.endsWith(word) && (isCjk(word) || !/\w/.test(said.charAt(said.length - word.length - 1)));
  return listed("means").some(isBefore) ||
    /\b(?:use|using|via|through)(?: [\w'’-]+){1,4} $|\s--?[\w-]+[ =]$/.test(ahead);
}
