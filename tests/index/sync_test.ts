/** The index follows the files, whoever changes them, whoever else writes, and however it was damaged. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { DatabaseSync } from "node:sqlite";
import { MemoryError } from "../../src/errors.ts";
import { openIndex, setAsideIndex, type SyncableIndex } from "../../src/index/mod.ts";
import { findIdentical, isThere, lastSessions, opinions, recentFacts, total, wholeOf } from "../../src/index/read.ts";
import { openDatabase } from "../../src/index/sqlite.ts";
import type { Store } from "../../src/store/mod.ts";
import { testStore, testWorld } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const DAY = "daily/2026-02-18.jsonl";
const MIDNIGHT = new Date("2026-02-18T00:00:00Z");

type Fields = Readonly<Record<string, unknown>>;

const fact = (id: string, content: string, more: Fields = {}): Fields => ({
  id,
  type: "fact",
  memory_type: "W",
  content,
  timestamp: "2026-02-18T10:00:00Z",
  ...more,
});

function write(store: Store, file: string, records: readonly Fields[]): void {
  const path = pathOf(store, file);
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

function opened(files: Readonly<Record<string, readonly Fields[]>>): { store: Store; index: SyncableIndex } {
  const store = testStore(testWorld());
  for (const [file, records] of Object.entries(files)) write(store, file, records);
  const index = openIndex(store);
  index.sync();
  return { store, index };
}

/** Ids of the visible records that hold a term. */
function found({ db }: SyncableIndex, term: string): unknown[] {
  return db.all(
    "SELECT id FROM lexicon l JOIN records r ON r.row = l.rowid WHERE lexicon MATCH ? ORDER BY id",
    `"${term}"`,
  ).map(({ id }) => id);
}

const isCode = (code: string) => (error: unknown) => error instanceof MemoryError && error.code === code;

test("a long text is announced as long work before it is read, however few records it holds", () => {
  const store = testStore(testWorld());
  write(store, DAY, [fact("log-1", "word ".repeat(20_000))]);
  let announced = false;
  const runtime = { ...store.runtime, expectLongWork: () => void (announced = true) };
  openIndex({ ...store, runtime }).sync();
  assert.ok(announced);
});

test("a line edited in the middle is seen although size and second of the file stay the same", () => {
  const { store, index } = opened({
    [DAY]: [fact("log-1", "Redis TTL 300"), fact("log-2", "Kafka"), fact("log-3", "Go")],
  });
  const path = pathOf(store, DAY);
  fs.utimesSync(path, MIDNIGHT, MIDNIGHT);
  index.sync();
  fs.writeFileSync(path, fs.readFileSync(path, "utf8").replace("300", "900"));
  fs.utimesSync(path, MIDNIGHT, MIDNIGHT);
  assert.deepEqual(index.sync(), {
    new: 0,
    updated: 1,
    deleted: 0,
    total: 3,
    complete: true,
    inTime: true,
    whole: true,
  });
  assert.deepEqual(found(index, "900"), ["log-1"]);
  assert.deepEqual(found(index, "300"), []);
});

test("a file rewritten at once after it was read is seen although its stamp is the same", () => {
  // The clock of this world stands still in the file's past, as a coarse file system's does.
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  const real = store.runtime.files;
  const frozen = real.stat(pathOf(store, DAY));
  const files = { ...real, stat: (path: string) => path.endsWith(DAY) ? frozen : real.stat(path) };
  fs.writeFileSync(pathOf(store, DAY), fs.readFileSync(pathOf(store, DAY), "utf8").replace("Redis", "Kafka"));
  index.close();
  const again = openIndex({ ...store, runtime: { ...store.runtime, files } });
  again.sync();
  assert.deepEqual(found(again, "kafka"), ["log-1"]);
});

test("what is appended is added without touching what was there", () => {
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  fs.appendFileSync(pathOf(store, DAY), `${JSON.stringify(fact("log-2", "Kafka"))}\n`);
  assert.deepEqual(index.sync(), {
    new: 1,
    updated: 0,
    deleted: 0,
    total: 2,
    complete: true,
    inTime: true,
    whole: true,
  });
});

