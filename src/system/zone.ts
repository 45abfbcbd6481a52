/**
 * The offset of local time from UTC at a moment. The runtime knows it too, but its first answer takes a quarter of a
 * hook's time, because it loads all languages and calendars. The system's table (RFC 9636) is a file of a kilobyte.
 * Where there is no table, as on Windows, the runtime is asked.
 */
import type { Files } from "../runtime.ts";

const FOLDERS = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"];
/** Far more than the table of any zone. */
const TABLE_BYTES_MAX = 16 * 1024;
const HEADER_BYTES = 44;
const SECOND_MS = 1_000;
const DAY_S = 24 * 60 * 60;

/** Milliseconds to add to UTC at a moment (ms since 1970). */
type Offset = (at: number) => number;

/** The offset of the zone that `TZ` names, else of the machine's. Nothing is read before the first question. */
export function zoneOffset(files: Files, tz: string | undefined): Offset {
  let offset: Offset | undefined;
  return (at) => (offset ??= tableOffset(files, tz) ?? runtimeOffset)(at);
}

const runtimeOffset: Offset = (at) => -new Date(at).getTimezoneOffset() * 60 * SECOND_MS;

function tableOffset(files: Files, tz: string | undefined): Offset | undefined {
  // `TZ` may also be empty or a path, which the runtime interprets, or a rule, which it does not know.
  if (tz !== undefined && !/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(tz)) return readRule(tz);
  const paths = tz === undefined ? ["/etc/localtime"] : FOLDERS.map((folder) => `${folder}/${tz}`);
  try {
    for (const path of paths) {
      const bytes = files.readRange(path, 0, TABLE_BYTES_MAX);
      if (bytes) return readTable(bytes);
    }
  } catch {
    // The path is a folder, or may not be read.
  }
  return tz === undefined ? undefined : readRule(tz);
}

/** The offsets of a zone's table, version 2 or later; undefined for other bytes. */
function readTable(bytes: Uint8Array): Offset | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isTable = bytes.length > 2 * HEADER_BYTES && view.getUint32(0) === 0x545a6966 && (bytes[4] ?? 0) >= 0x32;
  if (!isTable) return undefined;
  const count = (start: number, place: number) => view.getUint32(start + 20 + 4 * place);
  const size = (start: number, timeBytes: number) =>
    count(start, 3) * (timeBytes + 1) + count(start, 4) * 6 + count(start, 5) + count(start, 2) * (timeBytes + 4) +
    count(start, 1) + count(start, 0);
  // The first table, of 32 bits, is skipped.
  const start = HEADER_BYTES + size(0, 4);
  const times = start + HEADER_BYTES;
  const timeCount = count(start, 3);
  const kinds = times + 8 * timeCount;
  const types = kinds + timeCount;
  const offsetOf = (kind: number) => view.getInt32(types + 6 * kind) * SECOND_MS;
  const end = new TextDecoder().decode(bytes.subarray(times + size(start, 8))).trim();
  // Without summer time nothing changes any more, and the last kind goes on.
  const rule = end.includes(",") ? readRule(end) : undefined;
  return (at) => {
    let low = 0;
    let high = timeCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(view.getBigInt64(times + 8 * middle)) * SECOND_MS <= at) low = middle + 1;
      else high = middle;
    }
    // After the last change the rule holds, before the first change the first kind.
    if (low === timeCount && rule) return rule(at);
    return offsetOf(low === 0 ? 0 : bytes[kinds + low - 1] ?? 0);
  };
}

/** A rule in the form of POSIX, without summer time or with it: `CST-8`, `EST5EDT,M3.2.0,M11.1.0`. */
function readRule(text: string): Offset | undefined {
  const name = "(?:<[^>]+>|[A-Za-z]+)";
  const time = "([+-]?\\d{1,2}(?::\\d\\d){0,2})";
  const [, always] = new RegExp(`^${name}${time}$`).exec(text) ?? [];
  if (always !== undefined) return () => -seconds(always) * SECOND_MS;
  const found = new RegExp(`^${name}${time}${name}${time}?,([^,]+),([^,]+)$`).exec(text);
  if (!found) return undefined;
  const [, west = "0", summerWest, begin = "", end = ""] = found;
  const winter = -seconds(west);
  const summer = summerWest === undefined ? winter + 3_600 : -seconds(summerWest);
  return (at) => {
    const now = at / SECOND_MS;
    const year = new Date(at + winter * SECOND_MS).getUTCFullYear();
    const [from, to] = [changeIn(year, begin) - winter, changeIn(year, end) - summer];
    const isSummer = from < to ? now >= from && now < to : now >= from || now < to;
    return (isSummer ? summer : winter) * SECOND_MS;
  };
}

/** The time of a change (`M3.2.0/2`, `J60`, `59/24`) in a year, in seconds since 1970 by the clock before it. */
function changeIn(year: number, rule: string): number {
  const [day = "", time = "2"] = rule.split("/");
  const first = (month: number) => Date.UTC(year, month, 1) / SECOND_MS;
  const [, month, week, weekday] = /^M(\d+)\.(\d+)\.(\d+)$/.exec(day) ?? [];
  if (month === undefined) {
    const isLeap = first(2) - first(0) === 60 * DAY_S;
    // Counted from 1 and without 29 February, or from 0 and with it.
    const count = day.startsWith("J")
      ? Number(day.slice(1)) - (isLeap && Number(day.slice(1)) > 59 ? 0 : 1)
      : Number(day);
    return first(0) + count * DAY_S + seconds(time);
  }
  const begin = first(Number(month) - 1);
  // 1 January 1970 was a Thursday.
  const ahead = (Number(weekday) - (begin / DAY_S + 4) % 7 + 7) % 7;
  let at = begin + (ahead + 7 * (Number(week) - 1)) * DAY_S;
  // The fifth week means the last one, though a month may have four.
  if (at >= first(Number(month))) at -= 7 * DAY_S;
  return at + seconds(time);
}

function seconds(text: string): number {
  const [hours = 0, minutes = 0, rest = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  const value = (hours * 60 + minutes) * 60 + rest;
  return text.startsWith("-") ? -value : value;
}
