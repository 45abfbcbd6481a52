/**
 * In: text as people write it. Out: the terms that index and query share.
 * Not done here: weighing terms (search/), storing them (index/).
 *
 * This room alone knows a language. Latin words become stems; an identifier, path or option is kept whole besides its
 * parts; runs of Chinese, Japanese, Korean and Thai, which have no spaces, become overlapping pairs of characters.
 */
import { addCode, addQuantity, addVerbOfTwo, DOT, LONGEST_PARTICLE } from "./notations.ts";
import { withoutMarks } from "./patterns.ts";
import { foldHan, isDigit, NO_SPACE_SCRIPTS, pairsOf, RARE_HAN } from "./script.ts";
import { stem } from "./stem.ts";

/** The terms of a text. The arrays are in the order of the text. */
export interface Analysis {
  /** Lower-case words, parts of compounds included. */
  readonly surfaces: string[];
  /** The stem of each surface, at the same position. */
  readonly stems: string[];
  /** Identifiers, paths, options and the like without their separators: `load_memory.py` is `loadmemorypy`. */
  readonly wholes: string[];
  /** One form for each thing that can be written in several ways (notations.ts). */
  readonly notations: string[];
  /** Unbroken runs of characters of the scripts without spaces. */
  readonly runs: string[];
}

const LETTERS =
  "0-9A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0300-\\u0dff\\u0e80-\\u1fff";
/** The signs inside identifiers, paths, options, versions and addresses. */
const JOINTS = "[._\\-/\\\\:@#+&$=~]{1,2}";
const TOKEN = new RegExp(
  `((?:[${NO_SPACE_SCRIPTS}]|${RARE_HAN})+)|([${LETTERS}]+(?:${JOINTS}[${LETTERS}]+)*(?:\\+\\+|#)?)(?:['\\u2019](?:[stdmSTDM]|[rv]e|R[Ee]|V[Ee]|ll|L[Ll])(?![${LETTERS}]))?`,
  "g",
);
/** Most words have one part, and are spared the other patterns. */
const ONE_PART = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d+)$/;
const JOINT = new RegExp(JOINTS);
const CAMEL = /[a-z][A-Z]|[A-Z]{2}[a-z]/;
/** "PRs" and "userIDs" end in a plural, and not in a word of their own. */
const CAMEL_PARTS = /[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g;
/** "token33" is also found as "token"; with fewer letters ("mp3", "k8") it is a word of its own. */
const NAME_AND_NUMBER = /^([A-Za-z]{3,})(\d+)$/;
const VERSION = /^[vV]?\d+(?:\.\d+)+$/;
const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /[\u0300-\u036f]/g;

/** Longer terms (hashes, encoded blobs) are cut: nobody types them, and their beginning still tells them apart. */
const LONGEST_TERM = 64;

/** Analyses text of any language mix; never throws, whatever the text holds. */
export function analyse(text: string): Analysis {
  const analysis: Analysis = { surfaces: [], stems: [], wholes: [], notations: [], runs: [] };
  // Compatibility forms first: full-width letters and digits, half-width kana, ligatures.
  const said = withoutMarks(text);
  const plain = NOT_ASCII.test(said) ? said.normalize("NFKC") : said;
  let number = "";
  let numberEnd = -1;
  let quantityEnd = 0;
  let wordEnd = -1;
  // Not by `matchAll`, which takes ten times as long to begin.
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(plain); match; match = TOKEN.exec(plain)) {
    const { index, 0: token, 1: run, 2: compound } = match;
    if (run !== undefined) {
      const folded = foldHan(run);
      analysis.runs.push(folded);
      // "5月", "30岁": the sign after a number tells the unit.
      if (index === numberEnd) analysis.wholes.push(plainWord(number) + folded.charAt(0));
      else if (index === numberEnd + 1 && plain.charAt(numberEnd) === " ") {
        analysis.notations.push(plainWord(number) + folded.charAt(0));
      }
    } else if (compound !== undefined) {
      const isOne = ONE_PART.test(compound);
      const isPlain = isOne && compound >= "a";
      if (isPlain && compound.length <= LONGEST_PARTICLE && index === wordEnd + 1 && plain.charAt(wordEnd) === " ") {
        addVerbOfTwo(analysis.notations, analysis.stems[analysis.stems.length - 1] ?? "", compound);
      }
      addCompound(analysis, compound, isOne ? [plainAscii(compound)] : wordsOf(compound), isPlain);
      wordEnd = index + token.length;
      if (isPlain) continue;
      // "TTL=300s", "ttl:300s"
      const value = index + Math.max(compound.lastIndexOf("="), compound.lastIndexOf(":")) + 1;
      if (value >= quantityEnd && isDigit(plain.charCodeAt(value))) {
        quantityEnd = addQuantity(analysis.notations, plain, value);
      }
      number = compound;
      numberEnd = isOne && isDigit(compound.charCodeAt(0)) ? index + token.length : -1;
    }
  }
  return analysis;
}

