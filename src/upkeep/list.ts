/**
 * In: a filter. Out: a page of the records that pass it, newest first, from a view that stays the same for later pages.
 * Not done here: finding by meaning (search/).
 *
 * @module
 */
import { isDeleted, type Layer, supersededBy } from "../records/mod.ts";
import { layerHere } from "../recall/readers.ts";
import { linesByKey } from "../store/change_plan.ts";
import { type Contents, evidenceOf, homeOfFile, isGone, PlainFact, type Stored } from "../store/contents.ts";
import { type Filter, type RecordScope, select, timeOf } from "../store/filter.ts";
import { DELETED_NOTES_FOLDER, type StorePath } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { wins } from "../store/resolve.ts";
import { openSnapshot, readSnapshot, type Ref, type View } from "../store/snapshot.ts";
import { MemoryError } from "../errors.ts";
import { append } from "../lists.ts";
import { sha256Hex } from "../hash.ts";
import { noteIn, readScope } from "./notes.ts";
import { dayOf } from "../records/days.ts";
import { briefId, briefIds, type RecordId, type SessionId } from "../records/ids.ts";
import { viewOf } from "../records/view.ts";

export interface Listing {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** Null when the data folder can't be written: then every page is read anew. */
  readonly snapshot: string | null;
  readonly records: readonly ShownRecord[];
}

interface Paging {
  readonly offset: number;
  readonly limit: number;
  readonly snapshot?: string | undefined;
  /** What is asked for besides, in any words of the caller's; undefined: only the next page. */
  readonly asked: string | undefined;
}

/**
 * Lists records of these stores. Records of the global store that belong to another project are left out, unless that
 * store is the only one asked for. `briefly` gives ids as short as they are unique here. Throws SNAPSHOT_EXPIRED, and
 * INVALID_ARGUMENT for a view of something else.
 */
export function listRecords(
  memory: Memory,
  stores: readonly Store[],
  { filter, scope }: { filter: Filter; scope: RecordScope },
  paging: Paging,
): { readonly listing: Listing; readonly briefly: (id: RecordId) => string } {
  if (paging.snapshot !== undefined) return pageOf(stores, paging.snapshot, paging);
  const { offset, limit, asked = "" } = paging;
  const [first] = stores;
  if (!first) return { listing: { total: 0, offset, limit, snapshot: null, records: [] }, briefly: briefId };
  // Opened before anything is read, so that what changes from now on is kept for the view.
  const opened = openViews(stores, digestOf(asked));
  const { runtime } = memory;
  const contents = stores.map((store) => ({ store, ...readScope(store, scope) }));
  const isHere = hereAmong(memory, stores);
  if (contents.some(({ records }) => records.length > MANY)) runtime.freeUnused();
  const found: Stored[] = [];
  const elsewhere = new Map<Stored, Store>();
  for (const { store, ...all } of contents) {
    const here = withoutTwins(select(all, scope, filter), scope).filter((stored) => isHere(store, stored));
    append(found, here);
    if (store !== stores[0]) { for (const stored of here) elsewhere.set(stored, store); }
  }
  const sorted = newestFirst(found, (stored) => stored);
  const storeOf = (stored: Stored) => elsewhere.get(stored) ?? first;
  const snapshot = opened?.fill(sorted, storeOf) ?? null;
  const superseded = supersededIn(contents);
  const records = sorted.slice(offset, offset + limit).map((stored) =>
    shownRecord(stored, storeOf(stored), superseded.get(stored.key))
  );
  return { listing: { total: sorted.length, offset, limit, snapshot, records }, briefly: brieflyIn(contents) };
}

/** The ids of these contents, as short as they are unique; compared when first asked for, since JSON shows none. */
function brieflyIn(all: readonly Pick<Contents, "records">[]): (id: RecordId) => string {
  let briefly: ((id: RecordId) => string) | undefined;
  return (id) => {
    briefly ??= briefIds(all.flatMap(({ records }) => records.map(({ key }) => key)));
    return briefly(id);
  };
}

/** Of more records what reading them took is freed first: sorting them takes as much again. */
const MANY = 100_000;

/** The same without the deleted consolidated facts that went with a listed daily record, and come back with it. */
function withoutTwins(found: readonly Stored[], scope: RecordScope): readonly Stored[] {
  const facts = found.filter((stored) => stored.home === "facts" && isGone(stored));
  if (scope === "facts" || facts.length === 0) return found;
  const gone = new Set(found.filter(isGone).map(({ key }) => key));
  const twins = new Set(facts.filter(({ record }) => evidenceOf(record).some((id) => gone.has(id))));
  return found.filter((stored) => !twins.has(stored));
}

/**
 * Whether a record counts in what is listed or deleted here: one of another project, in the global store, does not,
 * unless that store is the only one asked for.
 */
export function hereAmong(memory: Memory, stores: readonly Store[]): (store: Store, stored: Stored) => boolean {
  // Only the global store has records of other projects; those of a project need not be parsed to tell.
  return (store, stored) =>
    stores.length === 1 || store.layer === "project" || layerHere(memory, store.layer, stored.record) !== undefined;
}

function digestOf(asked: string): string {
  return sha256Hex([asked]).slice(0, 16);
}

function openViews(stores: readonly Store[], asked: string) {
  const [first, ...others] = stores;
  if (!first) return undefined;
  try {
    const view = openSnapshot(first, asked);
    for (const store of others) openSnapshot(store, asked, view.token);
    return {
      fill(listed: readonly Stored[], storeOf: (stored: Stored) => Store): string | null {
        view.fill(refsOf(listed, storeOf));
        return view.token;
      },
    };
  } catch {
    // A folder that can't be written can be listed all the same.
    return undefined;
  }
}

