/**
 * Different content is a different record, whatever its id: ids of the Python original are a time of day and collide.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";

/** As the Python original wrote them: a blank after each colon, ids to the second. */
function python(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record).replaceAll('":', '": ').replaceAll(',"', ', "')}\n`).join(
    "",
  );
}

const fact = (content: string, timestamp: string, id = "log-101530") => ({
  id,
  type: "fact",
  memory_type: "W",
  content,
  entities: [],
  confidence: 0.9,
  timestamp,
});

/** Two facts of one second, one of the same second a day later. */
function collidingBox(day = "2026-02-18", next = "2026-02-19"): Box {
  const box = memoryBox();
  box.write(
    `daily/${day}.jsonl`,
    python([
      fact("Sessions live in Redis", `${day}T10:15:30Z`),
      fact("Orders live in Postgres", `${day}T10:15:30Z`),
    ]),
  );
  box.write(`daily/${next}.jsonl`, python([fact("nginx terminates TLS", `${next}T10:15:30Z`)]));
  return box;
}

const SAID = ["Orders live in Postgres", "Sessions live in Redis", "nginx terminates TLS"];

async function listed(box: Box): Promise<Json[]> {
  return (await box.json(["manage", "list", "--limit", "50"])).data.records;
}

const contents = (records: readonly Json[]) => records.map(({ content }) => content).sort();

test("facts of one second are three records in place: listed, searched, exported, each under an id of its own", async () => {
  const box = collidingBox();
  const records = await listed(box);
  assert.deepEqual(contents(records), SAID);
  assert.equal(new Set(records.map(({ id }: Json) => id)).size, 3);
  for (const { id } of records) assert.match(id, /^log-101530-[0-9a-f]{8}$/);
  for (const said of SAID) {
    const { results } = await box.json(["search", said]);
    assert.equal(results[0].content, said);
  }
  const path = join(box.home, "out.json");
  assert.equal((await box.json(["export", "--output", path])).data.records, 3);
  // Reading changes nothing.
  assert.match(box.read("daily/2026-02-19.jsonl"), /"id": "log-101530",/);
});

test("an import brings all of them, twice is once, and a folder and its export are the same", async () => {
  const from = collidingBox();
  const to = memoryBox();
  const first = (await to.json(["import", "--input", from.data])).data;
  assert.deepEqual([first.imported, first.existing, first.skipped, first.skipped_because], [3, 0, 0, []]);
  assert.deepEqual(contents(await listed(to)), SAID);
  const again = (await to.json(["import", "--input", from.data, "--confirm"])).data;
  assert.deepEqual([again.imported, again.existing], [0, 3]);
  const path = join(from.home, "out.json");
  await from.json(["export", "--output", path]);
  const exported = (await to.json(["import", "--input", path, "--confirm"])).data;
  assert.deepEqual([exported.imported, exported.existing], [0, 3]);
});

test("one of them is edited, deleted and brought back alone, and the shared id is no guess", async () => {
  const box = collidingBox();
  const shared = await box.json(["manage", "edit", "--id", "log-101530", "--content", "x"]);
  assert.equal(shared.error.code, "INVALID_ARGUMENT");
  assert.match(shared.error.message, /is the id of 3 records: log-101530-/);
  const records = await listed(box);
  const redis = records.find(({ content }: Json) => content.includes("Redis"));
  const edited = await box.json(["manage", "edit", "--id", redis.id, "--content", "Sessions live in Valkey"]);
  assert.equal(edited.status, "ok");
  const after = await listed(box);
  assert.deepEqual(contents(after), ["Orders live in Postgres", "Sessions live in Valkey", "nginx terminates TLS"]);
  assert.equal(after.find(({ content }: Json) => content.includes("Valkey")).id, redis.id);
  await box.json(["manage", "undo"]);
  assert.deepEqual(contents(await listed(box)), SAID);
  await box.json(["manage", "delete", "--id", redis.id, "--confirm"]);
  assert.deepEqual(contents(await listed(box)), ["Orders live in Postgres", "nginx terminates TLS"]);
  await box.json(["manage", "restore", "--id", redis.id]);
  assert.deepEqual(contents(await listed(box)), SAID);
});

test("a fact of one second in a line without blanks is listed, changed, exported and deleted like any other", async () => {
  const box = memoryBox();
  // As `jq -c` leaves a line of the Python original: in its letters it is as one of ours.
  box.write("daily/2026-02-18.jsonl", `${JSON.stringify(fact("nginx terminates TLS", "2026-02-18T10:15:30Z"))}\n`);
  const [{ id, content }] = await listed(box);
  assert.deepEqual([content, /^log-101530-[0-9a-f]{8}$/.test(id)], ["nginx terminates TLS", true]);
  const path = join(box.home, "out.json");
  assert.equal((await box.json(["export", "--output", path])).data.records, 1);
  await box.json(["manage", "edit", "--id", id, "--content", "Caddy terminates TLS"]);
  assert.deepEqual(contents(await listed(box)), ["Caddy terminates TLS"]);
  await box.json(["manage", "delete", "--id", "log-101530", "--confirm"]);
  assert.deepEqual(await listed(box), []);
});

test("a tidying of old days leaves each of them", async () => {
  const box = collidingBox("2020-02-18", "2020-02-19");
  await box.json(["config", "set", "cleanup.auto_cleanup_days", "30"]);
  await box.json(["manage", "cleanup", "--retention", "--confirm"]);
  assert.deepEqual(contents(await listed(box)), SAID);
});

test("any other id that two records share: both are exported and consolidated, doctor tells it and gives them ids", async () => {
  const pair = [
    ["2020-02-18", fact("Kafka carries invoices", "2020-02-18T10:00:00Z", "x1")],
    ["2020-02-19", fact("Grafana shows latencies", "2020-02-19T10:00:00Z", "x1")],
  ] as const;
  const both = ["Grafana shows latencies", "Kafka carries invoices"];
  const make = () => {
    const box = memoryBox();
    for (const [day, record] of pair) box.write(`daily/${day}.jsonl`, `${JSON.stringify(record)}\n`);
    return box;
  };
  const box = make();
  const to = memoryBox();
  const { data } = await to.json(["import", "--input", box.data]);
  assert.deepEqual([data.imported, data.renamed], [2, 1]);
  assert.deepEqual(contents(await listed(to)), both);
  const again = await to.json(["import", "--input", box.data, "--confirm"]);
  assert.deepEqual([again.data.imported, again.data.existing], [0, 2]);

  // In place as well, without a change to a file.
  const records = await listed(box);
  assert.deepEqual(contents(records), both);
  const kafka = records.find(({ content }: Json) => content.includes("Kafka"));
  assert.match(kafka.id, /^x1-[0-9a-f]{8}$/);
  for (const said of both) assert.equal((await box.json(["search", said])).results[0].content, said);
  assert.equal((await box.json(["search", "Kafka invoices"])).results[0].id, kafka.id);
  assert.match(box.read("daily/2020-02-18.jsonl"), /"id":"x1",/);
  const found = (await box.json(["doctor"])).data.checks.find(({ id }: Json) => id === "id_unique");
  assert.deepEqual([found.status, /memory doctor --fix/.test(found.next_step)], ["warn", true]);
  await box.json(["doctor", "--fix"]);
  assert.match(box.read("daily/2020-02-18.jsonl"), new RegExp(`"id":"${kafka.id}"`));
  assert.deepEqual(contents(await listed(box)), both);

  // One of them is said once more: of the two with the id, that one goes.
  const old = make();
  const newer = fact("Kafka carries invoices", "2020-03-18T10:00:00Z", "x2");
  old.write("daily/2020-03-18.jsonl", `${JSON.stringify(newer)}\n`);
  await old.json(["config", "set", "storage.retention_days", "30", "--global"]);
  await old.json(["manage", "cleanup", "--retention", "--confirm"]);
  assert.deepEqual((await listed(old)).map(({ id }: Json) => id).sort(), ["x1", "x2"]);
  assert.deepEqual(contents(await listed(old)), both);
});

test("of two records of one id the one that is meant is edited, deleted, purged and brought back, and no other", async () => {
  const make = async () => {
    const box = memoryBox();
    box.write(
      "daily/2026-02-18.jsonl",
      [
        fact("Kafka carries invoices", "2026-02-18T10:00:00Z", "x1"),
        fact("Grafana shows latencies", "2026-02-18T10:00:01Z", "x1"),
      ].map((record) => `${JSON.stringify(record)}\n`).join(""),
    );
    const [grafana, kafka] = await listed(box);
    assert.deepEqual([grafana.id, /^x1-/.test(kafka.id)], ["x1", true]);
    return { box, kafka: String(kafka.id) };
  };
  const both = ["Grafana shows latencies", "Kafka carries invoices"];
  {
    const { box, kafka } = await make();
    await box.json(["manage", "delete", "--id", "x1", "--confirm"]);
    assert.deepEqual(contents(await listed(box)), ["Kafka carries invoices"]);
    await box.json(["manage", "restore", "--id", "x1"]);
    assert.deepEqual(contents(await listed(box)), both);
    await box.json(["manage", "edit", "--id", kafka, "--content", "Pulsar carries invoices"]);
    assert.deepEqual(contents(await listed(box)), ["Grafana shows latencies", "Pulsar carries invoices"]);
    await box.json(["manage", "undo"]);
    assert.deepEqual(contents(await listed(box)), both);
    assert.equal((await box.json(["search", "Kafka invoices"])).results[0].id, kafka);
  }
  const { box } = await make();
  const purge = ["manage", "delete", "--keyword", "Grafana", "--purge"];
  const { data } = await box.json(purge);
  assert.equal(data.total, 1);
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  assert.equal((await box.json([...purge, "--confirm", data.confirm_token])).data.deleted, 1);
  assert.deepEqual(contents(await listed(box)), ["Kafka carries invoices"]);
  assert.doesNotMatch(box.read("daily/2026-02-18.jsonl"), /Grafana/);
});

test("an edited record that is imported again stays one, and what is left out says why", async () => {
  const box = memoryBox();
  const record = fact("Old wording", "2026-02-18T10:00:00Z", "log-100000000-abcd");
  const newer = { ...record, content: "New wording", updated_at: "2026-02-19T10:00:00Z" };
  const path = join(box.home, "in.jsonl");
  box.write("../in.jsonl", [record, newer, newer].map((each) => `${JSON.stringify(each)}\n`).join(""));
  const { data } = await box.json(["import", "--input", join(box.data, "../in.jsonl")]);
  assert.deepEqual([data.imported, data.skipped], [1, 2], path);
  assert.deepEqual(data.skipped_because.map(({ count }: Json) => count), [2]);
  assert.match(data.skipped_because[0].reason, /same record again, or an older version/);
  assert.deepEqual(contents(await listed(box)), ["New wording"]);
});

test("a written default of the Python original deletes nothing until the person says so", async () => {
  const box = collidingBox("2020-02-18", "2020-02-19");
  box.write("config.json", JSON.stringify({ version: 1, cleanup: { auto_cleanup_days: 90, backup_retain_days: 30 } }));
  const lines = box.lines("daily/2020-02-18.jsonl");
  const days = async () => (await box.json(["config", "get", "cleanup.auto_cleanup_days"])).data.value;
  assert.equal(await days(), 0);
  await box.hook("claude", "SessionEnd", { session_id: "s", cwd: box.project, reason: "other" });
  assert.deepEqual(box.lines("daily/2020-02-18.jsonl"), lines);
  const told = (await box.json(["doctor"])).data.checks.find(({ id }: Json) => id === "jsonl_parseable");
  assert.match(told.detail, /auto_cleanup_days 90 .* not in force until you say so: `memory config set/);
  await box.json(["config", "set", "cleanup.auto_cleanup_days", "90"]);
  assert.equal(await days(), 90);
  assert.equal((await box.json(["config", "validate"])).data.valid ?? true, true);
  await box.json(["manage", "undo"]);
  assert.equal(await days(), 0);
  // Whoever changed the number wished it.
  box.write("config.json", JSON.stringify({ version: 1, cleanup: { auto_cleanup_days: 60 } }));
  assert.equal(await days(), 60);
});
