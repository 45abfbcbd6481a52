/**
 * In: a text and where it names a secret. Out: the secrets that stand in rows: below the name, in the column or the
 * list that it heads, in the same breath as the first.
 *
 * @module
 */
import type { Found } from "./found.ts";
import { isDigest, isFile, isOfResource, isPlaceholder, isReference, isTerm } from "./harmless.ts";
import { isChosen, isMade, isMixed, isOdd } from "./look.ts";
import type { Named } from "./names.ts";
import { asFound, trimmed, valueAt } from "./values.ts";

/** Words and signs that may lead to the secret. */
export const LEAD =
  /(?:\b(?:is|was|to|be|becomes|as|now|still|are|contains|holds|reads|says|equals|its|es|est|ist|use|try|enter|type)(?::|\s{1,4}(?:now |still |just |actually )?)|(?:是|为|成|成了|内容|用|填|叫|改|了|写|给|即|输入|输|等于|[：＝→（【])\s{0,4}|[:=/—–?？]\s{1,4}|--(?:body|value)[ =]|['’]s\s|\s\(|密码\/\S{1,20}\/)["'`“「『*]{0,2}$/;

/** The secret has the next line for itself. */
const LINE_BELOW =
  /["'`*_]{0,3}[ \t]{0,4}[:：]?[ \t]{0,4}\r?\n[ \t]{0,12}(?=["'`]?[^\s"'`]{4,80}["'`]?[ \t]{0,8}(?:\r?\n|$))/y;

/** What leads from one secret to the next that is told in the same breath; there may be a word for what it is of. */
const AND =
  /["'`”」』*]{0,2}(?:\s?[,，、;；/|&+]\s?|\s?(?:\b(?:and|or)\b|和|及|以及|跟|与)\s?|\r?\n[ \t]{0,8}(?:[-*•]|\d{1,2}[.)、])?[ \t]{0,4})/y;

const LABEL = /[\w\u4e00-\u9fff.-]{1,16}(?:[ \t]{1,12}|[ \t]?[:：=][ \t]{0,4})/y;

/** The secrets that follow one, each like it. */
export function besides(text: string, first: Found, isLabelled: boolean): Found[] {
  const found: Found[] = [];
  const told = text.slice(first.start, first.end);
  for (let at = first.end; found.length < 20;) {
    AND.lastIndex = at;
    if (!AND.test(text)) break;
    const from = AND.lastIndex;
    LABEL.lastIndex = from;
    const labelled = LABEL.test(text) && (isLabelled || /\s/.test(text.charAt(LABEL.lastIndex - 1))) &&
        !/[:：=]/.test(isLabelled ? "" : text.slice(from, LABEL.lastIndex))
      ? LABEL.lastIndex
      : undefined;
    const value = [from, labelled].map((place) => place === undefined ? undefined : valueAt(text, place))
      .find((candidate) =>
        candidate !== undefined && isLike(candidate.value, told) &&
        !/^["']?[:=]/.test(
          text.slice(candidate.start + candidate.value.length, candidate.start + candidate.value.length + 2),
        )
      );
    if (value === undefined) break;
    const next = asFound(text, value, first.kind);
    found.push(next);
    at = next.end;
  }
  return found;
}

function isLike(value: string, told: string): boolean {
  if (value.length >= 16 && isMade(value) && told.length >= 16 && !/[=:]/.test(value)) return !isFile(value);
  return isOdd(value) && Math.abs(value.length - told.length) <= 6 && !value.includes("=");
}

/** A secret that stands alone on the line below its name. */
export function lineBelow(text: string, { start, end, sureness }: Named, kind: string): Found | undefined {
  LINE_BELOW.lastIndex = end;
  if (sureness === "weak" || !text.slice(end, end + 8).includes("\n") || !LINE_BELOW.test(text)) return undefined;
  const value = valueAt(text, LINE_BELOW.lastIndex);
  if (value === undefined || isTerm(value.value) || isReference(value.value) || isPlaceholder(value.value)) {
    return undefined;
  }
  const isLabel = /(?:^|\n)[^\n]{0,8}$/.test(text.slice(Math.max(0, start - 9), start));
  if ((!isLabel && !/[:：]/.test(text.slice(end, value.start))) || /=./.test(value.value)) return undefined;
  const isIt = sureness === "password"
    ? isOdd(value.value) || (isLabel && isChosen(value.value))
    : value.value.length >= 16 && isMade(value.value) && !isDigest(text, value.start, value.value);
  return isIt ? asFound(text, value, kind) : undefined;
}

/** A heading, and a list of secrets below it: what each is of, and the secret. */
export function inList(text: string, { start, end, sureness }: Named, kind: string): Found[] {
  const headed = end + text.slice(end, end + 81).indexOf("\n");
  if (headed < end || !/[:：][ \t\r]{0,4}$/.test(text.slice(headed - 5, headed))) return [];
  if (isOfResource(text, start)) return [];
  const found: Found[] = [];
  let at = headed + 1;
  for (let row = 0; row < 20 && at < text.length; row++) {
    const close = text.indexOf("\n", at);
    const line = text.slice(at, close === -1 ? undefined : close);
    if (line.trim() === "" || line.startsWith("-----")) break;
    for (const { 0: word, index } of line.matchAll(/[^\s"'\x60,，、;；|（）()]{6,}/g)) {
      const value = trimmed(word.replace(/^[^:：=]{1,20}[:：=](?=.)/, ""));
      const place = at + index + word.indexOf(value);
      const isLast = line.slice(index + word.length).trim() === "";
      const isIt = (value.length >= 20 && isMade(value) && !isFile(value) &&
        (isMixed(value) || /^[0-9a-f]{32,}(?:-[0-9a-f]+)*$/.test(value)) && !isDigest(text, place, value)) ||
        (sureness === "password" && isOdd(value) && /[a-z!@#$%^&*]/.test(value) &&
          (isLast || LEAD.test(line.slice(0, index))));
      if (isIt && !isPlaceholder(value)) found.push({ start: place, end: place + value.length, kind });
    }
    if (close === -1) break;
    at = close + 1;
  }
  return found;
}

const LONGEST_HEADER = 300;

/** The rows below a name that stands in a row of names: a table of Markdown, values between commas or tabs. */
export function inColumn(text: string, { start, end, sureness }: Named, kind: string): Found[] {
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
  const found: Found[] = [];
  let at = lineEnd + 1;
  for (let row = 0; row < 50 && at < text.length; row++) {
    const close = text.indexOf("\n", at);
    const cells = text.slice(at, close === -1 ? undefined : close).split(sign);
    if (cells.length !== names.length) break;
    const cell = cells[column] ?? "";
    const value = cell.replace(/^[\s"'\x60*]+|[\s"'\x60*]+$/g, "");
    const isIt = sureness === "password"
      ? value.length >= 6 && (isOdd(value) || (isChosen(value) && !isTerm(value) && !isReference(value)))
      : value.length >= 16 && isMade(value);
    if (isIt && !/\s/.test(value) && !isPlaceholder(value) && !isDigest(text, at, value)) {
      const place = at + cells.slice(0, column).join(sign).length + (column > 0 ? sign.length : 0) +
        cell.indexOf(value);
      found.push({ start: place, end: place + value.length, kind });
    }
    if (close === -1) break;
    at = close + 1;
  }
  return found;
}
