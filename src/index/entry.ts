/** What one document adds to the lexicon: its terms for the first stage, its profile for re-scoring, its counts. */
import { analyse, dayTerms, pairsOf } from "./analyse.ts";
import type { Document } from "./document.ts";
import { packProfile, readProfile } from "./profile.ts";

export interface Entry {
  /** Every term, in the form that the first stage stores: separated by blanks. */
  readonly terms: string;
  readonly distinctTerms: ReadonlySet<string>;
  readonly distinctGrams: ReadonlySet<number>;
  readonly profile: Uint8Array;
  readonly words: number;
  readonly chars: number;
  readonly grams: number;
}

/** Analyses a document once, for all tables. */
export function makeEntry(document: Document): Entry {
  const analysis = analyse(document.more === "" ? document.content : `${document.content}\n${document.more}`);
  const own = new Set(analysis.stems);
  const labels = analyse([...document.tags, ...document.entities].join(" "));
  const others = [
    ...analysis.wholes,
    ...dayTerms(document.timestamp),
    ...labels.stems.filter((stem) => !own.has(stem)),
    ...labels.wholes,
  ];
  const terms = [...analysis.stems, ...others];
  for (const run of [...analysis.runs, ...labels.runs]) {
    if (run.length > 1) terms.push(...pairsOf(run));
    terms.push(...run);
  }
  const profile = packProfile({ ...analysis, runs: [...analysis.runs, ...labels.runs] }, others);
  const { length, chars, grams } = readProfile(profile);
  return {
    terms: terms.join(" "),
    distinctTerms: new Set(terms),
    distinctGrams: new Set(grams),
    profile,
    words: length,
    chars: chars.length,
    grams: grams.length,
  };
}
