/**
 * In: a record's text and the words of a query. Out: the text; of a long one the stretch around the words that match.
 */
import { isTelling } from "../text/commonness.ts";
import { analyse, termsOf } from "../text/mod.ts";
import { contentOf } from "../text/stop.ts";
import { otherNames } from "../text/thesaurus.ts";

/** A text up to so much longer than wanted is given whole: an ellipsis for ten characters helps nobody. */
const NEARLY = 1.25;
/** Columns that a Chinese character takes. */
const WIDEST = 2;
/** The share of the width before the first matching word: it tells what the sentence is about. */
const BEFORE = 0.3;
/** Characters that a cut may move to reach the end of a word. */
const TO_BOUNDARY = 15;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
const WORD = /\p{sc=Han}|[\p{L}\p{N}][\p{L}\p{N}._\-/:@#]*/gu;

/** The terms by which a text matches a query. */
export function termsToMeet(query: string): ReadonlySet<string> {
  const analysis = analyse(query);
  const own = [...termsOf(contentOf(analysis))];
  const telling = own.filter(isTelling);
  const names = otherNames(analysis).flatMap(({ terms, of }) => of.some(isTelling) ? terms : []);
  return new Set(telling.length > 0 ? [...telling, ...names] : own);
}

/** The text; of a long one the stretch, of so many columns, that holds most of the terms, the first of equals. */
export function excerptOf(text: string, terms: () => ReadonlySet<string>, width: number): string {
  const nearly = width * NEARLY;
  if (text.length * WIDEST <= nearly || widthOf(text) <= nearly) return text;
  const met = meet(text, terms());
  let best = { from: 0, score: 0 };
  for (let first = 0; first < met.length; first++) {
    const from = stepBack(text, met[first]?.at ?? 0, width * BEFORE);
    const end = stepOn(text, from, width);
    const held = new Set<string>();
    for (let next = first; (met[next]?.at ?? Infinity) < end; next++) held.add(met[next]?.term ?? "");
    if (held.size > best.score) best = { from, score: held.size };
  }
  const from = toBoundary(text, best.from);
  const end = stepOn(text, from, width);
  const cut = toBoundary(text, end);
  const to = cut >= text.length || cut > end + TO_BOUNDARY ? end : cut;
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}

function meet(text: string, terms: ReadonlySet<string>): { readonly at: number; readonly term: string }[] {
  const met: { at: number; term: string }[] = [];
  WORD.lastIndex = 0;
  let before = "";
  let beforeAt = -1;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const { 0: word, index: at } = match;
    const isHan = WIDE.test(word);
    if (isHan && before !== "" && beforeAt + before.length === at && terms.has(before + word)) {
      met.push({ at: beforeAt, term: before + word });
    }
    before = isHan ? word : "";
    beforeAt = at;
    if (isHan) {
      if (terms.has(word)) met.push({ at, term: word });
      continue;
    }
    const { stems, wholes, notations } = analyse(word);
    for (const term of [...stems, ...wholes, ...notations]) if (terms.has(term)) met.push({ at, term });
  }
  return met;
}

function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += WIDE.test(text.charAt(at)) ? WIDEST : 1;
  return width;
}

function stepOn(text: string, from: number, width: number): number {
  let at = from;
  for (let left = width; at < text.length && left > 0; at++) left -= WIDE.test(text.charAt(at)) ? 2 : 1;
  return at;
}

function stepBack(text: string, from: number, width: number): number {
  let at = from;
  for (let left = width; at > 0 && left > 0; at--) left -= WIDE.test(text.charAt(at - 1)) ? 2 : 1;
  return at;
}

/** The next place where a word begins, never inside a word or a character of two units. */
function toBoundary(text: string, from: number): number {
  let at = from;
  const isInside = () =>
    at > 0 && at < text.length && /[\p{L}\p{N}\udc00-\udfff]/u.test(text.charAt(at)) &&
    !WIDE.test(text.charAt(at)) && /[\p{L}\p{N}\ud800-\udfff]/u.test(text.charAt(at - 1)) &&
    !WIDE.test(text.charAt(at - 1));
  while (isInside() && at < from + TO_BOUNDARY) at++;
  return at;
}
