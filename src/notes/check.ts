/** Do notes and INDEX.md agree, both ways, and can every note be read as meant? */
import type { Sentence } from "../sentence.ts";
import { NOTES_FOLDER, NOTES_INDEX_FILE, pathOf } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { readNotes, resolveNotes } from "./files.ts";
import { isNoteId } from "./ids.ts";
import { outrankedBy, readIndex } from "./index_file.ts";
import { COLUMNS, type IndexRow, indexRow, rowFile, rowId } from "./index_table.ts";
import type { Note } from "./note.ts";
import { append } from "../lists.ts";

/** Where notes and table disagree, or a note can't be read. */
export interface Problem {
  /** Relative to the data folder. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly problem: Sentence;
}

/** The outcome of a check. */
export interface Check {
  readonly total: number;
  readonly problems: readonly Problem[];
  /** What is no problem but worth knowing. */
  readonly warnings: readonly Sentence[];
}

/** Compares every note with its row and every row with its note. Writes nothing. */
export function checkNotes(store: Store): Check {
  const all = readNotes(store);
  const { notes, outranked } = resolveNotes(all);
  const problems: Problem[] = all.flatMap(problemsOf);
  const warnings: Sentence[] = [];
  for (const { note, by } of outranked) {
    // A project's note outranks the team's on purpose; two notes of the same side are an accident.
    if (note.shared && !by.shared) {
      warnings.push(outrankedBy(note, by));
      continue;
    }
    problems.push({
      file: note.path,
      problem: {
        en: `It has the id ${note.id} of ${by.path}; one of them is not used`,
        zh: `它的 id ${note.id} 与 ${by.path} 相同，其中一篇不会使用`,
      },
    });
  }
  append(problems, compareIndex(store, notes));
  for (const name of store.runtime.files.list(pathOf(store, NOTES_FOLDER))) {
    if (/^[^.].*\.md$/.test(name) && !/^MEM-/i.test(name)) {
      warnings.push({
        en: `${NOTES_FOLDER}/${name} is no note: the name of a note begins with MEM-`,
        zh: `${NOTES_FOLDER}/${name} 不是笔记：笔记的文件名以 MEM- 开头`,
      });
    }
  }
  return { total: notes.length, problems, warnings };
}

function problemsOf(note: Note): Problem[] {
  const file = note.path;
  const bad = isNoteId(note.id) ? [] : [{
    file,
    problem: {
      en: `"${note.id}" is no id: MEM- and letters, digits, - _ .`,
      zh: `“${note.id}”不是 id：应为 MEM- 加字母、数字、- _ .`,
    },
  }];
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
    const problem = listed.has(id)
      ? { en: `${id} is listed twice`, zh: `${id} 列出了两次` }
      : rowProblem(row, noteOf.get(id));
    if (problem) problems.push({ file, line: table.lines[at] ?? 1, problem });
    listed.add(id);
  });
  for (const { id, path } of notes) {
    if (!listed.has(id)) {
      problems.push({ file: path, problem: { en: `${id} is not listed in ${file}`, zh: `${file} 中没有列出 ${id}` } });
    }
  }
  return problems;
}

/** How a row differs from its note. */
function rowProblem(row: IndexRow, note: Note | undefined): Sentence | undefined {
  const id = rowId(row);
  if (!note) {
    return {
      en: `${id} is listed, but there is no such note (${rowFile(row)})`,
      zh: `列出了 ${id}，但没有这篇笔记（${rowFile(row)}）`,
    };
  }
  const wanted = indexRow(note);
  const different = COLUMNS.filter((_, column) => row[column] !== wanted[column]);
  if (different.length === 0) return undefined;
  return {
    en: `${different.join(", ")} of ${id} differ from ${note.path}`,
    zh: `${id} 的 ${different.join("、")} 与 ${note.path} 不同`,
  };
}
