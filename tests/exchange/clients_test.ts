/** What clients remember by themselves is imported as facts: shown first, every sentence of it, and never twice. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const CLAUDE = {
  "MEMORY.md": `# Memory

- [Testing](feedback_testing.md) — integration tests hit a real database
- [Gone](gone.md) — a topic file that is not there

## Build

- Run \`pnpm build\` before tests
  - with Node 22
1. Deploys go out on Tuesdays

Staging lives at staging.example.org.
It is wiped every night.
`,
  "feedback_testing.md": `---
name: testing
description: integration tests hit a real database
metadata:
  type: feedback
---

Integration tests must hit a real database, not mocks.

**Why:** a mocked test passed while the migration failed.

**How to apply:** use the docker-compose Postgres.
`,
};

const CLAUDE_SAYS = [
  "Deploys go out on Tuesdays",
  "Integration tests must hit a real database, not mocks.\n**Why:** a mocked test passed while the migration failed.\n" +
  "**How to apply:** use the docker-compose Postgres.",
  "Run `pnpm build` before tests\n- with Node 22",
  "Staging lives at staging.example.org. It is wiped every night.",
  "[Gone](gone.md) — a topic file that is not there",
];

function put(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(folder, file)), { recursive: true });
    fs.writeFileSync(join(folder, file), text);
  }
  return folder;
}

const claudeFolder = ({ home }: Box) => put(join(home, ".claude", "projects", "-home-me-app", "memory"), CLAUDE);
const contents = (facts: readonly Json[]) => facts.map(({ content }) => content).sort();
const listed = async (box: Box) => (await box.json(["manage", "list", "--limit", "50"])).data.records;

test("Claude Code's memory: a preview with each fact, topic files instead of the lines that point to them, twice is once", async () => {
  const box = memoryBox();
  const folder = claudeFolder(box);
  for (const input of [folder, dirname(folder)]) {
    const preview = await box.json(["import", "--input", input]);
    assert.equal(preview.status, "preview", "into an empty memory too");
    assert.deepEqual([preview.data.format, contents(preview.data.facts)], ["claude-code", CLAUDE_SAYS]);
  }
  assert.deepEqual(await listed(box), []);
  const { data } = await box.json(["import", "--input", folder, "--confirm"]);
  assert.deepEqual([data.imported, data.skipped, data.invalid], [5, 0, []]);
  const records = await listed(box);
  assert.deepEqual(contents(records), CLAUDE_SAYS);
  const rule = records.find(({ content }: Json) => content.startsWith("Integration"));
  assert.deepEqual([rule.memory_type, rule.entities, rule.source?.agent ?? "claude"], ["O", ["testing"], "claude"]);
  // What an import brought is weighed, not followed.
  assert.ok(
    fs.readdirSync(join(box.data, "daily")).every((day) => box.lines(`daily/${day}`).every((r) => r.imported_at)),
  );
  const again = await box.json(["import", "--input", folder, "--confirm"]);
  assert.deepEqual([again.data.imported, again.data.existing], [0, 5]);
  put(folder, { "MEMORY.md": `${CLAUDE["MEMORY.md"]}\n- Added later\n` });
  const more = await box.json(["import", "--input", folder, "--dry-run"]);
  assert.deepEqual([contents(more.data.facts), more.data.existing], [["Added later"], 5]);
});

test("below a heading of rules each item is a convention; a row is a sentence, a command is told with its heading", async () => {
  const box = memoryBox();
  const folder = put(box.home, {
    "CLAUDE.md": `# Shop

See @README.md for an overview.

@docs/style.md

## Conventions

- Two spaces
- @docs/more.md

### Naming

1. Files in kebab-case

| a | b |
|---|---|
| 1 | 2 |

## Commands

\`\`\`sh
pnpm test
\`\`\`

- Deploy with
  \`\`\`sh
  make deploy
  \`\`\`

## Business rules

- Orders above 100 ship free

## 代码规范

- 缩进两格

## 业务规则

- 满 100 免运费
`,
  });
  const { data } = await box.json(["import", join(folder, "CLAUDE.md")]);
  assert.deepEqual(data.facts.map((each: Json) => `${each.memory_type} ${each.content.split("\n")[0]}`), [
    "W See @README.md for an overview.",
    "O Two spaces",
    "O Files in kebab-case",
    "O 1: b 2",
    "W Commands: `pnpm test`",
    "W Deploy with",
    "W Orders above 100 ship free",
    "O 缩进两格",
    "W 满 100 免运费",
  ]);
});

/** The facts that a preview shows of a file, with their kinds, and its to-dos. */
async function readAs(
  box: Box,
  file: string,
  text: string,
): Promise<{ facts: string[]; todos: string[]; out: Json[] }> {
  put(box.project, { [file]: text });
  const { data } = await box.json(["import", join(box.project, file)]);
  return {
    facts: data.facts.map((each: Json) => `${each.memory_type} ${each.content}`),
    todos: data.todos ?? [],
    out: data.skipped_because.map(({ count, reason }: Json) => [count, reason.en ?? reason]),
  };
}

