/**
 * The outside world as a value: clock, chance, environment, standard streams, files, processes. Only types: `system/`
 * holds the real world, and a test can pass another `Runtime`.
 */
import type { Readable } from "node:stream";
import type { Language, Sentence } from "./sentence.ts";

/** An entry of the file system. Times in nanoseconds since 1970, sizes in bytes. */
export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
  readonly modifiedNs: bigint;
  /** When content or metadata last changed; unlike mtime, it shows an edit after which mtime was restored. */
  readonly changedNs: bigint;
  readonly inode: bigint;
  /** When it was made, if the file system tells: a new file may get the inode of one that is gone. */
  readonly bornNs?: bigint;
  /** How many names (hard links) the file has. */
  readonly names: number;
  /** Permission bits, like 0o644. */
  readonly mode: number;
}

export interface WriteOptions {
  /**
   * `replace` truncates, `append` adds at the end, `extend` the same but fails with ENOENT when the file is missing,
   * `create` fails with EEXIST when the file is there.
   */
  readonly how: "replace" | "append" | "extend" | "create";
  /** Permission bits of a new file, private by default. */
  readonly mode?: number;
  /**
   * The file that the new one will replace. The new file gets that file's owner and group, and exactly `mode`, or
   * without `mode` that file's mode.
   */
  readonly like?: AbsolutePath;
  /** Whoever may write the folder around may read and write a new file, too: several users may share a data folder. */
  readonly shared?: boolean;
  /** Flush: wait until the bytes are on the disk. */
  readonly sync?: boolean;
}

/** A path from the root of the file system; the compiler refuses the name of a file in a store in its place. */
export type AbsolutePath = string & { readonly names?: "absolute path" };

/** File operations. Each throws the system's error, except that a missing file reads as undefined. */
export interface Files {
  /**
   * A whole file; undefined also for a folder, pipe or device. Throws IO_ERROR for more bytes than `most` (limits.ts).
   */
  read(path: AbsolutePath, most?: number): Uint8Array | undefined;
  /** As `read`, also for a pipe or device, which is read to its end: it may never come. */
  readPipe(path: AbsolutePath, most?: number): Uint8Array | undefined;
  /** Bytes `[start, start + length)`, fewer at the end of the file. */
  readRange(path: AbsolutePath, start: number, length: number): Uint8Array | undefined;
  stat(path: AbsolutePath): FileStat | undefined;
  /** The id of the user to whom an entry belongs, of a link itself; 0 on Windows. */
  owner(path: AbsolutePath): number | undefined;
  /** Names in a folder, sorted; a missing folder is empty. */
  list(folder: AbsolutePath): string[];
  /** As `list`, but unsorted. `isFile`: the entry is surely a file and no link to one. */
  entries(folder: AbsolutePath): readonly { readonly name: string; isFile(): boolean }[];
  /**
   * Makes a folder and those above it. Returns the topmost new one, where the system tells it. `shared`: as for a file.
   */
  makeFolder(path: AbsolutePath, mode?: number | "shared"): string | undefined;
  write(path: AbsolutePath, bytes: Uint8Array | string, options: WriteOptions): void;
  /** Writes bytes in the place of as many that a file holds from `start` on. What others append meanwhile stays. */
  overwrite(path: AbsolutePath, start: number, bytes: Uint8Array): void;
  truncate(path: AbsolutePath, size: number): void;
  rename(from: AbsolutePath, to: AbsolutePath): void;
  /** Gives a file a second name. Throws if the name is taken, or the file system has no hard links. */
  link(from: AbsolutePath, to: AbsolutePath): void;
  /** Makes a symbolic link to a folder. */
  linkFolder(target: AbsolutePath, path: AbsolutePath): void;
  /** Removes a file, or a folder with its contents; a missing one is no error. */
  remove(path: AbsolutePath): void;
  /** Makes a rename inside this folder durable where the system can. */
  syncFolder(path: AbsolutePath): void;
  /** The path with every symbolic link resolved; undefined when nothing is there. */
  realPath(path: AbsolutePath): string | undefined;
  /** The target in the symbolic link at this path, whether it exists or not; undefined when the path is no link. */
  linkTarget(path: AbsolutePath): string | undefined;
  setMode(path: AbsolutePath, mode: number): void;
  /** Whether the system allows a look into this folder; false when nothing is there. */
  mayRead(path: AbsolutePath): boolean;
  /** Whether the system allows a write to this path; false when nothing is there. */
  mayWrite(path: AbsolutePath): boolean;
  /**
   * The system's code for refusing a write to this path: `EACCES` because of a mode, `EROFS` or `EPERM` because of a
   * file system or a sandbox. Undefined where the write is allowed.
   */
  writeRefusal(path: AbsolutePath): string | undefined;
  /** How many bytes may be written to the disk of this path; undefined where the system does not say. */
  freeBytes(path: AbsolutePath): number | undefined;
  /** How many files may be made there; undefined where the system does not say. */
  freeFiles(path: AbsolutePath): number | undefined;
}

