/** The lock: one owner, broken when that one is gone, respected while nobody can tell. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { MemoryError } from "../../src/errors.ts";
import { acquire } from "../../src/store/lock.ts";
import { withLock } from "../../src/store/write_lock.ts";
import { readSessionState, updateSessionState } from "../../src/store/session_state.ts";
import { memoryBox } from "../box.ts";
import { fullDisk, testStore, testWorld, type World } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

function lockOf(world: World, owner?: object | string): string {
  const path = join(testStore(world).folder, ".manage.lock");
  if (owner !== undefined) fs.writeFileSync(path, typeof owner === "string" ? owner : JSON.stringify(owner));
  return path;
}

/** Makes a lock as old as one of a killed writer is, by the clock of the file system. */
function age(path: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  fs.utimesSync(path, then, then);
}

/** Only Linux tells more of a process than that it is there. */
const NO_PROC = !fs.existsSync("/proc/self/stat");

const OTHER = { pid: 1, host: "elsewhere", at: "2026-02-18T09:59:00Z", token: "t" };

test("a lock is had by one at a time and free after its release", () => {
  const world = testWorld();
  const path = lockOf(world);
  const release = acquire(world.runtime, path, 0);
  assert.ok(release);
  assert.equal(acquire(world.runtime, path, 2), undefined);
  release();
  assert.ok(acquire(world.runtime, path, 0));
});

test("the lock of a process that died on this machine is broken at once", () => {
  const world = testWorld();
  const runtime = { ...world.runtime, isAlive: (pid: number) => pid !== 4711 };
  const path = lockOf(world, { ...OTHER, pid: 4711, host: runtime.host });
  assert.ok(acquire(runtime, path, 0));
});

test("a process that has the number of one that died does not hold its lock", { skip: NO_PROC }, () => {
  const world = testWorld({ now: new Date().toISOString() });
  const { pid, host } = world.runtime;
  const path = lockOf(world);
  assert.ok(acquire(world.runtime, path, 0));
  const own = JSON.parse(fs.readFileSync(path, "utf8"));
  assert.equal(acquire(world.runtime, path, 0), undefined, "it is this very process");
  fs.writeFileSync(path, JSON.stringify({ ...own, birth: "1" }));
  assert.ok(acquire(world.runtime, path, 0));
  fs.writeFileSync(path, JSON.stringify({ ...OTHER, pid, host }));
  assert.equal(acquire(world.runtime, path, 0), undefined, "who does not say when it was born is believed");
});

test("the lock of another container is respected, whatever has its owner's number here", { skip: NO_PROC }, () => {
  const world = testWorld({ now: new Date().toISOString() });
  const { host } = world.runtime;
  const runtime = { ...world.runtime, isAlive: () => false };
  const path = lockOf(world, { ...OTHER, host, birth: "1", space: "pid:[1]" });
  assert.equal(acquire(runtime, path, 0), undefined);
  age(path, 11 * 60_000);
  assert.ok(acquire(runtime, path, 0));
});

test("the lock of a process that is seen to live is never broken, however old it looks", { skip: NO_PROC }, () => {
  // The machine slept, its clock was set, or the files lie on a server whose clock goes otherwise.
  const world = testWorld({ now: new Date().toISOString() });
  const path = lockOf(world);
  const release = acquire(world.runtime, path, 0);
  for (const step of [11 * 60_000, 400 * 86_400_000, -800 * 86_400_000]) {
    world.advance(step);
    age(path, 86_400_000);
    assert.equal(acquire(world.runtime, path, 0), undefined);
  }
  release?.();
  assert.ok(acquire(world.runtime, path, 0));
});

test("a clock that differs from the file system's makes no lock old", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const path = lockOf(world);
  world.advance(86_400_000);
  // The one is another machine's, the other is being written right now.
  for (const owner of [OTHER, ""]) {
    lockOf(world, owner);
    assert.equal(acquire(world.runtime, path, 100), undefined);
    assert.ok(fs.existsSync(path));
  }
});

test("who was stopped for long while creating a lock looks whether it is still theirs", () => {
  const world = testWorld({
    now: new Date().toISOString(),
    files: (real) => ({
      ...real,
      write(path, bytes, options) {
        real.write(path, bytes, options);
        if (!path.endsWith(".manage.lock") || isStopped) return;
        isStopped = true;
        fs.writeFileSync(path, JSON.stringify(OTHER));
        world.advance(60_000);
      },
    }),
  });
  let isStopped = false;
  const path = lockOf(world);
  assert.equal(acquire(world.runtime, path, 0), undefined);
  assert.equal(JSON.parse(fs.readFileSync(path, "utf8")).host, OTHER.host);
});

test("a process that was killed and is not asked after by its parent holds no lock", { skip: NO_PROC }, async () => {
  // The shell becomes a program that never asks after the child it was given, before that child ends.
  const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 30"]);
  try {
    const pid = Number(String(await new Promise((resolve) => parent.stdout.once("data", resolve))));
    const ended = () => / Z /.test(fs.readFileSync(`/proc/${pid}/stat`, "latin1"));
    while (!ended()) await new Promise((resolve) => setTimeout(resolve, 5));
    const world = testWorld({ now: new Date().toISOString() });
    const path = lockOf(world, { ...OTHER, pid, host: world.runtime.host });
    assert.ok(acquire(world.runtime, path, 0));
  } finally {
    parent.kill();
  }
});

