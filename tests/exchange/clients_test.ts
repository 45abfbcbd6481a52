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
  "Staging lives at staging.example.org.\nIt is wiped every night.",
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

test("below a heading of rules each item is a convention; tables, code alone and imports of files are no facts", async () => {
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
    "W Deploy with",
    "W Orders above 100 ship free",
    "O 缩进两格",
    "W 满 100 免运费",
  ]);
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
