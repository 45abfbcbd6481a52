/**
 * INDEX.md as text: LingXi's table of 13 columns with a row for each note, ordered by id so that the same notes always
 * give the same bytes. What somebody wrote around the table stays.
 *
 * @module
 */
import { oneLine } from "../records/one_line.ts";
import type { NoteEntry } from "./parse.ts";

/** The heads of the table, as LingXi has them. */
export const COLUMNS = [
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
export interface IndexTable {
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
export function indexRow(note: NoteEntry): IndexRow {
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
