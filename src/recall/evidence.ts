/**
 * In: a prompt and a record that shares words with it. Out: the evidence that both are about the same thing.
 *
 * Every shared word counts by its kind (outline.ts), and counts less the more records hold it. Common words side by
 * side in both ("feature flag", "data export") count as a name. Words of one language meet their counterparts in the
 * other (text/thesaurus.ts), and words of nearly the same meaning meet each other. A word of a label or an ask counts
 * more than one of the text, since whoever saved the record knew what it is about, and by which words somebody will ask
 * for it. Words of the prompt that the record lacks speak against it: of all numbers here, the share that is covered
 * was measured to tell right from wrong records best.
 *
 * The numbers were measured on the prompts in tests/fixtures/recall (docs/internals/recall-measured.md).
 */
import { type Compounds, compoundsOf } from "../text/compounds.ts";
import { hashTerm, type Profile } from "../index/profile.ts";
import { isCjk } from "../text/script.ts";
import type { MemoryIndex } from "../index/open.ts";
import type { Database } from "../index/sqlite.ts";
import { countRecords, isPair, rarity, readTotals } from "../search/counts.ts";
import { charsOf, readWithout } from "../search/shared.ts";
import { forSeveral, type Held, type NamesCount, type Outline, TOPIC, worthOfName } from "./outline.ts";
import { slipsOf } from "./slips.ts";
import { termsOfName } from "../text/thesaurus.ts";
import { largest } from "../lists.ts";

/** A pair of characters that overlaps with the pair before it belongs to the same word. */
const SAME_WORD = 0.5;
/** A part of an identifier that is not shared as a whole. */
const PART = 0.5;
/** A pair of characters that no record holds may be no word, only the end of one and the beginning of the next. */
const MAYBE_WORD = 0.6;
/** The share of the evidence that is left when next to nothing of the prompt is covered. */
const UNCOVERED = 0.5;
/** The share that the only shared word loses, since it may be chance; nothing where the prompt says nothing else. */
const ALONE = 0.4;
/** A record of more words may share some by chance; with about thrice as many its evidence counts half. */
const ORDINARY_LENGTH = 25;
const LONGER = 0.4;

/** A label that makes up this share of a prompt is its topic. */
const MOST = 2 / 3;
/**
 * The power to which the covered share spares a record the evidence that is asked for the wording: a record that covers
 * half of the prompt is spared a sixteenth, one that covers the whole prompt all of it.
 */
const NEARLY_ALL = 4;

/** Added for a word of a label or an ask. */
const NAMED = 0.5;
/** The share of the loss by length that such words make up for. */
const NAMED_IN_LONG = 0.5;
/** For a label of which the prompt holds half: "thumbnail" of "thumbnail size". */
const HALF_A_LABEL = 0.5;
/** So many shared words of an ask are no coincidence. Half of an ask's words count as all of them. */
const WORDS_OF_ASK = 2;

/** A prompt's words, weighed by the records that there are. */
interface Subject extends Omit<Outline, "runs"> {
  readonly counterparts: readonly Held[];
  /** The hash of each term that a label or an ask may hold, and whether the prompt holds the term itself. */
  readonly hashes: ReadonlyMap<number, boolean>;
  /** The hashes of terms that so many records hold that a label of this one word names none of them. */
  readonly usual: ReadonlySet<number>;
  /** The weight of all words, also of those that no record holds: a record should cover it. */
  readonly total: number;
  /** `total` without pairs of characters that begin with the end of a known word: most are no word. */
  readonly words: number;
  /** The sum of the words' weights: the larger it is, the more is shared by chance. */
  readonly size: number;
  /** Records in these stores. */
  readonly records: number;
  /** How many of them hold each word. */
  readonly counts: ReadonlyMap<string, number>;
  readonly compounds: Compounds;
}

