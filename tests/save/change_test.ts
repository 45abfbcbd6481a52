/** A save that changes what is known: what is answered, and how the agent says yes in one call. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, memoryBox } from "../box.ts";

const save = async (box: Box, content: string, ...more: string[]) =>
  (await box.json(["save", "fact", "--content", content, ...more])).data;
const contents = async (box: Box, query: string): Promise<string[]> =>
  (await box.json(["search", query])).results.map(({ content }: { content: string }) => content);

/** The options that a hint names, as words: `--supersedes a1b2`. */
const optionsIn = (hint: string) =>
  [...hint.matchAll(/`(--supersedes [\w,]+)`/g)].flatMap(([, each = ""]) => each.split(" "));

// The old value stood beside the new one next morning: `similar` did not fire for other words, nor across languages.
test("another value of a known thing is answered with its sentence and the option that replaces it", async () => {
  for (
    const [older, newer, words] of [
      ["会话缓存在 Redis，TTL 300 秒", "会话 TTL 改成 900 秒", "TTL"],
      ["会话缓存在 Redis，TTL 300 秒", "The session TTL is now 900 seconds", "TTL"],
      ["The API listens on port 8080", "The API listens on port 9090", "API port"],
      ["Use npm as the package manager", "包管理器改用 pnpm", "npm pnpm"],
      ["Force pushing to main is allowed", "Force pushing to main is not allowed", "force pushing"],
    ] as const
  ) {
    const box = memoryBox();
    const first = await save(box, older);
    await save(box, "The importer writes CSV files to the archive folder");
    const second = await save(box, newer);
    assert.deepEqual(second.changes, [{ id: first.id, content: older }], newer);
    await save(box, newer, ...optionsIn(second.hint));
    assert.deepEqual(await contents(box, words), [newer]);
    assert.equal(box.lines(`daily/${new Date().toISOString().slice(0, 10)}.jsonl`).length, 3, "nothing is lost");
  }
});

test("related facts, other qualifiers and what is new are taken for no change", async () => {
  const box = memoryBox();
  await save(box, "测试环境端口是 8080");
  await save(box, "The Redis session TTL is 300 s");
  assert.equal((await save(box, "The product cache TTL is 900 s")).changes, undefined);
  for (const content of ["生产环境端口是 443", "Deploys go out on Tuesdays"]) {
    const { status, changes, similar, hint } = await save(box, content);
    assert.deepEqual([status, changes, similar, hint], ["saved", undefined, undefined, undefined], content);
  }
});

test("the same save again with --supersedes says yes as well, and saves nothing twice", async () => {
  const box = memoryBox();
  const first = await save(box, "Session TTL is 300 s");
  const second = await save(box, "Session TTL is 900 s");
  const again = await save(box, "Session TTL is 900 s", "--supersedes", first.id.slice(-4));
  assert.deepEqual([again.id, again.status], [second.id, "updated"]);
  assert.deepEqual(await contents(box, "session TTL"), ["Session TTL is 900 s"]);
  await box.json(["manage", "undo"]);
  assert.equal((await contents(box, "session TTL")).length, 2);
});

test("a third value names the option that replaces both earlier ones", async () => {
  const box = memoryBox();
  await save(box, "会话 TTL 300 秒");
  await save(box, "会话 TTL 600 秒");
  const { hint, changes } = await save(box, "会话 TTL 900 秒");
  assert.equal(changes.length, 2);
  assert.equal(optionsIn(hint).length, 2);
  await save(box, "会话 TTL 900 秒", ...optionsIn(hint));
  assert.deepEqual(await contents(box, "会话 TTL"), ["会话 TTL 900 秒"]);
});

// A key of GitHub and one of Anthropic were “similar”, and an agent that obeyed lost a true record.
test("what redaction leaves makes no two facts alike, names nothing, and is found by no search", async () => {
  const box = memoryBox();
  await save(box, "The key of the staging bucket is ghp_abcdefghijklmnopqrstuvwxyz0123456789");
  await save(box, "Our code lives on GitLab");
  for (
    const content of [
      "Grafana login is by sk-ant-api03-abcdEFGHijklMNOPqrstUVWX1234567890abcdEFGH",
      "Our code lives there by ghp_zyxwvutsrqponmlkjihgfedcba9876543210",
      "Our ftp password is hunter2Xy",
    ]
  ) {
    const { redacted, changes, similar = [] } = await save(box, content);
    assert.equal(redacted.length, 1, content);
    assert.deepEqual([changes, similar.filter((each: { content: string }) => each.content.includes("bucket"))], [
      undefined,
      [],
    ], content);
  }
  assert.deepEqual(await contents(box, "redacted"), []);
  assert.match((await contents(box, "staging bucket"))[0] ?? "", /is \[redacted:[\w-]+\]$/);
});

