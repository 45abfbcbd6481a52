/**
 * People paste a log, code or a page and ask above or below it: the question counts,
 * and the paste alone is no question.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type HookBox, hookBox } from "../hooks_box.ts";
import { memoryOf, pastesOf, promptsOf } from "../recall_fixtures.ts";

const NOW = "2026-02-18T12:00:00.000Z";
/** Texts as long as those that people paste. */
const PASTED = 6_000;

function billing(): { box: HookBox; keyOf: ReadonlyMap<string, string> } {
  const box = hookBox({ now: NOW });
  const { daily, keyOf } = memoryOf("records.jsonl", new Date(NOW));
  for (const [name, text] of daily) box.write(name, text);
  return { box, keyOf };
}

let sessions = 0;

/** The keys of the records that a session's first prompt is given. */
async function given({ box, keyOf }: ReturnType<typeof billing>, prompt: string): Promise<string[]> {
  const session = `session-${sessions++}`;
  const { additional_context: context = "" } = await box.cursor("beforeSubmitPrompt", {
    prompt,
    attachments: [],
    session_id: session,
    conversation_id: session,
  });
  return [...keyOf].filter(([id]) => context.includes(id)).map(([, key]) => key);
}

/** Every seventh prompt of the set. */
const PROMPTS = promptsOf("prompts.jsonl").filter((_, place) => place % 7 === 0);
const PASTES = pastesOf(PASTED);
assert.ok(PASTES.length > 10);
const WAYS: readonly ((question: string, paste: string) => string)[] = [
  (question, paste) => `${question}\n${paste}`,
  (question, paste) => `${question}\n\n\`\`\`\n${paste}\`\`\`\n`,
  (question, paste) => `${paste}\n${question}`,
  (question, paste) => `\`\`\`\n${paste}\`\`\`\n${question}\n`,
];

test("seven in eight questions before or after a long paste get the record that they get without it", async () => {
  const place = billing();
  let helped = 0;
  const missed: string[] = [];
  const disturbed: string[] = [];
  for (const [at, { p, want }] of PROMPTS.entries()) {
    const alone = await given(place, p);
    for (const [way, join] of WAYS.entries()) {
      const keys = await given(place, join(p, PASTES[(at + way) % PASTES.length] ?? ""));
      if (!want && keys.length > 0) disturbed.push(`${p} → ${keys.join(", ")}`);
      if (!want?.some((key) => alone.includes(key))) continue;
      helped++;
      if (!want.some((key) => keys.includes(key))) missed.push(`${way}: ${p}`);
    }
  }
  assert.ok(helped > 40 && missed.length <= helped / 8, `${missed.length} of ${helped}\n${missed.join("\n")}`);
  assert.deepEqual(disturbed, []);
});

test("a question that names nothing is about the pasted text", async () => {
  const place = billing();
  const trace = "    at run (app.js:1:2)\n".repeat(14);
  const paste = `[worker-3] NatsError: JetStream not enabled\n${trace}`;
  assert.deepEqual(await given(place, paste), ["nats"]);
  assert.deepEqual(await given(place, `${paste}\nwhy does this fail?`), ["nats"]);
});

test("a paste alone gets nothing, whatever it begins and ends with", async () => {
  const place = billing();
  for (const paste of PASTES) assert.deepEqual(await given(place, paste), [], paste.slice(0, 80));
});

test("words in a pasted text make a prompt neither a new topic nor small talk", async () => {
  const place = billing();
  const paste = "[worker] by the way, new question: what is the weather, thanks\n".repeat(100);
  assert.deepEqual(await given(place, `${paste}\n登录会话的缓存过期时间现在是多少？`), ["redis-ttl"]);
});
