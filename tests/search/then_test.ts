/** What names a time or asks for what is open, through the compiled binary; records lie on days before today. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";

const DAY_MS = 86_400_000;

/** A local day so many days ago, at noon in Shanghai. */
function noon(daysAgo: number): string {
  const day = new Date(Date.now() + 8 * 3_600_000 - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return `${day}T04:00:00.000Z`;
}

const ZONE = { env: { TZ: "Asia/Shanghai" } };

/** A memory with a fact on each of some days ago. */
function remembering(facts: Readonly<Record<number, string>>): Box {
  const box = memoryBox();
  const lines = Object.entries(facts).map(([daysAgo, content], at) => ({
    id: `log-10000000${at}-abcd`,
    type: "fact",
    memory_type: "W",
    content,
    entities: [],
    confidence: 0.8,
    timestamp: noon(Number(daysAgo)),
    source: { session: `s-${daysAgo}` },
  }));
  mkdirSync(join(box.data, "daily"), { recursive: true });
  for (const line of lines) {
    writeFileSync(join(box.data, "daily", `${line.timestamp.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`);
  }
  return box;
}

async function found(box: Box, ...query: string[]): Promise<Json> {
  const { stdout } = await box.run(["search", ...query, "--method", "fts", "--json"], ZONE);
  return JSON.parse(stdout);
}

const contents = ({ results }: Json): string[] => results.map(({ content }: Json) => content);

test("a day alone finds what was saved then, whatever it says, and nothing else", async () => {
  const box = remembering({ 0: "Today's", 1: "The gateway retries", 2: "Exports are nightly" });
  for (const query of ["yesterday", "昨天", "what did we do yesterday?", "昨天都干了啥", noon(1).slice(0, 10)]) {
    assert.deepEqual(contents(await found(box, query)), ["The gateway retries"], query);
  }
  assert.deepEqual(contents(await found(box, "前天")), ["Exports are nightly"]);
});

test("a search since a day, or from one day to another, finds all that was saved in that time", async () => {
  const box = remembering({ 0: "Today's", 2: "Exports are nightly", 4: "The gateway retries" });
  const day = (daysAgo: number) => noon(daysAgo).slice(0, 10);
  for (const query of [`since ${day(2)}`, `${day(2)}以来`, `what did we do since ${day(2)}?`]) {
    assert.deepEqual(contents(await found(box, query)).slice(0, 2), ["Today's", "Exports are nightly"], query);
  }
  for (const query of [`from ${day(4)} to ${day(2)}`, `从${day(4)}到${day(2)}`]) {
    assert.deepEqual(
      contents(await found(box, query)).slice(0, 2),
      ["Exports are nightly", "The gateway retries"],
      query,
    );
  }
});

// They gave the month itself.
test("a search since or before a month finds all that was saved since it began, or before", async () => {
  const box = remembering({ 0: "Today's", 70: "Exports are nightly", 140: "The gateway retries" });
  const date = new Date(noon(70));
  const month = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(date);
  const number = date.getUTCMonth() + 1;
  for (const query of [`since ${month}`, `${number} 月以来`, `自 ${number} 月起`, `what did we do since ${month}?`]) {
    assert.deepEqual(contents(await found(box, query)), ["Today's", "Exports are nightly"], query);
  }
  for (const query of [`before ${month}`, `${number} 月以前`, `what did we do before ${month}?`]) {
    assert.deepEqual(contents(await found(box, query)), ["The gateway retries"], query);
  }
  const { hint } = await found(remembering({ 0: "Today's" }), `before ${month}`);
  assert.match(hint, /^Nothing was saved up to /);
});

test("a record that names the day stands behind those that were saved then", async () => {
  const box = remembering({ 1: "The gateway retries", 9: `Until ${noon(1).slice(0, 10)} the old gateway stays` });
  assert.deepEqual(contents(await found(box, noon(1).slice(0, 10))), [
    "The gateway retries",
    `Until ${noon(1).slice(0, 10)} the old gateway stays`,
  ]);
});

// An incident is often noted a day later, and stood behind what happened to be saved on its day: nowhere.
test("a question for what happened on a date also finds what names that date, behind what was saved then", async () => {
  const box = remembering({
    3: "Pagination is by cursor",
    2: `Outage on ${named(3, "en-GB")}: the cache lost its keys`,
    1: `${named(3, "zh-CN")}缓存丢了全部键`,
  });
  for (const query of [`what happened on ${named(3, "en-GB")}?`, `${named(3, "zh-CN")}发生了什么`]) {
    const told = contents(await found(box, query));
    assert.equal(told[0], "Pagination is by cursor", query);
    assert.ok(told.some((content) => /Outage/.test(content)) && told.some((content) => /缓存/.test(content)), query);
  }
});

/** The day so many days ago, as people write it: “27 November”, 11月27日. */
function named(daysAgo: number, locale: string): string {
  const options = { day: "numeric", month: "long", timeZone: "Asia/Shanghai" } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(noon(daysAgo)));
}

test("a day beside other words puts first what was saved then; the rest follows", async () => {
  const box = remembering({ 1: "The pool times out after 30 s", 30: "The pool has 10 connections", 2: "Exports run" });
  assert.deepEqual(contents(await found(box, "pool yesterday")), [
    "The pool times out after 30 s",
    "The pool has 10 connections",
  ]);
  assert.equal(contents(await found(box, "昨天 pool"))[0], "The pool times out after 30 s");
  const { results: [first] } = await found(box, "pool yesterday", "--explain");
  assert.equal(first.explain.time, 2);
});

// The digits of the date found whatever holds a 10 or a 20, and a date counted as a day to come.
test("a date alone or beside other words finds what was saved then or names it, and nothing by its digits", async () => {
  const saved = new Date(Date.now() + 8 * 3_600_000 - 12 * DAY_MS);
  const [year, month, day] = [saved.getUTCFullYear(), saved.getUTCMonth() + 1, saved.getUTCDate()];
  const date = noon(12).slice(0, 10);
  const english = `${day} ${saved.toLocaleString("en", { month: "long", timeZone: "UTC" })}`;
  const box = remembering({
    12: "Meeting 13: GraphQL accepted",
    10: `Meeting ${day}: contract tests accepted`,
    5: `Bastion host is ${month}.${day}.30.40`,
    4: `Node ${day}.${month} or later`,
    3: `The backup is called dump-${date}.sql`,
    2: `${year}年${month}月${day}日起停用旧网关`,
  });
  for (
    const query of [
      `meeting on ${date}`,
      `meeting ${english}`,
      `${month}月${day}日 meeting`,
      `the weekly meeting of the team on ${date}`,
    ]
  ) {
    const { results, hint, total } = await found(box, query);
    assert.equal(results[0].content, "Meeting 13: GraphQL accepted", query);
    assert.ok(!contents({ results }).some((content) => /Bastion|Node/.test(content)), query);
    assert.deepEqual([hint, total], [undefined, results.length], query);
  }
  for (const query of [date, english, `${month}月${day}日`]) {
    const [first, ...others] = contents(await found(box, query));
    assert.equal(first, "Meeting 13: GraphQL accepted", query);
    assert.ok(others.every((content) => /dump|旧网关/.test(content)), `${query}: ${others}`);
  }
  assert.equal(contents(await found(box, date)).length, 3);
});

// "last" of "last week" found every record that holds the word.
test("a time without records finds nothing by its words, and beside others says that the hits are not of it", async () => {
  const box = remembering({ 0: "CSV import skips the last row of a week", 40: "The last bug of the import is fixed" });
  for (const query of ["two weeks ago", "the week before last", "上上周"]) {
    const { results, hint } = await found(box, query);
    assert.deepEqual(results, [], query);
    assert.match(hint, /^Nothing was saved from .*nearest days/, query);
  }
  for (const query of ["import bug the week before last", "上上周的 import bug"]) {
    const { results, hint } = await found(box, query);
    assert.equal(results[0].content, "The last bug of the import is fixed", query);
    assert.match(hint, /^None of these was saved from /, query);
  }
  const { hint } = await found(box, "import today");
  assert.equal(hint, undefined);
});

test("a time that only stands in work text finds like any word", async () => {
  const box = remembering({ 1: "The gateway retries", 5: "The yesterday button lies in the date picker" });
  for (const query of ["yesterday button", "add a yesterday button", '"yesterday"']) {
    assert.deepEqual(contents(await found(box, query)), ["The yesterday button lies in the date picker"], query);
  }
});

test("what a rule says of a weekday is found on whose last day nothing was saved", async () => {
  const box = remembering({ 0: "Deploys happen on Mondays and Thursdays" });
  // Of the two days one at least is not today, so that nothing was saved on its last one.
  const days = ["monday", "thursday"].filter((name) => {
    const today = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "Asia/Shanghai" }).format(new Date());
    return today.toLowerCase() !== name;
  });
  for (const query of days.flatMap((day) => [day, `deploy ${day}`, `${day} deploys`])) {
    assert.deepEqual(contents(await found(box, query)), ["Deploys happen on Mondays and Thursdays"], query);
  }
  const { results, hint } = await found(box, "what did we do yesterday?");
  assert.deepEqual([results, /^Nothing was saved on /.test(hint)], [[], true]);
});

