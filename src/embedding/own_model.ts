/**
 * How a model that is not in our list wants to be used, according to the small JSON files that Sentence Transformers
 * keeps beside a model. Where they say nothing we assume what most models do: mean pooling, no prefixes.
 */
import { join } from "node:path";
import { readJson } from "../files.ts";
import { isObject } from "../json.ts";
import type { Runtime } from "../runtime.ts";
import type { Traits } from "./models.ts";
import type { Pooling } from "./pool.ts";

/** Those files, which the download fetches if they exist. */
export const TRAIT_FILES = [
  "config.json",
  "1_Pooling/config.json",
  "sentence_bert_config.json",
  "config_sentence_transformers.json",
] as const;

/** Tokens of a text when no file says: what BERT was made for. */
const DEFAULT_MAX_TOKENS = 512;

/** What the files of a folder say. */
export function readTraits(runtime: Runtime, folder: string): Traits {
  const [config, pooling, sentence, prompts] = TRAIT_FILES.map((file) => readJson(runtime.files, join(folder, file)));
  const named = field(prompts, "prompts");
  const type = String(field(config, "model_type") ?? "");
  return {
    pooling: poolingOf(pooling),
    queryPrefix: text(field(named, "query")) ?? "",
    passagePrefix: text(field(named, "passage")) ?? text(field(named, "document")) ?? "",
    maxTokens: positive(field(sentence, "max_seq_length")) ?? positionsOf(config, type) ?? DEFAULT_MAX_TOKENS,
    // Decoders with 8-bit weights: see Traits.
    oneByOne: /qwen|gemma|llama|mistral/.test(type),
  };
}

function poolingOf(pooling: unknown): Pooling {
  if (field(pooling, "pooling_mode_cls_token") === true) return "cls";
  return field(pooling, "pooling_mode_lasttoken") === true ? "last" : "mean";
}

/** RoBERTa's positions begin after the padding's number: two are not for tokens. */
function positionsOf(config: unknown, type: string): number | undefined {
  const positions = positive(field(config, "max_position_embeddings"));
  if (positions === undefined) return undefined;
  return Math.min(DEFAULT_MAX_TOKENS, /roberta/.test(type) ? positions - 2 : positions);
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}
