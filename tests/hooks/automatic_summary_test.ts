/** What an automatic summary holds, and what the next start tells of it; against the compiled binary. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, contextOf, type Json, memoryBox } from "../box.ts";
import { tokenRests } from "../together.ts";

const CHINESE = { env: { LANG: "zh_CN.UTF-8" } };
/** The shell in which the agent runs a command. */
const AGENTS = { env: { ...CHINESE.env, CLAUDECODE: "1" } };

interface Said {
  readonly prompt: string;
  /** The commands that the agent ran for the prompt. */
  readonly ran?: readonly string[];
  /** What the agent saved: the words behind `memory`. */
  readonly saved?: readonly string[];
}

/** Plays a session. Returns the context that it was given: at the start, then with each prompt. */
async function session(
  box: Box,
  id: string,
  said: readonly Said[],
  { compactedAfter = 0 }: { readonly compactedAfter?: number } = {},
): Promise<string[]> {
  const transcript = join(box.home, `${id}.jsonl`);
  const hook = (event: string, more: object = {}) => {
    const common = { session_id: id, transcript_path: transcript, cwd: box.project, hook_event_name: event };
    return box.hook("claude", event, { ...common, ...more }, CHINESE);
  };
  const given: Json[] = [await hook("SessionStart", { source: "startup" })];
  for (const [at, { prompt, ran = [], saved }] of said.entries()) {
    if (at > 0 && at === compactedAfter) await hook("PreCompact", { trigger: "manual" });
    given.push(await hook("UserPromptSubmit", { prompt }));
    if (saved) assert.equal((await box.json([...saved], AGENTS)).status, "ok");
    const calls = [...ran, ...saved ? [["memory", ...saved].join(" ")] : []];
    const tools = calls.map((command, at) => ({ type: "tool_use", id: `t${at}`, name: "Bash", input: { command } }));
    for (const [role, content] of [["user", prompt], ["assistant", tools]]) {
      appendFileSync(transcript, `${JSON.stringify({ type: role, message: { role, content } })}\n`);
    }
  }
  await hook("SessionEnd", { reason: "exit" });
  return given.map((reply) => contextOf(reply));
}

function automaticOf(box: Box): Json {
  const lines = readFileSync(join(box.data, "sessions.jsonl"), "utf8").trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  return lines.findLast((line: Json) => line.auto_generated === true);
}

// The summary once ended with "随后：今天先到这，再见".
test("an automatic summary keeps no goodbye, neither a prompt of its own nor the end of one", async () => {
  for (
    const [id, first, second] of [
      ["zh", "把连接池的上限改成 64", "再把超时改成 30 秒，今天先到这，再见"],
      ["en", "Raise the limit of the pool to 64", "Then set the timeout to 30 s. That's it for today, goodbye!"],
    ] as const
  ) {
    const box = memoryBox();
    const prompts = [first, second, "今天先到这，再见", "That's it for today; goodbye"];
    await session(box, id, prompts.map((prompt) => ({ prompt, ran: ["deno task test"] })));
    const { summary } = automaticOf(box);
    assert.match(summary, /64.*30/);
    assert.doesNotMatch(summary, /先到这|再见|today|goodbye/i);
  }
});

test("an automatic summary keeps no question that was answered without work, though no mark ends it", async () => {
  const box = memoryBox();
  const asked = ["测试库怎么连", "锁的过期时间是不是太短了", "is the lock timeout too short", "谁提的需求谁验收"];
  const work = { prompt: "把连接池的上限改成 64", ran: ["deno task test"] };
  await session(box, "asks", [work, ...asked.map((prompt) => ({ prompt }))]);
  const { summary } = automaticOf(box);
  assert.match(summary, /64.*谁提的需求谁验收/);
  assert.doesNotMatch(summary, /测试库|过期|timeout/);
});

