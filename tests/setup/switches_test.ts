/** What the installed rules and skills order follows the settings at once; what somebody has changed stays. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

const RULE = ".cursor/rules/memory-rules.mdc";
const SKILL = ".claude/skills/long-term-memory/SKILL.md";
const RETRIEVE = ".agents/skills/memory-retrieve/SKILL.md";
const FILES = [RULE, SKILL, RETRIEVE];

/** Orders to save or to search unasked, in both languages. */
const SAVES = /Save in the same turn|当轮就存|Work done or goodbye|做完或收工/;
const SEARCHES =
  /Look up before you answer|给选项前先查|when the user refers to|用户提到以前的事|Before you ask the user to choose|Use with a decision|准备请用户做选择时/;

async function installed(lang: "en" | "zh"): Promise<Box> {
  const box = memoryBox({ empty: true });
  for (const agent of ["cursor", "claude", "codex"]) {
    await box.run(["init", "--agent", agent, "--lang", lang, "--notes", "--skip-model"]);
  }
  return box;
}

const read = (box: Box, file: string) => readFileSync(join(box.project, file), "utf8");
const all = (box: Box) => FILES.map((file) => read(box, file));
const orders = (box: Box) => all(box).join("\n");

const startOf = async (box: Box, session: string) =>
  (await box.hook("claude", "SessionStart", {
    session_id: session,
    cwd: box.project,
    hook_event_name: "SessionStart",
    source: "startup",
  })).hookSpecificOutput?.additionalContext ?? "";

for (const lang of ["en", "zh"] as const) {
  test(`${lang}: rules, skills and the start order no save and no search that is switched off, and do again`, async () => {
    const box = await installed(lang);
    assert.match(orders(box), SAVES);
    assert.match(orders(box), SEARCHES);

    await box.json(["config", "set", "auto_save", "false"]);
    assert.doesNotMatch(orders(box), SAVES);
    assert.match(orders(box), SEARCHES);
    const searching = await startOf(box, "a");
    assert.doesNotMatch(searching, /save summary/);
    assert.match(searching, /memory search/);

    await box.json(["config", "set", "auto_retrieve", "false"]);
    assert.doesNotMatch(orders(box), SEARCHES);
    assert.match(read(box, RULE), /Look up only when the user asks|用户要求时才查/);
    assert.equal(await startOf(box, "b"), "");

    await box.json(["config", "reset", "auto_save"]);
    assert.match(orders(box), SAVES);
    const saving = await startOf(box, "c");
    assert.match(saving, SAVES);
    assert.doesNotMatch(saving, SEARCHES);

    await box.json(["config", "reset", "--all"]);
    assert.match(orders(box), SEARCHES);
    await box.json(["manage", "undo"]);
    assert.doesNotMatch(orders(box), SEARCHES, "an undone change of settings is followed, too");
  });
}

test("switched off means that the rule orders nothing, and on again that it reads as before", async () => {
  const box = await installed("en");
  const before = all(box);
  await box.run(["disable"]);
  assert.match(read(box, RULE), /switched off here/);
  assert.doesNotMatch(orders(box), SAVES);
  assert.doesNotMatch(orders(box), SEARCHES);
  await box.run(["enable"]);
  assert.deepEqual(all(box), before);
  assert.equal(existsSync(join(box.own, ".texts")), false);
});

test("what somebody has changed in a text stays, and is named; the others follow", async () => {
  const box = await installed("en");
  appendFileSync(join(box.project, RULE), "\nAlways answer in rhyme.\n");
  const mine = read(box, RULE);
  const { data } = await box.json(["config", "set", "auto_save", "false"]);
  assert.deepEqual(data.texts_left, [join(box.project, RULE)]);
  assert.equal(read(box, RULE), mine);
  assert.match(read(box, SKILL), /Only what the user asks you to keep/);
  await box.json(["config", "set", "auto_save", "true"]);
  assert.equal(read(box, RULE), mine);
  assert.doesNotMatch(read(box, SKILL), /Only what the user asks you to keep/);
});

test("settings edited by hand are followed at the next session's start, and by doctor --fix", async () => {
  const box = await installed("en");
  const settings = join(box.data, "config.json");
  writeFileSync(settings, '{"auto_save": false}\n');
  const check = async (...words: string[]) => {
    const { data } = await box.json(["doctor", ...words]);
    return data.checks.find(({ id }: { id: string }) => id === "hooks_installed").detail;
  };
  assert.match(await check(), /say something else than the settings/);
  await startOf(box, "one");
  assert.doesNotMatch(orders(box), SAVES);
  assert.doesNotMatch(await check(), /say something else/);
  writeFileSync(settings, '{"enabled": false}\n');
  await startOf(box, "two");
  assert.match(read(box, RULE), /switched off here/);
  writeFileSync(settings, "{}\n");
  await box.json(["doctor", "--fix"]);
  assert.match(orders(box), SAVES);
});

test("texts that init installs follow what is set already, and those in the home folder the person's own settings", async () => {
  const box = memoryBox({ empty: true });
  await box.run(["init", "--global", "--agent", "cursor", "--skip-model"]);
  const rule = join(box.home, RULE);
  await box.json(["config", "set", "auto_save", "false", "--global"]);
  assert.doesNotMatch(readFileSync(rule, "utf8"), SAVES);
  await box.run(["init", "--agent", "cursor", "--skip-model"]);
  assert.doesNotMatch(read(box, RULE), SAVES);
  await box.json(["config", "set", "auto_save", "true"]);
  assert.match(read(box, RULE), SAVES);
  assert.doesNotMatch(readFileSync(rule, "utf8"), SAVES, "the project's setting is the project's");
});

for (const lang of ["en", "zh"] as const) {
  test(`${lang}: an open session is told once of settings that are switched off elsewhere, and how memory is used again`, async () => {
    const box = await installed(lang);
    await startOf(box, "open");
    let count = 0;
    const told = async (session = "open") =>
      (await box.hook("claude", "UserPromptSubmit", {
        session_id: session,
        cwd: box.project,
        prompt: `Rename ${++count}`,
      }))
        .hookSpecificOutput?.additionalContext ?? "";
    assert.equal(await told(), "");

    for (
      const [off, on, words] of [
        [
          ["config", "set", "auto_save", "false"],
          ["config", "set", "auto_save", "true"],
          /auto_save.*(?:is off|已关闭)/,
        ],
        [
          ["config", "set", "auto_retrieve", "false"],
          ["config", "reset", "auto_retrieve"],
          /auto_retrieve.*(?:is off|已关闭)/,
        ],
        [["disable"], ["enable"], /Memory is switched off|记忆现已关闭/],
      ] as const
    ) {
      await box.json(off);
      const first = await told();
      assert.match(first, words);
      assert.doesNotMatch(first, /\n/, "one line");
      assert.equal(await told(), "", "once");
      // A session that was told nothing has nothing taken back.
      assert.equal(await told(`new ${count}`), "");
      await box.json(on);
      const again = await told();
      assert.match(again, SAVES);
      assert.match(again, SEARCHES);
      assert.equal(await told(), "");
    }
  });
}
