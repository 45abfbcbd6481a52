/**
 * In: an index in step and a text. Out: the facts that say much the same, to be superseded perhaps.
 * Not done here: ranking for a query (mod.ts). A save waits for this, so it asks for the rows of the text's words and
 * scores by their weight alone: a tenth of a search.
 *
 * @module
 */
import { analyse, pairsOf } from "../index/analyse.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { readProfile } from "../index/profile.ts";
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
const LOOKED_AT = 20;
/** What an everyday word weighs beside one that names something. */
const EVERYDAY_SHARE = 0.5;

/** The visible facts most like a text, best first. */
export function similarFacts({ db }: MemoryIndex, text: string, limit: number): Similar[] {
  const { surfaces, stems, wholes, runs } = analyse(text);
  const named = stems.filter((_, at) => !isStopWord(surfaces[at] ?? ""));
  const terms = [...new Set([...named, ...wholes, ...runs.flatMap(pairsOf)])];
  const totals = readTotals([db]);
  const counts = countRecords([db], terms);
  const words = terms.map((term) => {
    const records = counts.get(term) ?? 0;
    return { term, records, worth: idf(records, totals.records) * (isEveryday(term) ? EVERYDAY_SHARE : 1) };
  });
  const whole = words.reduce((sum, { worth }) => sum + worth, 0);
  const found = weighRows(db, { words, chars: [] }, 1);
  const length = surfaces.length + runs.reduce((sum, run) => sum + Math.max(1, run.length - 1), 0);
  return bestRows(found, LOOKED_AT, SIMILAR_FROM * whole).flatMap((row) => {
    const fact = db.get(`SELECT id, profile FROM records WHERE row = ? AND type = 'fact' AND memory_type <> 'S'`, row);
    if (!(fact?.["profile"] instanceof Uint8Array)) return [];
    const more = Math.max(1, readProfile(fact["profile"]).length / Math.max(1, length));
    return [{ id: String(fact["id"]), score: rounded((found.weights[row] ?? 0) / whole / Math.sqrt(more)) }];
  }).filter(({ score }) => score >= SIMILAR_FROM).sort((a, b) => b.score - a.score).slice(0, limit);
}
