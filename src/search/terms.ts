/**
 * In: a query's text and the counts of the indexes to search. Out: its terms, weighted by how rare they are.
 * Not done here: finding records (candidates.ts), scoring them (rescore.ts).
 *
 * @module
 */
import { analyse, pairsOf } from "../index/analyse.ts";
import type { Database } from "../index/sqlite.ts";
import { addGrams, hashTerm } from "../index/profile.ts";
import { CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS } from "../index/words/stop.ts";
import type { Recipe } from "./recipe.ts";

/** Counts over all records in sight, summed over the indexes that are searched. */
export interface Totals {
  readonly records: number;
  readonly averageWords: number;
  readonly averageChars: number;
  readonly averageGrams: number;
  readonly sessions: number;
  readonly averageSessionWords: number;
}

export interface Term {
  readonly term: string;
  /** Records that hold it. */
  readonly records: number;
  readonly idf: number;
  /** How often the query names it, and how much that counts. */
  readonly weight: number;
}

/** A query ready for scoring. Indexes into `words` stand for terms everywhere. */
export interface QueryTerms {
  readonly totals: Totals;
  /** Stems, identifiers and pairs of characters. */
  readonly words: readonly Term[];
  readonly wordOfHash: ReadonlyMap<number, number>;
  /** Pairs of characters by their two code units in one number. */
  readonly wordOfPair: ReadonlyMap<number, number>;
  readonly chars: readonly Term[];
  /** Code unit → index into `chars`, plus one. */
  readonly charOf: Uint8Array;
  readonly grams: readonly Term[];
  /** Gram → index into `grams`, plus one. */
  readonly gramOf: Uint16Array;
  /** For two words a and b at `a * words.length + b`: 1 side by side in this order, 2 near each other in any. */
  readonly pairs: Uint8Array;
  readonly asksForTime: boolean;
}

const ASKS_FOR_TIME =
  /\bwhen\b|\b(?:what|which) (?:day|date|month|year|time)\b|什么时候|何时|哪天|哪年|几点|几号|哪一天/i;
const CHINESE_STOPS = new RegExp(CHINESE_STOP_WORDS.join("|"), "g");

/** Analyses and weighs a query. */
export function weighQuery(text: string, databases: readonly Database[], recipe: Recipe): QueryTerms {
  const totals = readTotals(databases);
  const analysis = analyse(text);
  let order = analysis.stems.filter((_, i) => !ENGLISH_STOP_WORDS.has(analysis.surfaces[i] ?? ""));
  let surfaces = analysis.surfaces.filter((surface) => !ENGLISH_STOP_WORDS.has(surface));
  let runs = analysis.runs.flatMap((run) => run.replace(CHINESE_STOPS, " ").split(" ")).filter((run) => run !== "");
  // "What is it?" is still a query.
  if (order.length === 0 && runs.length === 0) ({ stems: order, surfaces, runs } = analysis);

  const weights = new Map<string, number>();
  const add = (term: string, weight: number) => void weights.set(term, (weights.get(term) ?? 0) + weight);
  for (const stem of order) add(stem, 1);
  for (const whole of analysis.wholes) add(whole, 1);
  for (const run of runs) if (run.length > 1) { for (const pair of pairsOf(run)) add(pair, 1); }
  const words = weigh(weights, databases, totals.records);

  const charWeights = new Map<string, number>();
  for (const char of runs.join("")) charWeights.set(char, (charWeights.get(char) ?? 0) + 1);
  const chars = weigh(charWeights, databases, totals.records);

  const grams = weighGrams(surfaces, databases, totals.records);
  const wordOfHash = new Map<number, number>();
  const wordOfPair = new Map<number, number>();
  words.forEach(({ term }, i) => {
    if (term.length === 2 && term.charCodeAt(0) > 0x0e00) {
      wordOfPair.set(pairKey(term.charCodeAt(0), term.charCodeAt(1)), i);
    } else wordOfHash.set(hashTerm(term), i);
  });
  const charOf = new Uint8Array(1 << 16);
  chars.slice(0, 255).forEach(({ term }, i) => void (charOf[term.charCodeAt(0)] = i + 1));
  const gramOf = new Uint16Array(1 << 16);
  grams.forEach(({ gram }, i) => void (gramOf[gram] = i + 1));
  return {
    totals,
    words,
    wordOfHash,
    wordOfPair,
    chars,
    charOf,
    grams,
    gramOf,
    pairs: pairsOfWords(order, words, recipe.nearDistance),
    asksForTime: ASKS_FOR_TIME.test(text),
  };
}

