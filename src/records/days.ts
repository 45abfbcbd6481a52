/** Local days, as a person names them, and the moments at which they begin and end. */
import type { Runtime } from "../runtime.ts";

/** A day of 24 hours; local days may be an hour longer or shorter. */
export const DAY_MS = 24 * 60 * 60_000;
const FIRST_MS = Date.parse("0001-01-01");
const LAST_MS = Date.parse("9999-01-01");

/** A span of time in ms since 1970: `from` belongs to it, `to` does not. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How a person names a span; all given options must hold. */
export interface SpanOptions {
  /** The number of days, of 24 hours each, that end now. */
  readonly days?: number | undefined;
  /** First and last day, local, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The span ends where this local day begins. */
  readonly before?: string | undefined;
}

/** Whether a text is a day as 2026-02-18 that the calendar knows. */
export function isDay(text: string): boolean {
  // The round trip refuses 31 February.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false);
}

export type Zone = Pick<Runtime, "offsetMs">;

/** When a local day (`2026-02-18`) begins. */
export function startOfDay(day: string, zone: Zone): number {
  return momentOf(Date.parse(day), zone);
}

/** When a local day ends: 23 or 25 hours after it began where the clocks change. */
export function endOfDay(day: string, zone: Zone): number {
  return momentOf(Date.parse(day) + DAY_MS, zone);
}

/**
 * A record's time in ms since 1970, not a number where the text is none. Years have four digits: what others wrote may
 * name a moment that no date has once a zone is added.
 */
export function timeOf(timestamp: string): number {
  const at = Date.parse(timestamp);
  return at >= FIRST_MS && at <= LAST_MS ? at : NaN;
}

/** A record's time in UTC, so that times compare as texts. What is UTC already, or no time, stays as it is. */
export function asUtc(timestamp: string): string {
  const at = timestamp.endsWith("Z") ? NaN : timeOf(timestamp);
  return Number.isNaN(at) ? timestamp : new Date(at).toISOString();
}

/** The local day of a record's time. A text that is no time is only cut to the length of a day, on its line. */
export function dayOf(timestamp: string, { offsetMs }: Zone): string {
  const at = timeOf(timestamp);
  if (Number.isNaN(at)) return timestamp.slice(0, "2026-02-18".length).replace(/\s/g, " ");
  return new Date(at + offsetMs(at)).toISOString().slice(0, "2026-02-18".length);
}

/**
 * The moment at which the person's clock shows `shown`, a time given as if it were UTC. A time that the clocks skip in
 * spring counts as that much later: 02:30 as 03:30. Both in ms since 1970.
 */
export function momentOf(shown: number, { offsetMs }: Zone): number {
  const near = shown - offsetMs(shown);
  const moment = shown - offsetMs(near);
  return moment + offsetMs(moment) === shown ? moment : Math.max(near, moment);
}

/** The span that options name; open at each end that none of them closes. */
export function spanOf({ days, from, to, before }: SpanOptions, clock: Zone & Pick<Runtime, "now">): Span {
  const starts = [
    days === undefined ? -Infinity : clock.now().getTime() - days * DAY_MS,
    from === undefined ? -Infinity : startOfDay(from, clock),
  ];
  const ends = [
    to === undefined ? Infinity : endOfDay(to, clock),
    before === undefined ? Infinity : startOfDay(before, clock),
  ];
  return { from: Math.max(...starts), to: Math.min(...ends) };
}
