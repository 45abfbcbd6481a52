/** A save that is killed is there whole or not at all, and `undo` knows what is there. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { MemoryError } from "../../src/errors.ts";
import { parseLines } from "../../src/store/lines.ts";
import { appendLocked } from "../../src/store/append.ts";
import { openStore, type Store } from "../../src/store/mod.ts";
import { withLock } from "../../src/store/write_lock.ts";
import { readOperations } from "../../src/store/audit.ts";
import { BINARY, type Box, memoryBox } from "../box.ts";
import { Killed, killedAt, testStore, testWorld } from "../world.ts";

const DAY = "daily/2026-02-18.jsonl";
const AT = "2026-02-18T10:00:00.000Z";
const fact = (id: string) => ({ id, type: "fact", content: `text of ${id}`, timestamp: AT });

const addition = { actor: "agent", command: "save", scope: "daily" } as const;

for (const ids of [["log-2"], ["log-2", "log-3", "sum-4"]]) {
  test(`a write of ${ids.length} that is killed before any change to the disk is whole or nothing, and told`, () => {
    let survived = false;
    for (let change = 1; !survived; change++) {
      const world = testWorld();
      const folder = testStore(world).folder;
      const real = openStore(world.runtime, folder, "project");
      append(real, [{ file: DAY, record: fact("log-1") }], { addition });
      const doomed = openStore({ ...world.runtime, files: killedAt(world.runtime.files, change) }, folder, "project");
      const entries = ids.map((id) => ({ file: id.startsWith("sum") ? "sessions.jsonl" : DAY, record: fact(id) }));
      try {
        append(doomed, entries, { addition });
        survived = true;
      } catch (error) {
        assert.ok(error instanceof Killed || error instanceof MemoryError, String(error));
      }
      const lock = join(folder, ".manage.lock");
      if (fs.existsSync(lock)) {
        const { pid } = spawnSync(process.execPath, ["--version"]);
        const { birth: _, ...owner } = JSON.parse(fs.readFileSync(lock, "utf8"));
        fs.writeFileSync(lock, JSON.stringify({ ...owner, pid }));
      }
      append(real, [{ file: DAY, record: fact("log-9") }], { addition });
      const there = [DAY, "sessions.jsonl"].flatMap((file) => {
        const path = join(folder, file);
        return fs.existsSync(path) ? parseLines(fs.readFileSync(path)).map(({ record }) => String(record?.id)) : [];
      });
      const found = ids.filter((id) => there.includes(id));
      assert.ok(found.length === 0 || found.length === ids.length, `change ${change}: ${there}`);
      assert.equal(new Set(there).size, there.length, `nothing twice: ${there}`);
      const told = readOperations(real).flatMap((operation) => operation.ids);
      for (const id of there) assert.ok(told.includes(id), `change ${change}: ${id} of ${there} is told in ${told}`);
      for (const id of told) assert.ok(there.includes(id), `change ${change}: ${id} is told and there`);
      if (survived) assert.equal(found.length, ids.length);
    }
  });
}

const MANY = 2_000;

/** The id of each record that stands in the daily files, by what it says. */
function contents(box: Box): string[] {
  const folder = join(box.data, "daily");
  return (fs.existsSync(folder) ? fs.readdirSync(folder) : []).filter((name) => name.endsWith(".jsonl")).flatMap((
    name,
  ) => box.lines(`daily/${name}`).map(({ content }) => content));
}

/** Appends records as a verb does that waits for nobody. */
function append(store: Store, entries: Parameters<typeof appendLocked>[1], options = {}): void {
  withLock(store, (locked) => appendLocked(locked, entries, options), 0);
}

