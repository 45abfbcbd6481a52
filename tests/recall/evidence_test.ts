/** The evidence for a record, one rule at a time; prompts_test.ts measures the rules together. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packProfile, readProfile } from "../../src/index/profile.ts";
import { analyse } from "../../src/text/mod.ts";
import { evidenceFor, subjectOf, wordsFor } from "../../src/recall/evidence.ts";
import { factorOfAsks, namesIn, shareAsked } from "../../src/recall/line.ts";
import type { NamesCount } from "../../src/recall/outline.ts";
import { identifyIntent } from "../../src/prompt/intent.ts";
import { pairsOf } from "../../src/text/script.ts";
import { outlineOf } from "../../src/recall/outline.ts";
import { openReadersNow } from "../../src/recall/synced_readers.ts";
import { nearWords } from "../../src/text/thesaurus.ts";
import { openMemory } from "../../src/store/memory.ts";
import { askAll, remembering } from "../recall_asked.ts";
import { testWorld } from "../world.ts";

/** A prompt's words, weighed for a memory that holds these texts. */
function subjectIn(texts: readonly string[], prompt: string) {
  const world = testWorld();
  const project = join(world.folder, "app");
  const daily = join(project, ".cursor", "skills", "memory-data", "daily");
  mkdirSync(daily, { recursive: true });
  const lines = texts.map((content, at) =>
    JSON.stringify({
      ...{ id: `log-${100_000_000 + at}-aaaa`, type: "fact", memory_type: "W", content, entities: [], confidence: 0.8 },
      timestamp: "2026-02-10T08:00:00.000Z",
    })
  );
  writeFileSync(join(daily, "2026-02-10.jsonl"), `${lines.join("\n")}\n`);
  const readers = openReadersNow(openMemory(world.runtime, { projectPath: project }));
  return subjectOf(outlineOf(prompt), readers.map(({ index }) => index));
}

/** The evidence for the first of the texts. */
function evidence(prompt: string, ...texts: string[]): number {
  const analysis = analyse(texts[0] ?? "");
  const others = [...analysis.wholes, ...analysis.notations];
  return evidenceFor(subjectIn(texts, prompt), readProfile(packProfile(analysis, { others })));
}

test("a thing counts once, however many of its names prompt and record hold", () => {
  const plain = evidence("谁能看到登录日志", "登录日志只有管理员能看");
  const twice = evidence("谁能看到登录日志", "登录日志只有管理员能看，login log");
  assert.ok(plain > 0.3, String(plain));
  assert.ok(twice <= plain * 1.01, `${twice} > ${plain}`);
});

test("a word matches its counterpart in the other language, also as a name of two words and as a usual short form", () => {
  assert.ok(evidence("集成测试怎么跑", "Run the integration tests with make itest") > 0.3);
  assert.ok(evidence("怎么连 k8s", "Kubernetes access goes through teleport") > 0.1);
  assert.ok(evidence("unit test command", "跑单元测试：make check") > 0.1);
});

test("a name of two words is recognised with a blank or a hyphen, in the plural, and with a double s at its end", () => {
  const others = (prompt: string) => outlineOf(prompt).counterparts.map(({ word }) => word);
  for (const prompt of ["edge case in the parser", "edge-cases in the parser"]) {
    assert.ok(others(prompt).includes("边界情况"), prompt);
  }
  assert.ok(others("is there a stop-loss").includes("止损"));
  assert.ok(others("the end-to-end run fails").includes("端到端"));
  // A part of a longer name does not count as the name.
  assert.ok(!others("the edge-case-parser fails").includes("边界情况"));
});

test("a plain word's counterpart counts no more than the word itself would", () => {
  const itself = evidence("who is on the roster", "The roster hangs in the kitchen");
  const counterpart = evidence("who is on the roster", "排班表贴在厨房里");
  assert.ok(counterpart > 0.1 && counterpart <= itself, `${counterpart} against ${itself}`);
});

test("a word of nearly the same meaning counts, but less than the word itself", () => {
  const near = evidence("why is the export so sluggish", "Latency of the export was the database driver");
  const none = evidence("why is the export so sluggish", "Owner of the export was the database driver");
  const same = evidence("why is the export so sluggish", "Sluggish export was the database driver");
  assert.ok(none < near && near < same, [none, near, same].join(" "));
});

