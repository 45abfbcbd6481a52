/**
 * In: a write of the audit log. Out: the change that takes it back, or the reason why that is impossible.
 * Not done here: carrying it out (upkeep/undo.ts).
 *
 * A write is taken back record by record, so that what was written to the same file since stays. The backup of the
 * write has what is needed; a plain addition needs only its ids.
 *
 * @module
 */
import { MemoryError } from "../errors.ts";
import type { Operation } from "./audit.ts";
import { type BackupManifest, type FileChange } from "./backup.ts";
import { fileDigest, linesDigest } from "./digest.ts";
import { pathOf } from "./layout.ts";
import { parseLines } from "./lines.ts";
import { linesByKey, mergeRecords } from "./merge.ts";
import type { Store } from "./mod.ts";
import { holdsSettings, settingsByKey } from "./settings_file.ts";
import { mergeSettings } from "./settings_merge.ts";
import { laterWrite, readManifest, readOperations, takenBack } from "./operations.ts";

/** File → its content after the undo; undefined if the file goes. */
export type Restored = Map<string, Uint8Array | undefined>;

/** The newest write of a user or agent that was not taken back. */
export function newestToUndo(store: Store): Operation | undefined {
  const operations = readOperations(store).filter(({ success }) => success);
  const undone = takenBack(operations);
  return operations.findLast(({ op_id, actor }) => actor !== "system" && !undone.has(op_id));
}

/** The write to take back: the one named, else the newest of a user or agent. Throws UNDO_IMPOSSIBLE. */
export function operationToUndo(store: Store, opId: string | undefined): Operation {
  if (opId === undefined) {
    const newest = newestToUndo(store);
    if (newest) return newest;
    throw impossible("There is no write to take back");
  }
  const operations = readOperations(store).filter(({ success }) => success);
  const undone = takenBack(operations);
  const operation = operations.find(({ op_id }) => op_id === opId);
  if (!operation) throw impossible(`There is no write "${opId}" in the audit log`);
  if (undone.has(opId)) {
    const by = operations.find(({ undoes, op_id }) => undoes === opId && !undone.has(op_id));
    throw impossible(`${opId} was taken back already`, `To bring it back, undo ${by?.op_id ?? "that undo"}`);
  }
  return operation;
}

/** What becomes of every file that the write touched. Throws UNDO_IMPOSSIBLE rather than undo half of it. */
export function planUndo(store: Store, operation: Operation): Restored {
  const later = laterWrite(store, readOperations(store), operation);
  if (later) {
    const what = later.touched.length === 1 ? String(later.touched[0]) : `${later.touched.length} of the same records`;
    throw impossible(
      `${operation.op_id} can't be taken back: ${later.by.command} (${later.by.op_id}) changed ${what} since`,
      `Undo ${later.by.op_id} first`,
    );
  }
  if (operation.backup_path === undefined) return planRemoval(store, operation);
  const manifest = readManifest(store, operation.backup_path);
  if (!manifest) {
    throw impossible(
      `${operation.op_id} can't be taken back: its backup ${operation.backup_path} is not there any more`,
      "Backups are kept for `cleanup.backup_retain_days`",
    );
  }
  return new Map(operation.files.map((file) => [file, planFile(store, operation, manifest, file)]));
}

/** An addition made no backup; its records go. */
function planRemoval(store: Store, operation: Operation): Restored {
  const { ids, files, op_id, before_count, after_count, scope } = operation;
  // A note that was written for the first time is a file of its own (notes/audit.ts).
  if (scope === "notes" && before_count === 0) return new Map(files.map((file) => [file, undefined]));
  const isAddition = after_count - before_count === ids.length && ids.length > 0 &&
    files.every((file) => file.endsWith(".jsonl"));
  if (!isAddition) {
    throw impossible(
      operation.erased_from_backups === true
        ? `${op_id} can't be taken back: it was to leave no trace, so nothing was kept`
        : `${op_id} can't be taken back: it kept no copy of what was there`,
    );
  }
  const gone = new Set(ids);
  return new Map(files.map((file) => {
    const bytes = store.runtime.files.read(pathOf(store, file)) ?? new Uint8Array();
    const rest = withoutRecords(bytes, gone);
    // A file without lines goes, as after a deletion.
    return [file, rest.length > 0 ? rest : undefined];
  }));
}

function withoutRecords(bytes: Uint8Array, gone: ReadonlySet<string>): Uint8Array {
  const kept = parseLines(bytes).filter(({ record }) => !(typeof record?.id === "string" && gone.has(record.id)));
  return Buffer.concat(kept.map(({ start, length }) => bytes.subarray(start, start + length)));
}

function planFile(
  store: Store,
  operation: Operation,
  manifest: BackupManifest,
  file: string,
): Uint8Array | undefined {
  const { files } = store.runtime;
  const copy = files.read(pathOf(store, `${operation.backup_path}${file}`));
  if (!copy && manifest.files.includes(file)) {
    throw impossible(`${operation.op_id} can't be taken back: its backup has lost ${file}`);
  }
  const now = files.read(pathOf(store, file));
  const change = manifest.changes?.[file];
  const isAsItWas = now && copy ? Buffer.compare(now, copy) === 0 : now === copy;
  if (!change || fileDigest(now) === change.after || isAsItWas) return copy;
  if (holdsSettings(file)) return withoutSetting(operation, file, now, copy, change);
  if (!file.endsWith(".jsonl")) {
    throw impossible(`${operation.op_id} can't be taken back: ${file} was changed since, not through memory`);
  }
  return withoutWrite(operation, file, now ?? new Uint8Array(), copy ?? new Uint8Array(), change);
}

/** The file as it is, with the records of the write as they were before it. */
function withoutWrite(
  operation: Operation,
  file: string,
  now: Uint8Array,
  copy: Uint8Array,
  { records }: FileChange,
): Uint8Array {
  const [current, before] = [linesByKey(now), linesByKey(copy)];
  for (const [key, expected] of Object.entries(records)) {
    const text = current.get(key)?.text ?? "";
    // As before the write: the process was killed before it came to this file.
    if (linesDigest(text) === expected || text === (before.get(key)?.text ?? "")) continue;
    throw impossible(
      `${operation.op_id} can't be taken back: ${key} in ${file} was changed since, not through memory`,
    );
  }
  return mergeRecords(now, copy, new Set(Object.keys(records)));
}

/** The settings file as it is, with what the write changed as it was. */
function withoutSetting(
  operation: Operation,
  file: string,
  now: Uint8Array | undefined,
  copy: Uint8Array | undefined,
  { records }: FileChange,
): Uint8Array {
  const current = settingsByKey(now);
  const changed = Object.entries(records).find(([key, expected]) => linesDigest(current.get(key) ?? "") !== expected);
  if (changed) {
    throw impossible(`${operation.op_id} can't be taken back: ${changed[0]} in ${file} was changed since`);
  }
  return mergeSettings(now, copy, Object.keys(records), file);
}

function impossible(message: string, hint?: string): MemoryError {
  return new MemoryError("UNDO_IMPOSSIBLE", message, hint === undefined ? {} : { hint });
}
