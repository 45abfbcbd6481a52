/** Export and import, against the binary. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { purgeWholly } from "../manage/box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";
import { testTogether, tokenRests } from "../together.ts";

const NOTE = `# Errors

## Meta

- **Id**: MEM-errors
- **Title**: Errors
- **Kind**: decision
- **Status**: active

## One-liner (for injection)

Errors are { code, message }
`;

const DAYS = {
  "2026-02-17": [
    {
      id: "log-2",
      type: "fact",
      memory_type: "W",
      content: "第二条 \u2028 <b>",
      entities: ["x"],
      asks: ["where is it?", "在哪"],
      confidence: 0.9,
      timestamp: "2026-02-17T11:00:00Z",
      unknown: { deep: [1, null] },
    },
    {
      id: "log-1",
      type: "fact",
      memory_type: "O",
      content: "Older, standing later",
      entities: [],
      confidence: 0.8,
      timestamp: "2026-02-17T10:00:00.123Z",
    },
    { type: "fact", content: "No id and no time" },
    { id: "log-e", type: "session_start", session_id: "s", workspace: "/w", timestamp: "2026-02-17T09:00:00Z" },
  ],
  "2026-02-18": [
    {
      id: "log-3",
      type: "fact",
      content: "Deleted",
      timestamp: "2026-02-18T10:00:00Z",
      deleted_at: "2026-02-18T11:00:00Z",
    },
  ],
};

const OLD_SUMMARY = {
  id: "sum-1",
  session_id: "s",
  topic: "旧形状",
  summary: "no type",
  decisions: ["d"],
  todos: [],
  timestamp: "2026-02-17T12:00:00Z",
  source: "layer1_rules",
};

const CONSOLIDATED = {
  id: "fact-1",
  type: "fact",
  memory_type: "B",
  content: "Consolidated",
  entities: [],
  confidence: 0.95,
  evidence: ["log-gone"],
  created_at: "2026-02-01T00:00:00Z",
  updated_at: "2026-02-01T00:00:00Z",
  timestamp: "2026-02-01T00:00:00Z",
};

/** A memory with everything in it: older shapes, unknown fields, a deleted record, notes, core memory. */
function fullBox(): Box {
  const box = memoryBox();
  const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
  box.write("MEMORY.md", "# 核心记忆\r\n\r\n## 用户偏好\r\n\r\n- 用 TypeScript\r\n");
  box.write("notes/MEM-errors.md", NOTE);
  for (const [day, records] of Object.entries(DAYS)) box.write(`daily/${day}.jsonl`, lines(records));
  box.write("sessions.jsonl", lines([OLD_SUMMARY]));
  box.write("facts.jsonl", lines([CONSOLIDATED]));
  return box;
}

const contents = (records: readonly Json[]) => records.map(({ content }) => content).sort();
const exported = (text: string) => text.replace(/"exported_at":"[^"]*"/, "");

async function exportTo(box: Box, name: string, ...more: string[]): Promise<string> {
  const path = join(box.home, name);
  const { data } = await box.json(["export", "--output", path, ...more]);
  assert.equal(data.output, path);
  return fs.readFileSync(path, "utf8");
}

test("export, import into an empty memory, export: the same bytes but for the time, in JSON and in JSONL", async () => {
  for (const name of ["a.json", "a.jsonl"]) {
    const from = fullBox();
    const first = await exportTo(from, name);
    const to = memoryBox();
    const { data } = await to.json(["import", "--input", join(from.home, name)]);
    assert.deepEqual([data.imported, data.existing, data.skipped, data.invalid, data.mode], [7, 0, 0, [], "merge"]);
    assert.equal(exported(await exportTo(to, name)), exported(first), name);
    assert.equal(to.read("MEMORY.md"), from.read("MEMORY.md"));
    assert.equal(to.read("notes/MEM-errors.md"), NOTE);
    assert.doesNotMatch(first, /Deleted/);
  }
});

test("a line that somebody has broken in the middle is left out of an export, and counted", async () => {
  const box = fullBox();
  const line = (id: string) =>
    JSON.stringify({ id, type: "fact", content: "Say no", timestamp: "2026-02-19T10:00:00Z" });
  // It begins and ends as ours do: every export was refused.
  box.write("daily/2026-02-19.jsonl", `${line("log-8").replace("no", 'the word "no"')}\n${line("log-9")}\n`);
  const { data } = await box.json(["export", "--output", join(box.home, "a.json")]);
  assert.deepEqual([data.records, data.unreadable_lines], [7, 1]);
});

test("a file of records that a formatter has written anew is imported as it was, with one record and with several", async () => {
  const records = DAYS["2026-02-17"].slice(0, 2);
  const pretty = records.map((record) => JSON.stringify(record, null, 2));
  const lines = records.map((record) => JSON.stringify(record));
  for (
    const [at, text] of [pretty[0] ?? "", pretty.join("\n"), `${pretty[0]}\n${lines[1]}`, lines.join(",\n")].entries()
  ) {
    const box = memoryBox();
    const input = join(box.home, "day.jsonl");
    fs.writeFileSync(input, text);
    const { data } = await box.json(["import", input]);
    assert.equal(data.imported, at === 0 ? 1 : 2, text);
    assert.match(box.read("daily/2026-02-17.jsonl"), /"deep":\[1,null\]/);
  }
});

test("the JSON document is what the interface says", async () => {
  const document = JSON.parse(await exportTo(fullBox(), "a.json"));
  assert.deepEqual(Object.keys(document), ["format", "version", "exported_at", "records", "core_memory", "notes"]);
  assert.deepEqual([document.format, document.version], ["memory-export", 1]);
  assert.deepEqual(document.notes, [{ path: "notes/MEM-errors.md", content: NOTE }]);
  assert.equal(document.records.length, 6);
});

test("a second import changes nothing, and says how many were there", async () => {
  const from = fullBox();
  await exportTo(from, "a.json");
  const to = memoryBox();
  const input = join(from.home, "a.json");
  await to.json(["import", "--input", input]);
  const before = to.read("daily/2026-02-17.jsonl");
  const { data } = await to.json(["import", "--input", input, "--confirm"]);
  assert.deepEqual([data.imported, data.existing], [0, 7]);
  assert.equal(to.read("daily/2026-02-17.jsonl"), before);
});

test("an import of no records says so, in its preview and where it is carried out at once", async () => {
  const [from, empty, filled] = [memoryBox(), memoryBox(), fullBox()];
  await exportTo(from, "none.json");
  const input = join(from.home, "none.json");
  for (const words of [["import", input], ["import", input, "--dry-run"], ["import", input, "--confirm"]]) {
    for (const to of [empty, filled]) {
      const { code, stdout } = await to.run(words);
      assert.deepEqual([code, stdout], [0, "The import holds no records, so nothing comes of it\n"], words.join(" "));
    }
  }
});

