/** Of two records that contradict each other only the newer is to be followed. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { dayBefore, prompt, remember, start } from "../settings_box.ts";

const followed = (context: string) => /<memory-conventions[\s\S]*?<\/memory-conventions/.exec(context)?.[0] ?? "";
const outdatedIn = (context: string) => context.split(/## (?:Probably outdated|可能已过时).*\n/)[1] ?? "";

/** Rules that the user stated, each a day after the one before. */
function rules(box: Box, ...contents: string[]): void {
  contents.forEach((content, at) => remember(box, contents.length - at, [content], { memory_type: "O" }));
}

async function saved(box: Box, content: string, ...more: string[]) {
  return (await box.json(["save", "fact", "--content", content, ...more])).data;
}

test("a prompt that calls for two contradicting rules is given the newer one alone", async () => {
  for (
    const [older, newer, asked, old, now] of [
      [
        "Commit messages of this project are written in Chinese",
        "Commit messages of this project are written in English",
        "Which language are the commit messages of this project written in?",
        /Chinese/,
        /English/,
      ],
      ["提交信息一律用中文写", "提交信息一律用英文写", "我们的提交信息用什么语言写？", /中文写/, /英文写/],
      [
        "The importer of invoices talks to the bank through Stripe",
        "The importer of invoices talks to the bank through Adyen",
        "How does the importer of invoices talk to the bank?",
        /Stripe/,
        /Adyen/,
      ],
    ] as const
  ) {
    const box = memoryBox();
    rules(box, older, newer);
    const given = await prompt(box, asked);
    assert.match(given, now);
    assert.doesNotMatch(given, old);
  }
});

// A hook marked the decision, and the search put it first.
test("a search has a summary behind the fact that outdates one of its decisions, and says so", async () => {
  const box = memoryBox();
  const summary = ["--topic", "Uploads", "--summary", "Upload form done", "--decision", "Files are stored in S3"];
  await box.json(["save", "summary", "--session", "s-1", ...summary, "--decision", "Uploads are limited to 10 MB"]);
  const { id } = await saved(box, "Uploads are limited to 20 MB", "--type", "W");
  const { results } = await box.json(["search", "upload limit"]);
  assert.deepEqual(
    results.map(({ type, outdated_by }: Json) => [type, outdated_by]),
    [["fact", undefined], ["summary", id.slice(-4)]],
  );
});

// Only the second record contradicts the first in words, and the third replaces it.
test("what a replaced record had put out of force stays so, by the record that took its place", async () => {
  const box = memoryBox();
  const first = "The event store is Postgres";
  await saved(box, first, "--type", "W", "--entities", "event store,Postgres");
  const middle = await saved(box, "The event store is MongoDB, Postgres was too slow", "--type", "W");
  const last = "Events moved to Kafka with compacted topics";
  const { id } = await saved(box, last, "--type", "W", "--entities", "event store,Kafka", "--supersedes", middle.id);
  const mark = id.slice(-4);
  // Right after the save, and once a start has compared the lines, with what it knew of them and without.
  const given = await prompt(box, "what is the event store in Postgres for?");
  assert.match(given, new RegExp(`Kafka[\\s\\S]*${first}.*⚠ .*${mark}`));
  assert.match(outdatedIn(await start(box)), new RegExp(`${first} .*⚠ ${mark}`));
  await box.json(["manage", "index", "rebuild"]);
  assert.match(outdatedIn(await start(box)), new RegExp(`${first} .*⚠ ${mark}`));
  const { results } = await box.json(["search", "Postgres event store"]);
  assert.deepEqual(results.map(({ content }: Json) => content), [last, first]);
  assert.equal(results[1].outdated_by, mark);
});

test("a record is not outdated by one that says the same again, in place of what said otherwise", async () => {
  const box = memoryBox();
  await saved(box, "The packages are installed with npm", "--type", "W");
  const { id, changes } = await saved(box, "The packages are installed with pnpm", "--type", "W");
  assert.equal(changes.length, 1);
  await saved(box, "npm after all, the lock file of pnpm confused the deploy", "--type", "W", "--supersedes", id);
  assert.equal(outdatedIn(await start(box)), "");
});

