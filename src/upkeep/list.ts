/**
 * In: a filter. Out: one page of the records that it means, newest first, of a view that later pages show unchanged.
 * Not done here: finding by meaning (search/).
 *
 * @module
 */
import type { RawRecord } from "../records/mod.ts";
import type { Home } from "../records/view.ts";
import { layerHere } from "../recall/readers.ts";
import { keyOf, type Stored } from "../store/contents.ts";
import { type Filter, type RecordScope, select, timeOf } from "../store/filter.ts";
import { FACTS_FILE, pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { wins } from "../store/resolve.ts";
import { imageKey, openSnapshot, readSnapshot, type Ref, type View } from "../store/snapshot.ts";
import { readScope } from "./notes.ts";
import { type ShownRecord, shownRecord } from "./shown.ts";

export interface Listing {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** Null when the data folder can't be written: then every page is read anew. */
  readonly snapshot: string | null;
  readonly records: readonly ShownRecord[];
}

export interface Paging {
  readonly offset: number;
  readonly limit: number;
  readonly snapshot?: string | undefined;
}

interface Listed {
  readonly stored: Stored;
  readonly store: Store;
}

/**
 * Lists records of these stores. A record of the person's store that belongs to another project is left out unless that
 * store is asked for alone. Throws SNAPSHOT_EXPIRED.
 */
export function listRecords(
  memory: Memory,
  stores: readonly Store[],
  { filter, scope }: { filter: Filter; scope: RecordScope },
  paging: Paging,
): Listing {
  if (paging.snapshot !== undefined) return pageOf(stores, paging.snapshot, paging);
  const { offset, limit } = paging;
  // Opened before anything is read: what changes from now on is kept for the view.
  const opened = openViews(stores);
  const found = stores.flatMap((store) =>
    select(readScope(store, scope), scope, filter)
      .filter(({ record }) => stores.length === 1 || layerHere(memory, store.layer, record) !== undefined)
      .map((stored) => ({ stored, store, time: timeOf(stored.record) }))
  );
  // Turned round first: of one moment the later line comes first, and files in order are sorted almost for free.
  const sorted = found.reverse().sort((a, b) => b.time - a.time);
  const snapshot = opened?.fill(sorted) ?? null;
  const records = sorted.slice(offset, offset + limit).map(({ stored, store }) => shownRecord(stored, store.layer));
  return { total: sorted.length, offset, limit, snapshot, records };
}

function openViews(stores: readonly Store[]) {
  const [first, ...others] = stores;
  if (!first) return undefined;
  try {
    const view = openSnapshot(first);
    for (const store of others) openSnapshot(store, view.token);
    return {
      fill(listed: readonly Listed[]): string | null {
        view.fill(listed.map(asRef));
        return view.token;
      },
    };
  } catch {
    // A folder that can't be written can be listed all the same.
    return undefined;
  }
}

/** The layer stands before the file, since a view may hold records of both. */
function asRef({ stored, store }: Listed): Ref {
  if (stored.home === "notes") {
    const { body: _body, ...shown } = stored.record;
    return { shown: { ...shown, "·file": stored.file, "·layer": store.layer } };
  }
  return [`${store.layer}:${stored.file}`, stored.key];
}

function pageOf(stores: readonly Store[], token: string, { offset, limit }: Paging): Listing {
  const [first, ...others] = stores;
  if (!first) return { total: 0, offset, limit, snapshot: token, records: [] };
  const view = readSnapshot(first, token);
  const views = new Map<string, View>([[first.layer, view]]);
  for (const store of others) views.set(store.layer, readSnapshot(store, token));
  const page = view.refs.slice(offset, offset + limit);
  const files = new Map<string, ReadonlyMap<string, RawRecord>>();
  const recordsOf = (store: Store, file: string) => {
    const known = files.get(`${store.layer}:${file}`) ?? recordsIn(store, file);
    files.set(`${store.layer}:${file}`, known);
    return known;
  };
  const records = page.flatMap((ref): ShownRecord[] => {
    if ("shown" in ref) return [shownNote(ref.shown)];
    const [layer = "", file = ""] = [ref[0].slice(0, ref[0].indexOf(":")), ref[0].slice(ref[0].indexOf(":") + 1)];
    const store = stores.find((each) => each.layer === layer);
    if (!store) return [];
    const record = views.get(layer)?.images.get(imageKey(file, ref[1])) ?? recordsOf(store, file).get(ref[1]);
    // Purged since: a view must not bring back what was to leave no trace.
    return record ? [shownRecord({ record, file, home: homeOfFile(file), key: ref[1] }, store.layer)] : [];
  });
  return { total: view.refs.length, offset, limit, snapshot: token, records };
}

function shownNote({ "·file": file, "·layer": layer, ...record }: RawRecord): ShownRecord {
  const stored: Stored = { record, file: String(file), home: "notes", key: String(record.id) };
  return shownRecord(stored, layer === "global" ? "global" : "project");
}

function homeOfFile(file: string): Home {
  return file === FACTS_FILE ? "facts" : file === SESSIONS_FILE ? "sessions" : "daily";
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
