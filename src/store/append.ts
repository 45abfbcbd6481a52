/** The common write: records added at the end of JSONL files, on the disk before they are told as saved. */
import { DAMAGED, type Entry, readSpooled, spooledFiles, spoolEntries } from "./spool.ts";
import { withLockBriefly } from "./write_lock.ts";
import { errorCode, MemoryError, tried } from "../errors.ts";
import { asObject } from "../json.ts";
import { refuseGrowth } from "../limits.ts";
import { remembered } from "../remembered.ts";
import { appendText, type Durability, takeBack } from "./file.ts";
import { bytesOf } from "./file_read.ts";
import { type Addition, addOperation, asAddition, type Operation, readOperations } from "./audit.ts";
import { noteTracked } from "./brought.ts";
import { isClosed } from "./home.ts";
import { tellExposed } from "./keep_private.ts";
import { instructionsOf } from "./instructions.ts";
import { noteSaid } from "./known.ts";
import { inForceBefore, noteOutdated } from "./outdated.ts";
import { holdsAtEnd, nameTracked } from "./keep_tracked.ts";
import { noteOwnLines } from "./own_lines.ts";
import { pathOf, SPOOL_FOLDER, type StorePath } from "./layout.ts";
import { bytesMaxOfFile } from "./truth_files.ts";
import { formatLine, recordsIn, refuseTooLong } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";

interface AppendOptions extends Durability {
  /** The line of the audit log that tells of the write: if it can't be written, nothing is added. */
  readonly addition?: Addition;
}

/** For hooks: appends records, or spools them where the lock is taken or the folder a stranger's. Throws IO_ERROR. */
export function appendInTime(store: Store, entries: readonly Entry[], options: AppendOptions = {}): void {
  try {
    withLockBriefly(store, (locked) => appendLocked(locked, entries, options));
  } catch (error) {
    if (errorCode(error) !== "LOCK_BUSY") throw error;
    spoolEntries(store, entries, operationOf(store, entries, options.addition), options);
  }
}

function operationOf(store: Store, entries: readonly Entry[], addition?: Addition): Operation | undefined {
  const added = entries.map(({ file, record }) => ({ file, id: String(asObject(record)?.id) }));
  return addition && asAddition(store, added, addition);
}

/**
 * Appends records while the lock is held. What waits in the spool goes first.
 *
 * Several records are one write: a process that is killed leaves all of them or none. They lie in the spool before they
 * are added, so that the next writer could add what is missing and tell the audit log. Where git is not done with a
 * file in time, they stay in the spool.
 *
 * @returns the write as the audit log knows it
 */
export function appendLocked(
  store: LockedStore,
  entries: readonly Entry[],
  { addition, sync }: AppendOptions = {},
): Operation | undefined {
  mergeSpool(store);
  const { files } = store.runtime;
  // Checked before anything is written, but not for the spool: what waits there was accepted long ago.
  for (const { record } of entries) refuseTooLong(record);
  const texts = textsOf(entries);
  for (const [file, text] of texts) refuseFull(store, file, text);
  const sizeOf = (file: StorePath) => files.stat(pathOf(store, file))?.size;
  const sizes = new Map([...texts.keys()].map((file) => [file, sizeOf(file)]));
  const operation = operationOf(store, entries, addition);
  const replaces = operation !== undefined && operation.actor !== "system" &&
    entries.some(({ record }) => asObject(record)?.["supersedes"] !== undefined);
  const before = replaces ? inForceBefore(store) : undefined;
  const spooled = entries.length > 1 ? spoolFirst(store, entries, operation) : undefined;
  const waiting = new Set<StorePath>();
  // Before they are added: another process may look whose they are at once.
  noteOwnLines(store, entries);
  let known: Operation | undefined;
  try {
    for (const [file, text] of texts) if (!addForGood(store, file, text, sync)) waiting.add(file);
    if (waiting.size > 0 && spooled === undefined) spoolEntries(store, entries, operation);
    if (operation && waiting.size === 0 && addOperation(store, operation)) known = operation;
  } catch (error) {
    for (const [file, size] of sizes) if (!waiting.has(file) && sizeOf(file) !== size) takeBack(store, file, size);
    if (spooled !== undefined) files.remove(spooled);
    throw error;
  }
  if (spooled !== undefined && waiting.size === 0) files.remove(spooled);
  if (!operation || operation.actor === "system") return known;
  noteOutdated(store, before, false);
  noteSaid(store, entries.flatMap(({ file, record }) => instructionsOf(file, asObject(record) ?? {})));
  tellExposed(store, operation.files, noteTracked);
  return known;
}

