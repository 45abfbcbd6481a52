/**
 * In: a filter. Out: a page of the records that pass it, newest first; later pages go on with the same list.
 * Not done here: finding by meaning (search/).
 *
 * @module
 */
import { isDeleted, type Layer } from "../records/mod.ts";
import { layerHere } from "../recall/readers.ts";
import { type Contents, evidenceOf, supersededIn } from "../store/contents.ts";
import { type Filter, isGoneAt, type RecordScope, select, timeAt } from "../store/filter.ts";
import type { Memory } from "../store/memory.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { fail } from "../errors.ts";
import { largest } from "../lists.ts";
import { sha256Hex } from "../hash.ts";
import { readScope } from "./notes.ts";
import { dayOf } from "../records/days.ts";
import { briefIds, type RecordId, type SessionId } from "../records/ids.ts";
import { viewOf } from "../records/view.ts";

export interface Listing {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** Names the list for its later pages: of which moment it is, and what was asked for. */
  readonly snapshot: string;
  readonly records: readonly ShownRecord[];
}

interface Paging {
  readonly offset: number;
  readonly limit: number;
  /** That of an earlier page. */
  readonly snapshot?: string | undefined;
  /** What is asked for besides, in any words of the caller's. */
  readonly asked: string;
}

/**
 * Lists records of these stores. Records of the global store that belong to another project are left out, unless that
 * store is the only one asked for. `briefIdOf` gives ids as short as they are unique here. Throws INVALID_ARGUMENT for
 * a page of another list.
 */
export function listRecords(
  memory: Memory,
  stores: readonly Store[],
  { filter, scope }: { filter: Filter; scope: RecordScope },
  { offset, limit, snapshot, asked }: Paging,
): { readonly listing: Listing; readonly briefIdOf: (id: RecordId) => string } {
  const { runtime } = memory;
  const now = runtime.now().getTime();
  const moment = snapshot === undefined ? undefined : momentOf(snapshot, asked);
  const contents = stores.map((store) => readScope(store, scope));
  const isHere = hereAmong(memory, stores);
  if (contents.some(({ records }) => records.length > MANY)) runtime.freeUnused();
  const found = contents.flatMap((all) =>
    withoutTwins(select(all, scope, { ...filter, moment }), scope).filter(isHere)
  );
  const superseded = supersededIn(contents);
  const page = newestFirst(found, { offset, limit, moment });
  return {
    // What bears a later date than today is on the first page, and so in the list of every one.
    listing: {
      total: found.length,
      offset,
      limit,
      snapshot: snapshot ?? tokenOf(largest(page.slice(0, 1).map(({ time }) => time), now), asked),
      records: page.map((stored) => shownRecord(stored, runtime, superseded.get(stored.key))),
    },
    briefIdOf: briefIdsIn(contents),
  };
}

/** The ids of these contents, as short as they are unique; compared when first asked for, since JSON shows none. */
function briefIdsIn(all: readonly Pick<Contents, "records">[]): (id: RecordId) => string {
  let briefIdOf: ((id: RecordId) => string) | undefined;
  return (id) => {
    briefIdOf ??= briefIds(all.flatMap(({ records }) => records.map(({ key }) => key)));
    return briefIdOf(id);
  };
}

/** Of more records what reading them took is freed first: sorting them takes as much again. */
const MANY = 100_000;

/** The same without the deleted consolidated facts that went with a listed daily record, and come back with it. */
function withoutTwins(found: readonly Stored[], scope: RecordScope): readonly Stored[] {
  const facts = found.filter((stored) => stored.home === "facts" && stored.isDeleted);
  if (scope === "facts" || facts.length === 0) return found;
  const gone = new Set(found.filter(({ isDeleted }) => isDeleted).map(({ key }) => key));
  const twins = new Set(facts.filter(({ record }) => evidenceOf(record).some((id) => gone.has(id))));
  return found.filter((stored) => !twins.has(stored));
}

/**
 * Whether a record counts in what is listed or deleted here: one of another project, in the global store, does not,
 * unless that store is the only one asked for.
 */
export function hereAmong(memory: Memory, stores: readonly Store[]): (stored: Stored) => boolean {
  // Only the global store has records of other projects; those of a project need not be parsed to tell.
  return (stored) =>
    stores.length === 1 || stored.layer === "project" || layerHere(memory, stored.layer, stored.record) !== undefined;
}

