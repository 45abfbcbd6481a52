/** Each client's JSON at the border: its events become ours, our replies become its own. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { deliversContext } from "../../src/agents/delivery.ts";
import { emptyReply, eventKey, readEvent as eventFrom, renderReply } from "../../src/agents/mod.ts";

/** An event's fields, whatever its kind. */
const readEvent = (...said: Parameters<typeof eventFrom>) => eventFrom(...said) as Fields | undefined;
type Fields = Readonly<Record<string, unknown>>;

const noEnv = () => undefined;
const env = (values: Record<string, string>) => (name: string) => values[name];

const cursorCommon = {
  conversation_id: "7c1e",
  generation_id: "g-1",
  model: "default",
  session_id: "7c1e",
  cursor_version: "3.20.17",
  workspace_roots: ["/home/ann/shop"],
  user_email: null,
  transcript_path: null,
};
const claudeCommon = {
  session_id: "a91f",
  transcript_path: "/home/ann/.claude/projects/-home-ann-shop/a91f.jsonl",
  cwd: "/home/ann/shop",
};

test("a desktop Cursor session start without a turn becomes an event without a generation", () => {
  const payload = { ...cursorCommon, generation_id: "", hook_event_name: "sessionStart", is_background_agent: false };
  assert.deepEqual(readEvent("cursor", "sessionStart", payload, noEnv), {
    kind: "session_start",
    agent: "cursor",
    name: "sessionStart",
    session: "7c1e",
    workspaceRoots: ["/home/ann/shop"],
    clientVersion: "3.20.17",
  });
});

test("each Cursor event carries what it alone knows", () => {
  const read = (name: string, extra: object) => readEvent("cursor", name, { ...cursorCommon, ...extra }, noEnv);
  assert.equal(read("beforeSubmitPrompt", { prompt: "改一下缓存" })?.prompt, "改一下缓存");
  const stop = read("stop", { status: "aborted", loop_count: 2, transcript_path: "/t.jsonl" });
  assert.deepEqual([stop?.outcome, stop?.loopCount, stop?.transcript], ["aborted", 2, "/t.jsonl"]);
  const compact = read("preCompact", { trigger: "auto", context_usage_percent: 92.5, message_count: 45 });
  assert.equal(compact?.kind, "pre_compact");
  const end = read("sessionEnd", { reason: "window_close", duration_ms: 240000 });
  assert.deepEqual([end?.reason, end?.durationMs], ["window_close", 240000]);
});

test("each Claude Code event carries what it alone knows", () => {
  const read = (name: string, extra: object) => readEvent("claude", name, { ...claudeCommon, ...extra }, noEnv);
  assert.equal(read("SessionStart", { source: "compact" })?.startSource, "compact");
  assert.equal(read("SessionStart", { source: "fork" })?.startSource, "resume");
  assert.equal(read("SessionStart", { source: "something new" })?.startSource, "startup");
  assert.equal(read("UserPromptSubmit", { prompt_id: "p-1", prompt: "Use Redis" })?.generation, "p-1");
  const stop = read("Stop", { stop_hook_active: true, last_assistant_message: "Saved." });
  assert.deepEqual([stop?.kind, stop?.outcome, stop?.answersOurAsk, stop?.lastReply], [
    "stop",
    "completed",
    true,
    "Saved.",
  ]);
  assert.equal(read("SessionEnd", { reason: "other" })?.kind, "session_end");
});

test("a prompt that the client made itself is not taken for the person's words", () => {
  const payload = { ...claudeCommon, prompt: "<task-notification>build done</task-notification>" };
  assert.equal(readEvent("claude", "UserPromptSubmit", payload, noEnv)?.prompt, undefined);
});

