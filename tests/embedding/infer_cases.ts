/** Loading a model, and its vectors or its error: the small model of the fixtures, in this process. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadConfig } from "../../src/config/mod.ts";
import { type ModelSettings, wantedModel } from "../../src/embedding/choice.ts";
import { type Embedder, loadEmbedder } from "../../src/embedding/mod.ts";
import type { Runtime } from "../../src/runtime.ts";
import { MODEL_A, type TestModel, writeTestModel } from "../fixtures/model/generate.ts";
import { pinned } from "../pinned.ts";
import { testWorld } from "../world.ts";

async function openConfigured(runtime: Runtime, config: ModelSettings): Promise<Embedder> {
  return await loadEmbedder(runtime, wantedModel(runtime, config));
}

/** The test model of the fixtures, in a folder of the person's own. */
function ownModel(model: TestModel = MODEL_A) {
  const world = testWorld();
  const folder = join(world.folder, "own-model");
  writeTestModel(folder, model);
  const { config } = loadConfig(world.runtime);
  const own = { ...config, embedding: { ...config.embedding, model: folder } };
  const open = () => {
    pinned(world.runtime, folder);
    return openConfigured(world.runtime, own);
  };
  return { world, folder, own, open };
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  assert.ok(a && b && a.length === b.length);
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

test("texts of the same meaning are near in both languages, others are not", async () => {
  using embedder = await ownModel().open();
  assert.equal(embedder.dimensions, MODEL_A.hidden);
  const [cache, same, other] = embedder.embedPassages(["the redis cache", "缓存方案", "rollout on friday"]);
  assert.ok(cosine(cache, same) > 0.99, String(cosine(cache, same)));
  assert.ok(cosine(cache, other) < 0.5, String(cosine(cache, other)));
  assert.ok(cosine(embedder.embedQuery("memcached"), cache) > 0.99);
});

test("every vector has length one, and a text without any known word is the zero vector", async () => {
  using embedder = await ownModel().open();
  const [known, unknown, empty] = embedder.embedPassages(["deploy", "qwertz uiop", ""]);
  assert.ok(Math.abs(cosine(known, known) - 1) < 1e-5);
  assert.equal(cosine(unknown, unknown), 0);
  assert.equal(cosine(empty, empty), 0);
});

test("a text has the same vector alone and in a batch of texts of every length", async () => {
  using embedder = await ownModel().open();
  const texts = Array.from(
    { length: 40 },
    (_, at) => ["cache", "deploy", "数据库", "login"].slice(0, 1 + at % 4).join(" "),
  )
    .map((text, at) => text + " filler".repeat(at % 23));
  const together = embedder.embedPassages(texts);
  texts.forEach((text, at) => {
    const [alone] = embedder.embedPassages([text]);
    assert.ok(cosine(alone, together[at]) > 0.9999, text);
  });
});

test("a text beyond the model's limit is embedded by its beginning; chunk cuts it into pieces that fit", async () => {
  using embedder = await ownModel().open();
  const long = `cache ${"filler ".repeat(100)} deploy`;
  const [vector] = embedder.embedPassages([long]);
  assert.ok(cosine(vector, embedder.embedQuery("cache")) > 0.99);
  const chunks = embedder.chunk(long);
  assert.ok(chunks.length > 1);
  assert.ok(cosine(embedder.embedPassages(chunks).at(-1), embedder.embedQuery("deploy")) > 0.99);
});

test("other weights in the same folder are another model", () => {
  const { world, folder, own } = ownModel();
  const revision = () => {
    pinned(world.runtime, folder);
    return wantedModel(world.runtime, own).identity.revision;
  };
  const first = revision();
  writeTestModel(folder, { ...MODEL_A, seed: 99 });
  assert.notEqual(first, revision());
});

test("a folder without a model, a broken graph and a broken tokenizer each give an error of memory's own", async () => {
  const unavailable = { code: "MODEL_UNAVAILABLE" };
  const { folder, world, open } = ownModel();
  writeFileSync(join(folder, "onnx/model_quantized.onnx"), "no graph");
  await assert.rejects(open(), { ...unavailable, message: /Cannot load the model/ });
  writeTestModel(folder, MODEL_A);
  writeFileSync(join(folder, "tokenizer.json"), "{");
  await assert.rejects(open(), { ...unavailable, message: /not JSON/ });
  const { config } = loadConfig(world.runtime);
  const empty = join(world.folder, "empty");
  mkdirSync(empty);
  await assert.rejects(
    openConfigured(world.runtime, { ...config, embedding: { ...config.embedding, model: empty } }),
    { ...unavailable, message: /holds no model/ },
  );
});

test("switched off and not downloaded are told apart, each with its next step", async () => {
  const { runtime } = testWorld();
  const { config } = loadConfig(runtime);
  await assert.rejects(openConfigured(runtime, config), {
    code: "MODEL_UNAVAILABLE",
    hint: "Run `memory model download`",
  });
  const off = { ...config, embedding: { ...config.embedding, enabled: false } };
  await assert.rejects(openConfigured(runtime, off), { message: "Embedding is switched off" });
});
