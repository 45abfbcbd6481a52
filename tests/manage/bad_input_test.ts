/** Damaged files in a data folder, and changes at the same time: each ends in a clear error or loses nothing. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { eventually, type Json, memoryBox } from "../box.ts";
import { manage } from "./box.ts";

const FILE = "daily/2026-02-18.jsonl";
const fact = (id: string, fields: object = {}) => ({
  id,
  type: "fact",
  memory_type: "W",
  content: `Text of ${id}`,
  entities: [],
  confidence: 0.8,
  timestamp: "2026-02-18T10:00:00Z",
  ...fields,
});
const line = (record: object) => `${JSON.stringify(record)}\n`;

test("a half-written last line stays as it is through every change, and is counted by doctor", async () => {
  const box = memoryBox();
  const torn = `{"id":"log-torn","content":"half of a sen`;
  box.write(FILE, line(fact("log-1")) + line(fact("log-2")) + torn);
  await manage(box, "edit --id log-1", "--content", "Other");
  await manage(box, "delete --id log-2 --confirm");
  await manage(box, "undo");
  await manage(box, "consolidate");
  assert.ok(box.read(FILE).endsWith(torn));
  assert.equal((await manage(box, "list --scope daily")).data.total, 2);
  await box.json(["export", "--output", join(box.home, "a.json")]);
  const { checks } = (await box.json(["doctor"])).data;
  assert.notEqual(checks.find(({ id }: Json) => id === "jsonl_parseable").status, "pass");
});

test("a line of 20 MB, invalid UTF-8 and a line that is no object are kept byte for byte and stop nothing", async () => {
  const box = memoryBox();
  const before = Buffer.concat([
    Buffer.from(line(fact("log-1"))),
    Buffer.from(`{"id":"log-long","content":"${"x".repeat(20 * 1024 * 1024)}"}\n`),
    Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0x0a]),
    Buffer.from(`[1]\n\uFEFF${line(fact("log-2"))}`),
  ]);
  fs.mkdirSync(join(box.data, "daily"));
  fs.writeFileSync(box.path(FILE), before);
  assert.equal((await manage(box, "list")).data.total, 2);
  await manage(box, "delete --id log-2 --confirm");
  await manage(box, "restore --id log-2");
  await manage(box, "edit --id log-1", "--content", "Other");
  await manage(box, "undo");
  const after = fs.readFileSync(box.path(FILE));
  // The byte order mark before log-2 is gone, since its line was written anew; every other byte is there.
  assert.equal(after.toString("latin1"), before.toString("latin1").replace("\u00ef\u00bb\u00bf", ""));
});

test("of several lines with one id a deletion wins, then the newest; an edit and a restore mean all of them", async () => {
  const box = memoryBox();
  box.write(
    FILE,
    line(fact("log-1", { content: "old" })) +
      line(fact("log-1", { content: "new", updated_at: "2026-02-19T00:00:00Z" })) +
      line(fact("log-2")) + line(fact("log-2", { deleted_at: "2026-02-18T11:00:00Z" })),
  );
  assert.deepEqual((await manage(box, "list")).data.records.map(({ content }: Json) => content), ["new"]);
  await manage(box, "edit --id log-1", "--content", "newer");
  assert.deepEqual((await manage(box, "list")).data.records.map(({ content }: Json) => content), ["newer"]);
  assert.equal((await manage(box, "restore --id log-2")).data.restored, 1);
  assert.equal((await manage(box, "list")).data.total, 2);
  assert.equal((await manage(box, "delete --id log-1 --confirm")).data.deleted, 1);
  assert.equal((await manage(box, "list")).data.total, 1);
  assert.equal((await box.run(["search", "newer"])).code, 1);
});

test("a file behind a link out of the data folder is neither found, nor written, nor exported", async () => {
  const box = memoryBox();
  const outside = join(box.home, "outside");
  fs.mkdirSync(outside);
  fs.writeFileSync(
    join(outside, "sessions.jsonl"),
    line({ id: "sum-1", topic: "Outside", timestamp: "2026-02-18T10:00:00Z" }),
  );
  fs.writeFileSync(join(outside, "secret.md"), "private key\n");
  fs.symlinkSync(join(outside, "sessions.jsonl"), join(box.data, "sessions.jsonl"));
  fs.symlinkSync(join(outside, "secret.md"), join(box.data, "MEMORY.md"));
  const deleted = await box.run(["manage", "delete", "--id", "sum-1", "--scope", "all", "--confirm"]);
  assert.equal(deleted.code, 1);
  assert.equal(JSON.parse(deleted.stdout).error.code, "RECORD_NOT_FOUND");
  assert.match((await box.run(["--json", "doctor"])).stdout, /sessions\.jsonl/);
  const exported = await box.run(["export", "--output", join(box.home, "a.json")]);
  assert.equal(exported.code, 4);
  assert.equal(fs.existsSync(join(box.home, "a.json")), false);
  assert.match(
    fs.readFileSync(join(outside, "sessions.jsonl"), "utf8"),
    /^\{"id":"sum-1","topic":"Outside","timestamp":"2026-02-18T10:00:00Z"\}\n$/,
  );
});

test("a backup that lacks a file, and one that never was, are told and change nothing", async () => {
  const box = memoryBox();
  box.write(FILE, line(fact("log-1")));
  box.write("sessions.jsonl", line({ id: "sum-1", topic: "T", timestamp: "2026-02-18T10:00:00Z" }));
  const { data } = await manage(box, "delete --keyword t --scope all --confirm");
  const id = data.backup_path.split("/")[1];
  fs.rmSync(join(box.own, data.backup_path, "sessions.jsonl"));
  const before = box.read(FILE);
  const broken = await box.run(["manage", "restore", "--from-backup", id]);
  assert.equal(broken.code, 1);
  assert.match(JSON.parse(broken.stdout).error.message, /sessions.jsonl is missing/);
  assert.equal(box.read(FILE), before);
  const [shown] = (await manage(box, "backups")).data.backups;
  assert.deepEqual([shown.id, shown.problem], [id, "missing: sessions.jsonl"]);
  for (const name of ["2020-01-01-000000", "../../../..", "."]) {
    const none = await box.run(["manage", "restore", "--from-backup", name]);
    assert.equal(JSON.parse(none.stdout).error.code, "BACKUP_NOT_FOUND", name);
  }
});

test("records dated in the past and the future are listed, cleaned up and kept by these dates", async () => {
  const box = memoryBox();
  const future = new Date(Date.now() + 400 * 24 * 60 * 60_000).toISOString();
  const day = future.slice(0, 10);
  box.write("daily/1970-01-01.jsonl", line(fact("log-old", { timestamp: "1970-01-01T00:00:00Z" })));
  box.write(`daily/${day}.jsonl`, line(fact("log-new", { timestamp: future, updated_at: future })));
  box.write(FILE, line(fact("log-none", { timestamp: "no time" })));
  assert.deepEqual((await manage(box, "list")).data.records.map(({ id }: Json) => id), [
    "log-new",
    "log-none",
    "log-old",
  ]);
  await manage(box, "edit --id log-new", "--content", "Edited in its past");
  assert.equal((await manage(box, "list --id log-new")).data.records[0].content, "Edited in its past");
  assert.equal((await manage(box, "cleanup --older-than 36500")).code, undefined);
  const { data } = await manage(box, "cleanup --older-than 30");
  assert.deepEqual(data.records.map(({ id }: Json) => id).sort(), ["log-none", "log-old"]);
});

test("of many changes and saves at once each gets the lock in turn, and nothing is lost or torn", async () => {
  const box = memoryBox();
  const ids = Array.from({ length: 6 }, (_, at) => `log-${at}`);
  box.write(FILE, ids.map((id) => line(fact(id))).join(""));
  await Promise.all([
    ...ids.slice(0, 3).map((id) => manage(box, `edit --id ${id}`, "--content", `Edited ${id}`)),
    ...ids.slice(3).map((id) => manage(box, `delete --id ${id} --confirm`)),
    ...Array.from({ length: 4 }, (_, at) => box.json(["save", "fact", "--content", `Saved ${at}`])),
  ]);
  const contents = (await manage(box, "list --include-deleted")).data.records;
  assert.equal(contents.length, 10);
  assert.deepEqual(
    contents.filter(({ deleted_at }: Json) => deleted_at).map(({ id }: Json) => id).sort(),
    ["log-3", "log-4", "log-5"],
  );
  assert.equal(contents.filter(({ content }: Json) => content.startsWith("Edited")).length, 3);
  const operations = box.lines("audit/operations.jsonl");
  assert.equal(operations.filter(({ success }) => success).length, 10);
  for (const { op_id } of operations.filter(({ command }) => command !== "save").reverse()) {
    await manage(box, "undo", op_id);
  }
  assert.equal((await manage(box, "list --keyword text")).data.total, 6);
});

test("without a memory every verb says so and creates nothing", async () => {
  const box = memoryBox({ empty: true });
  for (
    const words of [
      "list",
      "stats",
      "delete --all",
      "restore --id x",
      "edit --id x --content y",
      "undo",
      "backups",
      "cleanup --older-than 3",
      "consolidate",
    ]
  ) {
    const ran = await box.run(["manage", ...words.split(" ")]);
    assert.equal(ran.code, 4, words);
    assert.equal(JSON.parse(ran.stdout).error.code, "NOT_INITIALISED", words);
  }
  assert.deepEqual(fs.readdirSync(box.project), []);
});

const bound = { skip: process.getuid?.() === 0 ? "permissions do not bind root" : false };
test("a folder that can't be written can be listed, counted and exported", bound, async () => {
  const box = memoryBox();
  box.write(FILE, line(fact("log-1")));
  fs.chmodSync(box.data, 0o500);
  try {
    const { data } = await manage(box, "list");
    assert.equal(data.total, 1);
    assert.equal((await manage(box, `list --snapshot ${data.snapshot}`)).data.total, 1);
    assert.equal((await manage(box, "stats")).data.daily.facts, 1);
    await box.json(["export", "--output", join(box.home, "a.json")]);
  } finally {
    fs.chmodSync(box.data, 0o700);
  }
});

test("a deferred sync answers at once and says in the log when it is done", async () => {
  const box = memoryBox();
  box.write(FILE, line(fact("log-1")) + line(fact("log-2")));
  const { data } = await manage(box, "delete --id log-1 --confirm --sync-mode deferred");
  assert.equal(data.index_synced, false);
  const log = () => fs.readdirSync(join(box.own, "logs")).flatMap((name) => box.lines(`logs/${name}`));
  const end = () => log().find(({ message }) => message === "deferred sync finished");
  await eventually(() => end() !== undefined);
  const finished = end();
  assert.deepEqual([finished.total, finished.level], [1, "INFO"]);
  const { checks } = (await box.json(["doctor"])).data;
  assert.match(checks.find(({ id }: Json) => id === "index_fresh").detail, /deferred/);
  assert.equal((await manage(box, "delete --id log-2 --confirm --no-sync")).data.index_synced, false);
  assert.equal((await box.run(["search", "Text"])).code, 1, "the next reader brings it in step");
});
