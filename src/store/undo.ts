/**
 * In: a write of the audit log. Out: its files without it, or the reason why that is impossible.
 *
 * A write is taken back record by record, so that what was written to the same file since stays. The backup of the
 * write has what is needed; a plain addition needs only its ids.
 */
import { homeTrouble } from "../home_trouble.ts";
import { MemoryError } from "../errors.ts";
import type { OperationId } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { asReopened } from "../records/todos.ts";
import { newestOperations, type Operation, operationsSince, readOperations, takenBack } from "./audit.ts";
import { type BackupManifest, readManifest } from "./backup.ts";
import type { Rewrite } from "./change.ts";
import { sameBytes } from "../files.ts";
import { fileDigest, linesDigest } from "./file.ts";
import { holdsSettings, keyedLines, partsByKey, withoutRecords } from "./keyed.ts";
import { pathOf, readInside, type StorePath } from "./layout.ts";
import { formatLine, NEWLINE } from "./lines.ts";
import type { Store } from "./mod.ts";
import { changeTime, othersMayWrite, wins } from "./resolve.ts";
import { same, type Sentence } from "../sentence.ts";
import { committedIn } from "../git/objects.ts";
import { worktreeOf } from "../git/worktree.ts";
import { configTextIn, editConfigText } from "../config/change.ts";
import { readContents } from "./contents.ts";
import type { Stored } from "./stored.ts";
import { isEvent, recordTime } from "../records/view.ts";
import { failure, said } from "./words.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** File → its content after the undo; undefined if the file goes. */
export type Restored = Map<string, Uint8Array | undefined>;

function successful(all: readonly Operation[]) {
  const operations = all.filter(({ success }) => success);
  return { operations, undone: takenBack(operations) };
}

/** The write in this store that was made together with one in the other layer; undefined where it was taken back. */
export function companionOf(store: Store, { together }: Operation): Operation | undefined {
  if (typeof together !== "string") return undefined;
  const isIts = (each: Operation) => each.together === together;
  const { operations, undone } = successful(newestOperations(store, (all) => all.some(isIts)));
  return operations.findLast((each) => isIts(each) && !undone.has(each.op_id));
}

/**
 * The newest write of a user or agent that was not taken back. An undo is passed over: who says "undo" once more means
 * the write before. So is a change of the switch in the settings: the switch file leaves no write behind, so that after
 * `disable` and `enable` an undo would bring back an `enabled` from before both.
 */
export function newestToUndo(store: Store, isMeant: (operation: Operation) => boolean): Operation | undefined {
  const newestIn = (all: readonly Operation[]) => {
    const { operations, undone } = successful(all);
    return operations.findLast((operation) => {
      const { op_id, actor, undoes, ids } = operation;
      return actor !== "system" && undoes === undefined && !undone.has(op_id) &&
        !(ids.length === 1 && ids[0] === SWITCH) && isMeant(operation);
    });
  };
  return newestIn(newestOperations(store, (all) => newestIn(all) !== undefined));
}

/** The key by which a write names the setting that switches memory on and off. */
const SWITCH = "config:enabled";

/**
 * The write to take back: the one named, else the newest that may be meant; an undo only by its id. Throws NO_MATCH,
 * UNDO_IMPOSSIBLE.
 */
export function operationToUndo(
  store: Store,
  opId: OperationId | undefined,
  isMeant: (operation: Operation) => boolean = () => true,
): Operation {
  if (opId === undefined) {
    const newest = newestToUndo(store, isMeant);
    const [back] = backSince(store, newest);
    if (!newest && back !== undefined) throw failure("only_came_back", { id: back });
    // In a home that can't be used, no write could be noted.
    if (!newest) throw homeTrouble(store.runtime)?.failure ?? failure("nothing_to_undo");
    const { op_id } = newest;
    const [id] = unknownSince(store, newest);
    if (id !== undefined) throw failure("newest_unknown", { id, op_id });
    if (back !== undefined) throw failure("came_back", { id: back, op_id });
    return newest;
  }
  const { operations, undone } = successful(operationsSince(store, opId));
  const operation = operations.find(({ op_id }) => op_id === opId);
  if (!operation) throw failure("no_such_write", { opId });
  if (undone.has(opId)) {
    const by = operations.find(({ undoes, op_id }) => undoes === opId && !undone.has(op_id));
    throw by ? failure("undone_by", { opId, by: by.op_id }) : failure("undone_already", { opId });
  }
  return operation;
}