test("a record of which a later one changes a part is told behind it, marked, also where the later one was told", async () => {
  for (
    const [older, newer, asked, kept] of [
      [
        "Redis runs on port 6379 and Postgres on 5432",
        "Postgres runs on port 5433",
        "Which port does Redis run on?",
        /6379.*⚠/,
      ],
      [
        "Log level is info in production and debug in staging",
        "Log level is trace in staging",
        "What is the log level in production?",
        /info.*⚠/,
      ],
      ["Redis 的端口是 6379，Postgres 的端口是 5432", "Postgres 的端口是 5433", "Redis 的端口是多少？", /6379.*⚠/],
    ] as const
  ) {
    const box = memoryBox();
    remember(box, 2, [older]);
    assert.match((await saved(box, newer)).hint, /still holds/);
    const given = await prompt(box, asked);
    assert.match(given, kept);
    assert.ok(given.indexOf(newer) < given.indexOf(older), given);
  }
  const box = memoryBox();
  remember(box, 1, ["Postgres runs on port 5433"]);
  assert.match(await prompt(box, "Which port does Postgres run on?"), /5433/);
  remember(box, 2, ["Redis runs on port 6379 and Postgres on 5432"]);
  assert.match(await prompt(box, "Which port does Redis run on?"), /6379.*⚠/);
});

test("at a prompt a newer text of a stranger's repository puts no record of the person's own out of force", async () => {
  const box = memoryBox({ empty: true });
  const own = "The importer of invoices talks to the bank through Stripe";
  await saved(box, own, "--layer", "global");
  remember(box, 0, [own.replace("Stripe", "Adyen")]);
  const given = await prompt(box, "How does the importer of invoices talk to the bank?");
  assert.match(given, /Stripe/);
});

test("of records about things with different names, regions or numbers, a prompt gets the one that it names", async () => {
  for (
    const [first, second, asked, named] of [
      [
        "The EU west cluster of the shop has 12 nodes",
        "The US west cluster of the shop has 8 nodes",
        "How many nodes does the EU west cluster of the shop have?",
        /12 nodes/,
      ],
      [
        "Branch 1 of the library closes at 18:00",
        "Branch 2 of the library closes at 20:00",
        "When does branch 1 of the library close?",
        /18:00/,
      ],
      [
        "The worker web-1 listens on port 8080",
        "The worker web-2 listens on port 8081",
        "Which port does the worker web-1 listen on?",
        /8080/,
      ],
      ["1 号仓库的盘点时间是周三", "2 号仓库的盘点时间是周五", "1 号仓库的盘点时间是什么时候？", /周三/],
      ["测试环境的数据库端口是 5433", "生产环境的数据库端口是 5432", "测试环境的数据库端口是多少？", /5433/],
    ] as const
  ) {
    const box = memoryBox();
    remember(box, 2, [first]);
    const { changes } = await saved(box, second);
    assert.equal(changes, undefined, second);
    assert.match(await prompt(box, asked), named);
    assert.equal(outdatedIn(await start(box)), "", second);
  }
});

test("all rules of a start are compared with each other, not only the first few", async () => {
  const box = memoryBox();
  const others = Array.from({ length: 40 }, (_, at) => `${WORDS[at]} reports are kept by ${WORDS[at + 40]}`);
  rules(box, "Indent Makefiles with tabs", ...others, "Indent Makefiles with two spaces");
  const given = await start(box);
  assert.doesNotMatch(followed(given), /with tabs/);
  assert.match(followed(given), /two spaces/);
});

const WORDS = [..."abcdefghijklmnopqrst"].flatMap((one) =>
  ["ando", "elix", "umar", "orin"].map((two) => `${one}${two}`)
);

test("a start leaves out a decision of the last session that a fact has changed", async () => {
  const box = memoryBox();
  const words = ["save", "summary", "--topic", "Sessions", "--summary", "Where sessions are kept was settled"];
  await box.json([...words, "--decision", "Sessions are kept in Redis", "--session", "c-1"]);
  assert.match(await start(box), /kept in Redis/);
  await saved(box, "Sessions are kept in PostgreSQL");
  const given = await start(box);
  assert.match(given, /PostgreSQL/);
  assert.doesNotMatch(given, /Redis/);
});

test("of two contradicting rules in two languages only one is to be followed, though they share no word", async () => {
  for (
    const [older, newer] of [
      ["代码注释用英文", "Comments in the code are written in Chinese"],
      ["Logs are kept for 30 days", "日志只保留七天"],
    ] as const
  ) {
    const box = memoryBox();
    rules(box, older, newer);
    const given = await start(box);
    assert.ok(followed(given).includes(newer), given);
    assert.ok(!followed(given).includes(older), given);
    assert.ok(outdatedIn(given).includes(older), given);
  }
});

