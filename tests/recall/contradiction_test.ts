/** Which of two facts changes the other, on pairs (fixtures/changes/pairs.txt tells how they were made). */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";
import { NEAR_BY_WORDS } from "../../src/notes/judge.ts";
import { areOfTwoLanguages, contradicts } from "../../src/recall/contradiction.ts";
import { mayBeAboutOne } from "../../src/recall/beside.ts";
import { noteKinship, otherTerms } from "../../src/recall/shares.ts";
import { readStatements } from "../../src/recall/statement.ts";
import { memoryBox } from "../box.ts";

interface Pair {
  readonly label: string;
  readonly older: string;
  readonly newer: string;
}

const PAIRS: readonly Pair[] = fs.readFileSync(new URL("../fixtures/changes/pairs.txt", import.meta.url), "utf8")
  .split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const [label = "", older = "", newer = ""] = line.split(" | ").map((part) => part.trim());
    return { label, older, newer };
  });

const judged = ({ older, newer }: Pair) => contradicts(readStatements(newer), readStatements(older));

// Measured: 343 of 380 changes, and seven false alarms in 427 other pairs.
test("nearly nine in ten changes among the pairs are recognised, and hardly any other pair is taken for a change", () => {
  assert.ok(PAIRS.length >= 550, `${PAIRS.length} pairs`);
  const changes = PAIRS.filter(({ label }) => label === "change");
  const missed = changes.filter((pair) => !judged(pair));
  const alarms = PAIRS.filter((pair) => pair.label !== "change" && judged(pair));
  const told = (pairs: readonly Pair[]) => pairs.map(({ older, newer }) => `${older} | ${newer}`).join("\n");
  assert.ok(missed.length <= 37, `missed:\n${told(missed)}`);
  assert.ok(alarms.length <= 7, `false alarms:\n${told(alarms)}`);
});

