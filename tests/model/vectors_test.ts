/** Search by meaning from save to answer, against the binary with the small model. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { BINARY, type Box, eventually, type Json, memoryBox } from "../box.ts";
import { MODEL_A, MODEL_B, testModelFiles, writeTestModel } from "../fixtures/model/generate.ts";
import { localHub } from "../hub.ts";
import { pinnedIn } from "../pinned.ts";
import { onTerminal, withTerminal } from "../terminal.ts";

const HUB_MODEL = "tests/tiny-bert";

/** A box whose user has the test model as a folder of his own. */
function boxWithModel(): { box: Box; useModel(name: "a" | "b" | "none"): void } {
  const box = memoryBox();
  const folder = (name: string) => join(box.home, "models", name);
  for (const [name, model] of [["a", MODEL_A], ["b", MODEL_B]] as const) {
    writeTestModel(folder(name), model);
    pinnedIn(box.home, folder(name));
  }
  const useModel = (name: string) => {
    mkdirSync(join(box.home, ".memory"), { recursive: true });
    writeFileSync(join(box.home, ".memory", "config.json"), JSON.stringify({ embedding: { model: folder(name) } }));
  };
  useModel("a");
  return { box, useModel };
}

const save = (box: Box, content: string) => box.json(["save", "fact", "--content", content]);
const search = (box: Box, ...words: string[]): Promise<Json> => box.json(["search", ...words]);
const contents = ({ results }: Json): string[] => results.map(({ content }: { content: string }) => content);

/** Records that mean the same as the query: their cosine is near 1. */
async function near(box: Box, query: string): Promise<string[]> {
  const { stdout } = await box.run(["search", query, "--method", "vector", "--explain"]);
  const { results } = JSON.parse(stdout);
  return results.filter(({ explain }: Json) => explain.semantic > 0.6).map(({ content }: Json) => content);
}

/** Waits until a process in the background has made all vectors. */
async function settled(box: Box): Promise<void> {
  const isSettled = async () => {
    const { degraded, method } = await search(box, "anything");
    return degraded === undefined && method === "hybrid" && !existsSync(join(box.own, "vectors.lock"));
  };
  assert.ok(await eventually(isSettled), "the vectors were never made");
}

test("a saved record gets its vector in the background and is found by meaning where words find nothing", async () => {
  const { box } = boxWithModel();
  await save(box, "indentation with tabs");
  await save(box, "the puppy sleeps");
  await settled(box);
  const byWords = await box.run(["search", "狗", "--method", "fts"]);
  assert.equal(byWords.code, 1);
  const found = await search(box, "狗");
  assert.equal(found.method, "hybrid");
  assert.equal(contents(found)[0], "the puppy sleeps");
  assert.deepEqual(found.results[0].found_by, ["meaning"]);
  assert.deepEqual((await search(box, "puppy")).results[0].found_by, ["words", "meaning"]);
  const vector = await search(box, "狗", "--method", "vector", "--explain");
  assert.equal(vector.method, "vector");
  assert.equal(contents(vector)[0], "the puppy sleeps");
  assert.ok(vector.results[0].explain.semantic > 0.9);
});

test("a query that no record is near to finds nothing by meaning either: a ranking always has a first", async () => {
  const { box } = boxWithModel();
  const said = [
    "indentation with tabs",
    "the puppy sleeps",
    "flush the redis cache",
    "deploy on friday",
    "slow latency",
  ];
  for (const content of said) await save(box, content);
  await box.json(["sync", "--embed"]);
  for (const query of ["汽车", "price", "weather"]) {
    for (const method of ["hybrid", "vector"]) {
      const { stdout, code } = await box.run(["search", query, "--method", method]);
      assert.deepEqual([code, contents(JSON.parse(stdout))], [1, []], `${query} ${method}`);
    }
  }
  assert.deepEqual((await search(box, "狗")).results[0].found_by, ["meaning"]);
});

test("sync --embed makes the vectors at once and says how many there are", async () => {
  const { box, useModel } = boxWithModel();
  useModel("none");
  await save(box, "flush the redis cache");
  await save(box, "the puppy sleeps");
  useModel("a");
  const made = await box.run(["sync", "--embed"]);
  assert.equal(made.code, 0);
  assert.equal(JSON.parse(made.stdout).data.embedded, 2);
  assert.match(made.stderr, /vectors \(project\) 100 %/);
  assert.equal((await search(box, "缓存")).method, "hybrid");
});

