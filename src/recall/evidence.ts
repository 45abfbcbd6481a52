/**
 * In: a prompt and a record that shares words with it.
 * Out: how much speaks for the record being about what the prompt is about.
 * Not done here: listing the records that share the most (search/), how much is needed (line.ts).
 *
 * Every word that prompt and record share counts by how much such a coincidence says (outline.ts), and all the less
 * the more records hold it. Common words side by side in both ("feature flag", "data export") are a name after all.
 * Words of one language meet their counterparts in the other (text/thesaurus.ts), and words of nearly the same meaning
 * each other. A word that a label or an ask of the record names counts more than one of its text: whoever saved it
 * knew what it is about, and by which words it will be asked for. What a prompt says besides, and the record does not,
 * speaks against it: the share that is covered was measured to tell true from false better than everything else here.
 *
 * The numbers were measured on the prompts in tests/fixtures/recall (docs/internals/recall-measured.md).
 *
 * @module
 */
import { type Compounds, compoundsOf } from "../text/compounds.ts";
import { hashTerm, type Profile } from "../index/profile.ts";
import { isCjk } from "../text/script.ts";
import type { MemoryIndex } from "../index/mod.ts";
import type { Database } from "../index/sqlite.ts";
import { countRecords, isPair, rarity, readTotals } from "../search/counts.ts";
import { charsOf, readWithout } from "../search/shared.ts";
import type { NamesCount } from "./line.ts";
import { type Counterpart, forSeveral, type Outline, worthOfName } from "./outline.ts";
import { termsOfName } from "../text/thesaurus.ts";
import { largest } from "../lists.ts";
import { stem } from "../text/stem.ts";

/** The second of two overlapping pairs of characters belongs to the word of the first. */
const SAME_WORD = 0.5;
/** A part of an identifier that is not shared as a whole. */
const PART = 0.5;
/** A pair of characters that no record holds may be no word, only the end of one and the beginning of the next. */
const MAYBE_WORD = 0.6;
/** A word of the records of which the prompt's may be a slip; what that weighs, because it is in no list of words. */
const SLIP = 0.6;
const STRANGE = 0.7;
/** What is left of the evidence when next to nothing of the prompt is covered. */
const UNCOVERED = 0.5;
/**
 * What is taken from one word that is shared alone, unless it is all that the prompt says:
 * a coincidence sooner than two.
 */
const ALONE = 0.4;
/** A record of this many words may share some by chance; at about thrice as many its evidence counts half. */
const ORDINARY_LENGTH = 25;
const LONGER = 0.4;

/** A word that labels or asks name says so much more, and the length of the record takes so much less from it. */
const NAMED = 0.5;
const NAMED_IN_LONG = 0.5;
/** What a label says of which the prompt holds half: "thumbnail" of "thumbnail size". */
const HALF_A_LABEL = 0.5;
/** So many words of an ask are no chance any more; half of them are as good as all. */
const WORDS_OF_ASK = 2;

/** What it says, however ordinary, that a label is all of what a prompt asks about; of a part its square. */
const TOPIC = 0.4;

/** Another name of what a prompt says, and its terms, all of which a record has to hold. */
interface Held extends Counterpart {
  readonly terms: readonly string[];
}

/** A prompt's words, weighed by the records that there are. */
export interface Subject extends Omit<Outline, "runs"> {
  readonly counterparts: readonly Held[];
  /** The hash of each term by which a label or an ask may name it, and whether the prompt says the term itself. */
  readonly hashes: ReadonlyMap<number, boolean>;
  /** What all of its words say together, also those that no record holds: what a record would have to cover. */
  readonly total: number;
  /** The same without pairs of characters that begin with the end of a known word: most are no word. */
  readonly words: number;
  /** How much there is to coincide with by chance. */
  readonly size: number;
  /** Records in sight. */
  readonly records: number;
  /** How many of them hold each word. */
  readonly counts: ReadonlyMap<string, number>;
  /** Undefined where no word that could be inside of another is compared. */
  readonly compounds: Compounds | undefined;
}

