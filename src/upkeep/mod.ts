/**
 * In: a memory, and a change of what it holds. Out: the change made in the truth, recorded and undoable; the index and
 * the agent's rule file up to date with it.
 * Not done here: adding what somebody wants remembered (capture/); asking whether they are sure (commands/).
 *
 * Each kind of change has a function `plan…` that decides and changes nothing; `carryOut` makes the planned change.
 */
import { startFilling } from "../embedding/background.ts";
import { MemoryError, reasonOf, tried } from "../errors.ts";
import { newId } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { sessionOf } from "../records/view.ts";
import { bringInStep } from "../index/mod.ts";
import type { SyncResult } from "../index/sync.ts";
import { mergeSpool } from "../store/append.ts";
import type { Operation } from "../store/audit.ts";
import type { Planned } from "../store/change.ts";
import { withLocks } from "../store/write_lock.ts";
import { pathOf } from "../store/layout.ts";
import { disabledReason, logOf, type Memory, startVerb } from "../store/memory.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { noteDeleted, stateStore } from "../store/session_state.ts";
import { commitTogether } from "./commit.ts";
import { languageOf } from "../config/mod.ts";
import { readText } from "../files.ts";
import { compare } from "../recall/compare.ts";
import { fitting } from "../recall/start.ts";
import { gatherStart } from "../recall/gather.ts";
import { closeReaders } from "../recall/readers.ts";
import { openReadersNow } from "../recall/synced_readers.ts";
import { clearRuleFile, ruleFileOf, writeRuleFile } from "../recall/rule_file.ts";
import { settleAtOnce } from "../recall/settle.ts";

export interface SyncChoice {
  /** The index follows a change at once, or in a process of its own. */
  readonly syncMode: "immediate" | "deferred";
  /** Seconds that an immediate sync may take; the next reader of the index does the rest. */
  readonly syncTimeout?: number | undefined;
  /** True: the sync is left to the next reader of the index. */
  readonly noSync: boolean;
}

interface Done {
  /** The id of the write in the audit log, for `memory manage undo`. */
  readonly operation: string;
  readonly affected_files: readonly string[];
  readonly backup_path: string | undefined;
  readonly index_synced: boolean;
}

/** The outcome of a planned change in a store; `done` is undefined when there was nothing to change. */
interface Carried<T> {
  readonly store: Store;
  readonly result: T;
  readonly done: Done | undefined;
}

/** Carries out what `plan` decides while the lock is held. Throws LOCK_BUSY, IO_ERROR, and all that `plan` throws. */
export function carryOut<T>(
  memory: Memory,
  store: Store,
  plan: (store: LockedStore) => Planned<T>,
  sync: SyncChoice,
): Omit<Carried<T>, "store"> {
  // One store gives one result.
  return carryOutInEach(memory, [store], plan, sync)[0] as Carried<T>;
}

/**
 * Carries out in several stores what `plan` decides in each, `first` called right before the changes. All are locked
 * and planned before one changes, and all change or none does. One undo takes back all.
 */
export function carryOutInEach<T>(
  memory: Memory,
  stores: readonly Store[],
  plan: (store: LockedStore) => Planned<T>,
  sync: SyncChoice,
  first?: (store: LockedStore, result: T) => void,
): readonly Carried<T>[] {
  const sharedOp = stores.length > 1 ? newId(memory.runtime, "op") : undefined;
  const written = withLocks(stores, (locked) => {
    const planned = locked.map((each) => {
      // The plan must see the records that wait there.
      mergeSpool(each);
      return { each, ...plan(each) };
    });
    for (const { each, result } of planned) first?.(each, result);
    const changes = planned.flatMap(({ each, change }) =>
      change ? [[each, { ...change, audit: { ...change.audit, together: sharedOp } }] as const] : []
    );
    const written = commitTogether(changes);
    const changed = new Map(changes.map(([each], at) => [each, written[at]]));
    return planned.map(({ each, result }) => ({ result, changed: changed.get(each) }));
  });
  return written.flatMap(({ result, changed }, at) => {
    const store = stores[at];
    return store ? [{ store, result, done: changed && afterwards(memory, store, changed, sync) }] : [];
  });
}

/** The fields of a result that tell of changes in several stores: the first write, and whether all indexes follow. */
export function writtenIn(written: readonly Pick<Carried<unknown>, "done">[]) {
  const first = written[0]?.done;
  return {
    index_synced: written.every(({ done }) => done?.index_synced ?? true),
    operation: first?.operation,
    backup_path: first?.backup_path,
  };
}

