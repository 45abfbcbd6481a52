/** In: a query's text and the counts of the indexes to search. Out: its terms, weighted by how rare they are. */
import { isEveryday, isJoining, isTelling } from "../text/commonness.ts";
import { analyse, type Analysis, termsOf } from "../text/mod.ts";
import { isNotation } from "../text/notations.ts";
import { eachPiece, isCjk, pairsOf } from "../text/script.ts";
import { contentOf, isStopWord } from "../text/stop.ts";
import { fieldWordsOf, type OtherName, otherNames } from "../text/thesaurus.ts";
import type { Database } from "../index/sqlite.ts";
import { addGrams, hashTerm } from "../index/profile.ts";
import { countGrams, countRecords, idf, isPair, pairKey, readTotals, type Term, type Totals } from "./counts.ts";
import { rarePattern } from "../text/patterns.ts";
import { RECIPE } from "./recipe.ts";
import { areFew, NOTHING_READ, otherSpellings, type Read, readUnknown, type Spelling } from "./spellings.ts";
import { largest } from "../lists.ts";

/** A weighed query, ready for scoring. */
export interface QueryTerms {
  /** The text as it was typed, stop words included. */
  readonly analysis: Analysis;
  readonly totals: Totals;
  /** Stems, identifiers and pairs of characters; an index into this list stands for a word everywhere. */
  readonly words: readonly Term[];
  /** Single characters of the scripts without spaces. */
  readonly chars: readonly Term[];
  readonly grams: readonly Gram[];
  /** The stems of its words in their order, without stop words. */
  readonly stems: readonly string[];
  readonly asksForTime: boolean;
  readonly asksForNumber: boolean;
  /** Its terms as `termsIn` gives those of a record: its own words, and all pairs of characters. */
  readonly asked: ReadonlySet<number>;
  /** By them shared.ts judges whether a record shares enough of the query. */
  readonly units: ReturnType<typeof unitsOf>;
}

interface Gram {
  readonly gram: number;
  readonly worth: number;
  readonly worthInStretch: number;
}

const ASKS_FOR_TIME = rarePattern(
  ["when", "what ", "which ", "什么时候", "何时", "哪", "几"],
  () => /\bwhen\b|\b(?:what|which) (?:day|date|month|year|time)\b|什么时候|何时|哪天|哪年|几点|几号|哪一天/i,
);
const ASKS_FOR_NUMBER = rarePattern(
  ["how ", "多", "几"],
  () => /\bhow (?:many|much|long|old|often|far)\b|多少|几[个次天岁号点]|多大|多久|多长/i,
);
/** The longest Chinese entry of text/words/thesaurus.txt. */
const LONGEST_KINDRED = 4;
const COUNTED = /^\d+\p{sc=Han}$/u;
/** No question has more different characters; of a pasted text the first ones are enough. */
const MOST_CHARS = 255;

/** Analyses and weighs a query. */
export function weighQuery(text: string, databases: readonly Database[]): QueryTerms {
  const totals = readTotals(databases);
  const analysis = analyse(text);
  const content = contentOf(analysis);
  const { surfaces, stems, runs } = content;
  const own = termsOf(content);
  const few = RECIPE.otherSpelling > 0 && areFew(content);
  const respelt = few ? otherSpellings(analysis, own) : new Map<string, Spelling>();
  const names = few ? otherNames(analysis) : [];
  const kindred = kindredTerms(content, own);
  const chars = [...new Set(runs.join(""))].slice(0, MOST_CHARS);
  const asked = [...own, ...respelt.keys(), ...names.flatMap(({ terms }) => terms), ...kindred.keys(), ...chars];
  const counts = countRecords(databases, [...new Set(asked)]);
  const weigh = weigher(content, counts, totals);

  // Only a query of nothing else keeps its stop words (`contentOf`), and by themselves they tell nothing.
  const silent = new Set(stems.filter((_, at) => isStopWord(surfaces[at] ?? "")));
  const isSaid = (term: string) => !silent.has(term) && isTelling(term);
  const ownWords = [...own].map((term) => ({ ...weigh(term), isTelling: isSaid(term) }));
  const read = RECIPE.otherSpelling > 0 ? readUnknown(databases, content, ownWords, few) : NOTHING_READ;
  const spellings = read.spellings.size > 0 ? new Map([...respelt, ...read.spellings]) : respelt;
  const worthOf = new Map(ownWords.map(({ term, worth }) => [term, worth]));
  const weighSpelling = (term: string) => weigh(term, counts.get(term) ?? read.counts.get(term));
  const others = named(names.filter(({ name }) => !own.has(name) && !spellings.has(name)), ownWords, weigh);
  for (const term of [...spellings.keys(), ...others.map(({ term }) => term)]) kindred.delete(term);
  const all = [
    ...ownWords,
    ...spelled(spellings, worthOf, weighSpelling),
    ...others,
    ...ofOneField(kindred, worthOf, weigh),
  ];
  const words = withHalves(all, read.halves);
  return {
    analysis,
    totals,
    words,
    chars: chars.map((term) => weigh(term)),
    grams: weighGrams(surfaces, databases, totals),
    stems,
    asksForTime: ASKS_FOR_TIME.test(text),
    asksForNumber: ASKS_FOR_NUMBER.test(text),
    asked: new Set([...[...own].map(hashTerm), ...words.flatMap(({ term }) => isPair(term) ? [pairKey(term)] : [])]),
    units: unitsOf(content),
  };
}

