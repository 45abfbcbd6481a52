/** `manage enrich`: facts without words for later in batches; answers shown, written, undone. Against the binary. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

const save = async (box: Box, content: string, ...words: string[]): Promise<string> =>
  (await box.json(["save", "fact", "--content", content, ...words])).data.id;

const asksOf = async (box: Box, id: string): Promise<unknown> => (await box.json(["show", id])).data.record.asks;

const batchOf = async (box: Box, ...words: string[]) => (await box.json(["manage", "enrich", ...words])).data;

test("facts without questions or tool calls come in batches, newest first, and no others", async () => {
  const box = memoryBox();
  const first = await save(box, "Sessions live in Redis", "--entities", "Redis");
  const old = await save(box, "The cache is Memcached");
  const second = await save(box, "The cache is Valkey", "--supersedes", old);
  await save(box, "Half of the migration is done", "--type", "S");
  await save(box, "Invoices are sent on Mondays", "--asks", "when do bills go out?", "--when", "run send-invoices");
  await box.json(["save", "summary", "--topic", "Cache", "--summary", "Moved to Valkey"]);
  const batch = await batchOf(box);
  assert.deepEqual(batch.records.map(({ id }: { id: string }) => id), [second, first]);
  assert.deepEqual({ ...batch.records[1], id: "" }, {
    id: "",
    memory_type: "W",
    content: "Sessions live in Redis",
    entities: ["Redis"],
    layer: "project",
    asks: null,
    when: null,
    missing: ["asks", "when"],
  });
  const short = await batchOf(box, "--limit", "1");
  assert.deepEqual([short.total, short.records.length], [2, 1]);
});

test("the batch with its questions filled in is shown first, written with --confirm, and taken back by an undo", async () => {
  const box = memoryBox();
  const id = await save(box, "Sessions live in Redis");
  const global = await save(box, "Prefers short answers", "--layer", "global");
  const batch = await batchOf(box);
  assert.equal(batch.total, 2);
  const untouched = await box.json(["manage", "enrich", "--apply", JSON.stringify(batch), "--confirm"]);
  assert.equal(untouched.data.enriched, 0, "what nobody filled in is asked for again");
  const filled = JSON.stringify({
    records: batch.records.map((record: { id: string }) => ({
      ...record,
      asks: record.id === id ? ["why are people logged out?", "会话存在哪里"] : [],
      when: record.id === id ? ["run redis-cli flushall"] : [],
    })),
  });
  const shown = await box.json(["manage", "enrich", "--apply", filled]);
  assert.equal(shown.status, "preview");
  assert.deepEqual(shown.data.records.map((each: { asks: unknown }) => each.asks), [
    ["why are people logged out?", "会话存在哪里"],
    [],
  ]);
  assert.equal(await asksOf(box, id), undefined, "a preview writes nothing");
  const done = await box.json(["manage", "enrich", "--apply", "-", "--confirm"], { stdin: filled });
  assert.deepEqual([done.status, done.data.enriched], ["ok", 2]);
  assert.deepEqual(await asksOf(box, id), ["why are people logged out?", "会话存在哪里"]);
  const { results } = await box.json(["search", "logged out"]);
  assert.equal(results[0]?.id, id);
  assert.deepEqual((await box.json(["show", id])).data.record.when, ["run redis-cli flushall"]);
  // A fact with an empty list of questions is in no later batch.
  assert.deepEqual(await asksOf(box, global), []);
  assert.equal((await batchOf(box)).total, 0);
  assert.match((await box.run(["undo"])).stdout, /: 2 records \(1 global\) as before/);
  assert.deepEqual([await asksOf(box, id), await asksOf(box, global)], [undefined, undefined]);
});

test("a wrong answer is refused as a whole, and unknown ids are named", async () => {
  const box = memoryBox();
  const id = await save(box, "Sessions live in Redis");
  const apply = (value: unknown) => box.json(["manage", "enrich", "--confirm", "--apply", JSON.stringify(value)]);
  const five = ["a?", "b?", "c?", "d?", "e?"];
  for (
    const wrong of [{}, { records: 3 }, [{ asks: ["a?"] }], [{ id, asks: "a?" }], [{ id, asks: five }], [{
      id,
      when: ["always"],
    }]]
  ) {
    assert.equal((await apply(wrong)).error.code, "INVALID_ARGUMENT", JSON.stringify(wrong));
  }
  // In a batch of twenty nobody knew which record it was.
  const other = await save(box, "Logs go to Loki");
  for (const words of [{ asks: five }, { when: ["always"] }]) {
    const { error } = await apply([{ id: other, asks: ["where?"] }, { id, ...words }]);
    assert.ok(error.message.startsWith(`${id}: `), error.message);
  }
  assert.equal(await asksOf(box, id), undefined);
  const file = await box.json(["manage", "enrich", "--apply", "nowhere.json"]);
  assert.equal(file.error.code, "INVALID_ARGUMENT");
  const { data } = await apply([{ id, asks: ["who?"] }, { id: "log-1-none", asks: ["what?"] }, { id: "log-2-none" }]);
  assert.deepEqual([data.enriched, data.not_found], [1, ["log-1-none"]]);
  assert.deepEqual((await apply([{ id, asks: ["who?"] }])).data.enriched, 0, "it has them already");
});

test("a fact that has its questions gets the tool calls that it lacks, and keeps the questions", async () => {
  const box = memoryBox();
  const id = await save(box, "Sessions live in Redis", "--asks", "logged out?");
  const { records: [record] } = await batchOf(box);
  assert.deepEqual([record.id, record.asks, record.when], [id, ["logged out?"], null]);
  const { data } = await box.json(["manage", "enrich", "--confirm", "--apply", JSON.stringify([{ id, when: [] }])]);
  assert.equal(data.enriched, 1);
  assert.deepEqual(await asksOf(box, id), ["logged out?"]);
  assert.equal((await batchOf(box)).total, 0);
});

test("an empty list takes nothing away, and a deleted fact is named as not found", async () => {
  const box = memoryBox();
  const id = await save(box, "Sessions live in Redis");
  const batch = await batchOf(box);
  await box.json(["edit", id, "--when", "run redis-cli"]);
  const gone = await save(box, "The cache is Valkey");
  await box.json(["delete", gone, "--confirm"]);
  const apply = (value: unknown) => box.json(["manage", "enrich", "--confirm", "--apply", JSON.stringify(value)]);
  const looked = batch.records.map((record: object) => ({ ...record, asks: [], when: [] }));
  assert.equal((await apply(looked)).data.enriched, 1);
  const { record } = (await box.json(["show", id])).data;
  assert.deepEqual([record.asks, record.when], [[], ["run redis-cli"]]);
  assert.deepEqual((await apply([{ id: gone, asks: ["what?"] }])).data.not_found, [gone]);
});

test("facts in the same words are consolidated with the words for later of all", async () => {
  const box = memoryBox();
  await save(box, "Use black to format", "--when", "edit *.py", "--asks", "style?");
  await save(box, "use black to format.", "--when", "run autopep8", "--asks", "formatter?");
  await box.json(["manage", "consolidate"]);
  const [fact] = box.lines("facts.jsonl");
  assert.deepEqual([fact.when.toSorted(), fact.asks.toSorted()], [["edit *.py", "run autopep8"], [
    "formatter?",
    "style?",
  ]]);
});

test("a consolidated fact gets the questions of its record, and keeps them when the record is gone", async () => {
  const box = memoryBox();
  const id = await save(box, "Sessions live in Redis because the database was the bottleneck");
  await box.json(["manage", "consolidate"]);
  await box.json(["manage", "enrich", "--confirm", "--apply", JSON.stringify([{ id, asks: ["why Redis?"] }])]);
  assert.deepEqual(box.lines("facts.jsonl").map(({ asks }) => asks), [["why Redis?"]]);
  await box.json(["manage", "undo"]);
  assert.deepEqual(box.lines("facts.jsonl").map(({ asks }) => asks), [undefined]);
});

test("facts that others may have written are in no batch", async () => {
  const box = memoryBox({ empty: true });
  const [id, timestamp] = ["log-100000000-aaaa", "2026-02-01T08:00:00.000Z"];
  mkdirSync(join(box.data, "daily"), { recursive: true });
  const line = JSON.stringify({ id, type: "fact", memory_type: "W", content: "Deploys are done by hand", timestamp });
  writeFileSync(join(box.data, "daily", "2026-02-01.jsonl"), `${line}\n`);
  assert.equal((await box.json(["manage", "list"])).data.total, 1);
  assert.equal((await batchOf(box)).total, 0);
});

test("questions that hold a secret are cleaned", async () => {
  const box = memoryBox();
  const id = await save(box, "Deploys are done by hand");
  const token = `ghp_${"a1B2".repeat(9)}`;
  const asks = [`how do I deploy with ${token}?`];
  const { data } = await box.json(["manage", "enrich", "--confirm", "--apply", JSON.stringify([{ id, asks }])]);
  assert.ok(data.redacted.includes("github-token"));
  assert.doesNotMatch(JSON.stringify(await asksOf(box, id)), /ghp_/);
});

test("a fact that got its questions alone is listed as without tool calls, until somebody says that none fits", async () => {
  const box = memoryBox();
  const id = await save(box, "Sessions live in Redis");
  const answer = (words: object) =>
    box.json(["manage", "enrich", "--apply", JSON.stringify([{ id, ...words }]), "--confirm"]);
  await answer({ asks: ["where do logins live?"] });
  assert.deepEqual((await batchOf(box)).records[0].missing, ["when"]);
  assert.match((await box.run(["manage", "enrich"])).stdout, /leave an empty list/);
  await answer({ when: [] });
  assert.equal((await batchOf(box)).total, 0);
});

test("a batch holds the beginning of a long fact, which is enough to think of its questions", async () => {
  const box = memoryBox();
  await save(box, `The release checklist. ${"Step one of many, ".repeat(2_000)}`);
  const { records: [fact] } = await batchOf(box);
  assert.equal(fact.content.length <= 2_000, true);
  assert.match(fact.content, /^The release checklist\. .*…$/);
});
