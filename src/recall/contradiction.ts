/**
 * In: two statements, an older and a newer. Out: whether the newer gives another value of the same thing, or says the
 * contrary.
 * Not done here: which of them holds, which an agent or a person judges; taking sentences apart (statement.ts).
 *
 * Measured on the pairs in tests/fixtures/changes. A miss leaves both as they are, a false alarm costs a glance.
 *
 * @module
 */
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { type Name, namesOf, otherNames, type Subject } from "./other_names.ts";
import { LABEL, type Quantity } from "./quantities.ts";
import { type Choice, type Slot, type Statement, subjectIn } from "./statement.ts";

/** One of two subjects is nearly whole in the other. */
const NEARLY_WHOLE = 0.9;
/** The same of two languages. */
const MOSTLY_WHOLE = 0.66;
/** Both say nearly the same but for a "not". */
const MOSTLY = 0.76;
/** What is allowed may name one case of what is forbidden. */
const HALF = 0.5;
/** A name for a thing is not the name for one of its parts. */
const MOSTLY_SLOT = 0.6;
/** A subject that is whole in another, and less than this of the other, is one of many that it names. */
const A_PART = 0.3;

/**
 * Whether a newer text changes what an older one says, as both were read by `readStatements`.
 *
 * @param lookUp false: only words that both hold count, which spares most of the time
 */
export function contradicts(
  newer: readonly Statement[],
  older: readonly Statement[],
  { lookUp = true }: { readonly lookUp?: boolean } = {},
): boolean {
  return newer.some((each) => older.some((other) => changes(each, other, lookUp)));
}

/** Whether two texts in nearly the same words are of the same thing and give it the same value. */
export function agree([one]: readonly Statement[], [other]: readonly Statement[]): boolean {
  if (!one || !other || areApart(one, other) || one.denies !== other.denies || !sameChoices(one, other)) return false;
  const amounts = ({ quantities }: Statement) => quantities.map(({ amount }) => amount).sort().join();
  if (amounts(one) !== amounts(other)) return false;
  const whole = likeness(one, other, false);
  return whole === undefined || Math.max(...whole) === 1;
}

/** Whether there is anything in a statement by which it could contradict another. */
export function mayContradict({ quantities, choices, denies, slot }: Statement): boolean {
  return quantities.length > 0 || choices.length > 0 || denies || slot !== undefined;
}

function changes(newer: Statement, older: Statement, lookUp: boolean): boolean {
  return saysOtherwise(newer, older, lookUp) && !areApart(newer, older);
}

/** Whether it does, if both are about the same one of several. */
function saysOtherwise(newer: Statement, older: Statement, lookUp: boolean): boolean {
  // "Never on Sundays" leaves "on Thursdays only" as it is: what is forbidden takes the place of nothing.
  const names = !newer.adds && !older.adds && !newer.denies && !older.denies &&
    newer.choices.some((choice) => !choice.gone && outdates(choice, newer, older));
  const numbers = amountsDiffer(newer, older, areComparable);
  const turned = newer.denies !== older.denies;
  // "Java: four spaces", "TypeScript: two spaces": the names tell what the numbers are of.
  if (names && numbers) return false;
  if (!names && !numbers && !turned) return !bothForbid(newer, older) && slotsDiffer(newer, older, lookUp);
  if (!names && !numbers && !sameChoices(newer, older)) return false;
  const whole = likeness(newer, older, lookUp);
  if (!whole) return names && !numbers && !turned;
  const [most, least] = [Math.max(...whole), Math.min(...whole)];
  const isWhole = most >= NEARLY_WHOLE || areOfTwoLanguages(newer, older) && most >= MOSTLY_WHOLE && least > HALF;
  if (names || numbers) return isWhole && least >= A_PART;
  // What is forbidden in one case only does not forbid it.
  const [forbidden, other] = newer.denies ? whole : [whole[1], whole[0]];
  return forbidden >= (areOfTwoLanguages(newer, older) ? MOSTLY_WHOLE : NEARLY_WHOLE) && other >= HALF ||
    least >= MOSTLY && most >= NEARLY_WHOLE;
}