// Once anything was saved on the last Tuesday, "deploy tuesday" gave that alone.
test("a weekday beside a word finds what was saved then and what the word finds, first what is of both", async () => {
  const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(new Date(noon(3)));
  const box = remembering({
    3: "Pool size is 40",
    12: `We deploy on ${weekday}s only`,
    15: "Deploy scripts lie in ops/",
    18: "The team speaks English",
  });
  for (const query of [`deploy ${weekday.toLowerCase()}`, `deploy on ${weekday}`, `${weekday} deploy`]) {
    const { results, total } = await found(box, query);
    assert.deepEqual(contents({ results }), [
      `We deploy on ${weekday}s only`,
      "Pool size is 40",
      "Deploy scripts lie in ops/",
    ], query);
    assert.equal(total, 3);
  }
  const asked = await found(box, `what did we deploy on ${weekday}?`);
  assert.deepEqual(contents(asked), ["Pool size is 40"]);
});

test("a day on which nothing was saved says so, and which days have records", async () => {
  const box = remembering({ 1: "The gateway retries", 3: "Exports are nightly" });
  const { results, days, hint } = await found(box, "前天");
  assert.deepEqual(results, []);
  assert.deepEqual(days, [1, 3].map((ago) => ({ day: noon(ago).slice(0, 10), records: 1 })));
  assert.match(hint, new RegExp(`^Nothing was saved on ${noon(2).slice(0, 10)}; nearest days`));
  const ran = await box.run(["search", "前天"], { env: { ...ZONE.env, LANG: "zh_CN.UTF-8" } });
  assert.equal(ran.code, 1);
});

