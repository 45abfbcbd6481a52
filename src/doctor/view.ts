/**
 * In: a store. Out: everything that checks ask of it, read once, without a change to any file: its lines, its index,
 * what its logs tell, and what writers left unfinished.
 * Not done here: judging it; clearing it away (fix.ts). What can't be read is told instead of thrown.
 *
 * @module
 */
import { join } from "node:path";
import { reasonTold } from "../errors.ts";
import { BESIDE, modifiedMs } from "../files.ts";
import { readDocument } from "../index/truth.ts";
import { type IndexReport, inspectIndex, inspectVectors, type VectorsReport } from "../index/inspect.ts";
import { BYTES_MAX, tooMany } from "../limits.ts";
import { readEntry } from "../notes/files.ts";
import { DAY_MS, dayOf } from "../records/days.ts";
import { utcDay } from "../records/ids.ts";
import type { RawRecord } from "../records/mod.ts";
import { isEvent } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { same, type Sentence } from "../sentence.ts";
import type { Operation } from "../store/audit.ts";
import { type BadLine, recordFiles } from "../store/contents.ts";
import { freeAlongTheWay } from "../store/file.ts";
import {
  allDailyFiles,
  AUDIT_FILE,
  bytesMaxOf,
  CORE_FILE,
  DAILY_FOLDER,
  dayOfFile,
  daysThatFit,
  DELETED_NOTES_FOLDER,
  hasTooManyNotes,
  leadsInside,
  LOCK_FILE,
  LOGS_FOLDER,
  noteFiles,
  NOTES_FOLDER,
  pathOf,
  PROPOSALS_FOLDER,
  SHARE_FOLDER,
  SNAPSHOTS_FOLDER,
  SPOOL_FOLDER,
  STATE_FOLDER,
  VECTORS_LOCK_FILE,
} from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import { lockState } from "../store/lock.ts";
import type { Store } from "../store/mod.ts";
import { DAMAGED, spooledFiles } from "../store/spool.ts";
import { cutShort } from "../store/write_lock.ts";
import { DEFERRED } from "../upkeep/mod.ts";

/** A store as doctor sees it. */
export interface StoreView {
  readonly store: Store;
  readonly lines: LinesReport;
  readonly index: IndexReport;
  readonly vectors: VectorsReport;
  readonly logs: LogReport;
  /** Lines of files that hold no memory, audit and log, that can't be parsed; looked for by `deep` only. */
  readonly others: readonly BadLine[];
}

/** How far to look. */
interface ViewOptions {
  readonly logDays: number;
  readonly deep: boolean;
}

/** A file or folder that the system did not let us read. */
interface Unreadable {
  /** Relative to the data folder. */
  readonly file: string;
  readonly reason: Sentence;
}

/** What the JSONL files hold. */
interface LinesReport {
  /** How much that is, without files that can't be read. */
  readonly bytes: number;
  /** Lines that hold a record. */
  readonly valid: number;
  readonly bad: readonly BadLine[];
  readonly unreadable: readonly Unreadable[];
  /** How often each id stands there. */
  readonly ids: ReadonlyMap<string, number>;
  /** Lines whose id an earlier line has. */
  readonly repeated: number;
  /** Lines that hold knowledge, but no id. */
  readonly anonymous: number;
  /** Facts by their local day. */
  readonly perDay: ReadonlyMap<string, number>;
  /** Records that belong into the index, by file. */
  readonly documents: ReadonlyMap<string, number>;
  /** The sums that ended sessions left. */
  readonly metrics: readonly RawRecord[];
}

/** Reads a store for all checks. */
export function viewStore(store: Store, { logDays, deep }: ViewOptions): StoreView {
  return {
    store,
    lines: readLines(store),
    index: inspectIndex(store),
    vectors: inspectVectors(store),
    logs: readLogs(store.runtime, store.home, logDays),
    others: deep ? readOthers(store) : [],
  };
}