/** "Never on Fridays", "never on weekends": bans of different things agree. Their numbers may not. */
function bothForbid(newer: Statement, older: Statement): boolean {
  return newer.denies && older.denies;
}

/** Whether they are of two languages: then words that say the same are not all known to do so. */
function areOfTwoLanguages(newer: Statement, older: Statement): boolean {
  return isCjk(newer.plain) !== isCjk(older.plain);
}

/** Whether a choice stands on a line with one of the older statement that the newer does not keep. */
function outdates({ name, lines }: Choice, newer: Statement, older: Statement): boolean {
  if (older.choices.some((each) => each.name === name && !each.gone)) return false;
  return older.choices.some((each) =>
    !each.gone && each.lines.some((line) => lines.includes(line)) &&
    !newer.choices.some((kept) => kept.name === each.name && !kept.gone)
  );
}

function sameChoices(newer: Statement, older: Statement): boolean {
  const names = ({ choices }: Statement) => [...new Set(choices.map(({ name }) => name))].sort().join();
  return names(newer) === names(older);
}

/** Whether they are about different ones of several: "Branch 1" and "Branch 2", staging and production. */
function areApart(newer: Statement, older: Statement): boolean {
  const lacks = ({ places }: Statement, name: string) => places.every((each) => each.name !== name);
  const places = newer.places.some(({ name, lines }) =>
    lacks(older, name) &&
    older.places.some((other) => lacks(newer, other.name) && other.lines.some((line) => lines.includes(line)))
  );
  if (places) return true;
  return amountsDiffer(newer, older, (one, other) => isLabel(one) && isLabel(other) && one.of === other.of);
}

function isLabel({ dimension }: Quantity): boolean {
  return dimension === LABEL;
}

/** Whether a number of the newer is another than all of the older that it may be compared with. */
function amountsDiffer(
  newer: Statement,
  older: Statement,
  areOfOne: (one: Quantity, other: Quantity) => boolean,
): boolean {
  return newer.quantities.some((each) => {
    const same = older.quantities.filter((other) => areOfOne(each, other));
    return same.length > 0 && same.every(({ amount }) => amount !== each.amount);
  });
}

/** Whether two numbers may be of the same thing. */
function areComparable(one: Quantity, other: Quantity): boolean {
  if (
    isLabel(one) ||
    (one.of !== other.of && one.of !== "" && other.of !== "") ||
    (one.bound !== other.bound && one.bound !== "" && other.bound !== "")
  ) return false;
  if (one.dimension === other.dimension) return true;
  const [a, b] = [one.dimension, other.dimension];
  if (a === "" || b === "") return !["clock", "date", "address", "version", LABEL].includes(a || b);
  // Of two languages nothing tells whether they count the same.
  return !MEASURES.includes(a) && !MEASURES.includes(b) && isCjk(a) !== isCjk(b);
}

const MEASURES = ["time", "size", "share", "clock", "date", "money", "address", "version"];

/** Whether both fill the same place with different names: "the lead is Ann", "Bob is the lead". */
function slotsDiffer({ slot: newer }: Statement, { slot: older }: Statement, lookUp: boolean): boolean {
  if (!newer || !older || newer.value === older.value || !areOfOneKind(newer, older)) return false;
  const [subject, before] = [subjectOf(newer), subjectOf(older)];
  const shares = likenessOf(subject, before, lookUp ? () => namesOf(subject) : undefined);
  return shares !== undefined && Math.max(...shares) >= NEARLY_WHOLE &&
    Math.min(...shares) >= MOSTLY_SLOT;
}

/** What slots are about: a new one is compared with several. */
const subjects = new WeakMap<Slot, Subject>();

function subjectOf(slot: Slot): Subject {
  const known = subjects.get(slot) ?? subjectIn(slot.subject);
  subjects.set(slot, known);
  return known;
}

