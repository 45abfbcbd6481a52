/** Facts that were said more than once become one; none is lost or kept twice. */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import type { RawRecord } from "../../src/records/mod.ts";
import { applyChange } from "../../src/store/change.ts";
import { readContents } from "../../src/store/contents.ts";
import { withLock } from "../../src/store/write_lock.ts";
import type { Store } from "../../src/store/mod.ts";
import { planConsolidation } from "../../src/upkeep/consolidate.ts";
import { saysTheSame, stemsOf, wordingOf } from "../../src/text/likeness.ts";
import { testStore, testWorld, type World } from "../world.ts";
import { pathOf } from "../../src/store/layout.ts";

const same = (older: string, newer: string) => saysTheSame(stemsOf(older), stemsOf(newer));

test("lines that differ only in small words or signs are shown once", () => {
  for (
    const [older, newer] of [
      ["Redis caches sessions, TTL 300", "redis caches sessions - TTL 300."],
      ["We use Redis for caching", "We are using Redis for caching."],
      ["The project uses PostgreSQL 15 as its main database", "Project uses PostgreSQL 15 as the main database"],
      ["Redis 缓存 TTL 设为 300 秒", "Redis 缓存的 TTL 设置为 300 秒。"],
      ["我们使用 pnpm 作为包管理器", "使用 pnpm 作为包管理器"],
      ["ＡＰＩ 前缀是 /api/v2", "API 前缀为 /api/v2"],
      ["Errors are returned as code and message objects", "Errors are always returned as code and message objects"],
    ] as const
  ) assert.ok(same(older, newer), `${older} ~ ${newer}`);
});

test("lines that may mean different things are both shown", () => {
  for (
    const [older, newer] of [
      ["Redis caches sessions, TTL 300", "Redis caches sessions, TTL 900"],
      ["Redis caches sessions for the api", "Redis does not cache sessions for the api"],
      ["Commit generated files to the repository", "Never commit generated files to the repository"],
      ["Migrate from Flask to FastAPI this year", "Migrate from FastAPI to Flask this year"],
      ["The order service depends on billing", "The billing service depends on order"],
      ["Always use tabs", "Always use tabs in Makefiles"],
      ["Deploy to staging with Docker every night at two", "Deploy to production with Docker every night at two"],
      ["部署到开发环境使用 Docker", "部署到生产环境使用 Docker"],
      ["提交生成的文件到仓库里", "不提交生成的文件到仓库里"],
      ["Use spaces, two of them, in TypeScript files", "Use spaces"],
      ["retries < 3 in the client", "retries > 3 in the client"],
      ["", ""],
    ] as const
  ) assert.ok(!same(older, newer), `${older} !~ ${newer}`);
});

/** Pairs of which one text has a word more, or another form of a word. */
const DIFFERENT = [
  ["fix the failing upload test on Windows", "fix the failing upload test on Windows ARM"],
  ["migrate the users table to the new cluster", "migrate the deleted users table to the new cluster"],
  ["send the invoice to Anna Schmidt", "send the second invoice to Anna Schmidt"],
  ["add index on user", "add index on users"],
  ["write down plan A for the move", "write down plan for the move"],
  ["send my invoice to the bank", "send their invoice to the bank"],
  ["delete the build/ folder of app", "delete the build folder of app"],
  ["load the backup of 1.5 GB", "load the backup of 15 GB"],
  ["Deploy on Friday?", "Deploy on Friday."],
  ["The payment service retries failed jobs five times", "The payment service client retries failed jobs five times"],
  ["检查证书A", "检查证书B"],
  ["检查证书", "检查证书A"],
  ["测试服务", "测试服务器"],
  ["更新客户", "更新客户端"],
  ["修复登录", "修复登录页"],
  ["删除用户", "删除用户设置"],
  ["服务每晚重启", "服务器每晚重启"],
] as const;

test("texts are the same for certain only in the same words, but for case, width, signs and words that say nothing", () => {
  for (const [one, other] of DIFFERENT) assert.notEqual(wordingOf(one), wordingOf(other), `${one} !~ ${other}`);
  for (
    const [one, other] of [
      ["Redis caches sessions, TTL 300", "redis caches our sessions - TTL 300."],
      ["Fix the failing test (on Windows)", "please fix failing test on “Windows”!"],
      ["ＡＰＩ 前缀：/api/v2", "api前缀: /api/v2"],
      ["修复登录页", "请修复登录的页。"],
      ["我们用 pnpm", "用pnpm"],
    ] as const
  ) assert.equal(wordingOf(one), wordingOf(other), `${one} ~ ${other}`);
  assert.notEqual(wordingOf("?"), wordingOf("!"));
});

