/** `-` where a verb takes a file. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const CONTENT = "The queue is RabbitMQ 队列";

async function boxWithFact(): Promise<Box> {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", CONTENT]);
  return box;
}

test("standard output holds nothing but an export to -, and an import from - takes it in without loss", async () => {
  for (const format of ["json", "jsonl"]) {
    const from = await boxWithFact();
    const { code, stdout, stderr } = await from.run(["--json", "export", "--output", "-", "--format", format]);
    assert.deepEqual([code, stderr], [0, ""], format);
    const file = join(from.home, `a.${format}`);
    await from.json(["export", "--output", file]);
    const written = await from.run(["--json", "export", "--output", "-", "--format", format]);
    const at = /"exported_at":"[^"]*"/;
    assert.equal(written.stdout.replace(at, ""), stdout.replace(at, ""));
    const to = memoryBox();
    const { data } = await to.json(["manage", "import", "--input", "-"], { stdin: stdout });
    assert.deepEqual([data.imported, data.format], [1, format]);
    const again = await to.run(["manage", "export", "--output", "-", "--format", format, "--json"]);
    assert.equal(again.stdout.replace(at, ""), stdout.replace(at, ""));
  }
});

test("an export replaces a file only on request", async () => {
  const box = await boxWithFact();
  const file = join(box.home, "backup.json");
  writeFileSync(file, "mine");
  const ran = await box.run(["--json", "export", "--output", file]);
  assert.deepEqual([ran.code, JSON.parse(ran.stdout).error.code], [2, "INVALID_ARGUMENT"]);
  assert.match(JSON.parse(ran.stdout).error.hint, /--overwrite/);
  assert.equal(readFileSync(file, "utf8"), "mine");
  assert.equal((await box.json(["export", "--output", file, "--overwrite"])).data.records, 1);
  const folder = ["export", "--format", "markdown", "--output", join(box.home, "text")];
  assert.equal((await box.run(folder)).code, 0);
  assert.equal((await box.run(folder)).code, 2);
  assert.equal((await box.run([...folder, "--overwrite"])).code, 0);
});

test("an export goes into no pipe's or device's place and no folder that is not there, and to where a link leads", {
  skip: process.platform === "win32",
}, async () => {
  const box = await boxWithFact();
  const pipe = join(box.home, "pipe");
  execFileSync("mkfifo", [pipe]);
  const refused = async (...words: string[]) => {
    const { code, stdout } = await box.run(["--json", "export", ...words]);
    assert.deepEqual([code, JSON.parse(stdout).error.code], [2, "INVALID_ARGUMENT"], words.join(" "));
    return JSON.parse(stdout).error;
  };
  for (const more of [[], ["--overwrite"], ["--format", "markdown"]]) {
    const { message, hint } = await refused(pipe, ...more);
    assert.match(`${message}: ${hint}`, /pipe or device, no file: `memory export -`/);
  }
  assert.ok(lstatSync(pipe).isFIFO());
  // The shell gives each end of a pipe a name, which leads to no file.
  const shell = `"$1" export /dev/stdout | cat; "$1" export >(cat >substituted)`;
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "" };
  spawnSync("bash", ["-c", shell, "bash", BINARY], { cwd: box.project, env });
  assert.deepEqual(readdirSync(box.project).filter((name) => name.startsWith("pipe:")), []);
  assert.match((await refused("newdir/")).message, /^--output newdir\/ is a folder/);
  assert.ok(!existsSync(join(box.project, "newdir")));
  const link = join(box.home, "link.json");
  symlinkSync(join("work", "target.json"), link);
  await box.json(["export", link]);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(JSON.parse(readFileSync(join(box.home, "work", "target.json"), "utf8")).records.length, 1);
});

test("queries are read from what the shell opens, and a pipe that nobody writes into is refused", {
  skip: process.platform === "win32",
}, async () => {
  const box = await boxWithFact();
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "" };
  const shell = `"$1" search --queries <(echo '{"id":7,"text":"queue"}')`;
  const { stdout } = spawnSync("bash", ["-c", shell, "bash", BINARY], { cwd: box.project, env });
  assert.equal(JSON.parse(String(stdout)).id, 7);
  execFileSync("mkfifo", [join(box.project, "pipe")]);
  const { code, stderr } = await box.run(["search", "--queries", "pipe"]);
  assert.equal(code, 2, stderr);
});

test("a verb that reads standard input from a terminal says that it waits", withTerminal, async () => {
  const box = await boxWithFact();
  for (
    const [words, lang, told] of [
      ["note propose -", "en_US.UTF-8", /Waiting for input; end it with Ctrl-D/],
      ["save -", "zh_CN.UTF-8", /正在等待输入；输完后另起一行按 Ctrl-D 结束/],
    ] as const
  ) {
    const [program, args] = onTerminal(`${BINARY} ${words}`);
    const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: lang, TERM: "dumb" };
    const { stdout } = spawnSync(program, args, { cwd: box.project, env, input: "[]\n\x04\x04", encoding: "utf8" });
    assert.match(stdout, told);
  }
  assert.doesNotMatch((await box.run(["save", "-"], { stdin: "[]" })).stderr, /Waiting/);
});

test("without a format the export to - is one JSON document", async () => {
  const { stdout } = await (await boxWithFact()).run(["--json", "export", "--output", "-"]);
  assert.deepEqual(JSON.parse(stdout).records.map(({ content }: Json) => content), [CONTENT]);
});

test("stderr names the lines that an export to - could not read, unless --quiet", async () => {
  const box = await boxWithFact();
  box.write("daily/2026-02-18.jsonl", "{ no JSON\n");
  const { stdout, stderr } = await box.run(["--json", "export", "--output", "-", "--format", "jsonl"]);
  assert.equal(JSON.parse(stdout).content, CONTENT);
  assert.equal(stderr, "warning: 1 line of daily/2026-02-18.jsonl can't be used: `memory doctor` tells why\n");
  assert.equal((await box.run(["export", "--output", "-", "--quiet"])).stderr, "");
});

test("a whole memory goes through a pipe, and into a memory with records only when confirmed", async () => {
  const from = memoryBox();
  const day = { type: "fact", content: "中 line ".repeat(400), timestamp: "2026-02-18T10:00:00Z" };
  const lines = Array.from({ length: 300 }, (_, n) => JSON.stringify({ id: `log-${n}`, ...day, n }));
  from.write("daily/2026-02-18.jsonl", `${lines.join("\n")}\n`);
  const { stdout } = await from.run(["--json", "export", "--output", "-"]);
  const to = await boxWithFact();
  const preview = await to.json(["import", "--input", "-"], { stdin: stdout });
  assert.deepEqual([preview.status, preview.data.imported], ["preview", 300]);
  assert.equal((await to.json(["import", "--input", "-", "--confirm"], { stdin: stdout })).data.imported, 300);
});

test("a format that is a folder is refused for -, in one sentence that says so", async () => {
  const box = await boxWithFact();
  const refused: readonly (readonly [string[], string, RegExp])[] = [
    [
      ["export", "--output", "-", "--format", "markdown"],
      "INVALID_ARGUMENT",
      /markdown writes a folder, .* standard output/,
    ],
    [["import", "--input", "-", "--format", "lingxi"], "IMPORT_INVALID", /lingxi reads a folder, .* standard input/],
    [["import", "--input", "-", "--format", "memory-v1"], "IMPORT_INVALID", /memory-v1 reads a folder/],
  ];
  for (const [words, code, message] of refused) {
    const ran = await box.run(["--json", ...words]);
    const { error } = JSON.parse(ran.stdout);
    assert.deepEqual([ran.code, error.code], [2, code], words.join(" "));
    assert.match(error.message, message);
    assert.match(error.hint, /^Name (the|a) folder/);
  }
});

test("an error in an input from - names standard input", async () => {
  const box = memoryBox();
  const told = async (words: string[], stdin: string) =>
    JSON.parse((await box.run(["--json", ...words], { stdin })).stdout).error;
  assert.match(
    (await told(["import", "--input", "-", "--format", "json"], "{}")).message,
    /^Standard input is no export: it has no list/,
  );
  assert.match(
    (await told(["import", "--input", "-"], `{"id":"a"}\n`)).message,
    /^Standard input holds what is no rec/,
  );
  const { code, message } = await told(["search", "--queries", "-"], `{"id":1,"text":"x"}\n{"id":2}\n`);
  assert.deepEqual([code, message], ["INVALID_ARGUMENT", "Standard input, line 2: there is no text"]);
});

test("queries are read from standard input for -, and from a file of that name for its path", async () => {
  const box = await boxWithFact();
  const query = (id: number) => `{"id":${id},"text":"queue"}\n`;
  writeFileSync(join(box.project, "-"), query(2));
  for (const [name, ids] of [["-", [0, 1]], ["./-", [2]]] as const) {
    const { code, stdout } = await box.run(["search", "--queries", name], { stdin: query(0) + query(1) });
    const found = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual([code, found.map(({ id }) => id)], [0, ids]);
    assert.equal(found[0].results[0].content, CONTENT);
    for (const { method, degraded, total } of found) {
      assert.deepEqual([method, typeof degraded, total], ["fts", "string", 1]);
    }
  }
  const off = await box.run(["search", "--queries", "-"], { stdin: query(0) + query(1), env: { MEMORY_DISABLE: "1" } });
  const told = off.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([off.code, told.map(({ id, total }) => [id, total])], [1, [[0, 0], [1, 0]]]);
  for (const { degraded } of told) assert.match(degraded, /MEMORY_DISABLE/);
  assert.equal((await box.run(["search", "words", "--queries", "-"], { stdin: query(0) })).code, 2);
});
