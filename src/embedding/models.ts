/**
 * The listed models: where their ONNX conversions lie and how each is to be used. `memory model list` prints the list.
 */
import type { PinnedFile } from "./pins.ts";
import type { Pooling } from "./pool.ts";
import type { Sentence } from "../sentence.ts";
import MODELS from "./models.tsv" with { type: "text" };

/** The precision of the weights: 8 bits or 32. */
export type Precision = "q8" | "fp32";

/** How a model turns text into vectors. Vectors made with other traits can't be compared. */
export interface Traits {
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Tokens of one text, special ones included; what is longer is chunked before. */
  readonly maxTokens: number;
  /** With 8-bit weights its vectors depend on the other texts of a batch (cosine .95). */
  readonly oneByOne: boolean;
}

export interface KnownModel extends Traits {
  readonly id: string;
  readonly about: Sentence;
  readonly licence: string;
  readonly dimensions: number;
  /** Repositories of the hub, in the order in which they are tried: a conversion, then the model's own. */
  readonly repositories: readonly string[];
  /** The commit of the files below. A mirror without history gives `main` instead. */
  readonly revision: string;
  /**
   * The files of that commit that are fetched, with their checksums: nothing else is ever run. A precision that is not
   * listed is treated like a model that is not listed: the person pins it once (pins.ts).
   */
  readonly files: Readonly<Partial<Record<Precision, readonly PinnedFile[]>>>;
  /** Download size in millions of bytes, tokenizer included, of the default precision. */
  readonly megabytes: number;
}

/** A quarter of the size of the other. */
export const DEFAULT_PRECISION: Precision = "q8";

/** None could be downloaded when the list was made: sizes and commits are as published. */
export const NEVER_RUN: Sentence = { en: "its real weights have not been run here", zh: "尚未用真实权重运行过" };

/** The listed models, in the order of models.tsv. */
export const KNOWN_MODELS: readonly KnownModel[] = MODELS.split(/^model\t/m).slice(1).map((block) =>
  modelIn(block.trim())
);

/**
 * Reads a block of models.tsv. After the first row come rows by their first word: `about` describes the model, `query`
 * and `passage` hold the prefixes, `from` the commit and the repositories, the name of a precision one of its files.
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
  };
}
