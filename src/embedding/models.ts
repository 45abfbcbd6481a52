/**
 * The models we know: where their ONNX conversions lie and how each wants to be used. `memory model list` prints this.
 */
import type { KNOWN_MODEL_IDS } from "../config/schema.ts";
import type { PinnedFile } from "./model_files.ts";
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
  /**
   * The files of that commit that are fetched, with their checksums: nothing else is ever run. A precision that is not
   * listed is treated like a model that is not listed: the person pins it once (model_files.ts).
   */
  readonly files: Readonly<Partial<Record<Precision, readonly PinnedFile[]>>>;
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

/** The ONNX file per precision, as transformers.js wants it; weights of their own lie beside it as `<file>_data`. */
export const GRAPH_OF = { q8: "onnx/model_quantized.onnx", fp32: "onnx/model.onnx" } as const;

function file(path: string, size: number, sha256: string): PinnedFile {
  return { path, size, sha256 };
}

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
    files: {
      q8: [
        file("tokenizer.json", 439_125, "48cea5d44424912a6fd1ea647bf4fe50b55ab8b1e5879c3275f80e339e8fae26"),
        file("tokenizer_config.json", 367, "e6f3b96db926a37d4039995fbf5ad17de158dfb8f6343d607e4dbaad18d75f5a"),
        file(GRAPH_OF.q8, 24_010_842, "15b717c382bcb518ba457b93ea6850ede7f4f1cd8937454aa06972366cd19bcc"),
      ],
    },
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
    files: {
      q8: [
        file("tokenizer.json", 17_082_730, "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39"),
        file("tokenizer_config.json", 443, "a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b"),
        file(GRAPH_OF.q8, 118_308_185, "f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193"),
      ],
    },
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
    files: {
      q8: [
        file("tokenizer.json", 20_323_312, "4dda02faaf32bc91031dc8c88457ac272b00c1016cc679757d1c441b248b9c47"),
        file("tokenizer_config.json", 1_156_830, "3ca953eea6c3c9fcda9cf3df22949ff18b216f7c74bd6459230f3f1013953f3a"),
        file(GRAPH_OF.q8, 567_874, "172efde319fe1542dc41f31be6154910b05b78f7a861c265c4600eec906bd6d8"),
        file(`${GRAPH_OF.q8}_data`, 308_890_624, "705626e28e4c23c82ade34566b4197d97f534c12275fa406dfb71e9937d388c0"),
      ],
      fp32: [
        file("tokenizer.json", 20_323_312, "4dda02faaf32bc91031dc8c88457ac272b00c1016cc679757d1c441b248b9c47"),
        file("tokenizer_config.json", 1_156_830, "3ca953eea6c3c9fcda9cf3df22949ff18b216f7c74bd6459230f3f1013953f3a"),
        file(GRAPH_OF.fp32, 479_932, "ea91fd315a7c152d427d231746f0f811a1ac93beaba656abfdf2b24e091265e4"),
        file(
          `${GRAPH_OF.fp32}_data`,
          1_234_521_088,
          "ef835ae565d8695236652475903078e8ed794c7c35faf1164d78ec3238e8a88d",
        ),
      ],
    },
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
    files: {
      q8: [
        file("tokenizer.json", 11_423_705, "def76fb086971c7867b829c23a26261e38d9d74e02139253b38aeb9df8b4b50a"),
        file("tokenizer_config.json", 9_731, "977648852447cb6587327ff3205b0a84cf2fc9f05621d6c8e88a497caafab2e1"),
        file(GRAPH_OF.q8, 613_527_631, "87cd124e0ef1fd1f223ebc283efccbaeac386d0b08344701c46975d0657b591f"),
      ],
      fp32: [
        file("tokenizer.json", 11_423_705, "def76fb086971c7867b829c23a26261e38d9d74e02139253b38aeb9df8b4b50a"),
        file("tokenizer_config.json", 9_731, "977648852447cb6587327ff3205b0a84cf2fc9f05621d6c8e88a497caafab2e1"),
        file(GRAPH_OF.fp32, 307_161_415, "bf27b2f3f9ef9c32ca337d75b361fa99439deaeaefe82e4701b2dbd8439197cc"),
        file(
          `${GRAPH_OF.fp32}_data`,
          2_093_436_928,
          "f0a61604465929a27e68aa6217c8c89ec6186572f0209fdb7711adda48a9b9a9",
        ),
      ],
    },
    megabytes: 625,
    unchecked: NEVER_RUN,
  },
];
