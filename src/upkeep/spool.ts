import { MemoryError } from "../errors.ts";
import { appendLocked } from "../store/append.ts";
import { withLockBriefly } from "../store/write_lock.ts";
import type { Store } from "../store/mod.ts";
import { spooledFiles } from "../store/spool.ts";

/**
 * Merges what hooks put aside while the lock was taken, if the lock is free now. Readers do this too, before they read.
 */
export function settleSpool(store: Store): void {
  if (spooledFiles(store).length === 0) return;
  try {
    withLockBriefly(store, (locked) => appendLocked(locked, []));
  } catch (error) {
    // The lock is taken: the next one will merge it.
    if (!(error instanceof MemoryError)) throw error;
  }
}
