/** INDEX.md: reading it, bringing it in step with the notes, looking for a note in it, checking that both agree. */
import { replaceFile } from "../store/file.ts";
import { readText } from "../files.ts";
import type { Language, Sentence } from "../sentence.ts";
import { languageIn } from "../store/keep_private.ts";
import { NOTES_FOLDER, NOTES_INDEX_FILE, pathOf, type StorePath } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { isNoteId, isNotePath, readNote, readNotes, rememberIds, resolveNotes } from "./files.ts";
import { type Neighbour, NEIGHBOURS } from "./judge.ts";
import { oneLine } from "../text/legible.ts";
import { overlap, sceneWords } from "../text/likeness.ts";
import type { Note } from "./note.ts";
import { append, byCode } from "../lists.ts";
import { named } from "../wording.ts";
import { said } from "./words.ts";

/** The table in the file; an empty one when there is no file. */
export function readIndex(store: Store): IndexTable {
  return readIndexTable(readText(store.runtime.files, pathOf(store, NOTES_INDEX_FILE)) ?? "");
}

/** Brings INDEX.md in step with the notes. Ids that leave the table are not given again. */
export function updateIndex(store: LockedStore) {
  const old = readText(store.runtime.files, pathOf(store, NOTES_INDEX_FILE));
  const text = old || emptyIndexText(languageIn(store.runtime, store.folder));
  const table = readIndexTable(text);
  const found = readNotes(store);
  const { notes, outranked } = resolveNotes(found);
  const rendered = renderIndexTable(table, notes.map(indexRow));
  const changed = rendered !== old && (old !== undefined || notes.length > 0);
  if (changed) {
    const present = new Set(found.map(({ id }) => id));
    rememberIds(store, table.rows.map(({ Id }) => Id).filter((id) => id !== "" && !present.has(id)));
    replaceFile(store, NOTES_INDEX_FILE, rendered);
  }
  return { total: notes.length, changed, warnings: outranked.map(outrankedBy) };
}

function outrankedBy({ note, by }: { note: Note; by: Note }): Sentence {
  return said("outranked", { path: note.path, by: by.path, id: note.id });
}

