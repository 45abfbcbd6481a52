/** The glossary is written by hand: whether each of its words can be found, in both directions. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { counterparts } from "../../src/search/words/glossary.ts";
import { A_TO_L } from "../../src/search/words/glossary_a_l.ts";
import { M_TO_Z } from "../../src/search/words/glossary_m_z.ts";

const lines = [A_TO_L, M_TO_Z].map((words) => words.split("\n").filter((line) => line.trim() !== ""));
const entries = lines.flat().flatMap((line) => line.trim().split(" ")).map((entry) => {
  const [word = "", names = ""] = entry.split("=");
  return { entry, word, names: names.split(",") };
});

test("every entry is a word and what else it is called, Chinese of two characters at least", () => {
  for (const { entry, word, names } of entries) {
    assert.match(entry, /^[a-z0-9-]+=[a-z0-9\u4e00-\u9fff,-]+$/);
    for (const name of names) assert.match(name, /^([\u4e00-\u9fff]{2,}|[a-z0-9]+(-[a-z0-9]+)*)$/, entry);
    assert.ok(!names.includes(word), `${entry} is called what it is called`);
    assert.equal(new Set(names).size, names.length, `${entry} says a name twice`);
  }
});

test("words stand in the order of the alphabet, each once, and every letter begins a line", () => {
  const words = entries.map(({ word }) => word);
  assert.deepEqual(words, [...new Set(words)].sort());
  for (const line of lines.flat()) {
    assert.match(line, /^ {2}\S+( \S+)*$/, "two blanks, then words with one between them");
    const letters = line.trim().split(" ").map((entry) => entry.charAt(0));
    assert.equal(new Set(letters).size, 1, line);
  }
  assert.ok(lines[0]?.every((line) => line < "  m") && lines[1]?.every((line) => line > "  m"));
});

test("every word finds all that it is called, and every Chinese name the word", () => {
  for (const { entry, word, names } of entries) {
    const isPair = word.includes("-");
    const found = counterparts(isPair ? [] : [word], isPair ? [word] : [], []).map(({ word }) => word);
    for (const name of names) {
      assert.ok(found.includes(name), `${word} does not find ${name}: ${entry}`);
      if (!/^[a-z]/.test(name)) {
        const others = counterparts([], [], [name]).map(({ word }) => word);
        assert.ok(others.includes(word), `${name} does not find ${word}: ${entry}`);
      }
    }
  }
});

test("a name of several words is written as a prompt's are looked up: without the plural s of the last", () => {
  for (const { word } of entries.filter(({ word }) => word.includes("-"))) assert.match(word, /([^s]|ss)$/);
});

test("a word in -er is looked up without it where it is a form, and not where it only ends so", () => {
  const named = (word: string) => counterparts([word], [], []).map(({ word }) => word);
  for (const word of ["former", "later", "summer", "porter", "confer"]) assert.deepEqual(named(word), [], word);
  const own = { folder: ["目录", "文件夹"], banner: ["横幅"], charger: ["充电器"], engineer: ["工程师"] };
  for (const [word, names] of Object.entries(own)) assert.deepEqual(named(word), names, word);
  for (const [word, name] of [["cheaper", "便宜"], ["slower", "很慢"], ["mailer", "邮件"]]) {
    assert.ok(named(word ?? "").includes(name ?? ""), word);
  }
});
