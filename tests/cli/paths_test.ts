/** Which memory is meant, from any folder: projects, worktrees, submodules, the home folder, the environment. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initRoot } from "../../src/git/worktree.ts";
import { locateMemory } from "../../src/store/locate.ts";
import { testWorld, type World, type WorldOptions } from "../world.ts";

const DATA = ".cursor/skills/memory-data";

function place(options: WorldOptions = {}): World & { at: (path: string) => string; dir: (path: string) => string } {
  const world = testWorld(options);
  const at = (path: string) => join(world.folder, path);
  const dir = (path: string) => (fs.mkdirSync(at(path), { recursive: true }), at(path));
  dir("home");
  return { ...world, at, dir };
}

test("the nearest folder above with memory is found", () => {
  const { runtime, dir, at } = place();
  dir(`app/${DATA}`);
  const start = [dir("app/src/deep")];
  assert.equal(locateMemory(runtime, { start }).projectRoot, at("app"));
  dir(`app/src/${DATA}`);
  assert.equal(locateMemory(runtime, { start }).projectRoot, at("app/src"));
});

test("the search stops at the git root: a project does not inherit the memory of a folder around it", () => {
  const { runtime, dir } = place();
  dir(`outer/${DATA}`);
  dir("outer/inner/.git");
  assert.equal(locateMemory(runtime, { start: [dir("outer/inner/src")] }).projectRoot, undefined);
});

test("neither the home folder nor any folder above it is a project", () => {
  const { runtime, dir, at } = place();
  dir(`home/${DATA}`);
  dir(DATA);
  assert.equal(locateMemory(runtime, { start: [dir("home/notes")] }).projectRoot, undefined);
  assert.equal(locateMemory(runtime, { start: [at("home")] }).projectRoot, undefined);
  for (const path of ["home", "."]) {
    assert.equal(locateMemory(runtime, { projectPath: at(path) }).projectRoot, undefined);
  }
  assert.equal(initRoot(runtime, at("home")), undefined);
  assert.equal(initRoot(runtime, dir("home/app")), at("home/app"));
});

test("--project-path names that folder's project: its own memory, else the one above; init means the folder itself", () => {
  const { runtime, dir, at } = place();
  dir(`app/${DATA}`);
  dir("app/.git");
  dir("app/src");
  dir(`app/part/${DATA}`);
  const rootOf = (path: string) => locateMemory(runtime, { projectPath: at(path) }).projectRoot;
  assert.equal(rootOf("app"), at("app"));
  assert.equal(rootOf("app/src"), at("app"));
  assert.equal(rootOf("app/part"), at("app/part"));
  assert.equal(locateMemory(runtime, { root: at("app/src") }).projectRoot, undefined);
});

test("a linked worktree uses its main worktree's memory unless it has its own; a submodule is a project of its own", () => {
  const { runtime, dir, at } = place();
  const git = (folder: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: folder });
  git(dir("main"), "init", "-q");
  git(at("main"), "commit", "-q", "--allow-empty", "-m", "first");
  git(at("main"), "worktree", "add", "-q", at("linked"));
  dir(`main/${DATA}`);
  assert.equal(locateMemory(runtime, { start: [dir("linked/src")] }).projectRoot, at("main"));
  dir(`linked/${DATA}`);
  assert.equal(locateMemory(runtime, { start: [at("linked/src")] }).projectRoot, at("linked"));
  git(at("main"), "-c", "protocol.file.allow=always", "submodule", "add", "-q", at("main"), "vendored");
  assert.equal(locateMemory(runtime, { start: [at("main/vendored")] }).projectRoot, undefined);
});

test("a project initialised for Claude Code alone is found, and Cursor's folder goes first", () => {
  const { runtime, dir, at } = place();
  dir("app/.claude/skills/memory-data");
  assert.equal(locateMemory(runtime, { start: [at("app")] }).projectFolder, at("app/.claude/skills/memory-data"));
  dir(`app/${DATA}`);
  assert.equal(locateMemory(runtime, { start: [at("app")] }).projectFolder, at(`app/${DATA}`));
});

test("environment variables move each folder", () => {
  const env = { MEMORY_DATA_DIR: ".memory-data", MEMORY_GLOBAL_DIR: "/g", MEMORY_HOME: "/h" };
  const { runtime, dir, at } = place({ env });
  dir("app/.memory-data");
  assert.deepEqual(locateMemory(runtime, { start: [at("app")] }), {
    projectRoot: at("app"),
    here: at("app"),
    start: at("app"),
    projectFolder: at("app/.memory-data"),
    globalFolder: "/g",
    memoryHome: "/h",
  });
});

test("~/ is the home folder where no shell has expanded it", () => {
  const env = { MEMORY_DATA_DIR: "~/data", MEMORY_GLOBAL_DIR: "~/global", MEMORY_HOME: "~/m" };
  const { runtime, dir, at } = place({ env });
  dir("app");
  fs.mkdirSync(join(runtime.home, "data"), { recursive: true });
  const { projectFolder, globalFolder, memoryHome } = locateMemory(runtime, { start: [at("app")] });
  const inHome = (name: string) => join(runtime.home, name);
  assert.deepEqual([projectFolder, globalFolder, memoryHome], [inHome("data"), inHome("global"), inHome("m")]);
  assert.equal(locateMemory(runtime, { projectPath: "~/data" }).here, inHome("data"));
});

test("of several starting points the first that leads to memory counts", () => {
  const { runtime, dir, at } = place();
  dir(`app/${DATA}`);
  dir(`other/${DATA}`);
  dir("plain/.git");
  assert.equal(locateMemory(runtime, { start: ["", at("gone"), at("app"), at("other")] }).projectRoot, at("app"));
  assert.equal(locateMemory(runtime, { start: [at("plain"), at("app")] }).projectRoot, at("app"));
  const { projectRoot, here } = locateMemory(runtime, { start: [at("plain"), at("home")] });
  assert.deepEqual([projectRoot, here], [undefined, at("plain")]);
});
