/** The measuring of search, on sets made up here. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { ROOT } from "../installer.ts";

type Line = Readonly<Record<string, unknown>>;

function evaluate(sets: Readonly<Record<string, { docs: readonly Line[]; queries: readonly Line[] }>>): string {
  const data = fs.mkdtempSync(join(os.tmpdir(), "memory-sets-"));
  try {
    for (const [name, files] of Object.entries(sets)) {
      fs.mkdirSync(join(data, name));
      for (const [file, lines] of Object.entries(files)) {
        fs.writeFileSync(join(data, name, `${file}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      }
    }
    const words = ["run", "-A", "--no-check", join(ROOT, "bench", "eval.ts"), "--data", data];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout;
  } finally {
    fs.rmSync(data, { recursive: true, force: true });
  }
}

const DOCS = [
  { id: "a", text: "The cache is Redis", group: "1", seq: 1 },
  { id: "b", text: "The cache is Memcached", group: "1", seq: 5 },
  { id: "c", text: "The cache is a cache, cache in cache", group: "2", seq: 1 },
];

test("a query is asked of its own group as it was then, and every measure is printed, with times", () => {
  const queries = [
    { id: "q1", text: "Memcached cache", relevant: ["a"], group: "1", before_seq: 5 },
    { id: "q2", text: "Memcached cache", relevant: ["b"], group: "1" },
  ];
  const printed = evaluate({ mine: { docs: DOCS, queries } });
  assert.match(
    printed,
    /\| set \| queries \| R@1 \| R@5 \| R@10 \| hit@1 \| hit@5 \| MRR@10 \| nDCG@10 \| ms p50 \/ p95 \|/,
  );
  assert.match(printed, /\| mine \| 2 \| (1\.000 \| ){7}\d+\.\d \/ \d+\.\d \|/);
});
