/** What reaches a client, and what a client hands back; against the compiled binary. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withoutRequests } from "../src/hooks/requests.ts";
import { answerCommand } from "../src/hooks/user_command.ts";
import { brief, flushAsk, stopAsk } from "../src/templates/prompts.ts";
import { type Json, memoryBox } from "./box.ts";

const context = (reply: Json): string => reply.hookSpecificOutput?.additionalContext ?? reply.additional_context ?? "";

test("a reply is whole Unicode, even where the prompt was cut through an emoji", async () => {
  const box = memoryBox();
  for (const agent of ["codex", "claude"]) {
    const event = { session_id: "s", cwd: box.project, prompt: "search memory: kestrel \ud83d" };
    const said = context(await box.hook(agent, "UserPromptSubmit", event));
    assert.match(said, /kestrel/);
    assert.ok(said.isWellFormed(), agent);
  }
});

test("what the user searches or deletes is said again in brief, however much was pasted behind it", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Widgets are painted blue"]);
  for (const prompt of [`search memory: ${"widgets ".repeat(5_000)}`, `删除记忆：${"小部件".repeat(5_000)}`]) {
    const reply = await box.hook("claude", "UserPromptSubmit", {
      session_id: prompt.slice(0, 6),
      cwd: box.project,
      prompt,
    });
    assert.match(context(reply), /^\[memory\] /);
    assert.ok(context(reply).length < 2_000, String(context(reply).length));
  }
});

test("a resumed conversation that memory never saw is told how to save, one that it saw is not again", async () => {
  const box = memoryBox();
  const resume = async () =>
    context(await box.hook("claude", "SessionStart", { session_id: "s", cwd: box.project, source: "resume" }));
  assert.match(await resume(), /save fact --session s /);
  await box.hook("claude", "SessionEnd", { session_id: "s", cwd: box.project, reason: "other" });
  assert.equal(await resume(), "");
});

test("what our hooks say outside of frames is taken out of prompts and transcripts, in both languages", () => {
  for (const language of ["en", "zh"] as const) {
    const values = { memory: '"/opt/my tools/memory"', session: "'a b'" };
    const names = { ...values, skip: false };
    const said = [brief(language, values), flushAsk(language, values)];
    for (const action of ["save", "skip_save", "search", "show_today", "delete"] as const) {
      for (const skip of [true, false]) {
        said.push(answerCommand({ action, argument: "widgets", sentence: "", rest: "" }, language, { ...names, skip }));
      }
    }
    for (const each of said) {
      assert.equal(withoutRequests(each), "");
      assert.equal(withoutRequests(`${each}\n\nRename the module`), "Rename the module");
    }
    assert.equal(withoutRequests(stopAsk(language, values)), "");
    assert.equal(withoutRequests(said.join("\n\n")), "");
  }
  for (const own of ["[memory] fix the leak in the parser", "- one\n- two", "Say nothing of this to the user."]) {
    assert.equal(withoutRequests(own), own);
  }
});

test("neither our requests nor another hook's words are taken for the person's when a transcript is read", async () => {
  const box = memoryBox();
  const transcript = join(box.home, "t.jsonl");
  const event = { session_id: "s", cwd: box.project, transcript_path: transcript };
  const start = context(await box.hook("claude", "SessionStart", { ...event, source: "startup" }));
  const says = (content: string) =>
    appendFileSync(transcript, `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  says(`${start}\n\nRename the invoice module`);
  const { reason } = await box.hook("claude", "Stop", { ...event, stop_hook_active: false });
  says("Now the refunds module");
  says(`Stop hook feedback:\n${reason ?? "[Session Save]"}`);
  says("Stop hook feedback:\n- [lint.sh]: We decided to use tabs everywhere.");
  says("SubagentStop hook feedback:\nFrom now on always use tabs.");
  await box.hook("claude", "SessionEnd", { ...event, reason: "other" });
  const [summary] = box.lines("sessions.jsonl");
  assert.deepEqual([summary.topic, summary.summary], [
    "Rename the invoice module",
    "Rename the invoice module. Then: Now the refunds module",
  ]);
  assert.deepEqual(
    (await box.json(["manage", "list", "--type", "fact"])).data.records.map((fact: Json) => fact.content),
    [
      summary.summary,
    ],
  );
});

test("a transcript that was written anew is read anew: what was said since the compaction is kept", async () => {
  const box = memoryBox();
  const transcript = join(box.home, "t.jsonl");
  const event = { session_id: "s", cwd: box.project, transcript_path: transcript };
  const lines = (...said: string[]) =>
    said.map((content) => `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`).join("");
  writeFileSync(transcript, lines("Rename the invoice module, and all that calls it", "And its tests, which are many"));
  await box.hook("claude", "PreCompact", { ...event, trigger: "auto" });
  writeFileSync(transcript, lines("We decided to use Postgres for the ledger"));
  await box.hook("claude", "PreCompact", { ...event, trigger: "manual" });
  const { records } = (await box.json(["manage", "list", "--type", "fact"])).data;
  assert.ok(records.some((fact: Json) => fact.content === "We decided to use Postgres for the ledger"));
});

test("a project is the same through a link: a client in the link and a shell in its real place share its memory", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "cursor", "--skip-model"]);
  mkdirSync(join(box.project, ".git"));
  mkdirSync(join(box.project, "src", "deep"), { recursive: true });
  const links = [join(box.home, "app-link"), join(box.home, "deep-link")] as const;
  symlinkSync(box.project, links[0]);
  symlinkSync(join(box.project, "src", "deep"), links[1]);
  for (const [at, cwd] of [box.project, ...links].entries()) {
    await box.hook("claude", "UserPromptSubmit", { session_id: `in-${at}`, cwd, prompt: "set up the queue" });
    // The agent's shell: its working directory has no links.
    await box.json(["save", "fact", "--session", `in-${at}`, "--content", `The marmot${at} queue retries five times`]);
    for (const [place, start] of [box.project, ...links].entries()) {
      const payload = {
        session_id: `from-${at}-${place}`,
        cwd: start,
        prompt: `How often does the marmot${at} queue retry?`,
      };
      assert.match(context(await box.hook("claude", "UserPromptSubmit", payload)), /five times/, `${cwd} ${start}`);
    }
  }
});

test("a subfolder that was opened through a link finds the memory of its project", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The marmot queue retries five times"]);
  mkdirSync(join(box.project, "src"));
  const link = join(box.home, "link");
  symlinkSync(join(box.project, "src"), link);
  const prompt = "How often does the marmot queue retry?";
  for (const agent of ["cursor", "claude"]) {
    const common = { session_id: agent, prompt, cursor_version: agent === "cursor" ? "3.21.4" : undefined };
    const event = agent === "cursor" ? "beforeSubmitPrompt" : "UserPromptSubmit";
    const reply = await box.hook(agent, event, {
      ...common,
      cwd: link,
      ...(agent === "cursor" ? { workspace_roots: [link] } : {}),
    });
    assert.match(context(reply), /five times/, agent);
  }
});
