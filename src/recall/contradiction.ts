/**
 * In: two statements, an older and a newer. Out: whether the newer gives another value of the same thing, or says the
 * contrary.
 * Not done here: which of them holds, which an agent or a person judges; taking sentences apart (statement.ts).
 *
 * Measured on the pairs in tests/fixtures/changes. A miss leaves both as they are, a false alarm costs a glance.
 *
 * @module
 */
import { pairsOf } from "../index/analyse.ts";
import { stem } from "../index/words/stem.ts";
import { isCjk } from "../search/words/ordinary.ts";
import { counterparts } from "../search/words/glossary.ts";
import { nearWords } from "../search/words/near.ts";
import type { Quantity } from "./quantities.ts";
import { type Choice, formsOf, type Statement, subjectIn } from "./statement.ts";

/** One of two subjects is nearly whole in the other. */
const NEARLY_WHOLE = 0.85;
/** Both say nearly the same but for a "not". */
const MOSTLY = 0.75;
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

/** Whether there is anything in a statement by which it could contradict another. */
export function mayContradict({ quantities, choices, denies, parts }: Statement): boolean {
  return quantities.length > 0 || choices.length > 0 || denies || parts !== undefined;
}

function changes(newer: Statement, older: Statement, lookUp: boolean): boolean {
  const names = newer.choices.some((choice) => !choice.gone && outdates(choice, newer, older)) ||
    newer.choices.some(({ name, gone }) => gone && older.choices.some((each) => !each.gone && each.name === name));
  const numbers = numbersDiffer(newer, older);
  const turned = newer.denies !== older.denies;
  // "Java: four spaces", "TypeScript: two spaces": the names tell what the numbers are of.
  if (names && numbers && !sameVersions(newer, older)) return false;
  if (!names && !numbers && !turned) return valuesDiffer(newer, older);
  if (!names && !numbers && !sameChoices(newer, older)) return false;
  const whole = likeness(newer, older, lookUp);
  if (!whole) return names && !numbers && !turned;
  const [most, least] = [Math.max(...whole), Math.min(...whole)];
  if (names) return most >= NEARLY_WHOLE && (least >= A_PART || least === 0 && most === 1);
  if (numbers) return most >= NEARLY_WHOLE && least >= A_PART;
  return least >= MOSTLY && most >= NEARLY_WHOLE;
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

function numbersDiffer(newer: Statement, older: Statement): boolean {
  return newer.quantities.some((each) => {
    const same = older.quantities.filter((other) => comparable(each, other));
    return same.length > 0 && same.every(({ amount }) => amount !== each.amount) &&
      same.some(({ amount }) => !newer.quantities.some((kept) => kept.amount === amount));
  });
}

function comparable(one: Quantity, other: Quantity): boolean {
  if (one.of !== other.of || (one.bound !== other.bound && one.bound !== "" && other.bound !== "")) return false;
  if (one.dimension === other.dimension) return true;
  const [a, b] = [one.dimension, other.dimension];
  if (a === "" || b === "") return !["clock", "address", "version"].includes(a || b);
  if ([a, b].includes("version") && one.of !== "") return true;
  // Of two languages nothing tells whether they count the same.
  return !MEASURES.includes(a) && !MEASURES.includes(b) && isCjk(a) !== isCjk(b);
}

const MEASURES = ["time", "size", "share", "clock", "address", "version"];

/** "MySQL 5.7" and "PostgreSQL 16": the numbers are of the names. */
function sameVersions(newer: Statement, older: Statement): boolean {
  return [newer, older].every(({ quantities }) => quantities.every(({ of }) => of !== ""));
}

/** "The lead is Ann", "the lead is Bob": the same before "is", and names after it that share nothing. */
function valuesDiffer({ parts: newer }: Statement, { parts: older }: Statement): boolean {
  if (!newer || !older) return false;
  const subject = likenessOf(subjectIn(newer.subject), subjectIn(older.subject));
  if (!subject || Math.min(...subject) < NEARLY_WHOLE) return false;
  const value = likenessOf(subjectIn(newer.value), subjectIn(older.value));
  return value !== undefined && Math.max(...value) === 0;
}

type Subject = Pick<Statement, "words" | "runs">;

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

/** The terms of what the words of a text are called besides, in the other language too: for finding records by them. */
export function otherTerms(text: string): string[] {
  const { words, runs } = subjectIn(text);
  const names = otherNames({ words, runs }).map(({ word }) => word);
  return [...new Set(names.flatMap((name) => isCjk(name) ? pairsOf(name) : name.split("-").map(stem)))];
}

/** How much of each subject the other holds; undefined where one of them is empty. */
function likeness(newer: Statement, older: Statement, lookUp: boolean): Shares | undefined {
  // A name that both give belongs to the subject.
  const shared = newer.choices.map(({ name }) => name).filter((name) =>
    older.choices.some((each) => each.name === name)
  );
  const with_ = (statement: Statement): Subject => ({
    words: [
      ...statement.words,
      ...statement.choices.filter(({ name }) => shared.includes(name) || isAlone(name, newer, older))
        .map(({ name }) => name),
    ],
    runs: statement.runs,
  });
  return likenessOf(with_(newer), with_(older), lookUp ? () => namesOf(newer) : undefined);
}

/** Whether no name of the other statement stands on a line with this one. */
function isAlone(name: string, ...statements: readonly Statement[]): boolean {
  const choices = statements.flatMap((each) => each.choices);
  const lines = choices.find((each) => each.name === name)?.lines ?? [];
  return choices.every((each) => each.name === name || !each.lines.some((line) => lines.includes(line)));
}

/** Another name of a word of one subject. */
type Name = ReturnType<typeof otherNames>[number];

/** The shares of two subjects that the other one holds; by other names too, where those of the newer are given. */
function likenessOf(newer: Subject, older: Subject, names: () => readonly Name[] = () => []): Shares | undefined {
  if (isEmpty(newer) || isEmpty(older)) return undefined;
  const [ours, theirs] = [marked(newer, older), marked(older, newer)];
  if (ours.share() < 1 && theirs.share() < 1) {
    const forms = new Set(older.words.flatMap(formsOf));
    const text = older.runs.join(" ");
    // Asked before anything is marked by another name: a name of two words may be met by several.
    const others = names().filter(({ word }) => isHeld(word, forms, text) && !theirs.isTaken(word));
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
export type Shares = readonly [ofNewer: number, ofOlder: number];

/** A subject of which is marked what another one holds. */
function marked({ words, runs }: Subject, other: Subject) {
  const isMarked = words.map((word) => holdsForm(other.words, formsOf(word)));
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
    const parts = name.split("-").flatMap(formsOf);
    words.forEach((word, at) => {
      if (formsOf(word).some((form) => parts.includes(form))) isMarked[at] = true;
    });
  };
  // A word that is marked is not marked again: "commit messages" share one word with "the message", not two.
  const isTaken = (name: string) => {
    if (isCjk(name)) return false;
    const parts = name.split("-").flatMap(formsOf);
    const own = [...words.keys()].filter((at) => formsOf(words[at] ?? "").some((form) => parts.includes(form)));
    return own.length > 0 && own.every((at) => isMarked[at]);
  };
  // A word of two characters counts as much as one of letters.
  const share = () => {
    let [shared, all] = [0, words.length];
    for (const is of isMarked) if (is) shared += 1;
    for (const each of marks) {
      all += each.length / 2;
      for (let at = 0; at < each.length; at++) if (each[at]) shared += 0.5;
    }
    return shared / all;
  };
  return { mark, share, isTaken };
}

function holdsForm(words: readonly string[], forms: readonly string[]): boolean {
  return words.some((word) => formsOf(word).some((form) => forms.includes(form)));
}

/** What else the words of a subject are called, in the other language too. */
function otherNames({ words, runs }: Subject) {
  const pairs = words.slice(1).map((word, at) => `${words[at]}-${word}`.replace(/([^s])s$/, "$1"));
  return [...counterparts(words, pairs, runs), ...nearWords(words, runs)];
}

function isHeld(name: string, forms: ReadonlySet<string>, text: string): boolean {
  if (isCjk(name)) return text.includes(name);
  return name.split("-").every((part) => formsOf(part).some((form) => forms.has(form)));
}

/** To look them up takes longer than everything else here: a statement that is compared with many does it once. */
const looked = new WeakMap<Statement, readonly Name[]>();

function namesOf(statement: Statement): readonly Name[] {
  const known = looked.get(statement) ?? otherNames(statement);
  looked.set(statement, known);
  return known;
}
