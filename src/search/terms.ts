/**
 * In: a query's text and the counts of the indexes to search. Out: its terms, weighted by how rare they are.
 * Not done here: finding records (first_stage.ts), scoring them (rescore.ts).
 *
 * @module
 */
import { analyse, type Analysis, pairsOf } from "../index/analyse.ts";
import type { Database } from "../index/sqlite.ts";
import { addGrams, hashTerm } from "../index/profile.ts";
import { CHINESE_STOP_WORDS, isStopWord } from "../index/words/stop.ts";
import { countGrams, countRecords, idf, readTotals, type Totals } from "./counts.ts";
import { isNotation } from "../index/notations.ts";
import { rarePattern } from "../rare_pattern.ts";
import type { Recipe } from "./recipe.ts";
import { areFew, type Halves, otherSpellings, type Read, readUnknown, type Spelling } from "./spellings.ts";
import { isEveryday } from "./words/everyday.ts";
import { kindredOf } from "./words/kindred.ts";

/** A term of a query. */
export interface Term {
  readonly term: string;
  /** Records that hold it. */
  readonly records: number;
  /** What finding it is worth. A query that names it twice asks for it once. */
  readonly worth: number;
  /** Not in the query itself, only of the same field as one of its words. */
  readonly isKindred?: boolean;
  /** Counts as a word of the text, not as an identifier of such parts: they count themselves. */
  readonly isJoined?: boolean | undefined;
  /** No record holds it, but some hold it as two words; they are found where these stand side by side. */
  readonly halves?: Halves | undefined;
  /** A record that holds none but such terms is not wanted; in one with others they count. */
  readonly isAside?: boolean;
}

/** A query ready for scoring. */
export interface QueryTerms {
  /** The text as it was typed, stop words included. */
  readonly analysis: Analysis;
  readonly totals: Totals;
  /** Stems, identifiers and pairs of characters; an index into this list stands for a word everywhere. */
  readonly words: readonly Term[];
  readonly wordOfHash: ReadonlyMap<number, number>;
  /** Pairs of characters by `pairKey`. */
  readonly wordOfPair: ReadonlyMap<number, number>;
  /** Code unit → 1 when one of these pairs begins with it: nine in ten of a record's need not be looked up. */
  readonly beginsPair: Uint8Array;
  readonly chars: readonly Term[];
  /** Code unit → index into `chars`, plus one. */
  readonly charOf: Uint8Array;
  /** What finding each 3-gram is worth in a text, and in a stretch of a long one. */
  readonly grams: readonly number[];
  readonly gramsInStretch: readonly number[];
  /** Gram → index into `grams`, plus one. */
  readonly gramOf: Uint16Array;
  /** `a * words.length + b` → 1 when b follows a in the query. */
  readonly pairs: Uint8Array;
  /** `a * words.length + b` → the word that a and b are side by side. */
  readonly twoAsOne: ReadonlyMap<number, number>;
  readonly asksForTime: boolean;
  readonly asksForNumber: boolean;
  /** Hashes of the query's own words: who speaks may be among them. */
  readonly named: ReadonlySet<number>;
}

const ASKS_FOR_TIME = rarePattern(
  ["when", "what ", "which ", "什么时候", "何时", "哪", "几"],
  () => /\bwhen\b|\b(?:what|which) (?:day|date|month|year|time)\b|什么时候|何时|哪天|哪年|几点|几号|哪一天/i,
);
const ASKS_FOR_NUMBER = rarePattern(
  ["how ", "多", "几"],
  () => /\bhow (?:many|much|long|old|often|far)\b|多少|几[个次天岁号点]|多大|多久|多长/i,
);
const CHINESE_STOPS = new RegExp(CHINESE_STOP_WORDS.join("|"), "g");
const HAN = /[\u4e00-\u9fff]/;
/** The longest Chinese entry of words/kindred.ts. */
const LONGEST_KINDRED = 4;
/** Indexes into `chars` must fit into a byte. */
const MOST_CHARS = 255;
const NO_HALVES: ReadonlyMap<number, number> = new Map();

