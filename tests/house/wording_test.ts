/** Tables of texts: each text that the code names is in its table, in both languages. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { patternsIn } from "../../src/text/patterns.ts";

const SRC = join(import.meta.dirname ?? "", "../../src");

const TABLES = [
  ["doctor", "findings.tsv", 50],
  ["setup", "words.tsv", 10],
  ["cli", "told.tsv", 10],
  ["capture", "words.tsv", 15],
  ["commands", "words.tsv", 80],
  ["", "words.tsv", 15],
  ["embedding", "words.tsv", 40],
  ["exchange", "words.tsv", 20],
  ["index", "words.tsv", 8],
  ["notes", "words.tsv", 40],
  ["store", "words.tsv", 20],
  ["upkeep", "words.tsv", 6],
] as const;

/** The files that use the table of `src/` itself: its own, and those of rooms without a table. */
const ROOT_FILES = [
  ...fs.readdirSync(SRC),
  "config/change.ts",
  "config/inherited.ts",
  "config/mod.ts",
  "config/unread.ts",
  "recall/rule_file.ts",
  "records/ids.ts",
  "system/files.ts",
  "system/mod.ts",
];

/** A name that is put together in the code: `level_${id}`. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/\$\{\w+\}/g, "[\\w+]+")}$`);
}

for (const [room, table, least] of TABLES) {
  test(`every text that ${room || "src"} names is in its table, in both languages, and none is left over`, () => {
    const lines = fs.readFileSync(join(SRC, room, table), "utf8").trim().split("\n")
      .filter((line) => !line.startsWith("#")).map((line) => line.split("\t"));
    const files = room === "" ? ROOT_FILES : fs.readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" });
    const code = files.filter((file) => file.endsWith(".ts"))
      .map((file) => fs.readFileSync(join(SRC, room, file), "utf8")).join("\n");
    const names = lines.filter(([kind]) => kind !== "next").map(([, name]) => name ?? "");
    const texts = [...code.matchAll(/["`](\w[\w${}]*)["`]/g)].map(([, text = ""]) => text);
    const isNamed = (row: string) => {
      // The text of a dry run has a row beside the text of the real run.
      const name = row.replace(/_dry$/, "");
      return texts.some((text) => text === name || (text.includes("$") && patternOf(text).test(name)));
    };
    assert.deepEqual(names.filter((name) => !isNamed(name)), []);
    const called = [...code.matchAll(/\b(?:finding|said|refuse|failure)\(\s*"(\w+)"/g)].map(([, name = ""]) => name);
    assert.ok(called.length > least);
    assert.deepEqual(called.filter((name) => !names.includes(name)), []);
    assert.equal(new Set(names).size, names.length);
    for (const line of lines) {
      assert.equal(line.length, 4, line.join("\t"));
      assert.ok(line[2] && line[3], line.join("\t"));
      const values = (text = "") => new Set([...text.matchAll(/\{(\w+)/g)].map(([, value]) => value));
      // Only the English text may hold {them}.
      assert.deepEqual(values(line[3]).union(new Set(["them"])), values(line[2]).union(new Set(["them"])), line[1]);
    }
  });
}

for (const file of ["commands.txt", "possible_wish.txt", "signs.txt"]) {
  test(`no word of ${file} holds another of its list, which lets every text pass that it would`, () => {
    const { groups } = patternsIn(fs.readFileSync(join(SRC, "prompt", file), "utf8"));
    assert.ok(groups.length > 3);
    // Below a title without patterns the words are what is meant.
    const idle = groups.filter(({ patterns }) => patterns.length > 0).flatMap(({ title, words, and = [] }) =>
      [words, and].flatMap((list) =>
        list.filter((word, at) => list.some((other, place) => place !== at && word.includes(other)))
          .map((word) => `${title}: ${word}`)
      )
    );
    assert.deepEqual(idle, []);
  });
}

// A pattern that ignores case takes longer to compile; texts are compared in lower case instead.
test("the patterns of signs.txt are in lower case, and none of them ignores case", () => {
  const { groups, whole } = patternsIn(fs.readFileSync(join(SRC, "prompt", "signs.txt"), "utf8"));
  for (const { title, patterns } of groups) {
    for (const pattern of patterns) {
      const plain = whole(pattern).replace(/\\[pP]\{[^}]*\}|\\./g, "");
      assert.match(plain, /^\/[^A-Z]*\/u?$/, title);
    }
  }
});
