/** Which hooks of tools and subagents `init` writes follows the settings, and nothing of others' is touched by it. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";
import { asDoctorBox } from "../doctor_box.ts";
import { parseJsonc } from "../../src/json.ts";

const FILES: Readonly<Record<string, (box: Box) => string>> = {
  claude: ({ project }) => join(project, ".claude/settings.local.json"),
  codex: ({ project }) => join(project, ".codex/hooks.json"),
  cursor: ({ project }) => join(project, ".cursor/hooks.json"),
  gemini: ({ home }) => join(home, ".gemini/settings.json"),
  qwen: ({ home }) => join(home, ".qwen/settings.json"),
};

const SESSION = /session|prompt|stop|compact|BeforeAgent|AfterAgent|PreCompress/i;

const textOf = (box: Box, agent: string) => fs.readFileSync(FILES[agent]?.(box) ?? "", "utf8");

/** The tools for which an agent's hooks call memory, by event; those of a session and its prompts left out. */
function wired(box: Box, agent: string): Record<string, string> {
  const lists: [string, Json[]][] = Object.entries((parseJsonc(textOf(box, agent)) as Json).hooks);
  const ours = lists.flatMap(([event, items]) =>
    items.filter((item) => JSON.stringify(item).includes("--by-init")).map((item) => [event, item.matcher ?? ""])
  );
  return Object.fromEntries(ours.filter(([event]) => !SESSION.test(event)));
}

const init = (box: Box, agent: string, ...words: string[]) =>
  box.json(["init", "--agent", agent, "--skip-model", ...words]);
const set = (box: Box, value: string, ...words: string[]) =>
  box.json(["config", "set", "recall.at_tools", value, ...words]);

const SPAWNS = "Agent|Task";
const RUNS = "Bash|PowerShell";

test("init writes the hooks of tools that recall.at_tools needs, and again when it has changed; subagents keep theirs", async () => {
  const expected: Record<string, Record<string, Record<string, string>>> = {
    claude: {
      on: {
        PreToolUse: `${RUNS}|Edit|Write|MultiEdit|NotebookEdit|${SPAWNS}`,
        PostToolUse: RUNS,
        PostToolUseFailure: RUNS,
        SubagentStart: "",
      },
      failures: { PreToolUse: SPAWNS, PostToolUse: RUNS, PostToolUseFailure: RUNS, SubagentStart: "" },
      off: { PreToolUse: SPAWNS, SubagentStart: "" },
    },
    codex: {
      on: { PreToolUse: "Bash|apply_patch|spawn_agent", PostToolUse: "Bash", SubagentStart: "" },
      failures: { PreToolUse: "spawn_agent", PostToolUse: "Bash", SubagentStart: "" },
      off: { PreToolUse: "spawn_agent", SubagentStart: "" },
    },
    cursor: {
      on: { postToolUse: "Shell|Write|StrReplace|EditNotebook|Delete" },
      failures: { postToolUse: "Shell" },
      off: {},
    },
    gemini: {
      on: { AfterTool: "run_shell_command|write_file|replace" },
      failures: { AfterTool: "run_shell_command" },
      off: {},
    },
    qwen: {
      on: { PostToolUse: "run_shell_command|write_file|edit" },
      failures: { PostToolUse: "run_shell_command" },
      off: {},
    },
  };
  for (const [agent, byValue] of Object.entries(expected)) {
    const box = memoryBox({ empty: true });
    // Gemini CLI's and Qwen Code's hooks stand in the person's own file, which their own settings govern, too.
    const where = ["gemini", "qwen"].includes(agent) ? ["--global"] : [];
    await init(box, agent);
    for (const value of ["off", "failures", "on", "failures", "off", "on"]) {
      await set(box, value, ...where);
      await init(box, agent);
      assert.deepEqual(wired(box, agent), byValue[value], `${agent}, ${value}`);
    }
    // What is there already is not written anew.
    const before = textOf(box, agent);
    await init(box, agent);
    assert.equal(textOf(box, agent), before);
  }
});

