/** What a session leaves when it ends, is compacted or never ends, and which old files go. In this process. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveRecords } from "../../src/capture/mod.ts";
import type { Files } from "../../src/runtime.ts";
import { openMemory } from "../../src/store/memory.ts";
import { openStore } from "../../src/store/mod.ts";
import { readSessionState } from "../../src/store/session_state.ts";
import { cursorTranscript, type HookBox, hookBox, type Json, SESSION } from "../hooks_box.ts";

const END = { reason: "completed", duration_ms: 240_000 };

function memoryOf(box: HookBox) {
  return openMemory(box.runtime, { projectPath: box.project });
}

function save(box: HookBox, content: string, memoryType: "W" | "O" | "S" = "W"): void {
  saveRecords(memoryOf(box), [{ fact: { content, memoryType, session: SESSION } }]);
}

function summaries(box: HookBox): Json[] {
  return existsSync(join(box.data, "sessions.jsonl")) ? box.lines("sessions.jsonl") : [];
}

const WORK = [
  ["user", "把 session 缓存改成 Redis。以后都用 pnpm，不要用 npm。"],
  [
    "assistant",
    "好的。",
    { name: "StrReplace", input: { path: "PROJECT/src/cache.ts" } },
    { name: "Shell", input: { command: "pnpm test" } },
  ],
  ["user", "我们决定 TTL 用 300 秒，顺便更新文档"],
  ["assistant", "完成。", { name: "Write", input: { path: "PROJECT/README.md" } }],
] as const;

function work(box: HookBox): string {
  const path = join(box.folder, "transcript.jsonl");
  writeFileSync(path, cursorTranscript(WORK).replaceAll("PROJECT", box.project));
  return path;
}

test("a session without a summary gets one from its stage summaries, marked automatic", async () => {
  const box = hookBox();
  await box.cursor("sessionStart");
  save(box, "先把缓存换成 Redis。", "S");
  save(box, "再补了测试。", "S");
  save(box, "TTL 定为 300 秒");
  assert.deepEqual(await box.cursor("sessionEnd", END), {});
  const [summary, ...more] = summaries(box);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [summary.session_id, summary.topic, summary.summary, summary.decisions, summary.source, summary.auto_generated],
    [SESSION, "先把缓存换成 Redis。", "先把缓存换成 Redis。 → 再补了测试。", [], "auto", true],
  );
});

test("a session whose summary somebody wrote gets no automatic one", async () => {
  const box = hookBox();
  save(box, "TTL 定为 300 秒");
  saveRecords(memoryOf(box), [{ summary: { topic: "Cache", summary: "Redis.", session: SESSION, source: "rules" } }]);
  await box.cursor("sessionEnd", END);
  assert.deepEqual(summaries(box).map(({ topic }) => topic), ["Cache"]);
});

test("a session's end reads its transcript once, and the facts of each of its days once", async () => {
  const reads: string[] = [];
  const counted = (real: Files): Files => ({
    ...real,
    read: (path) => (reads.push(path), real.read(path)),
    readRange: (path, ...more) => (reads.push(path), real.readRange(path, ...more)),
  });
  const box = hookBox({ env: { LANG: "zh_CN.UTF-8" }, files: counted });
  const transcript = work(box);
  await box.cursor("sessionStart", { transcript_path: transcript });
  save(box, "我们决定 TTL 用 300 秒，顺便更新文档");
  await box.cursor("beforeSubmitPrompt", { prompt: "TTL 定为多少秒？", transcript_path: transcript });
  box.advance(24 * 60 * 60_000);
  reads.length = 0;
  await box.cursor("sessionEnd", END);
  const [{ summary, decisions }] = summaries(box);
  assert.deepEqual(
    [summary, decisions],
    ["把 session 缓存改成 Redis。修改：src/cache.ts, README.md。运行：`pnpm test`", []],
    "what was saved as a fact is not told again",
  );
  // Three more by the index: it looks whether it is in step and takes in new lines before a statement is compared, and
  // takes in more after it was written.
  const INDEX = 3;
  const times = (end: string) => reads.filter((path) => path.endsWith(end)).length;
  assert.deepEqual([times("transcript.jsonl"), times("daily/2026-02-18.jsonl")], [1, 1 + INDEX]);
});

test("a session in which nothing was saved is summed up from its transcript, in the person's words", async () => {
  const box = hookBox({ env: { LANG: "zh_CN.UTF-8" } });
  await box.cursor("stop", { status: "completed", transcript_path: work(box) });
  box.advance(60_000);
  // The desktop application names no transcript here.
  await box.cursor("sessionEnd", { ...END, transcript_path: null });
  const [summary] = summaries(box);
  assert.equal(summary.topic, "把 session 缓存改成 Redis");
  assert.match(summary.summary, /修改：src\/cache\.ts, README\.md/);
  assert.match(summary.summary, /运行：`pnpm test`/);
  assert.equal(summary.auto_generated, true);
  const facts = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "fact");
  assert.deepEqual(
    facts.map(({ memory_type, content }) => [memory_type, content]).slice(0, 2),
    [["O", "以后都用 pnpm，不要用 npm。"], ["W", "我们决定 TTL 用 300 秒"]],
  );
  assert.ok(facts.every(({ confidence, auto_generated }) => confidence < 0.5 && auto_generated === true));
});

test("a question and its answer leave only the facts that the person stated; with a second prompt they also leave a summary", async () => {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  const end = async (...more: (readonly [string, string])[]) => {
    const turns = [["user", "How do I read a file in Python? I prefer pathlib."], ["assistant", "Like this."], ...more];
    writeFileSync(transcript_path, cursorTranscript(turns as Parameters<typeof cursorTranscript>[0]));
    await box.cursor("stop", { status: "completed", transcript_path });
    box.advance(60_000);
    await box.cursor("sessionEnd", END);
    box.advance(60_000);
    return box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "fact").map(({ content }) => content);
  };
  assert.deepEqual(await end(), ["I prefer pathlib."]);
  assert.deepEqual(summaries(box), [], "it would hide the session before it from the next one");
  assert.deepEqual(await end(["user", "And write one, atomically"], ["assistant", "So."]), ["I prefer pathlib."]);
  assert.match(summaries(box)[0].summary, /^How do I read a file in Python\? Then: And write one/);
});

test("a question that states nothing leaves no record, unless a command was run for it: then it leaves a summary", async () => {
  for (const command of [undefined, "npm test"]) {
    const box = hookBox();
    const transcript_path = join(box.folder, "t.jsonl");
    const tools = command === undefined ? [] : [{ name: "Shell", input: { command } }];
    writeFileSync(
      transcript_path,
      cursorTranscript([["user", "What is a monad?"], ["assistant", "A monoid.", ...tools]]),
    );
    await box.cursor("sessionEnd", { ...END, transcript_path });
    assert.equal(summaries(box).length, command === undefined ? 0 : 1);
    assert.ok(box.lines("daily/2026-02-18.jsonl").every(({ type }) => type !== "fact"));
  }
});

test("captured texts are redacted, and our own frames are not captured again", async () => {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const prompt =
    `<memory-notes id="abc123">\nWe decided to use Kafka.\n</memory-notes id="abc123">\nWe decided to use the key ${secret} for tests`;
  writeFileSync(
    transcript_path,
    cursorTranscript([["user", prompt], ["assistant", "ok"], ["user", "go on please"], ["assistant", "ok"]]),
  );
  await box.cursor("stop", { status: "completed", transcript_path });
  await box.cursor("sessionEnd", END);
  const all = box.read("daily/2026-02-18.jsonl") + box.read("sessions.jsonl");
  assert.doesNotMatch(all, /Kafka|a1B2c3D4/);
  assert.match(all, /redacted:github-token/);
});

test("no text inside <private> is captured, however many sentences and lines it has", async () => {
  for (
    const prompt of [
      "<private>The budget is 5. We decided to buy Foo Corp.</private> Fix the login page",
      "Fix the login page. <private>\nWe decided to buy Foo Corp\n以后都说 Foo Corp</private>",
    ]
  ) {
    for (const event of ["preCompact", "sessionEnd"]) {
      const box = hookBox();
      const transcript_path = join(box.folder, "t.jsonl");
      const turns = [["user", prompt], ["assistant", "ok"], ["user", "Update the docs"], ["assistant", "ok"]] as const;
      writeFileSync(transcript_path, cursorTranscript(turns));
      await box.cursor(event, { ...END, trigger: "auto", transcript_path });
      const all = box.read("daily/2026-02-18.jsonl") + summaries(box).map((record) => JSON.stringify(record)).join();
      assert.doesNotMatch(all, /Foo|budget|private/);
      assert.match(all, /Fix the login page/);
    }
  }
});

test("before a compaction the gist of the transcript is saved once, as a stage summary, and the person is told in one sentence", async () => {
  const box = hookBox();
  const transcript_path = work(box);
  const compact = () => box.cursor("preCompact", { trigger: "auto", context_usage_percent: 92.5, transcript_path });
  const reply = await compact();
  assert.deepEqual(Object.keys(reply), ["user_message"]);
  assert.match(reply.user_message, /^\[Memory Flush\] [^\n]+$/);
  box.advance(60_000);
  await compact();
  const facts = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "fact");
  assert.deepEqual(facts.map(({ memory_type }) => memory_type), ["O", "W", "S"]);
});

// The stage would still tell the decision when the fact is replaced.
test("a stage before a compaction says nothing again that is kept as a fact of its own", async () => {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  const prompts = ["Refactor the payment module", "We decided that retries are three", "Add tests for the gateway"];
  writeFileSync(transcript_path, cursorTranscript(prompts.flatMap((text) => [["user", text], ["assistant", "ok"]])));
  await box.cursor("preCompact", { trigger: "auto", transcript_path });
  const facts = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "fact");
  assert.deepEqual(facts.map(({ content }) => content), [
    prompts[1],
    `${prompts[0]}. Then: ${prompts[2]}`,
  ]);
});

test("when the agent saved, a transcript gives only what the person stated and no saved fact is about", async () => {
  const box = hookBox();
  save(box, "TTL 定为 300 秒");
  await box.cursor("preCompact", { trigger: "auto", transcript_path: work(box) });
  const facts = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "fact");
  assert.deepEqual(facts.map(({ content }) => content), ["TTL 定为 300 秒", "以后都用 pnpm，不要用 npm。"]);
});

test("a session that the user did not want saved leaves no record at all", async () => {
  const box = hookBox();
  await box.cursor("beforeSubmitPrompt", { prompt: "不要保存" });
  const transcript_path = work(box);
  assert.deepEqual(await box.cursor("preCompact", { trigger: "auto", transcript_path }), {});
  await box.cursor("stop", { status: "completed", transcript_path });
  await box.cursor("sessionEnd", END);
  assert.equal(existsSync(join(box.data, "daily")), false);
  assert.deepEqual(summaries(box), []);
});

test("with auto_save off a session leaves no summary and no captured fact, but its events and metrics", async () => {
  const box = hookBox();
  box.write("config.json", `{"auto_save": false}`);
  await box.cursor("stop", { status: "completed", transcript_path: work(box) });
  await box.cursor("sessionEnd", END);
  assert.deepEqual(summaries(box), []);
  assert.deepEqual(box.lines("daily/2026-02-18.jsonl").map(({ type }) => type), ["session_metrics", "session_end"]);
});

test("the metrics of a session outlive its state: how much it saved, what it was given, whether that arrived", async () => {
  const box = hookBox();
  box.write("MEMORY.md", "Two spaces.\n");
  await box.cursor("sessionStart", { cursor_version: "3.20.17" });
  save(box, "TTL is 300", "S");
  await box.cursor("sessionEnd", END);
  const [metrics] = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "session_metrics");
  assert.deepEqual(
    [metrics.session_id, metrics.fact_count, metrics.summary_source, metrics.injections, metrics.delivered],
    [SESSION, 0, "auto", 1, "expected"],
  );
  assert.ok(metrics.tokens_given > 0);
  const [end] = box.lines("daily/2026-02-18.jsonl").filter(({ type }) => type === "session_end");
  assert.deepEqual([end.reason, end.duration_ms], ["completed", 240_000]);
});

test("a session whose window was closed is summed up before the next one starts, and the next one is told the summary", async () => {
  const box = hookBox();
  await box.cursor("sessionStart");
  save(box, "TTL is 300", "S");
  // The files are real, so their times come from the real clock.
  const now = new Date();
  Object.assign(box.runtime, { now: () => new Date(now.getTime() + 3 * 3_600_000) });
  const other = { conversation_id: "other", session_id: "other" };
  const { additional_context: context } = await box.cursor("sessionStart", other);
  assert.match(context, /## Last session\nTTL is 300/);
  assert.deepEqual(await box.cursor("sessionStart", other), {}, "delivered twice it acts once, whatever it wrote");
  assert.deepEqual(summaries(box).map(({ session_id }) => session_id), [SESSION]);
});

test("a start sums up a session left five minutes ago, at once if its client may tell no end, and it may go on", async () => {
  for (const [agent, minutes, isSummedUp] of [["claude", 4, false], ["claude", 6, true], ["codex", 0, true]] as const) {
    const box = hookBox();
    // The files are real, so their times come from the real clock.
    const now = new Date();
    const at = (after: number) => Object.assign(box.runtime, { now: () => new Date(now.getTime() + after * 60_000) });
    const tell = (session_id: string, hook_event_name: string, more: object = {}) =>
      box.raw(agent, hook_event_name, JSON.stringify({ session_id, cwd: box.project, hook_event_name, ...more }));
    const work = async (prompt: string) => {
      await tell("left", "UserPromptSubmit", { prompt });
      saveRecords(memoryOf(box), [{ fact: { content: prompt, memoryType: "S", session: "left" } }]);
      await tell("left", "Stop", { stop_hook_active: false });
    };
    at(0);
    await work("Move the cache to Redis.");
    at(minutes);
    await tell("next", "SessionStart", { source: "startup" });
    assert.equal(summaries(box).length === 1, isSummedUp, `${agent} after ${minutes} minutes`);
    await work("Then warm it up at night.");
    at(minutes + 200);
    await tell("later", "SessionStart", { source: "startup" });
    const texts = summaries(box).map(({ summary }) => summary);
    assert.deepEqual(
      texts,
      ["Move the cache to Redis. → Then warm it up at night."],
      "one summary, with what came later",
    );
  }
});

test("what was captured of a session that goes on is captured anew, so that a correction or a wish not to save counts", async () => {
  const tabs = "From now on always use tabs.";
  for (
    const [hours, then, kept] of [
      [0, "From now on always use two spaces instead of tabs.", ["From now on always use two spaces instead of tabs."]],
      [0, "Don't save this session.", []],
      [30, "Move the cache to Redis.", [tabs]],
    ] as const
  ) {
    const box = hookBox();
    const now = new Date();
    const at = (after: number) => Object.assign(box.runtime, { now: () => new Date(now.getTime() + after * 60_000) });
    const transcript_path = join(box.folder, "left.jsonl");
    const tell = (session_id: string, event: string, more: object = {}) =>
      box.claude(event, { session_id, transcript_path, ...more });
    const say = async (prompt: string) => {
      await tell("left", "UserPromptSubmit", { prompt });
      const turns = [["user", prompt], ["assistant", [{ type: "text", text: "Done." }]]]
        .map(([role, content]) => `${JSON.stringify({ type: role, message: { role, content } })}\n`);
      appendFileSync(transcript_path, turns.join(""));
      await tell("left", "Stop", { stop_hook_active: false });
    };
    const rules = () =>
      readdirSync(join(box.data, "daily")).flatMap((file) => box.lines(`daily/${file}`))
        .filter(({ type, memory_type }) => type === "fact" && memory_type === "O").map(({ content }) => content);
    at(0);
    await say(tabs);
    at(6);
    await tell("next", "SessionStart", { source: "startup", transcript_path: null });
    assert.deepEqual(rules(), [tabs]);
    at(6 + hours * 60);
    await say(then);
    assert.deepEqual(rules(), hours === 0 ? [] : [tabs], "taken back when the session goes on, but not on another day");
    at(8 + hours * 60);
    await tell("left", "SessionEnd", { reason: "other" });
    assert.deepEqual(rules(), kept);
  }
});

test("the automatic summary of a resumed session is replaced by a longer one", async () => {
  const box = hookBox();
  save(box, "TTL is 300.", "S");
  await box.cursor("sessionEnd", END);
  box.advance(60_000);
  save(box, "The queue is NATS.", "S");
  await box.cursor("sessionEnd", { ...END, reason: "window_close" });
  assert.deepEqual(summaries(box).map(({ summary }) => summary), ["TTL is 300. → The queue is NATS."]);
});

test("a session whose id is no file name is ended like any other when its window was closed", async () => {
  const box = hookBox();
  const ids = ["plain-id", "sitzung/älter", `agent:${"x".repeat(200)}`];
  for (const id of ids) await box.cursor("sessionStart", { conversation_id: id, session_id: id });
  const then = (box.runtime.now().getTime() - 3 * 3_600_000) / 1000;
  const states = join(box.own, "session_state");
  for (const name of readdirSync(states)) utimesSync(join(states, name), then, then);
  await box.cursor("sessionStart", { conversation_id: "next", session_id: "next" });
  const store = openStore(box.runtime, box.data, "project");
  assert.deepEqual(ids.filter((id) => readSessionState(store, id)?.ended_at === undefined), []);
});

test("a state of the Python original without times has the time of its file", async () => {
  const box = hookBox();
  const state = { session_id: "py-1", summary_saved: false, fact_count: 1, skip: true };
  box.write("session_state/py-1.json", JSON.stringify(state));
  const written = box.runtime.now().getTime() / 1000 - 60;
  utimesSync(join(box.own, "session_state/py-1.json"), written, written);
  const known = readSessionState(openStore(box.runtime, box.data, "project"), "py-1");
  assert.deepEqual([known?.skip, known?.created_at], [true, new Date(written * 1000).toISOString()]);
  await box.cursor("stop", { session_id: "py-1", conversation_id: "py-1", status: "completed", loop_count: 0 });
  assert.equal(box.state("py-1").skip, true, "what it holds is not thrown away");
});

test("old logs and states go, fresh ones stay", async () => {
  const box = hookBox();
  box.write("logs/2026-02-10.jsonl", "{}\n");
  box.write("logs/2026-02-11.jsonl", "{}\n");
  box.write("logs/notes.txt", "mine");
  box.write("session_state/old.json", "{}");
  const threeDays = (box.runtime.now().getTime() - 3 * 86_400_000) / 1000;
  utimesSync(join(box.own, "session_state/old.json"), threeDays, threeDays);
  await box.cursor("sessionEnd", END);
  assert.deepEqual(
    ["logs/2026-02-10.jsonl", "logs/2026-02-11.jsonl", "logs/notes.txt", "session_state/old.json"].map((file) =>
      existsSync(box.path(file))
    ),
    [false, true, true, false],
  );
});

test("temporary files of killed processes go after days, a file that is being written now stays", async () => {
  const box = hookBox();
  const files = [
    ".sessions.jsonl.a1b2c3d4.tmp",
    "daily/.2026-02-10.jsonl.a1b2c3d4.tmp",
    ".MEMORY.md.e5f6g7h8.tmp",
    "my.tmp",
  ];
  const threeDays = (box.runtime.now().getTime() - 3 * 86_400_000) / 1000;
  for (const file of files) box.write(file, "{}");
  for (const file of files.filter((file) => !file.includes("MEMORY"))) {
    utimesSync(box.path(file), threeDays, threeDays);
  }
  await box.cursor("sessionEnd", END);
  assert.deepEqual(files.map((file) => existsSync(box.path(file))), [false, false, true, true]);
});

test("where a folder of the memory is a link out of it, no file is removed from or added to the link's target", async () => {
  for (const folder of ["session_state", "logs", "daily"]) {
    const box = hookBox();
    const documents = join(box.folder, "documents");
    mkdirSync(documents);
    const files = ["thesis.txt", "2020-01-01.jsonl", ".thesis.a1b2c3d4.tmp"].map((name) => join(documents, name));
    const longAgo = (box.runtime.now().getTime() - 30 * 86_400_000) / 1000;
    for (const path of files) {
      writeFileSync(path, "mine");
      utimesSync(path, longAgo, longAgo);
    }
    symlinkSync(documents, box.path(folder));
    assert.deepEqual(await box.cursor("sessionEnd", END), {});
    assert.deepEqual(files.filter((path) => !existsSync(path)), [], folder);
    assert.equal(readdirSync(documents).length, files.length, folder);
  }
});

const DAY = 24 * 60 * 60_000;

for (const isWritten of [true, false]) {
  test(`a session that goes on the next day keeps the first day's ${isWritten ? "written" : "automatic"} summary and its to-dos there`, async () => {
    const box = hookBox({ env: { LANG: "zh_CN.UTF-8" } });
    const transcript_path = work(box);
    await box.cursor("sessionStart", { transcript_path });
    await box.cursor("beforeSubmitPrompt", { prompt: WORK[0][1], transcript_path });
    const summed = (topic: string, ...todos: string[]) =>
      saveRecords(memoryOf(box), [{
        summary: { topic, summary: `${topic}。`, todos, session: SESSION, source: "rules" },
      }]);
    if (isWritten) summed("缓存换成 Redis", "上线前压测");
    await box.cursor("sessionEnd", END);
    const [monday] = summaries(box);
    assert.equal(monday.topic, isWritten ? "缓存换成 Redis" : "把 session 缓存改成 Redis");

    box.advance(DAY);
    await box.cursor("sessionEnd", { ...END, reason: "opened and closed" });
    assert.deepEqual(summaries(box), [monday], "nothing was done");
    const later = [
      ["user", "给上传加断点续传"],
      ["assistant", "好。", { name: "Write", input: { path: `${box.project}/src/upload.ts` } }],
      ["user", "分片大小改成 8 MB"],
      ["assistant", "改好了。"],
    ] as const;
    appendFileSync(transcript_path, cursorTranscript(later));
    await box.cursor("beforeSubmitPrompt", { prompt: later[2][1], transcript_path });
    box.advance(60_000);
    await box.cursor("sessionEnd", END);
    assert.deepEqual(summaries(box), [monday]);
    const [stage, ...more] = box.lines("daily/2026-02-19.jsonl").filter(({ memory_type }) => memory_type === "S");
    assert.match(stage.content, /^给上传加断点续传。随后：分片大小改成 8 MB。修改：src\/upload\.ts/);
    assert.deepEqual(more, []);

    summed("断点续传", "补断点续传的文档");
    assert.deepEqual(
      summaries(box).map(({ topic, todos, timestamp }) => [topic, todos, timestamp.slice(0, 10)]),
      [[monday.topic, monday.todos, "2026-02-18"], ["断点续传", ["补断点续传的文档"], "2026-02-19"]],
    );
    // In the same sitting it is worded anew.
    summed("断点续传和文档");
    assert.deepEqual(summaries(box).slice(1).map(({ topic, todos }) => [topic, todos]), [
      ["断点续传和文档", ["补断点续传的文档"]],
    ]);
  });
}

test("a session that never ended leaves what it came to on the day of its last event", async () => {
  const box = hookBox({ env: { LANG: "zh_CN.UTF-8" } });
  const transcript_path = work(box);
  await box.cursor("sessionStart", { transcript_path });
  await box.cursor("beforeSubmitPrompt", { prompt: WORK[0][1], transcript_path });
  saveRecords(memoryOf(box), [{ summary: { todos: ["上线前压测"], session: SESSION, source: "rules" } }]);
  box.advance(2 * DAY);
  const old = new Date(box.runtime.now().getTime() - 2 * DAY);
  for (const path of [transcript_path, box.path(`session_state/${SESSION}.json`)]) utimesSync(path, old, old);
  await box.cursor("sessionStart", { session_id: "next", conversation_id: "next" });
  const [summary] = summaries(box);
  assert.deepEqual([summary.topic, summary.todos, summary.timestamp.slice(0, 10)], [
    "把 session 缓存改成 Redis",
    ["上线前压测"],
    "2026-02-18",
  ]);
  const days = readdirSync(box.path("daily"));
  const facts = days.flatMap((day) => box.lines(`daily/${day}`)).filter(({ type }) => type === "fact");
  assert.ok(facts.length > 0);
  assert.ok(facts.every(({ timestamp }) => timestamp.startsWith("2026-02-18")));
});

test("a session that only asked what was done before leaves nothing, and hides no last session however old that is", async () => {
  const box = hookBox();
  saveRecords(memoryOf(box), [{
    summary: { topic: "CSV exporter", summary: "It is written.", session: "first", source: "rules" },
  }]);
  for (let week = 0; week < 3; week++) {
    box.advance(7 * DAY);
    const session = { session_id: `week-${week}`, conversation_id: `week-${week}` };
    const transcript_path = join(box.folder, `${week}.jsonl`);
    const asked = [["user", "what did we do on Tuesday?"], ["assistant", "That."], ["user", "昨天我们聊到哪了"], [
      "assistant",
      "So.",
    ]] as const;
    writeFileSync(transcript_path, cursorTranscript(asked));
    const start = JSON.stringify(await box.cursor("sessionStart", { ...session, transcript_path }));
    assert.match(start, /Last session\\nCSV exporter \(2026-02-18\)/);
    for (const [, prompt] of asked.filter(([role]) => role === "user")) {
      await box.cursor("beforeSubmitPrompt", { ...session, prompt, transcript_path });
    }
    box.advance(60_000);
    await box.cursor("sessionEnd", { ...END, ...session });
  }
  assert.deepEqual(summaries(box).map(({ topic }) => topic), ["CSV exporter"]);
});
