/** Selects records by id, word, kind, tag and time. */
import type { MemoryType, RawRecord } from "../records/mod.ts";
import type { Span } from "../records/days.ts";
import { isShortId, type RecordId, shortIdOf } from "../records/ids.ts";
import { type FileKind, recordTime, someText, viewOf } from "../records/view.ts";
import type { Contents } from "./contents.ts";
import type { Stored } from "./stored.ts";
import type { Sentence } from "../sentence.ts";
import { foldHanInBulk } from "../text/script.ts";
import { named } from "../wording.ts";
import { failure } from "./words.ts";

/** Where to look. `daily` includes the facts consolidated from daily ones; `facts` means only consolidated facts. */
export const RECORD_SCOPES = ["daily", "sessions", "notes", "facts", "all"] as const;
export type RecordScope = typeof RECORD_SCOPES[number];

/** The end of a sentence about an empty result, where only one scope was searched. */
export function inScope(scope: string): Sentence {
  return scope === "all" ? { en: "", zh: "" } : { en: ` in scope ${scope}`, zh: `范围 ${scope} 内` };
}

export interface Filter {
  readonly ids?: readonly RecordId[];
  /** Looked for in every text that the record shows; letters and white space are compared as `fold` has them. */
  readonly keyword?: string | undefined;
  readonly types?: readonly string[];
  readonly memoryTypes?: readonly MemoryType[];
  readonly tags?: readonly string[];
  readonly span?: Span;
  readonly deleted?: "without" | "with" | "only";
  /** Consolidated copies of daily facts too. */
  readonly copies?: boolean;
  /** Session events too. Without it, only events whose type is named or whose text holds the keyword. */
  readonly events?: boolean;
  /** Records as they were at this moment, ms since 1970: without later ones, and with those that were deleted later. */
  readonly moment?: number | undefined;
}

const KINDS: Readonly<Record<RecordScope, readonly FileKind[]>> = {
  daily: ["daily", "facts"],
  sessions: ["sessions"],
  notes: ["notes"],
  facts: ["facts"],
  all: ["daily", "sessions", "notes", "facts"],
};

/** The records of a scope that pass a filter. */
export function recordsThatPass({ records, copies }: Contents, scope: RecordScope, filter: Filter): Stored[] {
  const kinds = KINDS[scope];
  const means = matcher(filter);
  const all = filter.copies || scope === "facts";
  return records.filter((stored) => kinds.includes(stored.kind) && (all || !copies.has(stored.key)) && means(stored));
}

/** Makes a filter's test for one record. */
export function matcher(filter: Filter): (stored: Stored) => boolean {
  const { deleted = "without", types = [], memoryTypes = [], tags = [], span, keyword, moment } = filter;
  const isNamed = filter.ids?.length ? namedBy(filter.ids) : undefined;
  const shows = keyword === undefined ? undefined : showing(keyword);
  const wantedTags = tags.map(plainTag);
  // A keyword or an id may mean an event; any other filter does not.
  const wantsEvents = filter.events === true || keyword !== undefined || isNamed !== undefined;
  return (stored) => {
    if (deleted !== "with" && isGoneAt(stored, moment) !== (deleted === "only")) return false;
    if (moment !== undefined && timeAt(stored, moment) === undefined) return false;
    if (isNamed && !isNamed(stored.key)) return false;
    if (types.length > 0 ? !types.includes(stored.type) : stored.isEvent && !wantsEvents) return false;
    if (span && !isWithin(span, stored.time)) return false;
    if (shows && !shows(stored)) return false;
    if (memoryTypes.length === 0 && wantedTags.length === 0) return true;
    const view = viewOf(stored.record, stored.kind);
    if (memoryTypes.length > 0 && !memoryTypes.some((type) => type === view.memoryType)) return false;
    return wantedTags.length === 0 || view.tags.some((tag) => wantedTags.includes(plainTag(tag)));
  };
}

/** Whether a filter asks for a keyword and for nothing else. */
export function isKeywordAlone(filter: Filter): boolean {
  return filter.keyword !== undefined && !filter.ids?.length && !asksForKind(filter);
}

/** Whether a filter asks for a kind, a tag or a time. */
export function asksForKind({ types = [], memoryTypes = [], tags = [], span }: Filter): boolean {
  const isBounded = span !== undefined && (span.from > -Infinity || span.to < Infinity);
  return types.length + memoryTypes.length + tags.length > 0 || isBounded;
}

