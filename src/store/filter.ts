/** Which records somebody means: by id, word, kind, tag and time. */
import { isDeleted, type MemoryType, type RawRecord } from "../records/mod.ts";
import type { Span } from "../records/days.ts";
import { type Home, isEvent, someText, typeOf, viewOf } from "../records/view.ts";
import type { Contents, Stored } from "./contents.ts";

/** Where to look: `daily` with the consolidated copies of daily facts, `facts` the consolidated ones alone. */
export const RECORD_SCOPES = ["daily", "sessions", "notes", "facts", "all"] as const;
export type RecordScope = typeof RECORD_SCOPES[number];

export interface Filter {
  readonly ids?: readonly string[];
  /** Found in anything that the record shows, whatever its case or width. */
  readonly keyword?: string | undefined;
  readonly types?: readonly string[];
  readonly memoryTypes?: readonly MemoryType[];
  readonly tags?: readonly string[];
  readonly span?: Span;
  readonly deleted?: "without" | "with" | "only";
  /** Session events as well; else only those whose type is named or whose text holds the keyword. */
  readonly events?: boolean;
}

const HOMES: Readonly<Record<RecordScope, readonly Home[]>> = {
  daily: ["daily", "facts"],
  sessions: ["sessions"],
  notes: ["notes"],
  facts: ["facts"],
  all: ["daily", "sessions", "notes", "facts"],
};

/** The records of a scope that a filter means. Hidden copies of daily facts are left out, unless `copies` is set. */
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
export function matcher(filter: Filter): (stored: Pick<Stored, "record" | "home">) => boolean {
  const { deleted = "without", types = [], memoryTypes = [], tags = [] } = filter;
  const ids = filter.ids?.length ? new Set<unknown>(filter.ids) : undefined;
  const keyword = filter.keyword === undefined ? undefined : holding(filter.keyword);
  const wantedTags = tags.map((tag) => fold(tag.replace(/^#/, "")));
  const span = filter.span && (filter.span.from > -Infinity || filter.span.to < Infinity) ? filter.span : undefined;
  return ({ record, home }) => {
    if (deleted !== "with" && isDeleted(record) !== (deleted === "only")) return false;
    if (ids && !ids.has(record.id)) return false;
    if (types.length > 0 ? !types.includes(typeOf(record, home)) : isLeftOut(record, filter)) return false;
    if (memoryTypes.length > 0 && !memoryTypes.some((type) => type === viewOf(record, home).memoryType)) return false;
    if (wantedTags.length > 0 && !hasTag(viewOf(record, home).tags, wantedTags)) return false;
    if (keyword && !someText(record, keyword)) return false;
    return span === undefined || isWithin(span, timeOf(record));
  };
}

/** An event says something by its text alone; without a question for it, it is not meant. */
function isLeftOut(record: RawRecord, { events, keyword, ids }: Filter): boolean {
  return !events && keyword === undefined && !ids?.length && isEvent(record);
}

function hasTag(tags: readonly string[], wanted: readonly string[]): boolean {
  return tags.some((tag) => wanted.includes(fold(tag.replace(/^#/, ""))));
}

function isWithin({ from, to }: Span, time: number): boolean {
  return time >= from && time < to;
}

/** When a record was made, in ms since 1970; 0 when it does not say. */
export function timeOf({ timestamp, created_at }: RawRecord): number {
  const time = Date.parse(String(timestamp ?? created_at ?? ""));
  return Number.isNaN(time) ? 0 : time;
}

/** A test for texts that hold a keyword, whatever its case or width. */
export function holding(keyword: string): (text: string) => boolean {
  const word = fold(keyword);
  const pattern = new RegExp(word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "i");
  // The commas of Chinese text are full-width signs: they count only for a keyword that has signs itself.
  const odd = /[^\p{L}\p{N}\s]/u.test(word) ? COMPATIBLE : COMPATIBLE_LETTERS;
  return (text) => pattern.test(text) || (odd.test(text) && pattern.test(text.normalize("NFKC")));
}

/** Full-width forms and their like, which most texts do not have: folding is paid for only where it changes something. */
const COMPATIBLE = /[\u00A0\u2000-\u200A\u2100-\u214F\u3000\uF900-\uFAFF\uFB00-\uFB06\uFE30-\uFE6F\uFF01-\uFFEE]/;
const COMPATIBLE_LETTERS =
  /[\u00A0\u2000-\u200A\u2100-\u214F\u3000\uF900-\uFAFF\uFB00-\uFB06\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC]/;

/** A text as it is compared: one case, one width. */
export function fold(text: string): string {
  return (COMPATIBLE.test(text) ? text.normalize("NFKC") : text).toLowerCase();
}
