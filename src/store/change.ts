/**
 * In: what is to become of records and files. Out: all of it done, or nothing.
 *
 * Copies go to a backup, new contents beside their files, a line to the audit log; only then is each file replaced, in
 * one step. A writer that dies before the line has changed nothing; after it, the next writer completes the change
 * (write_lock.ts).
 */
import { sameBytes } from "../files.ts";
import { reasonOf, tried } from "../errors.ts";
import { refuseGrowth } from "../limits.ts";
import { append } from "../lists.ts";
import { keyOf, newId, type RecordId } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { mergeSpool } from "./append.ts";
import { type Actor, type Operation, recordOperation } from "./audit.ts";
import { type Backup, type FileDigests, openBackup } from "./backup.ts";
import { noteTracked } from "./brought.ts";
import { fileDigest, linesDigest, makeFolderFor } from "./file.ts";
import { freeAlongTheWay } from "./file_read.ts";
import { tellExposed } from "./keep_private.ts";
import { keyedLines, partsByKey } from "./keyed.ts";
import type { Instruction } from "./instructions.ts";
import { noteFound, noteSaid } from "./known.ts";
import { inForceBefore, noteOutdated } from "./outdated.ts";
import { noteOwnLines, ownLinesIn } from "./own_lines.ts";
import { NOTES_FOLDER, pathInside, pathOf, type StorePath } from "./layout.ts";
import { bytesMaxOfFile } from "./truth_files.ts";
import { formatLine, NEWLINE, refuseTooLong } from "./lines.ts";
import { dropTracked, nameTracked } from "./keep_tracked.ts";
import { mirror, unmirror } from "./mirror.ts";
import type { LockedStore } from "./mod.ts";
import type { Entry } from "./spool.ts";
import { type FileToBe, type StagedTogether, stageTogether } from "../together.ts";

export interface Change {
  /** For files of records: a function that gives the new state of each record. */
  readonly rewrite?: ReadonlyMap<StorePath, (record: RawRecord, key: string) => Rewrite>;
  readonly append?: readonly Entry[];
  /** For whole files: their new content; undefined takes the file away. */
  readonly replace?: ReadonlyMap<StorePath, Uint8Array | undefined>;
  readonly actor: Actor;
  readonly command: string;
  readonly scope: string;
  /** Ids of the notes that whole files hold. */
  readonly ids?: readonly RecordId[];
  /** False: no copies are made, and the change can't be undone. */
  readonly backup?: boolean;
  /** Texts that the person says by this change, for agents to follow. */
  readonly said?: readonly Instruction[];
  /** Texts of somebody else that this change brings in, for agents to weigh. */
  readonly brought?: readonly Instruction[];
  /** More fields of the audit line; never the text of a record. */
  readonly audit?: Readonly<Record<string, unknown>>;
}

/** The new record; undefined removes the line; "keep" leaves the line byte for byte. */
export type Rewrite = RawRecord | undefined | "keep";

/** What planning came to. Whoever plans decides and changes nothing. */
export interface Planned<T> {
  /** Undefined when there is nothing to change. */
  readonly change: Change | undefined;
  /** What is told of it, whether it is carried out or only shown. */
  readonly result: T;
}

/** More ids than this are listed in the backup only, so that an audit line stays a line. */
const IDS_IN_AUDIT = 100;

/** Commands by which the person changes, deletes, replaces or brings back what they said; a clean-up is not one. */
const OUTDATING = /^(?:edit|delete|save|note\b.*|undo|restore)$/;

/** Carries out a change; undefined where nothing changes. On failure every file is put back and the error thrown. */
export function applyChange(store: LockedStore, change: Change): Operation | undefined {
  return applyTogether([[store, change]])[0];
}

/**
 * The same for a change in each of several stores: all happen, or none does. All are recorded before the first file is
 * replaced, so that after a kill the next writer in each store completes the change there.
 */
export function applyTogether(changes: readonly (readonly [LockedStore, Change])[]): (Operation | undefined)[] {
  const staged: StagedChange[] = [];
  try {
    for (const [store, change] of changes) staged.push(stageChange(store, change));
    for (const { record } of staged) record();
    for (const { commit } of staged) commit();
  } catch (error) {
    for (const { takeBack } of staged.toReversed()) takeBack(error);
    throw error;
  }
  return staged.map(({ finish }) => finish());
}

type StagedChange = ReturnType<typeof stageChange>;