test("on a terminal an import that has nothing to add offers nothing to confirm", withTerminal, async () => {
  const from = fullBox();
  await exportTo(from, "a.json");
  const to = memoryBox();
  const input = join(from.home, "a.json");
  await to.json(["import", "--input", input]);
  const shown = () =>
    execFileSync(...onTerminal(`"${BINARY}" import --input "${input}"`), {
      cwd: to.project,
      env: { HOME: to.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1" },
      encoding: "utf8",
    }).replaceAll("\r", "");
  assert.equal(shown(), "Nothing new to import: 6 records are here already\n");
  to.write("MEMORY.md", "# Mine\n");
  assert.match(shown(), /\n {2}MEMORY\.md: lines that it lacks are added\n/);
});

test("an import into a memory that holds something is a preview first, and a dry run always", async () => {
  const from = fullBox();
  await exportTo(from, "a.json");
  const to = memoryBox();
  const input = ["import", "--input", join(from.home, "a.json")];
  assert.equal((await to.json([...input, "--dry-run"])).status, "preview");
  assert.equal(fs.existsSync(join(to.data, "daily")), false);
  await to.json(["save", "fact", "--content", "Mine"]);
  const preview = await to.json(input);
  assert.deepEqual([preview.status, preview.data.imported], ["preview", 7]);
  assert.equal((await to.json(["manage", "list"])).data.total, 1);
  const done = await to.json([...input, "--confirm"]);
  assert.match(done.data.backup_path, /^backups\//);
  assert.equal((await to.json(["search", "旧形状"])).results[0].id, "sum-1");
  await to.json(["manage", "undo"]);
  assert.deepEqual((await to.json(["manage", "list"])).data.records.map(({ content }: Json) => content), ["Mine"]);
  assert.equal(fs.existsSync(join(to.data, "notes/MEM-errors.md")), false);
});

test("merging keeps the user's own core memory and adds what it lacks below the same heading", async () => {
  const from = fullBox();
  await exportTo(from, "a.json");
  const to = memoryBox();
  to.write("MEMORY.md", "# 核心记忆\n\n## 用户偏好\n\n- 用 tab 缩进\n\n## 其他\n\n- x\n");
  const input = ["import", "--input", join(from.home, "a.json")];
  assert.equal((await to.json([...input, "--dry-run"])).data.core, "added to");
  assert.equal((await to.json(input)).data.core, "added to");
  assert.equal((await to.json([...input, "--confirm"])).data.core, undefined, "nothing is left to add");
  assert.equal(to.read("MEMORY.md"), "# 核心记忆\n\n## 用户偏好\n\n- 用 tab 缩进\n- 用 TypeScript\n\n## 其他\n\n- x\n");
});

test("an import adds code of a core memory whole, with the comments in it, and no other comments", async () => {
  const code = [
    "```html\n<!-- header -->\n<b>x</b>\n```",
    "   ~~~~ md\n# not a heading\n~~~\n<!-- over\n\n\ntwo lines -->\n```\n   ~~~~~",
    "- in a list:\n  ```sh\n  echo '<!-- a -->'\n  ```",
    "Write `<!-- memory -->`, or ``<!-- ` -->``, at the end; `<!--` begins a comment",
  ];
  const from = memoryBox();
  const hidden = "<!-- how to write ``` -->\nin <!-- hidden -->the open\n";
  from.write("MEMORY.md", `# Core\n\n## Snippets\n\n${hidden}\n${code.join("\n\n")}\n\n## Next\n\n- y\n`);
  await exportTo(from, "a.json");
  const to = memoryBox();
  // It holds a fence and a line of the other's code, which must not be left out of that.
  const own = "# Core\n\n## Snippets\n\n```html\n<b>x</b>\n```\n";
  to.write("MEMORY.md", `${own}\n## Last\n\n- z\n`);
  await to.json(["import", "--input", join(from.home, "a.json"), "--confirm"]);
  const merged = to.read("MEMORY.md");
  assert.equal(merged, `${own}in the open\n${code.join("\n")}\n\n## Last\n\n- z\n\n## Next\n\n- y\n`);
  const again = await to.json(["import", "--input", join(from.home, "a.json"), "--confirm"]);
  assert.deepEqual([again.data.core, to.read("MEMORY.md")], [undefined, merged]);
});

testTogether("replacing takes a token, keeps a backup, and can be undone", async () => {
  const from = fullBox();
  await exportTo(from, "a.json");
  const to = memoryBox();
  await to.json(["save", "fact", "--content", "Mine"]);
  await to.json(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  const input = ["import", "--input", join(from.home, "a.json"), "--mode", "replace"];
  const preview = await to.json([...input, "--confirm"]);
  assert.equal(preview.status, "preview");
  assert.match(preview.data.message, /of the 2 that are here/, "a note counts on both sides");
  assert.equal(preview.data.core, "replaced");
  const early = await to.run(["--json", ...input, "--confirm", preview.data.confirm_token]);
  assert.equal(JSON.parse(early.stdout).error.code, "CONFIRM_TOO_EARLY");
  await tokenRests();
  const done = await to.json([...input, "--confirm", preview.data.confirm_token]);
  assert.deepEqual([done.data.imported, done.data.mode], [7, "replace"]);
  assert.equal(exported(await exportTo(to, "b.json")), exported(fs.readFileSync(join(from.home, "a.json"), "utf8")));
  const { stdout } = await to.run(["undo"]);
  assert.match(stdout, /as before\n[^]*Mine/);
  assert.doesNotMatch(stdout, /gone/);
  const { records } = (await to.json(["manage", "list", "--type", "fact"])).data;
  assert.deepEqual(records.map(({ content }: Json) => content), ["Mine"]);
});

test("a malformed line is told by its number and stops the import, unless it is to be left out", async () => {
  const box = memoryBox();
  const input = join(box.home, "a.jsonl");
  const good = { id: "log-1", type: "fact", content: "Good", timestamp: "2026-02-18T10:00:00Z" };
  fs.writeFileSync(
    input,
    `${JSON.stringify(good)}\n{"id":"log-2","cont\n{"id":"log-3"}\n{"content":"x","timestamp":"tomorrow"}\n`,
  );
  const stopped = await box.run(["--json", "import", "--input", input]);
  assert.equal(stopped.code, 2);
  const { error } = JSON.parse(stopped.stdout);
  assert.equal(error.code, "IMPORT_INVALID");
  assert.deepEqual(error.invalid.map(({ line }: Json) => line), [2, 3, 4]);
  assert.equal(fs.existsSync(join(box.data, "daily")), false);
  const { data } = await box.json(["import", "--input", input, "--skip-invalid"]);
  assert.deepEqual([data.imported, data.skipped, data.invalid.length], [1, 3, 3]);
});

test("archives, floods, bombs, newer versions and paths out of the folder are refused and change nothing", async () => {
  const box = memoryBox();
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(box.home, name);
    fs.writeFileSync(path, content);
    return path;
  };
  const note = (path: string) =>
    JSON.stringify({ format: "memory-export", version: 1, records: [], notes: [{ path, content: "x" }] });
  const inputs = [
    file("a.zip", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)),
    file("a.gz", Uint8Array.of(0x1f, 0x8b, 8, 0)),
    file("deep.json", `{"records":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
    file("newer.json", `{"format":"memory-export","version":2,"records":[]}`),
    file("other.json", `{"hello":"world"}`),
    file("long.jsonl", `${JSON.stringify({ id: "log-1", content: "x".repeat(5 * 1024 * 1024) })}\n`),
    file("path.json", note("notes/../../../evil.md")),
    file("absolute.json", note("/etc/evil.md")),
    file("hidden.json", note("notes/.git/config.md")),
    file("binary.json", Uint8Array.of(0x7b, 0, 0x7d)),
    join(box.home, "missing.json"),
    box.home,
  ];
  for (const input of inputs) {
    const ran = await box.run(["--json", "import", "--input", input]);
    assert.equal(ran.code, 2, `${input}: ${ran.stdout}`);
    assert.equal(JSON.parse(ran.stdout).error.code, "IMPORT_INVALID", input);
  }
  assert.deepEqual(fs.readdirSync(box.data), [".owner"]);
});

test("a file in another encoding is told as that, with the way out", async () => {
  const box = memoryBox();
  const path = join(box.home, "export.json");
  const text = JSON.stringify({
    format: "memory-export",
    version: 1,
    records: [{ id: "log-1", content: "caf\u00e9" }],
  });
  for (const [encoding, told] of [["utf16le", /UTF-16/], ["latin1", /text in another encoding/]] as const) {
    fs.writeFileSync(path, encoding === "utf16le" ? `\ufeff${text}` : text, { encoding });
    const { code, stdout } = await box.run(["--json", "import", "--input", path]);
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, error.code], [2, "IMPORT_INVALID"], encoding);
    assert.match(error.message, told);
    assert.match(error.hint, /Save it as UTF-8/);
  }
  fs.writeFileSync(path, `\ufeff${text}`);
  assert.equal((await box.json(["import", "--input", path])).data.imported, 1);
});

test("Markdown in another encoding is refused as well, and named: no secret is seen in what can't be read", async () => {
  const box = memoryBox();
  const path = join(box.home, "CLAUDE.md");
  const gbk = "\xb9\xe6\xb7\xb6\xa3\xba\xc3\xdc\xc2\xeb Abc#2026redis";
  const broken = Buffer.from("- 禁止在循环中查询数据库\n").toString("latin1");
  for (
    const [text, encoding] of [
      [`## ${gbk}\n- ${gbk}\n`, "GBK"],
      ["- Un caf\xe9 \xe0 Paris\n", "WINDOWS-1252"],
      [`${broken}- \xe7\n`, "UTF-8 -c"],
    ] as const
  ) {
    fs.writeFileSync(path, text, "latin1");
    const { error } = await box.json(["import", path, "--confirm"]);
    assert.equal(error.code, "IMPORT_INVALID", encoding);
    assert.match(error.hint, new RegExp(`iconv -f ${encoding} -t UTF-8 `));
  }
  fs.mkdirSync(join(box.home, "old/daily"), { recursive: true });
  fs.writeFileSync(join(box.home, "old/daily/2025-03-04.md"), `# 2025-03-04\n\n- ${gbk}\n`, "latin1");
  const { error } = await box.json(["import", join(box.home, "old"), "--confirm"]);
  assert.match(error.message, /2025-03-04\.md is text in another encoding \(GBK/);
  assert.equal((await box.json(["list"])).data.total, 0);
});

test("data of Memory Skill v1 becomes a summary for each of its sessions, once", async () => {
  const box = memoryBox();
  const v1 = join(box.home, "v1");
  fs.mkdirSync(join(v1, "daily"), { recursive: true });
  fs.mkdirSync(join(v1, "index"));
  fs.writeFileSync(join(v1, "daily/2026-01-29.md"), V1_DAY);
  fs.writeFileSync(
    join(v1, "index/keywords.json"),
    JSON.stringify({
      version: "1.0",
      entries: [{
        id: "2026-01-29-001",
        date: "2026-01-29",
        session: 1,
        keywords: ["memory", "skill"],
        tags: ["#skill"],
        summary: "s",
        line_range: [3, 35],
      }],
    }),
  );
  const words = ["import", "--input", v1, "--format", "memory-v1"];
  assert.equal((await box.json(words)).data.imported, 2);
  const [first, second] = box.lines("sessions.jsonl");
  assert.equal(first.topic, "Memory Skill 设计讨论");
  assert.deepEqual(first.decisions, ["用户希望创建长期记忆功能", "检索方式：关键词 + 大模型二次筛选"]);
  assert.deepEqual([first.tags, first.keywords], [["skill", "memory", "design"], ["memory", "skill"]]);
  assert.equal(second.topic, "API 重构");
  assert.equal((await box.json([...words, "--confirm"])).data.existing, 2);
  const shown = await box.run(["show", "2026-01-29", "--format", "memory-v1"]);
  assert.equal(shown.stdout, V1_DAY);
});

const V1_DAY = `# 2026-01-29 对话记忆

## Session 1 - 10:30:45

### 主题
Memory Skill 设计讨论

### 关键信息
- 用户希望创建长期记忆功能
- 检索方式：关键词 + 大模型二次筛选

### 标签
#skill #memory #design

---

## Session 2 - 23:59:01

### 主题
API 重构

### 关键信息
- 决定使用 FastAPI

---
`;

test("a day as Memory Skill v1 has it is told by its sessions: decisions, to-dos, facts, tags; what belongs to none comes last", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--content", "Stands alone", "--tag", "misc"]);
  await box.json(["save", "fact", "--content", "Of the session", "--session", "s1"]);
  const summary = [
    "--topic",
    "API",
    "--summary",
    "S",
    "--decision",
    "Use FastAPI",
    "--todo",
    "Write tests",
    "--tag",
    "#api",
  ];
  await box.json(["save", "summary", ...summary, "--session", "s1"]);
  const { stdout, code } = await box.run(["show", "--format", "memory-v1"]);
  assert.equal(code, 0);
  const expected =
    `## Session 1 - TIME\n\n### 主题\nAPI\n\n### 关键信息\n- Use FastAPI\n- [ ] Write tests\n- Of the session\n\n` +
    `### 标签\n#api\n\n---\n\n## 其他记忆\n\n### 关键信息\n- Stands alone\n\n### 标签\n#misc\n\n---\n`;
  assert.equal(stdout.replace(/^# .*\n\n/, "").replace(/\d\d:\d\d:\d\d/, "TIME"), expected);
  const json = await box.json(["show", "--json"]);
  assert.equal(json.data.markdown, stdout);
  const { id } = json.data.records[0];
  assert.match((await box.run(["show", "--id", id])).stdout, new RegExp(`id: ${id}`));
  assert.equal((await box.run(["show", "--id", "log-none"])).code, 1);
});

test("data written by the Python original comes in as it is, its notes into core memory", async () => {
  const from = fullBox();
  from.write("NOTES.md", "只读笔记\n");
  const to = memoryBox();
  const { data } = await to.json(["import", "--input", from.project, "--format", "plan-c"]);
  assert.equal(data.format, "plan-c");
  assert.equal(to.lines("sessions.jsonl")[0].source, "layer1_rules");
  assert.match(to.read("MEMORY.md"), /用 TypeScript[\s\S]*## 用户笔记\n\n只读笔记/);
  assert.equal(
    to.lines("daily/2026-02-18.jsonl")[0].deleted_at,
    "2026-02-18T11:00:00Z",
    "what was deleted stays deleted",
  );
  from.write("daily/2026-02-19.jsonl", `{"id":"torn`);
  const torn = await memoryBox().run(["--json", "import", "--input", from.data]);
  assert.match(JSON.parse(torn.stdout).error.message, /daily\/2026-02-19.jsonl, line 1/);
});

test("Markdown is written as a folder of days, and a broken export path never hits the memory itself", async () => {
  const box = fullBox();
  const out = join(box.home, "text");
  const { data } = await box.json(["export", "--output", out, "--format", "markdown"]);
  assert.equal(data.format, "markdown");
  assert.match(fs.readFileSync(join(out, "daily/2026-02-17.md"), "utf8"), /^# 2026-02-17 Memory\n\n## Session 1/);
  const inside = await box.run(["export", "--output", join(box.data, "sessions.jsonl")]);
  assert.equal(inside.code, 2);
});

test("an export says that git would take it along, unless it lies outside of the worktree or git ignores it", async () => {
  const box = fullBox();
  execFileSync("git", ["init", "-q"], { cwd: box.project });
  fs.writeFileSync(join(box.project, ".gitignore"), "*.bak\n/text/\n");
  fs.mkdirSync(join(box.project, "docs"));
  const told = async (...words: string[]) => (await box.run(["export", ...words])).stderr;
  for (const shown of ["all.json", "docs/all.jsonl"]) {
    assert.match(await told(shown), /^Git would take \/.*all\.jsonl? along: move it out of the project, .*\n$/, shown);
  }
  assert.match(await told("days", "--format", "markdown"), /^Git would take \/.*days along/);
  for (const left of ["../all.json", "all.bak"]) assert.equal(await told(left), "", left);
  assert.equal(await told("text", "--format", "markdown"), "");
});

test("Markdown that is written again names the days and notes that an earlier export left there", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "x1 is gone soon"])).data;
  const out = join(box.home, "out");
  const write = async () => (await box.json(["export", out, "--format", "markdown", "--overwrite"])).data;
  assert.equal((await write()).left_there, undefined);
  const [day = ""] = fs.readdirSync(join(out, "daily"));
  await box.json(["delete", id, "--confirm"]);
  fs.writeFileSync(join(out, "daily/mine.md"), "Mine\n");
  assert.deepEqual((await write()).left_there, [`daily/${day}`]);
  assert.ok(fs.existsSync(join(out, "daily", day)), "it may be the only copy, or the person's own");
  const { stdout } = await box.run(["export", out, "--format", "markdown", "--overwrite"]);
  assert.match(stdout, new RegExp(`left as they are: daily/${day}`));
});

// The text of a summary was left out wherever it had key points, and an English reader got Chinese headings.
test("Markdown for people has each summary's text and headings in their language, and an import brings all of it back", async () => {
  const summary = [
    "--topic",
    "Cache",
    "--summary",
    "We chose Redis.",
    "--decision",
    "Redis it is",
    "--todo",
    "Set a TTL",
  ];
  for (
    const [lang, headings] of [
      ["en", ["Topic", "Summary", "Key points", "Tags", "Other memories"]],
      ["zh", ["主题", "总结", "关键信息", "标签", "其他记忆"]],
    ] as const
  ) {
    const box = memoryBox();
    await box.json(["config", "set", "lang", lang]);
    await box.json(["save", "summary", ...summary, "--tag", "cache"]);
    await box.json(["save", "fact", "--content", "Stands alone", "--type", "W"]);
    const out = join(box.home, "text");
    await box.json(["export", out, "--format", "markdown"]);
    const [day = ""] = fs.readdirSync(join(out, "daily"));
    const text = fs.readFileSync(join(out, "daily", day), "utf8");
    for (const heading of headings) assert.ok(text.includes(`# ${heading}\n`), `${heading} in:\n${text}`);
    if (lang === "en") assert.doesNotMatch(text, /\p{sc=Han}/u);
    const other = memoryBox();
    await other.json(["import", out, "--format", "memory-v1"]);
    const [record] = other.lines("sessions.jsonl");
    assert.deepEqual(
      [record.topic, record.summary, record.decisions, record.todos, record.tags],
      ["Cache", "We chose Redis.", ["Redis it is"], ["Set a TTL"], ["cache"]],
    );
    const { records } = (await other.json(["manage", "list", "--type", "fact"])).data;
    assert.deepEqual(records.map(({ content }: Json) => content), ["Stands alone"]);
  }
});

// Once each fact and summary stood there twice after it, and rules came back as decisions.
test("Markdown names its records: an import finds those that are here, and brings the others with their kinds", async () => {
  const box = memoryBox();
  const fact = (content: string, ...more: string[]) => box.json(["save", "fact", "--content", content, ...more]);
  await fact("Always run lint", "--type", "O", "--session", "s1");
  await fact("Port is 80\non two lines", "--type", "W", "--session", "s1");
  await fact("A monorepo of three apps", "--type", "B", "--session", "s2");
  const summary = ["--topic", "Cache", "--summary", "We chose Redis.", "--decision", "Redis it is"];
  await box.json(["save", "summary", ...summary, "--session", "s1"]);
  await box.json(["remember", "TODO: rotate cert"]);
  await box.json(["remember", "Prefer tabs over spaces"]);
  const out = join(box.home, "text");
  await box.json(["export", out, "--format", "markdown"]);
  const again = (await box.json(["import", out, "--confirm"])).data;
  assert.deepEqual([again.imported, again.existing, again.skipped], [0, 6, 0]);
  const other = memoryBox();
  assert.equal((await other.json(["import", out])).data.imported, 6);
  const { records } = (await other.json(["list", "--type", "fact"])).data;
  assert.deepEqual(records.map((each: Json) => `${each.memory_type} ${each.content}`).sort(), [
    "B A monorepo of three apps",
    "O Always run lint",
    "O Prefer tabs over spaces",
    "W Port is 80 on two lines",
  ]);
  const cache = other.lines("sessions.jsonl").find(({ topic }) => topic === "Cache");
  assert.deepEqual(cache?.decisions, ["Redis it is"]);
  // Where the ids are gone, as from older exports, the text tells.
  const [day = ""] = fs.readdirSync(join(out, "daily"));
  const text = fs.readFileSync(join(out, "daily", day), "utf8");
  fs.writeFileSync(
    join(out, "daily", day),
    `# x\n\n${text.slice(text.indexOf("## Other")).replace(/ <!--.*-->/g, "")}`,
  );
  assert.equal((await box.json(["import", out, "--confirm"])).data.imported, 0);
});

// A text's own box or strike was taken for a to-do's or a replaced fact's, and each record got the tags of its session.
test("a text that looks like a to-do or struck out comes back from Markdown as it was, each record with its own tags", async () => {
  const box = memoryBox();
  const texts = ["[x] marks mean done in our wiki", "~~old~~", "\\[x] is how the wiki escapes it", "[ ]", "[x]y stays"];
  const fact = (content: string, ...more: string[]) =>
    box.json(["save", "fact", "--content", content, "--session", "s1", ...more]);
  for (const text of texts) await fact(text);
  const { data: { id } } = await fact("npm installs", "--tag", "npm");
  await fact("pnpm installs", "--tag", "tooling", "--supersedes", id);
  const decisions = ["~~Never~~ is never written", "[x] in a title is refused"];
  const todos = ["[x] is to be drawn", "~~Strike~~ the ~~lines~~"];
  const words = [...decisions.flatMap((each) => ["--decision", each]), ...todos.flatMap((each) => ["--todo", each])];
  await box.json([
    "save",
    "summary",
    "--topic",
    "Wiki",
    "--summary",
    "S",
    "--tag",
    "wiki",
    ...words,
    "--session",
    "s1",
  ]);
  const out = join(box.home, "out");
  await box.json(["export", out, "--format", "markdown"]);
  const broughtBack = async () => {
    const other = memoryBox();
    await other.json(["import", out]);
    const { records } = (await other.json(["list", "--type", "fact"])).data;
    const facts: string[] = records.map(({ content, tags = [] }: Json) => [content, ...tags].join(" #"));
    return { facts: facts.sort(), summary: other.lines("sessions.jsonl")[0] };
  };
  const { facts, summary } = await broughtBack();
  assert.deepEqual(facts, [...texts, "pnpm installs #tooling"].sort());
  assert.deepEqual([summary.decisions, summary.todos, summary.tags], [decisions, todos, ["wiki"]]);
  // Earlier exports escape nothing, and have tags only of the whole session.
  const [day = ""] = fs.readdirSync(join(out, "daily"));
  const path = join(out, "daily", day);
  const text = fs.readFileSync(path, "utf8");
  fs.writeFileSync(path, text.replaceAll("- \\", "- ").replace(/ #\w+ -->/g, " -->"));
  const earlier = await broughtBack();
  assert.ok(earlier.facts.includes("[x] marks mean done in our wiki #wiki #npm #tooling"), earlier.facts.join("\n"));
  assert.deepEqual(earlier.summary.tags, ["wiki", "npm", "tooling"]);
});

test("an empty file is a lost backup, and an export of nothing says so", async () => {
  const box = memoryBox();
  await box.json(["remember", "The queue is Kafka"]);
  for (const [name, text] of [["a.json", ""], ["a.jsonl", "\n \n"]] as const) {
    fs.writeFileSync(join(box.home, name), text);
    const { code, stderr } = await box.run(["import", join(box.home, name)]);
    assert.deepEqual([code, /is empty[^]*hint: .*memory export FILE/.test(stderr)], [2, true], name);
  }
  const none = await box.run(["export", join(box.home, "none"), "--format", "markdown", "--to", "2020-01-01"]);
  assert.deepEqual([none.code, none.stdout], [0, "Nothing to export: no record, and no file was written\n"]);
  for (const name of ["z.csv", "y.txt", "x.md"]) {
    const { code, stderr } = await box.run(["export", join(box.home, name)]);
    assert.deepEqual([code, /would hold JSON/.test(stderr)], [2, true], name);
    assert.equal(fs.existsSync(join(box.home, name)), false);
  }
  for (const words of [["a.bak"], ["b.txt", "--format", "json"], ["backup-2026.02"]]) {
    assert.equal((await box.run(["export", join(box.home, words[0] ?? ""), ...words.slice(1)])).code, 0, words[0]);
  }
});

test("the lists of other tools come in as facts; what has no text says which keys are read", async () => {
  const made = "2024-07-01T10:00:00Z";
  const peers = [
    { results: [{ id: "0a1b", memory: "Never use yarn", created_at: made, updated_at: null, metadata: null }] },
    ["Never use yarn"],
  ];
  for (const peer of peers) {
    const box = memoryBox();
    const file = join(box.home, "peer.json");
    for (const space of [0, 2]) {
      fs.writeFileSync(file, JSON.stringify(peer, null, space));
      const { data } = await box.json(["import", file, "--confirm"]);
      assert.equal(data.imported + data.existing, 1);
    }
    const { records } = (await box.json(["list"])).data;
    assert.deepEqual(records.map((each: Json) => [each.memory_type, each.content]), [["O", "Never use yarn"]]);
    if (!Array.isArray(peer)) assert.equal(records[0].timestamp, made);
  }
  for (const name of ["results", "memories"]) {
    const box = memoryBox();
    const file = join(box.home, "lines.json");
    const lines = ["Rate limit is 600", "Dunning runs at 06:00"].map((memory, at) =>
      JSON.stringify({ id: `a${at}`, memory })
    );
    fs.writeFileSync(file, `{"${name}":[\n${lines.join(",\n")}\n]}\n`);
    assert.equal((await box.json(["import", file, "--confirm"])).data.imported, 2, "a memory on each line");
    // One record alone is a line, and lines stay lines where the first is broken.
    fs.writeFileSync(file, `{"id": broken\n{"content":"Redis is our cache"}\n`);
    assert.equal((await box.json(["import", file, "--skip-invalid", "--confirm"])).data.imported, 1);
  }
  const box = memoryBox();
  const file = join(box.home, "other.json");
  for (const other of [{ name: "x", files: ["a", "b"] }, [{ text_of: "a" }, { text_of: "b" }]]) {
    fs.writeFileSync(file, JSON.stringify(other));
    for (const more of [[], ["--skip-invalid"]]) {
      const { error } = await box.json(["import", file, ...more]);
      assert.deepEqual([error.code, /`content`.*memory help import/.test(error.hint)], ["IMPORT_INVALID", true]);
    }
  }
  const piped = await box.run(["import", "-"], { stdin: "# Rules\n- Use tabs\n" });
  assert.match(piped.stderr, /is text, neither JSON nor JSONL[^]*memory import FILE\.md/);
});

test("the files of other memory tools come in: a graph, titled observations, times as numbers, and a folder of notes", async () => {
  const box = memoryBox();
  const bring = async (name: string, text: string, ...more: string[]) => {
    fs.mkdirSync(dirname(join(box.home, name)), { recursive: true });
    fs.writeFileSync(join(box.home, name), text);
    return (await box.json(["import", join(box.home, name), "--confirm", ...more])).data;
  };
  const graph = [
    { type: "entity", name: "deploy", entityType: "decision", observations: ["We deploy on Tuesdays", "From main"] },
    { type: "entity", name: "Ann_Lee", entityType: "person", observations: [] },
    { type: "relation", from: "Ann_Lee", to: "deploy", relationType: "works_on" },
  ];
  const lines = graph.map((each) => JSON.stringify(each)).join("\n");
  assert.deepEqual([(await bring("memory.json", lines)).imported, (await bring("m.jsonl", lines)).existing], [3, 3]);
  const [deploy, ann, works] = graph;
  const whole = JSON.stringify({ entities: [deploy, ann], relations: [works] });
  assert.equal((await bring("graph.json", whole)).existing, 3);
  await bring(
    "service.json",
    '{"memories":[{"content":"Use tabs here","memory_type":"preference","tags":["go"],"created_at":1760000000.5}]}',
  );
  const observed = { id: 4, type: "bugfix", title: "Pool leak", narrative: "It never closed", concepts: '["pool"]' };
  const observations = [{ ...observed, created_at: "2026-03-01T10:00:00Z" }];
  const { remarks } = await bring(
    "observed.json",
    JSON.stringify({ observations, prompts: [{ id: 1 }], session: "a" }),
  );
  assert.match(remarks[0].reason, /not read.*: prompts$/i);
  const { records } = (await box.json(["list"])).data;
  const told = records.map(({ memory_type, content, entities, timestamp }: Json) =>
    [memory_type, content, entities.join(), /2026-03|2025/.exec(timestamp)?.[0]].join("|")
  );
  assert.deepEqual(told.toSorted(), [
    "B|Ann_Lee works on deploy|Ann_Lee,deploy|",
    "O|Use tabs here||2025",
    "W|Pool leak: It never closed|pool|2026-03",
    "W|We deploy on Tuesdays|deploy,decision|",
    "W|deploy: From main|deploy,decision|",
  ]);
  const note = `---
title: Auth
tags: [login, jwt]
permalink: auth
---
# Auth

## Observations
- [decision] Tokens live 15 minutes #security (measured)
- [preference] Prefer pnpm

## Relations
- implements [[Login API]]
`;
  // Others call a folder `notes`, too.
  fs.mkdirSync(join(box.home, "basic/notes/deep"), { recursive: true });
  fs.writeFileSync(join(box.home, "basic/notes/auth.md"), note);
  fs.writeFileSync(join(box.home, "basic/notes/deep/erlang.md"), "We tried Erlang in May\n");
  const { facts } = (await box.json(["import", join(box.home, "basic")])).data;
  assert.deepEqual(facts.map(({ memory_type, content }: Json) => `${memory_type} ${content}`).toSorted(), [
    "B Auth implements Login API",
    "O Prefer pnpm",
    "W Tokens live 15 minutes (measured)",
    "W We tried Erlang in May",
  ]);
  await box.run(["import", join(box.home, "basic"), "--confirm"]);
  const [tokens] = (await box.json(["list", "--keyword", "Tokens"])).data.records;
  assert.deepEqual(tokens.entities, ["Auth", "login", "jwt", "security"]);
  fs.writeFileSync(join(box.home, "m.db"), "SQLite format 3\0");
  assert.match((await box.json(["import", join(box.home, "m.db")])).error.hint, /^Have the tool .*write an export/);
});

test("what is imported without a time has that of the import, and is known again by it", async () => {
  const box = memoryBox();
  const list = JSON.stringify(["The build server is called atlas", { id: "7", content: "Redis is our cache" }]);
  await box.run(["import", "-", "--confirm"], { stdin: list });
  const day = new Date().toISOString().slice(0, 10);
  const [first, second] = box.lines(`daily/${day}.jsonl`);
  assert.deepEqual([first.timestamp, second.timestamp], [first.imported_at, first.imported_at]);
  assert.equal((await box.run(["list", "--days", "1"])).code, 0);
  assert.equal((await box.run(["manage", "cleanup", "--older-than", "365", "--confirm"])).code, 1);
  await box.run(["edit", first.id, "The build server is called zeus"]);
  const again = await box.json(["manage", "import", "-", "--confirm"], { stdin: list });
  assert.deepEqual([again.data.imported, again.data.existing], [0, 2]);
});

test("a LingXi folder comes in as one write: previewed, undone by its id, brought back by undoing that", async () => {
  const box = memoryBox();
  const lingxi = join(box.home, "old", ".cursor", ".lingxi", "memory");
  fs.mkdirSync(join(lingxi, "notes"), { recursive: true });
  for (const id of ["MEM-errors", "MEM-faults"]) {
    fs.writeFileSync(join(lingxi, "notes", `${id}.md`), NOTE.replace("MEM-errors", id));
  }
  const { data } = await box.json(["import", "--input", join(box.home, "old")]);
  assert.deepEqual([data.imported, data.format, data.index_synced], [2, "lingxi", true]);
  const { data: undone } = await box.json(["manage", "undo", data.operation]);
  assert.deepEqual([undone.command, undone.undone], ["import", 2]);
  assert.deepEqual((await box.json(["note", "list"])).data.notes, []);
  await box.json(["manage", "undo", undone.operation]);
  assert.deepEqual((await box.json(["note", "list"])).data.notes.length, 2);
  assert.deepEqual((await box.json(["note", "check"])).data.problems, []);
});

// A to-do that was noted alone is a summary without topic and text.
test("an export with a to-do that stands alone is taken in again", async () => {
  const [box, other] = [memoryBox(), memoryBox()];
  await box.json(["save", "summary", "--todo", "Load-test the uploader"]);
  const output = join(box.home, "all.json");
  await box.json(["manage", "export", "--output", output]);
  assert.equal((await other.json(["manage", "import", "--input", output])).data.imported, 1);
  assert.equal((await other.json(["manage", "list", "--todos"])).data.todos[0].todo, "Load-test the uploader");
});

test("Markdown strikes out what another record has replaced, and an import leaves it out", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "fact", "--content", "The deadline is 15 January"]);
  await box.json(["save", "fact", "--content", "The deadline is 1 February", "--supersedes", data.id]);
  const out = join(box.home, "out");
  await box.json(["export", out, "--format", "markdown"]);
  const [day = ""] = fs.readdirSync(join(out, "daily"));
  assert.match(
    fs.readFileSync(join(out, "daily", day), "utf8"),
    /- ~~The deadline is 15 January~~ <!-- .* -->\n- The deadline is 1 Feb/,
  );
  const other = memoryBox();
  await other.json(["import", out, "--confirm"]);
  const { records } = (await other.json(["list"])).data;
  assert.deepEqual(records.map(({ content }: Json) => content), ["The deadline is 1 February"]);
});

