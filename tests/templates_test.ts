/** What agents are told: texts in both languages, whose commands exist. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { SETUPS } from "../src/agents/setup.ts";
import { GLOBAL_ARGS, optionName } from "../src/cli/command.ts";
import { ALIASES, entryOf } from "../src/cli/table.ts";
import { estimateTokens } from "../src/recall/budget.ts";
import { agentFiles, configText, coreText, rulesText } from "../src/templates/files.ts";
import { fill } from "../src/templates/fill.ts";
import { brief, compactKeep, compactNotice, flushAsk, stopAsk, stopNotice } from "../src/templates/prompts.ts";

const LANGUAGES = ["en", "zh"] as const;
const MEMORY = '"/opt/memory"';
const values = { memory: MEMORY, session: "c-1" };

const texts = (language: "en" | "zh") =>
  new Map([
    ...Object.values(SETUPS).flatMap(({ texts }) => agentFiles(texts, language, MEMORY)).map(({ file, text }) =>
      [file, text] as const
    ),
    ["rules", rulesText(language, MEMORY)],
    ["brief", brief(language, values)],
    ["stop", stopAsk(language, values)],
    ["flush", flushAsk(language, values)],
  ]);

/** The verbs and options that a text tells to call, its example values aside. */
const calls = (text: string) =>
  [...text.matchAll(/"\/opt\/memory" ((?:[a-z-]+ ?)+)([^`\n]*)/g)].map(([, verb = "", rest = ""]) =>
    `${verb.trim()} ${[...rest.matchAll(/--[a-z-]+/g)].join(" ")}`.trim()
  );

test("both languages have the same texts, and each names the same commands as its counterpart", () => {
  const [en, zh] = [texts("en"), texts("zh")];
  assert.deepEqual([...en.keys()], [...zh.keys()]);
  for (const [name, text] of en) assert.deepEqual(calls(zh.get(name) ?? ""), calls(text), name);
});

/** The verb that a call begins with, by its whole name: `config set lang` → `manage config set`. */
function verbOf(call: string): string | undefined {
  const [first = "", ...rest] = call.split(" ").filter((word) => !word.startsWith("--"));
  const words = [...(ALIASES[first] ?? first).split(" "), ...rest];
  return [3, 2, 1].map((count) => words.slice(0, count).join(" ")).find((name) => entryOf(name));
}

test("every command that an agent is told to call is one that the command line takes", async () => {
  const verbs = new Set<string>();
  for (const [name, text] of texts("en")) {
    for (const call of calls(text)) {
      const verb = verbOf(call);
      assert.ok(verb, `${name}: ${call}`);
      verbs.add(verb);
      const command = await entryOf(verb)?.load();
      const known = Object.keys({ ...GLOBAL_ARGS, ...command?.args }).map(optionName);
      const options = call.split(" ").filter((word) => word.startsWith("--"));
      assert.deepEqual(options.filter((option) => !known.includes(option)), [], `${name}: ${verb}`);
    }
  }
  assert.ok(verbs.has("save fact") && verbs.has("manage config set") && verbs.size > 20, [...verbs].join(", "));
});

test("no placeholder is left, and a missing value is told instead of sent to an agent", () => {
  for (const language of LANGUAGES) {
    for (const [name, text] of texts(language)) assert.doesNotMatch(text, /\{\{|\}\}/, `${language} ${name}`);
  }
  assert.throws(() => fill("run {{memory}}", {}), /no value for \{\{memory\}\}/);
  assert.equal(fill("{{a}}", { a: "$& {{b}}" }), "$& {{b}}");
});

test("skills keep the limits of agentskills.io", () => {
  for (const language of LANGUAGES) {
    const files = Object.values(SETUPS).flatMap((setup) => agentFiles(setup.texts, language, MEMORY));
    const skills = files.filter((each) => each.file.endsWith("/SKILL.md"));
    assert.ok(skills.length > 0, language);
    for (const { file, text } of skills) {
      const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
      const name = /^name: (.+)$/m.exec(front)?.[1] ?? "";
      const description = /^description: (.+)$/m.exec(front)?.[1] ?? "";
      assert.ok(file.endsWith(`/skills/${name}/SKILL.md`), file);
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(description.length > 0 && description.length <= 1024, `${file}: ${description.length}`);
      // A colon and a space would end the plain YAML value.
      assert.doesNotMatch(description, /: | #/, file);
      assert.ok(body.split("\n").length < 500 && estimateTokens(body) < 5000, file);
    }
  }
});

test("the always-applied rule costs little, because every request pays for it", () => {
  for (const language of LANGUAGES) assert.ok(estimateTokens(rulesText(language, MEMORY)) < 1400, language);
  for (const language of LANGUAGES) assert.ok(estimateTokens(brief(language, values)) < 450, language);
});

test("the rule tells an agent that no hook can tell it to save what a compaction cuts off", () => {
  assert.match(rulesText("zh", MEMORY), /压缩.*先把只在对话里、又还没存的存下来/);
  assert.match(rulesText("en", MEMORY), /shortened .*first save what is only in it/);
});

test("the rule carries the seed's trigger words, exclusions and user commands in both languages", () => {
  const zh = rulesText("zh", MEMORY);
  for (
    const word of ["上次", "之前", "昨天", "继续", "我们讨论过", "你记得", "我喜欢", "按我的风格", "这个项目", "我们的"]
  ) {
    assert.ok(zh.includes(word), word);
  }
  for (
    const word of [
      "换个话题",
      "新问题",
      "记住这个",
      "不要保存",
      "搜索记忆",
      "查看今日记忆",
      "删除记忆",
    ]
  ) {
    assert.ok(zh.includes(word), word);
  }
  const en = rulesText("en", MEMORY);
  for (
    const word of [
      ...["last time", "yesterday", "continue", "we discussed", "I prefer", "my style"],
      ...["this project", "our codebase", "new question"],
    ]
  ) {
    assert.ok(en.includes(word), word);
  }
  for (const word of ["save this", "don't save", "search memory", "delete memory", "--layer global"]) {
    assert.ok(en.includes(word), word);
  }
});

test("what hooks ask for names the session in every command, and the notice is one sentence", () => {
  for (const language of LANGUAGES) {
    for (const text of [stopAsk(language, values), flushAsk(language, values)]) {
      for (const call of calls(text)) assert.match(call, /--session/, call);
      assert.match(text, /--session c-1 /);
    }
    assert.match(stopAsk(language, values), /^\[Session Save\] [^\n]+$/, "clients show it: one line");
    assert.match(stopNotice(language), /^memory [^\n]{10,100}$/);
    assert.match(compactKeep(language), /^[^\n{]+$/);
    assert.match(flushAsk(language, values), /^\[Memory Flush\] /);
    assert.match(compactNotice(language), /^\[Memory Flush\] [^\n]+$/);
  }
});

test("new settings and core files say nothing by themselves", () => {
  for (const language of LANGUAGES) {
    for (const scope of ["project", "home"] as const) {
      const errors: never[] = [];
      assert.deepEqual(parse(configText(language, scope), errors), {});
      assert.equal(errors.length, 0);
      assert.ok(configText(language, scope).includes('// "lang": "auto",\n'), "init puts the language here");
    }
    const said = coreText(language).replace(/<!--[\s\S]*?-->/g, "").split("\n").filter((line) => !/^(#|$)/.test(line));
    assert.deepEqual(said, []);
  }
});
