/** `init` and `uninstall` in several processes at once: each waits for the others, and no original is lost. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { type Box, memoryBox, type Ran } from "../box.ts";

const SETTINGS = ".claude/settings.local.json";
const EXCLUDE = ".git/info/exclude";

/** A repository with settings of the person's own and an exclude file without an end of line. */
function repository(): Box {
  const box = memoryBox({ empty: true });
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  write(box, SETTINGS, '{ "model": "opus" }');
  write(box, EXCLUDE, "a");
  return box;
}

function write({ project }: Box, file: string, text: string): void {
  fs.mkdirSync(dirname(join(project, file)), { recursive: true });
  fs.writeFileSync(join(project, file), text);
}

const read = ({ project }: Box, file: string) => fs.readFileSync(join(project, file), "utf8");

async function together(runs: readonly Promise<Ran>[]): Promise<void> {
  for (const { code, stderr } of await Promise.all(runs)) assert.equal(code, 0, stderr);
}

test("several init at once wait for each other, and uninstall still restores every file byte for byte", async () => {
  const box = repository();
  const gemini = join(box.home, ".gemini/settings.json");
  fs.mkdirSync(dirname(gemini), { recursive: true });
  fs.writeFileSync(gemini, '{ "theme": "Atom" }');
  const others = [1, 2, 3].map((each) => {
    const folder = join(box.home, `work/other-${each}`);
    fs.mkdirSync(folder);
    execFileSync("git", ["init", "-q"], { cwd: folder });
    return folder;
  });
  const folders = [box.project, box.project, ...others];
  await together(folders.map((cwd) => box.run(["init", "--skip-model", "--agent", "claude,gemini"], { cwd })));
  await together(folders.slice(1).map((cwd) => box.run(["uninstall"], { cwd })));
  assert.equal(read(box, SETTINGS), '{ "model": "opus" }');
  assert.equal(read(box, EXCLUDE), "a");
  assert.equal(fs.readFileSync(gemini, "utf8"), '{ "theme": "Atom" }');
  for (const folder of others) assert.equal(fs.existsSync(join(folder, ".claude", "settings.local.json")), false);
});

test("an init beside an uninstall leaves a project that is connected or as it was, nothing between", async () => {
  const box = repository();
  await together([box.run(["init", "--skip-model", "--agent", "claude"])]);
  await together([box.run(["uninstall"]), box.run(["init", "--skip-model", "--agent", "claude"])]);
  assert.deepEqual(Object.keys(JSON.parse(read(box, SETTINGS)))[0], "model");
  await together([box.run(["uninstall"])]);
  assert.equal(read(box, SETTINGS), '{ "model": "opus" }');
  assert.equal(read(box, EXCLUDE), "a");
});

test("uninstall where nothing was ever set up leaves no folder of its own", async () => {
  const box = memoryBox({ empty: true });
  await together([box.run(["uninstall"])]);
  assert.equal(fs.existsSync(join(box.home, ".memory")), false);
});

test("a hook waits for no init", async () => {
  const box = repository();
  await together([box.run(["init", "--skip-model", "--agent", "cursor"])]);
  // The next start writes the installed texts anew.
  box.write("config.json", '{ "auto_save": false }');
  const lock = join(box.home, ".memory/setup.lock");
  fs.writeFileSync(lock, JSON.stringify({ pid: 1, host: "elsewhere", at: new Date().toISOString(), token: "t" }));
  const started = Date.now();
  await box.hook("cursor", "sessionStart", { session_id: "s1", conversation_id: "s1", workspace_roots: [box.project] });
  // Who waits for the lock, does so for ten seconds.
  assert.ok(Date.now() - started < 5_000);
  const logs = fs.readdirSync(box.path("logs")).map((name) => box.read(`logs/${name}`)).join("");
  assert.match(logs, /the installed texts don't follow the settings/);
});
