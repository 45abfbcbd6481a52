/**
 * Measured inside one process, under the runtime that is in the binary: loading a model, a query, a batch against ONNX
 * Runtime called directly, the scan of vectors. Started by bench/embedding.ts.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Tensor } from "onnxruntime-common";
import { loadConfig } from "../src/config/mod.ts";
import { wantedModel } from "../src/embedding/choice.ts";
import { loadEmbedder } from "../src/embedding/mod.ts";
import { openSession } from "../src/embedding/inference.ts";
import { openVectors } from "../src/index/vectors.ts";
import { systemRuntime } from "../src/system/mod.ts";
import { openStore } from "../src/store/mod.ts";
import { randomNumbers } from "../tests/fixtures/model/generate.ts";
import { pinned } from "../tests/pinned.ts";
import { BGE_SMALL, randomUnit, writeRandomModel } from "./random_model.ts";

const TEXTS = 32;
const TOKENS = 64;
const RUNS = 15;

const scratch = fs.mkdtempSync(join(os.tmpdir(), "memory-bench-"));
const runtime = { ...systemRuntime(), home: scratch, env: () => undefined };

function milliseconds(work: () => unknown, runs = RUNS): number {
  work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return times[times.length >> 1] ?? NaN;
}

function say(name: string, ms: number, target: string): void {
  console.log(`${name.padEnd(52)} ${ms.toFixed(1).padStart(8)} ms   ${target}`);
}

async function inference(): Promise<void> {
  const model = join(scratch, "model");
  writeRandomModel(model);
  pinned(runtime, model);
  const { config } = loadConfig({ ...runtime, env: () => undefined, home: scratch });
  const own = { ...config, embedding: { ...config.embedding, model } };
  const start = performance.now();
  using embedder = await loadEmbedder(runtime, wantedModel(runtime, own), { threads: 2 });
  say("load runtime, model and tokenizer, first time", performance.now() - start, "part of 120 ms");
  say("query of 12 characters", milliseconds(() => embedder.embedQuery("缓存方案怎么选型的问题呢")), "2–4 ms");

  // 62 characters and two special tokens.
  const texts = Array.from(
    { length: TEXTS },
    (_, at) => "缓存方案选型数据库迁移".repeat(6).slice(at % 4, TOKENS - 2 + at % 4),
  );
  const session = openSession(runtime, join(model, "onnx", "model_quantized.onnx"), { threads: 2, prepared: true });
  const ids = Array.from({ length: TEXTS * TOKENS }, (_, at) => BigInt(200 + at % 5000));
  const tensor = (values: bigint[]) => new Tensor("int64", BigInt64Array.from(values), [TEXTS, TOKENS]);
  const feeds = {
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1n)),
    token_type_ids: tensor(ids.map(() => 0n)),
  };
  const direct = milliseconds(() => session.run(feeds, { last_hidden_state: null }, {}));
  const ours = milliseconds(() => embedder.embedPassages(texts));
  say(`ONNX Runtime called directly, ${TEXTS} × ${TOKENS} tokens`, direct, "");
  say(`the same through the embedder`, ours, `×${(ours / direct).toFixed(2)}, target ×1.10`);
  session.dispose();
}

function scan(count: number, target: string): void {
  const folder = join(scratch, `memory-data-${count}`);
  fs.mkdirSync(folder);
  const vectors = openVectors(openStore(runtime, folder, "project"));
  const table = vectors.create("bench", {}, BGE_SMALL.hidden);
  const random = randomNumbers(count);
  for (let at = 0; at < count; at += 1000) {
    vectors.put(
      table,
      Array.from({ length: 1000 }, (_, i) => ({ id: `${at + i}`, stamp: 0, vectors: [randomUnit(random)] })),
    );
  }
  const query = randomUnit(random);
  say(`vector scan, ${count} × ${BGE_SMALL.hidden}`, milliseconds(() => vectors.nearest(table, query, 128)), target);
  vectors.close();
}

try {
  await inference();
  scan(10_000, "target 7 ms");
  if (!process.argv.includes("--quick")) scan(100_000, "target 60 ms");
} finally {
  fs.rmSync(scratch, { recursive: true });
}
