/**
 * The records that an agent is told at its tool calls, and a subagent at its start, with events as clients send them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextOf, memoryBox } from "../box.ts";
import { estimateTokens } from "../../src/recall/budget.ts";
import { factLine, type HookBox, hookBox, SESSION } from "../hooks_box.ts";

const RULE = "Run migrations with make migrate, never alembic directly";
const KNOWN = "The pool in src/db/pool.py has 20 connections, because pgbouncer allows 25 per host";

function boxWith(...facts: readonly (readonly [content: string, more?: object])[]): HookBox {
  const box = hookBox();
  box.write("daily/2026-02-18.jsonl", facts.map(([content, more]) => factLine(content, more)).join(""));
  return box;
}

const bash = (command: string, more: object = {}) => ({ tool_name: "Bash", tool_input: { command }, ...more });
const edit = (box: HookBox, path: string, more: object = {}) => ({
  tool_name: "Edit",
  tool_input: { file_path: join(box.project, path), old_string: "a", new_string: "b" },
  ...more,
});

test("before a command or an edit the agent is told the record about it, in a frame, and the call is neither allowed nor denied", async () => {
  const box = boxWith([RULE, { memory_type: "O" }], [KNOWN]);
  const reply = await box.claude("PreToolUse", bash("cd api && uv run alembic upgrade head"));
  assert.deepEqual(Object.keys(reply), ["systemMessage", "hookSpecificOutput"]);
  assert.match(reply.systemMessage, /^memory: Run migrations with make migrate, never …, 18 February$/);
  assert.deepEqual(Object.keys(reply.hookSpecificOutput).sort(), ["additionalContext", "hookEventName"]);
  assert.match(
    contextOf(reply),
    /^<memory-conventions id="\w+">\n[^\n]+\n- Run migrations with make migrate[^\n]+\n<\/memory-conv/,
  );
  const other = await box.claude("PreToolUse", edit(box, "src/db/pool.py"));
  assert.match(
    contextOf(other),
    /^<memory-notes id="\w+">\n[^\n]+\n- The pool in src\/db\/pool\.py[^\n]+\n<\/memory-notes/,
  );
});

test("the log names the program with its subcommand, or the file of a call, and none of its arguments", async () => {
  const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const box = boxWith(
    ["Use pnpm, never npm", { when: ["run npm"] }],
    ["The order of pushes", { when: ["run git push"] }],
    ["Pools are counted here", { when: ["edit pool*"] }],
    ["Keys are rotated in March", { when: ["edit keys/*"] }],
    ["Read the pod's logs from the mirror", { when: ["run kubectl logs"] }],
    ["The mirror lags", { when: ["run rsync"] }],
  );
  const calls = [
    bash("cd web && NPM_TOKEN=hunter2 npm install --otp 123456 left-pad"),
    bash(
      "sudo -u deploy git -c user.name='Ada L' push https://ada:hunter2@example.invalid/x.git && ./scripts/tag.sh Ada",
    ),
    edit(box, "src/db/pool.py"),
    edit(box, `keys/${secret}`),
    bash("kubectl logs -n web pod-hunter2"),
  ];
  for (const call of calls) assert.notEqual(contextOf(await box.claude("PreToolUse", call)), "", JSON.stringify(call));
  await box.claude("UserPromptSubmit", { prompt: "Don't save this session." });
  assert.notEqual(contextOf(await box.claude("PreToolUse", bash("rsync -a out/ mirror:"))), "");
  const log = box.lines("logs/2026-02-18.jsonl").filter(({ trigger }) => trigger === "tool");
  // The wish took out the names that were logged before it.
  assert.deepEqual(log.map(({ query }) => query), ["", "", "", "", "", ""]);
  const other = { session_id: "another" };
  for (const call of calls) await box.claude("PreToolUse", { ...call, ...other });
  const named = box.lines("logs/2026-02-18.jsonl").filter(({ session }) => session === "another");
  assert.deepEqual(named.map(({ query }) => query), [
    "npm install",
    "git push, tag.sh",
    "src/db/pool.py",
    "keys/[redacted:github-token]",
    "kubectl logs",
  ]);
});

test("a record is told once in a session, also when two configurations deliver the same call", async () => {
  const box = boxWith([RULE]);
  const call = bash("alembic upgrade head", { tool_use_id: "toolu_1" });
  const both = await Promise.all([box.claude("PreToolUse", call), box.claude("PreToolUse", call)]);
  assert.equal(both.filter((reply) => contextOf(reply) !== "").length, 1);
  assert.deepEqual(await box.claude("PreToolUse", bash("alembic downgrade -1")), {});
  assert.match(contextOf(await box.claude("PreToolUse", { ...call, session_id: "another" })), /make migrate/);
});

// One for which no room was left was once noted as told.
test("of three long records that wait for a call each is told, if not at the first call then at the next", async () => {
  const long = (name: string) =>
    `The ${name} release waits for the ${`slow ${name} check and `.repeat(name === "alpha" ? 46 : 31)}a signature`;
  const names = ["alpha", "bravo", "delta"];
  const box = boxWith(...names.map((name) => [long(name), { when: ["run make release"] }] as const));
  const told = async () => {
    const said = contextOf(await box.claude("PreToolUse", bash("make release")));
    return names.filter((name) => said.includes(`The ${name} release`)).length;
  };
  assert.deepEqual([await told(), await told(), await told()], [2, 1, 0]);
});

test("a record told at a call is not told again with a prompt, and counts as used when a later call rests on it", async () => {
  const box = boxWith(["Use kestrel-sync for the mirror, never rsync", { id: "log-100000007-aaaa" }]);
  assert.match(contextOf(await box.claude("PreToolUse", bash("rsync -a out/ mirror:/srv"))), /kestrel-sync/);
  const asked = await box.claude("UserPromptSubmit", { prompt: "How do we sync the mirror: rsync or kestrel-sync?" });
  assert.doesNotMatch(contextOf(asked), /never rsync/);
  const transcript = join(box.folder, "conversation.jsonl");
  const call = { type: "tool_use", id: "t", name: "Bash", input: { command: "kestrel-sync out/ mirror" } };
  const lines = [
    { type: "user", message: { role: "user", content: "Copy the build" } },
    { type: "assistant", message: { role: "assistant", content: [call, { type: "text", text: "Copied." }] } },
  ];
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await box.claude("Stop", { transcript_path: transcript, last_assistant_message: "Copied.", stop_hook_active: false });
  assert.deepEqual(box.state().used, ["log-100000007-aaaa"]);
});

// The line at the very call for which the rule was saved once took the place of the one that was needed later.
test("what a session saves is told at no call of the same turn, and at one of a later turn", async () => {
  const box = memoryBox();
  const hook = async (event: string, more: object) =>
    contextOf(
      await box.hook("claude", event, { session_id: SESSION, cwd: box.project, hook_event_name: event, ...more }),
    );
  const write = (id: string, more: object = {}) =>
    hook("PreToolUse", {
      tool_name: "Write",
      tool_input: { file_path: join(box.project, "export.py"), content: `# ${id}` },
      tool_use_id: `toolu_${id}`,
      ...more,
    });
  const content = "CSV exports are UTF-8 with BOM";
  await hook("UserPromptSubmit", { prompt: "write the export, CSV always with BOM from now on", prompt_id: "p-1" });
  await box.run(["save", "fact", "--session", SESSION, "--content", content, "--when", "edit export.py"]);
  assert.equal(await write("first"), "");
  assert.match(await write("inside", { agent_id: "a-1", agent_type: "general-purpose" }), /with BOM/);
  await hook("UserPromptSubmit", { prompt: "rewrite the export from scratch", prompt_id: "p-2" });
  assert.match(await write("later"), /with BOM/);
});

test("after a compaction a rule is told again at a call", async () => {
  const box = boxWith([RULE]);
  await box.claude("PreToolUse", bash("alembic upgrade head"));
  await box.claude("PreCompact", { trigger: "auto" });
  assert.match(contextOf(await box.claude("PreToolUse", bash("alembic upgrade head"))), /make migrate/);
});

test("a call that only looks leaves no trace, even where a record is about it", async () => {
  const box = boxWith([RULE], [KNOWN]);
  for (
    const command of [
      "cat src/db/pool.py | head -20",
      "git log --oneline -- src/db/pool.py && git status",
      "rg alembic -n; wc -l src/db/pool.py",
      "alembic current",
      "bash -lc 'cat src/db/pool.py'",
      "alembic --help",
    ]
  ) {
    assert.deepEqual(await box.claude("PreToolUse", bash(command)), {}, command);
    assert.deepEqual(await box.claude("PostToolUse", bash(command, { tool_response: { stdout: "x" } })), {}, command);
  }
  for (const tool_name of ["Read", "Grep", "WebFetch", "mcp__x__y"]) {
    const call = { tool_name, tool_input: { file_path: join(box.project, "src/db/pool.py") } };
    assert.deepEqual(await box.claude("PreToolUse", call), {}, tool_name);
  }
  assert.ok(!existsSync(box.path(`session_state/${SESSION}.json`)), "no state");
});

test("a rule that others may have written is told as a note, never as a rule to follow", async () => {
  const box = boxWith([RULE, { memory_type: "O", imported_at: "2026-02-18T09:00:00.000Z" }]);
  assert.match(contextOf(await box.claude("PreToolUse", bash("alembic upgrade head"))), /^<memory-notes /);
});

test("a rule is told at a call though another record says the same in nearly its words, the person's own before an imported one", async () => {
  for (
    const [copy, more] of [
      ["Never push directly to `main`.", { imported_at: "2026-02-18T11:00:00Z" }],
      ["**Never push directly to main**", {}],
    ] as const
  ) {
    const box = boxWith(
      ["Never push directly to main", { memory_type: "O" }],
      [copy, { memory_type: "O", timestamp: "2026-02-18T11:00:00Z", ...more }],
    );
    const given = contextOf(await box.claude("PreToolUse", bash("git push origin main")));
    assert.match(given, /^<memory-conventions[^]*push directly to/);
    assert.equal(given.split("push directly").length, 2, given);
    if ("imported_at" in more) assert.doesNotMatch(given, /`main`/);
  }
});

test("a record that another one replaced, and one that is deleted, are told at no call", async () => {
  const box = boxWith(
    ["Never run alembic downgrade on staging", { id: "log-100000001-old1" }],
    ["On staging run alembic downgrade with --sql since March", { supersedes: "log-100000001-old1" }],
    ["Never call psql on production", { deleted_at: "2026-02-18T10:00:00.000Z" }],
  );
  const told = contextOf(await box.claude("PreToolUse", bash("alembic downgrade -1")));
  assert.match(told, /since March/);
  assert.doesNotMatch(told, /Never run/);
  assert.deepEqual(await box.claude("PreToolUse", bash("psql shop")), {});
});

test("after a failure the agent is told the record that names it, by its code or by its words", async () => {
  const box = boxWith(
    ["EADDRINUSE on 5173 means a zombie vite; pnpm kill-e2e frees the port"],
    ["Integration tests leak connections (“too many clients already”): run pytest with -n 4"],
  );
  const failed = (command: string, error: string) =>
    box.claude("PostToolUseFailure", bash(command, { error: `Exit code 1\n${error}`, is_interrupt: false }));
  assert.match(
    contextOf(await failed("pnpm dev", "Error: listen EADDRINUSE: address already in use :::5173")),
    /kill-e2e/,
  );
  const other = await failed("make check", "psycopg2.OperationalError: FATAL: sorry, too many clients already");
  assert.match(contextOf(other), /-n 4/);
  assert.deepEqual(await failed("make other", "ModuleNotFoundError: No module named 'rich'"), {});
});

test("for a failure that an earlier session ended the agent is told the fact saved then, found by fingerprints alone", async () => {
  const box = boxWith();
  const error = "Exit code 1\nError: worker 17 could not claim its lease on shard 4 at 10:22:31";
  const fails = (session_id: string, text = error) =>
    box.claude("PostToolUseFailure", bash("make ingest", { session_id, error: text }));
  assert.deepEqual(await fails("first"), {});
  box.advance(60_000);
  box.write(
    "daily/2026-02-18.jsonl",
    factLine("Heartbeats every 30 s were too slow for the new hosts", {
      timestamp: new Date(box.runtime.now().getTime() - 1_000).toISOString(),
      source: { session: "first" },
    }),
  );
  assert.deepEqual(await fails("second"), {}, "it has not ended yet");
  await box.claude("PostToolUse", bash("make ingest", { session_id: "first", tool_response: { stdout: "done" } }));
  const again = error.replace("17", "3").replace("shard 4", "shard 11").replace("10:22:31", "23:01:02");
  const told = contextOf(await fails("third", again));
  assert.match(told, /^\[memory\] The same failure [\s\S]*Heartbeats every 30 s/);
  const log = box.read("failures.jsonl");
  assert.doesNotMatch(log, /ingest|lease|worker|shard/);
});

// A symptom among the asks was heard in prompts alone.
test("after a failure that prints an ask whole the agent is told its record, where the ask says more than that it failed", async () => {
  const known = [
    ["Give each pod twenty", ["too many clients", "which pool size?"]],
    ["Run make clean-cache", ["no space left on device", "the build fails"]],
    ["Use the big runner", ["the worker gets OOMKilled"], ["run make thumbs"]],
    ["Raise the quota", ["it fails", "build error", "构建失败", "command not found"]],
    ["先执行 make kill-dev", ["端口已被占用", "EADDRGONE"]],
  ] as const;
  const box = boxWith(...known.map(([content, asks, when]) => [content, { asks, ...when ? { when } : {} }] as const));
  const { fails } = failuresIn(box);
  const failures = [
    ["make check", "pq: sorry, too many clients already", /twenty/],
    ["docker build .", "write /var/lib/x: no space left on device", /clean-cache/],
    ["kubectl rollout status deploy/thumbd", "error: the worker gets OOMKilled again", /big runner/],
    ["npm start", "错误：端口已被占用 8081", /kill-dev/],
    ["npm run dev", "Error: listen EADDRGONE", /kill-dev/],
    ["make all", "Build error: it fails", undefined],
    ["make all", "错误：构建失败", undefined],
    ["make all", "the build fails: foo: command not found", undefined],
    ["make all", "error: too many open clients", undefined],
    ["make all", "error: no space between clients", undefined],
  ] as const;
  for (const [at, [command, printed, told]] of failures.entries()) {
    const said = await fails(`ask-${at}`, command, printed);
    if (told) assert.match(said, told, printed);
    else assert.equal(said, "", printed);
  }
});

/** A session in which a command fails, a record is saved and the command succeeds; then the same again. */
function failuresIn(box: HookBox) {
  let saved = "";
  const fails = async (session_id: string, command: string, printed: string) =>
    contextOf(
      await box.claude("PostToolUseFailure", bash(command, { session_id, error: `Exit code 1\n${printed}` })),
    );
  const saves = (session: string, content: string, more: object = {}) => {
    box.advance(60_000);
    const timestamp = box.runtime.now().toISOString();
    saved += factLine(content, { timestamp, source: { session }, ...more });
    box.write("daily/2026-02-18.jsonl", saved);
    box.advance(60_000);
  };
  const succeeds = (session_id: string, command: string) =>
    box.claude("PostToolUse", bash(command, { session_id, tool_response: { stdout: "done" } }));
  return { fails, saves, succeeds };
}