test("an automatic summary holds no greeting, no call to memory and no text that was saved as a fact", async () => {
  const box = memoryBox();
  await session(box, "day-2", [
    { prompt: "我是小骆,接着昨天的来", ran: [`${box.home}/.local/bin/memory done 'SeatService'`] },
    {
      prompt: "先发。注意生产只能周一到周四的上午发,周末客流大,周五店家都在排场。今天周三可以",
      ran: ["./deploy.sh prod", `cd ${box.project} && '${box.home}/my tools/memory' save fact --content 'x'`],
      saved: ["save", "fact", "--type", "O", "--content", "生产只能周一到周四上午发布：周末客流大，周五店家都在排场"],
    },
    { prompt: "再把并发抢座的脚本补进回归测试里", ran: ["./gradlew test"] },
  ]);
  const { topic, summary } = automaticOf(box);
  assert.equal(topic, "再把并发抢座的脚本补进回归测试里");
  assert.equal(summary, "再把并发抢座的脚本补进回归测试里。运行：`./deploy.sh prod`；`./gradlew test`");
});

test("a topic leaves out an English greeting, the person's name and the words for going on", async () => {
  const box = memoryBox();
  await session(box, "one", [
    { prompt: "Morning! This is Priya, continue with yesterday's. Move the seat lock into one service", ran: ["make"] },
    { prompt: "Then write the tests for the seat lock", ran: ["make test"] },
  ]);
  assert.match(automaticOf(box).topic, /^Move the seat lock/);
});

test("an automatic summary begins with the short order behind a rule that the next prompt leans on", async () => {
  for (
    const [first, next, topic] of [
      [
        "We keep amounts in integer cents from now on, floats lost us money. Change pay.ts",
        "and refund.ts",
        "Change pay.ts",
      ],
      ["以后金额一律用整数分存，浮点数亏过钱。改 pay.ts", "还有 refund.ts", "改 pay.ts"],
    ] as const
  ) {
    const box = memoryBox();
    await session(box, "leans", [first, next].map((prompt) => ({ prompt, ran: ["deno task test"] })));
    assert.equal(automaticOf(box).topic, topic);
    assert.ok(automaticOf(box).summary.startsWith(`${topic}。随后：${next}`), automaticOf(box).summary);
  }
});

test("an automatic summary tells nothing of what the person ordered to forget, nor the order", async () => {
  for (
    const order of [
      "forget what I said about the demo tenant",
      "scratch what I said about the demo tenant",
      "please forget that the demo tenant is called demo-eu",
      "delete what you know about the demo tenant",
    ]
  ) {
    const box = memoryBox();
    const said = ["the demo tenant is called demo-eu", "add a login form to the shop", order];
    await session(box, "forgets", said.map((prompt) => ({ prompt, ran: prompt === order ? [] : ["deno task test"] })));
    const { topic, summary } = automaticOf(box);
    assert.match(topic, /login form/, order);
    assert.doesNotMatch(summary, /tenant/, order);
  }
});

