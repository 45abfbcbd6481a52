/**
 * What ARCHITECTURE.md promises of the tree, held: who may import whom, who may touch the world, what is explained.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { test } from "node:test";
import { ROOT } from "../../scripts/compile.ts";

/**
 * From the ground up; a file imports its own level and those below. A room that is missing here makes the first test
 * fail: find it its level. `declare` is the half of cli/ that a verb is written in; the other half calls the verbs.
 */
const LEVELS: readonly (readonly string[])[] = [
  ["ground", "git", "system", "templates", "text"],
  ["records", "agents"],
  ["config", "store"],
  ["notes", "index", "embedding"],
  ["search"],
  ["prompt"],
  ["recall"],
  ["capture", "tools"],
  ["declare"],
  ["hooks", "commands", "doctor", "exchange", "setup", "upkeep"],
  ["cli"],
  ["main"],
];
const DECLARATION = [
  "src/cli/args.ts",
  "src/cli/command.ts",
  "src/cli/lines.ts",
  "src/cli/progress.ts",
  "src/cli/terminal.ts",
  "src/cli/told.ts",
  "src/cli/meant_options.txt",
  "src/cli/told.tsv",
  "src/cli/verbs.txt",
  "src/cli/words.ts",
];

/** Field names of other products' JSON; they end at the border, in agents/. */
const FOREIGN =
  /\b(conversation_id|workspace_roots|generation_id|followup_message|hook_event_name|hookSpecificOutput|stop_hook_active|additional_context|additionalContext|user_message|transcript_path)\b/;