/** Weighs the words by how rare they are in these stores. A word that no record holds can be no evidence. */
export function subjectOf({ runs, ...outline }: Outline, indexes: readonly MemoryIndex[]): Subject {
  const databases = indexes.map(({ db }) => db);
  const all = readTotals(databases).records;
  const { others, counts } = heldOf(outline, databases);
  const isHeld = (term: string) => counts.has(term);
  // Several words together are at least as rare as the rarest of them.
  const rarest = (parts: readonly string[]) => largest(parts.map((part) => rarity(counts.get(part) ?? 0, all)));
  const terms = outline.terms.map((each) => ({ ...each, weight: each.weight * rarest([each.term]) }));
  let total = 0;
  let size = 0;
  let between = 0;
  let before = "";
  for (const { term, weight, whole, continues } of terms) {
    size += weight;
    if (whole !== undefined && isHeld(whole)) continue;
    if (continues && !isHeld(term) && before !== "" && isHeld(before)) between += weight * SAME_WORD * MAYBE_WORD;
    before = term;
    total += weight * (whole === undefined ? 1 : PART) * (continues ? SAME_WORD : 1) *
      (isCjk(term) && !isHeld(term) ? MAYBE_WORD : 1);
  }
  const held = terms.filter(({ term }) => isHeld(term));
  return {
    terms: held,
    hashes: new Map([
      ...others.flatMap((each) => each.terms.map((term) => [hashTerm(term), false] as const)),
      ...held.map(({ term }) => [hashTerm(term), true] as const),
    ]),
    usual: new Set(
      [...counts].flatMap(([term, n]) => n > Math.max(HOLDERS_OF_NAME, all / 500) ? [hashTerm(term)] : []),
    ),
    counterparts: others.map((each) => {
      // A plain name counts no more than it would in the prompt, however telling the word is that it stands for.
      const weight = Math.min(each.weight, worthOfName(each.word, each.kind));
      return { ...each, weight: weight * rarest(each.terms) };
    }).sort((a, b) => b.weight - a.weight),
    neighbours: outline.neighbours.map(({ pair, weight }) => ({ pair, words: pair.split(" "), weight }))
      .filter(({ words }) => words.every(isHeld))
      .map(({ pair, words, weight }) => ({ pair, weight: weight * rarest(words) })),
    total,
    words: total - between,
    size,
    records: all,
    counts,
    compounds: compoundsBeside(runs, terms.map(({ term }) => term), others),
  };
}

function compoundsBeside(said: string, terms: readonly string[], others: readonly Held[]): Compounds {
  const pairs = [...terms, ...others.flatMap(({ terms: parts }) => parts)].filter((term) =>
    term.length === 2 && isCjk(term)
  );
  return compoundsOf([...new Set(pairs)], said, [said, ...others.map(({ word }) => word)].join("\n"));
}

/** How many records hold each word of a prompt; and its other names and likely misspellings that any record holds. */
function heldOf({ counterparts, terms: own }: Pick<Outline, "counterparts" | "terms">, databases: readonly Database[]) {
  const names = counterparts.map((each): Held => ({ ...each, terms: termsOfName(each.word) }));
  const counts = countRecords(databases, [
    ...new Set([...own.map(({ term }) => term), ...names.flatMap(({ terms }) => terms)]),
  ]);
  // A word with other names is spelt right.
  const known = new Set(counterparts.flatMap(({ of }) => of));
  const slips = slipsOf(own.filter(({ term }) => !known.has(term) && !counts.has(term)), databases);
  for (const [term, records] of countRecords(databases, slips.map(({ word }) => word))) counts.set(term, records);
  return { others: [...names.filter(({ terms }) => terms.every((term) => counts.has(term))), ...slips], counts };
}

/**
 * The evidence for a record: about 1 for each rare name that it shares with a prompt that says little else.
 *
 * @param more how many times as much is asked of the prompt for its wording, 1 or more. It is not asked of a record
 * that covers all of the prompt, or a label of which is most of it: "what is the rollback command?" may be about code,
 * unless a record is about just that
 */