/** Where the backups of changes lie, as absolute paths. */
export function backupsOf(written: readonly Pick<Carried<unknown>, "store" | "done">[]): string[] {
  return written.flatMap(({ store, done }) => done?.backup_path ? [pathOf(store, done.backup_path)] : []);
}

function afterwards(memory: Memory, store: Store, { op_id, files, backup_path }: Operation, sync: SyncChoice): Done {
  const index_synced = syncAfterWrite(memory, store, sync);
  // A deferred sync refreshes the rule file at its end. To refresh it here would sync the index at once, too.
  if (sync.noSync || sync.syncMode === "immediate") refreshRuleFile(memory);
  return { operation: op_id, affected_files: files.toSorted(), backup_path, index_synced };
}

/** Brings the index in step as wanted. Returns whether it is: a failed sync is only logged, as the change is made. */
function syncAfterWrite(memory: Memory, store: Store, choice: SyncChoice): boolean {
  const { syncMode, syncTimeout, noSync } = choice;
  if (noSync) return false;
  if (syncMode === "deferred") {
    startDeferredSync(memory, store);
    return false;
  }
  let complete = false;
  tried(() => {
    complete = bringInStep(store, { deadlineMs: syncTimeout && syncTimeout * 1000 }).complete;
    startFilling(memory, [store]);
  }, (error) => logOf(memory, store).warning("The index could not follow a change", { reason: reasonOf(error) }));
  return complete;
}

/** Messages in the log, which doctor looks for. */
export const DEFERRED = {
  requested: "deferred sync requested",
  finished: "deferred sync finished",
  failed: "deferred sync failed",
};

function startDeferredSync(memory: Memory, store: Store): void {
  logOf(memory, store).info(DEFERRED.requested);
  startVerb(memory, store.layer, "manage", "rebuild-index", "--deferred");
}

/** Brings the index of a store in step, from scratch if `full`. If `deferred`, the outcome is logged. */
export function rebuildIndex(
  memory: Memory,
  store: Store,
  { full, deferred }: { full: boolean; deferred: boolean },
): SyncResult {
  const { runtime } = memory;
  const log = logOf(memory, store);
  const started = runtime.now().getTime();
  try {
    const result = bringInStep(store, { anew: full });
    if (deferred) {
      const { new: added, updated, deleted, total } = result;
      refreshRuleFile(memory);
      log.info(DEFERRED.finished, { new: added, updated, deleted, total, ms: runtime.now().getTime() - started });
    }
    return result;
  } catch (error) {
    if (deferred) {
      const code = error instanceof MemoryError ? error.code : "INTERNAL";
      log.error(DEFERRED.failed, { reason: reasonOf(error), code });
    }
    throw error;
  }
}

/** The longest that a change waits for the index. The next start of a session writes the rule file anyway. */
const DEADLINE_MS = 2_000;

/** Writes the rule file anew, if a hook has filled it: hooks decide whether agents get memory by it. Never fails. */
export function refreshRuleFile(memory: Memory): void {
  const { runtime, config } = memory;
  try {
    const path = ruleFileOf(memory);
    if (path === undefined || !readText(runtime.files, path)?.includes("alwaysApply: true")) return;
    // Memory was switched off since a hook wrote the file: a record that is purged now must not stay in it.
    if (disabledReason(memory)) return clearRuleFile(memory);
    using open = new DisposableStack();
    const readers = open.adopt(openReadersNow(memory, { deadlineMs: DEADLINE_MS }), closeReaders);
    const material = settleAtOnce(gatherStart(memory, readers), compare, readers[0]?.index);
    writeRuleFile(memory, fitting(material, config.context.start_tokens, languageOf(runtime, config)));
  } catch (error) {
    const { project } = memory;
    if (project) logOf(memory, project).warning("The rule file is not refreshed", { reason: reasonOf(error) });
  }
}

/**
 * Keeps the ends of sessions from capturing again what these records said. Of a session whose summary is among them, or
 * that is forgotten whole, nothing said so far is captured.
 */
export function noteGone(memory: Memory, records: readonly RawRecord[], isWhole = false): void {
  const store = stateStore(memory);
  if (!store) return;
  const tells = ({ type, memory_type }: RawRecord) => type === "summary" || memory_type === "S";
  for (const [session, gone] of Map.groupBy(records, (record) => sessionOf(record) ?? "")) {
    noteDeleted(store, session, isWhole || gone.some(tells));
  }
}