test("a model that can't be loaded leaves a line in the log, and search goes by words and says why", async () => {
  const { box, useModel } = boxWithModel();
  writeFileSync(join(box.home, "models", "a", "onnx", "model_quantized.onnx"), "no graph");
  pinnedIn(box.home, join(box.home, "models", "a"));
  // With a model the save would start a process for vectors, and the sync of this test would leave its work to that
  // one.
  useModel("none");
  assert.equal((await box.json(["status"])).data.model.ready, false, "the folder is not there");
  await save(box, "flush the redis cache");
  useModel("a");
  const failed = await box.run(["sync", "--embed", "--background"]);
  assert.equal(failed.code, 4);
  const day = new Date().toISOString().slice(0, 10);
  const told = box.lines(`logs/${day}.jsonl`).filter(({ message }) => message === "The vectors could not be made");
  assert.match(told[0].reason, /Cannot load the model/);
  const found = await search(box, "redis");
  assert.equal(found.method, "fts");
  assert.match(found.degraded, /no vectors yet/);
});

test("without a model search goes by words, says so and why; fts by name is not called degraded", async () => {
  const box = memoryBox();
  await save(box, "flush the redis cache");
  for (const method of [[], ["--method", "hybrid"], ["--method", "vector"]]) {
    const found = await search(box, "redis", ...method);
    assert.equal(found.method, "fts");
    assert.match(found.degraded, /not downloaded$/);
    assert.equal(found.degraded_hint, undefined, "what a person can do about it is no order to an agent");
    assert.equal(found.results.length, 1);
  }
  assert.match((await search(box, "redis", "--explain")).degraded_hint, /memory model download/);
  const fts = await search(box, "redis", "--method", "fts");
  assert.equal(fts.degraded, undefined);
  assert.equal(existsSync(join(box.home, ".memory", "models")), false, "nothing was downloaded");
});

test("edited, deleted and restored records are found by their present text", async () => {
  const { box } = boxWithModel();
  await save(box, "flush the redis cache");
  const { data: { id } } = await save(box, "the puppy sleeps");
  await settled(box);
  await box.json(["manage", "edit", "--id", id, "--content", "login with a password"]);
  await box.json(["sync", "--embed"]);
  assert.deepEqual(await near(box, "狗"), []);
  assert.deepEqual(await near(box, "登录"), ["login with a password"]);
  await box.json(["manage", "delete", "--id", id, "--confirm"]);
  assert.deepEqual(await near(box, "登录"), []);
  await box.json(["manage", "restore", "--id", id]);
  await box.json(["sync", "--embed"]);
  assert.deepEqual(await near(box, "登录"), ["login with a password"]);
  // A record that was changed by hand is not found by its old text, even before it is embedded again.
  const day = `daily/${new Date().toISOString().slice(0, 10)}.jsonl`;
  box.write(day, box.read(day).replaceAll("login with a password", "rain and storm"));
  assert.deepEqual(await near(box, "登录"), []);
});

test("a change of the model loses no answer on the way", async () => {
  const { box, useModel } = boxWithModel();
  await save(box, "flush the redis cache");
  await settled(box);
  useModel("b");
  const during = await search(box, "缓存");
  assert.equal(during.method, "hybrid");
  assert.equal(contents(during)[0], "flush the redis cache");
  await box.json(["sync", "--embed"]);
  const after = await search(box, "缓存");
  assert.equal(after.method, "hybrid");
  assert.equal(contents(after)[0], "flush the redis cache");
  rmSync(join(box.home, "models", "a"), { recursive: true });
  assert.equal((await search(box, "缓存")).method, "hybrid");
});

test("NOT, filters and types also apply to records found by meaning", async () => {
  const { box } = boxWithModel();
  await save(box, "flush the redis cache");
  await save(box, "memcached holds sessions");
  await settled(box);
  assert.equal((await search(box, "缓存")).results.length, 2);
  assert.deepEqual(contents(await search(box, "缓存 NOT memcached")), ["flush the redis cache"]);
  assert.equal((await box.run(["search", "缓存", "--type", "note"])).code, 1);
  assert.equal((await box.run(["search", "缓存", "--from", "2000-01-01", "--to", "2000-01-02"])).code, 1);
});