function areOfOneKind({ kind }: Slot, { kind: other }: Slot): boolean {
  return kind === other || kind === "any" || other === "any";
}

/** How much of what two texts are about the other one holds, by whatever name: 0–1. */
function kinship(one: string, other: string): number {
  const [first, second] = sharesHeld(one, other);
  return (first + second) / 2;
}

/** The parts of a note that are compared with another note's. */
interface SceneAndChoice {
  readonly scene: string;
  readonly choice: string;
}

/**
 * How much of what two notes are about the other one holds. What they choose counts most: situations are told in the
 * same few words (a database, an endpoint), and what one note calls its situation another names in its choice.
 */
export function noteKinship(one: SceneAndChoice, other: SceneAndChoice): number {
  const whole = ({ scene, choice }: SceneAndChoice) => `${scene} ${choice}`;
  return (kinship(whole(one), whole(other)) + kinship(one.choice, other.choice)) / 2;
}

/** How much of each of two texts the other one holds. */
export function sharesHeld(one: string, other: string): Shares {
  const [ours, theirs] = [subjectIn(one.toLowerCase()), subjectIn(other.toLowerCase())];
  return likenessOf(ours, theirs, () => otherNames(ours)) ?? [0, 0];
}

/** How much of each subject the other holds; undefined where one of them is empty. */
function likeness(newer: Statement, older: Statement, lookUp: boolean): Shares | undefined {
  const releases = releasesIn(newer).filter((release) => releasesIn(older).includes(release));
  const with_ = (statement: Statement): Subject => ({
    words: [
      ...statement.words,
      ...releases,
      ...statement.choices.map(({ name }) => name).filter((name) => isAlone(name, newer, older)),
    ],
    runs: statement.runs,
  });
  return likenessOf(with_(newer), with_(older), lookUp ? () => namesOf(newer) : undefined);
}

/** "4.2": of two texts that both give it, it is a name. */
function releasesIn({ quantities }: Statement): string[] {
  return quantities.filter(({ amount }) => amount.includes(".")).map(({ amount }) => amount);
}

/** Whether no name of the other statement stands on a line with this one. */
function isAlone(name: string, ...statements: readonly Statement[]): boolean {
  const choices = statements.flatMap((each) => each.choices);
  const lines = choices.find((each) => each.name === name)?.lines ?? [];
  return choices.every((each) => each.name === name || !each.lines.some((line) => lines.includes(line)));
}

/** The shares of two subjects that the other one holds; by other names too, where those of the newer are given. */
function likenessOf(newer: Subject, older: Subject, names: () => readonly Name[] = () => []): Shares | undefined {
  if (isEmpty(newer) || isEmpty(older)) return undefined;
  const [ours, theirs] = [marked(newer, older), marked(older, newer)];
  if (ours.share() < 1 && theirs.share() < 1) {
    const stems = new Set(older.words.map(stem));
    const text = older.runs.join(" ");
    const others = names().filter(({ word }) => isHeld(word, stems, text));
    for (const { of, word } of others) {
      ours.mark(of);
      theirs.mark(word);
    }
  }
  return [ours.share(), theirs.share()];
}

function isEmpty({ words, runs }: Subject): boolean {
  return words.length + runs.length === 0;
}

/** Of the newer and of the older subject, 0–1. */
type Shares = readonly [ofNewer: number, ofOlder: number];

