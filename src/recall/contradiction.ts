/**
 * In: two statements, an older and a newer one. Out: whether the newer one gives another value of the same thing, or
 * denies the older one; whether they are about different ones of several things, staging and production. Which of them
 * holds, an agent or a person judges.
 *
 * Measured on the pairs in tests/fixtures/changes. A miss leaves both as they are, a false alarm costs a glance.
 */
import { HAN, isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { isOfChange, isStopWord } from "../text/stop.ts";
import { remembered } from "../remembered.ts";
import { exempts, namesACase } from "./exempt.ts";
import { blanked, LABEL, type Quantity } from "./quantities.ts";
import { likenessOf, type Shares } from "./shares.ts";
import type { Slot } from "./slot.ts";
import {
  type Choice,
  clausesOf,
  numberAt,
  readStatements,
  sameChoices,
  type Statement,
  type Statements,
  type Subject,
  subjectIn,
} from "./statement.ts";

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
  for (const each of newer) {
    for (const other of older) {
      const changes = mayDiffer(each, other) && differ(each, other, lookUp) && !leavesInForce(each, other) &&
        !namesACase(each, other);
      if (changes) return true;
    }
  }
  return false;
}

/** Whether two statements hold what may differ, whatever it is about: a quick look, which most pairs don't pass. */
function mayDiffer(one: Statement, other: Statement): boolean {
  return one.denies !== other.denies || one.choices.length > 0 && other.choices.length > 0 ||
    one.quantities.length > 0 && other.quantities.length > 0 || one.slot !== undefined && other.slot !== undefined;
}

/** Whether a newer text gives a single case another value than an older text gives to all cases. */
export function isException(newer: readonly Statement[], older: readonly Statement[]): boolean {
  return newer.some((each) => older.some((other) => differ(each, other, true) && leavesInForce(each, other)));
}

/** Whether a newer text denies an older one or gives it another number; another name alone is no such change. */
export function deniesOrRecounts(newer: readonly Statement[], older: readonly Statement[]): boolean {
  const mayBe = (each: Statement, other: Statement) =>
    each.denies !== other.denies || amountsDiffer(each.quantities, other.quantities, areComparable);
  return newer.some((each) => older.some((other) => mayBe(each, other) && contradicts([each], [other])));
}

/** Whether two texts hold different numbers of one kind, whatever these are about. */
export function recounts(newer: readonly Statement[], older: readonly Statement[]): boolean {
  const areOfOneKind = (one: Quantity, other: Quantity) =>
    one.dimension === other.dimension && areComparable(one, other);
  return newer.some((each) => older.some((other) => amountsDiffer(each.quantities, other.quantities, areOfOneKind)));
}

/** Whether two texts in nearly the same words are of the same thing and give it the same value. */
export function agree([one]: Statements, [other]: Statements): boolean {
  if (areApart(one, other) || one.denies !== other.denies || !sameChoices(one, other)) return false;
  const amounts = ({ quantities }: Statement) => quantities.map(({ amount }) => amount).sort().join();
  if (amounts(one) !== amounts(other)) return false;
  const whole = likeness(one, other, false);
  return whole === undefined || Math.max(...whole) === 1;
}

/** Whether both texts give values and have none in common, so that neither says again what the other says. */
export function giveOthers(one: readonly Statement[], other: readonly Statement[]): boolean {
  const valuesIn = (all: readonly Statement[]) =>
    all.flatMap(({ choices, quantities, slot }) => [
      ...choices.filter(({ gone }) => !gone).map(({ name }) => name),
      ...quantities.map(({ amount }) => amount),
      ...slot ? [slot.value] : [],
    ]);
  const [ours, theirs] = [valuesIn(one), valuesIn(other)];
  return ours.length > 0 && theirs.length > 0 && !ours.some((value) => theirs.includes(value));
}

/**
 * Whether an older text holds more than a newer one changes. It has more values and names of its own than the newer one
 * puts in their place, or speaks of several things of a kind, one of which the newer one lacks: “Redis runs on 6379 and
 * Postgres on 5432” holds more than a newer text about Postgres alone.
 */