test("an imported rule becomes the person's own once they say it again, and their own export demotes no rule", async () => {
  const rule = "Only pnpm in this repo, never npm";
  const box = memoryBox();
  await box.json(["remember", rule]);
  const file = join(box.home, "e.json");
  await box.run(["export", file]);
  const isUnconfirmed = async (other: Box) => /followed from now on: \d/.test((await other.run(["trust"])).stdout);
  for (const mode of ["merge", "replace"]) {
    const words = ["manage", "import", file, "--mode", mode];
    const shown = await box.json([...words, "--confirm"]);
    const token = shown.data?.confirm_token;
    if (token !== undefined) {
      await tokenRests();
      await box.json([...words, "--confirm", token]);
    }
    assert.equal(await isUnconfirmed(box), false, mode);
  }
  const other = memoryBox();
  await other.run(["import", file]);
  assert.match((await other.run(["trust"])).stdout, /followed from now on: 1\n.*Only pnpm in this repo/);
  assert.doesNotMatch((await other.run(["trust"])).stdout, /Nothing is left/);
  assert.equal((await other.json(["remember", rule])).data.status, "updated");
  assert.equal(await isUnconfirmed(other), false);
  assert.equal((await other.json(["remember", rule])).data.status, "exists");
  assert.equal((await other.json(["list"])).data.total, 1);
  // Said here first, in another record that is older than the imported one.
  const third = memoryBox();
  const own = { id: "log-1", type: "fact", memory_type: "O", content: rule, timestamp: "2026-01-02T10:00:00Z" };
  third.write("daily/2026-01-02.jsonl", `${JSON.stringify(own)}\n`);
  await third.run(["import", file]);
  assert.equal(await isUnconfirmed(third), false);
});

