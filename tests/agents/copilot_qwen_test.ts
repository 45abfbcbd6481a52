/**
 * Copilot CLI and Qwen Code, whose events are shaped as the clients were seen to send them: their own hooks, and those
 * of Claude Code that Copilot CLI runs as well.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { readTranscript } from "../../src/agents/mod.ts";
import { type Box, type Json, memoryBox } from "../box.ts";

const SESSION = "a1538945-7cec-4135-b1c0-dc6794120bb6";
const COPILOT_ENV = { COPILOT_CLI: "1", COPILOT_CLI_BINARY_VERSION: "1.0.102" };

async function boxWithFact(agent: string): Promise<Box> {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--agent", agent, "--skip-model"]);
  await box.json([
    "save",
    "fact",
    "--type",
    "W",
    "--content",
    "The exporter writes ISO-8859-1 because DATEV refuses UTF-8",
  ]);
  for (let i = 0; i < 16; i++) {
    await box.json(["save", "fact", "--type", "W", "--content", `Filler ${i} about module ${i}`]);
  }
  return box;
}

/** The events of one session as Copilot CLI sends them to its own hooks, and to those of Claude Code's files. */
function copilotEvents({ project, home }: Box) {
  const transcript = join(home, ".copilot/session-state", SESSION, "events.jsonl");
  const at = 1795331944859;
  const own = { sessionId: SESSION, timestamp: at, cwd: project };
  const foreign = { session_id: SESSION, timestamp: new Date(at).toISOString(), cwd: project };
  const prompt = "Which encoding does the exporter use for DATEV?";
  return {
    own: {
      sessionStart: { ...own, source: "new", initialPrompt: prompt },
      userPromptSubmitted: { ...own, timestamp: at + 5, prompt },
      agentStop: {
        ...own,
        timestamp: at + 9,
        transcriptPath: transcript,
        stopReason: "end_turn",
        stop_hook_active: false,
      },
      sessionEnd: { ...own, timestamp: at + 12, reason: "complete" },
    },
    claude: {
      SessionStart: { ...foreign, hook_event_name: "SessionStart", source: "new", initial_prompt: prompt },
      UserPromptSubmit: {
        ...foreign,
        timestamp: new Date(at + 5).toISOString(),
        hook_event_name: "UserPromptSubmit",
        prompt,
      },
      Stop: { ...foreign, hook_event_name: "Stop", transcript_path: transcript, stop_reason: "end_turn" },
    },
  };
}

test("Copilot CLI is given its context at the top level, by its own hooks and by Claude Code's", async () => {
  for (const kind of ["own", "claude"] as const) {
    const box = await boxWithFact(kind === "own" ? "copilot" : "claude");
    const file = kind === "own" ? ".github/copilot/settings.local.json" : ".claude/settings.local.json";
    const { hooks } = JSON.parse(fs.readFileSync(join(box.project, file), "utf8"));
    const events: Json = copilotEvents(box)[kind];
    const said = (event: string): Json => {
      const [entry] = hooks[event];
      const { status, stdout } = spawnSync("sh", ["-c", entry.command ?? entry.hooks[0].command], {
        cwd: box.project,
        input: JSON.stringify(events[event]),
        encoding: "utf8",
        env: { HOME: box.home, PATH: "/usr/bin:/bin", LANG: "en_US.UTF-8", ...COPILOT_ENV },
      });
      assert.equal(status, 0);
      return JSON.parse(stdout);
    };
    const [start = "", prompt = ""] = Object.keys(events);
    assert.deepEqual(Object.keys(said(start)), ["additionalContext"]);
    const recalled = said(prompt);
    assert.deepEqual(Object.keys(recalled), ["additionalContext"]);
    assert.match(recalled.additionalContext, /DATEV refuses UTF-8/);
  }
});

