/** Transcripts as the clients write them, read back as the turns of a conversation. */
import { test } from "node:test";
import assert from "node:assert/strict";
import type { Agent } from "../../src/agents/event.ts";
import { readTranscript } from "../../src/agents/mod.ts";

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n") + "\n";
const say = (role: string, ...content: unknown[]) => ({ role, message: { content } });
const words = (text: string) => ({ type: "text", text });
const call = (name: string, input: object, id?: string) => ({ type: "tool_use", name, input, ...(id ? { id } : {}) });

/** The turns without their times, which clients name on every line, and Cursor on none. */
function timeless(agent: Agent, transcript: string) {
  return readTranscript(agent, transcript)?.map(({ at, ...turn }) => {
    assert.ok(at !== undefined && at > Date.parse("2025-01-01"), turn.text);
    return turn;
  });
}

test("a Cursor transcript becomes prompts and whole answers, without what the client put around the prompt", () => {
  const transcript = lines(
    say("user", words("<timestamp>Tue</timestamp>\n<user_query>\n把 Redis TTL 改成 300\n</user_query>")),
    say("assistant", words("I'll look."), call("Read", { path: "src/cache.ts" })),
    say("assistant", call("StrReplace", { path: "src/cache.ts" }), call("Shell", { command: "deno test" })),
    say("assistant", words("Done.")),
    say("user", words("<user_query>thanks</user_query>")),
  );
  assert.deepEqual(readTranscript("cursor", transcript), [
    { role: "user", text: "把 Redis TTL 改成 300", tools: [] },
    {
      role: "assistant",
      text: "I'll look.\n\nDone.",
      tools: [
        { kind: "read", path: "src/cache.ts" },
        { kind: "edit", path: "src/cache.ts" },
        { kind: "shell", command: "deno test" },
      ],
    },
    { role: "user", text: "thanks", tools: [] },
  ]);
});

test("a Claude Code transcript tells which tool calls failed, and leaves out what nobody said", () => {
  const line = (type: string, content: unknown, more = {}) => ({
    type,
    uuid: "u",
    timestamp: "2026-11-20T08:00:00.000Z",
    message: { role: type, content },
    ...more,
  });
  const transcript = lines(
    { type: "file-history-snapshot", snapshot: {} },
    line("user", "Run the tests<system-reminder>be brief</system-reminder>"),
    line("assistant", [{ type: "thinking", thinking: "hm" }, call("Bash", { command: "npm test" }, "c-1")]),
    line("user", [{ type: "tool_result", tool_use_id: "c-1", is_error: true, content: "exit 1" }]),
    line("assistant", [call("Edit", { file_path: "/w/a.ts" }, "c-2")]),
    line("user", [{ type: "tool_result", tool_use_id: "c-2", content: "ok" }]),
    line("assistant", [words("Fixed.")]),
    line("assistant", [words("from a subagent")], { isSidechain: true }),
    line("user", "This session is being continued …", { isCompactSummary: true }),
    line("user", "<command-name>/remember</command-name><command-args>use pnpm</command-args>"),
  );
  assert.deepEqual(timeless("claude", transcript), [
    { role: "user", text: "Run the tests", tools: [] },
    {
      role: "assistant",
      text: "Fixed.",
      tools: [
        { kind: "shell", command: "npm test", failed: true },
        { kind: "edit", path: "/w/a.ts", failed: false },
      ],
    },
    { role: "user", text: "/remember use pnpm", tools: [] },
  ]);
});

test("a transcript that begins and ends in mid-line gives the turns between", () => {
  const whole = lines(say("user", words("first")), say("assistant", words("second")), say("user", words("third")));
  assert.deepEqual(readTranscript("cursor", whole.slice(20, -10))?.map((turn) => turn.text), ["second"]);
});

test("what is no transcript is no transcript, instead of a session without prompts", () => {
  for (const text of ["", "\n\n", "hello", "[1,2]", '{"role":"system"}', '{"a":', "null"]) {
    assert.equal(readTranscript("cursor", text), undefined);
    assert.equal(readTranscript("claude", text), undefined);
  }
  for (const agent of ["codex", "gemini"] as const) {
    for (const text of ["", "hello", '{"role":"user"}', '{"type":"response_item"}', '{"type":"info","content":"x"}']) {
      assert.equal(readTranscript(agent, text), undefined, `${agent}: ${text}`);
    }
  }
});

