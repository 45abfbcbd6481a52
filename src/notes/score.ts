/**
 * LingXi's score card: is a judgement worth a note, and on which level? The agent scores, this decides.
 *
 * @module
 */
import type { Score } from "./payload.ts";

export const LEVELS = ["L0", "L1", "L0+L1"] as const;
/** L0: the verifiable fact. L1: the reusable principle. */
export type Level = typeof LEVELS[number];

export interface Verdict {
  /** d1 + … + d5, 0–10. */
  readonly total: number;
  /** null: not worth a note. */
  readonly level: Level | null;
  /** The user must agree, however sure the agent is. */
  readonly ask: boolean;
  /** It comes from a one-off: the principle must say where it ends. */
  readonly limited: boolean;
  /** The reason, for people. */
  readonly reason: string;
}

/** The rules in order (docs/notes.md); the first that fits decides. */
export function judge({ d1, d2, d3, d4, d5 }: Score): Verdict {
  const total = d1 + d2 + d3 + d4 + d5;
  const verdict = (level: Level | null, reason: string, more: { ask?: boolean; limited?: boolean } = {}): Verdict => ({
    total,
    level,
    ask: more.ask ?? false,
    limited: more.limited ?? false,
    reason,
  });
  if (total <= 3) return verdict(null, `total ${total} of 10: it would not change a later decision`);
  if (d4 === 0) {
    return total >= 6
      ? verdict("L0", "nothing verifies it (d4 = 0), so the user is asked", { ask: true })
      : verdict(null, `nothing verifies it (d4 = 0) and the total is ${total}`);
  }
  if (d5 === 0) {
    return d1 === 2 && d2 >= 1
      ? verdict("L1", "it may not last (d5 = 0), so its limits are stated", { limited: true })
      : verdict(null, "it was solved once and will not come again (d5 = 0)");
  }
  if (total >= 8 && d2 >= 1) return verdict("L0+L1", `total ${total}: fact and principle`);
  if (total >= 6 && d1 + d2 >= 3) return verdict("L1", `total ${total}: a principle that transfers`);
  return verdict("L0", `total ${total}: a fact worth keeping`);
}