let number = 0;
function fact(content: string, fields: RawRecord = {}): RawRecord {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
  return {
    id: `log-${number++}`,
    type: "fact",
    memory_type: "W",
    content,
    entities: [],
    confidence: 0.8,
    timestamp,
    ...fields,
  };
}

function storeOf(world: World, facts: readonly RawRecord[]): Store {
  const store = testStore(world);
  fs.mkdirSync(pathOf(store, "daily"), { recursive: true });
  fs.writeFileSync(
    pathOf(store, "daily/2026-01-01.jsonl"),
    facts.map((each) => `${JSON.stringify(each)}\n`).join(""),
  );
  return store;
}

function run(store: Store): RawRecord[] {
  withLock(store, (locked) => {
    const { change } = planConsolidation(locked, "agent");
    return change && applyChange(locked, change);
  }, 0);
  return readContents(store).records.filter(({ kind }) => kind === "facts").map(({ record }) => record);
}

test("a fact that is said more than once is kept once: newest wording, all evidence, surer when sessions differ", () => {
  const said = [
    fact("Redis caches sessions", { source: { session: "a" }, entities: ["Redis"], tags: ["cache"] }),
    fact("Redis caches the sessions.", { source: { session: "a" }, confidence: 0.9 }),
    fact("redis caches sessions!", { source: { session: "b" }, entities: ["sessions"], unknown: 1 }),
    fact("Something else", { source: { session: "b" } }),
  ];
  const [redis, other, ...more] = run(storeOf(testWorld(), said));
  assert.deepEqual(more, []);
  assert.equal(redis?.content, "redis caches sessions!");
  assert.deepEqual(redis?.evidence, said.slice(0, 3).map(({ id }) => id));
  assert.deepEqual([redis?.entities, redis?.tags, redis?.unknown], [["Redis", "sessions"], ["cache"], 1]);
  // The surest record of session a has 0.9; session b adds 0.8 of the rest.
  assert.equal(redis?.confidence, 0.98);
  assert.equal(redis?.timestamp, said[2]?.timestamp);
  assert.deepEqual([other?.content, other?.confidence, other?.evidence], ["Something else", 0.8, [said[3]?.id]]);
  assert.match(String(redis?.id), /^fact-/);
});

test("consolidating again changes nothing, and new evidence joins an existing fact", () => {
  const world = testWorld();
  const said = [fact("Redis caches sessions", { source: { session: "a" } }), fact("Postgres holds orders")];
  const store = storeOf(world, said);
  const first = run(store);
  const bytes = fs.readFileSync(pathOf(store, "facts.jsonl"), "utf8");
  world.advance(60_000);
  run(store);
  assert.equal(fs.readFileSync(pathOf(store, "facts.jsonl"), "utf8"), bytes);
  const again = fact("Redis caches our sessions", { source: { session: "c" } });
  storeOfMore(store, again);
  const [redis] = run(store);
  assert.equal(redis?.id, first[0]?.id);
  assert.deepEqual(redis?.evidence, [said[0]?.id, again.id]);
  assert.deepEqual([redis?.content, redis?.confidence], [again.content, 0.96]);
});

function storeOfMore(store: Store, ...facts: RawRecord[]): void {
  fs.appendFileSync(
    pathOf(store, "daily/2026-01-01.jsonl"),
    facts.map((each) => `${JSON.stringify(each)}\n`).join(""),
  );
}

// A word more in five was the same once: the older facts of a group were in no list and in no search any more.
test("a fact with a word more is another fact, and one that was merged with it before comes back", () => {
  const said = DIFFERENT.flat().map((content) => fact(content));
  const merged = [fact("服务每晚三点重启"), fact("服务每晚三点都重启")];
  const store = storeOf(testWorld(), [...said, ...merged]);
  const [, newer] = merged;
  const evidence = merged.map(({ id }) => id);
  fs.writeFileSync(pathOf(store, "facts.jsonl"), `${JSON.stringify({ ...newer, id: "fact-1", evidence })}\n`);
  const contents = run(store).map(({ content }) => content);
  assert.deepEqual(contents.toSorted(), [...new Set([...said, ...merged].map(({ content }) => content))].toSorted());
});

