import { followNotes } from "../notes/write.ts";
import { NOTES_FOLDER } from "../store/layout.ts";
import { applyChange, type Change, type Changed } from "../store/change.ts";
import type { LockedStore } from "../store/mod.ts";

/** Applies a change. If it touches notes, INDEX.md and their events in the audit log follow. */
export function commit(store: LockedStore, change: Change): Changed | undefined {
  const changed = applyChange(store, change);
  if (changed?.files.some((file) => file.startsWith(`${NOTES_FOLDER}/`))) {
    followNotes(store, { actor: change.actor, command: change.command }, changed, { whole: true });
  }
  return changed;
}
