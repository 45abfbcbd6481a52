/**
 * In: two texts that may be told, of which one goes before the other. Out: whether it puts the other out of force, or
 * is enough to tell.
 * Not done here: which goes before (precedence.ts), judging what two sentences say (contradiction.ts). Both load lists
 * of words; most events compare nothing, so whoever may need this imports it lazily.
 *
 * @module
 */
import { isCjk } from "../text/script.ts";
import { areAlike, mayMeet, saysTheSame, type Stems, stemsOf, type Terms, termsOf } from "../text/likeness.ts";
import { agree, contradicts } from "./contradiction.ts";
import { mayBeAbout } from "./other_names.ts";
import { goesBefore, mayOutdate, type Said } from "./precedence.ts";
import { readStatements, type Statement } from "./statement.ts";
import { fingerprint } from "../hash.ts";
import { briefId, type RecordId } from "../records/ids.ts";
import type { Found } from "../index/read.ts";
import type { Recalled } from "./mod.ts";

/** Whether two texts may be about the same thing: a look that spares taking the other one apart. */
export function mayBeAboutOne(one: Said, other: Said): boolean {
  return areOfTwoLanguages(one, other)
    ? mayBeAbout(statementsOf(one), lowerOf(other))
    : mayMeet(termsIn(one), termsIn(other));
}

/** Whether the first, which goes before the second, says otherwise of the same thing. */
function saysOtherwise(first: Said, second: Said): boolean {
  return mayBeAboutOne(first, second) && turns(first, second);
}

/** The same of two that are known to share words. */
function turns(first: Said, second: Said): boolean {
  return contradicts(statementsOf(first), statementsOf(second), { lookUp: areOfTwoLanguages(first, second) });
}

/**
 * Whether the first, which goes before the second, is enough to tell: both say the same in nearly the same words, or it
 * changes a word or two of the other. "Branch 1" never stands for "Branch 2".
 */
function standsForBoth(first: Said, second: Said): boolean {
  return areAlike(termsIn(first), termsIn(second)) &&
    (agree(statementsOf(first), statementsOf(second)) || saysOtherwise(first, second));
}

/** Whether they are of two languages. */
export function areOfTwoLanguages(one: Said, other: Said): boolean {
  return isCjk(one.text) !== isCjk(other.text);
}

function termsIn(each: Said): Terms {
  return each.terms ??= termsOf(each.text);
}

function lowerOf(each: Said): string {
  return each.lower ??= each.text.toLowerCase();
}

function statementsOf(each: Said): readonly Statement[] {
  return each.statements ??= readStatements(each.text);
}

/** What is in more of them than this tells no two of them apart, and to pair them all would take too long. */
const COMMON = 20;
/** Two that share as much of the shorter one's words are most likely about the same. */
const RELATED = 0.5;
/** Two of one language that share less are not: of tests/fixtures/changes none that contradict each other do. */
const SOME = 0.25;
/** As much of a text as another must hold to say the same (text/likeness.ts). */
const ALIKE = 0.8;
/** Pairs that one start looks at closely, beside those that an earlier one has: the next start goes on. */
const PAIRS_MAX = 30;
/** What it takes to see that two of two languages are not about the same, as a share of a closer look. */
const A_LOOK = 0.2;

/** A line that a session may start with. */
export interface Item extends Said {
  /** Ids may be the same in both layers. */
  readonly key: string;
  readonly id: RecordId;
  /** Of the last session's: they are told as one. */
  readonly isDecision: boolean;
  /** Made when somebody asks. */
  stems?: Stems;
}

/** What was found, without any text of the lines. */
export interface Findings {
  /** Of the lines, and of who compared them. */
  readonly of: string;
  /** The keys of lines that say no more than another one. */
  readonly doubles: readonly string[];
  /** By key, the id of what says otherwise than each. */
  readonly marks: Readonly<Record<string, string>>;
  /** Whether two that are related contradict each other, by both texts. */
  readonly compared: Readonly<Record<string, boolean>>;
  /**
   * The texts, each with its rank, that were compared with each other, related or not, and the two of those that
   * contradict each other.
   */
  readonly done: readonly string[];
  readonly contrary: readonly (readonly [string, string])[];
  /** Whether pairs were left for the next start. */
  readonly unfinished?: boolean;
}

/** Two that share words, and how much of the shorter one's. */
interface Pair {
  readonly one: Item;
  readonly other: Item;
  readonly share: number;
}