test("similar facts are named with their sentence", async () => {
  const box = memoryBox();
  const first = await save(box, "The importer retries failed files");
  const { similar } = await save(box, "The importer retries failed files at night");
  assert.deepEqual(similar, [{ id: first.id, content: "The importer retries failed files" }]);
});

// Only the agent can tell whether it is the same thing: it is shown the sentence, and says yes in one call.
test("what may be another value of a known thing is named with the option that replaces it", async () => {
  for (
    const [older, newer, words] of [
      ["Our Sentry sample rate is 0.2.", "Sentry sampling is at 5% now", "Sentry"],
      ["The staging host is stg1.maplefreight.io.", "Staging moved to stg-eu.maplefreight.io last night.", "staging"],
      ["课程试看时长 3 分钟", "试看改 90 秒，运营要的", "试看"],
      ["验证码有效期 5 分钟", "SMS codes are valid for 2 minutes now", "codes 验证码"],
      ["Never squash when merging into main.", "Always squash-merge into main.", "squash"],
    ] as const
  ) {
    const box = memoryBox();
    const first = await save(box, older);
    await save(box, "The importer writes CSV files to the archive folder");
    const second = await save(box, newer);
    assert.deepEqual([second.changes, second.similar], [undefined, [{ id: first.id, content: older }]], newer);
    await save(box, newer, ...optionsIn(second.hint));
    assert.deepEqual(await contents(box, words), [newer]);
  }
});

// Nearly always the named record holds beside the new one: an order to replace it put rules out of force.
test("what is about the same matter is named without an order to replace it, and a second only if nearly as near", async () => {
  const box = memoryBox();
  const first = await save(box, "The importer retries failed files every hour");
  await save(box, "The importer writes its log to the archive");
  const { similar, hint } = await save(box, "The importer retries failed files at night, first the small ones");
  assert.deepEqual(similar, [{ id: first.id, content: "The importer retries failed files every hour" }]);
  assert.match(hint, /^Nothing is to be done where both hold.*Only if the older one is no longer true/);
});

test("the general value beside an exception is not named as what it may replace", async () => {
  const box = memoryBox();
  await save(box, "Tracked time is rounded up to 6 minutes");
  const { changes, similar } = await save(box, "For acme only, tracked time is rounded up to 15 minutes");
  assert.deepEqual([changes, similar], [undefined, undefined]);
});

// Each was marked as outdated by its special case, and the agent was told to replace it.
test("a value for one case of what a fact speaks of is no change of it, in search and at a save", async () => {
  for (
    const [rule, special, query] of [
      [
        "Access tokens live 5 minutes",
        "Access tokens of service accounts live 60 minutes",
        "how long access tokens live",
      ],
      ["Log files are kept for 30 days", "Audit log files are kept for 365 days", "how long log files are kept"],
      ["The request timeout is 30 seconds", "The export endpoint's request timeout is 300 seconds", "request timeout"],
      ["Deliveries are free from 50 euros", "Deliveries to Norway are free from 120 euros", "when deliveries are free"],
      ["日志保留 30 天", "审计日志保留 365 天", "日志保留多久"],
      ["登录 token 有效期 30 天", "管理后台的登录 token 有效期 2 小时", "登录 token 有效期"],
    ] as const
  ) {
    const box = memoryBox();
    const first = await save(box, rule);
    const second = await save(box, special);
    assert.deepEqual([second.changes, second.similar], [undefined, [{ id: first.id, content: rule }]], special);
    assert.match(second.hint, /^Nothing is to be done where both hold/);
    const { results } = await box.json(["search", query]);
    assert.deepEqual(results.map(({ outdated_by }: { outdated_by?: string }) => outdated_by), [undefined, undefined]);
  }
});