test("a line that is still being written waits for its end", () => {
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  const line = JSON.stringify(fact("log-2", "Kafka"));
  fs.appendFileSync(pathOf(store, DAY), line.slice(0, 20));
  assert.equal(index.sync().total, 1);
  fs.appendFileSync(pathOf(store, DAY), `${line.slice(20)}\n`);
  assert.equal(index.sync().total, 2);
});

test("a shrunk MEMORY.md and a truncated sessions.jsonl leave nothing behind", () => {
  const store = testStore(testWorld());
  fs.writeFileSync(pathOf(store, "MEMORY.md"), "# 核心记忆\n\n## 偏好\n- pnpm\n\n## 决定\n- 用 Redis\n");
  write(store, "sessions.jsonl", [1, 2, 3].map((n) => ({ id: `sum-${n}`, topic: `Topic ${n}`, summary: "done" })));
  const index = openIndex(store);
  index.sync();
  assert.deepEqual(total(index.db), 3 + 2);
  fs.writeFileSync(pathOf(store, "MEMORY.md"), "# 核心记忆\n\n## 决定\n- 用 Kafka\n");
  write(store, "sessions.jsonl", [{ id: "sum-3", topic: "Topic 3", summary: "done" }]);
  assert.equal(index.sync().deleted, 3);
  assert.deepEqual(total(index.db), 1 + 1);
  assert.deepEqual(found(index, "redi"), []);
});

test("a removed day is forgotten, and a sync without changes changes nothing", () => {
  const { store, index } = opened({
    [DAY]: [fact("log-1", "Redis")],
    "daily/2026-02-17.jsonl": [fact("log-2", "Kafka")],
  });
  fs.rmSync(pathOf(store, DAY));
  assert.deepEqual(index.sync(), {
    new: 0,
    updated: 0,
    deleted: 1,
    total: 1,
    complete: true,
    inTime: true,
    whole: true,
  });
  assert.deepEqual(index.sync(), {
    new: 0,
    updated: 0,
    deleted: 0,
    total: 1,
    complete: true,
    inTime: true,
    whole: true,
  });
});

test("of the versions of a record a deletion wins, then the newest", () => {
  const old = fact("log-1", "Redis");
  const { store, index } = opened({ [DAY]: [fact("log-1", "Kafka", { updated_at: "2026-02-19T10:00:00Z" }), old] });
  assert.deepEqual([found(index, "kafka"), found(index, "redi")], [["log-1"], []]);
  write(store, "daily/2026-02-19.jsonl", [{ ...old, deleted_at: "2026-02-20T00:00:00Z" }]);
  index.sync();
  assert.deepEqual(found(index, "kafka"), []);
});

test("a record of equal id that says something else is found by an id of its own, and keeps the shared one alone", () => {
  const other = fact("log-1", "Redis", { timestamp: "2026-02-18T09:00:00Z" });
  const { store, index } = opened({ [DAY]: [fact("log-1", "Kafka"), other] });
  assert.deepEqual(found(index, "kafka"), ["log-1"]);
  assert.match(found(index, "redi").join(), /^log-1-[0-9a-f]{8}$/);
  write(store, DAY, [other]);
  index.sync();
  assert.deepEqual([found(index, "kafka"), found(index, "redi")], [[], ["log-1"]]);
});

test("a superseded record comes back when its successor is deleted", () => {
  const next = fact("log-2", "Kafka", { supersedes: "log-1" });
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis"), next] });
  assert.deepEqual(found(index, "redi"), []);
  write(store, DAY, [fact("log-1", "Redis"), { ...next, deleted_at: "2026-02-20T00:00:00Z" }]);
  index.sync();
  assert.deepEqual([found(index, "redi"), found(index, "kafka")], [["log-1"], []]);
});

