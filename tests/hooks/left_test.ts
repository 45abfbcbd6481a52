/**
 * What a person takes out of a conversation, by stopping a prompt or a call or by going back, counts as neither told
 * nor said; against the compiled binary, with transcripts in the shapes that the clients write.
 */
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { contextOf, memoryBox } from "../box.ts";
import { factLine } from "../hooks_box.ts";

const RECORD = "The invoice exporter writes ISO-8859-1 because DATEV refuses UTF-8";
const ASKS = "Which encoding does the invoice exporter use for DATEV?";
const ASKS_AGAIN = "Which encoding does the DATEV invoice exporter write, please?";
const CENTS = "From now on all amounts are kept in integer cents, floats lost us money.";
const DECIMALS = "From now on all amounts are kept as decimals with two digits, because of the auditors.";
const SESSION = "01a22ce8-5114-7db3-9ef9-bcc30415866e";

/** A session of a client in a project that remembers the record. */
function sessionOf(agent: string) {
  const box = memoryBox();
  box.write("daily/2026-02-10.jsonl", factLine(RECORD, { memory_type: "W", entities: ["DATEV", "invoice"] }));
  let transcript_path = join(box.home, `rollout-2026-11-30T14-42-32-${SESSION}.jsonl`);
  return {
    box,
    /** The client writes from now on to another file. */
    goesOnIn(id: string): void {
      transcript_path = join(box.home, `rollout-2026-11-30T14-42-46-${SESSION}_${id}.jsonl`);
    },
    /** Returns the bytes written so far. */
    write(...lines: readonly object[]): number {
      appendFileSync(transcript_path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      return readFileSync(transcript_path).length;
    },
    async hook(event: string, more: object = {}): Promise<string> {
      return contextOf(
        await box.hook(agent, event, { session_id: SESSION, transcript_path, cwd: box.project, ...more }),
      );
    },
    contents: () =>
      box.lines(`daily/${new Date().toISOString().slice(0, 10)}.jsonl`).map(({ content }) => content ?? ""),
  };
}

/** Lines of Claude Code: each follows the one before it, unless it names another. */
function claudeLines() {
  let last = "";
  let count = 0;
  const line = (type: string, more: object, follows = last) => {
    const uuid = `0000000${++count}`;
    last = uuid;
    return { parentUuid: follows === "" ? null : follows, isSidechain: false, type, uuid, ...more };
  };
  return {
    at: () => last,
    prompt: (content: string, follows?: string) => line("user", { message: { role: "user", content } }, follows),
    told: (content: string) =>
      line("attachment", { attachment: { type: "hook_additional_context", content: [content] } }),
    says: (text: string) => line("assistant", { message: { role: "assistant", content: [{ type: "text", text }] } }),
    calls: (id: string, command: string) =>
      line("assistant", {
        message: { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { command } }] },
      }),
    results: (tool_use_id: string, content: string) =>
      line("user", { message: { role: "user", content: [{ type: "tool_result", tool_use_id, content }] } }),
    stopped: () => line("user", { message: { role: "user", content: "[Request interrupted by user]" } }),
  };
}

type Session = ReturnType<typeof sessionOf>;

const holds = (context: string) => context.includes(`- ${RECORD}`);

test("a record told with a prompt that was stopped before its answer is told again, in Claude Code", async () => {
  const { hook, write } = sessionOf("claude");
  const { at, prompt, told, says } = claudeLines();
  assert.equal(holds(await hook("UserPromptSubmit", { prompt: "hello there" })), false);
  write(prompt("hello there"), says("ANSWER"));
  await hook("Stop", { last_assistant_message: "ANSWER" });
  const before = at();
  const first = await hook("UserPromptSubmit", { prompt: ASKS });
  assert.ok(holds(first));
  write(prompt(ASKS), told(first));
  const again = await hook("UserPromptSubmit", { prompt: ASKS_AGAIN });
  assert.ok(holds(again), "it left with the prompt");
  write(prompt(ASKS_AGAIN, before), told(again), says("ISO-8859-1"));
  await hook("Stop", { last_assistant_message: "ISO-8859-1" });
  assert.equal(holds(await hook("UserPromptSubmit", { prompt: ASKS })), false, "now it stands there");
});

test("a record stays told where the turn was stopped after the first words of its answer", async () => {
  const { hook, write } = sessionOf("claude");
  const { prompt, told, says, stopped } = claudeLines();
  const first = await hook("UserPromptSubmit", { prompt: ASKS });
  write(prompt(ASKS), told(first), says("It writes"), stopped());
  assert.equal(holds(await hook("UserPromptSubmit", { prompt: ASKS_AGAIN })), false);
});

