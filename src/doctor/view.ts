/**
 * In: a store. Out: everything that checks ask of it, read once, without a change to any file.
 * Not done here: judging it. What can't be read is told instead of thrown.
 *
 * @module
 */
import { reasonTold } from "../errors.ts";
import { dayOf } from "../records/days.ts";
import { readDocument } from "../index/document.ts";
import { type IndexReport, inspectIndex, inspectVectors, type VectorsReport } from "../index/inspect.ts";
import type { RawRecord } from "../records/mod.ts";
import { isEvent } from "../records/view.ts";
import { same, type Sentence } from "../sentence.ts";
import { type BadLine, recordFiles } from "../store/contents.ts";
import {
  allDailyFiles,
  AUDIT_FILE,
  bytesMaxOf,
  CORE_FILE,
  DAILY_FOLDER,
  dayOfFile,
  daysThatFit,
  hasTooManyNotes,
  LOGS_FOLDER,
  noteFiles,
  NOTES_FOLDER,
  pathOf,
} from "../store/layout.ts";
import { BYTES_MAX, tooMany } from "../limits.ts";
import { readEntry } from "../notes/files.ts";
import { freeAlongTheWay } from "../store/file.ts";
import { visitLines } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { type LogReport, readLogs } from "./logs.ts";

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
export interface ViewOptions {
  readonly logDays: number;
  readonly deep: boolean;
}

/** A file or folder that the system did not let us read. */
export interface Unreadable {
  /** Relative to the data folder. */
  readonly file: string;
  readonly reason: Sentence;
}

/** What the JSONL files hold. */
export interface LinesReport {
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
