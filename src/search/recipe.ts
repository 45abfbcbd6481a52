/**
 * The numbers of lexical ranking, one set for every language and every store. What each part brings is measured in
 * docs/retrieval.md; `deno task eval --ablate` measures it again.
 *
 * @module
 */

/** How strongly a view of the text saturates (k1), minds length (b), and how much length is added before it does. */
export interface View {
  readonly weight: number;
  readonly k1: number;
  readonly b: number;
  readonly smoothing: number;
}

export interface Recipe {
  readonly candidates: number;
  readonly words: View;
  /** Character 3-grams of words. */
  readonly grams: View;
  /** From this many words on the 3-grams of a long text count less: it holds any of them. */
  readonly gramsFullUpTo: number;
  /** Single characters of the scripts without spaces. */
  readonly chars: View;
  /** Two query words side by side, in order. */
  readonly adjacent: View;
  /** Two query words at most `nearDistance` words apart. */
  readonly near: View;
  readonly nearDistance: number;
  /** A pair's idf as a share of the sum of its words' idf. */
  readonly pairIdf: number;
  /** Records of one session lend each other their scores: the next ones, those after. */
  readonly neighbours: readonly [number, number];
  /** A record borrows less the longer it is: half at this many words. */
  readonly lendingLength: number;
  /** What comes after a question answers it. */
  readonly afterQuestion: number;
  /** The session as one text. */
  readonly session: View;
  /** Questions for a time prefer records that tell one. */
  readonly tellsTime: number;
  /** A part of an identifier counts less than the identifier. */
  readonly partOfWhole: number;
}

export const RECIPE: Recipe = {
  candidates: 200,
  words: { weight: 1, k1: 0.9, b: 0.9, smoothing: 100 },
  grams: { weight: 0.12, k1: 0.9, b: 0.9, smoothing: 250 },
  gramsFullUpTo: 150,
  chars: { weight: 0.3, k1: 0.9, b: 0.9, smoothing: 200 },
  adjacent: { weight: 0.4, k1: 0.9, b: 0.9, smoothing: 400 },
  near: { weight: 0.1, k1: 0.9, b: 0.9, smoothing: 400 },
  nearDistance: 4,
  pairIdf: 0.7,
  neighbours: [0.3, 0.1],
  lendingLength: 100,
  afterQuestion: 0.3,
  session: { weight: 0.2, k1: 1.2, b: 0.5, smoothing: 0 },
  tellsTime: 1.2,
  partOfWhole: 1,
};
