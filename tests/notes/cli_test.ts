/** `memory note`, against the binary. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import assert from "node:assert/strict";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";
import { testTogether, tokenRests } from "../together.ts";

const SCORE = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };
const PAYLOAD = {
  scene: "When designing API error responses",
  principles: ["Always answer with { code, message }", "Answer with a plain string"],
  choice: "Always answer with { code, message }",
  source: "remember",
  confidence: "high",
  score: SCORE,
};
const OTHER = { ...PAYLOAD, choice: "Answer with a plain string" };

const propose = async (box: Box, value: unknown, ...more: string[]): Promise<Json[]> =>
  (await box.json(["note", "propose", JSON.stringify(value), ...more])).data.results;

test("a payload becomes a note in one call where nobody is asked, and in two where somebody is", async () => {
  const box = memoryBox();
  const [written] = await propose(box, PAYLOAD, "--session", "c-1", "--generation", "g-1");
  assert.equal(written.status, "written");
  assert.match(box.read(written.file), /Session\*\*: c-1/);
  const [asked] = await propose(box, OTHER);
  assert.deepEqual([asked.status, asked.decision, asked.gate], ["proposed", "replace", "ask"]);
  const add = ["note", "add", "--proposal", asked.proposal, "--decision", "replace"];
  const shown = await box.json(add);
  assert.deepEqual([shown.status, shown.data.targets], ["preview", [written.id]]);
  assert.equal((await box.json(["note", "list"])).data.total, 1);
  const { status, data } = await box.json([...add, "--confirm"]);
  assert.deepEqual([status, data.status, data.decision, data.superseded], ["ok", "written", "replace", [written.id]]);
  const list = await box.json(["note", "list", "--all"]);
  assert.deepEqual(
    list.data.notes.map((note: Json) => [note.id, note.status]).sort(),
    [
      [data.id, "active"],
      [written.id, "archive"],
    ].sort(),
  );
  const audit = box.lines("audit/operations.jsonl").filter((line) => line.event);
  assert.deepEqual([audit[0].event, audit[0].conversation_id, audit[0].generation_id], [
    "memory_note_created",
    "c-1",
    "g-1",
  ]);
  const undone = (await box.json(["manage", "undo"])).data;
  assert.equal(undone.command, "note add");
  assert.equal((await box.json(["note", "list"])).data.notes[0].id, written.id);
  assert.equal((await box.json(["manage", "undo", undone.operation])).data.command, "undo");
  assert.equal((await box.json(["note", "list"])).data.notes[0].id, data.id);
  assert.deepEqual((await box.json(["note", "check"])).data.problems, []);
});

test("a person writes a note with one command, and is asked only where a note of the same thing is there", async () => {
  const box = memoryBox();
  const add = async (text: string, ...more: string[]) => (await box.json(["note", "add", text, ...more])).data;
  const first = await add("Errors are JSON with a code", "--when", "designing an API");
  assert.deepEqual([first.status, first.decision], ["written", "new"]);
  const note = box.read(first.file);
  assert.match(note, /^# designing an API — Errors are JSON with a code\n/);
  assert.match(note, /When to load\n\n- designing an API\n/);
  const other = await add("Errors are plain text", "--when", "designing an API");
  assert.deepEqual([other.status, other.decision, (await box.json(["note", "list"])).data.total], [
    "proposed",
    "replace",
    1,
  ]);
  await box.json(["note", "add", "--proposal", other.proposal, "--decision", "replace", "--confirm"]);
  const own = await add("提交信息用中文", "--layer", "global");
  assert.equal(own.layer, "global");
  const shown = JSON.stringify(await box.json(["note", "show", own.id]));
  assert.equal(shown.split("提交信息用中文—").length, 1, "no title says a thing twice");
  assert.equal((await box.json(["manage", "undo"])).data.command, "note add");
  assert.equal((await box.json(["note", "list"])).data.total, 1);
  const mixed = await box.run(["note", "add", "x", "--proposal", "prop-1"]);
  assert.deepEqual([mixed.code, /own/.test(mixed.stderr)], [2, true]);
  assert.match((await box.run(["note", "add"])).stderr, /memory note add 'a text'/);
});

test("a person who is to replace notes is told which, before and after", withTerminal, async () => {
  const box = memoryBox();
  const shown = (words: string) =>
    execFileSync(...onTerminal(`"${BINARY}" note add ${words}`), {
      cwd: box.project,
      env: { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1", COLUMNS: "200" },
      encoding: "utf8",
    }).replaceAll("\r", "");
  await box.json(["note", "add", "Errors are JSON with a code", "--when", "designing an API"]);
  await box.json(["note", "add", "错误统一返回 JSON，带 code 字段", "--when", "设计接口时"]);
  const asked = shown("'Errors are XML' --when 'designing an API'");
  assert.match(asked, /^Not written yet: an earlier note says otherwise\n/);
  const both = "MEM-api-errors-json, MEM-json-code";
  const [, id = ""] = new RegExp(`to replace ${both}: memory note add --proposal (\\w+)`).exec(asked) ?? [];
  const answer = `--proposal ${id} --decision replace`;
  assert.match(shown(answer), new RegExp(`^ {2}would replace: ${both}$`, "m"));
  assert.match(shown(`${answer} --confirm`), new RegExp(`^ {2}replaced: ${both} `, "m"));
});

// The person read "changed" alone: only the JSON had it, and in English.
test("a person is told in their language what did not follow a change of a note", withTerminal, async () => {
  const box = memoryBox();
  await box.json(["config", "set", "lang", "zh"]);
  const [{ id }] = await propose(box, PAYLOAD);
  const other = (await box.json(["note", "add", "Tabs", "--when", "indenting"])).data.id;
  rmSync(box.path("INDEX.md"));
  mkdirSync(box.path("INDEX.md"));
  const shown = (words: string) =>
    execFileSync(...onTerminal(`"${BINARY}" note ${words}`), {
      cwd: box.project,
      env: { HOME: box.home, PATH: process.env["PATH"] ?? "", NO_COLOR: "1", COLUMNS: "400" },
      encoding: "utf8",
    });
  const [waiting] = await propose(box, { ...PAYLOAD, scene: "When naming a column", confidence: "low" });
  for (
    const [words, done] of [
      [`edit ${id} --audience team --portability cross-project --strength validated`, "已修改"],
      [`share ${id}`, "已共享"],
      ["add '缩进用制表符' --when '写代码时'", "已写入"],
      [`add --proposal ${waiting.proposal} --decision new --confirm`, "已写入"],
      [`delete ${other} --confirm`, "已删除"],
    ] as const
  ) {
    const text = shown(words);
    assert.match(text, new RegExp(`^${done}[^]*改动已完成[^]*INDEX\\.md`), words);
  }
  const { data } = await box.json(["note", "archive", id]);
  assert.match(data.warnings[0], /^The change is made, but not all that follows it: .*INDEX\.md/);
});

// The id was used up, and the text trusted, before anything was written.
test("a note that could not be written takes no id, and nothing counts as said", async () => {
  const box = memoryBox();
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  await box.run(["init", "--share", "all", "--skip-model"]);
  await box.json(["remember", "Tabs, not spaces"]);
  const trusted = (): number => JSON.parse(readFileSync(join(box.own, "found.json"), "utf8")).trusted.length;
  const before = trusted();
  const add = () => box.json(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const log = box.path("audit/operations.jsonl");
  renameSync(log, `${log}.away`);
  mkdirSync(log);
  assert.equal((await add()).error?.code, "IO_ERROR");
  assert.equal(trusted(), before);
  rmSync(log, { recursive: true });
  renameSync(`${log}.away`, log);
  assert.equal((await add()).data.id, "MEM-api-errors-json");
  assert.ok(trusted() > before);
  assert.equal(box.read("notes/.ids"), "MEM-api-errors-json\n");
});

test("a deleted note leaves INDEX.md and comes back where it was, byte for byte", async () => {
  const box = memoryBox();
  const [{ id, file }] = await propose(box, PAYLOAD);
  const before = box.read(file);
  const inStep = async () => (await box.json(["note", "check"])).data.problems;
  await box.json(["note", "delete", id, "--confirm"]);
  assert.deepEqual([(await box.json(["note", "list"])).data.total, await inStep()], [0, []]);
  assert.equal((await box.json(["manage", "restore", "--scope", "notes", "--id", id])).data.restored, 1);
  assert.deepEqual([box.read(file), await inStep()], [before, []]);
});

test("one call can answer several proposals, an answer can be no, and each proposal is used once", async () => {
  const box = memoryBox();
  const scenes = ["When naming database columns", "When writing release notes", "When choosing an HTTP client"];
  const asked = await propose(box, scenes.map((scene) => ({ ...PAYLOAD, scene, confidence: "low" })));
  const ids = asked.map((each) => each.proposal);
  assert.deepEqual(asked.map((each) => each.decision), ["new", "new", "new"]);
  const words = ids.flatMap((id, at) => ["--proposal", id, "--decision", at === 1 ? "cancel" : "new"]);
  const { data } = await box.json(["note", "add", ...words, "--confirm"]);
  assert.deepEqual(data.results.map((each: Json) => each.status), ["written", "cancelled", "written"]);
  assert.equal((await box.json(["note", "list"])).data.total, 2);
  const again = await box.run(["note", "add", "--proposal", ids[0], "--confirm"]);
  assert.equal(again.code, 1);
  assert.equal(JSON.parse(again.stdout).error.code, "RECORD_NOT_FOUND");
  const gone = await box.json(["note", "add", "--proposal", ids[0], "--decision", "cancel", "--confirm"]);
  assert.equal(gone.error?.code, "RECORD_NOT_FOUND", "what does not wait is not let go");
  assert.match(gone.error.hint, /`memory note add /);
});

test("one bad payload stops the whole call with exit 2, from stdin too, and nothing is written", async () => {
  const box = memoryBox();
  const stdin = JSON.stringify([PAYLOAD, { ...PAYLOAD, confidence: "sure" }]);
  const { code, stdout } = await box.run(["note", "propose", "-"], { stdin });
  const { error } = JSON.parse(stdout);
  assert.deepEqual([code, error.code], [2, "INVALID_ARGUMENT"]);
  assert.match(error.message, /payloads\[1\]\.confidence must be one of low, medium, high, found "sure"/);
  assert.deepEqual((await box.json(["note", "list"])).data.notes, []);
  const broken = await box.run(["note", "propose", "{"]);
  assert.equal(broken.code, 2);
  const fine = await box.run(["note", "propose", "-"], { stdin: `\uFEFF${JSON.stringify(PAYLOAD)}` });
  assert.equal(JSON.parse(fine.stdout).data.results[0].status, "written");
});

test("secrets and private text do not get into a note", async () => {
  const box = memoryBox();
  const secret = ["sk", "ant", "api03", "abcdefghijklmnopqrstuvwxyz"].join("-");
  const choice = `Use the staging key ${secret} <private>Anna's</private> for smoke tests`;
  const [result] = await propose(box, { ...PAYLOAD, principles: [choice], choice });
  assert.deepEqual([result.status, result.redacted], ["written", ["anthropic-key"]]);
  assert.doesNotMatch(box.read(result.file) + box.read("INDEX.md"), /abcdefghijkl|Anna/);
  const edited = await box.json(["note", "edit", result.id, "--signals", `seen with ${secret}`]);
  assert.deepEqual(edited.data.redacted, ["anthropic-key"]);
  assert.doesNotMatch(box.read(result.file), /abcdefghijkl/);
});

test("a session that was told not to be saved leaves no note, nor does a memory that is switched off", async () => {
  const box = memoryBox();
  box.write(
    "session_state/c-1.json",
    JSON.stringify({ session_id: "c-1", created_at: "x", updated_at: new Date().toISOString(), skip: true }),
  );
  const [waiting] = await propose(box, { ...PAYLOAD, confidence: "low" }, "--session", "c-2");
  const state = JSON.parse(box.read("session_state/c-1.json"));
  box.write("session_state/c-2.json", JSON.stringify({ ...state, session_id: "c-2" }));
  const late = await box.json(["note", "add", "--proposal", waiting.proposal, "--confirm"]);
  assert.deepEqual([late.data.status, late.data.reason], ["dropped", "session_not_saved"]);
  const [skipped] = await propose(box, PAYLOAD, "--session", "c-1");
  assert.deepEqual([skipped.status, skipped.reason], ["dropped", "session_not_saved"]);
  const personal = JSON.stringify({ ...PAYLOAD, apply: "personal" });
  const off = await box.json(["note", "propose", personal], { env: { MEMORY_DISABLE: "1" } });
  // Not even a folder for the person's own notes.
  assert.deepEqual(readdirSync(box.home), [".memory", "work"]);
  assert.deepEqual([off.data.results[0].status, off.data.results[0].reason], ["dropped", "memory_disabled"]);
  assert.equal((await box.json(["note", "list"])).data.total, 0);
});

test("many processes at once write as many notes, each with an id of its own, and INDEX.md holds them all", async () => {
  const box = memoryBox();
  const areas = ["支付 先补测试", "搜索 评审两遍", "登录 通知运维", "报表 更新手册", "邮件 加上埋点", "上传 限制大小"]
    .map((area) => area.split(" "));
  const all = await Promise.all(
    areas.map(([scene, choice]) => propose(box, { ...PAYLOAD, scene, principles: [choice], choice })),
  );
  const ids = all.map(([each]) => each.id);
  assert.equal(new Set(ids).size, areas.length, JSON.stringify(all));
  const check = await box.json(["note", "check"]);
  assert.deepEqual([check.data.total, check.data.problems], [areas.length, []]);
});

test("a note with a broken Meta line is reported with its line, stays as it is, and is still listed", async () => {
  const box = memoryBox();
  const text =
    "# Retry policy\r\n\r\n## Meta\r\n\r\n- **Id**: MEM-retry\r\n- **Strength** enforced\r\n\r\n## One-liner\r\n\r\nRetry thrice\r\n";
  box.write("notes/MEM-retry.md", text);
  assert.equal((await box.json(["note", "index"])).data.total, 1);
  const { code, stdout } = await box.run(["note", "check"]);
  assert.equal(code, 4);
  assert.deepEqual(JSON.parse(stdout).data.problems, [
    {
      file: "notes/MEM-retry.md",
      line: 6,
      problem: "Meta lines are `- **Key**: value`, found `- **Strength** enforced`",
    },
  ]);
  await propose(box, PAYLOAD);
  assert.equal(box.read("notes/MEM-retry.md"), text);
  assert.equal((await box.json(["note", "list"])).data.total, 2);
  assert.equal((await box.run(["note", "show", "MEM-retry"])).stdout, text);
});

test("delete asks first, archive removes a note from the list, and a missing note is reported", async () => {
  const box = memoryBox();
  const [{ id, file }] = await propose(box, PAYLOAD);
  const asked = await box.json(["note", "delete", id]);
  assert.deepEqual([asked.status, asked.data.total], ["preview", 1]);
  assert.ok(box.read(file));
  assert.equal((await box.json(["note", "archive", id])).data.status, "archive");
  assert.equal((await box.run(["note", "list"])).code, 1);
  const gone = await box.json(["note", "delete", id, "--confirm"]);
  assert.equal(gone.data.deleted, 1);
  assert.throws(() => box.read(file));
  assert.equal((await box.json(["manage", "undo"])).data.command, "note delete");
  assert.ok(box.read(file));
  assert.equal((await box.json(["manage", "delete", "--id", id, "--scope", "notes", "--confirm"])).data.deleted, 1);
  const last = box.lines("audit/operations.jsonl").findLast((line) => line.note_id === id);
  assert.equal(last.event, "memory_note_deleted");
  const missing = await box.run(["note", "show", id]);
  assert.deepEqual([missing.code, missing.stdout], [1, ""]);
  assert.match(missing.stderr, new RegExp(`There is no note ${id}`));
  const [next] = await propose(box, PAYLOAD);
  assert.notEqual(next.id, id);
});

// `note delete X` once deleted `X-2` where X was gone, and took any end of an id.
test("what is done to a note is done to the one of this very id; only `show` takes an end, of no id that was used", async () => {
  const box = memoryBox();
  const write = async (text: string) => (await box.json(["note", "add", text, "--when", text])).data.id;
  const first = await write("Errors are JSON objects");
  await box.json(["note", "delete", first, "--confirm"]);
  const second = await write("Errors are JSON objects");
  assert.equal(second, `${first}-2`);
  for (const verb of [["delete", "--confirm"], ["delete"], ["share", "--check"], ["archive"], ["show"]]) {
    const ran = await box.run(["note", ...verb.slice(0, 1), first, ...verb.slice(1)]);
    assert.equal(ran.code, 1, `${verb.join(" ")} ${ran.stdout}`);
    assert.ok(`${ran.stdout}${ran.stderr}`.includes(second), "the near one is named");
  }
  const end = second.slice(-8);
  for (const word of [end, second.slice(0, -2)]) {
    assert.equal((await box.run(["note", "delete", word, "--confirm"])).code, 1, word);
    assert.equal((await box.run(["note", "edit", word, "--title", "x"])).code, 1, word);
  }
  assert.equal((await box.run(["note", "show", end])).code, 0);
  assert.equal((await box.json(["note", "archive", second.toLowerCase()])).data.id, second);
  const third = await write("The chart of objects-2 has bars");
  await write("Every list of JSON objects ends in a newline");
  assert.equal((await box.run(["note", "show", third.toUpperCase()])).code, 0);
  assert.equal((await box.json(["note", "delete", second.toLowerCase(), "--confirm"])).data.id, second);
});

test("edit changes the named fields, list filters by them, and an edit without fields is refused", async () => {
  const box = memoryBox();
  const [{ id, file }] = await propose(box, PAYLOAD);
  const words = ["--strength", "enforced", "--tag", "api,#errors", "--when", "When an endpoint fails"];
  const { data } = await box.json(["note", "edit", id, ...words]);
  assert.deepEqual([data.id, data.updated_fields], [id, ["strength", "tags", "when_to_load"]]);
  assert.match(box.read(file), /- When an endpoint fails\n/);
  assert.match(box.read("INDEX.md"), /When an endpoint fails \| active \| enforced/);
  const count = async (...filter: string[]) => (await box.json(["note", "list", ...filter])).data.total;
  assert.deepEqual([await count("--strength", "enforced", "--tag", "errors"), await count("--tag", "db")], [1, 0]);
  assert.equal((await box.run(["note", "edit", id])).code, 2);
  const wrong = await box.run(["note", "edit", id, "--strength", "strong"]);
  assert.deepEqual([wrong.code, /hypothesis, validated, enforced/.test(wrong.stdout)], [2, true]);
});

test("a corrected sentence takes the place of the old one in every field made of it, and the edit names these", async () => {
  const box = memoryBox();
  const [old, next] = ["Use JSON errors in every API", "Use YAML errors in every $& API"];
  const { data: { id, file } } = await box.json(["note", "add", old, "--when", "designing API"]);
  const { code, stdout } = await box.run(["note", "edit", id, "--one-liner", next, "--json"]);
  assert.deepEqual([code, JSON.parse(stdout).data.updated_fields], [0, ["one_liner", "title", "decision", "l1"]]);
  assert.ok(!box.read(file).includes(old), box.read(file));
  assert.equal(box.read(file).split(next).length, 6);
  await box.json(["undo"]);
  assert.match(
    (await box.run(["note", "edit", id, "--one-liner", next, "--decision", "As before"])).stdout,
    /"decision"/,
  );
  assert.match(box.read(file), /\*\*Decision\*\*: As before\n/);
  // A short one may stand in a sentence that says more than it, and is replaced where it stands by itself.
  await box.json(["note", "edit", id, "--one-liner", "Redis", "--decision", "Redis before Memcached"]);
  const short = await box.json(["note", "edit", id, "--one-liner", "Valkey"]);
  assert.deepEqual(short.data.updated_fields, ["one_liner", "title", "l1"]);
  assert.match(box.read(file), /\*\*Decision\*\*: Redis before Memcached\n/);
});

// Title, decision and level said “Use npm” on, and the new note “Use npm” was taken for the same.
test("a corrected sentence replaces a short choice, which stands there without its scene", async () => {
  for (
    const [scene, old, sentence, choice] of [
      ["installing packages", "Use npm", "Installing packages: pnpm 9, npm is gone", "pnpm 9, npm is gone"],
      ["安装依赖", "用 npm", "安装依赖一律用 pnpm", "安装依赖一律用 pnpm"],
    ] as const
  ) {
    const box = memoryBox();
    const { id, file } = (await box.json(["note", "add", old, "--when", scene])).data;
    await box.json(["note", "edit", id, "--one-liner", sentence]);
    assert.ok(!box.read(file).includes(old), box.read(file));
    const { title, decision, one_liner } = (await box.json(["note", "show", id, "--json"])).data;
    assert.deepEqual([title.endsWith(choice), decision, one_liner], [true, choice, sentence]);
    assert.equal((await box.json(["note", "add", old, "--when", scene])).data.decision, "replace");
  }
});

test("a note's source can be changed; an empty value takes tags and pointers away", async () => {
  const box = memoryBox();
  const [{ id }] = await propose(box, PAYLOAD);
  const shown = async () => (await box.json(["note", "show", id, "--json"])).data;
  await box.json(["note", "edit", id, "--source", "manual", "--tag", "#api #errors；http", "--pointer", "src/api.ts"]);
  const { source, tags, pointers } = await shown();
  assert.deepEqual([source, tags, pointers], ["manual", ["api", "errors", "http"], ["src/api.ts"]]);
  assert.deepEqual((await box.json(["note", "edit", id, "--tag", "", "--pointer", ""])).data.updated_fields, [
    "tags",
    "pointers",
  ]);
  const after = await shown();
  assert.deepEqual([after.tags, after.pointers], [[], []]);
  assert.deepEqual((await box.json(["note", "check"])).data.problems, []);
});

test("in a project that was never initialised, the message says how to begin", async () => {
  const box = memoryBox({ empty: true });
  const { code, stdout } = await box.run(["note", "propose", JSON.stringify(PAYLOAD)]);
  assert.equal(code, 4);
  assert.match(JSON.parse(stdout).error.hint, /memory init/);
});

testTogether("what is purged is gone from what waits for the user's word, too", async () => {
  const box = memoryBox();
  const [{ id }] = await propose(box, PAYLOAD);
  const [{ proposal }] = await propose(box, PAYLOAD);
  const columns = { scene: "When naming columns", principles: ["snake_case"], choice: "snake_case", confidence: "low" };
  const [other] = await propose(box, { ...PAYLOAD, ...columns });
  const words = ["manage", "delete", "--id", id, "--scope", "notes", "--purge", "--confirm"];
  const { data } = await box.json(words);
  await tokenRests();
  assert.equal((await box.json([...words, data.confirm_token])).data.deleted, 1);
  assert.equal((await box.run(["note", "add", "--proposal", proposal])).code, 1);
  assert.equal((await box.run(["note", "add", "--proposal", other.proposal])).code, 0);
});

test("a personal note goes to the person's layer, and sessions of the next project get it", async () => {
  const box = memoryBox();
  const payload = (choice: string, more: object = {}) => ({
    scene: `Writing commit messages: ${choice}`,
    principles: [choice, "Any other way"],
    choice,
    source: "remember",
    confidence: "high",
    apply: "personal",
    score: { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 },
    ...more,
  });
  const payloads = [
    payload("Commit messages are written in the imperative"),
    payload("This repository squashes each merge", { apply: "project", scene: "Merging a branch" }),
    payload("Answers are short and without praise", { confidence: "medium", scene: "Answering a question" }),
  ];
  const { results } = (await box.json(["note", "propose", JSON.stringify(payloads)])).data;
  assert.deepEqual(
    results.map(({ status, layer }: Json) => [status, layer]),
    [["written", "global"], ["written", "project"], ["proposed", "global"]],
  );
  const add = ["note", "add", "--proposal", results[2].proposal, "--decision", "new", "--level", "L1", "--confirm"];
  assert.equal((await box.json(add)).data.status, "written");

  const other = join(box.home, "work", "other");
  mkdirSync(join(other, ".cursor", "skills", "memory-data"), { recursive: true });
  const start = { session_id: "s", cwd: other, hook_event_name: "SessionStart", source: "startup" };
  const { hookSpecificOutput } = await box.hook("claude", "SessionStart", start, { cwd: other });
  assert.match(hookSpecificOutput.additionalContext, /Commit messages are written in the imperative/);
  assert.doesNotMatch(hookSpecificOutput.additionalContext, /squashes each merge/);
  const { notes } = (await box.json(["note", "list"], { cwd: other })).data;
  assert.deepEqual(notes.map(({ layer }: Json) => layer), ["global", "global"]);

  const named = await box.json([
    "note",
    "propose",
    JSON.stringify(payload("Tabs, never spaces")),
    "--layer",
    "project",
  ]);
  assert.equal(named.data.results[0].layer, "project");
  box.write("config.json", "{}");
  const alone = { env: { MEMORY__storage__location: "project-only" } };
  const kept = await box.json(["note", "propose", JSON.stringify(payload("Verbs first in every title"))], alone);
  assert.equal(kept.data.results[0].layer, "project", "who wants no memory beside the projects' own has none");
});

test("a check of notes counts one note as one", withTerminal, async () => {
  const box = memoryBox();
  await box.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1" };
  const printed = () =>
    execFileSync(...onTerminal(`${BINARY} note check`), { cwd: box.project, env, encoding: "utf8" });
  assert.match(printed(), /^1 note agrees with INDEX\.md/);
  await box.run(["note", "add", "Logs are lines of text", "--when", "writing a log"]);
  assert.match(printed(), /^2 notes agree with INDEX\.md/);
});

test("the same sentence on another occasion, or on none, is asked about, and the note gets the occasion", async () => {
  for (
    const [text, ...occasions] of [
      ["接口出错时返回带 code 的 JSON", "设计 API", "写错误处理"],
      ["Errors carry a code", "Designing an API", "Writing the tests"],
    ]
  ) {
    const box = memoryBox();
    const add = async (...more: string[]) => (await box.json(["note", "add", text ?? "", ...more])).data;
    const first = await add("--when", occasions[0] ?? "");
    const other = await add("--when", occasions[1] ?? "");
    const without = await add();
    assert.deepEqual([first.status, other.status, other.decision, without.status], [
      "written",
      "proposed",
      "merge",
      "proposed",
    ]);
    await box.json(["note", "add", "--proposal", other.proposal, "--decision", "merge", "--confirm"]);
    const note = box.read(first.file);
    for (const occasion of occasions) assert.match(note, new RegExp(occasion));
    assert.equal((await add("--when", "Something else")).status, "proposed");
    const differs = await box.json(["note", "add", "Cats sleep on the printer", "--when", "Buying paper"]);
    assert.equal(differs.data.status, "written");
  }
});

// Three situations were left, two of the person's gone, and neither the new one nor the comment was there.
test("a merge takes no line of When to load away, however many there are, and adds the new situation", async () => {
  const box = memoryBox();
  const text = "Every release has a line in CHANGELOG.md";
  const { file } = (await box.json(["note", "add", text, "--when", "tagging a version"])).data;
  const before =
    "- tagging a version\n  of any kind\n<!-- ask Ann first -->\n- release notes\n* cutting a hotfix\n- announcing";
  box.write(file, box.read(file).replace("- tagging a version", before));
  const { proposal } = (await box.json(["note", "add", text, "--when", "building the image"])).data;
  await box.json(["note", "add", "--proposal", proposal, "--confirm"]);
  assert.ok(box.read(file).includes(`${before}\n- building the image\n\n## One-liner`), box.read(file));
  const { id, when_to_load } = (await box.json(["note", "show", "MEM-tagging-version-every", "--json"])).data;
  assert.deepEqual(when_to_load, [
    "tagging a version of any kind",
    "release notes",
    "cutting a hotfix",
    "announcing",
    "building the image",
  ]);
  await box.json(["note", "edit", id, "--when", "releasing"]);
  assert.match(box.read(file), /When to load\n\n- releasing\n<!-- ask Ann first -->\n\n## One-liner/);
});

// The colleague's sentence went with the marks of its side.
test("a note with a merge that git could not finish is not changed; the refusal names file and line", async () => {
  const box = memoryBox();
  const { id, file } = (await box.json(["note", "add", "Use pnpm", "--when", "installing packages"])).data;
  const both = "<<<<<<< HEAD\nUse pnpm of corepack\n=======\nUse pnpm, lockfile frozen\n>>>>>>> b\n";
  box.write(file, `${box.read(file)}\n${both}`);
  const before = box.read(file);
  for (const words of [["edit", id, "--one-liner", "Use pnpm 9"], ["archive", id]]) {
    const { error } = await box.json(["note", ...words]);
    assert.equal(error?.code, "CONFIG_INVALID");
    const line = before.split("\n").indexOf("<<<<<<< HEAD") + 1;
    assert.match(error?.message ?? "", new RegExp(`${id}\\.md:${line} is a merge`));
  }
  assert.equal(box.read(file), before);
});

// `note list` showed it as in force, and nothing named what had replaced it.
test("a note that a fact or a note replaced is named as such, with the command that brings it back", async () => {
  const box = memoryBox();
  const note = (...words: string[]) => box.json(["note", ...words]);
  const { id } = (await note("add", "Use pnpm, not npm", "--when", "installing packages")).data;
  const fact = (await box.json(["save", "fact", "--type", "O", "--content", "Use bun", "--supersedes", id])).data.id;
  const [listed] = (await note("list")).data.notes;
  assert.deepEqual([listed.superseded, listed.superseded_by], [true, fact]);
  assert.equal((await note("show", id, "--json")).data.superseded_by, fact);
  const ends = `\`memory edit ${fact.slice(-4)} --supersedes ''\` ends that`;
  assert.ok((await box.run(["note", "show", id])).stdout.includes(ends));
  assert.ok((await note("check")).data.warnings[0].includes(ends));
  await box.json(["edit", fact, "--supersedes", ""]);
  assert.equal((await note("list")).data.notes[0].superseded, false);
});

// Nothing came back, and nobody was told why; with the other archived as well, neither was recalled.
test("a replaced note that is made active says what stands in its place, and counts once that is archived", async () => {
  const box = memoryBox();
  const add = async (text: string) => (await box.json(["note", "add", text, "--when", "storing sessions"])).data;
  const replace = async (text: string) => {
    const { proposal } = await add(text);
    return (await box.json(["note", "add", "--proposal", proposal, "--confirm"])).data.id;
  };
  const told = async () =>
    (await box.json(["retrieve", "storing sessions", "--json"])).matches.map((each: Json) => each.one_liner);
  const first = (await add("Sessions live in Redis")).id;
  const second = await replace("Sessions live in Postgres");
  const third = await replace("Sessions live in MySQL");
  assert.deepEqual(await told(), ["Sessions live in MySQL"], "what the second replaced stays replaced without it");
  const { data } = await box.json(["note", "edit", first, "--status", "active"]);
  assert.match(data.warnings[0], new RegExp(`${third} replaces it; \`memory note archive ${third}\` ends that`));
  assert.equal((await box.json(["note", "edit", first, "--status", "active"])).data.warnings.length, 1);
  await box.json(["note", "archive", third]);
  assert.deepEqual(await told(), ["Sessions live in Redis"]);
  assert.notEqual(second, third);
});

// A note copied in the editor as the base of the next: the list had one of them, search and hooks the other.
test("of two files of one id the same counts in lists, search and recall", async () => {
  const box = memoryBox();
  const write = (name: string, said: string, more = "") =>
    box.write(
      `notes/${name}.md`,
      `# N\n\n## Meta\n\n- **Id**: MEM-x\n- **Strength**: validated\n${more}\n## One-liner\n\n${said}\n`,
    );
  const counted = async () => {
    const show = (await box.json(["note", "show", "MEM-x", "--json"])).data.one_liner;
    const list = (await box.json(["note", "list"])).data.notes.find((each: Json) => !each.outranked).one_liner;
    const found = [];
    for (const query of ["batch jobs at night", "rename through the IDE"]) {
      found.push(...(await box.json(["retrieve", query, "--json"])).matches.map((each: Json) => each.one_liner));
    }
    return [show, list, ...found];
  };
  write("MEM-a", "Batch jobs run at night", "- **UpdatedAt**: 2026-05-01T00:00:00Z\n");
  write("MEM-b", "Rename through the IDE only");
  assert.deepEqual(await counted(), Array(3).fill("Rename through the IDE only"));
  rmSync(box.path("notes/MEM-b.md"));
  write("MEM-x", "Rename through the IDE only");
  write("MEM-z", "Batch jobs run at night", "- **UpdatedAt**: 2026-05-01T00:00:00Z\n");
  assert.deepEqual(await counted(), Array(3).fill("Rename through the IDE only"));
});

test(
  "a person sees how a proposal is answered, that no undo brings it back, and which notes are near or global",
  withTerminal,
  async () => {
    const box = memoryBox();
    const shown = (words: string) =>
      execFileSync(...onTerminal(`"${BINARY}" note ${words}`), {
        cwd: box.project,
        env: { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1", COLUMNS: "200" },
        encoding: "utf8",
      }).replaceAll("\r", "");
    await box.json([
      "note",
      "add",
      "Every icon button has a label",
      "--when",
      "building a dialog",
      "--layer",
      "global",
    ]);
    await box.json(["note", "add", "Errors are JSON", "--when", "designing an API"]);
    const near = shown("add 'API errors name a page of the docs' --when 'designing the errors of the API'");
    assert.match(near, /^Written MEM-.*\n {2}near it, and left as it is:\n {2}MEM-.* {2}Errors are JSON\n$/);
    assert.match(shown("list"), /Every icon button has a label \(global\)/);
    const { proposal } = (await box.json(["note", "add", "Errors are XML", "--when", "designing an API"])).data;
    const waiting = new RegExp(
      `^${proposal} {2}designing an API — Errors are XML [^]*\nTo answer:\\s.memory note add --proposal`,
    );
    assert.match(shown("list --waiting"), waiting);
    const letGo = `add --proposal ${proposal} --decision cancel --confirm`;
    assert.match(shown(letGo), new RegExp(`^Let go ${proposal}\n.memory undo. does not bring`));
  },
);
