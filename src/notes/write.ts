/**
 * Writing notes, under the lock: all files of a change or none, with copies for undo, then INDEX.md and LingXi's
 * events. The team's share folder is never written: a changed shared note becomes a project note of the same id.
 */
import type { OperationId, RecordId, SessionId } from "../records/ids.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { applyChange } from "../store/change.ts";
import { noteReworded } from "../store/known.ts";
import { NOTES_FOLDER, pathOf, type StorePath } from "../store/layout.ts";
import type { LockedStore } from "../store/mod.ts";
import { deletedPath, freeId, isNotePath, rememberIds, usedIds } from "./files.ts";
import { readIndex, updateIndex } from "./index_file.ts";
import { splitLines } from "./markdown.ts";
import type { Note, NoteFields } from "./note.ts";
import { parseNote } from "./parse.ts";
import { editNote, type NoteChanges, renderNote } from "./render.ts";
import { asMemoryError } from "../errors.ts";
import { editableText } from "../files.ts";
import { openLog } from "../log.ts";
import { type Actor, type Operation, type OperationDetails, recordOperations } from "../store/audit.ts";
import { readManifest } from "../store/backup.ts";
import { conflictMarks } from "../text/markdown.ts";
import { failure, said } from "./words.ts";

interface NoteChange {
  readonly note: Note;
  readonly changes: NoteChanges;
}

export interface Written {
  /** The new note, or the first changed one. */
  readonly note: Note;
  /** What a verb's result tells besides: warnings, if there are any, and the write, by which `undo` takes it back. */
  readonly told: { readonly warnings?: readonly Sentence[]; readonly operation?: OperationId };
  readonly backupPath?: string;
}

/** Writes a new note under a free id, and in the same step changes the notes that it replaces. */
export function createNote(
  store: LockedStore,
  fields: NoteFields,
  author: Author,
  changed: readonly NoteChange[] = [],
): Written {
  const id = fields.id || freeId(fields.title, takenIds(store));
  const note = parseNote(renderNote({ ...fields, id }), `${NOTES_FOLDER}/${id}.md`);
  const files = [note, ...changed.map((each) => rewordNote(store, each))];
  return { note, ...writeFiles(store, files, author, { created: note }) };
}

/** Changes existing notes. Lines without changed fields stay byte for byte. */
export function changeNotes(
  store: LockedStore,
  changed: readonly [NoteChange, ...NoteChange[]],
  author: Author,
): Written {
  const [first, ...rest] = changed;
  const note = rewordNote(store, first);
  return { note, ...writeFiles(store, [note, ...rest.map((each) => rewordNote(store, each))], author) };
}

/** Moves a note to the folder of deleted notes, from where `manage restore` brings it back. */
export function deleteNote(store: LockedStore, note: Note, author: Author): Written {
  // As bytes, because the file may not be UTF-8.
  const text = store.runtime.files.read(pathOf(store, note.path)) ?? note.text;
  return {
    note,
    ...writeFiles(store, [{ id: note.id, path: deletedPath(note.path), text }], author, { gone: note.path }),
  };
}

function takenIds(store: LockedStore): Set<string> {
  const taken = usedIds(store);
  for (const { Id } of readIndex(store).rows) taken.add(Id.toLowerCase());
  for (const name of store.runtime.files.list(pathOf(store, NOTES_FOLDER))) {
    taken.add(name.replace(/\.md$/, "").toLowerCase());
  }
  return taken;
}

/**
 * The note with its changes; its new text gets the standing of the old one. Throws where the file is not UTF-8, or
 * holds both sides of a merge: a change would take one of them away.
 */
function rewordNote(store: LockedStore, { note, changes }: NoteChange): Note {
  const [line] = conflictMarks(splitLines(note.text).map(({ text }) => text));
  if (line !== undefined) throw failure("merge_in_note", { file: pathOf(store, note.path), line });
  editableText(store.runtime, pathOf(store, note.path));
  const after = parseNote(editNote(note, changes), note.shared ? `${NOTES_FOLDER}/${note.id}.md` : note.path);
  noteReworded(store, note.path, note.text, after.text);
  return after;
}

