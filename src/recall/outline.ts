/**
 * In: a prompt. Out: its words, weighed by kind: a name, a word of the trade, a word of every prompt. For most prompts
 * the sum shows, before a store is opened, that no record could be about them.
 */
import { isEveryday, OF_EVERYDAY, priorOf } from "../text/commonness.ts";
import { analyse, type Analysis, termsOf } from "../text/mod.ts";
import { DOT } from "../text/notations.ts";
import { countHan, isCjk, pairsOf } from "../text/script.ts";
import { contentOf, isStopWord } from "../text/stop.ts";
import { type Counterpart as Translated, counterparts, nameOf, nearWords, termsOfName } from "../text/thesaurus.ts";
import { largest } from "../lists.ts";

// Evidence of one shared word that is rare.
const NAME = 1;
const PLAIN_WORD = 0.7;
/** A counterpart in the other language, or a short form. */
const COUNTERPART = 0.9;
/** A word that means nearly the same. */
const NEAR = 0.63;
/** Added to the evidence of an identifier's most telling part, since somebody put its parts together. */
const PUT_TOGETHER = 0.5;
/** Added in the same way for a name of several plain words. */
const TOGETHER = 0.25;
/** In a longer prompt no names of two words are looked up: each look-up takes time, and other words tell enough. */
const NAMES_IN_WORDS = 40;
/** Two words side by side in prompt and record. */
const SIDE_BY_SIDE = 0.3;

/** For a label that is all that a prompt asks about, however ordinary its words; for half of that, an eighth. */
export const TOPIC = 1;

/** How much a record's label or ask counts in a prompt. `as topic`: the prompt may be about nothing else. */
export type NamesCount = "not" | "more" | "as topic";

interface Weighed {
  readonly term: string;
  /** The evidence for a record that shares the word. */
  readonly weight: number;
  /** The identifier that it is a part of. */
  readonly whole?: string;
  /** A pair of characters that overlaps with the pair before it, so that both belong to one word. */
  readonly continues?: boolean;
}

interface Counterpart {
  readonly word: string;
  /** The words of the prompt that it stands for. */
  readonly of: readonly string[];
  /** The evidence of the prompt's own words: a plainer name counts less. */
  readonly weight: number;
  /** The evidence of a name of this kind. */
  readonly kind: number;
}

/** Another name of words of a prompt, with its terms: a record has to hold all of them. */
export interface Held extends Counterpart {
  readonly terms: readonly string[];
}

/** A prompt's words, weighed by their kinds. */
export interface Outline {
  readonly terms: readonly Weighed[];
  readonly counterparts: readonly Counterpart[];
  readonly neighbours: readonly { readonly pair: string; readonly weight: number }[];
  /** The characters of scripts without spaces, a line for each run. */
  readonly runs: string;
}

/** Weighs the words of a prompt, before any store is asked. */
export function outlineOf(prompt: string): Outline {
  const analysis = analyse(prompt);
  const wholes = wholesOf(analysis);
  const named = counterparts(analysis.surfaces, hyphenated(analysis, wholes), analysis.runs);
  const near = nearWords(analysis.surfaces, analysis.runs);
  return {
    terms: weighWords(prompt, analysis, wholes),
    counterparts: [...weighNames(named, COUNTERPART), ...weighNames(near, NEAR)],
    neighbours: [...new Set(neighboursIn(analysis, wholes))].map((pair) => ({ pair, weight: SIDE_BY_SIDE })),
    runs: analysis.runs.join("\n"),
  };
}

/** For each shared word beyond two: the more words are shared, the less likely all of them are by chance. */
const SEVERAL = 0.12;
const SEVERAL_MAX = 3;

/** The factor on the evidence of words that are shared together, by their number. */
export function forSeveral(shared: number): number {
  return 1 + SEVERAL * Math.max(0, Math.min(SEVERAL_MAX, shared - 2));
}

/** The most evidence that any record could have for these words. */
export function potentialOf({ terms, counterparts, neighbours }: Omit<Outline, "runs">): number {
  const direct = new Map(terms.map(({ term, weight }) => [term, weight]));
  // A thing counts once, by its most telling name.
  const best = new Map<string, number>();
  for (const { of, weight } of counterparts) {
    const name = of.join(" ");
    const more = weight - (of.length === 1 ? direct.get(name) ?? 0 : 0);
    if (more > (best.get(name) ?? 0)) best.set(name, more);
  }
  let sum = 0;
  for (const { weight } of [...terms, ...neighbours]) sum += weight;
  for (const more of best.values()) sum += more;
  return sum * forSeveral(terms.filter(({ continues }) => !continues).length + best.size);
}

