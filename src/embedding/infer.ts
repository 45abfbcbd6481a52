/**
 * In: texts, a session, a tokenizer. Out: one unit vector per text, in the order of the texts.
 * Not done here: prefixes and chunks (mod.ts, chunk.ts), keeping the vectors (index/vectors.ts).
 *
 * @module
 */
import { Tensor } from "onnxruntime-common";
import { fail } from "../errors.ts";
import { FLOAT16, type Port, type Session } from "./onnx.ts";
import { pool, type Pooling } from "./pool.ts";
import type { Tokens } from "./tokens.ts";

/** What turns a text into a vector. */
export interface Inference {
  readonly session: Session;
  readonly tokens: Tokens;
  readonly pooling: Pooling;
  /** Tokens of a text, special ones included. */
  readonly maxTokens: number;
  /** Texts must not share a batch: padding or a neighbour changes their vectors. */
  readonly oneByOne: boolean;
}

/**
 * Tokens of a batch, padding included. Measured with a 6-layer MiniLM in 8 bits on 2 cores, 256 texts of 40 tokens:
 * one by one 603 ms, by 8 texts 369, by 32 436, by 64 567: beyond some hundred tokens a batch leaves the cache.
 */
const BATCH_TOKENS = 512;

/** Unit vectors of the texts. Texts of similar length share a batch, so that there is little padding. */
export function embedTexts(inference: Inference, texts: readonly string[]): Float32Array[] {
  const rows = texts.map((text, place) => ({ place, ids: inference.tokens.encode(text, inference.maxTokens) }));
  rows.sort((a, b) => a.ids.length - b.ids.length);
  const vectors: Float32Array[] = [];
  for (let start = 0; start < rows.length;) {
    const end = inference.oneByOne ? start + 1 : endOfBatch(rows, start);
    const batch = rows.slice(start, end);
    const results = embedBatch(inference, batch.map((row) => row.ids));
    batch.forEach((row, at) => vectors[row.place] = results[at] ?? new Float32Array());
    start = end;
  }
  return vectors;
}

function endOfBatch(rows: readonly { ids: readonly number[] }[], start: number): number {
  let end = start + 1;
  while (end < rows.length && (rows[end]?.ids.length ?? 0) * (end + 1 - start) <= BATCH_TOKENS) end++;
  return end;
}

function embedBatch(inference: Inference, rows: readonly (readonly number[])[]): Float32Array[] {
  const { session, pooling } = inference;
  const output = outputOf(session.outputMetadata);
  const feeds = Object.fromEntries(
    session.inputMetadata.map((input) => [input.name, inputTensor(input, rows, inference.tokens.padding)]),
  );
  const tensor = session.run(feeds, { [output.name]: null }, {})[output.name];
  if (!tensor || tensor.type !== "float32") {
    fail("MODEL_UNAVAILABLE", {
      en: `The model's output ${output.name} is ${tensor?.type ?? "missing"}`,
      zh: `模型的输出 ${output.name} ${tensor ? `类型为 ${tensor.type}` : "不存在"}`,
    }, { en: "Its output must be 32-bit floats", zh: "输出应为 32 位浮点数" });
  }
  const hidden = { data: tensor.data as Float32Array, dims: tensor.dims };
  return pool(hidden, rows.map((row) => row.length), output.pooled ? "none" : pooling);
}

/** The size of the model's vectors, if its graph says. */
export function dimensionsOf({ outputMetadata }: Session): number | undefined {
  const { name } = outputOf(outputMetadata);
  const size = outputMetadata.find((output) => output.name === name)?.shape.at(-1);
  return size !== undefined && size > 0 ? size : undefined;
}

/** The output to read. Models that pool have one named so; others give every token's state first. */
function outputOf(outputs: readonly Port[]): { name: string; pooled: boolean } {
  const pooled = outputs.find((output) => output.name === "sentence_embedding");
  if (pooled) return { name: pooled.name, pooled: true };
  const states = outputs.find((output) => output.name === "last_hidden_state" || output.name === "token_embeddings");
  return { name: (states ?? outputs[0])?.name ?? "last_hidden_state", pooled: false };
}

function inputTensor(input: Port, rows: readonly (readonly number[])[], padding: number): Tensor {
  const width = Math.max(...rows.map((row) => row.length));
  const whole = (valueAt: (row: readonly number[], at: number) => number) => {
    const data = new BigInt64Array(rows.length * width);
    rows.forEach((row, line) => {
      for (let at = 0; at < width; at++) data[line * width + at] = BigInt(valueAt(row, at));
    });
    return new Tensor("int64", data, [rows.length, width]);
  };
  if (input.name === "input_ids") return whole((row, at) => row[at] ?? padding);
  if (input.name === "attention_mask") return whole((row, at) => at < row.length ? 1 : 0);
  if (input.name === "token_type_ids") return whole(() => 0);
  if (input.name === "position_ids") return whole((_row, at) => at);
  if (input.name.startsWith("past_key_values")) return emptyCache(input, rows.length);
  fail("MODEL_UNAVAILABLE", {
    en: `The model wants an input that is not known here: ${input.name}`,
    zh: `模型要求未知的输入：${input.name}`,
  }, { en: "Choose a model that turns text into vectors", zh: "请换一个把文字变成向量的模型" });
}

/** A decoder's export (Qwen3) wants the cache of earlier tokens; there are none. */
function emptyCache(input: Port, batch: number): Tensor {
  const dims = [batch, input.shape[1] ?? 1, 0, input.shape[3] ?? 1];
  return input.type === FLOAT16
    ? new Tensor("float16", new Uint16Array(), dims)
    : new Tensor("float32", new Float32Array(), dims);
}
