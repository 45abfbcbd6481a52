/** Settings and notes are taken back like records, and what is not there any more is passed, against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

const get = async (box: Box, key: string) => (await box.json(["config", "get", key])).data.value;
const undo = (box: Box, ...op: string[]) => box.json(["manage", "undo", ...op]);
const newest = async (box: Box) => (await box.json(["manage", "undo", "--list"])).data.operations[0].op_id;

test("a setting is taken back, the newer one of another key and every comment stay", async () => {
  const box = memoryBox();
  const before = `{\n  // mine\n  "memory": { "facts_limit": 20 }, // keep\n  "unknown": [1]\n}\n`;
  box.write("config.json", before);
  await box.json(["config", "set", "memory.facts_limit", "30"]);
  const first = await newest(box);
  await box.json(["config", "set", "log.level", "DEBUG"]);
  await undo(box, first);
  assert.deepEqual([await get(box, "memory.facts_limit"), await get(box, "log.level")], [20, "DEBUG"]);
  assert.match(box.read("config.json"), /\/\/ mine[\s\S]*\/\/ keep[\s\S]*"unknown": \[\s*1\s*\]/);
  await box.json(["config", "set", "memory.facts_limit", "40"]);
  const again = await box.run(["manage", "undo", first]);
  assert.equal(JSON.parse(again.stdout).error.code, "UNDO_IMPOSSIBLE");
});

test("a write that would change nothing is none: the file keeps its layout, and undo what it had to take back", async () => {
  const box = memoryBox();
  const text = `{ "intent": { "signals": { "query": [ "foo", "bar" ] } } }\n`;
  box.write("config.json", text);
  const words = ["config", "set", "intent.signals.query", "foo,bar"];
  assert.match((await box.run(words)).stdout, /"bar"/);
  assert.equal(box.read("config.json"), text);
  await box.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  await box.run(["note", "archive", "MEM-api-errors-json"]);
  const before = [await newest(box), box.read("notes/MEM-api-errors-json.md")];
  const { data } = await box.json(["note", "archive", "MEM-api-errors-json"]);
  assert.deepEqual([data.unchanged, data.status], [true, "archive"]);
  assert.deepEqual([await newest(box), box.read("notes/MEM-api-errors-json.md")], before);
});

test("where another project has changed a setting since, undo names the way to the writes before it", async () => {
  const [box, other] = [memoryBox(), memoryBox()];
  const env = { MEMORY_HOME: join(box.home, ".memory") };
  const words = (value: string) => ["config", "set", "lang", value, "--global"];
  await box.json(["save", "fact", "--content", "Ports end with 0"], { env });
  const saved = (await box.json(["undo", "--list"], { env })).data.operations[0].op_id;
  await box.json(words("en"), { env });
  await other.json(words("auto"), { env });
  const { error } = await box.json(["undo"], { env });
  assert.match(error.message, /config:lang in .* was changed since/);
  assert.match(error.hint, /`memory manage undo --list`/);
  assert.equal((await box.json(["undo", saved], { env })).data.undone, 1);
});

// The save was taken back, since the switch file is no write.
test("while memory is off what would bring in text is refused, a dry run is not, and a deletion is made", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "The port is 80"])).data;
  const { id: note } = (await box.json(["note", "add", "Errors are JSON everywhere"])).data;
  await box.run(["disable"]);
  const list = JSON.stringify(["Atlas is the server"]);
  const codeOf = async (...words: string[]) => (await box.json(words, { stdin: list })).error?.code;
  for (const words of [["edit", id, "Port 81"], ["import", "-"], ["note", "edit", note, "--title", "Errors"]]) {
    assert.equal(await codeOf(...words), "DISABLED", words.join(" "));
  }
  assert.equal((await box.json(["import", "-", "--dry-run"], { stdin: list })).data.imported, 1);
  assert.equal((await box.json(["delete", id, "--confirm"])).data.deleted, 1);
});

test("while memory is off undo takes back nothing and names what switches it on; --list still lists", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 9001"]);
  await box.run(["disable"]);
  for (const op of [[], [await newest(box)]]) {
    const { error } = await undo(box, ...op);
    assert.deepEqual([error.code, /memory is off/.test(error.message)], ["DISABLED", true]);
    assert.match(error.hint, /`memory enable`/);
  }
  await box.run(["enable"]);
  assert.deepEqual((await undo(box)).data.texts, ["The port is 9001"]);
});

test("undo passes over the setting that switches memory on and off, which goes by its own id", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 9001"]);
  for (const words of [["config", "set", "enabled", "false"], ["enable"], ["disable"], ["enable"]]) {
    await box.run(words);
  }
  const switched = await newest(box);
  assert.deepEqual((await undo(box)).data.texts, ["The port is 9001"]);
  assert.equal(await get(box, "enabled"), true);
  assert.equal((await undo(box, switched)).data.command, "enable");
  assert.equal(await get(box, "enabled"), false);
});

test("all settings that were reset come back to the byte, and so do the user's own", async () => {
  const box = memoryBox();
  const text = `{ "memory": { "facts_limit": 20 } /* why */ }\n`;
  box.write("config.json", text);
  await box.json(["config", "reset", "--all"]);
  assert.equal(await get(box, "memory.facts_limit"), 15);
  await undo(box);
  assert.equal(box.read("config.json"), text);
  await box.json(["config", "set", "retrieval.max_results", "7", "--global"]);
  const file = join(box.home, ".memory/config.json");
  assert.match(fs.readFileSync(file, "utf8"), /7/);
  await undo(box);
  assert.equal(fs.existsSync(file), false);
});

test("a note that was added, changed or deleted is taken back", async () => {
  const box = memoryBox();
  const payload = {
    scene: "errors in the API",
    principles: ["code and message", "plain text"],
    choice: "code and message",
  };
  const score = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };
  await box.json(["note", "propose", JSON.stringify({ ...payload, source: "remember", confidence: "high", score })]);
  const notes = async () => (await box.json(["manage", "list", "--type", "note", "--include-deleted"])).data;
  const [note] = (await notes()).records;
  const text = box.read(note.source_file);
  await box.json(["note", "edit", note.id, "--set", "title=Other"]).catch(() => undefined);
  await box.json(["manage", "delete", "--id", note.id, "--scope", "notes", "--confirm"]);
  assert.equal(fs.existsSync(join(box.data, note.source_file)), false);
  assert.equal((await notes()).records[0].deleted_at === null, false);
  await undo(box);
  assert.equal(box.read(note.source_file), text);
  assert.match(box.read("INDEX.md"), new RegExp(note.id));
  await box.json(["manage", "delete", "--id", note.id, "--scope", "notes", "--confirm"]);
  assert.equal((await box.json(["manage", "restore", "--id", note.id, "--scope", "notes"])).data.restored, 1);
  assert.equal(box.read(note.source_file), text);
});

// The same write was “taken back” again and again, and the one before it never reached.
test("a write of which nothing is here any more is told as such, and the next undo takes the one before", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 9001"]);
  await box.json(["remember", "The host is red"]);
  await box.json(["note", "add", "Retry HTTP calls three times", "--when", "calling HTTP services"]);
  const [file] = fs.readdirSync(join(box.data, "daily"));
  box.write(`daily/${file}`, box.read(`daily/${file}`).replace(/.*The host is red.*\n/, ""));
  fs.rmSync(join(box.data, "notes"), { recursive: true });
  const told = await box.run(["undo"]);
  assert.match(
    told.stdout,
    /^Nothing is left here of note add \(\w+\), so nothing was changed\n.*`memory undo` goes on/,
  );
  const { data } = await undo(box);
  assert.deepEqual([data.command, data.undone, data.texts], ["save", 0, []]);
  assert.deepEqual((await undo(box)).data.texts, ["The port is 9001"]);
  const writes = (await box.json(["manage", "undo", "--list"])).data.operations;
  assert.equal(writes.filter((write: { taken_back: boolean }) => write.taken_back).length, 3);
  assert.equal(JSON.parse((await box.run(["manage", "undo"])).stdout).error.code, "NO_MATCH");
});

test("a save of another branch that was passed there is named once that branch is here again", async () => {
  const box = memoryBox();
  await box.json(["remember", "The port is 9001"]);
  const [file] = fs.readdirSync(join(box.data, "daily"));
  const day = box.read(`daily/${file}`);
  box.write(`daily/${file}`, "");
  assert.equal((await undo(box)).data.undone, 0);
  box.write(`daily/${file}`, day);
  const again = JSON.parse((await box.run(["manage", "undo"])).stdout).error;
  assert.equal(again.code, "UNDO_IMPOSSIBLE");
  assert.match(again.message, new RegExp(`here again, as by a pull or another branch: ${JSON.parse(day).id}`));
});

// Of three edits of one record the list told the same text, and of a setting its name alone.
test("undo --list tells each field and setting that a write changed, before and after, and undo what holds again", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "We deploy on Tuesdays only", "--type", "O"])).data;
  await box.json(["edit", id, "--type", "W"]);
  await box.json(["edit", id, "--confidence", "0.95"]);
  await box.json(["edit", id, "--when", "run kubectl apply"]);
  await box.json(["config", "set", "recall.tell_person", "off"]);
  await box.json(["config", "set", "recall.tell_person", "on"]);
  const { stdout } = await box.run(["undo", "--list"]);
  const [on = "", off = "", when = "", confidence = "", kind = ""] = stdout.split("\n");
  assert.match(on, /recall\.tell_person: "off" → "on"/);
  assert.match(off, /recall\.tell_person: — → "off"/);
  assert.match(when, /Tuesdays only \(told when: — → run kubectl apply\)/);
  assert.match(confidence, /Tuesdays only \(confidence: 0\.8 → 0\.95\)/);
  assert.match(kind, /Tuesdays only \(kind: convention → decision\)/);
  const { operations } = (await box.json(["undo", "--list"])).data;
  assert.deepEqual(operations[4].fields, [{ field: "memory_type", before: "O", after: "W" }]);
  assert.deepEqual((await undo(box)).data.texts, ['recall.tell_person: "off"']);
  assert.match((await box.run(["undo"])).stdout, /recall\.tell_person: "auto"/);
});
