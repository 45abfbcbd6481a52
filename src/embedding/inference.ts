/** In: texts, a session, a tokenizer. Out: one unit vector per text, in the order of the texts. */
import { Tensor } from "onnxruntime-common";
import { reasonTold } from "../errors.ts";
import { pool, type Pooling } from "./pool.ts";
import { createRequire } from "node:module";
import { libraryPath } from "../native.ts";
import type { Runtime } from "../runtime.ts";
import { Tokenizer } from "@huggingface/tokenizers";
import { failure } from "./words.ts";

export interface Inference {
  readonly session: Session;
  readonly tokens: Tokens;
  readonly pooling: Pooling;
  readonly maxTokens: number;
  /** Texts must not share a batch: their vectors would depend on padding and on each other. */
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
  const tensor = session.run(feeds, { [output]: null }, {})[output];
  if (!tensor || tensor.type !== "float32") {
    throw failure("bad_output", {
      name: output,
      type: { en: tensor?.type ?? "missing", zh: tensor ? `类型为 ${tensor.type}` : "不存在" },
    });
  }
  const hidden = { data: tensor.data as Float32Array, dims: tensor.dims };
  return pool(hidden, rows.map((row) => row.length), pooling);
}

/** The size of the model's vectors, if its graph tells. */
export function dimensionsOf({ outputMetadata }: Session): number | undefined {
  const name = outputOf(outputMetadata);
  const size = outputMetadata.find((output) => output.name === name)?.shape.at(-1);
  return size !== undefined && size > 0 ? size : undefined;
}

/** The output to read. Models that pool have one called `sentence_embedding`; others give the state of every token. */
function outputOf(outputs: readonly Port[]): string {
  const names = outputs.map(({ name }) => name);
  const states = names.find((name) => name === "last_hidden_state" || name === "token_embeddings");
  return names.find((name) => name === "sentence_embedding") ?? states ?? names[0] ?? "last_hidden_state";
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
  throw failure("unknown_input", { name: input.name });
}

/** The export of a decoder (Qwen3) wants a cache of earlier tokens. There are none. */
function emptyCache(input: Port, batch: number): Tensor {
  const dims = [batch, input.shape[1] ?? 1, 0, input.shape[3] ?? 1];
  return input.type === FLOAT16
    ? new Tensor("float16", new Uint16Array(), dims)
    : new Tensor("float32", new Float32Array(), dims);
}

// ONNX Runtime's native binding is loaded without its JavaScript package, which looks for the binding at a path that a
// single binary does not have, and which does nothing else that is needed here (docs/dependencies.md).

interface Port {
  readonly name: string;
  /** -1 where the size may vary. */
  readonly shape: readonly number[];
  /** ONNX's number of the element type. */
  readonly type: number;
}

/** onnx.proto's TensorProto.DataType, as far as embedding models use it. */
const FLOAT16 = 10;

/** A loaded model. Throws what ONNX Runtime throws. */
interface Session {
  readonly inputMetadata: readonly Port[];
  readonly outputMetadata: readonly Port[];
  run(
    feeds: Readonly<Record<string, Tensor>>,
    fetches: Readonly<Record<string, null>>,
    options: object,
  ): Record<string, Tensor>;
  loadModel(path: string, options: object): void;
  dispose(): void;
}

/** What onnxruntime_binding.node exports (onnxruntime-node 1.23.2, lib/binding.ts). */
interface Binding {
  readonly InferenceSession: new () => Session;
  initOrtOnce(logLevel: number, tensor: typeof Tensor): void;
}

/** Errors only: warnings about a model's graph help nobody here. */
const LOG_LEVEL_ERROR = 3;

/** Throws MODEL_UNAVAILABLE. `prepared` lays the weights out: loads a sixth longer, computes a sixth faster. */
export function openSession(
  runtime: Runtime,
  modelFile: string,
  { threads, prepared }: { threads: number; prepared: boolean },
): Session {
  const session = new (loadBinding(runtime).InferenceSession)();
  try {
    session.loadModel(modelFile, {
      executionProviders: ["cpu"],
      graphOptimizationLevel: "all",
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      extra: { session: { disable_prepacking: prepared ? "0" : "1" } },
    });
  } catch (cause) {
    throw failure("cannot_load", { modelFile, reason: reasonTold(cause) }, { cause });
  }
  return session;
}

let binding: Binding | undefined;

function loadBinding(runtime: Runtime): Binding {
  if (binding) return binding;
  const path = libraryPath(runtime, "onnxruntime");
  try {
    const loaded = createRequire(import.meta.url)(path) as Binding;
    loaded.initOrtOnce(LOG_LEVEL_ERROR, Tensor);
    return binding = loaded;
  } catch (cause) {
    throw failure("no_runtime", { reason: reasonTold(cause) }, { cause });
  }
}

type Tokens = ReturnType<typeof openTokens>;

/** The tokenizer that `tokenizer.json` and `tokenizer_config.json` of a model describe. Throws MODEL_UNAVAILABLE. */
export function openTokens(definition: object, settings: object) {
  const tokenizer = usable(() => new Tokenizer(definition, settings));
  const plain = (text: string) => usable(() => tokenizer.encode(text, { add_special_tokens: false }).ids);
  const { before, after } = usable(() => specialTokens(tokenizer));
  return {
    /** Ids with the model's special tokens, at most `limit` of them; what is cut is cut from the text's end. */
    encode(text: string, limit: number): readonly number[] {
      const room = Math.max(0, limit - before.length - after.length);
      return [...before, ...plain(text).slice(0, room), ...after];
    },
    /** Tokens of the text alone. */
    count: (text: string) => plain(text).length,
    /** How many special tokens `encode` adds. */
    special: before.length + after.length,
    padding: paddingId(tokenizer, settings),
  };
}

/** Throws MODEL_UNAVAILABLE where the library fails: it does not check the model's files, and throws any error. */
function usable<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw failure("no_tokenizer", { cause: String(cause) }, { cause });
  }
}

/** The special tokens that a model wants before and after a text, found by encoding a text with and without them. */
function specialTokens(tokenizer: Tokenizer): { before: readonly number[]; after: readonly number[] } {
  const probe = "a";
  const inner = tokenizer.encode(probe, { add_special_tokens: false }).ids;
  const whole = tokenizer.encode(probe, { add_special_tokens: true }).ids;
  for (let start = 0; start + inner.length <= whole.length; start++) {
    if (!inner.every((id, at) => whole[start + at] === id)) continue;
    return { before: whole.slice(0, start), after: whole.slice(start + inner.length) };
  }
  return { before: [], after: [] };
}

function paddingId(tokenizer: Tokenizer, settings: object): number {
  const named: unknown = Reflect.get(settings, "pad_token");
  const token = typeof named === "object" && named !== null ? Reflect.get(named, "content") : named;
  const names = [...(typeof token === "string" ? [token] : []), "[PAD]", "<pad>"];
  // Without such a token any id will do, since the attention mask hides padding.
  return names.map((name) => tokenizer.token_to_id(name)).find((id) => id !== undefined) ?? 0;
}
