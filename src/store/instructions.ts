/**
 * In: a data folder, or a record or MEMORY.md of one. Out: the texts that an agent could be told to follow: a line of
 * MEMORY.md, the content of an opinion and its conditions, a to-do, a whole note. Hot path.
 */
import { sha256Hex } from "../hash.ts";
import { BYTES_MAX } from "../limits.ts";
import { append } from "../lists.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { openTodos } from "../records/todos.ts";
import { asSaid, conditionText, isSaid, opinionIn, todoText, typeOf } from "../records/view.ts";
import { linesOf } from "../text/legible.ts";
import { fencesJoined, headingLevel, replaceComments } from "../text/markdown.ts";
import { kindOfFile, readContents } from "./contents.ts";
import { CORE_FILE, pathOf, staysInside, type StorePath } from "./layout.ts";
import { noteFiles } from "./truth_files.ts";
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
 * The lines of a MEMORY.md, each with the digest of its section. A section goes from one heading to the next. Its
 * digest also covers what stands directly below the higher headings that it belongs to, without comments, blank lines
 * and line ends.
 */
export function coreLines(core: string) {
  const above: { readonly level: number; readonly digest: string }[] = [];
  const digests: string[] = [];
  for (const { level, lines } of sectionsOf(core)) {
    while ((above.at(-1)?.level ?? -1) >= level) above.pop();
    const said = lines.map((line) => line.trimEnd()).filter((line) => line !== "");
    const digest = sha256Hex(["section", above.at(-1)?.digest ?? "", said.join("\n")]).slice(0, 32);
    above.push({ level, digest });
    append(digests, lines.map(() => digest));
  }
  return linesOf(core).map((text, at) => ({ text, section: digests[at] ?? "" }));
}

/** The sections of a MEMORY.md without its comments, the first of level 0. */
function sectionsOf(core: string): { readonly level: number; readonly lines: string[] }[] {
  // A comment keeps its lines, so that the others keep their numbers.
  const bare = replaceComments(core, (comment) => linesOf(comment).map(() => "").join("\n"));
  let section = { level: 0, lines: [] as string[] };
  const sections = [section];
  for (const part of fencesJoined(linesOf(bare))) {
    const level = headingLevel(part);
    if (level > 0) {
      section = { level, lines: [] };
      sections.push(section);
    }
    append(section.lines, part.split("\n"));
  }
  return sections;
}

/** Every text of a memory that an agent could be told to follow. */
export function instructionsIn(store: Store): Instruction[] {
  return [
    ...coreLines(textIn(store, CORE_FILE)).map((line) => ({ file: CORE_FILE, ...line })),
    ...noteFiles(store).map((file) => ({ file, text: textIn(store, file) })),
    ...readContents(store).records.flatMap(({ file, record }) => instructionsOf(file, record)),
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
