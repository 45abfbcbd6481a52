/** What a hook could not append in time waits in `spool/`, a file for each writer, for the next holder of the lock. */
import { replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import type { Operation } from "./audit.ts";
import { namesInside, pathInside, pathOf, SPOOL_FOLDER, type StorePath } from "./layout.ts";
import { type Durability } from "./file.ts";
import { bytesOf } from "./file_read.ts";
import { formatLine, parseLines } from "./lines.ts";
import type { Store } from "./mod.ts";

/** How the name ends of a file that could not be merged whole. */
export const DAMAGED = ".damaged";

/** A record, and the file, relative to the data folder, to whose end it belongs. */
export interface Entry {
  readonly file: StorePath;
  readonly record: object;
}

/** Puts entries aside, without a lock, all of them or none. Returns the path of their file. */
export function spoolEntries(
  store: Store,
  entries: readonly Entry[],
  operation?: Operation,
  { sync = true }: Durability = {},
): string {
  const { runtime } = store;
  const stamp = runtime.now().toISOString().replace(/[^0-9]/g, "");
  runtime.files.makeFolder(pathInside(store, SPOOL_FOLDER));
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

interface Spooled {
  readonly entries: readonly Entry[];
  /** What the audit log is to say of them. */
  readonly operations: readonly Operation[];
  /** False where a line is neither a record nor an operation, such as a torn one. */
  readonly isWhole: boolean;
}

/** Reads a spool file; undefined for one that can't be read. */
export function readSpooled(store: Store, file: StorePath): Spooled | undefined {
  const bytes = bytesOf(store, file);
  if (!bytes) return undefined;
  const lines = parseLines(bytes).filter(({ record, problem }) => record || problem !== undefined);
  const entries = lines.flatMap(({ record }) => isEntry(record) ? [record] : []);
  const operations = lines.flatMap(({ record }) => isAnnounced(record) ? [record.operation] : []);
  return { entries, operations, isWhole: lines.length === entries.length + operations.length };
}

/** The ids of the records that wait. */
export function spooledIds(store: Store): unknown[] {
  return spooledFiles(store).flatMap((file) =>
    readSpooled(store, file)?.entries.map(({ record }) => Reflect.get(record, "id")) ?? []
  );
}

function isEntry(record: unknown): record is Entry {
  return isObject(record) && typeof record.file === "string" &&
    /^(?:daily\/[\d-]+|sessions|facts)\.jsonl$/.test(record.file) && isObject(record.record);
}

function isAnnounced(record: unknown): record is { readonly operation: Operation } {
  return isObject(record) && isObject(record.operation) && typeof record.operation.op_id === "string" &&
    Array.isArray(record.operation.ids);
}