// A line that a program prints at any of its failures made all of them the same.
test("another failure of the same command is told nothing of the first, whatever both print at their end", async () => {
  const box = boxWith();
  const { fails, saves, succeeds } = failuresIn(box);
  const pnpm = "ELIFECYCLE  Command failed with exit code 2.";
  const cargo = "error: could not compile `shop` (lib) due to";
  const refs = "error: failed to push some refs to 'github.com:acme/shop.git'";
  const gradle = "FAILURE: Build failed with an exception.\nBUILD FAILED in";
  const failures = [
    // A command, its failure, the same in another run, and another failure.
    [
      "pnpm check",
      `src/a.ts(3,8): error TS2307: Cannot find module '@acme/ui'\n ${pnpm}`,
      `src/a.ts(12,8): error TS2307: Cannot find module '@acme/ui'\n ${pnpm}`,
      `src/a.ts(3,8): error TS2307: Cannot find module '@acme/icons'\n ${pnpm}`,
    ],
    [
      "npm run check",
      "ERR_LEASE_GONE Cannot lease a\nnpm ERR! code ELIFECYCLE",
      "ERR_LEASE_GONE Cannot lease a\nnpm ERR! code ELIFECYCLE",
      "Type error\nnpm ERR! code ELIFECYCLE",
    ],
    [
      "pytest -q",
      "FAILED tests/test_a.py::test_x - AssertionError: assert 1 == 2\n1 failed, 33 passed in 2.31s",
      "FAILED tests/test_a.py::test_x - AssertionError: assert 1 == 2\n1 failed, 40 passed in 5.02s",
      "FAILED tests/test_b.py::test_y - AssertionError: assert 7 == 9\n1 failed, 33 passed in 3.11s",
    ],
    [
      "pnpm vitest run",
      "FAIL src/a.test.ts > cart > totals\nAssertionError: expected 3 to be 4\nTest Files  1 failed | 9 passed",
      "FAIL src/a.test.ts > cart > totals\nAssertionError: expected 3 to be 4\nTest Files  1 failed | 12 passed",
      "FAIL src/b.test.ts > auth > login\nAssertionError: expected 'x' to be 4\nTest Files  1 failed | 9 passed",
    ],
    [
      "npm test",
      "FAIL src/a.test.ts\n  ● Cart › totals\n  Expected: 4\nTests:       1 failed, 33 total\nnpm ERR! Test failed.",
      "FAIL src/a.test.ts\n  ● Cart › totals\n  Expected: 4\nTests:       1 failed, 40 total\nnpm ERR! Test failed.",
      "FAIL src/a.test.ts\n  ● Cart › coupons\n  Expected: 4\nTests:       1 failed, 33 total\nnpm ERR! Test failed.",
    ],
    [
      "cargo build",
      `error[E0425]: cannot find value \`total\` in this scope\n${cargo} 1 previous error`,
      `error[E0425]: cannot find value \`total\` in this scope\n${cargo} 2 previous errors`,
      `error[E0308]: mismatched types\n${cargo} 1 previous error`,
    ],
    [
      "go test ./...",
      "--- FAIL: TestTotals (0.00s)\nFAIL\nFAIL\tacme.dev/shop/cart\t0.012s\nFAIL",
      "--- FAIL: TestTotals (0.01s)\nFAIL\nFAIL\tacme.dev/shop/cart\t0.230s\nFAIL",
      "--- FAIL: TestRounding (0.00s)\nFAIL\nFAIL\tacme.dev/shop/cart\t0.012s\nFAIL",
    ],
    [
      "./gradlew build",
      `/home/a/shop/src/Cart.java:3: error: cannot find symbol\n${gradle} 3s`,
      `/build/shop/src/Cart.java:9: error: cannot find symbol\n${gradle} 41s`,
      `/home/a/shop/src/Order.java:3: error: cannot find symbol\n${gradle} 3s`,
    ],
    [
      "git push origin topic",
      `remote: error: GH006: Protected branch update failed for refs/heads/topic\n${refs}`,
      `remote: error: GH006: Protected branch update failed for refs/heads/topic\n${refs}`,
      ` ! [rejected] topic -> topic (fetch first)\n${refs}`,
    ],
    [
      "make deps",
      "Error: connect ECONNREFUSED 127.0.0.1:6379",
      "Error: connect ECONNREFUSED 127.0.0.1:6379",
      "Error: connect ECONNREFUSED 127.0.0.1:5432",
    ],
    [
      "make test",
      "租约已经失效，无法续约\nmake: *** [Makefile:12: test] Error 2",
      "租约已经失效，无法续约\nmake: *** [Makefile:14: test] Error 2",
      "无法连接仓库镜像\nmake: *** [Makefile:12: test] Error 2",
    ],
  ] as const;
  for (const [at, [command, printed]] of failures.entries()) {
    await fails(`first-${at}`, command, printed);
    saves(`first-${at}`, `The zebra server ${at} runs before`);
    await succeeds(`first-${at}`, command);
  }
  for (const [at, [command, , again, other]] of failures.entries()) {
    assert.equal(await fails(`other-${at}`, command, other), "", other);
    assert.match(await fails(`again-${at}`, command, again), new RegExp(`zebra server ${at}`), again);
  }
});

