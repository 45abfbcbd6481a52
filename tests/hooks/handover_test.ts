/** What a session hands over to the next one: its summary, its to-dos, and what an automatic summary may not hide. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DAY_MS } from "../../src/records/days.ts";
import { type Box, type Json, memoryBox } from "../box.ts";

/** Plays a session of Claude Code with these prompts; each changes the file, if one is named. */
async function play(box: Box, id: string, prompts: readonly string[], file?: string) {
  const transcript = join(box.home, `${id}.jsonl`);
  const hook = (event: string, more: object = {}): Promise<Json> =>
    box.hook("claude", event, {
      session_id: id,
      transcript_path: transcript,
      cwd: box.project,
      hook_event_name: event,
      ...more,
    });
  const start = JSON.stringify(await hook("SessionStart", { source: "startup" }));
  for (const prompt of prompts) {
    await hook("UserPromptSubmit", { prompt });
    const tools = file ? [{ type: "tool_use", id: "t", name: "Write", input: { file_path: file } }] : [];
    const lines = [
      { type: "user", message: { role: "user", content: prompt } },
      { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "Done." }, ...tools] } },
    ];
    appendFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  return { start, end: () => hook("SessionEnd", { reason: "exit" }) };
}

const handover = (box: Box, session: string, ...more: string[]) =>
  box.json([
    "save",
    "summary",
    "--topic",
    "Duplicates",
    "--summary",
    "The index is written",
    "--session",
    session,
    ...more,
  ]);

