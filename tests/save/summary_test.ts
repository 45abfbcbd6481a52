/** What becomes of a session's summary when a later one is saved; against the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryBox } from "../box.ts";

test("a session has one summary; what a later one changes stays in its history", async () => {
  const box = memoryBox();
  const save = (summary: string) =>
    box.json(["save", "summary", "--topic", "API", "--summary", summary, "--session", "s-1", "--todo", "a, then b"]);
  const first = await save("The service listens on port 8000");
  const second = await save("The service listens on port 9000");
  assert.deepEqual([second.data.id, second.data.status], [first.data.id, "updated"]);
  const records = box.lines("sessions.jsonl");
  assert.equal(records.length, 1);
  assert.equal(records[0].summary, "The service listens on port 9000");
  assert.deepEqual(records[0].todos, ["a, then b"]);
  assert.deepEqual(records[0].history.map((entry: { summary: string }) => entry.summary), [
    "The service listens on port 8000",
  ]);
});

test("a later summary that names another thing takes away nothing that was done", async () => {
  const box = memoryBox();
  for (const name of ["Stripe", "Adyen"]) {
    const summary = `Refunds work for ${name}. The orders table has an index on ${name.toLowerCase()}_id.`;
    await box.json(["save", "summary", "--topic", "Pay", "--session", "s-1", "--summary", summary]);
  }
  const [record] = box.lines("sessions.jsonl");
  for (const name of ["Stripe", "Adyen"]) {
    assert.match(record.summary, new RegExp(`for ${name}[^]*${name.toLowerCase()}_id`));
  }
});

test("a later summary is built on the earlier one: decisions stay, and to-dos until they are named as done", async () => {
  const box = memoryBox();
  const save = (...more: string[]) => box.json(["save", "summary", "--topic", "API", "--session", "s-1", ...more]);
  const latest = () => box.lines("sessions.jsonl")[0];
  await save("--summary", "First", "--decision", "Flask, because it is small", "--todo", "Write tests for the login");
  await save("--summary", "Second", "--todo", "Ask for the certificate");
  assert.deepEqual([latest().summary, latest().decisions, latest().todos], [
    "First\nSecond",
    ["Flask, because it is small"],
    ["Write tests for the login", "Ask for the certificate"],
  ]);
  const words = ["--decision", "Flask, because it is small.", "--decision", "TTL 300 s", "--todo", "Load-test it"];
  const third = await save("--summary", "Third", ...words, "--done", "tests for the login", "--done", "no such thing");
  assert.deepEqual([latest().decisions, latest().todos], [
    ["Flask, because it is small.", "TTL 300 s"],
    ["Ask for the certificate", "Load-test it"],
  ]);
  assert.deepEqual(latest().done.map(({ todo }: { todo: string }) => todo), ["Write tests for the login"]);
  assert.deepEqual(third.data.not_closed, [{ words: "no such thing", todos: [] }], "said, not written as done");
  await box.json([
    "save",
    JSON.stringify({ topic: "API", summary: "Fourth", session_id: "s-1", done: ["certificate"] }),
  ]);
  assert.deepEqual([latest().summary, latest().todos], ["First\nSecond\nThird\nFourth", ["Load-test it"]]);
  assert.equal(latest().history.length, 3);
  assert.deepEqual(latest().history[0].todos, ["Write tests for the login"]);
});

test("of an earlier summary stays what the later one neither says again nor changes, as much as a start tells", async () => {
  const box = memoryBox();
  const save = async (summary: string) => {
    await box.json(["save", "summary", "--topic", "Export", "--session", "s-1", "--summary", summary]);
    return String(box.lines("sessions.jsonl")[0].summary);
  };
  const cause = "The export hung because the cursor was never closed.";
  await save(`${cause} Session TTL is 300 s. Tests pass.`);
  const second = await save("The flag --since was added. Session TTL is 900 s. Tests pass.");
  assert.equal(second, `${cause}\nThe flag --since was added. Session TTL is 900 s. Tests pass.`);
  assert.equal(await save("旧接口下线了。"), `${second}\n旧接口下线了。`);
  const long = (at: number) => `Part ${at}: ${["reader", "writer", "parser"][at % 3]} number ${at} works. `.repeat(8);
  for (let at = 0; at < 12; at++) await save(long(at).trim());
  const last = await save("Release 2.0 is out.");
  assert.ok(last.length < 1200, last);
  assert.match(last, /number 11 works[^]*\nRelease 2\.0 is out\.$/);
  assert.ok(box.lines("sessions.jsonl")[0].history[0].summary.includes(cause));
});

test("a sentence or a decision with a word more is another one and replaces none", async () => {
  for (
    const [one, other] of [
      [
        "The payment service retries failed jobs five times",
        "The payment service client retries failed jobs five times",
      ],
      ["The failing upload test runs on Windows", "The failing upload test runs on Windows ARM"],
      ["Orders have an index on users", "Orders have an index on user"],
      ["服务每晚重启", "服务器每晚重启"],
    ] as const
  ) {
    const box = memoryBox();
    for (const text of [one, other]) {
      const words = ["--topic", "Jobs", "--summary", `${text}.`, "--decision", text];
      await box.json(["save", "summary", "--session", "s-1", ...words]);
    }
    const [{ summary, decisions }] = box.lines("sessions.jsonl");
    assert.deepEqual([summary, decisions], [`${one}.\n${other}.`, [one, other]]);
  }
});

test("a decision that a later summary changes goes, with its words in the history; others of the same shape stay", async () => {
  const box = memoryBox();
  const save = (...more: string[]) => box.json(["save", "summary", "--topic", "Cache", "--session", "s-1", ...more]);
  const api = "The api server in staging listens on port 8080 behind nginx";
  const admin = "The api server in production listens on port 8080 behind nginx";
  await save("--summary", "1", "--decision", "Session TTL is 300 s", "--decision", api);
  await save("--summary", "2", "--decision", "Session TTL is 900 s", "--decision", admin);
  const [record] = box.lines("sessions.jsonl");
  assert.deepEqual(record.decisions, [api, "Session TTL is 900 s", admin]);
  assert.deepEqual(record.history[0].decisions, ["Session TTL is 300 s", api]);
});
