/** What `init` promises holds for every client alike: whichever is added to the table is held to it here. */
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { type Agent, AGENTS, eventNames } from "../../src/agents/event.ts";
import { SETUPS } from "../../src/agents/setup.ts";
import type { MemoryError } from "../../src/errors.ts";
import { memoryBox } from "../box.ts";
import { type SetupBox, setupBox } from "./box.ts";

/** A hook file of somebody else, with an entry for an event that we want too, in a style of its own. */
function foreign(agent: Agent): string {
  const { shape } = SETUPS[agent];
  const [event] = eventNames(agent);
  const entry = '{ "type": "command", "command": "./greet.sh" }';
  const item = shape === "grouped" ? `{ "hooks": [ ${entry} ] }` : entry;
  return `{\r\n\t// mine\r\n\t"theme": "dark",\r\n\t"hooks": {\r\n\t\t"${event}": [ ${item} ] // first\r\n\t}\r\n}`;
}

/** Everything below a folder that is no memory of ours. */
function others(box: SetupBox, folder: string): Record<string, string> {
  const isOurs = (path: string) => path.includes("memory-data/") || path.startsWith(".memory/");
  return Object.fromEntries(Object.entries(box.snapshot(folder)).filter(([path]) => !isOurs(path)));
}

/** Where `init` puts an agent's hooks. */
function hookPath(box: SetupBox, agent: Agent, global = false): string {
  const { hookFile, hooksAtHome } = SETUPS[agent];
  return global || hooksAtHome ? join(box.home, hookFile.home) : join(box.project, hookFile.project);
}

const skillsOf = (agent: Agent) => SETUPS[agent].texts.skills;

for (const agent of AGENTS) {
  const { hookFile, name } = SETUPS[agent];
  const wanted = eventNames(agent);

  for (const global of [false, true]) {
    const where = global ? "the home folder" : "a project";

    test(`${name}: in ${where} init adds to what is there, twice is once, uninstall gives back every byte`, () => {
      const box = setupBox();
      const root = global ? box.home : box.project;
      const file = hookPath(box, agent, global);
      const skill = join(root, skillsOf(agent), "long-term-memory/SKILL.md");
      box.write(file, foreign(agent));
      box.write(join(root, skillsOf(agent), "mine/SKILL.md"), "a skill of mine\n");
      const everything = () => ({ ...others(box, root), ...others(box, box.home) });
      const before = everything();

      const planned = box.init({ agents: [agent], global, dryRun: true });
      assert.deepEqual(everything(), before);
      const done = box.init({ agents: [agent], global });
      assert.deepEqual(
        done.files.map(({ path, action }) => [path, action]),
        planned.files.map((f) => [f.path, f.action]),
      );
      assert.equal(new Set(done.files.map(({ path }) => path)).size, done.files.length);

      const text = box.read(file);
      assert.ok(
        text.includes("// mine\r\n") && text.includes("// first") && !text.replaceAll("\r\n", "").includes("\n"),
      );
      const after = parse(text);
      assert.equal(after.theme, "dark");
      for (const event of wanted) {
        assert.match(JSON.stringify(after.hooks[event]), new RegExp(`hook ${agent} ${event} `));
      }
      assert.match(JSON.stringify(after.hooks[wanted[0] ?? ""][0]), /greet\.sh/);
      assert.match(box.read(skill), /^---\nname: long-term-memory\n/);

      const once = box.snapshot(root);
      assert.deepEqual([...new Set(box.init({ agents: [agent], global }).files.map(({ action }) => action))], ["keep"]);
      assert.deepEqual(box.snapshot(root), once);

      box.uninstall({ agents: [agent], global });
      assert.deepEqual(everything(), before);
      assert.deepEqual(box.uninstall({ agents: [agent], global }).files, []);
      assert.ok(!box.has(join(box.home, ".memory/projects_with_user_hooks.json")));
    });
  }

  test(`${name}: nothing of what init writes in a project shows up in git`, () => {
    const box = setupBox();
    box.write("README.md", "hello\n");
    box.git(["add", "."]);
    box.git(["commit", "-qm", "first"]);
    box.init({ agents: [agent] });
    assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "");
    box.uninstall({ agents: [agent] });
    assert.doesNotMatch(box.read(".git/info/exclude"), /SKILL|hooks|settings/);
  });

  test(`${name}: a hook file that git tracks is left alone, the user's own takes the hooks until uninstall`, () => {
    const box = setupBox();
    box.write(hookFile.project, foreign(agent));
    box.git(["add", "."]);
    box.git(["commit", "-qm", "hooks"]);
    const result = box.init({ agents: [agent] });
    assert.equal(box.read(hookFile.project), foreign(agent));
    assert.match(box.read(join(box.home, hookFile.home)), new RegExp(`hook ${agent} ${wanted[0]}`));
    assert.match(result.notes.join(), SETUPS[agent].hooksAtHome ? /hooks are in .*home/ : /is tracked by git/);
    assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "");
    box.uninstall({ agents: [agent] });
    assert.ok(!box.has(join(box.home, hookFile.home)));
  });

  test(`${name}: auto connects it where its folder is, and so does a second init after one for it alone`, () => {
    const box = setupBox();
    fs.mkdirSync(join(box.home, SETUPS[agent].folder));
    assert.deepEqual(box.init().agents, [agent]);
    const alone = setupBox();
    alone.init({ agents: [agent] });
    assert.deepEqual(alone.init().agents, [agent]);
    assert.deepEqual(alone.init().files.filter(({ action }) => action !== "keep"), []);
  });

  test(`${name}: a hook file that can't be edited safely is refused, and nothing at all is changed`, () => {
    const box = setupBox();
    box.write(hookPath(box, agent), '{ "hooks": [] }');
    const before = [box.snapshot(), box.snapshot(box.home)];
    assert.throws(() => box.init({ agents: [agent] }), (error: MemoryError) => {
      assert.match(error.message, /Cannot add our hooks to .*"hooks" is no object/);
      // One broken file of one client keeps nobody from connecting the others.
      assert.match(error.told.hint?.en ?? "", /name the others with --agent/);
      return true;
    });
    assert.deepEqual([box.snapshot(), box.snapshot(box.home)], before);
  });

  test(`${name}: a linked hook file is edited where it lies`, () => {
    const box = setupBox();
    const target = join(box.home, "dotfiles", "hooks");
    box.write(target, foreign(agent));
    const file = hookPath(box, agent);
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.symlinkSync(target, file);
    box.init({ agents: [agent] });
    assert.ok(fs.lstatSync(file).isSymbolicLink());
    assert.match(box.read(target), new RegExp(`hook ${agent} `));
    box.uninstall({ agents: [agent] });
    assert.equal(box.read(target), foreign(agent));
  });
}

