/**
 * In: a prompt. Out: the person's own words, without the text of others that they pasted beside them, in which a
 * question drowns: one prompt in fifty got its record, of own words two in three (docs/internals/recall-measured.md).
 */
import { sign } from "./signs.ts";
import { holdsAny } from "../text/patterns.ts";
import { countHan } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";

/** More than people write beside a pasted text. Characters. */
const OWN_MAX = 600;

/** The sentences of the first and the last paragraph; where neither begins with one, the whole prompt. */
export function ownWords(prompt: string): string {
  const lines = prompt.split("\n");
  const ends = [paragraph(lines), paragraph(lines.toReversed()).toReversed()];
  const own = ends.map((each) => each.join("\n")).filter((text) => text !== "" && text.length <= OWN_MAX);
  // Without a pasted text both may be the same.
  return own.length > 0 ? [...new Set(own)].join("\n") : prompt;
}

/** Whether a prompt is a log or code alone: no line of it reads like a sentence, and each has a stamp or a call. */
export function isPasted(prompt: string): boolean {
  return prompt.trim().split("\n").every((line) =>
    line.trim() === "" || (!isSentence(line, true) && (STAMP.test(line) || CODE.test(line)))
  );
}

const CODE = /[{}=;]|\w\(/;

/** The first paragraph, as far as its lines read like sentences. */
function paragraph(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  const next = lines[from + 1];
  const isAlone = next !== undefined && (next.trim() === "" || next.startsWith("```"));
  const end = lines.findIndex((line, at) => at >= from && (line.trim() === "" || !isSentence(line, isAlone)));
  return lines.slice(from, end === -1 ? undefined : end).map((line) => line.trim());
}

const ANNOUNCES = sign("announces a text");
const ORDERS_ON_TEXT = sign("orders work on a text");
/** Longer than such an order. Characters. */
const ORDER_MAX = 120;
/** So many colons of a line are looked at for an order before them. */
const COLONS_MAX = 3;
const COLONS = [":", "："];
/** What opens a text of somebody else: a fence, or at the beginning of a line three quotation marks or a tag. */
const OPENS = /```|^~{3}|^"{3}|^'{3}|^<(?!private\b)([a-z][\w-]*)\b[^>\n]*>/gim;
/** Each match of it holds one of these. */
const ENCLOSING = ["```", "~~~", '"""', "'''", "<"];

/**
 * A prompt without plainly somebody else's words, in which no order is the person's: what is fenced, quoted or tagged,
 * and what follows a line that announces a text ("Summarise this page:"), or an order to work on one.
 */
export function withoutPasted(prompt: string): string {
  const text = withoutEnclosed(prompt);
  let from = 0;
  for (const line of text.split("\n")) {
    const end = ANNOUNCES.test(line.trim()) ? line.length : endOfOrder(line);
    if (end !== undefined) return text.slice(0, from + end);
    from += line.length + 1;
  }
  return text;
}

/** Where in a line the order to work on a text ends, and the text begins; undefined where it holds none. */
function endOfOrder(line: string): number | undefined {
  // Most lines hold none, and what helps an iterator is slow at its first use.
  if (!holdsAny(line, COLONS)) return undefined;
  return line.matchAll(/[:：]/g).take(COLONS_MAX).map(({ index }) => index + 1).find((end) => {
    const before = line.slice(Math.max(0, end - ORDER_MAX), end);
    return ORDERS_ON_TEXT.test(before.replace(/^.*[.?!。？！:：](?=.)/u, "").trim());
  });
}

/**
 * A text without fenced, quoted and tagged parts. A tag that nothing closes encloses nothing; a fence or a quotation
 * that nothing closes reaches to the end of the text.
 */
export function withoutEnclosed(text: string): string {
  if (!holdsAny(text, ENCLOSING)) return text;
  // A pattern would look for the end of each tag anew: a second for a page of tags that nothing closes.
  const unclosed = new Set<string>();
  let [kept, from] = ["", 0];
  for (const { 0: opening, 1: tag, index } of text.matchAll(OPENS)) {
    const closing = tag ? `</${tag}>` : opening === "```" ? opening : `\n${opening}`;
    if (index < from || unclosed.has(closing)) continue;
    const end = text.indexOf(closing, index + opening.length);
    if (end === -1 && tag) unclosed.add(closing);
    else {
      kept += `${text.slice(from, index)}\n`;
      from = end === -1 ? text.length : end + closing.length;
    }
  }
  return kept + text.slice(from);
}

/** The beginnings of sentences, unlike those of indented lines, comments, lists, diffs and logs. */
const BEGINS = /^(?:[\p{L}\p{N}"'“‘`@(（《「]|[/!]\w)/u;
const STAMP = /^\d{2,4}[-/:.]\d/;
const LINK = "](";
const ASKS = /[?？]["'”’)）]?$/u;
const SIGN = /[^\p{L}\s,.?!'"，。？！、：；（）“”‘’…]/gu;

/** Shares of signs and digits: a question may name a path or a call, other sentences hold few. */
const SIGNS_OF_QUESTION = 0.35;
const SIGNS_OF_CHINESE = 0.15;
const SIGNS = 0.12;
/** For a line between blank lines, such as "yarn add axios". Characters. */
const ALONE_MAX = 120;
/** More than a third of an English sentence are words like "the", "is", "how"; most lines of a log hold none. */
const SMALL_WORDS = 0.25;

/** Whether a line reads like a sentence. `isAlone`: it is a paragraph. */
export function isSentence(line: string, isAlone: boolean): boolean {
  const text = line.trim();
  if (text.length > OWN_MAX || !BEGINS.test(line) || STAMP.test(line) || text.includes(LINK)) return false;
  const signs = (text.match(SIGN)?.length ?? 0) / text.length;
  if (ASKS.test(text)) return signs < SIGNS_OF_QUESTION;
  if (isAlone && text.length <= ALONE_MAX && /\s/.test(text) && signs < SIGNS_OF_CHINESE) return true;
  if (countHan(text) >= 3) return signs < SIGNS_OF_CHINESE;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  return words.length >= 4 && signs < SIGNS && words.filter(isStopWord).length >= SMALL_WORDS * words.length;
}
