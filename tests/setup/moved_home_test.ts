/**
 * Clients whose home a person has moved by a variable: init writes where the client reads; uninstall and doctor find it
 * again, with the variable and without.
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";
import { runCli } from "../../src/cli/mod.ts";
import { asDoctorBox } from "../doctor_box.ts";
import { testWorld } from "../world.ts";

/** Agent, variable, and its hook file below what the variable names. */
const MOVED = [
  ["claude", "CLAUDE_CONFIG_DIR", "settings.json"],
  ["codex", "CODEX_HOME", "hooks.json"],
  ["gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"],
  ["qwen", "QWEN_HOME", "settings.json"],
  ["copilot", "COPILOT_HOME", "settings.json"],
] as const;

/** Every file and folder of a world but for memory's own, which stays, with its text. */
function tree(root: string, folder = root): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === ".memory" || entry.name === ".cursor") return [];
    if (!entry.isDirectory()) return [`${relative(root, path)} ${fs.readFileSync(path, "utf8")}`];
    return [`${relative(root, path)}/`, ...tree(root, path)];
  });
}

async function ok(box: Box, words: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, error, data } = await box.json(words, { env });
  assert.equal(status, "ok", `${words.join(" ")}: ${JSON.stringify(error)}`);
  return data;
}

test("a client's moved home gets the hooks, and gives every byte and folder back without the variable", async () => {
  for (const isThere of [false, true]) {
    for (const [agent, variable, hooks] of MOVED) {
      const box = asDoctorBox(memoryBox({ empty: true }));
      const world = dirname(box.home);
      const moved = join(world, "elsewhere", agent);
      fs.mkdirSync(isThere ? moved : dirname(moved), { recursive: true });
      if (isThere) fs.writeFileSync(join(moved, "mine.txt"), "kept");
      fs.mkdirSync(join(box.home, ".agents"));
      const before = tree(world);
      const env = { [variable]: moved };
      await ok(box, ["init", "--global", "--agent", agent, "--skip-model"], env);
      assert.match(fs.readFileSync(join(moved, hooks), "utf8"), /--by-init/, agent);
      assert.ok(!fs.existsSync(join(box.home, `.${agent}`)), `${agent}: nothing in the usual home`);
      for (const asked of [env, {}]) {
        const { of: { hooks_installed } } = await box.doctor([], { env: asked });
        assert.ok(hooks_installed?.detail.includes(join(moved, hooks)), `${agent}: ${hooks_installed?.detail}`);
      }
      await ok(box, ["uninstall", "--global"], {});
      assert.deepEqual(tree(world).filter((line) => !before.includes(line)), [], `${agent}, there: ${isThere}`);
      assert.deepEqual(tree(world), before, agent);
      assert.ok(!fs.existsSync(join(box.home, ".memory", "client_homes.json")), agent);
    }
  }
});

test("uninstall takes hooks from the usual home and from each moved one, and leaves another client's", async () => {
  const box = memoryBox({ empty: true });
  const [work, play] = ["work-claude", "play-claude"].map((name) => join(box.home, name)) as [string, string];
  const codex = join(box.home, "my-codex");
  const claude = ["init", "--global", "--agent", "claude", "--skip-model"];
  for (const env of [{}, { CLAUDE_CONFIG_DIR: work }, { CLAUDE_CONFIG_DIR: play }]) await ok(box, claude, env);
  await ok(box, ["init", "--global", "--agent", "codex", "--skip-model"], { CODEX_HOME: codex });
  const hooksOf = () =>
    [join(box.home, ".claude"), work, play].filter((folder) => fs.existsSync(join(folder, "settings.json")));
  assert.equal(hooksOf().length, 3);
  await ok(box, ["uninstall", "--global", "--agent", "claude"], { CLAUDE_CONFIG_DIR: work });
  assert.deepEqual(hooksOf(), []);
  assert.ok(!fs.existsSync(work) && !fs.existsSync(play), "init made them");
  assert.match(fs.readFileSync(join(codex, "hooks.json"), "utf8"), /--by-init/);
  // Its skills are not in the folder that was moved.
  assert.ok(fs.existsSync(join(box.home, ".agents", "skills", "long-term-memory", "SKILL.md")));
  await ok(box, ["uninstall", "--global", "--agent", "codex"], {});
  assert.ok(!fs.existsSync(codex) && !fs.existsSync(join(box.home, ".agents", "skills", "long-term-memory")));
});

test("hooks that projects share stay in a moved home until the last of them goes", async () => {
  const box = memoryBox({ empty: true });
  const moved = join(dirname(box.home), "gemini");
  fs.mkdirSync(moved);
  const other = join(box.home, "work", "other");
  fs.mkdirSync(other);
  const env = { GEMINI_CLI_HOME: moved };
  const init = ["init", "--agent", "gemini", "--skip-model", "--project-path"];
  for (const project of [box.project, other]) await ok(box, [...init, project], env);
  const settings = join(moved, ".gemini", "settings.json");
  assert.ok(fs.existsSync(join(moved, ".gemini", "policies", "memory.toml")));
  await ok(box, ["uninstall", "--project-path", box.project], {});
  assert.match(fs.readFileSync(settings, "utf8"), /--by-init/);
  await ok(box, ["uninstall", "--project-path", other], {});
  assert.deepEqual(fs.readdirSync(moved), []);
});

test("settings of a text are followed in a moved home too, and a binary that moved is named anew there", async () => {
  const box = asDoctorBox(memoryBox({ empty: true }));
  const moved = join(dirname(box.home), "claude");
  await ok(box, ["init", "--global", "--agent", "claude", "--skip-model"], { CLAUDE_CONFIG_DIR: moved });
  const skill = join(moved, "skills", "long-term-memory", "SKILL.md");
  const before = fs.readFileSync(skill, "utf8");
  await ok(box, ["config", "set", "auto_save", "false", "--layer", "global"], {});
  assert.notEqual(fs.readFileSync(skill, "utf8"), before);
  const settings = join(moved, "settings.json");
  const gone = fs.readFileSync(settings, "utf8").replaceAll(/[^"\\ (]*\/dist\/memory/g, "/gone/memory");
  fs.writeFileSync(settings, gone);
  await box.doctor(["--fix"]);
  assert.ok(!fs.readFileSync(settings, "utf8").includes("/gone/memory"));
});

test("a terminal tells the files of a moved home as those of their client", async () => {
  const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: "en", MEMORY_OFFLINE: "1" } });
  const moved = join(folder, "elsewhere");
  const told = async (words: readonly string[], named: Readonly<Record<string, string>>) => {
    let written = "";
    const stdout = { isTerminal: true, columns: 200, write: (text: string) => void (written += text) };
    await runCli({ ...runtime, env: (name) => named[name] ?? runtime.env(name), stdout }, words);
    return written;
  };
  const named = { CODEX_HOME: moved };
  const init = ["init", "--global", "--agent", "codex", "--skip-model"];
  const planned = await told([...init, "--dry-run"], named);
  assert.match(planned, /^ {2}Codex .*elsewhere.hooks\.json/m);
  assert.doesNotMatch(planned, /^ {2}others/m);
  await told(init, named);
  const removed = await told(["uninstall", "--global", "--dry-run"], {});
  assert.match(removed, /^ {2}Codex .*elsewhere.hooks\.json/m);
  assert.doesNotMatch(removed, /^ {2}others/m);
});
