/** The import of a LingXi memory (`.cursor/.lingxi/memory`): its files as they are, with their ids. */
import { readExactText } from "../files.ts";
import { BYTES_MAX } from "../limits.ts";
import { basename, join, posix } from "node:path";
import type { Files } from "../runtime.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { NOTES_FOLDER, NOTES_INDEX_FILE, SHARE_FOLDER } from "../store/layout.ts";
import { DEEPEST_FOLDER } from "../store/truth_files.ts";
import { redactAll, type RedactOptions } from "../records/redact.ts";
import type { Actor } from "../store/audit.ts";
import type { Store } from "../store/mod.ts";
import { isNoteId, noteKey, readNotes } from "./files.ts";
import { type IndexRow, readIndexTable } from "./index_file.ts";
import { splitLines } from "./markdown.ts";
import { knownSections, parseNote } from "./parse.ts";
import { allowedValues, type Note } from "./note.ts";
import { editNote, type NoteChanges } from "./render.ts";
import { append } from "../lists.ts";
import { said } from "./words.ts";

interface NoteRemark {
  readonly file: string;
  readonly line: number;
  readonly reason: Sentence;
}

/** Why something was left out, and how much of it. */
export interface LeftOut {
  readonly reason: Sentence;
  readonly count: number;
}

/** The reasons that left something out. */
export function skippedBecause(reasons: readonly (readonly [count: number, reason: Sentence])[]): LeftOut[] {
  return reasons.filter(([count]) => count > 0).map(([count, reason]) => ({ reason: inResult(reason), count }));
}

/**
 * The folder that holds LingXi's `notes/`; `folder` may be this folder, its `.lingxi`, or the project. Unless it is
 * said to be LingXi's, one of its names must stand in it: others call a folder `notes`, too.
 */
export function lingxiMemory(files: Files, folder: string, isSaid = true): string | undefined {
  const places = ["", "memory", ".lingxi/memory", ".cursor/.lingxi/memory"].map((place) => join(folder, place));
  const isIts = (place: string) =>
    files.stat(join(place, NOTES_INDEX_FILE)) !== undefined ||
    markdownFiles(files, place, NOTES_FOLDER).some((path) => basename(path).startsWith("MEM-"));
  return places.find((place) => files.stat(join(place, NOTES_FOLDER))?.kind === "folder" && (isSaid || isIts(place)));
}

/**
 * The change that imports the notes of a LingXi memory, the folder that `lingxiMemory` found. Fields that only its
 * INDEX.md has (when to load, times, session, superseded notes) are added to the note; nothing else in the file
 * changes.
 */
export function planLingxiImport(store: Store, memory: string, actor: Actor, options: RedactOptions = {}) {
  const { files } = store.runtime;
  const table = readIndexTable(readExactText(files, join(memory, NOTES_INDEX_FILE)) ?? "");
  const rows = new Map(table.rows.map((row) => [row.Id, row]));
  const known = new Set(readNotes(store).map(noteKey));
  const fresh = new Map<string, Note>();
  const kinds = new Set<string>();
  const invalid: NoteRemark[] = [];
  const remarks: NoteRemark[] = [];
  const inIndex = new Set<string>();
  let existing = 0;
  let inSubmodule = 0;
  for (const path of markdownFiles(files, memory, NOTES_FOLDER)) {
    const note = parseNote(readExactText(files, join(memory, path), BYTES_MAX.markdown) ?? "", path);
    const target = `${posix.dirname(path)}/${note.id}.md`;
    inIndex.add(note.id);
    if (!isNoteId(note.id)) {
      invalid.push({ file: path, line: 1, reason: inResult(said("not_a_note")) });
    } else if (note.shared && isRepository(files, memory, posix.dirname(path))) inSubmodule++;
    else if (known.has(noteKey(note)) || fresh.has(target)) existing++;
    else {
      const row = rows.get(note.id);
      fresh.set(target, parseNote(redactAll(editNote(note, fromIndex(note, row)), options, kinds), target));
      append(remarks, note.problems.map(({ line, problem }) => ({ file: path, line, reason: inResult(problem) })));
      append(remarks, row ? differingSource(note, row) : []);
    }
  }
  for (const row of table.rows) {
    const { Id: id, Title: title, line } = row;
    if (!inIndex.has(id)) {
      remarks.push({ file: NOTES_INDEX_FILE, line, reason: inResult(said("without_file", { id, title })) });
    }
  }
  const notes = [...fresh.values()];
  const replace = new Map(notes.map(({ path, text }) => [path, new TextEncoder().encode(text)]));
  return {
    change: notes.length > 0
      ? { actor, command: "import", scope: "notes", replace, ids: [...new Set(notes.map(({ id }) => id))] }
      : undefined,
    result: {
      imported: notes.length,
      // Ids that are already here: our notes stay.
      existing,
      // Files that are no notes, or belong to a team's submodule.
      skipped: invalid.length + inSubmodule,
      skipped_because: skippedBecause([[invalid.length, said("not_a_note")], [inSubmodule, said("teams_own")]]),
      invalid,
      // Problems in notes that were imported, and disagreements between INDEX.md and the notes.
      remarks,
      ...kinds.size > 0 ? { redacted: [...kinds] } : {},
    },
  };
}

