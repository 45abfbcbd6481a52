/**
 * Porter's stemmer (1980) for English words, so that "caches", "cached" and "caching" meet in one term.
 * The steps and their numbers are those of the paper.
 */
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

const STEP_2: Readonly<Record<string, string>> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};
const STEP_3: Readonly<Record<string, string>> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const STEP_2_END =
  /^(.+?)(ational|tional|enci|anci|izer|bli|alli|entli|eli|ousli|ization|ation|ator|alism|iveness|fulness|ousness|aliti|iviti|biliti|logi)$/;
const STEP_3_END = /^(.+?)(icate|ative|alize|iciti|ical|ful|ness)$/;
const STEP_4_END = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

const PLAIN_WORD = /^[a-z]{3,}$/;

/** Bound of the memory below: a first sync of a large store sees some hundred thousand different words. */
const REMEMBERED = 50_000;
const remembered = new Map<string, string>();

/**
 * The term that all forms of a word share.
 *
 * @param word lower-case; anything but a plain English word (digits, other alphabets, one or two letters) stays as it is
 */
export function stem(word: string): string {
  if (!PLAIN_WORD.test(word)) return word;
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const stemmed = porter(regular(word));
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(word, stemmed);
  return stemmed;
}

function porter(word: string): string {
  // A "y" that begins a word is a consonant; upper case keeps the patterns from taking it for a vowel.
  const startsWithY = word.startsWith("y");
  let w = startsWithY ? `Y${word.slice(1)}` : word;
  w = step1(w);
  w = replaceEnd(w, STEP_2_END, STEP_2);
  w = replaceEnd(w, STEP_3_END, STEP_3);
  w = step4(w);
  w = step5(w);
  return startsWithY ? `y${w.slice(1)}` : w;
}

function step1(word: string): string {
  let w = word;
  if (/(ss|i)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^s]s$/.test(w)) w = w.slice(0, -1);

  if (w.endsWith("eed")) {
    if (MEASURE_POSITIVE.test(w.slice(0, -3))) w = w.slice(0, -1);
  } else {
    const end = /^(.+)(ed|ing)$/.exec(w);
    const base = end?.[1];
    if (base !== undefined && HAS_VOWEL.test(base)) {
      if (/(at|bl|iz)$/.test(base)) w = `${base}e`;
      else if (/([^aeiouylsz])\1$/.test(base)) w = base.slice(0, -1);
      else w = SHORT_END.test(base) ? `${base}e` : base;
    }
  }
  if (w.endsWith("y") && HAS_VOWEL.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  return w;
}

function replaceEnd(word: string, pattern: RegExp, ends: Readonly<Record<string, string>>): string {
  const found = pattern.exec(word);
  const base = found?.[1];
  const end = found?.[2];
  if (base === undefined || end === undefined || !MEASURE_POSITIVE.test(base)) return word;
  return base + (ends[end] ?? "");
}

function step4(word: string): string {
  const base = STEP_4_END.exec(word)?.[1] ?? /^(.+?[st])ion$/.exec(word)?.[1];
  return base !== undefined && MEASURE_ABOVE_ONE.test(base) ? base : word;
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
