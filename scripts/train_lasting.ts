/**
 * Learns the weights by which src/prompt/lasting.ts tells what a prompt states, and says how well they do.
 *
 *   deno task train:lasting            writes src/prompt/lasting_weights.txt
 *   deno task train:lasting --check    tells by how much each set is known that the weights have not learnt from
 *
 * A logistic regression over the signs of sentences (src/prompt/lasting.ts): a prompt states something if one of
 * its sentences does. The sets are those of tests/fixtures/lasting, the sessions of tests/fixtures/sessions and the
 * stories of tests/fixtures/days; prompts that were written to test recall state nothing. Each run gives the same
 * weights.
 *
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  packWeights,
  RULE_LINE,
  sentencesOf,
  signsOf,
  weigh,
  weighBest,
  type Weights,
  wordsOf,
} from "../src/prompt/lasting.ts";
import { ownWords } from "../src/prompt/own_words.ts";
import { ROOT } from "./compile.ts";

/** At how many wrongly taken prompts, of those that state nothing, it is told how many others are known. */
const WRONG_SHARES = [0.02, 0.05, 0.1];

const SETS = join(ROOT, "tests", "fixtures", "lasting");
const SESSIONS = join(ROOT, "tests", "fixtures", "sessions");
const STORIES = join(ROOT, "tests", "fixtures", "days");
/** Later stories are left out, so that the weights can be tried on them. */
const STORIES_LEARNT = ["en", "en2", "zh", "zh2"];
const RECALL = join(ROOT, "tests", "fixtures", "recall");
/** Prompts of later projects are left out, so that the weights can be tried on them. */
const UNLEARNT = ["lanyard", "lanshao", "saggar", "suian"]
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
  readonly kind?: string;
  /** The parts of the prompt that state something, where its author told them. */
  readonly sentence?: string | readonly string[] | null;
}

/** A session, with what somebody who takes notes would keep of each prompt. */
export interface LabelledSession {
  readonly id: string;
  readonly lang: string;
  readonly turns: readonly {
    readonly user: string;
    readonly agent: string;
    /** `must`: everybody would keep it; the others may be kept or left. */
    readonly keep: readonly { readonly text: string; readonly kind: string; readonly must: boolean }[];
  }[];
}

/** The labelled sets by name. */
export function labelledSets(): Map<string, Prompt[]> {
  return setsIn(SETS);
}

/** The labelled sessions by the name of their set. */
export function labelledSessions(): Map<string, LabelledSession[]> {
  return setsIn(SESSIONS);
}

function setsIn<T>(folder: string): Map<string, T[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();
  return new Map(names.map((name) => [name.replace(/\.jsonl$/, ""), linesOf<T>(join(folder, name))]));
}

/** The prompts of sessions, without those of which nobody need keep anything but somebody may. */
export function sessionPrompts(sessions: readonly LabelledSession[]): Prompt[] {
  return sessions.flatMap(({ lang, turns }) =>
    turns.map(({ user, keep }) => ({ lang, prompt: user, keep, sentence: keep.filter(({ must }) => must) }))
      .filter(({ keep, sentence }) => keep.length === 0 || sentence.length > 0)
      .map(({ lang, prompt, sentence }) => (
        { lang, prompt, states: sentence.length > 0, sentence: sentence.map(({ text }) => text) }
      ))
  );
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

/**
 * Learns from prompts. Returns the weight of each sign, that of "" being where a sum begins.
 *
 * @param known where other weights were learnt before: there are no words and signs but theirs
 */
export function learn(prompts: readonly Prompt[], known?: ReadonlyMap<string, number>): Map<string, number> {
  const texts = prompts.map(({ prompt }) => saidIn(prompt));
  const common = known ?? seenOften(texts.flatMap((sentences) => sentences.map((said) => new Set(wordsOf(said)))));
  const signs = texts.map((sentences) =>
    sentences.map((said, at) => signsOf(said, sentences[at - 1] ?? "", (word) => common.has(word)))
  );
  const names = [...seenOften(signs.flat())].filter((name) => known?.has(name) ?? true);
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
function check(): void {
  const sessions = [...labelledSessions()].map(([name, items]) => [name, sessionPrompts(items)] as const);
  for (const [name, prompts] of [...labelledSets(), ...sessions]) {
    const weights = learn(allPrompts(name));
    for (const lang of ["en", "zh"]) {
      const held = prompts.filter((prompt) => prompt.lang === lang);
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
  for (const name of sessions.map(([name]) => name)) {
    const states = learn(allPrompts(name));
    const rules = learn(allStatements(name), states);
    const [named, others] = [true, false].map((isRule) =>
      allStatements(...[
        ...labelledSets().keys(),
        ...sessions.map(([other]) => other).filter((other) => other !== name),
      ])
        .filter(({ states }) => states === isRule)
        .map(({ prompt }) => saidIn(prompt).some((said) => weigh(rules, said, "") > RULE_LINE))
    );
    const of = (found: readonly boolean[] = [], as: boolean) =>
      `${found.filter((each) => each === as).length} of ${found.length}`;
    console.log(`${name}: ${of(named, true)} rules, ${of(others, false)} decisions and facts known as such`);
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** All prompts that weights learn from, but those of the sets of these names. */
export function allPrompts(...without: readonly string[]): Prompt[] {
  const sessions = itemsOf(labelledSessions(), without);
  return [...itemsOf(labelledSets(), without), ...sessionPrompts(sessions), ...storyPrompts(), ...askingPrompts()];
}

/** All statements of which an author told the kind, but those of the sets of these names; a rule "states" one. */
export function allStatements(...without: readonly string[]): Prompt[] {
  const ofSets = itemsOf(labelledSets(), without).filter(({ states }) => states)
    .map(({ prompt, sentence, kind = "" }) => ({ text: [sentence ?? prompt].flat().join("\n"), kind }));
  const ofSessions = itemsOf(labelledSessions(), without).flatMap(({ turns }) => turns.flatMap(({ keep }) => keep));
  return [...ofSets, ...ofSessions].filter(({ kind }) => RULES.has(kind) || OTHERS.has(kind))
    .map(({ text, kind }) => ({ prompt: text, states: RULES.has(kind) }));
}

const RULES = new Set(["rule", "preference"]);
const OTHERS = new Set(["decision", "fact", "open"]);

function itemsOf<T>(sets: ReadonlyMap<string, T[]>, without: readonly string[]): T[] {
  return [...sets].filter(([name]) => !without.includes(name)).flatMap(([, items]) => items);
}

/** The text of lasting_weights.txt; how to read it is told in src/prompt/lasting.ts. */
export function weightsText(): string {
  const states = learn(allPrompts());
  return packWeights(states, learn(allStatements(), states));
}

if (import.meta.main) {
  if (process.argv.includes("--check")) check();
  else writeFileSync(WEIGHTS, weightsText());
}