// An agent saves what it has learnt after the command has run well.
test("what ended a failure is told where it was saved after the success, but no rule or fact about other things", async () => {
  const box = boxWith();
  const { fails, saves, succeeds } = failuresIn(box);
  const sessions = [
    // What fails, what is saved before and after the success, and what is told at the next such failure.
    ["pnpm test", 'relation "ledgers" does not exist', [], ["Tests need make seed first"], /make seed/],
    ["make ingest", "could not claim the lease", [["Answer in Chinese", "O"]], ["Reader nodes start first"], /nodes/],
    ["make load", "could not open the tray", [["Answer in Chinese", "O"]], [], undefined],
    ["make bundle", "cannot find module @acme/tray", [["Modules are named in kebab-case", "O"]], [], undefined],
    ["make print", "could not find the spooler", [["Start the spooler before printing", "O"]], [], /spooler/],
    ["make crawl", "could not fetch robots", [["Run make proxy before make crawl", "O"]], [], /proxy/],
    ["make sync", "错误：租约已经失效", [["提交信息用英文", "O"]], [], undefined],
    ["make pull", "错误：镜像签名无效", [["先换镜像签名的密钥", "O"]], [], /密钥/],
    [
      "make draw",
      "could not map the glyph",
      [["Dark mode has no switch", "W"], ["Coupons don't add up", "W"]],
      [],
      undefined,
    ],
  ] as const;
  for (const [at, [command, printed, before, after]] of sessions.entries()) {
    await fails(`first-${at}`, command, printed);
    for (const [content, memory_type] of before) saves(`first-${at}`, content, { memory_type });
    await succeeds(`first-${at}`, command);
    for (const content of after) saves(`first-${at}`, content);
    // Long after that something else is done.
    box.advance(12 * 60_000);
    saves(`first-${at}`, "Watermarks are rendered by the edge worker");
  }
  for (const [at, [command, printed, , , told]] of sessions.entries()) {
    const said = await fails(`again-${at}`, command, printed);
    if (told) assert.match(said, told, printed);
    else assert.equal(said, "", printed);
  }
});