const DIGEST_LENGTH = 8;

function tokenOf(moment: number, asked: string): string {
  return moment.toString(36) + sha256Hex([asked]).slice(0, DIGEST_LENGTH);
}

/** The moment of the list that a token names. Throws INVALID_ARGUMENT where that is another list. */
function momentOf(token: string, asked: string): number {
  const moment = parseInt(token.slice(0, -DIGEST_LENGTH), 36);
  if (token === tokenOf(moment, asked)) return moment;
  fail("INVALID_ARGUMENT", {
    en: `"${token}" is not the snapshot of this list`,
    zh: `“${token}”不是这份列表的 snapshot`,
  }, {
    en: "For the next page repeat the options of the first one; for another list leave out --snapshot",
    zh: "翻页请重复第一页的选项；要列别的内容，请去掉 --snapshot",
  });
}

/**
 * Items, newest first, or a part of them; even a hundred thousand: numbers are sorted, not objects. Of the same
 * millisecond, the later one in the list comes first. What is deleted counts by when it went.
 *
 * @param moment as they were then; as they are now without it
 */
export function newestFirst(
  items: readonly Stored[],
  { offset = 0, limit = Infinity, moment }: { offset?: number; limit?: number; moment?: number | undefined } = {},
): Stored[] {
  const count = items.length;
  const times = new Float64Array(count);
  items.forEach((stored, place) => times[place] = lastTime(stored, moment));
  const newest = largest(times);
  const oldest = times.reduce((least, time) => Math.min(least, time), Infinity);
  // Age and place packed into one number, while that is exact: such an array sorts without a comparison function.
  const isExact = (newest - oldest + 1) * count <= Number.MAX_SAFE_INTEGER;
  const places = isExact
    ? times.map((time, place) => (newest - time) * count + (count - 1 - place)).sort()
      .subarray(offset, offset + limit).map((number) => count - 1 - number % count)
    // Some have no time, and so an age that is too large.
    : Array.from(items.keys()).reverse().sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0))
      .slice(offset, offset + limit);
  return Array.from(places, (place) => items[place] as Stored);
}

function lastTime(stored: Stored, moment = Infinity): number {
  const made = timeAt(stored, moment) ?? stored.time;
  return isGoneAt(stored, moment) ? Date.parse(String(stored.record.deleted_at)) || made : made;
}

export interface ShownRecord {
  readonly id: RecordId;
  readonly type: string;
  readonly memory_type?: string;
  readonly content: string;
  readonly entities?: readonly string[];
  readonly tags?: readonly string[];
  readonly asks?: readonly string[];
  readonly confidence?: number;
  readonly timestamp: string;
  /** Of the timestamp, by the person's clock. */
  readonly day: string;
  readonly session?: SessionId;
  /** The id of the record that replaces it. */
  readonly superseded_by?: string;
  readonly source_file: string;
  readonly layer: Layer;
  readonly deleted_at: string | null;
  readonly [field: string]: unknown;
}

/** The record as it is shown; `supersededBy` is the id of the record that replaces it. */
export function shownRecord(
  { record, layer, file, home, key }: Stored,
  runtime: Runtime,
  supersededBy?: string,
): ShownRecord {
  const { id, type, memoryType, content, entities, tags, asks, confidence, timestamp, session } = viewOf(record, home);
  const { topic, summary, decisions, todos, done, evidence, status, supersedes } = record;
  return {
    // Of a record without an id, which somebody wrote by hand: what names its line, for every verb that takes ids.
    id: id || key,
    type,
    ...memoryType === undefined ? {} : { memory_type: memoryType },
    content,
    ...type === "summary" ? { topic, summary, decisions, todos, ...done === undefined ? {} : { done } } : {},
    ...type === "fact" ? { entities } : {},
    ...tags.length > 0 ? { tags } : {},
    ...asks.length > 0 ? { asks } : {},
    ...confidence === undefined ? {} : { confidence },
    timestamp,
    day: dayOf(timestamp, runtime),
    ...session === undefined ? {} : { session },
    ...home === "facts" ? { evidence } : {},
    ...supersedes === undefined ? {} : { supersedes },
    ...home === "notes" ? { status } : {},
    ...supersededBy === undefined ? {} : { superseded_by: supersededBy },
    source_file: file,
    layer,
    deleted_at: isDeleted(record) ? String(record.deleted_at) : null,
  };
}
