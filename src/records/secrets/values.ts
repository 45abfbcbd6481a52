/**
 * In: a place in a text, or the name of a secret. Out: the values there: in quotes or up to the next blank, a
 * passphrase of several words, the line below the name, the column or list below it.
 */
import { HAN, hasHan } from "../../text/script.ts";
import { holdsAny } from "../../text/patterns.ts";
import * as look from "./look.ts";
import { type Named, REACH } from "./names.ts";

/** The most characters of a value; a longer token is read to its end once it is known to be a secret. */
export const LONGEST_READ = 512;

const QUOTE = /["'`“‘「『【*]/;

const CLOSING: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "「": "」", "『": "』", "【": "】" };

/** A value without quotes: up to the next blank, Chinese character, or sign that ends or brackets a phrase. */
const BARE = new RegExp(
  String.raw`(?:(?!\([${HAN}])[^\s"'\x60“”‘’「」『』，。；、！？：（）【】《》<>,;|${HAN}]){1,512}`,
  "y",
);

const REST = new RegExp(String.raw`[^\s"'\x60“”，。；、！（）<>,;|${HAN}]*`, "y");

/** A value in the place of a secret. */
export interface Value {
  readonly start: number;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** The value at a place: in quotes, or up to the next blank. */
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

/** The value at a place, up to the next blank, Chinese character or sign that ends a phrase. */
export function valueBare(text: string, at: number): Value | undefined {
  BARE.lastIndex = at;
  const found = BARE.exec(text)?.[0];
  if (found === undefined) return undefined;
  // In the query of a URL, the value ends before the next field.
  const value = trimmed(
    found.replace(/&[\w.-]{1,60}=.*$|#.*$/, (rest) => rest.startsWith("#") && !isOfQuery(text, at) ? rest : ""),
  );
  return value === "" ? undefined : { start: at, value, isQuoted: false };
}

/** Whether a place is right behind the name of a field in the query of a URL. */
export function isOfQuery(text: string, at: number): boolean {
  return /[?&][\w.-]{0,40}=$/.test(text.slice(Math.max(0, at - 44), at));
}

/** A word without the full stop of a sentence, or a bracket that was opened before the word. */
export function trimmed(word: string): string {
  const end = /[([{]/.test(word) ? /[.*_]+$/ : /[.*_)\]}]+$/;
  return word.replace(end, "");
}

/** A value as a found secret; a long one is read to its end. */
export function asFound(text: string, { start, value, isQuoted }: Value, kind: string): look.Found {
  let end = start + value.length;
  if (!isQuoted && value.length >= LONGEST_READ - 4) {
    REST.lastIndex = start;
    end = start + (REST.exec(text)?.[0].length ?? value.length);
  }
  return { start, end, kind };
}

const LEADS_TO_PHRASE = [" is ", " was ", ": ", "= ", ':"', "：", "是", "为", "“", "「", ' "', " \x60"];

const PHRASE =
  /(?:^\s?(?=["“「『\x60])|\b(?:is|was)(?: now| still)?|[:=：是为])\s{0,3}(?:["“「『\x60]((?:[^\s"”」』\x60]{1,20} ){2,9}[^\s"”」』\x60]{1,20})["”」』\x60]|((?:[A-Za-z0-9'’-]{1,16} ){2,7}[A-Za-z0-9!?#-]{1,16})(?=[ \t]*(?:[.,;，。；(（\n]|$)))/;

/** A passphrase of several words, in quotes or up to the end of the sentence. */
export function phraseIn(text: string, { start, end, sureness }: Named, kind: string): look.Found | undefined {
  if (sureness !== "password") return undefined;
  const reach = text.slice(end, end + REACH + 80);
  if (!/[\w'’] [\w'’]/.test(reach) || !holdsAny(reach, LEADS_TO_PHRASE)) return undefined;
  const told = PHRASE.exec(reach);
  if (told === null || told.index > REACH) return undefined;
  const phrase = told[1] ?? told[2] ?? "";
  const words = phrase.split(/\W+/).filter((word) => word !== "");
  const isPass = /^passphrase/i.test(text.slice(start, end));
  const isLong = words.length >= (isPass ? 3 : 4);
  const isOfWords = isLong && words.every((word) => /^[a-z]{3,}$/.test(word)) && (isPass || !/^[:=]/.test(told[0]));
  const hasDigit = /\d/.test(phrase) && (told[1] !== undefined || isLong || isPass);
  if (!isOfWords && !hasDigit) return undefined;
  const isProse = (word: string) =>
    look.holds(FORM_WORDS, word) || look.holds(STATES, word) || (look.isTerm(word) && !/^\d+$/.test(word));
  if (words.some(isProse)) return undefined;
  const at = end + told.index + told[0].lastIndexOf(phrase);
  return { start: at, end: at + phrase.length, kind };
}

/** Whether several words in quotes are a passphrase, and not the hint of a form's field. */
export function isPhrase(value: string, name: string): boolean {
  if (
    hasHan(value) || value.length > 80 || value.split(/\W+/).some((word) => look.holds(FORM_WORDS, word)) ||
    /[(){}<>]/.test(value)
  ) {
    return false;
  }
  if (/passphrase/i.test(name)) return value.split(" ").length >= 3;
  return /pass|pwd|密码|口令/i.test(name) && /\d/.test(value) && /[a-z]/i.test(value);
}

/** Words about a password that are not one. */
export const STATES = look.listed("states");

const FORM_WORDS = look.listed("forms");

/** Words and signs right before a secret. */
export const LEAD =
  /(?:\b(?:is|was|to|be|becomes|as|now|still|are|contains|holds|reads|says|equals|its|es|est|ist|use|try|enter|type)(?::|\s{1,4}(?:now |still |just |actually )?)|(?:是|为|成|成了|内容|用|填|叫|改|了|写|给|即|输入|输|等于|[：＝→（【])\s{0,4}|[:=/—–?？]\s{1,4}|--(?:body|value)[ =]|['’]s\s|\s\(|密码\/\S{1,20}\/)["'`“「『*]{0,2}$/;

/** The secret stands alone on the next line. */
const LINE_BELOW =
  /["'`*_]{0,3}[ \t]{0,4}[:：]?[ \t]{0,4}\r?\n[ \t]{0,12}(?=["'`]?[^\s"'`]{4,80}["'`]?[ \t]{0,8}(?:\r?\n|$))/y;

/** The text between two secrets of one sentence or list; LABEL is the name of the second. */
const AND =
  /["'`”」』*]{0,2}(?:\s?[,，、;；/|&+]\s?|\s?(?:\b(?:and|or)\b|和|及|以及|跟|与)\s?|\r?\n[ \t]{0,8}(?:[-*•]|\d{1,2}[.)、])?[ \t]{0,4})/y;

const LABEL = new RegExp(String.raw`[\w${HAN}.-]{1,16}(?:[ \t]{1,12}|[ \t]?[:：=][ \t]{0,4})`, "y");

/** The secrets that follow a secret in the same sentence or list, each of its form. */
export function furtherSecrets(text: string, first: look.Found, isLabelled: boolean): look.Found[] {
  const found: look.Found[] = [];
  const told = text.slice(first.start, first.end);
  for (let at = first.end; found.length < 20;) {
    const from = look.matchEnd(AND, text, at);
    if (from === undefined) break;
    const label = look.matchEnd(LABEL, text, from) ?? from;
    const isLabel = isLabelled || (/\s/.test(text.charAt(label - 1)) && !/[:：=]/.test(text.slice(from, label)));
    const value = (isLabel ? [from, label] : [from]).map((place) => valueAt(text, place)).find((each) => {
      if (each === undefined || !isLike(each.value, told)) return false;
      const end = each.start + each.value.length;
      return !/^["']?[:=]/.test(text.slice(end, end + 2));
    });
    if (value === undefined) break;
    const next = asFound(text, value, first.kind);
    found.push(next);
    at = next.end;
  }
  return found;
}

function isLike(value: string, told: string): boolean {
  if (value.length >= 16 && look.isGenerated(value) && told.length >= 16 && !/[=:]/.test(value)) {
    return !look.isFile(value);
  }
  return look.isPasswordLike(value) && Math.abs(value.length - told.length) <= 6 && !value.includes("=");
}

/** A secret that stands alone on the line below its name. */
export function lineBelow(text: string, { start, end, sureness }: Named, kind: string): look.Found | undefined {
  if (sureness === "weak" || !text.slice(end, end + 8).includes("\n")) return undefined;
  const below = look.matchEnd(LINE_BELOW, text, end);
  const found = below === undefined ? undefined : valueAt(text, below);
  if (found === undefined || look.isOrdinary(found.value)) return undefined;
  const { value, start: at } = found;
  const isLabel = /(?:^|\n)[^\n]{0,8}$/.test(text.slice(Math.max(0, start - 9), start));
  if ((!isLabel && !/[:：]/.test(text.slice(end, at))) || /=./.test(value)) return undefined;
  const isIt = sureness === "password"
    ? look.isPasswordLike(value) || (isLabel && look.isChosen(value))
    : value.length >= 16 && look.isGenerated(value) && !look.isDigest(text, at, value);
  return isIt ? asFound(text, found, kind) : undefined;
}

/** At most so many lines from a place on, each with its place. */
function* linesFrom(
  text: string,
  from: number,
  most: number,
): Iterable<{ readonly at: number; readonly line: string }> {
  for (let at = from, row = 0; row < most && at < text.length; row++) {
    const close = text.indexOf("\n", at);
    const end = close === -1 ? text.length : close;
    yield { at, line: text.slice(at, end) };
    at = end + 1;
  }
}

/** The secrets of a list below a heading, each with its own name. */
export function inList(text: string, { end, sureness }: Named, kind: string): look.Found[] {
  const headed = end + text.slice(end, end + 81).indexOf("\n");
  if (headed < end || !/[:：][ \t\r]{0,4}$/.test(text.slice(headed - 5, headed))) return [];
  const found: look.Found[] = [];
  for (const { at, line } of linesFrom(text, headed + 1, 20)) {
    if (line.trim() === "" || line.startsWith("-----")) break;
    for (const { 0: word, index } of line.matchAll(/[^\s"'\x60,，、;；|（）()]{6,}/g)) {
      const value = trimmed(word.replace(/^[^:：=]{1,20}[:：=](?=.)/, ""));
      const place = at + index + word.indexOf(value);
      const isLast = line.slice(index + word.length).trim() === "";
      const isIt = (value.length >= 20 && look.isGenerated(value) && !look.isFile(value) &&
        (look.isMixed(value) || /^[0-9a-f]{32,}(?:-[0-9a-f]+)*$/.test(value)) && !look.isDigest(text, place, value)) ||
        (sureness === "password" && look.isPasswordLike(value) && /[a-z!@#$%^&*]/.test(value) &&
          (isLast || LEAD.test(line.slice(0, index))));
      if (isIt && !look.isPlaceholder(value)) found.push({ start: place, end: place + value.length, kind });
    }
  }
  return found;
}

const LONGEST_HEADER = 300;

/** The values below a name in the first row of a table: in Markdown, or between commas or tabs. */
export function inColumn(text: string, { start, end, sureness }: Named, kind: string): look.Found[] {
  if (!/^[ \t\x60*"']{0,8}(?:[|,\t]|\r?\n)/.test(text.slice(end, end + 10))) return [];
  const before = text.slice(Math.max(0, start - LONGEST_HEADER), start);
  const lineStart = start - before.length + before.lastIndexOf("\n") + 1;
  const lineEnd = end + text.slice(end, end + LONGEST_HEADER).indexOf("\n");
  const header = text.slice(lineStart, lineEnd);
  const sign = ["|", "\t", ","].find((mark) => header.includes(mark));
  if (lineEnd < end || (before.length === LONGEST_HEADER && !before.includes("\n")) || sign === undefined) return [];
  const names = header.split(sign);
  const column = text.slice(lineStart, start).split(sign).length - 1;
  if ((names[column] ?? "").length > 30 || (sign === "," && names.some((name) => name.trim() === ""))) return [];
  const found: look.Found[] = [];
  for (const { at, line } of linesFrom(text, lineEnd + 1, 50)) {
    const cells = line.split(sign);
    if (cells.length !== names.length) break;
    const cell = cells[column] ?? "";
    const value = cell.replace(/^[\s"'\x60*]+|[\s"'\x60*]+$/g, "");
    const isIt = sureness === "password"
      ? value.length >= 6 &&
        (look.isPasswordLike(value) || (look.isChosen(value) && !look.isTerm(value) && !look.isReference(value)))
      : value.length >= 16 && look.isGenerated(value);
    if (isIt && !/\s/.test(value) && !look.isPlaceholder(value) && !look.isDigest(text, at, value)) {
      const place = at + cells.slice(0, column).join(sign).length + (column > 0 ? sign.length : 0) +
        cell.indexOf(value);
      found.push({ start: place, end: place + value.length, kind });
    }
  }
  return found;
}
