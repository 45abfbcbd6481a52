/**
 * In: a person's text. Out: the sentences in which they state what will be needed: a rule, a preference, a decision, a
 * correction, or a fact that the code does not show. By weights (scripts/train_prompts.ts), which understand no
 * meaning: the agent, which is told to save such statements anyway, makes up for misses and judges finds.
 */
import type { MemoryType } from "../records/mod.ts";
import { sign } from "./signs.ts";
import { ownWords, withoutPasted } from "./own_words.ts";
import { learnt, weigh, weighBest } from "./sentence_weights.ts";
import { isHandedOver } from "./handed_over.ts";
import { sentencesIn } from "./sentences.ts";

/** A sentence that will be needed. */
export interface Lasting {
  /** As typed. */
  readonly content: string;
  /** `W` for a decision or a fact, `O` for a rule, a preference, a correction. */
  readonly memoryType: MemoryType;
}

/** The least score of such a sentence, where an agent judges it and where nobody does. */
export const LINES = { judged: -0.45, unjudged: -0.05 } as const;
/** The least score of a rule; in doubt it is one, since rules are told first. */
export const RULE_LINE = -0.2;

const DISMISSAL = sign("dismissal");
/** What is to be forgotten is not stated. */
const FORGETS = sign("orders to forget");
/** The weights know no address, and where a thing stands is in no code. */
const ADDRESS = sign("tells an address");
const SUPPOSES = sign("supposes");
const HOLDS_ONCE = sign("holds once");
const DOUBTS_OTHERS = sign("doubts what others want");
/** A doubt stands at the beginning of the next sentence. Characters. */
const DOUBT_MAX = 60;
/** A shorter sentence states nothing; a longer one, a whole paragraph without a full stop, is pasted. Characters. */
const SENTENCE_MIN = 4;
const SENTENCE_MAX = 300;
/** A longer text may hold a pasted one, so only the person's own words count. Characters. */
const LONG_TEXT = 300;
/** Own words of more characters are pasted all the same. */
const PASTE = 2_000;

/** The lasting sentences of a text. `line`: one of LINES. */
export function lastingIn(text: string, line: number): Lasting[] {
  const plain = withoutPasted(text);
  const own = plain.length < LONG_TEXT ? plain : ownWords(plain);
  if (own.length > PASTE) return [];
  const sentences = sentencesIn(own);
  const stated = sentences.filter(({ said }, at) => {
    const score = scoreOf(said, sentences[at - 1]?.said ?? "");
    const isStated = score > line || score > LINES.judged && SAYS_SO.test(said) || ADDRESS.test(said);
    return isStated && !DISMISSAL.test(said) &&
      !FORGETS.test(said) && !leavesOpen(said, sentences[at + 1]?.said);
  });
  const states = (text: string) => stated.some(({ typed }) => text.includes(typed));
  // A text stands in a paragraph of its own. Beside one in a fence the other words are the person's.
  const mayHold = /\n\s*\n/.test(plain) && text.startsWith(plain);
  return stated.filter(({ typed }) => !mayHold || !isHandedOver(plain, typed, plain.indexOf(typed), states)).map(
    ({ typed, said }) => {
      const isRule = SAYS_SO.test(said) || !ADDRESS.test(said) && weigh(learnt().rules, said, "") > RULE_LINE;
      return { content: typed.replace(FILLER, ""), memoryType: isRule ? "O" : "W" };
    },
  );
}

/** Whether a sentence is only imagined, holds once, or tells what others want, whom it or the next one doubts. */
export function leavesOpen(said: string, next = ""): boolean {
  return SUPPOSES.test(said) || HOLDS_ONCE.test(said) || DOUBTS_OTHERS.test(`${said}, ${next.slice(0, DOUBT_MAX)}`);
}

/** A sentence with these says itself that it holds from now on: however much else speaks for a task, it is stated. */
const SAYS_SO = /\bfrom (?:now|here) on\b|\bgoing forward\b|^(?:以后|今后|往后)|从(?:现在|今天?)(?:起|开始|往后)/iu;

/** Begins what somebody adds, and says nothing. */
const FILLER =
  /^(?:(?:also|btw|by the way|oh|hm+|ah|ok(?:ay)?)[,\s]+|(?:well|so|and),\s*|(?:哦?对了|哦对?|嗯+|另外|顺便(?:说一?[句下]?)?)[，,\s]+)+/iu;

/** The score of a sentence, given the one before it; above 0, more signs are for it than against it. */
function scoreOf(said: string, before: string): number {
  // “From now on” alone states nothing.
  if (said.replace(SAYS_SO, "").length < SENTENCE_MIN || said.length > SENTENCE_MAX) return -Infinity;
  return weighBest(learnt().states, said, before);
}
