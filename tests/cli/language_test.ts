/** What verbs print on a terminal, in the reader's language. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../../src/cli/mod.ts";
import { memoryBox } from "../box.ts";
import { ownStore, testWorld } from "../world.ts";

const LINES: readonly (readonly [words: string, en: RegExp, zh: RegExp])[] = [
  ["save fact --content 缓存用_Redis", /^Saved as a decision \w{4}\n/, /^已保存为决定 \w{4}\n/],
  ["save fact --content 缓存用_Redis", /^Already there /, /^已有 /],
  ["save summary --topic 缓存 --summary 缓存用_Redis。", /^Saved \w{4}\n/, /^已保存 \w{4}\n/],
  ["manage list", /^2 records\n/, /^2 条记录\n/],
  ["manage list --keyword 没有", /^Nothing is remembered/, /^没有符合的记忆/],
  ["search 没有的", /^Nothing found/, /^没有找到/],
  ["manage stats", /^This project .*\n +Facts +1 in 1 day/, /^本项目 .*\n +事实 +1 天共 1 条/],
  ["manage consolidate", /consolidated fact \(1 new/, /条归并后的事实（新增 1/],
  [
    "manage delete --keyword Redis",
    /would be deleted[^]*To do it: the same command with --confirm\n$/,
    /将删除[^]*要执行：加上 --confirm 再运行一次\n$/,
  ],
  ["manage delete --keyword Redis --confirm", /^Deleted 2 records\ncopies in\s/, /^已删除 2 条记录\n副本在\s/],
  ["manage list --deleted", /^\d records\n[^]*\(deleted\) 缓存/, /^2 条记录\n[^]*（已删除）缓存/],
  ["manage undo", /^Taken back delete \(\w{4}\)/, /^已撤销 delete（\w{4}）/],
  ["note list --waiting", /^No proposal waits\n$/, /^没有等待答复的提议\n$/],
  ["save []", /^Nothing to save\n$/, /^没有要保存的\n$/],
  ["manage undo --list", /save +缓存用_Redis\n/, /save +缓存用_Redis\n/],
  ["manage backups", / before delete +3 records\n/, / delete 之前 +3 条记录\n/],
  ["sync", /records up to date \(/, /条记录同步（/],
  ["note list", /^No notes/, /^没有笔记/],
  ["note index", /^INDEX\.md is up to date: 0 notes/, /^INDEX\.md 与笔记一致：0 篇笔记/],
  ["manage log", /^Nothing was looked up yet|\d ms/, /^还没有检索过|\d ms/],
  ["intent 我习惯用_pnpm", / recall, save\n/, / 检索、保存\n/],
  ["config set memory.facts_limit 12", /^memory\.facts_limit: 15 → 12/, /^memory\.facts_limit: 15 → 12/],
  [
    "manage undo",
    /^Taken back config set \(\w{4}\): 1 setting as before\n {2}memory\.facts_limit: 15\nto take that back: `memory undo \w{4}`\n$/,
    /^已撤销 config set（\w{4}）：1 项设置恢复原样\n {2}memory\.facts_limit: 15\n要撤回这次撤销：`memory undo \w{4}`\n$/,
  ],
  ["config reset --all", /^Nothing was set/, /^没有改过任何设置/],
  ["model remove", / was not there\n$/, / 本来就不在\n$/],
  ["disable", /^Memory is off/, /^本项目的记忆已关闭/],
  [
    "save fact --content Port",
    /^Not saved: memory is switched off \(on again: `memory enable`\)\n$/,
    /^未保存：记忆已关闭（打开：`memory enable`）\n$/,
  ],
  ["enable", /^Memory is on/, /^记忆已开启/],
];

for (const [lang, at] of [["en", 1], ["zh", 2]] as const) {
  test(`output on a terminal is in its reader's language: ${lang}`, async () => {
    const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: lang, MEMORY_OFFLINE: "1" } });
    const project = join(folder, "home", "app");
    fs.mkdirSync(join(project, ".cursor", "skills", "memory-data"), { recursive: true });
    for (const line of LINES) {
      let written = "";
      const stdout = { isTerminal: true, columns: 100, write: (text: string) => void (written += text) };
      const stderr = { ...stdout, isTerminal: false, write: () => {} };
      await runCli({ ...runtime, cwd: () => project, stdout, stderr }, line[0].split(" "));
      assert.match(written, line[at], line[0]);
    }
  });
}

test("a judgement and the preview of a note are in the reader's language, with the next step", async () => {
  const payload = (score: number, confidence: string) => {
    const [d1, d2, d3, d4, d5] = [score, score, score, score, score];
    return JSON.stringify({
      scene: "Naming a branch",
      principles: ["Short", "Long"],
      choice: "Short",
      source: "remember",
      confidence,
      score: { d1, d2, d3, d4, d5 },
    });
  };
  for (const lang of ["en", "zh"] as const) {
    const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: lang, MEMORY_OFFLINE: "1" } });
    const project = join(folder, "home", "app");
    fs.mkdirSync(join(project, ".cursor", "skills", "memory-data"), { recursive: true });
    const told = async (...words: string[]) => {
      let written = "";
      const stdout = { isTerminal: true, columns: 100, write: (text: string) => void (written += text) };
      await runCli({ ...runtime, cwd: () => project, stdout }, words);
      return written;
    };
    const is = async (words: readonly string[], en: RegExp, zh: RegExp) =>
      assert.match(await told(...words), { en, zh }[lang]);
    await is(["note", "propose", payload(0, "high")], /^Not kept: total 0 of 10/, /^未保留：总分 0（满分 10）/);
    const { data } = JSON.parse(await told("note", "propose", payload(2, "low"), "--json"));
    const add = ["note", "add", "--proposal", data.results[0].proposal];
    await is(
      add,
      /^Would be written \(new\): .+\nTo do it: the same command with --confirm\n$/,
      /^将写入（new）：.+\n要执行：加上 --confirm 再运行一次\n$/,
    );
    await is(
      [...add, "--decision", "cancel"],
      /^Would let go prop-\S+\n`memory undo` does not bring .+\nTo do it: the same command with --confirm\n$/,
      /^将放弃 prop-\S+\n`memory undo` 恢复不了提议.+\n要执行：加上 --confirm 再运行一次\n$/,
    );
    await is([...add, "--confirm"], /^Written MEM-/, /^已写入 MEM-/);
    const { data: { notes } } = JSON.parse(await told("note", "list", "--json"));
    await is(
      ["note", "delete", notes[0].id],
      /^Would delete MEM-\S+: .+\nTo do it: the same command with --confirm\n$/,
      /^将删除 MEM-\S+：.+\n要执行：加上 --confirm 再运行一次\n$/,
    );
    await told("disable");
    await is(["note", "propose", payload(2, "high")], /^Not kept: memory is switched off/, /^未保留：记忆已关闭/);
  }
});

/** Wrong calls, and their messages on stderr, with the next step where there is one. */
const FAILURES: readonly (readonly [words: string, en: RegExp, zh: RegExp])[] = [
  [
    "serch x",
    /^error: There is no verb "serch"\n\nhint: Did you mean `memory search x`\?\n$/,
    /^错误：没有“serch”这个命令\n\n提示：是不是 `memory search x`？\n$/,
  ],
  [
    "manage",
    /^error: memory manage needs to be told what: list, stats/,
    /^错误：memory manage 后面要写明做什么：list、stats/,
  ],
  ["search", /^error: QUERY is missing: what to look for\n/, /^错误：缺少 QUERY：要查什么\n/],
  ["search x --max-results 0", /must be a whole number 1–1000, found "0"/, /不能是“0”，可取：1–1000 的整数/],
  [
    "search x --metod fts",
    /has no option --metod\n\nhint: Did you mean --method\?/,
    /没有选项 --metod\n\n提示：是不是 --method？/,
  ],
  ["save", /^error: PAYLOAD is missing: JSON, or - for stdin\n/, /^错误：缺少 PAYLOAD/],
  [
    "save {}",
    /must have `content` \(a fact\) or `topic` \(a summary\), found \{\}/,
    /应有 `content`（事实）或 `topic`（总结），现为 \{\}/,
  ],
  ["config set memory.fact_limit 9", /There is no setting "memory\.fact_limit"/, /没有“memory\.fact_limit”这项设置/],
  ["config set memory.facts_limit 0", /must be a whole number 1–500, found 0\n/, /不能是 0，可取：1–500 的整数\n/],
  [
    "config set embedding.endpoint http://x",
    /A project's own settings can't hold embedding\.endpoint/,
    /项目自己的设置不能包含 embedding\.endpoint/,
  ],
  ["manage delete", /Nothing was named\n\nhint: Name them by their id/, /没有指定\n\n提示：请用 id/],
  ["manage undo", /There is no write to take back/, /没有可撤销的写入/],
  ["note show MEM-x", /There is no note MEM-x/, /没有笔记 MEM-x/],
  [
    "note propose {}",
    /payloads\[0\]\.scene must be a text, found nothing; /,
    /payloads\[0\]\.scene 应为文字，现为空；/,
  ],
  ["manage import --input no_file", /There is no file or folder .*no_file/, /没有文件或目录 .*no_file/],
  [
    "model verify",
    /is not downloaded\n\nhint: Run `memory model download`/,
    /尚未下载\n\n提示：请运行 `memory model download`/,
  ],
];

