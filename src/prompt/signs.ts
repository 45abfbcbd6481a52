/** In: the name of a sign by which prompts are recognised (signs.txt). Out: its pattern, or its words. */
import { type PatternGroup, patternsIn, type RarePattern, rarePattern, writtenPattern } from "../text/patterns.ts";
import { remembered } from "../remembered.ts";
import { foldHan, halfWidth } from "../text/script.ts";
import text from "./signs.txt" with { type: "text" };

const patterns = patternsIn(text);

/**
 * A longer text is compared as it is typed: to look up each of its characters would take milliseconds. The signs that
 * are asked of whole prompts name the few characters that they need in both scripts. Characters.
 */
const LONGEST_SIMPLIFIED = 300;
const simplified = remembered((text: string) => inUsualWords(foldHan(text)), 8);

/** The text in half width, with the usual word where people write another one, of the same length: 代办 for 待办. */
export function inUsualWords(text: string): string {
  return halfWidth(text).replaceAll("週", "周").replaceAll("代办", "待办").replaceAll("搜寻", "搜索");
}

/**
 * The pattern of a sign. A short text is compared in simplified characters. `{NAME}` among the sign's words stands for
 * the words of a part. A sign may stand below several titles, one for each language: few texts need all its patterns.
 */
export function sign(name: string): RarePattern {
  const parts = groupsOf(name).map(({ words, patterns: [pattern = ""] }) => {
    const all = words.flatMap((word) => word.startsWith("{") ? patterns.whole(word).split("|") : word);
    return rarePattern(all, writtenPattern(pattern, patterns));
  });
  const read = (typed: string) => typed.length > LONGEST_SIMPLIFIED ? typed : simplified(typed);
  return {
    test: (typed) => parts.some((part) => part.test(read(typed))),
    find: (typed) => {
      let found: string | undefined;
      for (const part of parts) found ??= part.find(read(typed));
      const at = found === undefined ? 0 : read(typed).indexOf(found);
      return found && typed.slice(at, at + found.length);
    },
  };
}

/** The words of a sign. */
export function signWords(name: string): readonly string[] {
  return groupsOf(name).flatMap(({ words }) => words);
}

function groupsOf(name: string): readonly PatternGroup[] {
  const groups = patterns.groups.filter(({ title }) => title === name);
  if (groups.length === 0) throw new Error(`No sign is called ${name}`);
  return groups;
}

/** People who ask for earlier work as a whole write little more. Characters. */
const LONGEST_FOR_EARLIER = 240;
const EARLIER = sign("earlier");
const TIME = sign("time");
const ASKS_WHAT_WAS = sign("asks what was");

/** Whether a text may ask for earlier work or a time. One prompt in twenty does, and only it loads earlier.ts. */
export function mayAskForEarlier(text: string): boolean {
  return text.length <= LONGEST_FOR_EARLIER && EARLIER.test(text);
}

/** Whether a text may name a past time, beside whatever else. */
export function mayNameTime(text: string): boolean {
  return text.length <= LONGEST_FOR_EARLIER && TIME.test(text);
}

/** Whether a query may ask what held before: the old value, what something replaced. */
export function asksWhatWas(query: string): boolean {
  return query.length <= LONGEST_FOR_EARLIER && ASKS_WHAT_WAS.test(query);
}
