/**
 * In: the numbers of two statements. Out: whether they may be of the same thing, and whether they differ.
 * Not done here: reading numbers (quantities.ts).
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { LABEL, type Quantity } from "./quantities.ts";

/** Whether a number only tells several things apart. */
export function isLabel({ dimension }: Quantity): boolean {
  return dimension === LABEL;
}

/** Whether a newer number differs from all older ones that may be of the same thing. */
export function amountsDiffer(
  newer: readonly Quantity[],
  older: readonly Quantity[],
  areOfOne: (one: Quantity, other: Quantity) => boolean,
): boolean {
  return newer.some((each) => {
    const same = older.filter((other) => areOfOne(each, other));
    return same.length > 0 && same.every(({ amount }) => amount !== each.amount);
  });
}

/** Dimensions that a number without a unit is never of. */
const NEVER_BARE = ["clock", "date", "address", "version", LABEL];
const MEASURES = ["time", "size", "share", "clock", "date", "money", "address", "version"];

/** Whether two numbers may be of the same thing. */
export function areComparable(one: Quantity, other: Quantity): boolean {
  const mayEqual = (a: string, b: string) => a === b || a === "" || b === "";
  if (isLabel(one) || !mayEqual(one.of, other.of) || !mayEqual(one.bound, other.bound)) return false;
  const [a, b] = [one.dimension, other.dimension];
  if (a === b) return true;
  if (a === "" || b === "") return !NEVER_BARE.includes(a || b);
  // Whether units of two languages count the same thing is unknown.
  return !MEASURES.includes(a) && !MEASURES.includes(b) && isCjk(a) !== isCjk(b);
}

/** Numbers of these dimensions are never comparable with those of others. */
const EXACT = ["time", "size", "clock", "date", "money", "address", LABEL];

/** Counts with any unit, and rates in any notation ("0.2" and "5 %"), may be of the same thing. */
export function mayMeanTheSame(one: Quantity, other: Quantity): boolean {
  return areComparable(one, other) ||
    one.of === other.of && ![one, other].some(({ dimension }) => EXACT.includes(dimension));
}
