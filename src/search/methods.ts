/**
 * In: a query and how it shall be searched. Out: hits, by what method they really came, and why not by the wanted one.
 * Not done here: ranking (mod.ts), downloading a model.
 *
 * @module
 */
import type { Config } from "../config/mod.ts";
import type { Meaning } from "../embedding/meaning.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { type Method, search, type SearchResult, type SearchSettings } from "./mod.ts";
import { parseQuery } from "./query.ts";
import { RECIPE, type Recipe } from "./recipe.ts";

export interface Way {
  readonly method: Method;
  readonly config: Pick<Config, "embedding" | "index">;
  /** Whoever asks often keeps one; see embedding/meaning.ts. */
  readonly meaning: Meaning;
}

export interface MethodResult extends SearchResult {
  /** Why the wanted method did not run, or only in part. */
  readonly degraded: string | undefined;
  /** The model is there and records wait for their vectors. */
  readonly pending: boolean;
}

/** Pieces of records asked of the vectors. The scan gets dearer with each: 400 cost half as much again as 100. */
const NEIGHBOURS = 128;
/** With filters most neighbours may fall away. */
const NEIGHBOURS_FILTERED = 2_000;

/** Searches by words, by meaning or by both; without a model or vectors by words, and says so. */
export async function searchBy(
  readers: readonly MemoryIndex[],
  typed: string,
  settings: SearchSettings,
  { method, config, meaning }: Way,
  recipe: Recipe = RECIPE,
): Promise<MethodResult> {
  if (method === "fts") return { ...search(readers, typed, settings, recipe), degraded: undefined, pending: false };
  const { text } = parseQuery(typed);
  const limit = isFiltered(settings) ? NEIGHBOURS_FILTERED : NEIGHBOURS;
  const { scores, degraded, pending } = await meaning.ask(config, readers, text, limit);
  if (scores.length === 0) return { ...search(readers, typed, settings, recipe), degraded, pending };
  const wanted = { ...settings, semantic: scores, meaningOnly: method === "vector" };
  const result = search(readers, typed, wanted, recipe);
  return { ...result, degraded, pending };
}

/** Whether records may be left out; what lets more in (`includeStage`) is no filter. */
function isFiltered({ filters }: SearchSettings): boolean {
  const { types = [], memoryTypes = [], tags = [], session, from, until } = filters;
  return types.length + memoryTypes.length + tags.length > 0 ||
    [session, from, until].some((value) => value !== undefined);
}
