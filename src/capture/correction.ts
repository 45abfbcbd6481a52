/**
 * In: what a person said, and what they said next. Out: whether that corrects it without naming it again, and both as
 * one text: 缓存 TTL 定 300 秒 and 不对，是 600.
 * An order to save is also corrected by what names its subject again, later on.
 * Not done here: corrections that take a statement back or name what they correct right behind it (conversation.ts).
 */
import { sign } from "../prompt/signs.ts";
import { contradicts } from "../recall/contradiction.ts";
import { readStatements } from "../recall/statement.ts";
import { isCjk } from "../text/script.ts";
import { sentencesOf } from "../text/sentences.ts";
import { bareIn, replaces } from "./bare.ts";

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

/** “That was wrong: …”, 不对，… */
const OPENING = /^[^,，:：]{1,24}[,，:：]\s*/u;

/** Takes away what a correction contradicts of orders. Gives the order in its place, and what else is said. */
export function correctOrder(told: { order?: string }[], correction: string) {
  const text = CORRECTS_VALUE.test(correction) ? correction.replace(OPENING, "") : correction;
  for (const sentence of sentencesOf(text)) {
    const now = readStatements(sentence);
    const isWrong = (line: string) => contradicts(now, readStatements(line));
    const last = told.findLast(({ order = "" }) => order.split("\n").some(isWrong));
    if (!last) continue;
    last.order = (last.order ?? "").split("\n").filter((line) => !isWrong(line)).join("\n");
    return { order: sentence.trim(), text: text.replace(sentence, "").trim() };
  }
  return undefined;
}

/** The last sentence that such a correction may be about; -1 where there is none. */
function placeOf(text: string, later: string): number {
  const bare = bareIn(later);
  return bare ? sentencesOf(text).findLastIndex((sentence) => replaces(bare, sentence)) : -1;
}
