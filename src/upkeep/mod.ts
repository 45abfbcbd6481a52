/**
 * In: a memory, and a change of what it holds. Out: the change in the truth, recorded and undoable; the index in step
 * with it, and the rule file that an agent reads.
 * Not done here: adding what somebody wants remembered (capture/); asking whether they are sure (commands/).
 *
 * Each kind of change has a file of its own: delete, cleanup, restore, edit, consolidate, retention, undo. Its function
 * `plan…` decides and changes nothing; `carryOut` does what it decided.
 *
 * @module
 */
import { startFilling } from "../embedding/background.ts";
import { reasonOf } from "../errors.ts";
import { bringInStep } from "../index/in_step.ts";
import type { SyncOptions } from "../index/sync.ts";
import { openLog } from "../log.ts";
import { appendLocked } from "../store/append.ts";
import type { Change, Changed, Planned } from "../store/change.ts";
import { LOCK_TIMEOUT_MS, withLock } from "../store/write_lock.ts";
import type { Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { commit } from "./commit.ts";
import { startDeferredSync } from "./deferred.ts";
import { refreshRuleFile } from "./rule_file.ts";

/** When the index learns of a change: now, in a process of its own, or when the next reader comes. */
export const SYNC_MODES = ["immediate", "deferred"] as const;
/** How the index follows a change. */
export interface SyncChoice {
  readonly syncMode: typeof SYNC_MODES[number];
  /** Seconds for an immediate sync; what is not done by then is left to the next reader. */
  readonly syncTimeout?: number | undefined;
  readonly noSync: boolean;
  /** How far a long immediate sync is; see `SyncOptions`. */
  readonly onProgress?: SyncOptions["onProgress"];
}

/** What a verb says of a change besides its own sums. */
export interface Done {
  /** The write's id in the audit log, by which it can be undone. */
  readonly operation: string;
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly index_synced: boolean;
}

/**
 * Carries out what `plan` decides while the lock is held.
 *
 * @param plan reads the truth and says what to change; its `result` comes back
 * @param together what writes to several layers have in common that are one to whoever asked: undo takes back all
 * @returns `done` is undefined when there was nothing to change. Throws LOCK_BUSY, IO_ERROR, and what `plan` throws
 */
export function carryOut<T>(
  memory: Memory,
  store: Store,
  plan: (store: LockedStore) => Planned<T>,
  sync: SyncChoice,
  together?: string,
): { readonly result: T; readonly done: Done | undefined } {
  const { result, changed } = withLock(store, LOCK_TIMEOUT_MS, (locked) => {
    // What waits in the spool is there for whoever plans.
    appendLocked(locked, []);
    const planned = plan(locked);
    return { result: planned.result, changed: planned.change && commit(locked, marked(planned.change, together)) };
  });
  return { result, done: changed && afterwards(memory, store, changed, sync) };
}

function marked(change: Change, together: string | undefined): Change {
  return together === undefined ? change : { ...change, audit: { ...change.audit, together } };
}

/** What follows a change: the index, the rule file. */
function afterwards(memory: Memory, store: Store, changed: Changed, sync: SyncChoice): Done {
  const { operation, files, backupPath } = changed;
  const index_synced = syncAfterWrite(memory, store, sync);
  // A deferred sync refreshes it at its end: reading for it would bring the index in step here and now.
  if (sync.noSync || sync.syncMode === "immediate") refreshRuleFile(memory);
  return {
    operation: operation.op_id,
    affected_files: files.toSorted(),
    ...backupPath === undefined ? {} : { backup_path: backupPath },
    index_synced,
  };
}

/**
 * Brings the index in step as the caller wants it. An index that can't be written is no failure: the truth is changed.
 */
function syncAfterWrite(memory: Memory, store: Store, choice: SyncChoice): boolean {
  const { syncMode, syncTimeout, noSync, onProgress } = choice;
  if (noSync) return false;
  if (syncMode === "deferred") {
    startDeferredSync(memory, store);
    return false;
  }
  let complete = false;
  try {
    const options = {
      ...syncTimeout === undefined ? {} : { deadlineMs: syncTimeout * 1000 },
      ...onProgress ? { onProgress } : {},
    };
    complete = bringInStep(store, options).complete;
    startFilling(memory.runtime, memory.config, [store], memory.locations.projectRoot);
  } catch (error) {
    openLog(store.runtime, store, memory.config.log.level).warning("The index could not follow a change", {
      reason: reasonOf(error),
    });
  }
  return complete;
}
