/**
 * Every setting does what it says. The name of a test that sees one change behaviour begins with the setting's key;
 * this file sees to it that there is one for each, and that each is taken from every place that may hold it.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadConfig, valueAt } from "../../src/config/mod.ts";
import { rulesByKey } from "../../src/config/schema.ts";
import { memoryBox } from "../box.ts";
import { testWorld } from "../world.ts";

const TESTS = fileURLToPath(new URL("..", import.meta.url));

/** Per key a good value that is not the default and breaks no rule between settings. */
const OTHER: Readonly<Record<string, unknown>> = {
  lang: "zh",
  "storage.location": "global-only",
  "memory.load_days_full": 1,
  "memory.load_days_partial": 6,
  "memory.load_days_max": 9,
  "retrieval.fusion": "rrf",
  "recall.at_tools": "failures",
  "recall.tell_person": "off",
  "delivery.rule_file": "never",
  "embedding.model": "someone/else",
  "embedding.endpoint": "https://hub.example",
  "embedding.cache_dir": "/models",
  "log.level": "DEBUG",
  "paths.data_dir": ".memory",
};

function otherValue(key: string): unknown {
  const fallback = rulesByKey().get(key)?.fallback;
  if (key in OTHER) return OTHER[key];
  if (typeof fallback === "boolean") return !fallback;
  if (Array.isArray(fallback)) return ["one", "two words"];
  return fallback === 1 ? 0.5 : Number.isInteger(fallback) ? Number(fallback) + 7 : 0.123;
}

const nested = (key: string, value: unknown): unknown =>
  key.split(".").reduceRight((inner: unknown, name) => ({ [name]: inner }), value);

test("there is a test for each setting that sees it change behaviour, and none here for one that is not there", () => {
  const named = (files: RegExp) =>
    readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((name) => files.test(name)).flatMap((name) => {
      const titles = readFileSync(join(TESTS, name), "utf8").matchAll(/^test\(\s*"([a-z_.]+(?: and [a-z_.]+)?)[ :]/gm);
      return [...titles].flatMap(([, keys = ""]) => keysOf(keys));
    });
  const everywhere = new Set(named(/_test\.ts$/));
  assert.deepEqual([...rulesByKey().keys()].filter((key) => !everywhere.has(key)), []);
  assert.deepEqual(named(/\bconfig\Wkeys_.+_test\.ts$/).filter((key) => !rulesByKey().has(key)), []);
});

/** `a.b and a.c` or `retrieval.source_weight.project and .global`. */
function keysOf(words: string): string[] {
  const [first = "", ...more] = words.split(" and ");
  const parent = first.slice(0, first.lastIndexOf("."));
  return [first, ...more.map((key) => key.startsWith(".") ? parent + key : key)];
}

test("each setting is taken from the user's file, from the project's and from the environment", () => {
  for (const [key, rule] of rulesByKey()) {
    const value = otherValue(key);
    assert.ok(rule.accepts(value) && JSON.stringify(value) !== JSON.stringify(rule.fallback), key);
    const { runtime, folder } = testWorld({ env: {} });
    const write = (path: string, content: unknown) => {
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, JSON.stringify(content));
    };
    const project = { projectFolder: join(folder, "app/data"), projectRoot: join(folder, "app") };
    const user = join(folder, "home/.memory/config.json");
    write(user, nested(key, value));
    assert.deepEqual(valueAt(loadConfig(runtime, project).config, key), value, `${key} in the user's file`);
    write(user, { trusted_projects: [project.projectRoot] });
    write(join(project.projectFolder, "config.json"), nested(key, value));
    const expected = rule.userOnly ? key === "trusted_projects" ? [project.projectRoot] : rule.fallback : value;
    assert.deepEqual(valueAt(loadConfig(runtime, project).config, key), expected, `${key} in the project's file`);
    const text = Array.isArray(value) ? value.join(",") : String(value);
    const env = (name: string) => name === `MEMORY__${key.replaceAll(".", "__")}` ? text : undefined;
    const counts = rule.fileOnly?.(value) ? rule.fallback : value;
    assert.deepEqual(valueAt(loadConfig({ ...runtime, env }).config, key), counts, `${key} in the environment`);
  }
});

test("each setting is set, told and reset by the verb", async () => {
  const box = memoryBox();
  // The box names no hub that answers; an empty variable names none.
  const env = { HF_ENDPOINT: "" };
  for (const key of rulesByKey().keys()) {
    const value = otherValue(key);
    const text = Array.isArray(value) ? value.join(",") : String(value);
    const { data } = await box.json(["config", "set", key, text, "--global"], { env });
    assert.deepEqual([data?.key, data?.new_value], [key, value]);
  }
  const shown = async () => (await box.json(["config", "show"], { env })).data.effective;
  const changed = await shown();
  for (const key of rulesByKey().keys()) assert.deepEqual(valueAt(changed, key), otherValue(key), key);
  await box.json(["config", "reset", "--all", "--global"], { env });
  // That is what init wrote down, since hooks run without a locale; by its name it goes too.
  assert.equal((await shown()).lang, otherValue("lang"));
  await box.json(["config", "reset", "lang", "--global"], { env });
  const before = await shown();
  for (const [key, { fallback }] of rulesByKey()) assert.deepEqual(valueAt(before, key), fallback, key);
});
