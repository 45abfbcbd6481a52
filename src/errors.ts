/**
 * In: what was wanted and what was found. Out: a `MemoryError` with a code of the closed list, and its exit code.
 * Not done here: printing; only `cli/` turns an error into output.
 *
 * @module
 */

/** Every code with its exit code. Codes are added, never renamed. */
export const EXIT_CODE_OF = {
  INVALID_ARGUMENT: 2,
  UNKNOWN_KEY: 2,
  CONFIG_INVALID: 2,
  IMPORT_INVALID: 2,
  NO_MATCH: 1,
  RECORD_NOT_FOUND: 1,
  BACKUP_NOT_FOUND: 1,
  LOCK_BUSY: 3,
  NOT_INITIALISED: 4,
  CONFIRM_EXPIRED: 4,
  CONFIRM_TOO_EARLY: 4,
  SNAPSHOT_EXPIRED: 4,
  UNDO_IMPOSSIBLE: 4,
  INDEX_CORRUPT: 4,
  STORE_NEWER: 4,
  MODEL_UNAVAILABLE: 4,
  DISABLED: 4,
  IO_ERROR: 4,
  INTERNAL: 4,
} as const;

export type ErrorCode = keyof typeof EXIT_CODE_OF;

export interface ErrorDetails {
  /** The next step for the person, without a final period. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** More for a machine that reads the error, added to the envelope's `error`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A failure that somebody can act on. The message says what was wanted and what was found. */
export class MemoryError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "MemoryError";
    this.code = code;
    this.hint = details.hint;
    this.data = details.data;
  }
}

/**
 * Any thrown value as a `MemoryError`: a failure of the system becomes IO_ERROR, anything else is our defect, INTERNAL.
 */
export function asMemoryError(error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  const isSystem = error instanceof Error && "syscall" in error;
  return new MemoryError(isSystem ? "IO_ERROR" : "INTERNAL", reasonOf(error), { cause: error });
}

/** The message of anything thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error (`ENOENT`, `EEXIST` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
