/**
 * In: the settings. Out: an embedder that turns queries and records into unit vectors, or the reason why there is none.
 * Not done here: downloading (download.ts), keeping vectors (index/vectors.ts). Nothing of this room is loaded unless
 * vectors are wanted; hooks never load it.
 *
 * @module
 */
import { join } from "node:path";
import { fail, MemoryError, reasonTold } from "../errors.ts";
import { readJson } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import { chunkText } from "./chunk.ts";
import { type InstalledModel, type ModelIdentity, type ModelSettings, wantedModel } from "./choice.ts";
import { changedFiles, notAsPinned } from "./pins.ts";
import { dimensionsOf, embedTexts, type Inference } from "./infer.ts";

/** A loaded model. Costs some 60 ms and 100 MB; close it when done. */
export interface Embedder {
  readonly identity: ModelIdentity;
  readonly dimensions: number;
  /** The vector of a query. */
  embedQuery(text: string): Float32Array;
  /** The vectors of texts to be found, in order; each text is cut at the model's limit. */
  embedPassages(texts: readonly string[]): Float32Array[];
  /** The pieces of a text that get a vector each, by the model's own tokens. */
  chunk(text: string): string[];
  close(): void;
}

/** What an embedder is for. */
export interface EmbedderOptions {
  /** Threads to compute with; 0 for as many as the machine has. */
  readonly threads?: number;
  /** For many texts: loads a little longer and computes faster. */
  readonly many?: boolean;
}

/** A single query takes a millisecond or two with any number of threads. */
const DEFAULT_THREADS = 1;

/**
 * Loads the configured model. Throws MODEL_UNAVAILABLE when embedding is off, the model is not there, or this system
 * can't run it; the message says which and the hint what to do.
 */
export async function openEmbedder(
  runtime: Runtime,
  config: ModelSettings,
  options: EmbedderOptions = {},
): Promise<Embedder> {
  return await loadEmbedder(runtime, wantedModel(runtime, config), options);
}

/** Loads a model that is on this disk. Throws MODEL_UNAVAILABLE. */
export async function loadEmbedder(
  runtime: Runtime,
  { folder, graph, traits, identity, name, kind, pinned }: InstalledModel,
  { threads = DEFAULT_THREADS, many = false }: EmbedderOptions = {},
): Promise<Embedder> {
  // Native code is about to read them.
  const [problem] = changedFiles(runtime, folder, pinned);
  if (problem) throw notAsPinned({ kind, name }, problem);
  const [{ openSession }, { openTokens }] = await Promise.all([import("./onnx.ts"), import("./tokens.ts")]);
  const tokens = openTokens(jsonOf(runtime, join(folder, "tokenizer.json"), name), settingsOf(runtime, folder));
  const session = openSession(runtime, join(folder, graph), { threads, prepared: many });
  const { pooling, maxTokens, oneByOne, queryPrefix, passagePrefix } = traits;
  const inference: Inference = { session, tokens, pooling, maxTokens, oneByOne };
  const room = maxTokens - tokens.special - tokens.count(passagePrefix);
  const chunks = { tokens: Math.min(identity.chunk_tokens, room), overlap: identity.chunk_overlap };
  const embed = (texts: readonly string[]) => {
    try {
      return embedTexts(inference, texts);
    } catch (cause) {
      if (cause instanceof MemoryError) throw cause;
      fail(
        "MODEL_UNAVAILABLE",
        { en: `The model ${name} failed: ${reasonTold(cause).en}`, zh: `模型 ${name} 出错：${reasonTold(cause).zh}` },
        { en: "Check it with `memory model verify`", zh: "请用 `memory model verify` 检查" },
        { cause },
      );
    }
  };
  return {
    identity,
    // The graph tells it, unless its export left it open.
    dimensions: dimensionsOf(session) ?? embed(["a"])[0]?.length ?? 0,
    embedQuery: (text) => embed([queryPrefix + text])[0] ?? new Float32Array(),
    embedPassages: (texts) => embed(texts.map((text) => passagePrefix + text)),
    chunk: (text) => chunkText(text, chunks, tokens.count),
    close: () => session.dispose(),
  };
}

function settingsOf(runtime: Runtime, folder: string): object {
  const path = join(folder, "tokenizer_config.json");
  return runtime.files.stat(path) ? jsonOf(runtime, path, "") : {};
}

function jsonOf(runtime: Runtime, path: string, name: string): object {
  const value = readJson(runtime.files, path);
  if (typeof value === "object" && value !== null) return value;
  fail(
    "MODEL_UNAVAILABLE",
    { en: `${path} of the model ${name} is not JSON`, zh: `模型 ${name} 的 ${path} 不是 JSON` },
    { en: "Run `memory model verify`", zh: "请运行 `memory model verify`" },
  );
}