test("of two records that supersede each other the newer one stays", () => {
  const { index } = opened({
    [DAY]: [
      fact("log-1", "Redis", { supersedes: "log-2" }),
      fact("log-2", "Kafka", { supersedes: "log-1", timestamp: "2026-02-18T11:00:00Z" }),
    ],
  });
  assert.deepEqual(recentFacts(index.db, {}).map(({ id }) => id), ["log-2"]);
});

test("a consolidated fact shows only when none of its evidence is left", () => {
  const consolidated = fact("fact-1", "Redis caches", {
    evidence: ["log-1", "log-2"],
    created_at: "2026-02-19T00:00:00Z",
  });
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")], "facts.jsonl": [consolidated] });
  assert.deepEqual(found(index, "redi"), ["log-1"]);
  fs.rmSync(pathOf(store, DAY));
  index.sync();
  assert.deepEqual(found(index, "redi"), ["fact-1"]);
});

test("recall reads facts newest first, the last session, a session's records and identical facts", () => {
  const { index } = opened({
    [DAY]: [
      fact("log-1", "Redis", { source: { session: "s1" } }),
      fact("log-2", "用户偏好 pnpm", { memory_type: "O", timestamp: "2026-02-18T12:00:00Z" }),
      fact("log-3", "half done", { memory_type: "S", source: { session: "s1" } }),
      { id: "log-4", type: "session_start", session_id: "s1", timestamp: "2026-02-18T09:00:00Z" },
      fact("log-5", "Valkey", { timestamp: "2026-02-18T12:30:00Z" }),
    ],
    "sessions.jsonl": [
      { id: "sum-1", session_id: "s1", topic: "Cache", summary: "chosen", timestamp: "2026-02-18T10:00:00Z" },
      {
        id: "sum-2",
        topic: "Later",
        summary: "x",
        timestamp: "2026-02-18T11:00:00Z",
        deleted_at: "2026-02-19T00:00:00Z",
      },
    ],
  });
  const since = new Date("2026-02-18T11:00:00Z");
  assert.deepEqual(recentFacts(index.db, {}).map(({ id }) => id), ["log-5", "log-1"]);
  assert.deepEqual(recentFacts(index.db, { since }).map(({ id }) => id), ["log-5"]);
  assert.deepEqual(opinions(index.db, "no", -1, 0).map(({ id }) => id), ["log-2"]);
  assert.equal(lastSessions(index.db, "no", 1, 0)[0]?.content, "Cache\nchosen");
  assert.deepEqual(findIdentical(index.db, "用户偏好　ｐｎｐｍ").map(({ id }) => id), ["log-2"]);
});

test("preferences that the Python original names in its own ways are opinions, and what it noted of a run is no fact", () => {
  const old = (id: string, type: string) => ({ id, type, content: "用户偏好 pnpm", timestamp: "2026-01-29T10:00:00Z" });
  const { index } = opened({
    "facts.jsonl": [old("fact-1", "preference"), old("fact-2", "O"), old("fact-3", "action")],
  });
  assert.deepEqual(opinions(index.db, "no", -1, 0).map(({ id }) => id).sort(), ["fact-1", "fact-2"]);
  assert.equal(isThere(index.db, "fact-3"), false);
});

test("a sync with a deadline does a part, and later ones do the rest", () => {
  const store = testStore(testWorld());
  const days = Array.from({ length: 5 }, (_, n) => `daily/2026-02-0${n + 1}.jsonl`);
  for (const file of days) {
    write(store, file, Array.from({ length: 900 }, (_, n) => fact(`${file}-${n}`, `Fact number ${n}`)));
  }
  // Every look at the clock takes 10 ms.
  let time = Date.parse("2026-02-18T10:00:00Z");
  const runtime = { ...store.runtime, now: () => new Date(time += 10) };
  const index = openIndex({ ...store, runtime });
  const first = index.sync({ deadlineMs: 60 });
  assert.equal(first.complete, false);
  assert.ok(first.total > 0 && first.total < 4_500, `${first.total}`);
  let syncs = 1;
  assert.equal(first.whole, false, "a part of the records is not what the truth is");
  for (let next = first; !next.complete; next = index.sync({ deadlineMs: 60 })) {
    assert.equal(next.whole, next.complete);
    assert.ok(++syncs < 100);
  }
  assert.equal(total(index.db), 4_500);
});