test("words of nearly the same meaning are listed as people type them, so that their base form is found too", () => {
  const near = (word: string) => nearWords([word], []).map(({ word }) => word);
  for (const word of ["throttle", "upgrade", "merge", "expose", "spacing", "personal", "invite", "timezone"]) {
    assert.notDeepEqual(near(word), [], word);
  }
  assert.ok(near("throttling").includes("quota") && near("upgraded").includes("migrate"));
  const exposed = evidence("is the token leaking anywhere", "Session ids were exposed in the proxy's output");
  assert.ok(exposed > 0, String(exposed));
});

test("a word that no record holds may be a misspelt word of the records, unless it is short or a word of its own", () => {
  const record = "Sanction lists are merged nightly";
  for (const slip of ["sanctoin", "sancttion", "santion", "sanctjon"]) {
    assert.ok(evidence(`when is the ${slip} file refreshed`, record) > 0.2, slip);
  }
  const right = evidence("when is the sanction file refreshed", record);
  const slipped = evidence("when is the sanctoin file refreshed", record);
  assert.ok(slipped < right, `${slipped} against ${right}`);
  for (const other of ["sanctity", "snaction", "sancsien"]) {
    assert.equal(evidence(`when is the ${other} file refreshed`, record), 0, other);
  }
  assert.equal(
    evidence("who is the host", "Hosts are named after moons", "the hort"),
    evidence("who is the host", "Hosts are named after moons"),
  );
  assert.equal(evidence("who fixes the mast", "The mask is cut from paper"), 0);
  // The thesaurus lists "stale", so it is spelt right.
  assert.equal(evidence("why is it stale", "The stage is rebuilt on Monday"), 0);
});

test("the only shared word of a longer prompt counts less than the same word of a prompt that says nothing else", () => {
  const one = evidence("tell me something about the history of Vienna", "Partitions start at 03:15 Vienna time");
  const all = evidence("was it Vienna", "Partitions start at 03:15 Vienna time");
  assert.ok(one < 0.88 * all, `${one} against ${all}`);
});

test("an irregular form of an everyday word weighs no more than the word", () => {
  const broken = evidence("still broken", "Breaking API changes get a new path prefix");
  assert.ok(broken < 0.3, String(broken));
});

test("records that hold only words of little weight are not listed", () => {
  const texts = ["add a column to the page", "The tariff column is called rate_ct", "change the page"];
  const subject = subjectIn(texts, "add a tariff column to the page");
  assert.deepEqual(wordsFor(subject, 0.6).map(({ term }) => term), ["tariff"]);
  assert.ok(wordsFor(subject, 0).length > 2);
});

test("a question about one's own work, or an order that a rule may be for, needs less than two thirds of the evidence that one about the trade, a thank-you or a mere follow-up needs", () => {
  const line = (prompt: string) => shareAsked(prompt);
  const own = [
    "which database do we use",
    "who owns the billing service",
    "what's our convention for commit messages",
    "how do we deploy",
    "add a price column",
    "where are the logs",
    "我们用的什么数据库",
    "提交信息怎么写",
    "给订单表加个字段",
    "金额字段用什么类型存",
  ];
  const others = [
    "what's the difference between a stack and a heap",
    "watch vs watchEffect?",
    "does oracle have a boolean column type",
    "how do load balancers work",
    "thanks!",
    "still red",
    "fix the typo in the readme",
    "什么是闭包",
    "git rebase 和 merge 到底差在哪",
    "k8s liveness 和 readiness 有什么不一样",
    "把这个函数改名",
  ];
  const most = Math.max(...own.map(line));
  for (const prompt of others) assert.ok(line(prompt) > 1.5 * most, `${prompt}: ${line(prompt)}, ${most}`);
});

