/** What is a hit and what is none, what found it, and how much of it is printed, against the binary. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { styleOf } from "../../src/cli/terminal.ts";
import { hitsText, nothingFoundText } from "../../src/commands/hits.ts";
import { INCOMPLETE } from "../../src/index/mod.ts";
import { DEFAULT_DATA_DIR } from "../../src/paths.ts";
import { systemRuntime } from "../../src/system/mod.ts";
import { BINARY, type Box, type Json, memoryBox } from "../box.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const DAY = "2026-11-20";

/** A box with these facts; a text in a list belongs to one session with the others of it. */
function boxWith(...facts: (string | readonly string[])[]): Box {
  const box = memoryBox();
  let at = 0;
  const line = (content: string, session?: string) =>
    `${
      JSON.stringify({
        id: `log-${100_000 + at}-hits`,
        type: "fact",
        memory_type: "W",
        content,
        timestamp: new Date(Date.parse(`${DAY}T08:00:00Z`) + 1_000 * at++).toISOString(),
        ...session === undefined ? {} : { source: { session } },
      })
    }\n`;
  const lines = facts.flatMap((fact, session) =>
    typeof fact === "string" ? [line(fact)] : fact.map((each) => line(each, `s-${session}`))
  );
  box.write(`daily/${DAY}.jsonl`, lines.join(""));
  return box;
}

async function contents(box: Box, query: string, ...more: string[]): Promise<string[]> {
  const { results } = await box.json(["search", query, ...more]);
  return results.map(({ content }: Json) => content);
}

const MANY = Array.from({ length: 500 }, (_, n) => [
  `第 ${n} 条：处理订单的数量，在仓库的物流里，与相关的配置无关`,
  `Row ${n} of the thing that we have and the other one`,
]).flat();

test("what shares nothing that says anything is no hit, in both languages, and the exit code says so", async () => {
  const box = boxWith("Redis 的缓存 TTL 是 300 秒", "the deploy script lives in scripts/", ...MANY);
  for (
    const query of ["不存在的东西zzz", "完全无关的量子物理", "the nonexistent xyzzy thing", "what is a frobnicator"]
  ) {
    const { code, stdout } = await box.run(["search", query]);
    assert.deepEqual([code, JSON.parse(stdout).results], [1, []], query);
  }
  assert.deepEqual(await contents(box, "Redis 的东西zzz"), ["Redis 的缓存 TTL 是 300 秒"]);
  assert.deepEqual(await contents(box, "deploy the xyzzy"), ["the deploy script lives in scripts/"]);
});

test("another name of what is asked finds its record among many that hold single characters of the query", async () => {
  const others = Array.from({ length: 600 }, (_, n) => `第 ${n} 条：代理的证书由网关的机器更新`);
  const box = boxWith("我习惯用 pnpm", ...others);
  assert.equal((await contents(box, "包管理器"))[0], "我习惯用 pnpm");
});

// It went behind the first hit whose id ended like that of the fact by which it is outdated.
test("an outdated record stands right behind the one that replaces it, though another id ends alike", async () => {
  const box = memoryBox();
  const fact = (id: string, content: string, more: object = {}) =>
    `${JSON.stringify({ id, type: "fact", memory_type: "W", content, timestamp: `${DAY}T08:00:00Z`, ...more })}\n`;
  const [old, alike, newer] = ["log-100000001-olds", "log-100000002-same", "log-100000003-same"];
  const everywhere = join(box.home, DEFAULT_DATA_DIR);
  await box.run(["save", "fact", "--content", "Tea is green", "--layer", "global"]);
  mkdirSync(join(everywhere, "daily"), { recursive: true });
  writeFileSync(join(everywhere, "daily", `${DAY}.jsonl`), fact(old, "wombat suite wombat suite: run it all"));
  const suites = fact(alike, "wombat suite") +
    fact(newer, "In this place the suite is for a wombat of age", { supersedes: old });
  box.write(`daily/${DAY}.jsonl`, suites);
  const { results } = await box.json(["search", "wombat suite"]);
  const order = results.map(({ id, outdated_by }: Json) => [id, outdated_by]);
  assert.deepEqual(order, [[alike, undefined], [newer, undefined], [old, "same"]]);
});

