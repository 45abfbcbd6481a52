/**
 * In: the message of a failure, its next step, its code. Out: a `MemoryError`, with the exit code for its code.
 * Not done here: printing; only `cli/` turns an error into output.
 */
import type { Sentence } from "./sentence.ts";

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
  UNDO_IMPOSSIBLE: 4,
  INDEX_CORRUPT: 4,
  STORE_NEWER: 4,
  MODEL_UNAVAILABLE: 4,
  DISABLED: 4,
  IO_ERROR: 4,
  OUTPUT_FAILED: 5,
  INTERNAL: 4,
} as const;

/** The kind of a failure, for programs. */
export type ErrorCode = keyof typeof EXIT_CODE_OF;

/**
 * A failure on which somebody can act. The message says what was wanted and what was found, the hint the next step,
 * both without a final period. `message` and `hint` are English, for programs and logs, which must not change with a
 * person's settings; `told` is for the person. `data` is added to the envelope's `error`, for programs.
 */
export class MemoryError extends Error {
  readonly code: ErrorCode;
  readonly told: { readonly message: Sentence; readonly hint: Sentence | undefined };
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: Sentence,
    hint?: Sentence,
    { cause, data }: { cause?: unknown; data?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message.en, cause === undefined ? undefined : { cause });
    this.name = "MemoryError";
    this.code = code;
    this.told = { message, hint };
    this.data = data;
  }

  get hint(): string | undefined {
    return this.told.hint?.en;
  }
}

/** Throws a `MemoryError`. */
export function fail(...said: ConstructorParameters<typeof MemoryError>): never {
  throw new MemoryError(...said);
}

/**
 * Any thrown value as a `MemoryError`: a failure of the system becomes IO_ERROR, any other is our defect, INTERNAL.
 */
export function asMemoryError(error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  const isSystem = error instanceof Error && "syscall" in error;
  const reason = reasonTold(error);
  const path = error instanceof Error && "path" in error ? `${error.path}：` : "";
  return new MemoryError(isSystem ? "IO_ERROR" : "INTERNAL", { en: reason.en, zh: path + reason.zh }, undefined, {
    cause: error,
  });
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The message in both languages; the message of another library stays in its language. */
export function reasonTold(error: unknown): Sentence {
  if (error instanceof MemoryError) return error.told.message;
  const code = errorCode(error) ?? "";
  const known = new RegExp(`\\b${code} (\\S+)`).exec(SYSTEM_REASONS)?.[1];
  // Node has no text for this code.
  const en = reasonOf(error).replace(/^EDQUOT: unknown error/, "EDQUOT: disk quota exceeded");
  return { en, zh: code === "" || known === undefined ? en : `${known}（${code}）` };
}

/** The meaning of the system's codes, as a text that is searched, so that loading this module builds nothing. */
const SYSTEM_REASONS = "EACCES 没有权限 EPERM 没有权限 EROFS 文件系统只读 ENOSPC 磁盘已满 EDQUOT 超出磁盘配额 " +
  "ENOENT 文件或目录不存在 EEXIST 已存在 EISDIR 是一个目录 ENOTDIR 不是目录 ENOTEMPTY 目录非空 EBUSY 正被占用 " +
  "ELOOP 符号链接成环 EMFILE 打开的文件过多 ENFILE 打开的文件过多 ENAMETOOLONG 名称过长 EFBIG 文件过大 EIO 读写出错 " +
  "ETIMEDOUT 超时 ECONNREFUSED 连接被拒绝 ECONNRESET 连接被重置 ENOTFOUND 找不到主机";

/** The code of an error, ours (`LOCK_BUSY`) or the system's (`ENOENT`), if it has one. No name is both. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The result of a step; undefined if it throws, for callers that can go on without the result. */
export function tried<T>(step: () => T, failed?: (error: unknown) => void): T | undefined {
  try {
    return step();
  } catch (error) {
    failed?.(error);
    return undefined;
  }
}
