/**
 * In: a filter. Out: a page of the records that pass it, newest first, from a view that stays the same for later pages.
 * Not done here: finding by meaning (search/).
 *
 * @module
 */
import { isDeleted, type Layer, type RawRecord } from "../records/mod.ts";
import { layerHere } from "../recall/readers.ts";
import { keyOf } from "../records/ids.ts";
import { type Contents, evidenceOf, homeOfFile, isGone, PlainFact, type Stored } from "../store/contents.ts";
import { type Filter, type RecordScope, select, timeOf } from "../store/filter.ts";
import { pathOf } from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { wins } from "../store/resolve.ts";
import { imageKey, openSnapshot, readSnapshot, type Ref, type View } from "../store/snapshot.ts";
import { MemoryError } from "../errors.ts";
import { append } from "../lists.ts";
import { sha256Hex } from "../hash.ts";
import { readScope } from "./notes.ts";
import { dayOf } from "../records/days.ts";
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
 * store is the only one asked for. Throws SNAPSHOT_EXPIRED, and INVALID_ARGUMENT for a view of something else.
 */
export function listRecords(
  memory: Memory,
  stores: readonly Store[],
  { filter, scope }: { filter: Filter; scope: RecordScope },
  paging: Paging,
): Listing {
  if (paging.snapshot !== undefined) return pageOf(stores, paging.snapshot, paging);
  const { offset, limit, asked = "" } = paging;
  const [first] = stores;
  if (!first) return { total: 0, offset, limit, snapshot: null, records: [] };
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
  return { total: sorted.length, offset, limit, snapshot, records };
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
  const placeOf = (store: Store, file: string) => {
    const known = places.get(store) ?? new Map<string, string>();
    places.set(store, known);
    const place = known.get(file) ?? `${store.layer}:${file}`;
    known.set(file, place);
    return place;
  };
  for (const stored of listed) {
    const file = placeOf(storeOf(stored), stored.file);
    if (stored.home !== "notes") yield { file, key: stored.key };
    else {
      const { body: _body, ...shown } = stored.record;
      yield { file, shown };
    }
  }
}

function pageOf(stores: readonly Store[], token: string, { offset, limit, asked }: Paging): Listing {
  const [first, ...others] = stores;
  if (!first) return { total: 0, offset, limit, snapshot: token, records: [] };
  const view = readSnapshot(first, token);
  if (asked !== undefined && digestOf(asked) !== view.asked) throw viewOfOther(token);
  const contents = stores.map((store) => ({ store, ...readScope(store, "all") }));
  const superseded = supersededIn(contents);
  const apart = new Map(
    contents.flatMap(({ store, hidden }) => hidden.map(({ file, key, record }) => [placeOf(store, file, key), record])),
  );
  const views = new Map<string, View>([[first.layer, view]]);
  for (const store of others) views.set(store.layer, readSnapshot(store, token));
  const files = new Map<string, ReadonlyMap<string, RawRecord>>();
  const recordsOf = (store: Store, file: string) => {
    const known = files.get(`${store.layer}:${file}`) ?? recordsIn(store, file);
    files.set(`${store.layer}:${file}`, known);
    return known;
  };
  const records = view.page(offset, limit).flatMap((ref): ShownRecord[] => {
    const [layer, file] = [ref.file.slice(0, ref.file.indexOf(":")), ref.file.slice(ref.file.indexOf(":") + 1)];
    const store = stores.find((each) => each.layer === layer);
    if (!store) return [];
    if ("shown" in ref) {
      const key = String(ref.shown.id);
      return [shownRecord({ record: ref.shown, file, home: "notes", key }, store, superseded.get(key))];
    }
    const { key } = ref;
    const record = views.get(layer)?.images.get(imageKey(file, key)) ??
      apart.get(placeOf(store, file, key)) ?? recordsOf(store, file).get(key);
    // Purged since: a view must not bring it back.
    if (!record) return [];
    return [shownRecord({ record, file, home: homeOfFile(file), key }, store, superseded.get(key))];
  });
  return { total: view.total, offset, limit, snapshot: token, records };
}

function placeOf({ layer }: Store, file: string, key: string): string {
  return `${layer}:${file}:${key}`;
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

function recordsIn(store: Store, file: string): Map<string, RawRecord> {
  const found = new Map<string, RawRecord>();
  const bytes = store.runtime.files.read(pathOf(store, file));
  if (!bytes) return found;
  visitLines(bytes, (record, _problem, _number, text) => {
    const key = record && keyOf(record, text);
    const current = key === undefined ? undefined : found.get(key);
    if (record && key !== undefined && (!current || wins(record, current))) found.set(key, record);
  });
  return found;
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
  readonly id: string;
  readonly type: string;
  readonly memory_type?: string;
  readonly content: string;
  readonly entities?: readonly string[];
  readonly tags?: readonly string[];
  readonly confidence?: number;
  readonly timestamp: string;
  /** Of the timestamp, by the person's clock. */
  readonly day: string;
  readonly session?: string;
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
  const { id, type, memoryType, content, entities, tags, confidence, timestamp, session } = viewOf(record, home);
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
  const found = new Map<string, string>();
  for (const { records } of all) {
    for (const stored of records) {
      // Parsing a hundred thousand lines for the few that name another would cost more than listing them.
      if (stored instanceof PlainFact && !stored.replaces) continue;
      if (isGone(stored)) continue;
      for (const id of [stored.record.supersedes].flat()) {
        if (typeof id === "string" && id !== "" && id !== stored.key) found.set(id, stored.key);
      }
    }
  }
  return found;
}
