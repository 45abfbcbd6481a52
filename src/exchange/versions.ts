/**
 * In: records of an import, and those that are here. Out: which of them are the same, and of one that was changed which
 * version counts; the newer versions as changes of the files here.
 */
import { isSameRecord, withDigestId } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { isEvent, kindFor, timestampOf } from "../records/view.ts";
import type { Contents } from "../store/contents.ts";
import { lastChange, wins } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { copiesOf } from "../upkeep/delete.ts";

export interface FoundRecord {
  readonly record: RawRecord;
  readonly stored: Stored | undefined;
}

/**
 * Compares records with those here and with each other. Records with equal ids and other content are not the same: the
 * later one gets a new id, which is made from its content, so that the next import finds it.
 */
export function compare(named: readonly RawRecord[], here: readonly Stored[]) {
  const known = new Map(here.map((stored) => [stored.key, stored]));
  const found = new Map<string, RawRecord>();
  const sums = { existing: 0, repeated: 0, renamed: 0, events: 0 };
  const seen = new Set<string>();
  for (const record of named) {
    const id = String(record.id);
    const first = known.get(id)?.record ?? found.get(id);
    const own = first === undefined || isSameRecord(first, dated(record, first)) ? record : withDigestId(record);
    const key = String(own.id);
    const earlier = found.get(key);
    if (seen.has(key)) sums.repeated++;
    else if (known.has(key)) {
      sums.existing++;
      if (isEvent(own)) sums.events++;
    } else if (own !== record) sums.renamed++;
    seen.add(key);
    if (!earlier || wins(own, earlier)) found.set(key, own);
  }
  return { found: [...found].map(([key, record]) => ({ record, stored: known.get(key) })), ...sums };
}

/** A daily record without a time, with that of another. */
export function dated(record: RawRecord, { timestamp, created_at }: RawRecord): RawRecord {
  if (kindFor(record) !== "daily" || timestampOf(record) !== "") return record;
  return { ...record, ...created_at === undefined ? { timestamp } : { created_at } };
}

/** Which version of a record that is here counts: as after a merge by git a deletion, then the newer one. */
export function versionOf(next: RawRecord, { record: current }: Stored): "newer" | "older" | "deleted" | "same" {
  if (isDeleted(current)) return isDeleted(next) ? "same" : "deleted";
  if (isDeleted(next)) return "newer";
  const [theirs, ours] = [changedAt(next), changedAt(current)];
  if (theirs === ours) return "same";
  return theirs > ours ? "newer" : "older";
}

/** When a record was changed, in ms since 1970; 0 for one that never was: a file may be younger and say the same. */
function changedAt(record: RawRecord): number {
  const isChanged = record.updated_at !== undefined || record.history !== undefined;
  return isChanged ? Date.parse(lastChange(record)) || 0 : 0;
}

/** Puts newer versions in the place of those here. Consolidated facts made of these alone get the same words. */
export function newerVersions(
  contents: Contents,
  changed: readonly { readonly record: RawRecord; readonly stored: Stored }[],
) {
  const versions = changed.flatMap(({ record, stored }) => {
    const said = Object.fromEntries(SAID.map((name) => [name, record[name]]));
    const copies = copiesOf(contents, [stored]);
    return [{ stored, record }, ...copies.map((copy) => ({ stored: copy, record: { ...copy.record, ...said } }))];
  });
  const byKey = new Map(
    versions.map(({ stored, record }) => [stored.key, { before: JSON.stringify(stored.line), after: record }]),
  );
  const rewrite = (record: RawRecord, key: string) => {
    const version = byKey.get(key);
    return version && JSON.stringify(record) === version.before ? version.after : "keep";
  };
  return new Map(versions.map(({ stored }) => [stored.file, rewrite]));
}

/** The fields by which a consolidated fact follows the fact that it was made of. */
const SAID = "content memory_type confidence entities asks when deleted_at said_at updated_at imported_at".split(" ");