function weighWords(prompt: string, analysis: Analysis, wholes: ReadonlyMap<number, Whole>): Weighed[] {
  const { stems, surfaces, wholes: identifiers, runs } = analysis;
  const names = namesIn(prompt);
  const terms = new Map<string, Weighed>();
  const add = (word: Weighed) => void (terms.has(word.term) || terms.set(word.term, word));
  stems.forEach((term, at) => {
    const surface = surfaces[at] ?? term;
    if (terms.has(term) || isStopWord(surface)) return;
    const kind = names.has(surface) ? NAME : PLAIN_WORD * (isEveryday(term) ? OF_EVERYDAY : 1);
    const whole = wholes.get(at)?.whole;
    add({ term, weight: kind * priorOf(surface), ...whole === undefined ? {} : { whole } });
  });
  for (const { whole, parts } of wholes.values()) {
    add({ term: whole, weight: NAME * Math.min(1, largest(parts.map(priorOf)) + PUT_TOGETHER) });
  }
  // A number with the sign that follows it, "5月".
  for (const term of identifiers) add({ term, weight: NAME * priorOf("") });
  for (const run of runs) {
    pairsOf(run).forEach((term, at) => {
      if (!terms.has(term)) add({ term, weight: PLAIN_WORD * priorOf(term), continues: at > 0 });
    });
  }
  // Words that search leaves out of a query are no evidence here either.
  const said = termsOf(contentOf(analysis));
  return [...terms.values()].filter(({ term }) => said.has(term));
}

function weighNames(named: readonly Translated[], kind: number): Counterpart[] {
  // Many names stand for one word of the prompt.
  const known = new Map<string, Pick<Counterpart, "of" | "weight">>();
  return named.map(({ word, of: name }) => {
    const { of, weight } = known.get(name) ?? { of: termsOfName(name), weight: worthOfName(name, kind) };
    known.set(name, { of, weight });
    return { word, of, weight, kind };
  });
}

/** The evidence of a name of this kind; of one plain word no more than if the prompt held it itself. */
export function worthOfName(name: string, kind: number): number {
  const isOneWord = isCjk(name) ? name.length < 3 : !name.includes("-");
  return Math.min(isOneWord ? PLAIN_WORD : 1, kind * priorOfName(name));
}

/** The prior of a name; of several words, that of the most telling one and more. */
function priorOfName(name: string): number {
  const parts = isCjk(name) ? pairsOf(name) : name.split("-");
  if (parts.length === 1) return priorOf(name);
  // The first and the last of overlapping pairs are words for certain; "how" and "up" say nothing.
  const ends = [parts[0] ?? "", parts.at(-1) ?? ""];
  const words = ends.filter((word) => !isStopWord(word));
  return Math.min(1, Math.max(0, ...words.map(priorOf)) + TOGETHER);
}

/** Pairs of words, also those that are typed with a hyphen ("load-balancer"), as the thesaurus writes names. */
function hyphenated({ surfaces }: Analysis, wholes: ReadonlyMap<number, Whole>): string[] {
  if (surfaces.length > NAMES_IN_WORDS) return [];
  return surfaces.slice(1).flatMap((second, at) => {
    const first = surfaces[at] ?? "";
    const parts = wholes.get(at)?.parts ?? [first, second];
    return isStopWord(first) || parts === wholes.get(at - 1)?.parts ? [] : nameOf(parts);
  });
}

interface Whole {
  readonly whole: string;
  readonly parts: readonly string[];
}

/** The identifier that each part of one belongs to, by the place of the part among the words. */
function wholesOf({ surfaces, wholes }: Analysis): Map<number, Whole> {
  const found = new Map<number, Whole>();
  let from = 0;
  for (const whole of wholes) {
    const bare = whole.replaceAll(DOT, "");
    for (let at = from; at < surfaces.length; at++) {
      let end = at;
      let text = "";
      while (end < surfaces.length && text.length < bare.length) text += surfaces[end++];
      // The index cuts a very long identifier.
      if (end - at < 2 || text.slice(0, bare.length) !== bare) continue;
      const parts = surfaces.slice(at, end);
      for (let place = at; place < end; place++) found.set(place, { whole, parts });
      from = end;
      break;
    }
  }
  return found;
}

/** Pairs of words side by side, not those inside one identifier. */
function neighboursIn({ stems, surfaces }: Analysis, wholes: ReadonlyMap<number, Whole>): string[] {
  const pairs: string[] = [];
  for (let at = 0; at + 1 < stems.length; at++) {
    if (wholes.has(at) && wholes.get(at)?.whole === wholes.get(at + 1)?.whole) continue;
    const pair = [surfaces[at] ?? "", surfaces[at + 1] ?? ""];
    if (!pair.some(isStopWord)) pairs.push(`${stems[at]} ${stems[at + 1]}`);
  }
  return pairs;
}

const LATIN_WORD = /[A-Za-z][\w.\-/]*/g;
const INSIDE_NAME = /[._\-/]\w|\d|[a-z][A-Z]|^[A-Z]{2,}/;
const CAPITALISED = /^[A-Z]/;
const SENTENCE_BEGINS = /(?:^|[.?!。？！\n])\s*$/;

/** The words written as names, in lower case: identifiers, capitals in mid-sentence, Latin words among Chinese. */
function namesIn(prompt: string): Set<string> {
  const chinese = countHan(prompt) >= 4;
  const names = new Set<string>();
  // Not by `matchAll`, which takes ten times as long to begin.
  LATIN_WORD.lastIndex = 0;
  for (let match = LATIN_WORD.exec(prompt); match; match = LATIN_WORD.exec(prompt)) {
    const { 0: word, index } = match;
    const isName = chinese || INSIDE_NAME.test(word) ||
      (CAPITALISED.test(word) && !SENTENCE_BEGINS.test(prompt.slice(0, index)));
    if (!isName) continue;
    const { surfaces, wholes } = analyse(word);
    for (const name of [...surfaces, ...wholes]) names.add(name);
  }
  return names;
}
