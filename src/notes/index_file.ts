/** INDEX.md on the disk, and bringing it in step with the notes. */
import { readOrLeaveOut, replaceFile } from "../store/file.ts";
import { readText } from "../files.ts";
import type { Sentence } from "../sentence.ts";
import { noteFiles, NOTES_INDEX_FILE, pathOf, SHARE_FOLDER } from "../store/layout.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { readEntry, resolveNotes } from "./files.ts";
import { rememberIds } from "./ids.ts";
import {
  type IndexRow,
  indexRow,
  type IndexTable,
  readIndexTable,
  renderIndexTable,
  rowFile,
  rowId,
} from "./index_table.ts";

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
export function outrankedBy(note: { id: string; path: string }, by: { path: string }): Sentence {
  return {
    en: `${note.path} is not used: ${by.path} has the same id ${note.id}`,
    zh: `${note.path} 不会使用：${by.path} 的 id 也是 ${note.id}`,
  };
}