export function holdsMore(older: string, newer: string): boolean {
  const [theirs, ours] = [readStatements(older)[0], readStatements(newer)[0]];
  const places = ({ places }: Statement) => new Set(places.map(({ name }) => name));
  if (places(theirs).size > 1 && places(theirs).difference(places(ours)).size > 0) return true;
  const [before, now] = [toldIn(older, theirs), toldIn(newer, ours)];
  return before.difference(now).size > Math.max(1, now.difference(before).size);
}

/** The values and names in a text, without those in its reason. */
function toldIn(text: string, { plain, choices, quantities }: Statement): Set<string> {
  const named = choices.map(({ from, to }) => plain.slice(from, to)).join(" ");
  const names = (text.match(NAME) ?? []).map((name) => name.toLowerCase())
    .filter((name) => plain.includes(name) && !named.includes(name));
  const kept = choices.filter(({ gone }) => !gone).map(({ name }) => name);
  return new Set([...kept, ...quantities.map(({ amount }) => amount), ...names]);
}

/** A word with a capital, which does not begin a sentence. */
const NAME = /(?<!^|[.!?:;]\s+)(?<![\w-])[A-Z][A-Za-z][\w-]*/g;

/** Whether the newer statement changes the older one, and they are not about staging and production, or the like. */
function differ(newer: Statement, older: Statement, lookUp: boolean): boolean {
  return saysOtherwise(newer, older, lookUp) && !areApart(newer, older);
}

/** Whether there is anything in a statement by which it could contradict another. */
export function mayContradict({ quantities, choices, denies, slot }: Statement): boolean {
  return quantities.length > 0 || choices.length > 0 || denies || slot !== undefined;
}

/** Whether the newer statement changes the older one, provided that both are about the same thing (`areApart`). */
function saysOtherwise(newer: Statement, older: Statement, lookUp: boolean): boolean {
  // "Never on Sundays" does not change "on Thursdays only": a forbidden value takes the place of none.
  const replacing = replacingChoices(newer, older);
  const names = replacing.length > 0 && !newer.denies && !older.denies && !newer.adds && !older.adds;
  const numbers = amountsDiffer(newer.quantities, older.quantities, areComparable);
  const turned = newer.denies !== older.denies;
  // "Java: four spaces", "TypeScript: two spaces": the numbers belong to different names.
  if (names && numbers || replacing.length > 0 && linesOf(replacing, older).size > 1) return false;
  if (!names && !numbers && !turned) {
    // "Never on Fridays", "never on weekends": two bans of different things agree.
    return !newer.denies && slotsDiffer(newer, older, lookUp);
  }
  if (!names && !numbers && (!sameChoices(newer, older) || bansANumber(newer, older))) return false;
  const ofTwoLanguages = areOfTwoLanguages(newer.plain, older.plain);
  const whole = likeness(newer, older, lookUp, ofTwoLanguages ? MOSTLY_WHOLE : NEARLY_WHOLE);
  if (!whole) return names && !numbers && !turned && !holdSameValues(newer.whole, older.whole);
  const most = Math.max(...whole);
  const least = Math.min(...whole);
  const isWhole = most >= NEARLY_WHOLE || ofTwoLanguages && most >= MOSTLY_WHOLE && least > HALF;
  // The values of the whole texts are compared last, since that takes longest.
  if (names || numbers) return isWhole && least >= A_PART && !holdSameValues(newer.whole, older.whole);
  // A ban of one case does not contradict a permission of the whole.
  const [forbidden, other] = newer.denies ? whole : [whole[1], whole[0]];
  return forbidden >= (ofTwoLanguages ? MOSTLY_WHOLE : NEARLY_WHOLE) && other >= HALF ||
    least >= MOSTLY && most >= NEARLY_WHOLE;
}

/** Whether the one that forbids names a number that the other lacks: “never Python 2” leaves Python in force. */
function bansANumber(one: Statement, other: Statement): boolean {
  const [ban, rule] = one.denies ? [one, other] : [other, one];
  return ban.quantities.some(({ amount }) => rule.quantities.every((each) => each.amount !== amount));
}

/**
 * Whether all values of one text stand in the other for the same things. “Staging runs 2 replicas, production 6” and
 * “production runs 6 replicas, staging 2” hold the same, though their first clauses give different numbers.
 */
function holdSameValues(newer: Statement, older: Statement): boolean {
  return newer.denies === older.denies && (holdsValuesOf(newer, older) || holdsValuesOf(older, newer));
}

