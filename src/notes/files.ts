/** Notes on the disk: the project's own in `notes/`, the team's in `notes/share/`, and the deleted ones. */
import { appendText } from "../store/file.ts";
import { readOrLeaveOut } from "../store/file_read.ts";
import { fingerprint } from "../hash.ts";
import { readExactText, readText } from "../files.ts";
import { byCode } from "../lists.ts";
import { BYTES_MAX } from "../limits.ts";
import {
  DELETED_NOTES_FOLDER,
  leadsInside,
  NOTES_FOLDER,
  pathOf,
  type StorePath,
  USED_IDS_FILE,
} from "../store/layout.ts";
import { noteFiles } from "../store/truth_files.ts";
import { type RecordId, unbracketed } from "../records/ids.ts";
import type { LockedStore, Store } from "../store/mod.ts";
import { isLeftOutOfIds } from "../text/stop.ts";
import { type Note, rankOfFile } from "./note.ts";
import { parseNote } from "./parse.ts";
import { some } from "../wording.ts";
import { failure, said } from "./words.ts";

/** Undefined when the file is gone, or lies elsewhere by a link. Bytes that are no UTF-8 become U+FFFD. */
export function readNote(store: Store, path: StorePath): Note | undefined {
  return leadsInside(store, pathOf(store, path)) ? readInside(store, path) : undefined;
}

function readInside(store: Store, path: StorePath): Note | undefined {
  const text = readExactText(store.runtime.files, pathOf(store, path), BYTES_MAX.markdown);
  if (text === undefined) return undefined;
  const note = parseNote(text, path);
  if (!text.includes("\uFFFD")) return note;
  const line = text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
  return { ...note, problems: [...note.problems, { line, problem: said("not_utf8") }] };
}

/** Whether a path can be a note's; INDEX.md, which anybody may edit, can name any path. Deleted notes lie elsewhere. */
export function isNotePath(path: StorePath): boolean {
  return /^notes\/(?:.*\/)?MEM-[^/]*\.md$/i.test(path) &&
    !path.split(/[/\\]/).some((name) => name.startsWith("."));
}

/** The key of a note: the project and its team may each have a note of the same id. */
export function noteKey({ id, shared }: Pick<Note, "id" | "shared">): string {
  return shared ? `share ${id}` : id;
}

/** All notes of a store that can be read. */
export function readNotes(store: Store): Note[] {
  const read = (path: StorePath) => readOrLeaveOut(store.runtime, path, () => readInside(store, path));
  return noteFiles(store).flatMap((path) => read(path) ?? []);
}

/** The deleted notes that were not restored. */
export function deletedNotes(store: Store): Note[] {
  return noteFiles(store, DELETED_NOTES_FOLDER).flatMap((path) =>
    store.runtime.files.stat(pathOf(store, livePath(path))) ? [] : readNote(store, path) ?? []
  );
}

/** The path of a note's file after the note is deleted. */
export function deletedPath(path: StorePath): StorePath {
  return `${DELETED_NOTES_FOLDER}/${path.slice(NOTES_FOLDER.length + 1)}`;
}

/** The path of a deleted note's file once it is restored; any other path as it is. */
export function livePath(path: StorePath): StorePath {
  return path.startsWith(`${DELETED_NOTES_FOLDER}/`)
    ? `${NOTES_FOLDER}/${path.slice(DELETED_NOTES_FOLDER.length + 1)}`
    : path;
}

/**
 * One note for each id, by `rankOfFile`, of equal ones the last file, as in the index. The outranked notes are returned
 * too, for the warning.
 */
export function resolveNotes(notes: readonly Note[]): { notes: Note[]; outranked: { note: Note; by: Note }[] } {
  const chosen = new Map<string, Note>();
  const outranked: { note: Note; by: Note }[] = [];
  const inRank = (one: Note, other: Note) => rankOfFile(other) - rankOfFile(one) || byCode(other.path, one.path);
  for (const note of notes.toSorted(inRank)) {
    const by = chosen.get(note.id);
    if (by) outranked.push({ note, by });
    else chosen.set(note.id, note);
  }
  return { notes: [...chosen.values()], outranked };
}

/** The note in force under an id, in whatever case; undefined if there is none. */
export function findNote(store: Store, id: RecordId): Note | undefined {
  // The usual place first: a note elsewhere is found only by reading all notes.
  const usual = /^[^/\\]+$/.test(id) ? readNote(store, `notes/${id}.md`) : undefined;
  if (usual?.id === id) return usual;
  const word = unbracketed(id);
  const { notes } = resolveNotes(readNotes(store));
  return notes.find((each) => each.id === word) ??
    notes.find((each) => each.id.toLowerCase() === word.toLowerCase());
}

