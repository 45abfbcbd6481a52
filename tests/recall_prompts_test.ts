/**
 * A session of a few hundred prompts in both languages, most of which memory can't help: it speaks when it has something to say, and else
 * is silent. The prompts and records are our own; the floors are those of the retrieval page.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { identifyIntent, isSocial } from "../src/recall/intent.ts";
import { type Recall, recallForPrompt } from "../src/recall/mod.ts";
import { closeReaders, openReaders, type Reader } from "../src/recall/readers.ts";
import { type Memory, openMemory } from "../src/store/memory.ts";
import { testWorld } from "./world.ts";

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "fixtures", "recall");
const DAY_MS = 86_400_000;

interface Prompt {
  readonly p: string;
  /** Keys of records that help; absent: none does. */
  readonly want?: readonly string[];
}

interface Rememebered {
  readonly key: string;
  readonly type: string;
  readonly days: number;
  readonly text: string;
}

function lines<T>(file: string): T[] {
  return readFileSync(join(FIXTURES, file), "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** A project with the fixture's records, and what else is told it. */
function remembering(
  more: readonly Rememebered[] = [],
): { memory: Memory; readers: Reader[]; keyOf: Map<string, string> } {
  const world = testWorld({ now: "2026-02-18T12:00:00.000Z" });
  const project = join(world.folder, "app");
  const daily = join(project, ".cursor", "skills", "memory-data", "daily");
  mkdirSync(daily, { recursive: true });
  const keyOf = new Map<string, string>();
  const days = new Map<string, string>();
  [...lines<Rememebered>("records.jsonl"), ...more].forEach(({ key, type, days: age, text }, place) => {
    const id = `log-${100_000_000 + place}-aaaa`;
    const timestamp = new Date(world.runtime.now().getTime() - age * DAY_MS).toISOString();
    const fact = {
      id,
      type: "fact",
      memory_type: type,
      content: text,
      entities: [],
      confidence: 0.8,
      timestamp,
      source: { session: `s-${age}` },
    };
    days.set(timestamp.slice(0, 10), `${days.get(timestamp.slice(0, 10)) ?? ""}${JSON.stringify(fact)}\n`);
    keyOf.set(id, key);
  });
  for (const [day, text] of days) writeFileSync(join(daily, `${day}.jsonl`), text);
  const memory = openMemory(world.runtime, { projectPath: project });
  return { memory, readers: openReaders(memory), keyOf };
}

/** What the hook does with a prompt in a running session. */
function ask({ memory, readers }: { memory: Memory; readers: Reader[] }, prompt: string): Recall {
  const intent = identifyIntent(prompt, { newSession: false });
  if (isSocial(prompt) || intent.intent_type === "new_topic") return { chosen: [], candidates: 0, heldBack: [] };
  return recallForPrompt(memory, () => readers, { prompt, intent, given: new Set() });
}

function measure(
  more: readonly Rememebered[] = [],
): { right: number; wrong: number; missed: string[]; disturbed: string[] } {
  const memory = remembering(more);
  const missed: string[] = [];
  const disturbed: string[] = [];
  const prompts = lines<Prompt>("prompts.jsonl");
  for (const { p, want } of prompts) {
    const keys = ask(memory, p).chosen.map(({ hit }) => memory.keyOf.get(hit.id) ?? "");
    assert.ok(keys.length <= 3, p);
    if (want && !keys.some((key) => want.includes(key))) missed.push(p);
    if (!want && keys.length > 0) disturbed.push(`${p} → ${keys.join(", ")}`);
  }
  closeReaders(memory.readers);
  const helped = prompts.filter(({ want }) => want).length;
  return { right: 1 - missed.length / helped, wrong: disturbed.length / (prompts.length - helped), missed, disturbed };
}

test("the right record is among the three given for over 85 % of the prompts that memory can help", () => {
  const { right, missed } = measure();
  assert.ok(right > 0.85, `${(100 * right).toFixed(1)} %, missed:\n${missed.join("\n")}`);
});

test("context is given to under 2 % of the prompts that memory can't help", () => {
  const { wrong, disturbed } = measure();
  assert.ok(wrong < 0.02, `${(100 * wrong).toFixed(1)} %:\n${disturbed.join("\n")}`);
});
