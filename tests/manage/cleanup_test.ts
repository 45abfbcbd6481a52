/** Cleaning up old records, by the verb and by settings, against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";
import { manage } from "./box.ts";
import { cursor } from "../settings_box.ts";
import { testTogether, tokenRests } from "../together.ts";

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const contents = async (box: Box) => (await manage(box, "list")).data.records.map(({ content }: Json) => content);

/** What is listed and not replaced. */
const inForce = async (box: Box) =>
  (await manage(box, "list")).data.records.filter((each: Json) => each.superseded_by === undefined)
    .map(({ content }: Json) => content).sort();

/** Facts of the given ages, in days, each in the file of its day. */
function boxOf(...ages: number[]): Box {
  const box = memoryBox();
  for (const age of ages) {
    const timestamp = daysAgo(age);
    const fact = { id: `log-${age}`, type: "fact", memory_type: "W", content: `Said ${age} days ago`, entities: [] };
    const event = { id: `log-e${age}`, type: "session_start", session_id: `s${age}`, timestamp };
    const lines = [{ ...fact, confidence: 0.8, timestamp }, event].map((record) => `${JSON.stringify(record)}\n`);
    box.write(`daily/${timestamp.slice(0, 10)}.jsonl`, lines.join(""));
  }
  return box;
}

const sessionEnd = (box: Box) => cursor(box, "sessionEnd", { reason: "completed" });

