/** Writes of hooks, which don't wait for a lock: a record that can't be written in time goes to the spool. */
import { newId, utcDay } from "../records/ids.ts";
import type { MemoryRecord, SessionEventType } from "../records/mod.ts";
import { appendInTime } from "../store/append.ts";
import type { Entry } from "../store/spool.ts";
import { goesAlong } from "../store/keep_private.ts";
import { dailyFile, SESSIONS_FILE } from "../store/layout.ts";
import { storeToWrite } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import type { Ending } from "./scene.ts";

/**
 * A power cut may lose an event. None is written where git takes the file along: a session that saves nothing must not
 * stand in the way of the next pull, and its times are nobody else's matter.
 */
export function writeEvent(
  { runtime, store, state: { session_id } }: Ending,
  type: SessionEventType,
  fields: object,
): void {
  const timestamp = runtime.now().toISOString();
  const file = dailyFile(utcDay(timestamp));
  if (goesAlong(store, file)) return;
  const record = { id: newId(runtime, "log"), type, session_id, timestamp, ...fields };
  appendInTime(store, [{ file, record }], { sync: false });
}

/** Whether what nobody asked to save is kept apart from a project's records, since git takes these along. */
export function isKeptApart({ store, memory }: Pick<Ending, "store" | "memory">): boolean {
  return store.layer === "project" && memory.config.storage.location !== "project-only" &&
    [SESSIONS_FILE, dailyFile(utcDay(memory.runtime.now().toISOString()))].some((file) => goesAlong(store, file));
}

/** The store for what nobody asked to save: it is nobody else's matter. */
export function storeOfUnasked(ending: Pick<Ending, "store" | "memory">): Store {
  return isKeptApart(ending) ? storeToWrite(ending.memory, "global") : ending.store;
}

/** Writes records that were made by rule, without a model or a person, and notes that in the audit log. */
export function writeAutomatic(store: Store, entries: readonly (Entry & { readonly record: MemoryRecord })[]): void {
  const scope = entries.every(({ file }) => file.startsWith("daily/")) ? "daily" : "all";
  appendInTime(store, entries, { addition: { actor: "system", command: "capture", scope } });
}