// Qwen Code's next line follows the stopped prompt, which its next request holds no more all the same.
test("a record told with a stopped prompt is told again in Gemini CLI and Qwen Code, and not in Codex", async () => {
  const escaped = (context: string) => context.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const stopped: readonly [string, string, (context: string) => object[], boolean][] = [
    ["gemini", "BeforeAgent", (context) => {
      const hello = { id: "m-1", type: "user", content: [{ text: "hello there" }] };
      const content = [{ text: ASKS }, { text: `<hook_context>${escaped(context)}</hook_context>` }];
      return [
        hello,
        { id: "m-2", type: "gemini", content: "ANSWER" },
        { id: "m-3", type: "user", content, displayContent: [{ text: ASKS }] },
        { id: "m-4", type: "info", content: "Request cancelled." },
        { $set: { messages: [hello, { id: "m-2", type: "gemini", content: [{ text: "ANSWER" }] }] } },
      ];
    }, true],
    ["qwen", "UserPromptSubmit", (context) => {
      const parts = [{ text: ASKS }, { text: `<qwen:user-prompt-submit-context>${escaped(context)}` }];
      return [
        { uuid: "a", parentUuid: null, type: "user", message: { role: "user", parts: [{ text: "hello there" }] } },
        { uuid: "b", parentUuid: "a", type: "assistant", message: { role: "model", parts: [{ text: "ANSWER" }] } },
        { uuid: "c", parentUuid: "b", type: "user", message: { role: "user", parts } },
        { uuid: "d", parentUuid: "c", type: "system", subtype: "file_history_snapshot" },
      ];
    }, true],
    ["codex", "UserPromptSubmit", (context) => [codexLine("user", ASKS), codexLine("developer", context)], false],
  ];
  for (const [agent, event, lines, isToldAgain] of stopped) {
    const { hook, write } = sessionOf(agent);
    const first = await hook(event, { prompt: ASKS, timestamp: "1" });
    assert.ok(holds(first), agent);
    write(...lines(first));
    assert.equal(holds(await hook(event, { prompt: ASKS_AGAIN, timestamp: "2" })), isToldAgain, agent);
  }
});

test("a record for a tool call that was denied is told at the call that runs", async () => {
  const { box, hook, write } = sessionOf("claude");
  await box.json(["save", "fact", "--content", "Ask Ana before anything new is made", "--when", "run mkdir"]);
  const { prompt, calls, results, stopped } = claudeLines();
  const call = (tool_use_id: string) =>
    hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "mkdir -p folder" }, tool_use_id });
  await hook("UserPromptSubmit", { prompt: "make the folder" });
  write(prompt("make the folder"), calls("t-1", "mkdir -p folder"));
  assert.match(await call("t-1"), /Ask Ana/);
  write(results("t-1", "The user doesn't want to proceed with this tool use."), stopped());
  await hook("UserPromptSubmit", { prompt: "go on, it is fine" });
  write(prompt("go on, it is fine"), calls("t-2", "mkdir -p folder"));
  const told = await call("t-2");
  assert.match(told, /Ask Ana/);
  // The hook's words stand beside the result, which follows the call, too.
  write(claudeLines().told(told), results("t-2", "done"));
  await hook("Stop", { last_assistant_message: "done" });
  await hook("UserPromptSubmit", { prompt: "make another folder" });
  assert.equal(await call("t-3"), "");
});

// Claude Code writes no line when the person goes back, and the next prompt after the answers of its hooks.
test("what the person took out by going back in Claude Code is told again with the same prompt, or after the next turn", async () => {
  const { hook, write } = sessionOf("claude");
  const { at, prompt, told, says } = claudeLines();
  write(prompt("hello there"), says("ANSWER"));
  const before = at();
  const first = await hook("UserPromptSubmit", { prompt: ASKS });
  write(prompt(ASKS), told(first), says("ISO-8859-1"));
  await hook("Stop", { last_assistant_message: "ISO-8859-1" });
  const again = `${ASKS} Answer briefly`;
  const second = await hook("UserPromptSubmit", { prompt: again });
  assert.ok(holds(second));
  write(prompt(again, before), told(second), says("ISO-8859-1"));
  await hook("Stop", { last_assistant_message: "ISO-8859-1" });
  // So much that the end of the next turn looks at what is new alone.
  write(prompt("print it"), says("x".repeat(100_000)));
  await hook("Stop", { last_assistant_message: "x" });
  assert.equal(holds(await hook("UserPromptSubmit", { prompt: ASKS_AGAIN })), false);
  write(prompt(ASKS_AGAIN, before), says("I can't tell"));
  await hook("Stop", { last_assistant_message: "I can't tell" });
  assert.ok(holds(await hook("UserPromptSubmit", { prompt: `${ASKS_AGAIN} Once more.` })));
});

