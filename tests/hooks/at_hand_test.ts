/** What a short prompt corrects without naming it: a fact just saved or just answered from, or one that was told. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveRecords } from "../../src/capture/mod.ts";
import { openMemory } from "../../src/store/memory.ts";
import { type Box, contextOf, memoryBox } from "../box.ts";
import { hookBox, SESSION } from "../hooks_box.ts";

const CALL = /--supersedes (\w+)/;

/** A session of Claude Code: its prompts, each with the agent's reply behind it. */
async function begun(box: Box) {
  const transcript = join(box.home, "t.jsonl");
  appendFileSync(transcript, "");
  const base = { session_id: "s-1", transcript_path: transcript, cwd: box.project };
  const told = async (event: string, more: object) => contextOf(await box.hook("claude", event, { ...base, ...more }));
  const write = (role: string, content: unknown) =>
    appendFileSync(transcript, `${JSON.stringify({ type: role, message: { role, content } })}\n`);
  await told("SessionStart", { source: "startup" });
  return {
    says: (prompt: string) => told("UserPromptSubmit", { prompt }),
    saves: async (content: string, ...more: string[]) =>
      String((await box.json(["save", "fact", "--session", "s-1", "--content", content, ...more])).data.id),
    async replies(prompt: string, text: string) {
      write("user", prompt);
      write("assistant", [{ type: "text", text }]);
      await told("Stop", { last_assistant_message: text });
    },
  };
}

test("another value right behind a save gets the call that replaces the saved fact", async () => {
  for (
    const [saved, said, other] of [
      ["Payloads are limited to 256 KB", "hm no, 1mb", "2 failed"],
      ["Webhooks retry at most 8 times", "make it 4, 8 is too much", "retry it twice now"],
      ["Webhooks are signed with HMAC SHA-1", "scrap that, ed25519", "nope, still broken"],
      ["数据库端口是 5434", "不对 是5433", "5433 被占用了"],
      ["会话存 pg", "算了 还是用 redis", "算了 先提交"],
    ] as const
  ) {
    const prompts = [said, other].map(async (prompt) => {
      const session = await begun(memoryBox());
      await session.says("set up the project as we said");
      const id = await session.saves(saved);
      await session.replies("set up the project as we said", "Done.");
      return [id, await session.says(prompt)] as const;
    });
    const [[id, told], [, silent]] = await Promise.all(prompts) as [[string, string], [string, string]];
    assert.equal(CALL.exec(told)?.[1], id.slice(-4), said);
    assert.doesNotMatch(told, /This may hold|这里可能有/, said);
    assert.doesNotMatch(silent, CALL, other);
  }
});

test("a fact that the agent has replaced is not named again, and neither is one from an earlier turn", async () => {
  const session = await begun(memoryBox());
  await session.says("limit the payloads");
  const old = await session.saves("Payloads are limited to 256 KB");
  await session.says("hm no, 1mb");
  const id = await session.saves("Payloads are limited to 1 MB", "--supersedes", old);
  assert.equal(CALL.exec(await session.says("nah, 2mb"))?.[1], id.slice(-4));
  await session.says("add a health route");
  await session.replies("add a health route", "Added src/health.ts.");
  assert.doesNotMatch(await session.says("no, 3mb"), CALL);
});

test("another value right behind an answer gets the call for the fact that the agent answered from", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "Postgres runs on port 5434"])).data;
  await box.json(["save", "fact", "--content", "Requests are limited to 100 per minute"]);
  const session = await begun(box);
  await session.says("db port?");
  await session.replies("db port?", "5434");
  assert.equal(CALL.exec(await session.says("thats wrong, 5433"))?.[1], id.slice(-4));
});

test("a prompt that says otherwise than a fact of the start gets the call, though it shares too little to recall it", async () => {
  for (
    const [known, said, ...others] of [
      ["Postgres runs on port 5434", "port is 5433 now", "is port 5433 free", "port 5433 is in use"],
      ["Mails are sent with Resend", "mails go via postmark", "why no resend", "mails are slow"],
      ["前端用 Vue", "前端换成 react 了", "前端用的什么框架", "前端用啥"],
      ["会话存在 Postgres", "会话改放 redis 了", "会话存哪", "为啥不用 redis"],
    ] as const
  ) {
    const box = memoryBox();
    const { id } = (await box.json(["save", "fact", "--content", known])).data;
    for (const [at, prompt] of [...others, said].entries()) {
      const session = await begun(box);
      const called = CALL.exec(await session.says(prompt))?.[1];
      assert.equal(called, at === others.length ? id.slice(-4) : undefined, prompt);
    }
  }
});

interface Said {
  readonly how: "saved" | "told" | "answered";
  readonly facts: readonly string[];
  readonly reply: string;
  readonly prompt: string;
  /** The fact that the prompt changes. */
  readonly changes: number | null;
}

/** The fact that the line behind a prompt names, among those at hand; null for none. */
async function namedAt({ how, facts, reply, prompt }: Said): Promise<number | null> {
  const box = hookBox();
  const transcript_path = join(box.folder, "t.jsonl");
  const isSaved = how === "saved";
  const save = (session: string) =>
    saveRecords(
      openMemory(box.runtime, { projectPath: box.project }),
      facts.map((content) => ({ fact: { content, session } })),
    ).map((result) => "id" in result ? result.id : assert.fail(JSON.stringify(result)));
  const before = isSaved ? [] : save("before");
  await box.claude("SessionStart", { source: "startup" });
  const first = isSaved ? facts.at(-1) : "ok lets go on";
  await box.claude("UserPromptSubmit", { prompt: first });
  const ids = isSaved ? save(SESSION) : before;
  const turns = [{ role: "user", content: first }, { role: "assistant", content: [{ type: "text", text: reply }] }];
  const lines = turns.map((message) => `${JSON.stringify({ type: message.role, message })}\n`);
  writeFileSync(transcript_path, lines.join(""));
  await box.claude("Stop", { transcript_path, stop_hook_active: false, last_assistant_message: reply });
  box.advance(60_000);
  const told = contextOf(await box.claude("UserPromptSubmit", { transcript_path, prompt }));
  const end = /may be changing|可能在更改/.test(told) ? CALL.exec(told)?.[1] : undefined;
  return end === undefined ? null : ids.findIndex((id) => id.endsWith(end));
}

test("of 120 corrections as people type them, a third is heard, and of 120 other prompts none", async () => {
  const set = readFileSync(new URL("../fixtures/changes/at_hand.jsonl", import.meta.url), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line) as Said);
  const judged = [];
  for (const said of set) judged.push({ ...said, named: await namedAt(said) });
  const heard = judged.filter(({ changes, named }) => changes !== null && named === changes);
  const wrong = judged.filter(({ changes, named }) => named !== null && named !== changes);
  assert.ok(heard.length >= 39, `${heard.length} heard`);
  assert.deepEqual(wrong.map(({ prompt }) => prompt), ["50, 25 is too few"]);
});
