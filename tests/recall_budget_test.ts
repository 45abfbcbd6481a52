import { test } from "node:test";
import assert from "node:assert/strict";
import { estimateTokens, fitSentences, sentencesOf } from "../src/recall/budget.ts";

test("Chinese costs a token a character, English about one for six letters", () => {
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

test("what does not fit is cut between sentences, never in one", () => {
  const text = "第一句话。第二句话很长很长很长。第三句。";
  assert.deepEqual(fitSentences(text, 100), { text, tokens: 20 });
  assert.deepEqual(fitSentences(text, 8), { text: "第一句话。 …", tokens: 6 });
  assert.equal(fitSentences(text, 3), undefined);
});