function weighGrams(surfaces: readonly string[], databases: readonly Database[], totals: Totals): Gram[] {
  const all: number[] = [];
  for (const surface of new Set(surfaces)) addGrams(surface, all);
  const grams = [...new Set(all)];
  const counts = countGrams(databases, grams);
  return grams.map((gram) => {
    const { records = 0, stretches = 0 } = counts.get(gram) ?? {};
    return { gram, worth: idf(records, totals.records), worthInStretch: idf(stretches, totals.stretches) };
  });
}

/**
 * The words of a query, as stems, and its single characters of the scripts without spaces. Of each character: the pairs
 * that hold it, whether it stands alone somewhere, and whether it only joins others.
 */
function unitsOf({ stems, runs }: Analysis) {
  const chars = new Map<string, { pairs: string[]; isAlone: boolean; isJoining: boolean }>();
  for (const run of runs) {
    const pairs = pairsOf(run);
    [...run].forEach((char, at) => {
      const known = chars.get(char) ?? { pairs: [], isAlone: false, isJoining: isJoining(char) };
      known.pairs.push(...pairs.slice(Math.max(0, at - 1), at + 1));
      chars.set(char, { ...known, isAlone: known.isAlone || run.length === 1 });
    });
  }
  return { words: new Set(stems), chars };
}

/** Weighs a term by the number of records that hold it, which is counted unless it is given. */
type Weigh = (term: string, records?: number) => Term;

function weigher({ wholes, notations }: Analysis, counts: ReadonlyMap<string, number>, totals: Totals): Weigh {
  const { everydayWord, notation } = RECIPE;
  const noted = new Set([...notations, ...wholes.filter(isNotation)]);
  return (term, records = counts.get(term) ?? 0) => ({
    term,
    records,
    worth: idf(records, totals.records) * (isEveryday(term) ? everydayWord : noted.has(term) ? notation : 1),
  });
}

/** Other spellings of the query's words that records hold, worth a share of the word that they stand for. */
function spelled(spellings: ReadonlyMap<string, Spelling>, worthOf: ReadonlyMap<string, number>, weigh: Weigh): Term[] {
  const words: Term[] = [];
  for (const [term, { of, isJoined }] of spellings) {
    const { records, worth } = weigh(term);
    if (records === 0) continue;
    let most = 0;
    for (const each of of) most += worthOf.get(each) ?? 0;
    // Two words as one say what both say.
    const share = RECIPE.otherSpelling * (isJoined ? most : Math.min(worth, most));
    words.push({ term, records, worth: share, isJoined, of, isTelling: of.some(isTelling) });
  }
  return words;
}

/** Other names of the query's words that records hold, worth a share of the word that they stand for. */
function named(names: readonly OtherName[], own: readonly Term[], weigh: Weigh): Term[] {
  const ownOf = new Map(own.map((word) => [word.term, word]));
  const words = new Map<string, Term>();
  for (const { name, terms, of } of names) {
    const parts = terms.map((term) => weigh(term));
    if (parts.some(({ records }) => records === 0) || terms.every((term) => ownOf.has(term))) continue;
    const meant = of.flatMap((term) => ownOf.get(term) ?? []);
    // The rarest of overlapping pairs stands for the word; two words are met side by side.
    const rarest = parts.reduce((a, b) => b.records < a.records ? b : a);
    const isTwo = terms.length === 2 && !isCjk(name);
    if (meant.length === 0 || terms.length > 1 && !isTwo && !isCjk(name)) continue;
    const term = isTwo ? name : rarest.term;
    if (words.has(term) || ownOf.has(term)) continue;
    const worth = RECIPE.otherName * Math.min(rarest.worth, largest(meant.map(({ worth }) => worth)));
    const [first = "", second = ""] = terms;
    const how = isTwo ? { records: 0, halves: [first, second] as const } : { records: rarest.records };
    words.set(term, { term, worth, ...how, of, isTelling: meant.some(({ isTelling }) => isTelling) });
  }
  return [...words.values()];
}

/** Words of the same fields that records hold, never worth more than a share of the word that they stand for. */
function ofOneField(
  kindred: ReadonlyMap<string, readonly string[]>,
  worthOf: ReadonlyMap<string, number>,
  weigh: Weigh,
): Term[] {
  const words: Term[] = [];
  for (const [term, sources] of kindred) {
    const { records, worth } = weigh(term);
    if (records === 0) continue;
    const most = largest(sources.map((source) => worthOf.get(source) ?? 0));
    words.push({
      term,
      records,
      worth: RECIPE.kindredWord * Math.min(worth, most),
      isKindred: true,
      of: sources,
      isTelling: isTelling(term) && sources.some(isTelling),
    });
  }
  return words;
}

/** Terms of the same fields as the query's words, each with the terms of the query that brought it. */
function kindredTerms({ stems, wholes, notations, runs }: Analysis, own: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (word: string, sources: readonly string[]) => {
    for (const term of fieldWordsOf(word)) if (!own.has(term)) found.set(term, [...sources]);
  };
  for (const stem of new Set([...stems, ...notations])) add(stem, [stem]);
  eachPiece(runs, LONGEST_KINDRED, (word) => add(word, pairsOf(word)));
  // "40岁": the sign after a number says what is counted.
  for (const whole of wholes) if (COUNTED.test(whole)) add(whole.slice(-1), [whole]);
  return found;
}

/** The words with both halves of split words added: a record is searched for them, but alone they are worth nothing. */
function withHalves(words: readonly Term[], read: Read["halves"]): readonly Term[] {
  const halved = words.map((word) => read.has(word.term) ? { ...word, halves: read.get(word.term) } : word);
  const halves = halved.flatMap((word) => word.halves ?? []);
  if (halves.length === 0) return words;
  const known = new Set(words.map(({ term }) => term));
  const more = [...new Set(halves)].filter((half) => !known.has(half));
  return [...halved, ...more.map((term) => ({ term, records: 0, worth: 0 }))];
}
