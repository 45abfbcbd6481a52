/**
 * In: two statements, an older and a newer one. Out: whether the newer one gives another value of the same thing, or
 * denies the older one.
 * Not done here: which of them holds, which an agent or a person judges; taking sentences apart (statement.ts).
 *
 * Measured on the pairs in tests/fixtures/changes. A miss leaves both as they are, a false alarm costs a glance.
 *
 * @module
 */
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { HAN, isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop.ts";
import { remembered } from "../remembered.ts";
import { namesOf } from "./other_names.ts";
import { LABEL, type Quantity } from "./quantities.ts";
import { type Choice, type Slot, type Statement, type Subject, subjectIn } from "./statement.ts";

// The least share of one subject's words that another subject holds.
/** For the subject that the other one covers better. */
const NEARLY_WHOLE = 0.9;
/** In place of NEARLY_WHOLE between two languages. */
const MOSTLY_WHOLE = 0.66;
/** For both subjects of statements that differ by a "not" alone. */
const MOSTLY = 0.76;
/** For a permission, which may name one case of a ban. */
const HALF = 0.5;
/** For both subjects of slots with different names: the name of a thing is no name of its parts. */
const MOSTLY_SLOT = 0.6;
/** For the subject that is covered worse: with a smaller share it names many things, of which the other is one. */
const A_PART = 0.3;

/**
 * Whether a newer text changes an older one; both were read by `readStatements`.
 *
 * @param lookUp false: only words that both hold count, no other names, which saves most of the time
 */
export function contradicts(newer: readonly Statement[], older: readonly Statement[], lookUp = true): boolean {
  return newer.some((each) => older.some((other) => saysOtherwise(each, other, lookUp) && !areApart(each, other)));
}

/** Whether a newer text denies an older one or gives it another number; another name alone is no such change. */
export function deniesOrRecounts(newer: readonly Statement[], older: readonly Statement[]): boolean {
  const mayBe = (each: Statement, other: Statement) =>
    each.denies !== other.denies || amountsDiffer(each, other, areComparable);
  return newer.some((each) => older.some((other) => mayBe(each, other) && contradicts([each], [other])));
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

/** Whether the newer one changes the older one, provided that both are about the same one of several things. */
function saysOtherwise(newer: Statement, older: Statement, lookUp: boolean): boolean {
  // "Never on Sundays" does not change "on Thursdays only": a forbidden value takes the place of none.
  const names = !newer.adds && !older.adds && !newer.denies && !older.denies &&
    newer.choices.some((choice) => !choice.gone && outdates(choice, newer, older));
  const numbers = amountsDiffer(newer, older, areComparable);
  const turned = newer.denies !== older.denies;
  // "Java: four spaces", "TypeScript: two spaces": the numbers belong to different names.
  if (names && numbers || linesOutdated(newer, older) > 1) return false;
  if (!names && !numbers && !turned) {
    // "Never on Fridays", "never on weekends": two bans of different things agree.
    return !newer.denies && slotsDiffer(newer, older, lookUp);
  }
  if (!names && !numbers && !sameChoices(newer, older)) return false;
  const whole = likeness(newer, older, lookUp);
  if (!whole) return names && !numbers && !turned;
  const [most, least] = [Math.max(...whole), Math.min(...whole)];
  const ofTwoLanguages = areOfTwoLanguages(newer.plain, older.plain);
  const isWhole = most >= NEARLY_WHOLE || ofTwoLanguages && most >= MOSTLY_WHOLE && least > HALF;
  if (names || numbers) return isWhole && least >= A_PART;
  // A ban of one case does not contradict a permission of the whole.
  const [forbidden, other] = newer.denies ? whole : [whole[1], whole[0]];
  return forbidden >= (ofTwoLanguages ? MOSTLY_WHOLE : NEARLY_WHOLE) && other >= HALF ||
    least >= MOSTLY && most >= NEARLY_WHOLE;
}

/** Whether one text is Chinese and the other is not: not every word of the same meaning is known between the two. */
export function areOfTwoLanguages(one: string, other: string): boolean {
  return isCjk(one) !== isCjk(other);
}

/** Whether a choice stands on a line with one of the older statement's that the newer one drops. */
function outdates({ name, lines }: Choice, newer: Statement, older: Statement): boolean {
  if (older.choices.some((each) => each.name === name && !each.gone)) return false;
  return older.choices.some((each) =>
    !each.gone && each.lines.some((line) => lines.includes(line)) &&
    !newer.choices.some((kept) => kept.name === each.name && !kept.gone)
  );
}

/** On how many lines a choice of the newer statement takes the place of one of the older. */
function linesOutdated(newer: Statement, older: Statement): number {
  const lines = newer.choices.filter((choice) => !choice.gone && outdates(choice, newer, older))
    .flatMap(({ lines }) => lines).filter((line) => older.choices.some((each) => each.lines.includes(line)));
  return new Set(lines).size;
}

function sameChoices(newer: Statement, older: Statement): boolean {
  const names = ({ choices }: Statement) => [...new Set(choices.map(({ name }) => name))].sort().join();
  return names(newer) === names(older);
}

/** Whether two statements are about different ones of several things: "Branch 1" and "Branch 2", two environments. */
function areApart(newer: Statement, older: Statement): boolean {
  const lacks = ({ places }: Statement, name: string) => places.every((each) => each.name !== name);
  const places = newer.places.some(({ name, lines }) =>
    lacks(older, name) &&
    older.places.some((other) => lacks(newer, other.name) && other.lines.some((line) => lines.includes(line)))
  );
  if (places || areSiblings(newer, older)) return true;
  return amountsDiffer(newer, older, (one, other) => isLabel(one) && isLabel(other) && one.of === other.of);
}

/**
 * Whether each of two statements names another one of several things of one name, `user-service` and `order-service`,
 * `v1` and `v2`, 节点1 and 节点2, and gives it another value: a name that is all that differs may be the value itself.
 */
function areSiblings(newer: Statement, older: Statement): boolean {
  const namesIn = ({ plain }: Statement): readonly string[] => plain.match(SIBLING) ?? [];
  const [ours, theirs] = [namesIn(newer), namesIn(older)];
  const names = [
    ...ours.filter((name) => !theirs.includes(name)),
    ...theirs.filter((name) => !ours.includes(name)),
  ];
  const isSibling = ours.some((name) =>
    names.includes(name) && theirs.some((other) => names.includes(other) && shareAPart(name, other))
  );
  if (!isSibling) return false;
  const isOfName = ({ amount }: Quantity) => names.some((name) => name.endsWith(amount));
  const beside = (each: Statement) => ({ ...each, quantities: each.quantities.filter((one) => !isOfName(one)) });
  const values = [newer.slot?.value, older.slot?.value];
  return amountsDiffer(beside(newer), beside(older), areComparable) || newer.denies !== older.denies ||
    !sameChoices(newer, older) ||
    values[0] !== values[1] && !names.some((name) => values.some((value) => value?.includes(name)));
}

/** Whether two names begin alike, or end in the same word. */
function shareAPart(one: string, other: string): boolean {
  const partsOf = (name: string) => name.split(/[-_]|\s*(?=(?:\d+|\b[a-z])$)/);
  const [ours, theirs] = [partsOf(one), partsOf(other)];
  const last = ours.at(-1) ?? "";
  return ours[0] === theirs[0] || last === theirs.at(-1) && !/\d/.test(last);
}

/** Names of several parts, and names with a number or one letter behind them. */
const SIBLING = new RegExp(
  [
    String.raw`(?<![\w-])[a-z][a-z\d]*(?:[-_][a-z][a-z\d]*)+`,
    String.raw`(?<![\w.-])(?:[a-z]+|[${HAN}]+)\d{1,2}(?=$|[\s的,，。])`,
    String.raw`[${HAN}]+ ?[a-z](?=$|[\s的,，。])|\b[a-z]{3,} (?:[a-z](?='s)|[b-hj-z](?=$|[\s,.]))`,
  ].join("|"),
  "g",
);

function isLabel({ dimension }: Quantity): boolean {
  return dimension === LABEL;
}

/** Whether a number of the newer statement differs from all numbers of the older one that it is comparable with. */
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
  // Whether units of two languages count the same thing is unknown.
  return !MEASURES.includes(a) && !MEASURES.includes(b) && isCjk(a) !== isCjk(b);
}

const MEASURES = ["time", "size", "share", "clock", "date", "money", "address", "version"];

/** Whether two slots with the same subject hold different names: "the lead is Ann", "Bob is the lead". */
function slotsDiffer(one: Statement, other: Statement, lookUp: boolean): boolean {
  const [{ slot: newer }, { slot: older }] = [one, other];
  if (!newer || !older || namesValueOf(one, older) || namesValueOf(other, newer) || sameName(one, other)) return false;
  if (newer.kind !== older.kind && newer.kind !== "any" && older.kind !== "any") return false;
  // What holds in all of them holds in one.
  if (newer.kind === "place" && (EVERYWHERE.test(newer.value) || EVERYWHERE.test(older.value))) return false;
  // The frontend uses React, and its code uses tabs.
  if (isIndentation(one) !== isIndentation(other)) return false;
  const [subject, before] = [subjectOf(newer), subjectOf(older)];
  const shares = likenessOf(subject, before, lookUp ? subject : undefined);
  return shares !== undefined && Math.max(...shares) >= NEARLY_WHOLE && Math.min(...shares) >= MOSTLY_SLOT;
}

/**
 * Whether a statement holds a value, too: "tuesdays only" where it says "only on Tuesdays", 英文 where it says 英文写.
 * Between the signs of a Chinese value others may stand.
 */
function namesValueOf({ plain, slot }: Statement, { value }: Slot): boolean {
  if (isCjk(value)) {
    let at = 0;
    return [...value].every((sign) => (at = (slot?.value ?? "").indexOf(sign, at) + 1) > 0);
  }
  const words = plain.split(/[\s,;]+/).map(stem);
  const named = value.split(" ").filter((word) => !isStopWord(word));
  return value === slot?.value || named.length > 0 && named.every((word) => words.includes(stem(word)));
}

/** Whether the values of two statements are the same known name, whatever Chinese stands around it: 英文, 英语写. */
function sameName(...both: readonly [Statement, Statement]): boolean {
  const [one, other] = both.map(({ plain, choices, slot: { value = "" } = {} }) =>
    choices.find(({ from, to }) => {
      const rest = value.replace(plain.slice(from, to), "");
      return rest !== value && !/[a-z\d]/.test(rest);
    })?.name
  );
  return one !== undefined && one === other;
}

const EVERYWHERE = /^(?:all|every|each|both)\b|^(?:所有|全部|任何|每)/u;

function isIndentation({ choices }: Statement): boolean {
  return choices.some(({ name }) => name === "tab" || name === "space");
}

/** Remembered, since a slot is compared with several. */
const subjectOf = remembered(({ subject }: Slot) => subjectIn(subject));

/** The parts of a note that are compared with another note's. */
interface SceneAndChoice {
  readonly scene: string;
  readonly choice: string;
}

/**
 * The share of two notes' subjects that the other one holds, 0–1. The choice counts twice: scenes are told in the same
 * few words (a database, an endpoint), and one note's scene may be in another note's choice.
 */
export function noteKinship(one: SceneAndChoice, other: SceneAndChoice): number {
  const whole = ({ scene, choice }: SceneAndChoice) => `${scene} ${choice}`;
  const shares = [...sharesHeld(whole(one), whole(other)), ...sharesHeld(one.choice, other.choice)];
  return shares.reduce((sum, share) => sum + share) / shares.length;
}

/** The share of each text's subject that the other one holds. */
export function sharesHeld(one: string, other: string): Shares {
  const [ours, theirs] = [subjectIn(one.toLowerCase()), subjectIn(other.toLowerCase())];
  return likenessOf(ours, theirs, ours) ?? [0, 0];
}

/** The share of each statement's subject that the other one holds; undefined where a subject is empty. */
function likeness(newer: Statement, older: Statement, lookUp: boolean): Shares | undefined {
  const releases = releasesIn(newer).filter((release) => releasesIn(older).includes(release));
  const subject = ({ words, runs, choices }: Statement): Subject => {
    const alone = choices.map(({ name }) => name).filter((name) => isAlone(name, newer, older));
    return { words: [...words, ...releases, ...alone], runs };
  };
  return likenessOf(subject(newer), subject(older), lookUp ? newer : undefined);
}

/** Numbers like "4.2": where both texts hold the same one, it is a name. */
function releasesIn({ quantities }: Statement): string[] {
  return quantities.filter(({ amount }) => amount.includes(".")).map(({ amount }) => amount);
}

/** Whether no other choice of the statements stands on a line with this one. */
function isAlone(name: string, ...statements: readonly Statement[]): boolean {
  const choices = statements.flatMap((each) => each.choices);
  const lines = choices.find((each) => each.name === name)?.lines ?? [];
  return choices.every((each) => each.name === name || !each.lines.some((line) => lines.includes(line)));
}

/** The share of each subject that the other one holds, also by the other names of `named`. */
function likenessOf(newer: Subject, older: Subject, named?: Subject): Shares | undefined {
  if ([newer, older].some(({ words, runs }) => words.length + runs.length === 0)) return undefined;
  const [ours, theirs] = [marked(newer, older), marked(older, newer)];
  if (named && ours.share() < 1 && theirs.share() < 1) {
    const stems = new Set(older.words.map(stem));
    const text = older.runs.join(" ");
    for (const { of, word } of namesOf(named)) {
      const isHeld = isCjk(word) ? text.includes(word) : word.split("-").every((part) => stems.has(stem(part)));
      if (!isHeld) continue;
      ours.mark(of);
      theirs.mark(word);
    }
  }
  return [ours.share(), theirs.share()];
}

/** 0–1. */
type Shares = readonly [ofNewer: number, ofOlder: number];

/** A subject with marks on the words and characters that another one holds. */
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

/** Words of sentences about anything, such as verbs, tell little of the subject. */
const OF_ORDINARY_WORD = 0.5;

const weightOf = remembered((word: string) => priorOf(word) < TRADE_PRIOR ? OF_ORDINARY_WORD : 1);

// A newer text may be a change of an older one where that is not certain: they share much of one subject, and one gives
// another value or denies the other.

/** Most sentences of one trade share less. */
const OF_ONE = 0.5;
const OF_THE_OTHER = 0.25;

/** Numbers of these dimensions are never comparable with those of others. */
const EXACT = ["time", "size", "clock", "date", "money", "address", LABEL];
/** A host, a path, a file. */
const PLACE = /(?<![\w@.-])[a-z\d][\w-]*(?:[./:][\w-]+)+/g;

/** The sum of both subjects' shared parts, 0–2; 0 where the newer text can't be a change of the older one. */
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

/** Whether two whole texts are about different ones of several things. */
export function areToldApart([one]: readonly Statement[], [other]: readonly Statement[]): boolean {
  return one !== undefined && other !== undefined && areApart(one, other);
}

function valuesDiffer(newer: Statement, older: Statement): boolean {
  if (amountsDiffer(newer, older, mayMeanTheSame)) return true;
  return !(newer.denies && older.denies) &&
    (newer.choices.some((choice) => !choice.gone && outdates(choice, newer, older)) || placesDiffer(newer, older));
}

/** Counts with any unit, and rates in any notation ("0.2" and "5 %"), may be of the same thing. */
function mayMeanTheSame(one: Quantity, other: Quantity): boolean {
  return areComparable(one, other) ||
    one.of === other.of && ![one, other].some(({ dimension }) => EXACT.includes(dimension));
}

function placesDiffer({ plain: newer }: Statement, { plain: older }: Statement): boolean {
  const places: readonly string[] = newer.match(PLACE) ?? [];
  const before: readonly string[] = older.match(PLACE) ?? [];
  return places.length > 0 && before.length > 0 && !places.some((place) => before.includes(place));
}