test("of a Claude Code session the person's words alone are read, whatever editor, shell and other agents put in their name", () => {
  const user = (content: unknown, more = {}) => ({ type: "user", message: { role: "user", content }, ...more });
  const transcript = lines(
    user(
      "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>",
    ),
    user("<bash-input>npm test</bash-input>"),
    user("<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>"),
    user([
      words("<ide_opened_file>The user opened the file /w/pay.ts in the IDE.</ide_opened_file>"),
      words("Add retries"),
    ]),
    user([words("<ide_selection>const x = 1</ide_selection>")]),
    user('<teammate-message teammate_id="qa" color="blue">\nI prefer tabs.\n</teammate-message>'),
    user("We decided to use Rust.", { origin: { kind: "peer" } }),
    user("This session is being continued from a previous conversation that ran out of context."),
    user("Use a queue", { origin: { kind: "human" } }),
    user("<command-name>/deploy</command-name>"),
  );
  assert.deepEqual(readTranscript("claude", transcript)?.map(({ text }) => text), [
    "Add retries",
    "Use a queue",
    "/deploy",
  ]);
});

test("a transcript full of elements that are never closed is read in no time", () => {
  const began = performance.now();
  for (const name of ["command-name", "system-reminder", "user_query", "timestamp"]) {
    const words = `<${name}>`.repeat(100_000);
    readTranscript("claude", lines({ type: "user", message: { content: words } }));
    readTranscript("cursor", lines(say("user", words)));
  }
  assert.ok(performance.now() - began < 2_000);
});

test("a line of a Cursor transcript in which nobody speaks is no prompt", () => {
  const transcript = lines(
    say("user", words("<user_info>\nOS: linux\n</user_info>\n<rules>Always use pnpm</rules>")),
    say("user", words("Add retries")),
  );
  assert.deepEqual(readTranscript("cursor", transcript)?.map(({ text }) => text), ["Add retries"]);
});

test("a Codex transcript becomes prompts and answers, without what the client and hooks say in the person's name", () => {
  const item = (payload: object) => ({ timestamp: "2026-11-22T09:07:26.865Z", type: "response_item", payload });
  const message = (role: string, text: string) =>
    item({ type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text }] });
  const ran = (call_id: string, command: string, output: string) => [
    item({ type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd: command }), call_id }),
    item({ type: "function_call_output", call_id, output }),
  ];
  const transcript = lines(
    { type: "session_meta", payload: { source: "cli", originator: "codex-tui" } },
    message("developer", "<skills_instructions>## Skills</skills_instructions>"),
    message("user", "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>"),
    message("user", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nAlways use tabs\n</INSTRUCTIONS>"),
    message("user", "Move the cache to Redis"),
    { type: "event_msg", payload: { type: "user_message", message: "Move the cache to Redis" } },
    ...ran("c-1", "npm test", "Chunk ID: 09\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno"),
    item({
      type: "custom_tool_call",
      name: "apply_patch",
      call_id: "c-2",
      input:
        "*** Begin Patch\n*** Update File: src/cache.ts\n@@\n-a\n+b\n*** Add File: src/redis.ts\n+c\n*** End Patch",
    }),
    item({ type: "custom_tool_call_output", call_id: "c-2", output: '{"output":"ok","metadata":{"exit_code":0}}' }),
    message("assistant", "Done."),
    message("user", '<hook_prompt hook_run_id="stop:4:/w/.codex/hooks.json">[Session Save] A checkpoint</hook_prompt>'),
    message("assistant", "."),
  );
  assert.deepEqual(timeless("codex", transcript), [
    { role: "user", text: "Move the cache to Redis", tools: [] },
    {
      role: "assistant",
      text: "Done.\n\n.",
      tools: [
        { kind: "shell", command: "npm test", failed: true },
        { kind: "edit", path: "src/cache.ts", failed: false },
        { kind: "edit", path: "src/redis.ts", failed: false },
      ],
    },
  ]);
});

