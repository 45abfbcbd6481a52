/**
 * In: the words of a query. Out: other terms by which records may hold them: as one word ("time zone", `ts 2345`) or
 * two (`gpt4o`, "datacenter"), by their beginning (`9fceb02` of a commit's 40 digits), by another name of the same
 * thing (`pg` and PostgreSQL), without a typing error.
 *
 * They are used for queries of a few words, which name the thing that is looked for. For sentences each of these ways
 * was measured to lose a question or two on some public set, and to gain none on any.
 */
import type { Analysis } from "../text/mod.ts";
import { eachPiece, isDigit, pairsOf } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop.ts";
import { namesOf } from "../text/thesaurus.ts";
import type { Database } from "../index/sqlite.ts";
import { countRecords, type Halves, type Term } from "./counts.ts";

export interface Spelling {
  /** The terms of the query that it stands for. */
  readonly of: readonly string[];
  /** Two words of the query as one. */
  readonly isJoined?: boolean;
}

type Spellings = ReadonlyMap<string, Spelling>;

/** The most words of a short query. With six, a public set loses a question (docs/internals/retrieval.md). */
const FEW_WORDS = 5;
/** The same in Chinese characters. */
const FEW_CHARS = 24;
/** The length of two words that may be written as one: “it is” is too short, and no compound is longer. */
const JOINED_MIN = 4;
const JOINED_MAX = 24;
/** The longest Chinese entry of text/words/thesaurus.txt. */
const LONGEST_HAN_NAME = 3;

/** Whether so many words, stop words not counted, are a name or a command rather than a sentence. */
export function areFew({ surfaces, runs }: Pick<Analysis, "surfaces" | "runs">): boolean {
  return surfaces.length <= FEW_WORDS && runs.reduce((sum, run) => sum + run.length, 0) <= FEW_CHARS;
}

/** The other spellings of a query's words, by the words alone; `own` are the terms of the query itself. */
export function otherSpellings({ surfaces, stems, wholes, runs }: Analysis, own: ReadonlySet<string>): Spellings {
  const found = new Map<string, Spelling>();
  const add = (term: string, of: readonly string[], isJoined = false) =>
    void (own.has(term) || found.set(term, { of, isJoined }));
  const addNames = (name: string, of: readonly string[]) => {
    for (const term of namesOf(name)) add(term, of);
  };
  surfaces.forEach((second, at) => {
    const first = surfaces[at - 1] ?? "";
    const own = stems[at] ?? second;
    if (canJoin(first, second)) add(stem(first + second), [stems[at - 1] ?? first, own], true);
    // An identifier is kept whole, not as a stem: "e-mails".
    if (second !== own) add(second, [own]);
    addNames(own, [own]);
  });
  for (const whole of wholes) add(stem(whole), [whole], true);
  eachPiece(runs, LONGEST_HAN_NAME, (name) => addNames(name, pairsOf(name)));
  return found;
}

function canJoin(first: string, second: string): boolean {
  const length = first.length + second.length;
  if (first === "" || length < JOINED_MIN || length > JOINED_MAX) return false;
  // "re" is the end of "you're" as well as the beginning of "re-index".
  if ((isStopWord(first) && first !== "re") || isStopWord(second)) return false;
  return !(isNumber(first) && isNumber(second));
}

function isNumber(word: string): boolean {
  return isDigit(word.charCodeAt(0)) && isDigit(word.charCodeAt(word.length - 1));
}

/** The readings of words that no record holds, by terms that records do hold. */
export interface Read {
  readonly spellings: Spellings;
  /** How many records hold each of them. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words of the query that are two words elsewhere, side by side. */
  readonly halves: ReadonlyMap<string, Halves>;
}

/** No reading: every word is known, or none can be read otherwise. */
export const NOTHING_READ: Read = { spellings: new Map(), counts: new Map(), halves: new Map() };

/** The shortest word that is read as a beginning, and the shortest with a digit in it. */
const BEGINNING_MIN = 5;
const CODE_MIN = 4;
/** A beginning of more terms than this stands for none of them. */
const MOST_BEGUN = 8;
/** With more codes than this (a pasted log) none is looked up: none names what is looked for. */
const MOST_CODES = 20;
const HASH = /^[0-9a-f]{12,}$/;
/** The lengths to which people shorten hashes. */
const HASH_LENGTHS = [7, 8, 9, 10, 11, 12];

/** Reads words and identifiers that no record holds: of many only those with digits, by their beginning. */
export function readUnknown(
  databases: readonly Database[],
  { surfaces, wholes }: Pick<Analysis, "surfaces" | "wholes">,
  words: readonly Term[],
  few: boolean,
): Read {
  const unknown = new Set<string>();
  for (const { term, records } of words) if (records === 0) unknown.add(term);
  const isMeant = (word: string) => unknown.has(word) && (few || /\d/.test(word));
  const read = [...new Set([...surfaces, ...wholes])].filter((word) => isMeant(stem(word)));
  if (read.length === 0 || read.length > MOST_CODES) return NOTHING_READ;
  const own = new Set(words.map(({ term }) => term));
  const spellings = new Map<string, Spelling>();
  const ways = new Map<string, readonly Halves[]>();
  for (const surface of read) {
    const word = stem(surface);
    for (const term of lengthened(databases, surface, word)) if (!own.has(term)) spellings.set(term, { of: [word] });
    if (few) ways.set(word, halvesOf(surface));
  }
  const wanted = new Set(spellings.keys());
  for (const all of ways.values()) for (const way of all) for (const half of way) wanted.add(half);
  const counts = countRecords(databases, [...wanted]);
  return { spellings, counts, halves: bestHalves(ways, counts) };
}

