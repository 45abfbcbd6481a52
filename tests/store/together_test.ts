/** Several files replaced, all or none, and never over what somebody else wrote meanwhile. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { MemoryError } from "../../src/errors.ts";
import { install } from "../../src/setup/mod.ts";
import { uninstall } from "../../src/setup/uninstall.ts";
import { type FileToBe, stageTogether } from "../../src/together.ts";
import { setupBox } from "../setup/box.ts";
import { testWorld } from "../world.ts";
import type { Files } from "../../src/runtime.ts";

const changedMeanwhile = (error: unknown) => error instanceof MemoryError && /another program/.test(error.message);

const bytes = (text: string) => new TextEncoder().encode(text);

/** A world with three files: two that change and one that goes. */
function three() {
  const { runtime, folder } = testWorld();
  const list = ["a.json", "b.json", "c.json"].map((name, at): FileToBe => {
    const path = join(folder, name);
    fs.writeFileSync(path, `old ${name}`);
    return { path, after: at < 2 ? bytes(`new ${name}`) : undefined, before: () => bytes(`old ${name}`) };
  });
  const told = () => Object.fromEntries(fs.readdirSync(folder).map((name) => [name, text(join(folder, name))]));
  return { runtime, list, told, before: told(), path: (name: string) => join(folder, name) };
}

const WISH = {
  global: false,
  projectPath: undefined,
  agents: ["claude"],
  lang: undefined,
  share: undefined,
  allow: undefined,
  dryRun: false,
  caches: false,
  purge: false,
  token: undefined,
} as const;

const text = (path: string) => fs.readFileSync(path, "utf8");

test("a file that somebody changes before it is replaced stays theirs, and nothing is written", () => {
  for (const name of ["a.json", "b.json", "c.json"]) {
    for (const isStaged of [false, true]) {
      const { runtime, list, told, before, path } = three();
      const change = () => fs.writeFileSync(path(name), "theirs");
      if (!isStaged) change();
      assert.throws(() => {
        const staged = stageTogether(runtime, list);
        change();
        try {
          staged.commit();
        } catch (error) {
          assert.equal(staged.takeBack(), true);
          throw error;
        }
      }, changedMeanwhile);
      assert.deepEqual(told(), { ...before, [name]: "theirs" });
    }
  }
});

test("what somebody writes over a new content is not taken back, and that is said", () => {
  const { runtime, list, told, before, path } = three();
  const staged = stageTogether(runtime, list);
  staged.commit();
  fs.writeFileSync(path("b.json"), "theirs");
  assert.equal(staged.takeBack(), false);
  assert.deepEqual(told(), { ...before, "b.json": "theirs" });
});

test("a permission that the client notes while init or uninstall works is kept", () => {
  const settings = ".claude/settings.local.json";
  const [before, after] = [
    '{ "permissions": { "allow": ["Bash(ls)"] } }\n',
    '{ "permissions": { "allow": ["Bash(make)"] } }\n',
  ];
  for (const verb of ["init", "uninstall"] as const) {
    const box = setupBox();
    box.write(settings, before);
    if (verb === "uninstall") box.init({ agents: ["claude"] });
    const had = box.snapshot();
    const path = join(box.project, settings);
    const meanwhile = (real: Files): Files => ({
      ...real,
      write(to, content, options) {
        real.write(to, content, options);
        if (basename(to).startsWith(".settings.local.json.")) fs.writeFileSync(path, after);
      },
    });
    const runtime = { ...box.runtime, files: meanwhile(box.runtime.files) };
    assert.throws(() => verb === "init" ? install(runtime, WISH) : uninstall(runtime, WISH), changedMeanwhile, verb);
    assert.equal(box.read(settings), after);
    const kept = box.snapshot();
    for (const file of Object.keys(had).filter((file) => file !== settings)) assert.equal(kept[file], had[file], file);
  }
});

test("a replaced file keeps its mode, whatever the umask, and its owner where the system lets it", () => {
  const { runtime, list, path } = three();
  const isRoot = process.getuid?.() === 0;
  fs.chmodSync(path("a.json"), 0o664);
  if (isRoot) fs.chownSync(path("a.json"), 65_534, 65_534);
  const before = process.umask(0o077);
  try {
    stageTogether(runtime, list.map((file) => ({ ...file, mode: 0o664 }))).commit();
  } finally {
    process.umask(before);
  }
  const { mode, uid, gid } = fs.statSync(path("a.json"));
  assert.equal(text(path("a.json")), "new a.json");
  if (process.platform !== "win32") assert.equal(mode & 0o777, 0o664);
  if (isRoot) assert.deepEqual([uid, gid], [65_534, 65_534]);
});
