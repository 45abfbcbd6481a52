/**
 * In: a filter. Out: a page of the records that pass it, newest first. Later pages belong to the list of the first one,
 * whatever is saved or deleted in between.
 */
import { isDeleted } from "../records/mod.ts";
import { isAllHere, layerHere, othersIn } from "../recall/readers.ts";
import { type Contents, evidenceOf, supersededIn } from "../store/contents.ts";
import { type Filter, isGoneAt, type RecordScope, recordsThatPass, timeAt } from "../store/filter.ts";
import type { Memory } from "../store/memory.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { largest, unlessEmpty } from "../lists.ts";
import { sha256Hex } from "../hash.ts";
import { once } from "../remembered.ts";
import { readScope } from "./notes.ts";
import { failure } from "./words.ts";
import { dayOf, timeOf } from "../records/days.ts";
import { briefIds, type RecordId } from "../records/ids.ts";
import { isSaid, viewOf } from "../records/view.ts";

export interface Listing {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** Names the list for its later pages: holds the moment of the list, and a digest of `asked`. */
  readonly snapshot: string;
  readonly records: readonly ShownRecord[];
}

interface Paging {
  readonly offset: number;
  readonly limit: number;
  /** The snapshot of an earlier page. */
  readonly snapshot?: string | undefined;
  /** The options of the list as a text: a later page with other options is refused. */
  readonly asked: string;
}

/** Lists records that count by `hereAmong`, and makes ids short. Throws INVALID_ARGUMENT for a wrong snapshot. */
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
  const found = contents.flatMap((all) =>
    withoutTwins(recordsThatPass(all, scope, { ...filter, moment }), scope).filter(isHere)
  );
  const superseded = supersededIn(contents);
  // Compared only when the first one is asked for, since JSON shows whole ids.
  const briefIdOf = once(() => briefIds(contents.flatMap(({ records }) => records.map(({ key }) => key))));
  const page = newestFirst(found, { offset, limit, moment });
  const isOthers = othersAmong(memory);
  return {
    // A record dated in the future is the first one: its time becomes the moment, so that later pages count it too.
    listing: {
      total: found.length,
      offset,
      limit,
      snapshot: snapshot ?? tokenOf(largest(page.slice(0, 1).map(({ time }) => time), now), asked),
      records: page.map((stored) => ({
        ...shownRecord(stored, runtime, superseded.get(stored.key)),
        ...isOthers(stored) ? { others: true as const } : {},
      })),
    },
    briefIdOf: (id) => briefIdOf()(id),
  };
}

/** The deleted records, as a list shows them. */
export function deletedIn(contents: Contents): readonly Stored[] {
  return withoutTwins(recordsThatPass(contents, "all", { deleted: "only" }), "all");
}

/** Leaves out deleted consolidated facts of which a daily record is listed too: both are restored at once. */
function withoutTwins(found: readonly Stored[], scope: RecordScope): readonly Stored[] {
  const facts = found.filter((stored) => stored.kind === "facts" && stored.isDeleted);
  if (scope === "facts" || facts.length === 0) return found;
  const gone = new Set(found.filter(({ isDeleted }) => isDeleted).map(({ key }) => key));
  const twins = new Set(facts.filter(({ record }) => evidenceOf(record).some((id) => gone.has(id))));
  return found.filter((stored) => !twins.has(stored));
}

/** A test for the records that may be listed or deleted here. */
export function hereAmong(
  memory: Memory,
  stores: readonly Store[],
): (stored: Pick<Stored, "layer" | "record">) => boolean {
  const all = isAllHere(memory, stores);
  // Records of the project's store need not be parsed.
  return (stored) => all || stored.layer === "project" || layerHere(memory, stored.layer, stored.record) !== undefined;
}

const DIGEST_LENGTH = 8;

function tokenOf(moment: number, asked: string): string {
  return moment.toString(36) + sha256Hex([asked]).slice(0, DIGEST_LENGTH);
}

function momentOf(token: string, asked: string): number {
  const moment = parseInt(token.slice(0, -DIGEST_LENGTH), 36);
  if (token === tokenOf(moment, asked)) return moment;
  throw failure("other_list", { token });
}

/**
 * Records, newest first by their time at a moment, or a part of them. Of the same millisecond, the later one in the
 * list comes first. Deleted records are ordered by the time of their deletion.
 */
export function newestFirst(
  items: readonly Stored[],
  { offset = 0, limit = Infinity, moment }: { offset?: number; limit?: number; moment?: number | undefined } = {},
): Stored[] {
  // Numbers are sorted, since objects take several times as long: a list may have a hundred thousand records.
  const times = Float64Array.from(items, (stored) => lastTime(stored, moment));
  const places = Uint32Array.from(items.keys()).sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0) || b - a);
  return Array.from(places.subarray(offset, offset + limit), (place) => items[place] as Stored);
}

function lastTime(stored: Stored, moment = Infinity): number {
  const made = timeAt(stored, moment) ?? stored.time;
  return isGoneAt(stored, moment) ? Date.parse(String(stored.record.deleted_at)) || made : made;
}

/** A record in a result. JSON leaves out what is undefined. */
export type ShownRecord = ReturnType<typeof shownRecord> & {
  /** Whether others may have written it, where that is asked. */
  readonly others?: true;
};

/** A test for records that others may have written. */
export function othersAmong(memory: Memory): (stored: Stored) => boolean {
  const isOthers = othersIn(memory);
  return ({ layer, file, kind, record }) => {
    const type = kind === "notes" ? "note" : "fact";
    return isOthers({ layer, file, type, record, content: viewOf(record, kind).content });
  };
}

/** A record as lists show it; `supersededBy` is the id of the record that replaces it. */
export function shownRecord(
  { record, layer, file, kind, key, time }: Stored,
  runtime: Runtime,
  supersededBy?: string,
) {
  const view = viewOf(record, kind);
  const { id, type, memoryType, content, entities, tags, asks, when, confidence, timestamp, session } = view;
  const { topic, summary, decisions, todos, done, evidence, status, supersedes } = record;
  return {
    // A record that somebody wrote by hand may have no id. Its key names its line, and verbs take it as an id.
    id: id || key,
    type,
    memory_type: memoryType,
    content,
    ...type === "summary" ? { topic, summary, decisions, todos, done } : {},
    entities: type === "fact" ? entities : undefined,
    tags: unlessEmpty(tags),
    asks: unlessEmpty(asks),
    when: unlessEmpty(when),
    confidence,
    timestamp,
    day: dayOf(time > 0 && Number.isNaN(timeOf(timestamp)) ? new Date(time).toISOString() : timestamp, runtime),
    session,
    evidence: kind === "facts" ? evidence : undefined,
    supersedes,
    status: kind === "notes" ? status : undefined,
    superseded_by: supersededBy,
    unconfirmed: memoryType === "O" && !isSaid(record) ? true : undefined,
    source_file: file,
    layer,
    deleted_at: isDeleted(record) ? String(record.deleted_at) : null,
  };
}
