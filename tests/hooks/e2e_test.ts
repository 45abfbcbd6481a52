/** The seed's scenarios and input of any kind, against the compiled binary, with events as Cursor sends them. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";

const CONVERSATION = "0c7d1f6e-3a55-4b7e-9f3a-6f1b2c3d4e5f";

/** An event as Cursor sends it: events of a turn have a generation, a session's start and end have none. */
function event(box: Box, name: string, more: object = {}): object {
  const conversation = Reflect.get(more, "conversation_id") ?? CONVERSATION;
  return {
    conversation_id: conversation,
    generation_id: name.startsWith("session") ? "" : `${name}-${Math.random()}`,
    model: "default",
    model_id: "default",
    session_id: conversation,
    hook_event_name: name,
    cursor_version: "3.21.4",
    workspace_roots: [box.project],
    user_email: "dev@example.invalid",
    transcript_path: null,
    ...more,
  };
}

const cursor = (box: Box, name: string, more: object = {}): Promise<Json> =>
  box.hook("cursor", name, event(box, name, more));

const prompt = async (box: Box, text: string, more: object = {}): Promise<string> =>
  (await cursor(box, "beforeSubmitPrompt", { prompt: text, attachments: [], composer_mode: "agent", ...more }))
    .additional_context ?? "";

/** A day's work in a session of its own. */
async function earlier(box: Box, words: readonly string[]): Promise<void> {
  const saved = await box.json(["save", ...words]);
  assert.equal(saved.data.status, "saved");
}

test("scenario 1: a session that continues yesterday's work gets what was decided", async () => {
  const box = memoryBox();
  await earlier(box, [
    "summary",
    "--session",
    "yesterday",
    "--topic",
    "API 重构讨论",
    "--summary",
    "把 Flask 换成 FastAPI，路由按领域拆分。",
    "--decision",
    "决定使用 FastAPI 替换 Flask",
    "--todo",
    "迁移用户模块",
  ]);
  await cursor(box, "sessionEnd", { conversation_id: "yesterday" });
  const { additional_context: start } = await cursor(box, "sessionStart");
  assert.match(start, /API 重构讨论/);
  assert.match(start, /决定使用 FastAPI 替换 Flask/);
  assert.match(start, /迁移用户模块/);
  // The start has told it, so the prompt adds nothing.
  assert.equal(await prompt(box, "继续昨天的 API 重构工作"), "");
  // A session whose start context was lost to the client gets it with the prompt.
  const lost = { conversation_id: "another" };
  assert.match(await prompt(box, "继续昨天的 API 重构工作", lost), /FastAPI/);
});

test("scenario 2: a preference reaches the agent as a convention to follow", async () => {
  const box = memoryBox();
  await earlier(box, [
    "fact",
    "--type",
    "O",
    "--layer",
    "global",
    "--content",
    "用户偏好使用 TypeScript，喜欢函数式编程风格",
  ]);
  const { additional_context: start } = await cursor(box, "sessionStart");
  assert.match(start, /<memory-conventions[\s\S]*函数式编程风格[\s\S]*<\/memory-conventions/);
  const intent = await box.json(["intent", "帮我写一个数据处理函数"]);
  assert.deepEqual([intent.intent_type, intent.should_retrieve, intent.should_save], ["preference", true, true]);
});

test('v1 §12.5: "last time" in a new session finds what was said weeks ago', async () => {
  const box = memoryBox();
  const days = 86_400_000;
  const timestamp = new Date(Date.now() - 12 * days).toISOString();
  const fact = {
    id: "log-101500000-rank",
    type: "fact",
    memory_type: "W",
    content: "你在 metadata-server 项目的 Git 排名是第一名",
    entities: [],
    confidence: 0.8,
    timestamp,
  };
  box.write(`daily/${timestamp.slice(0, 10)}.jsonl`, `${JSON.stringify(fact)}\n`);
  const { additional_context: start = "" } = await cursor(box, "sessionStart");
  assert.doesNotMatch(start, /metadata-server/);
  assert.match(
    await prompt(box, "上次我的 git 排名咋样"),
    /metadata-server 项目的 Git 排名是第一名 \[log-101500000-rank\]/,
  );
});

test("nothing saves a session that the user does not want saved", async () => {
  const box = memoryBox();
  await cursor(box, "sessionStart");
  assert.match(await prompt(box, "请不要保存这次对话。"), /confirm in one line/);
  const saved = await box.json(["save", "fact", "--content", "We use Redis", "--session", CONVERSATION]);
  assert.deepEqual([saved.data.status, saved.data.reason], ["skipped", "session_not_saved"]);
  assert.deepEqual(await cursor(box, "stop", { status: "completed", loop_count: 0 }), {});
  await cursor(box, "sessionEnd", { reason: "completed" });
  const types = box.lines(`daily/${new Date().toISOString().slice(0, 10)}.jsonl`).map(({ type }) => type);
  assert.deepEqual(types, ["session_start"]);
  assert.equal(existsSync(join(box.data, "sessions.jsonl")), false);
});

