/** The counts that weigh a term, summed over all searched indexes, so that scores of two layers can be compared. */
import type { Database } from "../index/sqlite.ts";
import { rowsOfOthers } from "../index/read.ts";
import { rowsOf } from "./first_stage.ts";

/** Sums and averages over all records. */
export interface Totals {
  readonly records: number;
  readonly averageWords: number;
  readonly averageChars: number;
  readonly averageGrams: number;
  readonly averageSessionWords: number;
  /** Stretches of all texts (text/), and their averages. */
  readonly stretches: number;
  readonly averageInStretch: { readonly words: number; readonly chars: number; readonly grams: number };
}

/** The totals of these indexes together. */
export function readTotals(databases: readonly Database[]): Totals {
  const sum = { records: 0, words: 0, chars: 0, grams: 0, sessions: 0, session_words: 0, stretches: 0 };
  for (const db of databases) {
    const row = db.get("SELECT * FROM totals") ?? {};
    for (const key of ["records", "words", "chars", "grams", "sessions", "session_words", "stretches"] as const) {
      sum[key] += Number(row[key]);
    }
  }
  const share = (total: number) => total / Math.max(1, sum.records);
  return {
    records: sum.records,
    averageWords: share(sum.words),
    averageChars: share(sum.chars),
    averageGrams: share(sum.grams),
    averageSessionWords: sum.session_words / Math.max(1, sum.sessions),
    stretches: sum.stretches,
    averageInStretch: {
      words: sum.words / Math.max(1, sum.stretches),
      chars: sum.chars / Math.max(1, sum.stretches),
      grams: sum.grams / Math.max(1, sum.stretches),
    },
  };
}

/**
 * How many records have each of these terms; of a term that the person's own records have, how many of those do, since
 * others could make any word a common one. Terms in none are left out.
 */
export function countRecords(databases: readonly Database[], terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  if (terms.length === 0) return counts;
  const wanted = JSON.stringify(terms);
  // One statement for all terms: single ones would cost more than the lookups themselves.
  const sql = "SELECT t.term, t.records FROM json_each(?) AS wanted CROSS JOIN terms AS t ON t.term = wanted.value";
  for (const db of databases) {
    for (const { term, records } of db.all(sql, wanted)) {
      counts.set(String(term), (counts.get(String(term)) ?? 0) + Number(records));
    }
  }
  const common = [...counts].filter(([, records]) => records >= FEWEST_COMMON);
  if (common.length === 0) return counts;
  const others = databases.map(rowsOfOthers);
  if (others.every(({ size }) => size === 0)) return counts;
  for (const [term] of common) {
    const own = databases.reduce(
      (sum, db, at) => sum + rowsOf(db, [term]).filter((row) => others[at]?.has(row) === false).length,
      0,
    );
    if (own > 0) counts.set(term, own);
  }
  return counts;
}

/** Fewer records make no word a common one. */
const FEWEST_COMMON = 4;

/** How common a 3-gram is. */
export interface GramCounts {
  readonly records: number;
  readonly stretches: number;
}

/** The same for 3-grams, with how many stretches have each. */
export function countGrams(databases: readonly Database[], grams: readonly number[]): Map<number, GramCounts> {
  const counts = new Map<number, GramCounts>();
  if (grams.length === 0) return counts;
  const wanted = JSON.stringify(grams);
  const sql =
    "SELECT t.gram, t.records, t.stretches FROM json_each(?) AS wanted CROSS JOIN grams AS t ON t.gram = wanted.value";
  for (const db of databases) {
    for (const row of db.all(sql, wanted)) {
      const gram = Number(row["gram"]);
      const { records = 0, stretches = 0 } = counts.get(gram) ?? {};
      counts.set(gram, {
        records: records + Number(row["records"]),
        stretches: stretches + Number(row["stretches"]),
      });
    }
  }
  return counts;
}

/** Never negative: even a word of every record counts for a little. */
export function idf(records: number, all: number): number {
  return Math.log1p((all - records + 0.5) / (records + 0.5));
}
