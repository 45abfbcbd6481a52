/** What a memory gives to prompts, and how much of that is right: for tests with floors and for measurements. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeFacts } from "../bench/dataset.ts";
import { parsePrompt, questionIn } from "../src/prompt/mod.ts";
import { type Recall, recallForPrompt } from "../src/recall/mod.ts";
import { closeReaders, type Reader } from "../src/recall/readers.ts";
import { openReadersNow } from "../src/recall/synced_readers.ts";
import { type Memory, openMemory } from "../src/store/memory.ts";
import { memoryOf, type Prompt, type Saved } from "./recall_fixtures.ts";
import { testWorld } from "./world.ts";

const NOW = "2026-02-18T12:00:00.000Z";

interface Remembering {
  readonly memory: Memory;
  readonly readers: Reader[];
  readonly keyOf: ReadonlyMap<string, string>;
}

/** A project with a set's records, labelled or not, and so many others beside. */
export function remembering(file: string, others = 0, saved: Saved = {}): Remembering {
  const world = testWorld({ now: NOW });
  const project = join(world.folder, "app");
  const data = join(project, ".cursor", "skills", "memory-data");
  mkdirSync(join(data, "daily"), { recursive: true });
  if (others > 0) writeFacts(data, others, new Date(NOW));
  const { daily, keyOf } = memoryOf(file, new Date(NOW), saved);
  for (const [name, text] of daily) appendFileSync(join(data, name), text);
  const memory = openMemory(world.runtime, { projectPath: project });
  return { memory, readers: openReadersNow(memory), keyOf };
}

/** What the hook does with a prompt in a running session. */
async function ask({ memory, readers }: Remembering, prompt: string): Promise<Recall> {
  const parsed = parsePrompt(prompt);
  const question = await questionIn(parsed, parsed.command, { newSession: false });
  if (question.isSilent) return { chosen: [], candidates: 0, heldBack: [] };
  return recallForPrompt(memory, () => readers, { ...question, given: new Set() });
}

/** What became of a prompt. None changes what the next is given, so any group of them may be counted. */
export interface Asked extends Prompt {
  /** What it was given. */
  readonly keys: readonly string[];
}

/** Asks each prompt, and closes the memory. */
export async function askAll(memory: Remembering, prompts: readonly Prompt[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const prompt of prompts) {
    const { chosen } = await ask(memory, prompt.p);
    const keys = chosen.map(({ hit }) => memory.keyOf.get(hit.id) ?? "other");
    assert.ok(keys.length <= 3, prompt.p);
    asked.push({ ...prompt, keys });
  }
  closeReaders(memory.readers);
  return asked;
}

interface Judged {
  /** Of the prompts that memory can help, so many got a right record. */
  readonly right: number;
  /** Of the others, so many got anything. */
  readonly disturbed: number;
  /** What was missed, and what disturbed, a line each. */
  readonly failures: readonly string[];
}

/** Strict: a record that is about the prompt and not the one that was meant disturbs. */
export function judged(asked: readonly Asked[]): Judged {
  const helped = asked.filter(({ want }) => want);
  const missed = helped.filter(({ want, keys }) => !keys.some((key) => want?.includes(key)));
  const disturbed = asked.filter(({ want, keys }) => !want && keys.length > 0);
  return {
    right: 1 - missed.length / Math.max(1, helped.length),
    disturbed: disturbed.length / Math.max(1, asked.length - helped.length),
    failures: [
      ...missed.map(({ p, want = [], keys }) => `missed: ${p} → ${want.join(", ")}; given: ${keys.join(", ") || "-"}`),
      ...disturbed.map(({ p, keys }) => `disturbed: ${p} → ${keys.join(", ")}`),
    ],
  };
}
