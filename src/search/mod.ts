/**
 * In: open indexes, one per layer, in step with the truth; a query; settings. Out: ranked hits with the factors that ranked them.
 * Not done here: whether to search at all (recall/), bringing the index in step (index/), making vectors (embedding/).
 *
 * @module
 */
import type { MemoryIndex } from "../index/mod.ts";
import { asFound, type Found } from "../index/read.ts";
import type { Layer } from "../records/mod.ts";
import { type Candidate, type Filters, loadCandidates, loadFound, rowsHolding } from "./candidates.ts";
import { keyOf } from "./context.ts";
import { fuse, type FusionSettings, weigh, type Weights } from "./fuse.ts";
import { allTerms, type Points, searchWords } from "./lexical.ts";
import { countPhrases, foldText } from "./phrase.ts";
import { parseQuery, type Query } from "./query.ts";
import { RECIPE, type Recipe } from "./recipe.ts";

export type Method = "fts" | "vector" | "hybrid";

/** Cosines of the rows nearest to the query in one index: what vectors say, made by whoever has a model. */
export interface SemanticScores {
  readonly index: MemoryIndex;
  readonly cosines: ReadonlyMap<number, number>;
}

export interface SearchSettings extends FusionSettings, Weights {
  readonly limit: number;
  readonly filters: Filters;
  /** Given when meaning is wanted and a model could be asked. */
  readonly semantic?: readonly SemanticScores[];
  /** Leave words out: `--method vector`. */
  readonly meaningOnly?: boolean;
}

/** Everything that made a score, as `--explain` shows it. */
export interface Factors {
  /** Lexical points by view; undefined when only meaning found the record. */
  readonly points: Points | undefined;
  /** The points scaled: 1 says exactly the query. */
  readonly lexical: number | undefined;
  /** Cosine. */
  readonly semantic: number | undefined;
  readonly relevance: number;
  readonly decay: number;
  readonly source: number;
  /** How many quoted phrases it holds; such records come first. */
  readonly phrases: number;
}

export interface Hit extends Found {
  readonly layer: Layer;
  /** Relevance × decay × source; comparable within one list. */
  readonly score: number;
  readonly factors: Factors;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  /** What really ran. */
  readonly method: Method;
  /** Records that were scored. */
  readonly total: number;
}

interface Ranked {
  readonly index: MemoryIndex;
  readonly candidate: Candidate;
  readonly score: number;
  readonly factors: Factors;
}

/**
 * Searches by words, and by meaning where `semantic` is given.
 *
 * @param readers one open index per layer; their counts are added up, so that scores of two layers compare
 */
export function search(
  readers: readonly MemoryIndex[],
  typed: string,
  settings: SearchSettings,
  recipe: Recipe = RECIPE,
): SearchResult {
  const query = parseQuery(typed);
  const ranked = rank(readers, query, settings, recipe);
  const hits = ranked.slice(0, settings.limit).flatMap(({ index, candidate, score, factors }) => {
    const row = loadFound(candidate);
    const found = row && asFound(row);
    return found ? [{ ...found, layer: index.store.layer, score, factors }] : [];
  });
  const method = !settings.semantic ? "fts" : settings.meaningOnly ? "vector" : "hybrid";
  return { hits, method, total: ranked.length };
}

function rank(readers: readonly MemoryIndex[], query: Query, settings: SearchSettings, recipe: Recipe): Ranked[] {
  const filters = withFields(settings.filters, query);
  const databases = readers.map(({ db }) => db);
  const lexical = settings.meaningOnly ? [] : searchWords(databases, query, filters, recipe);

  const merged = new Map<string, { candidate: Candidate; points?: Points; lexical?: number; semantic?: number }>();
  for (const { candidate, points, score } of lexical) {
    merged.set(keyOf(candidate), { candidate, points, lexical: score });
  }
  for (const { index, cosines } of settings.semantic ?? []) {
    const excluded = rowsHolding(index.db, query.excluded.map(allTerms));
    for (const candidate of loadCandidates(index.db, [...cosines.keys()], filters)) {
      if (excluded.has(candidate.row)) continue;
      const semantic = cosines.get(candidate.row) ?? 0;
      merged.set(keyOf(candidate), { ...merged.get(keyOf(candidate)) ?? { candidate }, semantic });
    }
  }

  const all = [...merged.values()];
  const evidence = all.map((each) => ({ lexical: each.lexical, semantic: each.semantic }));
  const relevances = fuse(evidence, settings);
  const phrases = query.phrases.map(foldText);
  return all.flatMap(({ candidate, points, lexical, semantic }, i): Ranked[] => {
    const index = readers.find(({ db }) => db === candidate.db);
    if (!index) return [];
    const relevance = relevances[i] ?? 0;
    const evergreen = candidate.type === "core" || candidate.type === "note" || candidate.memoryType === "O";
    const weights = weigh({ time: candidate.time, layer: index.store.layer, evergreen }, settings);
    const held = phrases.length === 0 ? 0 : countPhrases(String(loadFound(candidate)?.["raw"] ?? ""), phrases);
    const factors = { points, lexical, semantic, relevance, ...weights, phrases: held };
    return [{ index, candidate, score: relevance * weights.decay * weights.source, factors }];
  }).sort(compare);
}

/** Phrases first, then the score; of equals the newer one, and after that an order that is always the same. */
function compare(a: Ranked, b: Ranked): number {
  return b.factors.phrases - a.factors.phrases || b.score - a.score || b.candidate.time - a.candidate.time ||
    a.candidate.row - b.candidate.row;
}

/** Fields in the query narrow what options allow. Days are UTC days unless the options say more. */
function withFields(filters: Filters, query: Query): Filters {
  const { types, tags, session, before, after } = query;
  return {
    ...filters,
    ...(types.length > 0 ? { types } : {}),
    ...(tags.length > 0 ? { tags: [...filters.tags ?? [], ...tags] } : {}),
    ...(session === undefined ? {} : { session }),
    ...(before === undefined ? {} : { until: Math.min(startOfDay(before), filters.until ?? Infinity) }),
    ...(after === undefined ? {} : { from: Math.max(startOfDay(after), filters.from ?? -Infinity) }),
  };
}

/** Days that a person names are local days. */
function startOfDay(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}
