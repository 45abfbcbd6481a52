/** Doctor about writes that did not come to their end, against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { Json } from "../box.ts";
import { doctorBox, line } from "../doctor_box.ts";

const DAY = "daily/2026-02-18.jsonl";

test("writes that wait, locks of the dead and what they left behind warn; --fix merges and clears, and loses nothing", async () => {
  const box = await doctorBox();
  const owner = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), at: "", token: "t" });
  const entry = `${
    JSON.stringify({ file: DAY, record: JSON.parse(line("log-spooled", { content: "Kafka carries orders" })) })
  }\n`;
  box.write("spool/20260218090000000-1-abcdef.jsonl", entry);
  box.write("spool/20260218090000001-1-abcdef.jsonl", `${entry.replace("log-spooled", "log-half")}{"file":"daily/2026`);
  box.write(".manage.lock", owner);
  box.write("session_state/s1.json.lock", owner);
  box.write("vectors.lock", owner);
  box.write("daily/.2026-02-18.jsonl.abcd1234.tmp", "half");
  box.write(".MEMORY.md.abcd1234.tmp", "of one that is still being written");
  const longAgo = new Date(Date.now() - 20 * 60_000);
  fs.utimesSync(join(box.data, "daily/.2026-02-18.jsonl.abcd1234.tmp"), longAgo, longAgo);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, ["spool"]);
  assert.match(of["spool"]?.detail ?? "", /2 writes .*\.manage\.lock.*1 temporary file/);
  const mended = await box.doctor(["--fix"]);
  // With the lock goes what its dead owner had written beside the records.
  assert.deepEqual(mended.fixed, ["spool", "spool"]);
  // What can't be read of a spool file is kept, and told, until somebody has looked.
  assert.match(mended.of["spool"]?.detail ?? "", /^half-written: spool\/20260218090000001-1-abcdef\.jsonl\.damaged$/);
  fs.rmSync(join(box.own, "spool/20260218090000001-1-abcdef.jsonl.damaged"));
  assert.deepEqual((await box.doctor()).bad, []);
  assert.deepEqual(box.lines(DAY).map(({ id }: Json) => id), ["log-spooled", "log-half"]);
  const left = fs.readdirSync(box.data).filter((name) => /lock|tmp/.test(name));
  assert.deepEqual(left, [".MEMORY.md.abcd1234.tmp"]);
  assert.equal((await box.json(["search", "Kafka"])).results.length, 2);
});

test("an edit whose process died between its files is named, and --fix carries it out", async () => {
  const box = await doctorBox();
  const saved = await box.json(["save", "fact", "--content", "Orders go through RabbitMQ"]);
  const file = `daily/${fs.readdirSync(join(box.data, "daily"))[0]}`;
  const before = box.read(file);
  const { operation } =
    (await box.json(["manage", "edit", "--id", saved.data.id, "--content", "Orders go through Kafka"])).data;
  // As it was a moment before the last rename.
  box.write(`${file.replace("daily/", "daily/.")}.abcd1234.tmp`, box.read(file));
  box.write(file, before);
  box.write(".manage.lock", JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), at: "", token: "t" }));
  assert.match((await box.doctor()).of["spool"]?.detail ?? "", new RegExp(`edit \\(${operation}\\) was cut short`));
  assert.equal(box.read(file), before, "looking changes nothing");
  await box.doctor(["--fix"]);
  assert.match(box.read(file), /through Kafka/);
  assert.deepEqual((await box.doctor()).bad, []);
  assert.deepEqual(fs.readdirSync(join(box.data, "daily")).length, 1);
});

test("a lock whose owner lives is told and left alone", async () => {
  const box = await doctorBox();
  box.write(".manage.lock", JSON.stringify({ pid: process.pid, host: hostname(), at: "", token: "t" }));
  const { bad, of, fixed } = await box.doctor(["--fix"]);
  assert.deepEqual([bad, fixed], [[], []]);
  assert.match(of["spool"]?.detail ?? "", new RegExp(`process ${process.pid} .*is writing now`));
});

test("what a killed writer left of the index is rolled back, and is no damage", async () => {
  const box = await doctorBox();
  const path = join(box.own, "index.sqlite");
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(path);
  // Pages that no longer fit into the cache are in the file before the commit, as in the middle of a commit of ours.
  db.exec("PRAGMA synchronous=OFF; PRAGMA cache_size=1; CREATE TABLE filler (text); BEGIN IMMEDIATE");
  for (let row = 0; row < 200; row++) db.exec(`INSERT INTO filler VALUES ('${"x".repeat(4000)}')`);
  const ends = ["", "-journal"];
  for (const end of ends) fs.copyFileSync(path + end, join(box.home, `killed${end}`));
  db.exec("ROLLBACK");
  db.close();
  for (const end of ends) fs.copyFileSync(join(box.home, `killed${end}`), path + end);
  const { bad, of } = await box.doctor();
  assert.deepEqual(bad, [], JSON.stringify(of["sqlite_accessible"]));
  assert.equal(fs.existsSync(`${path}-journal`), false);
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
});