test("an import brings back neither a rule that the person has replaced as theirs, nor what was made of deleted records", async () => {
  const box = memoryBox();
  const file = join(box.home, "old.json");
  const old = "Deploy with the Capistrano script";
  const { data: { id } } = await box.json(["save", "fact", "--type", "O", "--content", old]);
  await box.json(["save", "fact", "--type", "O", "--content", "Releases go through ArgoCD only", "--supersedes", id]);
  fs.writeFileSync(file, JSON.stringify([{ content: old, memory_type: "O" }]));
  await box.json(["import", file, "--confirm"]);
  const { hookSpecificOutput } = await box.hook("claude", "SessionStart", { session_id: "s", cwd: box.project });
  const [conventions = ""] =
    /<memory-conventions[^]*?<\/memory-conventions/.exec(hookSpecificOutput.additionalContext) ?? [];
  assert.match(conventions, /ArgoCD/);
  assert.doesNotMatch(conventions, /Capistrano/);

  const from = memoryBox();
  await from.json(["save", "fact", "--content", "Service A listens on 8080"]);
  const first = join(from.home, "first.json");
  await from.json(["export", first]);
  const to = memoryBox();
  await to.json(["import", first]);
  await to.json(["delete", "--keyword", "8080", "--confirm"]);
  await from.json(["manage", "consolidate"]);
  const second = join(from.home, "second.json");
  await from.json(["export", second]);
  await to.json(["import", second, "--confirm"]);
  assert.equal((await to.json(["list", "--type", "fact"])).data.total, 0);
});

