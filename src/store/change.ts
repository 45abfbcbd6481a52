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
import { sameBytes } from "../files.ts";
import { reasonOf } from "../errors.ts";
import { refuseGrowth } from "../limits.ts";
import { newId, type RecordId } from "../records/ids.ts";
import { appendLocked } from "./append.ts";
import { type Actor, type Operation, recordOperation } from "./audit.ts";
import { type Backup, type FileDigests, openBackup } from "./backup.ts";
import { type FilePlan, planFiles, type WantedFiles } from "./change_plan.ts";
import { fileDigest, freeAlongTheWay, linesDigest } from "./file.ts";
import { bytesMaxOfFile, guardInside, pathOf, type StorePath } from "./layout.ts";
import { tellExposed } from "./keep_private.ts";
import { type Instruction, noteSaid } from "./known.ts";
import { mirror, unmirror } from "./mirror.ts";
import type { LockedStore } from "./mod.ts";
import { type FileToBe, stageTogether } from "../together.ts";

export interface Change extends WantedFiles {
  readonly actor: Actor;
  readonly command: string;
  readonly scope: string;
  /** Ids of the notes that whole files hold. */
  readonly ids?: readonly RecordId[];
  /** False: no copies are made, and the change can't be undone. */
  readonly backup?: boolean;
  /** What the person says by it in a file, for an agent to follow. */
  readonly said?: Instruction | undefined;
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
  const steps: Step[] = [];
  let backup: Backup | undefined;
  const keep = (file: StorePath, before: Uint8Array | undefined) => {
    if (change.backup === false) return () => before;
    backup ??= openBackup(store, change.command, op_id);
    return backup.add(file, before);
  };
  const staged = stageTogether(store.runtime, filesToBe(store, change, keep, steps));
  if (steps.length === 0) return undefined;
  const files = steps.map(({ file }) => file);
  let operation: Operation | undefined;
  let backupPath: StorePath | undefined;
  try {
    backupPath = backup?.finish(Object.fromEntries(steps.map(({ file, digests }) => [file, digests])));
    // Recorded before it is visible: from here on nothing needs more space on the disk.
    operation = recordOperation(store, {
      ...change.audit,
      op_id,
      actor: change.actor,
      command: change.command,
      scope: change.scope,
      ...countsOf(steps, change.ids ?? []),
      files,
      ...backupPath === undefined ? {} : { backup_path: backupPath },
      success: true,
    });
    for (const file of files) unmirror(store, file);
    staged.commit();
  } catch (error) {
    staged.takeBack();
    for (const file of files) mirror(store, file);
    if (operation) recordFailure(store, operation, error);
    throw error;
  }
  for (const file of files) mirror(store, file);
  if (change.said) noteSaid(store, [change.said]);
  if (change.actor !== "system") tellExposed(store, files);
  return { operation, backupPath, files };
}

/** What is recorded of a file that is about to be replaced, with digests of its new content. */
type Step = Pick<FilePlan, "file" | "alive"> & { readonly digests: FileDigests };

/** What each file becomes, one after the other; its old content is in the backup by then, and `steps` has its step. */
function* filesToBe(
  store: LockedStore,
  change: Change,
  keep: (file: StorePath, before: Uint8Array | undefined) => FileToBe["before"],
  steps: Step[],
): Iterable<FileToBe> {
  const free = freeAlongTheWay(store.runtime);
  for (const { file, before, after, alive, lines } of planFiles(store, change)) {
    if (sameBytes(before, after)) continue;
    const path = pathOf(store, file);
    guardInside(store, path);
    if (after && after.length > (before?.length ?? 0)) refuseGrowth(path, after.length, bytesMaxOfFile(file));
    const records = Object.fromEntries([...lines].map(([key, text]) => [key, linesDigest(text)]));
    steps.push({ file, alive, digests: { after: fileDigest(after), records } });
    yield { path, after, before: keep(file, before) };
    free((before?.length ?? 0) + (after?.length ?? 0));
  }
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

/** The audit log says that it was done; this line says that it was not. */
function recordFailure(store: LockedStore, { timestamp: _, ...line }: Operation, error: unknown): void {
  try {
    recordOperation(store, { ...line, after_count: line.before_count, success: false, error: reasonOf(error) });
  } catch {
    // The caller gets the first error all the same.
  }
}
