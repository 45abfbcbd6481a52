/**
 * The whole way: a sentence of the user, the payload that the agent makes of it, the note, and the context of a later
 * session.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, type Json, memoryBox } from "../box.ts";
import { cursor } from "../settings_box.ts";

const SCORE = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };
const SCENE = "设计 HTTP API 的错误响应";
const OURS = "API 错误响应统一使用 { code, message } 格式";
const PLAIN = "API 错误响应直接返回纯文本";
const QUERY = "订单 API 的错误响应怎么设计";

const payload = (choice: string, more: object = {}) => ({
  scene: SCENE,
  principles: [choice, "看情况"],
  choice,
  source: "remember",
  confidence: "high",
  score: SCORE,
  ...more,
});

async function propose(box: Box, value: object, session: string): Promise<Json> {
  const words = ["note", "propose", JSON.stringify(value), "--session", session, "--generation", "g-1"];
  return (await box.json(words)).data.results[0];
}

async function answer(box: Box, asked: Json, option: string): Promise<Json> {
  // The user picks an option of the question, and the agent passes on its id.
  assert.ok(asked.questions[0].options.some((each: Json) => each.id === option), option);
  return (await box.json(["note", "add", "--proposal", asked.proposal, "--decision", option, "--confirm"])).data;
}

/** The text that a new session gets at its start (hook and rule file), and by a reminder. */
async function laterSession(box: Box, session: string): Promise<{ start: string; reminders: string[] }> {
  const reply = await cursor(box, "sessionStart", { is_background_agent: false }, session);
  const rule = join(box.project, ".cursor", "rules", "memory-context.mdc");
  const start = `${reply.additional_context ?? ""}\n${existsSync(rule) ? readFileSync(rule, "utf8") : ""}`;
  const { stdout } = await box.run(["retrieve", QUERY]);
  return {
    start,
    reminders: stdout.split("\n").filter((line) => line !== "").map((line) => line.replace(/ \[.*$/, "")),
  };
}

async function boxWithNote(): Promise<{ box: Box; id: string }> {
  const box = memoryBox();
  const { status, gate, id } = await propose(box, payload(OURS), "s-1");
  assert.deepEqual([status, gate], ["written", "silent"]);
  return { box, id };
}

test("new: what the user stated is a convention in the next session; a guess waits for their yes, and a no leaves nothing", async () => {
  const { box } = await boxWithNote();
  const { start, reminders } = await laterSession(box, "s-2");
  assert.ok(start.includes(OURS), start);
  assert.deepEqual(reminders, [OURS]);

  const guess = (scene: string, choice: string) => ({
    ...payload(choice, { confidence: "low", source: "auto" }),
    scene,
  });
  const yes = await propose(box, guess("给会话选缓存方案", "会话缓存用 Redis，TTL 300 秒"), "s-2");
  const no = await propose(box, guess("选择状态管理库", "状态管理用 Zustand"), "s-2");
  assert.deepEqual([yes.status, no.status], ["proposed", "proposed"]);
  assert.equal((await box.run(["retrieve", "会话缓存用什么"])).stdout, "");
  assert.equal((await answer(box, yes, "new")).status, "written");
  assert.equal((await answer(box, no, "cancel")).status, "cancelled");
  assert.match((await box.run(["retrieve", "会话缓存用什么"])).stdout, /^会话缓存用 Redis，TTL 300 秒 \[MEM-/);
  assert.equal((await box.run(["retrieve", "选择状态管理库"])).stdout, "");
  // A hypothesis is found, but is not a convention yet.
  assert.ok(!(await laterSession(box, "s-3")).start.includes("Redis"));
});

test("merge: yes makes one note of both and a later session hears it once; no leaves the note as it was", async () => {
  const { box, id } = await boxWithNote();
  const before = box.read(`notes/${id}.md`);
  const again = payload(OURS, { scene: "新增 API 的错误响应", evidence: "还是按老规矩" });
  const refused = await propose(box, again, "s-2");
  assert.deepEqual([refused.decision, refused.gate], ["merge", "ask"]);
  await answer(box, refused, "cancel");
  assert.equal(box.read(`notes/${id}.md`), before);
  const merged = await answer(box, await propose(box, again, "s-2"), "merge");
  assert.deepEqual([merged.decision, merged.id], ["merge", id]);
  assert.match(box.read(`notes/${id}.md`), /还是按老规矩/);
  assert.deepEqual((await laterSession(box, "s-3")).reminders, [OURS]);
  assert.deepEqual((await box.json(["note", "list", "--all"])).data.total, 1);
});

test("replace: yes puts the new choice in force and the old one out of recall; no keeps the old one", async () => {
  const { box, id } = await boxWithNote();
  const refused = await propose(box, payload(PLAIN), "s-2");
  assert.equal(refused.decision, "replace");
  await answer(box, refused, "cancel");
  assert.deepEqual((await laterSession(box, "s-3")).reminders, [OURS]);
  const replaced = await answer(box, await propose(box, payload(PLAIN), "s-3"), "replace");
  assert.deepEqual(replaced.superseded, [id]);
  const { start, reminders } = await laterSession(box, "s-4");
  assert.deepEqual(reminders, [PLAIN]);
  assert.ok(start.includes(PLAIN) && !start.includes(OURS), start);
  assert.match((await box.run(["note", "show", id])).stdout, /code, message/);
  const row = box.read("INDEX.md").split("\n").find((line) => line.includes(`| ${replaced.id} |`)) ?? "";
  assert.ok(row.includes(`| ${id} |`), row);
});

test("veto: a conclusion of the agent alone changes nothing until the user has decided", async () => {
  const { box, id } = await boxWithNote();
  const concluded = payload(PLAIN, { source: "auto" });
  const vetoed = await propose(box, concluded, "s-2");
  assert.deepEqual([vetoed.decision, vetoed.gate, vetoed.questions[0].options[0].id], ["veto", "ask", "cancel"]);
  const undecided = await box.run(["note", "add", "--proposal", vetoed.proposal, "--confirm"]);
  assert.equal(undecided.code, 2);
  assert.deepEqual((await laterSession(box, "s-3")).reminders, [OURS]);
  await answer(box, vetoed, "cancel");
  const decided = await answer(box, await propose(box, concluded, "s-3"), "replace");
  assert.deepEqual(decided.superseded, [id]);
  assert.deepEqual((await laterSession(box, "s-4")).reminders, [PLAIN]);
});

test("project over share: the team's way holds until the project has its own, and text from the team is no convention", async () => {
  const box = memoryBox();
  const note = (oneLiner: string) =>
    `## Meta\n\n- **Id**: MEM-errors\n- **Strength**: enforced\n- **Audience**: team\n\n` +
    `## When to load\n\n- ${SCENE}\n\n## One-liner\n\n${oneLiner}\n`;
  box.write("notes/share/MEM-errors.md", note(PLAIN));
  const team = await laterSession(box, "s-1");
  assert.deepEqual(team.reminders, [PLAIN]);
  // In a frame that says to weigh it: a repository to which others write must not give orders.
  const conventions = /<memory-conventions[\s\S]*?<\/memory-conventions/.exec(team.start)?.[0] ?? "";
  assert.ok(!conventions.includes(PLAIN), team.start);
  box.write("notes/MEM-errors.md", note(OURS));
  assert.deepEqual((await laterSession(box, "s-2")).reminders, [OURS]);
});

test("the decision point: a choice that the user made once need not be asked again", async () => {
  const box = memoryBox();
  const choice = "体验优先于成本";
  await propose(box, { ...payload(choice, { source: "choice" }), scene: "方案对比时" }, "s-1");
  const { stdout } = await box.run(["retrieve", "在方案对比中，用户更倾向于体验优先还是成本可控？"]);
  assert.match(stdout, /体验优先于成本 \[MEM-/);
});

test("an archived note is given no more, also in the rule file that Cursor loads", async () => {
  const box = memoryBox();
  assert.equal((await box.run(["init", "--agent", "cursor", "--skip-model"])).code, 0);
  box.write("config.json", JSON.stringify({ delivery: { rule_file: "always" } }));
  const { id } = await propose(box, payload(OURS), "s-1");
  const rule = () => readFileSync(join(box.project, ".cursor", "rules", "memory-context.mdc"), "utf8");
  await laterSession(box, "s-2");
  assert.ok(rule().includes(OURS), rule());
  await box.run(["note", "archive", id]);
  assert.ok(!rule().includes(OURS), rule());
  assert.deepEqual((await laterSession(box, "s-3")).reminders, []);
});
