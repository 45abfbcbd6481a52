/** Local days, as a person names them, and the moments at which they begin and end. */
import type { Runtime } from "../runtime.ts";

/** A day of 24 hours; local days may be an hour longer or shorter. */
export const DAY_MS = 24 * 60 * 60_000;

/** A span of time in ms since 1970: `from` belongs to it, `to` does not. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How a person names a span; all given options must hold. */
interface SpanOptions {
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

/** When a local day (`2026-02-18`) begins, or a day that many days later. */
export function startOfDay(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const midnight = new Date(2000, 0, 1);
  // Not by the constructor, for which the year 50 is 1950.
  return midnight.setFullYear(year, month - 1, date + later);
}

/** When a local day ends: 23 or 25 hours after it began where the clocks change. */
export function endOfDay(day: string): number {
  return startOfDay(day, 1);
}

/** The local day that a moment lies in. */
export function localDay(time: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/**
 * The local day of a record's time, for people and agents. A text that is no time is only cut to the length of a day,
 * and stays on its line.
 */
export function dayOf(timestamp: string, { offsetMs }: Pick<Runtime, "offsetMs">): string {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return timestamp.slice(0, "2026-02-18".length).replace(/\s/g, " ");
  return new Date(at + offsetMs(at)).toISOString().slice(0, "2026-02-18".length);
}

/** The moment at which the person's clock shows a time, given as if it were UTC. Both in ms since 1970. */
export function momentOf(shown: number, { offsetMs }: Pick<Runtime, "offsetMs">): number {
  return shown - offsetMs(shown - offsetMs(shown));
}

/** The span that options name; open at each end that none of them closes. */
export function spanOf({ days, from, to, before }: SpanOptions, now: Date): Span {
  const starts = [
    days === undefined ? -Infinity : now.getTime() - days * DAY_MS,
    from === undefined ? -Infinity : startOfDay(from),
  ];
  const ends = [
    to === undefined ? Infinity : endOfDay(to),
    before === undefined ? Infinity : startOfDay(before),
  ];
  return { from: Math.max(...starts), to: Math.min(...ends) };
}
