/**
 * In: a text, and the clock of its author. Out: the past times that the text names (“昨天”, “on Tuesday”, “3 月 12 日”), by
 * the forms in when.txt, with the moments at which they begin and end.
 *
 * A weekday without a week is the last one before today; a date without a year is the last one up to today; weeks begin
 * with Monday. Words in quotes or in code, names of things on a screen, and future times don't count.
 */
import { once, remembered } from "../remembered.ts";
import type { Runtime } from "../runtime.ts";
import { inDigits, monthNamed, NUMBERS } from "../text/numbers.ts";
import { holdsAny, patternsIn } from "../text/patterns.ts";
import { foldHan, halfWidth, HAN, hasHan } from "../text/script.ts";
import { DAY_MS, momentOf, type Span } from "./days.ts";
import forms from "./when.txt" with { type: "text" };

/** A time that a text names, and the place of its words in the text. */
export interface NamedTime extends Span {
  /** The whole day or days, where the text names a part of a day. */
  readonly whole: Span;
  /** The same words may also mean a future time: “周二”, “today”. */
  readonly mayCome: boolean;
  /** By what it is named: a date, a weekday, or how far it is from the day on which it is written. */
  readonly named: "date" | "weekday" | "distance";
  readonly start: number;
  readonly end: number;
}

export type Clock = Pick<Runtime, "now" | "offsetMs">;

/** The text in one spelling, of the same length: lower case, half width, simplified, quotes blanked out. */
export function plainSpelling(text: string): string {
  return halfWidth(text).toLowerCase().replace(HAN_RUN, foldHan).replace(/[’‘]/g, "'").replaceAll("週", "周")
    .replace(QUOTED, (quoted) => QUOTE.repeat(quoted.length));
}

/** Takes the place of each quoted sign. */
export const QUOTE = "¤";

