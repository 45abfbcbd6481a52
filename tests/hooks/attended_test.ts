/** A client's options and its standard input tell whether a person attends it. Against the compiled binary. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const CONTAINER = ["--pid", "--fork", "--mount-proc", "--map-root-user", "true"];
const withContainer = {
  skip: spawnSync("unshare", CONTAINER).status === 0 ? withTerminal.skip : "this machine makes no space of processes",
};

/**
 * A process that starts the client: it names the client in its arguments and reads a pipe, as a terminal server does.
 */
const LAUNCHER = ["-c", 'shift; "$@"; :', "sh"];

/**
 * A client of this name that runs its hooks in a shell: two prompts, and whether the reply to the stop asks to save.
 */
function playedBy(program: string, agent: string, words: string, { terminal = "", raw = true, first = false } = {}) {
  const box = memoryBox();
  const script = join(box.home, program);
  const replied = join(box.home, "replied");
  writeFileSync(
    script,
    `#!/usr/bin/env node
    const { spawnSync } = require("node:child_process");
    if (${raw} && process.stdin.isTTY) process.stdin.setRawMode(true);
    const names = ${JSON.stringify(NAMES[agent])};
    const send = (event, more) => spawnSync("sh", ["-c", '"$MEMORY" hook ${agent} ' + event], {
      encoding: "utf8",
      input: JSON.stringify({ session_id: "s", conversation_id: "s", cwd: "${box.project}", status: "completed", timestamp: String(Math.random()), ...more }),
    }).stdout;
    for (const prompt of ["Move the cache", "Keep it for 300 seconds. Bye"]) send(names[0], { prompt });
    require("node:fs").writeFileSync("${replied}", send(names[1], { stop_hook_active: false }));
    process.exit(0);`,
  );
  chmodSync(script, 0o755);
  // As `npx` sets it, in a project that brought programs of its own.
  const brought = join(box.project, "node_modules", ".bin");
  const misled = join(box.home, "misled");
  mkdirSync(brought, { recursive: true });
  for (const name of ["stty", "ps"]) {
    writeFileSync(join(brought, name), `#!/bin/sh\ntouch '${misled}'\n`, { mode: 0o755 });
  }
  const env = { HOME: box.home, PATH: [brought, process.env["PATH"]].join(delimiter), MEMORY: BINARY };
  const line = `${first ? "unshare --pid --fork --mount-proc --map-root-user " : ""}'${script}' ${words}`;
  const [run, args] = terminal === "" ? ["sh", ["-c", `${line} < /dev/null`]] as const : onTerminal(line + terminal);
  const { stdout, stderr } = spawnSync("sh", [...LAUNCHER, script, run, ...args], {
    cwd: box.project,
    encoding: "utf8",
    env,
  });
  assert.ok(!existsSync(misled), "a program of the project was run");
  const reply: Json = existsSync(replied) ? JSON.parse(readFileSync(replied, "utf8")) : undefined;
  return { isAsked: Object.keys(reply ?? {}).length > 0, seen: `${line}: ${JSON.stringify(reply)} ${stdout}${stderr}` };
}

const NAMES: Readonly<Record<string, readonly [prompt: string, stop: string]>> = {
  gemini: ["BeforeAgent", "AfterAgent"],
  qwen: ["UserPromptSubmit", "Stop"],
  copilot: ["userPromptSubmitted", "agentStop"],
  codex: ["UserPromptSubmit", "Stop"],
  cursor: ["beforeSubmitPrompt", "stop"],
};

/** Arguments that make a client answer one prompt and end, by an option or a verb of the client. */
const ONE_PROMPT: readonly (readonly [program: string, agent: string, words: readonly string[]])[] = [
  ["gemini", "gemini", ["-p hello", "--prompt hello", "-m flash --prompt=hello", "-dp hello", "-p=修复登录"]],
  ["qwen", "qwen", ["-p hello", "-yp 修复登录", "--prompt=hello"]],
  ["copilot", "copilot", ["-p hello", "-sp hello", "--prompt=hello --allow-all-tools"]],
  ["codex", "codex", ["exec --ephemeral hello", "-m gpt-5 exec hello", "exec resume --last hello", "e hello"]],
  ["cursor-agent", "cursor", ["-p hello", "--print hello"]],
];

test(
  "a client that an option tells to answer one prompt is not asked to save, whatever options stand before that one",
  withTerminal,
  () => {
    for (const [program, agent, forms] of ONE_PROMPT) {
      for (const words of forms) {
        const { isAsked, seen } = playedBy(program, agent, words, { terminal: " " });
        assert.ok(!isAsked, seen);
      }
    }
  },
);

test(
  "a client that reads a person's keys is asked to save, one that reads lines or a pipe is not",
  withTerminal,
  () => {
    for (const agent of ["gemini", "qwen", "copilot"]) {
      const asked = (words: string, how: object) => playedBy(agent, agent, words, how);
      for (const words of ["", "-i hello", "--prompt-interactive=hello"]) {
        const { isAsked, seen } = asked(words, { terminal: " " });
        assert.ok(isAsked, seen);
      }
      const none = [
        asked("-y 修复登录", { terminal: " ", raw: false }),
        asked("hello", { terminal: " < /dev/null" }),
        asked("hello", { terminal: " < <(echo hello)" }),
        asked("", {}),
      ];
      for (const { isAsked, seen } of none) assert.ok(!isAsked, seen);
      // Here a person speaks with an editor, which speaks with the client through a pipe.
      const { isAsked, seen } = asked("--acp", {});
      assert.ok(isAsked, seen);
    }
  },
);

test("a client that is the first process of a container is known", withContainer, () => {
  const { isAsked, seen } = playedBy("gemini", "gemini", "-p hello", { terminal: " ", first: true });
  assert.ok(!isAsked, seen);
});

test("a background agent of Cursor is never asked to save", async () => {
  for (const is_background_agent of [false, true]) {
    const box = memoryBox();
    const hook = (event: string, more: object) =>
      box.hook("cursor", event, { conversation_id: "c", workspace_roots: [box.project], ...more });
    await hook("sessionStart", { is_background_agent });
    for (const prompt of ["Move the cache", "Keep it for 300 seconds. Bye"]) {
      await hook("beforeSubmitPrompt", { prompt, generation_id: prompt });
    }
    const { followup_message } = await hook("stop", { status: "completed", loop_count: 0 });
    assert.equal(followup_message === undefined, is_background_agent);
  }
});
