/**
 * In: what a session may start with. Out: the same with each thing told once; of two that contradict each other, the
 * one that does not hold any more is marked with the id of the other.
 * Not done here: choosing records (gather.ts), the words around a mark (start.ts).
 *
 * Nothing is left out but what another line says as well. What is marked is still told: patterns judge, and they err.
 *
 * @module
 */
import { briefId } from "../records/meant_id.ts";
import { contradicts } from "./contradiction.ts";
import { saysTheSame, type Stems, stemsOf } from "./same.ts";
import type { Convention, StartMaterial } from "./start.ts";
import { readStatements, type Statement } from "./statement.ts";
import { isCjk } from "../search/words/ordinary.ts";

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
  readonly stems: Stems;
  readonly isCjk: boolean;
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

/** Tells each thing once, and marks what another line contradicts. */
export function settle(material: StartMaterial): StartMaterial {
  const items = [
    ...material.conventions.slice(0, RULES_MAX).map((each) => itemOf(each, each.text, each.stated ? OWN_RULE : 1)),
    ...material.facts.map((each) => itemOf(each, each.content, 0)),
  ];
  const pairs = pairsIn(items);
  const doubles = doublesIn(pairs.related);
  const marks = marksFor(pairs, doubles);
  const settled = <T extends Pick<Convention, "id" | "layer">>(list: readonly T[]) =>
    list.filter((each) => !doubles.has(keyOf(each))).map((each) => {
      const otherwise = marks.get(keyOf(each));
      return otherwise === undefined ? each : { ...each, otherwise };
    });
  return { ...material, conventions: settled(material.conventions), facts: settled(material.facts) };
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
    stems: stemsOf(text),
    isCjk: isCjk(text),
  };
}

function keyOf({ id, layer = "project" }: Pick<Convention, "id" | "layer">): string {
  return `${layer} ${id}`;
}

function pairsIn(items: readonly Item[]): Pairs {
  const holders = new Map<string, number[]>();
  for (let at = 0; at < items.length; at++) {
    for (const stem of items[at]?.stems ?? []) {
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
    const [one, other] = [items[Math.floor(pair / items.length)], items[pair % items.length]];
    if (!one || !other) continue;
    const share = (counts[pair] ?? 0) / Math.min(one.stems.length, other.stems.length);
    if (share >= RELATED) related.push({ one, other, share });
    else if (one.isCjk !== other.isCjk) foreign.push({ one, other, share });
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
    if (!saysTheSame(one.stems, other.stems) && !saysTheSame(other.stems, one.stems)) continue;
    const stays = one.rank !== other.rank ? one.rank > other.rank : goesBefore(one, other);
    doubles.add(stays ? other.key : one.key);
  }
  return doubles;
}

/** By key, the id of what says otherwise than each and goes before it. */
function marksFor({ related, foreign }: Pairs, doubles: ReadonlySet<string>): Map<string, string> {
  const marks = new Map<string, string>();
  const isTold = ({ one, other }: Pair) => !doubles.has(one.key) && !doubles.has(other.key);
  const compared = [
    ...related.filter(isTold).slice(0, PAIRS_MAX),
    ...foreign.filter(isTold).slice(0, LOOKED_UP_MAX),
  ];
  for (const { one, other, share } of compared) {
    const [first, second] = goesBefore(one, other) ? [one, other] : [other, one];
    // What others said does not put a rule of the user's own out of force.
    if (marks.has(second.key) || (first.rank < second.rank && second.rank === OWN_RULE)) continue;
    if (contradicts(statementsOf(first), statementsOf(second), { lookUp: share < RELATED })) {
      marks.set(second.key, briefId(first.id));
    }
  }
  return marks;
}

/** The rank of what the user stated. */
const OWN_RULE = 2;

/** The project's own goes before what holds everywhere, then the newer. */
function goesBefore(one: Item, other: Item): boolean {
  return one.inProject !== other.inProject ? one.inProject : one.at >= other.at;
}

function statementsOf(item: Item): readonly Statement[] {
  return item.statements ??= readStatements(item.text);
}