for (const word of ["继续", "go on"]) {
  test(`a later session with an automatic summary does not hide a handover, and its topic is not "${word}"`, async () => {
    const box = memoryBox();
    const first = await play(box, "first", ["Find the duplicates"]);
    await handover(box, "first", "--todo", "apply the migration on prod");
    await first.end();
    await (await play(box, "second", [word, "Strip the slash in the bridge topic"], "bridge.py")).end();
    const { start } = await play(box, "third", []);
    assert.match(start, /Last session\\nDuplicates/);
    assert.match(start, /Since then, noted automatically\\nStrip the slash in the bridge topic \(/);
    const topics = readFileSync(join(box.data, "sessions.jsonl"), "utf8").trim().split("\n")
      .map((line) => JSON.parse(line).topic);
    assert.deepEqual(topics, ["Duplicates", "Strip the slash in the bridge topic"]);
  });
}

for (const prompt of ["back. make the cooldown a quarter of an hour", "好。把缓冲改成十五分钟"]) {
  test(`a topic leaves out a word that only opens the prompt: ${prompt}`, async () => {
    const box = memoryBox();
    await (await play(box, "first", [prompt], "alerts.py")).end();
    const { topic } = JSON.parse(readFileSync(join(box.data, "sessions.jsonl"), "utf8"));
    assert.equal(topic, prompt.replace(/^.*?[.。]\s*/u, ""));
  });
}

test("a later session that only asked questions is not named beside a handover", async () => {
  const box = memoryBox();
  const first = await play(box, "first", ["Find the duplicates"]);
  await handover(box, "first");
  await first.end();
  await (await play(box, "second", ["How long does our bridge wait", "And where does our worker log"])).end();
  const { start } = await play(box, "third", []);
  assert.match(start, /Last session\\nDuplicates/);
  assert.doesNotMatch(start, /Since then/);
});

test("an automatic summary repeats no saved fact; a start tells each fact in force once", async () => {
  const box = memoryBox();
  const save = async (session: string, content: string, ...more: string[]) =>
    (await box.json(["save", "fact", "--type", "W", "--content", content, "--session", session, ...more])).data.id;
  const first = await play(box, "first", ["Why is device k-0077 flat", "Strip the slash in its topic"], "bridge.py");
  const old = await save("first", "Device k-0077 is flat because its topic ends with a slash");
  await save("first", "The bridge strips a slash from the topic of k-0077", "--supersedes", old);
  const cooldown = await save("first", "The cooldown of alerts is 300 seconds");
  await first.end();
  const ended = readFileSync(join(box.data, "sessions.jsonl"), "utf8");
  assert.match(ended, /Strip the slash in its topic/);
  assert.doesNotMatch(ended, /strips a slash|is flat because|300 seconds/);
  await save("other", "Alerts rest for a quarter of an hour", "--supersedes", cooldown);
  const { start } = await play(box, "second", []);
  assert.equal(start.split("strips a slash").length - 1, 1);
  assert.doesNotMatch(start, /300 seconds/);
});

for (
  const [text, items] of [
    ["发布计费修复；对账文件 sftp 上传；短信验证码先放着", ["发布计费修复", "对账文件 sftp 上传", "短信验证码先放着"]],
    ["apply the migration; draw the curve; set the retention", [
      "apply the migration",
      "draw the curve",
      "set the retention",
    ]],
    ["- apply the migration\n- draw the curve", ["apply the migration", "draw the curve"]],
    ["run `a; b` on prod", ["run `a; b` on prod"]],
    ["use a;b as the separator", ["use a;b as the separator"]],
  ] as const
) {
  test(`several to-dos or decisions in one text are saved one by one: ${JSON.stringify(text)}`, async () => {
    const box = memoryBox();
    await handover(box, "first", "--todo", text, "--decision", text);
    const { todos, decisions } = JSON.parse(readFileSync(join(box.data, "sessions.jsonl"), "utf8"));
    assert.deepEqual([todos, decisions], [items, items]);
    if (items.length < 3) return;
    await handover(box, "second", "--done", `${items[1]}; ${items[2]}`);
    const open = (await box.json(["manage", "list", "--todos"])).data.todos.map(({ todo }: Json) => todo);
    assert.deepEqual(open, [items[0]]);
  });
}

for (const when of ["before it too", "after it alone"]) {
  test(`the session's end leaves a handover as written, also with to-dos that were noted later: ${when}`, async () => {
    const box = memoryBox();
    const session = await play(box, "first", ["Find the duplicates", "Strip the slash in the bridge topic"], "b.py");
    const todo = () => box.json(["save", "summary", "--todo", "ask Ilse about the index", "--session", "first"]);
    if (when === "before it too") await todo();
    await handover(box, "first", "--todo", "apply the migration on prod");
    await todo();
    await session.end();
    const [record, ...others] = box.lines("sessions.jsonl");
    assert.deepEqual(others, []);
    assert.deepEqual([record.topic, record.auto_generated], ["Duplicates", undefined]);
    assert.deepEqual(record.todos.toSorted(), ["apply the migration on prod", "ask Ilse about the index"]);
    assert.match((await play(box, "second", [])).start, /Last session\\nDuplicates/);
  });
}

for (const todo of ["find why the sync stalls; the clock is ruled out", "查清同步为什么卡住；时钟已排除"]) {
  test(`a to-do of two clauses stays one to-do and is closed as a whole: ${todo}`, async () => {
    const box = memoryBox();
    await handover(box, "first", "--todo", todo);
    const open = async () => (await box.json(["manage", "list", "--todos"])).data.todos.map(({ todo }: Json) => todo);
    assert.deepEqual(await open(), [todo]);
    const [half = ""] = todo.split(/[;；]/);
    const ran = await box.run(["done", half, "--json"]);
    assert.match(JSON.parse(ran.stdout).error.hint, /memory done todo-/, "a half may be all of it, or not");
    const saved = await handover(box, "second", "--done", todo);
    assert.equal(saved.data.closed.length, 1);
    assert.deepEqual(await open(), []);
  });
}

for (
  const [todo, words, not] of [
    [
      "Re-request the about 30 broken (cut-off) shows from their presenters; the user has a spreadsheet of them",
      ["Re-request the about 30 broken (cut-off) shows from their presenters", "re-request broken shows"],
      ["the user has a spreadsheet", "spreadsheet"],
    ],
    ["向主播重新要那 30 期坏掉的节目；用户手上有名单", ["向主播重新要那 30 期坏掉的节目"], ["用户手上有名单"]],
    ["apply the migration on prod; draw the curve", [], ["apply the migration on prod", "draw the curve"]],
    ["fix the import; the export has to be fixed", [], ["fix the import"]],
  ] as const
) {
  test(`words of a to-do's only job close it; words of a remark in it, or of one of two jobs, do not: ${todo}`, async () => {
    for (const some of [...words, ...not]) {
      const box = memoryBox();
      await handover(box, "first", "--todo", todo, "--todo", "add chapter marks to the feed");
      const reply = await box.json(["done", some]);
      const closed = (reply.data?.closed ?? []).map((each: Json) => each.todo);
      assert.deepEqual(closed, not.some((each) => each === some) ? [] : [todo], some);
    }
  });
}

test("--done is not reported as unknown where no to-do is open", async () => {
  const box = memoryBox();
  const saved = await handover(box, "first", "--done", "duplicates fixed");
  assert.deepEqual([saved.data.not_closed, saved.data.hint], [undefined, undefined]);
});

test("a to-do of several jobs stays open until all of them are done", async () => {
  const box = memoryBox();
  const merged = "apply the migration on prod; draw the curve; set the retention";
  await handover(box, "first");
  const path = join(box.data, "sessions.jsonl");
  const record = JSON.parse(readFileSync(path, "utf8"));
  appendFileSync(
    path,
    `${JSON.stringify({ ...record, id: "sum-100000001-aaaa", session_id: "old", todos: [merged] })}\n`,
  );
  const saved = await handover(box, "second", "--done", "draw the curve and set the retention");
  assert.equal(saved.data.closed, undefined);
  const open = (await box.json(["manage", "list", "--todos"])).data.todos.map(({ todo }: Json) => todo);
  assert.deepEqual(open, [merged]);
});

test("--supersedes with a to-do's id is refused with the command that closes the to-do", async () => {
  const box = memoryBox();
  await handover(box, "first", "--todo", "apply the migration on prod");
  const [{ id }] = (await box.json(["manage", "list", "--todos"])).data.todos;
  for (const word of [id, id.replace("todo-", "")]) {
    const refused = await box.json(["save", "fact", "--content", "The migration ran at 9:40", "--supersedes", word]);
    assert.equal(refused.error.code, "INVALID_ARGUMENT");
    assert.match(refused.error.hint, new RegExp(`memory done ${id}`));
  }
});

test("work after a session's summary is told beside it, and a stage of a session without one", async () => {
  const box = memoryBox();
  const first = await play(box, "first", ["Find the duplicates", "Write the index"], "index.ts");
  await handover(box, "first");
  await first.end();
  // Nothing came after the summary.
  assert.doesNotMatch((await play(box, "second", [])).start, /Since then/);
  const resumed = await play(
    box,
    "first",
    ["Now move the retry queue to Redis", "And raise its limit to nine"],
    "queue.ts",
  );
  await resumed.end();
  // Ended once more without work.
  await resumed.end();
  const { start } = await play(box, "third", []);
  assert.match(start, /Last session\\nDuplicates/);
  assert.match(start, /Since then, noted automatically\\nNow move the retry queue to Redis/);
  assert.equal(start.split("retry queue").length - 1, 1);
  const asked = { session_id: "third", cwd: box.project, prompt: "What about the retry queue in Redis?" };
  assert.doesNotMatch(JSON.stringify(await box.hook("claude", "UserPromptSubmit", asked)), /retry queue/);
  // The agent's own stage, of a session that has not ended.
  const stage = "The retry queue runs on staging, production is left";
  await box.json(["save", "fact", "--type", "S", "--content", stage, "--session", "third"]);
  assert.match((await play(box, "fourth", [])).start, /## Since then\\nThe retry queue runs on staging/);
  // A summary of that session tells it.
  await handover(box, "third");
  assert.doesNotMatch((await play(box, "fifth", [])).start, /runs on staging/);
});

test("a summary of three weeks ago does not hide a session of today whose work no agent summed up", async () => {
  const box = memoryBox();
  const old = {
    id: "ses-20250101-120000-aaaa",
    type: "summary",
    session_id: "first",
    topic: "Duplicates",
    summary: "The index is written",
    timestamp: new Date(Date.now() - 21 * DAY_MS).toISOString(),
  };
  box.write("sessions.jsonl", `${JSON.stringify(old)}\n`);
  await (await play(box, "second", ["Plan the invoice page", "It needs a total at the bottom"])).end();
  const { start } = await play(box, "third", []);
  assert.match(start, /Last session\\nPlan the invoice page/);
});

test("a session or a fact that a clock ahead has dated in the future is not the last one, and outdates nothing", async () => {
  const box = memoryBox();
  const timestamp = new Date(Date.now() + 1_000 * DAY_MS).toISOString();
  const day = timestamp.slice(0, 10);
  const ahead = { id: "sum-120000000-ahead", type: "summary", session_id: "ahead", topic: "Wrong clock", timestamp };
  const line = (record: object) => `${JSON.stringify(record)}\n`;
  box.write("sessions.jsonl", line({ ...ahead, summary: "Worked with a wrong clock" }));
  const content = "The cart talks to the stock service by gRPC";
  const fact = { id: "log-100000000-ahead", type: "fact", memory_type: "W", content, timestamp };
  box.write(`daily/${day}.jsonl`, line(fact));
  assert.match((await play(box, "only", [])).start, /Last session\\nWrong clock/);
  await handover(box, "second");
  await box.json(["remember", "The cart talks to the stock service by REST since November"]);
  const { start } = await play(box, "third", []);
  assert.match(start, /Last session\\nDuplicates/);
  assert.match(start, /Recent facts\\n[^#]*by REST[^#]*## Probably outdated[^#]*by gRPC/);
  const { results } = await box.json(["search", "cart stock service"]);
  const outdated = results.filter((hit: Json) => hit.outdated_by !== undefined).map(({ id }: Json) => id);
  assert.deepEqual(outdated, [fact.id]);
});

test("a first session that left only a stage is gone on with", async () => {
  const box = memoryBox();
  await play(box, "first", []);
  await box.json([
    "save",
    "fact",
    "--type",
    "S",
    "--content",
    "The schema is done, the import is next",
    "--session",
    "first",
  ]);
  const { start } = await play(box, "second", []);
  assert.match(start, /Last session\\nThe schema is done, the import is next/);
});

for (const prompt of ["continue", "ok, go on please", "好，继续"]) {
  test(`a session whose only prompt is “${prompt}” leaves what changed; without a change it leaves nothing`, async () => {
    const box = memoryBox();
    await (await play(box, "idle", [prompt])).end();
    assert.equal(existsSync(join(box.data, "sessions.jsonl")), false);
    await (await play(box, "first", [prompt], "alerts.py")).end();
    const summary = JSON.parse(readFileSync(join(box.data, "sessions.jsonl"), "utf8"));
    assert.equal(summary.summary, "Went on with the work before: alerts.py. Changed: alerts.py");
  });
}

test("a stage that the agent saved ends the automatic summary of its session", async () => {
  const box = memoryBox();
  const first = await play(box, "first", ["Build the chart page", "Add a legend"], "chart.ts");
  const stage = "The legend works; tooltips are half done in tip.ts";
  await box.json(["save", "fact", "--type", "S", "--content", stage, "--session", "first"]);
  await first.end();
  const { start } = await play(box, "second", []);
  assert.match(start, /Last session\\nBuild the chart page[^]*tooltips are half done in tip\.ts/);
});