/** The pairs of a set whose author did not know the rule. */
function blindSet(file: string): Record<string, unknown>[] {
  const text = fs.readFileSync(new URL(`../fixtures/changes/${file}`, import.meta.url), "utf8");
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

// Measured before anybody had looked at the sets: 30 of 80 and 1 false alarm in 80; for values 12 of 40 and 3 in 40.
test("among pairs by an author who did not know the rule, no fewer changes are recognised than before, and hardly a look-alike", () => {
  const pairs = blindSet("contradicting.jsonl").map(({ older, newer, contradicts }) => ({
    older,
    newer,
    is: contradicts,
  }));
  const values = blindSet("values.jsonl").map(({ known, save, changes }) => ({
    older: known,
    newer: save,
    is: changes,
  }));
  for (const [set, least, most] of [[pairs, 36, 1], [values, 19, 2]] as const) {
    const seen = set.filter(({ older, newer }) => judged({ label: "", older: String(older), newer: String(newer) }));
    assert.ok(
      seen.filter(({ is }) => is).length >= least,
      `${seen.filter(({ is }) => is).length} of ${set.length / 2}`,
    );
    assert.ok(
      seen.filter(({ is }) => !is).length <= most,
      `false alarms: ${JSON.stringify(seen.filter(({ is }) => !is))}`,
    );
  }
});

// Measured: one of 66 contradicting pairs is dropped in one direction; a tenth of the pairs drawn at random is kept.
test("the quick look keeps nearly all contradicting pairs of two languages, and drops most others", () => {
  const said = ({ older, newer }: Pair) => [older, newer].map((text) => ({ text, at: "", inProject: true, rank: 1 }));
  const foreign = PAIRS.map((pair) => ({ pair, both: said(pair) }))
    .filter(({ both: [one, other] }) => one && other && areOfTwoLanguages(one.text, other.text));
  const passes = (texts: ReturnType<typeof said>) => {
    const [one, other] = texts;
    return one !== undefined && other !== undefined && mayBeAboutOne(one, other);
  };
  const contrary = foreign.filter(({ pair }) => judged(pair));
  assert.ok(contrary.length >= 50, `${contrary.length} pairs`);
  const passed = contrary.filter(({ both }) => passes(both) && passes(both.toReversed()));
  assert.ok(passed.length >= contrary.length - 1, `${passed.length} of ${contrary.length}`);
  const others = foreign.map(({ both: [one] }, at) => {
    const next = foreign[(at + 7) % foreign.length]?.both[1];
    return one && next && areOfTwoLanguages(one.text, next.text) ? [one, next] : [];
  }).filter(({ length }) => length === 2);
  assert.ok(
    others.filter(passes).length <= 0.25 * others.length,
    `${others.filter(passes).length} of ${others.length}`,
  );
});

test("a change is recognised in either order of the two facts", () => {
  const both = PAIRS.filter(({ label }) => label === "change").map(({ label, older, newer }) => ({
    label,
    older: newer,
    newer: older,
  }));
  const seen = both.filter(judged).length;
  assert.ok(seen >= 0.85 * both.length, `${seen} of ${both.length}`);
});

test("text of any length and kind is read without failing, and quickly", () => {
  const odd = [
    "",
    " ",
    "！？。",
    "1",
    "a".repeat(5_000),
    "从从从从",
    "现在 2 now 3",
    "\u{1F600} 3 \u{1F600}",
    "=".repeat(2_000),
  ];
  const long = "会话缓存在 Redis，TTL 300 秒，因为数据库是瓶颈。".repeat(200);
  const from = performance.now();
  for (const text of [...odd, long]) {
    assert.equal(contradicts(readStatements(text), readStatements(text)), false, text.slice(0, 40));
    assert.ok(Array.isArray(otherTerms(text)));
  }
  assert.ok(performance.now() - from < 3_000);
});

interface NotePair {
  readonly topic: string;
  readonly label: string;
  readonly kept: Parameters<typeof noteKinship>[0];
  readonly proposed: Parameters<typeof noteKinship>[0];
}

const NOTES: readonly NotePair[] = fs.readFileSync(new URL("../fixtures/changes/notes.txt", import.meta.url), "utf8")
  .split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const [topic = "", label = "", scene = "", choice = "", newScene = "", newChoice = ""] = line.split(" | ");
    return { topic, label, kept: { scene, choice }, proposed: { scene: newScene, choice: newChoice } };
  });

// Measured: 84 of 106 pairs, 29 of the 40 written after the rule; of pairs about something else 1.5 in a hundred.
test("most notes about the same matter in other words or another language count as near, and hardly any about something else", () => {
  const near = ([one, other]: readonly [NotePair, NotePair]) => noteKinship(one.proposed, other.kept) >= NEAR_BY_WORDS;
  const all = NOTES.flatMap((one) => NOTES.map((other) => [one, other] as const));
  const conflicts = all.filter(([one, other]) => one.topic === other.topic && one.label === "conflict");
  // Every fifth pair gives the same share, in a second.
  const others = all.filter(([one, other]) => one.topic !== other.topic).filter((_, at) => at % 5 === 0);
  const share = (pairs: typeof all) => pairs.filter(near).length / pairs.length;
  assert.ok(share(conflicts) >= 0.75, `${share(conflicts)} of ${conflicts.length}`);
  assert.ok(share(others) <= 0.02, `${share(others)} of ${others.length}`);
});

test("a ban contradicts no ban of another day, place or thing, and no demand; a lifted ban or another hour is a change", () => {
  const both = [
    ["Never merge on Fridays", "Never merge on weekends"],
    ["Never deploy on Fridays", "Never deploy on Mondays"],
    ["Never commit to main", "Never commit to release"],
    ["Never store secrets in git", "Never store secrets in logs"],
    ["Never write tests with Jest", "Never write tests with Mocha"],
    ["周五不合并", "周末不合并"],
    ["周五不部署", "周一不部署"],
    ["不要在周五合并", "不要在周末合并"],
    ["不要用 Jest 写测试", "不要用 Mocha 写测试"],
    ["We deploy on Thursdays only", "No release on Sundays"],
    ["发布只在周四", "周日不发布"],
    ["Write tests with Mocha", "Never write tests with Jest"],
  ];
  const changed = [
    ["We don't deploy on Fridays", "We deploy on Fridays"],
    ["周五不部署", "周五可以部署"],
    ["We deploy on Tuesdays", "We deploy on Thursdays"],
    ["Never merge after 16:00", "Never merge after 18:00"],
  ];
  const told = (pairs: readonly (readonly string[])[]) =>
    pairs.filter(([older = "", newer = ""]) => judged({ label: "", older, newer }));
  assert.deepEqual(told(both), []);
  assert.deepEqual(told(both.map((pair) => pair.toReversed())), []);
  assert.deepEqual(told(changed), changed);
});