test("what stands below a ban comes in as a ban, and what was rejected or only an option does not come in", async () => {
  const box = memoryBox();
  const { facts, out } = await readAs(
    box,
    "CLAUDE.md",
    `## Don'ts
- Push to main without a review
- Never force-push

### In tests
- Sleep

### Code style
- Tabs

### Instead
- Open a pull request

## 禁止事项
- 在循环中查询数据库
- 不要用 float

## Things to avoid:
1. Barrel files that do not name their exports

## Anti-patterns
- No tests for bug fixes
- Commits that must not be squashed

## Forbidden packages
- moment

## 禁用的写法
- 提交不能编译的代码

## Never commit
- \`.env\` files

## Rules

**Don't:**
- Parse JSON by hand

Never do these:
- Log an IBAN

Run these before each commit:
1. \`make lint\`

We deploy with make.

**Never deploy on Fridays**

- ❌ Use moment
- Two spaces

| Don't | Do |
|---|---|
| moment | date-fns |

## Considered options
- Temporal
### Costs
- SQS is cheap

## Bad examples
- x = 1

## 已否决的方案
- 用 Kafka

## Deploys
- They go out on Tuesdays
`,
  );
  assert.deepEqual(facts, [
    "O Don't: Push to main without a review",
    "O Never force-push",
    "O Don't: Sleep",
    "O Don't: Tabs",
    "O Open a pull request",
    "O 不要：在循环中查询数据库",
    "O 不要用 float",
    "O Avoid: Barrel files that do not name their exports",
    "O Avoid: No tests for bug fixes",
    "O Avoid: Commits that must not be squashed",
    "O Forbidden packages: moment",
    "O 禁用的写法：提交不能编译的代码",
    "O Never commit: `.env` files",
    "O Don't: Parse JSON by hand",
    "O Don't: Log an IBAN",
    "O Run these before each commit: `make lint`",
    "B We deploy with make.",
    "O **Never deploy on Fridays**",
    "O Don't: Use moment",
    "O Two spaces",
    "O Don't: moment; Do: date-fns",
    "W They go out on Tuesdays",
  ]);
  const reason = "below a heading of what was rejected, deprecated or only an option (line 57, 59, 62, 65)";
  assert.deepEqual(out, [[4, reason]]);
});

test("in a file of instructions an order is a convention, and so is each item below a heading of a way to work", async () => {
  const box = memoryBox();
  const agents = `# Shop

Ask before you delete a file.

- Answer briefly
- Build: \`make all\`
- The API listens on port 4000

## Git workflow
- Squash merge only
- CI runs on a host of our own

## 编码规范
- 缩进两格

## 部署
- 日志里不能打印身份证号
- 每周三晚上发版
`;
  const { facts } = await readAs(box, "AGENTS.md", agents);
  assert.deepEqual(facts, [
    "O Ask before you delete a file.",
    "O Answer briefly",
    "B Build: `make all`",
    "B The API listens on port 4000",
    "O Squash merge only",
    "W CI runs on a host of our own",
    "O 缩进两格",
    "O 日志里不能打印身份证号",
    "W 每周三晚上发版",
  ]);
  const wiki = await readAs(box, "wiki.md", agents);
  assert.equal(wiki.facts[1], "W Answer briefly", "what stands in any other file is no order");
  const rule =
    "---\ndescription: React component conventions\nalwaysApply: true\n---\n\n# React\n\n- Props before state\n";
  assert.deepEqual((await readAs(box, ".cursor/rules/react.mdc", rule)).facts, ["O Props before state"]);
  const title = "# 项目约定（支付）\n\n## 技术栈\n- 后端用 Spring\n\n## 接口\n- 返回统一包装\n- 端口：8080\n";
  assert.deepEqual(
    (await readAs(box, "zh.md", title)).facts,
    ["W 后端用 Spring", "O 返回统一包装", "W 端口：8080"],
    "a file of rules may hold facts",
  );
  assert.deepEqual((await readAs(box, "style.md", "# Style guide\n\n- Single quotes\n")).facts, ["O Single quotes"]);
});