const WORLD =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\bprocess\.(env|argv|cwd|exit|exitCode|kill|pid|platform|arch|stdin|stdout|stderr|hrtime)\b|["']node:(process|os)["']|\.[gs]et(FullYear|Month|Date|Hours|Minutes|TimezoneOffset)\(|\b(Deno|Bun)\.\w/;
const WIDEST_LINE = 120;

interface Source {
  readonly path: string;
  readonly text: string;
  /** The text without whole-line and trailing comments: what the checks for words look at. */
  readonly code: string;
  readonly imports: readonly string[];
  /** Those that exist when the program runs; `import type` is gone by then. */
  readonly loads: readonly string[];
}

const SOURCES = ["main.ts", ...filesBelow("src")].filter((path) => path.endsWith(".ts")).map(source);

function filesBelow(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .sort();
}

/** What is ours to read: sources, tests, scripts, benches. */
function allFiles(): string[] {
  return ["main.ts", ...["src", "tests", "scripts", "bench"].flatMap(filesBelow)].filter((path) =>
    path.endsWith(".ts")
  );
}

function source(path: string): Source {
  const text = readFileSync(join(ROOT, path), "utf8");
  const code = text.split("\n").filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .map((line) => line.replace(/\s\/\/\s.*$/, "")).join("\n");
  const from = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map(([, fixed, lazy]) => fixed ?? lazy ?? "").filter((name) => name.startsWith("."))
      .map((name) => relative(ROOT, resolve(ROOT, dirname(path), name)).replaceAll(sep, "/"));
  const imports = from(/(?:^|\n)(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g);
  const loads = from(/(?:^|\n)(?:import|export)\b(?! type\b)[^;]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g);
  return { path, text, code, imports, loads };
}

function roomOf(path: string): string {
  if (path === "main.ts") return "main";
  if (DECLARATION.includes(path)) return "declare";
  const [, room = "", file] = path.split("/");
  return file === undefined ? "ground" : room;
}

function levelOf(path: string): number {
  return LEVELS.findIndex((rooms) => rooms.includes(roomOf(path)));
}

/** A closed way through a graph, if it has one. */
function cycle(graph: ReadonlyMap<string, Iterable<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): string[] | undefined => {
    const at = way.indexOf(node);
    if (at !== -1) return [...way.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const found = walk(next, [...way, node]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = walk(node, []);
    if (found) return found;
  }
  return undefined;
}

test("every room has its place in the import order", () => {
  assert.deepEqual(
    [...new Set(SOURCES.filter(({ path }) => levelOf(path) === -1).map(({ path }) => roomOf(path)))],
    [],
  );
});

test("every import names a file that is there, a lazy one too, which neither types nor the compiler check", () => {
  const missing = SOURCES.flatMap(({ path, imports }) =>
    imports.filter((other) => !existsSync(join(ROOT, other))).map((other) => `${path} imports ${other}`)
  );
  assert.deepEqual(missing, []);
});

test("nobody imports from a room above", () => {
  const wrong = SOURCES.flatMap(({ path, imports }) =>
    imports.filter((other) => levelOf(other) > levelOf(path)).map((other) => `${path} imports ${other}`)
  );
  assert.deepEqual(wrong, []);
});

test("no file imports itself by a detour", () => {
  assert.equal(cycle(new Map(SOURCES.map(({ path, loads }) => [path, loads])))?.join(" → "), undefined);
});

test("no two rooms need each other", () => {
  const rooms = new Map<string, Set<string>>();
  for (const { path, imports } of SOURCES) {
    const needs = rooms.get(roomOf(path)) ?? new Set<string>();
    for (const other of imports) if (roomOf(other) !== roomOf(path)) needs.add(roomOf(other));
    rooms.set(roomOf(path), needs);
  }
  assert.equal(cycle(rooms)?.join(" → "), undefined);
});

test("only src/index/sqlite.ts touches node:sqlite", () => {
  const users = SOURCES.filter(({ code }) => code.includes("node:sqlite") || code.includes("bun:sqlite"));
  assert.deepEqual(users.map(({ path }) => path).filter((path) => path !== "src/index/sqlite.ts"), []);
});

test("nothing that hooks may load brings a part of Node that costs them milliseconds", () => {
  // `process.getBuiltinModule` loads it where it is needed.
  const dear = /^import (?!type\b).* from "node:(?!fs"|path"|process"|sqlite")/m;
  const users = SOURCES.filter(({ code }) => dear.test(code)).map(({ path }) => path);
  assert.deepEqual(users.filter((path) => !/^src\/(embedding\/|native\.ts|cli\/mcp\.ts)/.test(path)), []);
});

test("only agents/ knows the field names of other products", () => {
  // The audit events of notes are LingXi's, and so are their field names; there they are our own output.
  const known = (path: string) => path.startsWith("src/agents/") || path === "src/notes/write.ts";
  const wrong = linesWith(FOREIGN, SOURCES.filter(({ path }) => !known(path)));
  assert.deepEqual(wrong, []);
});

test("only system/ and main.ts read clock, chance, environment and process", () => {
  const wrong = linesWith(
    WORLD,
    SOURCES.filter(({ path }) => !/^(main\.ts|src\/system\/.*)$/.test(path)),
  );
  assert.deepEqual(wrong, []);
});

test("programs and libraries of the system are named by their paths, which no folder of a project can stand in for", () => {
  const byName = /\bspawn(?:Sync)?\("\w|"libSystem[^"]*"/;
  assert.deepEqual(linesWith(byName, SOURCES), []);
});

test("no type is given up with any or an ignored check", () => {
  // Patterns of what people say hold the word "any".
  const sources = SOURCES.filter(({ path }) => !/^src\/prompt\/lasting\.ts$/.test(path));
  assert.deepEqual(
    linesWith(/(:|\bas|<|\|)\s*any\b(?!\s*\w)|@ts-(ignore|nocheck|expect-error)|deno-lint-ignore/, sources),
    [],
  );
});

test("only withLock makes a LockedStore", () => {
  const makers = SOURCES.filter(({ code }) => /\bas LockedStore\b/.test(code)).map(({ path }) => path);
  assert.deepEqual(makers, ["src/store/write_lock.ts"]);
});

test("no name of a store's file is joined as paths are: it has forward slashes on Windows too", () => {
  // The states of sessions were, so that on Windows they lay in the data folder, where whoever brings it can write.
  assert.deepEqual(linesWith(/\bjoin\([A-Z]+(_[A-Z]+)*_(FOLDER|FILE)\b/, SOURCES), []);
});

test("there is no default export", () => {
  assert.deepEqual(linesWith(/^export default\b|\bas default\b/, SOURCES), []);
});

test("no file is a drawer for everything", () => {
  const drawers = filesBelow("src").filter((path) =>
    /(^|\/)_?(utils?|helpers?|common|managers?|misc)(\/|\.ts$)/.test(path)
  );
  assert.deepEqual(drawers, []);
});

test("no line of a comment is wider than 120 columns, which the formatter leaves as they are", () => {
  const wide = allFiles().flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8").split("\n")
      .flatMap((line, at) => /^\s*(\/\/|\/\*|\*)/.test(line) && line.length > WIDEST_LINE ? [`${path}:${at + 1}`] : [])
  );
  assert.deepEqual(wide, []);
});

test("what a Chinese character is stands in one place", () => {
  // How wide a character is shown is another question; an index would have to be made anew for its table of speakers.
  const others = /(?:text\/script|cli\/terminal|index\/lexicon)\.ts$/;
  const sources = SOURCES.filter(({ path }) => !others.test(path));
  assert.deepEqual(linesWith(/\\u\{?(?:3400|4e00|9fff)|Script=Han/i, sources), []);
});

test("every mod.ts says what comes in, what goes out, what is not done there", () => {
  const silent = SOURCES.filter(({ path }) => path.endsWith("/mod.ts"))
    .filter(({ text }) => !/^\/\*\*[^/]*\bIn: [^/]*\bOut: [\s\S]*?\bNot done here: [\s\S]*?\*\//.test(text));
  assert.deepEqual(silent.map(({ path }) => path), []);
});

test("every exported function says what it does", () => {
  const silent = SOURCES.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=(^|\n)([^\n]*)\n)export (?:async )?function[^\n]*/g)]
      .filter(([, , before]) => !before?.endsWith("*/"))
      .map(([line]) => `${path}: ${line}`)
  );
  assert.deepEqual(silent, []);
});

test("what a file exports is named by another file that imports it", () => {
  const readers = allFiles().map(source);
  const unread = SOURCES.flatMap(({ path, code }) => {
    const users = readers.filter(({ imports }) => imports.includes(path));
    return [...code.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)]
      .filter(([, name]) => !users.some((user) => new RegExp(`\\b${name}\\b`).test(user.code)))
      .map(([, name]) => `${path}: ${name}`);
  });
  assert.deepEqual(unread, []);
});

test("every file of tests says at its top what it holds", () => {
  const silent = filesBelow("tests").filter((path) => path.endsWith(".ts"))
    .filter((path) => !/^\/\*\*/.test(readFileSync(join(ROOT, path), "utf8")));
  assert.deepEqual(silent, []);
});

function linesWith(pattern: RegExp, sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, code }) =>
    code.split("\n").filter((line) => pattern.test(line)).map((line) => `${path}: ${line.trim()}`)
  );
}
