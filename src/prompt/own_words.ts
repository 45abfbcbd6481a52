/**
 * In: a prompt of some length. Out: what its person says, without what they pasted before or after it.
 * Not done here: what it is about (intent.ts, outline.ts).
 *
 * People paste a log, code or a page and ask above or below it. Compared as one text its words drown the question: of
 * the prompts that memory can help one in fifty got its record, of their own words alone two in three
 * (docs/internals/recall-measured.md).
 *
 * @module
 */
import { countHan } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";

/** More than people write beside what they paste. Characters. */
const OWN_MAX = 600;

/** The first and the last paragraph, as far as their lines read like sentences; where neither does, all of it. */
export function ownWords(prompt: string): string {
  const lines = prompt.split("\n");
  const ends = [paragraph(lines), paragraph(lines.toReversed()).toReversed()];
  const own = ends.map((each) => each.join("\n")).filter((text) => text !== "" && text.length <= OWN_MAX);
  // Where nothing was pasted both may be one.
  return own.length > 0 ? [...new Set(own)].join("\n") : prompt;
}

function paragraph(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  const next = lines[from + 1];
  const isAlone = next !== undefined && (next.trim() === "" || next.startsWith("```"));
  const said: string[] = [];
  for (const line of lines.slice(from)) {
    if (line.trim() === "" || !isSaid(line, isAlone)) break;
    said.push(line.trim());
  }
  return said;
}

/**
 * Indented lines, comments, marks of a list or of a diff, stamps of a time: what logs and code begin with, and people
 * seldom.
 */
const BEGINS = /^(?:[\p{L}\p{N}"'“‘`@(（《「]|[/!]\w)/u;
const STAMP = /^\d{2,4}[-/:.]\d/;
const LINK = "](";
const ASKS = /[?？]["'”’)）]?$/u;
const SIGN = /[^\p{L}\s,.?!'"，。？！、：；（）“”‘’…]/gu;

/** Shares of signs and digits: a question may name a path or a call, a sentence holds few. */
const SIGNS_OF_QUESTION = 0.35;
const SIGNS_OF_CHINESE = 0.15;
const SIGNS = 0.12;
/** "yarn add axios", with a blank line around it. */
const ALONE_MAX = 120;
/** Of an English sentence more than a third are "the", "is", "how" and the like, of most lines of a log none. */
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