test("a value for the whole is a change, whatever stands before or behind its name", async () => {
  for (
    const [older, newer] of [
      ["Access tokens live 5 minutes", "Access tokens now live 15 minutes"],
      ["Raw readings are kept for 400 days", "Raw sensor readings are now kept for 730 days"],
      ["Error reports go to alerts@acme.io", "Error reports go to oncall@acme.io"],
      ["日志保留 30 天", "运维说日志保留 60 天"],
      ["接口超时 10 秒", "现在接口超时统一 20 秒"],
    ] as const
  ) {
    const box = memoryBox();
    const first = await save(box, older);
    assert.deepEqual((await save(box, newer)).changes, [{ id: first.id, content: older }], newer);
  }
});

test("of many that a fact may change at most two are named, each with an option of its own", async () => {
  const box = memoryBox();
  for (const name of ["checkout", "partner", "reporting"]) await save(box, `The ${name} session TTL is 900 seconds`);
  const { similar, hint } = await save(box, "The admin session TTL is 4 hours");
  assert.equal(similar.length, 2);
  assert.equal(hint.match(/--supersedes \w+`/g)?.length, 2);
});

test("the end of an id is enough wherever one is named, its beginning too, and what means several names them", async () => {
  const box = memoryBox();
  const { id } = await save(box, "Redis caches sessions");
  const other = await save(box, "Deploys go out on Tuesdays");
  const short = id.slice(-4);
  const shown = await box.run(["show", "--id", short]);
  assert.match(shown.stdout, /Redis caches sessions/);
  assert.equal((await box.json(["manage", "edit", "--id", short, "--content", "Redis caches logins"])).data.id, id);
  assert.equal((await box.json(["manage", "list", "--id", id.slice(0, -2)])).data.records[0].id, id);
  const third = await save(box, "Valkey caches logins", "--supersedes", short);
  assert.equal(box.lines(`daily/${new Date().toISOString().slice(0, 10)}.jsonl`).at(-1).supersedes, id);
  assert.equal((await box.run(["manage", "delete", "--id", third.id.slice(-4), "--confirm"])).code, 0);
  assert.equal((await box.run(["manage", "restore", "--id", third.id.slice(-4)])).code, 0);
  const several = await box.run(["show", "--id", "log-", "--json"]);
  assert.deepEqual([several.code, JSON.parse(several.stdout).error.code], [2, "INVALID_ARGUMENT"]);
  assert.match(several.stdout, new RegExp(other.id));
  assert.equal((await box.run(["show", "--id", "zz9"])).code, 1);
});

test("a fact that a later one has contradicted is saved again, names that one, and holds", async () => {
  const box = memoryBox();
  for (const name of ["pnpm", "npm"]) await save(box, `We use ${name} for installs`);
  const again = await save(box, "We use pnpm for installs");
  assert.equal(again.status, "saved");
  assert.deepEqual(again.changes.map(({ content }: { content: string }) => content), ["We use npm for installs"]);
  assert.equal((await save(box, "We use pnpm for installs")).status, "exists");
});

test("a fact that is saved again as a rule becomes one, and undo takes that back; no other type changes it", async () => {
  const box = memoryBox();
  const status = async (...more: string[]) => (await save(box, "Answers are short", ...more)).status;
  const kind = async () => /convention|decision/.exec((await box.run(["list"])).stdout)?.[0];
  assert.deepEqual([await status(), await kind()], ["saved", "decision"]);
  assert.deepEqual([await status("--type", "O"), await kind()], ["updated", "convention"]);
  for (const type of [[], ["--type", "O"], ["--type", "B"]]) assert.equal(await status(...type), "exists");
  assert.equal(await kind(), "convention");
  await box.json(["undo"]);
  assert.equal(await kind(), "decision");
});

test("a fact that replaces another one takes over its labels, unless it brings its own", async () => {
  const box = memoryBox();
  const entities = async (id: string) => (await box.json(["show", id])).data.record.entities;
  const first = await save(box, "Deploy on Tuesdays", "--entities", "ship,release");
  const second = await save(box, "Deploy on Thursdays", "--supersedes", first.id);
  assert.deepEqual(await entities(second.id), ["ship", "release"]);
  const third = await save(box, "Deploys are done by a robot", "--supersedes", second.id, "--entities", "robot");
  assert.deepEqual(await entities(third.id), ["robot"]);
});
