/**
 * In: the words of a query. Out: other names of what it says: in the other language (words/glossary.ts), and words of
 * nearly the same meaning (words/near.ts). Recall looks them up in the same lists (recall/outline.ts).
 * Not done here: what finding one is worth (terms.ts); words of one field, which only help to rank (words/kindred.ts).
 *
 * @module
 */
import { type Analysis, pairsOf } from "../index/analyse.ts";
import { stem } from "../index/words/stem.ts";
import { isStopWord } from "../index/words/stop.ts";
import { counterparts } from "./words/glossary.ts";
import { nearWords } from "./words/near.ts";
import { isCjk } from "./words/ordinary.ts";

/** Another name of words of a query. */
export interface OtherName {
  readonly name: string;
  /** Its terms, all of which a record has to hold. */
  readonly terms: readonly string[];
  /** The terms of the query that it stands for. */
  readonly of: readonly string[];
}

/** Other names of what a query says, each once for each of its words. */
export function otherNames({ surfaces, runs }: Analysis): OtherName[] {
  const pairs = surfaces.slice(1).map((second, at) => [surfaces[at] ?? "", second])
    .filter(([first = ""]) => !isStopWord(first)).map((pair) => pair.join("-").replace(/([^s])s$/, "$1"));
  return [...counterparts(surfaces, pairs, runs), ...nearWords(surfaces, runs)]
    .map(({ word, of }) => ({ name: word, terms: termsOfName(word), of: termsOfName(of) }));
}

/** The terms of a name as the lists write it. */
function termsOfName(name: string): string[] {
  return isCjk(name) ? pairsOf(name) : name.split("-").map(stem);
}
