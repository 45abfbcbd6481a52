/**
 * In: a prompt. Out: the evidence that a record needs before it is given, by the wording of the prompt.
 *
 * A question about one's own work calls for memory, small talk and general knowledge do not, and an order to write
 * something does only where a record is about that very thing. Which words tell so was learnt from labelled prompts
 * (scripts/recall_sets.ts), and measured on others (docs/internals/recall-measured.md).
 */
import { asksGeneralKnowledge, type Intent } from "../prompt/intent.ts";
import { sign } from "../prompt/signs.ts";
import { learnt, weigh } from "../prompt/sentence_weights.ts";
import type { NamesCount } from "./outline.ts";

// Shares of the setting (`retrieval.min_relevance`) that are asked, by what the prompt is.
/** Its wording tells nothing. */
const USUAL = 1.15;
/** The learnt score of its wording lowers the share: each 1 of it divides the share by e to this power. */
const BY_SCORE = 0.5;
/** It asks for what is known, was decided or was done, whatever else it says. */
const OF_ASKED_BACK = 0.17;
const ASKS_MEMORY = sign("asks memory");
/** It is the task of a subagent: so 70 % of the tasks in six sets get their record, and 29 % of the others get any. */
const OF_TASK = 0.45;
/** The most that is asked of a record that covers the whole prompt. */
export const OF_COVERED = 0.7;

/** The share of the setting that is asked of a prompt. */
export function shareAsked(
  prompt: string,
  { asksBack = false, isTask = false }: { asksBack?: boolean; isTask?: boolean } = {},
): number {
  if (isTask) return OF_TASK;
  if (asksBack || ASKS_MEMORY.test(prompt)) return OF_ASKED_BACK;
  return USUAL * Math.exp(-BY_SCORE * weigh(learnt().calls, prompt, ""));
}

/** A statement of the user is meant for later work, so its evidence counts more. */
export const STATED = 1.3;

/** A prompt with more weighty words, such as a pasted log or a long story, shares some of them by chance. */
const LONG_PROMPT = 10;
const MORE_PER_WORD = 0.04;
/** In a store of fewer records there is less to coincide with. */
const FEW_RECORDS = 500;
const FEWER = 0.26;
/** Added to the number of records: an empty store would lower the line without end. */
const MORE_RECORDS = 50;

/** The evidence that a record needs. `least`: as setting and prompt ask; without a subject for any store. */
export function lineFor(
  least: number,
  { size, records }: { size: number; records: number } = { size: 0, records: 0 },
): number {
  const few = 1 - FEWER * Math.max(0, Math.log10(FEW_RECORDS / (records + MORE_RECORDS)));
  return least * few + MORE_PER_WORD * Math.max(0, size - LONG_PROMPT);
}

/**
 * What each ask of a record adds to the evidence that the record needs: with more words of its own it shares some by
 * chance. On five sets with four asks for each record half as many prompts are disturbed, and 9 of 100 fewer are right.
 */
const MORE_PER_ASK = 0.125;
/** In a memory of fewer records less coincides: with 20 of them, so much more would take more than it spares. */
const MANY_RECORDS = 100;

/** How many times as much evidence a record with asks needs. `said`: how far the prompt says one of them, 0–1. */
export function factorOfAsks({ asks, said }: { asks: number; said: number }, records: number): number {
  return 1 + MORE_PER_ASK * asks * (1 - said) * Math.min(1, records / MANY_RECORDS);
}

/**
 * How much labels and asks count for a prompt: not where it is a paste or asks for general knowledge; as topic where it
 * holds no code, so that a question may be about one ordinary word: "where are the logs?".
 */
export function namesIn(prompt: string, intent: Pick<Intent, "intent_type">): NamesCount {
  const text = prompt.trim();
  const isCode = CODE.test(text);
  if (isCode && text.includes("\n") || asksGeneralKnowledge(text, intent)) return "not";
  return isCode ? "more" : "as topic";
}

/** Signs of code and logs. Two lines alone are no paste: people write "answer briefly" below a question. */
const CODE = /[{}<>=;|\\$[\]]|^\s{2,}\S|^\s*(?:[-+*#>@]|at\s|\d+[:.)|])|\w\(|::|\d:\d\d|\b[a-z]+Error\b|\berror:/m;