// The name and its “never use” were read as one value, so the commonest contradiction was none.
test("using a thing and no longer using it contradict each other, at a save, a start and a search", async () => {
  for (
    const [older, newer, query] of [
      ["We use Redux", "We no longer use Redux", "redux"],
      ["Use npm", "Never use npm", "npm"],
      ["Use npm", "Use pnpm", "npm pnpm"],
      ["We use Sentry for errors", "We dropped Sentry for errors", "sentry errors"],
      ["接口用驼峰命名", "接口不用驼峰命名", "接口命名"],
      ["消息队列用 Kafka", "消息队列弃用 Kafka", "消息队列"],
    ] as const
  ) {
    const box = memoryBox();
    rules(box, older);
    const { changes } = await saved(box, newer, "--type", "O");
    assert.deepEqual(changes?.map(({ content }: Json) => content), [older], newer);
    const given = await start(box);
    assert.ok(followed(given).includes(newer), given);
    assert.ok(!followed(given).includes(`${older} `), given);
    assert.ok(outdatedIn(given).includes(older), given);
    const { results } = await box.json(["search", query]);
    const isOutdated = results.find(({ content }: Json) => content === older)?.outdated_by !== undefined;
    assert.ok(isOutdated, JSON.stringify(results));
  }
});

test("the answer to a save names the record of which it changes a name, a date or a choice", async () => {
  for (
    const [older, newer] of [
      ["The beta is due on March 3", "The deadline of the beta is March 17"],
      ["Payments go through Stripe", "We process payments with Adyen"],
      ["Payments go through Stripe", "支付改用 Adyen"],
      ["值班人是小王", "值班改由小李负责"],
      ["注册时手机号必填", "注册时手机号选填"],
      ["Standup is at 9:30", "Standup starts at 10 am"],
    ] as const
  ) {
    const box = memoryBox();
    await saved(box, older);
    const { changes = [] } = await saved(box, newer);
    assert.deepEqual(changes.map(({ content }: { content: string }) => content), [older], newer);
  }
});

// A prompt that shared its words with the older record alone was told that one, unmarked.
test("a prompt that calls for an outdated record is told the later one before it, and by which it is outdated", async () => {
  for (
    const [older, newer, ask] of [
      ["The API listens on port 8080", "The API listens on port 9090 now", "where does the backend listen?"],
      ["接口的超时是 30 秒", "接口的超时改成 60 秒", "后端多久会断开？"],
    ] as const
  ) {
    const box = memoryBox();
    await saved(box, older, "--type", "B", "--entities", "backend", "--asks", ask);
    const { id } = await saved(box, newer, "--type", "W");
    const at = async () => await prompt(box, ask);
    const told = await at();
    assert.ok(told.includes(newer) && told.indexOf(newer) < told.indexOf(older), told);
    assert.match(told, new RegExp(`⚠ [^\\n]*${id.slice(-4)}`));
    await start(box);
    assert.equal((await at()).includes(newer), true, "a start takes no mark away");
    await box.json(["delete", id, "--confirm"]);
    assert.doesNotMatch(await at(), /⚠/, "what is gone outdates nothing");
  }
});

test("an older record is not told alone in a session that has a later one about the same matter", async () => {
  for (
    const [older, newer, ask] of [
      ["前端联调找阿 May", "前端联调改找大刘，阿 May 休产假", "联调找谁"],
      [
        "Sessions live in Redis with a TTL of 300 seconds; Postgres was the bottleneck",
        "The session TTL is 900 seconds now: people were logged out in the middle of checkout",
        "what is the session ttl?",
      ],
    ] as const
  ) {
    const box = memoryBox();
    remember(box, 20, [older]);
    await saved(box, newer, "--type", "W");
    const hook = async (name: string, more: object) =>
      contextOf(
        await box.hook("claude", name, { session_id: "s-1", cwd: box.project, hook_event_name: name, ...more }),
      );
    assert.match(await hook("SessionStart", { source: "startup" }), new RegExp(newer));
    const told = await hook("UserPromptSubmit", { prompt: ask });
    assert.ok(told.includes(newer) && told.indexOf(newer) < told.indexOf(older), told);
  }
});

test("a later record takes the place of an old one that sessions used, where a start tells what was used", async () => {
  const box = memoryBox();
  await box.run(["config", "set", "auto_save", "false"]);
  const [older, newer] = ["Unpaid orders are closed after 30 minutes", "Unpaid orders are closed after 15 minutes now"];
  remember(box, 20, [older]);
  for (const session of ["s-1", "s-2", "s-3"]) {
    const hook = (name: string, more: object) =>
      box.hook("claude", name, { session_id: session, cwd: box.project, hook_event_name: name, ...more });
    assert.match(contextOf(await hook("UserPromptSubmit", { prompt: "When are unpaid orders closed?" })), /30 minutes/);
    await hook("Stop", {
      last_assistant_message: "Unpaid orders are closed after 30 minutes.",
      stop_hook_active: true,
    });
    await hook("SessionEnd", { reason: "other" });
  }
  assert.match(await start(box), /30 minutes/);
  const { changes } = await saved(box, newer);
  assert.equal(changes.length, 1);
  const file = `daily/${dayBefore(0)}.jsonl`;
  // It was saved two weeks ago.
  const [{ timestamp }] = box.lines(file);
  box.write(file, box.read(file).replace(timestamp, `${dayBefore(14)}T10:00:00.000Z`));
  const told = await start(box);
  assert.match(told, /15 minutes/);
  assert.doesNotMatch(told, /30 minutes/);
});

