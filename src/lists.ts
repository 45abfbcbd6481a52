/**
 * Functions for lists of any length, and the order of texts. They take the place of `push(...list)` and
 * `Math.max(...list)`, which put each item on the stack: a list of some hundred thousand items fills it, so that one
 * long text could make a whole store unreadable.
 */

/** Appends all of `more`. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}

/** The largest of the numbers, but at least `least`. */
export function largest(numbers: Iterable<number>, least = -Infinity): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

/** Compares texts by code unit, not by locale: the same order on every machine. */
export function byCode(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The list; undefined where it is empty, so that JSON leaves out its field. */
export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
