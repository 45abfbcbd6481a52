/**
 * In: a purge of notes that leaves no backup. Out: the ids of the notes that are gone for good, whose words are the
 * note's own; and the files that named them, with a fingerprint in the place of each id.
 */
import { basename } from "node:path";
import { tried } from "../errors.ts";
import { isNoteId, numberedId, purgedId, usedIds } from "../notes/files.ts";
import type { RecordId } from "../records/ids.ts";
import { isEvent } from "../records/view.ts";
import { replaceFile } from "../store/file.ts";
import {
  AUDIT_FILE,
  BACKUPS_FOLDER,
  FAILURES_FILE,
  filesBelow,
  isMachines,
  LOGS_FOLDER,
  pathOf,
  PROPOSALS_FOLDER,
  readInside,
  SPOOL_FOLDER,
  STATE_FOLDER,
  type StorePath,
  USED_IDS_FILE,
} from "../store/layout.ts";
import { truthFiles } from "../store/truth_files.ts";
import { recordsIn } from "../store/lines.ts";
import { mirror, unmirror } from "../store/mirror.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { readScope } from "./notes.ts";

/** Whether an id holds words of its note: `MEM-012` holds none, nor does one that a fingerprint has replaced. */
export function isWorded(id: RecordId): boolean {
  return isNoteId(id) && !numberedId(id) && !/^MEM-purged-[0-9a-f]{14}$/i.test(id);
}

/** The ids of notes that are in no store any more, whether deleted or not. */
export function idsOfNoNote(stores: readonly Store[]): string[] {
  const used = new Set(stores.flatMap((store) => [...usedIds(store)]));
  const there = notesIn(stores);
  return [...used].map((id) => id.replace(/^mem-/, "MEM-")).filter((id) => isWorded(id) && !there.has(lower(id)));
}

function notesIn(stores: readonly Store[]): Set<string> {
  const notes = stores.flatMap((store) => readScope(store, "notes").records.filter(({ kind }) => kind === "notes"));
  return new Set(notes.map(({ key }) => lower(key)));
}

/** Those of these ids that no note of these stores has any more: another layer or the team may have one of them. */
export function goneFrom(stores: readonly Store[], ids: Iterable<RecordId>): Set<string> {
  const worded = [...ids].filter(isWorded).map(lower);
  if (worded.length === 0) return new Set();
  const there = notesIn(stores);
  return new Set(worded.filter((id) => !there.has(id)));
}

/** Puts fingerprints in the place of these ids (in lower case) wherever memory itself has noted them. */
export function eraseNoteIds(store: LockedStore, gone: ReadonlySet<string>): void {
  if (gone.size === 0) return;
  for (const file of filesNaming(store)) {
    const before = exactText(readInside(store, file));
    const after = file.endsWith(".jsonl") && !isOfMachine(file)
      ? before.split("\n").map((line) => ofLine(line, gone)).join("\n")
      : withoutIds(before, gone);
    if (after === before) continue;
    unmirror(store, file);
    replaceFile(store, file, after);
    mirror(store, file, { wasThere: true });
  }
}

/** The text that gives the same bytes again; none for bytes that are no UTF-8. */
function exactText(bytes: Uint8Array | undefined): string {
  return tried(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) ?? "";
}

/** The files in which memory notes ids by itself, and those of records, whose lines tell of sessions too. */
function filesNaming(store: Store): StorePath[] {
  const folders = [LOGS_FOLDER, STATE_FOLDER, SPOOL_FOLDER, PROPOSALS_FOLDER];
  const copies = filesBelow(store, BACKUPS_FOLDER).filter((file) => /\.jsonl?$/.test(file));
  const records = truthFiles(store).filter(({ file, stat }) => stat?.kind === "file" && file.endsWith(".jsonl"));
  return [
    USED_IDS_FILE,
    AUDIT_FILE,
    FAILURES_FILE,
    ...folders.flatMap((folder) => filesBelow(store, folder)),
    ...copies,
    ...records.map(({ file }) => file),
  ].filter((file) => store.runtime.files.stat(pathOf(store, file))?.kind === "file");
}

/** Whether all that a file holds was noted by memory itself. */
function isOfMachine(file: StorePath): boolean {
  return isMachines(file) && !file.startsWith(`${BACKUPS_FOLDER}/`) && !file.startsWith(`${SPOOL_FOLDER}/`);
}

/** Fields of a record that hold ids of others. */
const LINKS = /"(?:supersedes|superseded_by|merged_from|evidence)":\s*(?:"[^"\\]*"|\[[^\]]*\])/g;

/** A line of records: the text of a record stays, the ids in its fields and all of a session's events are changed. */
function ofLine(line: string, gone: ReadonlySet<string>): string {
  if (!/MEM-/i.test(line)) return line;
  const [record] = recordsIn(new TextEncoder().encode(line));
  if (!record || isEvent(record)) return withoutIds(line, gone);
  return line.replace(LINKS, (field) => withoutIds(field, gone));
}

const ID = /MEM-[\p{L}\p{N}][\p{L}\p{N}._-]*/giu;

function withoutIds(text: string, gone: ReadonlySet<string>): string {
  return text.replace(ID, (found) => {
    const id = found.replace(/(?:\.md)?[.]*$/, "");
    return gone.has(lower(id)) ? purgedId(id) + found.slice(id.length) : found;
  });
}

/** Whether the name of a file is that of a note with one of these ids. */
export function isFileOf(gone: ReadonlySet<string>, file: StorePath): boolean {
  return file.endsWith(".md") && gone.has(lower(basename(file, ".md")));
}

function lower(id: RecordId): string {
  return id.toLowerCase();
}
