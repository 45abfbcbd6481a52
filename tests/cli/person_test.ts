/** What a person types and reads in the first hour: short verbs, text even in pipes, short ids, guesses. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { said } from "../../src/commands/words.ts";
import { BINARY, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const ZH = { env: { LANG: "zh_CN.UTF-8" } };

async function boxWithFacts() {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "We deploy on Tuesdays only"])).data;
  await box.run(["remember", "I", "prefer", "TypeScript", "--layer", "global"]);
  const brief = String(id).slice(-4);
  return { box, id, brief };
}

test("a sentence is saved as typed, and the answer repeats it with its short id", async () => {
  const box = memoryBox();
  const quoted = await box.run(["remember", "We deploy on Tuesdays only"]);
  assert.match(quoted.stdout, /^Saved as a convention: We deploy on Tuesdays only {2}\w{4}\n$/);
  assert.match(
    (await box.run(["remember", "提交前必须跑测试"], ZH)).stdout,
    /^已保存为约定：提交前必须跑测试 {2}\w{4}\n$/,
  );
  await box.run(["remember", "Orders", "go", "through", "Kafka", "--type", "B"]);
  const { records } = (await box.json(["list"])).data;
  assert.deepEqual([records[0].content, records[0].memory_type], ["Orders go through Kafka", "B"]);
  for (const status of ["Saved as a decision", "Already there"]) {
    const { stdout } = await box.run(["remember", "Half <private>this part out</private> of it"]);
    assert.match(stdout, new RegExp(`^${status}: Half of it  `), "what is private is not shown as saved");
  }
  const secret = await box.run(["remember", "The password is hunter2-Zq9!x"]);
  assert.doesNotMatch(secret.stdout, /hunter2/);
  assert.match(
    secret.stdout,
    /^Saved as a decision: The password is \[redacted:password\] {2}\w{4}\n {2}taken out: password\n {2}is it a rule\? `memory edit \w{4} --type O`; .*\n$/,
  );
});

// A rule that is saved as a decision is not told at the start of every session.
test("remember names the kind that it saved in one word, and recognises a rule by its words, in both languages", async () => {
  const box = memoryBox();
  const saved = async (words: string[], env = {}) => (await box.run(["remember", ...words], env)).stdout;
  for (
    const rule of [
      "We deploy on Tuesdays only",
      "Always run the linter",
      "Only squash merges into main",
      "I prefer tabs",
      "No releases on Sundays",
      "Use tabs",
      "Spaces, not tabs",
      "Answer in German",
      "No emoji in commit messages",
    ]
  ) {
    assert.match(await saved([rule]), /^Saved as a convention: /, rule);
  }
  for (
    const rule of [
      "只能用 pnpm",
      "别在周五发布",
      "提交前必须跑测试",
      "不要用 any",
      "统一用 UTC 时间",
      "提交信息用中文",
      "我们只在周四上线",
    ]
  ) {
    assert.match(await saved([rule], ZH), /^已保存为约定：/, rule);
  }
  for (
    const fact of [
      "The queue is NATS",
      "Port 8080 is only used by the proxy",
      "The mirror is read-only",
      "Used Redis for the carts",
      "No customers in Asia yet",
      "只有管理员能删除订单",
      "日志服务用的是 Loki",
      "测试环境用 db-2",
    ]
  ) {
    assert.match(await saved([fact]), /^Saved as a decision: /, fact);
  }
  assert.match(await saved(["The session store is a monorepo package"], ZH), /^已保存为背景：/);
  assert.match(await saved(["We ship on Mondays only", "--type", "S"]), /^Saved as a stage: /);
  assert.doesNotMatch(await saved(["The queue is NATS"]), / as a /, "it is there already, as whatever it was");
  const { data } = await box.json(["save", "fact", "--content", "Only pnpm is allowed here"]);
  assert.equal(data.memory_type, "O");
});

test("a rule in Chinese is recognised by its words, and a decision, a plan or a report is not taken for one", async () => {
  const box = memoryBox();
  const saved = async (said: string) => (await box.run(["remember", said], ZH)).stdout;
  for (
    const rule of [
      "以后提交信息用中文写",
      "请用 slog 打日志",
      "每次改完要跑 make lint",
      "日志不许打印手机号",
      "千万别碰 legacy 目录",
      "统一用 gofumpt 格式化",
      "从今往后 PR 标题写中文",
      "咱们不用 ORM",
      "周日不发布",
    ]
  ) {
    const told = await saved(rule);
    assert.match(told, /^已保存为约定：/, rule);
    assert.doesNotMatch(told, /--type O/);
  }
  for (
    const decision of [
      "以后再考虑迁到 k8s",
      "以后的缓存决定放在 Redis",
      "上周统一了日志格式",
      "每次部署大约要等 5 分钟",
      "订单表有千万级的数据",
      "支付请求走 NATS",
      "选了 sqlc，咱们不用 GORM",
      "网关因为限流不得不换成 Envoy",
    ]
  ) {
    const told = await saved(decision);
    assert.match(told, /^已保存为决定：/, decision);
    assert.match(told, /`memory edit \w{4} --type O`；保存时可加 `--type O`\n/);
  }
  const [, id = ""] = /edit (\w{4})/.exec(await saved("队列是 Kafka")) ?? [];
  await box.run(["edit", id, "--memory-type", "O"]);
  assert.match((await box.run(["show", id, "--json"])).stdout, /"memory_type": ?"O"/);
});

test("an everyday rule is a convention in either language, and a fact in nearly the same words is none", async () => {
  const box = memoryBox();
  const rules = [
    ...["回复我用中文", "用中文回复我", "日志统一英文", "变量名统一小写", "接口都要写 OpenAPI", "代码注释写中文"],
    ...["函数不超过 50 行", "每行不超过 100 个字符", "提交前跑 lint", "上线前通知运维", "先写测试再写代码"],
    ...["PR 至少两个人 review", "每次改完跑一遍 e2e", "每次发版打 tag", ".env 不能改，找运维", "main 分支不能直接推"],
    ...["functions stay below 50 lines", "run lint before committing", "ask ops before deploying"],
    ...["at least two reviewers per PR", "PRs need two approvals", "every endpoint must have a test"],
    ...["write the test first", "don't touch .env, ask ops", "log messages in English"],
  ];
  const facts = [
    ...[
      "日志用英文写是因为客户要看",
      "上次提交前跑了 lint",
      "提交前跑 lint 挂了",
      "接口都写了 OpenAPI",
      "接口要写两天",
    ],
    ...["日志统一收集到 Loki", "函数最多跑 15 分钟", "文件最多 10MB", "先迁订单再迁用户", "每次部署跑 5 分钟"],
    ...["每次改完跑不起来", "订单号不能改", "PR 至少开了三天", "回复用户的邮件走 SES", "上线前做的压测结果是 2k qps"],
    ...["functions run at most 15 minutes", "the file has under 50 lines", "build fails after merging"],
    ...["we ran lint before committing", "lint runs before every commit", "every user has two addresses"],
    ...["at least two customers complained", "update the cache on deploy takes 5 s"],
  ];
  const taken: string[] = [];
  for (const said of [...rules, ...facts]) {
    if (/ as a convention: /.test((await box.run(["remember", said])).stdout)) taken.push(said);
  }
  assert.deepEqual(taken, rules);
});

test("a sentence that says how the project is built, run or reached is background, and a decision about that is none", async () => {
  const box = memoryBox();
  const kinds = {
    background: [
      "Migrations run with pnpm db:migrate and need DATABASE_URL",
      "The dev server runs on port 5173; start it with pnpm dev",
      "Build: make all, then ./bin/serve",
      "To reset the database run make reset-db",
      "Grafana is at https://grafana.example",
      "启动用 pnpm dev",
      "预发跑在 staging.example:8443",
      "测试命令：make test",
    ],
    decision: [
      "We decided to run the API on port 8080",
      "Staging runs on port 8443 because 443 is taken",
      "The importer was deployed by Anna on Friday",
      "Users run into a 500 at login",
      "部署改用 docker compose",
    ],
    convention: ["We use pnpm, not npm, in this repo", "我们用 pnpm，不用 npm"],
  };
  for (const [kind, sentences] of Object.entries(kinds)) {
    for (const said of sentences) {
      assert.match((await box.run(["remember", said])).stdout, new RegExp(`^Saved as a ${kind}: `), said);
    }
  }
});

test("the mark of a to-do may stand before a blank or in brackets, and a fact about such marks is none", async () => {
  const box = memoryBox();
  for (
    const said of [
      "TODO upgrade node",
      "TODO - fix the docs",
      "Todo - call Anna",
      "to do: call Bob",
      "Still to do: port the form",
      "- [ ] check the fonts",
      "[TODO] fix the login",
      "TODO 升级 Bun",
      "待办 修登录",
      "【待办】补测试",
    ]
  ) {
    assert.match((await box.run(["remember", said])).stdout, /^Noted as an open to-do: /, said);
  }
  const facts = [
    "TODO comments are stripped by the linter",
    "todo service runs on 8080",
    "TODO 注释由 lint 检查",
    "待办列表放在 Notion",
  ];
  for (const said of [...facts, "待办 列表放在 Notion"]) {
    assert.match((await box.run(["remember", said])).stdout, /^Saved as a (?:decision|background): /, said);
  }
});

test("short verbs print text into a pipe, and JSON with --json or under their long names", async () => {
  const { box } = await boxWithFacts();
  const verbs = [
    "list",
    "stats",
    "log",
    "undo --list",
    "backups",
    "doctor",
    "config show",
    "status",
    "version",
    "show",
  ];
  for (const verb of verbs) {
    const { stdout } = await box.run(verb.split(" "));
    assert.throws(() => JSON.parse(stdout), verb);
    assert.equal((await box.json(verb.split(" "))).status, "ok", verb);
  }
  for (const verb of ["list", "stats", "undo --list", "backups", "doctor", "config show"]) {
    assert.equal(JSON.parse((await box.run(["manage", ...verb.split(" ")])).stdout).status, "ok", verb);
  }
  assert.equal(JSON.parse((await box.run(["save", "fact", "--content", "A cache is there"])).stdout).status, "ok");
});

test("a list names kinds in words, marks what is global, and its ids are enough to show, delete and restore", async () => {
  const { box, id, brief } = await boxWithFacts();
  const { stdout } = await box.run(["list"]);
  assert.match(
    stdout,
    new RegExp(`convention +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d We deploy on Tuesdays only {2}${brief}\n`),
  );
  assert.match(stdout, /convention .* \(global\) I prefer TypeScript/);
  assert.match((await box.run(["list"], ZH)).stdout, /约定 .*（全局）I prefer TypeScript/);
  assert.match((await box.run(["show", brief])).stdout, new RegExp(`id: ${id}`));
  const preview = await box.run(["delete", brief]);
  assert.match(preview.stdout, /1 record would be deleted/);
  assert.match((await box.run(["delete", brief, "--confirm"])).stdout, /^Deleted 1 record/);
  assert.equal((await box.json(["list"])).data.total, 1);
  assert.match((await box.run(["restore", brief])).stdout, /^Restored 1 record/);
  const [, op = ""] = /^(\w{4}) .* restore/m.exec((await box.run(["undo", "--list"])).stdout) ?? [];
  assert.match((await box.run(["undo", op])).stdout, new RegExp(`^Taken back restore \\(${op}\\)`));
});

// A list of ids and verbs alone does not show which write is meant.
test("undo and its list show the words of each record or setting that was changed, and do not guess who wrote", async () => {
  const { box, brief } = await boxWithFacts();
  await box.run(["delete", brief, "--confirm"]);
  await box.run(["config", "set", "auto_retrieve", "false"]);
  const list = async () => (await box.run(["undo", "--list"])).stdout;
  assert.match(await list(), /config set +auto_retrieve: — → false\n.* delete +We deploy on Tuesdays only\n/);
  assert.match(await list(), /save +I prefer TypeScript \(global\)\n.* save +We deploy on Tuesdays only\n$/);
  assert.doesNotMatch(await list(), /\bagent\b|\buser\b/);
  const [op] = (await box.json(["undo", "--list"])).data.operations.filter(({ command }: Json) => command === "delete");
  assert.deepEqual(op.texts, ["We deploy on Tuesdays only"]);
  assert.match(
    (await box.run(["undo"])).stdout,
    /^Taken back config set .*\n {2}auto_retrieve: true\nto take that back/,
  );
  assert.match(
    (await box.run(["undo", op.op_id])).stdout,
    /1 record back\n {2}We deploy on Tuesdays only\nto take that back/,
  );
  // The words of a save that was undone are no longer in the memory, only in a backup.
  await box.run(["remember", "Orders go through Kafka"]);
  assert.match((await box.run(["undo"])).stdout, /gone again\n {2}Orders go through Kafka\nto take that back/);
  assert.match(await list(), /save +Orders go through Kafka \(taken back\)/);
  assert.match((await box.run(["undo", "--list"], ZH)).stdout, /Orders go through Kafka（已撤销）/);
});

test("a record is edited by the end of its id and the new text, and undo shows the text that is back", async () => {
  const { box, brief } = await boxWithFacts();
  assert.match((await box.run(["edit", brief, "We deploy on Wednesdays only"])).stdout, /^Changed .*: content\n/);
  assert.match((await box.run(["list"])).stdout, /We deploy on Wednesdays only/);
  assert.match(
    (await box.run(["undo"])).stdout,
    /1 record as before\n {2}We deploy on Tuesdays only\nto take that back/,
  );
  const long = ["manage", "edit", "--id", brief, "--content", "We deploy daily"];
  assert.equal((await box.json(long)).status, "ok");
  assert.match((await box.run(["edit"])).stderr, /Its id is missing[^]*memory edit ID 'the new text'/);
  assert.match((await box.run(["edit", brief])).stderr, /What shall change\?/);
});

test("a write to the global memory is undone by the end of its id", async () => {
  const box = memoryBox();
  await box.run(["remember", "I prefer TypeScript", "--layer", "global"]);
  await box.run(["remember", "We deploy on Tuesdays only"]);
  const [, op = ""] = /^(\w{4}) .*\(global\)/m.exec((await box.run(["undo", "--list"])).stdout) ?? [];
  assert.match((await box.run(["undo", op])).stdout, new RegExp(`^Taken back save \\(${op}\\)`));
  const { records } = (await box.json(["list"])).data;
  assert.deepEqual(records.map(({ layer }: Json) => layer), ["project"]);
});

test("ids that end alike are printed whole", async () => {
  const box = memoryBox();
  const line = (id: string) =>
    `${JSON.stringify({ id, type: "fact", content: id, timestamp: "2026-02-18T10:00:00Z", memory_type: "W" })}\n`;
  box.write(
    "daily/2026-02-18.jsonl",
    ["log-100000001-aaaa", "log-100000002-aaaa", "log-100000003-bbbb"].map(line).join(""),
  );
  const { stdout } = await box.run(["list"]);
  assert.match(stdout, / {2}log-100000001-aaaa\n/);
  assert.match(stdout, / {2}log-100000002-aaaa\n/);
  assert.match(stdout, / {2}bbbb\n/);
});

test("a day is shown in the reader's language, with the summary's text and its to-dos", async () => {
  const box = memoryBox();
  const words = ["--topic", "Cache", "--summary", "Chose Redis over Memcached", "--decision", "TTL 300 s"];
  await box.run(["save", "summary", ...words, "--todo", "Load-test it", "--session", "s1"]);
  await box.run(["save", "fact", "--content", "Redis runs on port 6380", "--type", "B", "--session", "s1"]);
  await box.run(["remember", "We deploy on Tuesdays only"]);
  const shown = (await box.run(["show"])).stdout;
  assert.match(
    shown,
    /^\d{4}-\d\d-\d\d\n\nCache {2}\d\d:\d\d · \w{4}\n {2}Chose Redis over Memcached\n {2}Decided: TTL 300 s\n {2}To-do \[ \] Load-test it\n {2}- Redis runs on port 6380 {2}background · \w{4}\n\nOutside of sessions\n {2}- We deploy/,
  );
  const chinese = (await box.run(["show"], ZH)).stdout;
  for (const told of ["决定：TTL 300 s", "待办 [ ] Load-test it", "会话之外", "背景"]) {
    assert.ok(chinese.includes(told), chinese);
  }
  const day = shown.slice(0, 10);
  assert.equal((await box.run(["show", day])).stdout, shown);
  assert.match((await box.run(["show", day, "--format", "memory-v1"])).stdout, /^# .* 对话记忆\n/);
});

test("show takes the words for a day that search takes, and refuses a longer time with the search for it", async () => {
  const box = memoryBox();
  await box.run(["remember", "The queue is NATS"]);
  const today = (await box.run(["show"])).stdout;
  for (const word of ["today", "今天"]) assert.equal((await box.run(["show", word])).stdout, today, word);
  assert.match((await box.run(["show", "昨天"], ZH)).stdout, /^\d{4}-\d\d-\d\d 没有记录\n$/);
  assert.match((await box.run(["show", "上周"], ZH)).stderr, /上周 不止一天.*`memory search 上周`/s);
});

test("a record is shown field by field in the reader's language", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "The queue is NATS", "--entities", "nats"])).data;
  const chinese = (await box.run(["show", id], ZH)).stdout;
  assert.match(chinese, /^id：.*\n类型：事实\n/m);
  assert.match(chinese, /^类别：决定（W）$/m);
  assert.match(chinese, /^内容：The queue is NATS\n关键词：nats$/m);
  assert.doesNotMatch(chinese, /^(?!id：)[a-z_]+[:：]/m);
  assert.match((await box.run(["show", id])).stdout, /^kind: decision \(W\)$/m);
});

test("a record's notes of an import, an agent or a session's end are shown in words and by the person's clock", async () => {
  const box = memoryBox();
  const [id, timestamp] = ["log-120000000-aaaa", "2026-02-19T12:00:00.000Z"];
  const fact = {
    ...{ id, type: "fact", memory_type: "W", content: "The queue is NATS", timestamp, imported_at: timestamp },
    ...{ auto_generated: true, source: { session: "s-1", agent: "codex" } },
    history: [{ content: "The queue is Kafka", timestamp }, { content: "There is no queue", timestamp }],
  };
  box.write("daily/2026-02-19.jsonl", `${JSON.stringify(fact)}\n`);
  const env = { TZ: "Asia/Shanghai" };
  const shown = (await box.run(["show", id], { env: { ...ZH.env, ...env } })).stdout;
  assert.match(shown, /^导入于：2026-02-19 20:00\n自动生成：是\n来源：会话：s-1；agent：codex\n/m);
  assert.match(shown, /^先前的说法：\n {2}- 内容：The queue is Kafka；保存于：2026-02-19 20:00\n/m);
  assert.doesNotMatch(shown, /[{}]|_at|_generated/);
  const english = (await box.run(["show", id], { env })).stdout;
  assert.match(english, /^imported: 2026-02-19 20:00\nmade automatically: yes\nsource: session: s-1; agent: codex\n/m);
});

// A terminal once got the parts as JSON.
test(
  "a terminal shows the parts of a score in words, without parts that changed nothing",
  withTerminal,
  async () => {
    const box = memoryBox();
    await box.json(["remember", "The queue is NATS"]);
    await box.json(["remember", "The queue of mine is a list", "--layer", "global"]);
    const shown = (LANG: string) => {
      const [program, args] = onTerminal(`stty cols 200; "${BINARY}" search "the queue is NATS" --explain --no-color`);
      const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG, HF_ENDPOINT: "http://127.0.0.1:9" };
      return spawnSync(program, args, { cwd: box.project, env, encoding: "utf8" }).stdout.replaceAll("\r", "");
    };
    const chinese = shown("zh_CN.UTF-8");
    assert.match(chinese, /^ {2}按词 \d\.\d\d · 词 \d\.\d\d · 词的片段 /m);
    assert.match(chinese, /^ {2}相关度 \d\.\d\d × 所在层 0\.70\n {2}按词 /m);
    assert.match(shown("en_US.UTF-8"), /^ {2}relevance \d\.\d\d × layer 0\.70\n {2}by words \d\.\d\d · words /m);
    assert.doesNotMatch(chinese, /[{}"]|引号|新旧|较新/);
    const json = await box.json(["search", "the queue is NATS", "--explain"]);
    assert.equal(json.results[0].explain.decay, 1, "a program gets every part");
    for (const { explain: { points, ...parts } } of json.results) {
      for (const name of [...Object.keys(parts), ...Object.keys(points)]) assert.ok(said(`factor_${name}`), name);
    }
  },
);

test("an ask of a list loses the list's comma", async () => {
  const box = memoryBox();
  const { id } = (await box.json([
    "save",
    "fact",
    "--content",
    "We deploy on Tuesdays",
    "--asks",
    "什么时候部署？,when do we deploy?",
  ])).data;
  assert.match((await box.run(["show", id])).stdout, /- 什么时候部署？\n {2}- when do we deploy\?\n/);
});

test("a verb that begins with the typed word is guessed before one that differs by as many letters", async () => {
  const box = memoryBox();
  assert.match((await box.run(["dele"])).stderr, /`memory delete`/);
});

test("an empty memory says so, in list, search and show", async () => {
  const box = memoryBox();
  for (const words of [["list"], ["show"]]) {
    assert.match((await box.run(words)).stdout, /^Nothing is remembered yet/, words.join(" "));
    assert.match((await box.run(words, ZH)).stdout, /^还没有记住什么/, words.join(" "));
  }
});

test("status tells whether memory is on, how much it holds, which clients call it, and where it lies", async () => {
  const nowhere = await memoryBox({ empty: true }).run(["status"]);
  assert.deepEqual([nowhere.code, /`memory init`/.test(nowhere.stdout)], [1, true]);
  const { box } = await boxWithFacts();
  await box.run(["init", "--agent", "claude", "--skip-model"]);
  const { stdout } = await box.run(["status"]);
  assert.match(stdout, /^Memory is on\n/);
  assert.match(stdout, /This project +1 fact, 0 session summaries, 0 notes; last saved/);
  assert.match(stdout, /Clients +.*Claude Code/);
  assert.ok(stdout.includes(box.data), stdout);
  await box.run(["disable"]);
  assert.match((await box.run(["status"])).stdout, /^Memory is off: /);
});

test("a call without a verb shows eight verbs; help --all shows every one", async () => {
  const box = memoryBox();
  const { stdout } = await box.run([]);
  assert.equal(stdout.match(/^ {2}\w+ {2,}\S/gm)?.length, 8, stdout);
  assert.match(stdout, /memory help --all/);
  const all = (await box.run(["help", "--all"])).stdout;
  for (const verb of ["remember", "save fact", "save summary", "list", "manage cleanup", "note propose", "intent"]) {
    assert.ok(all.includes(`  ${verb} `), verb);
  }
  assert.match((await box.run(["help", "list"])).stdout, /^Usage: memory list \[options\]$/m);
  assert.match((await box.run(["help", "manage", "list"])).stdout, /^In short, and as text everywhere: memory list$/m);
});

test("a wrong call gets a guess: for another name, a slip, a value without its option, a bare sentence", async () => {
  const { box } = await boxWithFacts();
  const guesses: readonly (readonly [string[], string])[] = [
    [["forget"], "`memory delete`"],
    [["lst"], "`memory list`"],
    [["add"], "`memory remember`"],
    [["记住"], "`memory remember`"],
    [["todos"], "`memory list --todos`"],
    [["task"], "`memory list --todos`"],
    [["facts"], "`memory list`"],
    [["sessions"], "`memory list --type summary`"],
    [["rebuild"], "`memory sync --rebuild`"],
    [["histroy"], "`memory undo --list`"],
    [["setting"], "`memory config`"],
    [["config", "sho"], "`memory config show`"],
    [["init", "claude"], "--agent claude"],
    [["list", "redis"], "--keyword redis"],
    [["doctor", "fix"], "--fix"],
    [["model", "downlod"], "`memory model download`"],
    [["init", "--client", "cursor"], "--agent"],
    [["init", "--preview"], "--dry-run"],
    [["undo", "--redo"], "--list"],
    [["list", "--since", "yesterday"], "--from"],
    [["list", "--query", "redis"], "--keyword"],
    [["search", "redis", "--limit", "3"], "--max-results"],
    [["remember", "We deploy", "--global"], "--layer global"],
    [["list", "--from", "yesteday"], "yesterday"],
  ];
  for (const [words, meant] of guesses) {
    const { code, stderr } = await box.run(words);
    assert.equal(code, 2, words.join(" "));
    assert.ok(stderr.includes(`Did you mean ${meant}?`), `${words.join(" ")}: ${stderr}`);
  }
  assert.match((await box.run(["save", "We deploy"])).stderr, /`memory remember 'We deploy'`/);
  assert.match((await box.run(["We deploy"])).stderr, /`memory remember 'We deploy'`; .*`memory search 'We deploy'`/);
});

test("examples are in the reader's language", async () => {
  const box = memoryBox();
  for (const verb of ["search", "remember", "save fact", "intent"]) {
    const words = ["help", ...verb.split(" ")];
    const english = (await box.run(words)).stdout.split("Examples:")[1] ?? "";
    assert.match(english, /memory /, verb);
    assert.doesNotMatch(english, /\p{Script=Han}/u, verb);
  }
  assert.doesNotMatch((await box.run(["help", "remember"], ZH)).stdout, /write the deploy script/);
});

test("config show names the folder in use, the files, and where each value comes from", async () => {
  const box = memoryBox();
  await box.run(["config", "set", "memory.facts_limit", "12"]);
  const { stdout } = await box.run(["config", "show"]);
  assert.ok(stdout.startsWith(`Folder in use: ${box.data}\n`), stdout);
  assert.match(stdout, /^Set:\n {2}memory\.facts_limit +12 +the project's file$/m);
  assert.doesNotMatch(stdout, /auto_save/);
  assert.match(stdout, /^4\d others are at their default: `memory config show --all`$/m);
  const all = (await box.run(["config", "show", "--all"])).stdout;
  assert.match(all, /^Set:\n {2}memory\.facts_limit [^]*\n {2}auto_save +true\n[^]*\nretrieval\n {2}retrieval\./m);
  assert.match((await box.run(["config", "show"], ZH)).stdout, /^改过的：\n {2}memory\.facts_limit +12 +项目设置$/m);
});

// `list` leaves out events of sessions, so other verbs must count them apart.
test("delete, export and import count events of sessions apart from records, and say what they are", async () => {
  const { box } = await boxWithFacts();
  const project = ["--layer", "project"];
  await box.hook("claude", "SessionStart", { session_id: "s-1", cwd: box.project, source: "startup" });
  await box.hook("claude", "SessionEnd", { session_id: "s-1", cwd: box.project, reason: "exit" });
  const preview = (await box.run(["delete", "--all", ...project])).stdout;
  assert.match(
    preview,
    /1 record and \d events of sessions \(starts and ends, which `list` leaves out\) would be deleted/,
  );
  assert.equal(preview.split("\n").filter((line) => /^ +\d+ /.test(line)).length, 1, preview);
  // A bare --confirm does nothing, and the answer says why.
  assert.match(
    (await box.run(["delete", "--all", "--confirm", ...project])).stdout,
    /bare --confirm only shows this again/,
  );
  const output = `${box.home}/all.json`;
  const exported = (await box.run(["export", "--output", output, ...project])).stdout;
  assert.match(exported, /^Exported 1 record to .*\n {2}and \d lines that `list` leaves out/);
  const again = await box.run(["import", "--input", output, ...project]);
  assert.equal(again.stdout, "Nothing new to import: 1 record is here already\n");
  const other = memoryBox();
  assert.match((await other.run(["import", "--input", output])).stdout, /^Imported 1 new, 0 already here, 0 left out/);
  assert.match((await other.run(["delete", "--all"])).stdout, /1 record and \d events/);
  const empty = await memoryBox().run(["delete", "--all"]);
  assert.match(empty.stderr, /There is nothing to delete: nothing is remembered here/);
});

test("the list of backups tells before which verb each was made, and which records it brings back", async () => {
  const { box, brief } = await boxWithFacts();
  await box.run(["delete", brief, "--confirm"]);
  const [first, second] = (await box.run(["backups"])).stdout.split("\n");
  assert.match(first ?? "", /^\d{4}-\d\d-\d\d-\d{6} +\d{4}-\d\d-\d\d \d\d:\d\d {2}before delete +1 record$/);
  assert.equal(second, "  We deploy on Tuesdays only");
  assert.match((await box.run(["backups"], ZH)).stdout, /delete 之前 +1 条记录\n {2}We deploy on Tuesdays only\n/);
});

test("who asks for an update is told of the install script, and an imported record has a short id, too", async () => {
  const box = memoryBox();
  for (const verb of ["update", "upgrade", "升级"]) {
    assert.match((await box.run([verb])).stderr, /no verb[^]*install\.sh[^]*memory edit ID TEXT/, verb);
  }
  assert.match((await box.run(["update", "ab12", "text"])).stderr, /memory edit/);
  writeFileSync(join(box.home, "rules.md"), "- We deploy on Tuesdays only\n");
  await box.run(["import", join(box.home, "rules.md"), "--confirm"]);
  const [, brief = ""] = / {2}(\S+)\n$/.exec((await box.run(["list"])).stdout) ?? [];
  assert.match(brief, /^[0-9a-f]{6}$/);
  assert.match((await box.run(["start"])).stdout, new RegExp(`\\[${brief}\\]`));
  assert.match((await box.run(["show", brief])).stdout, /We deploy on Tuesdays only/);
});

// Each line showed the text of now, and no verb printed what a record had said before.
test("undo --list tells what each write changed, and show what an edited record said before", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "Sessions live 30 minutes in Redis"])).data;
  for (const text of ["Sessions live 60 minutes in Redis", "Redis keeps sessions for 90 minutes"]) {
    await box.run(["edit", id, text]);
  }
  await box.run(["edit", id, "--entities", "session store"]);
  const list = async () => (await box.run(["undo", "--list"])).stdout.replace(/^\w{4} {2}\S+ \S+ {2}/gm, "");
  const written = [
    "edit  Redis keeps sessions for 90 minutes (entities: — → session store)",
    "edit  Sessions live 60 minutes in Redis → Redis keeps sessions for 90 minutes",
    "edit  Sessions live 30 → 60 minutes in Redis",
    "save  Sessions live 30 minutes in Redis",
  ];
  assert.equal(await list(), `${written.join("\n")}\n`);
  const earlier = async () => ((await box.json(["show", id])).data.earlier ?? []).map(({ content }: Json) => content);
  const before = ["Sessions live 30 minutes in Redis", "Sessions live 60 minutes in Redis"];
  assert.deepEqual(await earlier(), before);
  const { stdout } = await box.run(["show", id]);
  assert.match(stdout, /\nearlier texts:\n {2}- \d{4}-\d\d-\d\d \d\d:\d\d {2}Sessions live 30 minutes in Redis\n/);
  assert.match((await box.run(["show", id], ZH)).stdout, /\n先前的内容：\n {2}- /);
  for (let taken = 0; taken < 2; taken++) await box.run(["undo"]);
  assert.match(await list(), /^undo {2}Redis keeps sessions for 90 minutes → Sessions live 60 minutes in Redis\n/);
  assert.deepEqual(await earlier(), [...before, "Redis keeps sessions for 90 minutes"]);
  await box.run(["delete", id, "--confirm"]);
  assert.match(await list(), /^delete {2}Sessions live 60 minutes in Redis\n/);
  await box.run([
    "save",
    "summary",
    "--session",
    "s1",
    "--topic",
    "Sessions",
    "--summary",
    "Done",
    "--todo",
    "Write docs",
  ]);
  await box.run(["done", "Write docs"]);
  const { records } = (await box.json(["list"])).data;
  assert.equal((await box.json(["show", records[0].id])).data.earlier, undefined, "what was added to outdates nothing");
});

test("a secret that an edit takes out of a record is told by neither show nor undo --list", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["remember", "The bucket key lies in the vault"])).data;
  const secret = `ghp_${"aB3dE5gH7j".repeat(4)}`;
  const [day = ""] = readdirSync(box.path("daily"));
  box.write(`daily/${day}`, box.read(`daily/${day}`).replace("lies in the vault", `is ${secret}`));
  await box.run(["edit", id, "The bucket key lies in the vault"]);
  const told = [await box.run(["show", id]), await box.run(["undo", "--list"])].map(({ stdout }) => stdout);
  for (const text of told) assert.match(text, /The bucket key is \[redacted:/);
  assert.deepEqual(told.filter((text) => text.includes(secret)), []);
});

// It showed the text after the edit, which is the one that the backup does not hold.
test("a backup made before an edit is told by the text that it holds, of a fact and of a note", async () => {
  const box = memoryBox();
  const { id } = (await box.json(["save", "fact", "--content", "The TTL is 900 s"])).data;
  for (const seconds of [600, 300]) await box.run(["edit", id, `The TTL is ${seconds} s`]);
  const texts = async () =>
    (await box.json(["backups"])).data.backups.filter(({ command }: Json) => /edit/.test(command))
      .map(({ texts }: Json) => texts[0]);
  assert.deepEqual(await texts(), ["The TTL is 600 s", "The TTL is 900 s"]);
  await box.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  await box.run(["note", "edit", "MEM-api-errors-json", "--one-liner", "Errors are XML"]);
  assert.match((await texts())[0], /Errors are JSON/);
});

test("a hint uses the short names of verbs for a person, the long ones in JSON", async () => {
  const box = memoryBox();
  assert.match((await box.run(["show", "zzzz"])).stderr, /`memory list` shows the ids/);
  assert.match((await box.json(["show", "zzzz"])).error.hint, /`memory manage list` shows the ids/);
});

test(
  "a search shows a person the kind and the short id, scores only with --explain, and once a day how to search by meaning",
  withTerminal,
  async () => {
    const box = memoryBox();
    await box.run(["remember", "We deploy on Tuesdays only"]);
    const searched = (words: string) => {
      const [program, args] = onTerminal(`"${BINARY}" search ${words}`);
      const env = {
        HOME: box.home,
        PATH: process.env["PATH"] ?? "",
        NO_COLOR: "1",
        LANG: "en_US.UTF-8",
        MEMORY_OFFLINE: "1",
      };
      return spawnSync(program, args, { cwd: box.project, env, encoding: "utf8" }).stdout.replaceAll("\r", "");
    };
    const first = searched("deploy");
    assert.match(first, /^We deploy on Tuesdays only\n {2}convention · \d{4}-\d\d-\d\d · \w{4}\n/);
    assert.match(first, /memory model download/);
    assert.doesNotMatch(searched("deploy"), /model|by words/);
    assert.match(searched("deploy --explain"), / · \d\.\d\d · by words · \w{4}\n/);
    assert.match(JSON.stringify(await box.json(["search", "deploy"])), /"degraded"/);
  },
);

test("where no note fits, a terminal says so and a pipe gets nothing", withTerminal, async () => {
  const box = memoryBox();
  assert.equal((await box.run(["retrieve", "error responses"])).stdout, "");
  const [program, args] = onTerminal(`"${BINARY}" retrieve "error responses"`);
  const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", LANG: "zh_CN.UTF-8" };
  assert.match(spawnSync(program, args, { cwd: box.project, env, encoding: "utf8" }).stdout, /^没有合适的笔记/);
});

// The second of two undos was once refused, since the first one was the newest write.
test("repeated undos take back one older write each time, and an undo can be undone by its id", async () => {
  const box = memoryBox();
  for (const queue of ["orders", "mails"]) await box.run(["remember", `The queue of ${queue} is NATS`]);
  const { stdout } = await box.run(["undo"]);
  const [, back = ""] = /to take that back: `memory (undo \w+)`\n$/.exec(stdout) ?? [];
  assert.match((await box.run(back.split(" "))).stdout, /The queue of mails is NATS/);
  const first = await box.json(["undo"]);
  assert.deepEqual(first.data.texts, ["The queue of mails is NATS"]);
  assert.match(
    (await box.run(["undo"])).stdout,
    /^Taken back save .*gone again\n {2}The queue of orders is NATS\nto take that back/,
  );
  await box.run(["remember", "I prefer NATS", "--layer", "global"]);
  assert.match((await box.run(["undo"])).stdout, /^Taken back save .*: 1 record \(global\) gone again\n/);
  const none = await box.run(["undo"]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /There is no write to take back/);
  await box.run(["undo", first.data.operation]);
  const { records } = (await box.json(["list"])).data;
  assert.deepEqual(records.map(({ content }: Json) => content), ["The queue of mails is NATS"]);
  // The save is in force again, so the next undo takes it back.
  assert.match((await box.run(["undo"])).stdout, /The queue of mails is NATS/);
});

test("what remember is told as an order, as people tell an agent, is kept without the words of the order", async () => {
  const box = memoryBox();
  const told: Record<string, RegExp> = {
    "明天提醒我问老李要证书": /^Noted as an open to-do: 明天提醒我问老李要证书 /,
    "加个待办：续 SSL 证书": /^Noted as an open to-do: 续 SSL 证书 /,
    "remind me to ask Bo for the key": /^Noted as an open to-do: ask Bo for the key /,
    "记住 只用 tab": /^Saved as a \w+: 只用 tab /,
    "Please remember that the gateway is Kong": /^Saved as a \w+: the gateway is Kong /,
  };
  for (const [text, expected] of Object.entries(told)) {
    assert.match((await box.run(["remember", text])).stdout, expected, text);
  }
});

test("a text that begins with TODO: is noted as an open to-do, and the answer tells how to close it", async () => {
  const box = memoryBox();
  const noted = await box.run(["remember", "TODO: write the deploy script"]);
  assert.match(
    noted.stdout,
    /^Noted as an open to-do: write the deploy script {2}(\S+)\n {2}when it is done: `memory done \1`\n$/,
  );
  assert.match(
    (await box.run(["remember", "待办：写周报"], ZH)).stdout,
    /^已记为待办：写周报 {2}(\S+)\n {2}完成后：`memory done \1`\n$/,
  );
  // The same text adds no second to-do while the first is open.
  assert.match((await box.run(["remember", "待办：写周报"], ZH)).stdout, /^待办里已有：写周报 {2}\S+\n {2}完成后：/);
  await box.run(["remember", "To-do:", "call", "the", "bank"]);
  assert.equal((await box.json(["list", "--type", "fact"])).data.total, 0);
  const todos = (await box.json(["list", "--todos"])).data.todos.map(({ todo }: Json) => todo);
  assert.deepEqual(new Set(todos), new Set(["write the deploy script", "写周报", "call the bank"]));
  const [, id = ""] = /memory done ([^`]+)`/.exec(noted.stdout) ?? [];
  assert.equal((await box.json(["done", id])).data.closed[0].todo, "write the deploy script");
  assert.match((await box.run(["remember", "TODO: write the deploy script"])).stdout, /^Noted as an open to-do: /);
  // A text with a kind or with asks is a fact.
  assert.match(
    (await box.run(["remember", "TODO: is our marker", "--type", "B"])).stdout,
    /^Saved as a background: TODO: /,
  );
});

test("an export and an import take their file without an option, and a dry run tells the command that does it", async () => {
  const box = memoryBox();
  await box.run(["remember", "Orders go through Kafka"]);
  // The import once refused a to-do that was noted alone and is done.
  await box.run(["remember", "TODO: move the mails to NATS"]);
  await box.run(["done", "move the mails"]);
  assert.match((await box.run(["export", "all.json"])).stdout, /^Exported 2 records/);
  assert.equal((await box.run(["import", "all.json", "--input", "other.json"])).code, 2);
  assert.match((await box.run(["import"])).stderr, /PATH is missing/);
  const other = memoryBox();
  const file = `${box.project}/all.json`;
  assert.match(
    (await other.run(["import", file, "--dry-run"])).stdout,
    /To do it: the same command without --dry-run\n$/,
  );
  assert.match((await other.run(["import", file])).stdout, /^Imported 2 new/);
  await other.run(["remember", "Mails go through NATS"]);
  assert.match((await other.run(["import", file, "--dry-run"])).stdout, /nothing|Nothing new/);
  await box.run(["remember", "Logs go to Loki"]);
  await box.run(["export", "all.json", "--overwrite"]);
  assert.match((await other.run(["import", file, "--dry-run"])).stdout, /without --dry-run, with --confirm\n$/);
});

// An import once said "8 new" and its undo "12 records gone", since only the undo counted events of sessions.
test("an import and its undo tell the same number", async () => {
  const box = memoryBox();
  const event = { id: "evt-1", type: "session_start", timestamp: "2026-02-18T08:00:00.000Z", session_id: "s1" };
  const facts = ["Orders go through Kafka", "Mails go through NATS"].map((content, at) => ({
    id: `log-${at}`,
    type: "fact",
    content,
    timestamp: "2026-02-18T08:00:00.000Z",
  }));
  writeFileSync(join(box.project, "all.jsonl"), [event, ...facts].map((each) => JSON.stringify(each)).join("\n"));
  assert.match((await box.run(["import", "all.jsonl"])).stdout, /^Imported 2 new/);
  assert.match((await box.run(["undo", "--list"])).stdout, /import .*\(2 records\)/);
  assert.match((await box.run(["undo"])).stdout, /^Taken back import \(\w+\): 2 records gone again/);
  // The undo once left notes out of its number.
  const other = memoryBox();
  await other.run(["remember", "Orders go through Kafka"]);
  await other.run(["note", "add", "Errors are JSON", "--when", "designing an API"]);
  await other.run(["export", "all.json"]);
  assert.match((await box.run(["import", join(other.project, "all.json")])).stdout, /^Imported 2 new/);
  assert.match((await box.run(["undo"])).stdout, /^Taken back import \(\w+\): 2 records gone again/);
});

test("an export tells how many records of the global memory it leaves out, unless it exports that memory", async () => {
  const { box } = await boxWithFacts();
  const ran = await box.run(["export", "all.json"]);
  assert.match(ran.stdout, /^Exported 1 record/);
  assert.match(ran.stderr, /^1 record of the global memory left out: `memory export --layer global`\n$/);
  assert.match((await box.run(["export", "-"], ZH)).stderr, /^全局记忆的 1 条记录不在其中/);
  assert.equal((await box.run(["export", "own.json", "--layer", "global"])).stderr, "");
});

// It once said "context.start_tokens (15 records)", and showed a to-do with the box of its present state.
test("the list of undo shows the records of a write before its settings, and a to-do without its box", async () => {
  const box = memoryBox();
  await box.run(["remember", "TODO: write the tests"]);
  await box.run(["done", "write the tests"]);
  await box.run(["remember", "Orders go through Kafka"]);
  await box.run(["config", "set", "context.start_tokens", "900"]);
  rmSync(box.data, { recursive: true });
  await box.run(["restore"]);
  const list = (await box.run(["undo", "--list"])).stdout;
  assert.match(list, / restore +Orders go through Kafka \(/);
  assert.match(list, / save +write the tests\n/);
});
