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
import { contradicts } from "./contradiction.ts";
import { saysTheSame, type Stems, stemsOf } from "./same.ts";
import type { Convention, StartMaterial } from "./start.ts";
import { readStatements, type Statement } from "./statement.ts";
import { isCjk } from "../search/words/ordinary.ts";
import { sha256Hex } from "../sha256.ts";
import { VERSION } from "../version.ts";

/** What is in more of them than this tells no two of them apart, and to pair them all would take too long. */
const COMMON = 20;
/** Two that share less of the shorter one's words are not about the same. */
const RELATED = 0.5;
/** As much of a text as another must hold to say the same (same.ts). */
const ALIKE = 0.8;
/** Pairs that are looked at closely, and those of two languages, whose words are looked up. */
const PAIRS_MAX = 8;
const LOOKED_UP_MAX = 2;
/** Rules that are compared: those that come first, and more than most people have. */
const RULES_MAX = 25;

interface Item {
  /** Ids may be the same in both layers. */
  readonly key: string;
  readonly id: string;
  readonly text: string;
  /** When it was said or last reworded. */
  readonly at: string;
  readonly inProject: boolean;
  /** A rule of the user's own goes before what others said, and that before a fact. */
  readonly rank: number;
  /** Made when somebody asks. */
  stems?: Stems;
  statements?: readonly Statement[];
}

/** Two that share words, and how much of the shorter one's. */
interface Pair {
  readonly one: Item;
  readonly other: Item;
  readonly share: number;
}

/** The pairs that share words, those that share most first. */
interface Pairs {
  readonly related: readonly Pair[];
  /** Those of two languages that share less. */
  readonly foreign: readonly Pair[];
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
  /** Whether two of them contradict each other, by both texts. */
  readonly compared: Readonly<Record<string, boolean>>;
}

/** Tells each thing once, and marks what another line contradicts. */
export function settle(material: StartMaterial, kept?: Kept): StartMaterial {
  const items = [
    ...material.conventions.slice(0, RULES_MAX).map((each) => itemOf(each, each.text, each.stated ? OWN_RULE : 1)),
    ...material.facts.map((each) => itemOf(each, each.content, 0)),
  ];
  const { doubles, marks } = findingsOf(items, kept);
  const settled = <T extends Pick<Convention, "id" | "layer">>(list: readonly T[]) =>
    list.filter((each) => !doubles.includes(keyOf(each))).map((each) => {
      const otherwise = marks[keyOf(each)];
      return otherwise === undefined ? each : { ...each, otherwise };
    });
  return { ...material, conventions: settled(material.conventions), facts: settled(material.facts) };
}

function findingsOf(items: readonly Item[], kept?: Kept): Findings {
  const parts = items.map(({ key, at, rank, text }) => `${key}\0${at}\0${rank}\0${text}\0`);
  const of = sha256Hex([VERSION, ...parts]);
  const before = readFindings(kept?.kept());
  if (before?.of === of) return before;
  const pairs = pairsIn(items);
  const doubles = doublesIn(pairs.related);
  const found = { of, doubles: [...doubles], ...marksFor(pairs, doubles, before?.compared ?? {}) };
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
): Item {
  const { id, timestamp = "", changed, layer } = each;
  return {
    key: keyOf(each),
    id,
    text,
    at: changed ?? timestamp,
    inProject: layer !== "global",
    rank,
  };
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
  const foreign: Pair[] = [];
  for (const pair of met) {
    const [first, second] = [Math.floor(pair / items.length), pair % items.length];
    const [one, other] = [items[first], items[second]];
    if (!one || !other) continue;
    const share = (counts[pair] ?? 0) / Math.min(stemsIn(one).length, stemsIn(other).length);
    if (share >= RELATED) related.push({ one, other, share });
    else if (cjk[first] !== cjk[second]) foreign.push({ one, other, share });
  }
  return { related: related.sort(mostFirst), foreign: foreign.sort(mostFirst) };
}

function mostFirst(a: Pair, b: Pair): number {
  return b.share - a.share;
}

/** The keys of those that say no more than another one. */
function doublesIn(pairs: readonly Pair[]): Set<string> {
  const doubles = new Set<string>();
  for (const { one, other, share } of pairs) {
    if (share < ALIKE) break;
    if (doubles.has(one.key) || doubles.has(other.key)) continue;
    if (!saysTheSame(stemsIn(one), stemsIn(other)) && !saysTheSame(stemsIn(other), stemsIn(one))) continue;
    const stays = one.rank !== other.rank ? one.rank > other.rank : goesBefore(one, other);
    doubles.add(stays ? other.key : one.key);
  }
  return doubles;
}

/** What says otherwise than another and goes before it. */
function marksFor(
  { related, foreign }: Pairs,
  doubles: ReadonlySet<string>,
  before: Findings["compared"],
): Pick<Findings, "marks" | "compared"> {
  const marks: Record<string, string> = {};
  const compared: Record<string, boolean> = {};
  const isTold = ({ one, other }: Pair) => !doubles.has(one.key) && !doubles.has(other.key);
  const chosen = [
    ...related.filter(isTold).slice(0, PAIRS_MAX),
    ...foreign.filter(isTold).slice(0, LOOKED_UP_MAX),
  ];
  for (const { one, other, share } of chosen) {
    const [first, second] = goesBefore(one, other) ? [one, other] : [other, one];
    // What others said does not put a rule of the user's own out of force.
    if (marks[second.key] !== undefined || (first.rank < second.rank && second.rank === OWN_RULE)) continue;
    const lookUp = share < RELATED;
    const texts = fingerprint(`${first.text}\0${second.text}\0${lookUp}`);
    const isContrary = before[texts] ?? contradicts(statementsOf(first), statementsOf(second), { lookUp });
    compared[texts] = isContrary;
    if (isContrary) marks[second.key] = briefId(first.id);
  }
  return { marks, compared };
}

/** The rank of what the user stated. */
const OWN_RULE = 2;

/** The project's own goes before what holds everywhere, then the newer. */
function goesBefore(one: Item, other: Item): boolean {
  return one.inProject !== other.inProject ? one.inProject : one.at >= other.at;
}

function stemsIn(item: Item | undefined): Stems {
  return item ? item.stems ??= stemsOf(item.text) : [];
}

function statementsOf(item: Item): readonly Statement[] {
  return item.statements ??= readStatements(item.text);
}