/** Weighs the words by how rare they are in these stores; what no record holds can be no evidence. */
export function subjectOf({ runs, ...outline }: Outline, indexes: readonly MemoryIndex[]): Subject {
  const databases = indexes.map(({ db }) => db);
  const all = readTotals(databases).records;
  const { others, counts } = heldOf(outline, databases);
  const isHeld = (term: string) => counts.has(term);
  // Words together are at least as rare as the rarest of them.
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
    counterparts: others.map((each) => ({ ...each, weight: worthOf(each) * rarest(each.terms) }))
      .sort((a, b) => b.weight - a.weight),
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

function compoundsBeside(said: string, terms: readonly string[], others: readonly Held[]): Compounds | undefined {
  const pairs = [...terms, ...others.flatMap(({ terms: parts }) => parts)].filter((term) =>
    term.length === 2 && isCjk(term)
  );
  if (pairs.length === 0) return undefined;
  return compoundsOf([...new Set(pairs)], said, [said, ...others.map(({ word }) => word)].join("\n"));
}

/**
 * How many records hold each word of a prompt and of its other names; of these the ones that records hold, most of them
 * none does, and the words of records that others of the prompt may be slips of.
 */
function heldOf({ counterparts, terms: own }: Pick<Outline, "counterparts" | "terms">, databases: readonly Database[]) {
  const names = counterparts.map((each): Held => ({ ...each, terms: termsOfName(each.word) }));
  const counts = countRecords(databases, [
    ...new Set([...own.map(({ term }) => term), ...names.flatMap(({ terms }) => terms)]),
  ]);
  // What has other names is a word.
  const known = new Set(counterparts.flatMap(({ of }) => of));
  const strange = own.filter(({ term, weight }) =>
    weight >= STRANGE && !known.has(term) && mayBeSlip(term) && !counts.has(term)
  );
  const slips = slipsOf(strange.map(({ term }) => term), databases).map(({ typed, meant }): Held => {
    return { word: meant, of: [typed], terms: [meant], weight: SLIP, kind: SLIP };
  });
  for (const [term, records] of countRecords(databases, slips.map(({ word }) => word))) counts.set(term, records);
  return { others: [...names.filter(({ terms }) => terms.every((term) => counts.has(term))), ...slips], counts };
}

/** It says no more than the word that it stands for, nor than it would if it were typed. */
function worthOf({ word, weight, kind }: Counterpart): number {
  return Math.min(weight, worthOfName(word, kind));
}

/**
 * What speaks for a record: about 1 for each rare name that it shares with a prompt that says little else.
 *
 * @param namesCount how much what labels and asks name counts besides
 */
export function evidenceFor(subject: Subject, profile: Profile, namesCount: NamesCount = "more"): number {
  const { terms, counterparts, neighbours, total } = subject;
  const { holds, holdsPair, named } = reading(profile, subject);
  let evidence = 0;
  /** Of it, by words of labels and asks at all, and by how much more these say. */
  let beside = 0;
  let more = 0;
  /** Of it, by labels and asks that the prompt names whole. */
  let topic = 0;
  let last = "";
  let shared = 0;
  // What of the record has counted: however a prompt names it, it is one thing.
  const told = new Set<string>();
  const count = (weight: number, parts: readonly string[]) => {
    evidence += weight;
    shared++;
    if (named === NOTHING_NAMED) return;
    let least = Infinity;
    for (const part of parts) least = Math.min(least, named.get(hashTerm(part)) ?? -1);
    if (least < 0) return;
    beside += weight;
    more += weight * least;
    if (least === 1) topic += weight;
  };
  for (const { term, weight, whole } of terms) {
    if (!holds(term) || (whole !== undefined && holds(whole))) continue;
    // Overlapping pairs are one word.
    const continues = isCjk(term) && last !== "" && last.at(-1) === term[0];
    count(weight * (continues ? SAME_WORD : 1) * (whole === undefined ? 1 : PART), [term]);
    last = isCjk(term) ? term : "";
    told.add(term);
    if (continues) shared--;
  }
  for (const { of, terms: parts, weight } of counterparts) {
    const isTold = [of, parts].some((names) => names.every((name) => told.has(name)));
    if (isTold || !parts.every(holds)) continue;
    for (const name of [...of, ...parts]) told.add(name);
    count(weight, parts);
  }
  if (evidence === 0) return 0;
  const covered = total > 0 ? Math.min(1, evidence / total) : 1;
  const byNames = namesCount !== "not" ? beside / evidence : 0;
  for (const { pair, weight } of neighbours) if (holdsPair(pair)) evidence += weight;
  if (namesCount !== "not") evidence += NAMED * more;
  const longer = Math.max(0, profile.length / ORDINARY_LENGTH - 1) * (1 - NAMED_IN_LONG * byNames);
  const several = shared === 1 ? 1 - ALONE * (1 - covered) : forSeveral(shared);
  return asTopic(topic, subject.words, namesCount) +
    several * evidence * (UNCOVERED + (1 - UNCOVERED) * covered) / (1 + LONGER * longer);
}

/** What so much evidence, all of it by labels that the prompt names whole, says besides. */
function asTopic(topic: number, total: number, namesCount: NamesCount): number {
  return namesCount === "as topic" && total > 0 ? TOPIC * Math.min(1, topic / total) ** 2 : 0;
}

/** What can be asked of a record. */
function reading(profile: Profile, { compounds, hashes }: Subject) {
  const words = new Set([...profile.words, ...profile.others]);
  const chars = compounds && readWithout(compounds, profile) || charsOf(profile);
  const { named, asked } = namedOf(profile, hashes);
  return {
    holds: (term: string) =>
      (isPair(term) ? chars.includes(term) : words.has(hashTerm(term))) || asked.has(hashTerm(term)),
    /** Two words side by side. */
    holdsPair: (pair: string) => {
      const [first, second] = pair.split(" ").map(hashTerm);
      return profile.words.some((word, at) => word === second && at > 0 && profile.words[at - 1] === first);
    },
    named,
  };
}

const NOTHING_NAMED: ReadonlyMap<number, number> = new Map();

/** The terms of a prompt that labels and asks of a record hold, and how far these name it thereby, 0–1. */
function namedOf({ labels, asks }: Profile, hashes: ReadonlyMap<number, boolean>) {
  if (labels.length === 0 && asks.length === 0) return { named: NOTHING_NAMED, asked: NOTHING_NAMED };
  const asked = new Map<number, number>();
  addNamed(asked, asks, hashes, (met, all) => met < Math.min(WORDS_OF_ASK, all) ? 0 : Math.min(1, 2 * met / all));
  const named = new Map(asked);
  addNamed(named, labels, hashes, (met, all) => met === all ? 1 : 2 * met >= all ? HALF_A_LABEL : 0);
  return { named, asked };
}

/** Adds the terms of groups that end with 0, as profiles hold them. */
function addNamed(
  named: Map<number, number>,
  list: Uint32Array,
  hashes: ReadonlyMap<number, boolean>,
  worth: (met: number, all: number) => number,
): void {
  let from = 0;
  for (let end = 0; end < list.length; end++) {
    if (list[end] !== 0) continue;
    let met = 0;
    for (let at = from; at < end; at++) if (hashes.get(list[at] ?? 0) === true) met++;
    const says = worth(met, end - from);
    for (let at = from; at < end; at++) {
      const hash = list[at] ?? 0;
      if (hashes.has(hash)) named.set(hash, Math.max(named.get(hash) ?? 0, says));
    }
    from = end + 1;
  }
}

/**
 * The words by which records are listed when so much must speak for one, each with the most that it says: those that
 * hold only words that say too little, even all together, need not be listed. Such words are the common ones, and
 * thousands of records hold them.
 */
export function wordsFor(subject: Subject, line: number, namesCount: NamesCount = "more") {
  const { terms, counterparts, neighbours, total, counts } = subject;
  // By what has to be held: of a name of two words both.
  const says = new Map<string, number>();
  const add = (held: string, weight: number) => void says.set(held, (says.get(held) ?? 0) + weight);
  for (const { term, weight } of terms) add(term, weight);
  for (const { terms: parts, weight } of counterparts) add(parts.join(" "), weight);
  for (const { pair, weight } of neighbours) add(pair.split(" ", 1)[0] ?? pair, weight);
  let sum = 0;
  return [...says].sort((a, b) => a[1] - b[1]).flatMap(([held, worth]) => {
    sum += worth;
    // What so much evidence comes to at most.
    const most = forSeveral(Infinity) * sum * (UNCOVERED + (1 - UNCOVERED) * Math.min(1, sum / total));
    if (most + asTopic(sum, subject.words, namesCount) < line) return [];
    const parts = held.split(" ");
    return { term: held, records: Math.min(...parts.map((part) => counts.get(part) ?? 0)), worth, halves: parts };
  });
}

// Slips: search tries every spelling (search/spellings.ts), which takes its time; here the records' own words are read.

/** In a shorter word one letter makes another word. */
const SHORTEST = 5;
const LETTERS = /^[a-z]+$/;
/**
 * So many first letters people seldom slip in. Few words begin with the same two, and reading them takes 0.05 ms where
 * records hold 30,000 words; with one it would be 1 ms.
 */
const SURE = 2;
/** A prompt of more strange words is about something else, or pasted. */
const STRANGE_MAX = 3;

/** A word of the records, and the one that is a slip of it. */
interface Slip {
  readonly typed: string;
  readonly meant: string;
}

/** Whether a stem is long and plain enough to be one. */
function mayBeSlip(word: string): boolean {
  return word.length >= SHORTEST && LETTERS.test(word);
}

/**
 * What words may be slips of.
 *
 * @param strange stems that may be slips, and that no record holds
 */
function slipsOf(strange: readonly string[], databases: readonly Database[]): Slip[] {
  if (strange.length > STRANGE_MAX) return [];
  return strange.flatMap((typed) => {
    const meant = new Set(databases.flatMap((db) => termsLike(db, typed)).filter((term) => isOneSlip(typed, term)));
    // Its stem is what records are searched for.
    return [...meant].filter((term) => stem(term) === term).map((term) => ({ typed, meant: term }));
  });
}

/** The words of an index that begin as this one and are about as long. */
function termsLike(db: Database, word: string): string[] {
  const start = word.slice(0, SURE);
  const sql = "SELECT term FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?";
  return db.all(sql, start, `${start}{`, word.length - 1, word.length + 1).map(({ term }) => String(term));
}

function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let before = 0;
  while (before < shorter && typed[before] === meant[before]) before++;
  let after = 0;
  while (after < shorter - before && typed.at(-1 - after) === meant.at(-1 - after)) after++;
  if (typed.length !== meant.length) return before + after === shorter && Math.abs(typed.length - meant.length) === 1;
  const differ = shorter - before - after;
  return differ === 1 ||
    (differ === 2 && typed[before] === meant[before + 1] && typed[before + 1] === meant[before]);
}
