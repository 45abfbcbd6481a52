/** The texts of the verbs: what they tell a person, and why they refuse; they stand in words.tsv. */
import { refuseDay } from "../cli/args.ts";
import { dayOf, isDay, type Span, spanOf, type SpanOptions } from "../records/days.ts";
import type { SessionId } from "../records/ids.ts";
import { type Clock, daysNamed } from "../records/when.ts";
import { named, some, textsOfRoom, type Values } from "../wording.ts";
import WORDS from "./words.tsv" with { type: "text" };

/** A sentence of words.tsv, and a failure, whose code is the kind of its row. */
export const { said, failure } = textsOfRoom(WORDS);

/** Throws the failure of a row. */
export function refuse(name: string, values?: Values): never {
  throw failure(name, values);
}

/** How a person writes the ends of a span: as options, or as the fields of a query. */
const OPTIONS = { days: "--days ", from: "--from ", to: "--to ", before: "--before " };
export const FIELDS = { ...OPTIONS, from: "after:", before: "before:" };

/**
 * The span that was asked for. Throws INVALID_ARGUMENT for a word that names no day, and for a span without any day,
 * which nothing could match.
 */
export function spanOfDays(asked: SpanOptions, clock: Clock, names = OPTIONS): Span {
  const { days, ...words } = asked;
  const ends = ENDS.map((end) => [end, dayMeant(end, words[end], names[end].trim(), clock)] as const);
  const span = spanOf({ days, ...Object.fromEntries(ends) }, clock);
  if (span.from < span.to) return span;
  const given = (["days", ...ENDS] as const).filter((end) => asked[end] !== undefined);
  refuse("no_such_day", { ends: named(given.map((end) => `${names[end]}${asked[end]}`)) });
}

const ENDS = ["from", "to", "before"] as const;

/** The day at which a word sets this end: itself, or the first or last one of the days that it names (上周). */
export function dayMeant<T extends string | undefined>(
  end: typeof ENDS[number],
  word: T,
  name: string,
  clock: Clock,
): string | T {
  if (word === undefined || isDay(word)) return word;
  const { from, to } = daysNamed(word, clock) ?? refuseDay(name, word);
  return dayOf(new Date(end === "to" ? to - 1 : from).toISOString(), clock);
}

/** The most ids of sessions that a refusal lists. */
const NAMED_MAX = 5;

/** The only session that a word may mean; undefined for none. Throws INVALID_ARGUMENT for several. */
export function onlySession(word: string, found: readonly SessionId[]): SessionId | undefined {
  if (found.length > 1) refuse("several_sessions", { word, count: found.length, named: some(found, NAMED_MAX) });
  return found[0];
}
