/** An `init` that was killed, or that met a full disk: nothing is left of it, or what is left goes with `uninstall`. */
import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import { fileBeside } from "../../src/files.ts";
import { install } from "../../src/setup/mod.ts";
import { uninstall } from "../../src/setup/uninstall.ts";
import { setupBox } from "./box.ts";
import { fullDisk, heldAt, killedAt } from "../world.ts";

const WISH = {
  global: false,
  projectPath: undefined,
  agents: [],
  lang: undefined,
  share: undefined,
  allow: undefined,
  dryRun: false,
} as const;

/** Files and folders of a project with two clients, but for the memory itself, which stays. */
function entries(project: string): string[] {
  return fs.readdirSync(project, { recursive: true, encoding: "utf8" }).filter((path) => !path.includes("memory-data"))
    .sort();
}

test("killed before any change to the disk, init leaves no folder that uninstall takes for somebody's", () => {
  let survived = false;
  for (let change = 1; !survived; change += 3) {
    for (const again of [true, false]) {
      const box = setupBox({ git: false });
      box.write(".cursor/hooks.json", '{ "version": 1, "hooks": { "stop": [{ "command": "./mine.sh" }] } }\n');
      box.write(".claude/settings.local.json", '{ "permissions": { "allow": ["Bash(ls:*)"] } }\n');
      const before = [...entries(box.project), ".cursor/skills"].sort();
      try {
        install({ ...box.runtime, pid: 999_999_999, files: killedAt(box.runtime.files, change) }, WISH);
        survived = true;
      } catch {
        // Killed; what is told of it, nobody hears.
      }
      if (again) box.init();
      box.uninstall();
      const left = entries(box.project);
      assert.deepEqual(left.filter((path) => !before.includes(path)), [], `killed at change ${change}`);
      assert.ok(left.includes(".cursor/hooks.json"), `killed at change ${change}`);
    }
  }
});

test("killed between two files, init leaves nothing beside those in the home folder and git's once uninstall was run", () => {
  const beside = (folder: string) =>
    fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      fileBeside(basename(path)) !== undefined && !/memory-data|^\.memory\b/.test(path)
    );
  let seen = 0;
  for (let change = 40; change < 140; change += 8) {
    const box = setupBox();
    try {
      install({ ...box.runtime, pid: 999_999_999, files: killedAt(box.runtime.files, change) }, {
        ...WISH,
        agents: ["gemini", "qwen"],
      });
    } catch {
      // Killed.
    }
    seen += beside(box.home).length * beside(join(box.project, ".git", "info")).length;
    box.init({ agents: ["gemini", "qwen"] });
    box.uninstall();
    assert.deepEqual([...beside(box.home), ...beside(box.project)], [], `killed at change ${change}`);
  }
  assert.notEqual(seen, 0);
});

test("a disk that is full at any write leaves a project as it was, and no memory begun", () => {
  let done = false;
  for (let failing = 1; !done; failing += 2) {
    const box = setupBox({ git: false });
    box.write(".cursor/hooks.json", '{ "version": 1, "hooks": { "stop": [{ "command": "./mine.sh" }] } }\n');
    box.write(".claude/settings.local.json", '{ "permissions": { "allow": ["Bash(ls:*)"] } }\n');
    const all = () => fs.readdirSync(box.project, { recursive: true, encoding: "utf8" }).sort();
    const [before, bytes] = [all(), box.snapshot()];
    try {
      install({ ...box.runtime, files: fullDisk(box.runtime.files, failing) }, WISH);
      done = true;
    } catch {
      assert.deepEqual([all(), box.snapshot()], [before, bytes], `failed at write ${failing}`);
    }
  }
});

test("a file that can't be replaced leaves all others as they were, with their modes", () => {
  let done = false;
  let replaced = 0;
  for (let failing = 1; !done; failing++) {
    const box = setupBox({ git: false });
    box.write(".cursor/hooks.json", '{ "version": 1, "hooks": { "stop": [{ "command": "./mine.sh" }] } }\n');
    box.write(".claude/settings.local.json", '{ "permissions": { "allow": ["Bash(ls:*)"] } }\n');
    const foreign = [".cursor/hooks.json", ".claude/settings.local.json"].map((path) => join(box.project, path));
    for (const path of foreign) fs.chmodSync(path, 0o640);
    const all = () => fs.readdirSync(box.project, { recursive: true, encoding: "utf8" }).sort();
    const modes = () => foreign.map((path) => fs.statSync(path).mode & 0o777);
    const before = [all(), box.snapshot(), modes()];
    const files = heldAt(box.runtime.files, failing);
    const rename = (from: string, to: string) => {
      files.rename(from, to);
      if (foreign.includes(to)) replaced++;
    };
    try {
      install({ ...box.runtime, files: { ...files, rename } }, WISH);
      done = true;
    } catch {
      assert.deepEqual([all(), box.snapshot(), modes()], before, `failed at the replacement ${failing}`);
    }
  }
  assert.ok(replaced > 2, "files of others were put back");
});

// The memory was shared, or its hooks gone, and the answer said that nothing had changed.
test("a write that fails after the others leaves a memory unshared and its clients connected: each file as it was", () => {
  const own = '{ "permissions": { "allow": ["Bash(ls:*)"] } }\n';
  for (const faulty of [fullDisk, heldAt]) {
    for (const what of ["share", "uninstall"] as const) {
      for (let failing = 1, done = false; !done; failing++) {
        const box = setupBox();
        box.write(".claude/settings.local.json", own);
        box.init();
        box.write(".claude/skills/memory-data/MEMORY.md", "# Core\n\n- Always use tabs\n");
        const before = box.snapshot();
        const runtime = { ...box.runtime, files: faulty(box.runtime.files, failing) };
        try {
          if (what === "share") install(runtime, { ...WISH, share: "all" });
          else uninstall(runtime, { ...WISH, caches: false, purge: false, token: undefined });
          done = true;
        } catch {
          assert.deepEqual(box.snapshot(), before, `${what}: ${faulty.name} at ${failing}`);
        }
        if (what === "share") continue;
        box.uninstall();
        assert.equal(box.read(".claude/settings.local.json"), own, `${faulty.name} at ${failing}`);
        assert.equal(box.has(".claude/commands"), false, `${faulty.name} at ${failing}`);
      }
    }
  }
});