/** Ids of the person's records after a write that no line of the audit log knows: saved in a sandbox, or by hand. */
function unknownSince(store: Store, { timestamp, op_id }: Operation): string[] {
  const isOthers = othersMayWrite(store);
  const unknownIn = (records: readonly Stored[], operations: readonly Operation[]) => {
    const known = new Set(operations.flatMap(({ ids }) => ids));
    return records.filter(({ key }) => !known.has(key));
  };
  const later = readContents(store).records.filter(({ kind, file, record, isDeleted }) =>
    recordTime(record) > Date.parse(timestamp) && !isDeleted && !isEvent(record) && kind !== "facts" &&
    record.imported_at === undefined && !isOthers(file)
  );
  // An earlier write may name one, too, where the clock was wrong.
  const unknown = unknownIn(later, operationsSince(store, op_id));
  return (unknown.length === 0 ? [] : unknownIn(unknown, readOperations(store))).map(({ key }) => key);
}

/** Ids of records that an undo has taken away after a write, and that a pull or another branch has brought back. */
function backSince(store: Store, write: Operation | undefined): string[] {
  const { operations, undone } = successful(write ? operationsSince(store, write.op_id) : readOperations(store));
  const since = operations.slice(operations.findIndex(({ op_id }) => op_id === write?.op_id) + 1);
  const taken = new Set(since.filter((each) => undone.has(each.op_id) && isAddition(each)).flatMap(({ ids }) => ids));
  if (taken.size === 0) return [];
  return readContents(store).records.filter(({ key, isDeleted }) => taken.has(key) && !isDeleted)
    .map(({ key }) => key);
}

/** What becomes of every file that the write touched. Throws UNDO_IMPOSSIBLE rather than undo half of it. */
export function filesWithoutWrite(store: Store, operation: Operation): Restored {
  refuseTouchedSince(store, operation);
  const { backup_path } = operation;
  if (backup_path === undefined) return filesWithoutAddition(store, operation);
  const manifest = readManifest(store, backup_path);
  if (!manifest) throw stands(operation, said("backup_gone", { backup_path }), said("backups_kept"));
  return new Map(operation.files.map((file) => [file, fileWithoutWrite(store, operation, manifest, file)]));
}

/** The ids of the records that a write touched, or names of files where no ids are known. */
function touchedBy(store: Store, operation: Operation): Set<string> {
  const changes = readManifest(store, operation.backup_path)?.changes;
  const keys = changes
    ? Object.entries(changes).flatMap(([file, { records }]) => {
      const ids = Object.keys(records);
      return ids.length > 0 ? ids : [file];
    })
    : operation.ids;
  return new Set(keys.length > 0 ? keys : operation.files);
}

/** Throws UNDO_IMPOSSIBLE where a later write that was not undone touched the same records or files. */
function refuseTouchedSince(store: Store, operation: Operation): void {
  const operations = operationsSince(store, operation.op_id);
  const place = operations.findIndex(({ op_id }) => op_id === operation.op_id);
  const undone = takenBack(operations);
  const own = touchedBy(store, operation);
  for (const later of operations.slice(place + 1).toReversed()) {
    const { success, op_id, undoes, command } = later;
    // An undo and what it took back cancel out.
    const cancels = () => operations.findIndex((each) => each.op_id === undoes) > place;
    if (!success || undone.has(op_id) || (undoes !== undefined && cancels())) continue;
    const touched = [...touchedBy(store, later)].filter((key) => own.has(key));
    if (touched.length === 0) continue;
    const what = touched.length === 1 ? same(String(touched[0])) : said("same_records", { length: touched.length });
    throw stands(operation, said("changed_by", { command, op_id, what }), said("undo_first", { op_id }));
  }
}

/** Whether a write has only added records. */
function isAddition({ ids, files, before_count, after_count }: Operation): boolean {
  return after_count - before_count === ids.length && ids.length > 0 && files.every((file) => file.endsWith(".jsonl"));
}

