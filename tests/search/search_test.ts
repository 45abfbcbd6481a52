/** Search in this process, one rule at a time; how well the rules do together is in search_floor_test.ts. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openIndex, type SyncableIndex } from "../../src/index/mod.ts";
import { type Filters } from "../../src/search/candidates.ts";
import { decay, weigh } from "../../src/search/age.ts";
import { RECIPE } from "../../src/search/recipe.ts";
import { fuse } from "../../src/search/fuse.ts";
import { type Hit, search, type SearchSettings } from "../../src/search/mod.ts";
import { parseQuery, plainQuery } from "../../src/search/query.ts";
import { openStore } from "../../src/store/mod.ts";
import { ownStore, testWorld } from "../world.ts";
import type { Layer } from "../../src/records/mod.ts";

type Fields = Readonly<Record<string, unknown>>;

const NOW = Date.parse("2026-02-18T10:00:00Z");
const SETTINGS: SearchSettings = {
  limit: 10,
  filters: {},
  fusion: "weighted",
  decay: { rate: 0.95, floor: 1 },
  source: { project: 1, global: 0.7 },
  now: NOW,
};

/** An index over facts given as texts or with more fields; ids are their positions. */
function indexOf(facts: readonly (string | Fields)[], layer: Layer = "project"): SyncableIndex {
  const world = testWorld();
  const folder = join(world.folder, layer);
  const lines = facts.map((fact, at) => ({
    id: String(at),
    type: "fact",
    memory_type: "W",
    timestamp: "2026-02-18T09:00:00Z",
    ...(typeof fact === "string" ? { content: fact } : fact),
  }));
  const path = join(folder, "daily", "2026-02-18.jsonl");
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const store = layer === "project" ? ownStore(world.runtime, folder) : openStore(world.runtime, folder, layer);
  const index = openIndex(store);
  index.sync();
  return index;
}

function hits(index: SyncableIndex | readonly SyncableIndex[], query: string, filters: Filters = {}): readonly Hit[] {
  return search(Array.isArray(index) ? index : [index as SyncableIndex], query, { ...SETTINGS, filters }).hits;
}

const ids = (...args: Parameters<typeof hits>) => hits(...args).map(({ id }) => id);

test("Chinese is found by any part of a word, mixed text by either language", () => {
  const index = indexOf(["Redis 缓存方案选型：先用本地缓存", "订单数据库迁移到 PostgreSQL", "前端构建改用 Vite"]);
  assert.equal(ids(index, "数据")[0], "1");
  assert.equal(ids(index, "缓存方案")[0], "0");
  assert.equal(ids(index, "redis")[0], "0");
  assert.equal(ids(index, "PostgreSQL 数据库怎么迁移？")[0], "1");
  assert.equal(ids(index, "库")[0], "1");
});

test("width and case make no difference", () => {
  const index = indexOf(["使用 TypeScript 严格模式", "other"]);
  assert.deepEqual(ids(index, "ＴＹＰＥＳＣＲＩＰＴ"), ["0"]);
});

test("signs are looked for in what a record says, not in its id or time", () => {
  const index = indexOf(["never run rm -rf / on the server", "emoji 🚀 in the release title", "use a -> b"]);
  assert.deepEqual(ids(index, "-").sort(), ["0", "2"]);
  assert.deepEqual(ids(index, "->"), ["2"]);
  assert.deepEqual(ids(index, "🚀"), ["1"]);
});

test("there is no wrong query: every sign is text", () => {
  const index = indexOf(["never run rm -rf / on the server", "emoji 🚀 in the release title", "use a -> b"]);
  for (
    const query of [
      "-",
      '"',
      "*",
      "(",
      "NOT",
      "NOT ",
      "a AND",
      '"(',
      "^",
      ":",
      "type:",
      "tag:",
      "NEAR(",
      "\0",
      "{x}: y",
    ]
  ) {
    assert.doesNotThrow(() => hits(index, query), query);
  }
  assert.deepEqual(ids(index, "rm -rf"), ["0"]);
  assert.deepEqual(ids(index, "🚀"), ["1"]);
  assert.deepEqual(ids(index, "->"), ["2"]);
});

