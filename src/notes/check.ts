/** Do notes and INDEX.md agree, both ways, and can every note be read as meant? */
import { NOTES_FOLDER, NOTES_INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { readNotes, resolveNotes } from "./files.ts";
import { isNoteId } from "./ids.ts";
import { outrankedBy, readIndex } from "./index_file.ts";
import { COLUMNS, indexRow, rowFile, rowId } from "./index_table.ts";
import type { Note } from "./note.ts";

export interface Problem {
  /** Relative to the data folder. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly problem: string;
}

export interface Check {
  readonly total: number;
  readonly problems: readonly Problem[];
  /** What is no problem but worth knowing. */
  readonly warnings: readonly string[];
}

/** Compares every note with its row and every row with its note. Writes nothing. */
export function checkNotes(store: Store): Check {
  const all = readNotes(store);
  const { notes, outranked } = resolveNotes(all);
  const problems: Problem[] = all.flatMap(problemsOf);
  const warnings: string[] = [];
  for (const { note, by } of outranked) {
    // A project's note outranks the team's on purpose; two notes of the same side are an accident.
    if (note.shared && !by.shared) warnings.push(outrankedBy(note, by));
    else problems.push({ file: note.path, problem: `It has the id ${note.id} of ${by.path}; one of them is not used` });
  }
  problems.push(...compareIndex(store, notes));
  for (const name of store.runtime.files.list(pathOf(store, NOTES_FOLDER))) {
    if (/^[^.].*\.md$/.test(name) && !/^MEM-/i.test(name)) {
      warnings.push(`${NOTES_FOLDER}/${name} is no note: the name of a note begins with MEM-`);
    }
  }
  return { total: notes.length, problems, warnings };
}

function problemsOf(note: Note): Problem[] {
  const file = note.path;
  const bad = isNoteId(note.id) ? [] : [{ file, problem: `"${note.id}" is no id: MEM- and letters, digits, - _ .` }];
  return [...note.problems.map(({ line, problem }) => ({ file, line, problem })), ...bad];
}

function compareIndex(store: Store, notes: readonly Note[]): Problem[] {
  const file = NOTES_INDEX_FILE;
  const table = readIndex(store);
  const problems: Problem[] = [];
  const noteOf = new Map(notes.map((note) => [note.id, note]));
  const listed = new Set<string>();
  table.rows.forEach((row, at) => {
    const id = rowId(row);
    const line = table.lines[at] ?? 1;
    const note = noteOf.get(id);
    if (listed.has(id)) problems.push({ file, line, problem: `${id} is listed twice` });
    else if (!note) {
      problems.push({ file, line, problem: `${id} is listed, but there is no such note (${rowFile(row)})` });
    } else {
      const wanted = indexRow(note);
      const different = COLUMNS.filter((_, column) => row[column] !== wanted[column]);
      if (different.length > 0) {
        problems.push({ file, line, problem: `${different.join(", ")} of ${id} differ from ${note.path}` });
      }
    }
    listed.add(id);
  });
  for (const { id, path } of notes) {
    if (!listed.has(id)) problems.push({ file: path, problem: `${id} is not listed in ${file}` });
  }
  return problems;
}
