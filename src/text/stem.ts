/**
 * In: an English word. Out: the stem that its forms share ("caches", "cached" and "caching"), or the plain forms under
 * which lists of words may hold it.
 *
 * The stemmer is Porter's (1980), with the steps and numbers of the paper. Before it, irregular forms (a line of
 * words/irregular.txt is a base form and its forms) become regular, and British spelling American. "lay", "left",
 * "found", "ground" and "wound" have the reading that is usual in prose.
 */
import { remembered } from "../remembered.ts";
import { holds, linesWith, wordList } from "./word_list.ts";
import irregular from "./words/irregular.txt" with { type: "text" };

const IRREGULAR = wordList(irregular);

const CONSONANT = "[^aeiou]";
const VOWEL = "[aeiouy]";
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;

/** [C]VC…: the word holds at least one vowel–consonant group (m > 0). */
const MEASURE_POSITIVE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_ABOVE_ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

/** Ends and their replacements, by their last letter but one as in the paper's §6, the longer end first. */
type Ends = Readonly<Record<string, readonly (readonly [end: string, instead: string])[]>>;

const STEP_2: Ends = {
  a: [["ational", "ate"], ["tional", "tion"]],
  c: [["enci", "ence"], ["anci", "ance"]],
  e: [["izer", "ize"]],
  g: [["logi", "log"]],
  l: [["entli", "ent"], ["ousli", "ous"], ["alli", "al"], ["bli", "ble"], ["eli", "e"]],
  o: [["ization", "ize"], ["ation", "ate"], ["ator", "ate"]],
  s: [["iveness", "ive"], ["fulness", "ful"], ["ousness", "ous"], ["alism", "al"]],
  t: [["biliti", "ble"], ["aliti", "al"], ["iviti", "ive"]],
};
const STEP_3: Ends = {
  a: [["ical", "ic"]],
  s: [["ness", ""]],
  t: [["icate", "ic"], ["iciti", "ic"]],
  u: [["ful", ""]],
  v: [["ative", ""]],
  z: [["alize", "al"]],
};
const STEP_4: Ends = {
  a: [["al", ""]],
  c: [["ance", ""], ["ence", ""]],
  e: [["er", ""]],
  i: [["ic", ""]],
  l: [["able", ""], ["ible", ""]],
  n: [["ement", ""], ["ment", ""], ["ent", ""], ["ant", ""]],
  o: [["ion", ""], ["ou", ""]],
  s: [["ism", ""]],
  t: [["ate", ""], ["iti", ""]],
  u: [["ous", ""]],
  v: [["ive", ""]],
  z: [["ize", ""]],
};

const PLAIN_WORD = /^[a-z]{3,}$/;

/** The most stems kept in memory: a first sync of a large store sees some hundred thousand different words. */
const KNOWN_MAX = 50_000;
const stemOf = remembered((word: string) => porter(american(regular(word))), KNOWN_MAX);

/** The stem that all forms of a word in lower case share. A short word, or one with other than Latin letters, stays. */
export function stem(word: string): string {
  return PLAIN_WORD.test(word) ? stemOf(word) : word;
}

function porter(word: string): string {
  // A "y" that begins a word is a consonant; upper case keeps the patterns from taking it for a vowel.
  const startsWithY = word.startsWith("y");
  const plain = replaceEnd(step1(startsWithY ? `Y${word.slice(1)}` : word), STEP_2);
  const stemmed = step5(step4(replaceEnd(plain, STEP_3)));
  return startsWithY ? `y${stemmed.slice(1)}` : stemmed;
}