test("an import replaces no rule of the person's own, and says so, and how many other records it replaces", async () => {
  const box = memoryBox();
  const rule = (await box.json(["save", "fact", "--type", "O", "--content", "Use heather ink"])).data.id as string;
  const fact = (await box.json(["save", "fact", "--content", "The kettle is blue"])).data.id as string;
  const file = join(box.home, "theirs.jsonl");
  const theirs = { id: "log-1", type: "fact", memory_type: "W", timestamp: "2099-01-01T10:00:00Z" };
  fs.writeFileSync(file, `${JSON.stringify({ ...theirs, content: "Lunch is at noon", supersedes: [rule, fact] })}\n`);
  const shown = await box.run(["import", file]);
  assert.match(shown.stdout, /1 record here .*replaced/);
  assert.match(shown.stdout, /1 convention of yours will stay/);
  const { data } = await box.json(["import", file, "--confirm"]);
  assert.deepEqual([data.replaced, data.kept], [1, 1]);
  const { results } = await box.json(["search", "heather ink"]);
  assert.deepEqual(results.map(({ content }: Json) => content), ["Use heather ink"]);
  const { hookSpecificOutput } = await box.hook("claude", "SessionStart", { session_id: "s", cwd: box.project });
  assert.match(hookSpecificOutput.additionalContext, /<memory-conventions[^]*heather/);
});