test("old records are shown first, then marked, and can be brought back; consolidated ones stay", async () => {
  const box = boxOf(40, 35, 1);
  assert.deepEqual((await manage(box, "consolidate")).data.added, 3);
  const preview = await manage(box, "cleanup --older-than 30");
  assert.deepEqual([preview.status, preview.data.total, preview.data.mode], ["preview", 4, "soft"]);
  const { data } = await manage(box, "cleanup --older-than 30 --confirm");
  assert.deepEqual([data.deleted, data.mode, data.index_synced], [4, "soft", true]);
  assert.match(data.backup_path, /^backups\//);
  assert.deepEqual((await contents(box)).sort(), ["Said 1 days ago", "Said 35 days ago", "Said 40 days ago"]);
  assert.deepEqual(
    (await manage(box, "list --type fact --scope daily --keyword said")).data.records.map(({ id }: Json) =>
      id.slice(0, 4)
    ),
    ["log-", "fact", "fact"],
  );
  assert.equal((await manage(box, "restore --from 2020-01-01")).data.restored, 4);
  assert.equal((await manage(box, "stats")).data.facts.count, 0, "the copies are out of sight again");
});

test("a preview tells how many open to-dos would go with their summaries", async () => {
  const box = memoryBox();
  const summary = {
    id: "sum-1",
    type: "summary",
    topic: "Docs",
    summary: "Began",
    timestamp: "2026-01-02T10:00:00.000Z",
  };
  await box.run(["import", "-"], { stdin: JSON.stringify([{ ...summary, todos: ["write docs", "ask Anna"] }]) });
  const { data } = await box.json(["manage", "cleanup", "--older-than", "1", "--scope", "sessions"]);
  assert.deepEqual([data.total, data.open_todos], [1, 2]);
  assert.match((await box.run(["delete", "sum-1"])).stdout, /with 2 to-dos still open/);
});

test("age takes away no convention that still holds, and the preview tells how many stay", async () => {
  const box = boxOf(40);
  const rule = (id: string, content: string, supersedes: readonly string[] = []) => {
    const timestamp = "2026-01-02T08:00:00.000Z";
    const fact = { id, type: "fact", memory_type: "O", content, entities: [], confidence: 0.8, supersedes, timestamp };
    return `${JSON.stringify(fact)}\n`;
  };
  const newer = rule("log-new", "We deploy on Tuesdays", ["log-old"]);
  box.write("daily/2026-01-02.jsonl", rule("log-old", "We deploy on Mondays") + newer);
  const { data } = await manage(box, "cleanup --older-than 30");
  assert.match(data.message, /; kept: 1 convention still in force$/);
  await manage(box, "cleanup --older-than 30 --confirm");
  assert.deepEqual(await contents(box), ["We deploy on Tuesdays"]);
  assert.match((await box.run(["manage", "cleanup", "--older-than", "30"])).stdout, /Only 1 convention/);
});

testTogether("session events are cleaned up by themselves, deleted records for good and with a token", async () => {
  const box = boxOf(3, 2);
  assert.equal((await manage(box, "cleanup --system-events --confirm")).data.deleted, 2);
  assert.equal((await manage(box, "stats")).data.daily.system_events, 0);
  await manage(box, "delete --id log-3 --confirm");
  const { data } = await manage(box, "cleanup --purge-deleted --confirm");
  assert.equal(data.total, 3);
  await tokenRests();
  const done = await manage(box, "cleanup --purge-deleted --confirm", data.confirm_token);
  assert.deepEqual([done.data.deleted, done.data.mode], [3, "purge"]);
  assert.equal((await manage(box, "list --include-deleted")).data.total, 1);
  assert.equal((await box.run(["manage", "cleanup", "--purge-deleted"])).code, 1);
  await manage(box, "undo");
  assert.equal((await manage(box, "list --include-deleted --type fact,session_start")).data.total, 4);
});

// The consolidated copy once held again what had been corrected or replaced since.
testTogether("a clean-up of old records never brings a corrected or replaced value back", async () => {
  const old = (id: string, content: string) =>
    `${JSON.stringify({ id, type: "fact", memory_type: "W", content, timestamp: "2026-01-01T10:00:00.000Z" })}\n`;
  const boxOfRule = async (consolidated: string, now: string) => {
    const box = memoryBox();
    box.write("daily/2026-01-01.jsonl", old("log-1", consolidated));
    await manage(box, "consolidate");
    box.write("daily/2026-01-01.jsonl", old("log-1", now));
    return box;
  };
  const left = async (box: Box) => {
    await manage(box, "cleanup --older-than 30 --confirm");
    return (await manage(box, "list")).data.records.map(({ content }: Json) => content);
  };
  const edited = await boxOfRule("Deploy on Mondays only", "Deploy on Mondays only");
  await manage(edited, "edit log-1", "Deploy on Fridays only");
  assert.doesNotMatch(edited.read("facts.jsonl"), /Mondays/, "what was cut out is in no copy");
  assert.deepEqual(await left(edited), ["Deploy on Fridays only"]);
  const byHand = await boxOfRule("Deploy on Mondays only", "Deploy on Fridays only");
  assert.deepEqual(await left(byHand), ["Deploy on Fridays only"]);
  const replaced = await boxOfRule("Deploy on Mondays only", "Deploy on Mondays only");
  await replaced.json(["save", "fact", "--content", "Deploy on Fridays only", "--supersedes", "log-1"]);
  assert.deepEqual(await left(replaced), ["Deploy on Fridays only"]);
  const replacedLongAgo = await boxOfRule("Deploy on Mondays only", "Deploy on Mondays only");
  replacedLongAgo.write(
    "daily/2026-02-01.jsonl",
    old("log-2", "Deploy on Fridays only").replace("2026-01", "2026-02").replace("}", ',"supersedes":"log-1"}'),
  );
  assert.deepEqual(await left(replacedLongAgo), [], "the newer one was never consolidated");
  const saidTwice = memoryBox();
  const twice = [old("log-1", "Deploy on Mondays only"), old("log-2", "Deploy on Mondays only.")];
  saidTwice.write("daily/2026-01-01.jsonl", twice.join(""));
  await manage(saidTwice, "consolidate");
  await manage(saidTwice, "delete log-1 --confirm");
  await saidTwice.json(["save", "fact", "--content", "Deploy on Fridays only", "--supersedes", "log-2"]);
  assert.deepEqual(await left(saidTwice), ["Deploy on Fridays only"]);
});

test("a clean-up must name what it takes, and only one kind", async () => {
  const box = boxOf(3);
  for (
    const words of [[], ["--confirm"], ["--system-events", "--purge-deleted"], ["--retention", "--older-than", "3"], [
      "--older-than",
      "0",
    ]]
  ) {
    assert.equal((await box.run(["manage", "cleanup", ...words])).code, 2, words.join(" "));
  }
  const off = await box.run(["manage", "cleanup", "--retention"]);
  assert.equal(off.code, 1);
  assert.match(off.stderr, /storage.retention_days/);
});

test("storage.retention_days: at the end of a session what says nothing more is backed up and gone; nothing is forgotten", async () => {
  const box = boxOf(100, 95, 5);
  fs.mkdirSync(join(box.home, ".memory"), { recursive: true });
  fs.writeFileSync(join(box.home, ".memory/config.json"), `{"storage": {"retention_days": 90}}`);
  const [old, gone] = [100, 95].map((age) => `daily/${daysAgo(age).slice(0, 10)}.jsonl`) as [string, string];
  const [fact] = box.read(old).split("\n");
  box.write(old, `${box.read(old)}{"torn`);
  await manage(box, "delete log-95 --confirm");
  await sessionEnd(box);
  assert.equal(box.read(old), `${fact}\n{"torn`, "what is in force stays, and a line that nobody can read");
  assert.equal(fs.existsSync(box.path(gone)), false);
  assert.deepEqual((await contents(box)).sort(), ["Said 100 days ago", "Said 5 days ago"]);
  const [backup] = (await manage(box, "backups")).data.backups;
  assert.equal(backup.command, "retention");
  assert.equal(backup.files.length, 2);
  const operation = box.lines("audit/operations.jsonl").find(({ command }) => command === "retention");
  assert.deepEqual([operation.actor, operation.before_count - operation.after_count], ["system", 2]);
  await manage(box, "undo", operation.op_id);
  assert.equal((await manage(box, "restore log-95")).data.restored, 1);
  assert.equal((await manage(box, "stats")).data.daily.facts, 3);
});

test("cleanup.auto_cleanup_days marks old daily records instead of taking them away", async () => {
  const box = boxOf(40, 1);
  box.write("config.json", `{"cleanup": {"auto_cleanup_days": 30}}`);
  await sessionEnd(box);
  const { daily, facts } = (await manage(box, "stats")).data;
  assert.deepEqual([daily.deleted, facts.count], [1, 0]);
  assert.deepEqual((await contents(box)).sort(), ["Said 1 days ago", "Said 40 days ago"]);
});

/** Facts of one old day, one minute after another. */
function oldFacts(box: Box, ...facts: readonly Json[]): void {
  const lines = facts.map((fact, at) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 10, at)).toISOString();
    return `${JSON.stringify({ type: "fact", memory_type: "W", entities: [], confidence: 0.8, timestamp, ...fact })}\n`;
  });
  box.write("daily/2026-01-01.jsonl", lines.join(""));
}

