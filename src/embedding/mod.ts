/**
 * In: a model on this disk. Out: an embedder that turns queries and records into unit vectors.
 * Not done here: downloading (download.ts), keeping vectors (index/vectors.ts). Hooks never load a model.
 */
import { join } from "node:path";
import { MemoryError, reasonTold } from "../errors.ts";
import { readJson } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import type { InstalledModel } from "./choice.ts";
import { changedFiles, notAsPinned } from "./pins.ts";
import type { Inference } from "./inference.ts";
import { failure } from "./words.ts";

/** A loaded model. It takes some 60 ms and 100 MB, and has to be closed. */
export interface Embedder extends Disposable {
  readonly dimensions: number;
  embedQuery(text: string): Float32Array;
  /** The vectors of records' texts, in order; each text is cut at the model's limit. */
  embedPassages(texts: readonly string[]): Float32Array[];
  /** The pieces of a text that get a vector each, by the model's own tokens. */
  chunk(text: string): string[];
}

/**
 * Loads a model that is on this disk, for `many` texts with so many threads (0: all of the machine), which takes a
 * little longer. A query takes a millisecond or two with any number. Throws MODEL_UNAVAILABLE.
 */
export async function loadEmbedder(
  runtime: Runtime,
  { folder, graph, traits, identity, name, kind, pinned }: InstalledModel,
  many?: { readonly threads: number },
): Promise<Embedder> {
  // The files are checked before native code reads them.
  const [problem] = changedFiles(runtime, folder, pinned);
  if (problem) throw notAsPinned(runtime, { kind, name }, problem);
  const { dimensionsOf, embedTexts, openSession, openTokens } = await import("./inference.ts");
  const settings = join(folder, "tokenizer_config.json");
  const tokens = openTokens(
    jsonOf(runtime, join(folder, "tokenizer.json"), name),
    runtime.files.stat(settings) ? jsonOf(runtime, settings, name) : {},
  );
  const session = openSession(runtime, join(folder, graph), {
    threads: many?.threads ?? 1,
    prepared: many !== undefined,
  });
  const { pooling, maxTokens, oneByOne, queryPrefix, passagePrefix } = traits;
  const inference: Inference = { session, tokens, pooling, maxTokens, oneByOne };
  const room = maxTokens - tokens.special - tokens.count(passagePrefix);
  const chunks = { tokens: Math.min(identity.chunk_tokens, room), overlap: identity.chunk_overlap };
  const embed = (texts: readonly string[]) => {
    try {
      return embedTexts(inference, texts);
    } catch (cause) {
      if (cause instanceof MemoryError) throw cause;
      throw failure("model_failed", { name, reason: reasonTold(cause) }, { cause });
    }
  };
  return {
    // Some graphs don't tell the size of their vectors.
    dimensions: dimensionsOf(session) ?? embed(["a"])[0]?.length ?? 0,
    embedQuery: (text) => embed([queryPrefix + text])[0] ?? new Float32Array(),
    embedPassages: (texts) => embed(texts.map((text) => passagePrefix + text)),
    chunk: (text) => chunkText(text, chunks, tokens.count),
    [Symbol.dispose]: () => session.dispose(),
  };
}

function jsonOf(runtime: Runtime, path: string, name: string): object {
  const value = readJson(runtime.files, path);
  if (typeof value === "object" && value !== null) return value;
  throw failure("not_json", { path, name });
}

/** Where to cut: after lines and sentences of both languages, else after words, else between characters. */
const CUTS: readonly RegExp[] = [/(?<=[。！？!?；;\n]|[.](?=\s))/, /(?<=[\s，,、：:])/, /(?:)/u];

/**
 * A text in pieces of at most `tokens` tokens as the model counts them, without special ones. Each piece repeats up to
 * `overlap` tokens of the one before.
 */
export function chunkText(
  text: string,
  { tokens, overlap }: { tokens: number; overlap: number },
  count: (text: string) => number,
): string[] {
  // A token has at least one byte and a character at most three, so a short text need not be counted.
  if (text.length * 3 <= tokens || count(text) <= tokens) return [text];
  const parts = split(text, tokens, count);
  const chunks: string[] = [];
  let current: Part[] = [];
  for (const part of parts) {
    if (current.length > 0 && current.reduce((sum, { size }) => sum + size, part.size) > tokens) {
      chunks.push(textOf(current));
      current = tail(current, Math.min(overlap, tokens - part.size));
    }
    current.push(part);
  }
  return [...chunks, textOf(current)].filter((chunk) => chunk !== "");
}

interface Part {
  readonly text: string;
  readonly size: number;
}

/** A smaller kind of cut is used only where a larger one leaves too long a part. */
function split(text: string, limit: number, count: (text: string) => number, level = 0): Part[] {
  const cut = CUTS[level];
  if (cut === undefined) return [{ text, size: count(text) }];
  return text.split(cut).flatMap((piece) => {
    const size = count(piece);
    return size <= limit ? [{ text: piece, size }] : split(piece, limit, count, level + 1);
  });
}

function tail(parts: readonly Part[], limit: number): Part[] {
  let start = parts.length;
  for (let sum = 0; start > 0; start--) {
    sum += parts[start - 1]?.size ?? 0;
    if (sum > limit) break;
  }
  return parts.slice(start);
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("").trim();
}