/** The words of a query that name something: stop words are dropped unless there is nothing else ("What is it?"). */
function contentOf({ surfaces, stems, wholes, notations, runs }: Analysis): Analysis {
  const kept = [...surfaces.keys()].filter((i) => !isStopWord(surfaces[i] ?? ""));
  const spoken = runs.join(" ").replace(CHINESE_STOPS, " ").split(" ").filter((run) => run !== "");
  if (kept.length === 0 && spoken.length === 0) return { surfaces, stems, wholes, notations, runs };
  const pick = (list: readonly string[]) => kept.map((i) => list[i] ?? "");
  return { surfaces: pick(surfaces), stems: pick(stems), wholes, notations, runs: spoken };
}

/** Analyses and weighs a query. */
export function weighQuery(text: string, databases: readonly Database[], recipe: Recipe): QueryTerms {
  const totals = readTotals(databases);
  const analysis = analyse(text);
  const content = contentOf(analysis);
  const { surfaces, stems, wholes, notations, runs } = content;
  const own = new Set([...stems, ...wholes, ...notations]);
  for (const run of runs) if (run.length > 1) { for (const pair of pairsOf(run)) own.add(pair); }
  const few = areFew(content);
  const told = recipe.otherSpelling > 0 && few ? otherSpellings(analysis, own) : new Map<string, Spelling>();
  const kindred = recipe.kindredWord === 0
    ? new Map<string, string[]>()
    : kindredTerms([...stems, ...notations], runs, own);
  const chars = recipe.chars.weight === 0 ? [] : [...new Set(runs.join(""))].slice(0, MOST_CHARS);
  const counts = countRecords(databases, [...own, ...told.keys(), ...kindred.keys(), ...chars]);

  const noted = new Set([...notations, ...wholes.filter(isNotation)]);
  const weigh = (term: string, records = counts.get(term) ?? 0): Term => {
    return {
      term,
      records,
      worth: idf(records, totals.records) *
        (isEveryday(term) ? recipe.everydayWord : noted.has(term) ? recipe.notation : 1),
    };
  };
  const ownWords = [...own].map((term) => weigh(term));
  const worthOf = new Map(ownWords.map(({ term, worth }) => [term, worth]));
  const read = recipe.otherSpelling > 0 ? readUnknown(databases, content, ownWords, few) : undefined;
  const spellings = read && read.spellings.size > 0 ? new Map([...told, ...read.spellings]) : told;
  const all = [...ownWords];
  for (const [term, { of, isJoined }] of spellings) {
    const { records, worth } = weigh(term, counts.get(term) ?? read?.counts.get(term));
    if (records === 0) continue;
    let most = 0;
    for (const each of of) most += worthOf.get(each) ?? 0;
    // Two words as one say what both say.
    all.push({ term, records, worth: recipe.otherSpelling * (isJoined ? most : Math.min(worth, most)), isJoined });
  }
  for (const [term, sources] of kindred) {
    const { records, worth } = weigh(term);
    if (records === 0 || spellings.has(term)) continue;
    // Never more than the word it stands for.
    const most = Math.max(...sources.map((source) => worthOf.get(source) ?? 0));
    all.push({ term, records, worth: recipe.kindredWord * Math.min(worth, most), isKindred: true });
  }
  const words = withHalves(all, read?.halves);
  return {
    analysis,
    totals,
    words,
    ...indexWords(words),
    ...indexChars(chars.map((term) => weigh(term))),
    ...indexGrams(recipe.grams.weight === 0 ? [] : surfaces, databases, totals),
    pairs: pairsOfWords(stems, words),
    twoAsOne: read && read.halves.size > 0 ? indexHalves(words) : NO_HALVES,
    asksForTime: ASKS_FOR_TIME.test(text),
    asksForNumber: ASKS_FOR_NUMBER.test(text),
    named: new Set([...own].map(hashTerm)),
  };
}