test("an event that two configurations of one client deliver at the same moment acts once", async () => {
  const box = memoryBox();
  await earlier(box, ["fact", "--content", "We use Redis"]);
  const payload = event(box, "sessionStart");
  const replies = await Promise.all([
    box.hook("cursor", "sessionStart", payload),
    box.hook("claude", "SessionStart", payload),
    box.hook("cursor", "sessionStart", payload),
  ]);
  assert.equal(replies.filter((reply) => "additional_context" in reply).length, 1);
  const day = new Date().toISOString().slice(0, 10);
  assert.equal(box.lines(`daily/${day}.jsonl`).filter(({ type }) => type === "session_start").length, 1);
});

test("a session that starts again right after something was saved is told of it", async () => {
  const box = memoryBox();
  await earlier(box, ["fact", "--content", "We use Redis"]);
  const start = (source: string) => box.hook("claude", "SessionStart", { session_id: "c", cwd: box.project, source });
  for (const [source, content] of [["startup", "The queue is NATS"], ["resume", "Invoices are PDF"]] as const) {
    await start(source);
    assert.deepEqual(await start(source), {}, "the same start, delivered twice");
    await box.json(["save", "fact", "--content", content, "--session", "other"]);
    assert.match(JSON.stringify(await start(source)), new RegExp(content));
  }
});

const EMPTY: Readonly<Record<string, string>> = {
  sessionStart: "{}",
  beforeSubmitPrompt: `{"continue":true}`,
  preCompact: "{}",
  stop: "{}",
  sessionEnd: "{}",
};

test("a hook that gets wrong input prints only its event's empty reply and exits 0", async () => {
  const box = memoryBox();
  const inputs: readonly (string | Uint8Array)[] = [
    "",
    "{",
    "hello",
    "[]",
    `{"conversation_id":`,
    new Uint8Array([0, 255, 1]),
  ];
  for (const [name, empty] of Object.entries(EMPTY)) {
    for (const stdin of inputs) {
      const { code, stdout, stderr } = await box.run(["hook", "cursor", name], { stdin });
      assert.deepEqual([code, stdout.trim(), stderr], [0, empty, ""], `${name} ${stdin}`);
    }
  }
  const lines = box.lines(`logs/${new Date().toISOString().slice(0, 10)}.jsonl`);
  assert.equal(lines.filter(({ level }) => level === "ERROR").length, inputs.length * Object.keys(EMPTY).length);
});

test("100 MB on standard input are refused without being read to the end", async () => {
  const box = memoryBox();
  const { code, stdout } = await box.run(["hook", "cursor", "beforeSubmitPrompt"], {
    stdin: new Uint8Array(100 * 1024 * 1024).fill(97),
  });
  assert.deepEqual([code, stdout.trim()], [0, `{"continue":true}`]);
});

test("a hook that is called with wrong arguments or none still answers and exits 0", async () => {
  const box = memoryBox();
  for (
    const words of [[], ["cursor"], ["nobody", "stop"], ["cursor", "nonsense"], ["cursor", "stop", "--by-init"], [
      "--wrong",
      "x",
    ]]
  ) {
    const { code, stdout } = await box.run(["hook", ...words], { stdin: "{}" });
    assert.deepEqual([code, stdout.trim()], [0, "{}"], words.join(" "));
  }
});

/** The binary's answer to an input that never ends, and the milliseconds that it takes. */
async function answerToOpenInput(box: ReturnType<typeof memoryBox>, event: string, input: string) {
  const child = spawn(BINARY, ["hook", "cursor", event], {
    cwd: box.project,
    env: { HOME: box.home, PATH: process.env["PATH"] ?? "" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.write(input);
  const started = Date.now();
  const stdout = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout.on("data", (chunk: Uint8Array) => void (text += Buffer.from(chunk).toString("utf8")));
    child.on("close", () => resolve(text));
  });
  child.stdin.destroy();
  return { stdout: stdout.trim(), ms: Date.now() - started };
}

test("an input that never ends does not hold up the client", async () => {
  const { stdout, ms } = await answerToOpenInput(memoryBox(), "stop", `{"conversation_id":"c"`);
  assert.equal(stdout, "{}");
  assert.ok(ms < 10_000);
});

test("a complete event is answered at once, even if the client keeps its end of the pipe open", async () => {
  // The second prompt is larger than a pipe's buffer, so it arrives in several pieces.
  for (const prompt of ["hello", `What is this?\n${"{ some: code }\n".repeat(20_000)}`]) {
    const event = { conversation_id: "c", hook_event_name: "beforeSubmitPrompt", prompt };
    const { stdout, ms } = await answerToOpenInput(memoryBox(), "beforeSubmitPrompt", JSON.stringify(event));
    assert.deepEqual(JSON.parse(stdout), { continue: true });
    assert.ok(ms < 1_500, `${prompt.length} characters: ${ms} ms`);
  }
});

test("`intent` works where there is no memory", async () => {
  const box = memoryBox({ empty: true });
  const verdict = await box.json(["intent", "不要保存"]);
  assert.deepEqual([verdict.intent_type, verdict.action], ["command", "skip_save"]);
  assert.equal((await box.json(["intent", "--new-session", "false", "帮我实现登录"])).should_retrieve, false);
});