test("identifiers, paths and error codes are found whole and by part", () => {
  const index = indexOf([
    "load_memory.py reads config",
    "ERR_LOCK_BUSY means another writer",
    "GET /api/v2/orders is paged",
  ]);
  for (const query of ["load_memory.py", "loadMemory", "load memory", "memory.py"]) {
    assert.equal(ids(index, query)[0], "0", query);
  }
  assert.equal(ids(index, "ERR_LOCK_BUSY")[0], "1");
  assert.equal(ids(index, "lock busy")[0], "1");
  assert.equal(ids(index, "/api/v2/orders")[0], "2");
});

test("an abbreviation is found by its plural, and the plural by it, also at the end of a name", () => {
  const index = indexOf(["All APIs carry a version in the path", "Priya reviews PRs", "customerIDs are random", "API"]);
  assert.deepEqual(ids(index, "API").sort(), ["0", "3"]);
  assert.deepEqual(ids(index, "apis").sort(), ["0", "3"]);
  assert.deepEqual(ids(index, "PR"), ["1"]);
  assert.deepEqual(ids(index, "pull request"), ["1"]);
  assert.deepEqual(ids(index, "customer ID"), ["2"]);
});

test("a name is found without the number at its end", () => {
  const index = indexOf(["the build broke", "token33 has expired", "lunch at noon"]);
  assert.deepEqual(ids(index, "token"), ["1"]);
  assert.deepEqual(ids(index, "token33"), ["1"]);
});

test("records that hold a phrase come first, and the phrase excludes nothing", () => {
  const index = indexOf([
    "cache the cache of the caches",
    "we keep a write back cache",
    "缓存方案：写回",
    "写回的缓存",
  ]);
  assert.deepEqual(ids(index, '"back cache"').slice(0, 2), ["1", "0"]);
  assert.equal(ids(index, "“缓存方案”")[0], "2");
});

test("NOT leaves out what holds the word", () => {
  const index = indexOf(["Redis cache on staging", "Redis cache on production", "缓存 用 Redis"]);
  assert.deepEqual(ids(index, "Redis NOT production").sort(), ["0", "2"]);
  assert.deepEqual(ids(index, "Redis NOT 缓存").sort(), ["0", "1"]);
  assert.deepEqual(ids(index, 'Redis NOT "cache on"'), ["2"]);
  // What holds a quoted phrase was brought in besides, whatever else it held.
  assert.ok(!ids(index, '"cache on" NOT production').includes("1"));
  assert.deepEqual(ids(index, "type:fact NOT production").sort(), ["0", "2"]);
});

// What stands beside a hit in its session came in, whatever it held.
test("NOT leaves out what holds the word beside a hit of its session, too", () => {
  const source = { session: "s1" };
  const index = indexOf([
    { content: "Its fees are high", source },
    { content: "Ben does payments", source },
    { content: "Payments run through Stripe", source },
  ]);
  assert.deepEqual(ids(index, "payment NOT stripe"), ["1", "0"]);
});

test("options and fields narrow by type, memory type, tag, session, day and stage", () => {
  const index = indexOf([
    { content: "Redis one", tags: ["#cache"], source: { session: "s1" } },
    { content: "Redis two", memory_type: "O", timestamp: "2026-01-01T00:00:00Z" },
    { content: "Redis three", memory_type: "S" },
    { content: "Redis four", deleted_at: "2026-02-18T09:30:00Z" },
  ]);
  assert.deepEqual(ids(index, "redis").sort(), ["0", "1"]);
  assert.deepEqual(ids(index, "redis", { memoryTypes: ["O"] }), ["1"]);
  assert.deepEqual(ids(index, "redis", { includeStage: true }).sort(), ["0", "1", "2"]);
  assert.deepEqual(ids(index, "redis", { includeDeleted: true }).sort(), ["0", "1", "3"]);
  assert.deepEqual(ids(index, "redis tag:cache"), ["0"]);
  assert.deepEqual(ids(index, "redis session:s1"), ["0"]);
  assert.deepEqual(ids(index, "redis before:2026-01-15"), ["1"]);
  assert.deepEqual(ids(index, "redis after:2026-01-15"), ["0"]);
  assert.deepEqual(ids(index, "redis type:summary"), []);
  // A field narrows what an option asks for.
  assert.deepEqual(ids(index, "redis type:fact", { types: ["summary"] }), []);
  assert.deepEqual(ids(index, "redis type:fact", { types: ["fact", "note"] }).sort(), ["0", "1"]);
  assert.deepEqual(ids(index, "redis session:s1", { session: "s2" }), []);
  assert.deepEqual(ids(index, "redis type:O"), ["1"]);
  assert.deepEqual(ids(index, "redis type:O", { memoryTypes: ["W"] }), []);
  assert.deepEqual(ids(index, "type:O"), ["1"]);
});

