/**
 * The prompts by which src/recall/line.ts knows that one calls for memory, and how well it does.
 *
 * The sets are those of tests/fixtures/recall and of tests/fixtures/calls: what people type who work on a project, with
 * the records that help, if any does.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { weigh } from "../src/prompt/sentence_weights.ts";
import { FIXTURES, learn, linesOf, percent, type Prompt, setsIn } from "./learn.ts";

const RECALL = join(FIXTURES, "recall");
/** A sign of fewer prompts tells nothing. */
const SEEN_MIN = 3;

interface Asked {
  readonly p: string;
  readonly want?: readonly string[];
}

/** The prompts by the name of their set; one that memory can help "states" something. */
function labelledCalls(): Map<string, Prompt[]> {
  const ofRecall = readdirSync(RECALL).filter((name) => name.endsWith("prompts.jsonl")).sort();
  const sets = [
    ...ofRecall.map((name) => [name.replace(".jsonl", ""), linesOf<Asked>(join(RECALL, name))] as const),
    ...setsIn<Asked>(join(FIXTURES, "calls")),
  ];
  return new Map(
    sets.map(([name, rows]) => [name, rows.map(({ p, want }) => ({ prompt: p, states: want !== undefined }))]),
  );
}

/** The weights of a prompt that calls for memory, learnt from all sets but that of this name. */
export function learnCalls(without?: string): Map<string, number> {
  const prompts = [...labelledCalls()].filter(([name]) => name !== without).flatMap(([, all]) => all);
  return learn(prompts, { seenMin: SEEN_MIN, textsIn: (prompt) => [prompt] });
}

/** Learns from all sets but one, in turn, and tells how well its prompts are told apart. */
export function checkCalls(): void {
  for (const [name, prompts] of labelledCalls()) {
    const weights = learnCalls(name);
    const sums = (states: boolean) =>
      prompts.filter((each) => each.states === states).map(({ prompt }) => weigh(weights, prompt, ""));
    const [helped, others] = [sums(true), sums(false)];
    const above = helped.flatMap((sum) => others.filter((other) => sum > other)).length;
    console.log(
      `${name}: of two prompts the one that memory can help scores more in ${
        percent(above / (helped.length * others.length))
      }`,
    );
  }
}
