/**
 * How much a word tells about a text, independent of the store. The lists hold words that occur in texts about anything
 * (words/common.txt; common_zh.txt in pairs of characters). They were chosen from general requests to coding agents,
 * not from a collection of prompts. English words are in their plain form; a line holds words with one first letter.
 *
 * - common: everyday words, and words of nearly every request.
 * - trade: words of software; two texts that share one are half as likely to be related as with a rare word.
 * - product: names that a project may well have chosen, and that prompts about anything may hold.
 * - everyday stems: rarity alone overrates these words. In a small store "currently" may be as rare as a name.
 * - commonplace: pairs that tell nothing in a search either. Fewer than common: a person who searches for 删除 means it.
 */
import { remembered } from "../remembered.ts";
import { isCjk } from "./script.ts";
import { plainForms } from "./stem.ts";
import { below, holds, type WordList, wordList } from "./word_list.ts";
import words from "./words/common.txt" with { type: "text" };
import chinese from "./words/common_zh.txt" with { type: "text" };

/** The weights of the lists; any other word has 1. */
const OF_COMMON = 0.25;
/** From this weight on, a word tells something by itself. */
export const TRADE_PRIOR = 0.5;
const OF_PRODUCT = 0.75;

/** Characters that join words: a pair with one of them is most likely not a word. */
const IN_NO_WORD =
  /[的了是在和与或把被给让就都也还再又很太更最不没有要会能可这那哪个些为以及其之而但则对从到向于由当着过得地吗呢吧啊我你他她它们一]/u;
/** Fewer such characters, for search: a pair with one of them is a word only if the list of the trade has it. */
const JOINING = /[的了是在不吗呢吧啊呀嘛我你他她它们这那哪啥和与就也都还又很太]/;
const HAN_FROM = 0x2e80;

const EVERYDAY = wordList(below("everyday stems", words));
const COMMONPLACE_PAIRS = wordList(below("commonplace", chinese));
const COMMON_PAIRS = wordList(below("common", chinese));
const TRADE_PAIRS = wordList(below("trade", chinese));

/** The weight of a lower-case word or a pair of characters, 0–1. The lists hold plain forms: none needs a stem. */
export function priorOf(word: string): number {
  if (isCjk(word)) return priorOfPair(word);
  // Any text may hold a letter, a year or a count.
  if (word.length < 2 || /^\d{1,4}$/.test(word)) return OF_COMMON;
  const forms = plainForms(word);
  if (forms.some((form) => isListed("common", form))) return OF_COMMON;
  if (forms.some((form) => isListed("trade", form))) return TRADE_PRIOR;
  return forms.some((form) => isListed("product", form)) ? OF_PRODUCT : 1;
}

function priorOfPair(pair: string): number {
  if (IN_NO_WORD.test(pair) || holds(COMMON_PAIRS, pair) || holds(COMMONPLACE_PAIRS, pair)) return OF_COMMON;
  return holds(TRADE_PAIRS, pair) ? TRADE_PRIOR : 1;
}

function isListed(title: "common" | "trade" | "product", word: string): boolean {
  return holds(beginningWith(`${word.charAt(0)}${title}`), word);
}

/** The words of a list with one first letter: a twentieth of the text to search. */
const beginningWith = remembered((key: string): WordList => {
  const all = below(key.slice(1), words);
  const line = `\n${key.charAt(0)}`;
  const from = all.indexOf(line);
  return wordList(from === -1 ? "" : all.slice(from, all.indexOf("\n", all.lastIndexOf(line) + 1)));
});

/** The share of its weight that an everyday word keeps: search ranks a little worse with .5, recall equally with .3. */
export const OF_EVERYDAY = 0.6;

/** Whether an English stem is in the list of everyday words. */
export function isEveryday(stem: string): boolean {
  return holds(EVERYDAY, stem);
}

/** Whether a shared term tells something: an everyday word, a letter, a day of the month, 不存 or 的东 does not. */
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
