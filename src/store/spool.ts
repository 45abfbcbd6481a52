/** What a hook could not append in time waits in `spool/`, a file for each writer, for the next holder of the lock. */
import { replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { remembered } from "../remembered.ts";
import { addOperation, type Operation, readOperations } from "./audit.ts";
import { guardInside, namesInside, pathOf, SPOOL_FOLDER, type StorePath } from "./layout.ts";
import { bytesOf, type Durability } from "./file.ts";
import { formatLine, parseLines, recordsIn } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";

/** How the name ends of a file that could not be merged whole. */
export const DAMAGED = ".damaged";

/** A record, and the file, relative to the data folder, to whose end it belongs. */
export interface Entry {
  readonly file: StorePath;
  readonly record: object;
}

/**
 * Puts entries aside, without a lock; all of them are on the disk when it returns, or none; without `sync` it does not
 * wait for the disk.
 *
 * @param operation what the audit log is to tell of them
 * @returns the path of their file
 */
export function spoolEntries(
  store: Store,
  entries: readonly Entry[],
  operation?: Operation,
  { sync = true }: Durability = {},
): string {
  const { runtime } = store;
  const stamp = runtime.now().toISOString().replace(/[^0-9]/g, "");
  guardInside(store, pathOf(store, SPOOL_FOLDER));
  runtime.files.makeFolder(pathOf(store, SPOOL_FOLDER));
  const name = `${SPOOL_FOLDER}/${stamp}-${runtime.pid}-${runtime.random(6)}.jsonl`;
  const lines = [...entries, ...operation ? [{ operation }] : []].map(formatLine).join("");
  replaceAtomically(runtime, pathOf(store, name), lines, { sync });
  return pathOf(store, name);
}

/** The waiting spool files, oldest first. */
export function spooledFiles(store: Store): string[] {
  return namesInside(store, SPOOL_FOLDER).filter((name) => name.endsWith(".jsonl")).map((name) =>
    `${SPOOL_FOLDER}/${name}`
  );
}

/**
 * Appends what waits in the spool and empties it. After a crash in between, entries already appended are not doubled.
 *
 * @param append how they get to the ends of their files (append.ts, which calls this); false where there is no room
 */
export function mergeSpool(
  store: LockedStore,
  append: (entries: readonly Entry[]) => boolean,
): void {
  const waiting = spooledFiles(store);
  // Where the home can't be written they would be appended again by every writer.
  if (waiting.length === 0 || !store.runtime.files.mayWrite(pathOf(store, SPOOL_FOLDER))) return;
  const isThere = presence(store);
  for (const file of waiting) {
    const bytes = bytesOf(store, file);
    if (!bytes) continue;
    const lines = parseLines(bytes);
    const entries = lines.flatMap(({ record }) => isEntry(record) ? [record] : []);
    if (!append(entries.filter((entry) => !isThere(entry.file, entry.record)))) continue;
    for (const { record } of lines) {
      if (!isAnnounced(record)) continue;
      if (!readOperations(store).some(({ op_id }) => op_id === record.operation.op_id)) {
        addOperation(store, record.operation);
      }
    }
    // A spool file with a torn line is renamed, out of the way, for doctor to report.
    const whole = lines.every(({ problem, record }) =>
      problem === undefined && (!record || isEntry(record) || isAnnounced(record))
    );
    if (whole) store.runtime.files.remove(pathOf(store, file));
    else store.runtime.files.rename(pathOf(store, file), pathOf(store, `${file}${DAMAGED}`));
  }
}

/** The ids of the records that wait. */
export function spooledIds(store: Store): unknown[] {
  return spooledFiles(store).flatMap((file) => {
    return recordsIn(bytesOf(store, file)).flatMap((line: unknown) =>
      isEntry(line) ? [Reflect.get(line.record, "id")] : []
    );
  });
}

function isEntry(record: unknown): record is Entry {
  return isObject(record) && typeof record.file === "string" &&
    /^(?:daily\/[\d-]+|sessions|facts)\.jsonl$/.test(record.file) && isObject(record.record);
}

/** A line that holds what the audit log is to say of the entries before it. */
function isAnnounced(record: unknown): record is { readonly operation: Operation } {
  return isObject(record) && isObject(record.operation) && typeof record.operation.op_id === "string" &&
    Array.isArray(record.operation.ids);
}

/** Whether a record stands in a file already; each file is read once. */
function presence(store: Store): (file: StorePath, record: object) => boolean {
  // Both were written by formatLine, which keeps the order of fields.
  const textsOf = remembered((file: StorePath) =>
    new Set(recordsIn(bytesOf(store, file)).map((line) => JSON.stringify(line)))
  );
  return (file, record) => textsOf(file).has(JSON.stringify(record));
}
