/**
 * One change of notes on disk, under the lock: copies first, then the files, then INDEX.md, then the audit log. Files of
 * the team's share folder are never written: a change of a shared note becomes a project note of the same id.
 */
import { backupFiles } from "../store/backup.ts";
import { type Actor, recordOperation } from "../store/audit.ts";
import { NOTES_FOLDER, pathOf } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { guardInside } from "../store/guard.ts";
import { replaceFile } from "../store/rewrite.ts";
import { dirname } from "node:path";
import { readNote } from "./files.ts";
import { freeId, rememberIds, usedIds } from "./ids.ts";
import { readIndex, updateIndex } from "./index_file.ts";
import { rowId } from "./index_table.ts";
import type { Note, NoteFields } from "./note.ts";
import { parseNote } from "./parse.ts";
import { editNote, type NoteChanges, renderNote } from "./render.ts";

/** Who changes notes, for the audit log. */
export interface Author {
  readonly actor: Actor;
  /** The verb: `note add` … */
  readonly command: string;
  /** LingXi's conversation_id and generation_id. */
  readonly session?: string | undefined;
  readonly generation?: string | undefined;
  readonly reason?: string | undefined;
}

/** Deleted notes keep their place below this folder until they are restored or purged. */
export const DELETED_FOLDER = `${NOTES_FOLDER}/.deleted`;

type NoteEvent = "memory_note_created" | "memory_note_updated" | "memory_note_deleted";

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
  const events = [eventOf("memory_note_created", note), ...others.map((each) => eventOf("memory_note_updated", each))];
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
  const events = [note, ...others].map((each) => eventOf("memory_note_updated", each));
  return { note, ...finishWrite(store, author, events, backupPath) };
}

/** Moves a note out of sight; `restoreNote` brings it back. */
export function deleteNote(store: LockedStore, note: Note, author: Author): Written {
  const backupPath = backupFiles(store, [note.path], author.command);
  moveFile(store, note.path, deletedPath(note.path));
  return { note, ...finishWrite(store, author, [eventOf("memory_note_deleted", note)], backupPath) };
}

/** Brings a deleted note back to where it lay. */
export function restoreNote(store: LockedStore, note: Note, author: Author): Written {
  const path = `${NOTES_FOLDER}/${note.path.slice(DELETED_FOLDER.length + 1)}`;
  moveFile(store, note.path, path);
  const restored = { ...note, path };
  return { note: restored, ...finishWrite(store, author, [eventOf("memory_note_created", restored)], undefined) };
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
  for (const row of readIndex(store).rows) taken.add(rowId(row).toLowerCase());
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

function eventOf(event: NoteEvent, note: Note): { event: NoteEvent; note: Note } {
  return { event, note };
}

/**
 * INDEX.md and the audit log after a change. The first line is the operation, which undo takes back as a whole: files
 * in its backup are put back, other files of it are taken away. The lines after it say what else happened, LingXi's
 * events; they are the system's.
 */
export function finishWrite(
  store: LockedStore,
  author: Author,
  events: readonly { event: NoteEvent; note: Note }[],
  backupPath: string | undefined,
  otherFiles: readonly string[] = [],
): Pick<Written, "warnings" | "backupPath"> {
  const index = updateIndex(store);
  const ids = { conversation_id: author.session ?? "", generation_id: author.generation ?? "" };
  const about = (note: Note, event: NoteEvent) => ({
    event,
    note_id: note.id,
    operation: event.slice("memory_note_".length).replace(/d$/, ""),
    source: note.source,
    file: note.path,
    ...ids,
    ...author.reason ? { reason: author.reason } : {},
  });
  const count = (counted: readonly NoteEvent[]) => events.filter(({ event }) => counted.includes(event)).length;
  const [first, ...rest] = events;
  const operation = recordOperation(store, {
    actor: author.actor,
    command: author.command,
    scope: "notes",
    before_count: count(["memory_note_updated", "memory_note_deleted"]),
    after_count: count(["memory_note_updated", "memory_note_created"]),
    ids: events.map(({ note }) => note.id),
    files: [...events.map(({ note }) => note.path), ...otherFiles],
    ...backupPath ? { backup_path: backupPath } : {},
    success: true,
    ...first ? about(first.note, first.event) : {},
  });
  const line = { actor: "system", command: author.command, scope: "notes", success: true } as const;
  const none = { before_count: 0, after_count: 0, ids: [], files: [] };
  for (const { event, note } of rest) {
    recordOperation(store, { ...line, ...none, part_of: operation.op_id, ...about(note, event) });
  }
  if (index.changed) {
    recordOperation(store, { ...line, ...none, part_of: operation.op_id, event: "memory_index_updated", ...ids });
  }
  return { warnings: index.warnings, ...backupPath ? { backupPath } : {} };
}
