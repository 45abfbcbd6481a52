/**
 * In: one recall. Out: a line in the log that tells its occasion, its candidates and the given records (v1 §12.6); and
 * the lines read back. The words of prompts are taken out of the log for a session of which nothing is to be kept.
 */
import { reasonTold, tried } from "../errors.ts";
import { isObject } from "../json.ts";
import type { Log } from "../log.ts";
import { DAY_MS } from "../records/days.ts";
import type { SessionId } from "../records/ids.ts";
import { leadsInside, LOGS_FOLDER, pathOf } from "../store/layout.ts";
import { NEWLINE, recordsIn } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { failure } from "../words.ts";
import type { Silence } from "./choose.ts";

/** The message of these log lines, by which they are found. */
const RETRIEVAL = "retrieval";

interface Retrieval {
  readonly session: SessionId;
  readonly trigger: "start" | "prompt" | "command" | "tool" | "subagent";
  /** The question, shortened and without secrets; of a tool call the programs or the file, without arguments. */
  readonly query?: string;
  readonly intent?: string;
  readonly signals?: readonly string[];
  /** How many records were judged. */
  readonly candidates: number;
  /** Ids given to the agent. */
  readonly chosen: readonly string[];
  readonly tokens: number;
  readonly ms: number;
  /** Ids of records that fit the prompt, but were given in vain too often. */
  readonly held_back?: readonly string[];
  /** Why nothing was given. */
  readonly silent?: Silence;
}

/** Characters of a query that the log keeps. */
const LOGGED_MAX = 120;
/** Redacted before it is cut: a secret that begins in the logged part ends within these characters. */
const READ_FOR_LOG = 2_000;

/** The part of a text that the log keeps as the query. Most hooks log none, and load nothing that finds secrets. */
export async function queryForLog(text: string): Promise<string> {
  const { redact } = await import("../records/redact.ts");
  return redact(text.slice(0, READ_FOR_LOG)).text.slice(0, LOGGED_MAX);
}

/** Writes down a recall. */
export function logRetrieval(log: Log, retrieval: Retrieval): void {
  log.info(RETRIEVAL, { ...retrieval });
}

export interface LoggedRetrieval extends Retrieval {
  readonly timestamp: string;
}

/** The recalls in a store's logs, oldest first; if `days` is given, of the last days only. */
export function readRetrievals(store: Store, days?: number): LoggedRetrieval[] {
  const { files, now } = store.runtime;
  const since = days === undefined ? "" : new Date(now().getTime() - days * DAY_MS).toISOString();
  return logsSince(store, since).flatMap((path) => [...recordsIn(files.read(path))])
    .flatMap((record): LoggedRetrieval[] => {
      if (!isRetrieval(record) || record.timestamp < since) return [];
      const { level: _level, message: _message, ...retrieval } = record;
      return [retrieval];
    });
}

/** The paths of the daily logs, oldest first. */
function logsSince(store: Store, since: string): string[] {
  const names = store.runtime.files.list(pathOf(store, LOGS_FOLDER));
  return names.filter((name) => name.endsWith(".jsonl") && name.slice(0, 10) >= since.slice(0, 10))
    .map((name) => pathOf(store, `${LOGS_FOLDER}/${name}`));
}

function isRetrieval(record: unknown): record is LoggedRetrieval & { level: string; message: string } {
  return isObject(record) && record.message === RETRIEVAL && typeof record.timestamp === "string" &&
    Array.isArray(record.chosen);
}

/**
 * Takes the words of a session's prompts out of the log, since the wish not to save often comes after them. Throws
 * IO_ERROR.
 *
 * Hooks append to the log without a lock, and may do so in this moment. So lines are written over where they stand,
 * with blanks in the place of what is gone: a new file would lack what was appended meanwhile.
 *
 * @param since when the session began (ISO 8601); older logs are not read
 */
export function forgetPrompts(store: Store, session: SessionId, since: string): void {
  const { files } = store.runtime;
  for (const path of logsSince(store, since)) {
    if (!leadsInside(store, path)) continue;
    const log = files.read(path) ?? new Uint8Array();
    for (let start = 0, end = 0; start < log.length; start = end + 1) {
      const newline = log.indexOf(NEWLINE, start);
      end = newline === -1 ? log.length : newline;
      const line = withoutPrompt(log.subarray(start, end), session);
      if (line === undefined) continue;
      try {
        files.overwrite(path, start, line);
      } catch (cause) {
        throw failure("cannot_write", { path, reason: reasonTold(cause) }, { cause });
      }
    }
  }
}

/** A line of this session with an empty query, as long as it was; undefined for any other line. */
function withoutPrompt(line: Uint8Array, session: SessionId): Uint8Array | undefined {
  const text = new TextDecoder().decode(line);
  if (!text.includes('"query"')) return undefined;
  // A process was killed while it wrote this line.
  return tried(() => {
    const fields: Record<string, unknown> = JSON.parse(text);
    if (fields.session !== session || fields.query === "") return undefined;
    const left = new TextEncoder().encode(JSON.stringify({ ...fields, query: "", signals: fields.signals && [] }));
    const blank = new Uint8Array(line.length).fill(BLANK);
    // Longer only if others wrote the line; then it goes.
    if (left.length <= blank.length) blank.set(left);
    return blank;
  });
}

const BLANK = 0x20;