/** One call: what it writes to stdout and to stderr, either of them a terminal or not. */
async function call(
  words: string,
  { lang = "auto", out = true, err = true, env = {} }: {
    readonly lang?: string;
    readonly out?: boolean;
    readonly err?: boolean;
    readonly env?: Readonly<Record<string, string>>;
  },
  prepare: (project: string) => void = () => {},
) {
  const { runtime, folder } = testWorld({ env: { NO_COLOR: "1", MEMORY_LANG: lang, MEMORY_OFFLINE: "1", ...env } });
  const project = join(folder, "home", "app");
  ownStore(runtime, join(project, ".cursor", "skills", "memory-data"));
  prepare(project);
  const told = { out: "", err: "" };
  const output = (name: "out" | "err", isTerminal: boolean) => ({
    isTerminal,
    columns: 300,
    write: (text: string) => void (told[name] += text),
  });
  const streams = { stdout: output("out", out), stderr: output("err", err) };
  const code = await runCli({ ...runtime, cwd: () => project, ...streams }, words.split(" "));
  return { ...told, code };
}

for (const [lang, at] of [["en", 1], ["zh", 2]] as const) {
  test(`a failure on a terminal is in its reader's language: ${lang}`, async () => {
    for (const line of FAILURES) assert.match((await call(line[0], { lang })).err, line[at], line[0]);
  });
}