test("an array whose save is killed at any moment is there whole or not at all, and undo takes it back", async () => {
  const array = JSON.stringify(
    Array.from({ length: MANY }, (_, at) => ({ content: `Service ${at} listens on port ${at}` })),
  );
  let whole = 0;
  for (const delayMs of [120, 220, 300, 400, 100_000]) {
    const box = memoryBox();
    const child = spawn(BINARY, ["save", "-"], {
      cwd: box.project,
      env: { HOME: box.home, PATH: process.env["PATH"] },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.stdin.on("error", () => {});
    child.stdin.end(array);
    // Once it begins to write, at the latest.
    const timer = setTimeout(() => child.kill("SIGKILL"), delayMs);
    const looks = delayMs === 400 ? setInterval(() => contents(box).length > 0 && child.kill("SIGKILL"), 1) : undefined;
    await new Promise((resolve) => child.on("close", resolve));
    clearTimeout(timer);
    clearInterval(looks);
    await box.json(["save", "fact", "--content", "Deploys come from the branch release"]);
    const there = contents(box).filter((content) => content.startsWith("Service"));
    assert.ok(there.length === 0 || there.length === MANY, `after ${delayMs} ms: ${there.length}`);
    if (there.length === 0) continue;
    whole++;
    const { operations } = (await box.json(["manage", "undo", "--list"])).data;
    assert.deepEqual(operations.map(({ records }: { records: number }) => records), [1, MANY]);
    assert.equal((await box.json(["manage", "undo", operations[1].op_id])).status, "ok");
    assert.deepEqual(contents(box), ["Deploys come from the branch release"]);
  }
  assert.ok(whole > 0);
});

test("what killed writers left is swept by the next one, and nobody else's with it", async () => {
  const box = memoryBox();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  box.write(".manage.lock", JSON.stringify({ pid, host: hostname(), at: "2026-03-01T10:00:00.500Z", token: "t" }));
  const left = ["backups/2026-03-01-100001/daily/2026-02-18.jsonl", "notes/share/.MEM-a.md.abcd1234.tmp"];
  const others = ["backups/2026-02-01-100000/daily/2026-02-18.jsonl", "backups/mine/kept.txt"];
  for (const file of [...left, ...others]) box.write(file, "{}\n");
  await box.json(["save", "fact", "--content", "Deploys come from the branch release"]);
  assert.deepEqual(left.filter((file) => fs.existsSync(box.path(file))), []);
  assert.deepEqual(others.filter((file) => !fs.existsSync(box.path(file))), []);
  assert.ok(!fs.existsSync(box.path("backups/2026-03-01-100001")));
});

test("what killed writers of settings left is swept by the next writer of settings once it is old", async () => {
  const box = memoryBox();
  const old = new Date(Date.now() - 3_600_000);
  const leave = (folder: string, name: string, isOld = true) => {
    const path = join(folder, name);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path, "{");
    if (isOld) fs.utimesSync(path, old, old);
    return path;
  };
  const own = join(box.home, ".memory");
  const fresh = leave(box.data, ".config.json.wxyz1234.tmp", false);
  const others = leave(box.data, ".config.json.mine.tmp");
  const writers = [
    [box.data, "config", "set", "lang", "en"],
    [own, "config", "set", "lang", "en", "--global"],
  ] as const;
  for (const [folder, ...words] of writers) {
    const left = leave(folder, ".config.json.abcd1234.tmp");
    await box.json(words);
    assert.equal(fs.existsSync(left), false, words.join(" "));
  }
  assert.ok(fs.existsSync(fresh), "of a writer that may live");
  assert.ok(fs.existsSync(others), "somebody else's");
});

test("what a killed init left beside a client's file and its originals is swept by the next init", async () => {
  const box = memoryBox();
  fs.mkdirSync(join(box.project, ".claude"), { recursive: true });
  const old = new Date(Date.now() - 3_600_000);
  const left = [".claude/.settings.local.json.abcd1234.tmp"].map((file) => join(box.project, file));
  left.push(join(box.path("originals"), ".manifest.json.abcd1234.tmp"));
  const fresh = join(box.project, ".claude/.settings.local.json.wxyz1234.tmp");
  const others = join(box.project, ".claude/.settings.local.json.mine.tmp");
  fs.mkdirSync(box.path("originals"), { recursive: true });
  for (const file of [...left, fresh, others]) fs.writeFileSync(file, "{}");
  for (const file of [...left, others]) fs.utimesSync(file, old, old);
  const ran = await box.run(["init", "--agent", "claude"]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(left.filter((file) => fs.existsSync(file)), []);
  assert.ok(fs.existsSync(fresh), "of a writer that may live");
  assert.ok(fs.existsSync(others), "somebody else's");
});
