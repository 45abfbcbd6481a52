/**
 * In: a memory, and a change of what it holds. Out: the change in the truth, recorded and undoable; the index in step
 * with it, and the rule file that an agent reads.
 * Not done here: adding what somebody wants remembered (capture/); asking whether they are sure (commands/).
 *
 * Each kind of change has a function `plan…` that decides and changes nothing; `carryOut` does what it decided.
 *
 * @module
 */
import { startFilling } from "../embedding/background.ts";
import { MemoryError, reasonOf } from "../errors.ts";
import { newId, type OperationId } from "../records/ids.ts";
import { bringInStep } from "../index/mod.ts";
import type { SyncOptions, SyncResult } from "../index/sync.ts";
import { openLog } from "../log.ts";
import { appendLocked } from "../store/append.ts";
import type { Change, Changed, Planned } from "../store/change.ts";
import { LOCK_TIMEOUT_MS, withLock, withLocks } from "../store/write_lock.ts";
import { disabledReason, type Memory } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { commit } from "./commit.ts";
import { projectWords } from "../paths.ts";
import { languageOf } from "../config/mod.ts";
import { readText } from "../files.ts";
import { compare } from "../recall/beside.ts";
import { fitting } from "../recall/start.ts";
import { gatherStart } from "../recall/gather.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { clearRuleFile, ruleFileOf, writeRuleFile } from "../recall/rule_file.ts";
import { settleAtOnce } from "../recall/settle.ts";

/** When the index learns of a change: now, in a process of its own, or when the next reader comes. */
export const SYNC_MODES = ["immediate", "deferred"] as const;
export interface SyncChoice {
  readonly syncMode: typeof SYNC_MODES[number];
  /** Seconds for an immediate sync; what is not done by then is left to the next reader. */
  readonly syncTimeout?: number | undefined;
  readonly noSync: boolean;
  /** How far a long immediate sync is; see `SyncOptions`. */
  readonly onProgress?: SyncOptions["onProgress"];
}

/** What a verb says of a change besides its own sums. */
interface Done {
  /** The write's id in the audit log, by which it can be undone. */
  readonly operation: string;
  readonly affected_files: readonly string[];
  readonly backup_path?: string;
  readonly index_synced: boolean;
}

/** What came of a change in a store; `done` is undefined when there was nothing to change. */
interface Carried<T> {
  readonly store: Store;
  readonly result: T;
  readonly done: Done | undefined;
}

/**
 * Carries out what `plan` decides while the lock is held.
 *
 * @param plan reads the truth and says what to change; its `result` comes back
 * @throws LOCK_BUSY, IO_ERROR, and what `plan` throws
 */
export function carryOut<T>(
  memory: Memory,
  store: Store,
  plan: (store: LockedStore) => Planned<T>,
  sync: SyncChoice,
): Omit<Carried<T>, "store"> {
  const { result, changed } = withLock(store, LOCK_TIMEOUT_MS, (locked) => planned(locked, plan)());
  return { result, done: changed && afterwards(memory, store, changed, sync) };
}

/**
 * Carries out in several stores what `plan` decides in each. All are locked and planned before the first one changes:
 * where one is busy or refuses, nothing is done in the others either. One undo takes back all of it.
 *
 * @param first is done to a store right before its change
 */
export function carryOutInEach<T>(
  memory: Memory,
  stores: readonly Store[],
  plan: (store: LockedStore) => Planned<T>,
  sync: SyncChoice,
  first?: (store: LockedStore, result: T) => void,
): readonly Carried<T>[] {
  const sharedOp = stores.length > 1 ? newId(memory.runtime, "op") : undefined;
  const written = withLocks(
    stores,
    LOCK_TIMEOUT_MS,
    (locked) => locked.map((each) => planned(each, plan, { sharedOp, first })).map((make) => make()),
  );
  return written.flatMap(({ result, changed }, at) => {
    const store = stores[at];
    return store ? [{ store, result, done: changed && afterwards(memory, store, changed, sync) }] : [];
  });
}

/** Plans a change in a locked store. Returns a function that makes it. */
function planned<T>(
  locked: LockedStore,
  plan: (store: LockedStore) => Planned<T>,
  { sharedOp, first }: {
    readonly sharedOp?: OperationId | undefined;
    readonly first?: ((store: LockedStore, result: T) => void) | undefined;
  } = {},
): () => { readonly result: T; readonly changed: Changed | undefined } {
  // The plan must see the records that wait in the spool, so these are merged first.
  appendLocked(locked, []);
  const { change, result } = plan(locked);
  return () => {
    first?.(locked, result);
    return { result, changed: change && commit(locked, marked(change, sharedOp)) };
  };
}

/** What a verb says of what it carried out in several stores: the write, its backup, and whether all indexes follow. */
export function writtenIn(written: readonly Pick<Carried<unknown>, "done">[]) {
  const first = written[0]?.done;
  return {
    index_synced: written.every(({ done }) => done?.index_synced ?? true),
    ...first ? { operation: first.operation, backup_path: first.backup_path } : {},
  };
}

function marked(change: Change, sharedOp: OperationId | undefined): Change {
  return sharedOp === undefined ? change : { ...change, audit: { ...change.audit, together: sharedOp } };
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

/** The messages in the log, by which doctor finds them. */
export const DEFERRED = {
  requested: "deferred sync requested",
  finished: "deferred sync finished",
  failed: "deferred sync failed",
};

/** Starts `memory manage rebuild-index` for a store, detached. */
function startDeferredSync(memory: Memory, store: Store): void {
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
    const result = bringInStep(store, { anew: full, onProgress });
    if (deferred) {
      const { new: added, updated, deleted, total } = result;
      refreshRuleFile(memory);
      log.info(DEFERRED.finished, { new: added, updated, deleted, total, ms: runtime.now().getTime() - started });
    }
    return result;
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

/** The longest that a change waits for it. The next session start brings the file up to date anyway. */
const DEADLINE_MS = 2_000;

/** Rewrites the rule file, unless it is empty, which is the hooks' decision. Never fails. */
export function refreshRuleFile(memory: Memory): void {
  const { runtime, config } = memory;
  try {
    const path = ruleFileOf(memory);
    if (path === undefined || !readText(runtime.files, path)?.includes("alwaysApply: true")) return;
    // Memory was switched off since a hook wrote it: what is purged now must not stay there.
    if (disabledReason(memory)) return clearRuleFile(memory);
    const readers = openReaders(memory, { deadlineMs: DEADLINE_MS });
    try {
      const material = settleAtOnce(gatherStart(memory, readers), compare, readers[0]?.index);
      writeRuleFile(memory, fitting(material, config.context.start_tokens, languageOf(runtime, config)));
    } finally {
      closeReaders(readers);
    }
  } catch (error) {
    if (memory.project !== undefined) {
      openLog(runtime, memory.project, config.log.level).warning("The rule file is not refreshed", {
        reason: reasonOf(error),
      });
    }
  }
}
