/** The factors of age and layer on a record's score (fuse.ts), in search and in recall. */
import { DAY_MS } from "../records/days.ts";
import type { Layer } from "../records/mod.ts";
import type { Candidate } from "./candidates.ts";

/** Core memory, notes and conventions do not age. */
export function isEvergreen({ type, memoryType }: Pick<Candidate, "type" | "memoryType">): boolean {
  return type === "core" || type === "note" || memoryType === "O";
}

export interface Weights {
  readonly decay: {
    /** Per day; v1's is 0.95. */
    readonly rate: number;
    /** The least share of its score that a record keeps. v1 had none, which was measured to destroy recall. */
    readonly floor: number;
  };
  readonly source: Readonly<Record<Layer, number>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The factors besides relevance. A record without a time does not age. */
export function weigh(
  { time, layer, evergreen }: { time: number; layer: Layer; evergreen: boolean },
  { decay: settings, source, now }: Weights,
): { decay: number; source: number } {
  return {
    decay: evergreen || time === 0 ? 1 : decay(Math.floor((now - time) / DAY_MS), settings),
    source: source[layer],
  };
}

/** A factor from `floor` to 1, by whole days since the record's time; a record from the future counts as today's. */
export function decay(ageDays: number, { rate, floor }: Weights["decay"]): number {
  return floor + (1 - floor) * rate ** Math.max(0, ageDays);
}
