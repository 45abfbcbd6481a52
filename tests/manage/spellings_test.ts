/** A word is found however it is written: in other cases, composed or not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, memoryBox } from "../box.ts";
import { manage } from "./box.ts";

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