test("all clients that are used share one memory, and each text stands once in the list of files", () => {
  const box = setupBox();
  for (const agent of AGENTS) {
    const { folder, projectFolder = folder } = SETUPS[agent];
    fs.mkdirSync(join(box.project, projectFolder), { recursive: true });
  }
  const result = box.init();
  assert.deepEqual(result.agents, AGENTS);
  assert.equal(new Set(result.files.map(({ path }) => path)).size, result.files.length);
  assert.match(
    result.next.at(-1) ?? "",
    /start Cursor, Claude Code, Codex, Gemini CLI, Qwen Code or Copilot CLI here and say: “Remember: /,
  );
  assert.ok(box.has(".cursor/skills/memory-data") && !box.has(".claude/skills/memory-data"));
  assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "");
  box.uninstall();
  assert.deepEqual(Object.keys(others(box, box.project)).filter((path) => !path.startsWith(".git/")), []);
});

test("skills that two clients read stay until the last of the two is gone, in whatever order", () => {
  for (const [first, second] of [["codex", "gemini"], ["gemini", "codex"]] as const) {
    const box = setupBox();
    const skill = ".agents/skills/long-term-memory/SKILL.md";
    box.write(".agents/skills/mine/SKILL.md", "mine\n");
    const before = others(box, box.project);
    box.init({ agents: [first] });
    box.init({ agents: [second] });
    box.uninstall({ agents: [first] });
    assert.match(box.read(skill), /^---\nname: long-term-memory\n/);
    assert.ok(!box.has(hookPath(box, first)) && box.has(hookPath(box, second)));
    assert.equal(
      box.git(["status", "--porcelain", "--untracked-files=all"]),
      "?? .agents/skills/mine/SKILL.md\n",
      "still kept out of commits",
    );
    box.uninstall({ agents: [second] });
    assert.deepEqual(others(box, box.project), before);
  }
});

