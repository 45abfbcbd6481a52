/**
 * In: a text. Out: the text without the parts that its author marked as private, `<private>…</private>`, in any
 * spelling that a reader takes for it.
 *
 * `<private key>` is a placeholder, and 《private》 may be a title: these count where `</private>` follows.
 * Hot path: a text without such a word or such a sign costs a search.
 */
import { once } from "../remembered.ts";

/** The text without its private parts. Of nested ones the outermost counts; an open one reaches to the end. */
export function withoutPrivate(text: string): string {
  if (!mayBePrivate(text)) return text;
  const tags = [...text.matchAll(tagPattern())];
  if (tags.length === 0) return text;
  const lastClosing = tags.findLast(({ groups }) => groups?.["slash"])?.index ?? -1;
  let kept = "";
  let from = 0;
  let depth = 0;
  for (const { 0: whole, index, groups } of tags) {
    if (!groups?.["slash"]) {
      const isSure = groups?.["sure"] !== undefined && groups["rest"] === undefined;
      if (!isSure && index > lastClosing) continue;
      if (depth === 0) kept += text.slice(from, index);
      depth++;
    } else if (depth > 0) {
      depth--;
      from = index + whole.length;
    }
  }
  if (from === 0 && depth === 0) return text;
  return (depth > 0 ? kept : kept + text.slice(from)).replace(/[ \t]{2,}/g, " ").trim();
}

/** Signs in which the word may be hidden: of no width, of full width, Greek or Cyrillic. */
const UNUSUAL =
  /[\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\uff21-\uff5a\u0370-\u04ff]/;

function mayBePrivate(text: string): boolean {
  if (!/[<＜﹤〈《⟨]|&/.test(text)) return false;
  return text.toLowerCase().includes("private") || UNUSUAL.test(text);
}

/** Each letter with those that look like it. */
const LETTERS = ["pｐрρ", "rｒ", "iｉіιı", "vｖѵν", "aａаα", "tｔтτ", "eｅе"];

const tagPattern = once(() => {
  const unseen =
    "[\\xad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]";
  const blank = `(?:\\s|${unseen})*`;
  const open = "(?:(?<sure>[<＜﹤]|&(?:amp;)*(?:lt|#0*60|#x0*3c);)|[〈《⟨])";
  const close = "(?:[>＞﹥〉》⟩]|&(?:amp;)*(?:gt|#0*62|#x0*3e);)";
  const word = LETTERS.map((letters) => `[${letters}]`).join(`${unseen}*`);
  const value = `(?:"[^"]{0,200}"|'[^']{0,200}'|“[^”]{0,200}”|[^\\s<>"'“＜＞]{1,200})`;
  const attributes = `(?:(?:\\s|${unseen})+[\\p{L}\\p{N}_:.-]+${blank}=${blank}${value})*`;
  const rest = `(?<rest>(?:\\s|${unseen})[^<>＜＞〈〉《》]{1,200}?(?<!/))?`;
  return RegExp(`${open}${blank}(?<slash>[/／]?)${blank}${word}${attributes}${blank}${rest}${close}`, "giu");
});