/** The terms that a word may begin; a whole hash may also be one that records have shortened. */
function lengthened(databases: readonly Database[], surface: string, word: string): string[] {
  const shortened = HASH.test(surface) ? HASH_LENGTHS.map((length) => surface.slice(0, length)) : [];
  // Not every stem is the beginning of its word ("proxi").
  return [...begunBy(databases, surface.startsWith(word) ? word : surface), ...shortened];
}

/** The best way to read a word as two that records hold: the one whose shorter half is longest. */
function bestHalves(
  ways: ReadonlyMap<string, readonly Halves[]>,
  counts: ReadonlyMap<string, number>,
): Map<string, Halves> {
  const halves = new Map<string, Halves>();
  for (const [word, all] of ways) {
    const known = all.filter((way) => way.every((half) => counts.has(half)));
    const best = known.sort((a, b) => shorter(b) - shorter(a))[0];
    if (best) halves.set(word, best);
  }
  return halves;
}

function begunBy(databases: readonly Database[], word: string): string[] {
  if (word.length < (/\d/.test(word) ? CODE_MIN : BEGINNING_MIN)) return [];
  const sql = "SELECT term FROM terms WHERE term > ? AND term < ? LIMIT ?";
  const found = databases.flatMap((db) => db.all(sql, word, `${word}\uffff`, MOST_BEGUN + 1));
  return found.length > MOST_BEGUN ? [] : [...new Set(found.map(({ term }) => String(term)))];
}

const BOUNDARY = /(?<=\D)(?=\d)|(?<=\d)(?=\D)/;
/** The shortest half: shorter words stand at the end of many words by chance. */
const HALF_MIN = 3;
function halvesOf(word: string): Halves[] {
  if (word.length > JOINED_MAX || isNumber(word)) return [];
  const [before = "", after = ""] = word.split(BOUNDARY, 2);
  if (after !== "") return [[stem(before), stem(word.slice(before.length))]];
  const halves: Halves[] = [];
  for (let at = HALF_MIN; at + HALF_MIN <= word.length; at++) {
    const [first, second] = [stem(word.slice(0, at)), stem(word.slice(at))];
    if (!isStopWord(first) && !isStopWord(second)) halves.push([first, second]);
  }
  return halves;
}

function shorter([first, second]: Halves): number {
  return Math.min(first.length, second.length);
}

// Typing errors: one wrong, missing, extra or swapped letter in a word that no record holds. Corrected only when
// nothing was found, since some hundred spellings are tried, and a rare word is seldom a mistyped common one. A query
// with one strange word may be mistyped; a query of mostly strange words is about something else, however near one of
// them comes to a known word (kiln, kill).

/** The shortest word that is corrected, alone and beside other strange words: one letter makes another short word. */
const SHORTEST = 4;
const SHORTEST_OF_SEVERAL = 5;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The query's words as records spell them; undefined when none of them comes near a known word. The typed word is
 * corrected, not its stem: the error in "configuraton" hides the ending, so its stem is far from the right one.
 */
export function withoutTypos(
  databases: readonly Database[],
  surfaces: readonly string[],
  words: readonly Term[],
): string | undefined {
  const unknown = new Set(words.filter(({ records }) => records === 0).map(({ term }) => term));
  const strange = new Set(surfaces.filter((word) => unknown.has(stem(word))));
  const telling = words.filter(({ of, isTelling }) => of === undefined && isTelling).map(({ term }) => term);
  const shortest = telling.length > 1 ? SHORTEST_OF_SEVERAL : SHORTEST;
  const spellings = new Map<string, { readonly other: string; readonly word: string }>();
  for (const word of strange) {
    if (!isMendable(word, shortest)) continue;
    for (const other of spellingsOf(word)) if (!spellings.has(stem(other))) spellings.set(stem(other), { other, word });
  }
  const known = [...countRecords(databases, [...spellings.keys()]).keys()].flatMap((term) => spellings.get(term) ?? []);
  const mended = new Set(known.map(({ word }) => stem(word)));
  if (known.length === 0 || 2 * telling.filter((term) => mended.has(term)).length <= telling.length) return undefined;
  return known.map(({ other }) => other).join(" ");
}

function isMendable(word: string, shortest: number): boolean {
  return /^[a-z0-9]+$/.test(word) && stem(word).length >= shortest;
}

function* spellingsOf(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) yield before + letter + after;
    if (after === "") continue;
    yield before + after.slice(1);
    if (after.length > 1) yield `${before}${after[1]}${after[0]}${after.slice(2)}`;
    for (const letter of LETTERS) if (letter !== after[0]) yield before + letter + after.slice(1);
  }
}