test("a link that leads nowhere is no lock", { skip: process.platform === "win32" }, () => {
  const world = testWorld();
  const store = testStore(world);
  const path = pathOf(store, ".manage.lock");
  for (const target of ["/nowhere", path]) {
    fs.symlinkSync(target, path);
    assert.equal(withLock(store, () => "mine", 0), "mine");
    assert.deepEqual(fs.readdirSync(store.folder), [".owner"]);
  }
});

test("the lock of another machine is respected until it is older than any work takes", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const path = lockOf(world, OTHER);
  assert.equal(acquire(world.runtime, path, 0), undefined);
  age(path, 11 * 60_000);
  assert.ok(acquire(world.runtime, path, 0));
});

test("a lock whose writer died before it wrote its name is broken after a moment, not before", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const path = lockOf(world, "");
  assert.equal(acquire(world.runtime, path, 0), undefined);
  age(path, 3_000);
  assert.ok(acquire(world.runtime, path, 0));
});

test("nobody releases a lock that has become another's", () => {
  const world = testWorld();
  const path = lockOf(world);
  const release = acquire(world.runtime, path, 0);
  fs.writeFileSync(path, JSON.stringify(OTHER));
  world.advance(11 * 60_000);
  release?.();
  assert.ok(fs.existsSync(path));
});

test("a breaker that died while breaking does not keep the lock for ever", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const path = lockOf(world, OTHER);
  fs.writeFileSync(`${path}.break`, "1");
  age(`${path}.break`, 11 * 60_000);
  age(path, 11 * 60_000);
  assert.ok(acquire(world.runtime, path, 100));
});

// It was young for hours, and no write was possible.
test("a lock or a breaker that a clock ahead of ours has left is broken at once, and doctor --fix removes it", async () => {
  const [HOURS, DEAD_HERE] = [-5 * 3_600_000, { ...OTHER, pid: 999_999_999, host: os.hostname() }];
  for (const [owner, breaker] of [[OTHER, false], ["", false], [DEAD_HERE, true]] as const) {
    const world = testWorld({ now: new Date().toISOString() });
    const [box, path] = [memoryBox(), lockOf(world, owner)];
    const inBox = join(box.data, ".manage.lock");
    fs.copyFileSync(path, inBox);
    for (const lock of [path, inBox]) {
      if (breaker) fs.writeFileSync(`${lock}.break`, "1");
      age(breaker ? `${lock}.break` : lock, HOURS);
    }
    assert.ok(acquire(world.runtime, path, 0), JSON.stringify(owner));
    await box.run(["doctor", "--fix"]);
    assert.deepEqual([fs.existsSync(inBox), fs.existsSync(`${inBox}.break`)], [false, false], JSON.stringify(owner));
    assert.equal((await box.run(["remember", "The port is 9001"])).code, 0);
  }
});

test("a lock whose owner is no process is nobody's", () => {
  const world = testWorld();
  const store = testStore(world);
  for (const pid of [0, -1]) {
    // To the system these numbers mean groups, which always live.
    const owner = { pid, host: world.runtime.host, at: world.runtime.now().toISOString(), token: "x" };
    fs.writeFileSync(pathOf(store, ".manage.lock"), JSON.stringify(owner));
    assert.equal(withLock(store, () => "mine", 0), "mine");
  }
});

test("a lock that can't be written says where and what helps", () => {
  const world = testWorld({ files: (real) => fullDisk(real, 1) });
  const store = testStore(world);
  assert.throws(
    () => withLock(store, () => {}, 0),
    (error) =>
      error instanceof MemoryError && error.code === "IO_ERROR" && error.message.includes(store.folder) &&
      /free some space/.test(error.hint ?? ""),
  );
});

test("what another event of a session writes while this one waits is not lost", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const store = testStore(world);
  updateSessionState(store, "s", () => ({ prompts: 1 }));
  const file = join(store.home, "session_state", "s.json");
  const release = acquire(world.runtime, `${file}.lock`, 0);
  let sleptMs = 0;
  const sleep = (ms: number) => {
    if ((sleptMs += ms) < 100) return;
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), skip: true }));
    release?.();
  };
  updateSessionState({ ...store, runtime: { ...world.runtime, sleep } }, "s", () => ({ prompts: 2 }));
  const { skip, prompts } = readSessionState(store, "s") ?? {};
  assert.deepEqual([skip, prompts], [true, 2]);
});

test("who waits for a lock gives up in time, though each sleep takes longer than asked for", () => {
  const world = testWorld({ now: new Date().toISOString() });
  const path = lockOf(world, OTHER);
  const sleep = (ms: number) => world.advance(ms * 2);
  const began = world.runtime.now().getTime();
  assert.equal(acquire({ ...world.runtime, sleep }, path, 1_000), undefined);
  const waited = world.runtime.now().getTime() - began;
  assert.ok(waited >= 1_000 && waited < 1_100, `${waited} ms`);
});

test("a lock that a quota leaves empty is not left in the way of the next writer", () => {
  const world = testWorld();
  const path = lockOf(world);
  const real = world.runtime.files;
  const write: typeof real.write = (to, _, options) => {
    real.write(to, "", options);
    throw Object.assign(new Error("EDQUOT: unknown error, write"), { code: "EDQUOT", syscall: "write" });
  };
  const full = { ...world.runtime, files: { ...real, write } };
  assert.throws(
    () => acquire(full, path, 0),
    (error) => error instanceof MemoryError && /quota exceeded/.test(error.message),
  );
  assert.ok(acquire(world.runtime, path, 0));
});
