/**
 * Learns the weights by which src/prompt/lasting.ts tells what a prompt states, and says how well they do.
 *
 *   deno task train:lasting            writes src/prompt/lasting_weights.txt
 *   deno task train:lasting --check    tells by how much each set is known that the weights have not learnt from
 *
 * A logistic regression over the signs of sentences (src/prompt/lasting.ts): a prompt states something if one of
 * its sentences does. The sets are those of tests/fixtures/lasting and the stories of tests/fixtures/days; prompts that
 * were written to test recall state nothing. Each run gives the same weights.
 *
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { packWeights, sentencesOf, signsOf, weighBest, type Weights, wordsOf } from "../src/prompt/lasting.ts";
import { ownWords } from "../src/prompt/own_words.ts";
import { ROOT } from "./compile.ts";

/** At how many wrongly taken prompts, of those that state nothing, it is told how many others are known. */
const WRONG_SHARES = [0.02, 0.05, 0.1];

const SETS = join(ROOT, "tests", "fixtures", "lasting");
const STORIES = join(ROOT, "tests", "fixtures", "days");
/** Later stories are left out, so that the weights can be tried on them. */
const STORIES_LEARNT = ["en", "en2", "zh", "zh2"];
const RECALL = join(ROOT, "tests", "fixtures", "recall");
/** Prompts of later projects are left out, so that the weights can be tried on them. */
const UNLEARNT = [
  "lifts",
  "canteen",
  "reef",
  "spindle",
  "jahrring",
  "hematite",
  "basalt",
  "lanyard",
  "lanshao",
  "saggar",
  "suian",
]
  .map((name) => `${name}_prompts.jsonl`);
const WEIGHTS = join(ROOT, "src", "prompt", "lasting_weights.txt");

/** As in src/prompt/lasting.ts. */
const LONG_TEXT = 300;
/** A sign that is rarer tells nothing. Sentences. */
const SEEN_MIN = 2;
const EPOCHS = 20;
/** How often it is settled anew which sentence of a prompt is the one that states something. */
const ROUNDS = 3;
const STEP = 0.25;
const SHRINK = 0.3;
/** A sentence of a prompt that states something elsewhere: most, but not all of them state nothing. */
const BESIDE = 0.5;

/** A labelled prompt. */
interface Prompt {
  readonly lang?: string;
  readonly prompt: string;
  readonly states: boolean;
  /** The part of the prompt that states something, where its author told it. */
  readonly sentence?: string | null;
}

/** The labelled sets by name. */
export function labelledSets(): Map<string, Prompt[]> {
  const names = readdirSync(SETS).filter((name) => name.endsWith(".jsonl")).sort();
  return new Map(names.map((name) => [name.replace(/\.jsonl$/, ""), linesOf<Prompt>(join(SETS, name))]));
}

/** Prompts that were written to test recall: questions and tasks, none of which states anything. */
export function askingPrompts(): Prompt[] {
  const files = readdirSync(RECALL).filter((name) => name.endsWith("prompts.jsonl") && !UNLEARNT.includes(name));
  return files.sort().flatMap((name) => linesOf<{ p: string }>(join(RECALL, name)))
    .map(({ p }) => ({ prompt: p, states: false }));
}

/** The prompts of stories in tests/fixtures/days. */
export function storyPrompts(): Prompt[] {
  const isStated = ({ type }: { readonly type: string }) => /^(?:rule|preference|decision|correction)$/.test(type);
  return STORIES_LEARNT
    .flatMap((name) => linesOf<{ user: string; keep: readonly { type: string }[] }>(join(STORIES, `${name}.jsonl`)))
    .map(({ user, keep }) => ({ prompt: user, states: keep.some(isStated) }));
}

