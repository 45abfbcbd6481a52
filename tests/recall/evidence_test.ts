/** The evidence for a record, one rule at a time; prompts_test.ts measures the rules together. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packProfile, readProfile } from "../../src/index/profile.ts";
import { analyse } from "../../src/text/mod.ts";
import { evidenceFor, subjectOf, wordsFor } from "../../src/recall/evidence.ts";
import { factorOfAsks, lineFor, type NamesCount, namesIn } from "../../src/recall/line.ts";
import { identifyIntent } from "../../src/prompt/intent.ts";
import { pairsOf } from "../../src/text/script.ts";
import { outlineOf } from "../../src/recall/outline.ts";
import { openReaders } from "../../src/recall/readers.ts";
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
  const readers = openReaders(openMemory(world.runtime, { projectPath: project }));
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

test('"how to do something here" needs ordinary evidence; general knowledge and pasted lines need more', () => {
  const line = (prompt: string) => lineFor(prompt, { intent_type: "unknown" }, 1);
  assert.equal(line("how to run the integration tests"), line("which command runs the integration tests"));
  assert.ok(line("how does a load balancer choose a server") > 3 * line("how does the balancer choose a server"));
  // "This" points at something of the project, as in intent.ts.
  assert.equal(line("how does this balancer work"), line("how does this balancer choose a server"));
  assert.ok(line("how do load balancers work") > 3 * line("how does this balancer work"));
  const ofTheTrade = [
    "k8s liveness 和 readiness 有什么不一样",
    "git rebase 和 merge 到底差在哪",
    "Enum 和 Stream 什么时候用哪个",
    "LoRa 和 NB-IoT 啥区别",
    "watch vs watchEffect?",
    "kotlin 的 inline 函数有什么用",
    "polars 里怎么做滚动平均",
    "Redis 为什么快",
    "does oracle have a boolean column type",
  ];
  for (const prompt of ["Redis 的密码怎么拿", "is redis up", "how does Redis run here", "Redis 用的哪个版本"]) {
    assert.ok(line(prompt) < 2 * line("导出和对账用什么端口"), prompt);
  }
  for (const prompt of ofTheTrade) assert.ok(line(prompt) > 3 * line("导出和对账用什么端口"), prompt);
  assert.equal(line("夜间构建什么时候用新镜像"), line("夜间构建用哪个新镜像"));
  assert.ok(line("print(x)\nNameError: x") > 1.2 * line("print(x) NameError: x"));
  // A second line without code was typed, not pasted.
  assert.equal(line("which port has the report\n\nanswer briefly"), line("which port has the report"));
});

test('"why" and "who" need less evidence; "does it …" and "a …" need more, in any kind of prompt', () => {
  const line = (prompt: string) => lineFor(prompt, { intent_type: "unknown" }, 1);
  const plain = line("which port does the export use");
  for (
    const prompt of ["who runs the export", "Why is the export on port 7000", "导出为什么用这个端口", "导出是谁在管"]
  ) {
    assert.ok(line(prompt) < 0.8 * plain, prompt);
  }
  for (const prompt of ["can customers see the export", "Does the export keep its port"]) {
    assert.ok(line(prompt) > 1.3 * plain, prompt);
  }
  // Permission, the conversation itself and an order are no questions about what the product does.
  assert.equal(line("do not close the port"), plain);
  assert.equal(line("is this the port"), plain);
  assert.equal(line("is_open 是干什么用的"), line("字段是干什么用的"));
  assert.equal(line("A/B 实验的前缀"), line("实验的前缀"));
  assert.ok(line("write a widget with rounded corners") > 1.2 * line("write the widget with rounded corners"));
  assert.equal(line("write a widget for the export"), line("write the widget for the export"));
});

test('a question is recognised after a greeting, a polite word or another clause, and one with "this" is no general knowledge', () => {
  const line = (prompt: string, intent_type: "unknown" | "continuation" = "unknown") =>
    lineFor(prompt, { intent_type }, 1);
  for (
    const [alone, after] of [
      ["how do load balancers work", "Hi, could you tell me how do load balancers work"],
      ["什么是闭包", "你好，请问什么是闭包"],
      ["what's the difference between a stack and a heap", "whats the difference between a stack and a heap"],
      ["what's the difference between a stack and a heap", "what’s the difference between a stack and a heap"],
      ["rename the column", "the report is wrong. please rename the column"],
      ["写测试", "接口改好了，帮我写测试"],
      ["can customers see the report", "quick question: can customers see the report"],
    ] as const
  ) {
    assert.ok(line(alone) > line("which port has the report"), alone);
    assert.equal(line(after), line(alone), after);
  }
  const plain = line("which port has the report");
  assert.equal(line("the build fails, what does that mean"), plain);
  assert.equal(line("what is the procedure"), plain);
  assert.ok(line("what is a closure", "continuation") < 1.4 * plain);
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
  return (how: NamesCount) => evidenceFor(subject, readProfile(profile), how);
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
  const prompts = ["where are the logs", "add a price column", "add a total column"].map((p) => ({ p }));
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

test("labels count as topic of a question, less in an order, and not in a paste or for general knowledge", () => {
  const how = (prompt: string) => namesIn(prompt, identifyIntent(prompt));
  assert.deepEqual(
    [
      "日志怎么收集的",
      "how are logs collected",
      "写一个打印日志的函数",
      "add a log line",
      "什么是日志",
      "日志和监控有什么差别",
    ]
      .map(how),
    ["as topic", "as topic", "more", "more", "not", "not"],
  );
  assert.equal(how("logs\n  at collect (log.ts:3)\nError: no log"), "not");
});