test("a rule is told again inside a subagent, whose events count as no session, prompt or turn", async () => {
  const box = boxWith([RULE]);
  const inside = { agent_id: "a1b2", agent_type: "general-purpose" };
  await box.claude("UserPromptSubmit", { prompt: "Rename the module of the importer, please" });
  const before = box.state();
  assert.match(contextOf(await box.claude("PreToolUse", bash("alembic upgrade head"))), /make migrate/);
  assert.match(contextOf(await box.claude("PreToolUse", bash("alembic upgrade head", inside))), /make migrate/);
  assert.deepEqual(await box.claude("PreToolUse", bash("alembic upgrade head", inside)), {});
  for (const event of ["UserPromptSubmit", "Stop", "SubagentStop", "SessionEnd", "PreCompact", "SessionStart"]) {
    const reply = await box.claude(event, { ...inside, prompt: "Go on with the work", last_assistant_message: "done" });
    assert.deepEqual(reply.text ?? reply, event === "PreCompact" ? "" : {}, event);
  }
  const after = box.state();
  for (const name of ["prompts", "work_prompts", "prompt_open", "asked_at_prompt", "ended_at", "restore_due"]) {
    assert.deepEqual(after[name], before[name], name);
  }
  const files = box.runtime.files.list(box.path("session_state")).filter((name) => name.endsWith(".json"));
  assert.deepEqual(files, [`${SESSION}.json`]);
  assert.doesNotMatch(box.read("daily/2026-02-18.jsonl"), /session_(?:start|end)/);
});

