/** What a ranking is worth: recall, hit, MRR and nDCG with binary gain, averaged over queries. */
export const MEASURES = ["R@1", "R@5", "R@10", "hit@1", "hit@5", "MRR@10", "nDCG@10"] as const;
/** The name of one. */
type Measure = typeof MEASURES[number];
/** Each of them, 0–1. */
export type Scores = Readonly<Record<Measure, number>>;

/** One query: the ids in the order found, and those that are right. */
export function judge(found: readonly string[], relevant: readonly string[]): Scores {
  const right = new Set(relevant);
  const at = (k: number) => found.slice(0, k).filter((id) => right.has(id)).length;
  const first = found.slice(0, 10).findIndex((id) => right.has(id));
  const gain = (ranks: Iterable<number>) => [...ranks].reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const found10 = found.slice(0, 10).flatMap((id, rank) => right.has(id) ? [rank] : []);
  const ideal = Array.from({ length: Math.min(10, right.size) }, (_, rank) => rank);
  return {
    "R@1": at(1) / right.size,
    "R@5": at(5) / right.size,
    "R@10": at(10) / right.size,
    "hit@1": Math.min(1, at(1)),
    "hit@5": Math.min(1, at(5)),
    "MRR@10": first === -1 ? 0 : 1 / (first + 1),
    "nDCG@10": gain(found10) / gain(ideal),
  };
}

/** The mean of each measure. */
export function average(all: readonly Scores[]): Scores {
  const mean = (measure: Measure) => all.reduce((sum, scores) => sum + scores[measure], 0) / Math.max(1, all.length);
  return Object.fromEntries(MEASURES.map((measure) => [measure, mean(measure)])) as Record<Measure, number>;
}
