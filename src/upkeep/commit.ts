/** Carrying out a change of records and notes; giving an id to records that share one; marking records as deleted. */
import { followNotes } from "../notes/write.ts";
import { NOTES_FOLDER } from "../store/layout.ts";
import { applyTogether, type Change, type Rewrite } from "../store/change.ts";
import type { LockedStore } from "../store/mod.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { type Contents, readContents } from "../store/contents.ts";
import type { Actor, Operation } from "../store/audit.ts";

/** Applies a change. If it touches notes, INDEX.md and their events in the audit log follow. */
export function commit(store: LockedStore, change: Change): Operation | undefined {
  return commitTogether([[store, change]])[0];
}

/** The same for a change in each of several stores, all of which happen or none. */
export function commitTogether(changes: readonly (readonly [LockedStore, Change])[]): (Operation | undefined)[] {
  const written = applyTogether(changes);
  changes.forEach(([store, { actor, command }], at) => {
    const changed = written[at];
    if (!changed?.files.some((file) => file.startsWith(`${NOTES_FOLDER}/`))) return;
    followNotes(store, { actor, command }, changed);
  });
  return written;
}

/**
 * Gives records that share an id one each in the files: a deletion by id would take the others, too, which nobody was
 * shown. Returns how many got one: if any, `contents` has to be read again.
 */
export function giveOwnIds(
  store: LockedStore,
  { hidden }: Pick<Contents, "hidden"> = readContents(store),
  actor: Actor = "system",
): number {
  if (hidden.length === 0) return 0;
  const lines = hidden.flatMap(({ key, lines }) => lines.map(({ file, record }) => ({ key, file, record })));
  const ids = new Map(lines.map(({ key, record }) => [JSON.stringify(record), key]));
  const rewrite = (record: RawRecord) => {
    const id = ids.get(JSON.stringify(record));
    return id === undefined ? "keep" : { ...record, id };
  };
  const change = { actor, command: "doctor", scope: "all", rewrite: new Map(lines.map(({ file }) => [file, rewrite])) };
  return commit(store, change) ? hidden.length : 0;
}

/** Makes the rewrite that marks a record as deleted from now on. */
export function deletion({ now }: Pick<Runtime, "now">, by: Actor): (record: RawRecord) => Rewrite {
  const marks = { deleted_at: now().toISOString(), deleted_by: by };
  return (record) => isDeleted(record) ? "keep" : { ...record, ...marks };
}
