/**
 * In: a query's terms and what of them a record holds. Out: whether that says anything.
 * Not done here: how much (rescore.ts). A ranking always has a first; where nothing that says something is shared,
 * there is none.
 *
 * One telling word is enough, unless it is an ordinary one of an English query most of whose words no record
 * holds: "odyssey chapter order" is not about orders. Words that say nothing by themselves and
 * pairs of characters that are no word have to make up half of the query: "team lunch", 我住的那个. In a short record
 * single characters count too (北, 大 of 北京大学), and who asks of themselves (我用的…) is answered by what they said of
 * themselves (我习惯用…). A word inside of another one that means something else (机器 in 机器人) is not shared.
 *
 * @module
 */
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { type Compounds, compoundsOf, OTHER_MEANING, withoutOthers } from "../text/compounds.ts";
import type { Analysis } from "../text/mod.ts";
import type { Profile } from "../index/profile.ts";
import type { Term } from "./counts.ts";
import { areFew } from "./spellings.ts";
import type { QueryTerms } from "./terms.ts";

/**
 * What of a query the words and characters that say little must make up: of a few words half, of a sentence, which is
 * full of them, less (docs/internals/retrieval.md).
 */
const OF_FEW_WORDS = 0.5;
const OF_A_SENTENCE = 0.15;
/** In words: of a long one that is enough. */
const ENOUGH = 1;
/** Half a word. */
const CHARACTER = 0.5;
/** A record with more words and pairs of characters than this holds single characters of any query by chance. */
const SHORT_RECORD = 40;
/** So many characters, those that only join not counted, are a name, which people shorten: 北大. */
const CHARACTERS_OF_NAME = 4;
/** Who asks of themselves (我用的…) finds what they said of themselves, in a record of about a sentence or two. */
const OF_ONESELF = 100;
const ONESELF = "我";

/** Judges one record after another for the same query, by how often it holds each of its words. */
export type SharesSomething = (counts: Float64Array, profile: Profile) => boolean;

/** Prepares to judge records for a query. */
export function judgeShared({ analysis, words, units }: QueryTerms): SharesSomething {
  const { words: own, chars } = units;
  const isStrange = isAboutSomethingElse(analysis, words);
  const isEnough = isStrange ? saysMuch(analysis) : isSaid(analysis);
  const telling: number[] = [];
  words.forEach((word, at) => void (word.isTelling && word.worth > 0 && isEnough(word) && telling.push(at)));
  let joining = 0;
  for (const { isJoining } of chars.values()) if (isJoining) joining++;
  const few = areFew(analysis);
  const needed = (all: number) => few ? OF_FEW_WORDS * all : Math.min(ENOUGH, OF_A_SENTENCE * all);
  const total = own.size + CHARACTER * (chars.size - joining);
  const totalInPairs = own.size + CHARACTER * chars.size;

  // One character of two is not their word: 务 of 公务员 is not 服务.
  const enough = Math.max(needed(total), Math.min(total, 2 * CHARACTER));
  const isName = chars.size - joining <= CHARACTERS_OF_NAME;
  const pairs = new Map<number, string>();
  words.forEach(({ term, of }, at) => void (of === undefined && chars.has(term.charAt(0)) && pairs.set(at, term)));
  const said = analysis.runs.join("\n");
  const compounds = compoundsOf([...pairs.values()], said, said, [OTHER_MEANING]);

  return (all, profile) => {
    const text = readWithout(compounds, profile);
    const counts = text === undefined ? all : all.map((count, at) => {
      const pair = pairs.get(at);
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
    return inPairs >= needed(totalInPairs) || single >= enough && single > 0 ||
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

/** Among fewer telling words, one that no record holds says nothing about the query. */
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

/** Words of the same field only help to rank; those that join no others in Chinese are too many to do without. */
function isSaid({ runs }: Analysis): (word: Term) => boolean {
  return ({ isKindred }) => !isKindred || runs.length > 0;
}

/** Neither of the same field only, nor a word that texts about anything are full of. */
function saysMuch({ surfaces, stems }: Analysis): (word: Term) => boolean {
  const typed = new Map(stems.map((stem, at) => [stem, surfaces[at] ?? stem]));
  return ({ term, isKindred, of = [term] }) =>
    !isKindred && of.some((source) => priorOf(typed.get(source) ?? source) >= TRADE_PRIOR);
}

/** The characters of a record but for words that mean something else than the query; undefined where it has none. */
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
