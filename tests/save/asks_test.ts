/** Words for later: the questions that come with a fact, from the save to whoever asks. Against the binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryBox } from "../box.ts";
import { memoryOf } from "../recall_fixtures.ts";

const FACT = "Thumbnails come in three sizes, made by the resizer when a picture is uploaded";
const ASKS = ["为什么列表里的图是糊的", "blurry pictures in the catalogue"];
const asksWords = ASKS.flatMap((ask) => ["--asks", ask]);

/** The ids that a search finds. */
async function found(box: ReturnType<typeof memoryBox>, query: string): Promise<string[]> {
  const { results } = await box.json(["search", query]);
  return results.map(({ id }: { id: string }) => id);
}

test("a fact is saved with the questions by which it will be asked for, and shown with them", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  assert.equal(data.status, "saved");
  const { data: shown } = await box.json(["show", data.id]);
  assert.deepEqual(shown.record.asks, ASKS);
  assert.match((await box.run(["show", data.id])).stdout, /asks:[^]*为什么列表里的图是糊的[^]*blurry pictures/);
  const { data: list } = await box.json(["manage", "list"]);
  assert.deepEqual(list.records[0].asks, ASKS);
});

test("a payload brings its questions, in a list or in one text", async () => {
  const box = memoryBox();
  const payloads = [{ content: "One", asks: ["first?", "second?"] }, {
    content: "Two",
    asks: "third? 第四个？see /a?b=c",
  }, {
    content: "Three",
  }];
  const { data } = await box.json(["save", JSON.stringify(payloads)]);
  const asks = await Promise.all(
    data.results.map(async ({ id }: { id: string }) => (await box.json(["show", id])).data.record.asks),
  );
  assert.deepEqual(asks, [["first?", "second?"], ["third?", "第四个？", "see /a?b=c"], undefined]);
});

test("a fact that is there already gets further questions, and keeps those that it has", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT]);
  const again = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  assert.deepEqual([again.data.id, again.data.status], [id, "updated"]);
  assert.deepEqual((await box.json(["show", id])).data.record.asks, ASKS);
  const other = await box.json(["save", "fact", "--content", FACT, "--asks", "another?"]);
  assert.equal(other.data.status, "updated");
  assert.deepEqual((await box.json(["show", id])).data.record.asks, [...ASKS, "another?"]);
});

test("a fact that replaces another one is found by the questions of both, its own first, four in all", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, ...asksWords, "--when", "run resize"]);
  const own = ["--asks", "how many sizes?", "--asks", "which sizes?", "--asks", "who resizes?"];
  const replacing = ["--supersedes", id, "--when", "run thumbs", ...own];
  const { data } = await box.json(["save", "fact", "--content", "There are five sizes of them now", ...replacing]);
  const { record } = (await box.json(["show", data.id])).data;
  assert.deepEqual(record.asks, ["how many sizes?", "which sizes?", "who resizes?", ASKS[0]]);
  assert.deepEqual(record.when, ["run thumbs"]);
  assert.deepEqual(await found(box, "图是糊的"), [data.id]);
});

test("more than four questions are refused, and nothing is saved", async () => {
  const box = memoryBox();
  const words = ["a?", "b?", "c?", "d?", "e?"].flatMap((ask) => ["--asks", ask]);
  const { error } = await box.json(["save", "fact", "--content", FACT, ...words]);
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.equal((await box.json(["manage", "list"])).data.total, 0);
});

test("search finds a fact by its questions, and one that says it itself comes first", async () => {
  const box = memoryBox();
  const { data } = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  await box.json(["save", "fact", "--content", "The changelog is written by hand"]);
  assert.deepEqual(await found(box, "blurry pictures"), [data.id]);
  assert.deepEqual(await found(box, "图是糊的"), [data.id]);
  const { data: itself } = await box.json(["save", "fact", "--content", "Blurry pictures are sent back to the studio"]);
  assert.deepEqual(await found(box, "blurry pictures"), [itself.id, data.id]);
});

test("a record that others filled with questions is found by the first four, and by no more of each than a question", async () => {
  const box = memoryBox();
  const asks = ["alpha?", "beta?", `gamma ${"and so on ".repeat(30)} zeppelin?`, "epsilon?", "delta?"];
  const [id, timestamp] = ["log-100000000-aaaa", "2026-02-01T08:00:00.000Z"];
  const fact = { id, type: "fact", memory_type: "W", content: "Deploys are done by hand", timestamp, asks };
  box.write("daily/2026-02-01.jsonl", `${JSON.stringify(fact)}\n`);
  assert.deepEqual(
    await Promise.all(["alpha", "gamma", "epsilon", "delta", "zeppelin"].map((word) => found(box, word))),
    [
      [id],
      [id],
      [id],
      [],
      [],
    ],
  );
});

test("an edit gives other questions, or none, and an undo brings them back", async () => {
  const box = memoryBox();
  const { data: { id } } = await box.json(["save", "fact", "--content", FACT, ...asksWords]);
  const asks = async () => (await box.json(["show", id])).data.record.asks;
  const { data: edited } = await box.json(["manage", "edit", "--id", id, "--asks", "which sizes?"]);
  assert.deepEqual(edited.updated_fields, ["asks"]);
  assert.deepEqual(await asks(), ["which sizes?"]);
  assert.deepEqual(await found(box, "catalogue"), []);
  await box.json(["manage", "edit", "--id", id, "--asks", ""]);
  assert.deepEqual(await asks(), []);
  await box.json(["manage", "undo"]);
  assert.deepEqual(await asks(), ["which sizes?"]);
});

test("a prompt with one topic word is given the record that names it with --entities, among a hundred", async () => {
  const box = memoryBox();
  for (const [file, text] of memoryOf("runner_records.jsonl", new Date(), { labels: true }).daily) {
    box.write(file, text);
  }
  const topics = [
    ["图片上传后由 resize-worker 生成 400、800、1600 三档", "缩略图,thumbnail", "缩略图想再加一档 2400"],
    ["线上出问题先执行 `make revert REV=上一个版本号`，十分钟内恢复", "回滚,rollback", "回滚命令是什么"],
    ["各服务输出 JSON 到 stdout，由 Vector 送到 Loki，保留 14 天", "日志,logging", "日志怎么收集的"],
    ["数据库里一律用 bigint 存分，接口返回字符串，禁止浮点", "金额,amount", "金额字段用什么类型存"],
  ];
  for (const [content = "", entities = ""] of topics) {
    await box.json(["save", "fact", "--content", content, "--entities", entities]);
  }
  const ask = async (text: string) => {
    const payload = { hook_event_name: "UserPromptSubmit", session_id: text, cwd: box.project, prompt: text };
    return JSON.stringify(await box.hook("claude", "UserPromptSubmit", payload));
  };
  for (const [content = "", , prompt = ""] of topics) {
    assert.ok((await ask(prompt)).includes(content.slice(0, 12)), prompt);
  }
  // General knowledge and an order are not about the record.
  for (const prompt of ["什么是缩略图", "写一个打印日志的函数", "日志和监控有什么差别"]) {
    assert.doesNotMatch(await ask(prompt), /resize-worker|Vector/, prompt);
  }
});
