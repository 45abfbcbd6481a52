/**
 * Learns weights from labelled prompts (src/prompt/sentence_weights.ts): a logistic regression over the signs of
 * sentences. A prompt is of the kind that is learnt if one of its sentences is. Each run gives the same weights.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { signsOf, weighBest, type Weights, wordsOf } from "../src/prompt/sentence_weights.ts";
import { sentencesIn } from "../src/prompt/sentences.ts";
import { ownWords } from "../src/prompt/own_words.ts";
import { ROOT } from "./compile.ts";

/** The folder of the labelled sets. */
export const FIXTURES = join(ROOT, "tests", "fixtures");

/** As in src/prompt/lasting.ts. */
const LONG_TEXT = 300;
const EPOCHS = 20;
/** How often it is settled anew which sentence of a prompt is the one that states something. */
const ROUNDS = 3;
const STEP = 0.25;
const SHRINK = 0.3;
/** A sentence of a prompt that states something elsewhere: most, but not all of them state nothing. */
const BESIDE = 0.5;

/** A labelled prompt. */
export interface Prompt {
  readonly lang?: string;
  readonly prompt: string;
  /** Whether it is of the kind that is learnt: states something, holds a wish. */
  readonly states: boolean;
  readonly kind?: string;
  /** The parts of the prompt that state something, where its author told them. */
  readonly sentence?: string | readonly string[] | null;
}

/** The rows of a set. */
export function linesOf<T>(file: string): T[] {
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** The sets of a folder by name. */
export function setsIn<T>(folder: string): Map<string, T[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();
  return new Map(names.map((name) => [name.replace(/\.jsonl$/, ""), linesOf<T>(join(folder, name))]));
}

interface Example {
  readonly signs: readonly number[];
  readonly states: boolean;
  readonly weight: number;
}

/**
 * Learns from prompts. Returns the weight of each sign, that of "" being where a sum begins.
 *
 * @param seenMin a sign of fewer sentences tells nothing
 * @param known where other weights were learnt before: there are no words and signs but theirs
 * @param textsIn the parts of a prompt that are weighed each by itself; its sentences if absent
 */
export function learn(
  prompts: readonly Prompt[],
  { seenMin = 2, known, textsIn = saidIn }: {
    readonly seenMin?: number;
    readonly known?: ReadonlyMap<string, number>;
    readonly textsIn?: (prompt: string) => readonly string[];
  } = {},
): Map<string, number> {
  const texts = prompts.map(({ prompt }) => textsIn(prompt));
  const words = texts.flatMap((sentences) => sentences.map((said) => new Set(wordsOf(said))));
  const common = known ?? seenOften(words, seenMin);
  const signs = texts.map((sentences) =>
    sentences.map((said, at) => signsOf(said, sentences[at - 1] ?? "", (word) => common.has(word)))
  );
  const names = [...seenOften(signs.flat(), seenMin)].filter((name) => known?.has(name) ?? true);
  const ids = new Map(names.map((name, id) => [name, id]));
  const idsOf = signs.map((sentences) =>
    sentences.map((each) => [...each].map((sign) => ids.get(sign)).filter((id) => id !== undefined))
  );
  const scale = signs.map((sentences) => sentences.map((each) => 1 / Math.sqrt(each.size)));

  const weights = new Float64Array(names.length + 1);
  const bias = names.length;
  const random = randomNumbers();
  const sumOf = (example: readonly number[], by: number) =>
    (weights[bias] ?? 0) + by * example.reduce((sum, id) => sum + (weights[id] ?? 0), 0);

  for (let round = 0; round < ROUNDS; round++) {
    const examples: (Example & { readonly by: number })[] = [];
    for (const [at, { states, sentence }] of prompts.entries()) {
      const sentences = idsOf[at] ?? [];
      const by = (index: number) => scale[at]?.[index] ?? 0;
      const named = overlapping(texts[at] ?? [], sentence ?? []);
      const sums = sentences.map((each, index) => sumOf(each, by(index)));
      const stating = named.size > 0 ? named : new Set([sums.indexOf(Math.max(...sums))]);
      for (const [index, each] of sentences.entries()) {
        const add = (isStated: boolean, weight: number) =>
          examples.push({ signs: each, states: isStated, weight, by: by(index) });
        if (!states) add(false, 1 / Math.sqrt(sentences.length));
        else if (named.size === 0 && round === 0) add(true, 1 / sentences.length);
        else if (stating.has(index)) add(true, 1);
        else if (named.size > 0) add(false, BESIDE);
      }
    }
    weights.fill(0);
    const squares = new Float64Array(weights.length).fill(1e-6);
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      shuffle(examples, random);
      for (const { signs, states, weight, by } of examples) {
        const wrong = (1 / (1 + Math.exp(-sumOf(signs, by))) - (states ? 1 : 0)) * weight;
        const step = (id: number, slope: number) => {
          squares[id] = (squares[id] ?? 0) + slope * slope;
          weights[id] = (weights[id] ?? 0) - STEP * slope / Math.sqrt(squares[id] ?? 1);
        };
        for (const id of signs) step(id, wrong * by * 4 + SHRINK / 4 * (weights[id] ?? 0) / 4);
        step(bias, wrong);
      }
    }
  }
  return new Map([...names, ""].map((name, id) => [name, weights[id] ?? 0]));
}

/** The sentences that share most with what an author named. */
function overlapping(sentences: readonly string[], named: string | readonly string[]): Set<number> {
  const most = [named].flat().map((part) => {
    const shared = sentences.map((said) => {
      const words = new Set(wordsOf(said));
      return wordsOf(part).filter((word) => words.has(word)).length;
    });
    return Math.max(0, ...shared) === 0 ? -1 : shared.indexOf(Math.max(...shared));
  });
  return new Set(most.filter((at) => at !== -1));
}

function seenOften(sets: readonly ReadonlySet<string>[], seenMin: number): Set<string> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const each of set) counts.set(each, (counts.get(each) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= seenMin).map(([each]) => each));
}

/** The same numbers in every run. */
function randomNumbers(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
}

function shuffle<T>(items: T[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.min(last, Math.floor(random() * (last + 1)));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
}

/** The sentences of a prompt as they are weighed. */
export function saidIn(prompt: string): string[] {
  return sentencesIn(prompt.length < LONG_TEXT ? prompt : ownWords(prompt)).map(({ said }) => said);
}

/** The most that speaks for a sentence of the prompt. */
export function best(weights: Weights, prompt: string): number {
  const said = saidIn(prompt);
  return Math.max(-99, ...said.map((each, at) => weighBest(weights, each, said[at - 1] ?? "")));
}

/** A share in words. */
export const percent = (share: number) => `${Math.round(share * 100)} %`;
