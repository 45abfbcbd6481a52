/**
 * The numbers of ranking, one set for every language and every store. What each part brings is measured in
 * docs/internals/retrieval.md; `deno task eval --data DIR --ablate` measures it again, with other numbers than these.
 */
import { OF_EVERYDAY } from "../text/commonness.ts";

/** How a view of the text counts: its weight, its saturation (k1), and how much the length of a text matters (b). */
export interface View {
  readonly weight: number;
  readonly k1: number;
  readonly b: number;
  /** Added to each length: otherwise a record of three words beats one of thirty only because it is short. */
  readonly smoothing: number;
}

export type Recipe = typeof RECIPE;

export const RECIPE = {
  /** Records of each index that are scored in full: 50 rank as well as 60, 80 or 120 on every set, and cost less. */
  candidates: 50,
  words: { weight: 1, k1: 0.7, b: 1, smoothing: 150 },
  /** Share of the idf of a word that stands in texts about anything (text/commonness.ts). */
  everydayWord: OF_EVERYDAY,
  /** Share of the idf of a word of the same field (text/thesaurus.ts). */
  kindredWord: 0.15,
  /**
   * Share of the idf of a whole quantity, day, version or verb of two words. It is above 1, since records about other
   * things also hold its parts, which count besides ("5 minutes", "5 teams").
   */
  notation: 1.5,
  /** Share of the idf of another spelling of a query's word (spellings.ts); 0 looks for none. */
  otherSpelling: 0.9,
  /** Share of the idf of another name of a query's word, in the other language too (thesaurus.ts). */
  otherName: 0.25,
  /** Added to the count of a word that the record's entities or tags hold: as much as one in its text. */
  label: 1,
  /** Added to the count of a word that the record's asks hold. */
  ask: 1.5,
  /** Character 3-grams of words: typing errors, compounds, forms that the stemmer keeps apart. */
  grams: { weight: 0.12, k1: 0.9, b: 0.9, smoothing: 250 },
  /** A text longer than this many words holds any 3-gram, so they count less in it. */
  gramsUpTo: 130,
  /** Single characters of the scripts without spaces. */
  chars: { weight: 0.3, k1: 0.9, b: 0.9, smoothing: 200 },
  /** A query longer than this many characters finds any of them anywhere, so they count less. */
  charsUpTo: 25,
  /** Two words side by side as in the query; a pair's idf is the sum of its words'. */
  pairs: { weight: 0.42, k1: 0.9, b: 0.9, smoothing: 400 },
  /**
   * A record is mostly about its first words. So many of them, without stop words, count this share of their idf more.
   * The beginnings of Chinese records were measured to tell nothing.
   */
  opening: { words: 4, weight: 0.14 },
  /**
   * The weight of the best stretch in a long record's score (index/profile.ts), and the share that a stretch borrows
   * from the stretches beside it, of what a record borrows from the records beside it.
   */
  stretch: { weight: 0.3, neighbours: 0.5 },
  /** The shares that a record borrows from the records next to it in its session, and from those one further away. */
  neighbours: { near: 0.35, far: 0.1 },
  /** At this many words a record borrows half, since a long record says enough itself. */
  borrowingLength: 100,
  /** The share that a record borrows besides from a question right before it, which it most likely answers. */
  answer: 1.45,
  /** At this many words a question lends half: in a long text a question mark says little. */
  questionLength: 50,
  /** The session as one text. */
  session: { weight: 0.2, k1: 1.2, b: 0.8, smoothing: 0 },
  /** The share that a record without a session borrows from the best records that resemble it. */
  kin: 0.2,
  /** Records that a newer one tells again (fuse.ts). */
  retold: {
    /** The share of its score that a record loses if a newer one tells it again wholly, 0–1. */
    weight: 0.7,
    /** The least share that the newer one tells again; with less, two records are only about the same thing. */
    from: 0.75,
  },
  /** Factor for records that tell a time, when the query asks for one. */
  tellsTime: 1.2,
  /** Factor for records that tell a number, when the query asks how many. */
  tellsNumber: 1.15,
  /** Meaning beside words. */
  meaning: {
    /** Share of meaning in the weighted sum, 0–1. */
    weight: 0.35,
    /**
     * At this many words of a query the share is half: a long prompt says many things, and its one vector stands for
     * none of them well.
     */
    weightQuery: 60,
    /**
     * At this many words of a record the weight is half, at twice as many a fifth: a long record counts by the nearest
     * of its many pieces, which may be near by chance, while words compare all of it.
     */
    weightLength: 200,
    /** Exponent of how far a record stands out (the best is 1): below 1, the records after the best count for more. */
    rise: 0.65,
    /** The share of the store's mean that is taken from the query, and how far the query moves towards the anchors. */
    mean: 0.5,
    anchorShare: 0.45,
    /** The number of best records found by words near which meaning looks. */
    anchors: 5,
    /** The largest share of the store that may stand out. */
    standing: 0.08,
    /**
     * The least closeness of the nearest record for meaning to find records that share no word with the query: 0 is the
     * store's mean, 1 the same text.
     */
    enough: 0.22,
    /**
     * The share of its standout that a record lends to the records beside it in its session; a question lends to its
     * answer as with words.
     */
    neighbours: 0.15,
  },
};
