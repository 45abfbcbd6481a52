/** A verb tells what it did, even if its result can't be written or one file can't be read. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

/** The user `nobody`, since permissions bind every user but root. */
const USER = process.getuid?.() === 0 ? { user: 65534 } : {};

/** Gives a box to that user, without the right to read some files. */
function lend(box: Box, unreadable: readonly string[]): void {
  for (const file of unreadable) fs.chmodSync(join(box.data, file), 0);
  if (USER.user === undefined) return;
  const folder = dirname(box.home);
  execFileSync("chown", ["-R", `${USER.user}:${USER.user}`, folder]);
  if ((fs.statSync(dirname(folder)).mode & 0o001) === 0) fs.chmodSync(dirname(folder), 0o711);
}

const ran = process.platform === "win32"
  ? undefined
  : await memoryBox().run(["--version"], { ...USER, cwd: "/" }).catch(() => undefined);
const skip = ran?.code === 0 ? false : "nobody whom permissions bind can run the binary here";

const AT = "2026-01-02T10:00:00.000Z";
const fact = (id: string, content: string) =>
  `${JSON.stringify({ id, type: "fact", memory_type: "O", content, confidence: 0.9, timestamp: AT })}\n`;
const note = (id: string, title: string) =>
  `# ${title}\n\n**One-liner**: Releases are cut on Tuesdays\n\n- ID: ${id}\n- Status: active\n`;
const UNREADABLE = ["daily/2026-01-03.jsonl", "notes/MEM-b.md", "MEMORY.md"];

test("verbs and hooks leave out a file that can't be read, name it, and do the rest", { skip }, async () => {
  const box = memoryBox();
  box.write("daily/2026-01-02.jsonl", fact("log-1", "The billing service must listen on port 8123"));
  box.write("daily/2026-01-03.jsonl", fact("log-2", "The mail service must listen on port 8124"));
  box.write("notes/MEM-a.md", note("MEM-a", "Releases"));
  box.write("notes/MEM-b.md", note("MEM-b", "Others"));
  box.write("MEMORY.md", "Speak plainly\n");
  lend(box, UNREADABLE);
  for (
    const words of [["search", "service port"], ["manage", "list"], ["show", "--day", "2026-01-02"], [
      "export",
      "--output",
      "-",
    ]]
  ) {
    const { code, stdout, stderr } = await box.run(words, USER);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /port 8123/, words.join(" "));
    assert.match(stderr, /warning: daily\/2026-01-03\.jsonl is left out: /, words.join(" "));
  }
  const list = await box.run(["note", "list"], USER);
  assert.equal(list.code, 0, list.stderr);
  assert.match(list.stdout, /MEM-a/);
  assert.match(list.stderr, /notes\/MEM-b\.md is left out/);
  assert.equal((await box.run(["manage", "stats"], USER)).code, 0);
  const common = { session_id: "s-1", cwd: box.project };
  const start = await box.hook("claude", "SessionStart", { ...common, source: "startup" }, USER);
  assert.match(JSON.stringify(start), /port 8123/);
  const asked = { ...common, session_id: "s-2", prompt: "Which port does the billing service listen on?" };
  assert.match(JSON.stringify(await box.hook("claude", "UserPromptSubmit", asked, USER)), /port 8123/);
  for (const status of ["saved", "exists"]) {
    assert.equal((await box.json(["save", "fact", "--content", "Kafka listens on 9092"], USER)).data.status, status);
  }
  const { data } = await box.json(["doctor"], USER);
  const { detail } = data.checks.find(({ id }: { id: string }) => id === "jsonl_parseable");
  for (const file of UNREADABLE) assert.ok(detail.includes(file), detail);
});

/** Runs the binary with its standard output on a device that is full. */
function withFullOutput(box: Box, words: string): { code: number; stderr: string } {
  const file = join(box.home, "stderr");
  const script = `"$0" ${words} > /dev/full 2> "${file}"; echo $?`;
  const binary = join(dirname(dirname(dirname(new URL(import.meta.url).pathname))), "dist", "memory");
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8" };
  const code = execFileSync("sh", ["-c", script, binary], { cwd: box.project, env, encoding: "utf8" });
  return { code: Number(code), stderr: fs.readFileSync(file, "utf8") };
}

test(
  "a verb whose result can't be written says that it was done",
  { skip: fs.existsSync("/dev/full") ? false : "no device that is always full" },
  () => {
    const box = memoryBox();
    for (const more of ["", " --json"]) {
      const { code, stderr } = withFullOutput(box, `save fact --content 'Kafka listens on 9092${more}'${more}`);
      assert.equal(code, 5, stderr);
      assert.match(
        stderr,
        /^error: `memory save fact` was done, but its result can't be written to standard output: ENOSPC/,
      );
      assert.doesNotMatch(stderr, /Nothing was saved/);
    }
    assert.equal(box.lines(`daily/${new Date().toISOString().slice(0, 10)}.jsonl`).length, 2);
    const search = withFullOutput(box, "search Kafka");
    assert.equal(search.code, 5);
    assert.match(search.stderr, /^error: `memory search` was done, but/);
  },
);

// “Don't do it again” kept an agent from saving what had been refused.
test(
  "a verb that was refused, shows a preview or finds nothing never says that it was done where it can't be written",
  { skip: fs.existsSync("/dev/full") ? false : "no device that is always full" },
  async () => {
    const box = memoryBox();
    await box.run(["remember", "TODO: fix the header"]);
    const changesNothing = (words: string) => {
      const { code, stderr } = withFullOutput(box, words);
      assert.equal(code, 5, stderr);
      assert.match(stderr, /^error: `memory [a-z ]+` changed nothing, and .*: ENOSPC/, words);
      assert.doesNotMatch(stderr, /was done|don't do it again/);
    };
    ["delete --keyword header", "done header --dry-run", "search Kafka", "export -"].forEach(changesNothing);
    await box.run(["disable"]);
    ["remember 'abc def ghi'", "save fact --content 'abc def ghi' --json", "done header"].forEach(changesNothing);
  },
);
