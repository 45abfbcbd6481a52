/**
 * Porter's stemmer (1980) for English words, so that "caches", "cached" and "caching" meet in one term.
 * The steps and their numbers are those of the paper.
 */
import { american } from "./british.ts";
import { regular } from "./irregular.ts";

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

/**
 * Ends and what takes their place, by their last letter but one as in the paper's §6;
 * of two that share an end the longer first.
 */
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

/** Bound of the memory below: a first sync of a large store sees some hundred thousand different words. */
const REMEMBERED = 50_000;
const remembered = new Map<string, string>();

/**
 * The term that all forms of a word share.
 *
 * @param word lower-case; anything but a plain English word (digits, other alphabets,
 *   one or two letters) stays as it is
 */
export function stem(word: string): string {
  if (!PLAIN_WORD.test(word)) return word;
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const stemmed = porter(american(regular(word)));
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(word, stemmed);
  return stemmed;
}

function porter(word: string): string {
  // A "y" that begins a word is a consonant; upper case keeps the patterns from taking it for a vowel.
  const startsWithY = word.startsWith("y");
  let w = startsWithY ? `Y${word.slice(1)}` : word;
  w = step1(w);
  w = replaceEnd(w, STEP_2);
  w = replaceEnd(w, STEP_3);
  w = step4(w);
  w = step5(w);
  return startsWithY ? `y${w.slice(1)}` : w;
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

/** The end of a word that leaves something of it. */
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
