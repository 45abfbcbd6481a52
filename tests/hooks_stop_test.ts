/** When an agent is asked to save, and what the request says. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveSummary } from "../src/capture/summary.ts";
import { isAskDue } from "../src/hooks/stop.ts";
import { openMemory } from "../src/store/memory.ts";
import { memoryBox } from "./box.ts";
import { cursorTranscript, type HookBox, hookBox, SESSION } from "./hooks_box.ts";

const done = { status: "completed", loop_count: 0 };

async function turn(box: HookBox, prompt: string, stop: object = {}): Promise<string | undefined> {
  box.advance(60_000);
  await box.cursor("beforeSubmitPrompt", { prompt, attachments: [] });
  return (await box.cursor("stop", { ...done, ...stop })).followup_message;
}

/** The turn in which the agent answers our request. */
async function answerAsk(box: HookBox, ask: string): Promise<string | undefined> {
  return await turn(box, ask, { loop_count: 1 });
}

function summary(box: HookBox): void {
  const memory = openMemory(box.runtime, { projectPath: box.project });
  saveSummary(memory, { topic: "Cache", summary: "Done.", session: SESSION, source: "stop" });
}

test("after a completed turn the agent is asked to save, with the session's id in the commands", async () => {
  const box = hookBox();
  await box.cursor("sessionStart");
  const ask = await turn(box, "把缓存改成 Redis") ?? "";
  assert.match(ask, /^\[Session Save\]/);
  assert.match(ask, new RegExp(`save summary --session ${SESSION} --source stop`));
  assert.match(ask, new RegExp(`save fact --session ${SESSION}`));
  assert.match(ask, /--layer global/);
});

test("an agent that can run nothing is asked at the end of a later turn", async () => {
  const box = hookBox();
  await box.cursor("sessionStart");
  for (const composer_mode of ["ask", "plan", "agent"]) {
    box.advance(60_000);
    await box.cursor("beforeSubmitPrompt", { prompt: `In mode ${composer_mode}`, attachments: [], composer_mode });
    const { followup_message } = await box.cursor("stop", done);
    assert.equal(followup_message !== undefined, composer_mode === "agent", composer_mode);
  }
});

test("the same words are another prompt after the clock was set back", async () => {
  const box = hookBox();
  for (const expected of [1, 2]) {
    await box.claude("UserPromptSubmit", { prompt: "go on with it", prompt_id: undefined });
    assert.equal(box.state().prompts, expected);
    box.advance(-60 * 60_000);
  }
});

test("an agent that has gone outside of its project is told which one to save to", async () => {
  const box = memoryBox();
  const env = { CLAUDE_PROJECT_DIR: box.project };
  const asked = async (session: string, cwd: string) => {
    const payload = { session_id: session, cwd, stop_hook_active: false };
    return (await box.hook("claude", "Stop", payload, { env, cwd: box.home })).reason;
  };
  const inside = join(box.project, "src");
  const outside = join(box.home, "other");
  for (const folder of [inside, outside]) mkdirSync(folder);
  assert.doesNotMatch(await asked("s-1", inside), /--project-path/);
  const reason = await asked("s-2", outside);
  assert.ok(reason.includes(` --project-path ${box.project} save summary --session s-2`), reason);
  const words = ["--project-path", box.project, "save", "fact", "--session", "s-2", "--content", "The cache is Redis"];
  assert.equal((await box.json(words, { cwd: outside })).data.status, "saved");
});

test("Claude Code's plan mode is no time to save; a plan that was approved within the turn is", async () => {
  const box = memoryBox();
  const stop = async (session: string, mode: string) => {
    const common = { session_id: session, cwd: box.project };
    await box.hook("claude", "UserPromptSubmit", { ...common, prompt: "Plan the cache", permission_mode: "plan" });
    return await box.hook("claude", "Stop", { ...common, stop_hook_active: false, permission_mode: mode });
  };
  assert.deepEqual(await stop("s-1", "plan"), {});
  assert.equal((await stop("s-2", "acceptEdits")).decision, "block");
});

test("a session's id is one word of the shell in every command we print, whatever is in it", async () => {
  for (const id of ["it's; rm -rf ~ #'", '$(id) `id` "x"', "-rf", "a b\\'c", "会话 1"]) {
    const box = hookBox();
    const session = { conversation_id: id, session_id: id };
    const start = await box.cursor("sessionStart", session);
    const save = await box.cursor("beforeSubmitPrompt", { ...session, prompt: "save this", attachments: [] });
    const stop = await box.cursor("stop", { ...session, ...done });
    for (const text of [start.additional_context, save.additional_context, stop.followup_message]) {
      const [, word = ""] = / --session (\S+|'.*?')(?= --)/.exec(text) ?? [];
      assert.notEqual(word, "", text);
      const { stdout } = spawnSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" });
      if (box.runtime.platform !== "win32") assert.equal(stdout, id);
    }
  }
});

