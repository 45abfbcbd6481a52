/** In: two subjects. Out: the share of each that the other one holds, by its words or by other names of them. */
import { priorOf, TRADE_PRIOR } from "../text/commonness.ts";
import { isCjk } from "../text/script.ts";
import { stem } from "../text/stem.ts";
import { type Counterpart, counterparts, nameOf, nearWords, termsOfName } from "../text/thesaurus.ts";
import { below } from "../text/word_list.ts";
import { once, remembered } from "../remembered.ts";
import { type Statements, type Subject, subjectIn } from "./statement.ts";
import names from "./words/names.txt" with { type: "text" };

export type Weight = (word: string) => number;

/**
 * The share of each subject that the other one holds, also by the other names of `named`.
 *
 * @param least two shares below it may be given as 0, which spares looking up how common each word is
 */
export function likenessOf(
  newer: Subject,
  older: Subject,
  named?: Subject,
  { weight = weightOf, least = 0 }: { weight?: Weight; least?: number } = {},
): Shares | undefined {
  if (isEmpty(newer) || isEmpty(older)) return undefined;
  const [ours, theirs] = [marked(newer, older), marked(older, newer)];
  // Each word at its most that is held, and at its least that is not.
  const most = (each: Marked) => shareOf(each, (_, isHeld) => isHeld ? 1 : OF_ORDINARY_WORD);
  if (named && most(ours) < 1 && most(theirs) < 1) {
    const stems = heldIn(older);
    const text = older.runs.join(" ");
    for (const { of, word, parts } of namesOf(named)) {
      const isHeld = parts ? stems.size > 0 && parts.every((part) => stems.has(stem(part))) : text.includes(word);
      if (!isHeld) continue;
      mark(ours, of);
      mark(theirs, word);
    }
  }
  if (least > 0 && most(ours) < least && most(theirs) < least) return [0, 0];
  return [shareOf(ours, weight), shareOf(theirs, weight)];
}

export type Shares = readonly [ofNewer: number, ofOlder: number];

function isEmpty({ words, runs }: Subject): boolean {
  return words.length + runs.length === 0;
}

// Remembered, since a subject is compared with several.
const stemsIn = remembered(({ words }: Subject) => words.map(stem), 1_000);
const heldIn = remembered((subject: Subject): ReadonlySet<string> => new Set(stemsIn(subject)), 1_000);

/** A subject with marks on the words and characters that another one holds. */
type Marked = ReturnType<typeof marked>;

function marked(subject: Subject, other: Subject) {
  const held = heldIn(other);
  const isMarked = stemsIn(subject).map((each) => held.has(each));
  const text = other.runs.join(" ");
  const marks = subject.runs.map((run) => {
    const each = new Uint8Array(run.length);
    for (let at = 0; at + 1 < run.length; at++) if (text.includes(run.slice(at, at + 2))) each[at] = each[at + 1] = 1;
    return each;
  });
  return { subject, isMarked, marks };
}

function mark({ subject, isMarked, marks }: Marked, name: string): void {
  if (isCjk(name)) {
    subject.runs.forEach((run, place) => {
      const at = run.indexOf(name);
      if (at !== -1) marks[place]?.fill(1, at, at + name.length);
    });
    return;
  }
  const parts = name.split("-").map(stem);
  stemsIn(subject).forEach((word, at) => {
    if (parts.includes(word)) isMarked[at] = true;
  });
}

/** The share that is marked. A word of two characters counts as much as one of letters. */
function shareOf({ subject: { words }, isMarked, marks }: Marked, weightOf: (word: string, isHeld: boolean) => number) {
  let [shared, all] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const isHeld = isMarked[at] === true;
    const weight = weightOf(words[at] ?? "", isHeld);
    all += weight;
    if (isHeld) shared += weight;
  }
  for (const each of marks) {
    all += each.length / 2;
    for (let at = 0; at < each.length; at++) if (each[at]) shared += 0.5;
  }
  return shared / all;
}

/** Words of sentences about anything, such as verbs, tell little of the subject. */
const OF_ORDINARY_WORD = 0.5;

const weightOf: Weight = remembered((word: string) => priorOf(word) < TRADE_PRIOR ? OF_ORDINARY_WORD : 1);

/** The parts of a note that are compared with another note's. */
interface SceneAndChoice {
  readonly scene: string;
  readonly choice: string;
}