test("a start names the to-dos of the last handover that were closed since", async () => {
  const box = memoryBox();
  const handover = ["--topic", "超员问题交接", "--summary", "已抽出 SeatService，改完还没上线。"];
  const todos = ["--todo", "SeatService 改动上线", "--todo", "超员场次退定金"];
  await session(box, "day-1", [{
    prompt: "下班了，写个交接",
    saved: ["save", "summary", "--session", "day-1", ...handover, ...todos],
  }]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await session(box, "day-2", [{ prompt: "SeatService 上线了", saved: ["done", "SeatService 改动上线"] }]);
  const [start = ""] = await session(box, "day-3", []);
  assert.match(start, /改完还没上线。\n此后已完成：\n- SeatService 改动上线 \(\d{4}-\d\d-\d\d\)/, start);
  assert.match(start, /## 未完成的待办\n- \[[^\]]+\] 超员场次退定金/);
  assert.equal(start.split("SeatService 改动上线").length, 2, "told once");
});

test("a fact that the only live session saved without naming itself is not given to it again", async () => {
  const box = memoryBox();
  const content = "The seat lock of the Kestrel service lies in Redis, since the lua script is known to all";
  const prompt = "Where does the seat lock of the Kestrel service lie?";
  const given = await session(box, "one", [
    { prompt: "Remember for later", saved: ["save", "fact", "--content", content] },
    { prompt },
  ]);
  assert.doesNotMatch(given[2] ?? "", /lua script/);
  const later = await session(box, "two", [{ prompt: "hello" }]);
  assert.match(later[0] ?? "", /lua script/, "another session is told");
});

// A session that saved nothing once left two records of the same text, each with its topic twice.
test("a session that ends leaves one summary, and the list and the person's line show its topic once and whole", async () => {
  const box = memoryBox();
  const prompts = ["派子任务去做支付回调的验签", "打开 server.js 看看", "那就把 server.js 的超时改成 30 秒"];
  await session(box, "one", prompts.map((prompt) => ({ prompt, ran: ["deno task test"] })));
  const { data: { records } } = await box.json(["list"]);
  assert.deepEqual(records.map(({ type }: Json) => type), ["summary"]);
  const listed = (await box.run(["list"], CHINESE)).stdout;
  assert.equal(listed.split("派子任务去做支付回调的验签").length, 2, listed);
  assert.match(listed, /server\.js 看看/);
  const asked = await box.hook("claude", "UserPromptSubmit", {
    session_id: "two",
    cwd: box.project,
    prompt: "支付回调的验签派子任务去做，做到哪了？",
  }, CHINESE);
  assert.match(String(asked.systemMessage), /^记忆：派子任务去做支付回调的验签，\d+月\d+日$/);
});

/** The texts of the facts that are kept. */
function factsOf(box: Box): string[] {
  return recordsOf(box).map(({ content }) => content);
}

/** The texts of facts that no other one replaces, without stages. */
function inForce(box: Box): string[] {
  const records = recordsOf(box);
  const replaced = records.flatMap(({ supersedes = [] }) => supersedes);
  return records.filter(({ id, memory_type }) => memory_type !== "S" && !replaced.includes(id))
    .map(({ content }) => content);
}

function recordsOf(box: Box): Json[] {
  const folder = join(box.data, "daily");
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
    readFileSync(join(folder, name), "utf8").trim().split("\n").map((line) => JSON.parse(line))
  ).filter(({ type }) => type === "fact");
}

/** How an agent saves a fact of a session. */
function saving(session: string, content: string): string[] {
  return ["save", "fact", "--session", session, "--content", content];
}

test("what the agent saved of the person's words is not captured again, and no copy outlives or outdates it", async () => {
  const box = memoryBox();
  const pairs = [
    [
      "finance wants invoices to be due after 14 days, not 30",
      "Invoices are due after 14 days, not 30: finance asks it",
    ],
    ["nightly dumps have to stay 90 days, all other dumps 7 days", "Nightly dumps stay 90 days, all others 7 days"],
    ["react is out, we use vue", "The dashboard uses Vue, not React"],
    [
      "for live data use the standby: psql service=shop-ro, vpn on",
      "Live data is read on the standby: service=shop-ro",
    ],
  ] as const;
  await session(box, "said", pairs.map(([prompt, fact]) => ({ prompt, saved: saving("said", fact) })));
  assert.deepEqual(factsOf(box), pairs.map(([, fact]) => fact));
  const { data } = await box.json(["list"]);
  const [id] = data.records.flatMap((each: Json) => each.content?.startsWith("Invoices") ? [each.id] : []);
  await box.json(["save", "fact", "--content", "Invoices are due after 7 days, not 14", "--supersedes", id]);
  const [start = "", told = ""] = await session(box, "next", [{ prompt: "after how many days are invoices due?" }]);
  assert.doesNotMatch(start, /⚠/);
  for (const given of [start + told, (await box.run(["search", "invoices due"])).stdout]) {
    assert.match(given, /7 days, not 14/);
    assert.doesNotMatch(given, /14 days, not 30/);
  }
});

test("what the person ordered to save, and the agent did not, is kept when the session ends", async () => {
  for (
    const [order, kept] of [
      ["Remember: releases are tagged with calver, like 2026.11", "releases are tagged with calver, like 2026.11"],
      [
        "Remember that staging runs on port 8443 because 443 is taken.",
        "staging runs on port 8443 because 443 is taken",
      ],
      ["记一下：我们用 pnpm 不用 npm", "我们用 pnpm 不用 npm"],
    ] as const
  ) {
    const work = { prompt: "Refactor the importer into two modules", ran: ["deno task test"] };
    const box = memoryBox();
    await session(box, "ordered", [work, { prompt: order }]);
    assert.ok(factsOf(box).includes(kept), `${order}: ${factsOf(box)}`);
    const alone = memoryBox();
    await session(alone, "alone", [{ prompt: order }]);
    assert.deepEqual(factsOf(alone), [kept]);
    const obeyed = memoryBox();
    await session(obeyed, "obeyed", [work, {
      prompt: order,
      saved: saving("obeyed", `Noted: ${kept}`),
    }]);
    assert.deepEqual(factsOf(obeyed), [`Noted: ${kept}`]);
    for (const saved of [["remember", `Noted: ${kept}`], ["note", "list"]]) {
      const called = memoryBox();
      await session(called, "called", [work, { prompt: order, saved }]);
      assert.deepEqual(factsOf(called), [saved[0] === "note" ? kept : saved[1]], saved.join(" "));
    }
    const other = { prompt: "What is the importer's port?", saved: saving("other", "The importer listens on 9000") };
    const busy = memoryBox();
    await session(busy, "other", [work, other, { prompt: order }]);
    assert.deepEqual(factsOf(busy), ["The importer listens on 9000", kept], "the agent saved something else before");
    const summed = memoryBox();
    const summary = ["save", "summary", "--session", "summed", "--topic", "Importer", "--summary", "Two modules now"];
    await session(summed, "summed", [work, { prompt: "Sum it up", saved: summary }, { prompt: order }]);
    assert.deepEqual(factsOf(summed), [kept], "the agent had summed the session up");
    const twice = memoryBox();
    const named = ["git commit -m 'fix: memory import crash'", "grep -rn 'memory save' docs", "memory save --help"];
    await session(twice, "twice", [work, { prompt: order }, { prompt: `${order}!`, ran: named }]);
    assert.deepEqual(
      factsOf(twice).filter((each) => each.startsWith(kept)).length,
      1,
      "a command that names memory saves nothing",
    );
    const takenBack = memoryBox();
    await session(takenBack, "back", [work, { prompt: order }, { prompt: "算了，不用了" }, { prompt: "never mind" }]);
    assert.ok(!factsOf(takenBack).includes(kept));
    const secret = memoryBox();
    const hidden = "Save this: the key is <private>quokka\nwombat</private> on numbat";
    await session(secret, "secret", [work, { prompt: hidden }]);
    assert.match(factsOf(secret).join(), /the key is .*numbat/);
    assert.doesNotMatch(factsOf(secret).join() + JSON.stringify(automaticOf(secret)), /quokka|wombat/);
    const unwanted = memoryBox();
    await session(unwanted, "unwanted", [work, { prompt: order }, { prompt: "don't save this session" }]);
    assert.deepEqual(factsOf(unwanted), []);
  }
});

test("a summary that the agent saved ends nothing that was said before it and stands neither in it nor in a fact", async () => {
  const box = memoryBox();
  const summary = [
    "save",
    "summary",
    "--session",
    "s",
    "--topic",
    "Export",
    "--summary",
    "A worker exports the orders",
  ];
  await session(box, "s", [
    { prompt: "From now on never use print in src, use structlog." },
    { prompt: "Remember: the staging database is called ledger_staging" },
    { prompt: "We decided: invoices are stored in cents, floats lost money." },
    { prompt: "Remind me to write the login tests" },
    { prompt: "Remind me to rotate the keys" },
    { prompt: "Remind me to write the logout tests" },
    { prompt: "Which port has the gateway?", saved: saving("s", "The gateway listens on 9000") },
    {
      prompt: "Move the export of orders into a worker, then sum up",
      saved: [
        ...summary,
        "--decision",
        "Invoices are stored in cents",
        "--todo",
        "Rotate all keys",
        "--todo",
        "Login tests",
      ],
    },
    { prompt: "bye" },
  ]);
  assert.deepEqual(factsOf(box).toSorted(), [
    "From now on never use print in src, use structlog.",
    "The gateway listens on 9000",
    "the staging database is called ledger_staging",
  ]);
  assert.deepEqual((await openTodos(box)).toSorted(), ["Login tests", "Rotate all keys", "write the logout tests"]);
  assert.equal(automaticOf(box), undefined, "no second summary");
  assert.ok(recordsOf(box).every(({ memory_type }) => memory_type !== "S"), "the summary tells of the work");
});

test("what the person ordered to save is kept with the value that they put in its place later in the session", async () => {
  for (
    const [order, correction, kept] of [
      ["Remember: uploads are limited to 10 MB", "no, uploads are limited to 20 MB", "uploads are limited to 20 MB"],
      [
        "Remember: uploads are limited to 10 MB",
        "that was wrong: uploads are limited to 20 MB. Please change the form.",
        "uploads are limited to 20 MB.",
      ],
      ["记住：上传限制为 10 MB", "不对，上传限制为 20 MB", "上传限制为 20 MB"],
    ] as const
  ) {
    const box = memoryBox();
    const work = { prompt: "Please add the upload form", ran: ["deno task test"] };
    await session(box, "corrected", [{ prompt: order }, work, { prompt: correction }]);
    assert.deepEqual(factsOf(box), [kept], correction);
  }
});

test("a correction that names its subject replaces what it corrects, whatever stands between them, and not the work there", async () => {
  for (
    const [wrong, work, correction, kept] of [
      [
        "Remember: the staging database is called ledger_stage",
        "now do the same for refund.ts",
        "No wait, the staging database is called ledger_staging",
        "the staging database is called ledger_staging",
      ],
      [
        "From now on all prices are stored in cents",
        "add the column to orders.sql",
        "I meant, all prices are stored in millicents",
        "all prices are stored in millicents",
      ],
      [
        "记住：预发库叫 ledger_stage",
        "把退款也照这样改一下",
        "等等，预发库叫 ledger_staging",
        "预发库叫 ledger_staging",
      ],
      ["记住：夜间备份在 2:30 跑", "修一下页脚的错别字", "说错了，夜间备份在 3:30 跑", "夜间备份在 3:30 跑"],
    ] as const
  ) {
    for (const isCompacted of [false, true]) {
      const box = memoryBox();
      const said = [wrong, work, correction, "and run the tests"].map((prompt) => ({
        prompt,
        ran: ["deno task test"],
      }));
      await session(box, "corrects", said, isCompacted ? { compactedAfter: 2 } : {});
      assert.deepEqual(inForce(box), [kept], correction);
      if (!isCompacted) assert.ok(automaticOf(box).summary.includes(work), automaticOf(box).summary);
    }
  }
});

test("of a list that the person ordered to save each item is kept", async () => {
  const box = memoryBox();
  const prompt =
    "Please remember the following rules:\n1. Commit messages are in English.\n2. Never touch vendor/\n\nGo on";
  await session(box, "list", [{ prompt: "Refactor the importer into two modules" }, { prompt }]);
  assert.deepEqual(factsOf(box).sort(), ["Commit messages are in English.", "Never touch vendor/"]);
});

test("a statement is kept beside a save that contradicts it, and a list of to-dos and rules as both", async () => {
  const box = memoryBox();
  const saved = ["save", "fact", "--session", "one", "--type", "O", "--content", "Deploy on Tuesdays only"];
  const list = "Remember the following:\n- TODO: rotate the keys\n- Never touch vendor/";
  await session(box, "one", [
    { prompt: "Refactor the importer into two modules", saved },
    { prompt: "From now on we deploy on Thursdays only." },
    { prompt: list },
  ]);
  assert.deepEqual(factsOf(box).sort(), [
    "Deploy on Tuesdays only",
    "From now on we deploy on Thursdays only.",
    "Never touch vendor/",
  ]);
  assert.deepEqual(await openTodos(box), ["rotate the keys"]);
  const takenBack = memoryBox();
  await session(takenBack, "back", [{ prompt: "Remind me to call Anna." }, { prompt: "Never mind, I called her." }]);
  assert.deepEqual(await openTodos(takenBack), []);
});

test("a to-do that the person ordered to note, and the agent did not, is open when the session ends", async () => {
  for (const before of [[], [{ prompt: "Refactor the importer into two modules", ran: ["deno task test"] }]]) {
    const box = memoryBox();
    await session(box, "todo", [...before, { prompt: "Remind me to rotate the backup keys" }]);
    await session(box, "todo", [{ prompt: "Remember: TODO ask Anna" }]);
    assert.deepEqual((await openTodos(box)).sort(), ["ask Anna", "rotate the backup keys"]);
    assert.deepEqual(factsOf(box), []);
  }
  const noted = memoryBox();
  const saved = ["save", "summary", "--session", "noted", "--todo", "Rotate the keys"];
  await session(noted, "noted", [{ prompt: "Remind me to rotate the backup keys", saved }]);
  assert.deepEqual(await openTodos(noted), ["Rotate the keys"]);
});

async function openTodos(box: Box): Promise<string[]> {
  return (await box.json(["list", "--todos"])).data.todos.map(({ todo }: Json) => todo);
}

test("trust lists the rules that were captured without an agent, and once confirmed they are the person's", async () => {
  const box = memoryBox();
  await session(box, "one", [{ prompt: "Refactor the importer" }, { prompt: "From now on always use zod, not joi." }]);
  const [told = ""] = await session(box, "two", []);
  assert.match(told, /未经用户确认的约定\n- .*zod/);
  const shown = await box.json(["trust"]);
  assert.deepEqual(shown.data.texts.map(({ text }: Json) => text), ["From now on always use zod, not joi."]);
  await tokenRests();
  assert.equal((await box.json(["trust", "--confirm", shown.data.confirm_token])).status, "ok");
  const [then = ""] = await session(box, "three", []);
  assert.match(then, /<memory-conventions[^]*zod/);
  assert.doesNotMatch(then, /未经用户确认/);
});

// The agent's value, an order's, or the correction alone was once kept as if it held.
test("a value alone is kept with the order or the saved fact that it corrects, and alone not at all", async () => {
  const [begins, ends] = ["set up the relay skeleton with hono", "add a health route"];
  for (
    const [order, saved, correction, kept, not] of [
      ["sign with hmac sha1", undefined, "no, use ed25519", /hmac sha1, no, use ed25519/, /(?<!sha1, no, )use ed25519/],
      ["会话放 pg", undefined, "不，用 redis", /会话放 pg，不，用 redis/, /(?<!pg，)不，用 redis/],
      [
        "pick a region",
        "The fly region is fra",
        "ams actually",
        /^The fly region is fra, ams actually$/m,
        /(?<!fra, )ams/,
      ],
      ["limit the payloads", "Payloads hold at most 256 KB", "hm no, 1mb", /256 KB, hm no, 1mb/, /(?<!KB, )hm no/],
      ["加登录页", undefined, "不，用 redis", /登录页/, /redis/],
      ["我们定了用redis做锁", undefined, "不对，用etcd", /redis做锁，不对，用etcd/, /(?<!做锁，)不对，用etcd/],
      ["我们定了用redis做锁", undefined, "算了 用etcd", /redis做锁，算了 用etcd/, /(?<!做锁，)算了 用etcd/],
      ["use a pg queue", undefined, "never mind, use etcd", /pg queue, never mind, use etcd/, /(?<!queue, )never mind/],
    ] as const
  ) {
    const box = memoryBox();
    await session(box, "s", [
      { prompt: begins, ran: ["deno task test"] },
      { prompt: order, ran: ["deno task test"], ...saved ? { saved: saving("s", saved) } : {} },
      { prompt: correction, ran: ["deno task test"] },
      { prompt: ends, ran: ["deno task test"] },
    ]);
    const { summary } = automaticOf(box);
    const all = [...factsOf(box), summary].join("\n");
    assert.match(all, kept, correction);
    assert.doesNotMatch(all, not, correction);
  }
});