// Its score by words stood among scores that are shares of the best, and sank.
test("what replaced the record that a query asks for stands as high with a model as without one", async () => {
  const { box } = boxWithModel();
  const old = (await save(box, "The puppy that slept in the kitchen needs a basket")).data.id;
  const now = "It stands in the hall since May";
  await box.json(["save", "fact", "--content", now, "--supersedes", old]);
  for (const each of ["the puppy sleeps", "indentation with tabs", "tabs in the editor"]) await save(box, each);
  await settled(box);
  const query = "which basket does the puppy in the kitchen have at night?";
  for (const method of ["fts", "hybrid"]) {
    assert.equal(contents(await search(box, query, "--method", method))[0], now, method);
  }
});

test("both layers are searched by meaning", async () => {
  const { box } = boxWithModel();
  await save(box, "the puppy sleeps");
  await box.json(["save", "fact", "--content", "flush the redis cache", "--layer", "global"]);
  await settled(box);
  await box.json(["sync", "--embed"]);
  const found = await search(box, "缓存");
  assert.equal(found.results[0].layer, "global");
});

test("many searches of one file load the model once and each finds by meaning", async () => {
  const { box } = boxWithModel();
  await save(box, "flush the redis cache");
  await save(box, "the puppy sleeps");
  await box.json(["sync", "--embed"]);
  writeFileSync(join(box.project, "q.jsonl"), '{"id":1,"text":"缓存"}\n{"id":2,"text":"狗"}\n');
  const { stdout } = await box.run(["search", "--queries", "q.jsonl"]);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map((line) => contents(line)[0]), ["flush the redis cache", "the puppy sleeps"]);
});

test(
  "hybrid asked for by name on a terminal brings the model and makes the vectors first, with a bar",
  withTerminal,
  async () => {
    const hub = await localHub();
    hub.repositories.set(HUB_MODEL, testModelFiles(MODEL_A));
    const box = memoryBox();
    try {
      await save(box, "flush the redis cache");
      const pointed = { HF_ENDPOINT: hub.endpoint, MEMORY_EMBEDDING_MODEL: HUB_MODEL };
      // The person pins the model once; later it is fetched without being asked about.
      await box.json(["model", "download", "--pin"], { env: pointed });
      await box.json(["model", "remove"], { env: pointed });
      const env = { HOME: box.home, PATH: process.env["PATH"] ?? "", TERM: "xterm", ...pointed };
      const command = `${BINARY} search 缓存 --method hybrid`;
      const child = spawn(...onTerminal(command), { cwd: box.project, env });
      let shown = "";
      child.stdout.on("data", (bytes: Uint8Array) => shown += new TextDecoder().decode(bytes));
      const code = await new Promise((resolve) => child.on("close", resolve));
      assert.equal(code, 0, shown);
      assert.match(shown, /\r█{20} tests\/tiny-bert 100 %/);
      assert.match(shown, /vectors \(project\) 100 %/);
      assert.match(shown, /flush the redis cache/);
    } finally {
      await hub.close();
    }
  },
);

test("from download to a search by meaning, with nothing but the binary and a hub", async () => {
  const hub = await localHub();
  hub.repositories.set(HUB_MODEL, testModelFiles(MODEL_A));
  const box = memoryBox();
  const env = { HF_ENDPOINT: hub.endpoint, MEMORY_EMBEDDING_MODEL: HUB_MODEL };
  try {
    await box.json(["save", "fact", "--content", "flush the redis cache"], { env });
    assert.equal((await box.json(["search", "缓存"], { env }).catch(() => ({ method: "fts" }))).method, "fts");
    assert.deepEqual(hub.requests, [], "a search without a terminal downloads nothing");
    assert.equal((await box.json(["model", "download", "--pin"], { env })).data.download, "downloaded");
    assert.equal((await box.json(["sync", "--embed"], { env })).data.embedded, 1);
    const found = await box.json(["search", "缓存"], { env });
    assert.equal(found.method, "hybrid");
    assert.equal(contents(found)[0], "flush the redis cache");
    const requests = hub.requests.length;
    await box.json(["search", "缓存"], { env: { ...env, MEMORY_OFFLINE: "1" } });
    assert.equal(hub.requests.length, requests);
  } finally {
    await hub.close();
  }
});
