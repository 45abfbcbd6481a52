/**
 * In: a long prompt. Out: the person's own words, without the text that they pasted beside them.
 * Not done here: weighing the words (recall/outline.ts), the intent (intent.ts).
 *
 * People paste a log, code or a page, and ask above or below it. In one text with it the question drowns: of the
 * prompts that memory can help one in fifty got its record, of their own words alone two in three
 * (docs/internals/recall-measured.md).
 *
 * @module
 */
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

/** The first paragraph, as far as its lines read like sentences. */
function paragraph(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  const next = lines[from + 1];
  const isAlone = next !== undefined && (next.trim() === "" || next.startsWith("```"));
  const end = lines.findIndex((line, at) => at >= from && (line.trim() === "" || !isSaid(line, isAlone)));
  return lines.slice(from, end === -1 ? undefined : end).map((line) => line.trim());
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

function isSaid(line: string, isAlone: boolean): boolean {
  const text = line.trim();
  if (text.length > OWN_MAX || !BEGINS.test(line) || STAMP.test(line) || text.includes(LINK)) return false;
  const signs = (text.match(SIGN)?.length ?? 0) / text.length;
  if (ASKS.test(text)) return signs < SIGNS_OF_QUESTION;
  if (isAlone && text.length <= ALONE_MAX && /\s/.test(text) && signs < SIGNS_OF_CHINESE) return true;
  if (countHan(text) >= 3) return signs < SIGNS_OF_CHINESE;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  return words.length >= 4 && signs < SIGNS && words.filter(isStopWord).length >= SMALL_WORDS * words.length;
}
