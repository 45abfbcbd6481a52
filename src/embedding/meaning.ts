/**
 * In: open indexes and a query. Out: the cosine of each near record, or the reason why there are none.
 *
 * The model stays loaded as long as a `Meaning` is open, for a caller with several queries.
 */
import type { Config } from "../config/mod.ts";
import { asMemoryError, MemoryError } from "../errors.ts";
import type { MemoryIndex } from "../index/open.ts";
import { currentRow, passageKeys } from "../index/read.ts";
import { hasVectors, type Near, openVectors, type Vectors, type VectorTable } from "../index/vectors.ts";
import type { RecordId } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import {
  chooseModel,
  identityKey,
  type InstalledModel,
  installedModel,
  type ModelSettings,
  wantedModel,
} from "./choice.ts";
import type { Embedder } from "./mod.ts";
import { joined, type Sentence } from "../sentence.ts";
import { unit } from "./pool.ts";
import { said } from "./words.ts";

interface Anchor {
  readonly id: RecordId;
  /** How well the record fits the query, in any unit. */
  readonly weight: number;
}

/** The records of one index that are near to a query. */
export interface NearRows {
  readonly index: MemoryIndex;
  /** Row of the index → cosine with the query; the nearest of them. */
  readonly cosines: ReadonlyMap<number, number>;
  readonly vectors: number;
  /** The mean cosine of the query with all vectors; undefined while these are still being made. */
  readonly ordinary?: number | undefined;
  /** The rows nearest to the query when it is moved towards the anchors. To be called before the next query. */
  near(anchors: readonly Anchor[], shares: AimShares): ReadonlyMap<number, Pick<Near, "closeness" | "cosine">>;
}

export type Meaning = ReturnType<typeof openMeaning>;

/** Answers queries by meaning, one after the other. Nothing is loaded before the first query. */
export function openMeaning(runtime: Runtime) {
  const embedders = new Map<string, Embedder>();
  // Vectors stay open until the next query.
  const open: Vectors[] = [];
  const closeVectors = () => open.splice(0).forEach((vectors) => vectors.close());

  async function askOne(config: ModelSettings, index: MemoryIndex, query: string, limit: number): Promise<Answer> {
    const { model, problem } = ifThere(() => wantedModel(runtime, config));
    if (!hasVectors(index.store)) {
      if (problem) throw problem;
      // An empty store needs no reason: nothing could be found in it.
      return passageKeys(index.db).length === 0 ? {} : { reason: said("no_vectors"), pending: true };
    }
    const vectors = openVectors(index.store);
    open.push(vectors);
    const serving = servingTable(runtime, config, vectors.tables(), model);
    if (!serving) {
      if (problem) throw problem;
      return { reason: said("no_vectors"), pending: true };
    }
    const { table } = serving;
    const key = identityKey(serving.model.identity);
    const embedder = embedders.get(key) ?? await (await import("./mod.ts")).loadEmbedder(runtime, serving.model);
    embedders.set(key, embedder);
    const plain = embedder.embedQuery(query);
    const ask = (around: Float32Array) => nearestRows(index, vectors, table, { around, query: plain, limit });
    let cosines: ReadonlyMap<number, number> | undefined;
    const rows: NearRows = {
      index,
      vectors: vectors.count(table),
      ordinary: table.mean?.reduce((sum, value, at) => sum + value * (plain[at] ?? 0), 0),
      // Computed for the callers that need it, since it takes another scan of all vectors.
      get cosines() {
        return cosines ??= new Map([...ask(plain)].map(([row, { cosine }]) => [row, cosine]));
      },
      near(anchors, shares) {
        const weighted = anchors.map(({ id, weight }) => ({ vectors: vectors.vectorsOf(table, id), weight }));
        return ask(aim(plain, table.mean, weighted, shares));
      },
    };
    const isOwn = model !== undefined && identityKey(model.identity) === key;
    return {
      rows,
      pending: model !== undefined && !isOwn,
      ...table.complete ? {} : { reason: said("half_done"), pending: true },
    };
  }

  return {
    /** Does not throw where a model or vectors are missing: the answer tells why some or all could not be compared. */
    async ask(config: ModelSettings, indexes: readonly MemoryIndex[], query: string, limit: number) {
      closeVectors();
      const answers: Answer[] = [];
      for (const index of indexes) answers.push(await askOne(config, index, query, limit).catch(unavailable));
      return {
        scores: answers.flatMap(({ rows }) => rows ?? []),
        degraded: told(answers.map(({ reason }) => reason)),
        hint: told(answers.map(({ hint }) => hint)),
        pending: answers.some(({ pending }) => pending),
      };
    },
    close() {
      closeVectors();
      for (const embedder of embedders.values()) embedder[Symbol.dispose]();
      embedders.clear();
    },
  };
}