const HAN_RUN = new RegExp(`[${HAN}]+`, "g");
const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|(?<![\w])'[^']*'(?!\w)/g;
/** The signs beside a word in code or in a path. */
const CODE_BEFORE = /[\w\-./\\([{<=$#@*:¤]$/;
const CODE_BEHIND = /^(?:[_(\[{<=$#@/\\*¤]|[-.:]\w)/;

/** The times that a text names, in the order of their words; nearly every text names none. */
export function timesIn(text: string, clock: Clock): NamedTime[] {
  const plain = plainSpelling(text);
  const now = clock.now().getTime();
  // Days are counted from 1 January 1970.
  const today = Math.floor((now + clock.offsetMs(now)) / DAY_MS);
  const found: NamedTime[] = [];
  for (const { title, match } of formsIn(plain)) {
    const days = daysOf(title, match.groups ?? {}, today);
    if (!days || !isTime(plain, match)) continue;
    found.push({ ...spanNamed(plain, match, days, clock), mayCome: MAY_COME.test(title), named: namedBy(title) });
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  // "the day before yesterday" holds "yesterday".
  const times = found.filter(({ start }, at) => !found.slice(0, at).some((other) => start < other.end));
  return times.length === 0 ? times : spansIn(plain, times, midnight(today + 1, clock));
}

/** Where a text has one of the forms, with the title of its group. */
function formsIn(plain: string) {
  const found: { readonly title: string; readonly match: RegExpExecArray }[] = [];
  const isHan = hasHan(plain);
  const hasLatin = /[a-z]{2}|\d/.test(plain);
  for (const { title, words, patterns } of timeForms().groups) {
    if (!MEANS_A_TIME.test(title) || !holdsAny(plain, words)) continue;
    for (const pattern of patterns) {
      if (!(hasHan(pattern) ? isHan : hasLatin)) continue;
      for (const match of plain.matchAll(compiled(pattern))) found.push({ title, match });
    }
  }
  return found;
}

function namedBy(title: string): NamedTime["named"] {
  if (IS_DATE.test(title)) return "date";
  return IS_WEEKDAY.test(title) ? "weekday" : "distance";
}

/** The whole days that a text names, if it names a time past and nothing else: “yesterday”, 上周. */
export function daysNamed(text: string, clock: Clock): Span | undefined {
  const [time] = timesIn(text, clock);
  return time && time.start === 0 && time.end >= text.trimEnd().length ? time.whole : undefined;
}

const MAY_COME =
  /^(?:(?:day|week|month|weekday|year) 0|weekday|weekend 0|date.*|third.*|day of month|month (?:of|before|until|after).*|range of.*|after.*)$/;
const IS_DATE = /^(?:date|day of|month (?:of|before|until|after))/;
const IS_WEEKDAY = /^(?:week(?:day|end)|range|after)/;
const MEANS_A_TIME = /^(?!part|no time|since|from|on|range(?! of)|after b)/;

/** The times, of which some stand for all that came since (“since Tuesday”) or for what lies between two of them. */
function spansIn(text: string, times: readonly NamedTime[], now: number): NamedTime[] {
  const spans: NamedTime[] = [];
  for (let at = 0; at < times.length; at++) {
    const [time, next] = [times[at], times[at + 1]];
    if (!time) continue;
    const before = text.slice(0, time.start);
    const range = next && rangeOf(text, time, next);
    if (range) {
      spans.push(range);
      at += 1;
      continue;
    }
    const behind = text.slice(time.end);
    const since = matched("since before", before);
    const from = matched("from before", before);
    const on = matched("since behind", behind) || (since + from > 0 ? matched("on behind", behind) : 0);
    const after = since > 0 || on > 0 ? 0 : matched("after behind", behind);
    if (since + on + after === 0) {
      spans.push(time);
      continue;
    }
    const begin = after > 0 ? { from: time.to, whole: time.whole.to } : { from: time.from, whole: time.whole.from };
    spans.push({
      ...time,
      from: begin.from,
      to: now,
      whole: { from: begin.whole, to: now },
      start: time.start - (since || from),
      end: time.end + on + after,
    });
  }
  return spans;
}

/** All from one time to the next one, where the text says so. */
function rangeOf(text: string, first: NamedTime, second: NamedTime): NamedTime | undefined {
  const between = text.slice(first.end, second.start);
  const before = text.slice(0, first.start);
  const opening = matched("range before", before);
  const isRange = opening > 0 ? matched("range", between) > 0 : matched("range zh", between) > 0;
  if (!isRange || second.from < first.from) return undefined;
  return {
    from: first.from,
    to: second.to,
    whole: { from: first.whole.from, to: second.whole.to },
    mayCome: first.mayCome && second.mayCome,
    named: first.named,
    start: first.start - (opening || matched("from before", before)),
    end: second.end,
  };
}

const timeForms = once(() => patternsIn(forms));

const compiled = remembered((pattern: string) => new RegExp(timeForms().whole(pattern), "g"));

function isTime(text: string, { 0: word, index }: RegExpMatchArray): boolean {
  const at = index ?? 0;
  const before = text.slice(0, at);
  const behind = text.slice(at + word.length);
  const isLatin = /^[a-z\d]/.test(word);
  if (isLatin && (CODE_BEFORE.test(before) || CODE_BEHIND.test(behind))) return false;
  return matched("no time before", before) + matched("no time behind", behind) === 0;
}

/** How many characters of a text are one of the forms of a group. */
function matched(title: string, text: string): number {
  const group = timeForms().groups.find((each) => each.title === title);
  if (group === undefined || !holdsAny(text, group.words)) return 0;
  for (const pattern of group.patterns) {
    const [found] = text.match(compiled(pattern)) ?? [];
    if (found) return found.length;
  }
  return 0;
}

/** A span in days since 1 January 1970. */
type Days = Span;

type Named = Readonly<Record<string, string | undefined>>;

/** The days that a match means, by the title of its group in when.txt. */
function daysOf(title: string, groups: Named, today: number): Days | undefined {
  const [kind = "", word] = title.split(" ");
  const by = Number(word ?? 0);
  const monday = today - mondayBased(today);
  const oneDay = (day: number): Days => ({ from: day, to: day + 1 });
  const week = (weeks: number): Days => ({ from: monday + 7 * weeks, to: monday + 7 * weeks + 7 });
  const lastDays = (days: number): Days => ({ from: today - days + 1, to: today + 1 });
  if (groups["count"] !== undefined) {
    const count = numberOf(groups["count"]);
    if (count === undefined) return undefined;
    if (kind === "days") return oneDay(today - count);
    if (kind === "weeks") return week(-count);
    return kind === "months" ? month(today, -count) : lastDays(word === "weeks" ? 7 * count : count);
  }
  switch (kind) {
    case "weekday": {
      const weekday = weekdayOf(groups);
      if (word !== undefined) return oneDay(monday + 7 * by + weekday);
      return oneDay(today - 1 - (mondayBased(today - 1) - weekday + 7) % 7);
    }
    case "after":
      return { from: today - (mondayBased(today - 1) - weekdayOf(groups) + 7) % 7, to: today + 1 };
    case "range": {
      const [first, second] = [weekdayOf(groups), weekdayOf({ zh: groups["zh2"], en: groups["en2"] })];
      const to = today - (mondayBased(today) - second + 7) % 7;
      return { from: to - (second - first + 7) % 7, to: to + 1 };
    }
    case "date":
      return dateOf(groups, today);
    case "day":
      return word === "of" ? dateOf(groups, today) : oneDay(today + by);
    case "week":
      return week(by);
    case "month":
      return Number.isNaN(by) ? asFarAs(word, monthOf(groups, today), today) : month(today, by);
    case "third":
      return thirdOf(groups, /\d$/.test(title) ? month(today, Number(title.slice(-2))) : monthOf(groups, today));
    case "year":
      return year(yearOf(today) + by);
    case "half":
      return { from: today - HALF_MONTH - 3, to: today - HALF_MONTH + 4 };
    case "weekend":
      return { from: monday - 2, to: monday };
    case "last":
      return lastDays(by + 1);
  }
  return undefined;
}

/** Days; people say so of a day three before or after. */
const HALF_MONTH = 15;

/** The days of a month's third. */
function thirdOf({ third = "" }: Named, whole: Days | undefined): Days | undefined {
  if (!whole) return undefined;
  const [second, last] = [whole.from + 10, whole.from + 20];
  if (/初|上旬|^(?:early|beginning|start)$/.test(third)) return { from: whole.from, to: second };
  return /^(?:中|mid)/.test(third) ? { from: second, to: last } : { from: last, to: whole.to };
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

function year(named: number): Days {
  return { from: Date.UTC(named, 0, 1) / DAY_MS, to: Date.UTC(named + 1, 0, 1) / DAY_MS };
}

/** The year that stands before a month: 2025, or 去 of 去年. */
function yearNamed(word: string, today: number): number {
  const back = "今去前".indexOf(word);
  return back === -1 ? Number(word) : yearOf(today) - back;
}

function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const number = /^an?$/.test(word) ? 1 : NUMBERS[word] ?? Number(inDigits(word));
  return Number.isNaN(number) ? undefined : number;
}

const WEEKDAYS_ZH = "一二三四五六日";
const WEEKDAYS_EN = ["mo", "tu", "we", "th", "fr", "sa", "su"];

function weekdayOf({ zh, en, en2 }: Named): number {
  if (zh !== undefined) return WEEKDAYS_ZH.indexOf(zh === "天" ? "日" : zh);
  return WEEKDAYS_EN.indexOf((en ?? en2 ?? "").slice(0, 2));
}

function mondayBased(day: number): number {
  // 1 January 1970 was a Thursday.
  return (day + 3) % 7;
}

function monthIn({ month, month2 }: Named): number | undefined {
  const word = month ?? month2 ?? "";
  const number = monthNamed(word) || numberOf(word);
  return number !== undefined && number >= 1 && number <= 12 ? number : undefined;
}

function dateOf(groups: Named, today: number): Days | undefined {
  const day = numberOf(groups["day"] ?? groups["day2"]);
  const isMonthGiven = (groups["month"] ?? groups["month2"]) !== undefined;
  const named = monthIn(groups);
  if (day === undefined || day > 31 || (isMonthGiven && named === undefined)) return undefined;
  const now = new Date(today * DAY_MS);
  const at = (year: number, month: number): Days | undefined => {
    const made = new Date(Date.UTC(year, month - 1, day));
    const from = made.getTime() / DAY_MS;
    return made.getUTCDate() === day ? { from, to: from + 1 } : undefined;
  };
  if (groups["year"] !== undefined && named !== undefined) return at(yearNamed(groups["year"], today), named);
  // The last such day up to today; 29 February may be years ago.
  for (let back = 0; back < 60; back++) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    if (named !== undefined && month.getUTCMonth() + 1 !== named) continue;
    const found = at(month.getUTCFullYear(), month.getUTCMonth() + 1);
    if (found && found.from <= today) return found;
  }
  return undefined;
}

function monthOf(groups: Named, today: number): Days | undefined {
  const named = monthIn(groups);
  if (named === undefined) return undefined;
  const now = new Date(today * DAY_MS);
  if (groups["year"] !== undefined) return month(Date.UTC(yearNamed(groups["year"], today), named - 1, 1) / DAY_MS, 0);
  return month(today, -((now.getUTCMonth() + 1 - named + 12) % 12));
}

/** The month itself, or all before it, all up to its end, all after it: since 1970, up to today. */
function asFarAs(word: string | undefined, named: Days | undefined, today: number): Days | undefined {
  if (!named) return undefined;
  if (word === "before" || word === "until") return { from: 0, to: word === "before" ? named.from : named.to };
  return word === "after" ? { from: named.to, to: today + 1 } : named;
}

/** The calendar month that is `by` months after that of a day. */
function month(day: number, by: number): Days {
  const of = new Date(day * DAY_MS);
  const first = (more: number) => Date.UTC(of.getUTCFullYear(), of.getUTCMonth() + by + more, 1) / DAY_MS;
  return { from: first(0), to: first(1) };
}

/** The days of a match as moments; the hours alone, where a part of the day follows: "yesterday evening". */
function spanNamed(
  text: string,
  { 0: word, index: start = 0 }: RegExpMatchArray,
  days: Days,
  clock: Clock,
): Omit<NamedTime, "mayCome" | "named"> {
  const whole = { from: midnight(days.from, clock), to: midnight(days.to, clock) };
  const end = start + word.length;
  const part = days.to - days.from === 1 ? partBehind(text, end) : undefined;
  const hour = (hours: number) => whole.from + hours * (DAY_MS / 24);
  return part
    ? { from: hour(part.from), to: hour(part.to), whole, start, end: part.end }
    : { ...whole, whole, start, end };
}

/** The hours of the part of a day that stands at a place, and where its words end. */
function partBehind(text: string, at: number): Days & { readonly end: number } | undefined {
  const rest = text.slice(at);
  const blank = /^\s*/.exec(rest)?.[0].length ?? 0;
  for (const { title, words, patterns } of timeForms().groups) {
    const [kind, from, to] = title.split(" ");
    if (kind !== "part" || !holdsAny(rest, words)) continue;
    for (const pattern of patterns) {
      const match = rest.slice(blank).match(new RegExp(`^(?:${pattern})(?![a-z])`));
      if (match) return { from: Number(from), to: Number(to), end: at + blank + match[0].length };
    }
  }
  return undefined;
}

function midnight(day: number, clock: Clock): number {
  return momentOf(day * DAY_MS, clock);
}