/** A subject of which is marked what another one holds. */
function marked({ words, runs }: Subject, other: Subject) {
  const isMarked = words.map((word) => other.words.some((its) => stem(its) === stem(word)));
  const marks = runs.map((run) => {
    const each = new Uint8Array(run.length);
    for (let at = 0; at + 1 < run.length; at++) {
      const pair = run.slice(at, at + 2);
      if (other.runs.some((its) => its.includes(pair))) each[at] = each[at + 1] = 1;
    }
    return each;
  });
  const mark = (name: string) => {
    if (isCjk(name)) {
      runs.forEach((run, place) => {
        const at = run.indexOf(name);
        if (at !== -1) marks[place]?.fill(1, at, at + name.length);
      });
      return;
    }
    const parts = name.split("-").map(stem);
    words.forEach((word, at) => {
      if (parts.includes(stem(word))) isMarked[at] = true;
    });
  };
  // A word of two characters counts as much as one of letters.
  const share = () => {
    let [shared, all] = [0, 0];
    for (let at = 0; at < words.length; at++) {
      const weight = weightOf(words[at] ?? "");
      all += weight;
      if (isMarked[at]) shared += weight;
    }
    for (const each of marks) {
      all += each.length / 2;
      for (let at = 0; at < each.length; at++) if (each[at]) shared += 0.5;
    }
    return shared / all;
  };
  return { mark, share };
}

/** Verbs and the like that stand in sentences about anything tell little of what one is about. */
const OF_ORDINARY_WORD = 0.5;

function weightOf(word: string): number {
  let weight = WEIGHTS.get(word);
  if (weight === undefined) WEIGHTS.set(word, weight = priorOf(word) < TRADE_PRIOR ? OF_ORDINARY_WORD : 1);
  return weight;
}

const WEIGHTS = new Map<string, number>();

function isHeld(name: string, stems: ReadonlySet<string>, text: string): boolean {
  return isCjk(name) ? text.includes(name) : name.split("-").every((part) => stems.has(stem(part)));
}

// A newer text may be a change of an older one where that is not certain: they share much of what one of them is about,
// and one gives another value or denies what the other says.

/** Less is shared by most sentences of one trade. */
const OF_ONE = 0.5;
const OF_THE_OTHER = 0.25;

/** What a number of these measures is no other number of anything. */
const EXACT = ["time", "size", "clock", "date", "money", "address", LABEL];
/** A host, a path, a file. */
const PLACE = /(?<![\w@.-])[a-z\d][\w-]*(?:[./:][\w-]+)+/g;

/** How much of what two texts are about they share, 0–2; 0 where the newer can't be a change of the older. */
export function possibleChange(newer: readonly Statement[], older: readonly Statement[]): number {
  let nearest = 0;
  for (const one of newer) {
    for (const other of older) {
      const turned = one.denies !== other.denies;
      if (!turned && !valuesDiffer(one, other) || areApart(one, other)) continue;
      const [ofNewer, ofOlder] = likeness(one, other, true) ?? [0, 0];
      const isNear = Math.max(ofNewer, ofOlder) >= OF_ONE &&
        Math.min(ofNewer, ofOlder) >= (turned ? OF_ONE : OF_THE_OTHER);
      if (isNear) nearest = Math.max(nearest, ofNewer + ofOlder);
    }
  }
  return nearest;
}

/** Whether two texts name different ones of several, as wholes. */
export function areToldApart([one]: readonly Statement[], [other]: readonly Statement[]): boolean {
  return one !== undefined && other !== undefined && areApart(one, other);
}

function valuesDiffer(newer: Statement, older: Statement): boolean {
  return amountsDiffer(newer, older, mayMeanTheSame) || !bothForbid(newer, older) && namesDiffer(newer, older);
}

function namesDiffer(newer: Statement, older: Statement): boolean {
  return newer.choices.some((choice) => !choice.gone && outdates(choice, newer, older)) || placesDiffer(newer, older);
}

/** Counts by any unit, and rates however they are written ("0.2" and "5 %"), may be of the same thing. */
function mayMeanTheSame(one: Quantity, other: Quantity): boolean {
  return areComparable(one, other) ||
    one.of === other.of && ![one, other].some(({ dimension }) => EXACT.includes(dimension));
}

function placesDiffer({ plain: newer }: Statement, { plain: older }: Statement): boolean {
  const places: readonly string[] = newer.match(PLACE) ?? [];
  const before: readonly string[] = older.match(PLACE) ?? [];
  return places.length > 0 && before.length > 0 && !places.some((place) => before.includes(place));
}