test("open to-dos are found before what shares the words, by an id that closes them, and closed ones no more", async () => {
  const box = remembering({ 1: "待办列表按截止时间排序" });
  await box.json([
    "save",
    "summary",
    "--session",
    "a",
    "--topic",
    "Pool",
    "--summary",
    "Measured",
    "--todo",
    "load-test",
  ]);
  await box.json(["save", "summary", "--session", "b", "--todo", "写迁移脚本"]);
  for (const query of ["待办", "what is still open?", "todo", "还有啥没做完"]) {
    const { results } = await found(box, query);
    const todos = results.filter(({ type }: Json) => type === "todo").map(({ content }: Json) => content);
    assert.deepEqual(todos.toSorted(), ["load-test", "写迁移脚本"], query);
    assert.ok(results.slice(0, 2).every(({ type }: Json) => type === "todo"), query);
  }
  assert.ok(contents(await found(box, "待办")).includes("待办列表按截止时间排序"));
  const { results: [first] } = await found(box, "待办");
  await box.json(["done", first.id]);
  assert.ok(!contents(await found(box, "待办")).includes(first.content));
  assert.ok(!contents(await found(box, "待办", "--type", "fact")).includes("load-test"));
  await box.run(["undo"]);
  assert.ok(contents(await found(box, "待办")).includes(first.content));
});