test("hooks in the user's own file stay until the agent that needs them there is disconnected, and then go", () => {
  const box = setupBox();
  const user = join(box.home, SETUPS.cursor.hookFile.home);
  box.write(SETUPS.cursor.hookFile.project, foreign("cursor"));
  box.git(["add", "."]);
  box.git(["commit", "-qm", "hooks"]);
  box.init({ agents: ["cursor"] });
  box.init({ agents: ["codex"] });
  box.uninstall({ agents: ["codex"] });
  assert.match(box.read(user), /hook cursor /);
  const everywhere = box.uninstall({ global: true });
  assert.match(box.read(user), /hook cursor /, "the project still needs them");
  assert.equal(
    everywhere.notes.filter((note) => note.includes(" stay, because ")).length,
    1,
    "and only they are named",
  );
  const last = box.uninstall({ agents: ["cursor"] });
  assert.ok(!box.has(user));
  assert.equal(new Set(last.files.map(({ path }) => path)).size, last.files.length);
});

test("a client that is connected after another one's hooks went into the user's own file leaves no file named twice", () => {
  const box = setupBox();
  for (const agent of AGENTS) box.write(SETUPS[agent].hookFile.project, foreign(agent));
  box.git(["add", "."]);
  box.git(["commit", "-qm", "hooks"]);
  box.init();
  const { files } = box.uninstall();
  assert.equal(new Set(files.map(({ path }) => path)).size, files.length);
  for (const agent of AGENTS) assert.ok(!box.has(join(box.home, SETUPS[agent].hookFile.home)));
});

test("memory that is switched off stays so when one client of two is disconnected", () => {
  const box = setupBox();
  box.init({ agents: ["cursor"] });
  box.init({ agents: ["codex"] });
  box.write(".cursor/skills/.memory-disable", "");
  box.uninstall({ agents: ["codex"] });
  assert.ok(box.has(".cursor/skills/.memory-disable"));
  assert.equal(box.git(["status", "--porcelain", "--untracked-files=all"]), "");
  box.uninstall({ agents: ["cursor"] });
  assert.ok(!box.has(".cursor/skills/.memory-disable"));
});

test("a client without a folder for agents gets ours as a skill, and no text there speaks of an agent of that name", () => {
  const box = setupBox();
  for (const lang of ["en", "zh"] as const) {
    box.init({ agents: ["codex"], lang, notes: true });
    const skill = box.read(".agents/skills/lingxi-memory/SKILL.md");
    assert.match(skill, /^---\nname: lingxi-memory\ndescription: .+\n# memory:[0-9a-f]{12}\n---\n/);
    assert.match(box.read(".agents/skills/taste-recognition/SKILL.md"), /skill `lingxi-memory`/);
    for (const path of Object.keys(box.snapshot()).filter((file) => file.startsWith(".agents/"))) {
      assert.doesNotMatch(box.read(path), /agent `lingxi-memory`/, path);
    }
  }
  assert.ok(!box.has(".codex/agents") && !box.has("AGENTS.md") && !box.has("GEMINI.md"));
});

test("what a client wants trusted first is the next step after init, in both languages", () => {
  const step = (agent: Agent, lang: "en" | "zh") => setupBox().init({ agents: [agent], lang }).next.join("\n");
  assert.match(step("codex", "en"), /will ask once, at the next start, whether you trust the hooks \(later: \/hooks\)/);
  assert.match(step("codex", "zh"), /是否信任这些钩子（之后也可输入 \/hooks）/);
  assert.match(step("gemini", "en"), /whether you trust this folder/);
  assert.match(step("gemini", "zh"), /是否信任这个目录/);
  // The cursor stands on “No, exit”: who presses Enter has ended the session.
  assert.match(step("claude", "en"), /trust this folder, unless you do already: choose "Yes, I trust this folder"/);
  assert.match(step("claude", "zh"), /是否信任这个目录（已信任的不问）：选 “Yes” 开头的一项/);
});

test("comments that a person wrote beside our hooks lie in a copy that uninstall names", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--skip-model", "--agent", "claude"]);
  const path = join(box.project, ".claude/settings.local.json");
  const hooked = fs.readFileSync(path, "utf8");
  const noted = hooked.replace(/^( *)"Stop": \[/m, "$1// Stop: see our wiki\n$&").replace(
    '{ "type"',
    "// ticket 123\n$&",
  );
  assert.equal(noted.match(/\/\/ /g)?.length, 2);
  fs.writeFileSync(path, noted);
  const { stdout } = await box.run(["uninstall"]);
  const [, copy = ""] = /had been changed; a copy of it is (\S+)/.exec(stdout) ?? [];
  assert.equal(fs.readFileSync(copy, "utf8"), noted, stdout);
});