/** Two code units as one number. */
export function pairKey(first: number, second: number): number {
  return first * 65_536 + second;
}

function readTotals(databases: readonly Database[]): Totals {
  const sum = { records: 0, words: 0, chars: 0, grams: 0, sessions: 0, sessionWords: 0 };
  for (const db of databases) {
    const totals = db.get("SELECT records, words, chars, grams FROM totals") ?? {};
    const sessions = db.get("SELECT COUNT(*) AS sessions, SUM(words) AS words FROM sessions") ?? {};
    sum.records += Number(totals["records"]);
    sum.words += Number(totals["words"]);
    sum.chars += Number(totals["chars"]);
    sum.grams += Number(totals["grams"]);
    sum.sessions += Number(sessions["sessions"]);
    sum.sessionWords += Number(sessions["words"] ?? 0);
  }
  const share = (total: number) => total / Math.max(1, sum.records);
  return {
    records: sum.records,
    averageWords: share(sum.words),
    averageChars: share(sum.chars),
    averageGrams: share(sum.grams),
    sessions: sum.sessions,
    averageSessionWords: sum.sessionWords / Math.max(1, sum.sessions),
  };
}

/** Never negative: a word of every record still counts for a little. */
export function idf(records: number, all: number): number {
  return Math.log1p((all - records + 0.5) / (records + 0.5));
}

function weigh(weights: ReadonlyMap<string, number>, databases: readonly Database[], all: number): Term[] {
  const terms: Term[] = [];
  for (const [term, weight] of weights) {
    let records = 0;
    for (const db of databases) {
      records += Number(db.get("SELECT records FROM terms WHERE term = ?", term)?.["records"] ?? 0);
    }
    terms.push({ term, weight, records, idf: idf(records, all) });
  }
  return terms;
}

function weighGrams(
  surfaces: readonly string[],
  databases: readonly Database[],
  all: number,
): (Term & { gram: number })[] {
  const weights = new Map<number, number>();
  for (const surface of surfaces) {
    const grams: number[] = [];
    addGrams(surface, grams);
    for (const gram of grams) weights.set(gram, (weights.get(gram) ?? 0) + 1);
  }
  return [...weights].map(([gram, weight]) => {
    let records = 0;
    for (const db of databases) {
      records += Number(db.get("SELECT records FROM grams WHERE gram = ?", gram)?.["records"] ?? 0);
    }
    return { term: "", gram, weight, records, idf: idf(records, all) };
  });
}

function pairsOfWords(order: readonly string[], words: readonly Term[], distance: number): Uint8Array {
  const indexOf = new Map(words.map(({ term }, i) => [term, i]));
  const pairs = new Uint8Array(words.length * words.length);
  order.forEach((stem, i) => {
    const a = indexOf.get(stem) ?? 0;
    for (let j = i + 1; j < order.length && j - i <= distance; j++) {
      const b = indexOf.get(order[j] ?? "") ?? 0;
      if (a === b) continue;
      const forward = a * words.length + b;
      const backward = b * words.length + a;
      pairs[forward] = (pairs[forward] ?? 0) | (j === i + 1 ? 3 : 2);
      pairs[backward] = (pairs[backward] ?? 0) | 2;
    }
  });
  return pairs;
}