test("a subagent is given the conventions, then the records about its task, in 300 tokens; one that only looks is given nothing", async () => {
  const box = boxWith(
    ["Answer in short sentences", { memory_type: "O" }],
    ["The invoice exporter writes ISO-8859-1 because DATEV refuses UTF-8", { entities: ["DATEV", "invoice exporter"] }],
  );
  const spawn = (subagent_type?: string) =>
    box.claude("PreToolUse", {
      tool_name: "Agent",
      tool_input: { description: "x", prompt: "Change the encoding of our DATEV invoice exporter", subagent_type },
    });
  const start = (agent_type: string) => box.claude("SubagentStart", { agent_id: "a9", agent_type });
  assert.deepEqual(await spawn("general-purpose"), {});
  const told = contextOf(await start("general-purpose"));
  assert.match(told, /short sentences[\s\S]*ISO-8859-1/);
  assert.ok(told.length < 1_800, String(told.length));
  // The next subagent, for which no call came, has another task.
  assert.doesNotMatch(contextOf(await start("general-purpose")), /ISO-8859-1/);
  // A call may leave the type out.
  await spawn();
  assert.match(contextOf(await start("general-purpose")), /ISO-8859-1/);
  await spawn("Explore");
  assert.deepEqual(await start("Explore"), {});
});

