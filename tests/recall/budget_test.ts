/** How many tokens a text costs, and how a text is cut to fewer. */
import { test } from "node:test";
import { BRIEF_NONCE_LENGTH, COSTLY_NONCE, renderContext } from "../../src/recall/frame.ts";
import { promptContext } from "../../src/recall/prompt_context.ts";
import assert from "node:assert/strict";
import { estimateTokens, fitSentences } from "../../src/recall/budget.ts";
import { sentencesOf } from "../../src/text/sentences.ts";

const AROUND = { isOthers: () => true, runtime: { offsetMs: () => 0 } };

test("a Chinese character costs one token, English about one for six letters", () => {
  assert.equal(estimateTokens("缓存方案"), 4);
  assert.equal(estimateTokens("We use Redis."), 4);
  assert.equal(estimateTokens("internationalisation"), 4);
  assert.equal(estimateTokens("用pnpm管理依赖"), 6);
  assert.equal(estimateTokens(""), 0);
});

test("sentences end where a reader would end them, and together they are the text", () => {
  const text = "Use v1.2 of config.json. 缓存用 Redis。TTL 是 300！\nNext line";
  assert.deepEqual(sentencesOf(text), [
    "Use v1.2 of config.json.",
    " 缓存用 Redis。",
    "TTL 是 300！",
    "\n",
    "Next line",
  ]);
  assert.equal(sentencesOf(text).join(""), text);
});

test("a text that does not fit is cut between sentences, never inside one", () => {
  const text = "第一句话。第二句话很长很长很长。第三句。";
  assert.deepEqual(fitSentences(text, 100), { text, tokens: 20 });
  assert.deepEqual(fitSentences(text, 8), { text: "第一句话。 …", tokens: 6 });
  assert.equal(fitSentences(text, 3), undefined);
});

test("the context for a prompt costs no more than its budget, ids and frames included", () => {
  for (let budget = 50; budget < 400; budget += 7) {
    for (const ending of ["k021", "a1b2", "abcd"]) {
      for (const content of ["缩进两个空格，不写分号，单引号", "Gateway timeouts are 30 seconds"]) {
        for (const count of [1, 3]) {
          const records = Array.from({ length: count }, (_, at) => ({
            ...{
              id: `log-00000000${at}-${ending}`,
              type: "fact",
              content: `${content} ${at}`,
              file: "daily/2026-02-18.jsonl",
            },
            ...{ layer: "project", timestamp: "2026-02-18T00:00:00.000Z", record: {} },
          } as const));
          const context = promptContext(records as never[], budget, "en", AROUND);
          if (!context) continue;
          const nonce = COSTLY_NONCE.slice(0, context.isBrief ? BRIEF_NONCE_LENGTH : undefined);
          const given = renderContext(context, nonce, "en");
          assert.ok(estimateTokens(given) <= budget, `${estimateTokens(given)} > ${budget}: ${given}`);
        }
      }
    }
  }
});

test("a text that topic, summary and decision of a record repeat is told once", () => {
  const summary = (content: string) => ({ id: "sum-1", type: "summary", content, timestamp: "2026-02-18", record: {} });
  const told = (content: string) => promptContext([summary(content)] as never[], 300, "en", AROUND)?.notes;
  const suffix = " [sum-1] (2026-02-18)";
  assert.equal(told("The port is 5434\nThe port is 5434\nThe port is 5434"), `- The port is 5434${suffix}`);
  assert.equal(told("Fix it\nFix it. Changed: a.ts\nUse pnpm"), `- Fix it. Changed: a.ts; Use pnpm${suffix}`);
});
