/**
 * Writing notes, under the lock: all files of a change or none, with copies for undo, then INDEX.md and LingXi's
 * events. The team's share folder is never written: a changed shared note becomes a project note of the same id.
 */
import type { Sentence } from "../sentence.ts";
import { applyChange } from "../store/change.ts";
import { noteReworded, noteSaid } from "../store/known.ts";
import { DELETED_NOTES_FOLDER, noteFiles, NOTES_FOLDER, pathOf } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { type Author, authorIds } from "./audit.ts";
import { readNote } from "./files.ts";
import { followNotes } from "./follow.ts";
import { freeId, rememberIds, usedIds } from "./ids.ts";
import { indexedIds } from "./index_file.ts";
import type { Note, NoteFields } from "./note.ts";
import { parseNote } from "./parse.ts";
import { editNote, type NoteChanges, renderNote } from "./render.ts";

/** A note, and what changes of it. */
export interface NoteChange {
  readonly note: Note;
  readonly changes: NoteChanges;
}

/** What was written. */
export interface Written {
  /** The new note, or the first changed one. */
  readonly note: Note;
  readonly warnings: readonly Sentence[];
  readonly backupPath?: string;
}

/** Writes a new note under a free id, and changes others (those that it replaces) with it. */
export function createNote(
  store: LockedStore,
  fields: NoteFields,
  author: Author,
  changed: readonly NoteChange[] = [],
): Written {
  const id = fields.id || freeId(fields.title, takenIds(store));
  const note = parseNote(renderNote({ ...fields, id }), `${NOTES_FOLDER}/${id}.md`);
  rememberIds(store, [id]);
  noteSaid(store, [{ file: note.path, text: note.text }]);
  return { note, ...writeFiles(store, [note, ...changed.map((each) => afterChange(store, each))], author) };
}

/** Changes existing notes. Lines without changed fields stay byte for byte. */
export function changeNotes(
  store: LockedStore,
  changed: readonly [NoteChange, ...NoteChange[]],
  author: Author,
): Written {
  const [first, ...rest] = changed;
  const note = afterChange(store, first);
  return { note, ...writeFiles(store, [note, ...rest.map((each) => afterChange(store, each))], author) };
}

/** Moves a note out of sight, from where `manage restore` brings it back. */
export function deleteNote(store: LockedStore, note: Note, author: Author): Written {
  return { note, ...writeFiles(store, [{ ...note, path: deletedPath(note.path) }], author, [note.path]) };
}

/** The deleted notes that were not restored. */
export function deletedNotes(store: Store): Note[] {
  return noteFiles(store, DELETED_NOTES_FOLDER).flatMap((path) =>
    store.runtime.files.stat(pathOf(store, livePath(path))) ? [] : readNote(store, path) ?? []
  );
}

/** Where a note's file lies when it is deleted. */
export function deletedPath(path: string): string {
  return `${DELETED_NOTES_FOLDER}/${path.slice(NOTES_FOLDER.length + 1)}`;
}

/** Where the file of a deleted note belongs; any other path as it is. */
export function livePath(path: string): string {
  return path.startsWith(`${DELETED_NOTES_FOLDER}/`)
    ? `${NOTES_FOLDER}/${path.slice(DELETED_NOTES_FOLDER.length + 1)}`
    : path;
}

/** Ids that can't be given again, in lower case. */
function takenIds(store: LockedStore): Set<string> {
  const taken = usedIds(store);
  for (const id of indexedIds(store)) taken.add(id.toLowerCase());
  for (const name of store.runtime.files.list(pathOf(store, NOTES_FOLDER))) {
    taken.add(name.replace(/\.md$/, "").toLowerCase());
  }
  return taken;
}

function afterChange(store: LockedStore, { note, changes }: NoteChange): Note {
  const after = parseNote(editNote(note, changes), note.shared ? `${NOTES_FOLDER}/${note.id}.md` : note.path);
  noteReworded(store, note.path, note.text, after.text);
  return after;
}

/** Writes notes to their paths and takes other files away, in one change that undo can take back. */
export function writeFiles(
  store: LockedStore,
  notes: readonly Pick<Note, "id" | "path" | "text">[],
  author: Author,
  gone: readonly string[] = [],
): Pick<Written, "warnings" | "backupPath"> {
  const encoder = new TextEncoder();
  const changed = applyChange(store, {
    actor: author.actor,
    command: author.command,
    scope: "notes",
    replace: new Map([
      ...gone.map((path) => [path, undefined] as const),
      ...notes.map(({ path, text }) => [path, encoder.encode(text)] as const),
    ]),
    ids: notes.map(({ id }) => id),
    audit: authorIds(author),
  });
  const warnings = followNotes(store, author, changed);
  return { warnings, ...changed?.backupPath === undefined ? {} : { backupPath: changed.backupPath } };
}