test("of many conventions a subagent is given first those that its task is about", async () => {
  const topics = ["invoices", "colours", "avatars", "ledgers", "maps", "mails", "prices", "icons", "dates", "routes"];
  const box = boxWith(
    ["Go tests are run with make test-go, never with a bare go test", {
      memory_type: "O",
      timestamp: "2026-01-02T08:00:00Z",
    }],
    ...topics.map((topic, at): [string, object] => [
      `Anything that concerns ${topic} is kept in the folder ${topic}, is reviewed by two people, and has an owner`,
      { memory_type: "O", timestamp: `2026-02-1${at % 8}T08:00:0${at}Z` },
    ]),
  );
  const input = { description: "x", prompt: "Write Go tests for the parser", subagent_type: "general-purpose" };
  await box.claude("PreToolUse", { tool_name: "Agent", tool_input: input });
  const told = contextOf(await box.claude("SubagentStart", { agent_id: "a9", agent_type: "general-purpose" }));
  const first = told.split("\n").find((line) => line.startsWith("- ")) ?? "";
  assert.match(first, /Go tests are run with make test-go/);
  assert.match(told, /concerns/, "the newest of the others follow");
});

// Three conventions were told, mostly the newest, and of a task's matters only the one that its words are most about.
test("a subagent is told of each matter of its task, of any length, and besides only rules that wait for no tool call", async () => {
  const rule = { memory_type: "O" };
  const box = boxWith(
    ["Answers are written in German", rule],
    ["Deploys go out on Tuesdays only", { ...rule, entities: ["deploy", "发布"], when: ["run helm upgrade"] }],
    ["New endpoints get an entry in api/openapi.yaml", { ...rule, when: ["create src/routes/*.ts"] }],
    ["Generated code in src/gen comes from make proto", { ...rule, when: ["edit src/gen"] }],
    ["Sessions live in Redis with a TTL of 900 s", { entities: ["session", "TTL", "会话"] }],
    ["Amounts are stored as whole cents", { entities: ["amount", "金额"], asks: ["add a price column"] }],
    ["Meilisearch was dropped for its memory", { entities: ["search"] }],
  );
  const tasks: [string, RegExp][] = [
    ["Change the session TTL to one hour and deploy", /Deploys[\s\S]*German[\s\S]*Redis/],
    ["把会话过期时间改成一小时，然后发布", /Deploys[\s\S]*German[\s\S]*Redis/],
    ["Write a migration that adds a price column", /German[\s\S]*whole cents/],
    [
      "You work in the shop's repository.\n\n1. Look at how orders are kept.\n2. Add a price column to them.\n" +
      "3. Change the TTL of a session.\n\nReport which files you changed.",
      /German[\s\S]*(?:Redis[\s\S]*whole cents|whole cents[\s\S]*Redis)/,
    ],
    ["Rename the button in the sidebar", /German/],
  ];
  for (const [at, [prompt, expected]] of tasks.entries()) {
    const input = { description: "x", prompt, subagent_type: "general-purpose" };
    await box.claude("PreToolUse", { tool_name: "Agent", tool_input: input });
    const told = contextOf(await box.claude("SubagentStart", { agent_id: `m${at}`, agent_type: "general-purpose" }));
    assert.match(told, expected, prompt);
    assert.doesNotMatch(told, /openapi|make proto|Meilisearch/, prompt);
    assert.ok(estimateTokens(told) <= 300, prompt);
  }
});

// In each language: two rules that contradict each other, the older first, and a third one.
const RULES = [
  ["我们只在周二部署", "我们只在周三部署", "数据库迁移脚本一律用 flyway 写"],
  ["Deploys go out on Tuesdays only", "Deploys go out on Wednesdays only", "Write migrations with flyway"],
] as const;

/** Makes a memory of these rules. Returns a function that sends an event and gives the context of the reply. */
function rulesBox(rules: readonly string[], more: readonly object[] = []) {
  const box = memoryBox();
  const lines = rules.map((rule, at) =>
    factLine(rule, {
      id: `log-10000000${at}-aaa${at}`,
      memory_type: "O",
      timestamp: `2026-02-1${at}T08:00:00Z`,
      ...more[at],
    })
  );
  box.write("daily/2026-02-18.jsonl", lines.join(""));
  return async (event: string, payload: object) =>
    contextOf(await box.hook("claude", event, { session_id: SESSION, cwd: box.project, ...payload }));
}

// The section of outdated rules once came first and took all of the small budget.
test("of two rules that contradict each other a subagent is given the newer one, then the rest, in either language", async () => {
  for (const rules of RULES) {
    const told = await rulesBox(rules)("SubagentStart", { agent_id: "a9", agent_type: "general-purpose" });
    const [conventions = "", notes = ""] = told.split(/(?=<memory-notes)/);
    assert.match(conventions, new RegExp(`${rules[1]} \\[aaa1\\]`));
    assert.ok(conventions.includes(rules[2]), told);
    assert.ok(!conventions.includes(rules[0]), told);
    assert.ok(notes === "" || notes.includes("⚠ aaa1"), told);
  }
});

