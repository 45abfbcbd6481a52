/** The pages, held to the code: nothing is missing, nothing is made up, every command that they show runs. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { documents, toldOf, upToDate, withReleases } from "../../scripts/docs.ts";
import { SHORT_NAMES, TABLE } from "../../src/cli/table.ts";
import { rulesByKey } from "../../src/config/schema.ts";
import { CHECKS } from "../../src/doctor/mod.ts";
import { EXIT_CODE_OF } from "../../src/errors.ts";
import { preparedHome, wrongCall } from "../examples.ts";
import { ROOT } from "../installer.ts";

const INTERNALS = readdirSync(join(ROOT, "docs", "internals")).map((name) => `docs/internals/${name}`);
const PAGES = [...documents(), ...INTERNALS, "ARCHITECTURE.md", "CONTRIBUTING.md"];
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("what the pages take from the code is what the code says", async () => {
  for (const file of documents()) {
    const text = read(file);
    assert.ok(await upToDate(text) === text, `${file} is out of date; run \`deno task docs\``);
  }
  for (const file of ["install.sh", "install.ps1"]) assert.equal(withReleases(read(file)), read(file));
});

test("every verb, setting, error code, check and variable is documented, in both languages where there are two", () => {
  for (const zh of ["", ".zh"]) {
    for (const { name } of TABLE) assert.ok(read(`docs/reference${zh}.md`).includes(`## memory ${name}\n`), name);
    for (const name of [...TABLE.map((entry) => entry.name), ...SHORT_NAMES]) {
      assert.ok(read(`docs/reference${zh}.md`).includes(`\`memory ${name}\``), `reference${zh}: ${name}`);
    }
    for (const key of rulesByKey().keys()) assert.ok(read(`docs/configuration${zh}.md`).includes(`\`${key}\``), key);
    for (const name of variables()) assert.ok(read(`docs/configuration${zh}.md`).includes(`\`${name}\``), name);
    for (const code of Object.keys(EXIT_CODE_OF)) {
      assert.ok(read(`docs/troubleshooting${zh}.md`).includes(`\`${code}\``), code);
    }
    for (const [id] of CHECKS) assert.ok(read(`docs/troubleshooting${zh}.md`).includes(`\`${id}\``), id);
  }
});

test("nothing is documented that does not exist, and every error code is", () => {
  assert.deepEqual([...toldOf("setting").keys()].filter((key) => !rulesByKey().has(key)), []);
  const known = [...variables(), "MEMORY_INSTALL_DIR"];
  assert.deepEqual([...toldOf("variable").keys()].filter((name) => !known.includes(name)), []);
  assert.deepEqual([...toldOf("check").keys()].sort(), CHECKS.map(([id]) => id as string).sort());
  assert.deepEqual([...toldOf("error").keys()].sort(), Object.keys(EXIT_CODE_OF).sort());
});

/** Environment variables of ours that the sources read. */
function variables(): string[] {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts")
  );
  const names = sources.flatMap((
    name,
  ) => [...read(join("src", name)).matchAll(/(?:\benv\(\s*"|: ")([A-Z][A-Z_]{2,})"/g)]);
  return [...new Set(names.map(([, name = ""]) => name))]
    .filter((name) => /^(MEMORY_|HF_|NO_COLOR)/.test(name));
}

test("every dependency has its row", () => {
  const packages = Object.keys(JSON.parse(read("deno.json")).imports).map((name) =>
    name.replace(/^(sqlite-vec)-.*/, "$1-*")
  );
  assert.deepEqual(packages.filter((name) => !read("docs/dependencies.md").includes(name)), []);
});

test("every room of the sources is on the map", () => {
  const rooms = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(
    rooms.map(({ name }) => name).filter((name) => !read("ARCHITECTURE.md").includes(`src/${name}/`)),
    [],
  );
});

test("every link between the pages leads somewhere", () => {
  const dead = PAGES.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g)].filter(([, path = "", anchor]) => {
      const target = path === "" ? file : join(dirname(file), path);
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    }).map(([link]) => `${file}: ${link}`)
  );
  assert.deepEqual(dead, []);
});

/** The anchors of a page's headings, as the forges make them. */
function anchors(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)]
    .map(([, heading = ""]) => `#${heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")}`);
}

