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

/** The share of each subject that the other one holds, also by the other names of `named`. */
export function likenessOf(newer: Subject, older: Subject, named?: Subject, weight = weightOf): Shares | undefined {
  if ([newer, older].some(({ words, runs }) => words.length + runs.length === 0)) return undefined;
  const [ours, theirs] = [marked(newer, older, weight), marked(older, newer, weight)];
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

export type Shares = readonly [ofNewer: number, ofOlder: number];

/** A subject with marks on the words and characters that another one holds. */
function marked({ words, runs }: Subject, other: Subject, weightOf: Weight) {
  const held = new Set(other.words.map(stem));
  const isMarked = words.map((word) => held.has(stem(word)));
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
  return likenessOf(ours, theirs, ours, weight) ?? [0, 0];
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
const namesOf = remembered(({ words, runs }: Subject) => {
  const pairs = words.slice(1).map((word, at) => nameOf([words[at] ?? "", word]));
  const isHeld = ({ of }: Counterpart) => isCjk(of) ? runs.some((run) => run.includes(of)) : words.includes(of);
  return [...counterparts(words, pairs, runs), ...nearWords(words, runs), ...ordinaryNames().filter(isHeld)];
});

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
  const isIn = (parts: readonly string[]) => parts.every((part) => text.includes(part));
  return ownBeginnings(whole).some(isIn) || otherBeginnings(whole).some(isIn);
}

// Remembered, since one statement is looked for in hundreds of texts.
const ownBeginnings = remembered(({ words, choices }: Statements[0]) =>
  [...words, ...choices.map(({ name }) => name)].map(beginningsOf)
);
const otherBeginnings = remembered((whole: Statements[0]) => namesOf(whole).map(({ word }) => beginningsOf(word)));

function beginningsOf(name: string): readonly string[] {
  return isCjk(name) ? [name] : name.split("-").map((part) => stem(part).slice(0, BEGINNING));
}

/** Letters that "policies" and "policy" share. */
const BEGINNING = 5;
