/** Settings of vectors and of what makes them, against the binary and a hub on this machine. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Box, type Json, memoryBox } from "../box.ts";
import { MODEL_A, MODEL_B, testModelFiles, writeTestModel } from "../fixtures/model/generate.ts";
import { pinnedIn } from "../pinned.ts";
import { localHub } from "../hub.ts";
import { set } from "../settings_box.ts";

/** A box whose user has the test models as folders of his own, and uses the first. */
async function boxWithModel(): Promise<{ box: Box; other: string }> {
  const box = memoryBox();
  const [first, other] = [join(box.home, "models", "a"), join(box.home, "models", "b")];
  writeTestModel(first, MODEL_A);
  writeTestModel(other, MODEL_B);
  for (const folder of [first, other]) pinnedIn(box.home, folder);
  await set(box, "embedding.model", first, "--global");
  return { box, other };
}

async function save(box: Box, ...contents: string[]): Promise<void> {
  await box.json(["save", JSON.stringify(contents.map((content) => ({ content })))]);
  await box.json(["sync", "--embed"]);
}

const search = (box: Box, ...words: string[]): Promise<Json> => box.json(["search", ...words]);

test("embedding.enabled: off searches by words, and says so", async () => {
  const { box } = await boxWithModel();
  await save(box, "flush the redis cache");
  assert.equal((await search(box, "redis")).method, "hybrid");
  await set(box, "embedding.enabled", "false");
  const found = await search(box, "redis");
  assert.equal(found.method, "fts");
  assert.match(found.degraded, /switched off/);
  const refused = await box.run(["sync", "--embed"]);
  assert.deepEqual([refused.code, JSON.parse(refused.stdout).error.code], [4, "MODEL_UNAVAILABLE"]);
});

test("embedding.model: another model makes vectors of its own, which tell how near two texts are", async () => {
  const { box, other } = await boxWithModel();
  await save(box, "the database cache", "the puppy sleeps");
  const cosine = async () => (await search(box, "缓存", "--method", "vector", "--explain")).results[0].explain.semantic;
  const before = await cosine();
  await set(box, "embedding.model", other, "--global");
  assert.equal((await box.json(["sync", "--embed"])).data.embedded, 2);
  assert.notEqual(await cosine(), before);
});

test("embedding.endpoint and embedding.cache_dir: where a model comes from and where it lies", async () => {
  const hub = await localHub();
  hub.repositories.set("tests/tiny-bert", testModelFiles(MODEL_A));
  const box = memoryBox();
  // The box names no hub that answers; an empty variable names none.
  const env = { HF_ENDPOINT: "" };
  try {
    await set(box, "embedding.model", "tests/tiny-bert", "--global");
    await set(box, "embedding.endpoint", hub.endpoint, "--global");
    await set(box, "embedding.cache_dir", "~/elsewhere", "--global");
    assert.equal((await box.json(["model", "download", "--pin"], { env })).data.download, "downloaded");
    assert.ok(hub.requests.length > 0);
    assert.ok(existsSync(join(box.home, "elsewhere", "tests--tiny-bert", "model.json")));
    assert.equal(existsSync(join(box.home, ".memory", "models")), false);
    await set(box, "embedding.cache_dir", "weights", "--global");
    assert.equal((await box.json(["model", "download", "--pin"], { env })).data.download, "downloaded");
    assert.ok(
      existsSync(join(box.home, ".memory", "weights", "tests--tiny-bert")),
      "not in whatever folder one stands",
    );
    await set(box, "embedding.cache_dir", "~/elsewhere", "--global");
    const { path, models } = (await box.json(["manage", "stats"], { env })).data.model_cache;
    assert.deepEqual([path, models], [join(box.home, "elsewhere"), ["tests/tiny-bert"]]);
  } finally {
    await hub.close();
  }
});

/** As long as several pieces; its meaning changes in the middle of it. */
const LONG = `${"redis cache ".repeat(24)}${"puppy dog hound ".repeat(12)}${"school teacher ".repeat(20)}`;

/** How near the nearest piece of the long record comes to a query. */
async function nearest(box: Box, query: string): Promise<number> {
  return (await search(box, query, "--method", "vector", "--explain")).results[0].explain.semantic;
}

test("index.chunk_tokens: shorter pieces of a long record mean one thing each", async () => {
  const { box } = await boxWithModel();
  await set(box, "index.chunk_overlap", "0");
  await save(box, LONG);
  const coarse = await nearest(box, "狗");
  await set(box, "index.chunk_tokens", "50");
  await box.json(["sync", "--embed"]);
  const fine = await nearest(box, "狗");
  assert.ok(fine > coarse + 0.1, `${coarse} → ${fine}`);
});

test("index.chunk_overlap: what stands at the end of one piece stands at the beginning of the next as well", async () => {
  const { box } = await boxWithModel();
  await set(box, "index.chunk_overlap", "0");
  await save(box, LONG);
  const apart = await nearest(box, "狗");
  await set(box, "index.chunk_overlap", "60");
  await box.json(["sync", "--embed"]);
  const together = await nearest(box, "狗");
  assert.ok(together > apart + 0.1, `${apart} → ${together}`);
});

test("retrieval.fusion: weighted looks how far apart two records are in each ranking, rrf at their places alone", async () => {
  const { box } = await boxWithModel();
  const said = "redis cache teacher school lesson rain storm weather price budget";
  const meant = "memcached cache";
  await save(box, said, meant, "缓存", "the puppy sleeps");
  const first = async () => (await search(box, "redis cache")).results[0].content;
  assert.equal(await first(), said);
  await set(box, "retrieval.fusion", "rrf");
  assert.equal(await first(), meant);
});
