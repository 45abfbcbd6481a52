/** Curated notes as records, so that they are listed, counted, deleted and restored together with all others. */
import { unlessEmpty } from "../lists.ts";
import { deletedNotes, readNotes, resolveNotes } from "../notes/files.ts";
import { contentOf, type Note, replacedIn } from "../notes/note.ts";
import { viewOf } from "../records/view.ts";
import { pathOf } from "../store/layout.ts";
import { type Contents, readContents } from "../store/contents.ts";
import type { RecordScope } from "../store/filter.ts";
import type { Store } from "../store/mod.ts";
import { Stored } from "../store/stored.ts";

/** The records of a scope; notes too, where it has them. */
export function readScope(store: Store, scope: RecordScope): Contents {
  const contents = readContents(store);
  if (scope !== "all" && scope !== "notes") return contents;
  const live = resolveNotes(readNotes(store)).notes.map((note) => asStored(store, note));
  return { ...contents, records: [...contents.records, ...live, ...deletedNotesIn(store)] };
}

/** The deleted notes of a store as records. */
export function deletedNotesIn(store: Store): Stored[] {
  return deletedNotes(store).map((note) => asStored(store, note, deletedAt(store, note)));
}

/** A note as a record: a list shows its `content`, a keyword is looked for in its `body`, the whole text. */
function asStored({ layer }: Store, note: Note, deleted_at?: string): Stored {
  const { id, path, tags, status, createdAt, updatedAt, session, text, shared } = note;
  return new Stored({ layer, file: path, kind: "notes" }, id, {
    id,
    type: "note",
    content: contentOf(note),
    tags,
    status,
    supersedes: unlessEmpty(replacedIn(note)),
    timestamp: updatedAt || createdAt,
    session_id: session || undefined,
    shared: shared || undefined,
    body: text,
    deleted_at,
  });
}

/** When a note was deleted. The deletion moved its file, which is the last change of that file. */
function deletedAt(store: Store, note: Note): string {
  const changed = store.runtime.files.stat(pathOf(store, note.path))?.changedNs ?? 0n;
  return new Date(Number(changed / 1_000_000n)).toISOString();
}

/**
 * Whether a store holds no note, and no record that counts and shows a text: events of sessions show none. A line that
 * can't be used may be one.
 */
export function isEmptyStore(store: Store, counts: (stored: Stored) => boolean = () => true): boolean {
  const { records, badLines } = readScope(store, "notes");
  return badLines.length === 0 && !records.some((stored) => {
    const { record, kind, isDeleted } = stored;
    return counts(stored) && (kind === "notes" || (!isDeleted && viewOf(record, kind).content !== ""));
  });
}