/** As `findNote`, but throws RECORD_NOT_FOUND. */
export function existingNote(store: Store, id: RecordId): Note {
  return findNote(store, id) ?? noNote(id, [store]);
}

/** With fewer characters a typing error could mean another note. */
const SHORTEST_END = 4;

/**
 * The note of these stores that alone has an id with this end, and its store. Undefined also for an id that a note once
 * had: `MEM-api-errors` that is gone must not stand for another.
 */
export function noteEndingIn(stores: readonly Store[], typed: string): { store: Store; note: Note } | undefined {
  const word = unbracketed(typed).toLowerCase();
  if (word.length < SHORTEST_END || stores.some((store) => wasUsed(store, word))) return undefined;
  const found = stores.flatMap((store) =>
    resolveNotes(readNotes(store)).notes.filter(({ id }) => id.toLowerCase().endsWith(word))
      .map((note) => ({ store, note }))
  );
  return new Set(found.map(({ note }) => note.id)).size === 1 ? found[0] : undefined;
}

/** Whether a note of a store has or had this id. */
export function wasUsed(store: Store, id: RecordId): boolean {
  const used = usedIds(store);
  return used.has(id.toLowerCase()) || used.has(purgedId(id).toLowerCase());
}

/** The most ids that the hint of a refusal names. */
const NEAR_MAX = 5;

/** Throws RECORD_NOT_FOUND; the hint names notes of these stores whose ids hold the same. */
export function noNote(id: RecordId, stores: readonly Store[]): never {
  const words = (each: string) => unbracketed(each).toLowerCase().replace(/^mem-/, "");
  const asked = words(id);
  const near = stores.flatMap((store) => readNotes(store).map((note) => note.id)).filter((each) => {
    const own = words(each);
    return asked.length >= SHORTEST_END && own.length >= SHORTEST_END && (own.includes(asked) || asked.includes(own));
  });
  const named = some([...new Set(near)], NEAR_MAX);
  throw near.length === 0 ? failure("no_note", { id }) : failure("no_note_but_near", { id, near: named });
}

// Ids of notes are readable and stable. An id is never given twice, even after its note is gone: `notes/.ids` lists
// every id ever used.

/** Words in an id; a number tells notes of the same words apart. */
const MOST_WORDS = 3;
const LONGEST_SLUG = 48;

/** `api-error-format`, from the Latin words of a text; undefined when it has too few, like a Chinese title. */
export function slugOf(text: string): string | undefined {
  const words = text.normalize("NFKC").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = [...new Set(words)].filter((word) => !isLeftOutOfIds(word));
  let slug = "";
  for (const word of telling.slice(0, MOST_WORDS)) {
    if (slug.length + word.length > LONGEST_SLUG) break;
    slug += slug === "" ? word : `-${word}`;
  }
  // A number or a word of two letters ("2", "ts") would be no name.
  return /[a-z]{3}/.test(slug) ? slug : undefined;
}

/** Whether a text is the id of a note. It becomes a file name, so nothing else may pass. */
export function isNoteId(text: string): boolean {
  return /^MEM-[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(text) && !text.includes("..") && !text.endsWith(".");
}

/**
 * The first free id for a title. One without Latin words gives a digest: a number would be chosen on two machines, and
 * a merge would make one note of two.
 */
export function freeId(title: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(title) ?? fingerprint(title.normalize("NFKC").trim()).slice(-DIGEST_LENGTH);
  for (let number = 1;; number++) {
    const id = `MEM-${slug}${number === 1 ? "" : `-${number}`}`;
    if (!taken.has(id.toLowerCase()) && !taken.has(purgedId(id).toLowerCase())) return id;
  }
}

/** Longer than a number in an id may be (`numberedId`). */
const DIGEST_LENGTH = 6;

/** The match of an id that is only a number, `MEM-012`, with the number; null for an id that is made of words. */
export function numberedId(id: string): RegExpExecArray | null {
  return /^mem-(\d{1,5})$/i.exec(id);
}

/** The id that replaces that of a note which was purged with its backups: its own id was made of its words. */
export function purgedId(id: RecordId): RecordId {
  return `MEM-purged-${fingerprint(id.toLowerCase())}`;
}

/** Ids that were ever used, in lower case: two files must not differ by case alone. */
export function usedIds(store: Store): Set<string> {
  const lines = readText(store.runtime.files, pathOf(store, USED_IDS_FILE))?.split("\n") ?? [];
  return new Set(lines.map((line) => line.trim().toLowerCase()).filter((line) => line !== ""));
}

/** Marks ids as used for good. */
export function rememberIds(store: LockedStore, ids: readonly RecordId[]): void {
  const known = usedIds(store);
  const fresh = ids.filter((id) => !known.has(id.toLowerCase()));
  if (fresh.length > 0) appendText(store, USED_IDS_FILE, fresh.map((id) => `${id}\n`).join(""));
}
