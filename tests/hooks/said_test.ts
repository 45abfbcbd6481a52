/** What one prompt of a person leaves when the agent saves nothing; against the compiled binary. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { contextOf, type Json, memoryBox } from "../box.ts";

/** A session of one prompt, for which the agent changed a file. `known`: facts that the memory holds. */
async function played(prompt: string, { known = [] }: { readonly known?: readonly string[] } = {}) {
  const box = memoryBox();
  const ids: string[] = [];
  for (const fact of known) ids.push((await box.json(["save", "fact", "--content", fact])).data.id);
  const transcript = join(box.home, "t.jsonl");
  const base = { session_id: "s-1", transcript_path: transcript, cwd: box.project };
  const hook = (event: string, more: object) =>
    box.hook("claude", event, { ...base, hook_event_name: event, ...more }, { env: { LANG: "en_US.UTF-8" } });
  await hook("SessionStart", { source: "startup" });
  const told = contextOf(await hook("UserPromptSubmit", { prompt }));
  const edit = { type: "tool_use", id: "t1", name: "Edit", input: { file_path: join(box.project, "a.ts") } };
  for (const [role, content] of [["user", prompt], ["assistant", [edit]]]) {
    appendFileSync(transcript, `${JSON.stringify({ type: role, message: { role, content } })}\n`);
  }
  await hook("SessionEnd", { reason: "exit" });
  const { records } = (await box.json(["manage", "list", "--limit", "50"])).data;
  const left = records.filter(({ id }: Json) => !ids.includes(id));
  return {
    told,
    ids,
    facts: left.filter(({ type }: Json) => type === "fact").map(({ content }: Json): string => content),
    todos: ((await box.json(["list", "--todos"])).data.todos ?? []).map(({ todo }: Json): string => todo),
    topic: left.find(({ type }: Json) => type === "summary")?.topic as string | undefined,
  };
}

test("what somebody else wants and the person doubts, imagines or needs once is neither pointed at nor kept", async () => {
  const open = [
    "chatgpt told me to prefer named exports everywhere, makes any difference for our bundle size?",
    "老陈说订单号必须一律用 UUID，我不太认同，你觉得呢",
    "imagine the importer always ran at midnight, sketch the cron for me but don't change anything",
    "以后说不定可以换 GraphQL，再说吧",
    "for this one commit only, write the message in english",
  ];
  await Promise.all(open.map(async (prompt) => {
    const { told, facts } = await played(prompt);
    assert.doesNotMatch(told, /may hold/, prompt);
    assert.deepEqual(facts, [], prompt);
  }));
  const rule = "the auditor says we must keep every invoice for ten years, so never delete one";
  const { told, facts } = await played(rule);
  assert.match(told, /may hold/);
  assert.deepEqual(facts, [rule]);
});

test("an order to correct memory names the record that it changes, and what holds is kept without the order", async () => {
  await Promise.all(([
    ["Marit owns the billing module.", "Correct your notes: Jonas owns the billing module now.", /^Jonas/],
    ["The API listens on port 8080.", "that thing you stored about port 8080 is wrong, it's 8090 now", undefined],
    ["API 监听 8080 端口。", "更正一下记忆：端口是 8090", /^端口是 8090$/],
    ["API 监听 8080 端口。", "你记的 8080 端口不对，现在是 8090", undefined],
  ] as const).map(async ([known, prompt, kept]) => {
    const { told, facts } = await played(prompt, { known: [known] });
    assert.match(told, /--supersedes/, prompt);
    if (kept) assert.match(facts.join("\n"), kept, prompt);
  }));
});

test("what an order says is kept as it is, without the words of the order", async () => {
  await Promise.all(([
    ["put it in memory pls that ovens are checked at 6", "ovens are checked at 6"],
    ["记住药房密码在保险柜里", "药房密码在保险柜里"],
    ["给以后的会话留个备注：店里是两个烤箱不是三个", "店里是两个烤箱不是三个"],
  ] as const).map(async ([prompt, kept]) => {
    const { told, facts } = await played(prompt);
    assert.match(told, /wants this kept/, prompt);
    assert.deepEqual(facts, [kept], prompt);
  }));
  await Promise.all(["todo 记上 给窑换热电偶", "待办加一条：给窑换热电偶"].map(async (prompt) => {
    assert.deepEqual((await played(prompt)).todos, ["给窑换热电偶"], prompt);
  }));
  assert.match((await played("undo that last memory change")).told, /undo --list/);
});

// 之前中文那条作废 is an order to delete where a record is about it; none was found by these words, and nothing was told.
test("a rule names the record that it replaces though the old one is called void beside it", async () => {
  await Promise.all(([
    ["提交信息用中文写。", "以后提交信息统一用英文写，之前中文那条作废"],
    ["提交信息用中文写。", "提交信息改用英文，之前中文那条作废"],
  ] as const).map(async ([known, prompt]) => {
    const { told, ids } = await played(prompt, { known: [known] });
    assert.ok(told.includes(`--supersedes ${ids[0]?.slice(-4)}`), `${prompt}: ${told}`);
  }));
});

test("the topic of a session goes on to the order behind what others want, a doubt or something imagined", async () => {
  await Promise.all(([
    [
      "Jonas says we should use UUIDs for bookings. I'm not convinced, add a benchmark",
      /^Jonas says .*add a benchmark$/,
    ],
    ["I might prefer tabs here.. not sure. show me both", /show me both$/],
    [
      "let's say we never delete bookings. write me a script for the table size in 5 years",
      /^let's say .* in 5 years$/,
    ],
    ['put this on the landing page: "We never cancel. Remember your ticket!"', /Remember your ticket!"$/],
  ] as const).map(async ([prompt, wanted]) => assert.match((await played(prompt)).topic ?? "", wanted, prompt)));
});

test("where a thing stands is pointed at and kept", async () => {
  const said = "the staging db is at 10.4.0.40:5432";
  const { told, facts } = await played(said);
  assert.match(told, /may hold/);
  assert.deepEqual(facts, [said]);
  assert.deepEqual((await played("打印机在 10.2.0.7:9100 连不上")).facts, []);
});
