/** A start tells each thing once, and marks a line that another one contradicts. Against the binary. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";
import { compare } from "../../src/recall/compare.ts";
import { settleAtOnce } from "../../src/recall/settle.ts";
import type { StartMaterial } from "../../src/recall/start_material.ts";

async function startOf(box: Box, conversation = "c-1"): Promise<string> {
  const payload = { conversation_id: conversation, workspace_roots: [box.project], cursor_version: "3.20.17" };
  const reply = await box.hook("cursor", "sessionStart", payload);
  return String(reply["additional_context"]);
}

async function saveAll(box: Box, contents: readonly string[], ...more: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of contents) ids.push((await box.json(["save", "fact", "--content", content, ...more])).data.id);
  return ids.map((id) => id.slice(-4));
}

// The rule asks for `--supersedes ID`, but the lines of a start once had no id.
test("each fact of a start carries the end of its id, by which it can be replaced", async () => {
  const box = memoryBox();
  const [short] = await saveAll(box, ["Redis caches sessions"], "--type", "W");
  assert.match(await startOf(box), new RegExp(`Redis caches sessions \\[${short}\\]`));
  const [next] = await saveAll(box, ["Valkey caches sessions"], "--type", "W", "--supersedes", short ?? "");
  const start = await startOf(box);
  assert.match(start, new RegExp(`Valkey caches sessions \\[${next}\\]`));
  assert.doesNotMatch(start, /Redis/);
});

test("of facts in nearly the same words a start tells only the newest", async () => {
  const box = memoryBox();
  const [, , last] = await saveAll(
    box,
    ["会话 TTL 300 秒", "会话 TTL 300 秒。", "会话的 TTL 是 300 秒"],
    "--type",
    "W",
  );
  const lines = (await startOf(box)).split("\n").filter((line) => line.includes("300"));
  assert.deepEqual(lines.map((line) => line.slice(-6)), [`[${last}]`]);
});

test("a decision of the last session that is also a fact is told once, as the fact", async () => {
  const box = memoryBox();
  const [fact] = await saveAll(box, ["会话缓存在 Redis，TTL 300 秒"], "--type", "W");
  const summary = ["--topic", "Cache", "--summary", "Chosen", "--decision", "会话缓存在 Redis，TTL 300 秒。"];
  await box.json(["save", "summary", "--session", "s-1", ...summary, "--decision", "商品详情不进缓存"]);
  const lines = (await startOf(box)).split("\n");
  assert.deepEqual(lines.filter((line) => line.includes("300")).map((line) => line.slice(-6)), [`[${fact}]`]);
  assert.ok(lines.includes("- 商品详情不进缓存"));
});

test("a search has what another record outdates right behind that one, and says so", async () => {
  const box = memoryBox();
  await startOf(box);
  const [older, newer] = await saveAll(
    box,
    [
      "We use yarn here, not pnpm: pnpm broke CI, pnpm again",
      "Use pnpm in this project, never yarn",
    ],
    "--type",
    "O",
    "--entities",
    "pnpm",
  );
  await startOf(box, "c-2");
  const { results } = await box.json(["search", "pnpm pnpm broke"]);
  assert.deepEqual(
    results.map(({ id, outdated_by }: { id: string; outdated_by?: string }) => [id.slice(-4), outdated_by]),
    [
      [newer, undefined],
      [older, newer],
    ],
  );
  assert.match((await box.run(["search", "pnpm"])).stdout, /outdated_by/);
  await box.run(["manage", "rebuild-index"]);
  assert.match((await box.run(["search", "pnpm"])).stdout, /outdated_by/, "also where the index was made anew since");
});

test("of two facts that contradict each other the newer is told, the older is marked as outdated by it", async () => {
  const box = memoryBox();
  const [older, newer] = await saveAll(box, ["会话缓存在 Redis，TTL 300 秒", "会话 TTL 改成 900 秒"], "--type", "W");
  await saveAll(box, ["商品详情缓存 60 秒", "测试环境端口是 8080", "生产环境端口是 443"], "--type", "W");
  const [told = "", outdated = ""] = (await startOf(box)).split(/## (?:Probably outdated|可能已过时).*\n/);
  assert.match(told, new RegExp(`900 秒 \\[${newer}\\]`));
  assert.doesNotMatch(told, /300 秒/);
  assert.match(outdated, new RegExp(`300 秒 \\[${older}\\] ⚠ ${newer}`));
  assert.doesNotMatch(outdated, /8080|443|60 秒/);
});

test("what is outdated itself outdates nothing, so that a rule may come back", async () => {
  const box = memoryBox();
  await saveAll(box, ["The API runs on port 3000; run pnpm dev to start it"], "--type", "B");
  const [, gone, back] = await saveAll(
    box,
    [
      "Only pnpm is used here, never npm",
      "We use npm again, pnpm is gone",
      "Back to pnpm: only pnpm is used here, never npm",
    ],
    "--type",
    "O",
  );
  const start = await startOf(box);
  assert.match(start, new RegExp(`pnpm is gone \\[${gone}\\] ⚠ ${back}`));
  assert.equal(start.split("⚠").length, 3, start);
});

test("two rules that contradict each other are not both to be followed", async () => {
  const box = memoryBox();
  const [older, newer] = await saveAll(box, ["Always indent with tabs", "Indent with two spaces"], "--type", "O");
  const [conventions = "", notes = ""] = (await startOf(box)).split("<memory-notes");
  assert.match(conventions, /two spaces/);
  assert.doesNotMatch(conventions, /tabs/);
  assert.match(notes, new RegExp(`indent with tabs \\[${older}\\] ⚠ ${newer}`));
});

test("texts of others never put a rule of the user out of force, and a project's rule goes before a general one", () => {
  const rule = (id: string, text: string, more: object) => ({
    id,
    text,
    stated: true,
    changed: "2026-02-01",
    ...more,
  });
  const rules = (...conventions: StartMaterial["conventions"]) =>
    settleAtOnce({ core: [], facts: [], todos: [], conventions }, compare).conventions.map((
      { id, otherwise },
    ) => [id, otherwise]);
  const foreign = { stated: false, changed: "2026-03-01" };
  assert.deepEqual(
    rules(rule("log-1", "Indent with tabs", {}), rule("log-2", "Indent with two spaces", foreign)),
    [["log-1", undefined], ["log-2", undefined]],
  );
  // What a colleague said since is not outdated, but to be confirmed; what they said before is.
  const colleagues = (changed: string) =>
    rule("log-2", "Indent with two spaces", { ...foreign, isOthers: true, changed });
  const own = rule("log-1", "Indent with tabs", {});
  assert.deepEqual(rules(own, colleagues("2026-03-01")), [["log-1", undefined], ["log-2", undefined]]);
  assert.deepEqual(rules(own, colleagues("2026-01-01")), [["log-1", undefined], ["log-2", "log-1"]]);
  const everywhere = { layer: "global", changed: "2026-03-01" };
  assert.deepEqual(
    rules(rule("log-1", "Indent with tabs", { layer: "project" }), rule("log-2", "Indent with two spaces", everywhere)),
    [["log-1", undefined], ["log-2", "log-1"]],
  );
  const same = rules(
    rule("MEM-1", "Indent with tabs", { layer: "project" }),
    rule("MEM-1", "Indent with tabs.", everywhere),
  );
  assert.deepEqual(same, [["MEM-1", undefined]]);
});

test("two lines that were not compared because of their ranks are compared once the newer one is a rule of the user", () => {
  let text: string | undefined;
  const kept = { kept: () => text, keep: (found: string) => void (text = found) };
  for (const older of ["Indent with tabs", "Indent every file of the shop with tabs"]) {
    const newer = older.replace("tabs", "two spaces");
    const marksAs = (stated: boolean) => {
      const conventions = [
        { id: "log-1", text: older, stated: true, changed: "2026-02-01" },
        { id: "log-2", text: newer, stated, changed: "2026-03-01" },
      ];
      const told = settleAtOnce({ core: [], facts: [], todos: [], conventions }, compare, kept);
      return told.conventions.map(({ otherwise }) => otherwise);
    };
    assert.deepEqual(marksAs(false), [undefined, undefined], older);
    assert.deepEqual(marksAs(true), ["log-2", undefined], older);
  }
});

// Comparing the lines took a third of a start, and most starts tell the same lines as the one before.
test("a start reuses the findings of the last one until something else is saved, and the findings hold no text", async () => {
  const box = memoryBox();
  await saveAll(box, ["会话缓存在 Redis，TTL 300 秒", "会话 TTL 改成 900 秒", "测试环境端口是 8080"], "--type", "W");
  const outdated = (start: string) => start.split(/## (?:Probably outdated|可能已过时).*\n/)[1] ?? "";
  const first = await startOf(box, "c-1");
  assert.match(outdated(first), /300 秒/);
  const path = join(box.own, "index.sqlite");
  const inIndex = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(path);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const text = inIndex((db) => String(db.prepare("SELECT text FROM kept").get()?.["text"]));
  assert.doesNotMatch(text, /Redis|会话|8080|redis|ttl/);
  const linesOf = (start: string) => start.split("\n").filter((line) => line.startsWith("- ["));
  assert.deepEqual(linesOf(await startOf(box, "c-2")), linesOf(first));
  // A start that compared the lines again would not show this change.
  const other = JSON.stringify({ ...JSON.parse(text), marks: {}, compared: {} });
  inIndex((db) => db.prepare("UPDATE kept SET text = ?").run(other));
  assert.equal(outdated(await startOf(box, "c-3")), "");
  inIndex((db) => db.prepare("UPDATE kept SET text = ?").run("{"));
  assert.match(outdated(await startOf(box, "c-4")), /300 秒/);
  await saveAll(box, ["测试环境端口换成 9090"], "--type", "W");
  const later = outdated(await startOf(box, "c-5"));
  assert.match(later, /300 秒/);
  assert.match(later, /8080/);
});
