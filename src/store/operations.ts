/** The audit log read back: which writes there were, which were taken back, what each touched. */
import { BYTES_MAX } from "../limits.ts";
import { join } from "node:path";
import { readJson } from "../files.ts";
import { isObject } from "../json.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Operation } from "./operation.ts";
import { BACKUP_MANIFEST, type BackupManifest } from "./backup.ts";
import { AUDIT_FILE, pathOf } from "./layout.ts";
import { visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";

/**
 * Every write, oldest first. Of two lines with one id the later counts; lines that are no operation are passed over.
 */
export function readOperations(store: Store): Operation[] {
  const bytes = store.runtime.files.read(pathOf(store, AUDIT_FILE), BYTES_MAX.audit);
  const found = new Map<string, Operation>();
  if (bytes) visitLines(bytes, (record) => void (record && isOperation(record) && found.set(record.op_id, record)));
  return [...found.values()];
}

function isOperation(record: RawRecord): record is Operation & RawRecord {
  return typeof record.op_id === "string" && typeof record.command === "string" && Array.isArray(record.ids) &&
    Array.isArray(record.files);
}

/** The write that an undo took back; undefined for any other write. */
function undoneBy({ undoes }: Operation): string | undefined {
  return typeof undoes === "string" ? undoes : undefined;
}

/** Ids of the writes that were taken back and not brought back since. */
export function takenBack(operations: readonly Operation[]): Set<string> {
  const undone = new Set<string>();
  for (const operation of operations.toReversed()) {
    const target = undoneBy(operation);
    if (operation.success && target !== undefined && !undone.has(operation.op_id)) undone.add(target);
  }
  return undone;
}

/** The confirmation tokens that writes of these stores were made with: each serves once. */
export function usedTokens(stores: readonly Store[]): Set<string> {
  const tokens = stores.flatMap(readOperations).map(({ confirmed }) => confirmed);
  return new Set(tokens.filter((token) => typeof token === "string"));
}

/** The manifest of a backup; undefined when the backup, or its manifest, is not there or can't be read. */
export function readManifest(store: Store, backupPath: string): BackupManifest | undefined {
  const value = readJson(store.runtime.files, join(pathOf(store, backupPath), BACKUP_MANIFEST));
  return isManifest(value) ? value : undefined;
}

function isManifest(value: unknown): value is BackupManifest {
  return isObject(value) && "id" in value && Array.isArray(value.files);
}

/** What a write touched: ids of records where it knows them, else names of files. */
function touchedBy(store: Store, operation: Operation): Set<string> {
  const changes = operation.backup_path === undefined ? undefined : readManifest(store, operation.backup_path)?.changes;
  const keys = changes
    ? Object.entries(changes).flatMap(([file, { records }]) => {
      const ids = Object.keys(records);
      return ids.length > 0 ? ids : [file];
    })
    : operation.ids;
  return new Set(keys.length > 0 ? keys : operation.files);
}

/** The newest later write that was not taken back and touched the same records or files. */
export function laterWrite(
  store: Store,
  operations: readonly Operation[],
  operation: Operation,
): { readonly by: Operation; readonly touched: readonly string[] } | undefined {
  const place = operations.findIndex(({ op_id }) => op_id === operation.op_id);
  const undone = takenBack(operations);
  const own = touchedBy(store, operation);
  for (const later of operations.slice(place + 1).toReversed()) {
    const target = undoneBy(later);
    // An undo and what it took back cancel out.
    const cancels = target !== undefined && operations.findIndex(({ op_id }) => op_id === target) > place;
    if (!later.success || undone.has(later.op_id) || cancels) continue;
    const touched = [...touchedBy(store, later)].filter((key) => own.has(key));
    if (touched.length > 0) return { by: later, touched };
  }
  return undefined;
}
