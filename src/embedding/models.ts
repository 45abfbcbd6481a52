/**
 * The models we know: where their ONNX conversions lie and how each wants to be used. `memory model list` prints this.
 */
import type { KNOWN_MODEL_IDS } from "../config/known_models.ts";
import type { Pooling } from "./pool.ts";
import type { Sentence } from "../sentence.ts";

/** Of the weights: 8 bits, or 32. */
export type Precision = "q8" | "fp32";

/** How a model turns text into vectors. Every one of these changes what a vector means. */
export interface Traits {
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Tokens of one text, special ones included; what is longer is chunked before. */
  readonly maxTokens: number;
  /** Its 8-bit weights make a text's vector depend on its neighbours in a batch (down to cosine .95): no batches. */
  readonly oneByOne: boolean;
}

/** A model of our list. */
export interface KnownModel extends Traits {
  readonly id: typeof KNOWN_MODEL_IDS[number];
  readonly about: Sentence;
  readonly licence: string;
  readonly dimensions: number;
  /** Repositories of the hub, the first that has it counts: a conversion, then the model's own. */
  readonly repositories: readonly string[];
  /** The commit of these files. A mirror without history gives `main` instead; what it had is recorded. */
  readonly revision: string;
  /** The ONNX file per precision; weights of their own lie beside it as `<file>_data`. */
  readonly graphs: Readonly<Record<Precision, string>>;
  /** Download size in millions of bytes, tokenizer included, of the default precision. */
  readonly megabytes: number;
  /** What could not be tried when this was written; undefined when everything was. */
  readonly unchecked: Sentence | undefined;
}

/** A quarter of the other's size. */
export const DEFAULT_PRECISION: Precision = "q8";

/**
 * None could be downloaded when this was written: sizes and commits are as published, the code ran with other weights.
 */
const NEVER_RUN = { en: "its real weights have not been run here", zh: "尚未用真实权重运行过" };

/** The layout that transformers.js wants for conversions. */
const GRAPH_OF = { q8: "onnx/model_quantized.onnx", fp32: "onnx/model.onnx" } as const;

/** Our list. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    id: "BAAI/bge-small-zh-v1.5",
    about: { en: "Chinese, with some English; small and fast", zh: "中文，兼顾部分英文；小而快" },
    licence: "MIT",
    dimensions: 512,
    pooling: "cls",
    queryPrefix: "为这个句子生成表示以用于检索相关文章：",
    passagePrefix: "",
    maxTokens: 512,
    oneByOne: false,
    repositories: ["Xenova/bge-small-zh-v1.5", "BAAI/bge-small-zh-v1.5"],
    revision: "75c43b069aac4d136ba6bc1122f995fedcfd2781",
    graphs: GRAPH_OF,
    megabytes: 24.5,
    unchecked: NEVER_RUN,
  },
  {
    id: "intfloat/multilingual-e5-small",
    about: { en: "some hundred languages, Chinese and English among them", zh: "约一百种语言，含中文和英文" },
    licence: "MIT",
    dimensions: 384,
    pooling: "mean",
    queryPrefix: "query: ",
    passagePrefix: "passage: ",
    maxTokens: 512,
    oneByOne: false,
    repositories: ["Xenova/multilingual-e5-small", "intfloat/multilingual-e5-small"],
    revision: "761b726dd34fb83930e26aab4e9ac3899aa1fa78",
    graphs: GRAPH_OF,
    megabytes: 135.4,
    unchecked: NEVER_RUN,
  },
  {
    id: "google/embeddinggemma-300m",
    about: {
      en: "more than a hundred languages; the best of its size, slower",
      zh: "一百多种语言；同等大小中最好，较慢",
    },
    licence: "Gemma",
    dimensions: 768,
    // Its graph pools and projects: output `sentence_embedding`.
    pooling: "none",
    queryPrefix: "task: search result | query: ",
    passagePrefix: "title: none | text: ",
    maxTokens: 2048,
    oneByOne: true,
    repositories: ["onnx-community/embeddinggemma-300m-ONNX"],
    revision: "5090578d9565bb06545b4552f76e6bc2c93e4a66",
    graphs: GRAPH_OF,
    megabytes: 331,
    unchecked: NEVER_RUN,
  },
  {
    id: "Qwen/Qwen3-Embedding-0.6B",
    about: {
      en: "more than a hundred languages and code; large and slow on a processor",
      zh: "一百多种语言和代码；较大，在 CPU 上较慢",
    },
    licence: "Apache-2.0",
    dimensions: 1024,
    pooling: "last",
    queryPrefix: "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
    passagePrefix: "",
    // It takes 32,768; attention over more than this is too slow on a processor.
    maxTokens: 2048,
    oneByOne: true,
    repositories: ["onnx-community/Qwen3-Embedding-0.6B-ONNX"],
    revision: "c25a394dd583836952667c12f008335071b3f43d",
    graphs: GRAPH_OF,
    megabytes: 625,
    unchecked: NEVER_RUN,
  },
];
