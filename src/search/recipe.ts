/**
 * The numbers of ranking, one set for every language and every store. What each part brings is measured in
 * docs/internals/retrieval.md; `deno task eval --ablate` measures it again.
 *
 * @module
 */
import type { AimShares } from "../embedding/meaning.ts";
import { OF_EVERYDAY } from "../text/commonness.ts";

/**
 * The weight of a view of the text, its saturation (k1), its regard for length (b), and what is added to the length.
 */
export interface View {
  readonly weight: number;
  readonly k1: number;
  readonly b: number;
  /** Without it a record of three words beats one of thirty for its brevity alone. */
  readonly smoothing: number;
}

/** The numbers of meaning beside words. */
export interface MeaningRecipe extends AimShares {
  /** Share of meaning in the weighted sum, 0–1. */
  readonly weight: number;
  /**
   * At this many words of a query the share is half: a long prompt says many things,
   * and its one vector none of them well.
   */
  readonly weightQuery: number;
  /**
   * At this many words of a record the weight is half, at twice as many a fifth: a long record is as near as the
   * nearest of its many pieces, which chance helps, and words see all of it.
   */
  readonly weightLength: number;
  /** Exponent of what a record stands out, the best being 1: below 1, those after the best count for more. */
  readonly rise: number;
  /** How many of the records that words found best tell where to look. */
  readonly anchors: number;
  /** The share of the store that stands out at most. */
  readonly standing: number;
  /**
   * How far the nearest record must be from what is ordinary in the store towards the same text, 0–1, for meaning to
   * find what shares no word with the query.
   */
  readonly enough: number;
  /**
   * What a record lends of what it stands out to those beside it in its session;
   * a question to its answer as with words.
   */
  readonly neighbours: number;
}

/** The numbers of records that a newer one tells again (retold.ts). */
export interface RetoldRecipe {
  /** Taken from one that is told again wholly, 0–1. */
  readonly weight: number;
  /** From this share of it on; below, two records merely speak of the same thing. */
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
   * What a quantity, a day, a version or a verb of two words counts as such, as a share of its idf: above 1, because
   * its parts, which count too, are shared by others ("5 minutes", "5 teams").
   */
  readonly notation: number;
  /** Share of the idf of a word of the query as it is otherwise written (spellings.ts); 0 looks for none. */
  readonly otherSpelling: number;
  /** Share of the idf of a word in other words or the other language (thesaurus.ts); 0 looks for none. */
  readonly otherName: number;
  /** How often more a word is counted that the record's entities and tags name, too. */
  readonly label: number;
  /** How often a word is counted that stands in the questions by which a record will be asked for. */
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
   * What a record begins with is what it is about: so many words, stop words not counted, count this share of their idf
   * more. The beginnings of Chinese records were measured to tell nothing.
   */
  readonly opening: { readonly words: number; readonly weight: number };
  /**
   * A long record's score is so far that of its best stretch (text/), which borrows this share of what a
   * record borrows from those beside it, from the stretches beside it.
   */
  readonly stretch: { readonly weight: number; readonly neighbours: number };
  /** What the records beside one in its session lend it: the next ones, those after. */
  readonly neighbours: readonly [number, number];
  /** At this many words a record borrows half: a long one speaks for itself. */
  readonly borrowingLength: number;
  /** What follows a question answers it. */
  readonly answer: number;
  /** At this many words a question lends half: in a long text a question mark says little. */
  readonly questionLength: number;
  /** The session as one text. */
  readonly session: View;
  /** What the best records lend a record that belongs to no session, by their resemblance. */
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
