/** A payload near to a note in other words is judged by the agent, or the person is asked. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";

const SCORE = { d1: 2, d2: 2, d3: 2, d4: 2, d5: 2 };

async function propose(box: Box, scene: string, choice: string, more: object = {}): Promise<Json> {
  const payload = {
    scene,
    choice,
    principles: [choice],
    source: "remember",
    confidence: "high",
    score: SCORE,
    ...more,
  };
  return (await box.json(["note", "propose", JSON.stringify(payload)])).data.results[0];
}

// Three notes that contradict a note about an error format were once written as new, without a question.
test("a note about the same in other words, or in the other language, is never contradicted silently", async () => {
  const first = ["设计 API 错误响应时", "API 错误响应统一使用 { code, message } 格式"] as const;
  for (
    const [scene, choice] of [
      ["Designing error responses of the API", "API errors are plain strings"],
      ["接口报错怎么返回", "API 错误响应直接返回纯文本"],
      ["新接口的错误处理", "错误响应用 { error, detail } 格式"],
      ["REST responses when something fails", "HTTP errors are problem+json documents"],
    ] as const
  ) {
    const box = memoryBox();
    assert.equal((await propose(box, ...first)).status, "written");
    const result = await propose(box, scene, choice);
    assert.equal(result.status, "proposed", `${choice}: ${JSON.stringify(result)}`);
    assert.ok(["judge", "ask"].includes(result.gate));
    assert.deepEqual(result.neighbours[0].one_liner, first[1], "the agent can judge by the sentence");
    assert.deepEqual(result.neighbours[0].when_to_load, [first[0]]);
  }
});

test("another value of what a note says is a replacement to ask about", async () => {
  const box = memoryBox();
  const { id } = await propose(box, "Choosing a database for a service", "Use PostgreSQL for services");
  const result = await propose(box, "Storing data of a new service", "Use MySQL for services");
  assert.deepEqual([result.gate, result.decision, result.neighbours[0].id], ["ask", "replace", id]);
});

// All of these were once taken for the same, and merging them lost the new choice.
test("the contrary in the same words is a replacement to ask about, for an agent's conclusion a veto", async () => {
  for (
    const [scene, kept, proposed] of [
      ["installing packages", "Use pnpm, not npm", "Use npm, not pnpm"],
      ["installing packages", "Use pnpm instead of npm", "Use npm instead of pnpm"],
      ["sharing code", "Prefer composition over inheritance", "Prefer inheritance over composition"],
      ["choosing machines", "Speed beats cost for the search service", "Cost beats speed for the search service"],
      ["naming", 'We say "tenant", never "customer"', 'We say "customer", never "tenant"'],
      ["设计接口", "接口用 REST，不用 GraphQL", "接口用 GraphQL，不用 REST"],
      ["写提交信息", "提交信息用中文，一句话说清楚为什么", "提交信息用英文，一句话说清楚为什么"],
      ["写缓存", "缓存必须设过期时间", "缓存不设过期时间"],
      ["写数据库迁移", "数据库迁移必须能回滚", "数据库迁移不必能回滚"],
    ] as const
  ) {
    const box = memoryBox();
    await propose(box, scene, kept);
    const result = await propose(box, scene, proposed);
    assert.deepEqual([result.gate, result.decision], ["ask", "replace"], proposed);
    assert.equal((await propose(box, scene, proposed, { source: "extract" })).decision, "veto", proposed);
  }
  const box = memoryBox();
  const payloads = ["Use pnpm, not npm", "Use npm, not pnpm"].map((choice) => ({
    scene: "installing packages",
    choice,
    principles: [choice],
    source: "remember",
    confidence: "high",
    score: SCORE,
  }));
  const { results } = (await box.json(["note", "propose", JSON.stringify(payloads)])).data;
  assert.deepEqual(results.map(({ decision }: Json) => decision), ["new", "replace"], "in one call, too");
});

test("a merge keeps the words of a choice that the note says otherwise", async () => {
  const box = memoryBox();
  const { file } = await propose(box, "caching sessions", "Use Redis for session caching");
  const words = "Use Redis for the session caches of all services";
  for (let time = 0; time < 2; time++) {
    const { proposal, decision } = await propose(box, "caching sessions", words);
    assert.equal(decision, "merge");
    await box.json(["note", "add", "--proposal", proposal, "--confirm"]);
  }
  assert.equal(box.read(file).split(words).length, 2);
});

test("a note in the other language that says otherwise is a replacement to ask about, though no word is shared", async () => {
  for (
    const [kept, proposed] of [
      [["写代码注释", "代码注释用英文"], ["Writing comments", "Comments in the code are written in Chinese"]],
      [["Taking payments", "Payments go through Stripe"], ["收款", "支付改用 Adyen"]],
      [["保存日志", "日志保留七天"], ["Keeping logs", "Logs are kept for 30 days"]],
    ] as const
  ) {
    const box = memoryBox();
    await propose(box, kept[0], kept[1]);
    const { gate, decision, neighbours } = await propose(box, proposed[0], proposed[1]);
    assert.deepEqual([gate, decision, neighbours[0].one_liner], ["ask", "replace", kept[1]]);
  }
});

test("the agent writes a note that it judged to be new by the command that it was given, and a note about something else is written at once", async () => {
  const box = memoryBox();
  await propose(box, "设计 API 错误响应时", "API 错误响应统一使用 { code, message } 格式");
  const near = await propose(box, "Designing error responses of the API", "API errors name a page of the docs");
  assert.equal(near.gate, "judge");
  const command = /`memory (note add .*?)`/.exec(near.hint)?.[1]?.split(" ") ?? [];
  const { data } = await box.json(command);
  assert.deepEqual([data.status, data.decision], ["written", "new"]);
  assert.equal((await propose(box, "Writing commit messages", "Commit subjects are imperative")).status, "written");
});

// The answer once said "written", and also how to write the note.
test("a note that a person writes beside a near one is written, without a question or advice", async () => {
  const box = memoryBox();
  await propose(box, "设计 API 错误响应时", "API 错误响应统一使用 { code, message } 格式");
  const when = ["--when", "Designing error responses of the API"];
  const { data } = await box.json(["note", "add", "API errors name a page of the docs", ...when]);
  assert.deepEqual([data.status, data.proposal, data.questions, data.hint], [
    "written",
    undefined,
    undefined,
    undefined,
  ]);
  assert.ok(data.neighbours.length > 0, JSON.stringify(data));
});

// The rule "no answer is cancel" once dropped every merge, every replacement and every unsure note.
test("a proposal without an answer waits and is listed, and a later answer writes the note", async () => {
  const box = memoryBox();
  const { proposal } = await propose(box, "Naming tests", "Test names are sentences", { confidence: "medium" });
  const { data } = await box.json(["note", "list", "--waiting"]);
  assert.deepEqual([data.total, data.proposals[0].proposal, data.proposals[0].choice], [
    1,
    proposal,
    "Test names are sentences",
  ]);
  const added = await box.json(["note", "add", "--proposal", proposal.slice(-4), "--decision", "new", "--confirm"]);
  assert.equal(added.data.status, "written");
  assert.equal((await box.json(["note", "list", "--waiting"])).data.total, 0);
});

test("one --level for several proposals is for those without a score; a level named for one proposal counts", async () => {
  const box = memoryBox();
  const unsure = { confidence: "medium" };
  const scored = await propose(box, "Naming tests", "Test names are sentences", unsure);
  const open = await propose(box, "Publishing packages", "Packages go to Harbor", { ...unsure, score: undefined });
  const words = (...more: string[]) => ["note", "add", ...more, "--decision", "new", "--json"];
  const both = await box.json(words("--proposal", scored.proposal, "--proposal", open.proposal, "--level", "L1"));
  assert.deepEqual(both.data.results.map(({ level }: Json) => level), ["L0+L1", "L1"]);
  assert.equal((await box.json(words("--proposal", scored.proposal, "--level", "L0"))).data.level, "L0");
});
