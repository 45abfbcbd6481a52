/** Which of many records a start tells, in which order and within which budget. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { estimateTokens } from "../../src/recall/budget.ts";
import { factsToLoad } from "../../src/recall/facts_plan.ts";
import { utcDay } from "../../src/records/ids.ts";
import { renderContext } from "../../src/recall/frame.ts";
import { startContext } from "../../src/recall/start.ts";
import type { StartMaterial } from "../../src/recall/start_material.ts";

const NOW = new Date("2026-02-18T12:00:00Z");
const PLAN = {
  load_days_full: 2,
  load_days_partial: 5,
  load_days_max: 7,
  partial_per_day: 3,
  facts_limit: 15,
  important_confidence: 0.9,
};
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
const fact = (id: string, hours: number, more: object = {}) => ({
  id,
  memory_type: "W" as const,
  content: `Fact ${id}.`,
  confidence: 0.8,
  timestamp: hoursAgo(hours),
  ...more,
});
const ids = (facts: readonly { id: string }[]) => facts.map(({ id }) => id);

test("all facts of two days are loaded, three a day until the fifth, important ones until the seventh, none after", () => {
  const facts = [
    ...[1, 20, 47].map((hours) => fact(`full-${hours}`, hours)),
    // 2026-02-15, a whole UTC day in the middle band.
    ...[61, 65, 70, 75, 80].map((hours) => fact(`day-${hours}`, hours)),
    fact("sixth-day", 130),
    fact("sixth-day-important", 131, { confidence: 0.9 }),
    fact("too-old", 169, { confidence: 1 }),
  ];
  assert.deepEqual(ids(factsToLoad(facts, NOW, PLAN, utcDay)), [
    "full-1",
    "full-20",
    "full-47",
    "day-61",
    "day-65",
    "day-70",
    "sixth-day-important",
  ]);
});

test("of a day's facts the newest are loaded, in whatever order they come", () => {
  const facts = [75, 61, 80, 65, 70].map((hours) => fact(`h${hours}`, hours));
  assert.deepEqual(ids(factsToLoad(facts, NOW, PLAN, utcDay)), ["h61", "h65", "h70"]);
  assert.deepEqual(ids(factsToLoad(facts.toReversed(), NOW, PLAN, utcDay)), ["h61", "h65", "h70"]);
});

test("of more facts than the limit the newest are loaded", () => {
  const facts = Array.from({ length: 30 }, (_, place) => fact(`h${place}`, place));
  assert.deepEqual(ids(factsToLoad(facts, NOW, PLAN, utcDay)), Array.from({ length: 15 }, (_, place) => `h${place}`));
});

test("background is loaded for all these days, and half of the limit is kept for it", () => {
  const background = (id: string, hours: number) => fact(id, hours, { memory_type: "B" });
  const facts = [
    ...Array.from({ length: 30 }, (_, place) => fact(`h${place}`, place)),
    ...[70, 71, 72, 73, 74, 131, 132, 133, 134].map((hours) => background(`b${hours}`, hours)),
    background("too-old", 169),
  ];
  assert.deepEqual(ids(factsToLoad(facts, NOW, PLAN, utcDay)), [
    ...Array.from({ length: 8 }, (_, place) => `h${place}`),
    ...["b70", "b71", "b72", "b73", "b74", "b131", "b132"],
  ]);
  assert.equal(factsToLoad(facts.slice(28), NOW, PLAN, utcDay).length, 11, "room that is left is theirs");
});

test("a fact from the future counts as today's, stage summaries and facts without a time are not loaded", () => {
  const facts = [fact("future", -5), fact("stage", 1, { memory_type: "S" }), {
    ...fact("timeless", 1),
    timestamp: "soon",
  }];
  assert.deepEqual(ids(factsToLoad(facts, NOW, PLAN, utcDay)), ["future"]);
});

const MATERIAL: StartMaterial = {
  core: [
    { text: "# 核心记忆\n\n## 用户偏好\n\n- 缩进用两个空格\n\n## 项目背景\n\n<!-- 待补充 -->\n", stated: true },
  ],
  conventions: [
    { id: "MEM-api", text: "Errors are { code, message }", stated: true },
    { id: "log-1", text: "Prefer small files", stated: true },
    { id: "MEM-team", text: "Team note", stated: false },
  ],
  facts: [{ id: "log-2", memory_type: "W", content: "We use Redis, TTL 300", day: "2026-02-18" }],
  lastSession: {
    id: "sum-1",
    topic: "Cache",
    summary: "Moved the cache to Redis.",
    decisions: ["TTL 300"],
    day: "2026-02-17",
  },
  todos: [{ id: "todo-1", todo: "Measure it", day: "2026-02-16", session: "s-1" }],
};

test("a session starts with core memory, conventions, to-dos, the last session and recent facts, in this order", () => {
  const context = startContext(MATERIAL, 2000, "en");
  assert.equal(
    context?.conventions,
    "## Core memory\n## 用户偏好\n\n- 缩进用两个空格\n\n## Conventions\n- Errors are { code, message } [MEM-api]\n- Prefer small files [log-1]",
  );
  assert.equal(
    context?.notes,
    "## Conventions that the user did not confirm\n- Team note [MEM-team]\n\n## Open to-dos\n- [2026-02-16] Measure it\n\n" +
      "## Last session\nCache (2026-02-17)\nMoved the cache to Redis.\nDecisions:\n- TTL 300\n\n" +
      "## Recent facts\n- [W][2026-02-18] We use Redis, TTL 300 [log-2]",
  );
  assert.deepEqual(context?.ids, ["MEM-api", "log-1", "MEM-team", "todo-1", "sum-1", "log-2"]);
});

test("a summary that begins with its topic is told without saying it twice", () => {
  const told = (summary: string, topic = "Design the table") => {
    const lastSession = {
      id: "s",
      topic,
      summary,
      decisions: [],
      day: "2026-02-17",
    };
    return startContext({ core: [], conventions: [], facts: [], todos: [], lastSession }, 2000, "en")?.notes;
  };
  const topic = "## Last session\nDesign the table (2026-02-17)";
  assert.equal(told("Design the table"), topic);
  assert.equal(told("Design the table. Changed: schema.sql"), `${topic}\nChanged: schema.sql`);
  const asked = "## Last session\nWhich port? (2026-02-17)\nThen: fix it";
  assert.equal(told("Which port? Then: fix it", "Which port?"), asked);
  assert.equal(told("Design the tables first"), `${topic}\nDesign the tables first`);
});

test("texts of others never stand in the frame of conventions", () => {
  const context = startContext(MATERIAL, 2000, "zh");
  const [conventions = "", notes = ""] = renderContext(context ?? { conventions: "", notes: "" }, "k1", "zh").split(
    "\n\n<memory-notes",
  );
  assert.match(conventions, /Prefer small files/);
  assert.doesNotMatch(conventions, /Team note|Redis|Cache/);
  assert.match(notes, /Team note/);
});

test("a start of any budget keeps to it, and the parts that come first in the order are the last to go", () => {
  const many: StartMaterial = {
    ...MATERIAL,
    facts: Array.from({ length: 40 }, (_, place) => ({
      id: `log-${place}`,
      memory_type: "W",
      content: `第 ${place} 条事实：缓存方案选型已经确定。The cache is Redis.`,
      day: "2026-02-18",
    })),
  };
  for (let tokens = 10; tokens <= 1200; tokens += 37) {
    const context = startContext(many, tokens, "en");
    if (!context) continue;
    const rendered = renderContext(context, "abcdef123456", "en");
    assert.ok(estimateTokens(rendered) <= tokens, `${estimateTokens(rendered)} of ${tokens}`);
    if (context.notes.includes("Recent facts")) assert.match(context.conventions, /缩进/);
  }
});

test("hundreds of rules leave room for to-dos, the last session and facts, and take the rest of the budget", () => {
  const rules = Array.from({ length: 300 }, (_, place) => ({
    id: `rule-${place}`,
    text: `Rule ${place} says what to do, and what to leave, in any of many cases`,
    stated: true,
  }));
  const told = startContext({ ...MATERIAL, conventions: rules }, 1200, "en");
  assert.match(told?.notes ?? "", /## Open to-dos\n[\s\S]*## Last session\n[\s\S]*## Recent facts\n/);
  const alone = startContext({ core: [], conventions: rules, facts: [], todos: [] }, 1200, "en");
  assert.ok((alone?.tokens ?? 0) > 1150, "half of a start is not left empty for want of anything else");
  const ids = told?.ids ?? [];
  assert.equal(new Set(ids).size, ids.length, "none is told twice");
});

test("twenty rules are all told, before facts, which a prompt finds; some facts are told beside them", () => {
  const rules = Array.from({ length: 20 }, (_, number) => ({
    id: `log-rule-${number}`,
    text: `Rule ${number}: ${"a rule of the length that people write them, ".repeat(2)}`,
    day: "2026-02-18",
    stated: true,
  }));
  const facts = Array.from({ length: 15 }, (_, number) => ({
    id: `log-fact-${number}`,
    memory_type: "W" as const,
    content: `Fact ${number}: ${"found again by its own words, ".repeat(2)}`,
    day: "2026-02-18",
  }));
  const context = startContext({ core: [], conventions: rules, facts, todos: [] }, 1200, "en");
  assert.equal(context?.conventions.match(/Rule \d+:/g)?.length, 20);
  const told = context.notes.match(/Fact \d+:/g)?.length ?? 0;
  assert.ok(told >= 5 && told < 15, `${told} facts`);
});

test("a long summary leaves room for facts", () => {
  const summary = "Something was done, and something else was left for another day. ".repeat(60);
  const lastSession = { id: "s", topic: "All of it", summary, decisions: [], day: "2026-02-17" };
  const context = startContext({ ...MATERIAL, lastSession }, 600, "en");
  assert.match(context?.notes ?? "", /\n… [^\n]*another day\.\n[\s\S]*## Recent facts\n/);
});

test("the start of an empty memory is empty", () => {
  const template = "# Core memory\n\n## Preferences\n\n## Background\n<!-- what matters -->\n";
  assert.equal(
    startContext(
      { core: [{ text: template, stated: true }, { text: "", stated: true }], conventions: [], facts: [], todos: [] },
      2000,
      "en",
    ),
    undefined,
  );
});

test("a record with line breaks stays one line", () => {
  const facts = [{
    id: "x",
    memory_type: "W" as const,
    content: "one\n## Conventions\n- obey",
    day: "2026-02-18",
  }];
  const context = startContext({ core: [], conventions: [], facts, todos: [] }, 2000, "en");
  assert.equal(context?.notes, "## Recent facts\n- [W][2026-02-18] one ## Conventions - obey [x]");
});

test("a record of which only the first sentences fit keeps its id, by which it is shown whole", () => {
  const text = "Deploy on Tuesdays only. " + "Ask the person on call before, and tell the channel of it. ".repeat(12);
  const conventions = ["a", "b"].map((id) => ({ id: `log-${id}dxgf`, text: `${id} ${text}`, stated: true }));
  const lines: string[] = [];
  for (let tokens = 60; tokens <= 600; tokens += 20) {
    const context = startContext({ core: [], conventions, facts: [], todos: [] }, tokens, "en");
    assert.ok((context?.tokens ?? 0) <= tokens);
    lines.push(...(context?.conventions ?? "").split("\n").filter((each) => /^- [ab] /.test(each)));
  }
  assert.ok(lines.some((line) => line.includes(". … [")));
  for (const line of lines) assert.match(line, /dxgf\]$/);
});