/** Whether the other text gives each value of the one text to the subject that is most like the value's. */
function holdsValuesOf(other: Statement, one: Statement): boolean {
  const [held, others] = [heldIn(one), heldIn(other)];
  if (held.length === 0 || Math.max(held.length, others.length) > VALUES_MAX) return false;
  const gone = [...one.gone, ...other.gone];
  const written = ({ value, clause }: ValueIn) => "name" in value ? value.name : numberAt(clause.plain, value);
  // “300 seconds. That was wrong: 900, not 300.”
  if (held.some((each) => gone.includes(written(each)))) return false;
  const [ours, theirs] = [held.map(withSubject), others.map(withSubject)];
  return ours.every((each) => {
    const rivals = theirs.filter((its) => mayReplace(each, its));
    // A clause often leaves out words of the one before it, so the share that is covered better counts more.
    const near = (its: OfSubject) => {
      const shares = likenessOf(each.of, its.of) ?? [0, 0];
      return 2 * Math.max(...shares) + Math.min(...shares);
    };
    const twin = rivals.filter((its) => isSameValue(each, its) && its.clause.denies === each.clause.denies)
      .toSorted((a, b) => near(b) - near(a))[0];
    // “At 2:00 and 14:00” says more of one thing than “at 2:00”.
    return twin !== undefined && rivals.every((its) =>
      isSameValue(each, its) ||
      (its.clause === twin.clause ? ours.some((value) => isSameValue(value, its)) : near(its) <= near(twin))
    );
  });
}

/** A text of more values is a list, whose clauses tell little of what each value is about. */
const VALUES_MAX = 12;

interface ValueIn {
  readonly value: Choice | Quantity;
  readonly clause: Statement;
}

/** A value, and what its clause says besides. */
interface OfSubject extends ValueIn {
  readonly of: Subject;
}

/** The values that hold in a text, each with its clause. */
function heldIn(text: Statement): ValueIn[] {
  return clausesOf(text).flatMap((clause) =>
    [
      ...clause.choices.filter(({ gone }) => !gone),
      ...clause.quantities.filter(({ dimension }) => dimension !== LABEL),
    ].map((value) => ({ value, clause }))
  );
}

function withSubject({ value, clause }: ValueIn): OfSubject {
  const gone = clause.choices.filter((each) => each.gone);
  return { value, clause, of: subjectIn(blanked(clause.plain, [...gone, value])) };
}

/** Whether one of two values may stand where the other does. */
function mayReplace({ value: one }: ValueIn, { value: other }: ValueIn): boolean {
  if ("name" in one) return "name" in other && other.lines.some((line) => one.lines.includes(line));
  return !("name" in other) && areComparable(one, other);
}

function isSameValue({ value: one }: ValueIn, { value: other }: ValueIn): boolean {
  return "name" in one ? "name" in other && one.name === other.name : "amount" in other && one.amount === other.amount;
}

/** Whether one text is Chinese and the other is not: not every word of the same meaning is known between the two. */
export function areOfTwoLanguages(one: string, other: string): boolean {
  return isCjk(one) !== isCjk(other);
}

/** The choices of the newer statement that stand on a line with a choice of the older statement, which it drops. */
function replacingChoices(newer: Statement, older: Statement): Choice[] {
  if (newer.choices.length === 0 || older.choices.length === 0) return [];
  const ours = newer.choices.filter(({ gone }) => !gone);
  const theirs = older.choices.filter(({ gone }) => !gone);
  const dropped = theirs.filter(({ name }) => ours.every((kept) => kept.name !== name));
  return ours.filter(({ name, lines }) =>
    theirs.every((each) => each.name !== name) &&
    dropped.some((each) => each.lines.some((line) => lines.includes(line)))
  );
}

/** The lines that hold one of these choices and one of the older statement's. */
function linesOf(choices: readonly Choice[], older: Statement): Set<number> {
  const lines = choices.flatMap((choice) => choice.lines);
  return new Set(lines.filter((line) => older.choices.some((each) => each.lines.includes(line))));
}

