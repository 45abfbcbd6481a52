/** What can be played by itself, and how much of it. */
import type { Match } from "./equality_pair.ts";

/** Something to play, in homes of its own. */
export interface Task {
  readonly name: string;
  readonly play: (match: Match) => Promise<void>;
}

/** A quick run takes one of so many of what is played otherwise. */
const QUICK = 5;

/** About so many, evenly taken: all of them where all are wanted, and few where it shall be quick. */
export function sampled<T>({ extent }: Match, items: readonly T[], about: number = items.length): readonly T[] {
  const step = extent === "all" ? 1 : Math.max(1, items.length / about) * (extent === "quick" ? QUICK : 1);
  const chosen: T[] = [];
  for (let at = 0; at < items.length; at += step) {
    const item = items[Math.floor(at)];
    if (item !== undefined) chosen.push(item);
  }
  return chosen;
}
