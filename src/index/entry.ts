/** What one document adds to the lexicon: its terms for the first stage, its profile for re-scoring, its counts. */
import { analyse, dayTerms, pairsOf } from "./analyse.ts";
import type { Document } from "./document.ts";
import { FLAG, packProfile, readProfile } from "./profile.ts";

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
  const text = document.more === "" ? document.content : `${document.content}\n${document.more}`;
  const analysis = analyse(text);
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
  const profile = packProfile({ ...analysis, runs: [...analysis.runs, ...labels.runs] }, others, flagsOf(text));
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

const MONTHS = "january|february|march|april|june|july|august|september|october|november|december";
const DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const TELLS_TIME = new RegExp(
  [
    String.raw`\b(?:19|20)\d\d\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s*(?:am|pm|o'clock|may|${MONTHS})\b`,
    String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|weekend|last|next|${DAYS}|${MONTHS})\b`,
    String.raw`[昨今明前后]天|[上下]周|周[一二三四五六日天]|星期|[上下]个?月|[去今明]年|\d+\s*[年月日号点]`,
  ].join("|"),
  "i",
);
const NUMBER_WORDS =
  "one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|once|twice|several|couple|half";
const TELLS_NUMBER = new RegExp(String.raw`\d|\b(?:${NUMBER_WORDS})\b|[一二三四五六七八九十百千万两几]`, "i");

function flagsOf(text: string): number {
  return (/[?？]/.test(text) ? FLAG.asks : 0) | (TELLS_TIME.test(text) ? FLAG.tellsTime : 0) |
    (TELLS_NUMBER.test(text) ? FLAG.tellsNumber : 0);
}
