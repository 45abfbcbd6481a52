/**
 * In: a query and a method. Out: hits, the method that really found them, and the reason where it is another one.
 * Not done here: ranking (mod.ts), downloading a model.
 *
 * @module
 */
import type { ModelSettings } from "../embedding/choice.ts";
import type { Meaning } from "../embedding/meaning.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { narrows } from "./candidates.ts";
import { type Method, search, type SearchResult, type SearchSettings } from "./mod.ts";
import { parseQuery } from "./query.ts";
import type { Sentence } from "../sentence.ts";

/** The wanted method, and what it needs. */
interface Way {
  readonly method: Method;
  readonly config: ModelSettings;
  /** Kept by who asks several questions; see embedding/meaning.ts. */
  readonly meaning: Meaning;
}

/** The result, and the method that found it. */
export interface MethodResult extends SearchResult {
  /** Why the wanted method did not run, or only in part. */
  readonly degraded: Sentence | undefined;
  /** The person's next step. */
  readonly hint?: Sentence | undefined;
  /** The model is there and records wait for their vectors. */
  readonly pending: boolean;
}

/** Chunks that the vectors give. More make the scan slower: 400 take half as long again as 100. */
const NEIGHBOURS = 128;
/** The same with filters, which most of them may not pass. */
const NEIGHBOURS_FILTERED = 2_000;

/** Searches by words, by meaning or by both. Without a model or vectors it searches by words, and says so. */
export async function searchBy(
  readers: readonly MemoryIndex[],
  typed: string,
  settings: SearchSettings,
  { method, config, meaning }: Way,
): Promise<MethodResult> {
  if (method === "fts") return { ...search(readers, typed, settings), degraded: undefined, pending: false };
  const { text } = parseQuery(typed);
  const { filters } = settings;
  const isFiltered = narrows(filters) || (filters.memoryTypes ?? []).length > 0;
  const limit = isFiltered ? NEIGHBOURS_FILTERED : NEIGHBOURS;
  const { scores, degraded, hint, pending } = await meaning.ask(config, readers, text, limit);
  if (scores.length === 0) return { ...search(readers, typed, settings), degraded, hint, pending };
  const wanted = { ...settings, semantic: scores, meaningOnly: method === "vector" };
  return { ...search(readers, typed, wanted), degraded, hint, pending };
}
