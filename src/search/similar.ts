/**
 * In: an index in step and a text. Out: the facts that say much the same, to be superseded perhaps, and those that are
 * about some of the same, for the caller to compare.
 * Not done here: ranking for a query (mod.ts). A save waits for this, so it asks for the rows of the text's words and
 * scores by their weight alone: a tenth of a search.
 *
 * @module
 */
import type { RecordId } from "../records/ids.ts";
import { isEveryday, OF_EVERYDAY } from "../text/commonness.ts";
import { analyse, countWords, termsOf } from "../text/mod.ts";
import { contentOf } from "../text/stop.ts";
import type { MemoryIndex } from "../index/mod.ts";
import type { Pending } from "../index/pending.ts";
import type { RawRecord } from "../records/mod.ts";
import { readProfile } from "../index/profile.ts";
import { countRecords, idf, readTotals } from "./counts.ts";
import { bestRows, weighRows } from "./first_stage.ts";

/** A fact that says nearly the same as a text. */
export interface Similar {
  readonly id: RecordId;
  readonly content: string;
  readonly record: RawRecord;
  /** The share of the text's weight that the fact holds, less for a fact that says more besides: 0–1. */
  readonly score: number;
}

/** The score from which two sentences share most of their rare words. */
const SIMILAR_FROM = 0.5;
/** Two digits are enough for a reader. */
const rounded = (score: number) => Math.round(score * 100) / 100;
/** Rows that are compared: a fact so near is among the first few. */
const LOOKED_AT = 12;
/** Facts that are compared with a new one; those that the index does not know yet come on top. */
const KIN_MAX = 8;
/** The worth of another name of a word, beside the word itself. */
const OTHER_NAME = 0.8;
/** The number of other names, the rarest: one that every second fact holds tells nothing and takes long to list. */
const OTHER_NAMES_MAX = 12;

interface SimilarOptions {
  /** Words by other names, as terms: by them a fact in the other language is found. Absent: no kin is wanted. */
  readonly others?: readonly string[] | undefined;
  /** Facts that are not in the index yet. */
  readonly pending?: readonly Pending[];
  /** Whether a fact may be named. */
  readonly isMeant: (record: RawRecord) => boolean;
}

interface NearFacts {
  /** The facts that say much the same, best first. */
  readonly similar: readonly Similar[];
  /** The facts that share the most of the text's words or of their other names. */
  readonly kin: readonly Omit<Similar, "score">[];
}

/** The visible facts most like a text. */
export function factsNear(
  { db }: MemoryIndex,
  text: string,
  { others, pending = [], isMeant }: SimilarOptions,
): NearFacts {
  const analysis = analyse(text);
  const terms = [...termsOf(contentOf(analysis))];
  const additional = others?.filter((term) => !terms.includes(term)) ?? [];
  const totals = readTotals([db]);
  const counts = countRecords([db], [...terms, ...additional]);
  const weigh = (term: string, share: number) => {
    const records = counts.get(term) ?? 0;
    return { term, records, worth: idf(records, totals.records) * share * (isEveryday(term) ? OF_EVERYDAY : 1) };
  };
  const words = terms.map((term) => weigh(term, 1));
  const whole = words.reduce((sum, { worth }) => sum + worth, 0);
  const length = Math.max(1, countWords(analysis));
  const likeness = (weight: number, itsLength: number) =>
    rounded(weight / whole / Math.sqrt(Math.max(1, itsLength / length)));
  const found = weighRows(db, { words }, 1);
  const own = found.weights.slice();
  const rows = new Set(bestRows(found, LOOKED_AT, SIMILAR_FROM * whole));
  const known = additional.map((term) => weigh(term, OTHER_NAME)).filter(({ records }) => records > 0)
    .sort((a, b) => a.records - b.records).slice(0, OTHER_NAMES_MAX);
  weighRows(db, { words: known }, Infinity, found);
  const kin = others === undefined ? [] : bestRows(found, KIN_MAX);
  for (const row of kin) rows.add(row);
  // One statement for all rows: single ones would cost more than reading them.
  const sql = `SELECT r.row, r.id, r.profile, r.raw FROM json_each(?) AS wanted CROSS JOIN records AS r
    ON r.row = wanted.value WHERE r.type = 'fact' AND r.memory_type <> 'S'`;
  const indexed = db.all(sql, JSON.stringify([...rows])).flatMap(({ row, id, profile, raw }): Similar[] => {
    const record: RawRecord = JSON.parse(String(raw));
    if (!isMeant(record)) return [];
    const score = likeness(own[Number(row)] ?? 0, readProfile(profile).length);
    return [{ id: String(id), content: String(record.content ?? ""), record, score }];
  });
  const fresh = pending.filter(({ document }) => document.memoryType !== "S").map(
    ({ document: { id, content }, record }): Similar => {
      const its = analyse(content);
      const held = termsOf(contentOf(its));
      const weight = words.reduce((sum, { term, worth }) => held.has(term) ? sum + worth : sum, 0);
      return { id, content, record, score: likeness(weight, countWords(its)) };
    },
  );
  const all = [...indexed, ...fresh].sort((a, b) => b.score - a.score);
  return { similar: all.filter(({ score }) => score >= SIMILAR_FROM), kin: all.slice(0, KIN_MAX + fresh.length) };
}
