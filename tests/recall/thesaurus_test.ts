/** The thesaurus is written by hand. These tests check that each word is found, and finds the words of its line. */
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import { analyse } from "../../src/text/mod.ts";
import { isCjk } from "../../src/text/script.ts";
import { counterparts, nearWords } from "../../src/text/thesaurus.ts";
import { below } from "../../src/text/word_list.ts";

const text = readFileSync(new URL("../../src/text/words/thesaurus.txt", import.meta.url), "utf8");

/** The lines below a title. */
function linesOf(strength: string): string[] {
  return below(strength, text).trim().split("\n");
}

const SAME = linesOf("same").map((line) => {
  assert.match(line, /^[a-z0-9-]+=[^\s#;=]+(?: [^\s#;=]+)*$/, "an English word, names");
  const [word = "", names = ""] = line.split("=");
  return { word, names: names.split(" "), line };
});
const NEAR = linesOf("near").map((line) => {
  assert.match(line, /^[^\s#;=]+(?: [^\s#;=]+)*$/, "words");
  return line.split(" ");
});

test("a line below “same” has names, its Chinese names have at least two characters, and no name stands twice", () => {
  for (const { word, names, line } of SAME) {
    for (const name of names) assert.match(name, /^([\u4e00-\u9fff]{2,}|[a-z0-9]+(-[a-z0-9]+)*)$/, line);
    assert.equal(new Set([word, ...names]).size, 1 + names.length, line);
  }
});

test("an English word begins one line below “same”, in alphabetical order", () => {
  const words = SAME.map(({ word }) => word);
  assert.equal(new Set(words).size, words.length);
  assert.deepEqual(words, words.toSorted());
});

test("every word finds all its names, and every Chinese name finds the word", () => {
  for (const { word, names } of SAME) {
    const isPair = word.includes("-");
    const found = counterparts(isPair ? [] : [word], isPair ? [word] : [], []).map(({ word }) => word);
    for (const name of names) {
      assert.ok(found.includes(name), `${word} does not find ${name}`);
      if (!isCjk(name)) continue;
      assert.ok(counterparts([], [], [name]).some((other) => other.word === word), `${name} does not find ${word}`);
    }
  }
});

test("a name of several words ends without the plural s, as words of a prompt are looked up", () => {
  for (const { word } of SAME) if (word.includes("-")) assert.match(word, /([^s]|ss)$/);
});

test("a word that ends in -er is also looked up without it", () => {
  const named = (word: string) => counterparts([word], [], []).map(({ word }) => word);
  for (const [word, name] of [["cheaper", "便宜"], ["slower", "很慢"], ["mailer", "邮件"], ["folder", "目录"]]) {
    assert.ok(named(word ?? "").includes(name ?? ""), word);
  }
});

/** The words of nearly the same meaning as those of a text. */
function near(text: string): string[] {
  const { surfaces, runs } = analyse(text);
  return nearWords(surfaces, runs).map(({ word }) => word);
}

test("a word stands once in a line, and no line is part of another", () => {
  for (const line of NEAR) {
    assert.equal(new Set(line).size, line.length, line.join(" "));
    const wider = NEAR.filter((other) => other !== line && line.every((word) => other.includes(word)));
    assert.deepEqual(wider, [], line.join(" "));
  }
});

test("every word of a line, typed in a prompt, brings the others", () => {
  for (const line of NEAR) {
    for (const word of line) {
      const brought = near(word.replace("-", " "));
      const missing = line.filter((other) => other !== word && !brought.includes(other));
      assert.deepEqual(missing, [], word);
    }
  }
});

test("a Chinese word has at least two characters and is found inside a sentence", () => {
  for (const word of NEAR.flat().filter(isCjk)) assert.ok(word.length >= 2, word);
  assert.ok(near("昨天页面突然白屏了").includes("hydration"));
});

test("a name of two words is found in any form of the words, and so is one word that people write as two", () => {
  assert.ok(near("customers were double charged").includes("idempotent"));
  assert.ok(near("how do I roll back").includes("revert"));
  assert.ok(near("how often does it run").includes("interval"));
  assert.ok(near("who owns the gateway").includes("负责人"));
  assert.ok(!near("the charge was double").includes("idempotent"));
  assert.ok(!near("how does it run").includes("interval"));
});

test("an irregular form brings the same words as its base form, and no words with the same beginning", () => {
  assert.ok(near("the page froze").includes("卡死"));
  assert.deepEqual(near("went"), []);
});