test("what the user says against their own rule, without naming a type, is a rule: search, start and prompt agree", async () => {
  for (
    const [older, newer] of [
      ["Only pnpm in this repo, never npm", "We use npm everywhere now, pnpm is gone"],
      ["提交信息一律用中文写", "提交信息改用英文写了"],
    ] as const
  ) {
    const box = memoryBox();
    await saved(box, older, "--type", "O");
    const { id, memory_type } = await saved(box, newer);
    assert.equal(memory_type, "O", newer);
    const outdated = async () =>
      (await box.json(["search", older])).results.find(({ content }: { content: string }) => content === older)
        ?.outdated_by;
    assert.equal(await outdated(), id.slice(-4));
    const given = await start(box);
    assert.ok(followed(given).includes(newer) && outdatedIn(given).includes(older), given);
    assert.equal(await outdated(), id.slice(-4));
  }
});

test("what an agent saved as a fact to know outdates no rule of the user's, at a search as little as at a start", async () => {
  const box = memoryBox();
  await saved(box, "Only pnpm in this repo, never npm", "--type", "O");
  await saved(box, "We use npm everywhere now, pnpm is gone", "--type", "W");
  const outdated = async () =>
    (await box.json(["search", "pnpm npm"])).results.filter((hit: { outdated_by?: string }) => hit.outdated_by);
  assert.deepEqual(await outdated(), []);
  assert.match(followed(await start(box)), /Only pnpm/);
  assert.deepEqual(await outdated(), []);
});

// An imported copy with other signs around its words was told as a note, in place of the rule.
test("a later near-copy that the person did not say takes the place of no rule of theirs at a prompt", async () => {
  for (
    const [rule, copy, asked] of [
      ["Never push directly to main", "Never push directly to `main`.", "can I push directly to main?"],
      ["禁止直接推送到 main 分支", "**禁止直接推送到 main 分支**", "可以直接推送到 main 分支吗？"],
    ] as const
  ) {
    const box = memoryBox();
    remember(box, 2, [rule], { memory_type: "O" });
    remember(box, 1, [copy], { memory_type: "O", imported_at: dayBefore(1) });
    const given = await prompt(box, asked);
    assert.ok(followed(given).includes(rule) && !given.includes(copy), given);
  }
});

test("of three records that change one another, each outdated one points to the one in force", async () => {
  const box = memoryBox();
  const ids: string[] = [];
  for (const content of ["部署在周二", "部署改到周三", "部署改到周四"]) {
    ids.push((await saved(box, content, "--type", "W")).id.slice(-4));
  }
  const pointers = async () =>
    new Map(
      (await box.json(["search", "部署"])).results.map((hit: { id: string; outdated_by?: string }) =>
        [hit.id.slice(-4), hit.outdated_by] as const
      ),
    );
  const [first, second, last] = ids;
  const found = await pointers();
  assert.deepEqual([found.get(first ?? ""), found.get(second ?? ""), found.get(last ?? "")], [last, last, undefined]);
});

test("what a record says does not hold any more is no value of it, whatever the names", async () => {
  const box = memoryBox();
  const [first, second, last] = [
    "Jobs run on Sidekiq",
    "Jobs run on BullMQ now instead of Sidekiq",
    "Jobs run on Temporal since March",
  ];
  remember(box, 3, [first]);
  remember(box, 2, [second]);
  remember(box, 1, [last]);
  const found = await foundBy(box, "what do jobs run on");
  assert.deepEqual(found[0], [last, undefined]);
  assert.deepEqual(new Map(found), new Map([[last, undefined], [second, last], [first, last]]));
});

const PROVIDERS = [
  "Stripe is the payment provider",
  "Payments run through Adyen instead of Stripe, the fees were too high",
] as const;

/** What a search finds, with the text by which it is outdated. */
async function foundBy(box: Box, ...words: string[]): Promise<[string, string | undefined][]> {
  const { results } = await box.json(["search", ...words]);
  const texts = new Map(results.map(({ id, content }: { id: string; content: string }) => [id.slice(-4), content]));
  return results.map((hit: { content: string; outdated_by?: string }) => [
    hit.content,
    hit.outdated_by === undefined ? undefined : texts.get(hit.outdated_by) ?? hit.outdated_by,
  ]);
}

