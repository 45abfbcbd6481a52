/**
 * In: an index in step and a text. Out: the facts that say much the same, to be superseded perhaps.
 * Not done here: ranking for a query (mod.ts). A save waits for this, so it asks for the rows of the text's words and
 * scores by their weight alone: a tenth of a search.
 *
 * @module
 */
import { analyse, type Analysis, pairsOf } from "../index/analyse.ts";
import type { Document } from "../index/document.ts";
import type { MemoryIndex } from "../index/mod.ts";
import type { RawRecord } from "../records/mod.ts";
import { readProfile } from "../index/profile.ts";
import { countWords } from "../index/stretches.ts";
import { isStopWord } from "../index/words/stop.ts";
import { countRecords, idf, readTotals } from "./counts.ts";
import { bestRows, weighRows } from "./first_stage.ts";
import { isEveryday } from "./words/everyday.ts";

/** A fact that says much the same. */
export interface Similar {
  readonly id: string;
  /** The share of the text's weight that stands in the fact too, less for a fact that says more besides: 0–1. */
  readonly score: number;
}

/** From here on two sentences share most of their rare words. */
const SIMILAR_FROM = 0.5;
/** Nobody reads more digits. */
const rounded = (score: number) => Math.round(score * 100) / 100;
/** Rows that are looked at; what is so near is among the first few. */
const LOOKED_AT = 12;
/** What an everyday word weighs beside one that names something. */
const EVERYDAY_SHARE = 0.5;

/** Which facts to name, and how many. */
export interface SimilarOptions {
  readonly limit: number;
  /** Facts that are not in the index yet. */
  readonly pending?: readonly Document[];
  /** Whether a fact may be named; absent: any may. */
  readonly isMeant?: ((record: RawRecord) => boolean) | undefined;
}

/** The visible facts most like a text, best first. */
export function similarFacts(
  { db }: MemoryIndex,
  text: string,
  { limit, pending = [], isMeant }: SimilarOptions,
): Similar[] {
  const analysis = analyse(text);
  const terms = [...termsOf(analysis)];
  const totals = readTotals([db]);
  const counts = countRecords([db], terms);
  const words = terms.map((term) => {
    const records = counts.get(term) ?? 0;
    return { term, records, worth: idf(records, totals.records) * (isEveryday(term) ? EVERYDAY_SHARE : 1) };
  });
  const whole = words.reduce((sum, { worth }) => sum + worth, 0);
  const found = weighRows(db, { words, chars: [] }, 1);
  const length = Math.max(1, countWords(analysis));
  const likeness = (weight: number, itsLength: number) =>
    rounded(weight / whole / Math.sqrt(Math.max(1, itsLength / length)));
  const indexed = bestRows(found, LOOKED_AT, SIMILAR_FROM * whole).flatMap((row) => {
    const fact = db.get(
      `SELECT id, profile${isMeant ? ", raw" : ""} FROM records WHERE row = ? AND type = 'fact' AND memory_type <> 'S'`,
      row,
    );
    if (!(fact?.["profile"] instanceof Uint8Array)) return [];
    if (isMeant && !isMeant(JSON.parse(String(fact["raw"])))) return [];
    const score = likeness(found.weights[row] ?? 0, readProfile(fact["profile"]).length);
    return [{ id: String(fact["id"]), score }];
  });
  const fresh = pending.filter(({ memoryType }) => memoryType !== "S").map(({ id, content }) => {
    const its = analyse(content);
    const held = termsOf(its);
    const weight = words.reduce((sum, { term, worth }) => held.has(term) ? sum + worth : sum, 0);
    return { id, score: likeness(weight, countWords(its)) };
  });
  return [...indexed, ...fresh].filter(({ score }) => score >= SIMILAR_FROM).sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

/** What a text is known by, stop words left out. */
function termsOf({ surfaces, stems, wholes, runs }: Analysis): Set<string> {
  const named = stems.filter((_, at) => !isStopWord(surfaces[at] ?? ""));
  return new Set([...named, ...wholes, ...runs.flatMap(pairsOf)]);
}
