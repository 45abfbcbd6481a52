/**
 * In: a text. Out: the text as it is searched for secrets: in half width, without the characters that nobody sees, and,
 * for tokens, with the pieces put together that a line's end parts; and where in the text itself a found secret lies.
 *
 * Hot path: one pattern tells that a text has nothing of it, as nearly all have.
 */
import { isAlphanumeric } from "./issued.ts";
import type { Found } from "./look.ts";

/** A text as it is searched. */
export interface Seen {
  readonly text: string;
  readonly gaps: readonly Gap[];
}

interface Gap {
  /** The place in the searched text right behind the gap. */
  readonly at: number;
  /** How many characters were left out up to there. */
  readonly lost: number;
}

/** Hidden characters, and those of full width. */
const UNUSUAL = /[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\uff10-\uff5a]/;

/** The text without hidden characters: a web page or a chat puts them into a token, where a line may break. */
export function visible(text: string): Seen {
  return UNUSUAL.test(text) ? shownWithout(text, hiddenIn(text)) : { text, gaps: [] };
}

/** Whether a token may be in pieces: at a line's end behind a backslash, or within quotes. */
export function isBroken(text: string): boolean {
  return hasLongPieces(text) && breaksIn(text).length > 0;
}

/** The text without hidden characters, and without what parts the pieces of a token. */
export function joined(text: string): Seen {
  return shownWithout(text, [...hiddenIn(text), ...breaksIn(text)].sort((one, other) => one.start - other.start));
}

/** The places in the text itself of secrets that were found in it as it was searched, from left to right. */
export function placesIn({ gaps }: Seen, found: readonly Found[]): readonly Found[] {
  if (gaps.length === 0) return found;
  let next = 0;
  let lost = 0;
  const placeOf = (at: number) => {
    for (let gap = gaps[next]; gap !== undefined && gap.at <= at; gap = gaps[++next]) lost = gap.lost;
    return at + lost;
  };
  return found.map(({ start, end, kind }) => ({ start: placeOf(start), end: placeOf(end - 1) + 1, kind }));
}

/** Shorter pieces on both sides of a line's end are no token: every token holds a word of sixteen characters. */
const SHORTEST_TOKEN = 16;

/**
 * Whether two pieces beside a line's end are together as long as a token. Without a pattern, because many texts have
 * several lines, and the one by which breaks are found takes a hook 80 µs to compile.
 */
function hasLongPieces(text: string): boolean {
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    let before = at - 1;
    while (before >= 0 && "\r\\".includes(text.charAt(before))) before--;
    let start = before;
    while (isOfToken(text.charCodeAt(start)) && before - start < SHORTEST_TOKEN) start--;
    let after = at + 1;
    while (after < text.length && " \t".includes(text.charAt(after))) after++;
    let end = after;
    while (isOfToken(text.charCodeAt(end)) && end - after < SHORTEST_TOKEN) end++;
    if (before - start + end - after >= SHORTEST_TOKEN) return true;
  }
  return false;
}

function isOfToken(code: number): boolean {
  return isAlphanumeric(code) || code === 45 || code === 95;
}

/**
 * A value in quotes that goes on over lines of one word each, as a token does that was too long for its line. The
 * closing quote is not part of the match: if an apostrophe opened the match, that quote is the one that opens the
 * value.
 */
const QUOTED_LINES = /(["'`])[^"'`\n]*(?<=[^\s"'`\\])(?:\r?\n[ \t]*[^\s"'`\\]+)+(?=\s*\1)/g;

/** The line ends that may part the pieces of a token, with what belongs to neither. */
function breaksIn(text: string): Part[] {
  const breaks = [...text.matchAll(/(?<=\S)\\\r?\n[ \t]*(?=\w)/g)].map(partOf);
  for (const { 0: quoted, index } of text.matchAll(QUOTED_LINES)) {
    for (const found of quoted.matchAll(/\r?\n\s*/g)) breaks.push(partOf({ ...found, index: index + found.index }));
  }
  return breaks;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

function partOf({ 0: part, index }: { 0: string; index: number }): Part {
  return { start: index, end: index + part.length };
}

function hiddenIn(text: string): Part[] {
  return [...text.matchAll(/[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+/g)].map(partOf);
}

/** @param parts from left to right; where two overlap the second is left out from the end of the first */
function shownWithout(text: string, parts: readonly Part[]): Seen {
  const gaps: Gap[] = [];
  let kept = "";
  let from = 0;
  for (const { start, end } of parts) {
    if (end <= from) continue;
    kept += text.slice(from, start);
    from = end;
    gaps.push({ at: kept.length, lost: from - kept.length });
  }
  return { text: halfWidth(kept + text.slice(from)), gaps };
}

/** Letters and digits of full width become ASCII, so that the search for secrets need not know them. */
function halfWidth(text: string): string {
  return text.replace(
    /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a\uff0d]/g,
    (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
  );
}
