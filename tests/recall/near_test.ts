/**
 * Words of nearly the same meaning: whether each stands in the lists in a way that lets it be found, and what finds it.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { analyse } from "../../src/index/analyse.ts";
import { nearWords } from "../../src/search/words/near.ts";
import { CODE } from "../../src/search/words/near_code.ts";
import { PRODUCT } from "../../src/search/words/near_product.ts";
import { RUNNING } from "../../src/search/words/near_running.ts";
import { isCjk } from "../../src/search/words/ordinary.ts";

const LINES = [CODE, RUNNING, PRODUCT].flatMap((list) => list.split("\n").slice(1, -1)).map((line) => {
  assert.match(line, /^ {2}\S+(?: \S+)+$/, "two blanks before a line, one between words");
  return line.trim().split(" ");
});

/** What a text brings by its words of nearly the same meaning. */
function near(text: string): string[] {
  const { surfaces, runs } = analyse(text);
  return nearWords(surfaces, runs).map(({ word }) => word);
}

test("a word stands once in a line, and no line says only what another says", () => {
  for (const line of LINES) {
    assert.equal(new Set(line).size, line.length, line.join(" "));
    const wider = LINES.filter((other) => other !== line && line.every((word) => other.includes(word)));
    assert.deepEqual(wider, [], line.join(" "));
  }
});

test("every word of a line, typed in a prompt, brings the others", () => {
  for (const line of LINES) {
    for (const word of line) {
      const brought = near(word.replace("-", " "));
      const missing = line.filter((other) => other !== word && !brought.includes(other));
      assert.deepEqual(missing, [], word);
    }
  }
});

test("a Chinese word is found inside a sentence, and has two characters at least", () => {
  for (const word of LINES.flat().filter(isCjk)) assert.ok(word.length >= 2, word);
  assert.ok(near("昨天页面突然白屏了").includes("hydration"));
});

test("two words are a name in any of their forms, or one word that people write as two", () => {
  assert.ok(near("customers were double charged").includes("idempotent"));
  assert.ok(near("how do I roll back").includes("revert"));
  assert.ok(near("how often does it run").includes("interval"));
  assert.ok(near("who owns the gateway").includes("负责人"));
  assert.ok(!near("the charge was double").includes("idempotent"));
  assert.ok(!near("how does it run").includes("interval"));
});

test("an irregular form brings what its base brings, and nothing that only begins like both", () => {
  assert.ok(near("the page froze").includes("卡死"));
  assert.deepEqual(near("went"), []);
});

test("a word that only ends in -er brings nothing of what it begins with", () => {
  for (const word of ["former", "charter", "center", "locker", "soccer"]) assert.deepEqual(near(word), [], word);
  assert.ok(near("quieter").includes("免打扰"));
});
