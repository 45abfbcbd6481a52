/**
 * How much a word says, whatever the store: lists of what stands in prompts about anything (english.ts, chinese.ts).
 *
 * @module
 */
import { holds } from "../../index/words/word_list.ts";
import { regular } from "../../index/words/irregular.ts";
import { COMMON_PAIRS, TRADE_PAIRS } from "./chinese.ts";
import { COMMON, PRODUCTS, TRADE } from "./english.ts";

/** A word that prompts are full of, one that belongs to the trade, and the name of a product. */
const OF_COMMON = 0.25;
const OF_TRADE = 0.5;
/** From here on a word says something by itself. */
export const TRADE_PRIOR = OF_TRADE;
const OF_PRODUCT = 0.75;

/** Characters that join words: a pair that holds one is most likely no word. */
const JOINING =
  /[的了是在和与或把被给让就都也还再又很太更最不没有要会能可这那哪个些为以及其之而但则对从到向于由当着过得地吗呢吧啊我你他她它们一]/u;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;

/**
 * How much it says, 0–1, that a prompt holds this word or pair of characters.
 *
 * @param word in lower case, as typed: the lists hold plain forms, so that nothing need be stemmed to read them
 */
export function priorOf(word: string): number {
  if (isCjk(word)) return priorOfPair(word);
  // A letter, a year or a count is in everything.
  if (word.length < 2 || /^\d{1,4}$/.test(word)) return OF_COMMON;
  const forms = plainForms(word);
  if (forms.some((form) => isListed(COMMON, form))) return OF_COMMON;
  if (forms.some((form) => isListed(TRADE, form))) return OF_TRADE;
  return forms.some((form) => isListed(PRODUCTS, form)) ? OF_PRODUCT : 1;
}

function priorOfPair(pair: string): number {
  if (JOINING.test(pair) || holds(COMMON_PAIRS, pair)) return OF_COMMON;
  return holds(TRADE_PAIRS, pair) ? OF_TRADE : 1;
}

/** The lists of English words are by first letter: twenty times less to look through. */
function isListed(words: Readonly<Record<string, string>>, word: string): boolean {
  return words[word.charAt(0)]?.includes(` ${word} `) ?? false;
}

/** Whether a term comes from a text without blanks between its words. */
export function isCjk(term: string): boolean {
  return CJK.test(term);
}

/**
 * Words in -er that neither compare nor name who does it, though what remains without it is a word of the lists: a
 * "former" prompt is no form, a "folder" folds nothing, a "center" has no cents.
 */
const NOT_OF_THEIR_BEGINNING =
  " badger banner center charger charter confer docker engineer folder former framer lager later leader locker miner " +
  "porter poster ranger ruler shipper soccer stepper summer taper toner trailer viper wager ";

/** Each word of a prompt is looked up in several lists. */
const FORMS = new Map<string, readonly string[]>();

/**
 * A word and what it may be a form of: `tests`, `tested` and `testing` of `test`, `files` of `file`,
 * `queries` of `query`, `broken` of `break`.
 */
export function plainForms(word: string): readonly string[] {
  const known = FORMS.get(word);
  if (known) return known;
  const forms = [word];
  const bare = NOT_OF_THEIR_BEGINNING.includes(` ${word} `)
    ? undefined
    : /^(.{2,}?)(?:s|es|ed|d|ing|er|ly)$/.exec(word)?.[1];
  if (bare !== undefined) forms.push(bare, `${bare}e`, bare.replace(/(.)\1$/, "$1"));
  if (word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.endsWith("ies") || word.endsWith("ied")) forms.push(`${word.slice(0, -3)}y`);
  const base = regular(word);
  if (base !== word) forms.push(base);
  FORMS.set(word, forms);
  return forms;
}
