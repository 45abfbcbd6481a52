/**
 * In: writes of the audit log, which holds no texts of records, and backups. Out: the texts of the records, or the
 * names of the settings, that each changed or holds, so that a person knows them again.
 */
import { basename } from "node:path";
import type { RecordId } from "../records/ids.ts";
import { unlessEmpty } from "../lists.ts";
import { type RawRecord, texts } from "../records/mod.ts";
import { type FileKind, viewOf } from "../records/view.ts";
import { newestOperations, type Operation, readOperations, takenBack } from "../store/audit.ts";
import { type ListedBackup, readManifest } from "../store/backup.ts";
import { once } from "../remembered.ts";
import { holdsSettings, partsByKey } from "../store/keyed.ts";
import { type Contents, readContents } from "../store/contents.ts";
import { kindOfFile } from "../store/truth_files.ts";
import { recordBytes } from "../store/file_read.ts";
import { BACKUPS_FOLDER, filesBelow, NOTES_FOLDER, pathOf, type StorePath } from "../store/layout.ts";
import { recordsIn } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import type { Stored } from "../store/stored.ts";
import { isNoteId, readNote } from "../notes/files.ts";
import { contentOf } from "../notes/note.ts";
import { oneLine } from "../text/legible.ts";
import { readScope } from "./notes.ts";

/** Enough to know a write again; the number of its records is told too. */
const TOLD_MAX = 3;
const CHARACTERS_MAX = 200;

/**
 * Texts that each of these writes touched, at most three, as far as they are still there or in a backup; where it
 * touched none, its settings and files.
 */
export function textsTouched(
  store: Store,
  writes: readonly Operation[],
  now = textsNow(store, writes),
): (write: Operation) => string[] {
  const all = since(store, writes);
  const undone = takenBack(all);
  const copied = (write: Operation) => {
    const undo = undone.has(write.op_id) ? all.find(({ undoes }) => undoes === write.op_id) : undefined;
    return copiedIn(store, [write, undo], write.ids);
  };
  return (write) => {
    const known = write.ids.flatMap((id) => now.get(id) ?? []);
    const told = known.length > 0 ? known : [...copied(write).values()];
    return (told.length > 0 ? told : [...settingsOf(store, write), ...textFiles(write)]).slice(0, TOLD_MAX);
  };
}

/** These writes and those behind them. */
function since(store: Store, writes: readonly Operation[]): Operation[] {
  const ids = new Set(writes.map(({ op_id }) => op_id));
  return newestOperations(store, (all) => ids.isSubsetOf(new Set(all.map(({ op_id }) => op_id))));
}

/** A text that a write left, or took away, and what it was before, where the write changed it. */
interface Written {
  readonly text: string;
  readonly before?: string | undefined;
  /** What else of a record an edit changed. */
  readonly fields?: readonly FieldChange[] | undefined;
}

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The first texts of each write as it left them, if a later backup holds them, else as they are now.
 *
 * @param clean takes secrets out of a text of a backup, since an edit may have been made to be rid of one
 */
export function textsWritten(
  store: Store,
  writes: readonly Operation[],
  clean: (text: string) => string,
): (write: Operation) => Written[] {
  const now = textsNow(store, writes);
  const touched = textsTouched(store, writes, now);
  const all = since(store, writes);
  const places = new Map(all.map(({ op_id }, at) => [op_id, at]));
  const recordsNow = once(() => {
    const files = all.filter(({ fields }) => fields !== undefined).flatMap((write) => write.files.filter(isJsonl));
    return new Map(readContents(store, [...new Set(files)]).records.map(({ key, record }) => [key, record]));
  });
  // Half a secret would be known by nothing.
  const textOfCopy = (copied: Copied | undefined) =>
    copied && briefly(clean(viewOf(copied.record, copied.kind).content));
  const cleaned = (value: unknown): unknown =>
    typeof value === "string" ? clean(value) : Array.isArray(value) ? value.map(cleaned) : value;
  return (write) => {
    const later = all.slice((places.get(write.op_id) ?? all.length) + 1);
    const written = write.ids.values().flatMap((id): Written[] => {
      const was = recordBefore(store, write, id);
      const before = textOfCopy(was);
      const next = later.find(({ backup_path, ids }) => backup_path !== undefined && ids.includes(id));
      const left = next && recordBefore(store, next, id);
      const text = textOfCopy(left) ?? now.get(id) ?? before;
      const names = texts(write.fields).filter((name) => !TEXTS.includes(name));
      const is = names.length === 0 ? undefined : left?.record ?? recordsNow().get(id);
      const fields = was && is
        ? names.map((field) => ({ field, before: cleaned(was.record[field]), after: cleaned(is[field]) }))
        : [];
      return text === undefined || text === ""
        ? []
        : [{ text, before: before === text ? undefined : before, fields: unlessEmpty(fields) }];
    }).take(TOLD_MAX).toArray();
    if (written.length > 0) return written;
    const settings = settingsWritten(store, write, later);
    return settings.length > 0 ? settings : touched(write).map((text) => ({ text }));
  };
}