test("a word that may be any word finds no to-dos, and many to-dos leave room for what shares the word", async () => {
  const box = remembering({ 1: "The port is open", 2: "The todo app is built with Vite" });
  const parts = ["importer", "exporter", "gateway", "scheduler", "printer", "mailer", "crawler", "ledger", "cache"];
  const todos = parts.flatMap((part) => ["--todo", `measure how the ${part} behaves`]);
  await box.json(["save", "summary", "--session", "a", ...todos]);
  assert.deepEqual(contents(await found(box, "open")), ["The port is open"]);
  const { results } = await found(box, "todo", "--max-results", "5");
  assert.equal(results.length, 5);
  assert.equal(results.at(-1).content, "The todo app is built with Vite");
});

test("a query for to-dos about a thing finds those of it first, in either language, and no others", async () => {
  const box = remembering({ 1: "Album export is a zip that is streamed" });
  const todos = ["Progress bar for the album export", "给导出加超时测试", "Measure the speed of the mailer"];
  await box.json(["save", "summary", "--session", "a", ...todos.flatMap((todo) => ["--todo", todo])]);
  for (const query of ["todo export", "导出 待办", "to-dos about the export", "导出的待办"]) {
    const { results } = await found(box, query);
    assert.deepEqual(contents({ results: results.slice(0, 2) }), todos.slice(0, 2), query);
    assert.ok(results.slice(2).every(({ type }: Json) => type !== "todo"), query);
  }
  for (const query of ["TODO comments", "todo list component", "export"]) {
    const { results } = await found(box, query);
    assert.ok(results.every(({ type }: Json) => type !== "todo"), query);
  }
});

// A to-do seldom says again what its session was about.
test("to-dos are found by the topic of their session, by whatever asks for what is open of it, also at a prompt", async () => {
  const box = remembering({ 1: "Harbourlink has one 400 A feeder", 2: "Refunds are booked at night" });
  const todos = ["Order spare RFID cards", "Train the two dispatchers"];
  const given = todos.flatMap((todo) => ["--todo", todo]);
  await box.json([
    "save",
    "summary",
    "--session",
    "a",
    "--topic",
    "Harbourlink rollout",
    "--summary",
    "SAML",
    ...given,
  ]);
  await box.json([
    "save",
    "summary",
    "--session",
    "b",
    "--topic",
    "大促压测",
    "--summary",
    "脚本好了",
    "--todo",
    "扩容 Redis",
  ]);
  for (
    const [query, wanted] of [
      ["todo Harbourlink", todos],
      ["open to-dos for Harbourlink", todos],
      ["what is still open for Harbourlink?", todos],
      ["大促还有哪些待办", ["扩容 Redis"]],
    ] as const
  ) {
    const { results } = await found(box, query);
    assert.deepEqual(contents({ results: results.filter(({ type }: Json) => type === "todo") }), wanted, query);
    assert.ok(results.slice(0, wanted.length).every(({ type }: Json) => type === "todo"), query);
  }
  assert.ok((await found(box, "what is open for refunds?")).results.every(({ type }: Json) => type !== "todo"));
  const asked = { prompt: "what is still open for Harbourlink?", session_id: "s-9" };
  const told = contextOf(await box.hook("claude", "UserPromptSubmit", { cwd: box.project, ...asked }));
  assert.ok(todos.every((todo) => told.includes(todo)) && !told.includes("Redis"), told);
});

