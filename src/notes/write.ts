/**
 * One change of notes on disk, under the lock: copies first, then the files, then INDEX.md, then the audit log. Files of
 * the team's share folder are never written: a change of a shared note becomes a project note of the same id.
 */
import { backupFiles } from "../store/backup.ts";
import { NOTES_FOLDER, pathOf } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { guardInside } from "../store/guard.ts";
import { replaceFile } from "../store/rewrite.ts";
import { dirname } from "node:path";
import { type Author, type NoteEvent, recordNoteEvents } from "./audit.ts";
import { readNote } from "./files.ts";
import { freeId, rememberIds, usedIds } from "./ids.ts";
import { indexedIds, updateIndex } from "./index_file.ts";
import type { Note, NoteFields } from "./note.ts";
import { parseNote } from "./parse.ts";
import { editNote, type NoteChanges, renderNote } from "./render.ts";

/** Deleted notes keep their place below this folder until they are restored or purged. */
export const DELETED_FOLDER = `${NOTES_FOLDER}/.deleted`;

export interface NoteChange {
  readonly note: Note;
  readonly changes: NoteChanges;
}

export interface Written {
  /** The new note, or the first changed one. */
  readonly note: Note;
  readonly warnings: readonly string[];
  readonly backupPath?: string;
}

/** Writes a new note under a free id and changes others with it (those that it replaces). */
export function createNote(
  store: LockedStore,
  fields: NoteFields,
  author: Author,
  changed: readonly NoteChange[] = [],
): Written {
  const id = fields.id || freeId(fields.title, takenIds(store));
  const path = `${NOTES_FOLDER}/${id}.md`;
  const note = parseNote(renderNote({ ...fields, id }), path);
  rememberIds(store, [id]);
  const backupPath = backupOf(store, changed, author);
  replaceFile(store, path, note.text);
  const others = changed.map((change) => writeChange(store, change));
  const events = [{ event: "memory_note_created", note } as const, ...others.map(updated)];
  return { note, ...finishWrite(store, author, events, backupPath) };
}

/** Changes notes that are there. Lines that say nothing of the changed fields stay byte for byte. */
export function changeNotes(
  store: LockedStore,
  changed: readonly [NoteChange, ...NoteChange[]],
  author: Author,
): Written {
  const backupPath = backupOf(store, changed, author);
  const [first, ...rest] = changed;
  const note = writeChange(store, first);
  const others = rest.map((change) => writeChange(store, change));
  const events = [note, ...others].map(updated);
  return { note, ...finishWrite(store, author, events, backupPath) };
}

/** Moves a note out of sight; `restoreNote` brings it back. */
export function deleteNote(store: LockedStore, note: Note, author: Author): Written {
  const backupPath = backupFiles(store, [note.path], author.command);
  moveFile(store, note.path, deletedPath(note.path));
  return { note, ...finishWrite(store, author, [{ event: "memory_note_deleted", note }], backupPath) };
}

/** Brings a deleted note back to where it lay. */
export function restoreNote(store: LockedStore, note: Note, author: Author): Written {
  const path = `${NOTES_FOLDER}/${note.path.slice(DELETED_FOLDER.length + 1)}`;
  moveFile(store, note.path, path);
  const restored = { ...note, path };
  return {
    note: restored,
    ...finishWrite(store, author, [{ event: "memory_note_created", note: restored }], undefined),
  };
}

/** Notes that were deleted and are not back. */
export function deletedNotes(store: Store, folder = DELETED_FOLDER): Note[] {
  const { files } = store.runtime;
  return files.list(pathOf(store, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (!name.endsWith(".md")) return deletedNotes(store, path);
    const live = files.stat(pathOf(store, `${NOTES_FOLDER}/${path.slice(DELETED_FOLDER.length + 1)}`));
    return live ? [] : readNote(store, path) ?? [];
  });
}

/** Ids that can't be given any more, in lower case. */
export function takenIds(store: LockedStore): Set<string> {
  const taken = usedIds(store);
  for (const id of indexedIds(store)) taken.add(id.toLowerCase());
  for (const name of store.runtime.files.list(pathOf(store, NOTES_FOLDER))) {
    taken.add(name.replace(/\.md$/, "").toLowerCase());
  }
  return taken;
}

function writeChange(store: LockedStore, { note, changes }: NoteChange): Note {
  const path = note.shared ? `${NOTES_FOLDER}/${note.id}.md` : note.path;
  const text = editNote(note, changes);
  if (text !== note.text || path !== note.path) replaceFile(store, path, text);
  return parseNote(text, path);
}

function backupOf(store: LockedStore, changed: readonly NoteChange[], author: Author): string | undefined {
  return backupFiles(store, changed.filter(({ note }) => !note.shared).map(({ note }) => note.path), author.command);
}

function updated(note: Note): NoteEvent {
  return { event: "memory_note_updated", note };
}

function deletedPath(path: string): string {
  return `${DELETED_FOLDER}/${path.slice(NOTES_FOLDER.length + 1)}`;
}

function moveFile(store: LockedStore, from: string, to: string): void {
  const { files } = store.runtime;
  const target = pathOf(store, to);
  guardInside(store, pathOf(store, from));
  guardInside(store, target);
  files.makeFolder(dirname(target));
  files.rename(pathOf(store, from), target);
  files.syncFolder(dirname(target));
}

/** INDEX.md and the audit log after a change. */
export function finishWrite(
  store: LockedStore,
  author: Author,
  events: readonly NoteEvent[],
  backupPath: string | undefined,
  otherFiles: readonly string[] = [],
): Pick<Written, "warnings" | "backupPath"> {
  const { changed, warnings } = updateIndex(store);
  recordNoteEvents(store, author, events, { backupPath, otherFiles, indexChanged: changed });
  return { warnings, ...backupPath ? { backupPath } : {} };
}
