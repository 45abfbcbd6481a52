/** What the sets' numbers are held against. The ranking never sees this: only what is printed beside it. */
import type { Scores } from "./metrics.ts";

/** What is reached and wanted on one set. */
interface Goals {
  /** Plain SQLite FTS5 bm25 over any of the query's words, with the best of four tokenisers for this set. */
  readonly floor: Partial<Scores>;
  /** What a study of lexical ranking reached on the same data. */
  readonly target: Partial<Scores>;
  /** What its recipe did not reach. */
  readonly beyond: Partial<Scores>;
}

/** By the set's name. All of it is for words alone. */
export const GOALS: Readonly<Record<string, Goals>> = {
  "beam-coding": {
    floor: { "R@1": .147, "R@5": .378, "R@10": .510, "hit@5": .611, "MRR@10": .446, "nDCG@10": .368 },
    target: { "R@5": .54, "nDCG@10": .50 },
    beyond: { "R@5": .56 },
  },
  "cmrc2018-zh": {
    floor: { "R@1": .958, "R@5": .995, "R@10": .995, "hit@5": .995, "MRR@10": .974, "nDCG@10": .980 },
    target: { "R@1": .985 },
    beyond: { "R@1": .99 },
  },
  "locomo-observation": {
    floor: { "R@1": .505, "R@5": .652, "R@10": .726, "hit@5": .729, "MRR@10": .640, "nDCG@10": .629 },
    target: { "R@5": .745, "nDCG@10": .69 },
    beyond: { "R@5": .76 },
  },
  "locomo-session": {
    floor: { "R@1": .656, "R@5": .885, "R@10": .954, "hit@1": .699, "hit@5": .930, "MRR@10": .791, "nDCG@10": .819 },
    target: { "R@5": .918, "hit@1": .78, "MRR@10": .855 },
    beyond: { "MRR@10": .87 },
  },
  "locomo-turn": {
    floor: { "R@1": .356, "R@5": .557, "R@10": .640, "hit@5": .603, "MRR@10": .469, "nDCG@10": .497 },
    target: { "R@5": .72, "nDCG@10": .63 },
    beyond: { "R@5": .74 },
  },
  "memdaily-zh": {
    floor: { "R@1": .356, "R@5": .823, "R@10": .917, "hit@5": .977, "MRR@10": .946, "nDCG@10": .880 },
    target: { "R@5": .865, "nDCG@10": .918 },
    beyond: { "R@5": .88 },
  },
  "realmem-memory": {
    floor: { "R@1": .098, "R@5": .279, "R@10": .408, "hit@5": .429, "MRR@10": .277, "nDCG@10": .271 },
    target: { "R@5": .35, "nDCG@10": .335 },
    beyond: { "R@5": .40 },
  },
};