test("an event that a client fires for nothing, or for a subagent, is told apart", () => {
  const idle = (agent: string, name: string, more: object) =>
    eventFrom(agent, name, { ...claudeCommon, ...more }, noEnv) === "idle";
  assert.equal(idle("gemini", "PreCompress", { trigger: "auto" }), true);
  assert.equal(idle("gemini", "PreCompress", { trigger: "manual" }), false);
  assert.equal(idle("claude", "PreCompact", { trigger: "auto" }), false);
  assert.equal(idle("claude", "PreCompact", { trigger: "auto", agent_id: "a-1" }), true);
  assert.equal(idle("nobody", "PreCompress", { trigger: "auto" }), false);
});

test("what Codex says in the person's name is no prompt of theirs", () => {
  const prompt = (words: string) =>
    readEvent("codex", "UserPromptSubmit", { ...claudeCommon, prompt: words }, noEnv)?.prompt;
  assert.equal(prompt('<hook_prompt hook_run_id="stop:4:/p">[Session Save] A checkpoint</hook_prompt>'), undefined);
  assert.equal(prompt("<environment_context>\n<cwd>/p</cwd>\n</environment_context>"), undefined);
  assert.equal(prompt("Rename the flag"), "Rename the flag");
});

test("Codex and Gemini CLI events arrive in the same words", () => {
  const codex = readEvent("codex", "UserPromptSubmit", { ...claudeCommon, turn_id: "t-1", prompt: "hi" }, noEnv);
  assert.deepEqual([codex?.agent, codex?.kind, codex?.generation, codex?.prompt], [
    "codex",
    "user_prompt",
    "t-1",
    "hi",
  ]);
  const payload = { session_id: "s", cwd: "/x", prompt: "<hook_context>old</hook_context>\nfix it" };
  const gemini = readEvent("gemini", "BeforeAgent", payload, noEnv);
  assert.deepEqual([gemini?.agent, gemini?.kind, gemini?.prompt], ["gemini", "user_prompt", "fix it"]);
  assert.equal(readEvent("gemini", "AfterAgent", { session_id: "s", prompt_response: "ok" }, noEnv)?.lastReply, "ok");
});

test("camelCase fields are read like snake_case ones", () => {
  const payload = {
    sessionId: "s-1",
    workspaceRoots: ["/w"],
    hookEventName: "stop",
    loopCount: 1,
    status: "completed",
  };
  const event = readEvent("cursor", "stop", payload, noEnv);
  assert.deepEqual([event?.session, event?.workspaceRoots, event?.loopCount], ["s-1", ["/w"], 1]);
});

test("Cursor is recognised behind Claude Code's registration, by its payload or by its environment", () => {
  const byPayload = readEvent("claude", "Stop", { ...cursorCommon, status: "completed", loop_count: 0 }, noEnv);
  assert.deepEqual([byPayload?.agent, byPayload?.name, byPayload?.outcome], ["cursor", "stop", "completed"]);
  const { cursor_version: _, ...unversioned } = cursorCommon;
  const byEnv = readEvent("claude", "SessionStart", unversioned, env({ CURSOR_VERSION: "3.21.0" }));
  assert.deepEqual([byEnv?.agent, byEnv?.name, byEnv?.clientVersion], ["cursor", "sessionStart", "3.21.0"]);
});

test("one physical event has one key, whichever configuration delivered it; the next one has another", () => {
  const prompt = { ...cursorCommon, prompt: "继续" };
  const native = eventFrom("cursor", "beforeSubmitPrompt", prompt, noEnv);
  const foreign = eventFrom("claude", "UserPromptSubmit", prompt, noEnv);
  const next = eventFrom("cursor", "beforeSubmitPrompt", { ...prompt, generation_id: "g-2" }, noEnv);
  assert.ok(typeof native === "object" && typeof foreign === "object" && typeof next === "object");
  assert.equal(eventKey(native), eventKey(foreign));
  assert.notEqual(eventKey(native), eventKey(next));
  const stop = (loop_count: number) => eventFrom("cursor", "stop", { ...cursorCommon, loop_count }, noEnv);
  const [first, second] = [stop(0), stop(1)];
  assert.ok(typeof first === "object" && typeof second === "object");
  assert.notEqual(eventKey(first), eventKey(second));
});

