/** Each row of the index against the line that it was made of: any doctor compares them while that is cheap. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type DoctorBox, doctorBox, line } from "../doctor_box.ts";

const PAGE_BYTES = 4096;
const DAY = "daily/2026-02-18.jsonl";

function change(box: DoctorBox, sql: string): void {
  const db = new DatabaseSync(join(box.own, "index.sqlite"));
  db.exec(sql);
  db.close();
}

test("a row that says something else than its line is found, though every count is right, and mended", async () => {
  const changes = {
    "another text": "UPDATE records SET raw = replace(raw, 'Redis', 'Kafka')",
    "another time": "UPDATE records SET time = time + 1000",
    "not deleted, but so marked": "UPDATE records SET deleted = 1",
    "another id": "UPDATE records SET id = 'log-other' WHERE type = 'fact'",
  };
  const box = await doctorBox();
  for (const [name, sql] of Object.entries(changes)) {
    change(box, sql);
    const { bad, of } = await box.doctor();
    assert.deepEqual(bad, ["consistency"], name);
    assert.match(of["consistency"]?.detail ?? "", /daily\/\S+ log-\S+ \(other\)/, name);
    const mended = await box.doctor(["--fix"]);
    assert.deepEqual([mended.bad, mended.fixed], [[], ["sqlite_accessible"]], name);
    assert.deepEqual((await box.doctor(["--deep"])).bad, [], name);
  }
});

test("a row on a page that is damaged is found, and mended", async () => {
  const box = await doctorBox();
  box.write(DAY, Array.from({ length: 90 }, (_, at) => line(`log-${at}`)).join(""));
  await box.json(["sync"]);
  const path = join(box.own, "index.sqlite");
  const bytes = fs.readFileSync(path);
  bytes.fill(0xff, bytes.length - 2 * PAGE_BYTES, bytes.length - PAGE_BYTES);
  fs.writeFileSync(path, bytes);
  assert.deepEqual((await box.doctor()).bad, ["consistency"]);
  const mended = await box.doctor(["--fix"]);
  assert.deepEqual([mended.bad, mended.fixed], [[], ["sqlite_accessible"]]);
  assert.equal((await box.json(["search", "Redis"])).results.length, 1);
});

test("a row in another's place is missing in one and too much in the other", async () => {
  const box = await doctorBox();
  box.write(DAY, line("log-1") + line("log-2"));
  await box.json(["sync"]);
  change(box, "UPDATE records SET start = start + 1 WHERE id = 'log-2'");
  const { detail = "" } = (await box.doctor()).of["consistency"] ?? {};
  assert.match(detail, /log-2 \(missing\).*log-2 \(extra\)/);
});

test("notes, core memory, records of one id and records without any are as their lines say", async () => {
  const box = await doctorBox();
  box.write("MEMORY.md", "# Core\n\n## Preferences\n\n- Two spaces\n\n## Style\n\n- 缓存优先\n");
  box.write("notes/MEM-a.md", "# Releases\n\n**One-liner**: Releases are cut on Tuesdays\n\n- ID: MEM-a\n");
  box.write(DAY, line("log-1") + line("log-1", { content: "Another" }) + line("", { content: "By hand" }) + "{torn\n");
  box.write("daily/2026-02-19.jsonl", line("log-1", { content: "Of another day", supersedes: "log-2" }));
  await box.json(["sync"]);
  const { of } = await box.doctor();
  assert.equal(of["consistency"]?.status, "pass");
  // Two checks count the same index, and say which records they count.
  assert.match(of["sqlite_accessible"]?.detail ?? "", /^a search finds \d records, notes and MEMORY\.md among them/);
  assert.match(of["consistency"]?.detail ?? "", /^Without notes and MEMORY\.md: 5 in the files, 5 in the index/);
});

test("while a file waits for a sync the rows of what was read of it are compared, and those of the others", async () => {
  const box = await doctorBox();
  box.write(DAY, line("log-1"));
  await box.json(["sync"]);
  box.write(DAY, line("log-1") + line("log-2"));
  for (const words of [[], ["--deep"]]) assert.equal((await box.doctor(words)).of["consistency"]?.status, "pass");
  change(box, "UPDATE records SET raw = replace(raw, 'Fact log-1', 'Fact log-9')");
  for (const words of [[], ["--deep"]]) {
    assert.match((await box.doctor(words)).of["consistency"]?.detail ?? "", /log-1 \(other\)/);
  }
});

test("a time without a zone makes no row differ once the machine is in another zone", async () => {
  const box = await doctorBox();
  box.write(
    DAY,
    line("log-1", { timestamp: "2026-02-18 10:00" }) + line("log-2", { timestamp: "2026-02-18T23:30:00" }),
  );
  await box.json(["sync"], { env: { TZ: "Asia/Kolkata" } });
  const elsewhere = { env: { TZ: "America/New_York" } };
  assert.equal((await box.doctor([], elsewhere)).of["consistency"]?.status, "pass");
  change(box, "UPDATE records SET time = time + 1 WHERE id = 'log-1'");
  assert.match((await box.doctor([], elsewhere)).of["consistency"]?.detail ?? "", /log-1 \(other\)/);
});

test("of a memory so large that it takes its time rows are counted, which is said, and --deep compares them", async () => {
  const box = await doctorBox();
  const event = `${JSON.stringify({ type: "session_start", session: "s-1", note: "x".repeat(60_000) })}\n`;
  box.write(DAY, line("log-1") + event.repeat(90));
  await box.json(["sync"]);
  change(box, "UPDATE records SET raw = replace(raw, 'Redis', 'Kafka')");
  const plain = await box.doctor();
  assert.deepEqual(plain.bad, []);
  assert.match(plain.of["consistency"]?.detail ?? "", /by number only.*`memory doctor --deep` compares each/);
  const { bad, of } = await box.doctor(["--deep"]);
  assert.deepEqual(bad, ["consistency"]);
  assert.match(of["consistency"]?.detail ?? "", /log-\S+ \(other\)/);
});

// One check said “1 record in the index”, the other “2 in the index”: no search finds a fact beside its records.
test("of consolidated facts beside their records one check counts what a search finds, the other what the index holds", async () => {
  const box = await doctorBox();
  box.write(DAY, line("log-1"));
  await box.json(["sync"]);
  const before = (await box.doctor()).of["sqlite_accessible"]?.detail ?? "";
  assert.match(before, /^a search finds \d records?, /);
  await box.json(["manage", "consolidate"]);
  const { of } = await box.doctor();
  assert.equal(of["sqlite_accessible"]?.detail, before);
  assert.match(of["consistency"]?.detail ?? "", /: 4 in the files, 4 in the index/);
});
