/**
 * In: two statements. Out: whether they are about different ones of several things, "Branch 1" and "Branch 2", staging
 * and production; whether their numbers may be of the same thing, and whether they differ.
 * Not done here: reading numbers (quantities.ts).
 */
import { HAN, isCjk } from "../text/script.ts";
import { LABEL, type Quantity } from "./quantities.ts";
import { sameChoices, type Statement } from "./statement.ts";

/** Whether two statements are about different ones of several things: "Branch 1" and "Branch 2", two environments. */
export function areApart(newer: Statement, older: Statement): boolean {
  const lacks = ({ places }: Statement, name: string) => places.every((each) => each.name !== name);
  const places = newer.places.some(({ name, lines }) =>
    lacks(older, name) &&
    older.places.some((other) => lacks(newer, other.name) && other.lines.some((line) => lines.includes(line)))
  );
  const areLabelsOfOne = (one: Quantity, other: Quantity) => isLabel(one) && isLabel(other) && one.of === other.of;
  return places || areSiblings(newer, older) || amountsDiffer(newer.quantities, older.quantities, areLabelsOfOne);
}

/**
 * Whether each of two statements names another one of several things of one name, `user-service` and `order-service`,
 * `v1` and `v2`, 节点1 and 节点2, and gives it another value: a name that is all that differs may be the value itself.
 */
function areSiblings(newer: Statement, older: Statement): boolean {
  const ours: readonly string[] = newer.plain.match(SIBLING) ?? [];
  const theirs: readonly string[] = older.plain.match(SIBLING) ?? [];
  const onlyOurs = ours.filter((name) => !theirs.includes(name));
  const onlyTheirs = theirs.filter((name) => !ours.includes(name));
  if (!onlyOurs.some((name) => onlyTheirs.some((other) => shareAPart(name, other)))) return false;
  if (newer.denies !== older.denies || !sameChoices(newer, older)) return true;
  const names = [...onlyOurs, ...onlyTheirs];
  const beside = ({ quantities }: Statement) =>
    quantities.filter(({ amount }) => !names.some((name) => name.endsWith(amount)));
  if (amountsDiffer(beside(newer), beside(older), areComparable)) return true;
  const value = newer.slot?.value;
  const before = older.slot?.value;
  return value !== before && !names.some((name) => value?.includes(name) || before?.includes(name));
}

/** Whether two names begin alike, or end in the same word. */
function shareAPart(one: string, other: string): boolean {
  const partsOf = (name: string) => name.split(/[-_]|\s*(?=(?:\d+|\b[a-z])$)/);
  const ours = partsOf(one);
  const theirs = partsOf(other);
  const last = ours.at(-1) ?? "";
  return ours[0] === theirs[0] || last === theirs.at(-1) && !/\d/.test(last);
}

/** Names of several parts, and names with a number or one letter behind them. */
const SIBLING = new RegExp(
  [
    String.raw`(?<![\w-])[a-z][a-z\d]*(?:[-_][a-z][a-z\d]*)+`,
    String.raw`(?<![\w.-])(?:[a-z]+|[${HAN}]+)\d{1,2}(?=$|[\s的,，。])`,
    String.raw`[${HAN}]+ ?[a-z](?=$|[\s的,，。])|\b[a-z]{3,} (?:[a-z](?='s)|[b-hj-z](?=$|[\s,.]))`,
  ].join("|"),
  "g",
);

/** Whether two whole texts are about different ones of several things. */
export function areToldApart([one]: readonly Statement[], [other]: readonly Statement[]): boolean {
  return one !== undefined && other !== undefined && areApart(one, other);
}

/** Whether a number only tells several things apart. */
function isLabel({ dimension }: Quantity): boolean {
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
