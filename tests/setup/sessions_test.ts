/**
 * Sessions of Codex and Gemini CLI after `init`, as far as their events go:
 * shaped as the clients send them, through the binary.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { eventNames } from "../../src/agents/event.ts";
import { SETUPS } from "../../src/agents/setup.ts";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { asDoctorBox } from "../doctor_box.ts";

type Client = "codex" | "gemini";

/** How each client names its events and what it adds to them. */
const CLIENTS: Readonly<Record<Client, Readonly<Record<"prompt" | "compact" | "stop", string>> & { common: object }>> =
  {
    codex: {
      prompt: "UserPromptSubmit",
      compact: "PreCompact",
      stop: "Stop",
      common: { turn_id: "019f8b49-2e6b-7670-9eb4-000000000001", model: "gpt-5", permission_mode: "default" },
    },
    gemini: { prompt: "BeforeAgent", compact: "PreCompress", stop: "AfterAgent", common: {} },
  };

/** All that Codex's strict reader of answers knows; Gemini CLI knows them as well. */
const KEYS = ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"];

/** Where `init` in a project puts the client's hooks. */
function hookFileOf(box: Pick<Box, "home" | "project">, agent: Client): string {
  const { hookFile, hooksAtHome } = SETUPS[agent];
  return hooksAtHome ? join(box.home, hookFile.home) : join(box.project, hookFile.project);
}

/** Runs what stands in the client's hook file, through a shell, as the client does. */
function client(box: Box, agent: Client, session: string) {
  const text = fs.readFileSync(hookFileOf(box, agent), "utf8");
  let second = 0;
  return (event: string, more: object = {}): Json => {
    const payload = {
      session_id: session,
      transcript_path: join(box.home, "none.jsonl"),
      cwd: box.project,
      hook_event_name: event,
      ...(agent === "gemini" ? { timestamp: `2026-02-18T09:00:${String(10 + second++)}.000Z` } : {}),
      ...CLIENTS[agent].common,
      ...more,
    };
    const { status, stdout, stderr } = spawnSync("sh", ["-c", parse(text).hooks[event][0].hooks[0].command], {
      cwd: box.home,
      input: JSON.stringify(payload),
      encoding: "utf8",
      env: { HOME: box.home, PATH: "/usr/bin:/bin", LANG: "en_US.UTF-8" },
    });
    assert.deepEqual([status, stderr], [0, ""], event);
    const reply = JSON.parse(stdout);
    assert.deepEqual(Object.keys(reply).filter((key) => !KEYS.includes(key)), [], event);
    if (reply.hookSpecificOutput) {
      assert.deepEqual(Object.keys(reply.hookSpecificOutput), ["hookEventName", "additionalContext"]);
      assert.equal(reply.hookSpecificOutput.hookEventName, event);
    }
    return reply;
  };
}