/** The evidence for a record with these labels and asks, in a store of its own. */
function evidenceBy(prompt: string, text: string, { labels = [], asks = [] }: { labels?: string[]; asks?: string[] }) {
  const terms = (said: string) => {
    const { stems, runs } = analyse(said);
    return [...stems, ...runs.flatMap(pairsOf)];
  };
  const analysis = analyse(text);
  const profile = packProfile(analysis, {
    others: labels.flatMap((label) => analyse(label).stems),
    labels: labels.map(terms),
    labelRuns: labels.flatMap((label) => analyse(label).runs),
    asks: asks.map(terms),
  });
  const subject = subjectIn([[text, ...labels, ...asks].join(" ")], prompt);
  return (how: NamesCount) => evidenceFor(subject, readProfile(profile), { namesCount: how });
}

test("a label that the prompt names whole counts more than one that it names in part, which counts more than the text", () => {
  const prompt = "why is the thumbnail of the catalogue broken";
  const by = (labels: string[]) => evidenceBy(prompt, "The resizer makes a thumbnail", { labels })("more");
  const all = [["thumbnail"], ["thumbnail size"], ["thumbnail size of old pictures"]].map(by);
  assert.deepEqual(all, all.toSorted((a, b) => b - a));
  assert.equal(new Set(all).size, 3, String(all));
  assert.ok(Math.min(...all) >= by([]), String(all));
});

test("one of an ask's several words counts as chance, half of its words count as all", () => {
  const prompt = "users complain about blurry pictures";
  const by = (...asks: string[]) => evidenceBy(prompt, "The resizer runs after each upload", { asks })("more");
  assert.ok(by("blurry pictures everywhere today") > by("blurry scans everywhere today") * 1.5);
  assert.equal(by("blurry pictures everywhere today"), by("blurry pictures"));
  assert.equal(by(), 0);
});

test("each ask of a record asks for more evidence in a large memory, as far as the prompt does not say it", () => {
  const four = (said: number, records = 100) => factorOfAsks({ asks: 4, said }, records);
  assert.equal(four(1), 1);
  assert.ok(four(0) > four(0.5) && four(0.5) > 1);
  assert.ok(four(0) > factorOfAsks({ asks: 2, said: 0 }, 100));
  assert.ok(four(0) > four(0, 20));
  assert.equal(four(0, 100), four(0, 10_000));
});

test("a prompt that says an ask of a record gets it although others hold the words; one that says a part does not", async () => {
  const file = join(testWorld().folder, "records.jsonl");
  const written = (key: string, text: string, asks: readonly string[]) =>
    JSON.stringify({ key, type: "B", days: 12, text, asks });
  const others = Array.from(
    { length: 100 },
    (_, at) =>
      written(
        `other-${at}`,
        at < 10
          ? `Report r${at} has a price column and logs into file l${at}`
          : `Report r${at} is sent at ${at % 24} h`,
        [`is r${at} slow?`],
      ),
  );
  const logs = written("logs", "Vector sends stdout to Loki", ["where are the logs?", "add a price column"]);
  writeFileSync(file, `${[logs, ...others].join("\n")}\n`);
  const prompts = ["where are the logs", "add a price column", "explain the total column"].map((p) => ({ p }));
  const asked = await askAll(remembering(file, 0, { asks: true }), prompts);
  assert.deepEqual(asked.map(({ keys }) => keys), [["logs"], ["logs"], []]);
});

test("a label that is all of a question counts as its topic, however ordinary; less if the question says more", () => {
  const about = (prompt: string) => evidenceBy(prompt, "Vector sends stdout to Loki", { labels: ["日志"] });
  const asked = about("日志怎么看");
  assert.ok(asked("as topic") > asked("more") + 0.2, String([asked("as topic"), asked("more")]));
  assert.ok(asked("more") > asked("not"));
  const gain = (prompt: string) => about(prompt)("as topic") - about(prompt)("more");
  assert.ok(gain("日志页面的表格导出按钮点了没反应") < gain("日志怎么看") / 2);
});

test("labels count as topic of a prompt, less beside code, and not in a paste or for general knowledge", () => {
  const how = (prompt: string) => namesIn(prompt, identifyIntent(prompt));
  const prompts = ["日志怎么收集的", "add a log line", "what does log(x) print", "什么是日志", "日志和监控有什么差别"];
  assert.deepEqual(prompts.map(how), ["as topic", "as topic", "more", "not", "not"]);
  assert.equal(how("logs\n  at collect (log.ts:3)\nError: no log"), "not");
});