/** Writes notes and removes a file in one undoable step. A created note's id is used up, its text the person's. */
export function writeFiles(
  store: LockedStore,
  notes: readonly (Pick<Note, "id" | "path"> & { readonly text: string | Uint8Array })[],
  author: Author,
  { gone, created }: { gone?: StorePath; created?: Note } = {},
): Omit<Written, "note"> {
  const encoder = new TextEncoder();
  const changed = applyChange(store, {
    actor: author.actor,
    command: author.command,
    scope: "notes",
    replace: new Map([
      ...gone === undefined ? [] : [[gone, undefined] as const],
      ...notes.map(({ path, text }) => [path, typeof text === "string" ? encoder.encode(text) : text] as const),
    ]),
    ids: notes.map(({ id }) => id),
    said: created ? [{ file: created.path, text: created.text }] : [],
    audit: authorIds(author),
  });
  const warnings = followNotes(store, author, changed, created?.id);
  const told = {
    ...warnings.length > 0 ? { warnings: warnings.map(inResult) } : {},
    ...changed === undefined ? {} : { operation: changed.op_id },
  };
  return { told, ...changed?.backup_path === undefined ? {} : { backupPath: changed.backup_path } };
}

/**
 * After a change of notes: brings INDEX.md in step and records LingXi's events. A failure here is only a warning: the
 * notes are written by then, and an error would make the user change them once more.
 *
 * @param changed undefined: the files were as wanted already
 * @param created the id of a new note, which is never given again
 */
export function followNotes(
  store: LockedStore,
  author: Author,
  changed: Operation | undefined,
  created?: RecordId,
): readonly Sentence[] {
  const warnings: Sentence[] = [];
  if (created !== undefined) orWarn(store, warnings, () => rememberIds(store, [created]));
  const update = orWarn(store, warnings, () => updateIndex(store));
  if (changed) orWarn(store, warnings, () => recordNoteEvents(store, author, changed, update?.changed ?? false));
  return [...update?.warnings ?? [], ...warnings];
}

function orWarn<T>(store: LockedStore, warnings: Sentence[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    const { code, told: { message } } = asMemoryError(error);
    if (code !== "IO_ERROR") throw error;
    openLog(store.runtime, store).warning("What follows a change of notes was not written", { reason: message.en });
    warnings.push(said("made_not_all", { message }));
    return undefined;
  }
}

/** The author of a change of notes, for the audit log. */
export interface Author {
  readonly actor: Actor;
  /** The verb: `note add` … */
  readonly command: string;
  /** LingXi's conversation_id and generation_id. */
  readonly session?: SessionId | undefined;
  readonly generation?: string | undefined;
}

/** Adds LingXi's events to the audit log: one for each note that was created, updated or deleted, one for INDEX.md. */
function recordNoteEvents(
  store: LockedStore,
  author: Author,
  { op_id, backup_path, files }: Operation,
  indexChanged: boolean,
): void {
  const before = new Set(readManifest(store, backup_path)?.files);
  const read = (file: StorePath) => store.runtime.files.read(pathOf(store, file));
  const events: object[] = files.filter(isNotePath).map((file) => {
    const now = read(file);
    const bytes = now ?? read(`${backup_path ?? ""}${file}`) ?? new Uint8Array();
    const { id, path, source } = parseNote(new TextDecoder().decode(bytes), file);
    const what = !now ? "delete" : before.has(file) ? "update" : "create";
    return { event: `memory_note_${what}d`, note_id: id, operation: what, source, file: path };
  });
  if (indexChanged) events.push({ event: "memory_index_updated" });
  const ours: OperationDetails = {
    actor: "system",
    command: author.command,
    scope: "notes",
    before_count: 0,
    after_count: 0,
    ids: [],
    files: [],
    success: true,
    part_of: op_id,
  };
  recordOperations(store, events.map((fields) => ({ ...ours, ...fields, ...authorIds(author) })));
}

/** The ids by which LingXi's audit log connects a write with a conversation. */
function authorIds({ session = "", generation = "" }: Author): Readonly<Record<string, string>> {
  return { conversation_id: session, generation_id: generation };
}