test("a subagent is told how to list the rules that have no room by a command that any shell finds", async () => {
  const rules = Array.from({ length: 10 }, (_, at) => `Module ${at} is released by hand, never together with another`);
  const told = await rulesBox(rules)("SubagentStart", { agent_id: "a9", agent_type: "general-purpose" });
  assert.match(told, /^- … \(\+\d+: `\/\S+ manage list --memory-type O`\)$/m);
});

// Twice the older rule was told: because a label gave it more evidence, and because the newer one had been told.
test("at a tool a rule is no longer told once a newer one contradicts it, in either language", async () => {
  for (const rules of RULES) {
    const label = { entities: ["deploy"] };
    for (const more of [[label, label], [{ entities: ["deploy", "部署"] }, label]]) {
      const tell = rulesBox(rules, more);
      const call = bash("npm run deploy");
      assert.ok((await tell("PreToolUse", call)).includes(rules[1]), rules[1]);
      assert.equal(await tell("PreToolUse", call), "");
    }
  }
});

// "X's Y must not be changed" has its ban behind the name. Many folders hold a server.js, so the name says little.
test("an edit that removes a value from a file is told the rule that names both, however the rule words its ban, in either language", async () => {
  const rules = [
    "server.js 的监听端口改不得：3000 写死在负载均衡里",
    "Don't touch server.js's port: 3000 is hard-wired in the load balancer",
    "The port in server.js must not be changed: the load balancer expects 3000",
  ];
  for (const rule of rules) {
    const tell = rulesBox([rule]);
    const call = (file_path: string, old_string: string) =>
      tell("PreToolUse", { tool_name: "Edit", tool_input: { file_path, old_string, new_string: "listen(4000)" } });
    assert.equal(await call("src/server.js", "listen(8000)"), "");
    assert.ok((await call("src/server.js", "listen(3000)")).includes(rule), rule);
    assert.ok(
      (await rulesBox([rule])("PreToolUse", {
        tool_name: "Edit",
        tool_input: { file_path: "server.js", old_string: "// Starts", new_string: "// Begins" },
      })).includes(rule),
      rule,
    );
  }
});

test("a client that takes no context before a call is told the record after it", async () => {
  const box = boxWith([RULE]);
  const payload = {
    session_id: "g",
    cwd: box.project,
    tool_name: "run_shell_command",
    tool_input: { command: "alembic upgrade head" },
    tool_response: { llmContent: "Output: ok", returnDisplay: "ok" },
  };
  for (const [agent, event] of [["gemini", "AfterTool"], ["qwen", "PostToolUse"]] as const) {
    const reply = JSON.parse(await box.raw(agent, event, JSON.stringify({ ...payload, session_id: agent })));
    assert.match(contextOf(reply), /make migrate/, agent);
  }
  const call = { tool_name: "Shell", tool_input: { command: "alembic upgrade head" }, tool_output: '{"exitCode":0}' };
  assert.match(contextOf(await box.cursor("postToolUse", call)), /make migrate/);
});

test("a failure in Codex, which sends no exit code, is recognised by the output", async () => {
  const box = boxWith(["EADDRINUSE on 5173 means a zombie vite; pnpm kill-e2e frees the port"]);
  const payload = (tool_response: string) => ({
    session_id: "c",
    turn_id: "t",
    cwd: box.project,
    tool_name: "Bash",
    tool_input: { command: "pnpm dev" },
    tool_response,
  });
  const told = async (printed: string) =>
    contextOf(JSON.parse(await box.raw("codex", "PostToolUse", JSON.stringify(payload(printed)))));
  assert.equal(await told("ready on 5173\n"), "");
  assert.match(await told("Error: listen EADDRINUSE: address already in use :::5173\n"), /kill-e2e/);
});

// "Command not found" is the most usual failure, and no record that waited for it was told in Codex.
test("in Codex a record that waits for a failure is told where its words stand in a printed line that tells of one", async () => {
  const waits = [
    ["Install foo with mise", "fail command not found"],
    ["Start Postgres with make db", "fail could not connect"],
    ["The kernel headers are missing", "fail make Error 1"],
    ["Registry token is in 1Password", "fail npm ERR! 401"],
    ["Start the proxy first", "fail curl (7)"],
    ["Clean the build folder", "fail Build failed"],
    ["先装 protoc", "fail 未找到命令"],
    ["先 git lfs pull", "fail 致命错误"],
  ] as const;
  const box = boxWith(...waits.map(([content, when]) => [content, { when: [when] }] as const));
  let sessions = 0;
  const told = async (command: string, tool_response: string) =>
    contextOf(JSON.parse(
      await box.raw(
        "codex",
        "PostToolUse",
        JSON.stringify({
          session_id: `codex-${sessions++}`,
          turn_id: "t",
          cwd: box.project,
          tool_name: "Bash",
          tool_input: { command },
          tool_response,
        }),
      ),
    ));
  const failures = [
    ["foo build", "bash: line 1: foo: command not found", /mise/],
    ["psql shop -c 'drop table x'", "psql: could not connect to server", /make db/],
    ["make", "gcc -c a.c\nmake: *** [all] Error 1", /kernel headers/],
    ["npm publish", "npm ERR! code E401\nnpm ERR! 401 Unauthorized", /1Password/],
    ["curl -X POST localhost:8080/jobs", "curl: (7) Failed to connect to localhost port 8080", /proxy/],
    ["pnpm build", "Build failed: 3 modules", /build folder/],
    ["protoc a.proto", "bash: protoc：未找到命令", /protoc/],
    ["git push", "致命错误：无法读取远程仓库", /lfs/],
  ] as const;
  for (const [command, printed, wanted] of failures) assert.match(await told(command, printed), wanted, printed);
  const others = [
    ["cat build.log", "bash: line 1: foo: command not found"],
    ["grep -rn 'not found' src", "src/a.sh: foo: command not found"],
    ["kubectl logs api", "foo: command not found"],
    ["pnpm test", "✓ says command not found for an unknown program\n12 passed"],
    ["make lint", "Build failed: 0 errors"],
    ["pnpm build", "all modules are built"],
  ] as const;
  for (const [command, printed] of others) assert.equal(await told(command, printed), "", `${command}: ${printed}`);
});

