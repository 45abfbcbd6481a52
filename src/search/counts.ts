/** The counts that weigh a term, over all the indexes that are searched: scores of two layers then compare. */
import type { Database } from "../index/sqlite.ts";

export interface Totals {
  readonly records: number;
  readonly averageWords: number;
  readonly averageChars: number;
  readonly averageGrams: number;
  readonly averageSessionWords: number;
}

export function readTotals(databases: readonly Database[]): Totals {
  const sum = { records: 0, words: 0, chars: 0, grams: 0, sessions: 0, session_words: 0 };
  for (const db of databases) {
    const row = db.get("SELECT * FROM totals") ?? {};
    for (const key of ["records", "words", "chars", "grams", "sessions", "session_words"] as const) {
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
  };
}

const COUNTS = {
  // One statement for any number of keys; a lookup each would cost more than the lookups.
  terms: "SELECT t.term AS key, t.records FROM json_each(?) AS wanted CROSS JOIN terms AS t ON t.term = wanted.value",
  grams: "SELECT t.gram AS key, t.records FROM json_each(?) AS wanted CROSS JOIN grams AS t ON t.gram = wanted.value",
};

/** In how many records each of these terms or grams stands; those in none are left out. */
export function countRecords<K extends string | number>(
  databases: readonly Database[],
  table: keyof typeof COUNTS,
  keys: readonly K[],
): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  if (keys.length === 0) return counts;
  const wanted = JSON.stringify(keys);
  for (const db of databases) {
    for (const { key, records } of db.all(COUNTS[table], wanted)) {
      counts.set(key, (counts.get(key) ?? 0) + Number(records));
    }
  }
  return counts;
}

/** Never negative: a word of every record still counts for a little. */
export function idf(records: number, all: number): number {
  return Math.log1p((all - records + 0.5) / (records + 0.5));
}
