/** To-dos noted alone, without a summary, and what the answer of a save tells of to-dos. Against the binary. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Json, memoryBox } from "../box.ts";
import { summary, todosOf } from "./todo_box.ts";

test("a to-do is noted alone in mid-session, joins the session's summary later, and is no session to go on with", async () => {
  const box = memoryBox();
  await summary(box, "s-0");
  const noted = await box.json(["save", "summary", "--todo", "Ask Zhuang about editions", "--session", "s-1"]);
  assert.equal(noted.data.status, "saved");
  assert.deepEqual(noted.data.todos.map(({ todo }: Json) => todo), ["Ask Zhuang about editions"]);
  const more = await box.json(["save", "summary", "--todo", "Print spare sheets", "--session", "s-1"]);
  assert.deepEqual([more.data.status, more.data.id], ["updated", noted.data.id]);
  assert.deepEqual(await todosOf(box), ["Ask Zhuang about editions", "Print spare sheets"]);

  const payload = { session_id: "next", cwd: box.project, hook_event_name: "SessionStart", source: "startup" };
  const start = (await box.hook("claude", "SessionStart", payload)).hookSpecificOutput.additionalContext;
  assert.match(start, /Print spare sheets/);
  assert.match(start, /Work s-0 \(/, "the session to go on with is the one that was summed up");

  const written = await summary(box, "s-1", "--todo", "Reply to Euan");
  assert.deepEqual([written.data.status, written.data.id], ["updated", noted.data.id]);
  const record = box.lines("sessions.jsonl").find(({ session_id }) => session_id === "s-1");
  assert.deepEqual(
    [record.topic, record.todos, record.auto_generated, record.history],
    ["Work s-1", ["Ask Zhuang about editions", "Print spare sheets", "Reply to Euan"], undefined, undefined],
  );
  const after = await box.json(["save", "summary", "--todo", "Order paper", "--session", "s-1"]);
  assert.equal(after.data.id, noted.data.id);
  const last = box.lines("sessions.jsonl").find(({ session_id }) => session_id === "s-1");
  assert.deepEqual([last.topic, last.summary, last.todos.length], ["Work s-1", "Done.", 4]);
  await box.run(["manage", "undo", "--confirm"]);
  assert.equal((await todosOf(box)).length, 3, "one save is undone as one");
});

test("an automatic summary takes over what was noted alone, whether its session is known or not", async () => {
  const box = memoryBox();
  const transcript = join(box.home, "auto.jsonl");
  const event = { session_id: "auto", transcript_path: transcript, cwd: box.project };
  await box.hook("claude", "SessionStart", { ...event, hook_event_name: "SessionStart", source: "startup" });
  await box.json(["save", "summary", "--todo", "Send Euan a sample", "--session", "auto"]);
  const edit = { type: "tool_use", id: "e", name: "Edit", input: { file_path: `${box.project}/export.go` } };
  writeFileSync(
    transcript,
    [
      { type: "user", message: { role: "user", content: "Please rework the ledger export in export.go to stream." } },
      { type: "assistant", message: { role: "assistant", content: [edit, { type: "text", text: "Reworked." }] } },
    ].map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  await box.hook("claude", "SessionEnd", { ...event, hook_event_name: "SessionEnd", reason: "prompt_input_exit" });
  const records = box.lines("sessions.jsonl");
  assert.equal(records.length, 1);
  assert.match(records[0].topic, /ledger export/);
  assert.deepEqual(records[0].todos, ["Send Euan a sample"]);
  const lone = await box.json(["save", "summary", "--todo", "Feed the cat"], { env: {} });
  assert.equal(lone.data.status, "saved");
  assert.deepEqual((await todosOf(box)).toSorted(), ["Feed the cat", "Send Euan a sample"]);
});

test("the reply of a save lists each to-do that it made, so that one text taken for two is seen", async () => {
  const box = memoryBox();
  const reply = await summary(box, "s-1", "--todo", "find the cause; rule out the clock; ask Euan");
  assert.deepEqual(reply.data.todos.map(({ todo }: Json) => todo), [
    "find the cause",
    "rule out the clock",
    "ask Euan",
  ]);
  for (const { id } of reply.data.todos) assert.match(id, /^todo-[0-9a-f]{6}$/);
  const missing = await box.run(["save", "summary", "--summary", "Only this", "--todo", "x", "--json"]);
  assert.equal(missing.code, 2);
  assert.match(JSON.parse(missing.stdout).error.message, /--topic is missing/);
  assert.equal((await box.run(["save", "summary", "--todo", " ", "--json"])).code, 2);
});

// `done` promised that what is done comes up no more, and each prompt near it was told "[x] …".
test("a to-do noted alone comes up at no prompt once it is done, and a search has it behind all others", async () => {
  const box = memoryBox();
  await box.json(["remember", "TODO: rotate the signing certificate"]);
  await box.json(["remember", "待办：轮换签名证书"]);
  const prompts = ["rotate the signing certificate of our service", "我们服务的签名证书该轮换了"];
  const at = async (prompt: string, session_id: string): Promise<string> => {
    const event = { session_id, cwd: box.project, hook_event_name: "UserPromptSubmit", prompt };
    return JSON.stringify(await box.hook("claude", "UserPromptSubmit", event));
  };
  for (const todo of ["certificate", "签名证书"]) await box.json(["done", todo]);
  for (const [place, prompt] of prompts.entries()) assert.doesNotMatch(await at(prompt, `after-${place}`), /\[x\]/);
  await box.json(["save", "fact", "--content", "The certificate for signing lies in the vault"]);
  const { results } = await box.json(["search", "signing certificate"]);
  assert.match(results[0].content, /vault/);
  const marked = results.map(({ content }: Json) => content.startsWith("[x]"));
  assert.deepEqual(marked, [false, ...marked.slice(1).fill(true)]);
});
