/** What age takes from a score (v1 §4.2.2), bounded below. */
import { DAY_MS } from "../records/days.ts";

/** How age counts. */
export interface DecaySettings {
  /** Per day; v1's is 0.95. */
  readonly rate: number;
  /** What is left of a score however old the record; 0 is v1. */
  readonly floor: number;
}

/**
 * Weight of a record by its age.
 *
 * @param ageDays days since the record's time; a record from the future counts as today's
 * @returns a factor between `floor` and 1
 */
export function decay(ageDays: number, { rate, floor }: DecaySettings): number {
  return floor + (1 - floor) * rate ** Math.max(0, ageDays);
}

/** Whole days between a time and now, in milliseconds since 1970 both. */
export function ageInDays(time: number, now: number): number {
  return Math.floor((now - time) / DAY_MS);
}
