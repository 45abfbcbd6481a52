/**
 * In: the settings. Out: an embedder that turns queries and records into unit vectors, or the reason why there is none.
 * Not done here: downloading (download.ts), keeping vectors (index/vectors.ts). Nothing of this room is loaded unless
 * vectors are wanted; hooks never load it.
 *
 * @module
 */
import { join } from "node:path";
import { MemoryError, reasonTold } from "../errors.ts";
import { readJson } from "../files.ts";
import type { Runtime } from "../runtime.ts";
import { type InstalledModel, type ModelIdentity, type ModelSettings, wantedModel } from "./choice.ts";
import { changedFiles, notAsPinned } from "./model_files.ts";
import type { Inference } from "./inference.ts";
import { failure } from "./words.ts";

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
interface EmbedderOptions {
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
  const { dimensionsOf, embedTexts, openSession, openTokens } = await import("./inference.ts");
  const settings = join(folder, "tokenizer_config.json");
  const tokens = openTokens(
    jsonOf(runtime, join(folder, "tokenizer.json"), name),
    runtime.files.stat(settings) ? jsonOf(runtime, settings, name) : {},
  );
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
      throw failure("model_failed", { name, reason: reasonTold(cause) }, { cause });
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

function jsonOf(runtime: Runtime, path: string, name: string): object {
  const value = readJson(runtime.files, path);
  if (typeof value === "object" && value !== null) return value;
  throw failure("not_json", { path, name });
}

/** How large the pieces are. */
interface ChunkSettings {
  /** Tokens of a piece, special ones not counted. */
  readonly tokens: number;
  /** Tokens that a piece repeats of the one before. */
  readonly overlap: number;
}

/** Where to cut: lines and sentences of both languages, else words, else characters. */
const CUTS: readonly RegExp[] = [/(?<=[。！？!?；;\n]|[.](?=\s))/, /(?<=[\s，,、：:])/, /(?:)/u];

/**
 * The text itself when it fits, else its pieces in order, cut where a reader would cut. Nothing is lost; the overlap
 * comes twice.
 *
 * @param count the tokens of a text, as the model counts them
 */
export function chunkText(text: string, { tokens, overlap }: ChunkSettings, count: (text: string) => number): string[] {
  // A token has one byte at least and a character three at most: so short a text need not be counted.
  if (text.length * 3 <= tokens || count(text) <= tokens) return [text];
  const parts = split(text, tokens, count);
  const chunks: string[] = [];
  let current: Part[] = [];
  for (const part of parts) {
    if (current.length > 0 && size(current) + part.size > tokens) {
      chunks.push(textOf(current));
      current = tail(current, Math.min(overlap, tokens - part.size));
    }
    current.push(part);
  }
  if (current.length > 0) chunks.push(textOf(current));
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== "");
}

interface Part {
  readonly text: string;
  readonly size: number;
}

/** Parts of at most `limit` tokens each, as large as their kind of cut allows. */
function split(text: string, limit: number, count: (text: string) => number, level = 0): Part[] {
  const cut = CUTS[level];
  if (cut === undefined) return [{ text, size: count(text) }];
  return text.split(cut).flatMap((piece) => {
    const size = count(piece);
    return size <= limit ? [{ text: piece, size }] : split(piece, limit, count, level + 1);
  });
}

/** The last parts that make up at most `limit` tokens. */
function tail(parts: readonly Part[], limit: number): Part[] {
  let start = parts.length;
  for (let sum = 0; start > 0; start--) {
    sum += parts[start - 1]?.size ?? 0;
    if (sum > limit) break;
  }
  return parts.slice(start);
}

function size(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.size, 0);
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("");
}
