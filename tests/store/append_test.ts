/** Appending a record: whole or not at all, on a full disk, killed, behind links, beside other writers. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { MemoryError } from "../../src/errors.ts";
import type { RawRecord } from "../../src/records/mod.ts";
import { appendInTime, appendLocked } from "../../src/store/append.ts";
import { applyChange } from "../../src/store/change.ts";
import { parseLines } from "../../src/store/lines.ts";
import { lostOf } from "../../src/store/lost.ts";
import { acquire } from "../../src/store/lock.ts";
import { withLock } from "../../src/store/write_lock.ts";
import { openStore, type Store } from "../../src/store/mod.ts";
import { fullDisk, Killed, killedAt, testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const FILE = "daily/2026-02-18.jsonl";
const fact = (id: string, content = "Redis caches sessions"): RawRecord => ({ id, type: "fact", content });

function ids(bytes: Uint8Array): unknown[] {
  return parseLines(bytes).map(({ record }) => record?.id);
}

/** Appends records as a verb does that waits for nobody. */
function append(store: Store, entries: Parameters<typeof appendLocked>[1], options = {}): void {
  withLock(store, (locked) => appendLocked(locked, entries, options), 0);
}

test("a record is on its own line even after a line that was torn", () => {
  const store = testStore(testWorld());
  fs.mkdirSync(pathOf(store, "daily"));
  fs.writeFileSync(pathOf(store, FILE), `{"id":"log-1"}\n{"id":"log-2","cont`);
  append(store, [{ file: FILE, record: fact("log-3") }]);
  const bytes = fs.readFileSync(pathOf(store, FILE));
  assert.deepEqual(ids(bytes), ["log-1", undefined, "log-3"]);
  assert.match(bytes.toString(), /\{"id":"log-2","cont\n/);
});

test("a full disk at any write leaves every file as it was, and says so", () => {
  for (let failing = 1; failing <= 3; failing++) {
    const world = testWorld();
    append(testStore(world), [{ file: FILE, record: fact("log-1") }]);
    const before = fs.readFileSync(join(world.folder, "memory-data", FILE), "utf8");
    const files = fullDisk(world.runtime.files, failing);
    const store = openStore({ ...world.runtime, files }, join(world.folder, "memory-data"), "project");
    const save = () => append(store, [{ file: FILE, record: fact("log-2") }]);
    if (failing < 3) assert.throws(save);
    else save();
    const after = fs.readFileSync(join(world.folder, "memory-data", FILE), "utf8");
    assert.equal(after, failing < 3 ? before : `${before}${JSON.stringify(fact("log-2"))}\n`);
    assert.equal(fs.existsSync(pathOf(store, ".manage.lock")), false, "the lock is given back");
  }
});

test("a first record that could not be saved has no second name from which it would come back", () => {
  const addition = { actor: "agent", command: "save", scope: "project" };
  const told: boolean[] = [];
  for (let failing = 1; told.at(-1) !== true; failing++) {
    const world = testWorld();
    const folder = testStore(world).folder;
    const store = openStore({ ...world.runtime, files: fullDisk(world.runtime.files, failing) }, folder, "project");
    let isSaved = true;
    try {
      append(store, [{ file: FILE, record: fact("log-1") }], { addition });
    } catch {
      isSaved = false;
    }
    told.push(isSaved);
    assert.equal(fs.existsSync(pathOf(store, FILE)), isSaved, `write ${failing}`);
    assert.equal(fs.existsSync(pathOf(store, `mirror/${FILE}`)), isSaved, `its second name, write ${failing}`);
    assert.equal(lostOf(openStore(world.runtime, folder, "project")), undefined);
  }
  assert.ok(told.length > 2, "the disk is full at the record and at the line of the audit log");
});

test("a process killed before any change to the disk loses nothing that was acknowledged", () => {
  let survived = false;
  for (let change = 1; !survived; change++) {
    const world = testWorld();
    const folder = testStore(world).folder;
    append(openStore(world.runtime, folder, "project"), [{ file: FILE, record: fact("log-1") }]);
    const doomed = openStore({ ...world.runtime, files: killedAt(world.runtime.files, change) }, folder, "project");
    try {
      append(doomed, [{ file: FILE, record: fact("log-2") }]);
      const rewrite = new Map([[FILE, (record: RawRecord) => ({ ...record, confidence: 1 })]]);
      withLock(
        doomed,
        (locked) => applyChange(locked, { actor: "agent", command: "edit", scope: "daily", rewrite }),
        0,
      );
      survived = true;
    } catch (error) {
      assert.ok(error instanceof Killed || error instanceof MemoryError, String(error));
    }
    // The next process: the dead one's lock does not stop it.
    const pid = deadPid();
    rewriteOwner(join(folder, ".manage.lock"), pid);
    const next = openStore(world.runtime, folder, "project");
    append(next, [{ file: FILE, record: fact("log-3") }]);
    const there = ids(fs.readFileSync(join(folder, FILE)));
    assert.ok(there.includes("log-1") && there.includes("log-3"), `change ${change}: ${there}`);
    if (survived) assert.ok(there.includes("log-2"));
  }
});

test("what a hook can't write in time waits in the spool and is merged once by the next writer", () => {
  const store = testStore(testWorld());
  const release = acquire(store.runtime, pathOf(store, ".manage.lock"), 0);
  assert.ok(release);
  appendInTime(store, [{ file: FILE, record: fact("log-1") }]);
  assert.equal(fs.readdirSync(join(store.home, "spool")).length, 1);
  assert.throws(
    () => append(store, [{ file: FILE, record: fact("log-2") }]),
    (error) => error instanceof MemoryError && error.code === "LOCK_BUSY",
  );
  release();
  // A crash between appending and emptying the spool: the same entry waits again.
  const [name = ""] = fs.readdirSync(join(store.home, "spool"));
  const entry = fs.readFileSync(join(store.home, "spool", name));
  append(store, [{ file: FILE, record: fact("log-3") }]);
  fs.writeFileSync(join(store.home, "spool", name), entry);
  append(store, [{ file: FILE, record: fact("log-4") }]);
  assert.deepEqual(ids(fs.readFileSync(pathOf(store, FILE))), ["log-1", "log-3", "log-4"]);
  assert.deepEqual(fs.readdirSync(join(store.home, "spool")), []);
});

test("who does not wait for the disk waits for none in the spool either", () => {
  const world = testWorld();
  const { files } = world.runtime;
  testStore(world);
  let waits = 0;
  const counting = {
    ...files,
    write: (...said: Parameters<typeof files.write>) => {
      if (said[2].sync) waits++;
      files.write(...said);
    },
    syncFolder: () => void waits++,
  };
  const store = openStore({ ...world.runtime, files: counting }, join(world.folder, "memory-data"), "project");
  const release = acquire(world.runtime, pathOf(store, ".manage.lock"), 0);
  const put = (id: string, options = {}) => appendInTime(store, [{ file: FILE, record: fact(id) }], options);
  put("log-1");
  assert.notEqual(waits, 0);
  waits = 0;
  // Files of the spool are merged in the order of their times.
  world.advance(1);
  put("log-2", { sync: false });
  assert.equal(waits, 0);
  release?.();
  append(store, []);
  assert.deepEqual(ids(fs.readFileSync(pathOf(store, FILE))), ["log-1", "log-2"]);
});

test("a link planted in the data folder never leads a write out of it", () => {
  const world = testWorld();
  const store = testStore(world);
  const outside = join(world.folder, "outside");
  fs.mkdirSync(outside);
  fs.symlinkSync(outside, pathOf(store, "daily"));
  assert.throws(() => append(store, [{ file: FILE, record: fact("log-1") }]), /outside/);
  assert.deepEqual(fs.readdirSync(outside), []);
});

test("a link to a file that is not there yet does not make one outside, not even by way of a link inside", () => {
  const world = testWorld();
  const store = testStore(world);
  const outside = join(world.folder, "outside.jsonl");
  fs.symlinkSync("../outside.jsonl", pathOf(store, "facts.jsonl"));
  fs.symlinkSync("facts.jsonl", pathOf(store, "sessions.jsonl"));
  for (const file of ["facts.jsonl", "sessions.jsonl"]) {
    assert.throws(() => append(store, [{ file, record: fact("log-1") }]), /outside/);
  }
  assert.equal(fs.existsSync(outside), false);
  fs.mkdirSync(pathOf(store, "daily"));
  fs.symlinkSync("elsewhere.jsonl", pathOf(store, FILE));
  append(store, [{ file: FILE, record: fact("log-1") }]);
  assert.deepEqual(fs.readdirSync(pathOf(store, "daily")).sort(), ["2026-02-18.jsonl", "elsewhere.jsonl"]);
});

test("eight processes writing at once lose no record and tear no line", async () => {
  const world = testWorld();
  const store = testStore(world);
  const script = join(import.meta.dirname ?? ".", "..", "fixtures", "append_many.ts");
  const runtime = process.execPath;
  const words = "Deno" in globalThis ? ["run", "-A", script] : [script];
  await Promise.all(
    Array.from({ length: 8 }, (_, writer) =>
      new Promise<void>((resolve, reject) => {
        const child = spawn(runtime, [...words, store.folder, FILE, String(writer), "25"], {
          stdio: "inherit",
          env: { ...process.env, HOME: world.runtime.home, USERPROFILE: world.runtime.home },
        });
        child.on("close", (code) => code === 0 ? resolve() : reject(new Error(`writer ${writer} exited ${code}`)));
      })),
  );
  const lines = parseLines(fs.readFileSync(pathOf(store, FILE)));
  assert.equal(new Set(lines.map(({ record }) => record?.id)).size, 8 * 25);
  assert.equal(lines.length, 8 * 25);
});

/** The id of a process that has ended. */
function deadPid(): number {
  return Number(
    execFileSync(
      process.execPath,
      "Deno" in globalThis ? ["eval", "console.log(Deno.pid)"] : ["-e", "console.log(process.pid)"],
    ),
  );
}

function rewriteOwner(lock: string, pid: number): void {
  if (!fs.existsSync(lock)) return;
  const owner = fs.readFileSync(lock, "utf8");
  if (owner) fs.writeFileSync(lock, JSON.stringify({ ...JSON.parse(owner), pid }));
}