test("the compiled hook answers a question about a day, for what is open and where the last session ended", async () => {
  const box = remembering({ 1: "The gateway retries", 5: "Exports are nightly" });
  await box.json([
    "save",
    "summary",
    "--session",
    "a",
    "--topic",
    "Pool",
    "--summary",
    "Measured",
    "--todo",
    "load-test",
  ]);
  const told = async (prompt: string, session_id: string) => {
    const event = { session_id, cwd: box.project, hook_event_name: "UserPromptSubmit", prompt };
    const reply = await box.hook("claude", "UserPromptSubmit", event, ZONE);
    return contextOf(reply);
  };
  const day = await told("昨天都干了啥", "s-1");
  assert.match(day, /^<memory-notes [\s\S]*The gateway retries/);
  assert.doesNotMatch(day, /nightly/);
  assert.match(await told("what is still open?", "s-2"), /load-test/);
  assert.match(await told("接着做", "s-3"), /load-test[\s\S]*Pool \(/);
  assert.equal(await told("add a yesterday button to the toolbar", "s-4"), "");
});

// It was given the last session alone, whatever that was about.
test("a question for the last time behind a clause that names a subject is answered about that, too", async () => {
  const box = remembering({ 5: "The login loop came from clock skew on the kiosk", 6: "取件屏闪是显卡驱动太旧" });
  await box.json(["save", "summary", "--session", "a", "--topic", "Firmware", "--summary", "Tested 2.7"]);
  const told = async (prompt: string, session_id: string) => {
    const event = { session_id, cwd: box.project, hook_event_name: "UserPromptSubmit", prompt };
    return contextOf(await box.hook("claude", "UserPromptSubmit", event, ZONE));
  };
  const prompts = [
    "kiosk login loops again, what was it last time?",
    "login loop on the kiosk again. how did we fix it last time?",
  ];
  for (const [at, prompt] of prompts.entries()) assert.match(await told(prompt, `s-${at}`), /clock skew/, prompt);
  assert.match(await told("取件屏又闪了，上次怎么弄的？", "s-zh"), /显卡驱动/);
  assert.doesNotMatch(await told("good morning, where did we leave off last time?", "s-plain"), /clock skew/);
});

// The word "rule" stood in no record, so that half of the question was not covered.
test("a question for the rule about a matter is compared by the matter alone", async () => {
  const box = memoryBox();
  const save = (content: string, ...labels: string[]) =>
    box.json(["save", "fact", "--type", "O", "--content", content, "--entities", labels.join(",")]);
  await save("Amounts are integer cents, never float", "money", "金额");
  await save("Branch names begin with initials", "naming convention");
  const told = async (prompt: string, session_id: string) => {
    const event = { session_id, cwd: box.project, hook_event_name: "UserPromptSubmit", prompt };
    return contextOf(await box.hook("claude", "UserPromptSubmit", event, ZONE));
  };
  const prompts = [
    "what are the rules for money?",
    "what's our rule for money?",
    "whats our money policy",
    "金额有什么规矩？",
  ];
  for (const [at, prompt] of prompts.entries()) assert.match(await told(prompt, `s-${at}`), /integer cents/, prompt);
  for (const [at, prompt] of ["is there a convention for retries?", "有没有规定图片放哪？"].entries()) {
    assert.equal(await told(prompt, `s-none-${at}`), "", prompt);
  }
});

test("an order to search for a word and a weekday is told what is about the word besides that day", async () => {
  const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(new Date(noon(3)));
  const box = remembering({ 3: "Pool size is 40", 12: `We deploy on ${weekday}s only` });
  const event = { session_id: "s-1", cwd: box.project, hook_event_name: "UserPromptSubmit" };
  const prompt = `search memory: deploy ${weekday.toLowerCase()}`;
  const context = contextOf(await box.hook("claude", "UserPromptSubmit", { ...event, prompt }, ZONE));
  assert.match(context, /Pool size[^]*We deploy on/);
});

test("to-dos of a folder that somebody else brought are marked as such, in a search and in the list", async () => {
  const box = memoryBox();
  const theirs = {
    id: "sum-100000000-abcd",
    type: "summary",
    session_id: "theirs",
    topic: "Keys",
    summary: "Keys were made",
    todos: ["rotate the signing keys"],
    timestamp: noon(1),
  };
  const clone = join(box.home, "clone");
  const data = join(clone, ".claude", "skills", "memory-data");
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "sessions.jsonl"), `${JSON.stringify(theirs)}\n`);
  const read = async (...words: string[]) =>
    JSON.parse((await box.run([...words, "--project-path", clone, "--json"], ZONE)).stdout);
  const { results: [first] } = await read("search", "todo", "--method", "fts");
  assert.deepEqual([first.content, first.others], ["rotate the signing keys", true]);
  const { data: { todos: [listed] } } = await read("manage", "list", "--todos");
  assert.deepEqual([listed.todo, listed.others], ["rotate the signing keys", true]);
});

test("the last session is found by that name", async () => {
  const box = remembering({ 1: "The gateway retries" });
  await box.json(["save", "summary", "--session", "a", "--topic", "Pool", "--summary", "Measured the pool"]);
  assert.match(contents(await found(box, "上次会话"))[0] ?? "", /^Pool\nMeasured the pool/);
});
