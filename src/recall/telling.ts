/**
 * In: a record that a prompt was given, and later a reply. Out: whether the reply rests on the record, since agents
 * seldom name its id: whether it holds a name, a number or another word of the record that the prompt did not hold.
 */
import { priorOf } from "../text/commonness.ts";
import { HAN, isCjk, pairsOf } from "../text/script.ts";
import { isStopWord } from "../text/stop.ts";

/** Enough to tell a record from others. These words are kept in the session's state. */
const WORDS_MAX = 8;
/** Of so many telling words, a single one in a reply may be chance. */
const MANY = 4;
/** Words with a smaller prior are in replies about anything. */
const LEAST_PRIOR = 0.5;

const WORD = new RegExp(String.raw`[A-Za-z][\w.\-/]*\w|\d[\d.,:]*\d|[${HAN}]{2,}`, "g");

/** The words of a record that the prompt does not hold and that are not in every reply, in lower case. */
export function tellingWords(content: string, prompt: string): string[] {
  const asked = prompt.toLowerCase();
  const words = (content.toLowerCase().match(WORD) ?? []).flatMap((word) => isCjk(word) ? pairsOf(word) : [word])
    .filter((word) => !asked.includes(word) && !isStopWord(word) && (/^\d/.test(word) || priorOf(word) >= LEAST_PRIOR));
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** Whether replies, in lower case, hold enough of a record's telling words. */
export function restsOn(replies: string, telling: readonly string[]): boolean {
  return telling.filter((word) => replies.includes(word)).length >= (telling.length < MANY ? 1 : 2);
}
