/**
 * In: a prompt and a record that search found for it. Out: how much speaks for the record being about what the prompt is about.
 * Not done here: ranking (search/). A ranking always has a first; this says whether that one is worth a word.
 *
 * Every word that prompt and record share counts by how much such a coincidence says: a name or identifier 1, a plain word of the
 * trade a little less, a word that every prompt is full of next to nothing, and all the less the more records hold it. Common words side
 * by side in both ("feature flag", "data export") are a name after all. Words of one language meet their counterparts in the other.
 *
 * The numbers were measured on the prompts in tests/fixtures/recall (docs/retrieval.md, "Prompt recall").
 *
 * @module
 */
import { analyse, type Analysis, pairsOf } from "../index/analyse.ts";
import { ENGLISH_STOP_WORDS } from "../index/words/stop.ts";
import type { MemoryIndex } from "../index/mod.ts";
import { RECIPE } from "../search/recipe.ts";
import { idf, weighQuery } from "../search/terms.ts";
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

/** A prompt ready to be compared with records. */
export interface Subject {
  readonly terms: readonly Weighed[];
  readonly counterparts: readonly { readonly terms: readonly string[]; readonly weight: number }[];
  /** Words side by side. */
  readonly neighbours: ReadonlySet<string>;
  /** What all of its words would say together: how much there is to coincide with by chance. */
  readonly size: number;
  /** The most evidence that any record could give; without it nothing need be searched. */
  readonly potential: number;
  /** Text to search with. */
  readonly query: string;
}

/** Weighs the words of a prompt by the records there are. */
export function subjectOf(prompt: string, indexes: readonly MemoryIndex[]): Subject {
  const analysis = analyse(prompt);
  const others = counterparts(prompt, analysis.surfaces);
  const { rarity, held } = rarities(indexes, `${prompt} ${others.join(" ")}`);
  const surfaceOf = new Map(analysis.stems.map((stem, at) => [stem, analysis.surfaces[at] ?? stem]));
  const names = namesIn(prompt);

  const own = [...new Set([...analysis.stems, ...analysis.wholes, ...analysis.runs.flatMap(pairsOf)])].filter((term) =>
    // What search leaves out of a query says nothing here either.
    rarity.has(term) && !ENGLISH_STOP_WORDS.has(surfaceOf.get(term) ?? term)
  );
  const terms = own.map((term): Weighed => {
    const kind = isCjk(term) ? CHINESE_WORD : names.has(surfaceOf.get(term) ?? term) ? NAME : ENGLISH_WORD;
    return { term, weight: kind * priorOf(surfaceOf.get(term) ?? term) * (rarity.get(term) ?? NAME) };
  });
  const foreign = others.map((word) => {
    const parts = isCjk(word) ? pairsOf(word) : analyse(word).stems;
    const prior = Math.min(...(isCjk(word) ? parts : [word]).map(priorOf));
    return { terms: parts, weight: COUNTERPART * prior * Math.min(...parts.map((part) => rarity.get(part) ?? NAME)) };
  });
  const neighbours = [...new Set(neighboursIn(analysis))];
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
  return {
    terms,
    counterparts: foreign,
    neighbours: new Set(neighbours),
    potential: sum(terms.filter(({ term }) => held.has(term)).map(({ weight }) => weight)) +
      sum(foreign.filter(({ terms: parts }) => parts.every((part) => held.has(part))).map(({ weight }) => weight)) +
      SIDE_BY_SIDE * neighbours.filter((pair) => pair.split(" ").every((stem) => held.has(stem))).length,
    size: sum(terms.map(({ weight }) => weight)),
    query: `${prompt} ${others.join(" ")}`,
  };
}

/** What speaks for a record: about 1 for each rare word that it shares with the prompt. */
export function evidenceFor({ terms, counterparts, neighbours }: Subject, content: string): number {
  const analysis = analyse(content);
  const held = new Set([...analysis.stems, ...analysis.wholes, ...analysis.runs.flatMap(pairsOf)]);
  let evidence = 0;
  let lastPair = "";
  for (const { term, weight } of terms) {
    if (!held.has(term)) {
      lastPair = "";
      continue;
    }
    const continues = isCjk(term) && lastPair !== "" && lastPair.at(-1) === term[0];
    evidence += continues ? weight * SAME_WORD : weight;
    lastPair = isCjk(term) ? term : "";
  }
  for (const { terms: parts, weight } of counterparts) if (parts.every((part) => held.has(part))) evidence += weight;
  for (const pair of new Set(neighboursIn(analysis))) if (neighbours.has(pair)) evidence += SIDE_BY_SIDE;
  return evidence;
}

/** Terms of a text with how rare each is, 0–1: 1 for those that one record holds, or none; and those that any holds. */
function rarities(indexes: readonly MemoryIndex[], text: string): { rarity: Map<string, number>; held: Set<string> } {
  const { words, totals } = weighQuery(text, indexes.map(({ db }) => db), RECIPE);
  const all = totals.records + IMAGINED_RECORDS;
  const rarest = idf(1, all);
  const rarityOf = (records: number) => records === 0 ? 1 : Math.min(1, idf(records, all) / rarest);
  return {
    rarity: new Map(words.map(({ term, records }) => [term, rarityOf(records)])),
    held: new Set(words.filter(({ records }) => records > 0).map(({ term }) => term)),
  };
}

function* neighboursIn({ stems, surfaces }: Analysis): Iterable<string> {
  for (let at = 0; at + 1 < stems.length; at++) {
    const pair = [surfaces[at] ?? "", surfaces[at + 1] ?? ""];
    if (!pair.some((word) => ENGLISH_STOP_WORDS.has(word))) yield `${stems[at]} ${stems[at + 1]}`;
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
