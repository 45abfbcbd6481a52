/** How many words two texts share. */
import { analyse } from "../text/mod.ts";
import { pairsOf } from "../text/script.ts";

/** Share of all their words that both hold; a changed number leaves two sentences of ordinary length above it. */
const NEARLY_ALL = 0.75;
/** Of the words of the shorter one; what shares fewer is not about the same thing, unless it is in another language. */
const SOME = 0.2;

/** The words of a text. */
export type Terms = ReadonlySet<string>;

/** Near-doubles: the same fact saved twice in slightly other words, or with another value. */
export function areAlike(one: Terms, other: Terms): boolean {
  const shared = sharedBy(one, other);
  return shared > 0 && shared / (one.size + other.size - shared) >= NEARLY_ALL;
}

/** Whether two texts of one language may be about the same thing at all: a look that spares taking them apart. */
export function mayMeet(one: Terms, other: Terms): boolean {
  return sharedBy(one, other) >= SOME * Math.min(one.size, other.size);
}

function sharedBy(one: Terms, other: Terms): number {
  let shared = 0;
  for (const term of one) if (other.has(term)) shared++;
  return shared;
}

/** The words of a text, by which it is compared with others. */
export function termsOf(text: string): Terms {
  const { stems, wholes, runs } = analyse(text);
  return new Set([...stems, ...wholes, ...runs.flatMap(pairsOf)]);
}
