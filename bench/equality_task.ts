/** What can be played by itself, and how much of it. */
import type { Match } from "./equality_pair.ts";

/** Something to play, in homes of its own. */
export interface Task {
  readonly name: string;
  readonly play: (match: Match) => Promise<void>;
}

/** About so many, evenly taken; all of them where all are wanted. */
export function sampled<T>({ isWhole }: Match, items: readonly T[], about: number = items.length): readonly T[] {
  const step = isWhole ? 1 : Math.max(1, items.length / about);
  const chosen: T[] = [];
  for (let at = 0; at < items.length; at += step) {
    const item = items[Math.floor(at)];
    if (item !== undefined) chosen.push(item);
  }
  return chosen;
}
