/** A word is found and proved to be gone however it is written: in other cases, composed or not, escaped. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Json, memoryBox } from "../box.ts";
import { testTogether } from "../together.ts";
import { manage, purgeWholly } from "./box.ts";

let facts = 0;
const fact = (content: string, more: object = {}) =>
  JSON.stringify({ id: `log-${++facts}`, type: "fact", content, timestamp: "2026-02-18T10:00:00Z", ...more });
const idOf = (line = "") => JSON.parse(line).id;

// Files of macOS name things in letters that are taken apart, and Turkish and German letters change with their case.
test("a keyword finds what is written in another case or composition, or kept by another tool in a field of its own", async () => {
  const box = memoryBox();
  const written = ["İstanbul", "STRAẞE", "Αθήνας", "Cafe\u0301", "ＭÜLLER", "한글".normalize("NFD"), "ﬁle"];
  const other = fact("other", {
    metadata: { customer: ["Quibblefax"] },
    source: { project: "/work/zanzibar" },
  });
  const event = JSON.stringify({ id: "e", type: "session_end", reason: "zanzibar", timestamp: "2026-02-18T10:00:00Z" });
  box.write("daily/2026-02-18.jsonl", [...written.map((each) => fact(each)), other, event, ""].join("\n"));
  const listed = async (keyword: string) =>
    (await manage(box, "list --keyword", keyword)).data.records.map(({ content }: Json) => content);
  const asked = [["istanbul", "İSTANBUL"], ["straße", "strasse"], ["ΑΘΉΝΑΣ"], ["café", "CAFÉ"], ["müller"], ["한글"], [
    "FILE",
  ]];
  for (const [at, keywords] of asked.entries()) {
    for (const keyword of keywords) assert.deepEqual(await listed(keyword), [written[at]], keyword);
  }
  assert.deepEqual(await listed("quibblefax"), ["other"]);
  assert.deepEqual(await listed("zanzibar"), [], "where a record comes from is no text of it");
  assert.deepEqual(await listed("cafe"), [], "an accent is part of a letter");
});

testTogether("a purge takes a word out of every field, and its proof finds it however it is written", async () => {
  const box = memoryBox();
  const word = "M\u00dcLLER";
  const escaped = fact("Weekly").replace(/}$/, `,"metadata":{"customer":"M\\u00fcller"}}`);
  box.write("daily/2026-02-18.jsonl", `${fact("Müller pays late")}\n${escaped}\n`);
  box.write("MEMORY.md", `- ask ${word} first\n- ${"müller".normalize("NFD")} called\n`);
  const data = await purgeWholly(box, "--keyword", "müller");
  assert.deepEqual([data.deleted, data.verified.clean], [2, false]);
  assert.deepEqual(data.verified.found, [{ file: "MEMORY.md", what: "müller" }]);
  assert.deepEqual(data.remaining_mentions.map(({ line }: Json) => line), [1, 2]);
});

testTogether("a proof finds the text of a purged record where JSON escapes its letters", async () => {
  const box = memoryBox();
  const text = "东方物流 pays late";
  const purged = fact(text);
  box.write("daily/2026-02-18.jsonl", `${purged}\n`);
  const letters = [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`).join(
    "",
  );
  box.write("daily/2026-02-19.jsonl", `${fact("x").replace(/}$/, `,"id_of":"e-${letters}-e"}`)}\n`);
  const data = await purgeWholly(box, "--id", idOf(purged));
  assert.deepEqual(data.verified.found, [{ file: "daily/2026-02-19.jsonl", what: text }]);
});

// An index of many records is larger than what is read as a whole.
testTogether("a proof reads a file of any size, and finds a word where two pieces of it meet", async () => {
  const box = memoryBox();
  box.write("daily/2026-02-18.jsonl", `${fact("Quibblefax pays late")}\n`);
  const large = join(box.data, "large.bin");
  fs.writeFileSync(large, "");
  fs.truncateSync(large, 65 * 1024 * 1024);
  const data = await purgeWholly(box, "--keyword", "quibblefax");
  assert.deepEqual([data.deleted, data.verified.clean], [1, true]);
  const file = fs.openSync(large, "r+");
  fs.writeSync(file, new TextEncoder().encode("QUIBBLEFAX"), 0, 10, 4 * 1024 * 1024 - 5);
  fs.closeSync(file);
  box.write("daily/2026-02-18.jsonl", `${fact("Quibblefax pays late")}\n`);
  const again = await purgeWholly(box, "--keyword", "quibblefax");
  assert.deepEqual(again.verified.found, [{ file: "large.bin", what: "quibblefax" }]);
});

test("a record that only shares a name with a deleted one does not say the same", async () => {
  const box = memoryBox();
  const lines = [
    fact("Redis caches", { entities: ["Redis caches"] }),
    fact("Sessions expire", { entities: ["Redis caches"], tags: ["redis caches"] }),
    fact("Redis cache"),
    fact("Nodes are six", { entities: ["Redis cache"] }),
  ];
  box.write("daily/2026-02-18.jsonl", `${lines.join("\n")}\n`);
  const { data } = await manage(box, "delete --id", idOf(lines[0]), "--confirm");
  assert.deepEqual(data.remaining_mentions.map(({ text }: Json) => text), ["Sessions expire", "Redis cache"]);
});