test("rows, commands, to-dos and wrapped lines of Markdown come in as sentences; the preview names what is left out", async () => {
  const box = memoryBox();
  const text = `App
===

@docs/style.md
@docs/db.md

| Service | Port | Owner |
|---------|------|-------|
| payments | 4102 | Lena |

## 服务

名称 | 端口
--- | ---
网关 | 8080

## Reset the database

\`\`\`sh
# drop all
pnpm db reset \\
  --force
$ pnpm db seed
\`\`\`

- Use pnpm for everything,
because npm breaks the workspace
- [ ] TODO: write the login tests
- [x] upgrade to Node 22
- 提交信息用中文，
  不写英文

<details>
<summary>Why is the CI slow?</summary>

The e2e job waits<br>for Stripe[^1].

</details>

> Read ==this== first, see [[Runbook#Redis|the runbook]] ^b1

![[queue.png]]

\`\`\`ts
const a: Array<b> = 1;
\`\`\`

* * *

- [Runbook](wiki/Runbook.md)
- Title format: [<project_name>] \`<b>\`
`;
  const { facts, todos, out } = await readAs(box, "notes.md", text);
  assert.deepEqual(facts, [
    "W payments: Port 4102; Owner Lena",
    "W 网关：端口 8080",
    "W Reset the database: drop all: `pnpm db reset --force`; `pnpm db seed`",
    "B Use pnpm for everything, because npm breaks the workspace",
    "W 提交信息用中文，不写英文",
    "W The e2e job waits\nfor Stripe.",
    "W Read this first, see the runbook",
    "W Title format: [<project_name>] `<b>`",
  ]);
  assert.deepEqual(todos, ["write the login tests"]);
  assert.deepEqual(out, [
    [1, "the name of a file that a client reads: import that file by itself (line 4)"],
    [1, "a to-do that is done (line 29)"],
    [2, "a picture or a link alone (line 42, 50)"],
    [1, "code without a word on what it is for (line 44)"],
  ]);
  const file = join(box.project, "notes.md");
  await box.json(["import", file, "--confirm"]);
  assert.deepEqual((await box.json(["list", "--todos"])).data.todos.map(({ todo }: Json) => todo), todos);
  const answer = (await listed(box)).find(({ content }: Json) => content.startsWith("The e2e job"));
  assert.deepEqual(answer.asks, ["Why is the CI slow?"], "a heading that asks is what the text answers");
  await box.json(["done", "login tests"]);
  const again = await box.json(["import", file, "--confirm"]);
  assert.deepEqual([again.data.imported, (await box.json(["list", "--todos"])).data.todos], [0, []], "done stays done");
});