/** Sentences that say the same, one of them in more words. */
const AGREEING = [
  ["We deploy on Tuesdays only", "We only deploy on Tuesdays"],
  ["We deploy on Tuesdays only", "Deploys happen only on Tuesdays"],
  ["提交信息用英文", "提交信息一律用英文写"],
  ["金额用整数分存", "金额统一用整数分来存储"],
  ["提交信息用英文", "提交信息用英语写"],
  ["文案由产品审核", "文案都要由产品审核后上线"],
  ["Sign commits with GPG", "Commits are signed with GPG keys"],
  ["Commit messages are in the imperative", "Commit messages are in imperative mood"],
  ["The staging server is stage1", "stage1 is the staging server"],
];

test("a number that tells which one, or a part of one, is no value; an amount of money is one in any notation", () => {
  const contradict = ([older = "", newer = ""]: readonly string[]) =>
    contradicts(readStatements(newer), readStatements(older));
  const agreeing = [
    ["Ports of NATS begin with 4", "NATS listens on port 4333"],
    ["Retry step 3 twice", "Retry step 4 twice"],
    ["第3步要重启", "第4步要重启"],
  ];
  assert.deepEqual(agreeing.filter(contradict), []);
  const changed = [["The budget is $5k a month", "The budget is 8000 USD a month"], [
    "预算是 5 万元",
    "预算是 ¥80,000",
  ]];
  assert.deepEqual(changed.filter(contradict), changed);
});

test("who answers for a thing says nothing of how or when it is done, also where that has changed", () => {
  const beside = [
    ["退款由王姐负责", "退款走原路返回"],
    ["退款现在由小陈负责（王姐已调走）", "退款 T+3 到账"],
    ["退款现在由小陈负责（王姐已调走）", "退款走原路返回"],
    ["Payments run through Stripe", "Payments are now owned by Ann"],
  ];
  const changed = [
    ["退款由王姐负责", "退款现在由小陈负责（王姐已调走）"],
    ["退款由王姐负责", "退款改由小陈负责"],
    ["值班人是小王", "值班改由小李负责"],
    ["Payments are owned by Bob", "Payments are now owned by Ann"],
  ];
  const told = (pairs: readonly (readonly string[])[]) =>
    pairs.filter(([older = "", newer = ""]) => judged({ label: "", older, newer }));
  assert.deepEqual(told(beside), []);
  assert.deepEqual(told(changed), changed);
});

test("two sentences with the same value do not contradict each other, whatever other words stand around it", () => {
  const told = (pairs: readonly (readonly string[])[]) =>
    pairs.filter(([older = "", newer = ""]) => judged({ label: "", older, newer }));
  assert.deepEqual(told(AGREEING), []);
  assert.deepEqual(told(AGREEING.map((pair) => pair.toReversed())), []);
  const changed = [
    ["We deploy on Tuesdays only", "We deploy on Thursdays only"],
    ["提交信息用英文", "提交信息一律用中文写"],
    ["金额用整数分存", "金额用浮点数存"],
    ["价格单位是元", "价格单位是分"],
    ["Sign commits with GPG", "Sign commits with SSH keys"],
    ["The staging server is stage1", "The staging server is stage2"],
  ];
  assert.deepEqual(told(changed), changed);
});

