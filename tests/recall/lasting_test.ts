/**
 * How many prompts that state a rule, a preference, a decision or a correction are recognised, and how many others are
 * taken for one. Each set has another author, and is measured with weights that have not learnt from it.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { allPrompts, type LabelledSession, labelledSets } from "../../scripts/lasting_sets.ts";
import { best, learn } from "../../scripts/learn.ts";
import { weightsText } from "../../scripts/train_prompts.ts";
import { lastingIn, LINES } from "../../src/prompt/lasting.ts";

test("the weights are those that the labelled prompts give", () => {
  const file = new URL("../../src/prompt/learnt_weights.txt", import.meta.url);
  assert.equal(readFileSync(file, "utf8"), weightsText(), "run `deno task train:prompts`");
});

test("among prompts that the weights have not learnt from, three in four that state something are recognised, and at most one in twelve others", () => {
  const sets = labelledSets();
  for (const name of ["unseen", "fifth"]) {
    const held = sets.get(name) ?? [];
    const weights = learn(allPrompts(name));
    const taken = held.filter(({ prompt }) => best(weights, prompt) > LINES.judged);
    const stating = held.filter(({ states }) => states).length;
    const known = taken.filter(({ states }) => states).length / stating;
    const wrong = taken.filter(({ states }) => !states).length / (held.length - stating);
    assert.ok(known >= 3 / 4 && wrong <= 1 / 12, `${name}: known ${known}, wrong ${wrong}`);
  }
});

test("among prompts by an author from whom nothing was learnt, nine in ten that state something are recognised, and hardly any other", () => {
  const set = readFileSync(new URL("../fixtures/nudge_blind.jsonl", import.meta.url), "utf8").trim().split("\n")
    .map((line): { text: string; lasting: boolean } => JSON.parse(line));
  const taken = set.filter(({ text }) => lastingIn(text, LINES.judged).length > 0);
  const known = taken.filter(({ lasting }) => lasting).length;
  assert.ok(set.length === 160 && known >= 72 && taken.length - known <= 1, `${known}, ${taken.length - known} wrong`);
});

for (
  const { file, what, size, least, most } of [
    {
      file: "lasting_blind.jsonl",
      what: "of which half the statements are bans, seven in eight that state something are recognised, and one in ten",
      size: 240,
      least: 105,
      most: 12,
    },
    {
      file: "terse_blind.jsonl",
      what: "whose halves single words don't tell apart, half that state something are recognised, and one in five",
      size: 280,
      least: 74,
      most: 30,
    },
  ]
) {
  test(`among prompts by an author from whom nothing was learnt, ${what} others`, () => {
    const set = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8").trim().split("\n")
      .map((line): { prompt: string; states: boolean } => JSON.parse(line));
    const taken = set.filter(({ prompt }) => lastingIn(prompt, LINES.judged).length > 0);
    const known = taken.filter(({ states }) => states).length;
    const wrong = taken.length - known;
    assert.ok(set.length === size && known >= least && wrong <= most, `${known}, ${wrong} wrong`);
  });
}

test("of what people say in whole sessions by an author from whom nothing was learnt, half of what notes would hold is kept where no agent judges it, and little else", () => {
  const set = readFileSync(new URL("../fixtures/sessions_blind.jsonl", import.meta.url), "utf8").trim().split("\n")
    .map((line): LabelledSession => JSON.parse(line));
  const count = { wanted: 0, kept: 0, wrong: 0 };
  for (const { user, keep } of set.flatMap(({ turns }) => turns)) {
    const kept = lastingIn(user, LINES.unjudged).map(({ content }) => content);
    const isOf = (content: string, text: string) => content.includes(text) || text.includes(content.slice(0, -1));
    const wanted = keep.filter(({ must }) => must);
    count.wanted += wanted.length;
    count.kept += wanted.filter(({ text }) => kept.some((content) => isOf(content, text))).length;
    count.wrong += kept.filter((content) => !keep.some(({ text }) => isOf(content, text))).length;
  }
  assert.ok(count.kept >= count.wanted / 2 && count.wrong <= count.kept / 2, JSON.stringify(count));
});

test("what is typed without its apostrophe states the same, and a word that only looks so is left alone", () => {
  const counts = (text: string) => lastingIn(text, LINES.judged).length > 0;
  for (
    const stated of [
      "weve decided on sqs",
      "were going with sqs",
      "lets standardise on vitest",
      "lets always use decimals for money",
      "thats how we do it here: tests next to code",
    ]
  ) assert.ok(counts(stated), stated);
  for (
    const other of [
      "were there any errors in the log",
      "whats wrong with this test",
      "lets look at the failing test",
      "thats the file i meant",
      "im looking at the parser",
      "were the tests green yesterday",
      "isnt that the old name",
      "the ids were going missing",
      "what were going concerns in 2020",
      "lets see the diff first",
    ]
  ) assert.ok(!counts(other), other);
});

test("fewer sentences count where no agent judges them", () => {
  const prompts = [...labelledSets().values()].flat().filter(({ states }) => !states);
  const count = (line: number) => prompts.filter(({ prompt }) => lastingIn(prompt, line).length > 0).length;
  assert.ok(count(LINES.unjudged) < count(LINES.judged) && count(LINES.unjudged) < prompts.length * 0.01);
});

test("a sentence comes back as it was typed, and a decision is no rule", () => {
  assert.deepEqual(lastingIn('Thanks! From now on use "pnpm", never npm.\nNow fix the build?', LINES.judged), [
    { content: 'From now on use "pnpm", never npm.', memoryType: "O" },
  ]);
  assert.deepEqual(
    lastingIn("数据库定了，用 PostgreSQL 16，不用 MySQL。", LINES.judged).map((each) => each.memoryType),
    ["W"],
  );
});

test("quotations, comments, logs and code state nothing, nor do the words that begin a rule", () => {
  for (
    const line of [
      "Going forward",
      "从现在开始",
      "> always use tabs",
      "// never call this twice",
      "[ERROR] always set NODE_ENV",
      "```\nwe always use tabs\n```",
    ]
  ) {
    assert.deepEqual(lastingIn(line, LINES.judged), [], line);
  }
});

test("no text takes long, even if it repeats the words of the patterns", () => {
  const parts = [
    "我们都统一用",
    "我们都统一用。",
    "请不要不用",
    "the our new ",
    "we always never ",
    "we use a. you said no. ",
    "the a is b, not c; ",
    "a, b, not ",
    "，不要",
    "no ",
    "以后每次都要",
  ];
  for (const part of parts) {
    for (const length of [100, 299, 1_990, 5_000]) {
      const text = part.repeat(length).slice(0, length);
      // The shortest of several runs counts, since the machine may be busy.
      const took = [1, 2, 3, 4, 5].map(() => {
        const began = performance.now();
        lastingIn(text, LINES.judged);
        return performance.now() - began;
      });
      assert.ok(Math.min(...took) < 10, `${part} ${length}: ${Math.min(...took)} ms`);
    }
  }
});
