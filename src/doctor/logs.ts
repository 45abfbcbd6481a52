/** What the log of the last days tells: failures, and how the last detached sync ended. */
import { join } from "node:path";
import { DAY_MS } from "../records/days.ts";
import { utcDay } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import { LOGS_FOLDER } from "../store/layout.ts";
import { visitLines } from "../store/lines.ts";
import { DEFERRED } from "../upkeep/deferred.ts";

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
export interface DeferredSync {
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
