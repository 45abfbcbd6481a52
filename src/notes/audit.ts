/** What happened to notes, in the audit log: one operation that undo takes back as a whole, and LingXi's events. */
import { type Actor, recordOperation } from "../store/audit.ts";
import type { LockedStore } from "../store/mod.ts";
import type { Note } from "./note.ts";

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

export interface NoteEvent {
  readonly event: "memory_note_created" | "memory_note_updated" | "memory_note_deleted";
  readonly note: Note;
}

interface Circumstances {
  readonly backupPath: string | undefined;
  /** Touched besides the notes themselves. */
  readonly otherFiles: readonly string[];
  readonly indexChanged: boolean;
}

/**
 * The first line is the operation: to undo it, files in its backup are put back and its other files taken away. The
 * lines after it, the system's, say what else happened.
 */
export function recordNoteEvents(
  store: LockedStore,
  author: Author,
  events: readonly NoteEvent[],
  { backupPath, otherFiles, indexChanged }: Circumstances,
): void {
  const [first, ...rest] = events;
  if (!first) return;
  const ids = { conversation_id: author.session ?? "", generation_id: author.generation ?? "" };
  const about = ({ event, note }: NoteEvent) => ({
    event,
    note_id: note.id,
    operation: event.slice("memory_note_".length).replace(/d$/, ""),
    source: note.source,
    file: note.path,
    ...ids,
    ...author.reason ? { reason: author.reason } : {},
  });
  const count = (unless: NoteEvent["event"]) => events.filter(({ event }) => event !== unless).length;
  const operation = recordOperation(store, {
    actor: author.actor,
    command: author.command,
    scope: "notes",
    before_count: count("memory_note_created"),
    after_count: count("memory_note_deleted"),
    ids: events.map(({ note }) => note.id),
    files: [...events.map(({ note }) => note.path), ...otherFiles],
    ...backupPath ? { backup_path: backupPath } : {},
    success: true,
    ...about(first),
  });
  const line = {
    actor: "system",
    command: author.command,
    scope: "notes",
    before_count: 0,
    after_count: 0,
    ids: [],
    files: [],
    success: true,
    part_of: operation.op_id,
  } as const;
  for (const event of rest) recordOperation(store, { ...line, ...about(event) });
  if (indexChanged) recordOperation(store, { ...line, event: "memory_index_updated", ...ids });
}
