/**
 * In: a prompt and a record that search found for it. Out: how much speaks for the record being about what the prompt is about.
 * Not done here: ranking (search/). A ranking always has a first; this says whether that one is worth a word.
 *
 * Every word that prompt and record share counts by how much such a coincidence says: a name or identifier 1, a plain word of the
 * trade a little less, a word that every prompt is full of next to nothing, and all the less the more records hold it. Common words side
 * by side in both ("feature flag", "data export") are a name after all. Words of one language meet their counterparts in the other.
 *
 * The numbers were measured on the prompts in tests/fixtures/recall (docs/recall.md).
 *
 * @module
 */
import { analyse, type Analysis, pairsOf } from "../index/analyse.ts";
import { isStopWord } from "../index/words/stop.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { RECIPE } from "../search/recipe.ts";
import { idf } from "../search/counts.ts";
import { weighQuery } from "../search/terms.ts";
import { isCjk, priorOf } from "./words/ordinary.ts";
import { counterparts } from "./words/glossary.ts";

/** How much one shared word says when it is rare: a name; a plain English word; a Chinese word; a counterpart in the other language. */
const NAME = 1;
const ENGLISH_WORD = 0.8;
const CHINESE_WORD = 0.9;
const COUNTERPART = 0.7;
/** Two words side by side in both. */
const SIDE_BY_SIDE = 0.6;
/** The second of two overlapping pairs of characters belongs to the word of the first. */
const SAME_WORD = 0.5;

/** A young store says little of what is rare: as if so many records about other things were there too. */
const IMAGINED_RECORDS = 200;

interface Weighed {
  readonly term: string;
  /** What sharing it says. */
  readonly weight: number;
}

interface Counterpart {
  readonly terms: readonly string[];
  readonly weight: number;
}

/** A prompt's words, weighed by what they are. */
export interface Outline {
  readonly terms: readonly Weighed[];
  readonly counterparts: readonly Counterpart[];
  /** Words side by side. */
  readonly neighbours: readonly string[];
  /** The most evidence that any record of any store could give: below the line nothing need be opened. */
  readonly potential: number;
  /** Text to search with. */
  readonly query: string;
}

/** A prompt's words, weighed by the records that there are. */
export interface Subject extends Outline {
  /** What all of its words say together: how much there is to coincide with by chance. */
  readonly size: number;
}

/** Weighs the words of a prompt, before any store is asked. */
export function outlineOf(prompt: string): Outline {
  const analysis = analyse(prompt);
  const surfaceOf = new Map(analysis.stems.map((stem, at) => [stem, analysis.surfaces[at] ?? stem]));
  const names = namesIn(prompt);
  const own = [...new Set([...analysis.stems, ...analysis.wholes, ...analysis.runs.flatMap(pairsOf)])];
  const terms = own.filter((term) => !isStopWord(surfaceOf.get(term) ?? term)).map((term): Weighed => {
    const kind = isCjk(term) ? CHINESE_WORD : names.has(surfaceOf.get(term) ?? term) ? NAME : ENGLISH_WORD;
    return { term, weight: kind * priorOf(surfaceOf.get(term) ?? term) };
  });
  const others = counterparts(prompt, analysis.surfaces);
  const foreign = others.map((word): Counterpart => {
    const parts = isCjk(word) ? pairsOf(word) : analyse(word).stems;
    return { terms: parts, weight: COUNTERPART * Math.min(...(isCjk(word) ? parts : [word]).map(priorOf)) };
  });
  return withPotential({
    terms,
    counterparts: foreign,
    neighbours: [...new Set(neighboursIn(analysis))],
    query: `${prompt} ${others.join(" ")}`,
  });
}