export function evidenceFor(
  subject: Subject,
  profile: Profile,
  { namesCount = "more", more = 1 }: { namesCount?: NamesCount; more?: number } = {},
): number {
  const { neighbours, total } = subject;
  const { holds, holdsPair, named } = reading(profile, subject);
  const shared = sharedWords(subject, holds, named);
  if (shared.weight === 0) return 0;
  const covered = total > 0 ? Math.min(1, shared.weight / total) : 1;
  let evidence = shared.weight;
  for (const { pair, weight } of neighbours) if (holdsPair(pair)) evidence += weight;
  if (namesCount !== "not") evidence += NAMED * shared.fromNamed;
  const byNames = namesCount !== "not" ? shared.fromNames / shared.weight : 0;
  const longer = Math.max(0, profile.length / ORDINARY_LENGTH - 1) * (1 - NAMED_IN_LONG * byNames);
  const several = shared.words === 1 ? 1 - ALONE * (1 - covered) : forSeveral(shared.words);
  const ofWords = several * evidence * (UNCOVERED + (1 - UNCOVERED) * covered) / (1 + LONGER * longer);
  const isTopic = namesCount === "as topic" && shared.topic >= MOST * subject.words;
  const unasked = namesCount === "not" ? 0 : isTopic ? 1 : covered ** NEARLY_ALL;
  return (asTopic(shared.topic, subject.words, namesCount) + ofWords) * more ** unasked;
}

/** The words and other names of a prompt that a record holds. A thing counts once, by whatever names. */
function sharedWords(
  { terms, counterparts }: Subject,
  holds: (term: string) => boolean,
  named: ReadonlyMap<number, number>,
) {
  const shared = {
    weight: 0,
    words: 0,
    /** The part of the weight that comes from words of labels and asks. */
    fromNames: 0,
    /** The same, each word weighed by how far the prompt names its label or ask. */
    fromNamed: 0,
    /** The part that comes from labels and asks which the prompt names whole. */
    topic: 0,
  };
  const count = (weight: number, parts: readonly string[]) => {
    shared.weight += weight;
    shared.words++;
    let least = Infinity;
    for (const part of parts) least = Math.min(least, named.get(hashTerm(part)) ?? -1);
    if (least < 0) return;
    shared.fromNames += weight;
    shared.fromNamed += weight * least;
    if (least === 1) shared.topic += weight;
  };
  // Words and names that have counted.
  const told = new Set<string>();
  let last = "";
  for (const { term, weight, whole } of terms) {
    if (!holds(term) || (whole !== undefined && holds(whole))) continue;
    // Overlapping pairs are one word.
    const continues = isCjk(term) && last !== "" && last.at(-1) === term[0];
    count(weight * (continues ? SAME_WORD : 1) * (whole === undefined ? 1 : PART), [term]);
    if (continues) shared.words--;
    last = isCjk(term) ? term : "";
    told.add(term);
  }
  for (const { of, terms: parts, weight } of counterparts) {
    const isTold = [of, parts].some((names) => names.every((name) => told.has(name)));
    if (isTold || !parts.every(holds)) continue;
    for (const name of [...of, ...parts]) told.add(name);
    count(weight, parts);
  }
  return shared;
}

function asTopic(topic: number, total: number, namesCount: NamesCount): number {
  return namesCount === "as topic" && total > 0 ? TOPIC * Math.min(1, topic / total) ** 3 : 0;
}

/** Whether a record holds a term or a pair of words; and its terms in labels and asks. */
function reading(profile: Profile, { compounds, hashes, usual }: Subject) {
  const words = new Set([...profile.words, ...profile.others]);
  const chars = readWithout(compounds, profile) ?? charsOf(profile);
  const { named, asked } = namedOf(profile, hashes, usual);
  return {
    holds: (term: string) =>
      (isPair(term) ? chars.includes(term) : words.has(hashTerm(term))) || asked.has(hashTerm(term)),
    holdsPair: (pair: string) => {
      const [first, second] = pair.split(" ").map(hashTerm);
      return profile.words.some((word, at) => word === second && at > 0 && profile.words[at - 1] === first);
    },
    named,
  };
}