// An import took only what was new: the other machine kept the old value and the to-do that was done.
test("an import brings the newer version of what is here, leaves what is newer or deleted here, and undo takes it back", async () => {
  const [from, to] = [memoryBox(), memoryBox()];
  const { id } = (await from.json(["remember", "Session TTL is 300 s"])).data;
  const other = (await from.json(["remember", "The queue is Kafka"])).data.id;
  const rule = (await from.json(["remember", "Never use left-pad"])).data.id;
  await from.json(["remember", "TODO: rotate cert"]);
  await exportTo(from, "old.json");
  const [old, young] = [join(from.home, "old.json"), join(from.home, "young.json")];
  await to.json(["import", old]);
  await from.json(["edit", id, "Session TTL is 900 s"]);
  await from.json(["edit", rule, "Never use left-pad or right-pad"]);
  await from.json(["done", "rotate cert"]);
  await exportTo(from, "young.json");
  const said = async (box: Box) => contents((await box.json(["list"])).data.records);
  const before = await said(to);
  assert.match(
    (await to.run(["import", young])).stdout,
    /^0 records would be added and 3 changed, 1 are here already\n/,
  );
  assert.deepEqual(await said(to), before);
  const { data } = await to.json(["import", young, "--confirm"]);
  assert.deepEqual([data.imported, data.changed, data.existing], [0, 3, 1]);
  assert.deepEqual(await said(to), await said(from));
  assert.deepEqual((await to.json(["list", "--todos"])).data.todos, []);
  assert.equal((await to.json(["search", "session TTL 900"])).results[0].content, "Session TTL is 900 s");
  assert.equal((await to.json(["import", young, "--confirm"])).data.changed, undefined, "once");
  await to.json(["undo"]);
  assert.deepEqual(await said(to), before);
  // What was changed or deleted here since the export stays so.
  await from.json(["delete", other, "--confirm"]);
  const now = await said(from);
  const shown = (await from.run(["import", old, "--confirm"])).stdout;
  assert.match(shown, /left as here: 3\n.*left out .*: 1\n/);
  assert.deepEqual(await said(from), now);
  // A rule that the person has said here is theirs.
  await to.json(["import", young, "--confirm"]);
  await to.json(["edit", rule, "Use left-pad"]);
  await exportTo(to, "theirs.json");
  const { data: kept } = await from.json(["import", join(to.home, "theirs.json"), "--confirm"]);
  assert.deepEqual([kept.changed, kept.kept, await said(from)], [undefined, 1, now]);
});

