/**
 * In: what is to become of records and files. Out: all of it done, or nothing.
 * Not done here: deciding (upkeep/, exchange/), telling the index (upkeep/), adding one record (append.ts).
 *
 * Copies go to a backup, new contents beside their files, a line to the audit log; only then is each file replaced, in
 * one step. A writer that dies before the line has changed nothing; after it, the next writer completes the change
 * (unfinished.ts).
 *
 * @module
 */
import { type Staged, stageReplacement } from "../atomic.ts";
import { reasonOf } from "../errors.ts";
import { newId } from "../records/ids.ts";
import { isDeleted, type RawRecord } from "../records/mod.ts";
import { appendLocked } from "./append.ts";
import { type Actor, type Operation, type OperationDetails, recordOperation } from "./audit.ts";
import { backupFiles, type FileChange } from "./backup.ts";
import { keyOf } from "./contents.ts";
import { fileDigest, linesDigest } from "./digest.ts";
import { guardInside } from "./guard.ts";
import { NOTES_FOLDER, pathOf } from "./layout.ts";
import { formatLine, parseLines, refuseTooLong } from "./lines.ts";
import { linesByKey } from "./merge.ts";
import type { LockedStore } from "./mod.ts";
import type { Entry } from "./spool.ts";
import { replaceFile, type Rewrite } from "./rewrite.ts";
import { holdsSettings, settingsByKey } from "./settings_file.ts";
import { forgetInSnapshots, keepForSnapshots } from "./snapshot.ts";

export interface Change {
  readonly actor: Actor;
  readonly command: string;
  readonly scope: string;
  /** For JSONL files: what becomes of each record, by its key. */
  readonly rewrite?: ReadonlyMap<string, (record: RawRecord, key: string) => Rewrite>;
  /** Records to add. */
  readonly append?: readonly Entry[];
  /** For whole files: their new content; undefined takes the file away. */
  readonly replace?: ReadonlyMap<string, Uint8Array | undefined>;
  /** Ids of the notes that whole files hold. */
  readonly ids?: readonly string[];
  /** What is taken away must not stay in open snapshots either. */
  readonly purges?: boolean;
  /** False: no copies are made, and the change can't be undone. */
  readonly backup?: boolean;
  /** More fields of the audit line; never the text of a record. */
  readonly audit?: Readonly<Record<string, unknown>>;
}

export interface Changed {
  readonly operation: Operation;
  /** `backups/2026-02-19-120500/` */
  readonly backupPath: string | undefined;
  /** The files that changed. */
  readonly files: readonly string[];
}

/** More ids than this are listed in the backup only, so that an audit line stays a line. */
const IDS_IN_AUDIT = 100;

/**
 * Carries out a change. On failure every file is put back as it was, the failure is recorded and the error thrown.
 *
 * @returns undefined when there was nothing to change
 */
export function applyChange(store: LockedStore, change: Change): Changed | undefined {
  // Merges the spool: what waits there belongs to the files that are read next.
  appendLocked(store, []);
  const plans = planFiles(store, change).filter(({ before, after }) => !sameBytes(before, after));
  if (plans.length === 0) return undefined;
  for (const { file } of plans) guardInside(store, pathOf(store, file));

  const op_id = newId(store.runtime, "op");
  const files = plans.map(({ file }) => file);
  const backupPath = change.backup === false ? undefined : backupFiles(store, files, change.command, {
    op_id,
    changes: Object.fromEntries(plans.map((plan) => [plan.file, asFileChange(plan)])),
  });
  const replaced = plans.flatMap((plan) => plan.replaced);
  if (!change.purges) keepForSnapshots(store, replaced);
  const line: OperationDetails = {
    ...change.audit,
    op_id,
    actor: change.actor,
    command: change.command,
    scope: change.scope,
    ...countsOf(plans, change.ids ?? []),
    files,
    ...backupPath === undefined ? {} : { backup_path: backupPath },
    success: true,
  };
  const staged = stageAll(store, plans);
  let operation: Operation | undefined;
  try {
    // Recorded before it is visible: from here on nothing needs more space on the disk.
    operation = recordOperation(store, line);
    for (const step of staged) step.commit();
  } catch (error) {
    for (const step of staged) step.discard();
    putBack(store, plans);
    if (operation) recordFailure(store, line, error);
    throw error;
  }
  if (change.purges) forgetRecords(store, replaced);
  return { operation, backupPath, files };
}

