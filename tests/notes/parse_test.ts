/** Reading and editing the Markdown of a note, in any shape that a person gave it. */
import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_FIELDS, isRecallable, type NoteFields } from "../../src/notes/note.ts";
import { supersededBy } from "../../src/records/mod.ts";
import { parseNote } from "../../src/notes/parse.ts";
import { editNote, renderNote } from "../../src/notes/render.ts";

const PATH = "notes/MEM-api-error-format.md";

const FIELDS: NoteFields = {
  ...DEFAULT_FIELDS,
  id: "MEM-api-error-format",
  title: "API 错误响应格式",
  kind: "decision",
  strength: "validated",
  audience: "team",
  portability: "cross-project",
  source: "remember",
  tags: ["api", "错误处理"],
  supersedes: ["MEM-001"],
  createdAt: "2026-02-24T00:00:00.000Z",
  updatedAt: "2026-02-24T00:00:00.000Z",
  session: "1d2ff0fc",
  whenToLoad: ["设计或评审 API 错误响应时", "新增一个错误码时"],
  oneLiner: "API 错误响应统一使用 { code, message } 格式",
  decision: "错误响应选 { code, message }",
  alternatives: "直接返回字符串",
  l1: "在接口设计中优先统一的错误结构",
  pointers: ["`src/errors.ts`"],
};

/**
 * A note as LingXi's agent writes it by hand: the title in Meta, a remark behind a label, nested bullets, the id in the
 * one-liner.
 */
const HAND_WRITTEN = `## Meta

- **Id**: MEM-003
- **Title**: 同步更新安装清单
- **Kind**: principle
- **Status**: active
- **Strength**: validated
- **Supersedes**:
- **Owner**: 小王
- **Session**: -

## When to load

新增或删除核心文件时，
无论大小。

## One-liner (for injection)

新增核心文件时同步安装清单 [MEM-003]

（为什么：清单曾经漏过三次）

## Context / Decision

- **Decision**: 选择同步更新
- **Signals**:
  - 改了 install/
  - 改了 hooks/
- **Counter-signals**（必须保留输出的情况）: 实验性改动

## 复盘

自由文字 - 保留。

\`\`\`
## Meta
- **Id**: not-me
\`\`\`
`;

test("a note says the same fields after it was rendered and read", () => {
  const note = parseNote(renderNote(FIELDS), PATH);
  assert.deepEqual(pick(note), FIELDS);
  assert.deepEqual(note.problems, []);
  assert.equal(note.shared, false);
  assert.equal(parseNote(note.text, "notes/share/pack/MEM-1.md").shared, true);
});

test("a note written by hand in LingXi's manner is understood", () => {
  const note = parseNote(HAND_WRITTEN, "notes/MEM-003.md");
  assert.equal(note.title, "同步更新安装清单");
  assert.equal(note.session, "");
  assert.deepEqual(note.supersedes, []);
  assert.deepEqual(note.whenToLoad, ["新增或删除核心文件时， 无论大小。"]);
  assert.equal(note.oneLiner, "新增核心文件时同步安装清单");
  assert.equal(note.signals, "改了 install/; 改了 hooks/");
  assert.equal(note.counterSignals, "实验性改动");
  assert.deepEqual(note.problems, []);
  assert.match(note.body, /自由文字/);
  assert.doesNotMatch(note.body, /Owner/);
});

test("an older note with its title in the heading and a title without Meta are understood", () => {
  const note = parseNote("# 静默成功\n\n## Meta\n\n* Id: MEM-silent\n* **Kind:** Principle\n", "notes/x.md");
  assert.deepEqual([note.id, note.title, note.kind], ["MEM-silent", "静默成功", "principle"]);
  const bare = parseNote("just a thought", "notes/MEM-thought.md");
  assert.deepEqual([bare.id, bare.title, bare.status], ["MEM-thought", "MEM-thought", "active"]);
  assert.deepEqual(bare.problems.map((each) => each.line), [1]);
});

test("a broken Meta line is reported with its line and the note is still read", () => {
  const text = [
    "# T",
    "## Meta",
    "- **Id**: MEM-1",
    "- **Status** archive",
    "- **Strength**: strong",
    "- **CreatedAt**: yesterday",
    "- **Kind**: tech",
    "- **Kind**: decision",
    "## One-liner",
    "Do it",
  ].join("\r\n");
  const note = parseNote(text, "notes/MEM-1.md");
  assert.deepEqual(note.problems.map(({ line, field }) => [line, field]), [
    [4, undefined],
    [5, "strength"],
    [6, "createdAt"],
    [8, undefined],
  ]);
  assert.match(note.problems[1]?.problem.en ?? "", /hypothesis, validated, enforced, found `strong`/);
  assert.deepEqual([note.kind, note.strength, note.status, note.oneLiner], ["tech", "hypothesis", "active", "Do it"]);
});

test("an edit of a field changes only the line of that field", () => {
  for (const text of [HAND_WRITTEN, HAND_WRITTEN.replaceAll("\n", "\r\n"), "\uFEFF# 题\n\n" + HAND_WRITTEN]) {
    const note = parseNote(text, "notes/MEM-003.md");
    assert.equal(editNote(note, {}), text);
    assert.equal(editNote(note, { status: "active", oneLiner: note.oneLiner, tags: [] }), text);
    assert.equal(editNote(note, { status: "archive" }), text.replace("**Status**: active", "**Status**: archive"));
    assert.equal(editNote(note, { oneLiner: "新的" }), text.replace("新增核心文件时同步安装清单 [MEM-003]", "新的"));
    assert.equal(editNote(note, { counterSignals: "无" }), text.replace("实验性改动", "无"));
  }
});

