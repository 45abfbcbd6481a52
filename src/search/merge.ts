/** In: the records that words found, and those near by meaning. Out: each record once, with both scores. */
import type { NearRows } from "../embedding/meaning.ts";
import type { Database } from "../index/sqlite.ts";
import type { RecordId } from "../records/ids.ts";
import { type Candidate, type Filters, keyOf, loadCandidates, neighbourFacts } from "./candidates.ts";
import type { LexicalHit } from "./lexical.ts";
import { RECIPE } from "./recipe.ts";
import { largest } from "../lists.ts";
import { FLAG } from "../index/profile.ts";
import { half } from "./rescore.ts";

export interface Merged {
  readonly candidate: Candidate;
  readonly words?: LexicalHit;
  /** Cosine, if it is among the nearest. */
  readonly semantic?: number;
  /** The score: how far the record stands out, or the cosine itself where words are left out. */
  readonly meaning?: number;
}

type Meant = Pick<Merged, "semantic" | "meaning">;

/** Every record that words, best first, or meaning found, each once. By meaning alone the cosine itself counts. */
export function mergeFound(
  lexical: readonly LexicalHit[],
  semantic: readonly NearRows[],
  meaningOnly: boolean,
  filters: Filters,
): Merged[] {
  const found = lexical.map((words): Merged => ({ candidate: words.candidate, words }));
  if (semantic.length === 0) return found;
  const merged = new Map(found.map((each) => [keyOf(each.candidate), each]));
  for (const source of semantic) {
    const { db } = source.index;
    const meant = meaningOnly ? meaningAlone(source) : meaningBeside(source, lexical);
    for (const candidate of loadCandidates(db, [...meant.keys()], filters)) {
      merged.set(keyOf(candidate), { ...merged.get(keyOf(candidate)) ?? { candidate }, ...meant.get(candidate.row) });
    }
  }
  return [...merged.values()];
}

/** Some record always has the best cosine; for a query about something else it is near only by chance. */
function isAnythingNear({ ordinary, vectors }: NearRows, best: number): boolean {
  if (ordinary === undefined) return true;
  // The mean of the others, since in a small store the nearest record is a good part of the mean.
  const others = vectors > 1 ? (ordinary * vectors - best) / (vectors - 1) : 0;
  return best - others >= RECIPE.meaning.enough * (1 - others);
}

function meaningAlone(source: NearRows): Map<number, Meant> {
  const { cosines } = source;
  if (!isAnythingNear(source, largest(cosines.values()))) return new Map();
  return new Map([...cosines].map(([row, cosine]) => [row, { semantic: cosine, meaning: cosine }]));
}

function meaningBeside(source: NearRows, lexical: readonly LexicalHit[]): Map<number, Meant> {
  const { db } = source.index;
  const near = source.near(anchorsIn(db, lexical), RECIPE.meaning);
  const closeness = new Map([...near].map(([row, each]) => [row, each.closeness]));
  const best = largest([...near.values()].map(({ cosine }) => cosine));
  const isNear = isAnythingNear(source, best);
  const said = new Set(
    lexical.flatMap(({ candidate, isNeighbour }) => isNeighbour || candidate.db !== db ? [] : [candidate.row]),
  );
  const points = standout(db, closeness, source.vectors);
  // A record that does not stand out is not found by meaning: it would only fill up the list.
  return new Map(
    [...points].filter(([row, meaning]) => meaning > 0 && (isNear || said.has(row))).map(([row, meaning]) => {
      const known = near.get(row);
      return [row, { meaning, ...known ? { semantic: known.cosine } : {} }];
    }),
  );
}

/** The best records found by words, near which meaning looks. */
function anchorsIn(db: Database, lexical: readonly LexicalHit[]): { id: RecordId; weight: number }[] {
  return lexical.filter(({ candidate }) => candidate.db === db).slice(0, RECIPE.meaning.anchors)
    .map(({ candidate, score }) => ({ id: candidate.id, weight: score }));
}

// A cosine says little by itself: unrelated texts have .1 with one model and .8 with another. So the points of a record
// are its distance above the cosine that is ordinary for this query in this store. As with words, the meaning of a
// short record lies in the records around it: those of one session lend each other a part of their points, and an
// answer borrows more from its question.

/** The number of records that stand out in a small store. */
const FEWEST_STANDING = 5;
/** The number of records that lend: those that stand out most. */
const LENDERS = 40;

/** Points by row, 0 for an ordinary one, of the nearest rows by their cosines and of their neighbours in a session. */
function standout(db: Database, near: ReadonlyMap<number, number>, records: number): Map<number, number> {
  const { neighbours, standing } = RECIPE.meaning;
  const ranked = [...near].sort((a, b) => b[1] - a[1]);
  const ordinary = ordinaryCosine(ranked.map(([, cosine]) => cosine), records, standing);
  const own = new Map(ranked.map(([row, cosine]) => [row, Math.max(0, cosine - ordinary)]));
  const points = new Map(own);
  const lenders = ranked.slice(0, LENDERS).filter(([row]) => (own.get(row) ?? 0) > 0).map(([row]) => row);
  for (const lender of loadCandidates(db, lenders, { includeStage: true })) {
    if (lender.session === undefined || lender.type !== "fact") continue;
    const amount = own.get(lender.row) ?? 0;
    const { flags, length } = lender.profile;
    const answered = (flags & FLAG.asks) === 0 ? 0 : RECIPE.answer * half(length, RECIPE.questionLength);
    const [before, after] = neighbourFacts(lender);
    lend(points, before, neighbours * amount);
    lend(points, after, (neighbours + answered) * amount);
  }
  return points;
}

/** The cosine of the best record that does not stand out; below all of them in a store of a few records. */
function ordinaryCosine(sorted: readonly number[], records: number, share: number): number {
  const standing = Math.max(FEWEST_STANDING, Math.ceil(records * share));
  if (sorted.length > standing) return sorted[standing] ?? 0;
  // In a large store only the nearest records have a cosine, in a small one all have.
  const lowest = sorted.at(-1) ?? 0;
  return records > sorted.length ? lowest : Math.min(0, lowest);
}

/** Lends points to a neighbour; a long record borrows little, since it says enough itself. */
function lend(points: Map<number, number>, to: Candidate | undefined, amount: number): void {
  if (!to) return;
  const lent = amount * half(to.profile.length, RECIPE.borrowingLength);
  points.set(to.row, (points.get(to.row) ?? 0) + lent);
}
