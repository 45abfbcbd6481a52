/** What agents are told: texts in both languages, whose commands exist. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { SETUPS } from "../../src/agents/setup.ts";
import { GLOBAL_ARGS, optionName } from "../../src/cli/command.ts";
import { entryOf, writtenOut } from "../../src/cli/table.ts";
import { estimateTokens } from "../../src/recall/budget.ts";
import { agentFiles, CONFIG_TEXT, CORE_TEXT, rulesText } from "../../src/templates/files.ts";
import { fill } from "../../src/templates/fill.ts";
import { compactKeep, compactNotice, flushAsk, stopAsk, stopNotice } from "../../src/templates/prompts.ts";
import { bare, LANGUAGES, taughtLines, taughtTexts } from "../taught.ts";

const MEMORY = '"/opt/memory"';
const values = { memory: MEMORY, session: "c-1" };

const texts = (language: "en" | "zh") => taughtTexts(language, MEMORY);

/** The verbs and options that a text tells to call, its example values aside. */
const calls = (text: string) =>
  [...text.matchAll(/"\/opt\/memory" ((?:[a-z-]+ ?)+)([^`\n]*)/g)].map(([, verb = "", rest = ""]) =>
    `${verb.trim()} ${[...rest.matchAll(/--[a-z-]+/g)].join(" ")}`.trim()
  );

test("both languages have the same texts, and each names the same commands as its counterpart", () => {
  const [en, zh] = [texts("en"), texts("zh")];
  assert.deepEqual([...en.keys()], [...zh.keys()]);
  for (const [name, text] of en) assert.deepEqual(calls(zh.get(name) ?? ""), calls(text), name);
  const lines = (language: "en" | "zh", name: string) => taughtLines(taughtTexts(language).get(name) ?? "").map(bare);
  for (const name of en.keys()) assert.deepEqual(lines("zh", name), lines("en", name), name);
  assert.ok([...en.keys()].flatMap((name) => lines("en", name)).length > 60);
});

/** The verb that a call begins with, by its whole name: `config set lang` → `manage config set`. */
function verbOf(call: string): string | undefined {
  const words = writtenOut(call.split(" ").filter((word) => !word.startsWith("--")));
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

test("the rule names when to save and to look up, and what not to keep, in both languages", () => {
  const words = {
    zh: ["规则、偏好、纠正", "决定、期限", "不存步骤", "密钥", "不要保存", "给选项前先查", "以前", "习惯", "项目做法"],
    en: [
      "rule, ban, preference",
      "correction",
      "decision, deadline",
      "Not: steps",
      "secrets",
      "Don't save",
      "offer options",
    ],
  };
  for (const language of LANGUAGES) {
    for (
      const word of [
        ...words[language],
        "--layer global",
        "--supersedes ID",
        "--asks",
        "asks",
        "auto memory, save_memory",
      ]
    ) {
      assert.ok(rulesText(language, MEMORY).replaceAll("、save_memory", ", save_memory").includes(word), word);
    }
  }
});

test("the skill carries the words by which people speak of memory, so that a client knows when to open it", () => {
  const words = {
    zh: [
      "上次",
      "之前",
      "你记得",
      "这个项目",
      "当初为什么",
      "记住这个",
      "不要保存",
      "搜索记忆",
      "查看今日记忆",
      "删除记忆",
    ],
    en: [
      "last time",
      "yesterday",
      "we discussed",
      "my style",
      "our codebase",
      "remember this",
      "don't save",
      "search memory",
    ],
  };
  for (const language of LANGUAGES) {
    const text = texts(language).get(".claude/skills/long-term-memory/SKILL.md") ?? "";
    const head = /^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? "";
    for (const word of words[language]) assert.ok(head.includes(word), word);
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
      assert.deepEqual(parse(CONFIG_TEXT[scope][language], errors), {});
      assert.equal(errors.length, 0);
      assert.ok(CONFIG_TEXT[scope][language].includes('// "lang": "auto",\n'), "init puts the language here");
    }
    const said = CORE_TEXT[language].replace(/<!--[\s\S]*?-->/g, "").split("\n").filter((line) => !/^(#|$)/.test(line));
    assert.deepEqual(said, []);
  }
});
