/** A model as large as BAAI/bge-small-zh-v1.5 in 8 bits, its weights random: for measuring speed, not quality. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../src/config/mod.ts";
import { identityKey, wantedModel } from "../src/embedding/choice.ts";
import { unit } from "../src/embedding/pool.ts";
import { openIndex } from "../src/index/mod.ts";
import { passageKeys } from "../src/index/read.ts";
import { openVectors } from "../src/index/vectors.ts";
import { pinned } from "../tests/pinned.ts";
import { systemRuntime } from "../src/system/mod.ts";
import { openStore } from "../src/store/mod.ts";
import { bertModel, type BertSizes } from "../tests/fixtures/model/bert.ts";
import { bertTokenizer, randomNumbers, SPECIAL } from "../tests/fixtures/model/generate.ts";

/** The sizes of bge-small-zh-v1.5. */
const BGE_SMALL: BertSizes = {
  vocabulary: 21_128,
  hidden: 512,
  layers: 4,
  heads: 8,
  intermediate: 2_048,
  positions: 512,
  quantised: true,
};

/** Writes the model as a local model folder. */
function writeRandomModel(folder: string): void {
  const random = randomNumbers(1);
  const graph = bertModel(BGE_SMALL, (name, dims) => {
    const size = dims.reduce((product, dim) => product * dim, 1);
    if (name.endsWith("LayerNorm.weight")) return new Float32Array(size).fill(1);
    return Float32Array.from({ length: size }, () => (random() - 0.5) / 10);
  });
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, "onnx", "model_quantized.onnx"), graph);
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(bertTokenizer(vocabulary())));
  writeFileSync(join(folder, "config.json"), JSON.stringify({ model_type: "bert", max_position_embeddings: 512 }));
  mkdirSync(join(folder, "1_Pooling"), { recursive: true });
  writeFileSync(join(folder, "1_Pooling", "config.json"), JSON.stringify({ pooling_mode_cls_token: true }));
}

/** The model for a place's user, and a random vector for every record, as if the model had made them. */
export function writeRandomVectors(place: { readonly home: string; readonly data: string }): void {
  const model = join(place.home, "model");
  writeRandomModel(model);
  mkdirSync(join(place.home, ".memory"), { recursive: true });
  writeFileSync(join(place.home, ".memory", "config.json"), JSON.stringify({ embedding: { model } }));
  const runtime = { ...systemRuntime(), home: place.home, env: () => undefined };
  pinned(runtime, model);
  const identity = wantedModel(runtime, loadConfig(runtime).config).identity;
  const store = openStore(runtime, place.data, "project");
  const [index, vectors] = [openIndex(store), openVectors(store)];
  const table = vectors.create(identityKey(identity), { ...identity, name: model }, BGE_SMALL.hidden);
  const random = randomNumbers(2);
  const records = passageKeys(index.db).map(({ id, stamp }) => ({ id, stamp, vectors: [randomUnit(random)] }));
  vectors.put(table, records);
  vectors.takeOver(table);
  vectors.close();
  index.close();
}

/** A random direction. */
function randomUnit(random: () => number): Float32Array {
  return unit(Float32Array.from({ length: BGE_SMALL.hidden }, () => random() - 0.5));
}

/**
 * Letters, digits and punctuation, also as continuations, then Chinese characters until it is as long as the real one.
 */
function vocabulary(): string[] {
  const ascii = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at).toLowerCase());
  const tokens = new Set([...SPECIAL, ...ascii, ...ascii.map((sign) => `##${sign}`)]);
  for (let code = 0x4e00; tokens.size < BGE_SMALL.vocabulary; code++) tokens.add(String.fromCodePoint(code));
  return [...tokens];
}