test("the project is looked for in the first workspace, then where the client says, never in the hook's own folder", () => {
  const values = env({ CURSOR_PROJECT_DIR: "/from/env", CLAUDE_PROJECT_DIR: "/from/env" });
  const event = readEvent("cursor", "stop", { ...cursorCommon, workspace_roots: ["/a", "/b"], cwd: "/c" }, values);
  assert.deepEqual(event?.workspaceRoots, ["/a", "/c", "/from/env"]);
  const windows = readEvent("cursor", "stop", { ...cursorCommon, workspace_roots: ["/c:/Users/ann/shop"] }, noEnv);
  assert.deepEqual(windows?.workspaceRoots, ["c:/Users/ann/shop"]);
});

test("whatever comes in, nothing is thrown and nothing is invented", () => {
  const strange: unknown[] = [undefined, null, 7, "text", [], [{}], {}, { session_id: 7 }, { conversation_id: "" }];
  for (const payload of strange) {
    for (const agent of ["cursor", "claude", "codex", "gemini", "emacs", "__proto__", ""]) {
      for (const name of ["stop", "Stop", "toString", "constructor", "AfterAgent", ""]) {
        assert.equal(readEvent(agent, name, payload, noEnv), undefined);
        assert.equal(typeof JSON.parse(emptyReply(agent, name)), "object");
      }
    }
  }
  const wrongTypes = { session_id: "s", workspace_roots: { a: 1 }, prompt: 3, loop_count: "many", status: "odd" };
  assert.deepEqual(readEvent("cursor", "stop", wrongTypes, noEnv), {
    kind: "stop",
    agent: "cursor",
    name: "stop",
    session: "s",
    workspaceRoots: [],
  });
});

test("the empty reply changes nothing at any event, and never blocks a permission event", () => {
  assert.equal(emptyReply("cursor", "sessionStart"), "{}");
  assert.equal(emptyReply("cursor", "beforeSubmitPrompt"), '{"continue":true}');
  for (const name of ["preCompact", "stop", "sessionEnd", "afterAgentResponse", "noSuchEvent"]) {
    assert.equal(emptyReply("cursor", name), "{}");
  }
  for (const name of ["preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "subagentStart"]) {
    assert.equal(emptyReply("cursor", name), '{"permission":"allow"}');
  }
  for (const name of ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreToolUse"]) {
    assert.equal(emptyReply("claude", name), "{}");
  }
  assert.equal(
    emptyReply("claude", "PreCompact"),
    "",
    "whatever is printed there becomes part of the client's own prompt",
  );
  assert.equal(emptyReply("emacs", "beforeSubmitPrompt"), '{"continue":true}');
});

test("a reply is written in the keys of its event and no other", () => {
  const all = { context: "C", ask: "A", notice: "N" };
  const render = (agent: string, name: string) => JSON.parse(renderReply(agent, name, all));
  assert.deepEqual(render("cursor", "sessionStart"), { additional_context: "C" });
  assert.deepEqual(render("cursor", "beforeSubmitPrompt"), { continue: true, additional_context: "C" });
  assert.deepEqual(render("cursor", "preCompact"), { user_message: "N" });
  assert.deepEqual(render("cursor", "stop"), { followup_message: "A" });
  assert.deepEqual(render("cursor", "sessionEnd"), {});
  assert.deepEqual(render("claude", "SessionStart"), {
    systemMessage: "N",
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "C" },
  });
  assert.deepEqual(render("claude", "Stop"), {
    hookSpecificOutput: { hookEventName: "Stop", additionalContext: "A" },
  });
  assert.equal(renderReply("claude", "PreCompact", all), "C");
  assert.deepEqual(render("codex", "Stop"), { decision: "block", reason: "A" });
  assert.deepEqual(render("codex", "PreCompact"), {});
  assert.deepEqual(render("gemini", "AfterAgent"), { decision: "deny", reason: "A", systemMessage: "N" });
  assert.equal(renderReply("cursor", "sessionStart", { context: "" }), "{}");
});

