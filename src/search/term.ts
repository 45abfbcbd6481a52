/** A word of a query, a part of it or what stands for it: what first stage, re-scoring and spellings speak of. */

/** A word as two, as stems. */
export type Halves = readonly [first: string, second: string];

/** A term of a query. */
export interface Term {
  readonly term: string;
  /** Records that hold it. */
  readonly records: number;
  /** What finding it is worth. A query that names it twice asks for it once. */
  readonly worth: number;
  /** Not in the query itself, only of the same field as one of its words. */
  readonly isKindred?: boolean;
  /** Counts as a word of the text, not as an identifier of such parts: they count themselves. */
  readonly isJoined?: boolean | undefined;
  /** No record holds it, but some hold it as two words; they are found where these stand side by side. */
  readonly halves?: Halves | undefined;
  /** That a record holds it says something (text/commonness.ts). */
  readonly isTelling?: boolean;
  /** The terms of the query that it stands for; absent: itself. */
  readonly of?: readonly string[];
  /** A record that holds none but such terms is not wanted; in one with others they count. */
  readonly isAside?: boolean;
}
