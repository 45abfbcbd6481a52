/**
 * In: a text and where it names a passphrase. Out: the passphrase, if it has several words.
 *
 * @module
 */
import { holdsAny } from "../../rare_pattern.ts";
import type { Found } from "./found.ts";
import { holds, isTerm, type Words } from "./harmless.ts";
import { type Named, REACH } from "./names.ts";
import type { Value } from "./values.ts";

const LEADS_TO_PHRASE = [" is ", " was ", ": ", "= ", ':"', "：", "是", "为", "“", "「", ' "', " \x60"];

const PHRASE =
  /(?:^\s?(?=["“「『\x60])|\b(?:is|was)(?: now| still)?|[:=：是为])\s{0,3}(?:["“「『\x60]((?:[^\s"”」』\x60]{1,20} ){2,9}[^\s"”」』\x60]{1,20})["”」』\x60]|((?:[A-Za-z0-9'’-]{1,16} ){2,7}[A-Za-z0-9!?#-]{1,16})(?=[ \t]*(?:[.,;，。；(（\n]|$)))/;

/** A passphrase of several words, without quotes: they fill the line. */
export function phraseAt(text: string, at: number, { start, end }: Named): Value | undefined {
  if (!/^passphrase$/i.test(text.slice(start, end))) return undefined;
  const words = /^(?:[a-z]+ ){2,7}[a-z0-9]+(?=\.?(?:\n|$))/i.exec(text.slice(at, at + 100))?.[0];
  return words === undefined ? undefined : { start: at, value: words, isQuoted: true };
}

/** A passphrase that is told later in the sentence, which it ends unless it stands in quotes. */
export function phraseFurther(text: string, { start, end, sureness }: Named, kind: string): Found | undefined {
  if (sureness !== "password") return undefined;
  const reach = text.slice(end, end + REACH + 80);
  if (!/[\w'’] [\w'’]/.test(reach) || !holdsAny(reach, LEADS_TO_PHRASE)) return undefined;
  const told = PHRASE.exec(reach);
  if (told === null || told.index > REACH) return undefined;
  const phrase = told[1] ?? told[2] ?? "";
  const words = phrase.split(/\W+/).filter((word) => word !== "");
  if (/[(){}<>=]/.test(phrase)) return undefined;
  const isPass = /^passphrase/i.test(text.slice(start, end));
  const isLong = words.length >= (isPass ? 3 : 4);
  const isOfWords = isLong && words.every((word) => /^[a-z]{3,}$/.test(word)) && (isPass || !/^[:=]/.test(told[0]));
  const hasDigit = /\d/.test(phrase) && (told[1] !== undefined || isLong || isPass);
  if (!isOfWords && !hasDigit) return undefined;
  const isProse = (word: string) =>
    holds(FORM_WORDS, word) || holds(STATES, word) || (isTerm(word) && !/^\d+$/.test(word));
  if (words.some(isProse)) return undefined;
  const at = end + told.index + told[0].lastIndexOf(phrase);
  return { start: at, end: at + phrase.length, kind };
}

/** Several words in quotes: a passphrase, or what a form says of its field. */
export function isPhrase(value: string, name: string): boolean {
  if (
    /[\u4e00-\u9fff]/.test(value) || value.length > 80 || value.split(/\W+/).some((word) => holds(FORM_WORDS, word)) ||
    /[(){}<>]/.test(value)
  ) {
    return false;
  }
  if (/passphrase/i.test(name)) return value.split(" ").length >= 3;
  return /pass|pwd|密码|口令/i.test(name) && /\d/.test(value) && /[a-z]/i.test(value);
}

/** What is said of a password rather than being one. */
export const STATES: Words =
  " hashed rotated encrypted stored generated provided managed given see ask from via not must should kept set auto-generated ";

const FORM_WORDS: Words =
  " must be at is are the your enter please should for a an to with in of and or not new old confirm reset forgot current incorrect wrong invalid required least than this that these those it its they them their there here we our us he his her my me by on as so but because since when where how what which who why have has had will would can could may might do does did been being also too very only never always still already same stored hashed rotated encrypted saved sent shown asked given kept typed printed plain text clear case sensitive missing empty blank character characters expired change rotated every day days when if from via see ";
