/** Every write leaves a line in `audit/operations.jsonl` (management seed §7.6): what happened, never the text. */
import { newId } from "../records/ids.ts";
import { appendText } from "./append_text.ts";
import { isClosed } from "./claim.ts";
import { AUDIT_FILE } from "./layout.ts";
import { formatLine } from "./lines.ts";
import type { LockedStore, Store } from "./mod.ts";
import type { Operation, OperationDetails } from "./operation.ts";

/** Appends an operation to the audit log and returns it. */
export function recordOperation(store: LockedStore, details: OperationDetails): Operation {
  const operation = asOperation(store, details);
  appendText(store, AUDIT_FILE, formatLine(operation));
  return operation;
}

/**
 * Appends the operation of new records to the audit log without waiting for the disk, which halves the time of a save.
 * The records themselves are on the disk: a power cut in that second leaves records that `undo` does not know, never a
 * line without its records.
 */
export function addOperation(store: LockedStore, operation: Operation): void {
  try {
    appendText(store, AUDIT_FILE, formatLine(operation), { sync: false });
  } catch (error) {
    // A client's sandbox lets a project be written and not the home: the records count, `undo` does not know them.
    if (!isClosed(store.runtime, store.home, error)) throw error;
  }
}

/** The same for several operations, in one write. */
export function recordOperations(store: LockedStore, all: readonly OperationDetails[]): void {
  if (all.length > 0) appendText(store, AUDIT_FILE, all.map((each) => formatLine(asOperation(store, each))).join(""));
}

/** An operation of this moment, not yet recorded. */
export function asOperation({ runtime }: Store, details: OperationDetails): Operation {
  return { op_id: newId(runtime, "op"), timestamp: runtime.now().toISOString(), ...details };
}