test("a consolidated fact that names no evidence stays as it is", () => {
  const store = storeOf(testWorld(), [fact("Postgres holds orders")]);
  fs.writeFileSync(
    pathOf(store, "facts.jsonl"),
    `${JSON.stringify(fact("Redis caches sessions", { id: "fact-1" }))}\n`,
  );
  assert.deepEqual(run(store).map(({ content, deleted_at }) => [content, deleted_at]), [
    ["Redis caches sessions", undefined],
    ["Postgres holds orders", undefined],
  ]);
});

test("two kinds of facts, deleted, replaced and textless ones are not merged", () => {
  const rule = fact("Use tabs", { memory_type: "O" });
  const gone = fact("Gone", { deleted_at: "2026-01-01T00:00:00Z" });
  const old = fact("Sessions live in Memcached");
  const next = fact("Sessions live in Redis", { supersedes: old.id });
  const facts = run(storeOf(testWorld(), [rule, fact("Use tabs"), gone, old, next, fact("")]));
  assert.deepEqual(facts.map(({ content, memory_type }) => `${memory_type} ${content}`), [
    "O Use tabs",
    "W Sessions live in Redis",
    "W Use tabs",
  ]);
});

test("a fact whose records were all reworded is replaced by the new wording", () => {
  const said = fact("Redis caches sessions");
  const store = storeOf(testWorld(), [said]);
  run(store);
  fs.writeFileSync(
    pathOf(store, "daily/2026-01-01.jsonl"),
    `${JSON.stringify({ ...said, content: "Valkey caches sessions now" })}\n`,
  );
  const facts = run(store);
  assert.deepEqual(facts.map(({ content, deleted_at }) => [content, deleted_at !== undefined]), [
    ["Redis caches sessions", true],
    ["Valkey caches sessions now", false],
  ]);
});

test("a fact outlives the records that it was made of, in the next run too", () => {
  const said = fact("Redis caches sessions");
  const store = storeOf(testWorld(), [said]);
  run(store);
  fs.writeFileSync(pathOf(store, "daily/2026-01-01.jsonl"), "");
  const [redis] = run(store);
  assert.deepEqual([redis?.deleted_at, redis?.evidence], [undefined, [said.id]]);
});

test("every record is in exactly one fact, in the newest wording of its records, and nothing is kept twice", () => {
  const word = fc.constantFrom(
    "redis",
    "caches",
    "sessions",
    "the",
    "300",
    "not",
    "缓存",
    "会话",
    "always",
    "orders",
    "tabs",
    "in",
  );
  const content = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(fc.tuple(content, fc.constantFrom("W", "O"), fc.nat(3)), { maxLength: 25 }), (said) => {
      const records = said.map(([text, memory_type, session]) =>
        fact(text, { memory_type, source: { session: `s${session}` } })
      );
      const store = storeOf(testWorld(), records);
      const facts = run(store);
      const evidence = facts.flatMap((each) => each.evidence as string[]);
      assert.deepEqual(evidence.toSorted(), records.map(({ id }) => String(id)).toSorted());
      const byId = new Map(records.map((each) => [each.id, each]));
      for (const each of facts) {
        const newest = (each.evidence as string[]).map((id) => byId.get(id)).sort((a, b) =>
          String(a?.timestamp) < String(b?.timestamp) ? -1 : 1
        ).at(-1);
        assert.equal(each.content, newest?.content);
        assert.ok(Number(each.confidence) >= 0.8 && Number(each.confidence) < 1);
      }
      const wordings = facts.map(({ content: text, memory_type }) => `${memory_type} ${wordingOf(String(text))}`)
        .filter((text) => text.length > 2);
      assert.equal(new Set(wordings).size, wordings.length);
      const bytes = fs.existsSync(pathOf(store, "facts.jsonl"))
        ? fs.readFileSync(pathOf(store, "facts.jsonl"), "utf8")
        : "";
      run(store);
      assert.equal(
        fs.existsSync(pathOf(store, "facts.jsonl")) ? fs.readFileSync(pathOf(store, "facts.jsonl"), "utf8") : "",
        bytes,
      );
    }),
    { numRuns: 40 },
  );
});
