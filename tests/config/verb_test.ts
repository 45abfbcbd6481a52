/** `memory config`, against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseJsonc } from "../../src/json.ts";
import { type Box, type Json, memoryBox } from "../box.ts";

const config = async (box: Box, ...words: string[]) => {
  const { code, stdout } = await box.run(["--json", "config", ...words]);
  return { code, ...JSON.parse(stdout) };
};

test("a setting is changed, told with its old value, and read back with where it comes from", async () => {
  const box = memoryBox();
  const { data } = await config(box, "set", "memory.facts_limit", "20");
  const { operation, ...told } = data;
  assert.match(operation, /^op-/);
  assert.deepEqual(told, {
    key: "memory.facts_limit",
    old_value: 15,
    new_value: 20,
    file: join(box.data, "config.json"),
    needs_rebuild: false,
  });
  const got = await config(box, "get", "memory.facts_limit");
  assert.deepEqual(got.data, { key: "memory.facts_limit", value: 20, source: "project" });
  assert.equal(got.command, "config");
});

test("the person's own settings are read behind --layer global, where the project's say otherwise", async () => {
  const box = memoryBox();
  await config(box, "set", "memory.facts_limit", "5", "--layer", "global");
  await config(box, "set", "memory.facts_limit", "7");
  const read = async (...more: string[]) => (await config(box, "get", "memory.facts_limit", ...more)).data;
  assert.deepEqual(await read(), { key: "memory.facts_limit", value: 7, source: "project" });
  assert.deepEqual(await read("--layer", "global"), { key: "memory.facts_limit", value: 5, source: "global" });
  const own = (await config(box, "show", "--layer", "global")).data;
  assert.deepEqual([own.effective.memory.facts_limit, own.files], [5, [join(box.home, ".memory", "config.json")]]);
  const here = (await config(box, "show")).data;
  assert.deepEqual([here.folder, here.files], [box.data, [...own.files, join(box.data, "config.json")]]);
});

test("a value out of range and a key that is not there are refused with 2, the file untouched", async () => {
  const box = memoryBox();
  box.write("config.json", `{ "mine": 1 } // note\n`);
  const range = await config(box, "set", "memory.facts_limit", "501");
  assert.deepEqual([range.code, range.error.code], [2, "CONFIG_INVALID"]);
  assert.match(range.error.message, /1–500/);
  const key = await config(box, "get", "memory.fact_limit");
  assert.deepEqual([key.code, key.error.code, key.error.hint], [2, "UNKNOWN_KEY", "Did you mean memory.facts_limit?"]);
  assert.equal((await config(box, "set", "tell_person", "off")).error.hint, "Did you mean recall.tell_person?");
  assert.match((await config(box, "get", "zzzzzzzz")).error.hint, /`memory config show --all` lists them/);
  const rule = await config(box, "set", "memory.load_days_full", "5");
  assert.deepEqual([rule.code, rule.error.code], [2, "CONFIG_INVALID"]);
  assert.equal(box.read("config.json"), `{ "mine": 1 } // note\n`);
});

test("each preset is in force after one call, and valid by the rules between settings", async () => {
  const expected = {
    lightweight: { days: [1, 2, 3], facts: 10 },
    "deep-memory": { days: [5, 15, 30], facts: 50 },
    performance: { days: [1, 2, 3], facts: 5 },
  };
  for (const [name, { days, facts }] of Object.entries(expected)) {
    const box = memoryBox();
    assert.equal((await config(box, "preset", name)).data.preset, name);
    const { effective } = (await config(box, "show")).data;
    const { load_days_full, load_days_partial, load_days_max, facts_limit } = effective.memory;
    assert.deepEqual([[load_days_full, load_days_partial, load_days_max], facts_limit], [days, facts]);
    assert.equal((await config(box, "validate")).data.valid, true);
  }
});

test("comments and unknown keys survive set, preset and reset --all", async () => {
  const box = memoryBox();
  box.write("config.json", `{\n  // why: tests\n  "mine": { "a": [1] },\n  "log": { "level": "DEBUG" }, // loud\n}\n`);
  await config(box, "set", "memory.facts_limit", "20");
  await config(box, "preset", "performance");
  const reset = await config(box, "reset", "--all");
  assert.ok(reset.data.changed.length >= 6);
  const text = box.read("config.json");
  assert.match(text, /\/\/ why: tests/);
  assert.match(text, /"mine": \{ "a": \[1\] \}/);
  assert.deepEqual((await config(box, "get", "log.level")).data.source, "default");
});

test("resetting everything keeps the language that init wrote down, and leaves no empty objects", async () => {
  const box = memoryBox({ empty: true });
  await box.json(["init", "--agent", "cursor", "--lang", "zh", "--skip-model"]);
  const before = box.read("config.json");
  await config(box, "set", "memory.facts_limit", "20");
  await config(box, "set", "log.level", "DEBUG");
  const reset = await config(box, "reset", "--all");
  assert.deepEqual(reset.data.changed.map(({ key }: Json) => key).sort(), ["log.level", "memory.facts_limit"]);
  assert.equal(box.read("config.json"), before);
  assert.equal((await config(box, "get", "lang")).data.value, "zh");
  assert.equal((await config(box, "reset", "lang")).data.new_value, "auto");
  box.write("config.json", `{ "memory": { "facts_limit": 9 /* few */ }, "log": {}, "recall": { "x": { "y": 1 } } }\n`);
  await config(box, "reset", "--all");
  assert.equal(box.read("config.json"), `{ "memory": { /* few */ }, "log": {}, "recall": { "x": { "y": 1 } } }\n`);
});

test("several settings that change at once are told with their file and the next steps once", async () => {
  const box = memoryBox();
  await config(box, "set", "embedding.model", "intfloat/multilingual-e5-small");
  await config(box, "set", "recall.at_tools", "off");
  await config(box, "set", "auto_save", "false");
  const { stdout } = await box.run(["config", "reset", "--all"]);
  assert.match(stdout, /^embedding\.model: "intfloat.*$/m);
  for (const once of [join(box.data, "config.json"), "vectors have to be rebuilt", "with the next `memory init`"]) {
    assert.equal(stdout.split(once).length, 2, `${once} in ${stdout}`);
  }
});

test("a file that an editor on Windows began with a BOM is changed, and keeps it", async () => {
  const box = memoryBox();
  box.write("config.json", `\ufeff{\r\n  "lang": "en" // mine\r\n}\r\n`);
  assert.equal((await config(box, "set", "lang", "zh")).code, 0);
  assert.equal(box.read("config.json"), `\ufeff{\r\n  "lang": "zh" // mine\r\n}\r\n`);
});

