/** INDEX.md on the disk, and bringing it in step with the notes. */
import { readOrLeaveOut, replaceFile } from "../store/file.ts";
import { readText } from "../files.ts";
import type { Sentence } from "../sentence.ts";
import { noteFiles, NOTES_FOLDER, NOTES_INDEX_FILE, pathOf, SHARE_FOLDER } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { isNoteId, readEntry, readNotes, rememberIds, resolveNotes } from "./files.ts";
import { oneLine } from "../legible.ts";
import type { NoteEntry } from "./parse.ts";
import type { Note } from "./note.ts";
import { append } from "../lists.ts";

/** What became of INDEX.md. */
export interface IndexUpdate {
  /** Notes in the table. */
  readonly total: number;
  readonly changed: boolean;
  /** Sentences about notes outranked by another of the same id. */
  readonly warnings: readonly Sentence[];
}

/** The table as it stands; an empty one when there is no file. */
export function readIndex(store: Store): IndexTable {
  return readIndexTable(indexText(store));
}

/** The rows with this title, without parsing the thousands that have another. */
export function rowsWithTitle(store: Store, title: string): IndexRow[] {
  const text = indexText(store);
  // Only a title with these signs is escaped in the table.
  return /[\\|]/.test(title) || text.includes(title) ? readIndexTable(text).rows.filter((row) => row[2] === title) : [];
}

/** The ids in the first column. */
export function indexedIds(store: Store): string[] {
  return [...indexText(store).matchAll(/^\| *(MEM-[^|]*?) *\|/gm)].map(([, id = ""]) => id);
}

function indexText(store: Store): string {
  return readText(store.runtime.files, pathOf(store, NOTES_INDEX_FILE)) ?? "";
}

/**
 * A note's change and the table's write may bear the same time stamp: within a tick of the kernel (at most 10 ms), or
 * where a file system keeps whole seconds only (FAT: even ones). A note that young is read rather than trusted.
 */
const TICK_NS = 20_000_000n;
const COARSE_NS = 2_000_000_000n;

function doubtNs(stampNs: bigint): bigint {
  return stampNs % 1_000_000_000n === 0n ? COARSE_NS : TICK_NS;
}

/**
 * Brings INDEX.md in step with the notes. `whole` reads every note; otherwise only those whose file changed after the
 * table was written, so that one new note among thousands costs one file. Ids that leave the table stay used.
 */
export function updateIndex(store: LockedStore, { whole = false }: { whole?: boolean } = {}): IndexUpdate {
  const { files } = store.runtime;
  const path = pathOf(store, NOTES_INDEX_FILE);
  const old = readText(files, path);
  const text = old ?? "";
  const table = readIndexTable(text);
  const stampNs = whole ? 0n : files.stat(path)?.changedNs ?? 0n;
  const writtenNs = stampNs - doubtNs(stampNs);
  const known = new Map(table.rows.map((row) => [rowFile(row), row]));
  const found = noteFiles(store).flatMap((file) => {
    const row = known.get(file);
    const changedNs = row && !whole ? files.stat(pathOf(store, file))?.changedNs : undefined;
    const current = row && changedNs !== undefined && changedNs < writtenNs ? row : freshRow(store, file);
    return current
      ? [{ id: rowId(current), path: file, shared: file.startsWith(`${SHARE_FOLDER}/`), row: current }]
      : [];
  });
  const { notes, outranked } = resolveNotes(found);
  const rendered = renderIndexTable(table, notes.map(({ row }) => row));
  const changed = rendered !== text && (old !== undefined || notes.length > 0);
  if (changed) {
    const present = new Set(found.map(({ id }) => id));
    rememberIds(store, table.rows.map(rowId).filter((id) => id !== "" && !present.has(id)));
    replaceFile(store, NOTES_INDEX_FILE, rendered);
  }
  return { total: notes.length, changed, warnings: outranked.map(({ note, by }) => outrankedBy(note, by)) };
}

function freshRow(store: Store, file: string): IndexRow | undefined {
  const entry = readOrLeaveOut(store.runtime, file, () => readEntry(store, file));
  return entry && indexRow(entry);
}

/** The sentence about a note that another of its id outranks. */
function outrankedBy(note: { id: string; path: string }, by: { path: string }): Sentence {
  return {
    en: `${note.path} is not used: ${by.path} has the same id ${note.id}`,
    zh: `${note.path} 不会使用：${by.path} 的 id 也是 ${note.id}`,
  };
}

// INDEX.md as text: LingXi's table of 13 columns with a row for each note, ordered by id so that the same notes always
// give the same bytes. What somebody wrote around the table stays.

