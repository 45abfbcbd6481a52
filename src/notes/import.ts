/** Importing a LingXi memory (`.cursor/.lingxi/memory`): its files as they are, with their ids. */
import { join } from "node:path";
import type { Files } from "../runtime.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { DEEPEST_FOLDER, NOTES_FOLDER, SHARE_FOLDER } from "../store/layout.ts";
import type { Actor } from "../store/operation.ts";
import type { Planned } from "../store/change.ts";
import type { Store } from "../store/mod.ts";
import { readNotes } from "./files.ts";
import { isNoteId } from "./ids.ts";
import { type IndexRow, readIndexTable, rowId } from "./index_table.ts";
import type { Note } from "./note.ts";
import { parseNote } from "./parse.ts";
import { editNote, type NoteChanges } from "./render.ts";

/** What an import brought. */
export interface LingxiImport {
  readonly imported: number;
  /** Ids that are already here: our notes stay. */
  readonly existing: number;
  /** Files that are no notes, or belong to a team's submodule. */
  readonly skipped: number;
  /** What could not be read as meant. Such notes are imported all the same. */
  readonly invalid: readonly { readonly file: string; readonly line: number; readonly reason: Sentence }[];
}

/** The folder that holds LingXi's `notes/`, given that folder, its project or its `.lingxi`. */
export function lingxiMemory(files: Files, folder: string): string | undefined {
  const places = ["", "memory", ".lingxi/memory", ".cursor/.lingxi/memory"].map((place) => join(folder, place));
  return places.find((place) => files.stat(join(place, NOTES_FOLDER))?.kind === "folder");
}

/**
 * The change that imports the notes of a LingXi memory. What only its INDEX.md knows of a note (times, session, what it
 * replaces) is added to the note; nothing else of its file changes.
 *
 * @param memory the folder that `lingxiMemory` found
 */
export function planLingxiImport(
  store: Store,
  memory: string,
  actor: Actor,
): Planned<LingxiImport> {
  const { files } = store.runtime;
  const bytes = files.read(join(memory, "INDEX.md"));
  const rows = new Map(readIndexTable(bytes ? decode(bytes) : "").rows.map((row) => [rowId(row), row]));
  const known = new Set(readNotes(store).map((note) => note.id));
  const fresh: Note[] = [];
  const invalid: { file: string; line: number; reason: Sentence }[] = [];
  let existing = 0;
  let skipped = 0;
  for (const path of markdownFiles(files, memory, NOTES_FOLDER)) {
    const note = parseNote(decode(files.read(join(memory, path)) ?? new Uint8Array()), path);
    const inSubmodule = note.shared && files.stat(join(memory, SHARE_FOLDER, ".git")) !== undefined;
    if (!isNoteId(note.id) || inSubmodule) skipped++;
    else if (known.has(note.id)) existing++;
    else {
      known.add(note.id);
      const target = `${note.shared ? SHARE_FOLDER : NOTES_FOLDER}/${note.id}.md`;
      fresh.push(parseNote(editNote(note, fromIndex(note, rows.get(note.id))), target));
      invalid.push(...note.problems.map(({ line, problem }) => ({ file: path, line, reason: inResult(problem) })));
    }
  }
  const ids = fresh.map((note) => note.id);
  const replace = new Map(fresh.map(({ path, text }) => [path, new TextEncoder().encode(text)]));
  return {
    change: fresh.length > 0 ? { actor, command: "import", scope: "notes", replace, ids } : undefined,
    result: { imported: fresh.length, existing, skipped, invalid },
  };
}

function fromIndex(note: Note, row: IndexRow | undefined): NoteChanges {
  if (!row) return {};
  const [, , , , , , , supersedes = "", createdAt = "", updatedAt = "", source = "", session = ""] = row;
  const text = (have: string, said: string) => have === "" && said !== "" && said !== "-" ? said : have;
  return {
    createdAt: text(note.createdAt, createdAt),
    updatedAt: text(note.updatedAt, updatedAt),
    source: text(note.source, source),
    session: text(note.session, session),
    supersedes: note.supersedes.length > 0
      ? note.supersedes
      : supersedes.split(/[,，\s]+/).filter((id) => isNoteId(id)),
  };
}

function markdownFiles(files: Files, memory: string, folder: string, depth = 1): string[] {
  return files.list(join(memory, folder)).filter((name) => !name.startsWith(".")).flatMap((name) => {
    const path = `${folder}/${name}`;
    const kind = files.stat(join(memory, path))?.kind;
    if (kind === "file") return name.endsWith(".md") ? [path] : [];
    return kind === "folder" && depth < DEEPEST_FOLDER ? markdownFiles(files, memory, path, depth + 1) : [];
  });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