/** A word that more records hold names no record, but a part of the project (“deck”): measured on eleven sets. */
const HOLDERS_OF_NAME = 3;

/** The terms of a prompt that labels and asks hold, each with how far the prompt names its label or ask, 0–1. */
function namedOf({ labels, asks }: Profile, hashes: ReadonlyMap<number, boolean>, usual: ReadonlySet<number>) {
  const asked = new Map<number, number>();
  addNamed(asked, asks, hashes, (met, all) => met < Math.min(WORDS_OF_ASK, all) ? 0 : Math.min(1, 2 * met / all));
  const named = new Map(asked);
  addNamed(named, labels, hashes, (met, all, first) => {
    if (all === 1 && usual.has(first)) return 0;
    return met === all ? 1 : 2 * met >= all ? HALF_A_LABEL : 0;
  });
  return { named, asked };
}

/** How many asks a record has; and how far the prompt says one of them: the share of the words of both, 0–1. */
export function asksIn({ hashes, terms }: Subject, { asks: list }: Profile): { asks: number; said: number } {
  let asks = 0;
  let said = 0;
  eachGroup(list, hashes, (met, from, end) => {
    asks++;
    if (met >= WORDS_OF_ASK || met > 0 && met === end - from) {
      said = Math.max(said, met / Math.max(end - from, terms.length));
    }
  });
  return { asks, said };
}

function addNamed(
  named: Map<number, number>,
  list: Uint32Array,
  hashes: ReadonlyMap<number, boolean>,
  worth: (met: number, all: number, first: number) => number,
): void {
  eachGroup(list, hashes, (met, from, end) => {
    const says = worth(met, end - from, list[from] ?? 0);
    for (let at = from; at < end; at++) {
      const hash = list[at] ?? 0;
      if (hashes.has(hash)) named.set(hash, Math.max(named.get(hash) ?? 0, says));
    }
  });
}

/** Visits the labels or asks of a profile; a 0 ends each. `met`: how many terms of it the prompt holds. */
function eachGroup(
  list: Uint32Array,
  hashes: ReadonlyMap<number, boolean>,
  visit: (met: number, from: number, end: number) => void,
): void {
  let from = 0;
  for (let end = 0; end < list.length; end++) {
    if (list[end] !== 0) continue;
    let met = 0;
    for (let at = from; at < end; at++) if (hashes.get(list[at] ?? 0) === true) met++;
    visit(met, from, end);
    from = end + 1;
  }
}

/** The words by which records are listed, each with the most evidence that it can be, without the commonest. */
export function wordsFor(subject: Subject, line: number, namesCount: NamesCount = "more") {
  const { terms, counterparts, neighbours, total, counts } = subject;
  // A name of two words is one entry, “load balancer”, since a record has to hold both.
  const says = new Map<string, number>();
  const add = (held: string, weight: number) => void says.set(held, (says.get(held) ?? 0) + weight);
  for (const { term, weight } of terms) add(term, weight);
  for (const { terms: parts, weight } of counterparts) add(parts.join(" "), weight);
  for (const { pair, weight } of neighbours) add(pair.split(" ", 1)[0] ?? pair, weight);
  let sum = 0;
  return [...says].sort((a, b) => a[1] - b[1]).flatMap(([held, worth]) => {
    sum += worth;
    // The most that `evidenceFor` can make of this sum.
    const most = forSeveral(Infinity) * sum * (UNCOVERED + (1 - UNCOVERED) * Math.min(1, sum / total));
    if (most + asTopic(sum, subject.words, namesCount) < line) return [];
    const parts = held.split(" ");
    return { term: held, records: Math.min(...parts.map((part) => counts.get(part) ?? 0)), worth, halves: parts };
  });
}
