/** Settings of a search from the configuration; explicit search and recall differ in what age takes away. */
import type { Config } from "../config/mod.ts";
import type { Filters } from "./candidates.ts";
import type { SearchSettings } from "./mod.ts";

/**
 * Whoever searches wants the best match of any age: only this much of a score ages, enough to order near-equals
 * (docs/internals/retrieval.md, "Decay").
 */
const SEARCH_DECAY_FLOOR = 0.98;

/** What a caller decides; the rest is configured. */
interface Wish {
  readonly limit: number;
  readonly now: Date;
  readonly filters?: Filters;
}

/** Recall lets age count as configured. */
export function settingsOfSearch({ retrieval }: Config, { limit, now, filters = {} }: Wish): SearchSettings {
  return {
    limit,
    filters,
    fusion: retrieval.fusion,
    decay: { rate: retrieval.time_decay_rate, floor: SEARCH_DECAY_FLOOR },
    source: retrieval.source_weight,
    now: now.getTime(),
  };
}