/** Puts the new contents of a change beside their files, and copies of these into a backup. Throws where it can't. */
function stageChange(store: LockedStore, change: Change) {
  // What waits in the spool belongs to the files that are read next.
  mergeSpool(store);
  const op_id = newId(store.runtime, "op");
  const steps: Step[] = [];
  const written: Entry[] = change.command === "save" ? [...change.append ?? []] : [];
  const before = OUTDATING.test(change.command) ? inForceBefore(store) : undefined;
  let backup: Backup | undefined;
  const keep = (file: StorePath, before: Uint8Array | undefined) => {
    if (change.backup === false) return () => before;
    backup ??= openBackup(store, change.command, op_id);
    return backup.add(file, before);
  };
  let staged: StagedTogether;
  try {
    staged = stageTogether(store.runtime, filesToBe(store, change, keep, steps, written));
  } catch (error) {
    backup?.drop();
    throw error;
  }
  const files = steps.map(({ file }) => file);
  // The new contents of as many files were put beside them before.
  const tellReplaced = (done: number) => store.runtime.tellProgress?.("writing", files.length + done, 2 * files.length);
  const named = new Set<StorePath>();
  let backup_path: StorePath | undefined;
  let operation: Operation | undefined;
  const mirrorAgain = () => {
    for (const file of files) nameWritten(store, file, named.has(file));
  };
  return {
    /** Recorded before it is visible: from here on nothing needs more space on the disk. */
    record() {
      const { audit, actor, command, scope, ids = [] } = change;
      // An undo that finds nothing of a write any more has taken it back: the next one must not find it again.
      // Nor does a verb tell of a loss again that a restore has left in its backup.
      if (steps.length === 0 && audit?.["undoes"] === undefined && audit?.["from_backups"] === undefined) return;
      backup_path = backup?.finish(Object.fromEntries(steps.map(({ file, digests }) => [file, digests])));
      const details = { ...audit, op_id, actor, command, scope, ...countsOf(steps, ids), files, backup_path };
      operation = recordOperation(store, { ...details, success: true });
    },
    commit() {
      if (steps.length === 0) return;
      if (change.brought) noteFound(store, change.brought);
      noteOwnLines(store, written);
      for (const file of files) {
        if (unmirror(store, file)) named.add(file);
        dropTracked(store, file);
      }
      staged.commit(tellReplaced);
    },
    takeBack(error: unknown) {
      staged.takeBack();
      mirrorAgain();
      if (operation) recordFailure(store, operation, error);
      // A backup without a list of its files is of no use.
      else if (backup_path === undefined) tried(() => backup?.drop());
    },
    finish(): Operation | undefined {
      if (steps.length === 0) return operation;
      mirrorAgain();
      noteOutdated(store, before, /^(?:undo|restore)$/.test(change.command));
      if (change.said) noteSaid(store, change.said);
      if (change.actor !== "system") tellExposed(store, files, noteTracked);
      return operation;
    },
  };
}

function nameWritten(store: LockedStore, file: StorePath, wasNamed: boolean): void {
  if (mirror(store, file, { wasNamed }) && file.endsWith(".jsonl")) nameTracked(store, file);
}

/** What is recorded of a file that is about to be replaced, with digests of its new content. */
type Step = Pick<FilePlan, "file" | "alive"> & { readonly digests: FileDigests };

/** What each file becomes. Before a file is given, its old content goes into the backup, and its step into `steps`. */
function* filesToBe(
  store: LockedStore,
  change: Change,
  keep: (file: StorePath, before: Uint8Array | undefined) => FileToBe["before"],
  steps: Step[],
  written: Entry[],
): Iterable<FileToBe> {
  const isOwn = ownLinesIn(store);
  const free = freeAlongTheWay(store.runtime);
  const { rewrite, append: added = [], replace } = change;
  const files = new Set([...rewrite?.keys() ?? [], ...added.map(({ file }) => file), ...replace?.keys() ?? []]).size;
  let done = 0;
  for (const { file, before, after, alive, parts, rewritten } of planFiles(store, change)) {
    store.runtime.tellProgress?.("writing", done++, 2 * files);
    if (sameBytes(before, after)) continue;
    append(written, rewritten.filter(([old]) => isOwn(old)).map(([, record]) => ({ file, record })));
    const path = pathInside(store, file);
    if (after && after.length > (before?.length ?? 0)) refuseGrowth(path, after.length, bytesMaxOfFile(file));
    const records = Object.fromEntries([...parts].map(([key, text]) => [key, linesDigest(text)]));
    steps.push({ file, alive, digests: { after: fileDigest(after), records } });
    if (after) makeFolderFor(store, file);
    yield { path, after, before: keep(file, before) };
    free((before?.length ?? 0) + (after?.length ?? 0));
  }
}

function countsOf(steps: readonly Step[], others: readonly string[]) {
  const ids = [...steps.flatMap(({ digests: { records } }) => Object.keys(records)), ...others];
  return {
    before_count: steps.reduce((sum, { alive }) => sum + alive.before, 0),
    after_count: steps.reduce((sum, { alive }) => sum + alive.after, 0),
    ids: ids.slice(0, IDS_IN_AUDIT),
    ids_total: ids.length > IDS_IN_AUDIT ? ids.length : undefined,
  };
}