for (const agent of ["codex", "gemini"] as const) {
  const { prompt, compact, stop } = CLIENTS[agent];

  test(`${SETUPS[agent].name}: a whole session after init, and the next one knows what came of it`, async () => {
    const box = memoryBox({ empty: true });
    assert.equal((await box.json(["init", "--agent", agent, "--skip-model"])).status, "ok");
    await box.json(["save", "fact", "--content", "Sessions live in Redis with TTL 300 s", "--type", "W"]);
    const event = client(box, agent, "s-1");

    const start = contextOf(event("SessionStart", { source: "startup" }));
    assert.match(start, /TTL 300/);
    assert.match(start, /memory save fact --type /, "how to save comes with it: there is no rule file");

    const saved = await box.json([
      "save",
      "fact",
      "--content",
      "Deploys go out on Tuesdays because the release manager is there",
      "--session",
      "beside-it",
    ]);
    assert.equal(saved.data.status, "saved");
    assert.match(contextOf(event(prompt, { prompt: "When do our deploys go out again, as we decided?" })), /Tuesdays/);
    assert.deepEqual(event(prompt, { prompt: "thanks" }), {});

    if (agent === "gemini") {
      // It says so before every request to the model, and looks only then whether anything is to be compressed.
      assert.deepEqual(event(compact, { trigger: "auto" }), {});
      assert.deepEqual(event(prompt, { prompt: "ok" }), {});
    }
    const shortened = event(compact, { trigger: agent === "gemini" ? "manual" : "auto" });
    assert.ok(!shortened.decision && !shortened.hookSpecificOutput);
    // Codex begins anew after a compaction; Gemini CLI says nothing until the next prompt.
    const after = agent === "codex"
      ? event("SessionStart", { source: "compact" })
      : event(prompt, { prompt: "Now write the release notes for the session service" });
    assert.match(contextOf(after), /TTL 300/);

    assert.deepEqual(event(prompt, { prompt: "Add the changelog to them. Bye" }), {});
    const ask = event(stop, { stop_hook_active: false, last_assistant_message: "Done.", prompt_response: "Done." });
    assert.equal(ask.decision, agent === "codex" ? "block" : "deny");
    assert.match(ask.reason, /^[^\n]*save summary --session s-1 --source stop[^\n]*$/);
    // Gemini CLI shows this in place of the reason.
    assert.equal(ask.systemMessage !== undefined, agent === "gemini");
    await box.json([
      ...["save", "summary", "--session", "s-1", "--source", "stop", "--topic", "Release notes"],
      ...["--summary", "The notes for 2.4 are written", "--todo", "publish them"],
    ]);
    assert.deepEqual(event(stop, { stop_hook_active: true, last_assistant_message: "Saved." }), {});
    assert.deepEqual(event("SessionEnd", { reason: "exit" }), {});

    const next = client(box, agent, "s-2");
    assert.match(contextOf(next("SessionStart", { source: "startup" })), /publish them[\s\S]*Release notes/);
    await box.json(["disable"]);
    assert.deepEqual(client(box, agent, "s-3")("SessionStart", { source: "startup" }), {});
    await box.json(["enable"]);
    assert.match(contextOf(client(box, agent, "s-4")("SessionStart", { source: "startup" })), /TTL 300/);
  });

  test(`${SETUPS[agent].name}: doctor knows its hooks, what may keep them from running, and what was delivered`, async () => {
    const box = asDoctorBox(memoryBox({ empty: true }));
    await box.run(["init", "--agent", agent, "--skip-model"]);
    await box.json(["save", "fact", "--content", "Sessions live in Redis with TTL 300 s", "--type", "W"]);
    await box.json(["search", "Redis"]);
    const fresh = await box.doctor();
    assert.deepEqual(fresh.bad, []);
    assert.match(fresh.of["hooks_installed"]?.detail ?? "", new RegExp(`all ${eventNames(agent).length} in .*trust`));
    client(box, agent, "s-1")("SessionStart", { source: "startup" });
    const used = await box.doctor();
    assert.doesNotMatch(used.of["hooks_installed"]?.detail ?? "", /trust/);
    assert.match(used.of["delivery"]?.detail ?? "", /of the last 1 session: 1 delivered as far as is known/);

    const path = hookFileOf(box, agent);
    const file = JSON.parse(fs.readFileSync(path, "utf8"));
    delete file.hooks[stop];
    fs.writeFileSync(path, JSON.stringify(file));
    const partly = await box.doctor();
    assert.deepEqual(partly.bad, ["hooks_installed"]);
    assert.match(partly.of["hooks_installed"]?.detail ?? "", new RegExp(`${SETUPS[agent].name}: ${stop} missing`));
    assert.match(partly.of["hooks_installed"]?.next_step ?? "", new RegExp(`memory init --agent ${agent}`));
    await box.run(["init", "--agent", agent, "--skip-model"]);
    assert.deepEqual((await box.doctor()).bad, []);

    const gone = join(box.home, "gone", "memory");
    const sound = fs.readFileSync(path, "utf8");
    const binary = JSON.parse(sound).hooks[stop][0].hooks[0].command.split('"')[1];
    fs.writeFileSync(path, sound.replaceAll(binary, gone));
    assert.equal((await box.doctor()).of["binary_version"]?.status, "fail");
    await box.doctor(["--fix"]);
    assert.equal(fs.readFileSync(path, "utf8"), sound);
  });
}