test("Markdown is as old as it says, and a decision that was withdrawn does not come in", async () => {
  const box = memoryBox();
  const days = async (file: string, text: string) => {
    const project = put(box.project, { [file]: text });
    await box.json(["import", join(project, file), "--confirm"]);
    const records = await listed(box);
    return (line: string) => records.find(({ content }: Json) => content === line)?.timestamp.slice(0, 10);
  };
  const head = await days(
    "a.md",
    "---\ncreated: 2024-02-01\nupdated: 2025-03-04\n---\n- One\n\n## 2026-10-02\n- Two\n",
  );
  assert.deepEqual([head("One"), head("Two")], ["2025-03-04", "2026-10-02"]);
  const body = await days("b.md", "# Wiki\n\nOwner: Marta\nLast edited: October 12, 2025 3:14 PM\n\nThree\n");
  assert.equal(body("Three"), "2025-10-12");
  fs.writeFileSync(join(box.project, "c.md"), "---\ndate: 2999-01-01\n---\n- Four\n");
  fs.utimesSync(join(box.project, "c.md"), 1_700_000_000, 1_700_000_000);
  await box.json(["import", join(box.project, "c.md"), "--confirm"]);
  const four = (await listed(box)).find(({ content }: Json) => content === "Four");
  assert.equal(four.timestamp, "2023-11-14T22:13:20.000Z", "a day to come is not when it was said");
  for (
    const [text, line] of [
      ["---\nstatus: superseded\nsuperseded_by: ADR-7\n---\n# ADR-3\n\nWe ship on Fridays.\n", 1],
      ["# ADR-4\n\n* Status: deprecated\n* Date: 2025-01-02\n\n## Decision\n\nWe ship on Fridays.\n", 3],
      ["# ADR-5\n\n## 状态\n\n已废弃\n\n## 决定\n\n周五发版。\n", 5],
    ] as const
  ) {
    const { facts, out } = await readAs(box, "adr.md", text);
    const reason = `the whole file: its status says that it no longer holds (line ${line})`;
    assert.deepEqual([facts, out], [[], [[1, reason]]]);
  }
  const accepted = "# ADR-6\n\n## Status\n\nAccepted (supersedes ADR-3)\n\n## Decision\n\nWe ship daily.\n";
  const { facts, out } = await readAs(box, "adr.md", accepted);
  assert.deepEqual([facts, out], [["W We ship daily."], [[
    1,
    "what a document says of itself, its status and dates (line 5)",
  ]]]);
  const news = "# Shop\n\n## Status\n\nThe move to Temporal is half done.\n";
  assert.deepEqual((await readAs(box, "news.md", news)).facts, ["W The move to Temporal is half done."]);
});

test("what holds for a folder or for some files says so, waits for an edit there, and outdates nothing elsewhere", async () => {
  const box = memoryBox();
  const files = {
    "packages/api/CLAUDE.md": "- Never use floats\n- Tests run with `pnpm vitest`\n",
    "packages/web/AGENTS.md": "- Always use floats\n- Tests run with `pnpm playwright test`\n",
    ".cursor/rules/py.mdc": '---\nglobs: ["*.py", "tools/**/*.{py,pyi}"]\n---\n\n- Indent with four spaces\n',
    ".claude/rules/ts.md": '---\npaths:\n  - "src/**/*.ts"\n---\n\n- 缩进用两个空格\n',
    ".cursor/rules/all.mdc": "---\nglobs: '*.md'\nalwaysApply: true\n---\n\n- Answer briefly\n",
    "docs/CLAUDE.md": "- Write short sentences\n",
    ".github/copilot-instructions.md": "- Use tabs in makefiles\n",
  };
  put(box.project, files);
  for (const file of Object.keys(files)) await box.json(["import", join(box.project, file), "--confirm"]);
  const records = await listed(box);
  const read = records.map(({ content, when = [] }: Json) => [content, when.join(" | ")]);
  assert.deepEqual(read.toSorted(), [
    ["Answer briefly", ""],
    ["In *.py, tools/**/*.{py,pyi}: Indent with four spaces", "edit *.py | edit tools/**/*.{py,pyi}"],
    ["In docs: Write short sentences", "edit docs/**"],
    ["In packages/api: Never use floats", "edit packages/api/**"],
    ["In packages/api: Tests run with `pnpm vitest`", ""],
    ["In packages/web: Always use floats", "edit packages/web/**"],
    ["In packages/web: Tests run with `pnpm playwright test`", ""],
    ["Use tabs in makefiles", ""],
    ["在 src/**/*.ts 中：缩进用两个空格", "edit src/**/*.ts"],
  ]);
  const { data } = await box.json(["start"]);
  assert.doesNotMatch(JSON.stringify(data), /⚠/, "different paths contradict each other in nothing");
});

