/**
 * The models we know: where their ONNX conversions lie and how each wants to be used. `memory model list` prints this.
 */
import type { PinnedFile } from "./model_files.ts";
import type { Pooling } from "./pool.ts";
import type { Sentence } from "../sentence.ts";
import MODELS from "./models.tsv" with { type: "text" };

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
  readonly id: string;
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

/** Our list, in the order of models.tsv. */
export const KNOWN_MODELS: readonly KnownModel[] = MODELS.split(/^model\t/m).slice(1).map((block) =>
  modelIn(block.trim())
);

/**
 * A block of models.tsv: what the model is; then rows by their first word: what is said `about` it, what stands before
 * a `query` and a `passage`, `from` which commit and repositories it comes, and its files in each precision.
 */
function modelIn(block: string): KnownModel {
  const [first = [], ...rows] = block.split("\n").map((line) => line.split("\t"));
  const [id = "", licence = "", dimensions, pooling, maxTokens, batches, megabytes] = first;
  const row = (name: string) => rows.find(([each]) => each === name)?.slice(1) ?? [];
  const [en = "", zh = ""] = row("about");
  // In quotes, since blanks at the end count.
  const prefix = (name: string): string => JSON.parse(row(name)[0] ?? '""');
  const [revision = "", ...repositories] = row("from");
  const filesOf = (precision: Precision) => {
    const listed = rows.filter(([name]) => name === precision)
      .map(([, path = "", size, sha256 = ""]) => ({ path, size: Number(size), sha256 }));
    return listed.length > 0 ? { [precision]: listed } : {};
  };
  return {
    id,
    about: { en, zh },
    licence,
    dimensions: Number(dimensions),
    pooling: pooling as Pooling,
    queryPrefix: prefix("query"),
    passagePrefix: prefix("passage"),
    maxTokens: Number(maxTokens),
    oneByOne: batches === "alone",
    repositories,
    revision,
    files: { ...filesOf("q8"), ...filesOf("fp32") },
    megabytes: Number(megabytes),
    unchecked: NEVER_RUN,
  };
}