/** An addition made no backup; its records go. */
function filesWithoutAddition(store: Store, operation: Operation): Restored {
  const { ids, files, before_count, scope } = operation;
  // A note that was written for the first time is a file of its own (notes/write.ts).
  if (scope === "notes" && before_count === 0) return new Map(files.map((file) => [file, undefined]));
  if (!isAddition(operation)) {
    const isErased = operation.erased_from_backups === true;
    throw stands(operation, said(isErased ? "kept_nothing" : "kept_no_copy"), said("undo_others"));
  }
  const gone = new Set(ids);
  return new Map(files.map((file) => {
    const bytes = store.runtime.files.read(pathOf(store, file));
    // Emptied by somebody else: doctor names it.
    if (!bytes?.length) return [file, bytes];
    const rest = withoutRecords(bytes, ({ id }) => typeof id === "string" && gone.has(id));
    // A file without lines goes, as after a deletion.
    return [file, rest.length > 0 ? rest : undefined];
  }));
}

function fileWithoutWrite(
  store: Store,
  operation: Operation,
  manifest: BackupManifest,
  file: StorePath,
): Uint8Array | undefined {
  const copy = readInside(store, `${operation.backup_path}${file}`);
  if (!copy && manifest.files.includes(file)) throw stands(operation, said("backup_lacks", { file }));
  const now = store.runtime.files.read(pathOf(store, file));
  const left = manifest.changes?.[file];
  if (!left || fileDigest(now) === left.after || sameBytes(now, copy)) return copy;
  const isSettings = holdsSettings(file);
  if (!isSettings && !file.endsWith(".jsonl")) throw stands(operation, said("file_changed", { file }));
  const current = partsByKey(file, now);
  const before = partsByKey(file, copy);
  for (const [key, expected] of Object.entries(left.records)) {
    const text = current.get(key)?.text ?? "";
    // A record as before the write: the process was killed before it came to this file.
    if (linesDigest(text) === expected || (!isSettings && text === (before.get(key)?.text ?? ""))) continue;
    // A backup brings back records alone.
    if (isSettings) throw stands(operation, said("setting_changed", { key, file }), said("undo_others"));
    throw stands(operation, said("record_changed", { key, file }));
  }
  return withPartsOf(file, now, copy, Object.keys(left.records));
}

function stands({ op_id, backup_path }: Operation, why: Sentence, hint?: Sentence): MemoryError {
  const byHand = backup_path === undefined ? undefined : said("by_hand");
  return new MemoryError("UNDO_IMPOSSIBLE", said("stands", { op_id, why }), hint ?? byHand);
}

/** The present file with these records or settings as an earlier copy has them, or without; all else stays. */
export function withPartsOf(
  file: StorePath,
  now: Uint8Array | undefined,
  copy: Uint8Array | undefined,
  keys: readonly string[],
): Uint8Array {
  if (!holdsSettings(file)) return withRecordsOf(file, now, copy, new Set(keys));
  const wanted = partsByKey(file, copy);
  let text = configTextIn(now, file);
  for (const key of keys) {
    const value = wanted.get(key)?.text;
    text = editConfigText(text, key.slice("config:".length), value === undefined ? undefined : JSON.parse(value), file);
  }
  return encoder.encode(text);
}

/** A record returns to its present place, or behind the line that it followed in the copy. */
function withRecordsOf(
  file: StorePath,
  now: Uint8Array | undefined,
  copy: Uint8Array | undefined,
  keys: ReadonlySet<string>,
): Uint8Array {
  const wanted = partsByKey(file, copy);
  const lines = keyedLines(now);
  const behind = returning(copy, new Set(lines.map(({ key }) => key)), keys);
  const out: Uint8Array[] = [];
  const put = (text: string | undefined) => {
    if (!text) return;
    if (out.length > 0 && out.at(-1)?.at(-1) !== NEWLINE) out.push(Uint8Array.of(NEWLINE));
    out.push(encoder.encode(text));
  };
  put(behind.get("")?.join(""));
  const done = new Set<string>();
  for (const { slice, key } of lines) {
    if (key === undefined || !keys.has(key)) out.push(slice);
    else if (!done.has(key)) put(wanted.get(key)?.text);
    if (key === undefined || done.has(key)) continue;
    done.add(key);
    put(behind.get(key)?.join(""));
  }
  return Buffer.concat(out);
}

