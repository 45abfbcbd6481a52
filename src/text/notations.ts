/**
 * In: a place in a text. Out: terms for things that people write in several ways: quantities (`300s`, "300 seconds",
 * 300 秒), numbers (`10,000`, `10k`, 1万), days (`2026-03-31`, `20260331`), codes (`TS2345`, `0x80070005`), verbs that
 * are also one word ("log in").
 *
 * No sign of such a term is an ASCII separator, which would end the term in SQLite.
 */
import { remembered } from "../remembered.ts";
import { MONTHS } from "./numbers.ts";
import { isDigit } from "./script.ts";
import { stem } from "./stem.ts";
import { holds, linesWith, wordList } from "./word_list.ts";

/** Stands for the dot of a number, which would end a term. */
export const DOT = "·";

/** The sign that ends the term of a quantity ("300秒" gives `300秒`, "5分钟" `5分`), then the other names of the unit. */
const UNITS = wordList(`
  秒 s sec secs second seconds
  毫 ms msec msecs millisecond milliseconds
  分 m min mins minute minutes
  小 h hr hrs hour hours
  天 d day days
  千 kb kib ki kilobyte kilobytes
  兆 M mb mib mi megabyte megabytes
  吉 G gb gib gi gigabyte gigabytes
  太 tb tib ti terabyte terabytes
`);
const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({ k: 1e3, thousand: 1e3, 万: 1e4, M: 1e6, million: 1e6, 亿: 1e8, billion: 1e9 }),
);
/** The signs of `UNITS`. */
const SIGNS = "秒毫分小天千兆吉太";
/** A number with separators or a fraction. */
const LONG_NUMBER = /(\d{1,3}(?:[,_]\d{3})+|\d+)(\.\d+)?(?![\d.,_]*\d)/y;
const DAY =
  /(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|((?:19|20)\d\d)(\d\d)(\d\d)|(\d{4})年(\d{1,2})月(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))(?![\dA-Fa-f])/y;
const CODE = /^(?:0x([0-9a-f]{4,})|[a-z](\d{4,})|([a-z]{2})(\d{2,}))$/;
const LONGEST_UNIT = 12;

/**
 * Adds the terms of a number that begins at `from`, and gives where its unit ends. Plain numbers are read without a
 * pattern: compiling one costs a hook more than reading a prompt.
 */
export function addQuantity(terms: string[], text: string, from: number): number {
  const digitsEnd = endOf(text, from, isDigit);
  const [length, next] = [digitsEnd - from, text.charAt(digitsEnd)];
  if (length === 8 || (length === 4 && "-/.年".includes(next)) || (length < 3 && next === ".")) {
    const day = matchAt(DAY, text, from);
    const date = day && dayOf(day);
    if (date) {
      terms.push(...date);
      return DAY.lastIndex;
    }
  }
  let [typed, end] = [text.slice(from, digitsEnd), digitsEnd];
  if (",_.".includes(next) && isDigit(text.charCodeAt(digitsEnd + 1))) {
    const number = matchAt(LONG_NUMBER, text, from);
    if (!number) return digitsEnd;
    [typed, end] = [number[0], LONG_NUMBER.lastIndex];
  }
  const digits = end === digitsEnd ? typed : typed.replaceAll(",", "").replaceAll("_", "");
  const isGlued = text.charAt(end) !== " ";
  const unitEnd = unitEndAt(text, isGlued ? end : end + 1);
  const unit = text.slice(isGlued ? end : end + 1, unitEnd);
  const { scale, sign } = meaningOf(unit);
  if (sign !== undefined) terms.push(digits.replace(".", DOT) + sign);
  if (scale !== undefined) terms.push(String(Math.round(Number(digits) * scale)));
  else if (digits !== typed || (sign !== undefined && isGlued)) terms.push(digits.replace(".", DOT));
  return sign === undefined && scale === undefined ? end : unitEnd;
}

/** A first sync meets the same few hundred words after numbers again and again. */
const KNOWN_MAX = 1_000;

const meaningOf = remembered((unit: string) => {
  // "20M" differs from "20m".
  const name = unit === "M" || unit === "G" ? unit : unit.toLowerCase();
  return { scale: SCALES.get(name), sign: linesWith(UNITS, name)[0]?.[0] };
}, KNOWN_MAX);

/** Where the unit that begins at `start` ends; `start` if no unit begins there. */
function unitEndAt(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === "万" || first === "亿") return start + 1;
  const end = endOf(text, start, isLetter);
  return end - start > LONGEST_UNIT || isDigit(text.charCodeAt(end)) ? start : end;
}

function endOf(text: string, from: number, belongs: (code: number) => boolean): number {
  let end = from;
  while (belongs(text.charCodeAt(end))) end++;
  return end;
}

/** Whether an identifier is a version or a number with its unit: `1·2·3`, `5分`. */
export function isNotation(whole: string): boolean {
  return isDigit(whole.charCodeAt(0)) && (whole.includes(DOT) || SIGNS.includes(whole.slice(-1)));
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Adds the parts of a word that is a code (`ts2345`, `e0308`, `pg16`) or a number of base 16. */
export function addCode(terms: string[], word: string): void {
  const isCode = isDigit(word.charCodeAt(word.length - 1)) && isLetter(word.charCodeAt(0));
  if (!isCode && !word.startsWith("0x")) return;
  const [, hex, digits, name, number] = CODE.exec(word) ?? [];
  for (const part of [hex, digits, name, number]) if (part !== undefined) terms.push(part);
}

const PARTICLES = wordList("up in out off on down back over");
export const LONGEST_PARTICLE = 4;
/** Nouns whose verbs are written as two words. */
const VERBS_OF_TWO = wordList(`
  setup login logon logout logoff signin signup signout signoff rollback rollout rollup rollover backup backout checkin
  checkout checkup cleanup startup shutdown breakdown buildup handoff handover lockout lockdown popup printout timeout
  warmup fallback cutoff cutover dropdown dropout failover failback followup holdback kickoff markup mockup payback
  playback pushback readout rundown scaleup scaledown slowdown spinup standby takeover teardown turnover writeup wrapup
  callback lookup speedup takedown workout layout makeup pickup dropoff fallout
`);

/** Adds the noun of a verb, given as a stem, and its particle: "logged in" is a `login`. */
export function addVerbOfTwo(terms: string[], verb: string, particle: string): void {
  if (holds(PARTICLES, particle) && holds(VERBS_OF_TWO, verb + particle)) terms.push(stem(verb + particle));
}

/** The terms of a record's day: `2023-05-08` → "8", "may", "2023", "5", the month of "5月8日". */
export function dayTerms(timestamp: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(timestamp) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (year === undefined || name === undefined) return [];
  return [String(Number(day)), stem(name), year, String(Number(month))];
}

/** As `dayTerms`, for a day in a text, with the Chinese month and all digits as one term. */
function dayOf(match: RegExpExecArray): string[] | undefined {
  const [, y1, , m1, d1, y2, m2, d2, y3, m3, d3, d4, m4, y4] = match;
  const [year, month, day] = [y1 ?? y2 ?? y3 ?? y4 ?? "", Number(m1 ?? m2 ?? m3 ?? m4), Number(d1 ?? d2 ?? d3 ?? d4)];
  const name = MONTHS[month - 1];
  if (name === undefined || day < 1 || day > 31) return undefined;
  const parts = y2 === undefined ? [] : [year, String(month), String(day)];
  return [...parts, stem(name), `${month}月`, `${year}${month}${day}`];
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
