/** Patterns that are compiled only for texts that may match them. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { rarePattern } from "../../src/text/patterns.ts";
import { redact } from "../../src/records/redact.ts";

test("a pattern is compiled only for a text that holds one of its words, in upper or lower case", () => {
  let made = 0;
  const pattern = rarePattern(["错误", "error"], () => (made++, /错误|\berrors?\b/i));
  assert.equal(pattern.test("all is well"), false);
  assert.equal(pattern.find("没有问题"), undefined);
  assert.equal(made, 0);
  assert.equal(pattern.find("Two ERRORS were left"), "ERRORS");
  assert.equal(pattern.test("出现错误"), true);
  assert.equal(pattern.test("a terror"), false);
  assert.equal(made, 3);
});

/** A secret of each kind that `redact` knows, as its issuer writes it. */
const SECRETS: Readonly<Record<string, string>> = {
  "private-key": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n-----END OPENSSH PRIVATE KEY-----",
  "aws-key": `ASIA${"A1".repeat(8)}`,
  "github-token": `ghs_${"a1".repeat(18)}`,
  "gitlab-token": `glpat-${"a1".repeat(10)}`,
  "anthropic-key": `sk-ant-${"a1".repeat(10)}`,
  "openai-key": `sk-proj-${"a1".repeat(10)}`,
  "stripe-key": `rk_live_${"a1".repeat(8)}`,
  "google-key": `AIza${"a1b2c".repeat(7)}`,
  "slack-token": `xoxb-${"a1".repeat(6)}`,
  "npm-token": `npm_${"a1".repeat(18)}`,
  "huggingface-token": `hf_${"a1".repeat(15)}`,
  "jwt": `eyJ${"a1".repeat(5)}.eyJ${"a1".repeat(5)}.${"a1".repeat(5)}`,
  "url-password": "postgres://app:hunter22@db.internal/orders",
  "bearer-token": `Authorization: Bearer ${"a1".repeat(10)}`,
  "password": "Client_Secret = c0rrect-h0rse",
};

test("every kind of secret holds one of the words for which its pattern is tried", () => {
  for (const [kind, secret] of Object.entries(SECRETS)) {
    assert.deepEqual(redact(`before ${secret} after`).kinds, [kind], kind);
  }
  for (
    const stated of ["密码：correct-horse", "口令是 correct-horse-7", "api-key: c0rrect-h0rse", "PWD=correct-horse"]
  ) {
    assert.deepEqual(redact(stated).kinds, ["password"], stated);
  }
});
