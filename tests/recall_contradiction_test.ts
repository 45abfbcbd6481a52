/** Which of two facts changes the other, on pairs (fixtures/changes/pairs.txt tells how they were made). */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { contradicts, otherTerms } from "../src/recall/contradiction.ts";
import { readStatements } from "../src/recall/statement.ts";

interface Pair {
  readonly label: string;
  readonly older: string;
  readonly newer: string;
}

const PAIRS: readonly Pair[] = fs.readFileSync(new URL("fixtures/changes/pairs.txt", import.meta.url), "utf8")
  .split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const [label = "", older = "", newer = ""] = line.split(" | ").map((part) => part.trim());
    return { label, older, newer };
  });

const judged = ({ older, newer }: Pair) => contradicts(readStatements(newer), readStatements(older));

// Measured: 102 of 110 changes, and one false alarm in 133 other pairs (a token of which one has a kind).
test("of the pairs, nine in ten changes are seen, and hardly any other pair is taken for one", () => {
  assert.ok(PAIRS.length >= 120, `${PAIRS.length} pairs`);
  const changes = PAIRS.filter(({ label }) => label === "change");
  const missed = changes.filter((pair) => !judged(pair));
  const alarms = PAIRS.filter((pair) => pair.label !== "change" && judged(pair));
  const told = (pairs: readonly Pair[]) => pairs.map(({ older, newer }) => `${older} | ${newer}`).join("\n");
  assert.ok(missed.length <= 8, `missed:\n${told(missed)}`);
  assert.ok(alarms.length <= 1, `false alarms:\n${told(alarms)}`);
});

test("a change is seen whichever of two facts is told first", () => {
  const both = PAIRS.filter(({ label }) => label === "change").map(({ label, older, newer }) => ({
    label,
    older: newer,
    newer: older,
  }));
  const seen = both.filter(judged).length;
  assert.ok(seen >= 0.85 * both.length, `${seen} of ${both.length}`);
});

test("text of any length and kind is read without failing, and quickly", () => {
  const odd = [
    "",
    " ",
    "！？。",
    "1",
    "a".repeat(5_000),
    "从从从从",
    "现在 2 now 3",
    "\u{1F600} 3 \u{1F600}",
    "=".repeat(2_000),
  ];
  const long = "会话缓存在 Redis，TTL 300 秒，因为数据库是瓶颈。".repeat(200);
  const from = performance.now();
  for (const text of [...odd, long]) {
    assert.equal(contradicts(readStatements(text), readStatements(text)), false, text.slice(0, 40));
    assert.ok(Array.isArray(otherTerms(text)));
  }
  assert.ok(performance.now() - from < 3_000);
});