test("a link that leads out of a folder of rules brings nothing, and is named", async () => {
  const box = memoryBox();
  put(box.home, { "notes/diary.txt": "- Salary talk with Dr Roe\n", "more/deep.md": "- Deep\n" });
  const rules = put(join(box.project, "rules"), { "style.md": "- Use tabs\n", "sub/other.md": "- Use semicolons\n" });
  fs.symlinkSync(join(box.home, "notes/diary.txt"), join(rules, "naming.md"));
  fs.symlinkSync(join(box.home, "more"), join(rules, "away"));
  fs.symlinkSync("..", join(rules, "sub/loop"));
  fs.symlinkSync("style.md", join(rules, "same.md"));
  const { data } = await box.json(["import", rules, "--confirm"]);
  assert.deepEqual(data.remarks.map(({ file }: Json) => file), ["naming.md", "away"]);
  assert.deepEqual((await listed(box)).map(({ content }: Json) => content).toSorted(), ["Use semicolons", "Use tabs"]);
});

test("what was deleted does not come back, and a secret does not come in", async () => {
  const box = memoryBox();
  const token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  const folder = put(join(box.home, "memory"), {
    "MEMORY.md": `- The token is ${token}\n- Deploys go out on Tuesdays\n`,
  });
  await box.json(["import", "--input", folder, "--confirm"]);
  const records = await listed(box);
  assert.doesNotMatch(JSON.stringify(records), new RegExp(token));
  const { id } = records.find(({ content }: Json) => content.startsWith("Deploys"));
  await box.json(["manage", "delete", "--id", id, "--confirm"]);
  const again = await box.json(["import", "--input", folder, "--confirm"]);
  assert.deepEqual([again.data.imported, again.data.existing], [0, 2]);
});

test("Codex's memories are read without the raw notes that they were made from", async () => {
  const box = memoryBox();
  const folder = put(join(box.home, ".codex", "memories"), {
    "MEMORY.md": "# Preferences\n\n- Answer in Chinese\n",
    "memory_summary.md": "- Works on billing\n",
    "raw_memories.md": "- Noise\n",
  });
  const { data } = await box.json(["import", "--input", folder, "--dry-run"]);
  assert.deepEqual([data.format, contents(data.facts)], ["codex", ["Answer in Chinese", "Works on billing"]]);
});

test("Markdown by another ending is read alike, a rule of Cursor's without its head", async () => {
  const box = memoryBox();
  const rule =
    `---\ndescription: How errors look\nglobs: src/**/*.ts\nalwaysApply: true\n---\n\n- Errors are { code, message }\n`;
  const folder = put(join(box.project, ".cursor", "rules"), { "a.mdc": rule, "b.markdown": "- Use tabs\n" });
  const said = async (file: string) =>
    (await box.json(["import", join(folder, file)])).data.facts.map(({ content }: Json) => content);
  assert.deepEqual([await said("a.mdc"), await said("b.markdown")], [["Errors are { code, message }"], ["Use tabs"]]);
});

test("of GEMINI.md only what Gemini CLI added itself", async () => {
  const box = memoryBox();
  const file = join(
    put(join(box.home, ".gemini"), {
      "GEMINI.md":
        "# Rules\n\n- Mine alone\n\n## Gemini Added Memories\n- 我喜欢用 pnpm\n- The cat is called Ada\n\n# After\n\n- Not this\n",
    }),
    "GEMINI.md",
  );
  const { data } = await box.json(["import", "--input", file, "--layer", "global", "--dry-run"]);
  assert.deepEqual([data.format, contents(data.facts)], ["gemini", ["The cat is called Ada", "我喜欢用 pnpm"]]);
  assert.match((await box.run(["import", file])).stdout, /GEMINI\.md: Only the section .*`--format claude-code` takes/);
  fs.writeFileSync(file, "## Gemini Added Memories\n- 我喜欢用 pnpm\n");
  assert.equal((await box.json(["import", file])).data.remarks, undefined);
  fs.writeFileSync(file, "# Rules\n\n- Mine alone\n");
  const none = await box.json(["import", "--input", file]);
  assert.deepEqual([none.error.code, /Gemini Added Memories/.test(none.error.hint)], ["IMPORT_INVALID", true]);
});

test("a person reads each sentence that would become a fact", withTerminal, () => {
  const box = memoryBox();
  const [program, args] = onTerminal(`"${BINARY}" import --input "${claudeFolder(box)}"`);
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8", NO_COLOR: "1" };
  const shown = execFileSync(program, args, { cwd: box.project, env, encoding: "utf8" }).replaceAll("\r", "");
  for (const said of ["Deploys go out on Tuesdays", "[O] Integration tests must hit", "--confirm"]) {
    assert.ok(shown.includes(said), shown);
  }
});