/** Makes a test for records with one of these ids. An id of the Python original means all that share it. */
export function namedBy(ids: readonly string[]): (id: unknown) => boolean {
  const wanted = new Set<unknown>(ids);
  const short = ids.some(isShortId);
  return (id) => wanted.has(id) || (short && typeof id === "string" && wanted.has(shortIdOf(id)));
}

function plainTag(tag: string): string {
  return fold(tag.replace(/^#/, ""));
}

/** Whether a time (ms since 1970) lies in a span. */
export function isWithin({ from, to }: Span, time: number): boolean {
  return time >= from && time < to;
}

/** The time of a record as it was at a moment; undefined for a record that was saved later. */
export function timeAt(stored: Stored, moment: number): number | undefined {
  if (stored.time <= moment) return stored.time;
  // A summary that was written anew keeps the times of its earlier versions.
  const { history } = stored.record;
  return Array.isArray(history) ? history.map(recordTime).findLast((each) => each <= moment) : undefined;
}

/** Whether a record was already deleted at a moment. */
export function isGoneAt(stored: Stored, moment = Infinity): boolean {
  return stored.isDeleted && !(Date.parse(String(stored.record.deleted_at)) > moment);
}

/** The only record that was found for an id; undefined where none was found. Throws INVALID_ARGUMENT for several. */
export function oneOf(id: RecordId, found: readonly Stored[]): Stored | undefined {
  const [only, ...others] = found;
  if (others.length === 0) return only;
  throw failure("several_records", { id, count: found.length, ids: named(found.map(({ key }) => key)) });
}

/** Makes a test for records that show a keyword. Lines that can't hold the keyword are not parsed. */
function showing(keyword: string): (stored: Stored) => boolean {
  const wanted = fold(keyword);
  const holds = (text: string) => fold(text).includes(wanted);
  // JSON escapes some signs, and may escape any letter, so that a line need not hold the keyword as it is.
  const isEscaped = /["\\\p{Cc}]/u.test(wanted);
  const words = wanted.split(" ");
  const mayHold = (line: string) => {
    if (isEscaped || line.includes("\\u")) return true;
    const own = fold(line);
    // A break between two words is `\\n`.
    return words.every((word) => own.includes(word));
  };
  return (stored) => stored.mayHold(mayHold) && someText(stored.record, holds);
}

/** Makes of a record that shows a keyword in earlier wordings alone one without these; undefined of any other. */
export function withoutEarlier(keyword: string): (record: RawRecord) => RawRecord | undefined {
  const wanted = fold(keyword);
  const shows = (record: RawRecord) => someText(record, (text) => fold(text).includes(wanted));
  return (record) => {
    const { history } = record;
    if (!Array.isArray(history) || shows({ ...record, history: undefined })) return undefined;
    const kept = history.filter((each) => !shows({ history: [each] }));
    if (kept.length === history.length) return undefined;
    return { ...record, history: kept.length > 0 ? kept : undefined };
  };
}

/** Signs that can be written in several ways; of ASCII, Chinese and its most common marks only the case may differ. */
const VARIES = /[\x80-\u200F\u2011\u2017\u2024-\u3000\u3003-\u3007\u3012-\u33FF\uA000-\uFFFF]/;

/** Signs that are the same letters in other cases: STRASSE and straße, İstanbul and istanbul. */
const SAME_LETTERS: Readonly<Record<string, string>> = { "ß": "ss", "ς": "σ", "ı": "i", "i\u0307": "i" };
const SAME_LETTER = /[ßςı]|i\u0307/g;

/** White space besides a single blank: editors and formatters break a line wherever it is full. */
const WIDE = /\s{2,}|[^\S ]/g;

/** A text in one case, width, composition of its letters, kind of Chinese and white space, for comparison. */
export function fold(text: string): string {
  if (!VARIES.test(text)) return foldHanInBulk(text.toLowerCase().replace(WIDE, " "));
  const small = text.normalize("NFKC").toLowerCase().replace(WIDE, " ");
  return foldHanInBulk(small.replace(SAME_LETTER, (sign) => SAME_LETTERS[sign] ?? sign));
}