test("fields without a word ask for all that they name, newest first", () => {
  const index = indexOf([
    { content: "Redis one", tags: ["#cache"], timestamp: "2026-01-01T00:00:00Z" },
    { content: "Kafka two", timestamp: "2026-01-02T00:00:00Z" },
    { content: "Vault three", tags: ["cache"], timestamp: "2026-01-03T00:00:00Z" },
  ]);
  assert.deepEqual(ids(index, "tag:cache"), ["2", "0"]);
  assert.deepEqual(ids(index, "type:fact"), ["2", "1", "0"]);
  assert.deepEqual(ids(index, "after:2026-01-02 before:2026-01-03"), ["1"]);
});

test("a field that does not exist is text", () => {
  assert.equal(parseQuery("error:timeout type:error http://x").text, "error:timeout type:error http://x");
  assert.equal(parseQuery("x before:2026-13-45 after:2026-02-30").text, "x before:2026-13-45 after:2026-02-30");
  assert.deepEqual(parseQuery("type:fact tag:#a x").fields.types, ["fact"]);
  assert.deepEqual(parseQuery("type:O,fact x").fields, { types: ["fact"], memoryTypes: ["O"] });
  assert.equal(parseQuery("type:O,error x").text, "type:O,error x");
  assert.deepEqual(parseQuery("缓存 type：fact tag：架构"), {
    ...plainQuery("缓存  "),
    fields: { types: ["fact"], tags: ["架构"] },
  });
  assert.equal(parseQuery("注意：type：错误").text, "注意：type：错误");
});

test("a question about a time prefers a record that tells one", () => {
  const index = indexOf(["we moved to Kafka because of load", "we moved to Kafka on 3 May"]);
  assert.equal(ids(index, "when did we move to Kafka?")[0], "1");
});

test("an answer that shares no word with the query is found by the question before it", () => {
  const session = { source: { session: "s1" } };
  const index = indexOf([
    { content: "Which TTL shall the Redis cache have?", ...session },
    { content: "300 seconds", ...session, timestamp: "2026-02-18T09:00:01Z" },
    { content: "the office moves in spring", timestamp: "2026-02-18T09:00:02Z" },
  ]);
  assert.deepEqual(ids(index, "Redis cache TTL").sort(), ["0", "1"]);
});

test("a long record is found by the stretch that says it, not by words here and there", () => {
  const filler = (about: string) =>
    Array.from({ length: 12 }, (_, at) => `Paragraph ${at} of the report tells of ${about} and of nothing else.\n`);
  const scattered = filler("the garden").map((line, at) => at % 4 === 0 ? `The retry counter is blue. ${line}` : line);
  scattered.splice(6, 0, "Payments were mentioned at lunch.\n");
  const together = filler("the weather");
  together.splice(6, 0, "The retry counter of payments is blue.\n");
  const index = indexOf([scattered.join(""), together.join("")]);
  const [first] = search([index], "retry counter of payments", SETTINGS).hits;
  assert.equal(first?.id, "1");
  assert.ok((first.factors.points?.stretch ?? 0) > 0);
});

test("what a newer record tells again comes after it, unless it lacks what is asked or another voice says it", () => {
  const day = (date: number, content: string) => ({ content, timestamp: `2026-02-${date}T09:00:00Z` });
  const others = ["The flat in Oslo is rented out", "Coffee is bought on Mondays", "The bike needs new brakes"];
  const early = "The trip to New Zealand takes 12 days";
  const late = `${early}, starts in Christchurch, goes along the west coast and ends in Queenstown`;
  const asked = "How many days does the trip to New Zealand take?";
  const first = (facts: readonly Fields[], query: string) => hits(indexOf([...facts, ...others]), query)[0];

  const newer = first([day(10, early), day(15, late)], asked);
  assert.equal(newer?.id, "1");
  assert.equal(newer.factors.retold, 1);
  assert.equal(first([day(15, early), day(10, late)], asked)?.id, "0");

  const chinese = [
    day(10, "新西兰之行共十二天"),
    day(15, "新西兰之行共十二天，从基督城出发，沿西海岸走，到皇后镇结束"),
  ];
  assert.equal(first(chinese, "新西兰之行共几天")?.id, "1");

  const [anna, ben] = [day(10, `Anna's ${early.slice(4)}`), day(15, late.replace("The", "Ben's"))];
  assert.equal(first([anna, ben], "How many days does Anna's trip to New Zealand take?")?.id, "0");

  const reply = [day(10, `Anna: ${early}`), day(15, `Ben: ${late}`)];
  assert.equal(first(reply, asked)?.id, "0");
});

