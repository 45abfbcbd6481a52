/** How a payload is judged: score card, likeness to other notes, the question to the user. No files. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { MemoryError } from "../../src/errors.ts";
import { composeNote, renderNote } from "../../src/notes/render.ts";
import { govern, judge, questionsFor } from "../../src/notes/judge.ts";
import { freeId, isNoteId, slugOf } from "../../src/notes/files.ts";
import { DEFAULT_FIELDS, type Note } from "../../src/notes/note.ts";
import { parseNote } from "../../src/notes/parse.ts";
import { type Payload, readPayloads } from "../../src/notes/payload.ts";
import { forbids, sameChoice, sameScene } from "../../src/text/likeness.ts";

const GOOD = {
  scene: "设计 API 错误响应时",
  principles: ["统一使用 { code, message } 格式", "直接返回字符串"],
  choice: "统一使用 { code, message } 格式",
  evidence: "以后错误都用 code 和 message",
  source: "remember",
  confidence: "high",
  apply: "team",
};

test("the score card decides at each threshold by the first rule that fits, as on the page of the interface", () => {
  // d1 d2 d3 d4 d5 → level, ask
  const rows: [string, string | null, boolean][] = [
    ["00000", null, false],
    ["11100", null, false],
    ["10011", null, false], // 3: too little
    ["10111", "L0", false], // 4
    ["11111", "L0", false], // 5
    ["22000", null, false], // 4, nothing verifies it
    ["22100", null, false], // 5, the same
    ["22200", "L0", true], // 6: asked
    ["22202", "L0", true], // 8, still not verifiable: never L1
    ["01111", "L0", false],
    ["20210", null, false], // one-off without transfer
    ["12220", null, false], // one-off, decision gain too small
    ["21010", "L1", false], // one-off that may be stated with its limits
    ["22220", "L1", false], // 8, but a one-off: no fact level
    ["12111", "L1", false], // 6, d1+d2 = 3
    ["11211", "L0", false], // 6, d1+d2 = 2
    ["02211", "L0", false], // 6, d1+d2 = 2
    ["22111", "L1", false], // 7
    ["11221", "L0", false], // 7, d1+d2 = 2
    ["20222", "L0", false], // 8 without transfer, d1+d2 = 2
    ["11222", "L0+L1", false], // 8
    ["22222", "L0+L1", false],
    ["22211", "L0+L1", false], // 8
    ["02222", "L0+L1", false], // 8
  ];
  for (const [digits, level, ask] of rows) {
    const verdict = judge(scoreOf(digits));
    assert.deepEqual([verdict.level, verdict.ask], [level, ask], digits);
    assert.equal(verdict.total, [...digits].reduce((sum, digit) => sum + Number(digit), 0));
    assert.equal(verdict.limited, digits === "21010" || digits === "22220", digits);
  }
});

test("no score makes a principle of a judgement that nothing verifies, and none of three points is kept", () => {
  for (let code = 0; code < 3 ** 5; code++) {
    const digits = code.toString(3).padStart(5, "0");
    const { level, total } = judge(scoreOf(digits));
    if (total <= 3) assert.equal(level, null, digits);
    if (digits[3] === "0") assert.ok(level === null || level === "L0", digits);
    if (level === "L0+L1") assert.ok(total >= 8 && digits[1] !== "0" && digits[4] !== "0", digits);
  }
});

test("a payload is taken as it is, its texts on one line, its optional fields filled", () => {
  const [payload] = readPayloads({ ...GOOD, scene: " a\n## Meta\r\n b ", apply: undefined, evidence: null });
  assert.deepEqual(payload, {
    ...GOOD,
    scene: "a ## Meta b",
    apply: "project",
    evidence: "",
  });
  assert.equal(readPayloads([GOOD, { ...GOOD, score: { d1: 2, d2: 1, d3: 0, d4: 1, d5: 2 } }]).length, 2);
  assert.deepEqual(readPayloads([]), []);
  assert.equal(readPayloads({ ...GOOD, choice: "统一使用 { CODE, message } 格式。" }).length, 1);
});

test("a problem of a payload is reported with its index and field, and nothing of the call is used", () => {
  const rows: [unknown, RegExp][] = [
    [{ ...GOOD, scene: undefined }, /payloads\[0\]\.scene must be a text, found nothing/],
    [{ ...GOOD, scene: "  " }, /payloads\[0\]\.scene must be a text, found an empty one/],
    [{ ...GOOD, principles: "one" }, /payloads\[0\]\.principles must be a list of texts, found a string/],
    [{ ...GOOD, principles: [] }, /payloads\[0\]\.principles must be a list of 1 to 10/],
    [{ ...GOOD, principles: [GOOD.choice, 7] }, /payloads\[0\]\.principles\[1\] must be a text, found a number/],
    [
      { ...GOOD, choice: "something else" },
      /payloads\[0\]\.choice must be one of principles .* found "something else"/,
    ],
    [{ ...GOOD, source: "manual" }, /payloads\[0\]\.source must be one of auto, remember.*found "manual"/],
    [{ ...GOOD, confidence: undefined }, /payloads\[0\]\.confidence must be one of low, medium, high, found nothing/],
    [{ ...GOOD, apply: "everyone" }, /payloads\[0\]\.apply must be one of personal, project, team/],
    [{ ...GOOD, evidence: 5 }, /payloads\[0\]\.evidence must be a text, found a number/],
    [
      { ...GOOD, score: { d1: 3, d2: 0, d3: 0, d4: 0 } },
      /score\.d1 must be 0, 1 or 2, found 3.*score\.d5 .*found nothing/,
    ],
    [{ ...GOOD, score: { d1: 1, d2: 0, d3: 0, d4: 0, d5: 0, d6: 1 } }, /score\.d6 is not a dimension/],
    [{ ...GOOD, title: "x" }, /payloads\[0\]\.title is not a field of a payload/],
    [[GOOD, "text"], /payloads\[1\] must be an object .* found a string/],
    [[GOOD, { ...GOOD, scene: 1 }, { ...GOOD, choice: 2 }], /payloads\[1\]\.scene .*; payloads\[2\]\.choice/],
    [null, /payloads\[0\] must be an object .* found null/],
    [{ ...GOOD, scene: "x".repeat(1001) }, /payloads\[0\]\.scene must have at most 1000 characters, found 1001/],
    [Array.from({ length: 101 }, () => GOOD), /At most 100 payloads a call, found 101/],
  ];
  for (const [value, message] of rows) {
    assert.throws(() => readPayloads(value), (error) => {
      assert.ok(error instanceof MemoryError);
      assert.equal(error.code, "INVALID_ARGUMENT");
      assert.match(error.message, message);
      return true;
    });
  }
});

test("reworded scenes are one scene, neighbouring situations are not", () => {
  const pairs: [string, string, boolean][] = [
    ["设计 API 错误响应时", "设计 API 错误响应", true],
    ["设计 API 错误响应时", "新增 API 接口定义错误响应的时候", true],
    ["设计 API 错误响应时", "设计 API 分页参数时", false],
    ["编写单元测试时", "编写数据库迁移脚本时", false],
    ["选择缓存方案时", "给登录会话选择缓存方案", true],
    ["When designing API error responses", "designing the error response of an API", true],
    ["When designing API error responses", "When paginating API responses", false],
    ["writing commit messages", "When you write a commit message", true],
    ["naming database columns", "naming React components", false],
    ["改动 payments 模块时", "改动 search 模块时", false],
    ["adding an endpoint to the payment service", "adding an endpoint to the search service", false],
    ["Designing the error responses of an API", "Creating API error responses", true],
  ];
  for (const [left, right, same] of pairs) assert.equal(sameScene(left, right), same, `${left} | ${right}`);
});

test("a choice that forbids, another number or another product is another choice", () => {
  const pairs: [string, string, boolean][] = [
    ["统一使用 { code, message } 格式", "API 错误响应统一使用 { code, message } 格式", true],
    ["统一使用 { code, message } 格式", "统一使用 { error, detail } 格式", false],
    ["Redis 缓存 TTL 统一 300 秒", "Redis 缓存 TTL 统一 900 秒", false],
    ["提交前运行格式化", "提交前不要运行格式化", false],
    ["Use Redis for session caching in production", "Use Memcached for session caching in production", false],
    ["Use Redis for session caching", "use redis for the session caches", true],
    ["Never force push to main", "Force push to main", false],
    ["pnpm", "PNPM。", true],
  ];
  for (const [left, right, same] of pairs) assert.equal(sameChoice(left, right), same, `${left} | ${right}`);
  assert.equal(forbids("不要用 any"), true);
  assert.equal(forbids("别的写法也可以"), false);
});

test("governance suggests new, merge, replace or veto with the reason of each neighbour", () => {
  const [payload] = readPayloads({ ...GOOD, source: "auto" });
  assert.ok(payload);
  const near = (id: string, scene: string, oneLiner: string, status: Note["status"] = "active") => ({
    note: noteOf({ id, whenToLoad: [scene], oneLiner, status }),
    score: 0.9,
  });
  const agrees = near("MEM-1", "设计 API 错误响应时", "API 错误响应统一使用 { code, message } 格式");
  const opposes = near("MEM-2", "设计错误响应 API 时", "错误响应直接返回字符串");
  const other = near("MEM-3", "编写单元测试时", "测试名用整句");
  const decide = (source: Payload["source"], ...neighbours: Parameters<typeof govern>[1]) =>
    govern({ ...payload, source }, neighbours);

  assert.deepEqual(decide("auto", other), {
    decision: "new",
    targets: [],
    neighbours: [{
      id: "MEM-3",
      score: 0.9,
      reason: "other scene",
      one_liner: "测试名用整句",
      when_to_load: ["编写单元测试时"],
    }],
  });
  const reasonOf = (more: object) => decide("auto", { ...other, ...more }).neighbours[0]?.reason;
  assert.deepEqual([reasonOf({ kinship: 0.2 }), reasonOf({ kinship: 0.25 })], ["other scene", "near"]);
  assert.deepEqual([reasonOf({ closeness: 0.3 }), reasonOf({ closeness: 0.4 })], ["other scene", "near"]);
  assert.equal(decide("remember", { ...other, contradicts: true }).decision, "replace");
  assert.deepEqual(decide("auto", other, agrees).targets, ["MEM-1"]);
  assert.equal(decide("auto", other, agrees).decision, "merge");
  assert.equal(decide("auto", opposes, agrees).decision, "merge");
  assert.equal(decide("auto", opposes).decision, "veto");
  assert.equal(decide("extract", opposes).decision, "veto");
  assert.equal(decide("init", opposes).decision, "veto");
  assert.deepEqual([decide("remember", opposes).decision, decide("choice", opposes).decision], ["replace", "replace"]);
  assert.deepEqual(decide("remember", opposes).targets, ["MEM-2"]);
  const archived = near("MEM-4", "设计 API 错误响应时", "直接返回字符串", "archive");
  assert.deepEqual(decide("remember", archived), { decision: "new", targets: [], neighbours: [] });
  const six = Array.from({ length: 6 }, (_, at) => near(`MEM-x${at}`, "编写单元测试时", "x"));
  assert.equal(decide("auto", ...six, agrees).neighbours.length, 5);
});

test("a payload becomes the fields that LingXi's mapping names", () => {
  const [payload] = readPayloads(GOOD);
  assert.ok(payload);
  const make = (more: Partial<Payload> = {}, level: "L0" | "L1" | "L0+L1" = "L0+L1", limited = false) =>
    composeNote({ ...payload, ...more }, { level, limited, session: "s1", now: "2026-02-18T10:00:00.000Z" });
  const note = make();
  assert.equal(note.title, "设计 API 错误响应时—统一使用 { code, message } 格式");
  assert.deepEqual(note.whenToLoad, ["设计 API 错误响应时"]);
  assert.equal(note.oneLiner, "统一使用 { code, message } 格式");
  assert.match(note.decision, /统一使用 \{ code, message \} 格式.*直接返回字符串/);
  assert.equal(note.alternatives, "直接返回字符串");
  assert.equal(note.signals, GOOD.evidence);
  assert.match(note.l0, /以后错误都用 code 和 message/);
  assert.match(note.l1, /优先「统一使用.*避免「直接返回字符串」/);
  assert.deepEqual(
    [note.status, note.strength, note.scope, note.audience, note.portability, note.source, note.session],
    ["active", "validated", "medium", "team", "cross-project", "remember", "s1"],
  );
  assert.deepEqual([make({ apply: "personal" }).audience, make({ apply: "personal" }).portability], [
    "personal",
    "project-only",
  ]);
  assert.equal(make({ confidence: "medium" }).strength, "hypothesis");
  assert.deepEqual([make({}, "L0").l1, make({}, "L1").l0], ["", ""]);
  assert.notEqual(make({}, "L1", true).counterSignals, "");
  assert.equal(make({ scene: "installing packages", choice: "pnpm" }).oneLiner, "installing packages: pnpm");
  assert.deepEqual(make({ scene: "甲时；乙时；丙时；丁时" }).whenToLoad, ["甲时", "乙时", "丙时; 丁时"]);
  assert.equal(make({ scene: "s".repeat(200), choice: "c".repeat(200) }).title.length, 120);
});

test("ids are readable and safe as file names; a title without Latin words gives one that no other title gives", () => {
  assert.equal(slugOf("API error format"), "api-error-format");
  assert.equal(
    slugOf("When designing API error responses — use the { code, message } format"),
    "api-error-responses",
  );
  assert.equal(slugOf("设计 API 错误响应时—统一使用 { code, message } 格式"), "api-code-message");
  assert.equal(slugOf("复用已有组件"), undefined);
  assert.equal(slugOf("用 2 个空格"), undefined);
  assert.equal(slugOf("Café Zoë naming"), "cafe-zoe-naming");
  assert.equal(freeId("API error format", new Set()), "MEM-api-error-format");
  assert.equal(freeId("API error format", new Set(["mem-api-error-format"])), "MEM-api-error-format-2");
  const own = freeId("复用已有组件", new Set());
  assert.match(own, /^MEM-[0-9a-f]{6}$/);
  assert.equal(freeId("复用已有组件", new Set([own.toLowerCase()])), `${own}-2`);
  assert.notEqual(freeId("金额以分存储", new Set()), own);
  for (const good of ["MEM-001", "MEM-api-error-format", "MEM-错误格式", "MEM-a.b_c"]) assert.ok(isNoteId(good), good);
  for (const bad of ["MEM-", "MEM-../x", "MEM-a/b", "mem-1", "MEM-a b", "MEM-a|b", "MEM-a."]) {
    assert.ok(!isNoteId(bad), bad);
  }
});

test("questions carry LingXi's fields, the suggested answer first, and no command", () => {
  const [payload] = readPayloads(GOOD);
  assert.ok(payload);
  const old = [{ id: "MEM-1", oneLiner: "直接返回字符串" }];
  for (const language of ["zh", "en"] as const) {
    for (const decision of ["new", "merge", "replace", "veto"] as const) {
      const questions = questionsFor("prop-1", payload, decision, old, { levelKnown: false, language });
      assert.deepEqual(questions.map((each) => each.question_id), ["prop-1-decision", "prop-1-level"]);
      const [what, level] = questions;
      assert.deepEqual(what?.options[0]?.id, decision === "veto" ? "cancel" : decision);
      assert.ok(what?.options.some((each) => each.id === "cancel"));
      assert.deepEqual(level?.options.map((each) => each.id), ["L0", "L1", "L0+L1"]);
      assert.doesNotMatch(JSON.stringify(questions), /memory note|--/);
      if (decision !== "new") assert.match(what?.question ?? "", /MEM-1/);
    }
  }
  assert.equal(questionsFor("p", payload, "new", [], { levelKnown: true, language: "en" }).length, 1);
});

function scoreOf(digits: string): Parameters<typeof judge>[0] {
  const [d1, d2, d3, d4, d5] = [...digits].map((digit) => digit === "2" ? 2 : digit === "1" ? 1 : 0) as (0 | 1 | 2)[];
  return { d1: d1 ?? 0, d2: d2 ?? 0, d3: d3 ?? 0, d4: d4 ?? 0, d5: d5 ?? 0 };
}

function noteOf(fields: Partial<Note>): Note {
  return parseNote(renderNote({ ...DEFAULT_FIELDS, title: fields.oneLiner ?? "", ...fields }), `notes/${fields.id}.md`);
}