// `type:O` found what holds "type", and `after:2026-13-01` was looked for as a word.
test("a field of a query takes the values of its option, and a wrong one is refused unless it may be text", async () => {
  const box = boxWith("Use TypeScript 5 with two spaces", "Releases go out on Tuesday mornings", "type:module in Vite");
  await box.json(["save", "fact", "--type", "O", "--content", "Releases are tagged by the pipeline"]);
  for (const field of ["type:O", "type:convention", "type:约定", "type：O", "type:O,W --type O"]) {
    const [kind = "", ...more] = field.split(" ");
    const found = await contents(box, `${kind} releases`, ...more);
    assert.deepEqual(found, ["Releases are tagged by the pipeline"], field);
    assert.deepEqual(await contents(box, kind, ...more), found, field);
  }
  const wrong = [
    "type:typo releases",
    "releases type:错字",
    "after:2026-13-01 x",
    "x before:2026/13/01",
    "after:下周一 x",
  ];
  for (const query of [...wrong, "before:2026-2-30 x"]) {
    const { code, stdout } = await box.run(["search", query]);
    const { error } = JSON.parse(stdout);
    assert.deepEqual([code, error.code], [2, "INVALID_ARGUMENT"], query);
    assert.match(error.hint, /in quotes: "(?:type|after|before):/, query);
  }
  for (const query of ["type: module", "vite type:module config", '"type:module"']) {
    assert.equal((await contents(box, query))[0], "type:module in Vite", query);
  }
  for (const query of ["before:each hook", "foo:bar", "content-type:json"]) {
    assert.deepEqual(await contents(box, query), []);
  }
});

// What was replaced could be searched for by nothing.
test("a word that only a replaced record holds finds what replaced it, which says so", async () => {
  const box = boxWith("WebSocket was dropped in favour of server-sent events", "The pipeline signs images");
  const save = async (content: string, ...more: string[]): Promise<string> =>
    (await box.json(["save", "fact", "--type", "B", "--content", content, ...more])).data.id;
  const first = await save("Images are built with Docker Buildkit");
  const second = await save("Images are built with Podman on Jenkins", "--supersedes", first);
  const third = await save("Images are built with Kaniko since March", "--supersedes", second);
  for (const query of ["buildkit", "why did we drop Buildkit?", "为什么不用 buildkit", "docker images"]) {
    const { results: [hit] } = await box.json(["search", query]);
    assert.deepEqual([hit?.id, hit?.replaces], [third, "Images are built with Docker Buildkit"], query);
  }
  for (const query of ["kaniko", "images", "how are images built in March"]) {
    const { results } = await box.json(["search", query]);
    assert.ok(results.length > 0 && results.every(({ replaces }: Json) => replaces === undefined), query);
  }
  for (const words of [["buildkit", "--type", "O"], ["buildkit type:W"], ["buildkit NOT kaniko"]]) {
    assert.deepEqual((await box.json(["search", ...words])).results, [], words.join(" "));
  }
});

// One unrelated record with the word took the reason away.
test("what was replaced is also found by a word that another record holds, where it says more of the query", async () => {
  const box = boxWith("The broker of the test bench is old", "make up starts Postgres on 5433 and Mosquitto on 1884");
  const save = async (content: string, ...more: string[]): Promise<string> =>
    (await box.json(["save", "fact", "--content", content, ...more])).data.id;
  const old = "We moved from Mosquitto to EMQX since Mosquitto dropped retained messages";
  const now = await save("EMQX licence changed, so we went to NanoMQ on all yards", "--supersedes", await save(old));
  for (const query of ["why did we leave Mosquitto", "Mosquitto dropped messages"]) {
    const { results } = await box.json(["search", query]);
    assert.deepEqual(results.map(({ id, replaces }: Json) => [id, replaces])[0], [now, old], query);
    assert.equal(results.length, 2, query);
  }
  // Of its words this shares one with what was replaced, as with the others.
  const { results } = await box.json(["search", "how do I start the Mosquitto container"]);
  assert.ok(results.every(({ replaces }: Json) => replaces === undefined));
});

// The new value came, and nothing of the old one, though the question was for that.
test("a question for what held before is answered with what each hit replaced last", async () => {
  const box = boxWith("The importer reads CSV", "导入只读 CSV");
  const save = async (content: string, ...more: string[]): Promise<string> =>
    (await box.json(["save", "fact", "--content", content, ...more])).data.id;
  const first = await save("Raw readings are kept for 90 days");
  const second = await save("Raw readings are kept for 400 days", "--supersedes", first);
  const third = await save("Raw readings are kept for 730 days", "--supersedes", second);
  const token = await save("登录 token 有效期 30 天", "--supersedes", await save("登录 token 有效期 7 天"));
  for (
    const [query, id, before] of [
      ["how long were raw readings kept before", third, "Raw readings are kept for 400 days"],
      ["old retention of raw readings", third, "Raw readings are kept for 400 days"],
      ["token 以前多久过期", token, "登录 token 有效期 7 天"],
    ] as const
  ) {
    const { results } = await box.json(["search", query]);
    const hit = results.find((each: Json) => each.id === id);
    assert.equal(hit?.replaces, before, query);
  }
  for (const query of ["how long are raw readings kept", "token 有效期多久"]) {
    const { results } = await box.json(["search", query]);
    assert.ok(results.length > 0 && results.every(({ replaces }: Json) => replaces === undefined), query);
  }
  await box.json(["delete", second, "--confirm"]);
  const { results: [hit] } = await box.json(["search", "how long were raw readings kept before"]);
  assert.notEqual(hit?.replaces, "Raw readings are kept for 400 days", "what was deleted is told to nobody");
});

// A list of ten hits came for “Elasticsearch cluster size”, and nothing told that no record is about it.
test("a search names the words that no record in force holds, but for ordinary ones", async () => {
  const box = boxWith("The Postgres cluster has three nodes", "Nodes are backed up at night", "网关用 Kong 3.4");
  for (
    const [query, words] of [
      ["Elasticsearch cluster size", ["Elasticsearch"]],
      ["bakcup of the GraphQL nodes", ["bakcup", "GraphQL"]],
      ["网关的 MongoDB 版本", ["MongoDB"]],
    ] as const
  ) {
    assert.deepEqual((await box.json(["search", query])).unheld, words, query);
  }
  for (const query of ["how do we split the cluster", "postgres cluster", "网关用什么"]) {
    assert.equal((await box.json(["search", query])).unheld, undefined, query);
  }
});

test("a person is told of such words in one line before the hits", withTerminal, () => {
  const box = boxWith("The Postgres cluster has three nodes");
  const [program, words] = onTerminal(`"${BINARY}" --no-color search bakcup of the postgres cluster`);
  const env = { HOME: box.home, PATH: process.env["PATH"], TERM: "dumb" };
  const { stdout } = spawnSync(program, words, { cwd: box.project, encoding: "utf8", input: "", env });
  assert.match(stdout, /^No record in force holds “bakcup”\r?\nThe Postgres cluster/);
});

// HB-9999 found forty records for their HB, and nothing said that none is about it.
test("a code that no record holds is said to be nowhere, in whatever way records write it", async () => {
  const box = boxWith(
    "Bug HB-1013: price rounds up",
    "Bug HB-1200: login loops",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 broke it",
    "Node 20.11 or later, started with a 300 second timeout",
    "ERR_BERTH_TAKEN means two bookings overlap",
    "computeTariffForVessel() caches",
    "Bastion host is 10.20.30.40",
  );
  for (
    const query of ["HB-9999", "HB-101", "hb-120", "node21", "ERR_BERTH_FREE", "computeTariffForPort", "10.20.30.41"]
  ) {
    const { results, hint } = await box.json(["search", query]);
    assert.ok(results.length > 0, query);
    assert.equal(hint, `No record holds ${query}; these share a part of it`, query);
  }
  for (
    const query of [
      ...["HB-1013", "hb1013", "HB 1013", "HB-1013 price", "9fceb02", "node20", "20.11", "300s", "err-berth-taken"],
      ...["computetariffforvessel", "10.20.30.40", "v20.11", "HB-9999 price", "bugs", "第7次"],
    ]
  ) assert.equal((await box.json(["search", query])).hint, undefined, query);
});

// Records of one wording lifted each other above a record that says as much.
test("records of one wording don't stand before another one only because they are many", async () => {
  const meetings = Array.from(
    { length: 8 },
    (_, n) => `Meeting ${n}: Jonas proposed dark mode; accepted for new code only`,
  );
  const bugs = Array.from(
    { length: 8 },
    (_, n) => `Bug HB-${1013 + 91 * n}: email sent twice in release ${n}.1; fixed by an idempotency key`,
  );
  const customers = Array.from(
    { length: 8 },
    (_, n) => `客户 ${"上宁青汉安鹿深天"[n]}港 要求数据保留十年，第 ${n} 次会议同意`,
  );
  const glare = "Dark mode was rejected by the harbour of Rotterdam because of glare on the bridge displays";
  const header = "All POST endpoints take an Idempotency-Key header; keys are kept 24 hours";
  const purge = "数据保留十年是法律要求，到期由定时任务清理";
  const box = boxWith(glare, header, purge, ...meetings, ...bugs, ...customers);
  const rows = [["why no dark mode", glare], ["idempotency key", header], ["数据保留", purge]] as const;
  for (const [query, wanted] of rows) assert.equal((await contents(box, query))[0], wanted, query);
});

test("common words are found by whoever asks for nothing else", async () => {
  const box = boxWith("team lunch is on Fridays", "我住的地方叫绿洲", "小猫名叫咪咪", "the gateway listens on 4222");
  assert.deepEqual(await contents(box, "team lunch"), ["team lunch is on Fridays"]);
  assert.deepEqual(await contents(box, "我住的小区"), ["我住的地方叫绿洲"]);
  assert.deepEqual(await contents(box, "猫"), ["小猫名叫咪咪"]);
  assert.deepEqual(await contents(box, "databse"), []);
  assert.deepEqual(await contents(box, "the gatewya thing"), ["the gateway listens on 4222"]);
});

// Of 2,286 hits of 283 queries 355 were neighbours, and one of them was what was looked for.
test("a neighbour of a hit that is far below the best is left out", async () => {
  const box = boxWith(
    "The zookeeper lease timeout is 30 seconds",
    ["The office is painted in May, when the lease of the warehouse and of both cars ends too", "Bob likes tea"],
  );
  const found = await contents(box, "zookeeper lease timeout");
  assert.equal(found.length, 2);
  assert.ok(!found.includes("Bob likes tea"));
});

test("a neighbour that holds no word of the query says so, and comes after all that do", async () => {
  const box = boxWith(
    ["zookeeper lease timeout is 30 seconds?", "we agreed on it", "Bob will tell the others"],
    "The lease of the office ends in May",
  );
  const { results } = await box.json(["search", "zookeeper lease"]);
  assert.deepEqual(results.map(({ found_by }: Json) => found_by), [["words"], ["words"], ["neighbour"]]);
  assert.match(results[1].content, /office/);
});

test("the text into a pipe tells of a hit what JSON does, and no order to fetch a model", async () => {
  const box = boxWith(["zookeeper lease timeout is 30 seconds?", "we agreed on it", "Bob will tell the others"]);
  await box.run(["save", "fact", "--content", "Amounts are in cents", "--type", "W"]);
  const { stdout } = await box.run(["search", "--text", "zookeeper lease"]);
  const [first, about, second, beside] = stdout.trimEnd().split("\n");
  assert.deepEqual([first, second], ["zookeeper lease timeout is 30 seconds?", "we agreed on it"]);
  assert.match(about ?? "", /^ {2}decision · 2026-11-20 · \S+$/);
  assert.match(beside ?? "", /^ {2}decision · 2026-11-20 · beside a hit in its session · \S+$/);
  const [id = ""] = about?.match(/\S+$/) ?? [];
  await box.run(["delete", id, "--confirm"]);
  const gone = await box.run(["search", "--text", "zookeeper lease", "--include-deleted"]);
  assert.match(gone.stdout, new RegExp(`· deleted · (?:others may have written it · )?${id}\\n`));
  assert.doesNotMatch(stdout + gone.stdout, /model/);
  const none = await box.run(["search", "--text", "xyzzy"]);
  assert.deepEqual([none.code, none.stdout], [1, "Nothing found\n"]);
});

// In JSON a text ends at its quote.
test("no line of a record's text can pass for what is said of a hit", async () => {
  const forged = "Use npm\n  convention · 2026-11-01 · ab12\nRun the installer";
  const { stdout } = await boxWith(forged).run(["search", "--text", "npm"]);
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual(lines.slice(0, 3), ["Use npm", "      convention · 2026-11-01 · ab12", "    Run the installer"]);
  assert.match(lines[3] ?? "", /^ {2}decision · /);
});

test("that records may be missing is told in text, too, whatever else is not due", () => {
  const data = { results: [], method: "fts", degraded: INCOMPLETE, total: 0 } as const;
  const view = { briefIdOf: (id: string) => id, isAdvised: false };
  const style = styleOf(systemRuntime(), true, "en");
  assert.match(hitsText(data, style, view), /^The index is still being made, .*completes it\n$/);
  assert.match(nothingFoundText(data, style, { beginning: undefined, isAdvised: false }), /still being made/);
});

test("a word is found by its other name, as with a prompt", async () => {
  const box = boxWith("我习惯用 pnpm", "缩进用 tab", ...MANY);
  for (const query of ["包管理器", "package manager"]) assert.deepEqual(await contents(box, query), ["我习惯用 pnpm"]);
  assert.deepEqual((await contents(box, "indentation")).slice(0, 1), ["缩进用 tab"]);
});

test("of a long record what stands around the words is printed, and all of it with --full", async () => {
  const fill = (n: number) => `Paragraph ${n} tells how the meeting went and who brought which cake. `.repeat(25);
  const long = (n: number) => `${fill(n)}The quorum of cluster ${n} is three. ${fill(n)}`;
  const box = boxWith(...Array.from({ length: 20 }, (_, n) => long(n)), "The quorum is short");
  const { stdout } = await box.run(["search", "quorum cluster"]);
  assert.ok(stdout.length <= 5 * 1024, `${stdout.length}`);
  const results: Json[] = JSON.parse(stdout).results;
  for (const { content, excerpt } of results) {
    assert.match(content, /quorum/);
    assert.equal(excerpt, content === "The quorum is short" ? undefined : true);
  }
  // Twenty of them were 71 kB, then 6.4.
  const list = await box.run(["search", "quorum cluster", "--max-results", "20"]);
  assert.ok(list.stdout.length <= 4.2 * 1024, `${list.stdout.length}`);
  const listed: Json[] = JSON.parse(list.stdout).results;
  assert.equal(listed.length, 20);
  assert.deepEqual(Object.keys(listed[0]), ["id", "type", "content", "excerpt", "found_by", "score", "day", "layer"]);
  for (const { content } of listed) assert.match(content, /quorum/);
  const { results: full } = await box.json(["search", "quorum cluster", "--max-results", "20", "--full"]);
  assert.ok(full.every(({ source, timestamp }: Json) => source && timestamp));
  const [{ id, record }] = full;
  assert.deepEqual(record, (await box.json(["show", id])).data.record);
  const whole = await contents(box, "quorum cluster", "--full");
  assert.ok(whole.some((content) => content.length > 3_000 && /^Paragraph/.test(content)));
  // In Chinese too, and never within a character.
  const han = boxWith(`${"今天讨论了会议安排。".repeat(80)}量子网关监听 4222 端口😀。${"然后大家去吃饭。".repeat(80)}`);
  const [found = ""] = await contents(han, "量子网关的端口");
  assert.match(found, /^….*量子网关监听 4222.*…$/s);
  assert.ok(found.length < 150 && found.isWellFormed(), found);
});

// "lake" was read as "make", "kiln" as "kill".
test("what is about something else is no hit for one ordinary word, nor for one letter", async () => {
  const box = boxWith(
    "OrderMapper sorts orders by their order date",
    "Deploy with make release, never from a laptop",
    "TODO: remove the feature flag new-checkout after March",
    "The gateway listens on 4222",
    "Kill the old process when the port is taken",
  );
  const apart = [
    "odyssey chapter order",
    "the deepest lake in siberia",
    "sculpting clay without a kiln",
    "learning to juggle four balls",
  ];
  for (const query of apart) assert.deepEqual(await contents(box, query), [], query);
  const about = [
    ["in which order does the mapper put them", /OrderMapper/],
    ["how do we deploy to siberia from here", /make release/],
    ["which port is taken by the old process", /Kill/],
    ["where does the gatewya listen", /gateway/],
    ["remove", /feature flag/],
    ["order", /OrderMapper/],
  ] as const;
  for (const [query, wanted] of about) assert.match((await contents(box, query))[0] ?? "", wanted, query);
});

// 机器 found every robot.
test("a word inside of another one that means something else is no hit, one that it only narrows is", async () => {
  const apart = [
    ["机器", "客服机器人用 Rasa 搭建"],
    ["机器人", "三号机房的机器坏了"],
    ["对话", "对话框用 Radix 实现"],
    ["工作", "发布走 GitHub 工作流"],
    ["生产", "生产者写入 Kafka"],
    ["中间", "鉴权写成中间件"],
    ["关键", "文章要有关键词"],
    ["路由", "办公室的路由器换了新的"],
    ["机器 坏了吗", "客服机器人用 Rasa 搭建"],
    // One character of a word of two is not that word.
    ["服务", "公务员考试报名系统上线"],
    ["服务", "餐厅服务员八点上班"],
    ["生产", "北京大学生体育馆预约"],
    ["员工", "部署工程师是老王"],
  ] as const;
  const within = [
    ["登录", "登录页面改版"],
    ["支付", "支付宝回调要验签"],
    ["支付", "支付方式放在字典表"],
    ["数据", "数据库用 PostgreSQL"],
    ["订单", "订单号由雪花算法生成"],
    ["会员", "会员卡分三级"],
    ["手机", "手机号脱敏显示"],
    ["验证", "验证码五分钟过期"],
    ["服务", "服务器在上海"],
    ["线程", "线程池大小为 8"],
    ["机器", "三号机房的机器坏了"],
    ["机器", "机器人和机器都在三号机房"],
    ["机器人", "客服机器人用 Rasa 搭建"],
    ["Rasa 机器", "客服机器人用 Rasa 搭建"],
    ["robot", "客服机器人用 Rasa 搭建"],
    ["二维码", "扫码进群"],
    ["北大", "北京大学生体育馆预约"],
    ["猫", "我家小猫叫咪咪"],
  ] as const;
  for (const [query, content] of apart) assert.deepEqual(await contents(boxWith(content), query), [], query);
  for (const [query, content] of within) assert.deepEqual(await contents(boxWith(content), query), [content], query);
});
