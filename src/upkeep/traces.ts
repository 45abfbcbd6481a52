/**
 * In: records that a purge takes from one or both layers. Out: what tells of them gone from every layer that was looked
 * through: logs, proposals, indexes, and backups if asked for.
 * Not done here: taking the records themselves (delete.ts), each of these steps (purge.ts).
 *
 * @module
 */
import type { Filter } from "../store/filter.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { Stored } from "../store/contents.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import { eraseFromBackups, eraseFromIndex, eraseTraces, type Forgotten } from "./purge.ts";

/** What is purged, and what of it is looked for elsewhere. */
export interface Purging {
  readonly filter: Filter;
  readonly all: boolean;
  readonly includeBackups: boolean;
  /** The records that go, of all layers: logs and proposals of each may tell of them. */
  readonly gone: readonly Stored[];
  readonly isHere: (store: Store, stored: Stored) => boolean;
}

/** How much went besides the records. */
export interface Erased extends Forgotten {
  readonly erased_from_backups: number;
}

/** Erases what tells of purged records from one store; `own` are those that it holds. */
export function eraseBeside(locked: LockedStore, own: readonly Stored[], purging: Purging): Erased {
  const { filter, all, includeBackups, gone, isHere } = purging;
  const erased_from_backups = includeBackups
    ? eraseFromBackups(locked, { records: own, filter, mayGo: (stored) => isHere(locked, stored) })
    : 0;
  return { ...eraseTraces(locked, gone, { all, keyword: filter.keyword }), erased_from_backups };
}

/** The same in the stores that held none of them, and then every index. */
export async function eraseElsewhere(
  stores: readonly Store[],
  done: readonly Store[],
  purging: Purging,
): Promise<Erased[]> {
  const erased: Erased[] = [];
  for (const store of stores) {
    if (!done.includes(store)) {
      erased.push(withLock(store, LOCK_TIMEOUT_MS, (locked) => eraseBeside(locked, [], purging)));
    }
    await eraseFromIndex(store);
  }
  return erased;
}

/** The sums; of backups only if they were asked for. */
export function sumOf(erased: readonly Erased[], { includeBackups }: Pick<Purging, "includeBackups">): Partial<Erased> {
  const sum = (field: keyof Erased) => erased.reduce((total, each) => total + each[field], 0);
  return {
    ...includeBackups ? { erased_from_backups: sum("erased_from_backups") } : {},
    erased_from_logs: sum("erased_from_logs"),
    erased_proposals: sum("erased_proposals"),
  };
}
