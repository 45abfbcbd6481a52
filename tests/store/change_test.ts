/** Changing records: all or nothing, every other byte kept, completed by the next writer after a kill. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { MemoryError, tried } from "../../src/errors.ts";
import type { RawRecord } from "../../src/records/mod.ts";
import type { Files, WriteOptions } from "../../src/runtime.ts";
import { applyChange, applyTogether, type Change } from "../../src/store/change.ts";
import { withLock, withLocks } from "../../src/store/write_lock.ts";
import { openStore, type Store } from "../../src/store/mod.ts";
import { readOperations } from "../../src/store/audit.ts";
import { readManifest } from "../../src/store/backup.ts";
import { fullDisk, heldAt, Killed, killedAt, ownStore, testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const FILE = "daily/2026-02-18.jsonl";
const OTHER = "sessions.jsonl";
const line = (record: object) => `${JSON.stringify(record)}\n`;
const marked = (record: RawRecord): RawRecord => ({ ...record, deleted_at: "2026-02-18T10:00:00.000Z" });

function change(fields: Partial<Change>): Change {
  return { actor: "agent", command: "delete", scope: "daily", ...fields };
}

/** A store with these files. */
function storeWith(files: Readonly<Record<string, string | Uint8Array>>, world = testWorld()): Store {
  const store = testStore(world);
  for (const [file, content] of Object.entries(files)) put(store, file, content);
  return store;
}

function put(store: Store, file: string, content: string | Uint8Array): void {
  fs.mkdirSync(join(pathOf(store, file), ".."), { recursive: true });
  fs.writeFileSync(pathOf(store, file), content);
}

function apply(store: Store, what: Change) {
  return withLock(store, (locked) => applyChange(locked, what), 0);
}

const existing = (store: Store, file: string) => fs.existsSync(pathOf(store, file)) ? read(store, file) : undefined;
const read = (store: Store, file: string) => fs.readFileSync(pathOf(store, file), "utf8");

test("a change keeps every line it does not touch byte for byte, readable or not", () => {
  const before = Buffer.concat([
    Buffer.from(`{"id": "log-1",  "spaces":1}\r\n`),
    Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
    Buffer.from(`{"id":"log-2"}\nnot json\n\n{"id":"log-3"}`),
  ]);
  const store = storeWith({ [FILE]: before });
  const rewrite = new Map([[
    FILE,
    (record: RawRecord, key: string) => key === "log-2" ? { ...record, edited: true } : "keep" as const,
  ]]);
  apply(store, change({ rewrite, append: [{ file: FILE, record: { id: "log-4" } }] }));
  const after = fs.readFileSync(pathOf(store, FILE));
  const expected = `${before.toString("latin1").replace(`"log-2"`, `"log-2","edited":true`)}\n{"id":"log-4"}\n`;
  assert.equal(after.toString("latin1"), expected);
});

test("a backup holds the affected files and no others, and the audit line counts before and after", () => {
  const store = storeWith({
    [FILE]: line({ id: "log-1" }) + line({ id: "log-2", deleted_at: "2026-02-17T00:00:00Z" }),
    "daily/2026-02-17.jsonl": line({ id: "log-0" }),
    [OTHER]: line({ id: "sum-1", topic: "t" }),
  });
  const done = apply(
    store,
    change({ rewrite: new Map([[FILE, (r: RawRecord) => r.id === "log-1" ? marked(r) : "keep"]]) }),
  );
  const backup = done?.backup_path ?? "";
  assert.match(backup, /^backups\/2026-02-18-100000\/$/);
  assert.deepEqual(readManifest(store, backup)?.files, [FILE]);
  assert.deepEqual(fs.readdirSync(pathOf(store, backup)).sort(), ["backup.json", "daily"]);
  const [operation] = readOperations(store);
  assert.deepEqual(
    [operation?.before_count, operation?.after_count, operation?.ids, operation?.files, operation?.success],
    [1, 0, ["log-1"], [FILE], true],
  );
  assert.doesNotMatch(read(store, "audit/operations.jsonl"), /topic|"t"/);
});

