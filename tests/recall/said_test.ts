/**
 * What is made of what people say: a set of prompts by an author who knew neither forms nor weights, from which nothing
 * is learnt.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { findCommand } from "../../src/prompt/command.ts";
import { lastingIn, LINES } from "../../src/prompt/lasting.ts";
import { mayWish } from "../../src/prompt/possible_wish.ts";

interface Said {
  readonly lang: string;
  readonly prompt: string;
  readonly kind: "lasting" | "command" | "nothing";
  /** What a command wants. */
  readonly wants?: string;
}

const SET: readonly Said[] = readFileSync(new URL("../fixtures/said_blind.jsonl", import.meta.url), "utf8").trim()
  .split("\n").map((line) => JSON.parse(line));

const isTold = (prompt: string) => lastingIn(prompt, LINES.judged).length > 0;
const isKept = (prompt: string) => lastingIn(prompt, LINES.unjudged).length > 0;

test("of what people say, most that lasts is known and next to nothing else", () => {
  const count = (kind: Said["kind"], holds: (prompt: string) => boolean) =>
    SET.filter((said) => said.kind === kind && holds(said.prompt)).length;
  assert.equal(SET.length, 240);
  const [told, kept] = [count("lasting", isTold), count("lasting", isKept)];
  assert.ok(told >= 50 && kept >= 46, `${told} told, ${kept} kept of 60`);
  const [wronglyTold, wronglyKept] = [count("nothing", isTold), count("nothing", isKept)];
  assert.ok(wronglyTold <= 12 && wronglyKept <= 7, `${wronglyTold} told, ${wronglyKept} kept of 140`);
  assert.ok(count("nothing", (prompt) => mayWish(prompt)) <= 2);
});

/** The actions by which a command of the set is carried out; to-dos that are done or asked for are none of these. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  save: ["save"],
  todo: ["save"],
  delete: ["delete"],
  undo: ["delete", "restore"],
  correct: ["delete", "save"],
  search: ["search"],
  show: ["show"],
  skip: ["skip_save", "skip_piece"],
};

test("of the commands that people give, most are heard, and none in what is no command", () => {
  const commands = SET.filter(({ wants }) => wants !== undefined && ACTIONS[wants] !== undefined);
  const heard = commands.filter(({ prompt, wants = "" }) =>
    ACTIONS[wants]?.includes(findCommand(prompt)?.action ?? "")
  );
  assert.ok(commands.length === 34 && heard.length >= 19, `${heard.length} of ${commands.length}`);
  for (const { prompt } of SET.filter(({ kind }) => kind === "nothing")) {
    assert.equal(findCommand(prompt)?.action, undefined, prompt);
  }
});
