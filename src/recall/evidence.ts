/**
 * In: a prompt and a record that search found for it. Out: how much speaks for the record being about what the prompt is about.
 * Not done here: ranking (search/). A ranking always has a first; this says whether that one is worth a word.
 *
 * Every word that prompt and record share counts by how much such a coincidence says (outline.ts), and all the less the more records
 * hold it. Common words side by side in both ("feature flag", "data export") are a name after all. Words of one language meet their
 * counterparts in the other. What a prompt says besides, and the record does not, speaks against the record: the share that is
 * covered was measured to tell true from false better than everything else here.
 *
 * The numbers were measured on the prompts in tests/fixtures/recall (docs/recall.md).
 *
 * @module
 */
import { analyse, pairsOf } from "../index/analyse.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { idf } from "../search/counts.ts";
import { RECIPE } from "../search/recipe.ts";
import { plainQuery, type Query } from "../search/query.ts";
import { type QueryTerms, weighQuery } from "../search/terms.ts";
import { neighboursIn, type Outline, potentialOf } from "./outline.ts";
import { isCjk } from "./words/ordinary.ts";

/** The second of two overlapping pairs of characters belongs to the word of the first. */
const SAME_WORD = 0.5;
/** A part of an identifier that is not shared as a whole. */
const PART = 0.5;
/** A pair of characters that no record holds may be no word, only the end of one and the beginning of the next. */
const MAYBE_WORD = 0.6;
/** What is left of the evidence when next to nothing of the prompt is covered. */
const UNCOVERED = 0.5;
/** A record of this many different words may share some by chance; at about thrice as many its evidence counts half. */
const ORDINARY_LENGTH = 25;
const LONGER = 0.4;

/** A young store says little of what is rare: as if so many records about other things were there too. */
const IMAGINED_RECORDS = 2_000;

/** A prompt's words, weighed by the records that there are. */
export interface Subject extends Omit<Outline, "query"> {
  /** To search with. */
  readonly query: Query;
  /** What all of its words say together, also those that no record holds: what a record would have to cover. */
  readonly total: number;
  /** How much there is to coincide with by chance. */
  readonly size: number;
  /** Records in sight. */
  readonly records: number;
}

/** Weighs the words by how rare they are in these stores; what no record holds can be no evidence. */
export function subjectOf({ query: text, ...outline }: Outline, indexes: readonly MemoryIndex[]): Subject {
  const known = weighQuery(text, indexes.map(({ db }) => db), RECIPE);
  const rarity = rarities(known);
  const rarest = (parts: readonly string[]) => Math.min(...parts.map((part) => rarity.get(part)?.rarity ?? 0));
  const isHeld = (term: string) => (rarity.get(term)?.records ?? 0) > 0;
  // What search leaves out of a query says nothing here either.
  const terms = outline.terms.filter(({ term }) => rarity.has(term))
    .map((each) => ({ ...each, weight: each.weight * rarest([each.term]) }));
  let total = 0;
  let size = 0;
  for (const { term, weight, whole, continues, joined } of terms) {
    if (joined) continue;
    size += weight;
    if (whole !== undefined && isHeld(whole)) continue;
    total += weight * (whole === undefined ? 1 : PART) * (continues ? SAME_WORD : 1) *
      (isCjk(term) && !isHeld(term) ? MAYBE_WORD : 1);
  }
  return {
    query: { ...plainQuery(text), terms: known },
    terms: terms.filter(({ term }) => isHeld(term)),
    counterparts: outline.counterparts.filter((each) => each.terms.every(isHeld))
      .map((each) => ({ ...each, weight: each.weight * rarest(each.terms) })),
    neighbours: outline.neighbours.map(({ pair, weight }) => ({ pair, words: pair.split(" "), weight }))
      .filter(({ words }) => words.every(isHeld))
      .map(({ pair, words, weight }) => ({
        pair,
        weight: weight * Math.max(...words.map((word) => rarity.get(word)?.rarity ?? 0)),
      })),
    total,
    size,
    records: known.totals.records,
  };
}

/** What speaks for a record: about 1 for each rare name that it shares with a prompt that says little else. */
export function evidenceFor({ terms, counterparts, neighbours, total }: Subject, content: string): number {
  const analysis = analyse(content);
  const held = new Set([...analysis.stems, ...analysis.wholes, ...analysis.runs.flatMap(pairsOf)]);
  let evidence = 0;
  let last = "";
  for (const { term, weight, whole } of terms) {
    if (!held.has(term) || (whole !== undefined && held.has(whole))) continue;
    // Overlapping pairs are one word.
    const continues = isCjk(term) && last !== "" && last.at(-1) === term[0];
    evidence += weight * (continues ? SAME_WORD : 1) * (whole === undefined ? 1 : PART);
    last = isCjk(term) ? term : "";
  }
  for (const { terms: parts, weight } of counterparts) if (parts.every((part) => held.has(part))) evidence += weight;
  const covered = total > 0 ? Math.min(1, evidence / total) : 1;
  const pairs = new Set(neighboursIn(analysis));
  for (const { pair, weight } of neighbours) if (pairs.has(pair)) evidence += weight;
  const longer = Math.max(0, held.size / ORDINARY_LENGTH - 1);
  return evidence * (UNCOVERED + (1 - UNCOVERED) * covered) / (1 + LONGER * longer);
}

/** The most that can speak for any record of these stores: one that shares all that any of them holds. */
export function reachOf(subject: Subject): number {
  const potential = potentialOf(subject);
  return potential * (UNCOVERED + (1 - UNCOVERED) * Math.min(1, potential / subject.total));
}

interface Rarity {
  /** 0–1: 1 for what one record holds, or none. */
  readonly rarity: number;
  readonly records: number;
}

/** How rare each of the terms is that search would look for. */
function rarities({ words, totals }: QueryTerms): ReadonlyMap<string, Rarity> {
  const all = totals.records + IMAGINED_RECORDS;
  const rarest = idf(1, all);
  return new Map(words.map(({ term, records }) => [
    term,
    { records, rarity: records === 0 ? 1 : Math.min(1, idf(records, all) / rarest) },
  ]));
}
