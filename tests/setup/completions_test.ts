/** Completion scripts, loaded by the shells that this machine has and asked as a person with the Tab key asks. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { TABLE } from "../../src/cli/table.ts";
import { memoryBox } from "../box.ts";
import { bareHome, run, temporaryFolder, which } from "../installer.ts";
import { powershellErrors } from "./powershell.ts";

const box = memoryBox();

async function script(shell: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await box.run(["completions", shell], { env });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** What to ask, and some of what must come. */
const QUESTIONS: readonly (readonly [words: string, answers: readonly string[]])[] = [
  ["memory sa", ["save"]],
  ["memory save ", ["fact", "summary"]],
  ["memory save fact --ty", ["--type"]],
  ["memory save fact --type ", ["W", "B", "O", "S"]],
  ["memory save fact --type W --lay", ["--layer"]],
  ["memory note ad", ["add"]],
  ["memory completions ", ["bash", "zsh", "fish", "powershell"]],
];

/** Runs a shell on a program that loads the script; it must say nothing but the answer. */
async function ask(shell: string, words: readonly string[], program: string): Promise<string[]> {
  const { stdout, stderr } = await run(shell, [...words, program], { home: bareHome(), env: { TERM: "dumb" } });
  assert.equal(stderr, "");
  return stdout.split("\n").map((line) => line.split("\t")[0] ?? "").filter((line) => line !== "");
}

async function fileOf(shell: string): Promise<string> {
  const path = join(temporaryFolder(), "script");
  writeFileSync(path, await script(shell));
  return path;
}

function skipWithout(name: string): { skip: string | false } {
  return { skip: which(name) ? false : `this machine has no ${name}` };
}

test("bash completes verbs, options and their values", skipWithout("bash"), async () => {
  const path = await fileOf("bash");
  for (const [words, answers] of QUESTIONS) {
    const list = words.split(" ").map((word) => `'${word}'`).join(" ");
    const program = `set -euo pipefail; . '${path}'; COMP_WORDS=(${list}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1));
      _memory; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const got = await ask("bash", ["--norc", "--noprofile", "-c"], program);
    for (const answer of answers) assert.ok(got.includes(answer), `${words}: ${got}`);
  }
});

test("zsh completes verbs, options and their values", skipWithout("zsh"), async () => {
  const path = await fileOf("zsh");
  // Outside of a terminal zsh completes nothing, so the two functions that show candidates print them.
  const stubs = `compdef() {}; _files() {}; _message() {}
    _describe() { [[ "$1" == -o ]] && shift; shift; local it; for it in "\${(@P)1}"; do print -r -- "\${it%%:*}"; done }`;
  for (const [words, answers] of QUESTIONS) {
    const list = words.split(" ").map((word) => `'${word}'`).join(" ");
    const program = `${stubs}; set -eu; . '${path}'; words=(${list}); CURRENT=$#words; _memory`;
    const got = await ask("zsh", ["-f", "-c"], program);
    for (const answer of answers) assert.ok(got.includes(answer), `${words}: ${got}`);
  }
});

test("fish completes verbs, options and their values", skipWithout("fish"), async () => {
  const path = await fileOf("fish");
  for (const [words, answers] of QUESTIONS) {
    const got = await ask("fish", ["--no-config", "-c"], `source '${path}'; complete -C '${words}'`);
    for (const answer of answers) assert.ok(got.includes(answer), `${words}: ${got}`);
    if (answers.includes("fact")) assert.ok(!got.includes("--content"), "options of verbs below");
  }
});

test("PowerShell can read its completion script", async () => {
  assert.deepEqual(await powershellErrors(await script("powershell")), []);
});

test("PowerShell completes verbs, options and their values", skipWithout("pwsh"), async () => {
  const path = await fileOf("powershell");
  for (const [words, answers] of QUESTIONS) {
    const program = `. ([scriptblock]::Create((Get-Content -Raw '${path}')))
      (TabExpansion2 -inputScript '${words}' -cursorColumn ${words.length}).CompletionMatches.CompletionText`;
    const got = await ask("pwsh", ["-NoProfile", "-Command"], program);
    for (const answer of answers) assert.ok(got.includes(answer), `${words}: ${got}`);
  }
});

test("every verb of the table is in every shell's script, and so are its options", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const text = await script(shell);
    for (const { name, load } of TABLE) {
      assert.ok(text.includes(`'${name}'`) || text.includes(`\\'${name}\\'`), `${shell}: ${name}`);
      for (const key of Object.keys((await load()).args)) {
        const option = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        assert.ok(text.includes(shell === "fish" ? ` -l ${option} ` : `--${option}`), `${shell}: ${name} --${option}`);
      }
    }
  }
});

test("in a Chinese locale zsh and fish tell in Chinese what each word is for, and still complete them", async () => {
  for (const [shell, flags] of [["zsh", ["-f", "-n"]], ["fish", ["--no-config", "--no-execute"]]] as const) {
    const text = await script(shell, { LANG: "zh_CN.UTF-8" });
    assert.match(text, /输出 shell 的补全脚本/);
    assert.match(text, /输出版本号/);
    assert.doesNotMatch(text, /Print|Verbs of|Tell more/);
    assert.equal(text.match(/--|-l /g)?.length, (await script(shell)).match(/--|-l /g)?.length);
    if (!which(shell)) continue;
    const path = join(temporaryFolder(), "script");
    writeFileSync(path, text);
    assert.equal((await run(shell, [...flags, path], { home: bareHome() })).stderr, "");
  }
  // Windows PowerShell would read it in another encoding.
  assert.equal(await script("powershell", { LANG: "zh_CN.UTF-8" }), await script("powershell"));
});

test("an unknown shell is refused with the nearest that there is", async () => {
  const { code, stderr } = await box.run(["completions", "fihs"]);
  assert.equal(code, 2);
  assert.match(stderr, /Did you mean fish\?/);
});
