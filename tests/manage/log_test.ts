/** `manage log`, and the figures of `manage stats` on recalls, against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { BINARY, type Json, memoryBox } from "../box.ts";
import { boxWith, manage } from "./box.ts";
import { cursor, dayBefore, prompt, remember } from "../settings_box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

test("the log tells the reason and the records of each recall, newest first, of one session or of all", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions, TTL 300 s", "--confidence", "0.95"]);
  await cursor(box, "sessionStart", {}, "s-1");
  await cursor(box, "sessionStart", {}, "s-2");
  await cursor(box, "beforeSubmitPrompt", { prompt: "hello there" }, "s-2");
  const { data } = await box.json(["manage", "log"]);
  assert.ok(data.total >= 2);
  assert.deepEqual(data.retrievals.at(-1).session, "s-1");
  assert.equal(data.retrievals.at(-1).trigger, "start");
  assert.equal(data.retrievals.at(-1).chosen.length, 1);
  const one = await box.json(["manage", "log", "--session", "s-1"]);
  assert.equal(one.data.total, 1);
});

test("on a terminal the log says why in the reader's language, with signals and candidates", withTerminal, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions, TTL 300 s"]);
  await cursor(box, "beforeSubmitPrompt", { prompt: "continue with the login page" }, "s-1");
  await cursor(box, "beforeSubmitPrompt", { prompt: "Which TTL have Redis sessions?" }, "s-1");
  const [program, words] = onTerminal(`"${BINARY}" --no-color manage log`);
  for (
    const [LANG, said] of [
      [
        "en_US.UTF-8",
        /1 record\s+compared[^]*prompt: continue with the login page\s+nothing found · because you said: continue · \d+ ms/,
      ],
      [
        "zh_CN.UTF-8",
        /比对了 1 条记录[^]*提示词：continue with the login page\s+没有查到 · 因为你说到：continue · \d+ ms/,
      ],
    ] as const
  ) {
    const env = { ...process.env, HOME: box.home, LANG };
    const { stdout } = spawnSync(program, words, { cwd: box.project, env, encoding: "utf8" });
    assert.match(stdout, said);
  }
});

test("the log names no signal whose characters lie within another one", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "连接池是 20，因为数据库只让连这么多"]);
  await cursor(box, "beforeSubmitPrompt", { prompt: "连接池为什么是 20 个连接，不是 64？" }, "s-1");
  const { stdout } = await box.run(["log"], { env: { LANG: "zh_CN.UTF-8" } });
  assert.match(stdout, /因为你说到：为什么 ·/);
});

test("a recall that compared nothing names no number of records and says that nothing was found", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions"]);
  await cursor(box, "beforeSubmitPrompt", { prompt: "Which queue does the importer use?" }, "s-1");
  const [{ candidates, silent }] = (await box.json(["manage", "log"])).data.retrievals;
  // It said “too little speaks for any record”, as if there had been one.
  assert.deepEqual([candidates, silent], [0, "nothing found"]);
  assert.doesNotMatch((await box.run(["log"], { env: { LANG: "zh_CN.UTF-8" } })).stdout, /比对/);
});

test("the log says where a record was found and did not fit into the tokens of a prompt", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions, TTL 300 s"]);
  await box.json(["config", "set", "context.prompt_tokens", "50"]);
  await cursor(box, "beforeSubmitPrompt", { prompt: "Which TTL have Redis sessions?" }, "s-1");
  assert.match((await box.run(["log"])).stdout, /no room: beyond prompt_tokens/);
});

test("a line of the log about a tool call says what was called", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Use pnpm here", "--when", "run npm install"]);
  const call = { tool_name: "Bash", tool_input: { command: "npm install --otp 123456" } };
  await box.hook("claude", "PreToolUse", { session_id: "s-1", cwd: box.project, ...call });
  assert.match((await box.run(["log"])).stdout, /tool: npm install\n\s+\w+ \(\d+ tokens\)/);
  assert.equal((await box.json(["log"])).data.retrievals[0].query, "npm install");
});

test("where nothing was looked up the log is empty and the exit code 1", async () => {
  const box = memoryBox();
  const ran = await box.run(["manage", "log"]);
  assert.deepEqual([ran.code, JSON.parse(ran.stdout).data], [1, { total: 0, retrievals: [] }]);
});

test("the log takes a piece of a session's id, and says that nothing matches another one", async () => {
  const { box } = await boxWith("Redis caches the sessions of the shop");
  const session_id = "0e6a777d-f20f-47ee-9499-9a7329783a9d";
  await box.hook("claude", "SessionStart", { session_id, cwd: box.project, source: "startup" });
  await box.hook("claude", "UserPromptSubmit", { session_id, cwd: box.project, prompt: "Where does Redis cache?" });
  const { retrievals } = (await manage(box, "log --session 0e6a777d")).data;
  assert.ok(retrievals.length > 0 && retrievals.every(({ session }: Json) => session === session_id));
  const none = await box.run(["log", "--session", "nope"]);
  assert.deepEqual([none.code, none.stdout], [1, "Nothing was looked up that matches\n"]);
});

test("stats sum what agents were given, in sessions that ended and in those that go on", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis caches sessions, TTL 300 s", "--confidence", "0.95"]);
  await cursor(box, "sessionStart", {}, "s-1");
  await cursor(box, "sessionEnd", { reason: "completed" }, "s-1");
  await cursor(box, "sessionStart", {}, "s-2");
  const { recall } = (await box.json(["manage", "stats"])).data;
  assert.deepEqual([recall.sessions, recall.records_given, recall.records_cited], [2, 2, 0]);
  assert.ok(recall.tokens_given > 40);
});

test("what a session saved itself was not given to it, and stats don't count it so", async () => {
  const { box } = await boxWith("Redis caches the sessions of the shop");
  await cursor(box, "sessionStart", {}, "s-1");
  const given = async () => (await box.json(["manage", "stats"])).data.recall.records_given;
  assert.equal(await given(), 1);
  const fact = ["--content", "The wallaby deploys on Fridays", "--session"];
  for (const session of ["s-1", "s-2"]) await box.json(["save", "fact", ...fact, session]);
  assert.equal(await given(), 1);
});

// A Makefile, or `--json | jq`: the session was never told what its only live session was taken to have said.
test("what a script of the person's saves beside a session is given to it, what its client's shell saves is not", async () => {
  for (const [env, isGiven] of [[{}, true], [{ CURSOR_AGENT: "1" }, false]] as const) {
    const box = memoryBox();
    await cursor(box, "sessionStart", {}, "s-1");
    await box.json(["remember", "Exports are written in ISO-8859-1, because DATEV refuses UTF-8"], { env });
    const asks = { prompt: "Which encoding do exports have for DATEV?" };
    const reply = await cursor(box, "beforeSubmitPrompt", asks, "s-1");
    assert.equal(/ISO-8859-1/.test(JSON.stringify(reply)), isGiven, JSON.stringify(env));
  }
});

test("a prompt that repeats a fact of two months ago almost word for word gets it", async () => {
  const box = memoryBox();
  remember(box, 54, ["支付回调的幂等键用订单号加渠道号"]);
  assert.match(await prompt(box, "支付回调的幂等键用什么？"), /订单号加渠道号/);
});

test("a prompt is answered from a whole index, or not at all", async () => {
  const box = memoryBox();
  remember(box, 0, ["The checkout gateway of our Zephyr service listens on port 4222"]);
  // More records than can be indexed in the time of a prompt; the newest days are indexed first.
  const days = Array.from({ length: 40 }, (_, at) => at + 1);
  for (const day of days) {
    const timestamp = `${dayBefore(day)}T09:00:00.000Z`;
    const line = (n: number) =>
      JSON.stringify({
        id: `log-0900-${day}-${n}`,
        type: "fact",
        memory_type: "W",
        timestamp,
        content: `Row ${n} of ${day}`,
      });
    box.write(`daily/${dayBefore(day)}.jsonl`, Array.from({ length: 1_000 }, (_, n) => `${line(n)}\n`).join(""));
  }
  const asked = "Which port does the checkout gateway of our Zephyr service listen on?";
  assert.equal(await prompt(box, asked), "");
  assert.equal((await box.json(["manage", "log"])).data.retrievals[0].silent, "index unfinished");
  await box.json(["sync"]);
  assert.match(await prompt(box, asked), /4222/);
});
