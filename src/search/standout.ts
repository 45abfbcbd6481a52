/**
 * In: how near the records of a store are to a query by meaning.
 * Out: by how much each stands out, its session included.
 * Not done here: asking the vectors (embedding/), adding words and meaning (fuse.ts).
 *
 * A cosine says little by itself: unrelated texts have .1 with one model and .8 with another. What counts is
 * how far a record is above what is ordinary for this query in this store. And as with words, a short record
 * means what was said around it: records of one session lend each other a part of what they stand out, and an
 * answer more of what its question does.
 *
 * @module
 */
import { FLAG } from "../index/profile.ts";
import type { Database } from "../index/sqlite.ts";
import { type Candidate, loadCandidates, neighbourFacts } from "./candidates.ts";
import type { Recipe } from "./recipe.ts";
import { half } from "./rescore.ts";

/** So many records stand out in a small store. */
const FEWEST_STANDING = 5;
/** Only what stands out most lends. */
const LENDERS = 40;

/**
 * Points by row, 0 for what is ordinary. Rows of neighbours that are not among the near ones may come in.
 *
 * @param near row → cosine, of the nearest rows
 * @param records how many records the store has
 */
export function standout(
  db: Database,
  near: ReadonlyMap<number, number>,
  records: number,
  recipe: Recipe,
): Map<number, number> {
  const ranked = [...near].sort((a, b) => b[1] - a[1]);
  const ordinary = ordinaryCosine(ranked.map(([, cosine]) => cosine), records, recipe.meaning.standing);
  const own = new Map(ranked.map(([row, cosine]) => [row, Math.max(0, cosine - ordinary)]));
  const points = new Map(own);
  const lenders = ranked.slice(0, LENDERS).filter(([row]) => (own.get(row) ?? 0) > 0).map(([row]) => row);
  for (const lender of loadCandidates(db, lenders, { includeStage: true })) {
    if (lender.session === undefined || lender.type !== "fact") continue;
    const amount = own.get(lender.row) ?? 0;
    const { flags, length } = lender.profile;
    const answered = (flags & FLAG.asks) === 0 ? 0 : recipe.answer * half(length, recipe.questionLength);
    const { before, after } = neighbourFacts(lender);
    lend(points, before, recipe.meaning.neighbours * amount, recipe);
    lend(points, after, (recipe.meaning.neighbours + answered) * amount, recipe);
  }
  return points;
}

/** The cosine of the best record that does not stand out; below all of them in a store of a few records. */
function ordinaryCosine(sorted: readonly number[], records: number, share: number): number {
  const standing = Math.max(FEWEST_STANDING, Math.ceil(records * share));
  if (sorted.length > standing) return sorted[standing] ?? 0;
  // Of a large store only the nearest are known, of a small one all.
  const lowest = sorted.at(-1) ?? 0;
  return records > sorted.length ? lowest : Math.min(0, lowest);
}

/** A long record says what it means by itself and borrows little. */
function lend(points: Map<number, number>, to: Candidate | undefined, amount: number, recipe: Recipe): void {
  if (!to) return;
  const lent = amount * half(to.profile.length, recipe.borrowingLength);
  points.set(to.row, (points.get(to.row) ?? 0) + lent);
}
