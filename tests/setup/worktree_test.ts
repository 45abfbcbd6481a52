/** `init` in worktrees, submodules, folders below the root, and for all projects. */
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { memoryBox } from "../box.ts";
import { type SetupBox, setupBox } from "./box.ts";

const DATA = ".cursor/skills/memory-data";
const status = (box: SetupBox, cwd: string) => box.git(["status", "--porcelain", "--untracked-files=all"], cwd);

function withCommit(): SetupBox {
  const box = setupBox();
  box.write("README.md", "hello\n");
  box.git(["add", "."]);
  box.git(["commit", "-qm", "first"]);
  return box;
}

test("a linked worktree shares the memory of its main worktree, keeps its own files, and stays clean in git", () => {
  const box = withCommit();
  box.init();
  const linked = join(box.project, "..", "feature");
  box.git(["worktree", "add", "-q", linked]);
  const result = box.init({}, linked);
  assert.equal(result.data_folder, join(box.project, DATA));
  assert.ok(result.notes.some((note) => note.includes("linked worktree")));
  assert.ok(box.has(join(linked, ".cursor/hooks.json")) && !box.has(join(linked, DATA)));
  assert.equal(status(box, linked), "");
  box.uninstall({}, linked);
  assert.ok(!box.has(join(linked, ".cursor")));
  assert.ok(box.has(".cursor/hooks.json") && box.has(`${DATA}/MEMORY.md`));
  assert.equal(status(box, box.project), "", "the main worktree's files are still kept out of commits");
});

test("init in a linked worktree connects the clients of the main one, and names git's exclude file as git's", async () => {
  const box = memoryBox({ empty: true });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: box.project });
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  await box.run(["init", "--agent", "claude"]);
  const linked = join(box.home, "work", "feature");
  git("worktree", "add", "-q", linked);
  // In use on this machine, and not chosen for this project.
  fs.mkdirSync(join(box.home, ".codex"));
  const { stdout } = await box.run(["init"], { cwd: linked });
  assert.match(stdout, /^ {2}Claude Code: \d+ hooks/m);
  assert.doesNotMatch(stdout, /^ {2}(?:Cursor|Codex|others): /m);
  assert.match(stdout, /^ {2}git: /m);
});

test("a linked worktree of a repository without memory gets one of its own", () => {
  const box = withCommit();
  const linked = join(box.project, "..", "feature");
  box.git(["worktree", "add", "-q", linked]);
  box.init({}, linked);
  assert.ok(box.has(join(linked, DATA, "MEMORY.md")));
  assert.equal(status(box, linked), "");
  assert.equal(status(box, box.project), "");
});

test("in a submodule, where .git is a file, nothing of ours shows up either", () => {
  const library = withCommit();
  const box = withCommit();
  box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.project, "lib"]);
  box.git(["commit", "-qm", "lib"]);
  const inside = join(box.project, "lib");
  assert.ok(fs.statSync(join(inside, ".git")).isFile());
  box.init({}, inside);
  assert.ok(box.has(join(inside, ".cursor/hooks.json")));
  assert.equal(status(box, inside), "");
  assert.equal(status(box, box.project), "");
  box.uninstall({}, inside);
  assert.doesNotMatch(box.read(".git/modules/lib/info/exclude"), /memory/);
});

test("a project below the git root is kept out of commits by paths from the root", () => {
  const box = withCommit();
  const part = join(box.project, "packages", "web [1]");
  fs.mkdirSync(part, { recursive: true });
  box.init({ projectPath: part });
  assert.ok(box.has(join(part, DATA)));
  assert.match(box.read(".git/info/exclude"), /^\/packages\/web \\\[1\]\/\.cursor\/hooks\.json$/m);
  assert.equal(status(box, box.project), "");
});

test("init from a folder deep in the repository works on its root", () => {
  const box = withCommit();
  const deep = join(box.project, "src", "deep");
  fs.mkdirSync(deep, { recursive: true });
  assert.equal(box.init({}, deep).root, box.project);
  assert.equal(box.uninstall({}, deep).root, box.project);
});

test("--global sets up the home folder with settings for all projects, and uninstall --global takes it back", () => {
  const box = setupBox();
  fs.mkdirSync(join(box.home, ".cursor"));
  fs.mkdirSync(join(box.home, ".claude"));
  box.write(join(box.home, ".claude/settings.json"), '{\n    "model": "opus"\n}\n');
  const result = box.init({ global: true });
  assert.deepEqual([result.scope, result.root, result.agents], ["home", box.home, ["cursor", "claude"]]);
  const there = Object.keys(box.snapshot(box.home));
  for (
    const path of [
      ".cursor/hooks.json",
      ".cursor/rules/memory-rules.mdc",
      ".cursor/skills/long-term-memory/SKILL.md",
      ".cursor/skills/memory-data/MEMORY.md",
      ".claude/skills/long-term-memory/SKILL.md",
      ".claude/commands/remember.md",
      ".memory/config.json",
    ]
  ) assert.ok(there.includes(path), path);
  assert.match(box.read(join(box.home, ".claude/settings.json")), /^\{\n {4}"model": "opus",\n {4}"hooks"/);
  box.uninstall({ global: true });
  assert.equal(box.read(join(box.home, ".claude/settings.json")), '{\n    "model": "opus"\n}\n');
  assert.ok(!box.has(join(box.home, ".cursor/hooks.json")) && box.has(join(box.home, ".cursor/skills/memory-data")));
});