test("a file with trailing commas can be set, reset and undone, and is never made one that can't be read", async () => {
  const box = memoryBox();
  const before = `{\n  "memory": { "facts_limit": 9, }, // few\n  "mine": {"x": 1},\n}\n`;
  box.write("config.json", before);
  for (const name of ["lightweight", "deep-memory", "performance"]) {
    assert.equal((await config(box, "preset", name)).status, "ok");
  }
  assert.match(box.read("config.json"), /\}, \/\/ few\n {2}"mine": \{"x": 1\},\n/);
  assert.equal((await config(box, "reset", "--all")).status, "ok");
  assert.deepEqual((await config(box, "get", "memory.facts_limit")).data.source, "default");
  const writes = box.lines("audit/operations.jsonl").map(({ op_id }) => op_id).reverse();
  for (const id of writes) assert.equal((await box.json(["manage", "undo", id])).status, "ok");
  assert.equal(box.read("config.json"), before);
});

test("a project's file can't be made to steer where data goes, your own can; then the project may be trusted", async () => {
  const box = memoryBox();
  const refused = await config(box, "set", "storage.retention_days", "90");
  assert.equal(refused.code, 2);
  assert.match(refused.error.hint, /--global.*trusted_projects/);
  assert.equal((await config(box, "set", "embedding.model", "some/model")).code, 2);
  box.write("config.json", JSON.stringify({ embedding: { model: "some/model" } }));
  assert.equal((await config(box, "reset", "embedding.model")).status, "ok");
  assert.doesNotMatch(box.read("config.json"), /some/);
  assert.equal((await config(box, "set", "storage.retention_days", "90", "--global")).data.new_value, 90);
  await config(box, "set", "trusted_projects", box.project, "--global");
  assert.equal((await config(box, "set", "storage.retention_days", "30")).data.new_value, 30);
  assert.equal((await config(box, "set", "paths.data_dir", ".memory")).code, 2);
});

test("the command that trusts a project, run as it stands, leaves the projects trusted before it trusted", async () => {
  const box = memoryBox();
  const own = join(box.home, ".memory", "config.json");
  const trusted = () => JSON.parse(fs.readFileSync(own, "utf8")).trusted_projects;
  for (const before of [["/projects/a", "/projects/b c"], ["/projects/a, the first"]]) {
    fs.mkdirSync(join(box.home, ".memory"), { recursive: true });
    fs.writeFileSync(own, JSON.stringify({ trusted_projects: before }));
    const { error } = await config(box, "set", "storage.retention_days", "90");
    const [, list] = /config set trusted_projects (.+) --global/.exec(error.hint) ?? [];
    await config(box, "set", "trusted_projects", (list ?? "").replace(/^'(.*)'$/, "$1"), "--global");
    assert.deepEqual(trusted(), [...before, box.project]);
  }
});