/** Weighs the words by how rare they are in these stores; what no record holds can be no evidence. */
export function subjectOf(outline: Outline, indexes: readonly MemoryIndex[]): Subject {
  const rarity = rarities(indexes, outline.query);
  const rarest = (parts: readonly string[]) => Math.min(...parts.map((part) => rarity.get(part)?.rarity ?? 0));
  const isHeld = (term: string) => (rarity.get(term)?.records ?? 0) > 0;
  // What search leaves out of a query says nothing here either.
  const known = outline.terms.filter(({ term }) => rarity.has(term));
  const terms = known.map(({ term, weight }) => ({ term, weight: weight * rarest([term]) }));
  const size = sum(terms);
  return {
    ...withPotential({
      query: outline.query,
      terms: terms.filter(({ term }) => isHeld(term)),
      counterparts: outline.counterparts.filter((each) => each.terms.every(isHeld)).map((each) => ({
        ...each,
        weight: each.weight * rarest(each.terms),
      })),
      neighbours: outline.neighbours.filter((pair) => pair.split(" ").every(isHeld)),
    }),
    size,
  };
}

function withPotential(outline: Omit<Outline, "potential">): Outline {
  const { terms, counterparts, neighbours } = outline;
  return { ...outline, potential: sum(terms) + sum(counterparts) + SIDE_BY_SIDE * neighbours.length };
}

function sum(weighed: readonly { readonly weight: number }[]): number {
  return weighed.reduce((total, { weight }) => total + weight, 0);
}

/** What speaks for a record: about 1 for each rare word that it shares with the prompt. */
export function evidenceFor({ terms, counterparts, neighbours }: Outline, content: string): number {
  const analysis = analyse(content);
  const held = new Set([...analysis.stems, ...analysis.wholes, ...analysis.runs.flatMap(pairsOf)]);
  let evidence = 0;
  let last = "";
  for (const { term, weight } of terms) {
    if (!held.has(term)) continue;
    // Overlapping pairs are one word.
    const continues = isCjk(term) && last !== "" && last.at(-1) === term[0];
    evidence += continues ? weight * SAME_WORD : weight;
    last = isCjk(term) ? term : "";
  }
  for (const { terms: parts, weight } of counterparts) if (parts.every((part) => held.has(part))) evidence += weight;
  const pairs = new Set(neighboursIn(analysis));
  return evidence + SIDE_BY_SIDE * neighbours.filter((pair) => pairs.has(pair)).length;
}

interface Rarity {
  /** 0–1: 1 for what one record holds, or none. */
  readonly rarity: number;
  readonly records: number;
}

/** The terms that search would look for, and how rare each is. */
function rarities(indexes: readonly MemoryIndex[], text: string): ReadonlyMap<string, Rarity> {
  const { words, totals } = weighQuery(text, indexes.map(({ db }) => db), RECIPE);
  const all = totals.records + IMAGINED_RECORDS;
  const rarest = idf(1, all);
  return new Map(words.map(({ term, records }) => [
    term,
    { records, rarity: records === 0 ? 1 : Math.min(1, idf(records, all) / rarest) },
  ]));
}

function* neighboursIn({ stems, surfaces }: Analysis): Iterable<string> {
  for (let at = 0; at + 1 < stems.length; at++) {
    const pair = [surfaces[at] ?? "", surfaces[at + 1] ?? ""];
    if (!pair.some((word) => isStopWord(word))) yield `${stems[at]} ${stems[at + 1]}`;
  }
}

const LATIN_WORD = /[A-Za-z][\w.\-/]*/g;
const INSIDE_NAME = /[._\-/]\w|\d|[a-z][A-Z]|^[A-Z]{2,}/;

/**
 * The words of a prompt that are written as names: identifiers, capitals in mid-sentence, and whatever is Latin among Chinese.
 * In lower case, parts of identifiers included.
 */
function namesIn(prompt: string): Set<string> {
  const chinese = (prompt.match(/[\u3400-\u9fff]/g)?.length ?? 0) >= 4;
  const names = new Set<string>();
  for (const match of prompt.matchAll(LATIN_WORD)) {
    const word = match[0];
    const begins = /(?:^|[.?!。？！\n])\s*$/.test(prompt.slice(0, match.index));
    if (!chinese && !INSIDE_NAME.test(word) && !(/^[A-Z]/.test(word) && !begins)) continue;
    const { surfaces, wholes } = analyse(word);
    for (const name of [...surfaces, ...wholes]) names.add(name);
  }
  return names;
}