testTogether(
  "imported rules are confirmed together by trust; one that an import rewords is weighed again",
  async () => {
    const [from, to] = [memoryBox(), memoryBox()];
    const rules = ["Never use library one", "Never use library two"];
    const ids: string[] = [];
    for (const rule of rules) ids.push((await from.json(["remember", rule])).data.id);
    await from.json(["remember", "TODO: rotate cert"]);
    await exportTo(from, "e.json");
    assert.match(
      (await to.run(["import", join(from.home, "e.json")])).stdout,
      /3 lines .*`memory trust`: conventions,/,
    );
    const weighed = async () => (await to.json(["trust"])).data.texts.map(({ text }: Json) => text).sort();
    assert.deepEqual(await weighed(), [...rules, "to-do: rotate cert"]);
    assert.match((await to.run(["doctor"])).stdout, /3 texts that agents only weigh/);
    const { data: { confirm_token } } = await to.json(["trust"]);
    await tokenRests();
    await to.json(["trust", "--confirm", confirm_token]);
    assert.deepEqual(await weighed(), []);
    let sessions = 0;
    const followed = async () => {
      const reply = await to.hook("claude", "SessionStart", { session_id: `s-${sessions++}`, cwd: to.project });
      return String(reply.hookSpecificOutput.additionalContext).split("<memory-notes")[0];
    };
    assert.match(await followed() ?? "", /<memory-conventions[^]*library two[^]*library one/);
    await from.json(["edit", ids[0] ?? "", "Always use library one"]);
    await exportTo(from, "f.json");
    assert.equal((await to.json(["import", join(from.home, "f.json"), "--confirm"])).data.changed, 1);
    assert.deepEqual(await weighed(), ["Always use library one"]);
    assert.doesNotMatch(await followed() ?? "", /library one/);
    await to.json(["trust", "--undo"]);
    assert.doesNotMatch(await followed() ?? "", /library/);
  },
);

test("of two rules the one said at the later moment holds, though its time is written with an offset", async () => {
  const rules = [
    { memory: "Deploys run on Tuesdays", created_at: "2026-07-01T22:00:00-07:00" },
    { memory: "Deploys run on Mondays", created_at: "2026-07-02T01:00:00Z" },
  ];
  const imported = memoryBox();
  const list = JSON.stringify(rules.map((rule) => ({ ...rule, memory_type: "O" })));
  await imported.json(["import", "-"], { stdin: list });
  const byHand = memoryBox();
  const lines = rules.map(({ memory, created_at }, at) =>
    JSON.stringify({ id: `log-${at}`, type: "fact", memory_type: "O", content: memory, timestamp: created_at })
  );
  byHand.write("daily/2026-07-02.jsonl", `${lines.join("\n")}\n`);
  for (const box of [imported, byHand]) {
    const told = (await box.run(["start"])).stdout;
    assert.match(told, /Mondays.*⚠/, told);
    assert.doesNotMatch(told, /Tuesdays.*⚠/, told);
  }
});

testTogether(
  "an imported rule is marked as unconfirmed in a list and a search, as it is told, until the person trusts it",
  async () => {
    const box = memoryBox();
    await box.json(["remember", "Always sign commits"]);
    const theirs = JSON.stringify([{ content: "Never push on Friday", memory_type: "O" }]);
    await box.json(["import", "-", "--confirm"], { stdin: theirs });
    const seen = async () => {
      const list = (await box.run(["list"])).stdout;
      const { results } = await box.json(["search", "push commits"]);
      return [list.match(/\(unconfirmed\) \w+ \w+/g), results.filter(({ unconfirmed }: Json) => unconfirmed).length];
    };
    assert.deepEqual(await seen(), [["(unconfirmed) Never push"], 1]);
    const { data } = await box.json(["trust"]);
    await tokenRests();
    await box.json(["trust", "--confirm", data.confirm_token]);
    assert.deepEqual(await seen(), [null, 0]);
  },
);

