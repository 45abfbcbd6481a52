/** A save takes as long as a save does: whatever the index is like, and however many others save. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { acquire } from "../../src/store/lock.ts";
import { BINARY, type Box, eventually, type Json, memoryBox } from "../box.ts";
import { testWorld } from "../world.ts";

const save = (box: Box, content: string, ...more: string[]): Promise<Json> =>
  box.json(["save", "fact", "--type", "W", "--content", content, ...more]);

/** Far more records than are indexed in the time that a save has for it. */
const MANY = 15_000;

function memoryWithoutIndex(count = MANY): Box {
  const box = memoryBox();
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: `log-10000${String(at).padStart(4, "0")}-x${at.toString(36).padStart(3, "0")}`,
      type: "fact",
      memory_type: "W",
      content: `Service ${at} of the platform runs on host ${at % 97} and listens on port ${at}`,
      timestamp: "2026-01-02T10:00:00.000Z",
    }));
  box.write("daily/2026-01-02.jsonl", `${lines.join("\n")}\n`);
  return box;
}

const today = () => `daily/${new Date().toISOString().slice(0, 10)}.jsonl`;

test("a save does not wait for an index to be made of what was there before", async () => {
  const box = memoryWithoutIndex();
  const { data } = await save(box, "The gateway retries twice");
  assert.equal(data.status, "saved");
  assert.equal(box.lines(today()).at(-1)?.["content"], "The gateway retries twice");
  const log = box.lines(`logs/${new Date().toISOString().slice(0, 10)}.jsonl`);
  assert.ok(log.some(({ message }) => message === "Saved without looking for the same fact"), JSON.stringify(log));
});

test("a fact replaces the one that is meant though no index knows it yet", async () => {
  const box = memoryWithoutIndex();
  const { data } = await save(box, "Service 7 was switched off", "--supersedes", "x007");
  assert.equal(data.status, "saved");
  assert.equal(box.lines(today()).at(-1)?.["supersedes"], "log-100000007-x007");
  const ran = await box.run(["save", "fact", "--type", "W", "--content", "No more", "--supersedes", "log-1-none"]);
  assert.match(ran.stderr + ran.stdout, /There is no record log-1-none/);
});

test("a note is proposed without an index being made first", async () => {
  const box = memoryWithoutIndex(30_000);
  const choice = "retry twice, then give up";
  const payload = {
    scene: "a call to another service fails",
    principles: [choice, "retry for ever"],
    choice,
    source: "remember",
    confidence: "high",
    score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
  };
  const ran = await box.run(["note", "propose", JSON.stringify(payload)]);
  const log = box.lines(`logs/${new Date().toISOString().slice(0, 10)}.jsonl`);
  assert.ok(log.some(({ reason }) => reason === "the index is not in step"), ran.stdout + ran.stderr);
});

/** The tickets of those who have waited for a while. */
const tickets = (box: Box) => fs.readdirSync(box.data).filter((name) => name.endsWith(".wait"));

test("saves that wait are served in the order in which they came, and leave nothing behind", async () => {
  const box = memoryBox();
  const release = acquire(testWorld().runtime, join(box.data, ".manage.lock"), 0);
  assert.ok(release);
  const names = ["Alder", "Birch", "Cedar", "Elm"];
  const saving: Promise<Json>[] = [];
  for (const [at, name] of names.entries()) {
    saving.push(save(box, `${name} is deployed from the branch release`));
    assert.ok(await eventually(() => tickets(box).length === at + 1), `${name} takes a ticket`);
  }
  release();
  for (const { data } of await Promise.all(saving)) assert.equal(data.status, "saved");
  assert.deepEqual(box.lines(today()).map(({ content }) => content.split(" ")[0]), names);
  assert.deepEqual(tickets(box), []);
});

test("the ticket of a process that died holds up nobody", async () => {
  const box = memoryBox();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const owner = JSON.stringify({ pid, host: hostname(), at: "", token: "t" });
  box.write(`.manage.lock.${String(Date.now() - 500).padStart(15, "0")}-abcdef.wait`, owner);
  box.write(`.manage.lock.${"1".padStart(15, "0")}-abcdef.wait`, owner);
  assert.equal((await save(box, "The gateway retries twice")).data.status, "saved");
  assert.deepEqual(tickets(box), []);
});

test("sixteen writers at once lose nothing and none is refused", async () => {
  const box = memoryBox();
  const saved = await Promise.all(
    Array.from({ length: 16 }, (_, at) => save(box, `Writer ${at} owns the queue number ${at}`)),
  );
  assert.deepEqual(saved.map(({ data }) => data.status), saved.map(() => "saved"));
  assert.equal(box.lines(today()).length, 16);
});

test("of many writers at once, some of them killed at any moment, none that was acknowledged is lost", async () => {
  const box = memoryBox();
  const acknowledged: string[] = [];
  let killed = 0;
  const writer = async (at: number) => {
    for (let turn = 0; turn < 6; turn++) {
      const content = `Writer ${at} owns the queue of turn ${turn}`;
      const child = spawn(BINARY, ["save", "fact", "--content", content], {
        cwd: box.project,
        env: { HOME: box.home, PATH: process.env["PATH"] ?? "" },
        stdio: ["ignore", "pipe", "ignore"],
      });
      let said = "";
      child.stdout.on("data", (piece) => said += piece);
      const timer = turn % 2 === 1
        ? setTimeout(() => child.kill("SIGKILL"), 5 + (at * 13 + turn * 29) % 90)
        : undefined;
      await once(child, "close");
      clearTimeout(timer);
      // One that was cut short may have been written; one that was told has been.
      if (said.endsWith("\n") && JSON.parse(said).data.status === "saved") acknowledged.push(content);
      else killed++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => writer(at)));
  await save(box, "The next write is served at once");
  const there = box.lines(today()).map(({ content }) => content);
  assert.deepEqual(acknowledged.filter((content) => !there.includes(content)), []);
  assert.equal(new Set(there).size, there.length, "nothing twice");
  assert.ok(killed > 0 && acknowledged.length >= 24, `${killed} killed, ${acknowledged.length} acknowledged`);
});