test("what is told again comes after its newer version though meaning finds it nearest", () => {
  const early = "The trip to New Zealand takes 12 days";
  const index = indexOf([
    { content: early, timestamp: "2026-02-10T09:00:00Z" },
    `${early}, starts in Christchurch and ends in Queenstown`,
    "Coffee is bought on Mondays",
    "The bike needs new brakes",
  ]);
  const rowOf = (id: string) => Number(index.db.get("SELECT row FROM records WHERE id = ?", id)?.["row"]);
  const closeness = new Map([["0", 0.9], ["1", 0.1]].map(([id, cosine]) => [rowOf(String(id)), Number(cosine)]));
  const near = new Map([...closeness].map(([row, cosine]) => [row, { closeness: cosine, cosine }]));
  const semantic = [{ index, cosines: closeness, vectors: 4, near: () => near }];
  const [first, second] = search([index], "How long is the trip to New Zealand?", { ...SETTINGS, semantic }).hits;
  assert.deepEqual([first?.id, second?.id], ["1", "0"]);
  assert.ok((first?.factors.standout ?? 0) < (second?.factors.standout ?? 0) && (second?.factors.retold ?? 1) < 1);
});

test("two layers are searched as one, the project's records weigh more", () => {
  const index = indexOf(["Redis caches sessions"]);
  const global = indexOf(["Redis caches sessions", "nothing"], "global");
  const both = hits([index, global], "redis sessions");
  assert.deepEqual(both.map(({ layer }) => layer), ["project", "global"]);
  assert.ok(Math.abs((both[1]?.score ?? 0) / (both[0]?.score ?? 1) - 0.7) < 1e-9);
});

test("the factors of a hit multiply to its score", () => {
  const index = indexOf([{ content: "Redis caches sessions", timestamp: "2026-01-01T00:00:00Z" }, "other"]);
  const [hit] = search([index], "redis", { ...SETTINGS, decay: { rate: 0.95, floor: 0.5 } }).hits;
  assert.ok(hit);
  const { relevance, decay, source } = hit.factors;
  assert.ok(decay > 0.5 && decay < 0.6);
  assert.ok(Math.abs(hit.score - relevance * decay * source) < 1e-12);
});

test("a record that says exactly the query has relevance 1, another one less", () => {
  const index = indexOf(["Redis TTL is 300 seconds", "Kafka retries 3 times", "the TTL of sessions"]);
  const [first, second] = hits(index, "Redis TTL is 300 seconds");
  assert.ok(first && first.factors.relevance > 0.85 && first.factors.relevance < 1.15, `${first?.factors.relevance}`);
  assert.ok(second && second.factors.relevance < 0.5, `${second?.factors.relevance}`);
});

test("with floor 0 the score is v1's: its worked example", () => {
  const weights = { decay: { rate: 0.95, floor: 0 }, source: { project: 1, global: 0.7 }, now: NOW };
  const score = (relevance: number, days: number, layer: Layer) => {
    const factors = weigh({ time: NOW - days * 86_400_000, layer, evergreen: false }, weights);
    return Number((relevance * factors.decay * factors.source).toFixed(2));
  };
  assert.deepEqual(
    [score(1, 1, "project"), score(0.5, 0, "project"), score(1, 7, "global"), score(0.8, 30, "project")],
    [0.95, 0.5, 0.49, 0.17],
  );
});

test("a record from the future counts as today's, one without a time does not age", () => {
  assert.equal(decay(-3, { rate: 0.95, floor: 0 }), 1);
  const weights = { decay: { rate: 0.95, floor: 0 }, source: { project: 1, global: 0.7 }, now: NOW };
  assert.equal(weigh({ time: 0, layer: "project", evergreen: false }, weights).decay, 1);
});