/** Git takes a file away for moments only: how often we look for it, and how long we wait in between. */
const LOOKS = 5;
const PAUSE_MS = 100;

/**
 * Adds lines to a file, and adds them again where git has just replaced the file by one without them. Returns false
 * where git is not done in time: then the lines wait in the spool.
 */
function addForGood(store: LockedStore, file: StorePath, text: string, sync?: boolean, looks = LOOKS): boolean {
  for (let look = 1; look <= looks; look++) {
    if (look > 1) store.runtime.sleep(PAUSE_MS);
    const added = appendText(store, file, text, { sync });
    if (added === "added") return true;
    if (added === "put off") continue;
    nameTracked(store, file);
    if (holdsAtEnd(store, file, text)) return true;
  }
  return false;
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

/** Appends what waits in the spool and empties it. What a killed writer has appended already is not doubled. */
export function mergeSpool(store: LockedStore): void {
  const { files } = store.runtime;
  const waiting = spooledFiles(store);
  // In a home that can't be written the spool can't be emptied: every writer would append its records again.
  if (waiting.length === 0 || !files.mayWrite(pathOf(store, SPOOL_FOLDER))) return;
  const isThere = presence(store);
  for (const file of waiting) {
    const spooled = readSpooled(store, file);
    if (!spooled) continue;
    const texts = textsOf(spooled.entries.filter(({ file, record }) => !isThere(file, record)));
    // The records of a full file go on waiting.
    if (!haveRoom(store, texts)) continue;
    noteOwnLines(store, spooled.entries);
    // Where git takes a file away at this moment, all is added later, and `isThere` leaves out what was added now.
    if (![...texts].every(([to, text]) => addForGood(store, to, text, true, 1))) continue;
    const known = new Set(spooled.operations.length > 0 ? readOperations(store).map(({ op_id }) => op_id) : []);
    for (const operation of spooled.operations) if (!known.has(operation.op_id)) addOperation(store, operation);
    // A spool file with a torn line is renamed, out of the way, for doctor to report.
    if (spooled.isWhole) files.remove(pathOf(store, file));
    else files.rename(pathOf(store, file), pathOf(store, `${file}${DAMAGED}`));
  }
}

/** Whether a record stands in a file already; each file is read once. */
function presence(store: Store): (file: StorePath, record: object) => boolean {
  // File and spool were both written by formatLine, which keeps the order of fields.
  const linesOf = remembered((file: StorePath) =>
    new Set(recordsIn(bytesOf(store, file)).map((line) => JSON.stringify(line)))
  );
  return (file, record) => linesOf(file).has(JSON.stringify(record));
}

function haveRoom(store: LockedStore, texts: ReadonlyMap<StorePath, string>): boolean {
  return tried(() => {
    for (const [file, text] of texts) refuseFull(store, file, text);
    return true;
  }) ?? false;
}

function textsOf(entries: readonly Entry[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, record } of entries) texts.set(file, (texts.get(file) ?? "") + formatLine(record));
  return texts;
}

function refuseFull(store: LockedStore, file: StorePath, text: string): void {
  const path = pathOf(store, file);
  refuseGrowth(path, (store.runtime.files.stat(path)?.size ?? 0) + Buffer.byteLength(text), bytesMaxOfFile(file));
}

/** Merges what hooks put aside, if the lock is free now. Readers do this too, before they read. */
export function settleSpool(store: Store): void {
  if (spooledFiles(store).length === 0) return;
  try {
    withLockBriefly(store, mergeSpool);
  } catch (error) {
    // The lock is taken: its next holder will merge the spool.
    if (!(error instanceof MemoryError)) throw error;
  }
}