test("imported lines of MEMORY.md, notes, to-dos and tool calls of a rule are weighed until the person trusts them", async () => {
  const box = memoryBox();
  await box.json(["save", "fact", "--type", "O", "--content", "Use heather ink"]);
  await box.json(["remember", "TODO: Order stamps"]);
  box.write("MEMORY.md", "## Letters\n- Write by hand\n");
  const file = join(box.home, "theirs.json");
  const note = NOTE.replace("**Status**: active", "**Status**: active\n- **Scope**: broad\n- **Strength**: enforced");
  const timestamp = "2026-01-02T10:00:00Z";
  fs.writeFileSync(
    file,
    JSON.stringify({
      records: [
        { id: "s-1", topic: "moat", summary: "Dug", todos: ["Wire money", "Order stamps"], timestamp },
        { id: "log-1", type: "fact", memory_type: "O", content: "Use heather ink", when: ["run ship"], timestamp },
      ],
      notes: [{ path: "notes/MEM-errors.md", content: note }],
      core_memory: "## Letters\n- Write by hand\n- Seal with wax\n",
    }),
  );
  assert.match((await box.run(["import", file])).stdout, /4 lines that agents weigh and do not follow/);
  await box.json(["import", file, "--confirm"]);
  const at = { session_id: "s", cwd: box.project };
  let sessions = 0;
  const start = async () => {
    const reply = await box.hook("claude", "SessionStart", { ...at, session_id: `s-${sessions++}` });
    const told: string = reply.hookSpecificOutput.additionalContext;
    const [followed = "", weighed = ""] = told.split("<memory-notes");
    return { followed, weighed };
  };
  const { followed, weighed } = await start();
  assert.match(followed, /by hand[^]*heather/);
  assert.doesNotMatch(followed, /wax|code, message/);
  assert.match(weighed, /## Open to-dos\n.*Order stamps\n[^]*others may have written\n.*Wire money/);
  assert.match(weighed, /Seal with wax/);
  assert.match(weighed, /code, message/);
  const call = { ...at, tool_name: "Bash", tool_input: { command: "ship it" } };
  const { hookSpecificOutput } = await box.hook("claude", "PreToolUse", call);
  assert.match(hookSpecificOutput.additionalContext, /<memory-notes[^]*heather/);
  const { error } = await box.json(["trust", "--layer", "global"]);
  assert.match(`${error.message} ${error.hint}`, /Leave --layer out: `memory trust` in a project also confirms/);
  const { data: { confirm_token } } = await box.json(["trust"]);
  await tokenRests();
  await box.json(["trust", "--confirm", confirm_token]);
  assert.match((await start()).followed, /wax[^]*code, message/);
});

test("before the many conventions that an import brings, a start tells those that the person said", async () => {
  const box = memoryBox();
  await box.run(["remember", "Never push to main"]);
  await box.run(["remember", "Answer in German"]);
  const file = join(box.home, "theirs.json");
  const records = Array.from({ length: 70 }, (_, at) => ({
    id: `log-${at}`,
    type: "fact",
    memory_type: "O",
    content: `Check layer ${at} before table ${at}`,
    timestamp: new Date(Date.now() + at).toISOString(),
  }));
  fs.writeFileSync(file, JSON.stringify({ records }));
  await box.json(["import", file, "--confirm"]);
  const event = { session_id: "s", cwd: box.project, source: "startup" };
  const { hookSpecificOutput } = await box.hook("claude", "SessionStart", event);
  const [own = "", weighed = ""] = hookSpecificOutput.additionalContext.split("<memory-notes");
  assert.match(own, /<memory-conventions[^]*Answer in German[^]*Never push to main/);
  assert.match(weighed, /Check layer 69 before/);
});

test("the dated lines in which chat assistants list what they remember are a record each, of that day", async () => {
  const lines = "[2025-06-02] - User prefers short answers\n[2026-01-20] - Moves cron jobs to Temporal\n" +
    "[unknown] - The dog is called Pixel\n";
  const forms = {
    "plain.md": lines,
    "plain.txt": lines,
    "wrapped.md": `\`\`\`markdown\n## Work\n${lines.replaceAll(/^/gm, "1. ").replace(/1\. $/, "")}\`\`\`\n`,
  };
  for (const [name, text] of Object.entries(forms)) {
    const box = memoryBox();
    fs.writeFileSync(join(box.home, name), text);
    await box.json(["import", join(box.home, name), "--confirm"]);
    const { records } = (await box.json(["list"])).data;
    const said = records.map((
      each: Json,
    ) => [each.memory_type, each.content, new Date(each.timestamp).toLocaleDateString("sv-SE")]);
    assert.deepEqual(said.slice(1), [
      ["W", "Moves cron jobs to Temporal", "2026-01-20"],
      ["O", "User prefers short answers", "2025-06-02"],
    ], name);
    assert.equal(said[0][1], "The dog is called Pixel");
  }
});

test("instructions without the ending of Markdown are read as such, and a folder of them at once", async () => {
  const box = memoryBox();
  const put = (name: string, text: string) => {
    fs.mkdirSync(join(box.home, name, ".."), { recursive: true });
    fs.writeFileSync(join(box.home, name), text);
  };
  const facts = async (...words: string[]) =>
    (await box.json(["import", join(box.home, words[0] ?? ""), ...words.slice(1)])).data.facts
      .map(({ content }: Json) => content).sort();
  put("x/.cursorrules", "- Use pnpm\n");
  put("x/list.txt", '[\n  {"memory": "Redis is our cache"}\n]\n');
  put("rules/a.mdc", "---\nalwaysApply: true\n---\n- Ask first\n");
  put("rules/b.md", "- Deploys go out on Tuesdays\n");
  put("rules/empty.md", "\n");
  put("vault/deep/c.md", "- Tea is green\n");
  put("x/NOTES", "- Coffee is black\n");
  put("rules/more/d.md", "- Snow is white\n");
  assert.deepEqual(await facts("x/.cursorrules"), ["Use pnpm"]);
  put("rules/node_modules/x/README.md", "- Not ours\n");
  put("rules/.git/x.md", "- Not ours\n");
  assert.deepEqual(await facts("rules"), ["Ask first", "Deploys go out on Tuesdays", "Snow is white"]);
  assert.equal((await box.json(["import", join(box.home, "x/list.txt"), "--dry-run"])).data.format, "json");
  assert.deepEqual(await facts("vault"), ["Tea is green"]);
  const named = await box.json(["import", join(box.home, "x/NOTES")]);
  assert.match(named.error.hint, /--format claude-code/);
  assert.deepEqual(await facts("x/NOTES", "--format", "claude-code"), ["Coffee is black"]);
});

// The memory was empty after the purge, so that the import asked for nothing.
testTogether("an import says that it brings back what was purged here, and asks first", async () => {
  const box = memoryBox();
  await box.json(["remember", "Zanzibar pays net 60"]);
  const file = join(box.home, "export.json");
  await box.json(["export", file]);
  await purgeWholly(box, "--keyword", "zanzibar");
  const preview = await box.json(["import", file]);
  assert.deepEqual([preview.status, preview.data.imported, preview.data.purged_here], ["preview", 1, 1]);
  assert.equal((await box.json(["list"])).data.total, 0);
  assert.equal((await box.json(["import", file, "--confirm"])).data.purged_here, 1);
  assert.equal((await box.json(["list"])).data.total, 1);
});