// Marks lay in the index alone, and a start compares the facts of the last days.
test("a search has the later one of two contradicting facts first, however old they are and however they came", async () => {
  const box = memoryBox();
  const [older, newer] = PROVIDERS;
  const marked = [[newer, undefined], [older, newer]];
  remember(box, 90, [older]);
  remember(box, 60, [newer]);
  assert.deepEqual(await foundBy(box, "payment provider"), marked);
  await saved(box, "Screens are drawn in Figma", "--type", "W");
  await box.json(["sync", "--rebuild"]);
  assert.deepEqual(await foundBy(box, "payment provider"), marked);
});

// The later one was put first only among those that were told.
test("a search for fewer hits than there are has the later fact in place of the outdated one", async () => {
  const box = memoryBox();
  const [older, newer] = PROVIDERS;
  for (const content of [older, "A provider of payment data sends us reports", newer]) {
    await saved(box, content, "--type", "W");
  }
  assert.deepEqual(await foundBy(box, "payment provider", "--max-results", "1"), [[newer, undefined]]);
  assert.deepEqual((await foundBy(box, "payment provider")).slice(0, 2), [[newer, undefined], [older, newer]]);
});

// What changed it was marked by the third, and so changed nothing any more.
test("a fact that was changed is not current again because its change is changed in turn", async () => {
  const box = memoryBox();
  const [first, second, third] = [
    "Payments run through Stripe",
    "Payments run through Adyen now, refunds take 3 days",
    "Refunds take 5 days",
  ];
  [first, second, third].forEach((content, at) => remember(box, 3 - at, [content]));
  const outdated = outdatedIn(await start(box));
  assert.ok(outdated.includes(first) && outdated.includes(second) && !outdated.includes(third), outdated);
  await box.json(["sync", "--rebuild"]);
  assert.deepEqual(
    new Map(await foundBy(box, "payments refunds")),
    new Map([[third, undefined], [second, third], [first, third]]),
  );
});

test("more words to find it by, consolidation and a clean-up make no overruled rule the newer one; rewording does", async () => {
  const [older, newer] = ["Release notes are written in English", "Release notes are written in German"];
  const inForce = async (box: Box) => /written in (?:English|German)/.exec(followed(await start(box)))?.[0];
  const idOf = (box: Box) => box.lines(`daily/${dayBefore(100)}.jsonl`).find(({ content }) => content === older)?.id;
  const filled = (memory_type: string) => {
    const box = memoryBox();
    remember(box, 100, [older], { memory_type });
    remember(box, 95, [newer], { memory_type });
    return box;
  };
  const edits = [["--asks", "changelog language?"], ["--when", "edit CHANGELOG.md"], ["--entities", "changelog"]];
  for (const words of edits) {
    const box = filled("O");
    assert.equal((await box.run(["edit", idOf(box), ...words])).code, 0);
    assert.equal(await inForce(box), "written in German", words.join(" "));
    await box.run(["edit", idOf(box), `${older}, always`]);
    assert.equal(await inForce(box), "written in English");
  }
  const box = filled("W");
  assert.equal((await box.json(["manage", "consolidate"])).status, "ok");
  const cleared = await box.json(["manage", "cleanup", "--older-than", "90", "--confirm"]);
  assert.equal(cleared.data.count ?? cleared.data.deleted, 2, JSON.stringify(cleared));
  const { results } = await box.json(["search", "release notes"]);
  const outdated = results.filter(({ outdated_by }: { outdated_by?: unknown }) => outdated_by !== undefined);
  assert.deepEqual(outdated.map(({ content }: { content: string }) => content), [older]);
});

test("a record is outdated by another no more once either is edited to say something else", async () => {
  const asks = "How long does a session TTL last in production?";
  for (const seen of [false, true]) {
    const box = memoryBox();
    await saved(box, "The session TTL is 900 seconds", "--type", "W");
    const { id } = await saved(box, "The session TTL is 300 seconds", "--type", "W");
    if (seen) await start(box);
    const marked = async () =>
      (await box.json(["search", "session TTL"])).results.some(({ outdated_by }: Json) => outdated_by !== undefined);
    assert.ok(await marked());
    await box.json(["edit", id, "On CI the session TTL is 300 seconds"]);
    assert.ok(!await marked());
    assert.match(await prompt(box, asks), /900 seconds/);
    assert.doesNotMatch(await prompt(box, asks), /outdated/);
  }
});
