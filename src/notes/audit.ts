/** LingXi's events of notes, in the audit log beside the operation that they are part of. */
import { type Actor, type Operation, type OperationDetails, recordOperations } from "../store/audit.ts";
import type { Changed } from "../store/change.ts";
import { pathOf } from "../store/layout.ts";
import type { LockedStore } from "../store/mod.ts";
import { readManifest } from "../store/backup.ts";
import { isNotePath } from "./files.ts";
import { type NoteEntry, parseEntry } from "./parse.ts";

/** Who changes notes, for the audit log. */
export interface Author {
  readonly actor: Actor;
  /** The verb: `note add` … */
  readonly command: string;
  /** LingXi's conversation_id and generation_id. */
  readonly session?: string | undefined;
  readonly generation?: string | undefined;
}

type EventName = "memory_note_created" | "memory_note_updated" | "memory_note_deleted";

interface NoteEvent {
  readonly event: EventName;
  readonly note: Pick<NoteEntry, "id" | "path" | "source">;
}

/** One line for each note that a change of files created, changed or took away, and one for INDEX.md if it followed. */
export function recordNoteEvents(
  store: LockedStore,
  author: Author,
  { operation, backupPath, files }: Changed,
  { indexChanged }: { readonly indexChanged: boolean },
): void {
  const before = new Set(backupPath === undefined ? [] : readManifest(store, backupPath)?.files);
  const events = files.filter(isNotePath).map((file) => {
    const now = store.runtime.files.read(pathOf(store, file));
    const bytes = now ?? store.runtime.files.read(pathOf(store, `${backupPath ?? ""}${file}`));
    const event = !now ? "memory_note_deleted" : before.has(file) ? "memory_note_updated" : "memory_note_created";
    const note = parseEntry(new TextDecoder().decode(bytes ?? new Uint8Array()), file);
    return eventFields({ event, note });
  });
  const lines = indexChanged ? [...events, { event: "memory_index_updated" }] : events;
  recordOperations(store, lines.map((fields) => lineOf(author, operation, fields)));
}

function eventFields({ event, note }: NoteEvent) {
  return {
    event,
    note_id: note.id,
    operation: event.slice("memory_note_".length).replace(/d$/, ""),
    source: note.source,
    file: note.path,
  };
}

function lineOf(author: Author, { op_id }: Operation, fields: Readonly<Record<string, unknown>>): OperationDetails {
  return {
    actor: "system",
    command: author.command,
    scope: "notes",
    before_count: 0,
    after_count: 0,
    ids: [],
    files: [],
    success: true,
    part_of: op_id,
    ...fields,
    ...authorIds(author),
  };
}

/** The ids by which LingXi's audit ties a write to a conversation. */
export function authorIds({ session = "", generation = "" }: Author): Readonly<Record<string, string>> {
  return { conversation_id: session, generation_id: generation };
}
