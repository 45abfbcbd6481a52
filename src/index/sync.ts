/**
 * In: the truth on the disk and an index of an earlier state. Out: the index in step with the truth, and how many
 * records changed.
 *
 * A file with the same size, times and inode as last time is not read. In any other file the part that was read before
 * is compared by its digest: if it is the same, only the lines behind it are read, else all lines are compared. Hot
 * path: every hook comes through here.
 */
import { errorCode } from "../errors.ts";
import { fileStamp } from "../files.ts";
import type { FileStat } from "../runtime.ts";
import { tellLeftOut } from "../store/file_read.ts";
import { othersLinesIn, trustedIn } from "../store/own_lines.ts";
import { pathOf, type StorePath } from "../store/layout.ts";
import { bytesMaxOf, type TruthFile } from "../store/truth_files.ts";
import { NEWLINE } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { nameAgain, noteBrought } from "../store/name_again.ts";
import { othersMayWrite } from "../store/resolve.ts";
import { trackingOf } from "../store/tracking.ts";
import {
  addKnownFile,
  digestOf,
  giveUp,
  isPrefix,
  isSettled,
  isWhole,
  type KnownFile,
  noteUnfinished,
  readKnownFile,
  saveKnownFile,
} from "./known_files.ts";
import { keepOverwritten } from "./overwritten.ts";
import { forgetOthers, total } from "./read.ts";
import { emptyTables } from "./schema.ts";
import { type Database, type Row, WAIT_FOR_WRITER_MS } from "./sqlite.ts";
import { findStale, tellUnusedLines, trustToFollow } from "./stale.ts";
import { readTruth } from "./truth.ts";
import { addUses, dropUses } from "./usage.ts";
import { type Changes, startWriting, type TruthRecord, type Writer } from "./write.ts";

export interface SyncResult extends Changes {
  readonly total: number;
  /** False when time ran out, another process was writing or a file can't be read: the next sync goes on. */
  readonly complete: boolean;
  /** Whether every file that can be read is in step. */
  readonly inTime: boolean;
  /**
   * Whether the index matches the truth of one moment, now or earlier. False after a sync that had to stop half-way:
   * some files are in step then, and others are not.
   */
  readonly whole: boolean;
}

export interface SyncOptions {
  /** Stop after about this many milliseconds; without it the sync runs to its end. */
  readonly deadlineMs?: number | undefined;
  /** How many bytes may be lacking; with more nothing is taken in. */
  readonly bytes?: number;
  /** The longest wait for another process that is writing, beside the deadline. */
  readonly waitMs?: number;
  /** Empty the tables first. One transaction does it all, so that others read the old index until it ends. */
  readonly anew?: boolean;
}

/** Records in a transaction: enough to share its cost, few enough that a deadline and other writers wait briefly. */
const BATCH_RECORDS = 2_000;
const FEWEST_RECORDS = 50;
/** Half of the four to six records that a millisecond takes, since what was added is counted at the end. */
const RECORDS_PER_MS = 2;
/** A record of more characters counts as several: a note of a megabyte takes as long as some thousand facts. */
const USUAL_LENGTH = 1_000;

/** With more to read of a file, or more files, compiling pays off: a first sync of 10,000 takes half a second less. */
const BRIEF_BYTES = 64 * 1024;
const BRIEF_FILES = 20;

/** The digest of a file that is half compared or half removed. No file begins with it: all is compared again. */
const NO_DIGEST = new Uint8Array(0);

/** To compare an edited file of the largest size takes about so long; with less time left a larger one waits. */
const LARGE_FILE_BYTES = 4 * 1024 * 1024;
const LARGE_FILE_MS = 20_000;

/** Brings the index in step. A file that can't be read keeps its rows, and the next sync tries it again. */
export function syncIndex(db: Database, store: Store, { anew = false, ...options }: SyncOptions = {}): SyncResult {
  forgetOthers(db);
  if (!anew) return catchUp(db, store, options);
  return db.transaction(() => {
    emptyTables(db);
    return catchUp(db, store, options);
  });
}