test("of an edited file and of one that is gone, too, a sync keeps what it did when its time was up", () => {
  const store = testStore(testWorld());
  const facts = (from: number, to: number, more = "") =>
    Array.from({ length: to - from }, (_, n) => fact(`log-${from + n}`, `Fact number ${from + n}${more}`));
  let time = Date.parse("2026-02-18T10:00:00Z");
  const runtime = { ...store.runtime, now: () => new Date(time += 10) };
  const index = openIndex({ ...store, runtime });
  const totals = () => {
    const found: number[] = [];
    for (let complete = false; !complete; found.push(total(index.db))) {
      ({ complete } = index.sync({ deadlineMs: 100 }));
      assert.ok(found.length < 50);
    }
    return found;
  };
  write(store, DAY, facts(0, 400));
  assert.ok(totals().length > 1);
  // Written anew: some lines stay, some say something else, some are gone, some are new.
  write(store, DAY, [...facts(300, 600), ...facts(0, 100, " says more")]);
  const seen = totals();
  assert.ok(seen.length > 2 && Math.min(...seen) >= 400, `nothing is missing meanwhile: ${seen}`);
  const wanted = found(index, "fact");
  assert.equal(wanted.length, 400);
  assert.equal(found(index, "more").length, 100);
  index.sync({ anew: true });
  assert.deepEqual(found(index, "fact"), wanted, "as an index that is made anew has it");
  fs.rmSync(pathOf(store, DAY));
  assert.ok(totals().length > 2);
  assert.equal(total(index.db), 0);
});

test("of one record no more is indexed than a bound that no save reaches, and its line stays whole", () => {
  const names = (first: string) => Array.from({ length: 20_000 }, (_, n) => `${first}${n}`);
  const long = { tags: names("tag"), supersedes: names("log-1"), when: names("run x"), asks: names("who is ") };
  const { index } = opened({ [DAY]: [fact("log-1", `${"word ".repeat(200_000)}end`, long), fact("log-2", "Kafka")] });
  const [record] = recentFacts(index.db, {}).filter(({ id }) => id === "log-1").map(wholeOf);
  assert.ok(record && record.content.length > 500_000 && record.content.length <= 512 * 1024);
  assert.deepEqual([record.tags.length, record.supersedes.length, record.conditions.length], [1_000, 10_000, 24]);
  assert.equal(record.record["tags"] instanceof Array && record.record["tags"].length, 20_000);
  assert.deepEqual([found(index, "tag999"), found(index, "tag1000")], [["log-1"], []]);
});

test("a sync without a deadline reads the newest days first, too, since sessions start meanwhile", () => {
  const store = testStore(testWorld());
  for (const day of [10, 11, 12]) {
    const facts = Array.from({ length: 1_500 }, (_, n) => fact(`log-${day}-${n}`, `Fact ${n} of day ${day}`));
    write(store, `daily/2026-02-${day}.jsonl`, facts);
  }
  const seen: number[][] = [];
  const tellProgress = () => void seen.push([12, 11, 10].map(held));
  const index = openIndex({ ...store, runtime: { ...store.runtime, tellProgress } });
  const held = (day: number) =>
    Number(index.db.get(`SELECT count(*) AS n FROM records WHERE id LIKE 'log-${day}-%'`)?.["n"]);
  index.sync();
  assert.deepEqual(seen[1], [1_500, 500, 0]);
});

test("a sync that has little time left does little at a time: what it has begun it can't stop", () => {
  const store = testStore(testWorld());
  write(store, DAY, Array.from({ length: 2_000 }, (_, n) => fact(`log-${n}`, `Fact number ${n}`)));
  let time = Date.parse("2026-02-18T10:00:00Z");
  const runtime = { ...store.runtime, now: () => new Date(time += 10) };
  const { new: done, complete } = openIndex({ ...store, runtime }).sync({ deadlineMs: 100 });
  assert.ok(done > 0 && done <= 300 && !complete, `${done} records`);
});

