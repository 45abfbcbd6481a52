/**
 * The common write: records added at the end of JSONL files, on the disk before anybody is told that they are saved.
 */
import { type Entry, mergeSpool, spooledFiles, spoolEntries } from "./spool.ts";
import { withLockBriefly } from "./write_lock.ts";
import { MemoryError } from "../errors.ts";
import { asObject } from "../json.ts";
import { refuseGrowth } from "../limits.ts";
import { appendText, type Durability, takeBack } from "./file.ts";
import { addOperation, asOperation, type Operation, type OperationDetails } from "./audit.ts";
import { isClosed } from "./home.ts";
import { tellExposed } from "./keep_private.ts";
import { noteSaid, opinionOf } from "./known.ts";
import { bytesMaxOfFile, pathOf, type StorePath } from "./layout.ts";
import { formatLine, refuseTooLong } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";

interface AppendOptions extends Durability {
  /** The line of the audit log that tells of the write: if it can't be written, nothing is added. */
  readonly addition?: OperationDetails;
}

/**
 * For hooks: appends records under the lock, or, if that can't be had in time or the folder is a stranger's, puts them
 * into the spool. Throws IO_ERROR; then nothing was added.
 */
export function appendInTime(store: Store, entries: readonly Entry[], options: AppendOptions = {}): void {
  try {
    withLockBriefly(store, (locked) => appendLocked(locked, entries, options));
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "LOCK_BUSY") throw error;
    spoolEntries(store, entries, options.addition && asOperation(store, options.addition), options);
  }
}

/**
 * Appends records while the lock is held. What waits in the spool goes first.
 *
 * Several records are one write, which a killed process leaves whole or not at all: before they are added they lie in
 * the spool, from where the next writer would add what is missing, and tell the audit log.
 */
export function appendLocked(
  store: LockedStore,
  entries: readonly Entry[],
  { addition, sync }: AppendOptions = {},
): void {
  mergeSpool(store, (waiting) => appendIfRoom(store, waiting));
  const { files } = store.runtime;
  // Checked before anything is written, but not for the spool: what waits there was accepted long ago.
  for (const { record } of entries) refuseTooLong(record);
  const texts = textsOf(entries);
  for (const [file, text] of texts) refuseFull(store, file, text);
  const sizeOf = (file: StorePath) => files.stat(pathOf(store, file))?.size;
  const sizes = new Map([...texts.keys()].map((file) => [file, sizeOf(file)]));
  const operation = addition && asOperation(store, addition);
  const spooled = entries.length > 1 ? spoolFirst(store, entries, operation) : undefined;
  try {
    for (const [file, text] of texts) appendText(store, file, text, { sync });
    if (operation) addOperation(store, operation);
  } catch (error) {
    for (const [file, size] of sizes) if (sizeOf(file) !== size) takeBack(store, file, size);
    if (spooled !== undefined) files.remove(spooled);
    throw error;
  }
  if (spooled !== undefined) files.remove(spooled);
  if (!operation || operation.actor === "system") return;
  const said = entries.flatMap(({ file, record }) => {
    const text = opinionOf(asObject(record) ?? {});
    return text === undefined ? [] : [{ file, text }];
  });
  noteSaid(store, said);
  tellExposed(store, operation.files);
}

/** Where the home can't be written, as in a client's sandbox, the records are added as they are. */
function spoolFirst(store: LockedStore, entries: readonly Entry[], operation?: Operation): string | undefined {
  try {
    return spoolEntries(store, entries, operation);
  } catch (error) {
    if (!isClosed(store.runtime, store.home, error)) throw error;
    return undefined;
  }
}

/** Appends what waits in the spool; false, and nothing is appended, where a file is full. Then it goes on waiting. */
function appendIfRoom(store: LockedStore, entries: readonly Entry[]): boolean {
  const texts = textsOf(entries);
  try {
    for (const [file, text] of texts) refuseFull(store, file, text);
  } catch {
    return false;
  }
  for (const [file, text] of texts) appendText(store, file, text);
  return true;
}

function textsOf(entries: readonly Entry[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, record } of entries) texts.set(file, (texts.get(file) ?? "") + formatLine(record));
  return texts;
}

/** Throws IO_ERROR where a file would become too large to be read. */
function refuseFull(store: LockedStore, file: StorePath, text: string): void {
  const path = pathOf(store, file);
  refuseGrowth(path, (store.runtime.files.stat(path)?.size ?? 0) + Buffer.byteLength(text), bytesMaxOfFile(file));
}

/**
 * Merges what hooks put aside while the lock was taken, if the lock is free now. Readers do this too, before they read.
 */
export function settleSpool(store: Store): void {
  if (spooledFiles(store).length === 0) return;
  try {
    withLockBriefly(store, (locked) => appendLocked(locked, []));
  } catch (error) {
    // The lock is taken: the next one will merge it.
    if (!(error instanceof MemoryError)) throw error;
  }
}