testTogether("a tidying of old days leaves what is in force where it is, under its id", async () => {
  const box = memoryBox();
  oldFacts(
    box,
    { id: "log-100000001-aaaa", content: "The queue is RabbitMQ" },
    { id: "log-100000002-aaaa", content: "Half of the migration is done", memory_type: "S" },
    { id: "log-100000003-aaaa", content: "We deploy on Mondays", memory_type: "O" },
    { id: "log-100000004-aaaa", content: "We deploy on Tuesdays", memory_type: "O", supersedes: "log-100000003-aaaa" },
    { id: "log-100000005-aaaa", content: "Redis caches the sessions" },
    { id: "log-100000006-aaaa", content: "Redis caches sessions." },
    { id: "log-100000007-aaaa", content: "Orders live in Postgres", entities: ["orders"] },
    { id: "log-100000008-aaaa", content: "Orders live in Postgres." },
  );
  const ids = async () => {
    const { records } = (await manage(box, "list")).data;
    return records.map(({ id }: Json) => id.slice(10, 13)).sort().join(" ");
  };
  await box.json(["config", "set", "cleanup.auto_cleanup_days", "7"]);
  const { data } = await manage(box, "cleanup --retention");
  assert.deepEqual(data.records.map(({ id }: Json) => id.slice(10, 13)).sort().join(" "), "003 005");
  await sessionEnd(box);
  // The label of 7 is in no other record.
  assert.equal(await ids(), "001 002 004 006 007 008");
  assert.equal((await box.run(["manage", "cleanup", "--retention"])).code, 1, "no more is to be tidied");
  const saved = ["save", "fact", "--content", "All messages go by NATS", "--supersedes", "log-100000001-aaaa"];
  await box.json(saved);
  await sessionEnd(box);
  await manage(box, "undo");
  assert.match((await inForce(box)).join(), /RabbitMQ/, "what replaces it may be taken back");
  await box.json(saved);
  assert.equal((await manage(box, "delete log-100000002-aaaa --confirm")).data.deleted, 1);
  assert.deepEqual(
    await inForce(box),
    [
      "All messages go by NATS",
      "Orders live in Postgres",
      "Orders live in Postgres.",
      "Redis caches sessions.",
      "We deploy on Tuesdays",
    ],
  );
});