test("auto_retrieve off leaves no hook of a tool or a subagent, and init counts those it writes", async () => {
  const box = memoryBox({ empty: true });
  await init(box, "claude");
  assert.equal((await box.json(["config", "set", "auto_retrieve", "false"])).data.needs_init, true);
  assert.match((await box.run(["config", "set", "lang", "en"])).stdout, /memory init/);
  await init(box, "claude");
  assert.deepEqual(wired(box, "claude"), {});
  await box.json(["config", "reset", "auto_retrieve"]);
  const number = async () => (await box.run(["init", "--agent", "claude", "--skip-model"])).stdout;
  assert.match(await number(), /9 hooks \(/);
  await set(box, "off");
  assert.match(await number(), /7 hooks \(/);
});

test("hooks and comments of others keep their bytes, a pattern and a limit of the person's own stay, uninstall puts back", async () => {
  const box = memoryBox({ empty: true });
  const file = FILES["claude"]?.(box) ?? "";
  const mine = `{
  // mine
  "hooks": {
    "PreToolUse": [ { "matcher": "Edit", "hooks": [ { "type": "command", "command": "./fmt.sh" } ] } ], // fmt
    "PostToolUse": [
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "./lint.sh" }] } /* lint */
    ]
  }
}
`;
  fs.mkdirSync(join(box.project, ".claude"));
  fs.writeFileSync(file, mine);
  for (const value of ["failures", "on", "off", "on", "failures"]) {
    await set(box, value, "--global");
    await init(box, "claude");
    for (const kept of ["  // mine\n", " // fmt\n", " /* lint */\n", ...mine.match(/\{ "matcher.*\}/g) ?? []]) {
      assert.ok(textOf(box, "claude").includes(kept), `${value}: ${kept}`);
    }
  }
  // Written by another setting than the one in force.
  await set(box, "on", "--global");
  await box.run(["uninstall", "--agent", "claude"]);
  assert.equal(textOf(box, "claude"), mine);

  await init(box, "claude");
  const all = `"${RUNS}|Edit|Write|MultiEdit|NotebookEdit|${SPAWNS}"`;
  fs.writeFileSync(file, textOf(box, "claude").replaceAll('"timeout": 5', '"timeout": 7'));
  await set(box, "off", "--global");
  await init(box, "claude");
  await set(box, "on", "--global");
  await init(box, "claude");
  const [, tool] = JSON.parse(JSON.stringify(parseJsonc(textOf(box, "claude")))).hooks.PreToolUse;
  assert.deepEqual([JSON.stringify(tool.matcher), tool.hooks[0].timeout], [all, 7]);
  const own = textOf(box, "claude").replace(all, '"Bash|Task"');
  assert.match(own, /Bash\|Task/);
  fs.writeFileSync(file, own);
  await init(box, "claude");
  assert.equal(textOf(box, "claude"), own);
  assert.equal((await asDoctorBox(box).doctor()).of["hooks_installed"]?.status, "pass");
});

test("a pattern that an earlier version wrote is brought in step, and stays as it is where only its order differs", async () => {
  const box = memoryBox({ empty: true });
  for (
    const [agent, before, after] of [
      ["codex", "Bash|apply_patch", "Bash|apply_patch|spawn_agent"],
      ["claude", `Edit|Write|MultiEdit|NotebookEdit|${RUNS}|${SPAWNS}`, undefined],
    ] as const
  ) {
    await init(box, agent);
    const now = wired(box, agent)["PreToolUse"] ?? "";
    const file = FILES[agent]?.(box) ?? "";
    fs.writeFileSync(file, textOf(box, agent).replace(now, before));
    const { detail = "" } = (await asDoctorBox(box).doctor()).of["hooks_installed"] ?? {};
    assert.equal(/PreToolUse missing/.test(detail), after !== undefined, agent);
    await init(box, agent);
    assert.equal(wired(box, agent)["PreToolUse"], after ?? before);
    await set(box, "off");
    await init(box, agent);
    assert.equal(wired(box, agent)["PreToolUse"], agent === "codex" ? "spawn_agent" : SPAWNS);
    await box.json(["config", "reset", "recall.at_tools"]);
  }
});

test("an entry of ours that shares its group with somebody's hook leaves that group with its pattern", async () => {
  const box = memoryBox({ empty: true });
  await set(box, "failures", "--global");
  await init(box, "claude");
  const settings = JSON.parse(textOf(box, "claude"));
  const theirs = { type: "command", command: "./count.sh" };
  settings.hooks.PreToolUse[0].hooks.push(theirs);
  fs.writeFileSync(FILES["claude"]?.(box) ?? "", JSON.stringify(settings, null, 2));
  await set(box, "on", "--global");
  await init(box, "claude");
  const [first, second] = JSON.parse(textOf(box, "claude")).hooks.PreToolUse;
  assert.deepEqual(first, { matcher: SPAWNS, hooks: [theirs] });
  assert.match(second.matcher, /^Bash\|.*Edit.*Task$/);
});

test("doctor takes the settings' word for which hooks are wanted, and says how to get those that are missing", async () => {
  const box = memoryBox({ empty: true });
  const hooks = async () => (await asDoctorBox(box).doctor()).of["hooks_installed"];
  await init(box, "claude");
  await set(box, "off");
  // More than is wanted is no fault.
  assert.equal((await hooks())?.status, "pass");
  await init(box, "claude");
  assert.equal((await hooks())?.status, "pass");
  assert.match((await hooks())?.detail ?? "", /all 7 in/);

  await set(box, "failures");
  const failures = await hooks();
  assert.equal(failures?.status, "warn");
  assert.match(failures?.detail ?? "", /PostToolUse, PostToolUseFailure missing/);
  assert.match(failures?.next_step ?? "", /`memory init --agent claude`/);
  await init(box, "claude");
  assert.equal((await hooks())?.status, "pass");

  // The event is wired, though not for the tools that are wanted now.
  await set(box, "on");
  assert.match((await hooks())?.detail ?? "", /Claude Code: PreToolUse missing/);
  await init(box, "claude");
  assert.equal((await hooks())?.status, "pass");

  // One step for all clients: after an upgrade each of them lacks hooks.
  await set(box, "off");
  await init(box, "codex");
  await init(box, "claude");
  await set(box, "on");
  assert.equal((await hooks())?.next_step, "Run `memory init --agent claude,codex`");
  await init(box, "codex,claude");
  assert.equal((await hooks())?.status, "pass");
  await box.run(["uninstall", "--agent", "codex"]);

  // Of the person's own file init has to be told.
  await box.run(["uninstall", "--agent", "claude"]);
  await set(box, "off", "--global");
  await box.json(["config", "reset", "recall.at_tools"]);
  await init(box, "claude", "--global");
  assert.equal((await hooks())?.status, "pass");
  await set(box, "on", "--global");
  assert.match((await hooks())?.next_step ?? "", /`memory init --global --agent claude`/);
});

test("a file that all projects read keeps what the person's own settings or the project's want", async () => {
  const box = memoryBox({ empty: true });
  await init(box, "gemini");
  await set(box, "off");
  await init(box, "gemini");
  assert.deepEqual(Object.keys(wired(box, "gemini")), ["AfterTool"], "other projects want it");
  await set(box, "off", "--global");
  await init(box, "gemini");
  assert.deepEqual(wired(box, "gemini"), {});
  await set(box, "failures");
  await init(box, "gemini");
  assert.deepEqual(wired(box, "gemini"), { AfterTool: "run_shell_command" }, "the project wants it");
});

test("who changes recall.at_tools is told in both languages that init is to be run; another setting says nothing of it", async () => {
  const box = memoryBox();
  assert.equal((await set(box, "failures")).data.needs_init, true);
  assert.equal((await set(box, "failures")).data.needs_init, undefined, "nothing has changed");
  const text = (lang: string, ...words: string[]) => box.run(["config", ...words], { env: { LANG: lang } });
  assert.match((await text("en_US.UTF-8", "set", "recall.at_tools", "off")).stdout, /next `memory init`/);
  assert.match((await text("zh_CN.UTF-8", "reset", "recall.at_tools")).stdout, /再运行一次 `memory init`/);
  await set(box, "off");
  assert.match((await text("en_US.UTF-8", "reset", "--all")).stdout, /next `memory init`/);
  assert.doesNotMatch((await text("en_US.UTF-8", "set", "recall.tool_lines", "3")).stdout, /memory init/);
});
