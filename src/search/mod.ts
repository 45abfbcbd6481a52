/**
 * In: open indexes, one per layer, in step with the truth; a query; settings.
 * Out: ranked hits with the factors that ranked them.
 * Not done here: whether to search at all (recall/), bringing the index in step (index/), making vectors (embedding/).
 *
 * @module
 */
import type { NearRows } from "../embedding/meaning.ts";
import { analyse } from "../index/analyse.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { countWords } from "../index/stretches.ts";
import type { Database } from "../index/sqlite.ts";
import { asFound, type Found } from "../index/read.ts";
import type { Layer } from "../records/mod.ts";
import { type Candidate, type Filters, keyOf, loadCandidates, loadFound, rowsHolding } from "./candidates.ts";
import { fuse, type Fusion, weigh, type Weights } from "./fuse.ts";
import { allTerms, type LexicalHit, type LexicalHits, type Points, searchWords } from "./lexical.ts";
import { countPhrases, foldText } from "./phrase.ts";
import { parseQuery, type Query } from "./query.ts";
import { RECIPE, type Recipe } from "./recipe.ts";
import { retoldFactors } from "./retold.ts";
import { standout } from "./standout.ts";

export type Method = "fts" | "vector" | "hybrid";

export interface SearchSettings extends Weights {
  readonly fusion: Fusion;
  readonly limit: number;
  readonly filters: Filters;
  /** Given when meaning is wanted and a model could be asked. */
  readonly semantic?: readonly NearRows[];
  /** Leave words out: `--method vector`. */
  readonly meaningOnly?: boolean;
}