testTogether("nor does it bring a replaced value back", async () => {
  const box = memoryBox();
  const [first, second, third] = ["log-100000001-aaaa", "log-100000002-aaaa", "log-100000003-aaaa"];
  oldFacts(box, { id: second, content: "The queue is Kafka", supersedes: first });
  const { timestamp: _, ...fact } = JSON.parse(box.read("daily/2026-01-01.jsonl"));
  const timestamp = new Date().toISOString();
  const recent = { ...fact, id: first, content: "The queue is RabbitMQ", supersedes: undefined, timestamp };
  box.write(`daily/${timestamp.slice(0, 10)}.jsonl`, `${JSON.stringify(recent)}\n`);
  const newer = { ...fact, id: third, content: "The queue is NATS", supersedes: second };
  box.write("daily/2026-01-02.jsonl", `${JSON.stringify({ ...newer, timestamp: "2026-01-02T10:00:00.000Z" })}\n`);
  const copied = { ...fact, id: "fact-100000004-aaaa", evidence: [second], supersedes: undefined, timestamp };
  box.write("facts.jsonl", `${JSON.stringify(copied)}\n`);
  await box.json(["config", "set", "storage.retention_days", "7", "--global"]);
  await sessionEnd(box);
  assert.deepEqual(await inForce(box), ["The queue is NATS"]);
  await manage(box, `delete ${first} --confirm`);
  await sessionEnd(box);
  assert.equal(fs.existsSync(box.path("daily/2026-01-01.jsonl")), false);
  assert.deepEqual(await inForce(box), ["The queue is NATS"]);
  assert.deepEqual(
    (await box.json(["search", "queue"])).results.map(({ content }: Json) => content),
    await inForce(box),
  );
});

