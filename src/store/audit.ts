/**
 * The audit log, `audit/operations.jsonl` (management seed §7.6): a line for every write, which never holds the text of
 * a record. Readers ask it which writes there were, and which of them were undone.
 */
import { newId, type OperationId, type RecordId } from "../records/ids.ts";
import { homeTrouble } from "../home_trouble.ts";
import { appendText } from "./file.ts";
import { isClosed } from "./home.ts";
import { languageIn } from "./keep_private.ts";
import { AUDIT_FILE, pathOf, type StorePath } from "./layout.ts";
import { formatLine, NEWLINE, recordsIn } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";
import { BYTES_MAX } from "../limits.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { said } from "./words.ts";

export type Actor = "user" | "agent" | "system";

/** The caller of a verb: a person at a terminal, else an agent. */
export function actorOf({ stdout }: Pick<Runtime, "stdout">): Actor {
  return stdout.isTerminal ? "user" : "agent";
}

/** The fields of an operation that its caller knows. */
export interface OperationDetails {
  readonly actor: Actor;
  /** The verb: save, delete, edit … */
  readonly command: string;
  readonly scope: string;
  /** How many records that are not deleted the touched files hold, before and after. */
  readonly before_count: number;
  readonly after_count: number;
  readonly ids: readonly RecordId[];
  readonly files: readonly StorePath[];
  /** `backups/2026-02-19-120500/` */
  readonly backup_path?: StorePath | undefined;
  readonly success: boolean;
  readonly error?: string;
  readonly [field: string]: unknown;
}

/** A line of the audit log. */
export interface Operation extends OperationDetails {
  readonly op_id: OperationId;
  readonly timestamp: string;
}

/** Appends an operation to the audit log and returns it. */
export function recordOperation(store: LockedStore, details: OperationDetails): Operation {
  const operation = asOperation(store, details);
  appendText(store, AUDIT_FILE, formatLine(operation));
  return operation;
}

/**
 * Notes an operation that added records, without waiting for the disk, which halves the time of a save. A power cut may
 * leave records that `undo` does not know, never a line without its records. Returns whether the operation is noted.
 */
export function addOperation(store: LockedStore, operation: Operation): boolean {
  try {
    appendText(store, AUDIT_FILE, formatLine(operation), { sync: false });
    return true;
  } catch (error) {
    const { runtime, folder, home } = store;
    if (!isClosed(runtime, home, error)) throw error;
    // A client's sandbox may write the project but not the home. Of a home that can't even be read every verb tells.
    if (operation.actor !== "system" && !homeTrouble(runtime)?.isUnread) {
      runtime.warn?.(said("only_here", { home }), languageIn(runtime, folder));
    }
    return false;
  }
}

/** Appends several operations to the audit log in one write. */
export function recordOperations(store: LockedStore, all: readonly OperationDetails[]): void {
  if (all.length > 0) appendText(store, AUDIT_FILE, all.map((each) => formatLine(asOperation(store, each))).join(""));
}

/** The fields of an operation that adds records, but for those that tell which records. */
export type Addition = Pick<OperationDetails, "actor" | "command" | "scope"> & Readonly<Record<string, unknown>>;

/** The operation of this moment that adds these records, not yet recorded. */
export function asAddition(
  store: Store,
  added: readonly { readonly file: StorePath; readonly id: RecordId }[],
  addition: Addition,
): Operation {
  return asOperation(store, {
    ...addition,
    before_count: 0,
    after_count: added.length,
    ids: added.map(({ id }) => id),
    files: [...new Set(added.map(({ file }) => file))],
    success: true,
  });
}

function asOperation({ runtime }: Store, details: OperationDetails): Operation {
  return { op_id: newId(runtime, "op"), timestamp: runtime.now().toISOString(), ...details };
}

/** Every write, or those whose lines name this record, oldest first. Of two lines with one id the later one counts. */
export function readOperations(store: Store, naming?: RecordId): Operation[] {
  return operationsIn(store.runtime.files.read(pathOf(store, AUDIT_FILE), BYTES_MAX.audit), naming);
}

function operationsIn(bytes: Uint8Array | undefined, naming?: RecordId): Operation[] {
  return [...new Map(recordsIn(bytes, naming).filter(isOperation).map((each) => [each.op_id, each])).values()];
}

/** The end of the log that is read first: some two thousand writes. */
const END_BYTES = 512 * 1024;

/**
 * The newest writes, oldest first: as many as suffice, else all. A log of years holds hundred thousands, and what is
 * asked for stands near its end.
 */
export function newestOperations(store: Store, isEnough: (operations: readonly Operation[]) => boolean): Operation[] {
  const { files } = store.runtime;
  const path = pathOf(store, AUDIT_FILE);
  const size = files.stat(path)?.size ?? 0;
  for (let length = END_BYTES; length < size; length *= 8) {
    const end = files.readRange(path, size - length, length);
    // The first line is not whole.
    const operations = operationsIn(end?.subarray(end.indexOf(NEWLINE) + 1));
    if (isEnough(operations)) return operations;
  }
  return readOperations(store);
}

/** The writes from this one on; all, where none of that id is known. */
export function operationsSince(store: Store, opId: OperationId): Operation[] {
  return newestOperations(store, (operations) => operations.some(({ op_id }) => op_id === opId));
}

/** The newest write, of whomever. */
export function lastOperation(store: Store): Operation | undefined {
  return newestOperations(store, (operations) => operations.length > 0).at(-1);
}

function isOperation(record: RawRecord): record is Operation & RawRecord {
  return typeof record.op_id === "string" && typeof record.command === "string" && Array.isArray(record.ids) &&
    Array.isArray(record.files);
}

/** Ids of the writes that were undone and not brought back since. */
export function takenBack(operations: readonly Operation[]): Set<string> {
  const undone = new Set<string>();
  for (const { op_id, success, undoes } of operations.toReversed()) {
    if (success && typeof undoes === "string" && !undone.has(op_id)) undone.add(undoes);
  }
  return undone;
}