/** Whether a folder below `notes/share` lies in a repository of its own. */
function isRepository(files: Files, memory: string, folder: string): boolean {
  if (files.stat(join(memory, folder, ".git")) !== undefined) return true;
  return folder !== SHARE_FOLDER && isRepository(files, memory, posix.dirname(folder));
}

function differingSource(note: Note, { Source: other, line }: IndexRow & { line: number }): NoteRemark[] {
  if (other === "" || other === "-" || note.source === "" || other === note.source) return [];
  return [{
    file: NOTES_INDEX_FILE,
    line,
    reason: inResult(said("other_source", { id: note.id, other, source: note.source })),
  }];
}

function fromIndex(note: Note, row: IndexRow | undefined): NoteChanges {
  if (!row) return {};
  const { Kind: kind, Status: status, Strength: strength, Scope: scope } = row;
  const text = (have: string, said: string) => have === "" && said !== "" && said !== "-" ? said : have;
  return {
    ...knownSections(splitLines(note.text)).has("meta")
      ? {}
      : { id: note.id, ...allowed({ kind, status, strength, scope }) },
    title: text(note.title, row.Title),
    whenToLoad: note.whenToLoad.length > 0 ? note.whenToLoad : scenesIn(row["When to load"]),
    createdAt: text(note.createdAt, row.CreatedAt),
    updatedAt: text(note.updatedAt, row.UpdatedAt),
    source: text(note.source, row.Source),
    session: text(note.session, row.Session),
    supersedes: note.supersedes.length > 0
      ? note.supersedes
      : row.Supersedes.split(/[,，、;；\s]+/).filter((id) => isNoteId(id)),
  };
}

function scenesIn(cell: string): string[] {
  return cell.split(/[;；]/).map((scene) => scene.trim()).filter((scene) => scene !== "" && scene !== "-");
}

function allowed(cells: Readonly<Record<string, string>>): NoteChanges {
  const said = Object.entries(cells).map(([field, cell]) => [field, cell.toLowerCase()] as const);
  return Object.fromEntries(said.filter(([field, value]) => allowedValues(field)?.includes(value)));
}

function markdownFiles(files: Files, memory: string, folder: string, depth = 1): string[] {
  return files.list(join(memory, folder)).filter((name) => !name.startsWith(".")).flatMap((name) => {
    const path = `${folder}/${name}`;
    const kind = files.stat(join(memory, path))?.kind;
    if (kind === "file") return name.endsWith(".md") ? [path] : [];
    return kind === "folder" && depth < DEEPEST_FOLDER ? markdownFiles(files, memory, path, depth + 1) : [];
  });
}