function codexLine(role: string, text: string): object {
  const content = [{ type: role === "assistant" ? "output_text" : "input_text", text }];
  return { type: "response_item", payload: { type: "message", role, content } };
}

/** Codex ends the session to go back, and goes on in another file that names its place in an earlier one. */
async function goBackInCodex(
  { hook, write, goesOnIn }: Session,
  end_byte_offset: number,
  id: string,
  thread_id = SESSION,
): Promise<void> {
  await hook("SessionEnd", { reason: "other" });
  goesOnIn(id);
  write({ type: "session_meta", payload: { id: SESSION, history_base: { thread_id, end_byte_offset } } });
  await hook("SessionStart", { source: "resume" });
}

const PARTS = ["01a22cea-2036-73f0-85d6-0467d1012e66", "01a22cea-49a7-7761-9731-080136e13627"] as const;

test("what the person took out by going back is told again at once in Codex, and what stands is not", async () => {
  const session = sessionOf("codex");
  const { hook, write } = session;
  write(codexLine("user", "hello there"), codexLine("assistant", "ANSWER"));
  const first = await hook("UserPromptSubmit", { prompt: ASKS });
  assert.ok(holds(first));
  const asked = write(codexLine("user", ASKS), codexLine("developer", first), codexLine("assistant", "ISO-8859-1"));
  await hook("Stop", { last_assistant_message: "ISO-8859-1" });
  write(codexLine("user", "thanks"), codexLine("assistant", "ANSWER"));
  await goBackInCodex(session, asked, PARTS[0]);
  assert.equal(holds(await hook("UserPromptSubmit", { prompt: ASKS_AGAIN })), false, "only the thanks were left");
  const again = write(codexLine("user", ASKS_AGAIN), codexLine("assistant", "ISO-8859-1"));
  await hook("Stop", { last_assistant_message: "ISO-8859-1" });
  await goBackInCodex(session, again, PARTS[1], PARTS[0]);
  assert.equal(
    holds(await hook("UserPromptSubmit", { prompt: `${ASKS} Briefly.` })),
    false,
    "it stands two files before",
  );
  await goBackInCodex(session, 0, "01a22cea-7235-7b23-8829-5fa8f2a1db4e");
  assert.ok(holds(await hook("UserPromptSubmit", { prompt: `${ASKS} Now.` })));
});

test("a rule that was stopped or taken out by going back leaves nothing, the one in its place is kept", async () => {
  const rules = (session: Session) => session.contents().filter((content) => /amounts/.test(content));

  const claude = sessionOf("claude");
  const { at, prompt, told, says } = claudeLines();
  await claude.hook("UserPromptSubmit", { prompt: "add a field amount to pay.ts please" });
  claude.write(prompt("add a field amount to pay.ts please"), says("ANSWER"));
  await claude.hook("Stop", { last_assistant_message: "ANSWER" });
  const before = at();
  claude.write(prompt(CENTS), told("[memory] This may hold a rule"), prompt(DECIMALS, before), says("ANSWER"));
  claude.write(prompt("change pay.ts accordingly"), says("ANSWER"));
  await claude.hook("SessionEnd", { reason: "prompt_input_exit" });
  assert.deepEqual(rules(claude), [DECIMALS]);

  const codex = sessionOf("codex");
  await codex.hook("UserPromptSubmit", { prompt: "add a field amount to pay.ts please" });
  const kept = codex.write(codexLine("user", "add a field amount to pay.ts please"), codexLine("assistant", "ANSWER"));
  await codex.hook("UserPromptSubmit", { prompt: CENTS });
  codex.write(codexLine("user", CENTS), codexLine("assistant", "ANSWER"));
  await goBackInCodex(codex, kept, PARTS[0]);
  await codex.hook("UserPromptSubmit", { prompt: DECIMALS });
  codex.write(codexLine("user", DECIMALS), codexLine("assistant", "ANSWER"));
  codex.write(codexLine("user", "change pay.ts accordingly"), codexLine("assistant", "ANSWER"));
  await codex.hook("SessionEnd", { reason: "other" });
  assert.deepEqual(rules(codex), [DECIMALS]);
  const [summary] = codex.box.lines("sessions.jsonl").filter(({ type }) => type === "summary");
  assert.match(summary.topic, /add a field amount/, "what was said before still counts");
});