testTogether("the id of a record that was tidied away leads to what says the same now", async () => {
  const box = memoryBox();
  const [queue, ci, port, again, tabs, spaces] = [1, 2, 3, 4, 5, 6].map((at) => `log-10000000${at}-${at}aaa`) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  oldFacts(
    box,
    { id: queue, content: "The queue is RabbitMQ" },
    { id: ci, content: "The CI runs on Jenkins" },
    { id: port, content: "The API listens on port 8123" },
    { id: again, content: "The API listens on port 8123." },
    { id: tabs, content: "Makefiles have tabs", memory_type: "S" },
    { id: spaces, content: "Scripts have spaces" },
  );
  await manage(box, "consolidate");
  await manage(box, "cleanup --older-than 30 --confirm");
  const saved = await box.json(["save", "fact", "--content", "All messages go by NATS", "--supersedes", "1aaa"]);
  assert.equal(saved.status, "ok");
  await manage(box, `edit ${saved.data.id}`, "--supersedes", ci);
  // Of those that were deleted long ago no line is left.
  await box.json(["config", "set", "storage.retention_days", "30", "--global"]);
  await manage(box, "cleanup --retention --confirm");
  assert.equal(fs.existsSync(box.path("daily/2026-01-01.jsonl")), false);
  assert.match((await box.run(["show", "5aaa"])).stdout, /Makefiles have tabs/);
  await manage(box, `edit ${port}`, "The API listens on port 9000");
  const deleted = (await manage(box, `delete ${spaces} 5aaa --confirm`)).data;
  assert.deepEqual([deleted.deleted, deleted.not_found], [2, undefined]);
  assert.deepEqual(await inForce(box), ["All messages go by NATS", "The API listens on port 9000"]);
});

testTogether(
  "an id that was repeated leads to the record that repeats it, and restore and purge to its own",
  async () => {
    const box = memoryBox();
    oldFacts(box, { id: "log-100000001-1aaa", content: "The queue is RabbitMQ" }, {
      id: "log-100000002-2aaa",
      content: "The queue is RabbitMQ.",
    });
    await box.json(["config", "set", "cleanup.auto_cleanup_days", "30"]);
    await manage(box, "cleanup --retention --confirm");
    assert.equal((await manage(box, "restore log-100000001-1aaa")).data.restored, 1);
    await manage(box, "cleanup --retention --confirm");
    await box.json(["save", "fact", "--content", "All messages go by NATS", "--supersedes", "1aaa"]);
    assert.deepEqual(await inForce(box), ["All messages go by NATS"]);
    const { data: { total, records } } = await manage(box, "delete log-100000001-1aaa --purge");
    assert.deepEqual([total, records[0].id], [1, "log-100000001-1aaa"]);
  },
);

test("cleanup.backup_retain_days: older backups go at the end of a session, if they were too old a day ago already", async () => {
  const box = boxOf(1);
  const backup = (age: number) => {
    const id = daysAgo(age).slice(0, 19).replace("T", "-").replaceAll(":", "");
    const manifest = { id, created_at: daysAgo(age), command: "delete", files: [] };
    box.write(`backups/${id}/backup.json`, JSON.stringify(manifest));
    return id;
  };
  const old = backup(40);
  const kept = backup(20);
  const end = async () => {
    await sessionEnd(box);
    return (await manage(box, "backups")).data.backups.map(({ id }: Json) => id);
  };
  // A clock may be wrong for once.
  assert.deepEqual(await end(), [kept, old]);
  assert.deepEqual(await end(), [kept, old]);
  box.write(`backups/${old}/past`, daysAgo(2));
  box.write(`backups/${kept}/past`, daysAgo(-40));
  assert.deepEqual(await end(), [kept]);
  assert.equal(fs.existsSync(box.path(`backups/${kept}/past`)), false);
});

test("a fact that was corrected after its records were cleaned up stays so when these come back", async () => {
  const box = memoryBox();
  const fact = { id: "log-120000000-aaaa", type: "fact", memory_type: "W", entities: [], confidence: 0.9 };
  box.write(
    "daily/2025-06-01.jsonl",
    `${JSON.stringify({ ...fact, content: "The session TTL is 300 s", timestamp: "2025-06-01T12:00:00.000Z" })}\n`,
  );
  await manage(box, "consolidate");
  await manage(box, "cleanup --older-than 30 --confirm");
  const { data: { records: [kept] } } = await manage(box, "list");
  await box.json(["edit", kept.id, "The session TTL is 900 s"]);
  await box.json(["restore", fact.id]);
  const { data: { records } } = await manage(box, "list");
  assert.deepEqual(records.map(({ content }: { content: string }) => content).sort(), [
    "The session TTL is 300 s",
    "The session TTL is 900 s",
  ]);
});
