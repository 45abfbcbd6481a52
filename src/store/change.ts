/**
 * In: what is to become of records and files. Out: all of it done, or nothing.
 * Not done here: deciding (upkeep/, exchange/), telling the index (upkeep/), adding one record (append.ts).
 *
 * Copies go to a backup, new contents beside their files, a line to the audit log; only then is each file replaced, in
 * one step. A writer that dies before the line has changed nothing; after it, the next writer completes the change
 * (write_lock.ts).
 *
 * @module
 */
import { type Staged, stageReplacement } from "../files.ts";
import { reasonOf } from "../errors.ts";
import { refuseGrowth } from "../limits.ts";
import { newId, type OperationId, type RecordId } from "../records/ids.ts";
import { appendLocked } from "./append.ts";
import { type Actor, type Operation, type OperationDetails, recordOperation } from "./audit.ts";
import { type Backup, type FileDigests, openBackup } from "./backup.ts";
import { type FilePlan, planFiles, sameBytes, type WantedFiles } from "./change_plan.ts";
import { fileDigest, freeAlongTheWay, linesDigest, replaceFile } from "./file.ts";
import { bytesMaxOfFile, guardInside, pathOf, type StorePath } from "./layout.ts";
import { tellExposed } from "./keep_private.ts";
import { noteSaid } from "./known.ts";
import { mirror, unmirror } from "./mirror.ts";
import type { LockedStore } from "./mod.ts";

export interface Change extends WantedFiles {
  readonly actor: Actor;
  readonly command: string;
  readonly scope: string;
  /** Ids of the notes that whole files hold. */
  readonly ids?: readonly RecordId[];
  /** False: no copies are made, and the change can't be undone. */
  readonly backup?: boolean;
  /** What the person says by it in a file, for an agent to follow. */
  readonly said?: { readonly file: StorePath; readonly text: string } | undefined;
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
  readonly backupPath: StorePath | undefined;
  readonly files: readonly StorePath[];
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
  const op_id = newId(store.runtime, "op");
  const { steps, backupPath } = prepare(store, change, op_id);
  if (steps.length === 0) return undefined;
  const files = steps.map(({ file }) => file);
  const line: OperationDetails = {
    ...change.audit,
    op_id,
    actor: change.actor,
    command: change.command,
    scope: change.scope,
    ...countsOf(steps, change.ids ?? []),
    files,
    ...backupPath === undefined ? {} : { backup_path: backupPath },
    success: true,
  };
  const operation = commitAll(store, steps, line);
  if (change.said) noteSaid(store, [change.said]);
  if (change.actor !== "system") tellExposed(store, files);
  return { operation, backupPath, files };
}

/** A file that is about to be replaced: its new content lies beside it, its old one in the backup. */
interface Step {
  readonly file: StorePath;
  readonly staged: Staged;
  /** Digests of its old content and of the new one. */
  readonly before: string;
  readonly digests: FileDigests;
  readonly alive: FilePlan["alive"];
  /** As it was, where no backup has it. */
  readonly kept: Uint8Array | undefined;
}

/** Puts every file's old content into the backup and the new one beside it, one file at a time. */
function prepare(store: LockedStore, change: Change, op_id: OperationId) {
  const steps: Step[] = [];
  let backup: Backup | undefined;
  const free = freeAlongTheWay(store.runtime);
  try {
    for (const plan of planFiles(store, change)) {
      const { file, before, after, alive } = plan;
      if (sameBytes(before, after)) continue;
      guardInside(store, pathOf(store, file));
      if (after && after.length > (before?.length ?? 0)) {
        refuseGrowth(pathOf(store, file), after.length, bytesMaxOfFile(file));
      }
      if (change.backup !== false) {
        backup ??= openBackup(store, change.command, op_id);
        backup.add(file, before);
      }
      steps.push({
        file,
        staged: stage(store, file, after),
        before: fileDigest(before),
        digests: digestsOf(plan),
        alive,
        kept: backup ? undefined : before,
      });
      free((before?.length ?? 0) + (after?.length ?? 0));
    }
    const backupPath = backup?.finish(Object.fromEntries(steps.map(({ file, digests }) => [file, digests])));
    return { steps, backupPath };
  } catch (error) {
    for (const { staged } of steps) staged.discard();
    throw error;
  }
}

/** Puts a file's new content beside it. A file to be taken away needs none. */
function stage(store: LockedStore, file: StorePath, after: Uint8Array | undefined): Staged {
  const path = pathOf(store, file);
  if (after) return stageReplacement(store.runtime, path, after);
  return { commit: () => store.runtime.files.remove(path), discard: () => {} };
}

/** Replaces the files of all steps, or none of them, and writes the line of the audit log. */
function commitAll(store: LockedStore, steps: readonly Step[], line: OperationDetails): Operation {
  let operation: Operation | undefined;
  try {
    // Recorded before it is visible: from here on nothing needs more space on the disk.
    operation = recordOperation(store, line);
    for (const { file } of steps) unmirror(store, file);
    for (const { staged } of steps) staged.commit();
    for (const { file } of steps) mirror(store, file);
    return operation;
  } catch (error) {
    for (const { staged } of steps) staged.discard();
    for (const step of steps) putBack(store, step, line.backup_path);
    for (const { file } of steps) mirror(store, file);
    if (operation) recordFailure(store, line, error);
    throw error;
  }
}

function digestsOf({ after, lines }: FilePlan): FileDigests {
  return {
    after: fileDigest(after),
    records: Object.fromEntries([...lines].map(([key, text]) => [key, linesDigest(text)])),
  };
}

function countsOf(steps: readonly Step[], others: readonly string[]) {
  const ids = [...steps.flatMap(({ digests: { records } }) => Object.keys(records)), ...others];
  return {
    before_count: steps.reduce((sum, { alive }) => sum + alive.before, 0),
    after_count: steps.reduce((sum, { alive }) => sum + alive.after, 0),
    ids: ids.slice(0, IDS_IN_AUDIT),
    ...ids.length > IDS_IN_AUDIT ? { ids_total: ids.length } : {},
  };
}

/** After a failed rename: puts back a file that was already replaced. */
function putBack(store: LockedStore, { file, before, digests, kept }: Step, backupPath: StorePath | undefined): void {
  const { files } = store.runtime;
  try {
    if (before === digests.after || fileDigest(files.read(pathOf(store, file))) !== digests.after) return;
    const old = kept ?? (before === "" ? undefined : files.read(pathOf(store, `${backupPath ?? ""}${file}`)));
    if (old) replaceFile(store, file, old);
    else if (before === "") files.remove(pathOf(store, file));
  } catch {
    // The backup still has it.
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
