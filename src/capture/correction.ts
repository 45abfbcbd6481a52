/**
 * In: what a person said, and what they said next. Out: whether that corrects it without naming it again, and both as
 * one text: 缓存 TTL 定 300 秒 and 不对，是 600.
 * What names its subject itself corrects a statement or an order to save wherever that stands.
 * Not done here: corrections that take a statement back or name what they correct right behind it (conversation.ts).
 */
import type { Lasting } from "../prompt/lasting.ts";
import { sign } from "../prompt/signs.ts";
import { contradicts } from "../recall/contradiction.ts";
import { readStatements } from "../recall/statement.ts";
import { isCjk } from "../text/script.ts";
import { sentencesOf } from "../text/sentences.ts";
import { bareIn, OPENS, replaces } from "./bare.ts";

/** In front of what takes the place of what the person said before. */
export const CORRECTS = sign("corrects");
/** In front of what holds, where another value, or a “not”, shows what is meant. */
export const CORRECTS_VALUE = sign("corrects a value");

/** Whether a prompt is nothing but another number, thing or name in place of one that a text holds. */
export function correctsBarely(text: string, later: string): boolean {
  return placeOf(text, later) !== -1;
}

/** A text and its correction, behind the sentence that it is about, as one. */
export function corrected(text: string, correction: string): string {
  const sentences = sentencesOf(text);
  const place = placeOf(text, correction);
  const at = place === -1 ? sentences.length - 1 : place;
  const joint = isCjk(correction) ? "，" : ", ";
  const rest = sentences.slice(at + 1).join("").trim();
  const wrong = sentences.slice(0, at + 1).join("").replace(/[\s.,;!。，；！]+$/u, "");
  if (rest === "") return `${wrong}${joint}${correction}`;
  return `${wrong}${joint}${correction.replace(/[\s.。]+$/u, "")}${isCjk(correction) ? "。" : ". "}${rest}`;
}

const NUMBER = /\d+(?:\.\d+)?/gu;
/** “900, not 300”, 不是 300. */
const DENIED = /(?:\bnot|不是)\s*(\d+(?:\.\d+)?)/giu;

/** Whether a correction denies a number that a text gives. */
export function denies(correction: string, text: string): boolean {
  const numbers: readonly string[] = text.match(NUMBER) ?? [];
  return [...correction.matchAll(DENIED)].some(([, value = ""]) => numbers.includes(value));
}

/** Whether a prompt begins as one that corrects what was said before. */
export function opensCorrection(prompt: string): boolean {
  return CORRECTS.test(prompt) || CORRECTS_VALUE.test(prompt);
}

/** A correction without what opens it: “Bob approves it” of “sorry, I was wrong: Bob approves it”. */
export function withoutOpener(correction: string): string {
  const opener = opensCorrection(correction) ? OPENS.find(correction) : undefined;
  return opener ? withoutOpener(correction.slice(opener.length)) : correction;
}

export type Contradicted = NonNullable<ReturnType<typeof contradictedBy>>;

/**
 * The latest of several prompts that a sentence of a correction contradicts. Gives the place of the prompt, its
 * statements that are wrong, and the sentence.
 */
export function contradictedBy(correction: string, stated: readonly (readonly Lasting[])[]) {
  for (const sentence of sentencesOf(correction)) {
    const now = readStatements(sentence);
    const isWrong = ({ content }: Lasting) => contradicts(now, readStatements(content));
    const at = stated.findLastIndex((each) => each.some(isWrong));
    if (at !== -1) return { at, wrong: stated[at]?.filter(isWrong) ?? [], sentence: sentence.trim() };
  }
  return undefined;
}

/** The last sentence that such a correction may be about; -1 where there is none. */
function placeOf(text: string, later: string): number {
  const bare = bareIn(later);
  return bare ? sentencesOf(text).findLastIndex((sentence) => replaces(bare, sentence)) : -1;
}
