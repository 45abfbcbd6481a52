/**
 * In: what somebody wants cleared away. Out: the records that go.
 * Not done here: taking them away (delete.ts); what the settings say is too old (retention.ts).
 *
 * @module
 */
import { DAY_MS } from "../records/days.ts";
import { EVENT_TYPES } from "../records/view.ts";
import { type Filter, type RecordScope, timeOf } from "../store/filter.ts";
import type { Store } from "../store/mod.ts";
import { type Doomed, findDoomed } from "./delete.ts";

/** What is cleared away: old records, events of sessions, or what is marked as deleted and goes for good. */
export interface Cleanup {
  readonly what: "old" | "events" | "deleted";
  /** Only what is older, or was deleted longer ago, in days; undefined: of any age. */
  readonly olderThan: number | undefined;
  readonly scope: RecordScope;
}

/** The records that a clean-up takes away. Consolidated facts that rest on them survive it. */
export function findCleared(store: Store, { what, olderThan, scope }: Cleanup): Doomed {
  const oldest = olderThan === undefined ? Infinity : store.runtime.now().getTime() - olderThan * DAY_MS;
  const doomed = findDoomed(store, { filter: filterOf(what, oldest), scope, purge: what === "deleted" });
  const records = doomed.records.filter((stored) =>
    what === "deleted"
      ? olderThan === undefined || Date.parse(String(stored.record.deleted_at)) < oldest
      : stored.home !== "facts" && timeOf(stored) < oldest
  );
  return { ...doomed, records, copies: [] };
}

function filterOf(what: Cleanup["what"], to: number): Filter {
  const span = { from: -Infinity, to };
  if (what === "events") return { types: EVENT_TYPES, span };
  if (what === "old") return { events: true, span };
  return { events: true, deleted: "only" };
}