// “Names” and “times” are left out of a subject, so “bucket names” was all of the bucket.
test("two things of one owner have values of their own; one thing that is named in two ways has one", () => {
  const things = [
    ["Files in the bucket are encrypted", "Bucket names are lower case"],
    ["Times in the API are UTC", "API fields are camelCase"],
    ["Errors in the worker are JSON", "Worker names are lower case"],
    ["Times in the database are UTC, the console shows local time", "Database columns are snake_case"],
  ];
  const named = [
    ["The name of the bucket is acme-logs", "The bucket name is acme-archive"],
    ["The owner of billing is Ann", "The billing owner is Bob"],
  ];
  for (const each of [(pair: readonly string[]) => pair, (pair: readonly string[]) => pair.toReversed()]) {
    const told = (pairs: readonly (readonly string[])[]) =>
      pairs.map(each).filter(([older = "", newer = ""]) => judged({ label: "", older, newer }));
    assert.deepEqual(told(things), []);
    assert.equal(told(named).length, named.length);
  }
});

test("a session is told both of two sentences that agree, and neither as outdated", async () => {
  const pairs = [
    ["Never merge on Fridays", "Never merge on weekends"],
    ["周五不部署", "周一不部署"],
    ["Files in the bucket are encrypted", "Bucket names are lower case"],
    ...AGREEING.slice(1, 4),
  ];
  for (const pair of pairs) {
    const box = memoryBox();
    for (const text of pair) assert.equal((await box.run(["remember", text])).code, 0);
    const reply = JSON.stringify(
      await box.hook("claude", "SessionStart", {
        session_id: "one",
        cwd: box.project,
        hook_event_name: "SessionStart",
        source: "startup",
      }),
    );
    for (const text of pair) assert.ok(reply.includes(text), reply);
    assert.doesNotMatch(reply, /outdated|过时/i);
  }
});

/** Sentences that hold two values, said again in another order or in other words. */
const SAID_AGAIN = [
  ["The cache holds 500 entries, the queue 2000", "The queue holds 2000 entries, the cache 500"],
  ["Invoices are due after 14 days, not 30", "An invoice is due after 14 days instead of 30"],
  ["The dashboard uses Vue, not React", "React is out, we use Vue"],
  ["Nightly dumps stay 90 days, all other dumps 7 days", "nightly dumps have to stay 90 days, all others 7 days"],
  ["The bundle budget is 250 kB, up from 200 kB", "The budget of the bundle is 250 kB"],
  ["备份保留 7 天，月度备份 365 天", "月度备份留 365 天，其他备份 7 天"],
  ["验证码 5 分钟有效，不是 10 分钟", "验证码有效期是 5 分钟，而不是 10 分钟"],
];

test("a statement of two values that is said again changes nothing, in either order; other values or their exchange do", async () => {
  const told = (pairs: readonly (readonly string[])[]) =>
    pairs.filter(([older = "", newer = ""]) => judged({ label: "", older, newer }));
  assert.deepEqual(told(SAID_AGAIN), []);
  assert.deepEqual(told(SAID_AGAIN.map((pair) => pair.toReversed())), []);
  const changed = [
    ["The cache holds 500 entries, the queue 2000", "The queue holds 500 entries, the cache 2000"],
    ["The cache holds 500 entries, the queue 2000", "The queue holds 3000 entries, the cache 500"],
    ["Invoices are due after 14 days, not 30", "An invoice is due after 30 days instead of 14"],
    ["Invoices are due after 14 days, not 30", "Invoices are due after 7 days, not 14"],
    ["The dashboard uses Vue, not React", "The dashboard uses React, not Vue"],
    ["The dashboard uses React", "React is out, the dashboard uses Vue"],
    ["The bundle budget is 250 kB, up from 200 kB", "The bundle budget is 300 kB, up from 250 kB"],
    ["验证码 5 分钟有效，不是 10 分钟", "验证码有效期是 10 分钟，而不是 5 分钟"],
    ["Dumps run at 02:00", "Dumps run at 02:00 and 14:00"],
  ];
  assert.deepEqual(told(changed), changed);
  for (const [older = "", newer = ""] of SAID_AGAIN.slice(0, 3)) {
    const box = memoryBox();
    const save = (text: string) => box.json(["save", "fact", "--type", "W", "--content", text]);
    await save(older);
    assert.equal((await save(newer)).data.changes, undefined, newer);
    const start = JSON.stringify(
      await box.hook("claude", "SessionStart", {
        session_id: "one",
        cwd: box.project,
        hook_event_name: "SessionStart",
        source: "startup",
      }),
    );
    assert.doesNotMatch(start, /outdated|过时/i, newer);
  }
});

