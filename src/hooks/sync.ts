export interface SyncLimits {
  /** Milliseconds. */
  readonly deadlineMs: number;
  /** Milliseconds; 0 if left out. */
  readonly waitMs?: number;
}

/**
 * The time that an event may spend on its indexes: `deadlineMs` to bring them in step with the files, `waitMs` for
 * another process that is writing one. An index that is not in step by then is used as it is, and the next event goes
 * on.
 */
export const SYNC = {
  /** The agent waits at every call. A save writes an index for less than `waitMs`. */
  tool: { deadlineMs: 60, waitMs: 10 },
  /** The person has pressed Enter. */
  prompt: { deadlineMs: 150, waitMs: 20 },
  /** A prompt with which the start context is told, too. */
  restore: { deadlineMs: 200 },
  /** Ten times the sync after a day's work. */
  start: { deadlineMs: 400 },
  /** Claude Code allows 1.5 s for all hooks at the end of a session together. */
  end: { deadlineMs: 700 },
} satisfies Record<string, SyncLimits>;
