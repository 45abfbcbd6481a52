/** Which prompts get the line that tells the agent that they may state something worth saving. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { saveRecords } from "../../src/capture/mod.ts";
import { withoutRequests } from "../../src/hooks/requests.ts";
import { openMemory } from "../../src/store/memory.ts";
import { contextOf, memoryBox } from "../box.ts";
import { factLine, type HookBox, hookBox, SESSION } from "../hooks_box.ts";
import { prompt } from "../settings_box.ts";

const NUDGE = "[memory] This may hold a rule, decision, cause or fact: save in this turn what will be needed.";
const RULE = "From now on commit messages are written in English";

async function told(box: HookBox, prompt: string, more: object = {}): Promise<string> {
  box.advance(60_000);
  const reply = await box.claude("UserPromptSubmit", { prompt, ...more });
  return contextOf(reply);
}

async function begun(settings?: string): Promise<HookBox> {
  const box = hookBox();
  if (settings !== undefined) box.write("config.json", settings);
  await box.claude("SessionStart", { source: "startup" });
  return box;
}

test("for a rule, a preference, a decision or a correction the agent gets one line, in the session's language", async () => {
  const box = await begun();
  for (const prompt of [RULE, "I prefer small files", "We decided to use FastAPI", "No, we use pnpm here, not npm"]) {
    assert.equal(await told(box, prompt), NUDGE, prompt);
  }
  const zh = await begun(`{"lang": "zh"}`);
  const nudgeZh = "[memory] 这里可能有该记的规则、决定、原因或事实：有就在本轮存下来。";
  assert.equal(await told(zh, "以后都用 pnpm"), nudgeZh);
  for (const dismissal of ["算了，不用了", "Never mind, not needed"]) assert.equal(await told(zh, dismissal), "");
  // A client may send our line back with the next prompt.
  assert.equal(withoutRequests(`${NUDGE}\n${nudgeZh}`), "");
});

test("a clause between commas that states something is recognised", async () => {
  const zh = await begun(`{"lang": "zh"}`);
  for (
    const prompt of [
      "团购券核销五一前要上,我们定了最晚 4 月 26 提审,微信审核要两三天",
      "把列表页的分页补上，以后列表都带上总数，样式你看着办",
    ]
  ) {
    assert.match(await told(zh, prompt), /^\[memory\]/, prompt);
  }
  const box = await begun();
  assert.equal(await told(box, "fix the header on mobile, we decided against sticky ones, and check the tests"), NUDGE);
});

test("orders, questions, one-offs, quotations, code, logs and small talk get no line", async () => {
  const box = await begun();
  for (
    const prompt of [
      "Add a retry to the uploader",
      "keep going",
      "Keep going with it",
      "Should we always use UTC?",
      "For now, just hard-code the port",
      "> From now on use tabs.\nwho wrote that",
      "Explain this:\n```\n# always use tabs, never spaces\n```",
      "2026-02-11 09:12:44 WARN requests must always carry a token\nwhy is it denied",
      "这个函数里别用 map",
      "谢谢，很不错",
    ]
  ) assert.equal(await told(box, prompt), "", prompt);
});

test("the same sentence gets the line once, another sentence gets it again", async () => {
  const box = await begun();
  assert.equal(await told(box, RULE), NUDGE);
  assert.equal(await told(box, RULE), "");
  assert.equal(await told(box, `${RULE}. And we decided to use FastAPI.`), NUDGE);
});

test("a plain correction of a record that the prompt is told gets the call that replaces it", async () => {
  for (
    const [known, corrected, asked] of [
      [
        "API sessions last 15 minutes because of PCI",
        "that was wrong: API sessions last 20 minutes",
        "fix the API sessions bug where sessions last 5 minutes",
      ],
      // These also state something lasting, and get the one line that says what to replace.
      ["The session TTL is 300 seconds", "That was wrong: the TTL is 900, not 300.", "Why is the session TTL 900?"],
      ["The session TTL is 300 seconds", "from now on the session TTL is 900 seconds", "Is the session TTL 900?"],
      ["Uploads are limited to 10 MB", "we decided that uploads are limited to 20 MB", "Are uploads limited to 20 MB?"],
      ["上传限制为 10 MB", "以后上传限制为 20 MB", "上传限制为 20 MB 吗？"],
      ["接口的会话时长是 15 分钟", "不对，接口的会话时长是 20 分钟", "接口的会话时长是 20 分钟吗？"],
    ] as const
  ) {
    const box = memoryBox();
    const { id } = (await box.json(["save", "fact", "--content", known])).data;
    const told = await prompt(box, corrected);
    assert.ok(told.includes(`--supersedes ${id.slice(-4)}`), corrected);
    assert.doesNotMatch(told, /This may hold|这里可能有/, corrected);
    const again = memoryBox();
    await again.json(["save", "fact", "--content", known]);
    assert.doesNotMatch(await prompt(again, asked), /--supersedes/, asked);
  }
});

test("a correction of a record that the session has already gets the call, and so does a denied number", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "The hourly rate is 90 EUR; acme pays 110 EUR"])).data;
  const call = new RegExp(`--supersedes ${id.slice(-4)}`);
  for (const said of ["what does acme pay per hour", "acme pays 120 EUR per hour, not 110"]) {
    assert.equal(call.test(await prompt(box, said)), said.endsWith("not 110"), said);
  }
  assert.doesNotMatch(await prompt(box, "acme pays 130 EUR per hour, not 100"), call);
});

test("a sentence that a record already says gets no line, one with another value does", async () => {
  const box = await begun();
  box.write(
    "daily/2026-02-18.jsonl",
    factLine("Package manager: pnpm, not npm") + factLine("The session TTL is 300 seconds"),
  );
  assert.doesNotMatch(await told(box, "We decided to use pnpm as package manager"), /This may hold/);
  assert.match(await told(box, "We decided that the session TTL is 900 seconds"), /--supersedes/);
});

test("no line is told where nothing may be saved or can be saved", async () => {
  assert.equal(await told(await begun(`{"auto_save": false}`), RULE), "");
  assert.equal(await told(await begun(`{"enabled": false}`), RULE), "");
  assert.equal(await told(await begun(), RULE, { permission_mode: "plan" }), "");
  const unsaved = await begun();
  await told(unsaved, "Don't save this session.");
  assert.equal(await told(unsaved, RULE), "");
  const command = await told(await begun(), `Remember this: ${RULE}`);
  assert.match(command, /^\[memory\] The user wants this kept/);
  assert.doesNotMatch(command, /This may hold/);
});

test("what is said of every project is to be saved for all of them", async () => {
  for (
    const prompt of [
      "For all my projects: from now on commit messages are in English.",
      "In every repo I use pnpm, never npm.",
      "我所有的项目以后都用 pnpm，不用 npm。",
      "以后每个仓库的提交信息都用英文。",
    ]
  ) assert.match(await told(await begun(), prompt), /`\S+ save fact --session \S+ --layer global /, prompt);
  assert.doesNotMatch(await told(await begun(), RULE), /--layer global/);
});

test("a script's prompts get no line", async () => {
  const box = memoryBox();
  const payload = { session_id: "s-1", cwd: box.project, prompt: RULE };
  const script = await box.hook("claude", "UserPromptSubmit", payload, { env: { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" } });
  assert.deepEqual(script, {});
  const person = await box.hook("claude", "UserPromptSubmit", { ...payload, session_id: "s-2" });
  assert.match(person.hookSpecificOutput.additionalContext, /This may hold/);
});

test("an agent that no start told how to save is told by the line", async () => {
  const box = hookBox();
  assert.match(
    await told(box, RULE),
    new RegExp(`save in this turn what will be needed, with \`.*save fact --session ${SESSION} --content '…'\`\\.$`),
  );
});

test("the line stands beside recalled records, and is not noted as one", async () => {
  const box = await begun();
  box.write(
    "daily/2026-02-10.jsonl",
    factLine("The invoice exporter writes ISO-8859-1 because DATEV refuses UTF-8", {
      timestamp: "2026-02-10T09:00:00.000Z",
    }),
  );
  const context = await told(box, "We decided that the invoice exporter for DATEV keeps ISO-8859-1 in the archive");
  assert.match(context, /DATEV refuses UTF-8[\s\S]*\n\n\[memory\] This may hold/);
  const before = box.state().injections.length;
  assert.equal(await told(box, "I prefer small files"), NUDGE);
  assert.equal(box.state().injections.length, before);
});

test("after the line a goodbye is asked for a summary, unless the agent saved the fact and there was hardly any work besides", async () => {
  for (const [isSaved, hasMore] of [[true, false], [false, false], [true, true]]) {
    const box = await begun();
    await told(box, "Move the cache to Redis");
    if (hasMore) await told(box, "Rename the session module");
    assert.equal(await told(box, RULE), NUDGE);
    if (isSaved) {
      saveRecords(openMemory(box.runtime, { projectPath: box.project }), [{
        fact: { content: RULE, session: SESSION },
      }]);
    }
    await told(box, "Bye");
    const reply = await box.claude("Stop", { stop_hook_active: false, last_assistant_message: "Bye." });
    assert.equal(reply.hookSpecificOutput !== undefined, !isSaved || hasMore, String([isSaved, hasMore]));
  }
});

test("the answer to an order to delete names the records if the order names their matter, and never asks to save", async () => {
  const box = await begun();
  for (
    const [prompt, said] of [
      [
        "oh and forget the unlisted thing, i mean delete whatever you stored about unlisted shows, that feature is going out again next week",
        /delete memories about: unlisted shows/,
      ],
      ["把你记的灰度那条删了吧，以后都不用灰度了", /delete memories about: 灰度/],
      ["erase that about the 13 o'clock window that you stored, from now on we deploy at 10", /^$/],
    ] as const
  ) {
    const answer = await told(box, prompt);
    assert.match(answer, said, prompt);
    assert.doesNotMatch(answer, /save in this turn/, prompt);
  }
});
