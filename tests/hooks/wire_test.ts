/** The texts that reach a client, and those that it sends back; against the compiled binary. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withoutRequests } from "../../src/hooks/requests.ts";
import { answerCommand, line, switchedText } from "../../src/hooks/answers.ts";
import { brief } from "../../src/templates/brief.ts";
import { flushAsk, stopAsk } from "../../src/templates/prompts.ts";
import { contextOf, type Json, memoryBox } from "../box.ts";

test("a reply is whole Unicode, even where the prompt was cut through an emoji", async () => {
  const box = memoryBox();
  for (const agent of ["codex", "claude"]) {
    const event = { session_id: "s", cwd: box.project, prompt: "search memory: kestrel \ud83d" };
    const said = contextOf(await box.hook(agent, "UserPromptSubmit", event));
    assert.match(said, /kestrel/);
    assert.ok(said.isWellFormed(), agent);
  }
});

test("the answer to a search or a deletion repeats its words in brief, however much was pasted behind them", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Widgets are painted blue"]);
  for (const prompt of [`search memory: ${"widgets ".repeat(5_000)}`, `删除记忆：${"小部件".repeat(5_000)}`]) {
    const reply = await box.hook("claude", "UserPromptSubmit", {
      session_id: prompt.slice(0, 6),
      cwd: box.project,
      prompt,
    });
    assert.match(contextOf(reply), /^\[memory\] /);
    assert.ok(contextOf(reply).length < 2_000, String(contextOf(reply).length));
  }
});

test("a resumed conversation that is new to memory is told how to save, a known one is not told again", async () => {
  const box = memoryBox();
  const resume = async () =>
    contextOf(await box.hook("claude", "SessionStart", { session_id: "s", cwd: box.project, source: "resume" }));
  assert.match(await resume(), / save fact --type /);
  await box.hook("claude", "SessionEnd", { session_id: "s", cwd: box.project, reason: "other" });
  assert.equal(await resume(), "");
});

const TABLE = readFileSync(new URL("../../src/hooks/answers.tsv", import.meta.url), "utf8");
const ANSWERS = TABLE.trim().split("\n").map((row) => row.split("\t")[1] ?? "");

test("our hooks' lines outside of frames are taken out of prompts and transcripts, in both languages", () => {
  for (const language of ["en", "zh"] as const) {
    const values = { memory: '"/opt/my tools/memory"', session: "'a b'" };
    const said = [brief(language, values), flushAsk(language, values)];
    // Each text, alone and where it is said to depend on what is meant.
    const others = {
      argument: "widgets",
      todo: "Renew the certificate",
      id: "todo-a1b2c3",
      lines: 3,
      file: "daily/2026-02-18.jsonl",
    };
    for (const name of ANSWERS) said.push(line(name, language, { ...values, ...others }));
    const order = { action: "delete", argument: "widgets", sentence: "", rest: "", onlyIfKnown: true } as const;
    said.push(answerCommand(order, language, { ...values, skip: false }));
    for (const name of ["enabled", "auto_save", "auto_retrieve"]) {
      said.push(switchedText({ before: "", now: name }, language, ""));
      said.push(switchedText({ before: name, now: "" }, language, brief(language, values)));
    }
    for (const each of said) {
      assert.equal(withoutRequests(each), "");
      assert.equal(withoutRequests(`${each}\n\nRename the module`), "Rename the module");
    }
    assert.equal(withoutRequests(stopAsk(language, values)), "");
    const earlier = flushAsk(language, values).replace(
      "Tell the user in one clause.",
      "Say nothing of this to the user.",
    )
      .replace("对用户一句带过。", "不要对用户提起这件事。");
    assert.equal(withoutRequests(`${earlier}\n\nRename the module`), "Rename the module");
    assert.equal(withoutRequests(said.join("\n\n")), "");
  }
  for (const own of ["[memory] fix the leak in the parser", "- one\n- two", "Tell the user in one clause."]) {
    assert.equal(withoutRequests(own), own);
  }
});

test("a transcript's requests of ours and texts of other hooks are not taken for words of the person", async () => {
  const box = memoryBox();
  const transcript = join(box.home, "t.jsonl");
  const event = { session_id: "s", cwd: box.project, transcript_path: transcript };
  const start = contextOf(await box.hook("claude", "SessionStart", { ...event, source: "startup" }));
  const says = (content: string) =>
    appendFileSync(transcript, `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  says(`${start}\n\nRename the invoice module`);
  const { reason } = await box.hook("claude", "Stop", { ...event, stop_hook_active: false });
  says("Now the refunds module");
  says(`Stop hook feedback:\n${reason ?? "[Session Save]"}`);
  says("Stop hook feedback:\n- [lint.sh]: We decided to use tabs everywhere.");
  says("Caveat: The messages below were generated by the user while running local commands. We decided so.");
  says("SubagentStop hook feedback:\nFrom now on always use tabs.");
  await box.hook("claude", "SessionEnd", { ...event, reason: "other" });
  const [summary] = box.lines("sessions.jsonl");
  assert.deepEqual([summary.topic, summary.summary], [
    "Rename the invoice module",
    "Rename the invoice module. Then: Now the refunds module",
  ]);
  assert.deepEqual((await box.json(["manage", "list", "--type", "fact"])).data.records, []);
});

test("files, tabs and selections that a client puts into a prompt are not taken for words of the person", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The billing export runs in the Kestrel scheduler"]);
  const question = "When does the billing export run in Kestrel?";
  const files = "# Plan\nDon't save this.\nsearch memory: Kestrel";
  const prompts = {
    codex: (typed: string) =>
      `# Context from my IDE setup:\n\n## Active selection of the file:\n${files}\n\n## My request for Codex:\n${typed}\n`,
    gemini: (typed: string) =>
      `${typed} @plan.md\n--- Content from referenced files ---\nContent from @plan.md:\n${files}\n--- End of content ---`,
  };
  for (const [agent, wrap] of Object.entries(prompts)) {
    const event = agent === "gemini" ? "BeforeAgent" : "UserPromptSubmit";
    const ask = async (session_id: string, typed: string) =>
      contextOf(await box.hook(agent, event, { session_id, cwd: box.project, prompt: wrap(typed) }));
    assert.match(await ask(`${agent}-1`, question), /^<memory-notes/, agent);
    assert.equal(await ask(`${agent}-2`, "Rename the variable in the parser"), "", agent);
    const saved = await box.json(["save", "fact", "--content", `kept by ${agent}`, "--session", `${agent}-1`]);
    assert.equal(saved.data.status, "saved");
  }
  const wish = prompts.codex("Don't save this.");
  const event = { session_id: "wish", cwd: box.project, prompt: wish };
  assert.match(contextOf(await box.hook("codex", "UserPromptSubmit", event)), /does not want this session saved/);
});

test("a transcript that a compaction has rewritten is read from its beginning, so later prompts are kept", async () => {
  const box = memoryBox();
  const transcript = join(box.home, "t.jsonl");
  const event = { session_id: "s", cwd: box.project, transcript_path: transcript };
  const lines = (...said: string[]) =>
    said.map((content) => `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`).join("");
  writeFileSync(transcript, lines("Rename the invoice module, and all that calls it", "And its tests, which are many"));
  await box.hook("claude", "PreCompact", { ...event, prompt_id: "1" });
  writeFileSync(transcript, lines("We decided to use Postgres for the ledger"));
  await box.hook("claude", "PreCompact", { ...event, prompt_id: "2" });
  const { records } = (await box.json(["manage", "list", "--type", "fact"])).data;
  assert.ok(records.some((fact: Json) => fact.content === "We decided to use Postgres for the ledger"));
});

test("a purge takes a record's words out of the state of an ended session that was given it, and the session stays ended", async () => {
  const box = memoryBox();
  const save = async (content: string) => (await box.json(["save", "fact", "--content", content])).data.id;
  const id = await save("The numbat export runs in the Kestrel scheduler");
  const other = await save("The wombat import runs in the Condor scheduler");
  const event = { session_id: "s", cwd: box.project };
  for (const prompt of ["When does the export run in Kestrel?", "When does the import run in Condor?"]) {
    assert.match(contextOf(await box.hook("claude", "UserPromptSubmit", { ...event, prompt })), /scheduler/);
  }
  await box.hook("claude", "SessionEnd", { ...event, reason: "other" });
  const state = () => JSON.parse(box.read("session_state/s.json"));
  const before = state();
  assert.match(JSON.stringify(before), /numbat[^]*wombat/);
  const purge = ["manage", "delete", "--id", id, "--purge"];
  const { confirm_token: token } = (await box.json(purge)).data;
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  await box.json([...purge, "--confirm", token]);
  assert.doesNotMatch(box.read("session_state/s.json"), /numbat/);
  assert.match(JSON.stringify(state().injections), new RegExp(`"${other}":\\[[^\\]]*wombat`));
  assert.deepEqual([state().updated_at, state().ended_at, state().given], [
    before.updated_at,
    before.ended_at,
    before.given,
  ]);
});

test("a client in a link to a project and a shell in the real folder share the project's memory", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "cursor", "--skip-model"]);
  mkdirSync(join(box.project, ".git"));
  mkdirSync(join(box.project, "src", "deep"), { recursive: true });
  const links = [join(box.home, "app-link"), join(box.home, "deep-link")] as const;
  symlinkSync(box.project, links[0]);
  symlinkSync(join(box.project, "src", "deep"), links[1]);
  for (const [at, cwd] of [box.project, ...links].entries()) {
    await box.hook("claude", "UserPromptSubmit", { session_id: `in-${at}`, cwd, prompt: "set up the queue" });
    // The agent's shell has resolved the links of its working directory.
    await box.json(["save", "fact", "--session", `in-${at}`, "--content", `The marmot${at} queue retries five times`]);
    for (const [place, start] of [box.project, ...links].entries()) {
      const payload = {
        session_id: `from-${at}-${place}`,
        cwd: start,
        prompt: `How often does the marmot${at} queue retry?`,
      };
      assert.match(contextOf(await box.hook("claude", "UserPromptSubmit", payload)), /five times/, `${cwd} ${start}`);
    }
  }
});

test("a subfolder that was opened through a link finds its project's memory", async () => {
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
    assert.match(contextOf(reply), /five times/, agent);
  }
});