function step1(word: string): string {
  let w = word;
  if (w.endsWith("sses") || w.endsWith("ies")) w = w.slice(0, -2);
  else if (w.endsWith("s") && !w.endsWith("ss")) w = w.slice(0, -1);

  if (w.endsWith("eed")) {
    if (MEASURE_POSITIVE.test(w.slice(0, -3))) w = w.slice(0, -1);
  } else {
    const base = w.endsWith("ed") ? w.slice(0, -2) : w.endsWith("ing") ? w.slice(0, -3) : "";
    if (HAS_VOWEL.test(base)) {
      if (base.endsWith("at") || base.endsWith("bl") || base.endsWith("iz")) w = `${base}e`;
      else if (/([^aeiouylsz])\1$/.test(base)) w = base.slice(0, -1);
      else w = SHORT_END.test(base) ? `${base}e` : base;
    }
  }
  if (w.endsWith("y") && HAS_VOWEL.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  return w;
}

function replaceEnd(word: string, ends: Ends): string {
  const [end, instead] = endOf(word, ends);
  const base = word.slice(0, word.length - end.length);
  return end !== "" && MEASURE_POSITIVE.test(base) ? base + instead : word;
}

function step4(word: string): string {
  const [end] = endOf(word, STEP_4);
  const base = word.slice(0, word.length - end.length);
  if (end === "" || (end === "ion" && !base.endsWith("s") && !base.endsWith("t"))) return word;
  return MEASURE_ABOVE_ONE.test(base) ? base : word;
}

/** The end of a word, if something is left before it. */
function endOf(word: string, ends: Ends): readonly [end: string, instead: string] {
  return ends[word.charAt(word.length - 2)]?.find(([end]) => word.length > end.length && word.endsWith(end)) ??
    ["", ""];
}

function step5(word: string): string {
  let w = word;
  if (w.endsWith("e")) {
    const base = w.slice(0, -1);
    if (MEASURE_ABOVE_ONE.test(base) || (MEASURE_ONE.test(base) && !SHORT_END.test(base))) w = base;
  }
  if (w.endsWith("ll") && MEASURE_ABOVE_ONE.test(w)) w = w.slice(0, -1);
  return w;
}

/** The base form of an irregular form; any other word as it is. */
function regular(word: string): string {
  // A base form stands first in its line. It may also be a form of another word: "lay" of "lie".
  return linesWith(IRREGULAR, word).find(([base]) => base !== word)?.[0] ?? word;
}

/** British spellings without a rule, each after the American one. */
const SPELLINGS = wordList(`
  gray grey greys greyed
  license licence licences licenced
  defense defence
  offense offence
  practice practise practised practising
  program programme programmes
  judgment judgement
  artifact artefact artefacts
  fulfill fulfil
  skeptic sceptic
  aging ageing
`);
const BEFORE_OUR = wordList("col behavi fav hon lab neighb flav hum rum harb arm endeav sav vap vig od");
const BEFORE_RE = wordList("cent met kilomet centimet millimet lit theat fib calib");
const AFTER_IS = wordList("e ed es er ers ing ation ations able");

/** The American spelling of a word, so that "colour" and "normalisation" meet "color" and "normalization". */
function american(word: string): string {
  const our = word.indexOf("our");
  if (our > 1 && [0, 2, 3].some((from) => holds(BEFORE_OUR, word.slice(from, our)))) return put(word, our, 3, "or");
  const is = word.lastIndexOf("is");
  if (is > 2 && holds(AFTER_IS, word.slice(is + 2)) && takesIze(word, is)) return put(word, is, 2, "iz");
  const yz = word.lastIndexOf("yz");
  // From American to British here, so that "analyze" shares a stem with "analysis".
  if (yz > 2) return put(word, yz, 2, "ys");
  const logue = word.indexOf("logue");
  if (logue > 1) return put(word, logue, 5, "log");
  const re = word.lastIndexOf("re");
  if (re > 1 && re > word.length - 4 && holds(BEFORE_RE, word.slice(0, re))) return put(word, re, 2, "er");
  return linesWith(SPELLINGS, word)[0]?.[0] ?? word;
}

/** False for "advise", "surprise", "otherwise", "praise", "precise", which keep the "s" in American English. */
function takesIze(word: string, at: number): boolean {
  const last = word.charAt(at - 1);
  if (last === "c") return word.charAt(at - 2) === "i";
  return !"aouvw".includes(last) && !word.startsWith("pr", at - 2) && !word.startsWith("prom");
}

function put(word: string, at: number, length: number, instead: string): string {
  const end = word.slice(at + length);
  return `${word.slice(0, at)}${instead}${end === "d" ? "ed" : end}`;
}

/**
 * A word and the words of which it may be a form: `tests`, `tested` and `testing` of `test`, `files` of `file`,
 * `queries` of `query`, `broken` of `break`. Remembered, because each word of a prompt is looked up in several lists.
 */
export const plainForms = remembered((word: string): readonly string[] => {
  const forms = [word];
  const bare = /^(.{2,}?)(?:s|es|ed|ing|er|ly)$/.exec(word)?.[1];
  if (bare !== undefined) forms.push(bare, `${bare}e`, bare.replace(/(.)\1$/, "$1"));
  if (word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.endsWith("ies") || word.endsWith("ied")) forms.push(`${word.slice(0, -3)}y`);
  const base = regular(word);
  if (base !== word) forms.push(base);
  return forms;
});