/** Lines of these keys that the present file lacks, by the key of the line to put them behind ("" at the beginning). */
function returning(
  copy: Uint8Array | undefined,
  present: ReadonlySet<string | undefined>,
  keys: ReadonlySet<string>,
): Map<string, string[]> {
  const behind = new Map<string, string[]>();
  let anchor = "";
  for (const { slice, key } of keyedLines(copy)) {
    if (key === undefined) continue;
    if (present.has(key)) anchor = key;
    if (present.has(key) || !keys.has(key)) continue;
    const lines = behind.get(anchor) ?? [];
    lines.push(decoder.decode(slice));
    behind.set(anchor, lines);
  }
  return behind;
}

/**
 * Makes a function that gives a record as it comes back in the place of `instead`, its present version. Where git
 * tracks the file, the record says when it came back: a merge may keep both versions, and by its other times it is the
 * older.
 */
export function bringingBack(store: Store): (file: StorePath, record: RawRecord, instead: RawRecord) => RawRecord {
  const isOthers = othersMayWrite(store);
  const now = store.runtime.now();
  return (file, record, instead) => {
    if (!isOthers(file)) return record;
    const restored_at = changeTime(now, instead);
    return { ...record, ...asReopened(record, instead, restored_at), restored_at };
  };
}

/**
 * The files of a restore or an undo, in which each record that comes back says so. A record that goes stays, marked by
 * `gone` as deleted, where git may have its line: a merge keeps the lines of both sides, and would bring it back.
 */
export function saidBack(store: Store, restored: Restored, gone: (record: RawRecord) => Rewrite): Restored {
  const isOthers = othersMayWrite(store);
  const back = bringingBack(store);
  return new Map([...restored].map(([file, after]) => {
    const isMerged = file.endsWith(".jsonl") && isOthers(file);
    return [file, isMerged ? fileSaidBack(store, file, after, back, gone) : after];
  }));
}

function fileSaidBack(
  store: Store,
  file: StorePath,
  after: Uint8Array | undefined,
  back: ReturnType<typeof bringingBack>,
  gone: (record: RawRecord) => Rewrite,
): Uint8Array | undefined {
  const now = store.runtime.files.read(pathOf(store, file));
  const current = partsByKey(file, now);
  const before = partsByKey(file, after);
  const lines = keyedLines(after).map(({ slice, key, record }) => {
    const there = key === undefined ? undefined : current.get(key);
    if (!record || !there || there.text === before.get(key)?.text) return slice;
    const instead = there.records.reduce((one, other) => wins(other, one) ? other : one);
    return encoder.encode(formatLine(back(file, record, instead)));
  });
  // A record that gets its earlier id back goes nowhere.
  const staying = new Set([...before.values()].flatMap(({ records }) => records.map(withoutId)));
  const goes = (key: string) =>
    !before.has(key) && !current.get(key)?.records.some((record) => staying.has(withoutId(record)));
  const going = new Set([...current.keys()].filter(goes));
  if (going.size === 0 || !mayBeInGit(store, now, going)) return after && Buffer.concat(lines);
  const marked = keyedLines(now).map(({ slice, key, record }) => {
    const mark = key !== undefined && going.has(key) ? gone(record) : "keep";
    return mark && mark !== "keep" ? encoder.encode(formatLine(mark)) : slice;
  });
  return withRecordsOf(file, Buffer.concat(lines), Buffer.concat(marked), going);
}

function withoutId(record: RawRecord): string {
  return JSON.stringify({ ...record, id: "" });
}

/** Whether git may have any of these records: not if they end a file that git has only up to the line before. */
function mayBeInGit({ runtime, folder }: Store, bytes: Uint8Array | undefined, keys: ReadonlySet<string>): boolean {
  const worktree = worktreeOf(runtime, folder);
  if (!worktree || !bytes) return true;
  const lines = keyedLines(bytes);
  const first = lines.findIndex(({ key }) => key !== undefined && keys.has(key));
  if (!lines.slice(first).every(({ key }) => key !== undefined && keys.has(key))) return true;
  const rest = lines.slice(first).reduce((sum, { slice }) => sum + slice.length, 0);
  const isCommitted = committedIn(runtime, worktree);
  return isCommitted(bytes) || !isCommitted(bytes.subarray(0, bytes.length - rest));
}
