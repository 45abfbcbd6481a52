/** What a session's end takes away: records and backups past their time. retention.ts is loaded only for records. */
import { removeOldBackups } from "../store/backup.ts";
import { pathOf, removeInside, SNAPSHOTS_FOLDER } from "../store/layout.ts";
import { configOfLayer, type Memory, startVerb } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { dailyFiles } from "../store/truth_files.ts";
import { withLockBriefly } from "../store/write_lock.ts";
import { filesBefore, retentionRules } from "./retention_rules.ts";

/** To compare more bytes takes so long that a session's end starts another process for it. */
const INLINE_BYTES_MAX = 4 * 1024 * 1024;

/** Takes away records and backups past their time, at a session's end, hardly waiting. Throws LOCK_BUSY, IO_ERROR. */
export async function tidyUp(memory: Memory, store: Store): Promise<void> {
  const rules = retentionRules(memory, store.layer);
  const due = rules.flatMap((rule) => filesBefore(store, rule));
  const sizeOf = (file: string) => store.runtime.files.stat(pathOf(store, file))?.size ?? 0;
  const isLarge = () => dailyFiles(store).reduce((sum, file) => sum + sizeOf(file), 0) > INLINE_BYTES_MAX;
  if (due.length > 0 && isLarge()) {
    startVerb(memory, store.layer, "manage", "cleanup", "--retention", "--background", "--confirm");
    return;
  }
  // Nearly every session ends with nothing due.
  const retention = due.length > 0 ? await import("./retention.ts") : undefined;
  withLockBriefly(store, (locked) => {
    expire(memory, locked);
    retention?.retain(locked, rules);
  });
}

/** Removes backups past their time. Returns how many. */
export function expire(memory: Memory, store: LockedStore): number {
  removeInside(store, SNAPSHOTS_FOLDER);
  return removeOldBackups(store, configOfLayer(memory, store.layer).cleanup.backup_retain_days);
}