test("what is overruled from above is written and said", async () => {
  const box = memoryBox();
  const { stdout } = await box.run(["--json", "config", "set", "log.level", "DEBUG"], {
    env: { MEMORY_LOG_LEVEL: "ERROR" },
  });
  const { data } = JSON.parse(stdout);
  assert.equal(data.new_value, "ERROR");
  assert.match(data.warning, /log\.level comes from the environment/);
  assert.equal((await config(box, "get", "log.level")).data.value, "DEBUG");
});

test("undo takes a changed setting back, comments and all", async () => {
  const box = memoryBox();
  box.write("config.json", `{\n  // mine\n  "lang": "zh"\n}\n`);
  await config(box, "set", "lang", "en");
  await box.json(["manage", "undo"]);
  assert.equal(box.read("config.json"), `{\n  // mine\n  "lang": "zh"\n}\n`);
});

test("validate names every value that is not used, and a key that was meant to be another", async () => {
  const box = memoryBox();
  box.write("config.json", `{"memory":{"facts_limt":3,"facts_limit":0}}`);
  const { code, error } = await config(box, "validate");
  assert.deepEqual([code, error.code], [2, "CONFIG_INVALID"]);
  assert.match(error.problems[0], /memory\.facts_limit .* is 0/);
  assert.match(error.notes[0], /facts_limt; did you mean memory\.facts_limit\?/);
  assert.match(error.message, /is 0[^]*\d; [^]*did you mean/);
});

test("validate names a key that is written with its dots, and one that a project's file can't set", async () => {
  const box = memoryBox();
  box.write("config.json", `{"retrieval.max_results":4,"storage":{"location":"global-only"},"paths":{"data_dir":"x"}}`);
  const said = async () => {
    const { notes = [] } = (await config(box, "validate")).data;
    return notes.map((note: string) => note.slice(note.indexOf("config.json: ") + "config.json: ".length));
  };
  const dots = `nothing reads "retrieval.max_results"; write its parts as levels, one within the other`;
  const notUsed = (key: string) => `${key} is not used; it counts in your own settings (\`--global\`)`;
  assert.deepEqual(await said(), [dots, notUsed("storage.location"), notUsed("paths.data_dir")]);
  await config(box, "set", "trusted_projects", box.project, "--global");
  assert.deepEqual(await said(), [dots, notUsed("paths.data_dir")]);
  // Of a setting that a project may set to some values, only another is not used.
  const other = memoryBox();
  await config(other, "set", "embedding.model", "intfloat/multilingual-e5-small");
  assert.equal((await config(other, "validate")).data.notes, undefined);
});

test("validate names a variable that nothing reads", async () => {
  const box = memoryBox();
  const env = { MEMORY__memory__facts_limt: "3", MEMORY__memory__facts_limit: "9" };
  const { data } = await box.json(["config", "validate"], { env });
  assert.deepEqual(data.notes, [
    "MEMORY__memory__facts_limt: nothing reads memory.facts_limt; did you mean memory.facts_limit?",
  ]);
});

test("your own settings are written without any project; a project's need one", async () => {
  const box = memoryBox({ empty: true });
  assert.equal((await config(box, "set", "lang", "zh", "--global")).data.new_value, "zh");
  assert.ok(fs.existsSync(join(box.home, ".memory", "config.json")));
  const local = await config(box, "set", "lang", "zh");
  assert.deepEqual([local.code, local.error.code], [4, "NOT_INITIALISED"]);
  assert.match(local.error.hint, /--global/);
});

test("a change of the model says that the vectors must be made anew", async () => {
  const box = memoryBox();
  assert.equal(
    (await config(box, "set", "embedding.model", "intfloat/multilingual-e5-small")).data.needs_rebuild,
    true,
  );
});

test("settings that are changed at once all stay, the project's and the person's own", async () => {
  const box = memoryBox();
  const other = join(box.home, "work", "other");
  fs.mkdirSync(join(other, ".cursor", "skills", "memory-data"), { recursive: true });
  const wanted = ["memory.facts_limit 20", "retrieval.max_results 5", "log.retain_days 9", "auto_save false"];
  const settings = {
    ...{ memory: { facts_limit: 20 }, retrieval: { max_results: 5 }, log: { retain_days: 9 } },
    auto_save: false,
  };
  await Promise.all(wanted.map((words) => config(box, "set", ...words.split(" "))));
  assert.deepEqual(parseJsonc(box.read("config.json")), settings);
  // The person's own are changed from several projects, each of which has a lock of its own.
  await Promise.all(wanted.map((words, at) => {
    const cwd = at % 2 === 0 ? box.project : other;
    return box.run(["config", "set", ...words.split(" "), "--global"], { cwd });
  }));
  const own = join(box.home, ".memory");
  assert.deepEqual(parseJsonc(fs.readFileSync(join(own, "config.json"), "utf8")), settings);
  assert.deepEqual(fs.readdirSync(own).filter((name) => name !== ".texts"), ["config.json", "projects"]);
});