/** Whether two slots with the same subject hold different names: "the lead is Ann", "Bob is the lead". */
function slotsDiffer(one: Statement, other: Statement, lookUp: boolean): boolean {
  const newer = one.slot;
  const older = other.slot;
  if (!newer || !older) return false;
  if (!areOfOneKind(newer, older) || newer.value === older.value) return false;
  if (namesValueOf(one, older) || namesValueOf(other, newer) || nameOneThing(one, other)) return false;
  if (valueIn(one) === valueIn(other)) return false;
  // What holds in all of them holds in one.
  if (newer.kind === "place" && (EVERYWHERE.test(newer.value) || EVERYWHERE.test(older.value))) return false;
  // The frontend uses React, and its code uses tabs.
  if (isIndentation(one) !== isIndentation(other)) return false;
  if (areOfOneOwner(newer.subject, older.subject) || areOfOneOwner(older.subject, newer.subject)) return false;
  const subject = subjectOf(newer);
  const shares = likenessOf(subject, subjectOf(older), lookUp ? subject : undefined, { least: NEARLY_WHOLE });
  return shares !== undefined && Math.max(...shares) >= NEARLY_WHOLE && Math.min(...shares) >= MOSTLY_SLOT;
}

/**
 * Whether two subjects are different things of one owner, “files in the bucket” and “bucket names”. `subjectIn` drops
 * words that usually tell only of a change (“names”), and in such a pair that word is the thing itself.
 */
function areOfOneOwner(one: string, other: string): boolean {
  const [, thing = "", owner = ""] = THING_OF_OWNER.exec(one) ?? [];
  const [, first = "", second = ""] = OWNER_AND_THING.exec(other) ?? [];
  const [ours, theirs] = [stem(thing), stem(second)];
  return owner !== "" && stem(owner) === stem(first) && ours !== theirs && (isOfChange(ours) || isOfChange(theirs));
}

const THING_OF_OWNER = /^(?:the |our |all )*(\S+) (?:in|of|on|for|at) (?:the |our )*(\S+) ?$/;
const OWNER_AND_THING = /^(?:the |our |all )*(\S+) (\S+) ?$/;

/** Whether two slots may hold values of the same sort; a person is also named by what they are: 值班人是小王. */
function areOfOneKind({ kind: one }: Slot, { kind: other }: Slot): boolean {
  return one === other || one === "any" || other === "any" || one === "who" && other === "is" ||
    one === "is" && other === "who";
}

/** Whether a statement, such as 用英文写, holds the value of a slot, 英文. Between Chinese signs others may stand. */
function namesValueOf({ held, slot }: Statement, { value }: Slot): boolean {
  if (isCjk(value)) return holdsInOrder(slot?.value ?? "", value);
  const words = held.split(/[\s,;]+/).map(stem);
  const named = value.split(" ").filter((word) => !isStopWord(word));
  return value === slot?.value || named.length > 0 && named.every((word) => words.includes(stem(word)));
}