test("a sync waits for another writer no longer than it is told to, and uses the index as it is", () => {
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  const other = openIndex(store);
  other.db.exec("BEGIN IMMEDIATE");
  write(store, DAY, [fact("log-1", "Redis"), fact("log-2", "NATS")]);
  const started = performance.now();
  const { complete, whole } = index.sync({ deadlineMs: 3_000, waitMs: 20 });
  const tookMs = performance.now() - started;
  assert.ok(!complete && whole && tookMs < 1_500, `${tookMs} ms`);
  assert.deepEqual(found(index, "redi"), ["log-1"]);
  other.db.exec("ROLLBACK");
  assert.equal(index.sync({ deadlineMs: 3_000, waitMs: 20 }).complete, true);
});

test("a corrupt index is named so, set aside and made again", () => {
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  index.close();
  fs.writeFileSync(join(store.home, "index.sqlite"), "not a database".repeat(500));
  assert.throws(() => openIndex(store), isCode("INDEX_CORRUPT"));
  setAsideIndex(store);
  const again = openIndex(store);
  assert.equal(again.sync().total, 1);
});

test("an index of a newer version is refused, one of an older version is made anew", () => {
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  const version = Number(index.db.get("PRAGMA user_version")?.["user_version"]);
  index.db.exec(`PRAGMA user_version=${version + 1}`);
  index.close();
  assert.throws(() => openIndex(store), isCode("STORE_NEWER"));
  const older = new DatabaseSync(join(store.home, "index.sqlite"));
  older.exec("PRAGMA user_version=-1; DROP TABLE terms");
  older.close();
  assert.equal(openIndex(store).sync().total, 1);
});

test("an index that can't be written is still read", () => {
  const { store, index } = opened({ [DAY]: [fact("log-1", "Redis")] });
  index.close();
  const db = openDatabase(join(store.home, "index.sqlite"), { readOnly: true });
  assert.deepEqual(db.all("SELECT id FROM records").map(({ id }) => id), ["log-1"]);
  assert.throws(() => db.run("DELETE FROM records"), isCode("IO_ERROR"));
  db.close();
});

test("six processes that build one index at once neither fail nor damage it", async () => {
  const world = testWorld();
  const store = testStore(world);
  for (const n of [1, 2, 3]) {
    const file = `daily/2026-02-0${n}.jsonl`;
    write(store, file, Array.from({ length: 1_500 }, (_, at) => fact(`log-${n}-${at}`, `Fact ${at} about 缓存`)));
  }
  const script = join(import.meta.dirname ?? ".", "..", "fixtures", "sync_index.ts");
  const words = "Deno" in globalThis ? ["run", "-A", "--no-check", script] : [script];
  const counts = await Promise.all(
    Array.from({ length: 6 }, () => output(process.execPath, [...words, store.folder], world.runtime.home)),
  );
  assert.deepEqual(counts, Array.from({ length: 6 }, () => "4500\n"));
  const index = openIndex(store);
  assert.equal(index.db.get("PRAGMA integrity_check")?.["integrity_check"], "ok");
  index.db.run("INSERT INTO lexicon(lexicon) VALUES ('integrity-check')");
});

function output(program: string, words: readonly string[], home: string): Promise<string> {
  const child = spawn(program, [...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOME: home, USERPROFILE: home },
  });
  let text = "";
  child.stdout.on("data", (chunk: Uint8Array) => void (text += new TextDecoder().decode(chunk)));
  return new Promise((resolve, reject) => {
    child.on("close", (code) => code === 0 ? resolve(text) : reject(new Error(`exit ${code}`)));
  });
}

test("who may not wait long makes the next transaction no less patient", () => {
  const { folder } = testWorld();
  const db = openDatabase(join(folder, "patience.sqlite"));
  const patience = () => Number(Object.values(db.get("PRAGMA busy_timeout") ?? {})[0]);
  const usual = patience();
  assert.equal(db.transaction(patience, 20), 20);
  assert.equal(db.transaction(patience), usual);
  db.close();
});
