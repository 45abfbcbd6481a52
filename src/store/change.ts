/**
 * In: what is to become of records and files. Out: all of it done, or nothing.
 * Not done here: deciding (upkeep/, exchange/), telling the index (upkeep/), adding one record (append.ts).
 *
 * Copies go to a backup, new contents beside their files, a line to the audit log; only then is each file replaced, in
 * one step. A writer that dies before the line has changed nothing; after it, the next writer completes the change
 * (unfinished.ts).
 *
 * @module
 */
import { type Staged, stageReplacement } from "../atomic.ts";
import { reasonOf } from "../errors.ts";
import { newId } from "../records/ids.ts";
import { appendLocked } from "./append.ts";
import { recordOperation } from "./audit.ts";
import type { Actor, Operation, OperationDetails } from "./operation.ts";
import { backupFiles, type FileDigests } from "./backup.ts";
import { type FilePlan, planFiles, type Replaced, sameBytes, type WantedFiles } from "./change_plan.ts";
import { fileDigest, linesDigest } from "./digest.ts";
import { guardInside } from "./guard.ts";
import { pathOf } from "./layout.ts";
import type { LockedStore } from "./mod.ts";
import { replaceFile } from "./rewrite.ts";
import { forgetInSnapshots, keepForSnapshots } from "./snapshot.ts";

/** What is to be changed, by whom, and what of it is kept. */
export interface Change extends WantedFiles {
  readonly actor: Actor;
  readonly command: string;
  readonly scope: string;
  /** Ids of the notes that whole files hold. */
  readonly ids?: readonly string[];
  /** What is taken away must not stay in open snapshots either. */
  readonly purges?: boolean;
  /** False: no copies are made, and the change can't be undone. */
  readonly backup?: boolean;
  /** More fields of the audit line; never the text of a record. */
  readonly audit?: Readonly<Record<string, unknown>>;
}

/** What planning came to. Whoever plans decides and changes nothing. */
export interface Planned<T> {
  /** Undefined when there is nothing to change. */
  readonly change: Change | undefined;
  /** What is told of it, whether it is carried out or only shown. */
  readonly result: T;
}

/** A change that was carried out. */
export interface Changed {
  readonly operation: Operation;
  /** `backups/2026-02-19-120500/` */
  readonly backupPath: string | undefined;
  /** The files that changed. */
  readonly files: readonly string[];
}

/** More ids than this are listed in the backup only, so that an audit line stays a line. */
const IDS_IN_AUDIT = 100;

/**
 * Carries out a change. On failure every file is put back as it was, the failure is recorded and the error thrown.
 *
 * @returns undefined when there was nothing to change
 */
export function applyChange(store: LockedStore, change: Change): Changed | undefined {
  // Merges the spool: what waits there belongs to the files that are read next.
  appendLocked(store, []);
  const plans = planFiles(store, change).filter(({ before, after }) => !sameBytes(before, after));
  if (plans.length === 0) return undefined;
  for (const { file } of plans) guardInside(store, pathOf(store, file));

  const op_id = newId(store.runtime, "op");
  const files = plans.map(({ file }) => file);
  const backupPath = change.backup === false ? undefined : backupFiles(store, files, change.command, {
    op_id,
    changes: Object.fromEntries(plans.map((plan) => [plan.file, digestsOf(plan)])),
  });
  const replaced = plans.flatMap((plan) => plan.replaced);
  if (!change.purges) keepForSnapshots(store, replaced);
  const line: OperationDetails = {
    ...change.audit,
    op_id,
    actor: change.actor,
    command: change.command,
    scope: change.scope,
    ...countsOf(plans, change.ids ?? []),
    files,
    ...backupPath === undefined ? {} : { backup_path: backupPath },
    success: true,
  };
  const operation = commitAll(store, plans, line);
  if (change.purges) forgetRecords(store, replaced);
  return { operation, backupPath, files };
}

/** Replaces the files of all plans, or none of them, and writes the line of the audit log. */
function commitAll(store: LockedStore, plans: readonly FilePlan[], line: OperationDetails): Operation {
  const staged = stageAll(store, plans);
  let operation: Operation | undefined;
  try {
    // Recorded before it is visible: from here on nothing needs more space on the disk.
    operation = recordOperation(store, line);
    for (const step of staged) step.commit();
    return operation;
  } catch (error) {
    for (const step of staged) step.discard();
    putBack(store, plans);
    if (operation) recordFailure(store, line, error);
    throw error;
  }
}

/** Puts every file's new content beside it. A file to be taken away needs none. */
function stageAll(store: LockedStore, plans: readonly FilePlan[]): Staged[] {
  const staged: Staged[] = [];
  try {
    for (const { file, after } of plans) {
      const path = pathOf(store, file);
      staged.push(
        after
          ? stageReplacement(store.runtime, path, after)
          : { commit: () => store.runtime.files.remove(path), discard: () => {} },
      );
    }
    return staged;
  } catch (error) {
    for (const step of staged) step.discard();
    throw error;
  }
}

function digestsOf({ after, lines }: FilePlan): FileDigests {
  return {
    after: fileDigest(after),
    records: Object.fromEntries([...lines].map(([key, text]) => [key, linesDigest(text)])),
  };
}

function forgetRecords(store: LockedStore, replaced: readonly Replaced[]): void {
  const keys = new Set(replaced.map(({ key }) => key));
  forgetInSnapshots(store, (key) => keys.has(key));
}

function countsOf(plans: readonly FilePlan[], others: readonly string[]) {
  const ids = [...plans.flatMap(({ lines }) => [...lines.keys()]), ...others];
  return {
    before_count: plans.reduce((sum, { alive }) => sum + alive.before, 0),
    after_count: plans.reduce((sum, { alive }) => sum + alive.after, 0),
    ids: ids.slice(0, IDS_IN_AUDIT),
    ...ids.length > IDS_IN_AUDIT ? { ids_total: ids.length } : {},
  };
}

/** After a failed rename: puts back what was already replaced. */
function putBack(store: LockedStore, plans: readonly FilePlan[]): void {
  for (const { file, before, after } of plans) {
    try {
      const now = store.runtime.files.read(pathOf(store, file));
      if (!sameBytes(now, after) || sameBytes(now, before)) continue;
      if (before) replaceFile(store, file, before);
      else store.runtime.files.remove(pathOf(store, file));
    } catch {
      // The backup still has it.
    }
  }
}

/** The audit log says that it was done; this line says that it was not. */
function recordFailure(store: LockedStore, line: OperationDetails, error: unknown): void {
  try {
    recordOperation(store, { ...line, after_count: line.before_count, success: false, error: reasonOf(error) });
  } catch {
    // The caller gets the first error all the same.
  }
}
