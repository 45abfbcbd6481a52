/** Rewrites of records that were made by rule. Apart from write.ts, since a start only adds. */
import { errorCode } from "../errors.ts";
import type { RawRecord } from "../records/mod.ts";
import { applyChange, type Rewrite } from "../store/change.ts";
import type { StorePath } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { withLockBriefly } from "../store/write_lock.ts";

/** Rewrites records that were made by rule. Returns false if the lock is taken: then they stay as they are. */
export function rewriteAutomatic(
  store: Store,
  scope: "sessions" | "all",
  files: readonly StorePath[],
  rewrite: (record: RawRecord) => Rewrite,
): boolean {
  try {
    withLockBriefly(store, (locked) => {
      const change = { actor: "system", command: "capture", scope, backup: false } as const;
      applyChange(locked, { ...change, rewrite: new Map(files.map((file) => [file, rewrite])) });
    });
    return true;
  } catch (error) {
    if (errorCode(error) !== "LOCK_BUSY") throw error;
    return false;
  }
}
