/** What a prompt is told, by what of a record it is shown and by what its session has already. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, contextOf, memoryBox } from "../box.ts";
import { cursor, prompt, remember } from "../settings_box.ts";

function summary(box: Box, more: object): void {
  const summary = { id: "sum-090000001-aaaa", type: "summary", session_id: "s-1", decisions: [], todos: [], tags: [] };
  const timestamp = new Date(Date.now() - 3_600_000).toISOString();
  box.write("sessions.jsonl", `${JSON.stringify({ ...summary, timestamp, ...more })}\n`);
}

test("a summary comes up by no to-do that is done, since that is not told", async () => {
  for (
    const [topic, todo, asked] of [
      [
        "Set up the project",
        "Ask the tax adviser about reverse charge",
        "did the tax adviser say reverse charge or not?",
      ],
      ["搭好项目骨架", "问税务顾问反向征税怎么处理", "税务顾问说反向征税了吗？"],
    ] as const
  ) {
    const box = memoryBox();
    summary(box, { topic, summary: topic, todos: [todo] });
    assert.match(await prompt(box, asked), /sum-090000001-aaaa/);
    const other = memoryBox();
    summary(other, { topic, summary: topic, done: [{ todo, done_at: new Date().toISOString() }] });
    assert.equal(await prompt(other, asked), "");
    // A search finds it.
    assert.match((await other.run(["search", todo])).stdout, /aaaa/);
  }
});

test("an automatic summary comes up by what was done, not by the commands that ran", async () => {
  const topic = "Set up the ledger";
  const box = memoryBox();
  summary(box, { topic, summary: `${topic}. Ran: \`ledger start acme\` (passed)`, auto_generated: true });
  assert.equal(await prompt(box, "what was our acme rate?"), "");
  assert.match(await prompt(box, "how did we set up the ledger?"), /sum-090000001-aaaa/);
});

// The next best record, about another thing, once took its place.
test("a prompt about a record that its session has gets no other one of which it says far less", async () => {
  for (
    const [known, foreign, first, again, other] of [
      [
        "会话缓存的过期时间是 300 秒",
        "缩略图放在 Redis",
        "会话缓存的过期时间是多少？",
        "Redis 里会话缓存的过期时间是 300 秒吗？",
        "缩略图放在哪里？",
      ],
      [
        "The session cache has a TTL of 300 seconds",
        "The thumbnails of the shop are kept in Redis",
        "what is the TTL of the session cache?",
        "does the session cache in Redis still have a TTL of 300 seconds?",
        "where do we keep the thumbnails of the shop?",
      ],
    ] as const
  ) {
    const box = memoryBox();
    remember(box, 2, [known, foreign]);
    const asked = async (text: string) =>
      contextOf(await cursor(box, "beforeSubmitPrompt", { prompt: text, attachments: [] }, "one session"));
    const before = await asked(first);
    assert.ok(before.includes(known) && !before.includes(foreign), before);
    assert.equal(await asked(again), "");
    assert.ok((await asked(other)).includes(foreign));
  }
});
