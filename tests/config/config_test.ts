/** Settings read from their layers, checked, and edited without losing a byte of what else is in the file. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { editConfigText } from "../../src/config/change.ts";
import { CONSTRAINTS, KNOWN_MODEL_IDS, rulesByKey } from "../../src/config/schema.ts";
import { globalConfigFile, loadConfig } from "../../src/config/mod.ts";
import { KNOWN_MODELS } from "../../src/embedding/models.ts";
import { parseJsonc } from "../../src/json.ts";
import { testWorld, type WorldOptions } from "../world.ts";

function load(files: { global?: string; project?: string; trusted?: boolean }, options: WorldOptions = {}) {
  const { runtime, folder } = testWorld(options);
  const write = (path: string, text: string | undefined) => {
    if (text === undefined) return;
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, text);
  };
  const projectFolder = join(folder, "app", "memory-data");
  write(
    globalConfigFile(runtime),
    files.trusted ? JSON.stringify({ trusted_projects: [join(folder, "app")] }) : files.global,
  );
  write(join(projectFolder, "config.json"), files.project);
  return loadConfig(runtime, { projectFolder, projectRoot: join(folder, "app") });
}

test("every default is good by its own rule and by the rules between settings", () => {
  for (const [key, rule] of rulesByKey()) assert.ok(rule.accepts(rule.fallback), key);
  for (const { keys, holds } of CONSTRAINTS) {
    assert.ok(holds(keys.map((key) => Number(rulesByKey().get(key)?.fallback))));
  }
});

test("the project's file wins over the user's, the environment over both, and each says where it comes from", () => {
  const files = {
    global: `{"memory":{"facts_limit":20,"partial_per_day":4}}`,
    project: `{"memory":{"facts_limit":30}}`,
  };
  const plain = load(files);
  assert.deepEqual([plain.config.memory.facts_limit, plain.config.memory.partial_per_day], [30, 4]);
  assert.deepEqual(["memory.facts_limit", "memory.partial_per_day", "log.level"].map(plain.sourceOf), [
    "project",
    "global",
    "default",
  ]);
  const env = {
    MEMORY__memory__facts_limit: "40",
    MEMORY_LOG_LEVEL: "ERROR",
    MEMORY__intent__signals__task: "做个,弄个",
  };
  const { config, sourceOf } = load(files, { env });
  assert.equal(config.memory.facts_limit, 40);
  assert.equal(config.log.level, "ERROR");
  assert.deepEqual(config.intent.signals.task, ["做个", "弄个"]);
  assert.equal(sourceOf("log.level"), "environment");
});

test("a switch in the environment may be any of the usual words", () => {
  for (const word of ["0", "false", "No", "off"]) {
    const { config, warnings } = load({}, { env: { MEMORY__enabled: word } });
    assert.deepEqual([config.enabled, warnings], [false, []], word);
  }
  assert.equal(load({ project: `{"enabled":false}` }, { env: { MEMORY__enabled: "1" } }).config.enabled, true);
  assert.equal(load({}, { env: { MEMORY__memory__facts_limit: "1" } }).config.memory.facts_limit, 1);
  assert.equal(load({}, { env: { MEMORY__enabled: "maybe" } }).warnings.length, 1);
});

test("a bad value falls back to the next good one and is told; nothing is thrown", () => {
  const { config, warnings } = load({
    global: `{"log":{"retain_days":30}}`,
    project: `{"log":{"retain_days":0},"lang":5}`,
  });
  assert.equal(config.log.retain_days, 30);
  assert.equal(config.lang, "auto");
  assert.equal(warnings.length, 2);
  assert.match(warnings.map(({ en }) => en).join("\n"), /retain_days .* is 0, it must be a whole number 1–365/);
});

test("a file that is no JSON at all, or breaks a rule between settings, leaves the defaults", () => {
  assert.equal(load({ project: "{ nonsense" }).config.memory.facts_limit, 15);
  const { config, warnings } = load({ project: `{"memory":{"load_days_full":6}}` });
  assert.equal(config.memory.load_days_full, 2);
  assert.match(warnings.map(({ en }) => en).join(), /load_days_full < load_days_partial/);
});

test("a file that is no JSON any more and says that memory is off keeps it off", () => {
  const off = '"enabled": false';
  for (
    const broken of [`{ "lang": "en" ${off} }`, `{\n  // "enabled": true\n  ${off},\n`, `{ "embedding": {}, ${off}`]
  ) {
    for (const files of [{ project: broken }, { global: broken }]) {
      const { config, warnings } = load(files);
      assert.equal(config.enabled, false, broken);
      assert.match(warnings.map(({ en }) => en).join(), /is not valid JSON.* memory is off/);
    }
  }
  for (const on of [`{ "embedding": { ${off} } "lang": "en" }`, `{\n  // ${off},\n  "lang" "en" }`, `{ "lang"`]) {
    const { config, warnings } = load({ project: on });
    assert.equal(config.enabled, true, on);
    assert.doesNotMatch(warnings.map(({ en }) => en).join(), /memory is off/);
  }
});

test("comments and trailing commas are welcome", () => {
  assert.equal(load({ project: `{ // mine\n "memory": { "facts_limit": 9, }, }` }).config.memory.facts_limit, 9);
});

test("a repository steers neither where data goes nor where models come from, until the user trusts it", () => {
  const project = JSON.stringify({
    storage: { location: "global-only" },
    embedding: { endpoint: "http://evil.invalid", cache_dir: "/tmp/x", model: "some/model" },
    paths: { data_dir: "/tmp/y" },
    trusted_projects: ["/"],
  });
  const { config, warnings } = load({ project });
  assert.equal(config.storage.location, "project-first");
  assert.equal(config.embedding.endpoint, "https://huggingface.co");
  assert.equal(config.embedding.model, "BAAI/bge-small-zh-v1.5");
  assert.match(warnings.map(({ en }) => en).join(), /embedding\.model of the project, "some\/model", is not used/);
  const known = JSON.stringify({ embedding: { model: "intfloat/Multilingual-e5-small@fp32" } });
  assert.equal(load({ project: known }).config.embedding.model, "intfloat/Multilingual-e5-small@fp32");
  const trusted = load({ project, trusted: true }).config;
  assert.equal(trusted.embedding.model, "some/model");
  assert.equal(trusted.storage.location, "global-only");
  assert.equal(trusted.embedding.endpoint, "http://evil.invalid");
  assert.equal(trusted.paths.data_dir, ".cursor/skills/memory-data");
});

test("an edit keeps comments, order, unknown keys and line endings", () => {
  const before = `{\r\n  // why: long project\r\n  "memory": { "facts_limit": 9 },\r\n  "mine": 1\r\n}\r\n`;
  const edit = (text: string, key: string, value: unknown) => editConfigText(text, key, value, "config.json");
  const after = edit(edit(before, "memory.facts_limit", 12), "log.level", "DEBUG");
  assert.match(after, /\/\/ why: long project\r\n {2}"memory": \{ "facts_limit": 12 \},\r\n {2}"mine": 1,\r\n/);
  assert.equal(after.replaceAll("\r\n", "").includes("\n"), false);
  assert.equal(edit(after, "log.level", undefined).includes("DEBUG"), false);
});

/** The settings without objects that hold none, in whatever order: an object that went comes back at the end. */
const filled = (settings: unknown) =>
  Object.fromEntries(
    Object.entries(settings as object).filter(([, value]) =>
      typeof value !== "object" || value === null || Object.keys(value).length > 0
    ),
  );

