/** Carrying out a change of records and notes; and before one, giving each record an id of its own. */
import { followNotes } from "../notes/write.ts";
import { NOTES_FOLDER } from "../store/layout.ts";
import { applyChange, type Change, type Changed, type Planned } from "../store/change.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import type { RawRecord } from "../records/mod.ts";
import { type Contents, readContents } from "../store/contents.ts";
import type { Actor } from "../store/audit.ts";

/** Applies a change. If it touches notes, INDEX.md and their events in the audit log follow. */
export function commit(store: LockedStore, change: Change): Changed | undefined {
  const changed = applyChange(store, change);
  if (changed?.files.some((file) => file.startsWith(`${NOTES_FOLDER}/`))) {
    followNotes(store, { actor: change.actor, command: change.command }, changed, { whole: true });
  }
  return changed;
}

/** The change, and how many records get an id; no change when none shares its own. */
export function planTellingApart(store: Store, actor: Actor): Planned<number> {
  const { hidden } = readContents(store);
  if (hidden.length === 0) return { change: undefined, result: 0 };
  const ids = new Map(hidden.flatMap(({ key, lines }) => lines.map(({ record }) => [JSON.stringify(record), key])));
  const rewrite = (record: RawRecord) => {
    const id = ids.get(JSON.stringify(record));
    return id === undefined ? "keep" : { ...record, id };
  };
  const files = new Set(hidden.flatMap(({ lines }) => lines.map(({ file }) => file)));
  return {
    change: {
      actor,
      command: "doctor",
      scope: "all",
      rewrite: new Map([...files].map((file) => [file, rewrite])),
    },
    result: hidden.length,
  };
}

/**
 * Before some of these records are changed: what was meant is known by its own id, and its line bears it only from now
 * on. Otherwise a deletion would take what another line of that id says, which nobody was shown. Returns whether lines
 * changed, so that whoever read them reads them again.
 */
export function tellApartFirst(store: LockedStore, { hidden }: Pick<Contents, "hidden">): boolean {
  if (hidden.length === 0) return false;
  const { change } = planTellingApart(store, "system");
  return change !== undefined && commit(store, change) !== undefined;
}