/** Standard input. */
export interface Input {
  readonly isTerminal: boolean;
  /**
   * All of standard input, or the part that arrived up to `limitBytes` bytes or within `deadlineMs`.
   *
   * @param isWhole whether the bytes are all that is wanted, though the writer may keep its end open
   */
  read(
    limitBytes: number,
    deadlineMs: number,
    isWhole?: (bytes: Uint8Array) => boolean,
  ): Promise<{ bytes: Uint8Array; complete: boolean }>;
  /**
   * All that is piped in, up to `limitBytes` bytes. A shell's pipe is ended by its writer, however late; of any other
   * input, which an agent may never end, the first byte must come within `silentMs`.
   */
  readPiped(limitBytes: number, silentMs: number): Promise<{ bytes: Uint8Array; complete: boolean }>;
  /** The input as it arrives, for a conversation. */
  stream(): Readable;
}

/** Standard output or standard error. */
export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
}

/** When a watching thread ends the process, and what it leaves behind. */
export interface WatchOrders {
  /** The text for standard output. */
  readonly reply: string;
  /** The time limit from now on. */
  readonly ms: number;
  /** The time limit from the beginning of the work, for the log. */
  readonly limitMs: number;
  /** The limit of memory. */
  readonly bytes: number;
  /** A file to create, by which later processes know that this one was ended. */
  readonly mark?: string;
  /** The line for the log, and the place of the log. */
  readonly log?: {
    readonly folder: string;
    readonly home: string;
    readonly message: string;
    readonly fields: Readonly<Record<string, unknown>>;
  };
}

/** A thread that watches over this one. */
export interface Watch {
  readonly tell: (orders: WatchOrders) => void;
  /** Whether this thread may write its output; false once the watching thread has answered and ends the process. */
  readonly mayAnswer: () => boolean;
}

/** The standard input of a process. */
export type InputKind =
  /** Each key of a terminal as it is pressed: a full-screen program. */
  | "keys"
  /** A terminal's lines: a program that answers and ends. */
  | "lines"
  /** A pipe, a file, nothing. */
  | "data";

/** A process that started this one, directly or through others. */
export interface Parent {
  /** The words of its command line. */
  readonly words: readonly string[];
  /** Looks up the kind of its standard input; undefined where that can't be told. */
  readonly input: () => InputKind | undefined;
}

/** Everything outside the program that it uses. */
export interface Runtime {
  readonly now: () => Date;
  /** How far the person's clock is ahead of UTC at a moment, both in milliseconds. */
  readonly offsetMs: (at: number) => number;
  /** A string of this many characters from [a-z0-9]. */
  readonly random: (length: number) => string;
  readonly env: (name: string) => string | undefined;
  readonly envNames: () => readonly string[];
  readonly cwd: () => string;
  /** Throws IO_ERROR where the system knows none. */
  readonly home: string;
  readonly platform: "linux" | "darwin" | "win32";
  readonly arch: "x64" | "arm64";
  readonly host: string;
  readonly pid: number;
  /** The path of the running binary, as it may be written into hooks (`startedPath`). */
  readonly execPath: string;
  readonly isAlive: (pid: number) => boolean;
  /** The processes that started this one, the nearest first; none where the system hides them. */
  readonly parents: () => readonly Parent[];
  /** Starts this binary again with other arguments, detached from this process. */
  readonly spawnDetached: (args: readonly string[]) => void;
  /** Gives this process the lowest priority. */
  readonly lowerPriority: () => void;
  /**
   * Announces work that is long enough for JIT compilers to pay off. The binary starts with them held back, because
   * most calls last milliseconds, and compiling would take a quarter of that time (scripts/compile.ts).
   */
  readonly expectLongWork: () => void;
  /** Starts a thread that answers and ends the process when this one takes too long; absent where there is none. */
  readonly watchOver?: (orders: WatchOrders) => Watch | undefined;
  /**
   * Frees unused memory now; by itself the runtime may wait until a large store, read once, has filled a gigabyte. Does
   * nothing where the runtime has no such call.
   */
  readonly freeUnused: () => void;
  /** Blocks for this many milliseconds. */
  readonly sleep: (ms: number) => void;
  readonly files: Files;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Warns the caller of a verb, for example of a setting that can't be used. Absent in hooks, which nobody reads. */
  readonly warn?: (sentence: Sentence, language: Language) => void;
  /** Told how far a part of a verb's work is, whether it is long or not. Absent in hooks, which nobody waits for. */
  readonly tellProgress?: (work: Work, done: number, total: number) => void;
}

/** What a verb that takes long may be doing: its bar on a terminal says so. */
export type Work = "reading" | "writing" | "index" | "texts";