function addCompound(analysis: Analysis, compound: string, words: readonly string[], isPlain: boolean): void {
  for (const word of words) {
    analysis.surfaces.push(word);
    analysis.stems.push(stem(word));
    if (!isPlain) addCode(analysis.notations, word);
  }
  if (words.length > 1) addWhole(analysis, compound, words);
}

function addWhole({ wholes, notations }: Analysis, compound: string, words: readonly string[]): void {
  if (!isDigit(compound.charCodeAt(compound.length - 1)) || !VERSION.test(compound)) {
    wholes.push(words.join("").slice(0, LONGEST_TERM));
    return;
  }
  // A version without its dots would be another number: 20 for 2.0.
  const whole = words.join(DOT);
  wholes.push(whole);
  if (!isDigit(whole.charCodeAt(0))) notations.push(whole.slice(1));
}

function wordsOf(compound: string): string[] {
  const parts = nameOfLanguage(compound).split(JOINT).flatMap((part) =>
    CAMEL.test(part) ? part.match(CAMEL_PARTS) ?? [] : [part]
  );
  return parts.flatMap((part) => NAME_AND_NUMBER.exec(part)?.slice(1) ?? [part]).map(plainWord)
    .filter((word) => word !== "");
}

/** "C++" and "C#" would both be "c"; "C++17" is C++ as well, but "app#17" is a number of something. */
function nameOfLanguage(compound: string): string {
  if (compound.endsWith("++")) return `${compound.slice(0, -2)}plusplus`;
  if (compound.endsWith("#")) return `${compound.slice(0, -1)}sharp`;
  if (compound.startsWith("++", 1)) return `${compound.charAt(0)}plusplus-${compound.slice(3)}`;
  return compound.startsWith("#", 1) ? `${compound.charAt(0)}sharp-${compound.slice(2)}` : compound;
}

function plainWord(part: string): string {
  return plainAscii(NOT_ASCII.test(part) ? part.toLowerCase().normalize("NFD").replace(MARKS, "") : part);
}

function plainAscii(part: string): string {
  const word = part.toLowerCase();
  // "05" and "5" are the same day, month or number to a reader.
  return word.length === 2 && word >= "00" && word <= "09" ? word.slice(1) : word.slice(0, LONGEST_TERM);
}

/** The terms by which a text is looked up, each once. A run of one character is not a word. */
export function termsOf({ stems, wholes, notations, runs }: Analysis): Set<string> {
  const terms = new Set([...stems, ...wholes, ...notations]);
  for (const run of runs) if (run.length > 1) { for (const pair of pairsOf(run)) terms.add(pair); }
  return terms;
}

/** The number of words, and of pairs of characters of scripts without spaces. */
export function countWords({ surfaces, runs }: Pick<Analysis, "surfaces" | "runs">): number {
  return surfaces.length + runs.reduce((sum, run) => sum + Math.max(1, run.length - 1), 0);
}