function holdsInOrder(text: string, signs: string): boolean {
  let at = 0;
  for (const sign of signs) {
    at = text.indexOf(sign, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Whether the values of two statements are the same known name, whatever Chinese stands around it: 英文, 英语写. */
function nameOneThing(one: Statement, other: Statement): boolean {
  const name = valueNameOf(one);
  return name !== undefined && name === valueNameOf(other);
}

function valueNameOf({ plain, choices, slot }: Statement): string | undefined {
  const value = slot?.value ?? "";
  return choices.find(({ from, to }) => {
    const rest = value.replace(plain.slice(from, to), "");
    return rest !== value && !/[a-z\d]/.test(rest);
  })?.name;
}

/** The value of a slot with each known name in its first spelling: “real pg” is “real postgresql”. */
function valueIn({ plain, choices, slot }: Statement): string {
  return choices.reduce((value, { name, from, to }) => value.replace(plain.slice(from, to), name), slot?.value ?? "");
}

const EVERYWHERE = /^(?:all|every|each|both)\b|^(?:所有|全部|任何|每)/u;

function isIndentation({ choices }: Statement): boolean {
  return choices.some(({ name }) => name === "tab" || name === "space");
}

/** Remembered, since a slot is compared with several. */
const subjectOf = remembered(({ subject }: Slot) => subjectIn(subject));

/**
 * The share of each statement's subject that the other one holds; undefined where a subject is empty.
 *
 * @param least two shares below it may be given as 0
 */
function likeness(newer: Statement, older: Statement, lookUp: boolean, least = 0): Shares | undefined {
  const releases = releasesIn(newer).filter((release) => releasesIn(older).includes(release));
  const subject = (each: Statement): Subject => {
    const alone = each.choices.map(({ name }) => name).filter((name) => isAlone(name, newer, older));
    if (releases.length + alone.length === 0) return each;
    return { words: [...each.words, ...releases, ...alone], runs: each.runs };
  };
  return likenessOf(subject(newer), subject(older), lookUp ? newer : undefined, { least });
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

function leavesInForce(one: Statement, other: Statement): boolean {
  const share = (each: Statement, its: Statement) => likeness(each, its, false);
  return exempts(one, other, share) || exempts(other, one, share);
}

/**
 * Whether two statements are about different ones of several things: "Branch 1" and "Branch 2", two environments, or
 * hold for different paths.
 */
export function areApart(newer: Statement, older: Statement): boolean {
  if (newer.scope !== older.scope) return true;
  const lacks = ({ places }: Statement, name: string) => places.every((each) => each.name !== name);
  const places = newer.places.some(({ name, lines }) =>
    lacks(older, name) &&
    older.places.some((other) => lacks(newer, other.name) && other.lines.some((line) => lines.includes(line)))
  );
  const areLabelsOfOne = (one: Quantity, other: Quantity) =>
    one.dimension === LABEL && other.dimension === LABEL && one.of === other.of;
  return places || areSiblings(newer, older) || amountsDiffer(newer.quantities, older.quantities, areLabelsOfOne);
}

/**
 * Whether two statements name things whose names differ in a part (`user-service` and `order-service`, `v1` and `v2`,
 * 节点1 and 节点2) and give them different values. Where only the names differ, the name may be the value itself.
 */
function areSiblings(newer: Statement, older: Statement): boolean {
  const ours: readonly string[] = newer.plain.match(SIBLING) ?? [];
  const theirs: readonly string[] = older.plain.match(SIBLING) ?? [];
  const onlyOurs = ours.filter((name) => !theirs.includes(name));
  const onlyTheirs = theirs.filter((name) => !ours.includes(name));
  if (!onlyOurs.some((name) => onlyTheirs.some((other) => shareAPart(name, other)))) return false;
  if (newer.denies !== older.denies || !sameChoices(newer, older)) return true;
  const names = [...onlyOurs, ...onlyTheirs];
  const beside = ({ quantities }: Statement) =>
    quantities.filter(({ amount }) => !names.some((name) => name.endsWith(amount)));
  if (amountsDiffer(beside(newer), beside(older), areComparable)) return true;
  const value = newer.slot?.value;
  const before = older.slot?.value;
  return value !== before && !names.some((name) => value?.includes(name) || before?.includes(name));
}

/** Whether two names begin alike, or end in the same word. */
function shareAPart(one: string, other: string): boolean {
  const partsOf = (name: string) => name.split(/[-_]|\s*(?=(?:\d+|\b[a-z])$)/);
  const ours = partsOf(one);
  const theirs = partsOf(other);
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

/** Whether a newer number differs from all older ones that may be of the same thing. */
function amountsDiffer(
  newer: readonly Quantity[],
  older: readonly Quantity[],
  areOfOne: (one: Quantity, other: Quantity) => boolean,
): boolean {
  return newer.some((each) => {
    const same = older.filter((other) => areOfOne(each, other));
    return same.length > 0 && same.every(({ amount }) => amount !== each.amount);
  });
}

/** Dimensions that a number without a unit is never of. */
const NEVER_BARE = ["clock", "date", "address", "version", LABEL];
const MEASURES = ["time", "size", "share", "clock", "date", "money", "address", "version"];

function mayEqual(one: string, other: string): boolean {
  return one === other || one === "" || other === "";
}

/** Whether two numbers may be of the same thing. */
function areComparable(one: Quantity, other: Quantity): boolean {
  const a = one.dimension;
  const b = other.dimension;
  if (a === LABEL || !mayEqual(one.of, other.of) || !mayEqual(one.bound, other.bound)) return false;
  if (a === b) return true;
  if (a === "" || b === "") return !NEVER_BARE.includes(a || b);
  // Whether units of two languages count the same thing is unknown.
  return !MEASURES.includes(a) && !MEASURES.includes(b) && isCjk(a) !== isCjk(b);
}
