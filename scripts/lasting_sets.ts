/**
 * The prompts by which src/prompt/lasting.ts knows what states something, and how well it does.
 *
 * The sets are those of tests/fixtures/lasting, the sessions of tests/fixtures/sessions and the stories of
 * tests/fixtures/days; prompts that were written to test recall state nothing.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { RULE_LINE } from "../src/prompt/lasting.ts";
import { weigh } from "../src/prompt/sentence_weights.ts";
import { best, FIXTURES, learn, linesOf, percent, type Prompt, saidIn, setsIn } from "./learn.ts";

/** At how many wrongly taken prompts, of those that state nothing, it is told how many others are known. */
const WRONG_SHARES = [0.02, 0.05, 0.1];

const SETS = join(FIXTURES, "lasting");
const SESSIONS = join(FIXTURES, "sessions");
const STORIES = join(FIXTURES, "days");
/** Later stories are left out, so that the weights can be tried on them. */
const STORIES_LEARNT = ["en", "en2", "zh", "zh2"];
const RECALL = join(FIXTURES, "recall");
/** Prompts of later projects are left out, so that the weights can be tried on them. */
const UNLEARNT = ["lanyard", "lanshao", "saggar", "suian"].map((name) => `${name}_prompts.jsonl`);

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

/** Learns from all sets but one, in turn, and tells how well that one is known. */
export function checkLasting(): void {
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
    const rules = learn(allStatements(name), { known: states });
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