function linesOf<T>(file: string): T[] {
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

interface Example {
  readonly signs: readonly number[];
  readonly states: boolean;
  readonly weight: number;
}

/** Learns from prompts. Returns the weight of each sign, that of "" being where a sum begins. */
export function learn(prompts: readonly Prompt[]): Map<string, number> {
  const texts = prompts.map(({ prompt }) => saidIn(prompt));
  const common = seenOften(texts.flatMap((sentences) => sentences.map((said) => new Set(wordsOf(said)))));
  const signs = texts.map((sentences) =>
    sentences.map((said, at) => signsOf(said, sentences[at - 1] ?? "", (word) => common.has(word)))
  );
  const names = [...seenOften(signs.flat())];
  const ids = new Map(names.map((name, id) => [name, id]));
  const known = signs.map((sentences) =>
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
      const sentences = known[at] ?? [];
      const by = (index: number) => scale[at]?.[index] ?? 0;
      const named = sentence ? overlapping(texts[at] ?? [], sentence) : -1;
      const sums = sentences.map((each, index) => sumOf(each, by(index)));
      const stating = named !== -1 ? named : sums.indexOf(Math.max(...sums));
      for (const [index, each] of sentences.entries()) {
        const add = (isStated: boolean, weight: number) =>
          examples.push({ signs: each, states: isStated, weight, by: by(index) });
        if (!states) add(false, 1 / Math.sqrt(sentences.length));
        else if (named === -1 && round === 0) add(true, 1 / sentences.length);
        else if (index === stating) add(true, 1);
        else if (named !== -1) add(false, BESIDE);
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

/** The sentence that shares most with what an author named. -1: none. */
function overlapping(sentences: readonly string[], named: string): number {
  const shared = sentences.map((said) => {
    const words = new Set(wordsOf(said));
    return wordsOf(named).filter((word) => words.has(word)).length;
  });
  const most = Math.max(0, ...shared);
  return most === 0 ? -1 : shared.indexOf(most);
}

function seenOften(sets: readonly ReadonlySet<string>[]): Set<string> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const each of set) counts.set(each, (counts.get(each) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= SEEN_MIN).map(([each]) => each));
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

function saidIn(prompt: string): string[] {
  return sentencesOf(prompt.length < LONG_TEXT ? prompt : ownWords(prompt)).map(({ said }) => said);
}

/** The most that speaks for a sentence of the prompt. */
export function best(weights: Weights, prompt: string): number {
  const said = saidIn(prompt);
  return Math.max(-99, ...said.map((each, at) => weighBest(weights, each, said[at - 1] ?? "")));
}

/** Learns from all sets but one, in turn, and tells how well that one is known. */
function check(sets: ReadonlyMap<string, readonly Prompt[]>): void {
  for (const name of sets.keys()) {
    const others = [...sets].filter(([other]) => other !== name).flatMap(([, prompts]) => prompts);
    const weights = learn([...others, ...storyPrompts(), ...askingPrompts()]);
    for (const lang of ["en", "zh"]) {
      const held = (sets.get(name) ?? []).filter((prompt) => prompt.lang === lang);
      const sums = (states: boolean) =>
        held.filter((prompt) => prompt.states === states).map(({ prompt }) => best(weights, prompt));
      const [stating, others] = [sums(true), sums(false).sort((a, b) => b - a)];
      const shares = WRONG_SHARES.map((share) => {
        const line = others[Math.floor(others.length * share)] ?? 0;
        const known = stating.filter((sum) => sum > line).length / stating.length;
        return `${percent(share)} wrong: ${percent(known)} known (above ${line.toFixed(2)})`;
      });
      console.log(`${name} ${lang} (${stating.length} + ${others.length}): ${shares.join(", ")}`);
    }
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The text of lasting_weights.txt; how to read it is told in src/prompt/lasting.ts. */
export function weightsText(): string {
  return packWeights(learn([...[...labelledSets().values()].flat(), ...storyPrompts(), ...askingPrompts()]));
}

if (import.meta.main) {
  if (process.argv.includes("--check")) check(labelledSets());
  else writeFileSync(WEIGHTS, weightsText());
}
