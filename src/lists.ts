/**
 * In: lists of any length. Out: one behind the other, or their largest number; the order of texts.
 * Not done here: `push(...list)` and `Math.max(...list)`, which put each item on the stack. A list of some hundred
 * thousand fills it, and one long text would stop all that reads the store.
 *
 * @module
 */

/** Appends all of `more`, however many there are. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}

/** The largest of the numbers; `least` where none is larger. */
export function largest(numbers: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

/** Compares texts by code unit, not by locale: the same order on every machine. */
export function byCode(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