test("a change of nothing leaves no backup and no audit line", () => {
  const store = storeWith({ [FILE]: line({ id: "log-1" }) });
  assert.equal(apply(store, change({ rewrite: new Map([[FILE, () => "keep" as const]]) })), undefined);
  assert.deepEqual(fs.readdirSync(store.folder).sort(), [".owner", "daily"]);
  assert.deepEqual(fs.readdirSync(store.home).sort(), ["mirror", "owner.json"]);
});

const TWO_FILES = { [FILE]: line({ id: "log-1" }), [OTHER]: line({ id: "sum-1" }) };
const BOTH = change({ rewrite: new Map([[FILE, marked], [OTHER, marked]]) });

test("a change works on one file at a time: of a large memory not all is held at once", () => {
  const world = testWorld();
  const real = storeWith(TWO_FILES, world);
  const steps: string[] = [];
  const { files } = world.runtime;
  const nameIn = (path: string) => [FILE, OTHER].find((file) => path.includes(file.replace(/^.*\//, "")));
  const watched = {
    ...files,
    read(path: string) {
      const name = nameIn(path);
      if (name && path === pathOf(real, name)) steps.push(`read ${name}`);
      return files.read(path);
    },
    write(path: string, bytes: Uint8Array | string, options: WriteOptions) {
      const name = nameIn(path);
      if (name) steps.push(`${path.includes("backups") ? "copy" : "stage"} ${name}`);
      files.write(path, bytes, options);
    },
  };
  apply(openStore({ ...world.runtime, files: watched }, real.folder, "project"), BOTH);
  const first = steps.indexOf(`stage ${FILE}`);
  assert.ok(steps.indexOf(`copy ${FILE}`) < first && first < steps.indexOf(`read ${OTHER}`), steps.join("\n"));
});

test("a full disk at any write leaves every file as it was", () => {
  let failures = 0;
  for (let failing = 1;; failing++) {
    const world = testWorld();
    const real = storeWith(TWO_FILES, world);
    const store = openStore(
      { ...world.runtime, files: fullDisk(world.runtime.files, failing) },
      real.folder,
      "project",
    );
    try {
      apply(store, BOTH);
      break;
    } catch (error) {
      failures++;
      assert.ok(error instanceof Error);
      assert.equal(read(real, FILE), TWO_FILES[FILE], `write ${failing}`);
      assert.equal(read(real, OTHER), TWO_FILES[OTHER], `write ${failing}`);
      // Copies that were begun go again, unless the disk filled up after all of them were made.
      const isListed = (name: string) => fs.existsSync(pathOf(real, `backups/${name}/backup.json`));
      const begun = fs.existsSync(pathOf(real, "backups")) ? fs.readdirSync(pathOf(real, "backups")) : [];
      assert.ok(begun.every(isListed), `write ${failing}`);
    }
  }
  // The lock, two copies, the manifest, two files, the audit line.
  assert.ok(failures >= 7, `${failures} writes were tried`);
});

test("a file that can't be replaced leaves every file as it was, kept in a backup or not, and the audit log says so", () => {
  const note = "notes/MEM-gone.md";
  const before = { ...TWO_FILES, [note]: "# gone" };
  let failures = 0;
  for (const backup of [true, false]) {
    for (let failing = 1;; failing++) {
      const world = testWorld();
      const real = storeWith(before, world);
      const store = openStore(
        { ...world.runtime, files: heldAt(world.runtime.files, failing) },
        real.folder,
        "project",
      );
      const replace = new Map<string, Uint8Array | undefined>([
        [note, undefined],
        ["notes/MEM-new.md", new TextEncoder().encode("# new")],
      ]);
      try {
        apply(store, { ...BOTH, replace, backup });
        break;
      } catch {
        failures++;
        assert.deepEqual(Object.keys(before).map((file) => existing(real, file)), Object.values(before));
        assert.equal(existing(real, "notes/MEM-new.md"), undefined);
        assert.deepEqual(readOperations(real).map(({ success }) => success), [false]);
      }
    }
  }
  assert.equal(failures, 6);
});

test("a process killed at any point leaves each record as it was or as it was to be, and the copies to put it back", () => {
  for (let killed = 1;; killed++) {
    const world = testWorld();
    const real = storeWith(TWO_FILES, world);
    const store = openStore({ ...world.runtime, files: killedAt(world.runtime.files, killed) }, real.folder, "project");
    try {
      apply(store, BOTH);
      return;
    } catch (error) {
      assert.ok(error instanceof Killed || error instanceof MemoryError, String(error));
    }
    for (const [file, before] of Object.entries(TWO_FILES)) {
      const now = read(real, file);
      if (now === before) continue;
      assert.equal(now, line(marked(JSON.parse(before))));
      assert.equal(read(real, `backups/2026-02-18-100000/${file}`), before);
      assert.ok(readManifest(real, "backups/2026-02-18-100000/"), "the manifest is there before any file changes");
    }
  }
});

test("what a killed process had begun is brought to its end by the next writer, so that no change is ever half there", () => {
  const note = "notes/MEM-gone.md";
  const before = { ...TWO_FILES, [note]: "# gone" };
  const after = Object.fromEntries(
    Object.entries(TWO_FILES).map(([file, text]) => [file, line(marked(JSON.parse(text)))]),
  );
  const state = (store: Store) => Object.keys(before).map((file) => existing(store, file));
  let halfWay = 0;
  for (let killed = 1;; killed++) {
    const world = testWorld();
    const real = storeWith(before, world);
    const dying = { ...world.runtime, pid: 999_999_999, files: killedAt(world.runtime.files, killed) };
    try {
      apply(openStore(dying, real.folder, "project"), { ...BOTH, replace: new Map([[note, undefined]]) });
      break;
    } catch (error) {
      assert.ok(error instanceof Killed || error instanceof MemoryError, String(error));
    }
    if (new Set(state(real).map((text, at) => text === Object.values(before)[at])).size > 1) halfWay++;
    const isRecorded = readOperations(real).length > 0;
    withLock(real, () => {}, 0);
    const expected = isRecorded ? [...Object.values(after), undefined] : Object.values(before);
    assert.deepEqual(state(real), expected, `killed before change ${killed}`);
    withLock(real, () => assert.deepEqual(state(real), expected), 0);
    const left = ["", "daily", "notes"].flatMap((folder) => fs.readdirSync(pathOf(real, folder)));
    assert.deepEqual(left.filter((name) => name.endsWith(".tmp")), []);
  }
  assert.ok(halfWay >= 2, "between the files");
});

/** A change of two stores of one world, by a process with these files. */
function applyToTwo(faulty: (real: Files) => Files) {
  const world = testWorld();
  const real = [storeWith(TWO_FILES, world), ownStore(world.runtime, join(world.folder, "other"))];
  for (const store of real) for (const [file, text] of Object.entries(TWO_FILES)) put(store, file, text);
  const runtime = { ...world.runtime, pid: 999_999_999, files: faulty(world.runtime.files) };
  const failed = tried(() => {
    const stores = real.map(({ folder }) => openStore(runtime, folder, "project"));
    withLocks(stores, (locked) => applyTogether(locked.map((store) => [store, BOTH])));
    return true;
  }) === undefined;
  const isAs = (texts: readonly string[]) => (store: Store) =>
    Object.keys(TWO_FILES).every((file, at) => existing(store, file) === texts[at]);
  const old = Object.values(TWO_FILES);
  return { failed, real, isOld: isAs(old), isNew: isAs(old.map((text) => line(marked(JSON.parse(text))))) };
}

test("a change of two stores is made in both or in none, and one that was killed is completed in each", () => {
  for (const faulty of [fullDisk, heldAt]) {
    for (let failing = 1;; failing++) {
      const { failed, real, isOld, isNew } = applyToTwo((files) => faulty(files, failing));
      assert.ok(real.every(failed ? isOld : isNew), `${faulty.name} at ${failing}`);
      if (!failed) break;
    }
  }
  let halfWay = 0;
  for (let killed = 1;; killed++) {
    const { failed, real, isOld, isNew } = applyToTwo((files) => killedAt(files, killed));
    if (!failed) break;
    for (const store of real) withLock(store, () => {}, 0);
    assert.ok(real.every((store) => isOld(store) || isNew(store)), `killed before change ${killed}`);
    if (!real.every(isOld) && !real.every(isNew)) halfWay++;
  }
  // Between the lines of their audit logs, which lie in two files.
  assert.ok(halfWay <= 4, String(halfWay));
});

test("a purge that was killed leaves its words in no view of a list and no index", () => {
  let killedAfterRecording = 0;
  for (let killed = 1;; killed++) {
    const world = testWorld();
    const real = storeWith({ ...TWO_FILES, "index.sqlite": "log-1", "snapshots/images.jsonl": "log-1" }, world);
    const dying = { ...world.runtime, pid: 999_999_999, files: killedAt(world.runtime.files, killed) };
    const rewrite = new Map([[FILE, () => undefined], [OTHER, () => undefined]]);
    try {
      apply(openStore(dying, real.folder, "project"), change({ rewrite, audit: { mode: "purge" } }));
      break;
    } catch (error) {
      assert.ok(error instanceof Killed || error instanceof MemoryError, String(error));
    }
    const isRecorded = readOperations(real).length > 0;
    withLock(real, () => {}, 0);
    if (!isRecorded) continue;
    killedAfterRecording++;
    for (const file of [FILE, "index.sqlite", "snapshots/images.jsonl"]) assert.equal(existing(real, file), undefined);
  }
  assert.ok(killedAfterRecording >= 2);
});

test("a half-done change is left alone when somebody changed its file since, and the log names the write to take back", () => {
  for (let killed = 1; killed < 40; killed++) {
    const world = testWorld();
    const real = storeWith(TWO_FILES, world);
    const dying = { ...world.runtime, pid: 999_999_999, files: killedAt(world.runtime.files, killed) };
    assert.throws(() => apply(openStore(dying, real.folder, "project"), BOTH));
    if (read(real, FILE) === TWO_FILES[FILE] || read(real, OTHER) !== TWO_FILES[OTHER]) continue;
    fs.appendFileSync(pathOf(real, OTHER), line({ id: "by-hand" }));
    const byHand = read(real, OTHER);
    withLock(real, () => {}, 0);
    assert.equal(read(real, OTHER), byHand);
    const [operation] = readOperations(real);
    assert.match(read(real, "logs/2026-02-18.jsonl"), new RegExp(`memory manage undo ${operation?.op_id}`));
    return;
  }
  assert.fail("it was never half done");
});

test("a link out of the data folder stops a change before anything is written", () => {
  const world = testWorld();
  const store = storeWith({ [FILE]: line({ id: "log-1" }) }, world);
  const outside = join(world.folder, "outside.jsonl");
  fs.writeFileSync(outside, line({ id: "sum-1" }));
  fs.symlinkSync(outside, pathOf(store, OTHER));
  assert.throws(() => apply(store, BOTH), /outside/);
  assert.equal(read(store, FILE), line({ id: "log-1" }));
  assert.equal(fs.readFileSync(outside, "utf8"), line({ id: "sum-1" }));
});

test("many ids stand in the backup, not in the audit line", () => {
  const store = storeWith({ [FILE]: Array.from({ length: 300 }, (_, at) => line({ id: `log-${at}` })).join("") });
  const done = apply(store, change({ rewrite: new Map([[FILE, marked]]) }));
  assert.equal(done?.ids.length, 100);
  assert.equal(done?.ids_total, 300);
  const records = readManifest(store, done?.backup_path ?? "")?.changes?.[FILE]?.records ?? {};
  assert.equal(Object.keys(records).length, 300);
});
