/**
 * In: the lines of a session's start. Out: which of them say no more than another line, and which another one
 * contradicts and goes before.
 *
 * An earlier start has compared most lines. Only what is new is compared now: first the pairs that share most words,
 * then each new line with all others.
 */
import { fingerprint } from "../hash.ts";
import type { RecordId } from "../records/ids.ts";
import { saysTheSame, type Stems, stemsOf } from "../text/likeness.ts";
import { isCjk } from "../text/script.ts";
import { isContrary, mayBeAboutOne, outdating } from "./beside.ts";
import { goesBefore, isNewsTo, mayOutdate, type Said, standsForBoth } from "./precedence.ts";

/** A word of more lines than this tells no two of them apart, and to pair all of them would take too long. */
const COMMON = 20;
/** Two lines that share this much of the shorter one's words are most likely about the same thing. */
const RELATED = 0.5;
/** With less, two lines of one language are not: in tests/fixtures/changes, no contradicting pair shares less. */
const SOME = 0.25;
/** Lines of so few words may share none and still give one thing two values: “Use npm”, “Use pnpm”. */
const A_NAME = 2;
/** Two lines of which one says the same as the other (text/likeness.ts) share at least this much. */
const ALIKE = 0.8;
/** Pairs that one start compares closely, besides those that an earlier one has compared; the next start goes on. */
const PAIRS_MAX = 30;
/** The cost of a quick look that finds two lines of two languages unrelated; a close comparison costs 1. */
const A_LOOK = 0.2;

/** A line that a session may start with. */
export interface Item extends Said {
  /** Unlike `id`, different for two layers. */
  readonly key: string;
  readonly id: RecordId;
  /** A decision of the last session, whose decisions are told together. */
  readonly isDecision: boolean;
  /** The key of the line that replaced this one. This one is not told, but what it put out of force stays so. */
  readonly replacedBy?: string;
}

/** The result of comparing lines, without their texts, as it is kept from one start to the next. */
export interface Findings {
  /** A hash of the lines and of the version that compared them. */
  readonly of: string;
  /** The keys of lines that say no more than another line. */
  readonly doubles: readonly string[];
  /** For the key of a line, the id of the record that contradicts it and goes before it. */
  readonly marks: Readonly<Record<string, string>>;
  /** For the key of a marked line, when the later of the two texts was said: a mark stands for these texts alone. */
  readonly at?: Readonly<Record<string, string>>;
  /** For the key of a fact of the person's, the id of the record in which others have since said otherwise. */
  readonly contested?: Readonly<Record<string, string>>;
  /** For the hash of both texts of a related pair, whether they contradict each other. */
  readonly compared: Readonly<Record<string, boolean>>;
  /** Hashes of texts with their ranks, all of which were compared with each other, related or not. */
  readonly done: readonly string[];
  /** The pairs among `done` that contradict each other. */
  readonly contrary: readonly (readonly [string, string])[];
  /** Pairs were left for the next start. */
  readonly unfinished?: boolean;
}

interface Line extends Item {
  readonly stems: Stems;
  readonly isCjk: boolean;
}

/** Two lines that share words, and the share of the shorter one's. */
interface Pair {
  readonly one: Line;
  readonly other: Line;
  readonly share: number;
}

interface Pairs {
  /** The pairs that are most likely about the same thing, those that share most first. */
  readonly related: readonly Pair[];
  /** Whether two lines that are not `related` share some words or are of two languages; their places ascend. */
  readonly mayBe: (first: number, second: number) => boolean;
}

/** Compares the lines, as far as an earlier start has not. */
export function compare(items: readonly Item[], before: Findings | undefined): Omit<Findings, "of"> {
  const lines = items.map((item) => ({ ...item, stems: stemsOf(item.text), isCjk: isCjk(item.text) }));
  const { related, mayBe } = pairsIn(lines);
  const doubles = doublesIn(related);
  const judge = new Judge(lines, doubles);
  const { compared, ...first } = compareRelated(related, judge, before);
  const { done, contrary, ...second } = compareOthers(lines, mayBe, judge, before);
  const { marks, contested } = judge;
  const findings = { doubles: [...doubles], marks, contested, compared, done, contrary };
  return first.unfinished || second.unfinished ? { ...findings, unfinished: true } : findings;
}

function pairsIn(lines: readonly Line[]): Pairs {
  const holders = new Map<string, number[]>();
  for (const [at, { stems }] of lines.entries()) {
    for (const stem of stems) {
      const places = holders.get(stem);
      if (places === undefined) holders.set(stem, [at]);
      else if (places[places.length - 1] !== at) places.push(at);
    }
  }
  // Hundreds of pairs share a word or two, and few of them become a `Pair`.
  const counts = new Uint16Array(lines.length * lines.length);
  const met: number[] = [];
  for (const places of holders.values()) {
    if (places.length > COMMON) continue;
    for (let first = 0; first + 1 < places.length; first++) {
      for (let second = first + 1; second < places.length; second++) {
        const pair = (places[first] ?? 0) * lines.length + (places[second] ?? 0);
        const count = counts[pair] ?? 0;
        if (count === 0) met.push(pair);
        counts[pair] = count + 1;
      }
    }
  }
  const shareOf = (first: number, second: number) =>
    (counts[first * lines.length + second] ?? 0) /
    Math.min(lines[first]?.stems.length ?? 0, lines[second]?.stems.length ?? 0);
  const related = met.flatMap((pair): Pair[] => {
    const [first, second] = [Math.floor(pair / lines.length), pair % lines.length];
    const [one, other] = [lines[first], lines[second]];
    const share = shareOf(first, second);
    return one && other && share >= RELATED ? [{ one, other, share }] : [];
  });
  const mayBe = (first: number, second: number) => {
    const share = shareOf(first, second);
    const [one, other] = [lines[first], lines[second]];
    if (!one || !other || share >= RELATED) return false;
    return one.isCjk !== other.isCjk || share >= SOME || Math.max(one.stems.length, other.stems.length) <= A_NAME;
  };
  return { related: related.sort((a, b) => b.share - a.share), mayBe };
}