test("in a pipe a failure of a person's verb is in their language, beside JSON it is in English", async () => {
  for (const [words, en, zh] of FAILURES) {
    const piped = await call(words, { lang: "zh", out: false, err: false });
    // A verb whose result is text is meant for a person, so its failure prints no JSON.
    assert.match(piped.err, piped.out === "" ? zh : en, words);
    const { error } = piped.out === "" ? { error: {} } : JSON.parse(piped.out);
    const onTerminal = await call(words, { lang: "zh", out: false });
    const same = (text: string) => text.replace(/memory-world-\w+/g, "");
    assert.equal(same(onTerminal.out), same(piped.out), words);
    assert.doesNotMatch(`${error.message ?? ""}${error.hint ?? ""}`, /\p{Script=Han}/u, words);
    assert.equal(onTerminal.code, piped.code);
  }
});

test("the warnings of an unusable setting and of a degraded search are in Chinese only for a person", async () => {
  const bad = (project: string) =>
    fs.writeFileSync(join(project, ".cursor", "skills", "memory-data", "config.json"), `{"log":{"retain_days":0}}`);
  const person = await call("search 缓存 --method vector", { lang: "zh", err: true }, bad);
  assert.match(person.err, /^警告：.*config\.json 中的 log\.retain_days 不能是 0，可取：1–365 的整数\n/);
  const off = await call("search 缓存", { lang: "zh", env: { MEMORY_DISABLE: "1" } });
  assert.equal(off.out, "没有找到（记忆已关闭：设置了 MEMORY_DISABLE）\n");
  const program = await call("search 缓存", { lang: "zh", out: false, err: false, env: { MEMORY_DISABLE: "1" } }, bad);
  assert.equal(JSON.parse(program.out).degraded, "Memory is off: MEMORY_DISABLE is set");
  assert.match(program.err, /^warning: log\.retain_days in .*config\.json is 0, it must be a whole number 1–365\n$/);
  const shown = await call("config show --json", { lang: "zh", out: false }, bad);
  assert.match(JSON.parse(shown.out).data.warnings[0], /it must be a whole number 1–365$/);
});