/** Terms of the same fields as the query's words, each with the terms of the query that brought it. */
function kindredTerms(
  stems: readonly string[],
  runs: readonly string[],
  own: ReadonlySet<string>,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (word: string, sources: readonly string[]) => {
    for (const other of kindredOf(word)) {
      for (const term of HAN.test(other) ? pairsOf(other) : [other]) if (!own.has(term)) found.set(term, [...sources]);
    }
  };
  for (const stem of new Set(stems)) add(stem, [stem]);
  for (const run of runs) {
    for (let start = 0; start + 2 <= run.length; start++) {
      for (let end = start + 2; end <= Math.min(run.length, start + LONGEST_KINDRED); end++) {
        const word = run.slice(start, end);
        add(word, pairsOf(word));
      }
    }
  }
  return found;
}

/** Two code units as one number. */
export function pairKey(first: number, second: number): number {
  return first * 65_536 + second;
}

function indexWords(words: readonly Term[]): Pick<QueryTerms, "wordOfHash" | "wordOfPair" | "beginsPair"> {
  const wordOfHash = new Map<number, number>();
  const wordOfPair = new Map<number, number>();
  const beginsPair = new Uint8Array(1 << 16);
  words.forEach(({ term }, i) => {
    const first = term.charCodeAt(0);
    if (term.length === 2 && first > 0x0e00) {
      wordOfPair.set(pairKey(first, term.charCodeAt(1)), i);
      beginsPair[first] = 1;
    } else wordOfHash.set(hashTerm(term), i);
  });
  return { wordOfHash, wordOfPair, beginsPair };
}

function indexChars(chars: readonly Term[]): Pick<QueryTerms, "chars" | "charOf"> {
  const charOf = new Uint8Array(1 << 16);
  chars.forEach(({ term }, i) => void (charOf[term.charCodeAt(0)] = i + 1));
  return { chars, charOf };
}

function indexGrams(
  surfaces: readonly string[],
  databases: readonly Database[],
  totals: Totals,
): Pick<QueryTerms, "grams" | "gramsInStretch" | "gramOf"> {
  const all: number[] = [];
  for (const surface of new Set(surfaces)) addGrams(surface, all);
  const grams = [...new Set(all)];
  const counts = countGrams(databases, grams);
  const gramOf = new Uint16Array(1 << 16);
  grams.forEach((gram, i) => void (gramOf[gram] = i + 1));
  return {
    grams: grams.map((gram) => idf(counts.get(gram)?.records ?? 0, totals.records)),
    gramsInStretch: grams.map((gram) => idf(counts.get(gram)?.stretches ?? 0, totals.stretches)),
    gramOf,
  };
}

function pairsOfWords(order: readonly string[], words: readonly Term[]): Uint8Array {
  const indexOf = new Map(words.map(({ term }, i) => [term, i]));
  const pairs = new Uint8Array(words.length * words.length);
  for (let i = 1; i < order.length; i++) {
    const a = indexOf.get(order[i - 1] ?? "") ?? 0;
    const b = indexOf.get(order[i] ?? "") ?? 0;
    if (a !== b) pairs[a * words.length + b] = 1;
  }
  return pairs;
}

/** Both halves must be among the words to be seen in a record; alone they are worth nothing. */
function withHalves(words: readonly Term[], halves: Read["halves"] | undefined): Term[] {
  if (!halves || halves.size === 0) return [...words];
  const known = new Set(words.map(({ term }) => term));
  const more = [...new Set([...halves.values()].flat())].filter((half) => !known.has(half));
  return [
    ...words.map((word) => halves.has(word.term) ? { ...word, halves: halves.get(word.term) } : word),
    ...more.map((term) => ({ term, records: 0, worth: 0 })),
  ];
}

function indexHalves(words: readonly Term[]): Map<number, number> {
  const found = new Map<number, number>();
  words.forEach(({ halves }, i) => {
    const [a = -1, b = -1] = halves?.map((half) => words.findIndex(({ term }) => term === half)) ?? [];
    if (a !== -1 && b !== -1) found.set(a * words.length + b, i);
  });
  return found;
}