/** Several sentences as one, each once. */
function told(sentences: readonly (Sentence | undefined)[]): Sentence | undefined {
  const each = new Map(sentences.flatMap((sentence) => sentence ? [[sentence.en, sentence] as const] : []));
  return each.size === 0 ? undefined : joined([...each.values()]);
}

/** What one index answers. */
interface Answer {
  readonly rows?: NearRows;
  readonly reason?: Sentence;
  readonly hint?: Sentence;
  /** The model is there, and records wait for their vectors. */
  readonly pending?: boolean;
}

/** Errors that leave the search by words. Vectors can't be read, for instance, if another user made their file. */
const REASONS: readonly string[] = ["MODEL_UNAVAILABLE", "STORE_NEWER", "INDEX_CORRUPT", "LOCK_BUSY", "IO_ERROR"];

function unavailable(error: unknown): Answer {
  const { code, told: { message, hint } } = asMemoryError(error);
  if (REASONS.includes(code)) return { reason: message, ...(hint ? { hint } : {}) };
  throw error;
}

function nearestRows(
  index: MemoryIndex,
  vectors: Vectors,
  table: VectorTable,
  { around, query, limit }: { around: Float32Array; query: Float32Array; limit: number },
) {
  const rows = new Map<number, Pick<Near, "closeness" | "cosine">>();
  // A query without known tokens has the zero vector, which is near to nothing.
  if (query.every((value) => value === 0)) return rows;
  for (const { id, stamp, closeness, cosine } of vectors.nearest(table, around, limit, query)) {
    const row = currentRow(index.db, id, stamp);
    if (row !== undefined) rows.set(row, { closeness, cosine });
  }
  return rows;
}

/** While the configured model's is incomplete, the complete one of an earlier model that is still on this disk. */
function servingTable(
  runtime: Runtime,
  config: ModelSettings,
  tables: readonly VectorTable[],
  wanted: InstalledModel | undefined,
) {
  const own = wanted && tables.find(({ key }) => key === identityKey(wanted.identity));
  const current = own && wanted ? { table: own, model: wanted } : undefined;
  if (current?.table.complete) return current;
  for (const table of tables) {
    const model = table.complete ? modelOf(runtime, config, table) : undefined;
    if (model) return { table, model };
  }
  return current;
}

/** The model that a table was made with, if it is still on this disk unchanged. */
function modelOf(
  runtime: Runtime,
  { embedding }: Pick<Config, "embedding">,
  { identity, key }: VectorTable,
): InstalledModel | undefined {
  if (!embedding.enabled) return undefined;
  const { name, chunk_tokens, chunk_overlap } = identity;
  const index = { chunk_tokens: Number(chunk_tokens), chunk_overlap: Number(chunk_overlap) };
  const { model } = ifThere(() => installedModel(runtime, { embedding, index }, chooseModel(runtime, String(name))));
  return model && identityKey(model.identity) === key ? model : undefined;
}

function ifThere(find: () => InstalledModel): { model?: InstalledModel; problem?: MemoryError } {
  try {
    return { model: find() };
  } catch (error) {
    if (error instanceof MemoryError) return { problem: error };
    throw error;
  }
}

// Searching with the query's own vector finds less: all vectors have much in common, and a question is worded unlike
// its answer. So part of the mean of all vectors is subtracted, and the query is moved towards the best records that
// words found. Both are measured in docs/internals/retrieval.md, "Meaning".

interface AimShares {
  readonly mean: number;
  readonly anchorShare: number;
}

/** The unit vector to search with; the anchors have the vectors of the pieces of their texts. */
function aim(
  query: Float32Array,
  mean: Float32Array | undefined,
  anchors: readonly { readonly vectors: readonly Float32Array[]; readonly weight: number }[],
  shares: AimShares,
): Float32Array {
  const away = (vector: Float32Array) => vector.map((value, at) => value - shares.mean * (mean?.[at] ?? 0));
  const aimed = unit(away(query));
  const known = anchors.filter(({ vectors, weight }) => vectors.length > 0 && weight > 0);
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  for (const { vectors, weight } of known) {
    const middle = away(unit(middleOf(vectors)));
    for (let at = 0; at < aimed.length; at++) {
      aimed[at] = (aimed[at] ?? 0) + (shares.anchorShare * weight / total) * (middle[at] ?? 0);
    }
  }
  return unit(aimed);
}

function middleOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) vector.forEach((value, at) => sum[at] = (sum[at] ?? 0) + value);
  return sum;
}