test("whatever is set and reset in a file with comments and trailing commas, it stays valid and all else stays in it", () => {
  const blank = fc.constantFrom("", " ", "\n", "\r\n\t", "/* , } */", "// ]\n");
  const name = fc.constantFrom("memory", "log", "mine");
  const inner = fc.dictionary(fc.constantFrom("a", "facts_limit"), fc.constantFrom(1, "x, }", true, [1], {}));
  const object = fc.dictionary(name, fc.oneof(inner, fc.constant(7)));
  const key = fc.tuple(name, fc.constantFrom("a", "facts_limit", "new"));
  const change = fc.tuple(key, fc.constantFrom<unknown>(undefined, 12, ["p"]));
  fc.assert(
    fc.property(
      object,
      fc.array(blank, { minLength: 40, maxLength: 40 }),
      fc.boolean(),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (start, blanks, trailing, changes) => {
        let at = 0;
        const gap = () => blanks[at++ % blanks.length] ?? "";
        const written = (value: unknown): string => {
          if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
          const items = Object.entries(value).map(([name, item]) =>
            `${gap()}${JSON.stringify(name)}:${gap()}${written(item)}${gap()}`
          );
          return `{${items.join(",")}${trailing && items.length > 0 ? `,${gap()}` : ""}}`;
        };
        let text = `// head\n${written(start)}${gap()}`;
        const comments = (of: string) => of.match(/\/\* , \} \*\/|\/\/ \]\r?\n|\/\/ head/g)?.length;
        const expected = structuredClone(start) as Record<string, Record<string, unknown> | number>;
        for (const [[outer, name], value] of changes) {
          const before = comments(text);
          const at = expected[outer];
          if (value !== undefined) {
            // In the place of a value that is no object nothing is lost but that value.
            expected[outer] = { ...typeof at === "object" ? at : {}, [name]: value };
          } else if (typeof at === "object") delete at[name];
          text = editConfigText(text, `${outer}.${name}`, value, "config.json");
          // An object whose last setting goes may go with it, unless a comment stands in it.
          assert.deepEqual(filled(parseJsonc(text)), filled(expected), text);
          if (value !== undefined) assert.equal(comments(text), before, text);
        }
      },
    ),
  );
});

test("the models that a project may name are those of `memory model list`", () => {
  assert.deepEqual(KNOWN_MODELS.map(({ id }) => id), KNOWN_MODEL_IDS);
});
