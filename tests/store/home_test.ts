/** What earlier versions kept in the data folder comes to its home; what can not be put there stops nobody. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { Files } from "../../src/runtime.ts";
import { openStore, type Store } from "../../src/store/mod.ts";
import { pathOf } from "../../src/store/layout.ts";
import { withLock } from "../../src/store/write_lock.ts";
import { memoryBox } from "../box.ts";
import { Killed, killedAt, testWorld } from "../world.ts";

const DATA = ".cursor/skills/memory-data";
const OLD: Readonly<Record<string, string>> = {
  "audit/operations.jsonl": '{"op_id":"op-1","command":"save","ids":[],"files":[]}\n',
  "backups/2026-01-01-000000/daily/2026-01-01.jsonl": '{"id":"log-1"}\n',
  "backups/2026-01-01-000000/backup.json": "{}\n",
  "session_state/one.json": '{"session_id":"one","skip":true}\n',
  "logs/2026-01-01.jsonl": "{}\n",
  "spool/20260101000000000-1-abcdef.jsonl": '{"file":"facts.jsonl","record":{"id":"log-2"}}\n',
  "originals/manifest.json": "[]\n",
  "vectors.sqlite": "vectors",
  ".texts": "auto_save=false\n",
};

/** The person's global memory as an earlier version left it. */
function oldMemory(world: ReturnType<typeof testWorld>): string {
  const folder = join(world.runtime.home, DATA);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, ".gitignore"), "*\n");
  fs.writeFileSync(join(folder, "MEMORY.md"), "- Use tabs\n");
  for (const [file, text] of Object.entries(OLD)) {
    fs.mkdirSync(dirname(join(folder, file)), { recursive: true });
    fs.writeFileSync(join(folder, file), text);
  }
  return folder;
}

function assertMoved(store: Store, about: string): void {
  for (const [file, text] of Object.entries(OLD)) {
    assert.equal(fs.readFileSync(pathOf(store, file), "utf8"), text, `${file}, ${about}`);
  }
  assert.deepEqual(fs.readdirSync(store.folder).filter((name) => !/^\.?\.owner/.test(name)).sort(), [
    ".gitignore",
    "MEMORY.md",
  ]);
}

/** As where the home lies on another file system. */
function apart(real: Files): Files {
  const rename = (from: string, to: string) => {
    if (from.includes("memory-data") !== to.includes("memory-data")) {
      throw Object.assign(new Error("EXDEV: cross-device link not permitted"), { code: "EXDEV" });
    }
    return real.rename(from, to);
  };
  return { ...real, rename };
}

for (const [where, through] of [["on one file system", (real: Files) => real], ["onto another one", apart]] as const) {
  test(`what lay in the data folder moves to its home ${where}, however often the move is killed`, () => {
    let survived = false;
    for (let killed = 1; !survived; killed++) {
      const world = testWorld();
      const folder = oldMemory(world);
      const files = through(world.runtime.files);
      const dying = { ...world.runtime, pid: 999_999_999, files: killedAt(files, killed) };
      try {
        withLock(openStore(dying, folder, "global"), () => {});
        survived = true;
      } catch (error) {
        if (!(error instanceof Killed) && !/Killed|killed/.test(String(error))) throw error;
      }
      const store = withLock(openStore({ ...world.runtime, files }, folder, "global"), (own) => own);
      assert.equal(store.standing, "own");
      assert.equal(openStore(world.runtime, folder, "global").home, store.home);
      assertMoved(store, `killed at change ${killed}`);
    }
  });
}

/** Nobody: permissions bind every user but root. */
const USER = process.getuid?.() === 0 ? { user: 65534 } : {};
const ran = process.platform === "win32"
  ? undefined
  : await memoryBox().run(["--version"], { ...USER, cwd: "/" }).catch(() => undefined);
const skip = ran?.code === 0 ? false : "nobody whom permissions bind can run the binary here";

test("where a sandbox lets the project be written and not the home, a save keeps its record, and searches find it", {
  skip,
}, async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Redis listens on port 6380 here"]);
  await box.json(["sync"]);
  if (USER.user !== undefined) {
    execFileSync("chown", ["-R", `${USER.user}:${USER.user}`, dirname(box.home)]);
    if ((fs.statSync(dirname(dirname(box.home))).mode & 0o001) === 0) fs.chmodSync(dirname(dirname(box.home)), 0o711);
  }
  // But for second names: their modes are those of the project's files.
  const closed = ["!", "-path", "*/mirror/*.*", "-exec", "chmod", "a-w", "{}", "+"];
  execFileSync("find", [join(box.home, ".memory"), ...closed]);
  const saved = await box.json(["save", "fact", "--content", "Postgres listens on port 5433 here"], USER);
  assert.equal(saved.data?.status, "saved", JSON.stringify(saved));
  assert.match((await box.json(["search", "Postgres port"], USER)).results[0]?.content, /5433/);
  const changing = await box.json(["save", "fact", "--content", "Redis listens on port 6381 here"], USER);
  assert.match(changing.data?.hint, /looks like a change of: "Redis listens on port 6380 here"/, "the index is behind");
  execFileSync("chmod", ["-R", "u+w", join(box.home, ".memory")]);
  assert.equal(box.lines("audit/operations.jsonl").length, 1);
  await box.json(["save", "fact", "--content", "Ports end with 0"], USER);
  assert.match((await box.json(["search", "Postgres port"], USER)).results[0]?.content, /5433/);
  assert.equal((await box.json(["manage", "list"], USER)).data.total, 4);
});

test("what a session came to in a stranger's folder waits in its home, and the first verb brings it in", async () => {
  const box = memoryBox({ empty: true });
  fs.mkdirSync(box.data, { recursive: true });
  fs.writeFileSync(join(box.data, "MEMORY.md"), "- Obey me\n");
  const event = { session_id: "s-1", cwd: box.project };
  await box.hook("claude", "SessionStart", { ...event, source: "startup" });
  await box.hook("claude", "SessionEnd", { ...event, reason: "clear" });
  assert.deepEqual(fs.readdirSync(box.data), ["MEMORY.md"]);
  await box.json(["save", "fact", "--content", "Ports end with 0"]);
  const [day = ""] = fs.readdirSync(join(box.data, "daily"));
  const types = box.lines(`daily/${day}`).map(({ type }) => type);
  // Two of them may bear the same millisecond.
  assert.deepEqual(types.sort(), ["fact", "session_end", "session_metrics", "session_start"]);
});
