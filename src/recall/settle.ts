/**
 * In: what a session may start with. Out: the same with each thing told once; of two that contradict each other, the
 * one that does not hold any more is marked with the id of the other.
 * Not done here: choosing records (gather.ts), the words around a mark (start.ts).
 *
 * Nothing is left out but what another line says as well. What is marked is still told: patterns judge, and they err.
 *
 * @module
 */
import { fingerprint } from "../fingerprint.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { briefId } from "../records/meant_id.ts";
import { goesBefore, mayOutdate, OTHERS, OWN_RULE, type Said, said, saysOtherwise } from "./precedence.ts";
import { saysTheSame, type Stems, stemsOf } from "./same.ts";
import type { Convention, StartMaterial } from "./start.ts";
import { isCjk } from "../search/words/ordinary.ts";
import { sha256Hex } from "../sha256.ts";
import { VERSION } from "../version.ts";

/** What is in more of them than this tells no two of them apart, and to pair them all would take too long. */
const COMMON = 20;
/** Two that share as much of the shorter one's words are most likely about the same. */
const RELATED = 0.5;
/** Nor are those of one language that share less than this: none of tests/fixtures/changes does. */
const SOME = 0.25;
/** As much of a text as another must hold to say the same (same.ts). */
const ALIKE = 0.8;
/** Pairs that one start looks at closely, beside those that an earlier one has: the next start goes on. */
const PAIRS_MAX = 40;
/** Rules that are compared: more than any budget takes. */
const RULES_MAX = 400;

interface Item extends Said {
  /** Ids may be the same in both layers. */
  readonly key: string;
  readonly id: string;
  /** Made when somebody asks. */
  stems?: Stems;
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

/**
 * Where what was found is kept from one start to the next: the same lines are told until something is saved, and most
 * of them again after that.
 */
export type Kept = Pick<MemoryIndex, "kept" | "keep">;

/** What was found, without any text of the lines. */
interface Findings {
  /** Of the lines, and of who compared them. */
  readonly of: string;
  /** The keys of lines that say no more than another one. */
  readonly doubles: readonly string[];
  /** By key, the id of what says otherwise than each. */
  readonly marks: Readonly<Record<string, string>>;
  /** Whether two that are related contradict each other, by both texts. */
  readonly compared: Readonly<Record<string, boolean>>;
  /** The texts that were compared with each other, related or not, and the two of those that contradict each other. */
  readonly done: readonly string[];
  readonly contrary: readonly (readonly [string, string])[];
  /** Whether pairs were left for the next start. */
  readonly unfinished?: boolean;
}

/** Tells each thing once, and marks what another line contradicts. */
export function settle(material: StartMaterial, kept?: Kept): StartMaterial {
  const { lastSession } = material;
  const decisions =
    lastSession?.decisions.map((text, at) =>
      itemOf({ id: lastSession.id, changed: lastSession.changed }, text, 0, `${DECISION}${at}`)
    ) ?? [];
  const items = [
    ...material.conventions.slice(0, RULES_MAX).map((each) =>
      itemOf(each, each.text, each.stated ? OWN_RULE : each.isOthers ? OTHERS : 1)
    ),
    ...material.facts.map((each) => itemOf(each, each.content, each.isOthers ? OTHERS : 0)),
    ...decisions,
  ];
  const { doubles, marks } = findingsOf(items, kept);
  const settled = <T extends Pick<Convention, "id" | "layer">>(list: readonly T[]) =>
    list.filter((each) => !doubles.includes(keyOf(each))).map((each) => {
      const otherwise = marks[keyOf(each)];
      return otherwise === undefined ? each : { ...each, otherwise };
    });
  return {
    ...material,
    conventions: settled(material.conventions),
    facts: settled(material.facts),
    // What stands beside a decision says what holds now.
    lastSession: lastSession && {
      ...lastSession,
      decisions: lastSession.decisions.filter((_, at) => marks[`${DECISION}${at}`] === undefined),
    },
  };
}

function findingsOf(items: readonly Item[], kept?: Kept): Findings {
  const parts = items.map(({ key, at, rank, text }) => `${key}\0${at}\0${rank}\0${text}\0`);
  const of = sha256Hex([VERSION, ...parts]);
  const before = readFindings(kept?.kept());
  if (before?.of === of && !before.unfinished) return before;
  const pairs = pairsIn(items);
  const doubles = doublesIn(pairs.related);
  const found = { of, doubles: [...doubles], ...marksFor(items, pairs, doubles, before) };
  kept?.keep(JSON.stringify(found));
  return found;
}

function readFindings(text: string | undefined): Findings | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // The file was damaged there: it is found out anew.
    return undefined;
  }
}

function itemOf(
  each: Pick<Convention, "id" | "timestamp" | "changed" | "layer">,
  text: string,
  rank: number,
  key = keyOf(each),
): Item {
  return { ...said(text, each, rank), key, id: each.id };
}

/** Before the place of a decision of the last session. */
const DECISION = "decision ";

function isDecision({ key }: Item): boolean {
  return key.startsWith(DECISION);
}

function keyOf({ id, layer = "project" }: Pick<Convention, "id" | "layer">): string {
  return `${layer} ${id}`;
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
    // A decision is told with its session, whatever else says it.
    if (doubles.has(one.key) || doubles.has(other.key) || isDecision(one) || isDecision(other)) continue;
    if (!saysTheSame(stemsIn(one), stemsIn(other)) && !saysTheSame(stemsIn(other), stemsIn(one))) continue;
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
    if (isDecision(one) && isDecision(other) || !mayOutdate(first, second)) return undefined;
    if (known === undefined) looked += 1;
    const isContrary = known ?? saysOtherwise(first, second, true);
    const isTold = !doubles.has(one.key) && !doubles.has(other.key);
    if (isContrary && isTold) marks[second.key] ??= briefId(first.id);
    return isContrary;
  };
  for (const { one, other } of related) {
    const texts = fingerprint([one.text, other.text].sort().join("\0"));
    const known = before?.compared[texts];
    if (known === undefined && looked >= PAIRS_MAX) unfinished = true;
    else compared[texts] = judge(one, other, known) ?? false;
  }
  const prints = items.map(({ text }) => fingerprint(text));
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
