/**
 * Reads a store once for all checks, without a change to any file. A file that can't be read is noted; nothing throws.
 */
import { join } from "node:path";
import { reasonTold, tried } from "../errors.ts";
import { readDay } from "../exchange/day.ts";
import { fileBeside, isOrphaned, readExactText, readText } from "../files.ts";
import { readDocument } from "../index/document.ts";
import { inspectIndex, inspectVectors } from "../index/inspect.ts";
import { BYTES_MAX } from "../limits.ts";
import { append } from "../lists.ts";
import { latestTime } from "../recall/readers.ts";
import { isCondition } from "../records/conditions.ts";
import { asUtc, DAY_MS, dayOf, timeOf } from "../records/days.ts";
import { utcDay } from "../records/ids.ts";
import { isDeleted, type RawRecord, texts } from "../records/mod.ts";
import { asText, isEvent, timestampOf } from "../records/view.ts";
import type { Runtime } from "../runtime.ts";
import { same, type Sentence } from "../sentence.ts";
import { type BadLine, recordFiles } from "../store/contents.ts";
import { freeAlongTheWay } from "../store/file_read.ts";
import * as layout from "../store/layout.ts";
import {
  allDailyFiles,
  bytesMaxOf,
  conflictCopies,
  daysThatFit,
  hasTooManyNotes,
  kindOfFile,
  noteFiles,
  strayRecordFiles,
} from "../store/truth_files.ts";
import { DAILY_FOLDER, LOGS_FOLDER, NOTES_FOLDER, pathOf, STATE_FOLDER } from "../store/layout.ts";
import { recordsIn, visitLines } from "../store/lines.ts";
import { recordLines } from "../store/spread.ts";
import { lockState } from "../store/lock.ts";
import type { Store } from "../store/mod.ts";
import { DAMAGED, spooledFiles } from "../store/spool.ts";
import { emptinessOf } from "../store/stored.ts";
import { cutShort } from "../store/write_lock.ts";
import { conflictMarks } from "../text/markdown.ts";
import { DEFERRED } from "../upkeep/mod.ts";
import { said } from "./check.ts";

export type StoreView = ReturnType<typeof viewStore>;

interface Unreadable {
  readonly file: string;
  readonly reason: Sentence;
}

/** Reads a store for all checks. */
export function viewStore(store: Store, { logDays, deep }: { logDays: number; deep: boolean }) {
  return {
    store,
    lines: readLines(store),
    index: inspectIndex(store),
    vectors: inspectVectors(store),
    logs: readLogs(store.runtime, store.home, logDays),
    /** Lines of the audit log and of logs that can't be parsed. Only `deep` looks for them. */
    others: deep ? readOthers(store) : [],
  };
}

function readOthers(store: Store): BadLine[] {
  const names = attempt([], "", () => store.runtime.files.list(pathOf(store, LOGS_FOLDER))) ?? [];
  const logs = names.filter((name) => name.endsWith(".jsonl")).map((name) => `${LOGS_FOLDER}/${name}`);
  return [layout.AUDIT_FILE, ...logs].flatMap((file) => {
    const bad: BadLine[] = [];
    const bytes = attempt([], file, () => store.runtime.files.read(pathOf(store, file), BYTES_MAX.audit));
    if (bytes) {
      visitLines(bytes, (record, problem = same(""), line) => void (record || bad.push({ file, line, problem })));
    }
    return bad;
  });
}

function readLines(store: Store) {
  const { runtime } = store;
  const bad: BadLine[] = [];
  /** Files whose records are whole, but not each on a line of its own. */
  const spread: layout.StorePath[] = [];
  const unreadable: Unreadable[] = [];
  /** The number of records in each file that belong into the index. */
  const documents = new Map<string, number>();
  /** Where the marks begin by which git shows a merge that it could not finish. */
  const conflict = [
    ...firstMark(layout.CORE_FILE, marksIn(readCore(store, unreadable))),
    ...[...noteTexts(store, unreadable)].flatMap(([path, text]) => firstMark(path, marksIn(text))),
  ];
  const tally = tallyOf(runtime);
  const free = freeAlongTheWay(runtime);
  /** The bytes of readable files. */
  let size = 0;
  for (const file of attempt(unreadable, DAILY_FOLDER, () => recordFiles(store)) ?? []) {
    const bytes = attempt(unreadable, file, () => runtime.files.read(pathOf(store, file)));
    if (!bytes) continue;
    size += bytes.length;
    const read = readRecords(file, bytes, tally.count);
    documents.set(file, read.documents);
    free(bytes.length);
    if (read.isTorn && recordLines(bytes)) {
      spread.push(file);
      continue;
    }
    const marks = read.bad.length === 0 ? [] : marksIn(new TextDecoder().decode(bytes));
    conflict.push(...firstMark(file, marks));
    append(bad, read.bad.filter(({ line }) => !marks.includes(line)));
  }
  const stray = attempt([], DAILY_FOLDER, () => [...strayRecordFiles(store), ...strayDays(store)]) ?? [];
  const copies = attempt([], NOTES_FOLDER, () => conflictCopies(store)) ?? [];
  return { bytes: size, ...tally.counted(), bad, spread, conflict, stray, copies, unreadable, documents };
}