/** Puts every file's new content beside it. A file to be taken away needs none. */
function stageAll(store: LockedStore, plans: readonly Plan[]): Staged[] {
  const staged: Staged[] = [];
  try {
    for (const { file, after } of plans) {
      const path = pathOf(store, file);
      staged.push(
        after
          ? stageReplacement(store.runtime, path, after)
          : { commit: () => store.runtime.files.remove(path), discard: () => {} },
      );
    }
    return staged;
  } catch (error) {
    for (const step of staged) step.discard();
    throw error;
  }
}

interface Plan {
  readonly file: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** The keys of the records that change, each with its lines afterwards; empty for a whole file. */
  readonly lines: ReadonlyMap<string, string>;
  /** The changed records as they were. */
  readonly replaced: readonly Replaced[];
  readonly alive: { readonly before: number; readonly after: number };
}

interface Replaced {
  readonly file: string;
  readonly key: string;
  readonly record: RawRecord;
}

const NEWLINE = 10;

function planFiles(store: LockedStore, { rewrite = new Map(), append = [], replace = new Map() }: Change): Plan[] {
  const added = Map.groupBy(append, ({ file }) => file);
  const plans = [...new Set([...rewrite.keys(), ...added.keys()])].map((file) =>
    planRecords(
      store,
      file,
      rewrite.get(file) ?? (() => "keep"),
      (added.get(file) ?? []).map(({ record }) => ({ ...record })),
    )
  );
  for (const [file, after] of replace) {
    const before = store.runtime.files.read(pathOf(store, file));
    plans.push({
      file,
      before,
      after,
      ...file.endsWith(".jsonl") ? compareRecords(file, before, after) : wholeFile(file, before, after),
      ...holdsSettings(file) ? { lines: changedSettings(before, after) } : {},
    });
  }
  return plans;
}

/** A note counts as a record while it lies among the notes. Other whole files hold nothing that counts. */
function wholeFile(file: string, before: Uint8Array | undefined, after: Uint8Array | undefined) {
  const counts = file.startsWith(`${NOTES_FOLDER}/`) && !file.startsWith(`${NOTES_FOLDER}/.`);
  const alive = { before: counts && before ? 1 : 0, after: counts && after ? 1 : 0 };
  return { lines: new Map<string, string>(), replaced: [], alive };
}

/** The settings that differ, each with its value afterwards. */
function changedSettings(before: Uint8Array | undefined, after: Uint8Array | undefined): Map<string, string> {
  const [old, next] = [settingsByKey(before), settingsByKey(after)];
  const keys = new Set([...old.keys(), ...next.keys()]);
  return new Map([...keys].filter((key) => old.get(key) !== next.get(key)).map((key) => [key, next.get(key) ?? ""]));
}

/** Which records differ between two states of a file. */
function compareRecords(file: string, before: Uint8Array | undefined, after: Uint8Array | undefined) {
  const [old, next] = [linesByKey(before), linesByKey(after)];
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter((key) =>
    old.get(key)?.text !== next.get(key)?.text
  );
  const alive = (lines: ReturnType<typeof linesByKey>) =>
    [...lines.values()].flatMap(({ records }) => records).filter((record) => !isDeleted(record)).length;
  return {
    lines: new Map(changed.map((key) => [key, next.get(key)?.text ?? ""])),
    replaced: changed.flatMap((key) => (old.get(key)?.records ?? []).map((record) => ({ file, key, record }))),
    alive: { before: alive(old), after: alive(next) },
  };
}