test("help is in its reader's language, in a pipe too, and as JSON in English", async () => {
  const HELP = [
    [
      "--help",
      /^memory: long-term memory .*\n\nUsage: memory VERB …\n/,
      /^memory：给编程 agent 的长期记忆\n\n用法：memory VERB …\n/,
    ],
    [
      "help search",
      /\nOptions:\n {2}--max-results N +At most this many results \[10\]\n/,
      /\n选项：\n {2}--max-results N +最多多少条结果 \[10\]\n/,
    ],
    ["search --help", /\nExamples:\n {2}memory search /, /\n例子：\n {2}memory search /],
    [
      "help manage",
      /^Usage: memory manage VERB …\n\n {2}manage list +List what/,
      /^用法：memory manage VERB …\n\n {2}manage list +列出记忆/,
    ],
    ["help hook", /\(required\)|^Answer a hook event/, /^响应 agent 的钩子事件/],
  ] as const;
  for (const [words, en, zh] of HELP) {
    assert.match((await call(words, { lang: "en" })).out, en, words);
    assert.match((await call(words, { lang: "zh" })).out, zh, words);
    assert.match((await call(words, { lang: "zh", out: false })).out, zh, words);
    assert.match(JSON.parse((await call(`${words} --json`, { lang: "zh", out: false })).out).data, en, words);
  }
});

test("JSON is in English, whatever its reader's language is", async () => {
  const box = memoryBox({ empty: true });
  const calls = [
    ["init", "--skip-model", "--dry-run"],
    ["init", "--skip-model"],
    ["save", "fact", "--content", "The cache is Redis"],
    ["export", "--output", "a.json"],
    ["import", "--input", "a.json"],
    ["import", "--input", "a.json", "--mode", "replace"],
    ["search", "Redis"],
    ["search", "Redis", "--method", "vector"],
    ["manage", "list"],
    ["manage", "stats"],
    ["manage", "delete", "--keyword", "Redis"],
    ["manage", "delete", "--keyword", "Redis", "--purge"],
    ["manage", "cleanup", "--older-than", "1"],
    ["manage", "delete", "--id", "log-000000001-aaaa"],
    ["doctor", "--deep"],
    ["intent", "remember that the cache is Redis"],
    ["model", "status"],
    ["config", "set", "nothing.of.this", "1"],
    ["disable"],
    ["search", "Redis"],
    ["uninstall", "--dry-run"],
    ["uninstall", "--purge"],
    ["uninstall"],
  ];
  for (const words of calls) {
    const { stdout } = await box.run([...words, "--json"], { env: { LANG: "zh_CN.UTF-8" } });
    assert.equal(typeof JSON.parse(stdout), "object");
    assert.doesNotMatch(stdout, /\p{Script=Han}/u, words.join(" "));
  }
});

test("JSON is in English, whatever the languages of project and terminal are", async () => {
  const box = memoryBox({ empty: true });
  const env = { LANG: "zh_CN.UTF-8" };
  await box.run(["init", "--agent", "claude", "--agent", "cursor", "--lang", "zh", "--skip-model"], { env });
  await box.run(["save", "fact", "--content", "Sessions live in Redis"], { env });
  await box.run(["save", "summary", "--topic", "Queue", "--summary", "Retries.", "--todo", "Test it"], { env });
  const calls = [
    ...["init --dry-run", "init", "save fact --content Sessions_live_in_Redis", "save fact", "save {}", "save []"],
    ...["search Redis", "search Redis --explain", "search zzz", "search --days x", "manage list", "manage stats"],
    ...["manage delete --keyword Redis", "manage delete --keyword Redis --purge", "manage delete --all"],
    ...["manage delete --id nope", "manage edit --id nope --content a", "manage restore --id nope", "manage log"],
    ...["doctor", "doctor --deep", "config show", "config validate", "config set foo 1", "config set auto_save maybe"],
    ...["manage cleanup --older-than 1", "manage cleanup", "manage undo --list", "manage undo op-1", "done nope"],
    ...["uninstall --dry-run", "uninstall --purge", "manage backups", "manage consolidate --dry-run", "note list"],
    ...["intent Hello", "intent Fix_the_login", "note show nope", "note check", "note propose {}", "trust", "nope"],
    ...["model verify", "import --input /nope", "import --input .", "disable", "search Redis", "enable", "sync --nope"],
  ];
  for (const call of calls) {
    const { stdout } = await box.run([...call.split(" "), "--json"], { env });
    assert.doesNotMatch(stdout, /[\p{Script=Han}，。：；“”（）]/u, call);
  }
});

test("an error names the scope only where one was chosen", async () => {
  const box = memoryBox();
  const error = async (...words: string[]) => (await box.run(words)).stderr;
  assert.match(await error("manage", "edit", "--id", "nope", "--content", "a"), /There is no record nope$/m);
  assert.match(await error("manage", "delete", "--keyword", "nope"), /: Nothing matches$/m);
  assert.match(await error("manage", "delete", "--id", "a", "--scope", "facts"), /no record a in scope facts$/m);
});
