/**
 * Newest first, even for a hundred thousand records: numbers are sorted, not objects. Hot path of lists and previews.
 */
import { isGone, type Stored } from "../store/contents.ts";
import { timeOf } from "../store/filter.ts";

/**
 * Items, newest first; of the same millisecond, the later one in the list first. What is deleted counts by when it
 * went.
 */
export function newestFirst<T>(items: readonly T[], storedOf: (item: T) => Pick<Stored, "record">): T[] {
  const count = items.length;
  const times = new Float64Array(count);
  let oldest = Infinity;
  let newest = -Infinity;
  items.forEach((item, place) => {
    const time = lastTime(storedOf(item));
    times[place] = time;
    oldest = Math.min(oldest, time);
    newest = Math.max(newest, time);
  });
  // Age and place packed into one number, while that is exact: such an array sorts without a comparison function.
  if ((newest - oldest + 1) * count > Number.MAX_SAFE_INTEGER) return compared(items, times);
  const packed = times.map((time, place) => (newest - time) * count + (count - 1 - place)).sort();
  const sorted: T[] = [];
  for (const number of packed) sorted.push(items[count - 1 - number % count] as T);
  return sorted;
}

function lastTime(stored: Pick<Stored, "record">): number {
  return isGone(stored) ? Date.parse(String(stored.record.deleted_at)) || timeOf(stored) : timeOf(stored);
}

/** The same by comparison, for records without a time, whose age is too large to pack. */
function compared<T>(items: readonly T[], times: Float64Array): T[] {
  const places = Array.from(items.keys()).reverse().sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
  return places.map((place) => items[place] as T);
}