/** A general value, and an exception from it. */
const EXCEPTIONS = [
  ["Round the time of a day up to 6 minutes", "For acme only, round the time of a day up to 15 minutes"],
  ["API timeouts are 30 seconds", "API timeouts of the export are 120 seconds; all others stay at 30 seconds"],
  ["Jobs are retried 3 times", "On CI jobs are retried only once"],
  ["缓存 TTL 是 300 秒", "只有用户资料的缓存 TTL 是 900 秒，其他仍是 300 秒"],
  ["提交信息用英文写", "文档仓库的提交信息可以用中文写，其他仓库不变"],
];

test("an exception changes no general value, in either order, and a session is told both as they are", async () => {
  const told = (pairs: readonly (readonly string[])[]) =>
    pairs.filter(([older = "", newer = ""]) => judged({ label: "", older, newer }));
  assert.deepEqual(told(EXCEPTIONS), []);
  assert.deepEqual(told(EXCEPTIONS.map((pair) => pair.toReversed())), []);
  for (const pair of EXCEPTIONS) {
    const box = memoryBox();
    for (const text of pair) {
      const { code, stdout } = await box.run(["save", "fact", "--type", "O", "--content", text]);
      assert.equal(code, 0, stdout);
      assert.equal(JSON.parse(stdout).data.changes, undefined, stdout);
    }
    const common = { session_id: "one", cwd: box.project };
    const start = await box.hook("claude", "SessionStart", {
      ...common,
      hook_event_name: "SessionStart",
      source: "startup",
    });
    for (const text of pair) assert.ok(JSON.stringify(start).includes(text), JSON.stringify(start));
    assert.doesNotMatch(JSON.stringify(start), /outdated|过时/i);
  }
});

/** What holds everywhere, and what holds for one folder or for some files. */
const SCOPES = [
  ["Never use floats", "In packages/web: Always use floats"],
  ["Indent with two spaces", "In *.py: Indent with four spaces"],
  ["缩进用四个空格", "在 src/**/*.ts 中：缩进用两个空格"],
];

test("what holds for one path leaves in force what holds elsewhere, but not what was said of the same path", async () => {
  for (const [one = "", other = ""] of SCOPES) {
    const box = memoryBox();
    for (const text of [one, other]) {
      const { data } = await box.json(["save", "fact", "--type", "O", "--content", text]);
      assert.equal(data.changes, undefined, text);
    }
    assert.doesNotMatch(JSON.stringify((await box.json(["start"])).data), /outdated/i);
  }
  const [older, newer] = ["In packages/api: Indent with tabs", "In packages/api: Indent with two spaces"];
  assert.ok(judged({ label: "", older, newer }));
});

test("a general value that changes is a change also where the same text names an exception", () => {
  const changed = [
    ["Timeouts are 30 seconds", "Timeouts are 60 seconds, except for the export endpoint"],
    ["Rounding is up to 6 minutes", "Rounding is up to 10 minutes, only acme stays at 15"],
    ["The export endpoint has a timeout of 60 seconds", "Only for the export endpoint the timeout is 120 seconds"],
    ["For acme only, time is rounded up to 15 minutes", "For acme only, time is rounded up to 10 minutes"],
    ["日志保留 30 天", "日志只保留 7 天，其他设置不变"],
    ["发布在每周四进行", "发布改到每周一，安全补丁除外"],
  ];
  assert.deepEqual(changed.filter(([older = "", newer = ""]) => judged({ label: "", older, newer })), changed);
});
