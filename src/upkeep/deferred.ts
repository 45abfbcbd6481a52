/**
 * In: a change whose writer does not wait for the index. Out: a detached process that brings the index in step and logs
 * how that ended.
 * Not done here: noticing that such a process died (doctor/).
 *
 * @module
 */
import { MemoryError, reasonOf } from "../errors.ts";
import { bringInStep } from "../index/in_step.ts";
import type { SyncOptions, SyncResult } from "../index/sync.ts";
import { openLog } from "../log.ts";
import { projectWords } from "../paths.ts";
import type { Memory } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { refreshRuleFile } from "./rule_file.ts";

/** The messages in the log, by which doctor finds them. */
export const DEFERRED = {
  requested: "deferred sync requested",
  finished: "deferred sync finished",
  failed: "deferred sync failed",
};

/** Starts `memory manage rebuild-index` for a store, detached. */
export function startDeferredSync(memory: Memory, store: Store): void {
  const { runtime, config, locations } = memory;
  openLog(runtime, store, config.log.level).info(DEFERRED.requested);
  const words = ["manage", "rebuild-index", "--deferred", "--layer", store.layer];
  runtime.spawnDetached([...words, ...projectWords(locations.projectRoot)]);
}

/** Brings the index of a store in step, from scratch if `full`. If `deferred`, the log says how it ended. */
export function rebuildIndex(
  memory: Memory,
  store: Store,
  { full, deferred }: { full: boolean; deferred: boolean },
  onProgress: NonNullable<SyncOptions["onProgress"]> = () => {},
): SyncResult {
  const { runtime, config } = memory;
  const log = openLog(runtime, store, config.log.level);
  const started = runtime.now().getTime();
  try {
    const { new: added, updated, deleted, total, ...state } = bringInStep(store, { anew: full, onProgress });
    const sums = { new: added, updated, deleted, total };
    if (deferred) refreshRuleFile(memory);
    if (deferred) log.info(DEFERRED.finished, { ...sums, ms: runtime.now().getTime() - started });
    return { ...sums, complete: state.complete, inTime: state.inTime, whole: state.whole };
  } catch (error) {
    if (deferred) {
      log.error(DEFERRED.failed, {
        reason: reasonOf(error),
        code: error instanceof MemoryError ? error.code : "INTERNAL",
      });
    }
    throw error;
  }
}