/** The audit log says already that the change was made; this line says that it was not. */
function recordFailure(store: LockedStore, { timestamp: _, ...line }: Operation, error: unknown): void {
  // The caller gets the first error all the same.
  tried(() =>
    recordOperation(store, { ...line, after_count: line.before_count, success: false, error: reasonOf(error) })
  );
}

interface FilePlan {
  readonly file: StorePath;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** The keys of the records or settings that change, each with its text afterwards; none for other files. */
  readonly parts: ReadonlyMap<string, string>;
  /** The records that change, before and afterwards. */
  readonly rewritten: readonly (readonly [before: RawRecord, after: RawRecord])[];
  /** How many records that are not deleted it holds. */
  readonly alive: { readonly before: number; readonly after: number };
}

/** Plans every file that a change names, one after the other, so that only one at a time is in memory. */
function* planFiles(
  store: LockedStore,
  { rewrite = new Map(), append: additions = [], replace = new Map() }: Change,
): Iterable<FilePlan> {
  const read = (file: StorePath) => store.runtime.files.read(pathOf(store, file));
  const added = Map.groupBy(additions, ({ file }) => file);
  for (const file of new Set([...rewrite.keys(), ...added.keys()])) {
    const records = (added.get(file) ?? []).map(({ record }) => ({ ...record }));
    yield planRecords(file, read(file), rewrite.get(file) ?? (() => "keep"), records);
  }
  for (const [file, after] of replace) yield planWhole(file, read(file), after);
}

function planWhole(file: StorePath, before: Uint8Array | undefined, after: Uint8Array | undefined): FilePlan {
  const old = partsByKey(file, before);
  const next = partsByKey(file, after);
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter((key) =>
    old.get(key)?.text !== next.get(key)?.text
  );
  // A note counts as one record, unless it lies among the deleted notes.
  const isNote = file.startsWith(`${NOTES_FOLDER}/`) && !file.startsWith(`${NOTES_FOLDER}/.`);
  const aliveIn = (bytes: Uint8Array | undefined, parts: ReturnType<typeof partsByKey>) =>
    isNote && bytes
      ? 1
      : [...parts.values()].flatMap(({ records }) => records).filter((record) => !isDeleted(record)).length;
  return {
    file,
    before,
    after,
    parts: new Map(changed.map((key) => [key, next.get(key)?.text ?? ""])),
    rewritten: changed.flatMap((key) => {
      const [was, is] = [old.get(key)?.records.at(-1), next.get(key)?.records.at(-1)];
      return was && is ? [[was, is] as const] : [];
    }),
    alive: { before: aliveIn(before, old), after: aliveIn(after, next) },
  };
}

function planRecords(
  file: StorePath,
  before: Uint8Array | undefined,
  rewrite: (record: RawRecord, key: string) => Rewrite,
  added: readonly RawRecord[],
): FilePlan {
  const lines: Line[] = [];
  const changed = new Set<string>();
  const rewritten: [RawRecord, RawRecord][] = [];
  const alive = { before: 0, after: 0 };
  const put = (slice: Uint8Array, key?: string, record?: RawRecord) => {
    lines.push({ slice, key });
    if (record && !isDeleted(record)) alive.after++;
  };
  for (const { slice, key, record } of keyedLines(before)) {
    if (record && !isDeleted(record)) alive.before++;
    const after = record ? rewrite(record, key) : "keep";
    if (after !== "keep" && key !== undefined) changed.add(key);
    if (record && after && after !== "keep") rewritten.push([record, after]);
    if (after === "keep") put(slice, key, record);
    else if (after) put(encoder.encode(formatLine(after)), key, after);
  }
  const last = lines.at(-1)?.slice;
  if (added.length > 0 && last && last.at(-1) !== NEWLINE) put(Uint8Array.of(NEWLINE));
  for (const record of added) {
    refuseTooLong(record);
    const text = formatLine(record);
    const key = keyOf(record, text);
    changed.add(key);
    put(encoder.encode(text), key, record);
  }
  const rest = lines.length > 0 ? Buffer.concat(lines.map(({ slice }) => slice)) : undefined;
  // A file without lines goes.
  return { file, before, after: changed.size > 0 ? rest : before, parts: textsOf(changed, lines), rewritten, alive };
}

/** All lines of each changed record, also the unchanged ones, since undo compares them together. */
function textsOf(changed: ReadonlySet<string>, lines: readonly Line[]): Map<string, string> {
  const texts = new Map([...changed].map((key) => [key, ""]));
  for (const { slice, key } of lines) {
    if (key !== undefined && changed.has(key)) texts.set(key, texts.get(key) + decoder.decode(slice));
  }
  return texts;
}

/** A line of the new file; one without a record has no key. */
interface Line {
  readonly slice: Uint8Array;
  readonly key: string | undefined;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