function readOthers(store: Store): BadLine[] {
  const names = attempt([], "", () => store.runtime.files.list(pathOf(store, LOGS_FOLDER))) ?? [];
  const logs = names.filter((name) => name.endsWith(".jsonl")).map((name) => `${LOGS_FOLDER}/${name}`);
  return [AUDIT_FILE, ...logs].flatMap((file) => {
    const bad: BadLine[] = [];
    const bytes = attempt([], file, () => store.runtime.files.read(pathOf(store, file), BYTES_MAX.audit));
    if (bytes) {
      visitLines(bytes, (record, problem = same(""), line) => void (record || bad.push({ file, line, problem })));
    }
    return bad;
  });
}

function readLines(store: Store): LinesReport {
  const ids = new Map<string, number>();
  const perDay = new Map<string, number>();
  const documents = new Map<string, number>();
  const bad: BadLine[] = [];
  const unreadable: Unreadable[] = [];
  const metrics: RawRecord[] = [];
  const sum = { bytes: 0, valid: 0, repeated: 0, anonymous: 0 };
  const free = freeAlongTheWay(store.runtime);
  attempt(unreadable, CORE_FILE, () => store.runtime.files.read(pathOf(store, CORE_FILE), bytesMaxOf("core")));
  for (const file of attempt(unreadable, NOTES_FOLDER, () => noteFiles(store)) ?? []) {
    attempt(unreadable, file, () => readEntry(store, file));
  }
  const days = attempt([], DAILY_FOLDER, () => daysThatFit(store).length) ?? 0;
  if ((attempt([], DAILY_FOLDER, () => allDailyFiles(store).length) ?? 0) > days) {
    unreadable.push({ file: DAILY_FOLDER, reason: tooMany(days) });
  }
  if (attempt([], NOTES_FOLDER, () => hasTooManyNotes(store))) {
    unreadable.push({ file: NOTES_FOLDER, reason: tooMany(noteFiles(store).length) });
  }
  for (const { file, home } of attempt(unreadable, DAILY_FOLDER, () => recordFiles(store)) ?? []) {
    const bytes = attempt(unreadable, file, () => store.runtime.files.read(pathOf(store, file)));
    if (!bytes) continue;
    const kind = home === "notes" ? "note" : home;
    sum.bytes += bytes.length;
    let count = 0;
    visitLines(bytes, (record, problem, line, text) => {
      if (!record) return void bad.push({ file, line, problem: problem ?? same("") });
      sum.valid++;
      if (typeof record.id === "string" && record.id !== "") {
        const before = ids.get(record.id) ?? 0;
        if (before > 0) sum.repeated++;
        ids.set(record.id, before + 1);
      } else if (!isEvent(record)) sum.anonymous++;
      if (readDocument(record, kind, text)) count++;
      if (home === "daily" && !isEvent(record)) {
        const day = dayOf(String(record.timestamp ?? dayOfFile(file)), store.runtime);
        perDay.set(day, (perDay.get(day) ?? 0) + 1);
      }
      if (record.type === "session_metrics") metrics.push(record);
    });
    free(bytes.length);
    documents.set(file, count);
  }
  return { ...sum, bad, unreadable, ids, perDay, documents, metrics };
}

function attempt<T>(unreadable: Unreadable[], file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    unreadable.push({ file, reason: reasonTold(error) });
    return undefined;
  }
}

/** What the log tells. */
export interface LogReport {
  /** Days looked at, today included. */
  readonly days: number;
  /** How many errors each UTC day had; days without any are left out. */
  readonly errors: ReadonlyMap<string, number>;
  readonly lastError: { readonly at: string; readonly message: string } | undefined;
  readonly deferred: DeferredSync | undefined;
}

/** The last sync that a writer left to a detached process. */
interface DeferredSync {
  readonly state: "requested" | "finished" | "failed";
  readonly at: string;
  readonly reason?: string;
}

