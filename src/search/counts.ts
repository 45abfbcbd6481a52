/** The counts that weigh a term, over all searched indexes, so that scores of two layers compare. A hot path. */
import type { Database } from "../index/sqlite.ts";
import { rowsOfOthers } from "../index/read.ts";
import { rowsOf } from "./first_stage.ts";
import type { Profile } from "../index/profile.ts";

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
  const inStretch = (total: number) => total / Math.max(1, sum.stretches);
  return {
    records: sum.records,
    averageWords: share(sum.words),
    averageChars: share(sum.chars),
    averageGrams: share(sum.grams),
    averageSessionWords: sum.session_words / Math.max(1, sum.sessions),
    stretches: sum.stretches,
    averageInStretch: { words: inStretch(sum.words), chars: inStretch(sum.chars), grams: inStretch(sum.grams) },
  };
}

/**
 * How many records hold each of these terms; terms that none holds are left out. Of a common term only the person's own
 * records count, if any of them holds it: others could make any word a common one.
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
  const whose = databases.map((db) => ({ db, rows: rowsOfOthers(db) }));
  if (whose.every(({ rows }) => rows !== "all" && rows.line.size + rows.yes.size === 0)) return counts;
  for (const [term] of common) {
    let own = 0;
    let isTrusted = false;
    for (const { db, rows } of whose) {
      if (rows === "all") continue;
      for (const row of rowsOf(db, [term])) {
        if (rows.line.has(row)) isTrusted = true;
        else if (!rows.yes.has(row)) own++;
      }
    }
    // Others can repeat the words of a rule under many labels, so all these lines count as one.
    if (own > 0 || isTrusted) counts.set(term, Math.max(1, own));
  }
  return counts;
}

/** The least records from which a word is looked at as common. */
const FEWEST_COMMON = 4;

interface GramCounts {
  readonly records: number;
  readonly stretches: number;
}

/** How many records, and how many stretches of all texts, have each of these 3-grams. */
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
      counts.set(gram, { records: records + Number(row["records"]), stretches: stretches + Number(row["stretches"]) });
    }
  }
  return counts;
}

/** Inverse document frequency; never negative, so that even a word of every record counts a little. */
export function idf(records: number, all: number): number {
  return Math.log1p((all - records + 0.5) / (records + 0.5));
}

/** Records about other things that are added to every store, since a young store can't tell which words are rare. */
const IMAGINED_RECORDS = 20_000;

/** How rare a term is: 1 where one record holds it, or none. Recall judges by it; idf is measured to rank better. */
export function rarity(records: number, all: number): number {
  const among = all + IMAGINED_RECORDS;
  return records <= 1 ? 1 : Math.min(1, idf(records, among) / idf(1, among)) ** 2;
}

export type Halves = readonly [first: string, second: string];

export interface Term {
  readonly term: string;
  /** Records that hold it. */
  readonly records: number;
  /** What a record gains by holding it, once, even if the query names it twice. */
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
}

/** Two code units packed into one number. */
export function packPair(first: number, second: number): number {
  return first * 65_536 + second;
}

/** A pair of characters as one number. */
export function pairKey(pair: string): number {
  return packPair(pair.charCodeAt(0), pair.charCodeAt(1));
}

/** The words of a record and the pairs of its characters. */
export function termsIn({ words, chars }: Profile): Set<number> {
  const terms = new Set<number>();
  for (let i = 0; i < words.length; i++) terms.add(words[i] ?? 0);
  for (let i = 1; i < chars.length; i++) {
    const first = chars[i - 1] ?? 0;
    const second = chars[i] ?? 0;
    if (first !== 0 && second !== 0) terms.add(packPair(first, second));
  }
  return terms;
}

/** Weighs what the best records of a query share: a term that few of them hold tells more than those of the query. */
export function weighShared(sets: readonly ReadonlySet<number>[]) {
  const holders = new Map<number, number>();
  for (const set of sets) for (const term of set) holders.set(term, (holders.get(term) ?? 0) + 1);
  const worth = new Map<number, number>();
  for (const [term, count] of holders) worth.set(term, idf(count, sets.length));
  return (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
    let all = 0;
    for (const term of one) if (other.has(term)) all += worth.get(term) ?? 0;
    return all;
  };
}

/** Whether a term is two characters of a script without spaces; such a term is found in a profile's characters. */
export function isPair(term: string): boolean {
  return term.length === 2 && term.charCodeAt(0) > 0x0e00;
}