/** How the items stand to each other. */
interface Pairs {
  /** Those that are most likely about the same, those that share most first. */
  readonly related: readonly Pair[];
  /** Whether two others may be: they share some words, or are of two languages. By their places, the smaller first. */
  readonly mayBe: (first: number, second: number) => boolean;
}

/** Compares the lines, as far as that was not done before. */
export function compare(items: readonly Item[], before: Findings | undefined): Omit<Findings, "of"> {
  const pairs = pairsIn(items);
  const doubles = doublesIn(pairs.related);
  return { doubles: [...doubles], ...marksFor(items, pairs, doubles, before) };
}

function pairsIn(items: readonly Item[]): Pairs {
  const cjk = items.map(({ text }) => isCjk(text));
  const holders = new Map<string, number[]>();
  for (let at = 0; at < items.length; at++) {
    for (const stem of stemsIn(items[at])) {
      const places = holders.get(stem);
      if (places === undefined) holders.set(stem, [at]);
      else if (places[places.length - 1] !== at) places.push(at);
    }
  }
  // Hundreds of pairs share a word or two: they are counted, and few of them become a value.
  const counts = new Uint16Array(items.length * items.length);
  const met: number[] = [];
  for (const places of holders.values()) {
    if (places.length > COMMON) continue;
    for (let first = 0; first + 1 < places.length; first++) {
      for (let second = first + 1; second < places.length; second++) {
        const pair = (places[first] ?? 0) * items.length + (places[second] ?? 0);
        const count = counts[pair] ?? 0;
        if (count === 0) met.push(pair);
        counts[pair] = count + 1;
      }
    }
  }
  const related: Pair[] = [];
  const shareOf = (first: number, second: number) =>
    (counts[first * items.length + second] ?? 0) /
    Math.min(stemsIn(items[first]).length, stemsIn(items[second]).length);
  for (const pair of met) {
    const [first, second] = [Math.floor(pair / items.length), pair % items.length];
    const [one, other] = [items[first], items[second]];
    const share = shareOf(first, second);
    if (one && other && share >= RELATED) related.push({ one, other, share });
  }
  const mayBe = (first: number, second: number) =>
    shareOf(first, second) < RELATED && (cjk[first] !== cjk[second] || shareOf(first, second) >= SOME);
  return { related: related.sort(mostFirst), mayBe };
}

function mostFirst(a: Pair, b: Pair): number {
  return b.share - a.share;
}

/** The keys of those that say no more than another one. */
function doublesIn(pairs: readonly Pair[]): Set<string> {
  const doubles = new Set<string>();
  for (const { one, other, share } of pairs) {
    if (share < ALIKE) break;
    if (doubles.has(one.key) || doubles.has(other.key) || (one.isDecision && other.isDecision)) continue;
    if (!saysTheSame(stemsIn(one), stemsIn(other)) && !saysTheSame(stemsIn(other), stemsIn(one))) continue;
    // A fact says when it was saved and by which id it is changed; of a decision its session tells no more.
    if (one.isDecision || other.isDecision) {
      doubles.add(one.isDecision ? one.key : other.key);
      continue;
    }
    const stays = one.rank !== other.rank ? one.rank > other.rank : goesBefore(one, other);
    doubles.add(stays ? other.key : one.key);
  }
  return doubles;
}