test("Copilot CLI with both files connected is given what it needs once", async () => {
  const box = await boxWithFact("copilot");
  const { own, claude } = copilotEvents(box);
  const env = COPILOT_ENV;
  assert.match(
    (await box.hook("copilot", "sessionStart", own.sessionStart, { env })).additionalContext,
    /DATEV|Filler/,
  );
  assert.deepEqual(await box.hook("claude", "SessionStart", claude.SessionStart, { env }), {});
  assert.match(
    (await box.hook("claude", "UserPromptSubmit", claude.UserPromptSubmit, { env })).additionalContext,
    /DATEV/,
  );
  assert.deepEqual(await box.hook("copilot", "userPromptSubmitted", own.userPromptSubmitted, { env }), {});
});

test("Claude Code that was started from Copilot's shell is still Claude Code", async () => {
  const box = await boxWithFact("claude");
  const payload = {
    session_id: "s-claude",
    transcript_path: join(box.home, ".claude/projects/x/s-claude.jsonl"),
    cwd: box.project,
    hook_event_name: "SessionStart",
    source: "startup",
  };
  const reply = await box.hook("claude", "SessionStart", payload, { env: COPILOT_ENV });
  assert.equal(reply.hookSpecificOutput.hookEventName, "SessionStart");
});

test("Qwen Code is given context in Claude Code's shape, from hooks that it reads below the root too", async () => {
  const box = await boxWithFact("qwen");
  assert.ok(!fs.existsSync(join(box.project, ".qwen")));
  const settings = JSON.parse(fs.readFileSync(join(box.home, ".qwen/settings.json"), "utf8"));
  assert.match(settings.permissions.allow[0], /^run_shell_command\(\/.*memory save\)$/);
  const common = { session_id: "8d4a7dbd", transcript_path: join(box.home, "none.jsonl"), cwd: box.project };
  const start = await box.hook("qwen", "SessionStart", { ...common, source: "startup", permission_mode: "auto" });
  assert.equal(start.hookSpecificOutput.hookEventName, "SessionStart");
  const prompt = {
    ...common,
    prompt_id: "8d4a7dbd########0",
    prompt: "Which encoding does the exporter use for DATEV?",
  };
  const recalled = await box.hook("qwen", "UserPromptSubmit", prompt);
  assert.match(recalled.hookSpecificOutput.additionalContext, /DATEV refuses UTF-8/);
});

test("the transcripts of both are read: who spoke, which tools were called, what failed", () => {
  const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join("\n");
  const copilot = readTranscript(
    "copilot",
    lines(
      { type: "session.start", data: { sessionId: "x" } },
      {
        type: "user.message",
        data: {
          content: "Fix the retry",
          transformedContent:
            "<current_datetime>x</current_datetime>\n\nFix the retry\n\n<system_reminder>\nm\n</system_reminder>",
        },
        timestamp: "2026-11-22T09:55:25.743Z",
      },
      {
        type: "assistant.message",
        data: { content: "", toolRequests: [{ toolCallId: "c1", name: "bash", arguments: { command: "make test" } }] },
      },
      { type: "tool.execution_complete", data: { toolCallId: "c1", success: false } },
      { type: "assistant.message", data: { content: "It fails still", toolRequests: [] } },
    ),
  );
  const qwen = readTranscript(
    "qwen",
    lines(
      { type: "user", message: { role: "user", parts: [{ text: "Fix the retry" }] } },
      { type: "system", subtype: "ui_telemetry", systemPayload: {} },
      {
        type: "assistant",
        message: {
          role: "model",
          parts: [{ functionCall: { id: "c1", name: "run_shell_command", args: { command: "make test" } } }],
        },
      },
      {
        type: "tool_result",
        message: {
          role: "user",
          parts: [{ functionResponse: { id: "c1", name: "run_shell_command", response: { error: "x" } } }],
        },
      },
      { type: "assistant", message: { role: "model", parts: [{ text: "It fails still" }] } },
    ),
  );
  for (const turns of [copilot, qwen]) {
    assert.deepEqual(turns?.map(({ role, text }) => [role, text]), [["user", "Fix the retry"], [
      "assistant",
      "It fails still",
    ]]);
    const [tool] = turns?.[1]?.tools ?? [];
    assert.deepEqual([tool?.kind, tool?.command, tool?.failed], ["shell", "make test", true]);
  }
});
