/** Settings that say what a session starts with and how it is asked to save, against the binary. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { estimateTokens } from "../../src/recall/budget.ts";
import { BINARY, type Box, memoryBox } from "../box.ts";
import { cursorTranscript } from "../hooks_box.ts";
import { cursor, holds, remember, set, start } from "../settings_box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const DAY = ["alpha one", "bravo two", "charlie three", "delta four", "echo five"];
const NAMES = DAY.map((content) => content.split(" ")[0] ?? "");

/** A box that remembers five facts of the day that many days ago. */
function boxOf(days: number, fields: object = {}): Box {
  const box = memoryBox();
  remember(box, days, DAY, fields);
  return box;
}

test("memory.load_days_full: so many days are loaded whole", async () => {
  const box = boxOf(3);
  assert.deepEqual(holds(await start(box), NAMES), ["charlie", "delta", "echo"]);
  await set(box, "memory.load_days_full", "4");
  assert.deepEqual(holds(await start(box), NAMES), NAMES);
});

test("memory.load_days_partial: so many days give their newest facts, older ones only what is important", async () => {
  const box = boxOf(5);
  assert.deepEqual(holds(await start(box), NAMES), []);
  await set(box, "memory.load_days_partial", "6");
  assert.deepEqual(holds(await start(box), NAMES), ["charlie", "delta", "echo"]);
});

test("memory.load_days_max: beyond it not even what is important is loaded", async () => {
  const box = boxOf(9, { confidence: 0.95 });
  assert.deepEqual(holds(await start(box), NAMES), []);
  await set(box, "memory.load_days_max", "10");
  assert.deepEqual(holds(await start(box), NAMES), NAMES);
});

test("memory.partial_per_day: so many facts of a day in the middle, the newest of it", async () => {
  const box = boxOf(3);
  await set(box, "memory.partial_per_day", "1");
  assert.deepEqual(holds(await start(box), NAMES), ["echo"]);
});

test("memory.facts_limit: so many facts in all, the newest", async () => {
  const box = boxOf(0);
  assert.deepEqual(holds(await start(box), NAMES), NAMES);
  await set(box, "memory.facts_limit", "2");
  assert.deepEqual(holds(await start(box), NAMES), ["delta", "echo"]);
});

test("memory.important_confidence: how sure a fact of the last band must be", async () => {
  const box = boxOf(6);
  assert.deepEqual(holds(await start(box), NAMES), []);
  await set(box, "memory.important_confidence", "0.8");
  assert.deepEqual(holds(await start(box), NAMES), NAMES);
});

/** Sets the project up for Cursor: its rules tell how to use memory, and the start context may stand beside them. */
function forCursor(box: Box): void {
  mkdirSync(join(box.project, ".cursor/rules"), { recursive: true });
  writeFileSync(join(box.project, ".cursor/rules/memory-rules.mdc"), "---\nalwaysApply: true\n---\n");
}

test("context.start_tokens: how much of it all a session is given", async () => {
  const box = memoryBox();
  remember(box, 0, DAY.map((content) => `${content}: ${"the cache is kept in Redis and lives long ".repeat(6)}.`));
  forCursor(box);
  const whole = await start(box);
  assert.deepEqual(holds(whole, NAMES), NAMES);
  await set(box, "context.start_tokens", "200");
  const short = await start(box);
  assert.deepEqual(holds(short, NAMES), ["echo"]);
  assert.ok(estimateTokens(short) <= 200);
});

test("delivery.rule_file: auto writes the file beside the reply, always the file alone, never the reply alone", async () => {
  const expected = {
    // An old build first, then one that delivers.
    auto: { old: ["file", "reply"], fresh: ["file", "reply"] },
    always: { old: ["file"], fresh: ["file"] },
    never: { old: ["reply"], fresh: ["reply"] },
  };
  for (const [policy, channels] of Object.entries(expected)) {
    const box = memoryBox();
    remember(box, 0, ["alpha one"]);
    forCursor(box);
    await set(box, "delivery.rule_file", policy);
    for (const [build, cursor_version] of [["old", "3.12.17"], ["fresh", "3.20.17"]] as const) {
      const reply = await start(box, { cursor_version });
      const path = join(box.project, ".cursor/rules/memory-context.mdc");
      const file = existsSync(path) ? readFileSync(path, "utf8") : "";
      const spoke = [...file.includes("alpha") ? ["file"] : [], ...reply.includes("alpha") ? ["reply"] : []];
      assert.deepEqual(spoke, channels[build], `${policy}, ${build}`);
    }
  }
});

