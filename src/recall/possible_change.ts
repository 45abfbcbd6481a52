/**
 * In: two texts, an older and a newer. Out: how near the newer comes to being a change of the older, where that is not
 * certain: they share much of what one of them is about, and one gives another value or denies what the other says.
 * Not done here: what is a change for certain (contradiction.ts); asking, which is the caller's.
 *
 * @module
 */
import { areApart, areComparable, likeness, outdates } from "./contradiction.ts";
import { LABEL, type Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";

/** Less is shared by most sentences of one trade. */
const OF_ONE = 0.5;
const OF_THE_OTHER = 0.25;

/** What a number of these measures is no other number of anything. */
const MEASURES = ["time", "size", "clock", "date", "money", "address", LABEL];
/** A host, a path, a file. */
const PLACE = /(?<![\w@.-])[a-z\d][\w-]*(?:[./:][\w-]+)+/g;

/** How much of what two texts are about they share, 0–2; 0 where the newer can't be a change of the older. */
export function possibleChange(newer: readonly Statement[], older: readonly Statement[]): number {
  if (areToldApart(newer, older)) return 0;
  let nearest = 0;
  for (const one of newer) {
    for (const other of older) {
      const turned = one.denies !== other.denies;
      if (!turned && !valuesDiffer(one, other) || areApart(one, other)) continue;
      const [ofNewer, ofOlder] = likeness(one, other, true) ?? [0, 0];
      const isNear = Math.max(ofNewer, ofOlder) >= OF_ONE &&
        Math.min(ofNewer, ofOlder) >= (turned ? OF_ONE : OF_THE_OTHER);
      if (isNear) nearest = Math.max(nearest, ofNewer + ofOlder);
    }
  }
  return nearest;
}

/** Whether two texts name different ones of several, as wholes. */
export function areToldApart([one]: readonly Statement[], [other]: readonly Statement[]): boolean {
  return one !== undefined && other !== undefined && areApart(one, other);
}

function valuesDiffer(newer: Statement, older: Statement): boolean {
  return newer.quantities.some((each) => {
    const same = older.quantities.filter((other) => mayMeanTheSame(each, other));
    return same.length > 0 && same.every(({ amount }) => amount !== each.amount);
  }) || newer.choices.some((choice) => !choice.gone && outdates(choice, newer, older)) || placesDiffer(newer, older);
}

/** Counts by any unit, and rates however they are written ("0.2" and "5 %"), may be of the same thing. */
function mayMeanTheSame(one: Quantity, other: Quantity): boolean {
  return one.dimension !== LABEL && areComparable(one, other) ||
    one.of === other.of && ![one, other].some(({ dimension }) => MEASURES.includes(dimension));
}

function placesDiffer({ plain: newer }: Statement, { plain: older }: Statement): boolean {
  const places: readonly string[] = newer.match(PLACE) ?? [];
  const before: readonly string[] = older.match(PLACE) ?? [];
  return places.length > 0 && before.length > 0 && !places.some((place) => before.includes(place));
}