/** The layer is put before the file name, since a view may hold records of both layers. */
function* refsOf(listed: readonly Stored[], storeOf: (stored: Stored) => Store): Iterable<Ref> {
  const places = new Map<Store, Map<string, string>>();
  const placeOf = (store: Store, file: StorePath) => {
    const known = places.get(store) ?? new Map<string, string>();
    places.set(store, known);
    const place = known.get(file) ?? `${store.layer}:${file}`;
    known.set(file, place);
    return place;
  };
  for (const stored of listed) yield { file: placeOf(storeOf(stored), stored.file), key: stored.key };
}

function pageOf(
  stores: readonly Store[],
  token: string,
  { offset, limit, asked }: Paging,
): ReturnType<typeof listRecords> {
  const views = stores.map((store) => readSnapshot(store, token));
  const [first] = views;
  if (!first) return { listing: { total: 0, offset, limit, snapshot: token, records: [] }, briefly: briefId };
  if (asked !== undefined && digestOf(asked) !== first.asked) throw viewOfOther(token);
  const refs = first.page(offset, limit);
  const keys = new Set(refs.map(({ key }) => key));
  const contents = stores.map((store) => readScope(store, "all"));
  const superseded = supersededIn(contents);
  const shown = contents.map(({ records }) => records.filter(({ key }) => keys.has(key)));
  const records = refs.flatMap(({ file: place, key }): ShownRecord[] => {
    const [layer = "", file = ""] = place.split(/:(.*)/);
    const at = stores.findIndex((each) => each.layer === layer);
    const [store, view] = [stores[at], views[at]];
    if (!store || !view) return [];
    const now = shown[at]?.filter((stored) => stored.key === key) ?? [];
    const stored = recordBefore(view, { file, key }) ?? now.find((each) => each.file === file) ?? now[0];
    return stored ? [shownRecord(stored, store, superseded.get(key))] : [];
  });
  return { listing: { total: first.total, offset, limit, snapshot: token, records }, briefly: brieflyIn(contents) };
}

/** A record as it was when a view was opened, if it was changed since. When a deleted note went is in no copy. */
function recordBefore(view: View, { file, key }: Ref): Stored | undefined {
  const bytes = view.fileBefore({ file, key });
  if (!bytes || file.startsWith(`${DELETED_NOTES_FOLDER}/`)) return undefined;
  const home = homeOfFile(file);
  if (home === "notes") return noteIn(bytes, file);
  const [first, ...others] = linesByKey(bytes).get(key)?.records ?? [];
  if (!first) return undefined;
  return { record: others.reduce((best, next) => wins(next, best) ? next : best, first), file, home, key };
}

function viewOfOther(token: string): MemoryError {
  return new MemoryError("INVALID_ARGUMENT", {
    en: `The view "${token}" was opened with other filters`,
    zh: `视图“${token}”是用别的筛选条件打开的`,
  }, {
    en: "For its next page repeat the options of the first page or give none; for another list leave out --snapshot",
    zh: "翻页请重复第一页的选项，或一个都不加；要列别的内容，请去掉 --snapshot",
  });
}

/**
 * Items, newest first, even a hundred thousand: numbers are sorted, not objects. Of the same millisecond, the later one
 * in the list comes first. What is deleted counts by when it went.
 */
export function newestFirst<T>(items: readonly T[], storedOf: (item: T) => Pick<Stored, "record">): T[] {
  const count = items.length;
  const times = new Float64Array(count);
  let oldest = Infinity;
  let newest = -Infinity;
  items.forEach((item, place) => {
    const time = lastTime(storedOf(item));
    times[place] = time;
    oldest = Math.min(oldest, time);
    newest = Math.max(newest, time);
  });
  // Age and place packed into one number, while that is exact: such an array sorts without a comparison function.
  if ((newest - oldest + 1) * count > Number.MAX_SAFE_INTEGER) return compared(items, times);
  const packed = times.map((time, place) => (newest - time) * count + (count - 1 - place)).sort();
  const sorted: T[] = [];
  for (const number of packed) sorted.push(items[count - 1 - number % count] as T);
  return sorted;
}

function lastTime(stored: Pick<Stored, "record">): number {
  return isGone(stored) ? Date.parse(String(stored.record.deleted_at)) || timeOf(stored) : timeOf(stored);
}

/** The same by comparison, for records without a time, whose age is too large to pack. */
function compared<T>(items: readonly T[], times: Float64Array): T[] {
  const places = Array.from(items.keys()).reverse().sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
  return places.map((place) => items[place] as T);
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

/** The record as it is shown, with the store that holds it; `supersededBy` is the id of the record that replaces it. */
export function shownRecord(
  { record, file, home, key }: Stored,
  { layer, runtime }: Pick<Store, "layer" | "runtime">,
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

/** The ids of replaced records, each with the id of the record that replaces it. */
export function supersededIn(all: readonly Pick<Contents, "records">[]): Map<string, string> {
  const replacing: { readonly id: RecordId; readonly supersedes: unknown }[] = [];
  for (const { records } of all) {
    for (const stored of records) {
      if (stored instanceof PlainFact || isGone(stored)) continue;
      replacing.push({ id: stored.key, supersedes: stored.record.supersedes });
    }
  }
  return supersededBy(replacing);
}
