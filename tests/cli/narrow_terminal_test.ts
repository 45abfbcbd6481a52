/** Help, tables and sentences on a terminal: no line is too wide, and no text that people copy is cut. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../../src/cli/mod.ts";
import { TABLE } from "../../src/cli/table.ts";
import { fold, width } from "../../src/cli/terminal.ts";
import { memoryBox } from "../box.ts";
import { testWorld } from "../world.ts";

/** A project, and the lines that a call prints there on a terminal of so many columns. */
function terminal(lang: string) {
  const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: lang, MEMORY_OFFLINE: "1" } });
  const project = join(folder, "home", "app");
  fs.mkdirSync(join(project, ".cursor", "skills", "memory-data"), { recursive: true });
  return async (words: readonly string[], columns: number): Promise<string[]> => {
    let written = "";
    const stdout = { isTerminal: true, columns, write: (text: string) => void (written += text) };
    await runCli({ ...runtime, cwd: () => project, stdout, stderr: { ...stdout, write: () => {} } }, words);
    return written.split("\n");
  };
}

test("help wraps at the terminal's width, in both languages, and loses no word", async () => {
  for (const lang of ["en", "zh"]) {
    const help = terminal(lang);
    for (const name of ["", ...TABLE.map((entry) => entry.name)]) {
      const words = ["help", ...name.split(" ")].filter(Boolean);
      const whole = (await help(words, 400)).join("").replace(/\s/g, "");
      for (const columns of [40, 60, 80]) {
        const lines = await help(words, columns);
        // A call that people copy, and a word that can't be broken, stay as they are.
        const wide = lines.filter((line) => width(line) > columns && !/^ +(?:\S+ \| )?memory |\| memory /.test(line))
          .filter((line) => line.trim().split(/\s+/).length > 2);
        assert.deepEqual(wide, [], `${name} ${columns}`);
        assert.equal(lines.join("").replace(/\s/g, ""), whole);
      }
    }
  }
});

test("an example fits into 80 columns, but for a payload and calls that name two conditions or a proposal", async () => {
  for (const lang of ["en", "zh"]) {
    const help = terminal(lang);
    for (const { name } of TABLE) {
      const lines = await help(["help", ...name.split(" ")], 80);
      const wide = lines.filter((line) => width(line) > 80 && !/ '\{|--when .* --when|--proposal/.test(line));
      assert.deepEqual(wide, [], `${lang} ${name}`);
    }
  }
});

test("tables fit into 60 columns, with enough of every id to type it", async () => {
  const run = terminal("en");
  for (const at of [1, 2, 3]) {
    await run(["save", "fact", "--content", `The orders service number ${at} stores its sessions in Redis`], 80);
  }
  await run(["manage", "delete", "--keyword", "number 1", "--confirm"], 80);
  for (
    const words of [["manage", "list"], ["manage", "undo", "--list"], ["manage", "backups"], ["manage", "stats"], [
      "model",
      "list",
    ], [
      ...["manage", "delete", "--keyword", "Redis"],
    ]]
  ) {
    const lines = await run(words, 60);
    // A path, which people copy, stays whole.
    const wide = lines.filter((line) => width(line) > 60 && !/^ *\/\S+$/.test(line));
    assert.deepEqual(wide, [], words.join(" "));
    if (words[1] === "list" && words[0] === "manage" || words.includes("delete")) {
      assert.match(lines.join("\n"), / {2}\w{4}$/m);
    }
    if (words.includes("undo")) assert.match(lines.join("\n"), /^\w{4} {2}\d{4}-/m);
  }
});

// The terminal once broke the sentences of init, search, hints and others inside words.
test("sentences wrap at 60 columns between words, commands stay whole, and colours take no room", async () => {
  const commands = [
    ["save", "fact", "--content", "The orders service keeps its sessions in Redis and asks nobody for them at night"],
    ["init"],
    ["init", "--dry-run"],
    ["uninstall", "--dry-run"],
    ["search", "orders sessions"],
    ["manage", "log"],
    ["note", "check"],
    ["manage", "consolidate"],
  ];
  for (const lang of ["en", "zh"]) {
    const run = terminal(lang);
    for (const words of commands) {
      const lines = await run(words, 60);
      const wide = lines.filter((line) => width(line) > 60 && line.trim().split(/\s+/).length > 1);
      assert.deepEqual(wide, [], words.join(" "));
    }
  }
  const text = `  ${"word ".repeat(10)}\x1b[2m\`memory model download\`\x1b[22m fetches it`;
  assert.deepEqual(
    fold(text, 60),
    `  ${"word ".repeat(10).trim()}\n  \x1b[2m\`memory model download\`\x1b[22m fetches it`,
  );
  assert.equal(fold("x".repeat(90), 60), "x".repeat(90));
  const verbs = `${"restore、".repeat(7)}import`;
  assert.equal(fold(`JSON：${verbs}`, 60), `JSON：${"restore、".repeat(6)}\nrestore、import`);
});

test("an import that finds nothing says which files it looked for", async () => {
  const box = memoryBox();
  fs.mkdirSync(join(box.home, "empty"));
  for (
    const [format, files] of [
      ["memory-v1", "of the format memory-v1: there is no daily/*.md"],
      ["plan-c", "of the format plan-c: there is no daily/*.jsonl, sessions.jsonl or facts.jsonl"],
      ["auto", "holds no memory: there is no *.md, daily/*.md, daily/*.jsonl, sessions.jsonl or facts.jsonl"],
    ] as const
  ) {
    const { error } = await box.json(["import", "--input", join(box.home, "empty"), "--format", format]);
    assert.ok(error.message.endsWith(files), error.message);
  }
});