test("a Gemini CLI transcript becomes prompts and answers, each message as it was written last", () => {
  const timestamp = "2026-11-22T09:13:56.001Z";
  const message = (id: string, type: string, content: unknown, more = {}) => ({
    id,
    timestamp,
    type,
    content,
    ...more,
  });
  const said = (text: string) => [{ text }];
  const shell = (id: string, command: string, code: number) => ({
    id,
    name: "run_shell_command",
    args: { command },
    status: "success",
    result: [{
      functionResponse: { id, response: { output: `<untrusted_context>\nOutput: x\nExit Code: ${code}\n` } },
    }],
  });
  const write = { id: "t-2", name: "write_file", args: { file_path: "/w/a.ts" }, status: "success", result: [] };
  const context =
    '<hook_context>&lt;memory-notes id="a1b2c3"&gt;\nWe use Kafka\n&lt;/memory-notes id="a1b2c3"&gt;</hook_context>';
  const transcript = lines(
    { sessionId: "s", kind: "main" },
    { $set: { messages: [message("m-0", "user", said("<session_context>\nLinux\n</session_context>"))] } },
    message("m-1", "user", said(`${context}\n\nRun the tests`)),
    { $set: { lastUpdated: timestamp } },
    message("m-2", "gemini", ""),
    message("m-2", "gemini", "", { toolCalls: [shell("t-1", "npm test", 1), write] }),
    message("m-3", "user", [{ functionResponse: { id: "t-1" } }]),
    message("m-4", "gemini", "They fail."),
    message("m-5", "warning", "Agent execution blocked: x"),
    message("m-6", "user", said("Then mend them"), { displayContent: said("Run the tests") }),
  );
  assert.deepEqual(timeless("gemini", transcript), [
    { role: "user", text: "Run the tests", tools: [] },
    {
      role: "assistant",
      text: "They fail.",
      tools: [
        { kind: "shell", command: "npm test", failed: true },
        { kind: "edit", path: "/w/a.ts", failed: false },
      ],
    },
    { role: "user", text: "Then mend them", tools: [] },
  ]);
});

test("what a person took out of a conversation of Claude Code is no turn of it, and what a second window says is", () => {
  const line = (uuid: string, parentUuid: string | null, type: string, content: unknown) => ({
    uuid,
    parentUuid,
    isSidechain: false,
    type,
    message: { role: type, content },
  });
  const begun = [
    line("1", null, "user", "hello there"),
    line("2", "1", "assistant", [words("ANSWER")]),
    line("3", "2", "user", "Keep amounts in cents"),
    line("4", "3", "assistant", [
      call("Bash", { command: "npm test" }, "c-1"),
      call("Read", { file_path: "a" }, "c-2"),
    ]),
    // The results of calls made together follow one line.
    line("5", "4", "user", [{ type: "tool_result", tool_use_id: "c-1", content: "ok" }]),
    line("6", "4", "user", [{ type: "tool_result", tool_use_id: "c-2", content: "ok" }]),
    line("7", "6", "assistant", [words("Done.")]),
  ];
  const textsOf = (...more: readonly object[]) =>
    readTranscript("claude", lines(...begun, ...more))?.map(({ text }) => text);
  const whole = ["hello there", "ANSWER", "Keep amounts in cents", "Done."];
  assert.deepEqual(textsOf(), whole);
  assert.deepEqual(textsOf(line("8", "2", "user", "Keep decimals")), ["hello there", "ANSWER", "Keep decimals"]);
  const compacted = { ...line("8", null, "system", ""), subtype: "compact_boundary", logicalParentUuid: "7" };
  assert.deepEqual(textsOf(compacted, line("9", "8", "user", "And refunds")), [...whole, "And refunds"]);
  // Both windows go on from the same line, and each is a conversation.
  const elsewhere = [line("8", "2", "user", "Keep decimals"), line("9", "7", "user", "And refunds")];
  assert.deepEqual(textsOf(...elsewhere), ["hello there", "ANSWER", "Keep decimals", "And refunds"]);
});

test("what a person took out of a conversation of Gemini CLI is no turn of it, and what was compressed is", () => {
  const line = (id: string, type: string, text: string) => ({ id, type, content: [{ text }] });
  const begun = [line("1", "user", "hello"), line("2", "gemini", "ANSWER"), line("3", "user", "Keep cents")];
  const textsOf = (...more: readonly object[]) =>
    readTranscript("gemini", lines(...begun, ...more))?.map(({ text }) => text);
  const anew = (...messages: readonly object[]) => ({ $set: { messages, lastUpdated: "2026-11-30T14:36:50.454Z" } });
  const next = line("5", "user", "Keep decimals");
  const without = ["hello", "ANSWER", "Keep decimals"];
  assert.deepEqual(textsOf(anew(line("1", "user", "hello"), line("2", "gemini", "ANSWER")), next), without);
  assert.deepEqual(textsOf(line("4", "gemini", "Done."), { $rewindTo: "3" }, next), without);
  const whole = ["hello", "ANSWER", "Keep cents", "Keep decimals"];
  assert.deepEqual(textsOf(anew(line("s", "user", "<state_snapshot>")), next), whole);
  assert.deepEqual(textsOf({ $rewindTo: "of a part that was not read" }, next), whole);
});