/** After which of so many turns of one session the agent is asked to save. */
async function askedAfter(box: Box, turns: number): Promise<number[]> {
  const asked: number[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    await cursor(box, "beforeSubmitPrompt", { prompt: `Step ${turn} of the move`, attachments: [] }, "one");
    const reply = await cursor(box, "stop", { status: "completed", loop_count: 0 }, "one");
    if (reply.followup_message === undefined) continue;
    asked.push(turn);
    await cursor(box, "beforeSubmitPrompt", { prompt: reply.followup_message, attachments: [] }, "one");
    await cursor(box, "stop", { status: "completed", loop_count: 1 }, "one");
  }
  return asked;
}

test("save.ask_after_prompts and save.ask_again_prompts: after so many prompts the agent is asked again; 0 asks once a session", async () => {
  const often = memoryBox();
  await set(often, "save.ask_after_prompts", "3");
  await set(often, "save.ask_again_prompts", "2");
  assert.deepEqual(await askedAfter(often, 7), [3, 5, 7]);
  const once = memoryBox();
  await set(once, "save.ask_after_prompts", "2");
  await set(once, "save.ask_again_prompts", "0");
  assert.deepEqual(await askedAfter(once, 5), [2]);
  assert.deepEqual(await askedAfter(memoryBox(), 6), [6]);
});

test("auto_save: off asks for nothing and captures nothing; what somebody saves by hand is saved", async () => {
  const transcript = (box: Box) => {
    const path = join(box.project, "transcript.jsonl");
    writeFileSync(
      path,
      cursorTranscript([["user", "We decided to use Redis."], ["user", "Set its TTL to 300 in the staging config."]]),
    );
    return { reason: "completed", transcript_path: path };
  };
  const on = memoryBox();
  await cursor(on, "sessionEnd", transcript(on), "one");
  assert.equal(on.lines("sessions.jsonl").length, 1);
  const box = memoryBox();
  await set(box, "auto_save", "false");
  assert.deepEqual(await askedAfter(box, 1), []);
  await cursor(box, "sessionEnd", transcript(box), "one");
  assert.deepEqual(box.lines("sessions.jsonl"), []);
  const summary = ["save", "summary", "--topic", "Cache", "--summary", "Moved."];
  const automatic = (await box.json([...summary, "--source", "stop"])).data;
  assert.deepEqual([automatic.status, automatic.reason], ["skipped", "auto_save_off"]);
  assert.equal((await box.json(summary)).data.status, "saved");
});

test("auto_retrieve: off gives no context at a start and none with a prompt; search finds all the same", async () => {
  const box = memoryBox();
  remember(box, 0, ["The session cache is Redis with TTL 300"]);
  const ask = () =>
    cursor(box, "beforeSubmitPrompt", { prompt: "继续：Redis session cache 的 TTL 是多少", attachments: [] });
  assert.match(await start(box), /Redis/);
  assert.match((await ask()).additional_context, /Redis/);
  await set(box, "auto_retrieve", "false");
  assert.doesNotMatch(await start(box), /Redis/);
  assert.deepEqual(await ask(), { continue: true });
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
});

test("enabled: off answers events emptily, skips saves, finds nothing and says so; manage works", async () => {
  const box = memoryBox();
  remember(box, 0, ["The session cache is Redis"]);
  await set(box, "enabled", "false");
  assert.equal(await start(box), "");
  assert.deepEqual(await cursor(box, "stop", { status: "completed", loop_count: 0 }), {});
  const { data } = await box.json(["save", "fact", "--content", "TTL is 300"]);
  assert.deepEqual([data.status, data.reason], ["skipped", "memory_disabled"]);
  const found = await box.run(["search", "Redis"]);
  assert.equal(found.code, 1);
  assert.match(JSON.parse(found.stdout).degraded, /enabled is false/);
  assert.equal((await box.json(["manage", "list"])).data.total, 1);
});

test("lang: the language of what an agent is given and a person is told, whatever the locale says", async () => {
  const box = memoryBox();
  remember(box, 0, ["alpha one"]);
  assert.match(await start(box), /## Recent facts/);
  await set(box, "lang", "zh");
  const given = await start(box);
  assert.match(given, /\[W\].*alpha one/);
  assert.doesNotMatch(given, /Recent facts/);
  assert.match(given, /\p{Script=Han}/u);
  if (withTerminal.skip) return;
  const [program, words] = onTerminal(`"${BINARY}" doctor`);
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1" };
  const { stdout } = spawnSync(program, words, { cwd: box.project, env, encoding: "utf8" });
  assert.match(stdout, /记忆的文件/);
});