/** Fields of which the text of a record is made, or that show in it. */
const TEXTS: readonly string[] = ["content", "summary", "todos", "done"];

/** The settings of a write with the values that their file had after it, and before it. */
function settingsWritten(store: Store, write: Operation, later: readonly Operation[]): Written[] {
  return write.files.filter(holdsSettings).flatMap((file) => {
    const keys = settingKeys(store, write, file);
    // The next write of the file has kept it as this one left it.
    const next = later.find(({ backup_path, files }) => backup_path !== undefined && files.includes(file));
    const read = (path: string) => partsByKey(file, store.runtime.files.read(path));
    const copyOf = (backup: string | undefined) => read(pathOf(store, `${backup}${file}`));
    const after = next ? copyOf(next.backup_path) : read(pathOf(store, file));
    const before = copyOf(write.backup_path);
    const told = (key: string, parts: typeof after) => `${nameOf(key)}: ${parts.get(key)?.text ?? NONE}`;
    return keys.map((key) => ({ text: told(key, after), before: told(key, before) })).slice(0, TOLD_MAX);
  });
}

/** For a setting or a field that nothing is said of. */
export const NONE = "—";

/** What a record said before somebody reworded it, and since when. */
export interface Earlier {
  readonly at: string;
  readonly content: string;
}

/** By these a text is replaced; a later summary of a session, or a to-do that is done, is added to it. */
const REWORDING = /^(?:edit|import|restore|undo)$/;
/** Enough to see how a text came about. */
const EARLIER_MAX = 10;

/** The latest texts that a record had before, oldest first, as far as backups hold them. */
export function earlierTexts(store: Store, { key, record, kind }: Pick<Stored, "key" | "record" | "kind">): Earlier[] {
  const { content: now, timestamp } = viewOf(record, kind);
  const earlier: Earlier[] = [];
  let at = timestamp;
  for (const write of readOperations(store, key)) {
    if (!write.success || !write.ids.includes(key)) continue;
    const was = REWORDING.test(write.command) ? recordBefore(store, write, key) : undefined;
    const content = was && viewOf(was.record, was.kind).content;
    if (content !== undefined && content !== earlier.at(-1)?.content) earlier.push({ at, content });
    at = write.timestamp;
  }
  if (earlier.at(-1)?.content === now) earlier.pop();
  return earlier.slice(-EARLIER_MAX);
}

interface Copied {
  readonly record: RawRecord;
  readonly kind: FileKind;
}

/** A record in the backup of a write. Of a large file only the lines that name it are parsed. */
function recordBefore(store: Store, { backup_path, files }: Operation, id: RecordId): Copied | undefined {
  for (const file of backup_path === undefined ? [] : files.filter(isJsonl)) {
    const record = recordsIn(recordBytes(store, `${backup_path}${file}`), id).findLast((each) => each.id === id);
    if (record) return { record, kind: kindOfFile(file) };
  }
  return undefined;
}

/** The texts that the records of writes have now. */
function textsNow(store: Store, writes: readonly Operation[]): Map<string, string> {
  const ids = new Set(writes.flatMap((write) => write.ids));
  const files = new Set(writes.flatMap((write) => write.files.filter(isJsonl)));
  return textsIn([...ids].some(isNoteId) ? readScope(store, "all") : readContents(store, [...files]), ids);
}

/** The texts of the records that were added since a time and taken back, from the backups of what took them back. */
export function textsTakenBack(store: Store, since: string): string[] {
  const all = readOperations(store);
  const undone = takenBack(all);
  // A plain addition has no backup; other writes leave their records as they were before.
  const added = all.filter(({ op_id, timestamp, backup_path, undoes }) =>
    undone.has(op_id) && timestamp >= since && backup_path === undefined && undoes === undefined
  );
  const copied = ({ op_id, ids }: Operation) => copiedIn(store, all.filter(({ undoes }) => undoes === op_id), ids);
  return added.flatMap((write) => [...copied(write).values()]);
}

