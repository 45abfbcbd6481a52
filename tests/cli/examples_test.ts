/** The examples of `memory help VERB` work. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { shortName, TABLE } from "../../src/cli/table.ts";
import { wordsOf } from "../../src/cli/words.ts";
import type { Language } from "../../src/sentence.ts";
import { agentFiles } from "../../src/templates/files.ts";
import { memoryBox } from "../box.ts";
import { preparedHome, wrongCall } from "../examples.ts";
import { taughtLines } from "../taught.ts";

const unix = { skip: process.platform === "win32" ? "examples are written for a Unix shell" : false };

const EXAMPLES = TABLE.map(({ name }) => ({ name, examples: wordsOf(name).examples }));

test("every verb has examples that call it", () => {
  for (const { name, examples } of EXAMPLES) {
    const names = [name, shortName(name) ?? name];
    assert.ok(examples.some((example) => names.some((word) => example.includes(`memory ${word}`))), name);
    for (const example of examples) assert.match(example, /\bmemory [a-z]/);
  }
});

test("no example puts a text to save in double quotes, in which a shell would run backticks", () => {
  for (const { examples } of EXAMPLES) {
    for (const example of examples) assert.doesNotMatch(example, /--(content|topic|summary|todo|decision|done) "/);
  }
});

test("no example is refused as a wrong call", unix, async () => {
  const prepared = await preparedHome();
  const examples = EXAMPLES.flatMap((verb) => verb.examples);
  assert.deepEqual(examples.map((example) => wrongCall(prepared, example)).filter(Boolean), []);
});

/** Values for the placeholders in a command, so that a call accepts it. */
const NAMES: Readonly<Record<string, string>> = {
  D: "2026-02-18",
  BACKUP: "2026-02-19-120500",
  TOKEN: "mwrmrfc8-18825e098fc3468c",
  "…": "a text",
};

/** The commands that the skill of the memory teaches, as lines of a shell. */
function taught(language: Language): string[] {
  const files = agentFiles({ skills: "skills" }, language, "memory").filter(({ file }) =>
    file.includes("long-term-memory")
  );
  return files.flatMap(({ text }) => taughtLines(text))
    // Of several choices the first is taken.
    .map((line) =>
      line.replace(/\|[a-z|]+/, "").replace("--input FILE", "--input backup.json").replace(
        "--apply FILE",
        "--apply filled.json",
      ).replace(
        /\b(?:[A-Z]{2,}|D)\b|(?<=')…(?=')/g,
        (word) => NAMES[word] ?? word,
      )
    );
}

test("no command that the skill teaches is refused as a wrong call, in either language", unix, async () => {
  const prepared = await preparedHome();
  for (const language of ["en", "zh"] as const) {
    const lines = taught(language);
    assert.ok(lines.length > 30, lines.join("\n"));
    // These three only work together: see the next test.
    const alone = lines.filter((line) => !line.includes("config set memory.load_days"));
    assert.deepEqual(alone.map((line) => wrongCall(prepared, line)).filter(Boolean), []);
  }
});

test("the settings that the skill teaches for five days are accepted in its order", async () => {
  const box = memoryBox();
  const lines = taught("en").filter((line) => line.includes("config set memory.load_days"));
  assert.equal(lines.length, 3);
  for (const line of lines) assert.equal((await box.json(line.split(" ").slice(1))).status, "ok", line);
  assert.equal((await box.json(["config", "get", "memory.load_days_full"])).data.value, 5);
});