function catchUp(db: Database, store: Store, { deadlineMs, bytes = Infinity, waitMs }: SyncOptions): SyncResult {
  const { runtime } = store;
  const started = runtime.now().getTime();
  const left = () => deadlineMs === undefined ? Infinity : deadlineMs - (runtime.now().getTime() - started);
  const sum = { new: 0, updated: 0, deleted: 0 };

  const tracking = trackingOf(store);
  const isTracked = othersMayWrite(store, tracking);
  const isChanging = (file: StorePath) => isTracked(file) && tracking(file) === "changing";
  const lacking = findStale(db, store);
  if (lacking.bytes > bytes) return { ...sum, inTime: false, total: total(db), complete: false, whole: isWhole(db) };
  // Without a deadline, too: sessions start while a large index is made in the background.
  let queue = neededFirst(lacking.files);
  const files = queue.length;
  const stale = queue.map(({ file }) => file);
  const brought = stale.filter(isTracked);
  if (files > BRIEF_FILES) runtime.expectLongWork();
  let complete = queue.length === 0 || !db.readOnly;
  let inTime = complete;
  let follow: Followed | undefined = { trust: trustToFollow(db, store), git: lacking.git };
  if (follow.trust === undefined && follow.git === undefined) follow = undefined;
  while ((queue.length > 0 || follow) && complete) {
    const isFirst = queue.length === files;
    runtime.tellProgress?.("index", files - queue.length, files);
    const batch = left() <= 0
      ? undefined
      : syncBatch(db, store, queue, { left, waitMs, isFirst, isTracked, isChanging, follow });
    if (!batch) {
      complete = inTime = false;
      break;
    }
    for (const key of ["new", "updated", "deleted"] as const) sum[key] += batch.changes[key];
    queue = batch.rest;
    follow = undefined;
    if (batch.skipped) complete = false;
  }
  runtime.tellProgress?.("index", files, files);
  nameAgain(store, stale);
  if (brought.length > 0) noteBrought(store, brought);
  tellUnusedLines(db, store);
  const whole = complete || isWhole(db);
  return { ...sum, inTime, total: total(db), complete, whole };
}

/** New stamps of what `hidden` takes into account beside the files. */
interface Followed {
  readonly trust: string | undefined;
  readonly git: string | undefined;
}

/**
 * One transaction; undefined when another process kept writing for too long. `rest` are the files still to do, of which
 * the first may be half done; `skipped` tells that a file had to be left out.
 */
function syncBatch(
  db: Database,
  store: Store,
  queue: readonly TruthFile[],
  { left, waitMs = WAIT_FOR_WRITER_MS, isFirst, follow, ...how }: Pick<Pass, "isTracked" | "isChanging"> & {
    readonly left: () => number;
    readonly waitMs?: number | undefined;
    /** The first batch of a sync notes the files that it leaves to the others. */
    readonly isFirst: boolean;
    readonly follow: Followed | undefined;
  },
) {
  try {
    return db.transaction(() => {
      const writer = startWriting(db, store.layer, trustedIn(store), othersLinesIn(store));
      const rest = [...queue];
      const account = openAccount(left);
      let skipped = false;
      for (let next = rest[0]; next && account.room() > 0 && left() > 0; next = rest[0]) {
        const step = syncFile(db, store, next, { writer, account, isUrgent: left() < LARGE_FILE_MS, ...how });
        if (step === "more") break;
        if (step === "skipped") skipped = true;
        rest.shift();
      }
      if (isFirst) { for (const { file } of rest) noteUnfinished(db, file); }
      if (follow?.trust !== undefined) {
        writer.followTrust();
        db.run("UPDATE followed SET trust = ?", follow.trust);
      }
      // What is not done yet was noted as unfinished.
      if (follow?.git !== undefined) db.run("UPDATE followed SET git = ?", follow.git);
      return { changes: writer.finish(), rest, skipped };
    }, Math.min(left(), waitMs));
  } catch (error) {
    if (errorCode(error) === "LOCK_BUSY") return undefined;
    throw error;
  }
}

type Account = ReturnType<typeof openAccount>;

/** What a batch has done, in usual records. */
function openAccount(left: () => number) {
  const most = Math.min(BATCH_RECORDS, Math.max(FEWEST_RECORDS, Math.floor(left() * RECORDS_PER_MS)));
  let done = 0;
  return {
    add: (length: number) => void (done += Math.max(1, length / USUAL_LENGTH)),
    room: () => most - done,
    /** Whether to stop now, since time is up and the batch has done what each does. */
    isLate: () => done >= FEWEST_RECORDS && left() <= 0,
  };
}

interface Pass {
  readonly writer: Writer;
  readonly account: Account;
  /** Somebody waits: a large edited file is left to a sync without a deadline. */
  readonly isUrgent: boolean;
  readonly isTracked: (file: StorePath) => boolean;
  /** Git may be bringing the file just now: the next sync asks again whether git tracks it. */
  readonly isChanging: (file: StorePath) => boolean;
}

