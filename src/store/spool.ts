/** What a hook could not append in time waits in `spool/`, a file for each writer, for the next holder of the lock. */
import { isObject } from "../json.ts";
import { guardInside, namesInside } from "./guard.ts";
import { pathOf, SPOOL_FOLDER } from "./layout.ts";
import { readOrLeaveOut } from "./left_out.ts";
import { formatLine, parseLines } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";

/** A record, and the file, relative to the data folder, to whose end it belongs. */
export interface Entry {
  readonly file: string;
  readonly record: object;
}

/** Puts entries aside, without a lock; they are on the disk when it returns. */
export function spoolEntries(store: Store, entries: readonly Entry[]): void {
  const { runtime } = store;
  const stamp = runtime.now().toISOString().replace(/[^0-9]/g, "");
  guardInside(store, pathOf(store, SPOOL_FOLDER));
  runtime.files.makeFolder(pathOf(store, SPOOL_FOLDER));
  const name = `${SPOOL_FOLDER}/${stamp}-${runtime.pid}-${runtime.random(6)}.jsonl`;
  runtime.files.write(pathOf(store, name), entries.map(formatLine).join(""), { how: "create", sync: true });
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
 * @param append how they get to the ends of their files (append.ts, which calls this)
 */
export function mergeSpool(
  store: LockedStore,
  append: (entries: readonly Entry[]) => void,
): void {
  const waiting = spooledFiles(store);
  // Where the home can't be written they would be appended again by every writer.
  if (waiting.length === 0 || !store.runtime.files.mayWrite(pathOf(store, SPOOL_FOLDER))) return;
  for (const file of waiting) {
    const bytes = readOrLeaveOut(store.runtime, file, () => store.runtime.files.read(pathOf(store, file)));
    if (!bytes) continue;
    const lines = parseLines(bytes);
    const entries = lines.flatMap(({ record }) => isEntry(record) ? [record] : []);
    append(entries.filter((entry) => !isThere(store, entry)));
    // A spool file with a torn line is renamed, out of the way, for doctor to report.
    const whole = lines.every(({ problem, record }) => problem === undefined && (!record || isEntry(record)));
    if (whole) store.runtime.files.remove(pathOf(store, file));
    else store.runtime.files.rename(pathOf(store, file), pathOf(store, `${file}.damaged`));
  }
}

function isEntry(record: unknown): record is Entry {
  return isObject(record) && typeof record.file === "string" &&
    /^(?:daily\/[\d-]+|sessions|facts)\.jsonl$/.test(record.file) && isObject(record.record);
}

function isThere(store: LockedStore, { file, record }: Entry): boolean {
  const bytes = store.runtime.files.read(pathOf(store, file));
  // Both were written by formatLine, which keeps the order of fields.
  const text = JSON.stringify(record);
  return bytes !== undefined && parseLines(bytes).some((line) => JSON.stringify(line.record) === text);
}
