/**
 * How much a word says, whatever the store: lists of what stands in texts about anything (words/common.txt, in pairs of
 * characters common_zh.txt). They were chosen from what prompts to coding agents ask for in general, not from any
 * collection of them.
 *
 * - common: what prompts ask for, and everyday words; product: names that a project may well have chosen, and prompts
 *   about anything may name. English words in their plain form; a line holds words of one letter.
 * - trade: to share one of them is half a reason.
 * - everyday: stems of words in texts about anything. A small store can't know that "currently" tells nothing: there it
 *   may be as rare as a name, so rarity alone overrates it.
 * - commonplace: what says nothing by itself in a search either. Narrower than common: who searches for 删除 means it.
 *
 * @module
 */
import { isCjk } from "./script.ts";
import { plainForms } from "./stem.ts";
import { below, holds, type WordList, wordList } from "./word_list.ts";
import words from "./words/common.txt" with { type: "text" };
import chinese from "./words/common_zh.txt" with { type: "text" };

/** A word that prompts are full of, one that belongs to the trade, and the name of a product. */
const OF_COMMON = 0.25;
const OF_TRADE = 0.5;
/** From here on a word says something by itself. */
export const TRADE_PRIOR = OF_TRADE;
const OF_PRODUCT = 0.75;

/** Characters that join words: a pair that holds one is most likely no word. */
const IN_NO_WORD =
  /[的了是在和与或把被给让就都也还再又很太更最不没有要会能可这那哪个些为以及其之而但则对从到向于由当着过得地吗呢吧啊我你他她它们一]/u;
/** The narrower set of a search: a pair that holds one is a word only where the list of the trade's words has it. */
const JOINING = /[的了是在不吗呢吧啊呀嘛我你他她它们这那哪啥和与就也都还又很太]/;
const HAN_FROM = 0x2e80;

const EVERYDAY = wordList(below("everyday stems", words));
const COMMONPLACE_PAIRS = wordList(below("commonplace", chinese));
const COMMON_PAIRS = wordList(below("common", chinese));
const TRADE_PAIRS = wordList(below("trade", chinese));

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
  if (forms.some((form) => isListed("common", form))) return OF_COMMON;
  if (forms.some((form) => isListed("trade", form))) return OF_TRADE;
  return forms.some((form) => isListed("product", form)) ? OF_PRODUCT : 1;
}

function priorOfPair(pair: string): number {
  if (IN_NO_WORD.test(pair) || holds(COMMON_PAIRS, pair) || holds(COMMONPLACE_PAIRS, pair)) return OF_COMMON;
  return holds(TRADE_PAIRS, pair) ? OF_TRADE : 1;
}

/** The words of a list by their first letter: twenty times less to look through. */
const byLetter = new Map<string, WordList>();

function isListed(title: "common" | "trade" | "product", word: string): boolean {
  const letter = word.charAt(0);
  const key = `${title} ${letter}`;
  let list = byLetter.get(key);
  if (list === undefined) {
    const all = below(title, words);
    const from = all.indexOf(`\n${letter}`);
    list = wordList(from === -1 ? "" : all.slice(from, all.indexOf("\n", all.lastIndexOf(`\n${letter}`) + 1)));
    byLetter.set(key, list);
  }
  return holds(list, word);
}

/**
 * What is left of the weight of an everyday word, for whoever weighs words: recall is as often right with .3 to .6, and
 * search ranks a little worse with .5 than with .6.
 */
export const OF_EVERYDAY = 0.6;

/** Whether a stem is that of an English word of texts about anything. */
export function isEveryday(stem: string): boolean {
  return holds(EVERYDAY, stem);
}

/** Whether that a term is shared says something: not an everyday word, a letter, a day of the month, 不存 or 的东. */
export function isTelling(term: string): boolean {
  if (term.length < 2) return false;
  if (term.charCodeAt(0) < HAN_FROM) return !isEveryday(term) && !/^\d{2}$/.test(term);
  if (term.length !== 2) return true;
  return (!JOINING.test(term) || holds(TRADE_PAIRS, term)) && !holds(COMMONPLACE_PAIRS, term);
}

/** Whether a character only joins others. */
export function isJoining(char: string): boolean {
  return JOINING.test(char);
}