test("an edit adds the line or the section that a note lacks, in the template's order and with the file's line ends", () => {
  const note = parseNote(
    "## Meta\r\n\r\n- Id: MEM-1\r\n- Status: active\r\n\r\n## Notes\r\n\r\nmine",
    "notes/MEM-1.md",
  );
  const text = editNote(note, { kind: "tech", session: "s", oneLiner: "# do" });
  assert.equal(
    text,
    "## Meta\r\n\r\n- Id: MEM-1\r\n- **Kind**: tech\r\n- Status: active\r\n- **Session**: s\r\n\r\n" +
      "## One-liner (for injection)\r\n\r\n\\# do\r\n\r\n## Notes\r\n\r\nmine",
  );
  assert.equal(parseNote(text, note.path).oneLiner, "# do");
});

test("an edit of a field that was broken mends its line even if the value is the default's", () => {
  const note = parseNote("## Meta\n- **Id**: MEM-1\n- **Status**: archve\n", "notes/MEM-1.md");
  assert.equal(editNote(note, { status: "active" }), "## Meta\n- **Id**: MEM-1\n- **Status**: active\n");
});

test("any text in a field is read back as one line and can't forge a section", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((each) =>
    each.replace(/[\s\p{C}\p{Z}]+/gu, " ").trim()
  )
    .filter((each) => each !== "" && each !== "-" && !/^`.*`$/.test(each) && !/^[-*+>] /.test(each));
  const hostile = fc.constantFrom(
    "a\n## Meta\n- **Status**: archive",
    "```\nx",
    "- **Id**: MEM-9",
    "# x",
    "|a|",
    "\\n",
    "1. x",
  );
  const value = fc.oneof(text, hostile);
  fc.assert(fc.property(value, value, value, fc.constantFrom("\n", "\r\n"), (title, oneLiner, decision, end) => {
    const changes = { title, oneLiner, decision, whenToLoad: [oneLiner, title], status: "local" as const };
    const base = parseNote(renderNote(FIELDS).replaceAll("\n", end), PATH);
    const note = parseNote(editNote(base, changes), PATH);
    const flat = (each: string) => each.replace(/\s+/g, " ").trim();
    assert.equal(note.title, flat(title));
    assert.equal(note.oneLiner, flat(oneLiner));
    assert.equal(note.decision, flat(decision));
    assert.deepEqual(note.whenToLoad, [flat(oneLiner), flat(title)]);
    assert.deepEqual([note.status, note.id, note.strength], ["local", FIELDS.id, FIELDS.strength]);
    assert.equal(editNote(note, changes), note.text);
    assert.equal(note.text.split(end).length, base.text.split(end).length);
  }));
});

test("in a file of any shape, a change changes its field, and every other line stays in its order", () => {
  const line = fc.constantFrom(
    ...[
      "",
      "",
      "# Title",
      "## Meta",
      "## When to load",
      "## One-liner",
      "## Context / Decision",
      "## 复盘",
      "### Detail",
    ],
    ...["- **Id**: MEM-1", "- **Status**: local", "- Status archive", "- **Decision**: d", "  - nested", "- L0: fact"],
    ...[
      "```",
      "~~~",
      "text",
      "- item",
      "| a | b |",
      "> quote",
      "\tcode",
      "- **Title**: T",
      "## L0 / L1",
      "## Pointers",
    ],
  );
  const changes = { status: "archive", oneLiner: "Do it", decision: "Because", l1: "Always", title: "New" } as const;
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 25 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (lines, end, closed) => {
        const text = lines.join(end) + (closed ? end : "");
        const note = parseNote(text, "notes/MEM-x.md");
        assert.equal(editNote(note, {}), text);
        const after = parseNote(editNote(note, changes), note.path);
        assert.deepEqual(fields.map((field) => after[field]), fields.map((field) => changes[field]), after.text);
        assert.equal(after.id, note.id);
        assert.deepEqual(
          [after.whenToLoad, after.signals, after.l0],
          [note.whenToLoad, note.signals, note.l0],
          after.text,
        );
        assert.equal(editNote(after, changes), after.text);
      },
    ),
    { numRuns: 1000 },
  );
});

test("a one-liner that is a fence is replaced whole, and no heading comes out of it", () => {
  const note = parseNote("## One-liner\n~~~\n\n## When to load\n~~~\n\ntheirs\n", PATH);
  const after = parseNote(editNote(note, { oneLiner: "Do it" }), PATH);
  assert.deepEqual([after.oneLiner, after.whenToLoad, after.text.includes("\n\ntheirs\n")], ["Do it", [], true]);
});

test("a long file of nothing but headings or Meta lines is read without delay", () => {
  const headings = "## a\n### b\n".repeat(50_000);
  const meta = `## Meta\n${"- **Kind**: tech\n".repeat(50_000)}`;
  const start = performance.now();
  assert.equal(parseNote(headings, "notes/MEM-1.md").id, "MEM-1");
  assert.equal(parseNote(meta, "notes/MEM-1.md").kind, "tech");
  // A quadratic reader needs minutes here.
  assert.ok(performance.now() - start < 5000);
});

test("archived notes are not recalled, and superseded notes are known from the notes that replace them", () => {
  assert.equal(isRecallable({ status: "local" }), true);
  assert.equal(isRecallable({ status: "archive" }), false);
  const ids = supersededBy([{ id: "MEM-2", supersedes: ["MEM-1", "MEM-2"] }, { id: "MEM-1", supersedes: [] }]);
  assert.deepEqual([...ids], [["MEM-1", "MEM-2"]]);
});

function pick(note: NoteFields): NoteFields {
  const keys = Object.keys(DEFAULT_FIELDS) as (keyof NoteFields)[];
  return Object.fromEntries(keys.map((key) => [key, note[key]])) as unknown as NoteFields;
}