test("context is sent where a build is known to take it, and never where the schema has no place for it", () => {
  const start = (version?: string) => deliversContext("cursor", "session_start", version);
  const prompt = (version?: string) => deliversContext("cursor", "user_prompt", version);
  assert.deepEqual(["3.11.2", "3.12.17", "3.17.9", "3.18.25", "3.20.16", "3.20.17", "4.0.0"].map(start), [
    "unknown",
    "no",
    "no",
    "unknown",
    "unknown",
    "yes",
    "yes",
  ]);
  assert.deepEqual(["2026.05.20-aa", "2026.07.17-3e2a980", "", "odd", undefined].map(start), [
    "unknown",
    "yes",
    "unknown",
    "unknown",
    "unknown",
  ]);
  assert.deepEqual(["3.18.25", "3.20.16", "3.20.17", "2026.07.20-8cc9c0b", "2026.07.23", undefined].map(prompt), [
    "no",
    "no",
    "yes",
    "no",
    "yes",
    "no",
  ]);
  assert.equal(deliversContext("claude", "user_prompt"), "yes");
  assert.equal(deliversContext("claude", "stop"), "no");
});

test("a prompt is what the person said, without what an editor, a reminder or a hook put round it", () => {
  const prompt = (words: unknown) =>
    readEvent("claude", "UserPromptSubmit", { ...claudeCommon, prompt: words }, noEnv)?.prompt;
  const opened = "<ide_opened_file>The user opened the file /w/pay.ts in the IDE.</ide_opened_file>";
  assert.equal(prompt(`${opened}\nAdd retries`), "Add retries");
  assert.equal(prompt(`Add retries\n<system-reminder>Plan mode</system-reminder>`), "Add retries");
  assert.equal(prompt(opened), undefined);
  // News of a task ends in a sentence of the client's.
  assert.equal(prompt("<task-notification>\ndone\n</task-notification>\nRead the output file: /t"), undefined);
  assert.equal(prompt('<teammate-message teammate_id="qa">I prefer tabs.</teammate-message>'), undefined);
  assert.equal(prompt("What is <system-reminder> for?"), "What is <system-reminder> for?");
});

test("ten thousand elements that are never closed are read once", () => {
  const began = performance.now();
  const words = "<system-reminder>".repeat(100_000);
  assert.equal(readEvent("claude", "UserPromptSubmit", { ...claudeCommon, prompt: words }, noEnv)?.prompt, words);
  assert.ok(performance.now() - began < 1_000);
});

test("a prompt of several blocks is read as its words", () => {
  const blocks = [{ type: "image", source: { data: "AA" } }, { type: "text", text: "Like this" }, "and this", null];
  for (const [agent, event] of [["claude", "UserPromptSubmit"], ["gemini", "BeforeAgent"]] as const) {
    assert.equal(readEvent(agent, event, { ...claudeCommon, prompt: blocks }, noEnv)?.prompt, "Like this\n\nand this");
  }
  assert.equal(
    readEvent("cursor", "beforeSubmitPrompt", { ...cursorCommon, prompt: [{ type: "text", text: "Hi" }] }, noEnv)
      ?.prompt,
    "Hi",
  );
});

test("a workspace folder may be named by its URI", () => {
  const roots = (root: string) =>
    readEvent("cursor", "stop", { ...cursorCommon, workspace_roots: [root] }, noEnv)?.workspaceRoots;
  assert.deepEqual(roots("file:///home/ann/my%20shop"), ["/home/ann/my shop"]);
  assert.deepEqual(roots("file:///c%3A/app"), ["c:/app"]);
  assert.deepEqual(roots("file://localhost/home/ann/50%"), ["/home/ann/50%"]);
  assert.deepEqual(roots("file://server/share/app"), ["//server/share/app"]);
  for (const agent of ["claude", "codex", "gemini"]) {
    const event = agent === "gemini" ? "AfterAgent" : "Stop";
    const cwd = { session_id: "s", cwd: "file:///home/ann/my%20shop" };
    assert.deepEqual(readEvent(agent, event, cwd, noEnv)?.workspaceRoots, ["/home/ann/my shop"], agent);
  }
});
