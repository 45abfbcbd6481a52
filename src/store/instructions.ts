/**
 * In: a data folder, or a record or MEMORY.md of one. Out: the texts that an agent could be told to follow: a line of
 * MEMORY.md, the content of an opinion and its conditions, a to-do, a whole note. Hot path.
 */
import { BYTES_MAX } from "../limits.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { asSaid, conditionText, isSaid, opinionIn, todoText, typeOf } from "../records/view.ts";
import { readContents } from "./contents.ts";
import { coreLines } from "./core_lines.ts";
import { CORE_FILE, pathOf, staysInside, type StorePath } from "./layout.ts";
import { kindOfFile, noteFiles } from "./truth_files.ts";
import { visitLines } from "./lines.ts";
import type { Store } from "./mod.ts";

/** A text that an agent could be told to follow, and its file. */
export interface Instruction {
  readonly file: StorePath;
  readonly text: string;
  /** Of a line of MEMORY.md, the digest of its section. */
  readonly section?: string;
}

/** What a record in a file says that an agent could be told to follow: an opinion, and when it is told. */
export function saidIn(file: StorePath, record: RawRecord): Instruction[] {
  const opinion = opinionIn(record, kindOfFile(file));
  if (opinion === undefined || !isSaid(record) || isDeleted(record)) return [];
  return [opinion, ...texts(record.when).map(conditionText)].map((text) => ({ file, text }));
}

/** The open to-dos of a summary as texts. */
export function todosIn(file: StorePath, record: RawRecord): Instruction[] {
  if (typeOf(record, kindOfFile(file)) !== "summary" || isDeleted(record)) return [];
  return openTodos(record).map((todo) => ({ file, text: todoText(todo) }));
}

/** All that a record in a file says that an agent could be told to follow. */
export function instructionsOf(file: StorePath, record: RawRecord): Instruction[] {
  return [...saidIn(file, record), ...todosIn(file, record)];
}

/**
 * Every text in these files of a memory that an agent could be told to follow; `contents`: a caller may have read them.
 */
export function instructionsIn(
  store: Store,
  contents = readContents(store),
  isWanted: (file: StorePath) => boolean = () => true,
): Instruction[] {
  const core = isWanted(CORE_FILE) ? coreLines(textIn(store, CORE_FILE)) : [];
  const records = contents.records.filter(({ file }) => isWanted(file));
  return [
    ...core.map((line) => ({ file: CORE_FILE, ...line })),
    ...noteFiles(store).filter(isWanted).map((file) => ({ file, text: textIn(store, file) })),
    ...records.flatMap(({ file, record }) => instructionsOf(file, record)),
  ].filter(({ text }) => text.trim() !== "");
}

/** What the records of a file say in their lines, as far as these are in force. */
export function saidInLines(file: StorePath, bytes: Uint8Array, asRead = (line: RawRecord) => line): string[] {
  const said: string[] = [];
  visitLines(bytes, (line) => {
    if (line) said.push(...instructionsOf(file, asRead(line)).map(({ text }) => text));
  });
  return said;
}

/** As `saidInLines`, also of lines that may come into force: of deleted, imported and captured records. */
export function everSaidInLines(file: StorePath, bytes: Uint8Array): string[] {
  return saidInLines(file, bytes, ({ deleted_at: _deleted, ...record }) => asSaid(record));
}

/** The text of a file that people write, as far as agents are given it; empty for one that is none or lies outside. */
export function textIn(store: Store, file: StorePath): string {
  const { files } = store.runtime;
  const path = pathOf(store, file);
  if (!staysInside(store, file) || files.stat(path)?.kind !== "file") return "";
  // No agent is given more than this of a file.
  const bytes = files.readRange(path, 0, BYTES_MAX.markdown);
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}
