/** Carrying out a change of records and notes; and, before a change, giving an id to records that share one. */
import { followNotes } from "../notes/write.ts";
import { NOTES_FOLDER } from "../store/layout.ts";
import { applyChange, type Change, type Changed, type Planned } from "../store/change.ts";
import type { LockedStore } from "../store/mod.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Contents } from "../store/contents.ts";
import type { Actor } from "../store/audit.ts";

/** Applies a change. If it touches notes, INDEX.md and their events in the audit log follow. */
export function commit(store: LockedStore, change: Change): Changed | undefined {
  const changed = applyChange(store, change);
  if (changed?.files.some((file) => file.startsWith(`${NOTES_FOLDER}/`))) {
    followNotes(store, { actor: change.actor, command: change.command }, changed, { whole: true });
  }
  return changed;
}

/** The change that gives an id of its own to each record that shares one; the result is how many these are. */
export function planTellingApart({ hidden }: Pick<Contents, "hidden">, actor: Actor): Planned<number> {
  if (hidden.length === 0) return { change: undefined, result: 0 };
  const ids = new Map(hidden.flatMap(({ key, lines }) => lines.map(({ record }) => [JSON.stringify(record), key])));
  const rewrite = (record: RawRecord) => {
    const id = ids.get(JSON.stringify(record));
    return id === undefined ? "keep" : { ...record, id };
  };
  const files = new Set(hidden.flatMap(({ lines }) => lines.map(({ file }) => file)));
  const change = {
    actor,
    command: "doctor",
    scope: "all",
    rewrite: new Map([...files].map((file) => [file, rewrite])),
  };
  return { change, result: hidden.length };
}

/**
 * Gives records that share an id one each in the files, before some of them are changed. Otherwise a deletion by id
 * would take the other records of that id too, which nobody was shown. Returns whether files changed: then `contents`
 * has to be read again.
 */
export function tellApartFirst(store: LockedStore, contents: Pick<Contents, "hidden">): boolean {
  const { change } = planTellingApart(contents, "system");
  return change !== undefined && commit(store, change) !== undefined;
}
