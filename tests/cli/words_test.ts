/** Command lines as a person types them, against the compiled binary. */
import { mkdirSync } from "node:fs";
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { GLOBAL_ARGS, optionName } from "../../src/cli/command.ts";
import { memoryBox } from "../box.ts";

const STOP = { conversation_id: "c-1", status: "completed", loop_count: 0, cursor_version: "3.21.4" };

test("an unknown option without a verb ends with 2, and the refusal names the nearest right one", async () => {
  const { code, stderr } = await memoryBox().run(["--jsno"]);
  assert.equal(code, 2);
  assert.match(stderr, /memory has no option --jsno\n\nhint: Did you mean --json\?/);
});

test("the refusal of an unknown option before the verb names the option, not its value", async () => {
  const { code, stderr } = await memoryBox().run(["--projet-path", "/tmp", "search", "x"]);
  assert.equal(code, 2);
  assert.match(stderr, /memory has no option --projet-path\n\nhint: Did you mean --project-path\?/);
});

test("a flag of another program can be searched for, and the refusal tells how", async () => {
  const box = memoryBox();
  await box.run(["save", "fact", "--content", "git commit --no-verify is forbidden here"]);
  const { code, stderr } = await box.run(["search", "--no-verify"]);
  assert.equal(code, 2);
  assert.match(stderr, /memory search has no option --no-verify\n\nhint: .*write -- before it/);
  assert.match((await box.run(["search", "--", "--no-verify"])).stdout, /is forbidden here/);
  assert.doesNotMatch((await box.run(["sync", "--zzzzzzzz"])).stderr, /write --/);
});

