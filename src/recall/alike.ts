/** Whether two texts say the same in nearly the same words. */
import { analyse, pairsOf } from "../index/analyse.ts";

/** Share of all their words that both hold; a changed number leaves two sentences of ordinary length above it. */
const NEARLY_ALL = 0.75;

/** Near-doubles: the same fact saved twice in slightly other words, or with another value. */
export function alike(one: string, other: string): boolean {
  const [a, b] = [termsOf(one), termsOf(other)];
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared > 0 && shared / (a.size + b.size - shared) >= NEARLY_ALL;
}

function termsOf(text: string): Set<string> {
  const { stems, wholes, runs } = analyse(text);
  return new Set([...stems, ...wholes, ...runs.flatMap(pairsOf)]);
}
