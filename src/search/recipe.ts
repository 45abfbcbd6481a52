/**
 * The numbers of ranking, one set for every language and every store. What each part brings is measured in
 * docs/internals/retrieval.md; `deno task eval --ablate` measures it again.
 *
 * @module
 */
import type { AimShares } from "../embedding/meaning.ts";
import { OF_EVERYDAY } from "../text/commonness.ts";

/** How a view of the text counts: its weight, its saturation (k1), and how much the length of a text matters (b). */
export interface View {
  readonly weight: number;
  readonly k1: number;
  readonly b: number;
  /** Added to each length: otherwise a record of three words beats one of thirty only because it is short. */
  readonly smoothing: number;
}

/** The numbers of meaning beside words. */
export interface MeaningRecipe extends AimShares {
  /** Share of meaning in the weighted sum, 0–1. */
  readonly weight: number;
  /**
   * At this many words of a query the share is half: a long prompt says many things, and its one vector stands for none
   * of them well.
   */
  readonly weightQuery: number;
  /**
   * At this many words of a record the weight is half, at twice as many a fifth: a long record counts by the nearest of
   * its many pieces, which may be near by chance, while words compare all of it.
   */
  readonly weightLength: number;
  /** Exponent of how far a record stands out (the best is 1): below 1, the records after the best count for more. */
  readonly rise: number;
  /** The number of best records found by words near which meaning looks. */
  readonly anchors: number;
  /** The largest share of the store that may stand out. */
  readonly standing: number;
  /**
   * The least closeness of the nearest record for meaning to find records that share no word with the query: 0 is the
   * store's mean, 1 the same text.
   */
  readonly enough: number;
  /**
   * The share of its standout that a record lends to the records beside it in its session; a question lends to its
   * answer as with words.
   */
  readonly neighbours: number;
}

/** The numbers of records that a newer one tells again (retold.ts). */
export interface RetoldRecipe {
  /** The share of its score that a record loses if a newer one tells it again wholly, 0–1. */
  readonly weight: number;
  /** The least share that the newer one tells again; with less, two records are only about the same thing. */
  readonly from: number;
}

/** All numbers of ranking. */
export interface Recipe {
  /** Records of each index that are scored in full: 50 rank as well as 60, 80 or 120 on every set, and cost less. */
  readonly candidates: number;
  /** Whether words that no record holds are read with one letter changed when nothing else is found. */
  readonly typos: boolean;
  readonly words: View;
  /** Share of the idf of a word that stands in texts about anything (text/commonness.ts). */
  readonly everydayWord: number;
  /** Share of the idf of a word of the same field (text/thesaurus.ts). */
  readonly kindredWord: number;
  /**
   * Share of the idf of a whole quantity, day, version or verb of two words. It is above 1, since records about other
   * things also hold its parts, which count besides ("5 minutes", "5 teams").
   */
  readonly notation: number;
  /** Share of the idf of another spelling of a query's word (spellings.ts); 0 looks for none. */
  readonly otherSpelling: number;
  /** Share of the idf of another name of a query's word, in the other language too (thesaurus.ts); 0 looks for none. */
  readonly otherName: number;
  /** Added to the count of a word that the record's entities or tags hold. */
  readonly label: number;
  /** Added to the count of a word that the record's asks hold. */
  readonly ask: number;
  /** Character 3-grams of words: typing errors, compounds, forms that the stemmer keeps apart. */
  readonly grams: View;
  /** A text longer than this many words holds any 3-gram, so they count less in it. */
  readonly gramsUpTo: number;
  /** Single characters of the scripts without spaces. */
  readonly chars: View;
  /** A query longer than this many characters finds any of them anywhere, so they count less. */
  readonly charsUpTo: number;
  /** Two words side by side as in the query. */
  readonly pairs: View;
  /** A pair's idf as a share of the sum of its words' idf. */
  readonly pairIdf: number;
  /**
   * A record is mostly about its first words. So many of them, without stop words, count this share of their idf more.
   * The beginnings of Chinese records were measured to tell nothing.
   */
  readonly opening: { readonly words: number; readonly weight: number };
  /**
   * The weight of the best stretch in a long record's score (index/profile.ts), and the share that a stretch borrows
   * from the stretches beside it, of what a record borrows from the records beside it.
   */
  readonly stretch: { readonly weight: number; readonly neighbours: number };
  /** The shares that a record borrows from the records next to it in its session, and from those one further away. */
  readonly neighbours: readonly [number, number];
  /** At this many words a record borrows half, since a long record says enough itself. */
  readonly borrowingLength: number;
  /** The share that a record borrows besides from a question right before it, which it most likely answers. */
  readonly answer: number;
  /** At this many words a question lends half: in a long text a question mark says little. */
  readonly questionLength: number;
  /** The session as one text. */
  readonly session: View;
  /** The share that a record without a session borrows from the best records that resemble it. */
  readonly kin: number;
  readonly retold: RetoldRecipe;
  /** Factor for records that tell a time, when the query asks for one. */
  readonly tellsTime: number;
  /** Factor for records that tell a number, when the query asks how many. */
  readonly tellsNumber: number;
  readonly meaning: MeaningRecipe;
}

/** The numbers in use. */
export const RECIPE: Recipe = {
  candidates: 50,
  typos: true,
  words: { weight: 1, k1: 0.7, b: 1, smoothing: 150 },
  everydayWord: OF_EVERYDAY,
  kindredWord: 0.15,
  notation: 1.5,
  otherSpelling: 0.9,
  otherName: 0.25,
  label: 0.5,
  ask: 0.8,
  grams: { weight: 0.12, k1: 0.9, b: 0.9, smoothing: 250 },
  gramsUpTo: 130,
  chars: { weight: 0.3, k1: 0.9, b: 0.9, smoothing: 200 },
  charsUpTo: 25,
  pairs: { weight: 0.6, k1: 0.9, b: 0.9, smoothing: 400 },
  pairIdf: 0.7,
  opening: { words: 4, weight: 0.14 },
  stretch: { weight: 0.3, neighbours: 0.5 },
  neighbours: [0.35, 0.1],
  borrowingLength: 100,
  answer: 1.45,
  questionLength: 50,
  session: { weight: 0.2, k1: 1.2, b: 0.8, smoothing: 0 },
  kin: 0.2,
  retold: { weight: 0.7, from: 0.75 },
  tellsTime: 1.2,
  tellsNumber: 1.15,
  meaning: {
    weight: 0.35,
    weightQuery: 60,
    weightLength: 200,
    rise: 0.65,
    mean: 0.5,
    anchors: 5,
    anchorShare: 0.45,
    standing: 0.08,
    enough: 0.22,
    neighbours: 0.15,
  },
};
