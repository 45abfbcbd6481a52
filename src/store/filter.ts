/** Which records somebody means: by id, word, kind, tag and time. */
import type { MemoryType, RawRecord } from "../records/mod.ts";
import type { Span } from "../records/days.ts";
import { isShortId, type RecordId, shortIdOf } from "../records/ids.ts";
import { type Home, someText, typeOf, viewOf } from "../records/view.ts";
import { type Contents, isGone, type Stored, tellsOfSession } from "./contents.ts";
import { passing, PlainFact } from "./plain_fact.ts";
import type { Sentence } from "../sentence.ts";
import { fail } from "../errors.ts";
import { fold, holding } from "./keyword.ts";

/** Where to look. `daily` includes the facts consolidated from daily ones, `facts` is those alone. */
export const RECORD_SCOPES = ["daily", "sessions", "notes", "facts", "all"] as const;
export type RecordScope = typeof RECORD_SCOPES[number];

/** Where nothing was found, as far as only a part was looked at. */
export function inScope(scope: string): Sentence {
  return scope === "all" ? { en: "", zh: "" } : { en: ` in scope ${scope}`, zh: `范围 ${scope} 内` };
}

export interface Filter {
  readonly ids?: readonly RecordId[];
  /** Looked for in everything that the record shows, in any case and width. */
  readonly keyword?: string | undefined;
  readonly types?: readonly string[];
  readonly memoryTypes?: readonly MemoryType[];
  readonly tags?: readonly string[];
  readonly span?: Span;
  readonly deleted?: "without" | "with" | "only";
  /** Session events too. Without it, only those whose type is named or whose text holds the keyword. */
  readonly events?: boolean;
  /** What was there at this moment, ms since 1970: without what was saved since, and with what was deleted since. */
  readonly moment?: number | undefined;
}

const HOMES: Readonly<Record<RecordScope, readonly Home[]>> = {
  daily: ["daily", "facts"],
  sessions: ["sessions"],
  notes: ["notes"],
  facts: ["facts"],
  all: ["daily", "sessions", "notes", "facts"],
};

/**
 * The records of a scope that pass a filter. Consolidated copies of daily facts are left out unless `copies` is set.
 */
export function select(
  { records, copies }: Contents,
  scope: RecordScope,
  filter: Filter,
  options: { readonly copies?: boolean } = {},
): Stored[] {
  const homes = HOMES[scope];
  const means = matcher(filter);
  const all = options.copies || scope === "facts";
  return records.filter((stored) => homes.includes(stored.home) && (all || !copies.has(stored.key)) && means(stored));
}

/** A test for one record; `home` decides what the record itself does not say. */
export function matcher(filter: Filter): (stored: Pick<Stored, "record" | "home" | "key">) => boolean {
  const { deleted = "without", types = [], memoryTypes = [], tags = [], keyword, moment } = filter;
  const isNamed = filter.ids?.length ? namedBy(filter.ids) : undefined;
  const holds = keyword === undefined ? undefined : holding(keyword);
  const wantedTags = tags.map((tag) => fold(tag.replace(/^#/, "")));
  const span = filter.span && isBounded(filter.span) ? filter.span : undefined;
  const isKind = kindTest(filter, types);
  return (stored) => {
    if (deleted !== "with" && isGoneAt(stored, moment) !== (deleted === "only")) return false;
    if (moment !== undefined && timeAt(stored, moment) === undefined) return false;
    if (isNamed && !isNamed(stored.key)) return false;
    if (!isKind(stored)) return false;
    if (span && !isWithin(span, timeOf(stored))) return false;
    if (keyword !== undefined && stored instanceof PlainFact && stored.lacks(keyword)) return false;
    if (holds && !someText(passing(stored), holds)) return false;
    if (memoryTypes.length === 0 && wantedTags.length === 0) return true;
    const view = viewOf(passing(stored), stored.home);
    if (memoryTypes.length > 0 && !memoryTypes.some((type) => type === view.memoryType)) return false;
    return wantedTags.length === 0 || hasTag(view.tags, wantedTags);
  };
}

/** Whether a filter asks for a keyword and for nothing else: every record that holds it passes. */
export function isKeywordAlone({ keyword, ids = [], types = [], memoryTypes = [], tags = [], span }: Filter): boolean {
  const others = ids.length + types.length + memoryTypes.length + tags.length;
  return keyword !== undefined && others === 0 && !(span && isBounded(span));
}

/**
 * A test for ids that these mean. The id that a record of the Python original has in its file means every record that
 * has it there.
 */
export function namedBy(ids: readonly string[]): (id: unknown) => boolean {
  const wanted = new Set<unknown>(ids);
  const short = ids.some(isShortId);
  return (id) => wanted.has(id) || (short && typeof id === "string" && wanted.has(shortIdOf(id)));
}

/** Tests the type when types are named. Otherwise events are left out, unless something asks for them. */
function kindTest(filter: Filter, types: readonly string[]): (stored: Pick<Stored, "record" | "home">) => boolean {
  if (types.length > 0) {
    return (stored) => types.includes(stored instanceof PlainFact ? "fact" : typeOf(stored.record, stored.home));
  }
  const { events, keyword, ids } = filter;
  // A keyword or an id may mean an event; any other filter does not.
  const asked = events === true || keyword !== undefined || (ids?.length ?? 0) > 0;
  return (stored) => asked || !tellsOfSession(stored);
}

function hasTag(tags: readonly string[], wanted: readonly string[]): boolean {
  return tags.some((tag) => wanted.includes(fold(tag.replace(/^#/, ""))));
}

function isBounded({ from, to }: Span): boolean {
  return from > -Infinity || to < Infinity;
}

function isWithin({ from, to }: Span, time: number): boolean {
  return time >= from && time < to;
}

/** When a record was made, in ms since 1970; 0 when it does not say. */
export function timeOf(stored: Pick<Stored, "record">): number {
  return stored instanceof PlainFact ? stored.time : recordTime(stored.record);
}

/** The same for a bare record. */
export function recordTime({ timestamp, created_at }: RawRecord): number {
  const time = Date.parse(String(timestamp ?? created_at ?? ""));
  return Number.isNaN(time) ? 0 : time;
}

/** When a record was made, as it was known at a moment; undefined for one that was saved since. */
export function timeAt(stored: Pick<Stored, "record">, moment: number): number | undefined {
  const time = timeOf(stored);
  if (time <= moment) return time;
  // A session's summary that was written anew keeps when it was written before.
  const { history } = stored instanceof PlainFact ? {} : stored.record;
  return Array.isArray(history) ? history.map(recordTime).findLast((each) => each <= moment) : undefined;
}

/** Whether a record was deleted at a moment. */
export function isGoneAt(stored: Pick<Stored, "record">, moment = Infinity): boolean {
  return isGone(stored) && !(Date.parse(String(stored.record.deleted_at)) > moment);
}

/** The one record among those that an id means; undefined when there is none. Throws INVALID_ARGUMENT for several. */
export function oneOf(id: RecordId, found: readonly Stored[]): Stored | undefined {
  const [only, ...others] = found;
  if (others.length === 0) return only;
  const ids = found.map(({ key }) => key);
  fail("INVALID_ARGUMENT", {
    en: `${id} is the id of ${found.length} records: ${ids.join(", ")}`,
    zh: `${id} 是 ${found.length} 条记录共有的 id：${ids.join("、")}`,
  }, { en: "Name the one that is meant by its full id", zh: "请用完整的 id 指明是哪一条" });
}
