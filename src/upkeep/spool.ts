/** What hooks put aside because the lock was taken is brought home by whoever comes next, also by one who only reads. */
import { MemoryError } from "../errors.ts";
import { appendLocked } from "../store/append.ts";
import { HOOK_LOCK_TIMEOUT_MS, withLock } from "../store/lock.ts";
import type { Store } from "../store/mod.ts";
import { spooledFiles } from "../store/spool.ts";

/** Merges the spool if there is one and the lock is free; else it waits for the next one. */
export function settleSpool(store: Store): void {
  if (spooledFiles(store).length === 0) return;
  try {
    withLock(store, HOOK_LOCK_TIMEOUT_MS, (locked) => appendLocked(locked, []));
  } catch (error) {
    // A reader does without what it can't have.
    if (!(error instanceof MemoryError)) throw error;
  }
}