test("with --text a pipe gets the text that a terminal is shown, a failure once, and never JSON beside it", async () => {
  const box = memoryBox();
  await box.run(["save", "fact", "--content", "The pool holds 20 connections"]);
  const hit = await box.run(["search", "pool", "--text"]);
  assert.match(hit.stdout, /^The pool holds 20 connections\n {2}decision · \d{4}-\d\d-\d\d · \S+\n$/);
  assert.match(
    (await box.run(["--text", "save", "fact", "--content", "We use pnpm"])).stdout,
    /^Saved as a decision \w+\n$/,
  );
  for (const words of [["search"], ["manage", "lisst"], ["manage"], ["note", "show", "MEM-none"]]) {
    const { code, stdout, stderr } = await box.run([...words, "--text"]);
    assert.ok(code === 2 || code === 1, `${words.join(" ")} ${code}`);
    assert.deepEqual([stdout, stderr.split("error: ").length], ["", 2], words.join(" "));
  }
  const both = await box.run(["search", "pool", "--text", "--json"]);
  assert.deepEqual([both.code, JSON.parse(both.stdout).error.code], [2, "INVALID_ARGUMENT"]);
  assert.match((await box.run(["search", "--json", "--", "--text"])).stdout, /^\{"results"/);
});

// A terminal once got both text and JSON of the same error.
test("a mistyped short verb is refused in text alone, in a pipe too; a long one also as JSON", async () => {
  const box = memoryBox();
  assert.equal((await box.run(["lisst"])).stdout, "");
  assert.equal(JSON.parse((await box.run(["lisst", "--json"])).stdout).error.code, "INVALID_ARGUMENT");
  assert.equal(JSON.parse((await box.run(["manage", "lisst"])).stdout).error.code, "INVALID_ARGUMENT");
});

test("the refusal of a mistyped kind of record names the right one, whatever options follow", async () => {
  for (const [typed, meant] of [["fat", "fact"], ["Facts", "fact"], ["sumary", "summary"]] as const) {
    const { code, stderr } = await memoryBox().run(["save", typed, "--content", "x"]);
    assert.equal(code, 2, typed);
    assert.ok(
      stderr.includes(`There is no verb "save ${typed}"\n\nhint: Did you mean \`memory save ${meant}\`?`),
      stderr,
    );
  }
});

test("a wrong verb for saving a kind of record, with a text behind it, is answered with the command that saves it", async () => {
  const cases = [
    ["save todo", "write tests", "save summary --todo 'write tests'"],
    ["todo", "write tests", "save summary --todo 'write tests'"],
    ["save 待办", "写测试", "save summary --todo '写测试'"],
    ["save preference", "tabs, not spaces", "remember 'tabs, not spaces' --type O"],
    ["save background", "The API is a Go service", "remember 'The API is a Go service' --type B"],
    ["save note", "Errors are JSON", "note add 'Errors are JSON'"],
    ["note", "Errors are JSON", "note add 'Errors are JSON'"],
  ] as const;
  for (const [typed, text, command] of cases) {
    const box = memoryBox();
    const { code, stderr } = await box.run([...typed.split(" "), text]);
    assert.equal(code, 2);
    assert.equal(stderr, `error: There is no verb "${typed}"\n\nhint: To keep it: \`memory ${command}\`\n`);
    const words = command.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
    assert.equal((await box.run(words)).code, 0, command);
  }
  assert.match((await memoryBox().run(["note", "lst"])).stderr, /Did you mean `memory note list`/);
  for (
    const [typed, hint] of [
      ["config unset lang", "Did you mean `memory config reset`?"],
      ["config delete lang", "Did you mean `memory config reset`?"],
      ["manage trust", "Did you mean `memory trust`?"],
      ["init --agent claude-code", "Did you mean claude?"],
      ["init --agent Gemini_CLI", "Did you mean gemini?"],
      ["manage foo", "See `memory help manage`"],
    ] as const
  ) {
    const { stderr, stdout } = await memoryBox().run(typed.split(" "));
    assert.ok(`${stderr}${stdout}`.includes(hint), `${typed}: ${stderr}`);
  }
  // Once the next step was to keep 'rm MEM-001' as a note.
  for (
    const [typed, hint] of [
      ["note rm MEM-001", "Did you mean `memory note delete`?"],
      ["note retire MEM-001", "Did you mean `memory note archive`?"],
      ["note confirm prop-040511053-dxgf", "Did you mean `memory note add --proposal`?"],
      ["note ls", "Did you mean `memory note list`?"],
      ["note merge MEM-001", "See `memory help note`"],
      // Once it was `memory undo`, which takes back one write more.
      ["redo", "Did you mean `memory undo --list`?"],
      ["tick todo-483b64", "Did you mean `memory done`?"],
      ["note change the port", "To keep it: `memory note add 'change the port'`"],
    ] as const
  ) {
    const { stderr } = await memoryBox().run(typed.split(" "));
    assert.ok(stderr.includes(hint), `${typed}: ${stderr}`);
  }
  assert.match((await memoryBox().run(["todo"])).stderr, /Did you mean `memory list --todos`/);
});

test("the refusal of a call that lacks an argument gives a whole command, in the person's language and with the name they used", async () => {
  const box = memoryBox();
  const hint = async (words: string[], env = {}) => (await box.run(words, { env })).stderr.split("hint: ").at(-1);
  const zh = { env: { LANG: "zh_CN.UTF-8" } };
  for (const verb of ["save fact", "done", "edit"]) {
    const { stdout } = await box.run(["help", ...verb.split(" ")], zh);
    assert.doesNotMatch(stdout.slice(stdout.indexOf("例子：")), /'[A-Z][a-z]+ [a-z ]+/, verb);
  }
  assert.equal(await hint(["export"]), "For example: `memory export ../backup-2026-02.json`\n");
  assert.equal(await hint(["manage", "export"]), "For example: `memory manage export ../backup-2026-02.json`\n");
  assert.match(
    (await box.run(["remember"], { env: { LANG: "zh_CN.UTF-8" } })).stderr,
    /提示：例如 `memory remember '只在周二部署'`/,
  );
});

test("a value unlike all choices gets no guess, and one in another case is guessed", async () => {
  const guess = async (...words: string[]) => /Did you mean (.*)\?/.exec((await memoryBox().run(words)).stderr)?.[1];
  assert.equal(await guess("init", "--lang", "de"), undefined);
  assert.equal(await guess("save", "fact", "--content", "x", "--type", "X"), undefined);
  assert.equal(await guess("save", "fact", "--content", "x", "--type", "w"), "W");
  assert.equal(await guess("init", "--lang", "ZH"), "zh");
});

test("help for a verb that does not exist says so instead of explaining another", async () => {
  const { code, stderr } = await memoryBox().run(["help", "serach"]);
  assert.equal(code, 2);
  assert.match(stderr, /There is no verb "serach"\n\nhint: Did you mean `memory search`\?/);
});

test("help and version are text, and JSON with --json in any place", async () => {
  const box = memoryBox();
  for (const words of [["--version", "--json"], ["--json", "--version"]]) {
    const { status, command, data } = await box.json(words);
    assert.deepEqual([status, command, typeof data], ["ok", "version", "string"]);
  }
  for (
    const words of [["help", "--json"], ["--json", "--help"], ["help", "search", "--json"], ["search", "-h", "--json"]]
  ) {
    const { command, data } = await box.json(words);
    assert.deepEqual([command, /Usage: memory/.test(data)], ["help", true], words.join(" "));
  }
  assert.match((await box.run(["--help"])).stdout, /^memory: long-term memory/);
});

test("a hook ignores options of the command line and answers as its client expects", async () => {
  const box = memoryBox();
  const stdin = JSON.stringify(STOP);
  for (const words of [["--json", "hook", "cursor", "stop"], ["hook", "--json", "cursor", "stop"]]) {
    assert.deepEqual(await box.json(words, { stdin: "no event" }), {}, words.join(" "));
  }
  const elsewhere = ["hook", "cursor", "sessionStart", "--project-path", box.project];
  assert.match((await box.json(elsewhere, { stdin, cwd: box.home })).additional_context, /memory/);
  const { code, stdout } = await box.run(["--bogus", "hook", "cursor", "beforeSubmitPrompt"], { stdin: "" });
  assert.deepEqual([code, stdout], [0, `{"continue":true}\n`]);
});

// The command line and the hooks know these options without the declarations, which take time to load.
test("each option of every verb may stand with its value before the verb, and before the words of a hook", async () => {
  const box = memoryBox();
  for (const [key, { takes, choices }] of Object.entries(GLOBAL_ARGS)) {
    if (takes !== "value") continue;
    const option = [optionName(key), choices[0] ?? box.project];
    assert.equal((await box.json([...option, "status"])).command, "status", key);
    for (const words of [[...option, "hook", "cursor"], ["hook", ...option, "cursor"]]) {
      const { stdout } = await box.run([...words, "beforeSubmitPrompt"], { stdin: "" });
      assert.equal(stdout, `{"continue":true}\n`, words.join(" "));
    }
  }
});

test("the refusal where there is no memory names the place", async () => {
  const box = memoryBox();
  const nowhere = join(box.home, "nowhere");
  mkdirSync(nowhere);
  // A folder above the home is no project, but it is the one that was named.
  for (const folder of [nowhere, dirname(box.home)]) {
    const named = await box.run(["search", "x", "--project-path", folder]);
    assert.equal(named.code, 2);
    assert.ok(named.stderr.includes(`No memory found for ${folder}\n`), named.stderr);
  }
  const global = await box.run(["search", "x", "--layer", "global"]);
  assert.match(global.stderr, /There is no global memory yet/);
  await box.run(["config", "set", "storage.location", "global-only", "--global"]);
  assert.match((await box.run(["search", "x"])).stderr, /There is no global memory yet/);
  const project = await box.run(["note", "list", "--layer", "project", "--project-path", nowhere]);
  assert.match(project.stderr, /No memory found/);
});

test("an empty --session is refused, since a script's unset variable would switch nothing off without a word", async () => {
  const { code, stderr } = await memoryBox().run(["disable", "--session", ""]);
  assert.equal(code, 2);
  assert.match(stderr, /--session is empty/);
});

test("a group of verbs without a verb lists each once", async () => {
  const { code, stderr } = await memoryBox().run(["manage"]);
  assert.equal(code, 2);
  const [listed = ""] = /what: .*/.exec(stderr) ?? [];
  assert.equal(listed.split("config").length, 2, listed);
});

test("a group of verbs is explained with --help as well", async () => {
  const box = memoryBox();
  for (const words of [["manage", "--help"], ["help", "manage"], ["note", "-h"], ["--json", "manage", "--help"]]) {
    const { stdout, code } = await box.run(words);
    assert.equal(code, 0, words.join(" "));
    assert.match(stdout, /Usage: memory (manage|note) VERB/, words.join(" "));
  }
});

test("the refusal of half a verb's name gives the whole name", async () => {
  const box = memoryBox();
  for (
    const [word, verb] of [["cleanup", "manage cleanup"], ["propose", "note propose"]] as const
  ) {
    const { code, stderr } = await box.run([word, "--id", "x"]);
    assert.equal(code, 2);
    assert.equal(stderr.trim(), `error: There is no verb "${word}"\n\nhint: Did you mean \`memory ${verb}\`?`);
  }
  const { stderr } = await box.run(["-v"]);
  assert.equal(stderr.trim(), 'error: memory does not take "-v"\n\nhint: See `memory help`');
});

test("every verb warns once on stderr of a setting that can't be used, never with --quiet, and a hook never does", async () => {
  const box = memoryBox();
  box.write("config.json", `{ "retrieval": { "max_results": 0 }, "lang": "fr" }`);
  for (const words of [["list"], ["stats"], ["config", "get", "lang"], ["config", "set", "log.retain_days", "3"]]) {
    const { stderr } = await box.run(words[0] === "config" ? words : ["manage", ...words]);
    const told = stderr.split("\n").filter((line) => line.startsWith("warning: "));
    assert.equal(told.length, 2, stderr);
    assert.match(stderr, /^warning: retrieval\.max_results in .*config\.json is 0, it must be a whole number 1–20$/m);
  }
  const saved = await box.run(["save", "fact", "--content", "Orders go through Kafka", "--quiet"]);
  assert.deepEqual([saved.code, saved.stderr], [0, ""]);
  const hook = await box.run(["hook", "cursor", "stop"], { stdin: "{}" });
  assert.deepEqual([hook.code, hook.stderr], [0, ""]);
});

test("the refusal of a word that must be one of a few names the argument and the choices", async () => {
  const { code, stderr } = await memoryBox().run(["config", "preset", "huge"]);
  assert.equal(code, 2);
  assert.match(stderr, /^error: NAME must be one of lightweight, deep-memory, performance, found "huge"$/m);
});

test("`manage backups` lists the backups with and without the word list", async () => {
  const box = memoryBox();
  for (const words of [["manage", "backups"], ["manage", "backups", "list"]]) {
    assert.deepEqual((await box.json(words)).data, { backups: [] });
  }
});
