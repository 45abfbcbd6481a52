/**
 * In: a query's terms, and those of them that a record holds. Out: whether the record is about the query at all.
 * A ranking always has a first record; this test leaves the list empty where no record shares anything telling.
 *
 * One telling word is enough, unless it is an ordinary word of an English query and no record holds most of the others:
 * "odyssey chapter order" is not about orders. Words that say little and pairs of characters that are no word must make
 * up half of the query: "team lunch", 我住的那个. In a short record single characters count, too (北, 大 of 北京大学). A
 * query with 我 (我用的…) finds records with 我 (我习惯用…). A word inside another one that means something else (机器 in
 * 机器人) is not shared.
 */
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { type Compounds, compoundsOf, withoutOthers } from "../text/compounds.ts";
import type { Analysis } from "../text/mod.ts";
import type { Profile } from "../index/profile.ts";
import type { Term } from "./counts.ts";
import { areFew } from "./spellings.ts";
import type { QueryTerms } from "./terms.ts";

/** The share of a query that words which say little must make up: less of a sentence, which is full of them. */
const OF_FEW_WORDS = 0.5;
const OF_A_SENTENCE = 0.15;
/** The number of such words that is enough in a long query. */
const WORDS_ENOUGH = 1;
/** The worth of a character, in words. */
const CHARACTER = 0.5;
/** A record with more words and pairs of characters than this holds single characters of any query by chance. */
const SHORT_RECORD = 40;
/** The most characters of a query, without those that only join, that may be a shortened name: 北大. */
const CHARACTERS_OF_NAME = 4;
/** The longest record, a sentence or two, that a query with 我 finds by that character. */
const OF_ONESELF = 100;
const ONESELF = "我";

export type SharesSomething = (counts: Float64Array, profile: Profile) => boolean;

/** Prepares to judge records for a query. */
export function judgeShared({ analysis, words, units }: QueryTerms): SharesSomething {
  const { words: own, chars } = units;
  const isStrange = isAboutSomethingElse(analysis, words);
  const countsAlone = isStrange ? saysMuch(analysis) : isSaid(analysis);
  const telling: number[] = [];
  words.forEach((word, at) => void (word.isTelling && word.worth > 0 && countsAlone(word) && telling.push(at)));
  let joining = 0;
  for (const { isJoining } of chars.values()) if (isJoining) joining++;
  const isBrief = areFew(analysis);
  const needed = (all: number) => isBrief ? OF_FEW_WORDS * all : Math.min(WORDS_ENOUGH, OF_A_SENTENCE * all);
  const total = own.size + CHARACTER * (chars.size - joining);
  const totalInPairs = own.size + CHARACTER * chars.size;

  // One character of two is not their word: 务 of 公务员 is not 服务.
  const neededSingly = Math.max(needed(total), Math.min(total, 2 * CHARACTER));
  const isName = chars.size - joining <= CHARACTERS_OF_NAME;
  const pairAt = new Map<number, string>();
  words.forEach(({ term, of }, at) => void (of === undefined && chars.has(term.charAt(0)) && pairAt.set(at, term)));
  const said = analysis.runs.join("\n");
  const compounds = compoundsOf([...pairAt.values()], said, said);

  return (all, profile) => {
    const text = readWithout(compounds, profile);
    const counts = text === undefined ? all : all.map((count, at) => {
      const pair = pairAt.get(at);
      return pair === undefined || text.includes(pair) ? count : 0;
    });
    const holds = (char: string) =>
      text === undefined ? profile.chars.includes(char.charCodeAt(0)) : text.includes(char);
    for (const at of telling) if ((counts[at] ?? 0) > 0) return true;
    const met = metBy(counts);
    let sharedWords = 0;
    for (const word of own) if (met.has(word)) sharedWords++;
    let inPairs = sharedWords;
    let single = sharedWords;
    const isShort = isName && profile.length <= SHORT_RECORD;
    const isOfOneself = profile.length <= OF_ONESELF && chars.has(ONESELF) && holds(ONESELF);
    for (const [char, { pairs, isAlone, isJoining }] of chars) {
      if (pairs.some((pair) => met.has(pair))) inPairs += CHARACTER;
      else if (!(isShort || isAlone || isOfOneself) || !holds(char)) continue;
      if (!isJoining) single += CHARACTER;
    }
    return inPairs >= needed(totalInPairs) || single >= neededSingly && single > 0 ||
      isOfOneself && single > 0;
  };

  function metBy(counts: Float64Array): Set<string> {
    const met = new Set<string>();
    words.forEach(({ term, of = [term] }, at) => {
      if ((counts[at] ?? 0) > 0) { for (const source of of) met.add(source); }
    });
    return met;
  }
}

/** With fewer telling words, one that no record holds does not make the query a strange one. */
const FEWEST_STRANGE = 3;

/**
 * Whether an English query is about something that no record is about: of its telling words, by whatever name, no
 * record holds half. In Chinese every other pair of characters is no word.
 */
function isAboutSomethingElse({ runs }: Analysis, words: readonly Term[]): boolean {
  if (runs.length > 0) return false;
  const known = new Set<string>();
  for (const { term, records, halves, isKindred, of = [term] } of words) {
    if ((records > 0 || halves) && !isKindred) { for (const source of of) known.add(source); }
  }
  const telling = words.filter(({ of, isTelling }) => of === undefined && isTelling);
  const held = telling.filter(({ term }) => known.has(term)).length;
  return telling.length >= FEWEST_STRANGE ? 2 * held < telling.length : telling.length > 1 && held === 0;
}

/** Whether a word counts as said: words of the same field only help to rank. */
function isSaid({ runs }: Analysis): (word: Term) => boolean {
  return ({ isKindred }) => !isKindred || runs.length > 0;
}

/** Whether a word is telling: not only of the same field, and not a word that any text is full of. */
function saysMuch({ surfaces, stems }: Analysis): (word: Term) => boolean {
  const typed = new Map(stems.map((stem, at) => [stem, surfaces[at] ?? stem]));
  return ({ term, isKindred, of = [term] }) =>
    !isKindred && of.some((source) => priorOf(typed.get(source) ?? source) >= TRADE_PRIOR);
}

/** The characters of a record without words that mean something else than the query; undefined where none is left. */
export function readWithout(compounds: Compounds, profile: Profile): string | undefined {
  if (compounds.others === undefined && compounds.within.size === 0) return undefined;
  return withoutOthers(charsOf(profile), compounds);
}

/** The characters of a record, a line for each run. */
export function charsOf({ chars }: Profile): string {
  let text = "";
  for (const char of chars) text += char === 0 ? "\n" : String.fromCharCode(char);
  return text;
}