/** Reads the last `days` days of the log in a folder. Never fails: a log that can't be read tells nothing. */
export function readLogs(runtime: Runtime, folder: string, days: number): LogReport {
  const errors = new Map<string, number>();
  let lastError: LogReport["lastError"];
  let deferred: DeferredSync | undefined;
  for (let back = days - 1; back >= 0; back--) {
    const day = utcDay(new Date(runtime.now().getTime() - back * DAY_MS));
    for (const record of linesOf(runtime, join(folder, LOGS_FOLDER, `${day}.jsonl`))) {
      const at = String(record.timestamp ?? "");
      if (record.level === "ERROR") {
        errors.set(day, (errors.get(day) ?? 0) + 1);
        const why = record.error ?? record.reason;
        lastError = { at, message: `${String(record.message)}${typeof why === "string" ? `: ${why}` : ""}` };
      }
      const state = stateOf(record.message);
      if (state) {
        deferred = { state, at, ...typeof record.reason === "string" ? { reason: record.reason } : {} };
      }
    }
  }
  return { days, errors, lastError, deferred };
}

function linesOf(runtime: Runtime, path: string) {
  const records: Readonly<Record<string, unknown>>[] = [];
  try {
    const bytes = runtime.files.read(path);
    if (bytes) visitLines(bytes, (record) => void (record && records.push(record)));
  } catch {
    // Permissions are a check of their own.
  }
  return records;
}

function stateOf(message: unknown): DeferredSync["state"] | undefined {
  if (message === DEFERRED.requested) return "requested";
  if (message === DEFERRED.finished) return "finished";
  return message === DEFERRED.failed ? "failed" : undefined;
}

/** What was left unfinished. */
interface Leftovers {
  /** Spool files that wait for a writer. */
  readonly waiting: readonly string[];
  /** Spool files that can't be read in full. */
  readonly damaged: readonly string[];
  /** Lock files whose owner is dead. */
  readonly deadLocks: readonly string[];
  /** The write that a dead owner did not complete; the next writer will. */
  readonly cutShort: Operation | undefined;
  /** Who is writing right now. */
  readonly writer: string | undefined;
  /** New contents whose writer died before it renamed them. */
  readonly temporary: readonly string[];
}

/** Replacing a file takes moments; a temporary file older than this has no writer. */
const ORPHANED_MS = 10 * 60_000;
const FOLDERS = [
  "",
  DAILY_FOLDER,
  STATE_FOLDER,
  SNAPSHOTS_FOLDER,
  NOTES_FOLDER,
  DELETED_NOTES_FOLDER,
  SHARE_FOLDER,
  PROPOSALS_FOLDER,
  AUDIT_FILE.split("/")[0] ?? "",
];

/** Looks for it, without a change to any file. */
export function leftoversOf(store: Store): Leftovers {
  const { files } = store.runtime;
  // What a link leads to outside the store was not left by us.
  const namesIn = (folder: string) =>
    leadsInside(store, pathOf(store, folder)) ? files.list(pathOf(store, folder)) : [];
  const spool = namesIn(SPOOL_FOLDER);
  const locks = [
    LOCK_FILE,
    VECTORS_LOCK_FILE,
    ...namesIn(STATE_FOLDER).filter((name) => name.endsWith(".lock"))
      .map((name) => `${STATE_FOLDER}/${name}`),
  ];
  const owner = lockState(store.runtime, pathOf(store, LOCK_FILE));
  const deadLocks = locks.filter((file) => lockState(store.runtime, pathOf(store, file))?.isDead);
  return {
    waiting: spooledFiles(store),
    damaged: spool.filter((name) => name.endsWith(DAMAGED)).map((name) => `${SPOOL_FOLDER}/${name}`),
    deadLocks,
    cutShort: deadLocks.includes(LOCK_FILE) ? cutShort(store) : undefined,
    writer: owner && !owner.isDead ? owner.owner : undefined,
    temporary: FOLDERS.flatMap((folder) => temporaryAmong(store, folder, namesIn(folder))),
  };
}

function temporaryAmong(store: Store, folder: string, names: readonly string[]): string[] {
  const { files, now } = store.runtime;
  return names.filter((name) => BESIDE.test(name))
    .map((name) => folder === "" ? name : `${folder}/${name}`)
    .filter((file) => {
      const stat = files.stat(pathOf(store, file));
      return stat !== undefined && now().getTime() - modifiedMs(stat) > ORPHANED_MS;
    });
}
