/**
 * In: one recall. Out: a line in the log that tells why it ran, what it found and what was given (v1 §12.6).
 * Not done here: reading it back (`memory manage log`).
 *
 * @module
 */
import type { Log } from "../log.ts";

/** The message of these lines in the log, by which they are found again. */
export const RETRIEVAL = "retrieval";

export interface Retrieval {
  readonly session: string;
  readonly trigger: "start" | "prompt" | "command";
  /** What was looked for, shortened and without secrets. */
  readonly query?: string;
  readonly intent?: string;
  readonly signals?: readonly string[];
  /** How many records came into question. */
  readonly candidates: number;
  /** Ids given to the agent. */
  readonly chosen: readonly string[];
  readonly tokens: number;
  readonly ms: number;
  /** Why nothing was given. */
  readonly silent?: string;
}

export function logRetrieval(log: Log, retrieval: Retrieval): void {
  log.info(RETRIEVAL, { ...retrieval });
}