test("fusion takes one ranking as it is and two by weight or by rank", () => {
  const { weight, weightQuery, weightLength, rise } = RECIPE.meaning;
  assert.deepEqual(fuse([{ lexical: 0.4, semantic: undefined, length: 9 }], "weighted", weightQuery), [0.4]);
  const evidence = [
    { lexical: 0.9, semantic: 0.2, length: 0 },
    { lexical: 0.1, semantic: 0.8, length: 0 },
    { lexical: undefined, semantic: 0.5, length: 2 * weightLength },
  ];
  const [first, second, third] = fuse(evidence, "weighted", weightQuery);
  // For a query of so many words meaning weighs half. Each divided by its best: words 1 and 1/9, meaning 1/4, 1 and
  // 5/8; a record of twice the length gets a fifth.
  const meaning = weight / 2;
  assert.ok(Math.abs((first ?? 0) - (1 - meaning + meaning * (1 / 4) ** rise)) < 1e-9);
  assert.ok(Math.abs((second ?? 0) - ((1 - meaning) / 9 + meaning)) < 1e-9);
  assert.ok(Math.abs((third ?? 0) - meaning * (5 / 8) ** rise / 5) < 1e-9);
  const byRank = fuse(evidence, "rrf", weightQuery);
  assert.ok(byRank.every((relevance) => relevance > 0 && relevance <= 1));
});

test("traditional and simplified Chinese are read alike", () => {
  const index = indexOf(["資料庫連線逾時要重試三次", "缓存过期时间是五分钟"]);
  assert.equal(ids(index, "数据库 连线 重试")[0], "0");
  assert.equal(ids(index, "緩存過期時間")[0], "1");
  // Characters that the table lacked until it was made of OpenCC's dictionary.
  const later = indexOf(["将风险告诉谁", "谁都没有听说过"]);
  assert.deepEqual(ids(later, "風險"), ["0"]);
  assert.deepEqual(ids(indexOf(["聽聞繩子斷了"]), "听闻"), ["0"]);
});

test("one wrong letter still finds, but only when nothing else does", () => {
  const index = indexOf(["Kubernetes runs in eu-central-1", "the gateway is written in Go"]);
  for (const typed of ["kubernetse", "kubernets", "kubernettes", "kubarnetes"]) {
    assert.deepEqual(ids(index, typed), ["0"], typed);
  }
  assert.deepEqual(ids(index, "kubernetse gateway")[0], "1");
  assert.deepEqual(ids(index, "zzzzqqqq"), []);
});

test("a wrong letter in the ending of a word, or in one whose stem is no word, is mended too", () => {
  const index = indexOf(["The configuration of deployments", "Each response is kept in the database", "go"]);
  for (const typed of ["configuraton", "configuratoin", "deploymnets", "deploymets"]) {
    assert.deepEqual(ids(index, typed), ["0"], typed);
  }
  for (const typed of ["databse", "databsae", "respnse", "responsse", "datebase"]) {
    assert.deepEqual(ids(index, typed), ["1"], typed);
  }
});

test("of records that fit equally well the newest are found, however they came into the index", () => {
  const world = testWorld();
  const store = ownStore(world.runtime, join(world.folder, "project"));
  const write = (day: string, count: number, about = "backup of the orders database") => {
    const lines = Array.from({ length: count }, (_, n) => ({
      id: `log-${day}-${n}`,
      type: "fact",
      memory_type: "W",
      content: `The ${about} failed: disk ${n * 37 % 991} was full`,
      timestamp: `${day}T10:${String(n % 60).padStart(2, "0")}:00Z`,
    }));
    const path = join(store.folder, "daily", `${day}.jsonl`);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  const index = openIndex(store);
  const newest = () => ids(index, "backup orders").map((id) => id.slice(0, 14));
  const expected = (day: string) => Array.from({ length: 10 }, () => `log-${day}`);
  write("2026-02-10", 60);
  index.sync();
  // Far more than are compared, and another time a few among many that are newer and fit worse.
  for (const [day, count] of [["2024-05-01", 60], ["2024-05-02", 700], ["2025-05-01", 60]] as const) {
    write(day, count);
    index.sync();
    assert.deepEqual(newest(), expected("2026-02-10"), day);
  }
  write("2026-02-12", 1_500, "deploy of the shop");
  write("2026-02-11", 60);
  index.sync();
  assert.deepEqual(newest(), expected("2026-02-11"));
  index.close();
});