test("the answer to our request is not asked again, nor the turns after it, until enough prompts have gone by", async () => {
  const box = hookBox();
  const ask = await turn(box, "Move the cache to Redis") ?? "";
  assert.equal(await answerAsk(box, ask), undefined);
  for (let prompt = 2; prompt <= 10; prompt++) {
    assert.equal(await turn(box, `Step ${prompt}`), undefined, String(prompt));
  }
  assert.match(await turn(box, "Step 11") ?? "", /^\[Session Save\]/);
});

test("our own request is no prompt of the person", async () => {
  const box = hookBox();
  const ask = await turn(box, "Move the cache to Redis") ?? "";
  await answerAsk(box, ask);
  assert.equal(box.state().prompts, 1);
});

test("a saved summary counts as a request would; facts alone do not", async () => {
  const box = hookBox();
  await box.cursor("beforeSubmitPrompt", { prompt: "Move the cache" });
  summary(box);
  assert.equal((await box.cursor("stop", done)).followup_message, undefined);
  for (let prompt = 2; prompt <= 10; prompt++) assert.equal(await turn(box, `Step ${prompt}`), undefined);
  assert.match(await turn(box, "Step 11") ?? "", /^\[Session Save\]/);
});

test("ask_again_prompts: how many prompts go by between two requests; 0 asks once a session at most", () => {
  assert.equal(isAskDue({ prompts: 1 }, 10), true);
  assert.equal(isAskDue({ prompts: 12, asked_at_prompt: 2 }, 10), true);
  assert.equal(isAskDue({ prompts: 11, asked_at_prompt: 2 }, 10), false);
  assert.equal(isAskDue({ prompts: 14, asked_at_prompt: 2, saved_at_prompt: 5 }, 10), false);
  assert.equal(isAskDue({ prompts: 1 }, 0), true);
  assert.equal(isAskDue({ prompts: 90, asked_at_prompt: 1 }, 0), false);
});

test("a turn that was aborted or failed, a switch or the user's word: no request", async () => {
  const box = hookBox();
  assert.equal(await turn(box, "Move the cache", { status: "aborted" }), undefined);
  assert.equal(await turn(box, "Move the cache", { status: "error" }), undefined);
  assert.equal(await turn(box, "这次不保存。"), undefined);
  assert.equal(await turn(box, "Move the cache"), undefined);
  const off = hookBox();
  off.write("config.json", `{"auto_save": false}`);
  assert.equal(await turn(off, "Move the cache"), undefined);
});

test("one question and its answer have no substance where the transcript shows it; a change has", async () => {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  writeFileSync(
    transcript_path,
    cursorTranscript([["user", "What is a closure?"], ["assistant", "A function that …"]]),
  );
  assert.equal(await turn(box, "What is a closure?", { transcript_path }), undefined);
  const edit = { name: "Write", input: { path: join(box.project, "a.ts") } };
  writeFileSync(transcript_path, cursorTranscript([["user", "Add a.ts"], ["assistant", "Done.", edit]]));
  assert.match(await turn(box, "Add a.ts", { transcript_path }) ?? "", /^\[Session Save\]/);
});

test("a transcript that can't be read counts as substance", async () => {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  writeFileSync(transcript_path, "\u0000\u0001 no transcript");
  assert.match(await turn(box, "Move the cache", { transcript_path }) ?? "", /^\[Session Save\]/);
});

test("Claude Code is asked by blocking the stop once, and not when it stops because of that", async () => {
  const box = hookBox();
  await box.claude("UserPromptSubmit", { prompt: "Move the cache" });
  const reply = await box.claude("Stop", { stop_hook_active: false, last_assistant_message: "Done." });
  assert.equal(reply.decision, "block");
  assert.match(reply.reason, /^\[Session Save\]/);
  assert.deepEqual(await box.claude("Stop", { stop_hook_active: true, last_assistant_message: "Saved." }), {});
});

test("a client without a prompt hook is asked all the same", async () => {
  const box = hookBox();
  assert.match((await box.cursor("stop", done)).followup_message, /^\[Session Save\]/);
  assert.equal(box.state().prompts, 1);
});

test("a reply that names a given record proves that it arrived", async () => {
  const box = hookBox();
  box.write("daily/2026-02-18.jsonl", "");
  box.write(
    "sessions.jsonl",
    `${
      JSON.stringify({
        id: "sum-090000000-aaaa",
        session_id: "x",
        topic: "Cache",
        summary: "Redis.",
        decisions: [],
        todos: [],
        tags: [],
        timestamp: "2026-02-18T09:00:00.000Z",
        source: "stop",
      })
    }\n`,
  );
  await box.claude("SessionStart", { source: "startup" });
  await box.claude("Stop", {
    stop_hook_active: false,
    last_assistant_message: "As noted in [sum-090000000-aaaa], Redis.",
  });
  assert.deepEqual(box.state().cited, ["sum-090000000-aaaa"]);
});