function planRecords(
  store: LockedStore,
  file: string,
  rewrite: (record: RawRecord, key: string) => Rewrite,
  added: readonly RawRecord[],
): Plan {
  const before = store.runtime.files.read(pathOf(store, file));
  const bytes = before ?? new Uint8Array();
  const decoder = new TextDecoder();
  const changed = new Set<string>();
  const replaced: Replaced[] = [];
  const parts: Part[] = [];
  let aliveBefore = 0;
  for (const { start, length, record } of parseLines(bytes)) {
    const slice = bytes.subarray(start, start + length);
    if (!record) {
      parts.push({ slice, key: undefined, isAlive: false });
      continue;
    }
    const key = keyOf(record, typeof record.id === "string" ? "" : decoder.decode(slice));
    const after = rewrite(record, key);
    if (!isDeleted(record)) aliveBefore++;
    if (after === "keep") {
      parts.push({ slice, key, isAlive: !isDeleted(record) });
      continue;
    }
    changed.add(key);
    replaced.push({ file, key, record });
    if (after) parts.push(partOf(after, key));
  }
  const last = parts.at(-1)?.slice;
  if (added.length > 0 && last && last.at(-1) !== NEWLINE) {
    parts.push({ slice: Uint8Array.of(NEWLINE), key: undefined, isAlive: false });
  }
  for (const record of added) {
    refuseTooLong(record);
    const part = partOf(record);
    changed.add(part.key);
    parts.push(part);
  }
  // All lines of a changed record, even those that stayed: undo compares them together.
  const lines = new Map([...changed].map((key) => [key, ""]));
  for (const { slice, key } of parts) {
    if (key !== undefined && changed.has(key)) lines.set(key, lines.get(key) + decoder.decode(slice));
  }
  const rest = parts.length > 0 ? Buffer.concat(parts.map(({ slice }) => slice)) : undefined;
  // A file without lines goes.
  const after = changed.size > 0 ? rest : before;
  const alive = { before: aliveBefore, after: parts.filter(({ isAlive }) => isAlive).length };
  return { file, before, after, lines, replaced, alive };
}

/** A line of the file to be. */
interface Part {
  readonly slice: Uint8Array;
  readonly key: string | undefined;
  readonly isAlive: boolean;
}

function partOf(record: RawRecord, known?: string): Part & { readonly key: string } {
  const text = formatLine(record);
  return { slice: new TextEncoder().encode(text), key: known ?? keyOf(record, text), isAlive: !isDeleted(record) };
}

function asFileChange({ after, lines }: Plan): FileChange {
  return {
    after: fileDigest(after),
    records: Object.fromEntries([...lines].map(([key, text]) => [key, linesDigest(text)])),
  };
}

function forgetRecords(store: LockedStore, replaced: readonly Replaced[]): void {
  const keys = new Set(replaced.map(({ key }) => key));
  forgetInSnapshots(store, (key) => keys.has(key));
}

function countsOf(plans: readonly Plan[], others: readonly string[]) {
  const ids = [...plans.flatMap(({ lines }) => [...lines.keys()]), ...others];
  return {
    before_count: plans.reduce((sum, { alive }) => sum + alive.before, 0),
    after_count: plans.reduce((sum, { alive }) => sum + alive.after, 0),
    ids: ids.slice(0, IDS_IN_AUDIT),
    ...ids.length > IDS_IN_AUDIT ? { ids_total: ids.length } : {},
  };
}

/** After a failed rename: puts back what was already replaced. */
function putBack(store: LockedStore, plans: readonly Plan[]): void {
  for (const { file, before, after } of plans) {
    try {
      const now = store.runtime.files.read(pathOf(store, file));
      if (!sameBytes(now, after) || sameBytes(now, before)) continue;
      if (before) replaceFile(store, file, before);
      else store.runtime.files.remove(pathOf(store, file));
    } catch {
      // The backup still has it.
    }
  }
}

/** The audit log says that it was done; this line says that it was not. */
function recordFailure(store: LockedStore, line: OperationDetails, error: unknown): void {
  try {
    recordOperation(store, { ...line, after_count: line.before_count, success: false, error: reasonOf(error) });
  } catch {
    // The caller gets the first error all the same.
  }
}

function sameBytes(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && Buffer.compare(left, right) === 0);
}