/** How much two notes share, 0–1. The choice counts twice, since scenes are told in the same few words. */
export function noteKinship(one: SceneAndChoice, other: SceneAndChoice): number {
  const whole = ({ scene, choice }: SceneAndChoice) => `${scene} ${choice}`;
  const shares = [...sharesHeld(whole(one), whole(other)), ...sharesHeld(one.choice, other.choice)];
  return shares.reduce((sum, share) => sum + share) / shares.length;
}

/** The share of each text's subject that the other one holds. */
export function sharesHeld(one: string, other: string, weight?: Weight): Shares {
  const [ours, theirs] = [subjectOf(one), subjectOf(other)];
  return likenessOf(ours, theirs, ours, weight && { weight }) ?? [0, 0];
}

/** The share of words that a to-do must hold, in whichever language, to be about them. */
const MOST_WORDS = 0.6;

/** Whether a to-do is about these words. It seldom says again what the topic of its summary says. */
export function isAbout(words: string, { todo, topic }: { readonly todo: string; readonly topic: string }): boolean {
  const text = `${topic} ${todo}`;
  return sameNumbers(words, text) && sharesHeld(words, text)[0] >= MOST_WORDS;
}

/** Whether the to-do holds every number that was said: “Release 1.2” is not “Release 1.3”. */
export function sameNumbers(said: string, todo: string): boolean {
  const numbers = new Set(todo.match(/\d+(?:[.:]\d+)*/g));
  return (said.match(/\d+(?:[.:]\d+)*/g) ?? []).every((number) => numbers.has(number));
}

/** Remembered, since one text is compared with several. */
const subjectOf = remembered((text: string) => subjectIn(text.toLowerCase()), 100);

/** The terms of other names of a text's words, to find records by them. */
export function otherTerms(text: string): string[] {
  return [...new Set(namesOf(subjectOf(text)).flatMap(({ word }) => termsOfName(word)))];
}

/** Other names of a subject's words. Remembered: to look them up takes longest of a comparison. */
const namesOf = remembered(({ words, runs }: Subject): readonly OtherName[] => {
  const pairs = words.slice(1).map((word, at) => nameOf([words[at] ?? "", word]));
  const isHeld = ({ of }: Counterpart) => isCjk(of) ? runs.some((run) => run.includes(of)) : words.includes(of);
  return [...counterparts(words, pairs, runs), ...nearWords(words, runs), ...ordinaryNames().filter(isHeld)]
    .map(({ of, word }) => ({ of, word, parts: partsOf(word) }));
});

interface OtherName extends Counterpart {
  readonly parts: ReturnType<typeof partsOf>;
}

/** Words too common to find a record by, so the thesaurus lacks them; yet they tell what a sentence is about. */
const ordinaryNames = once((): readonly Counterpart[] =>
  below("ordinary", names).trim().split("\n").flatMap((line) => {
    const all = line.split(" ");
    return all.flatMap((of) => all.filter((word) => isCjk(word) !== isCjk(of)).map((word) => ({ word, of })));
  })
);

/**
 * Whether a text in lower case and another language names a word of the first statement: a quick look, which passes all
 * that contradict each other in tests/fixtures/changes, and one in ten drawn at random.
 */
export function mayBeAbout([whole]: Statements, text: string): boolean {
  // Most other names are looked for in vain, and need no stem for that.
  const isIn = (part: string) => text.includes(part.slice(0, 2)) && text.includes(beginningOf(part));
  return ownBeginnings(whole).some((parts) => parts.every((part) => text.includes(part))) ||
    namesOf(whole).some(({ word, parts }) => parts ? parts.every(isIn) : text.includes(word));
}

// Remembered, since one statement is looked for in hundreds of texts.
const ownBeginnings = remembered(({ words, choices }: Statements[0]) =>
  [...words, ...choices.map(({ name }) => name)].map((name) => partsOf(name)?.map(beginningOf) ?? [name])
);

/** The words of a name that is not Chinese. */
function partsOf(name: string): readonly string[] | undefined {
  return isCjk(name) ? undefined : name.split("-");
}

function beginningOf(part: string): string {
  return stem(part).slice(0, BEGINNING);
}

/** Letters that "policies" and "policy" share. */
const BEGINNING = 5;
