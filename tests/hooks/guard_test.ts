/** A hook that takes too long or too much memory gives the empty reply and exits 0, even if its thread is stuck. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { compile, thisTarget } from "../../scripts/compile.ts";
import { AGENTS, type EventKind } from "../../src/agents/event.ts";
import { wantedHooks } from "../../src/agents/setup.ts";
import { hookLimit } from "../../src/hooks/guard.ts";
import { systemRuntime } from "../../src/system/mod.ts";
import { memoryBox } from "../box.ts";
import { removeAtExit } from "../world.ts";

/** The busy hook as a program, compiled as the binary is, since the watching thread is a part of it. */
function program(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), "memory-guard-"));
  removeAtExit(folder);
  const file = join(folder, process.platform === "win32" ? "watched.exe" : "watched");
  compile(thisTarget(), file, "tests/fixtures/watched.ts");
  return file;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly log: string;
}

function run(file: string, how: string, folder = newFolder(how)): Promise<Ended> {
  const child = spawn(file, [how, folder], { timeout: 30_000, cwd: folder });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => void (said.stdout += text));
  child.stderr.on("data", (text) => void (said.stderr += text));
  return new Promise((resolve) =>
    child.on("close", (code) => {
      const logs = join(folder, "logs");
      const files = fs.existsSync(logs) ? fs.readdirSync(logs) : [];
      resolve({ code, ...said, log: files.map((name) => fs.readFileSync(join(logs, name), "utf8")).join("") });
    })
  );
}

const file = program();

function newFolder(how: string): string {
  const folder = fs.mkdtempSync(join(dirname(file), how));
  fs.mkdirSync(join(folder, "session_state"));
  return folder;
}

test("a hook that would be busy for ever answers with the empty reply at its limit, exits 0 and leaves a line in the log", async () => {
  const ways = ["loop", "pattern", "sqlite"];
  const ended = await Promise.all(ways.map((how) => run(file, how)));
  for (const [at, { code, stdout, stderr, log }] of ended.entries()) {
    assert.deepEqual([code, stdout, stderr], [0, "{}\n", ""], ways[at]);
    assert.match(log, /"message":"hook failed".*"error":"took longer than 4 s"/, ways[at]);
  }
});

test("a hook that takes too much memory answers with the empty reply, exits 0 and leaves a line in the log", async () => {
  const { code, stdout, stderr, log } = await run(file, "memory");
  assert.deepEqual([code, stdout, stderr], [0, "{}\n", ""]);
  assert.match(log, /took \d+ MiB of memory/);
});

test("after a hook gave up, the watchdog starts at once in the next ones", async () => {
  const folder = newFolder("loop");
  await run(file, "loop", folder);
  const { code, stdout } = await run(file, "at once", folder);
  assert.deepEqual([code, stdout], [0, "{}\n"]);
});

test("a session's start, and a hook that has read a large file, is watched before it looks at the clock", async () => {
  const folder = newFolder("large");
  fs.writeFileSync(join(folder, "large"), "x".repeat(70_000));
  const ended = await Promise.all([run(file, "large file", folder), run(file, "start")]);
  for (const { code, stdout, log } of ended) {
    assert.deepEqual([code, stdout], [0, "{}\n"]);
    assert.match(log, /took longer than/);
  }
});

test("a hook that ends in time prints its own reply, once", async () => {
  const { code, stdout, stderr, log } = await run(file, "nothing");
  assert.deepEqual([code, stdout, stderr, log], [0, '{"answered":true}\n', "", ""]);
});

test("a hook runs no code of the repository that it starts in", async () => {
  const box = memoryBox();
  const planted = join(box.project, "src", "system");
  fs.mkdirSync(planted, { recursive: true });
  const mark = join(box.home, "ran");
  const code = `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`;
  for (const end of ["ts", "js"]) {
    fs.writeFileSync(
      join(planted, `watchdog_thread.${end}`),
      `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`,
    );
  }
  fs.writeFileSync(join(box.project, "e.js"), code);
  const run = "node -e 'fs.writeFileSync(process.env.HOME + \"/ran\", String())'";
  fs.writeFileSync(join(box.project, "package.json"), JSON.stringify({ scripts: { hook: run } }));
  // As a client takes them from the repository's `.env`.
  const variables: readonly Record<string, string>[] = [
    {},
    { BUN_BE_BUN: "1" },
    { BUN_OPTIONS: "--preload ./e.js" },
    { BUN_INSPECT_PRELOAD: "./e.js" },
  ];
  for (const env of variables) {
    for (const hook_event_name of ["SessionStart", "PreCompact", "SessionEnd"]) {
      const event = { session_id: "s", cwd: box.project, hook_event_name };
      await box.run(["hook", "claude", hook_event_name], { stdin: JSON.stringify(event), env });
    }
  }
  assert.ok(!fs.existsSync(mark));
});

test("a hook gives up at least a second before its client does, at every event of every client", () => {
  const kinds: readonly (readonly [RegExp, EventKind])[] = [
    [/^sessionStart$/i, "session_start"],
    [/prompt|BeforeAgent/i, "user_prompt"],
    [/^preCompact$|PreCompress/i, "pre_compact"],
    [/stop$|AfterAgent/i, "stop"],
    [/^sessionEnd$/i, "session_end"],
    [/^preToolUse$/i, "tool_start"],
    [/^(?:postToolUse|PostToolUseFailure|AfterTool)$/i, "tool_end"],
    [/^SubagentStart$/, "subagent_start"],
  ];
  for (const agent of AGENTS) {
    const hooks = wantedHooks(agent, systemRuntime());
    const seen = hooks.map(({ event, entry }) => {
      const kind = kinds.find(([name]) => name.test(event))?.[1];
      assert.ok(kind, `${agent} ${event}`);
      const waits = Number(/"timeout(?:Sec)?":(\d+)/.exec(JSON.stringify(entry))?.[1]);
      // Some clients count seconds, some milliseconds.
      const ms = waits < 1_000 ? waits * 1_000 : waits;
      assert.ok(hookLimit({ agent, kind }) <= ms - 1_000, `${agent} ${event}`);
      return kind;
    });
    const everywhere = kinds.map(([, kind]) => kind).filter((kind) => !/^(?:tool|subagent)_/.test(kind));
    assert.deepEqual(seen.filter((kind) => everywhere.includes(kind)).sort(), everywhere.sort(), agent);
  }
});