function marksIn(text: string) {
  return conflictMarks(text.split(/\r?\n/));
}

function firstMark(file: string, [line]: readonly number[]): string[] {
  return line === undefined ? [] : [`${file}:${line}`];
}

type CountRecord = (record: RawRecord, file: layout.StorePath, line: number) => void;

/**
 * Counts the records of a file. `bad`: its other lines; `isTorn`: one of them is no JSON object; `documents`: how many
 * records belong into the index.
 */
function readRecords(file: layout.StorePath, bytes: Uint8Array, count: CountRecord) {
  const kind = kindOfFile(file);
  const bad: BadLine[] = [];
  let documents = 0;
  let isTorn = false;
  visitLines(bytes, (record, problem, line, text) => {
    if (problem) isTorn = true;
    const why = record ? emptinessOf(record, kind) : problem;
    if (!record || why) return void bad.push({ file, line, problem: why ?? same("") });
    if (readDocument(record, kind, text)) documents++;
    count(record, file, line);
  });
  return { bad, isTorn, documents };
}

/** What the records come to that are counted. */
function tallyOf(runtime: Runtime) {
  const ids = new Map<string, number>();
  const perDay = new Map<string, number>();
  /** The ids of records that bear a later time than now. */
  const ahead: string[] = [];
  /** The ids of records whose time can't be read, and of those with a condition that can't be. */
  const undated: string[] = [];
  const unheard: string[] = [];
  const metrics: RawRecord[] = [];
  const latest = latestTime(runtime);
  let valid = 0;
  let repeated = 0;
  /** The lines of records without an id. */
  let anonymous = 0;
  const countId = (id: string) => {
    const before = ids.get(id) ?? 0;
    if (before > 0) repeated++;
    ids.set(id, before + 1);
  };
  const count: CountRecord = (record, file, line) => {
    valid++;
    const id = asText(record.id);
    if (id !== "") countId(id);
    else if (!isEvent(record)) anonymous++;
    if (record.type === "session_metrics") metrics.push(record);
    if (isEvent(record)) return;
    const time = timestampOf(record);
    if (!isDeleted(record)) {
      const name = id || `${file}:${line}`;
      const isTime = !Number.isNaN(timeOf(time));
      if (isTime && asUtc(time) > latest) ahead.push(name);
      if (!isTime && (record.timestamp ?? record.created_at) !== undefined) undated.push(name);
      if (texts(record.when).some((each) => !isCondition(each))) unheard.push(name);
    }
    if (kindOfFile(file) === "daily") {
      const day = dayOf(time || layout.dayOfFile(file), runtime);
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
  };
  return { count, counted: () => ({ valid, repeated, anonymous, ids, perDay, ahead, undated, unheard, metrics }) };
}

/** Markdown beside the days. Those of Memory Skill v1 stay where an import has taken them in. */
function strayDays(store: Store): string[] {
  return layout.namesInside(store, DAILY_FOLDER).filter((name) => /^[^.].*\.md$/.test(name))
    .map((name) => `${DAILY_FOLDER}/${name}`).filter((file) => {
      const text = readText(store.runtime.files, pathOf(store, file)) ?? "";
      return text.trim() !== "" && readDay(text, layout.dayOfFile(file), store.runtime).length === 0;
    });
}

function readCore(store: Store, unreadable: Unreadable[]): string {
  const { CORE_FILE } = layout;
  const read = () => store.runtime.files.read(pathOf(store, CORE_FILE), bytesMaxOf("core"));
  const text = new TextDecoder().decode(attempt(unreadable, CORE_FILE, read));
  if (text.includes("\ufffd")) unreadable.push({ file: CORE_FILE, reason: said("not_utf8") });
  return text;
}

/** Reads the texts of the notes, and looks for more days and notes than are read. */
function noteTexts(store: Store, unreadable: Unreadable[]): Map<string, string> {
  const notes = new Map<string, string>();
  for (const file of attempt(unreadable, NOTES_FOLDER, () => noteFiles(store)) ?? []) {
    const read = () => readExactText(store.runtime.files, pathOf(store, file), bytesMaxOf("notes"));
    const text = attempt(unreadable, file, read);
    if (text !== undefined) notes.set(file, text);
  }
  const tooMany = (file: string, read: number) => unreadable.push({ file, reason: said("too_many", { read }) });
  // A folder that can't be read is noted by its files.
  attempt([], DAILY_FOLDER, () => {
    const days = daysThatFit(store).length;
    if (allDailyFiles(store).length > days) tooMany(DAILY_FOLDER, days);
  });
  attempt([], NOTES_FOLDER, () => {
    if (hasTooManyNotes(store)) tooMany(NOTES_FOLDER, noteFiles(store).length);
  });
  return notes;
}

function attempt<T>(unreadable: Unreadable[], file: string, read: () => T): T | undefined {
  return tried(() => read(), (error) => unreadable.push({ file, reason: reasonTold(error) }));
}

export type LogReport = ReturnType<typeof readLogs>;

const SYNC_STATES = ["requested", "finished", "failed"] as const;

/** Reads the last `days` days of the log in a folder, today included. A log that can't be read tells nothing. */
export function readLogs(runtime: Runtime, folder: string, days: number) {
  /** The number of errors on each UTC day that had one. */
  const errors = new Map<string, number>();
  let lastError: string | undefined;
  let deferred: { readonly state: typeof SYNC_STATES[number]; at: string; reason?: string } | undefined;
  for (let back = days - 1; back >= 0; back--) {
    const day = utcDay(new Date(runtime.now().getTime() - back * DAY_MS));
    for (const record of linesOf(runtime, join(folder, LOGS_FOLDER, `${day}.jsonl`))) {
      const at = String(record.timestamp ?? "");
      if (record.level === "ERROR") {
        errors.set(day, (errors.get(day) ?? 0) + 1);
        const why = record.error ?? record.reason;
        lastError = `${String(record.message)}${typeof why === "string" ? `: ${why}` : ""}`;
      }
      const state = SYNC_STATES.find((each) => DEFERRED[each] === record.message);
      if (state) {
        deferred = { state, at, ...typeof record.reason === "string" ? { reason: record.reason } : {} };
      }
    }
  }
  return { days, errors, lastError, deferred };
}

function linesOf(runtime: Runtime, path: string): RawRecord[] {
  // The check of permissions reports such a file.
  return tried(() => recordsIn(runtime.files.read(path))) ?? [];
}

const FOLDERS = [...layout.TRUTH_FOLDERS, STATE_FOLDER, layout.PROPOSALS_FOLDER, layout.AUDIT_FILE.split("/")[0] ?? ""];

/** The waiting and half-done writes and the dead locks of a store, found without a change to any file. */
export function leftoversOf(store: Store) {
  const locks = [
    layout.LOCK_FILE,
    layout.VECTORS_LOCK_FILE,
    ...layout.namesInside(store, STATE_FOLDER).filter((name) => name.endsWith(".lock"))
      .map((name) => `${STATE_FOLDER}/${name}`),
  ];
  const lock = lockState(store.runtime, pathOf(store, layout.LOCK_FILE));
  const deadLocks = locks.filter((file) => lockState(store.runtime, pathOf(store, file))?.isDead);
  return {
    /** Spool files that wait for a writer. */
    waiting: spooledFiles(store),
    /** Spool files that can't be read in full. */
    damaged: layout.namesInside(store, layout.SPOOL_FOLDER).filter((name) => name.endsWith(DAMAGED))
      .map((name) => `${layout.SPOOL_FOLDER}/${name}`),
    deadLocks,
    /** The write that a dead process did not complete. The next writer completes it. */
    cutShort: deadLocks.includes(layout.LOCK_FILE) ? cutShort(store) : undefined,
    writer: lock && !lock.isDead ? lock.holder : undefined,
    /** Temporary files whose writer died before the rename. */
    temporary: FOLDERS.flatMap((folder) =>
      layout.namesInside(store, folder).filter((name) => fileBeside(name))
        .map((name) => folder === "" ? name : `${folder}/${name}`)
    ).filter((file) => isOrphaned(store.runtime, pathOf(store, file))),
  };
}