/** Brings one file in step, as far as the account allows. */
function syncFile(
  db: Database,
  store: Store,
  truth: TruthFile,
  { writer, account, isUrgent, isTracked, isChanging }: Pass,
): "done" | "more" | "skipped" {
  // Read again, since another process may have done this file while we waited. The stamp is taken before the bytes, so
  // that a write in between makes the stamp out of date.
  const known = readKnownFile(db, truth.file);
  const path = pathOf(store, truth.file);
  let stat: FileStat | undefined;
  let bytes: Uint8Array | undefined;
  try {
    stat = store.runtime.files.stat(path);
    const isRead = stat?.kind === "file" && stat.size <= bytesMaxOf(truth.kind);
    bytes = isRead ? store.runtime.files.read(path) : undefined;
  } catch (error) {
    tellLeftOut(store.runtime, truth.file, error);
    if (known) giveUp(db, known);
    return "skipped";
  }
  if (!stat || !bytes) return known && !forget(db, known, writer, account) ? "more" : "done";

  const isAppended = known !== undefined && canContinue(truth, known, bytes) && isPrefix(db, known, bytes);
  const isEdited = known !== undefined && !isAppended;
  if (isEdited && isUrgent && bytes.length > LARGE_FILE_BYTES) return "skipped";
  const from = isAppended ? known.bytes : 0;
  // Before reading, which looks at no clock: in a hook this starts the watchdog, too.
  if (bytes.length - from > BRIEF_BYTES) store.runtime.expectLongWork();
  // Of a file that was appended to, or is new, the part that was read is a prefix, so that reading may stop half-way.
  const part = isAppended && from === bytes.length
    ? { placed: [], unused: [], end: from, more: false }
    : readTruth(truth, bytes, from, isEdited ? Infinity : account.room());
  const key = known?.key ?? addKnownFile(db, truth.file);

  const tracked = isTracked(truth.file);
  if (isEdited && tracked && !known.tracked) {
    keepOverwritten(db, store, truth, { key, placed: part.placed });
  }
  const { fresh, gone } = isEdited ? compareLines(db, key, part.placed, writer) : { fresh: part.placed, gone: [] };
  if (isEdited) dropUses(db, key);
  if (known && known.tracked !== tracked) writer.weighAnew(key, { kind: truth.kind, tracked });
  let done = 0;
  for (const placed of fresh) {
    if (account.isLate() || !isEdited && account.room() <= 0) break;
    addUses(db, key, placed.start, placed.record);
    writer.add(key, { kind: truth.kind, tracked }, placed);
    account.add(placed.raw.length);
    done++;
  }
  const more = !removeRows(gone, writer, account) || done < fresh.length || part.more;
  const settled = !more && isSettled(stat, store.runtime.now());
  const stamp = more ? "" : isChanging(truth.file) ? "changing" : fileStamp(stat);
  const end = isEdited ? part.end : fresh[done]?.start ?? part.end;
  const digest = more && isEdited ? NO_DIGEST : digestOf(bytes, end);
  const unused = (isAppended ? known.unused : 0) + part.unused.filter((start) => start < end).length;
  saveKnownFile(db, { key, stamp, settled, bytes: end, tracked, unused }, digest);
  return more ? "more" : "done";
}

/** Whether the text behind the part already read can be read by itself. */
function canContinue({ kind }: TruthFile, { bytes: end }: KnownFile, bytes: Uint8Array): boolean {
  if (end === bytes.length) return true;
  // New lines of Markdown may belong to an earlier section, and a last line without an ending may have grown.
  return kind !== "core" && kind !== "notes" && (end === 0 || bytes[end - 1] === NEWLINE);
}

/** Compares an edited file with its rows. Rows of moved lines move; returns the new lines, and rows of missing ones. */
function compareLines(db: Database, file: number, placed: readonly TruthRecord[], writer: Writer) {
  const rows = db.all("SELECT row, start, raw FROM records WHERE file = ? ORDER BY start DESC", file);
  const byText = Map.groupBy(rows, ({ raw }) => raw);
  const fresh = placed.filter(({ raw, start }) => {
    const same = byText.get(raw)?.pop();
    if (same && same["start"] !== start) writer.move(Number(same["row"]), start);
    return same === undefined;
  });
  return { fresh, gone: [...byText.values()].flat() };
}

/** Removes rows as far as the account allows; false if some are left. */
function removeRows(rows: readonly Row[], writer: Writer, account: Account): boolean {
  for (const { row, raw } of rows) {
    if (account.isLate()) return false;
    writer.remove(Number(row));
    account.add(String(raw).length);
  }
  return true;
}

/** Removes all that the index knows of a file; false if some is left for the next sync. */
function forget(db: Database, known: KnownFile, writer: Writer, account: Account): boolean {
  const rows = db.all("SELECT row, raw FROM records WHERE file = ?", known.key);
  if (!removeRows(rows, writer, account)) {
    saveKnownFile(db, { ...known, stamp: "", settled: false }, NO_DIGEST);
    return false;
  }
  dropUses(db, known.key);
  db.run("DELETE FROM files WHERE key = ?", known.key);
  return true;
}

/** In the order in which a session needs them: core memory and summaries, then the days from today back. */
function neededFirst(files: readonly TruthFile[]): TruthFile[] {
  const days = files.filter((file) => file.kind === "daily").reverse();
  return [...files.filter((file) => file.kind !== "daily"), ...days];
}