/** The notes nearest to a text by their rows alone, for when there is no search index. The score is Dice's, 0–1. */
export function nearestByTable(store: Store, text: string): Neighbour[] {
  const asked = sceneWords(text);
  const ranked = readIndex(store).rows.filter((row) => row.Status !== "archive" && isNotePath(row.File))
    .map((row) => ({ file: row.File, score: overlap(asked, sceneWords(`${row.Title} ${row["When to load"]}`)).dice }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  return ranked.slice(0, NEIGHBOURS).flatMap(({ file, score }) => {
    const note = readNote(store, file);
    return note ? [{ note, score: Math.round(score * 1000) / 1000 }] : [];
  });
}

// INDEX.md as text: LingXi's table of 13 columns with a row for each note, ordered by id so that the same notes always
// give the same bytes. Text around the table stays.

/** LingXi's columns, and how a note's cell in each is made. */
const COLUMNS = {
  Id: ({ id }: Note) => id,
  Kind: ({ kind }: Note) => kind,
  Title: ({ title }: Note) => title,
  "When to load": ({ whenToLoad }: Note) => whenToLoad.join("; "),
  Status: ({ status }: Note) => status,
  Strength: ({ strength }: Note) => strength,
  Scope: ({ scope }: Note) => scope,
  Supersedes: ({ supersedes }: Note) => supersedes.join(", "),
  CreatedAt: ({ createdAt }: Note) => createdAt,
  UpdatedAt: ({ updatedAt }: Note) => updatedAt,
  Source: ({ source }: Note) => source,
  Session: ({ session }: Note) => session,
  File: ({ path }: Note) => path,
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

export type IndexRow = Readonly<Record<Column, string>>;

function rowOf(cell: (column: Column, at: number) => string): IndexRow {
  return Object.fromEntries(COLUMN_NAMES.map((column, at) => [column, cell(column, at)])) as IndexRow;
}

interface IndexTable {
  /** Each row with its line in the file, from 1. */
  readonly rows: readonly (IndexRow & { readonly line: number })[];
  readonly before: string;
  readonly after: string;
  readonly lineEnd: "\n" | "\r\n";
}

/** An INDEX.md of no notes. */
export function emptyIndexText(language: Language): string {
  return renderIndexTable({ ...readIndexTable(""), before: said("empty_index")[language] }, []);
}

function indexRow(note: Note): IndexRow {
  return rowOf((column) => oneLine(COLUMNS[column](note)));
}

/** Reads an INDEX.md. Columns are found by name: LingXi's older table has nine. */
export function readIndexTable(text: string): IndexTable {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const head = lines.findIndex((line) => /^\s*\|\s*Id\s*\|\s*Kind\s*\|/i.test(line));
  if (head < 0) {
    const before = text === "" ? "" : `${text.replace(/\s*$/, "")}${lineEnd}${lineEnd}`;
    return { rows: [], before, after: "", lineEnd };
  }
  let end = head + 1;
  // A table with git's conflict markers is still one table.
  while (end < lines.length && /^\s*\||^(?:<{7}|={7}|>{7})/.test(lines[end] ?? "")) end++;
  const names = cells(lines[head] ?? "").map((name) => name.toLowerCase());
  const places = COLUMN_NAMES.map((column) => names.indexOf(column.toLowerCase()));
  const rows = lines.slice(head + 1, end).flatMap((text, at) => {
    if (/^[\s|:-]+$|^[<=>]{7}/.test(text)) return [];
    const found = cells(text);
    return [{ ...rowOf((_, column) => found[places[column] ?? -1] ?? ""), line: head + 2 + at }];
  });
  const before = lines.slice(0, head).map((line) => line + lineEnd).join("");
  return { rows, before, after: lines.slice(end).join(lineEnd), lineEnd };
}

/** The whole file for these rows, whatever their order. */
export function renderIndexTable(
  { before, after, lineEnd }: Pick<IndexTable, "before" | "after" | "lineEnd">,
  rows: readonly IndexRow[],
): string {
  const sorted = [...rows].sort((left, right) => byCode(left.Id, right.Id) || byCode(left.File, right.File));
  const table = [
    COLUMN_NAMES,
    COLUMN_NAMES.map(() => "---"),
    ...sorted.map((row) => COLUMN_NAMES.map((each) => row[each].replace(/[\\|]/g, (sign) => `\\${sign}`))),
  ];
  const text = table.map((row) => `| ${row.join(" | ")} |${lineEnd}`).join("");
  return before.replace(/\r?\n/g, lineEnd) + text + after;
}

/** The cells of a table line; `\|` and `\\` inside a cell stand for `|` and `\`. */
function cells(line: string): string[] {
  const text = line.trim().replace(/^\|/, "");
  // The last match is an empty one at the end of the line.
  return [...text.matchAll(/((?:\\[\\|]|[^|])*)(?:\||$)/g)].slice(0, -1)
    .map(([, cell = ""]) => cell.replace(/\\([\\|])/g, "$1").trim());
}

/** A note and its row that disagree, or a line of a note that breaks the format. */
interface Problem {
  readonly file: StorePath;
  readonly line?: number;
  readonly problem: Sentence;
}

export type Check = ReturnType<typeof checkNotes>;

/** Compares every note with its row and every row with its note. Writes nothing. */
export function checkNotes(store: Store) {
  const all = readNotes(store);
  const { notes, outranked } = resolveNotes(all);
  const problems: Problem[] = all.flatMap(({ id, path: file, problems }) => [
    ...problems.map(({ line, problem }) => ({ file, line, problem })),
    ...isNoteId(id) ? [] : [{ file, problem: said("no_id", { id }) }],
  ]);
  const warnings: Sentence[] = [];
  for (const { note, by } of outranked) {
    // A project's note outranks the team's on purpose; two notes of one id in the same place are an accident.
    if (note.shared && !by.shared) warnings.push(outrankedBy({ note, by }));
    else problems.push({ file: note.path, problem: said("same_id", { id: note.id, path: by.path }) });
  }
  append(problems, compareIndex(store, notes));
  append(warnings, strayNotes(store));
  return { total: notes.length, problems, warnings };
}

/** The files beside the notes that nobody reads, since their names make none. */
export function strayNotes(store: Store): Sentence[] {
  return store.runtime.files.list(pathOf(store, NOTES_FOLDER))
    .filter((name) => /^[^.].*\.md$/.test(name) && !/^(?:MEM-|README\.)/i.test(name))
    .map((name) => said("no_note_name", { name }));
}

function compareIndex(store: Store, notes: readonly Note[]): Problem[] {
  const file = NOTES_INDEX_FILE;
  const problems: Problem[] = [];
  const noteOf = new Map(notes.map((note) => [note.id, note]));
  const listed = new Set<string>();
  for (const row of readIndex(store).rows) {
    const id = row.Id;
    const problem = listed.has(id) ? said("listed_twice", { id }) : rowProblem(row, noteOf.get(id));
    if (problem) problems.push({ file, line: row.line, problem });
    listed.add(id);
  }
  for (const { id, path } of notes) {
    if (!listed.has(id)) problems.push({ file: path, problem: said("not_listed", { id, file }) });
  }
  return problems;
}

function rowProblem(row: IndexRow, note: Note | undefined): Sentence | undefined {
  const id = row.Id;
  if (!note) return said("no_such_note", { id, file: row.File });
  const wanted = indexRow(note);
  const different = COLUMN_NAMES.filter((column) => row[column] !== wanted[column]);
  if (different.length === 0) return undefined;
  return said("differs", { different: named(different), id, path: note.path });
}