/** The texts that records have in the backups of writes, by their ids. */
function copiedIn(
  store: Store,
  writes: readonly (Operation | undefined)[],
  ids: readonly RecordId[],
): Map<string, string> {
  const folders = writes.flatMap((each) => each?.backup_path ?? []);
  const copies = folders.flatMap((folder) => filesBelow(store, folder.replace(/\/$/, "")));
  return textsIn(readContents(store, copies.filter(isJsonl)), new Set(ids));
}

/** The content of a backup. */
export interface Held {
  /** How many records and notes the backed-up write changed; where files were lost, all records that these held. */
  readonly records: number;
  readonly texts: readonly string[];
}

/** The contents of each of these backups. */
export function heldIn(store: Store, backups: readonly ListedBackup[]): (backup: ListedBackup) => Held {
  const byId = new Map(readOperations(store).map((operation) => [operation.op_id, operation]));
  const writeOf = new Map(backups.map(({ id }) => {
    const { op_id = "", changes } = readManifest(store, `${BACKUPS_FOLDER}/${id}`) ?? {};
    return [id, { write: byId.get(op_id), changes }];
  }));
  const textsOf = textsTouched(store, [...writeOf.values()].flatMap(({ write }) => write ?? []));
  return ({ id, files }) => {
    const { write, changes } = writeOf.get(id) ?? {};
    // A note that a change added is in no backup; a note that it moved counts once.
    const notes = new Set([...files, ...Object.keys(changes ?? {})].filter(isNote).map((file) => basename(file))).size;
    if (changes) {
      const touched = Object.values(changes).flatMap(({ records }) => Object.keys(records));
      const events = write?.events;
      const records = touched.filter((key) => !key.startsWith("config:")).length + notes -
        (typeof events === "number" ? events : 0);
      const before = textsBefore(store, `${BACKUPS_FOLDER}/${id}`, files, new Set(touched));
      return { records, texts: before.length === 0 && write ? textsOf(write) : before };
    }
    const copies = files.filter(isJsonl).map((file) => `${BACKUPS_FOLDER}/${id}/${file}`);
    const known = readContents(store, copies).records.filter(({ isEvent }) => !isEvent);
    const texts = known.slice(0, TOLD_MAX).map(({ record, kind }) => textOf(record, kind));
    return { records: known.length + notes, texts };
  };
}

/** The texts that the records and notes of a change have in its backup, which an edit has changed since. */
function textsBefore(
  store: Store,
  folder: StorePath,
  files: readonly StorePath[],
  changed: ReadonlySet<RecordId>,
): string[] {
  const records = readContents(store, files.filter(isJsonl).map((file) => `${folder}/${file}`));
  const notes = files.filter(isNote).flatMap((file) => readNote(store, `${folder}/${file}`) ?? []);
  return [...textsIn(records, changed).values(), ...notes.map((note) => briefly(contentOf(note)))].slice(0, TOLD_MAX);
}

function textOf(record: RawRecord, kind: FileKind): string {
  return briefly(viewOf(record, kind).content);
}

function briefly(text: string): string {
  // The check box of a to-do is left out: it shows the present state, not the state after the write.
  return oneLine(text).replace(/^\[[ x]\] /, "").slice(0, CHARACTERS_MAX);
}

function isNote(file: StorePath): boolean {
  return file.startsWith(`${NOTES_FOLDER}/`) && file.endsWith(".md");
}

function isJsonl(file: StorePath): boolean {
  return file.endsWith(".jsonl");
}

function textsIn({ records }: Contents, ids: ReadonlySet<RecordId>): Map<string, string> {
  const wanted = records.filter(({ key }) => ids.has(key)).map(({ key, record, kind }) =>
    [key, textOf(record, kind)] as const
  );
  return new Map(wanted.filter(([, text]) => text !== ""));
}

/** The names of the settings that a write changed. */
export function settingsOf(store: Store, write: Operation): string[] {
  return write.files.filter(holdsSettings).flatMap((file) => settingKeys(store, write, file)).map(nameOf);
}

function settingKeys(store: Store, { backup_path }: Operation, file: StorePath): string[] {
  return Object.keys(readManifest(store, backup_path)?.changes?.[file]?.records ?? {});
}

function nameOf(key: string): string {
  return key.replace(/^config:/, "");
}

function textFiles({ files }: Operation): string[] {
  return files.filter((file) => !isJsonl(file) && !holdsSettings(file));
}
