/** What `memory help VERB` shows as an example really works. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { ALIASES, everyVerb } from "../src/cli/table.ts";
import { preparedHome, wrongCall } from "./examples.ts";

const unix = { skip: process.platform === "win32" ? "examples are written for a Unix shell" : false };

test("every verb has examples that call it", async () => {
  for (const { name, examples } of await everyVerb()) {
    const short = Object.entries(ALIASES).find(([, long]) => name === long || name.startsWith(`${long} `));
    const names = [name, ...short ? [short[0] + name.slice(short[1].length)] : []];
    assert.ok(examples.some((example) => names.some((word) => example.includes(`memory ${word}`))), name);
    for (const example of examples) assert.match(example, /\bmemory [a-z]/);
  }
});

test("no example is refused as a wrong call", unix, async () => {
  const prepared = await preparedHome();
  const examples = (await everyVerb()).flatMap((verb) => verb.examples);
  assert.deepEqual(examples.map((example) => wrongCall(prepared, example)).filter(Boolean), []);
});