/** The keys of lines that say no more than another line. */
function doublesIn(pairs: readonly Pair[]): Set<string> {
  const doubles = new Set<string>();
  for (const { one, other, share } of pairs) {
    if (share < ALIKE) break;
    if (doubles.has(one.key) || doubles.has(other.key) || (one.isDecision && other.isDecision)) continue;
    if (one.replacedBy !== undefined || other.replacedBy !== undefined) continue;
    if (!saysTheSame(one.stems, other.stems) && !saysTheSame(other.stems, one.stems)) continue;
    // The fact stays, since it is told with its date and with an id by which it can be changed.
    if (one.isDecision || other.isDecision) {
      doubles.add(one.isDecision ? one.key : other.key);
      continue;
    }
    doubles.add(standsForBoth(one, other) ? other.key : one.key);
  }
  return doubles;
}

/** Judges pairs of lines, and marks each that another one outdates. */
class Judge {
  /** For a line, those that contradict it and go before it. To follow them never leads back to the line. */
  readonly #against = new Map<Line, Line[]>();
  /** `Findings.contested`. */
  readonly contested: Record<string, string> = {};
  /** The cost of all comparisons so far; a close one costs 1. */
  spent = 0;
  readonly #doubles: ReadonlySet<string>;

  constructor(lines: readonly Line[], doubles: ReadonlySet<string>) {
    this.#doubles = doubles;
    for (const line of lines) {
      const by = line.replacedBy !== undefined && lines.find(({ key }) => key === line.replacedBy);
      // A line that goes before the one that replaced it would close a loop.
      if (by && !goesBefore(line, by)) this.#against.set(line, [by]);
    }
  }

  /**
   * Whether two lines contradict each other, which is noted; undefined where neither would be marked.
   *
   * @param known the answer of an earlier start
   */
  areContrary(one: Line, other: Line, known?: boolean): boolean | undefined {
    const [first, second] = goesBefore(one, other) ? [one, other] : [other, one];
    const isNews = isNewsTo(first, second);
    if (one.isDecision && other.isDecision || !isNews && !mayOutdate(first, second)) return undefined;
    if (second.replacedBy !== undefined || first.replacedBy !== undefined && !this.#against.has(first)) {
      return undefined;
    }
    if (known === undefined) this.spent += 1;
    const contrary = known ?? (isNews ? isContrary(second, first) : isContrary(first, second));
    const isTold = !this.#doubles.has(one.key) && !this.#doubles.has(other.key);
    if (contrary && isTold && isNews) this.contested[first.key] = second.id;
    else if (contrary && isTold) this.#against.set(second, [...this.#against.get(second) ?? [], first]);
    return contrary;
  }

  /** For the key of a marked line, the id of the line that outdates it. */
  get marks(): Record<string, string> {
    const outdatedBy = outdating<Line>((line) => this.#against.get(line) ?? [], (line) => line);
    return Object.fromEntries([...this.#against.keys()].flatMap((line) => {
      const by = line.replacedBy === undefined && outdatedBy(line);
      return by ? [[line.key, by.id]] : [];
    }));
  }
}

function compareRelated(pairs: readonly Pair[], judge: Judge, before: Findings | undefined) {
  const compared: Record<string, boolean> = {};
  let unfinished = false;
  for (const { one, other } of pairs) {
    const texts = fingerprint([one.text, other.text].sort().join("\0"));
    const known = before?.compared[texts];
    if (known === undefined && judge.spent >= PAIRS_MAX) {
      unfinished = true;
      continue;
    }
    const contrary = judge.areContrary(one, other, known);
    // Undefined is not kept, since it depends on the ranks, which the key does not hold.
    if (contrary !== undefined) compared[texts] = contrary;
  }
  return { compared, unfinished };
}

function compareOthers(lines: readonly Line[], mayBe: Pairs["mayBe"], judge: Judge, before: Findings | undefined) {
  const hashes = lines.map(({ text, rank, isShared }) => fingerprint(`${rank}${isShared ? "+" : ""} ${text}`));
  const known = new Set(before?.done);
  const done = [...lines.keys()].filter((at) => known.has(hashes[at] ?? ""));
  const contrary = (before?.contrary ?? []).filter((both) => both.every((hash) => hashes.includes(hash)));
  for (const both of contrary) {
    const [one, other] = both.map((hash) => lines[hashes.indexOf(hash)]);
    if (one && other) judge.areContrary(one, other, true);
  }
  // The newest lines have not been compared yet, and matter most.
  const fresh = [...lines.keys()].filter((at) => !done.includes(at))
    .sort((a, b) => (lines[a]?.at ?? "") < (lines[b]?.at ?? "") ? 1 : -1);
  for (const at of fresh) {
    if (judge.spent >= 2 * PAIRS_MAX) break;
    for (const place of done) {
      const [one, other] = [lines[at], lines[place]];
      if (!one || !other || !mayBe(Math.min(at, place), Math.max(at, place))) continue;
      if (one.isCjk !== other.isCjk && !mayBeAboutOne(one, other)) judge.spent += A_LOOK;
      else if (judge.areContrary(one, other)) contrary.push([hashes[at] ?? "", hashes[place] ?? ""]);
    }
    done.push(at);
  }
  return { done: done.map((at) => hashes[at] ?? ""), contrary, unfinished: done.length < lines.length };
}
