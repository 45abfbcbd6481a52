/**
 * Settings that say where memory lies, how long it is kept,
 * what is taken out of it and what is logged, against the binary.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";
import { cursor, dayBefore, prompt, remember, set, start } from "../settings_box.ts";

const layers = async (box: Box): Promise<string[]> =>
  (await box.json(["search", "cache"])).results.map(({ layer }: Json) => layer).sort();

test("storage.location: which layers are read and where a record goes", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The cache is Redis"]);
  await box.json(["save", "fact", "--content", "Every cache has a TTL", "--layer", "global"]);
  assert.deepEqual(await layers(box), ["global", "project"]);
  await set(box, "storage.location", "project-only", "--global");
  assert.deepEqual(await layers(box), ["project"]);
  await set(box, "storage.location", "global-only", "--global");
  assert.deepEqual(await layers(box), ["global"]);
  await box.json(["save", "fact", "--content", "The cache has six nodes"]);
  assert.deepEqual(await layers(box), ["global", "global"]);
});

test("trusted_projects: the file of a project that it names may say where data goes, that of another may not", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "The cache is Redis"]);
  await box.json(["save", "fact", "--content", "Every cache has a TTL", "--layer", "global"]);
  box.write("config.json", `{"storage": {"location": "project-only"}}`);
  assert.deepEqual(await layers(box), ["global", "project"]);
  await set(box, "trusted_projects", join(box.home, "work", "other"), "--global");
  assert.deepEqual(await layers(box), ["global", "project"]);
  await set(box, "trusted_projects", box.project, "--global");
  assert.deepEqual(await layers(box), ["project"]);
});

test("paths.data_dir: the project's folder of memory, from the user's file or the environment", async () => {
  const box = memoryBox({ empty: true });
  mkdirSync(join(box.project, ".memory"));
  const save = ["save", "fact", "--content", "The cache is Redis"];
  assert.equal((await box.json(save)).error.code, "NOT_INITIALISED");
  const env = { MEMORY__paths__data_dir: ".memory" };
  assert.equal((await box.json(save, { env })).data.status, "saved");
  await set(box, "paths.data_dir", ".memory", "--global");
  assert.deepEqual(await layers(box), ["project"]);
  assert.ok(existsSync(join(box.project, ".memory", "daily")));
  await box.run(["init", "--agent", "cursor", "--skip-model"]);
  assert.ok(existsSync(join(box.project, ".memory", "MEMORY.md")));
  assert.equal(existsSync(box.data), false);
});

test("privacy.redact: off keeps secrets as they were written", async () => {
  const box = memoryBox();
  const key = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const save = ["save", "fact", "--content", `The token of the build is ${key}`];
  assert.deepEqual((await box.json(save)).data.redacted, ["github-token"]);
  await set(box, "privacy.redact", "false", "--global");
  assert.equal((await box.json(save)).data.redacted, undefined);
  const kept = box.lines(`daily/${dayBefore(0)}.jsonl`).map(({ content }) => content.includes(key));
  assert.deepEqual(kept, [false, true]);
});

test("log.level: what is less than it is not logged", async () => {
  const box = memoryBox();
  remember(box, 0, ["The cache is Redis"]);
  const levels = () => new Set(box.lines(`logs/${dayBefore(0)}.jsonl`).map(({ level }) => level));
  await set(box, "log.level", "WARNING");
  await start(box);
  await prompt(box, "继续 Redis");
  assert.deepEqual(levels(), new Set());
  await box.hook("cursor", "stop", "no JSON at all", { env: { MEMORY_LOG_LEVEL: "ERROR" } });
  assert.deepEqual(levels(), new Set(["ERROR"]));
  await set(box, "log.level", "INFO");
  await start(box);
  assert.deepEqual(levels(), new Set(["ERROR", "INFO"]));
  await set(box, "log.level", "DEBUG");
  await cursor(box, "preCompact", { trigger: "auto" });
  assert.equal(box.lines(`logs/${dayBefore(0)}.jsonl`).at(-1)?.event, "preCompact");
});

test("log.retain_days: older logs go at the end of a session", async () => {
  const box = memoryBox();
  const logs = [1, 5, 9].map((days) => `logs/${dayBefore(days)}.jsonl`);
  for (const log of logs) box.write(log, "{}\n");
  const kept = async () => {
    await cursor(box, "sessionEnd", { reason: "completed" });
    return logs.map((log) => existsSync(box.path(log)));
  };
  assert.deepEqual(await kept(), [true, true, false]);
  await set(box, "log.retain_days", "3");
  assert.deepEqual(await kept(), [true, false, false]);
});

test("log.retain_days: the person's log is tidied too, though no session of theirs ever ends there", async () => {
  const box = memoryBox();
  mkdirSync(join(box.home, ".cursor", "skills", "memory-data"), { recursive: true });
  const person = join(box.home, ".memory", "projects", "global", "logs");
  const settings = join(box.home, ".memory", "logs");
  for (const folder of [person, settings]) {
    mkdirSync(folder, { recursive: true });
    for (const days of [1, 9]) writeFileSync(join(folder, `${dayBefore(days)}.jsonl`), "{}\n");
  }
  await cursor(box, "sessionEnd", { reason: "completed" });
  for (const folder of [person, settings]) assert.ok(!existsSync(join(folder, `${dayBefore(9)}.jsonl`)), folder);
  for (const folder of [person, settings]) assert.ok(existsSync(join(folder, `${dayBefore(1)}.jsonl`)), folder);
});