/** Everything that made a score, as `--explain` shows it. */
export interface Factors {
  /** Lexical points by view; undefined when only meaning found the record. */
  readonly points: Points | undefined;
  /** The points scaled: 1 says exactly the query. */
  readonly lexical: number | undefined;
  /** Cosine with the query. */
  readonly semantic: number | undefined;
  /** By how much it stands out by meaning (standout.ts); undefined where meaning was not asked, or was asked alone. */
  readonly standout: number | undefined;
  /** Below 1: a newer record tells it again (retold.ts). */
  readonly retold: number;
  /** Words and meaning together, times `retold`. */
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

const NO_WORDS: LexicalHits = { hits: [], isAsked: () => false };

interface Ranked {
  readonly index: MemoryIndex;
  readonly candidate: Candidate;
  readonly score: number;
  readonly factors: Factors;
}

/**
 * Searches by words, and by meaning where `semantic` is given.
 *
 * @param asked what somebody typed, or a query that was made otherwise
 * @param readers one open index per layer; their counts are added up, so that scores of two layers compare
 */
export function search(
  readers: readonly MemoryIndex[],
  asked: string | Query,
  settings: SearchSettings,
  recipe: Recipe = RECIPE,
): SearchResult {
  const query = typeof asked === "string" ? parseQuery(asked) : asked;
  const snapshots = readers.map(({ db }) => <T>(work: () => T) => db.snapshot(work));
  return snapshots.reduce((work, snapshot) => () => snapshot(work), () => find(readers, query, settings, recipe))();
}

function find(readers: readonly MemoryIndex[], query: Query, settings: SearchSettings, recipe: Recipe): SearchResult {
  const ranked = rank(readers, query, settings, recipe);
  const hits = ranked.slice(0, settings.limit).flatMap(({ index, candidate, score, factors }) => {
    const row = loadFound(candidate);
    const found = row && asFound(row);
    return found ? [{ ...found, layer: index.store.layer, score, factors }] : [];
  });
  const method = !settings.semantic ? "fts" : settings.meaningOnly ? "vector" : "hybrid";
  return { hits, method, total: ranked.length };
}

function rank(readers: readonly MemoryIndex[], query: Query, settings: SearchSettings, wanted: Recipe): Ranked[] {
  const recipe = { ...wanted, candidates: Math.max(wanted.candidates, settings.limit) };
  const filters = withFields(settings.filters, query);
  const databases = readers.map(({ db }) => db);
  const { hits: lexical, isAsked } = settings.meaningOnly ? NO_WORDS : searchWords(databases, query, filters, recipe);

  const merged = new Map<string, Merged>();
  for (const { candidate, points, score } of lexical) {
    merged.set(keyOf(candidate), { candidate, points, lexical: score });
  }
  for (const source of settings.semantic ?? []) {
    const { db } = source.index;
    const meant = settings.meaningOnly ? meaningAlone(source) : meaningBeside(source, lexical, recipe);
    const excluded = rowsHolding(db, query.excluded.map(allTerms));
    for (const candidate of loadCandidates(db, [...meant.keys()], filters)) {
      if (excluded.has(candidate.row)) continue;
      merged.set(keyOf(candidate), { ...merged.get(keyOf(candidate)) ?? { candidate }, ...meant.get(candidate.row) });
    }
  }

  const all = [...merged.values()];
  const evidence = all.map(({ lexical, meaning, candidate }) => ({
    lexical,
    semantic: meaning,
    length: candidate.profile.length,
  }));
  const found = settings.meaningOnly
    ? all.map(({ meaning = 0 }) => Math.max(0, meaning))
    : fuse(evidence, settings.fusion, countWords(analyse(query.text)), recipe.meaning);
  // What was deleted takes nothing from what is there; by meaning alone it is the cosine that counts.
  const retold = settings.meaningOnly || filters.includeDeleted
    ? undefined
    : retoldFactors(all.map(({ candidate }) => candidate), found, isAsked, recipe.retold);
  const phrases = query.phrases.map(foldText);
  return all.flatMap(({ candidate, points, lexical, semantic, meaning }, i): Ranked[] => {
    const index = readers.find(({ db }) => db === candidate.db);
    if (!index) return [];
    const told = retold?.[i] ?? 1;
    const relevance = (found[i] ?? 0) * told;
    const evergreen = candidate.type === "core" || candidate.type === "note" || candidate.memoryType === "O";
    const weights = weigh({ time: candidate.time, layer: index.store.layer, evergreen }, settings);
    const held = phrases.length === 0 ? 0 : countPhrases(String(loadFound(candidate)?.["raw"] ?? ""), phrases);
    const standsOut = settings.meaningOnly ? undefined : meaning;
    const factors = {
      points,
      lexical,
      semantic,
      standout: standsOut,
      retold: told,
      relevance,
      ...weights,
      phrases: held,
    };
    return [{ index, candidate, score: relevance * weights.decay * weights.source, factors }];
  }).sort(compare);
}

/** What words and meaning say of one record. */
interface Merged {
  readonly candidate: Candidate;
  readonly points?: Points;
  readonly lexical?: number;
  readonly semantic?: number;
  readonly meaning?: number;
}

interface Meant {
  /** Cosine, if it is among the nearest. */
  readonly semantic?: number;
  /** What counts of it: by how much it stands out, or the cosine itself where words are left out. */
  readonly meaning: number;
}

function meaningAlone({ cosines }: NearRows): Map<number, Meant> {
  return new Map([...cosines].map(([row, cosine]) => [row, { semantic: cosine, meaning: cosine }]));
}

function meaningBeside(source: NearRows, lexical: readonly LexicalHit[], recipe: Recipe): Map<number, Meant> {
  const near = source.near(anchorsIn(source.index.db, lexical, recipe.meaning.anchors), recipe.meaning);
  const closeness = new Map([...near].map(([row, each]) => [row, each.closeness]));
  const points = standout(source.index.db, closeness, source.vectors, recipe);
  // What is ordinary is not found by meaning: it would only fill up the list.
  return new Map(
    [...points].filter(([, meaning]) => meaning > 0).map(([row, meaning]) => {
      const known = near.get(row);
      return [row, { meaning, ...known ? { semantic: known.cosine } : {} }];
    }),
  );
}

/** Records that words found best tell meaning where to look. */
function anchorsIn(db: Database, lexical: readonly LexicalHit[], most: number): { id: string; weight: number }[] {
  return lexical.filter(({ candidate }) => candidate.db === db).sort((a, b) => b.score - a.score).slice(0, most)
    .flatMap(({ candidate, score }) => {
      const id = loadFound(candidate)?.["id"];
      return typeof id === "string" ? [{ id, weight: score }] : [];
    });
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
