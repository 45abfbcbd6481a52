/**
 * Where notes lie: every `MEM-*.md` below `notes/`, the team's folder `notes/share/` included.
 *
 * @module
 */
import type { Files } from "../runtime.ts";
import type { Note } from "./note.ts";
import { parseNote } from "./parse.ts";

export const NOTES_FOLDER = "notes";
export const SHARE_FOLDER = "notes/share";
export const INDEX_FILE = "INDEX.md";

/** Deeper is a loop of symbolic links rather than somebody's order. */
const MAX_DEPTH = 8;

/** Paths of all note files, relative to the data folder, with `/`, sorted. Hidden folders (`.git`) are passed over. */
export function noteFiles(files: Files, folder: string): string[] {
  const found: string[] = [];
  const walk = (relative: string, depth: number) => {
    for (const name of files.list(`${folder}/${relative}`)) {
      const path = `${relative}/${name}`;
      if (/^MEM-.*\.md$/i.test(name)) found.push(path);
      else if (!name.startsWith(".") && depth < MAX_DEPTH && files.stat(`${folder}/${path}`)?.kind === "folder") {
        walk(path, depth + 1);
      }
    }
  };
  walk(NOTES_FOLDER, 1);
  return found.sort();
}

/** Reads one note; undefined when the file is gone. Bytes that are no UTF-8 become U+FFFD and are reported. */
export function readNote(files: Files, folder: string, path: string): Note | undefined {
  const bytes = files.read(`${folder}/${path}`);
  if (!bytes) return undefined;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const note = parseNote(text, path);
  if (!text.includes("\uFFFD")) return note;
  const line = text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
  return { ...note, problems: [...note.problems, { line, problem: "The file is not valid UTF-8" }] };
}

/** All notes of a data folder, in the order of their paths. */
export function readNotes(files: Files, folder: string): Note[] {
  return noteFiles(files, folder).flatMap((path) => readNote(files, folder, path) ?? []);
}

/**
 * One note per id: a project's note stands before a shared one of the same id (a team's update must not change a project
 * behind its back). The outranked ones come back too, for the warning.
 */
export function resolveNotes<N extends Pick<Note, "id" | "path" | "shared">>(
  notes: readonly N[],
): { notes: N[]; outranked: { note: N; by: N }[] } {
  const chosen = new Map<string, N>();
  const outranked: { note: N; by: N }[] = [];
  for (const note of [...notes.filter((each) => !each.shared), ...notes.filter((each) => each.shared)]) {
    const by = chosen.get(note.id);
    if (by) outranked.push({ note, by });
    else chosen.set(note.id, note);
  }
  return { notes: [...chosen.values()], outranked };
}
