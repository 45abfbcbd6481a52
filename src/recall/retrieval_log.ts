/**
 * In: one recall. Out: a line in the log that tells why it ran, what it found and what was given (v1 §12.6); and back.
 * Of a session of which nothing is to be kept the words of its prompts are taken out again.
 * Not done here: showing it (`memory manage log`).
 *
 * @module
 */
import { isObject } from "../json.ts";
import type { Log } from "../log.ts";
import { DAY_MS } from "../records/days.ts";
import type { SessionId } from "../records/ids.ts";
import { leadsInside, LOGS_FOLDER, pathOf } from "../store/layout.ts";
import { recordsIn } from "../store/lines.ts";
import type { Store } from "../store/mod.ts";
import { readText, replaceAtomically } from "../files.ts";

/** The message of these log lines, by which they are found again. */
const RETRIEVAL = "retrieval";

/** What the log keeps of a recall. */
interface Retrieval {
  readonly session: SessionId;
  readonly trigger: "start" | "prompt" | "command" | "tool" | "subagent";
  /** What was looked for, shortened and without secrets. */
  readonly query?: string;
  readonly intent?: string;
  readonly signals?: readonly string[];
  /** How many records were considered. */
  readonly candidates: number;
  /** Ids given to the agent. */
  readonly chosen: readonly string[];
  readonly tokens: number;
  readonly ms: number;
  /** Ids that fit the prompt too, but were given in vain too often. */
  readonly held_back?: readonly string[];
  /** Why nothing was given. */
  readonly silent?: string;
}

/** Writes down a recall. */
export function logRetrieval(log: Log, retrieval: Retrieval): void {
  log.info(RETRIEVAL, { ...retrieval });
}

/** A recall as it stands in the log. */
export interface LoggedRetrieval extends Retrieval {
  readonly timestamp: string;
}

/** The recalls in a store's logs, oldest first; if `days` is given, of the last days only. */
export function readRetrievals(store: Store, days?: number): LoggedRetrieval[] {
  const { files, now } = store.runtime;
  const since = days === undefined ? "" : new Date(now().getTime() - days * DAY_MS).toISOString();
  const found: LoggedRetrieval[] = [];
  for (const name of files.list(pathOf(store, LOGS_FOLDER))) {
    if (!name.endsWith(".jsonl") || name.slice(0, 10) < since.slice(0, 10)) continue;
    const bytes = files.read(pathOf(store, `${LOGS_FOLDER}/${name}`));
    for (const record of recordsIn(bytes)) {
      if (!isRetrieval(record) || record.timestamp < since) continue;
      const { level: _level, message: _message, ...retrieval } = record;
      found.push(retrieval);
    }
  }
  return found;
}

function isRetrieval(record: unknown): record is LoggedRetrieval & { level: string; message: string } {
  return isObject(record) && record.message === RETRIEVAL && typeof record.timestamp === "string" &&
    Array.isArray(record.chosen);
}

/**
 * Takes what the log tells of a session's prompts out of it: the wish not to save often comes after the words it is
 * meant for. Throws IO_ERROR.
 *
 * @param since when the session began (ISO 8601); older logs are not read
 */
export function forgetPrompts(store: Store, session: SessionId, since: string): void {
  const { runtime } = store;
  for (const name of runtime.files.list(pathOf(store, LOGS_FOLDER))) {
    if (!name.endsWith(".jsonl") || name.slice(0, 10) < since.slice(0, 10)) continue;
    const path = pathOf(store, `${LOGS_FOLDER}/${name}`);
    if (!leadsInside(store, path)) continue;
    const before = readText(runtime.files, path) ?? "";
    const after = before.split("\n").map((line) => withoutPrompt(line, session)).join("\n");
    if (after !== before) replaceAtomically(runtime, path, after, { sync: false });
  }
}

/** A line of this session with a query as an empty one; any other as it is. */
function withoutPrompt(line: string, session: SessionId): string {
  if (!line.includes('"query"')) return line;
  try {
    const fields: Record<string, unknown> = JSON.parse(line);
    return fields.session === session ? JSON.stringify({ ...fields, query: "", signals: [] }) : line;
  } catch {
    // Half a line of a process that was killed tells of no session.
    return line;
  }
}
