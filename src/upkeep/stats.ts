/** In: a store. Out: how much it holds and how large it is (management seed §4.2); doctor/ judges it. */
import { readCore } from "../store/file_read.ts";
import { join } from "node:path";
import type { Config } from "../config/mod.ts";
import { chooseModel, isModelThere } from "../embedding/choice.ts";
import { modelsFolder } from "../embedding/model_files.ts";
import { reasonOf } from "../errors.ts";
import { openIndex } from "../index/mod.ts";
import { total } from "../index/read.ts";
import { closing } from "../index/sqlite.ts";
import { givenInVain, OFTEN_IN_VAIN, usesIn } from "../index/usage.ts";
import { DAY_MS } from "../records/days.ts";
import type { RawRecord } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { type Contents, readContents } from "../store/contents.ts";
import { modifiedMs, sizesBelow } from "../files.ts";
import { utcDay } from "../records/ids.ts";
import { dayOfFile, INDEX_FILE, pathOf } from "../store/layout.ts";
import { dailyFiles, noteFiles } from "../store/truth_files.ts";
import type { Store } from "../store/mod.ts";
import { lastChange } from "../store/resolve.ts";
import type { Stored } from "../store/stored.ts";
import { usageOf } from "../recall/ledger.ts";
import { sessionStates } from "../store/sessions.ts";
import { deletedIn, newestFirst } from "./list.ts";
import { deletedNotesIn } from "./notes.ts";

export type Stats = ReturnType<typeof statsOf>;

/** Counts and sizes of a store. */
export function statsOf(store: Store, config: Config) {
  const contents = readContents(store);
  const withDeletedNotes = { ...contents, records: [...contents.records, ...deletedNotesIn(store)] };
  const core = readCore(store);
  const sizes = [store.folder, store.home].flatMap((folder) => sizesBelow(store.runtime.files, folder));
  return {
    layer: store.layer,
    folder: store.folder,
    disk_usage_kb: kilobytes(sizes.reduce((sum, size) => sum + size, 0)),
    daily: dailyCounts(store, contents),
    sessions: sessionCounts(contents),
    facts: factCounts(contents),
    notes: { count: noteFiles(store).length },
    /** Of every kind, as a list of what is deleted shows them. */
    deleted: deletedIn(withDeletedNotes).length,
    recall: recallSums(store, contents),
    memory_md: { size_kb: kilobytes(core?.length ?? 0), lines: core ? lineCount(core) : 0 },
    index: indexStats(store, config),
    model_cache: modelCache(store.runtime, config),
  };
}

function dailyCounts(store: Store, { records }: Contents) {
  const daily = records.filter(({ kind }) => kind === "daily");
  const alive = daily.filter(({ isDeleted }) => !isDeleted);
  const facts = alive.filter(({ isEvent }) => !isEvent);
  const days = daysOf(facts, store.runtime);
  return {
    file_count: dailyFiles(store).length,
    day_count: days.length,
    date_range: [days[0] ?? null, days.at(-1) ?? null],
    facts: facts.length,
    system_events: alive.length - facts.length,
    deleted: daily.length - alive.length,
    total: daily.length,
  };
}

/** The local days of facts, earliest first. For a record without a time the day of its file counts. */
function daysOf(daily: readonly Stored[], { offsetMs }: Runtime): string[] {
  const days = new Set<number>();
  for (const { time, file } of daily) {
    const day = time === 0 ? Date.parse(dayOfFile(file)) : time + offsetMs(time);
    if (!Number.isNaN(day)) days.add(Math.floor(day / DAY_MS));
  }
  return [...days].sort((a, b) => a - b).map((day) => utcDay(new Date(day * DAY_MS)));
}

function sessionCounts({ records }: Contents) {
  const summaries = records.filter(({ kind, type, isDeleted }) =>
    kind === "sessions" && type === "summary" && !isDeleted
  );
  const topic = newestFirst(summaries)[0]?.record.topic;
  return { count: summaries.length, latest_topic: typeof topic === "string" ? topic : null };
}

/** Consolidated facts; `count` leaves out those whose daily records are still there, since these are counted. */
function factCounts({ records, copies }: Contents) {
  const facts = records.filter(({ kind, isDeleted }) => kind === "facts" && !isDeleted);
  return { count: facts.filter(({ key }) => !copies.has(key)).length, with_daily_copies: facts.length };
}

/** How much agents were given in all sessions, and how much of it their replies cited; open sessions count too. */
function recallSums(store: Store, { records }: Contents) {
  const ended = records.filter(({ type }) => type === "session_metrics").map(({ record }) => record);
  const closed = new Set(ended.map(({ session_id }) => session_id));
  // What a session saved itself stands in its context, too, and was not given to it.
  const open = sessionStates(store)
    .filter(({ session_id, seen, injections }) => !closed.has(session_id) && (seen ?? injections) !== undefined)
    .map((state) => ({ ...state, given: usageOf(state).given }));
  const sessions: readonly RawRecord[] = [...ended, ...open];
  const items = (value: unknown) => Array.isArray(value) ? value.length : 0;
  return {
    sessions: sessions.length,
    tokens_given: sessions.reduce((sum, { tokens_given }) => sum + (Number(tokens_given) || 0), 0),
    records_given: sessions.reduce((sum, { given }) => sum + items(given), 0),
    records_cited: sessions.reduce((sum, { cited }) => sum + items(cited), 0),
    held_back: heldBack(records, ended),
  };
}

/** Ids of the records that were given in vain so often that a prompt gets them only on strong evidence. */
function heldBack(records: Contents["records"], ended: readonly RawRecord[]): string[] {
  const all = ended.flatMap(usesIn);
  const given = new Set(all.map(({ id }) => id));
  const alive = new Map(
    records.filter(({ key, isDeleted }) => given.has(key) && !isDeleted).map(({ key, record }) => [key, record]),
  );
  const uses = all.filter(({ id }) => alive.has(id));
  const times = givenInVain(uses, (id) => lastChange(alive.get(id) ?? {}));
  return [...times].filter(([, sessions]) => sessions >= OFTEN_IN_VAIN).map(([id]) => id);
}

function lineCount(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes).replace(/\n$/, "");
  return text === "" ? 0 : text.split("\n").length;
}

function indexStats(store: Store, { embedding }: Config) {
  const stat = store.runtime.files.stat(pathOf(store, INDEX_FILE));
  return {
    size_kb: kilobytes(stat?.size ?? 0),
    ...stat ? indexedCount(store) : { chunks: 0 },
    last_sync: stat ? new Date(modifiedMs(stat)).toISOString() : null,
    embedding_model: embedding.model,
  };
}

function indexedCount(store: Store): { chunks: number; problem?: string } {
  try {
    return { chunks: closing(openIndex(store), ({ db }) => total(db)) };
  } catch (error) {
    return { chunks: 0, problem: reasonOf(error) };
  }
}

function modelCache(runtime: Runtime, config: Config) {
  const folder = modelsFolder(runtime, config);
  const models = runtime.files.list(folder).filter((name) => runtime.files.stat(join(folder, name, "model.json")))
    .map((name) => name.replace("--", "/"));
  return { path: folder, models, ready: isModelThere(runtime, config, chooseModel(runtime, config.embedding.model)) };
}

/** One decimal, as the management seed shows sizes. */
function kilobytes(bytes: number): number {
  return Math.round(bytes / 102.4) / 10;
}