/** What says otherwise than another and goes before it. */
function marksFor(
  items: readonly Item[],
  { related, mayBe }: Pairs,
  doubles: ReadonlySet<string>,
  before: Findings | undefined,
): Omit<Findings, "of" | "doubles"> {
  const marks: Record<string, string> = {};
  const compared: Record<string, boolean> = {};
  let [looked, unfinished] = [0, false];
  /** Whether one says otherwise; undefined where neither may put the other out of force. */
  const judge = (one: Item, other: Item, known?: boolean): boolean | undefined => {
    const [first, second] = goesBefore(one, other) ? [one, other] : [other, one];
    if (one.isDecision && other.isDecision || !mayOutdate(first, second)) return undefined;
    if (known === undefined) looked += 1;
    const isContrary = known ?? turns(first, second);
    const isTold = !doubles.has(one.key) && !doubles.has(other.key);
    if (isContrary && isTold) marks[second.key] ??= briefId(first.id);
    return isContrary;
  };
  for (const { one, other } of related) {
    const texts = fingerprint([one.text, other.text].sort().join("\0"));
    const known = before?.compared[texts];
    if (known === undefined && looked >= PAIRS_MAX) unfinished = true;
    else {
      const isContrary = judge(one, other, known);
      // Nothing was found out where rank alone forbids it: another rank may have the same two compared.
      if (isContrary !== undefined) compared[texts] = isContrary;
    }
  }
  const prints = items.map(({ text, rank }) => fingerprint(`${rank} ${text}`));
  const known = new Set(before?.done);
  const done = items.map((_, at) => at).filter((at) => known.has(prints[at] ?? ""));
  const contrary = (before?.contrary ?? []).filter(([one, other]) => prints.includes(one) && prints.includes(other));
  for (const [one, other] of contrary) {
    const [ours, theirs] = [items[prints.indexOf(one)], items[prints.indexOf(other)]];
    if (ours && theirs) judge(ours, theirs, true);
  }
  // What was said last has not been compared yet, and matters most.
  const fresh = items.map((_, at) => at).filter((at) => !done.includes(at));
  for (const at of fresh.sort((a, b) => (items[a]?.at ?? "") < (items[b]?.at ?? "") ? 1 : -1)) {
    if (looked >= 2 * PAIRS_MAX) {
      unfinished = true;
      break;
    }
    for (const place of done) {
      const [one, other] = [items[at], items[place]];
      if (!one || !other || !mayBe(Math.min(at, place), Math.max(at, place))) continue;
      if (areOfTwoLanguages(one, other) && !mayBeAboutOne(one, other)) {
        looked += A_LOOK;
        continue;
      }
      if (judge(one, other)) contrary.push([prints[at] ?? "", prints[place] ?? ""]);
    }
    done.push(at);
  }
  const found = { marks, compared, done: done.map((at) => prints[at] ?? ""), contrary };
  return unfinished ? { ...found, unfinished } : found;
}

function stemsIn(item: Item | undefined): Stems {
  return item ? item.stems ??= stemsOf(item.text) : [];
}

/** Records of one session (docs/recall.md, "What remains"). */
const PER_SESSION_MAX = 3;

/** A record worth giving with what it says, to be weighed against another. */
export interface Weighed extends Recalled {
  readonly said: Said;
}

/** Those that tell the session something: it has neither them in its context nor what stands for them. */
export function unknownOf(
  relevant: readonly Weighed[],
  beside: readonly Weighed[],
  given: ReadonlySet<string>,
): Weighed[] {
  const told = [...relevant, ...beside].filter(({ hit }) => given.has(hit.id));
  const summed = new Set(relevant.flatMap(({ hit }) => hit.type === "summary" ? hit.session ?? [] : []));
  return relevant.filter((each) => !told.includes(each) && !isOutdated(each, told) && !isStageOf(each.hit, summed));
}

/**
 * Whether the session knows what stands for a record, or puts it out of force: to tell it would bring back what no
 * longer holds.
 */
function isOutdated(each: Weighed, told: readonly Weighed[]): boolean {
  return told.some((known) =>
    goesBefore(known.said, each.said) && (standsForBoth(known.said, each.said) || putsOut(known, each))
  );
}

function putsOut({ said: first }: Weighed, { said: second }: Weighed): boolean {
  return goesBefore(first, second) && mayOutdate(first, second) && saysOtherwise(first, second);
}

/** Whether a stage was captured of a session whose summary, drawn from the same conversation, goes before it. */
function isStageOf({ memoryType, session = "", record }: Found, summed: ReadonlySet<string>): boolean {
  return memoryType === "S" && record.auto_generated === true && summed.has(session);
}

/**
 * Near-doubles collapse to the newest, what is contradicted gives its place to what goes before it, and no session
 * takes more than its share.
 */
export function distinct(recalled: readonly Weighed[], beside: readonly Weighed[]): Weighed[] {
  const kept: Weighed[] = [];
  const perSession = new Map<string, number>();
  for (const candidate of recalled) {
    const twin = kept.findIndex((each) => isOneThing(each, candidate));
    const seen = kept[twin];
    if (seen) {
      if (!goesBefore(seen.said, candidate.said)) kept[twin] = candidate;
      continue;
    }
    const { session } = candidate.hit;
    const soFar = session === undefined ? 0 : perSession.get(session) ?? 0;
    if (soFar >= PER_SESSION_MAX) continue;
    if (session !== undefined) perSession.set(session, soFar + 1);
    kept.push(candidate);
  }
  return kept.map((each) => beside.find((other) => putsOut(other, each)) ?? each);
}

function isOneThing(one: Weighed, other: Weighed): boolean {
  const [first, second] = goesBefore(one.said, other.said) ? [one, other] : [other, one];
  return standsForBoth(first.said, second.said) || putsOut(first, second);
}