/** The heads of the table, as LingXi has them. */
const COLUMNS = [
  "Id",
  "Kind",
  "Title",
  "When to load",
  "Status",
  "Strength",
  "Scope",
  "Supersedes",
  "CreatedAt",
  "UpdatedAt",
  "Source",
  "Session",
  "File",
] as const;

/** The cells of a note, by column. */
export type IndexRow = readonly string[];

/** An INDEX.md, taken apart. */
interface IndexTable {
  readonly rows: readonly IndexRow[];
  /** Line of each row, from 1. */
  readonly lines: readonly number[];
  /** Text above and below the table. */
  readonly before: string;
  readonly after: string;
  readonly lineEnd: "\n" | "\r\n";
}

const EMPTY_INDEX = `# Memory Index

> One line per note. The notes in \`notes/\` say what counts; this table is made from them.

## Memories

`;

/** The row of a note. */
function indexRow(note: NoteEntry): IndexRow {
  return [
    note.id,
    note.kind,
    note.title,
    note.whenToLoad.join("; "),
    note.status,
    note.strength,
    note.scope,
    note.supersedes.join(", "),
    note.createdAt,
    note.updatedAt,
    note.source,
    note.session,
    note.path,
  ].map(oneLine);
}

/** The id of the note that a row lists. */
export function rowId(row: IndexRow): string {
  return row[0] ?? "";
}

/** The file of the note that a row lists. */
export function rowFile(row: IndexRow): string {
  return row.at(-1) ?? "";
}

/** Reads an INDEX.md. A table of another width (LingXi's older nine columns) is read by the names of its columns. */
export function readIndexTable(text: string): IndexTable {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const head = lines.findIndex((line) => /^\s*\|\s*Id\s*\|\s*Kind\s*\|/i.test(line));
  if (head < 0) {
    const before = text === "" ? EMPTY_INDEX : `${text.replace(/\s*$/, "")}${lineEnd}${lineEnd}`;
    return { rows: [], lines: [], before, after: "", lineEnd };
  }
  let end = head + 1;
  // A table with git's conflict markers is still one table.
  while (end < lines.length && /^\s*\||^(?:<{7}|={7}|>{7})/.test(lines[end] ?? "")) end++;
  const names = cells(lines[head] ?? "").map((name) => name.toLowerCase());
  const places = COLUMNS.map((column) => names.indexOf(column.toLowerCase()));
  const rows: IndexRow[] = [];
  const rowLines: number[] = [];
  for (let index = head + 1; index < end; index++) {
    const line = lines[index] ?? "";
    if (/^[\s|:-]+$|^[<=>]{7}/.test(line)) continue;
    const found = cells(line);
    rows.push(places.map((place) => found[place] ?? ""));
    rowLines.push(index + 1);
  }
  const join = (part: string[]) => part.map((line) => line + lineEnd).join("");
  const rest = lines.slice(end);
  return { rows, lines: rowLines, before: join(lines.slice(0, head)), after: rest.join(lineEnd), lineEnd };
}

/** The whole file for these rows, whatever their order. */
export function renderIndexTable(table: Pick<IndexTable, "before" | "after" | "lineEnd">, rows: readonly IndexRow[]) {
  const sorted = [...rows].sort((left, right) =>
    compare(rowId(left), rowId(right)) || compare(rowFile(left), rowFile(right))
  );
  const lines = [
    renderRow(COLUMNS),
    renderRow(COLUMNS.map(() => "---")),
    ...sorted.map((row) => renderRow(row.map(escapeCell))),
  ];
  return table.before.replace(/\r?\n/g, table.lineEnd) + lines.join(table.lineEnd) + table.lineEnd + table.after;
}

function renderRow(row: readonly string[]): string {
  return `| ${row.join(" | ")} |`;
}

function escapeCell(text: string): string {
  return text.includes("|") || text.includes("\\") ? text.replace(/[\\|]/g, (sign) => `\\${sign}`) : text;
}

/** The cells of a table line; `\|` and `\\` inside a cell stand for `|` and `\`. */
function cells(line: string): string[] {
  const text = line.trim().replace(/^\|/, "");
  // The quick way for nearly every line: an INDEX.md of thousands is read with each write.
  if (!text.includes("\\")) return text.replace(/\|$/, "").split("|").map((cell) => cell.trim());
  const found: string[] = [];
  let cell = "";
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? "";
    if (sign === "\\" && (text[index + 1] === "|" || text[index + 1] === "\\")) cell += text[++index];
    else if (sign === "|") {
      found.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  if (cell.trim() !== "") found.push(cell.trim());
  return found;
}

// By code unit, not by locale: the same order on every machine.
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

// Do notes and INDEX.md agree, both ways, and can every note be read as meant?

/** Where notes and table disagree, or a note can't be read. */
interface Problem {
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
