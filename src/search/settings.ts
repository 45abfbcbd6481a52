/** Settings of a search from the configuration. In a search by a person or agent age takes less away than in recall. */
import type { Config } from "../config/mod.ts";
import type { Filters } from "./candidates.ts";
import type { SearchSettings } from "./mod.ts";

/**
 * A search wants the best match of any age: only this share of a score ages, enough to order near-equals
 * (docs/internals/retrieval.md, "Decay").
 */
const SEARCH_DECAY_FLOOR = 0.98;

/** The caller's part of the settings; the rest is configured. */
interface Wish {
  readonly limit: number;
  readonly now: Date;
  readonly filters?: Filters;
}

/** The settings as configured; recall uses them as they are. */
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