// It named the command that had failed as well, and was told in the place of the fact.
test("a failure brings the fact about it and no automatic summary of a session that met it", async () => {
  const box = boxWith(["E_LEASE_LOST means that yesterday's worker holds the lease", { entities: ["E_LEASE_LOST"] }]);
  const command = "sh -c 'echo E_LEASE_LOST: no lease >&2; exit 3'";
  const summary = {
    id: "sum-100000000-auto",
    type: "summary",
    topic: "Import the customers",
    summary: `Import the customers. Ran: \`${command}\` (failed)`,
    timestamp: "2026-02-17T09:00:00.000Z",
    source: "auto",
    auto_generated: true,
  };
  box.write("sessions.jsonl", `${JSON.stringify(summary)}\n`);
  const told = await failuresIn(box).fails("second", command, "E_LEASE_LOST: no lease");
  assert.match(told, /yesterday's worker/);
  assert.doesNotMatch(told, /Import the customers/);
});

test("of what was kept when a failure ended, a fact that somebody saved goes before an automatic summary", async () => {
  for (const content of ["Order fixtures need a country, else vatRate is undefined", "Every fixture sets a country"]) {
    const box = boxWith([RULE]);
    const { fails, saves, succeeds } = failuresIn(box);
    const error = "TypeError: Cannot read properties of undefined (reading vatRate)";
    await fails("first", "pnpm test price", error);
    saves("first", content);
    await succeeds("first", "pnpm test price");
    const summary = {
      id: "sum-100000000-auto",
      type: "summary",
      session_id: "first",
      topic: "run the price test",
      summary: "run the price test. Then: the fixture lacks a country. Ran: `pnpm test price` (passed)",
      timestamp: box.runtime.now().toISOString(),
      source: "auto",
      auto_generated: true,
    };
    box.write("sessions.jsonl", `${JSON.stringify(summary)}\n`);
    const told = await fails("second", "pnpm test price", error);
    assert.match(told, /ended before/);
    assert.ok(told.includes(content), told);
  }
});

// Agents look at the end of a long output, and the line then ends as `tail` does: the failure counted as ended.
test("a failure in a line that ends well all the same is known by what it printed, and has not ended", async () => {
  const box = boxWith(["Start Postgres with make db", { when: ["fail could not connect"] }]);
  const { fails, saves } = failuresIn(box);
  const runs = async (session_id: string, command: string, stdout: string) =>
    contextOf(await box.claude("PostToolUse", bash(command, { session_id, tool_response: { stdout, stderr: "" } })));
  const printed = "psql: error: could not connect to server";
  const hidden = [
    "make shop 2>&1 | tail -5",
    "make shop || true",
    'make shop; echo "exit $?"',
    "make shop && echo ok || echo bad",
    "cd api && (make shop 2>&1; date) | head",
    "bash -c 'make shop | tail'",
  ];
  for (const command of hidden) assert.match(await runs(command, command, printed), /make db/, command);
  for (const command of ["make shop", "cd api; make shop", "cat log | tail", "echo a; make shop && make all"]) {
    assert.equal(await runs(command, command, printed), "", command);
  }
  assert.equal(await runs("well", "make shop | tail -5", "could connect\n12 passed, 0 failed"), "");
  const lease = "error: could not claim the lease";
  await fails("first", "make ingest", lease);
  await runs("first", "make ingest | tail -5", lease);
  saves("first", "Reader nodes start before make ingest");
  assert.equal(await fails("second", "make ingest", lease), "", "it has not ended yet");
  await runs("first", "make ingest | tail -5", "done");
  assert.match(await fails("third", "make ingest", lease), /ended before[^]*Reader nodes/);
});

test("where Cursor runs the hooks of Claude Code, they allow every call and tell nothing a second time", async () => {
  const box = boxWith([RULE]);
  const payload = {
    conversation_id: "k",
    cursor_version: "3.21.4",
    workspace_roots: [box.project],
    tool_name: "Shell",
    tool_input: { command: "alembic upgrade head" },
  };
  assert.equal(await box.raw("claude", "PreToolUse", JSON.stringify(payload)), '{"permission":"allow"}');
  assert.ok(!existsSync(box.path("logs")), "nothing failed");
});