test("a page and its translation have the same sections, tables and commands", () => {
  for (const file of PAGES.filter((name) => name.endsWith(".zh.md"))) {
    const [ours, theirs] = [read(file), read(file.replace(".zh.md", ".md"))];
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    for (const pattern of [/^#+ /gm, /^\|[ -]+\|/gm, /^```/gm]) {
      assert.equal(count(ours, pattern), count(theirs, pattern), `${file}: ${pattern}`);
    }
    assert.deepEqual(commands(ours).length, commands(theirs).length, file);
  }
});

/** What stands in code and is put in a page's language all the same. */
const TRANSLATED = /[\u4e00-\u9fff]|^API errors have|^\[redacted:kind\]$|^password: …$|^"a phrase"$|^NOT word$/;
/** Here one tells of other examples, in its own language, and counts millions in another way. */
const OTHER_NUMBERS = ["README.zh.md", "docs/comparison.zh.md", "docs/reference.zh.md"];

test("a page and its translation name the same things in code, and the same numbers", () => {
  for (const file of PAGES.filter((name) => name.endsWith(".zh.md"))) {
    const both = [read(file), read(file.replace(".zh.md", ".md"))];
    const [ours, theirs] = both.map((text) => {
      const spans = text.replace(/^```[\s\S]*?^```/gm, "").match(/`[^`\n]+`/g) ?? [];
      return [...new Set(spans.map((span) => span.slice(1, -1)).filter((span) => !TRANSLATED.test(span)))].sort();
    });
    assert.deepEqual(ours, theirs, file);
    if (OTHER_NUMBERS.includes(file)) continue;
    const [numbers, theirNumbers] = both.map((text) => (text.match(/\d[\d.,]*\d|\d/g) ?? []).sort());
    assert.deepEqual(numbers, theirNumbers, file);
  }
});

/** The lines of a page's shell blocks, without comments. */
function commands(text: string): string[] {
  return [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

const unix = { skip: process.platform === "win32" ? "commands are written for a Unix shell" : false };
test("every command of memory that a page shows runs", unix, async () => {
  const prepared = await preparedHome();
  const lines = new Set(
    PAGES.flatMap((file) => commands(read(file))).filter((line) => /^(\w+=\S+ )*memory /.test(line)),
  );
  // Where a completion script goes is the reader's machine, not this one.
  const run = [...lines].filter((line) => !line.startsWith("memory completions"));
  assert.ok(run.length > 20, run.join("\n"));
  // A search may find nothing.
  assert.deepEqual(run.map((line) => wrongCall(prepared, line, [0, 1])).filter(Boolean), []);
});

test("every task that a page names exists", () => {
  const tasks = Object.keys(JSON.parse(read("deno.json")).tasks);
  const named = PAGES.flatMap((file) =>
    [...read(file).matchAll(/\bdeno(?:@[\d.]+)? task ([a-z:]+)/g)].map(([, task = ""]) => task)
  );
  assert.deepEqual([...new Set(named)].filter((task) => !tasks.includes(task)), []);
});

test("every file of ours that a page names is there", () => {
  const folders = ["src", "tests", "scripts", "bench", "docs"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      `${folder}/${name.replaceAll("\\", "/")}`
    )
  );
  const isThere = (name: string) =>
    [`/${name}`, `/${name}.ts`].some((end) => files.some((file) => `/${file}`.endsWith(end)));
  const gone = PAGES.flatMap((file) =>
    [...read(file).matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`|\b((?:src|tests|scripts|bench)\/[\w./-]*\w)/g)]
      .map(([, quoted, path]) => quoted ?? path ?? "").filter((name) => name !== "main.ts" && !isThere(name))
      .map((name) => `${file}: ${name}`)
  );
  assert.deepEqual(gone, []);
});

/** Options of other programs that the pages name. */
const OTHERS = [
  "--init",
  "--remote",
  "--no-verify",
  "--hard",
  "--worktree",
  "--cpu-prof",
  "--cpu-prof-interval",
  "--cpu-prof-dir",
  "--allow-tool",
];

test("every option that a page names is one that a verb, an installer or a task has", () => {
  const sources = ["bench", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`)
  );
  const known = ["docs/reference.md", "install.sh", ...sources].map(read).join("\n");
  const option = /(?<![\w-])--[a-z][a-z-]*/g;
  const options = new Set([...OTHERS, "--version", ...known.match(option) ?? []]);
  const unknown = PAGES.flatMap((file) =>
    [...new Set(read(file).match(option) ?? [])].map((name) => [file, name] as const)
  )
    .filter(([, name]) => !options.has(name)).map(([file, name]) => `${file}: ${name}`);
  assert.deepEqual(unknown, []);
});
