/**
 * The world as a value: clock, chance, environment, standard streams, files, processes. Types alone; `system/` is the
 * real world, and a test that passes another `Runtime` owns its own.
 *
 * @module
 */
import type { Language, Sentence } from "./sentence.ts";

/** What the file system says of one entry. Times in nanoseconds since 1970, sizes in bytes. */
export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
  readonly modifiedNs: bigint;
  /** Changes whenever content or metadata does; a restored mtime can't hide an edit from it. */
  readonly changedNs: bigint;
  readonly inode: bigint;
  /** Permission bits, like 0o644. */
  readonly mode: number;
}

/** How a file is written. */
export interface WriteOptions {
  /** `replace` truncates, `append` adds at the end, `create` fails with EEXIST when the file is there. */
  readonly how: "replace" | "append" | "create";
  /** Permission bits of a new file; private unless told. */
  readonly mode?: number;
  /** The file whose place it will take: it goes to that one's owner and group, and `mode` holds whatever the umask. */
  readonly like?: AbsolutePath;
  /** Flush: wait until the bytes are on the disk. */
  readonly sync?: boolean;
}

/** A path from the root of the file system, to the compiler: it refuses the name of a file in a store. */
export type AbsolutePath = string & { readonly names?: "absolute path" };

/** The file operations we need. Each throws the system's error, except that a missing file reads as undefined. */
export interface Files {
  /**
   * A whole file; undefined for anything else of that name, too. Throws IO_ERROR for one of more bytes than `most`;
   * unless told, that is more than any file of ours has (limits.ts).
   */
  read(path: AbsolutePath, most?: number): Uint8Array | undefined;
  /** The same of a pipe or device that a person named, which is read to its end, whenever that comes. */
  readPipe(path: AbsolutePath, most?: number): Uint8Array | undefined;
  /** Bytes `[start, start + length)`, fewer at the end of the file. */
  readRange(path: AbsolutePath, start: number, length: number): Uint8Array | undefined;
  stat(path: AbsolutePath): FileStat | undefined;
  /** Names in a folder, sorted; a missing folder is empty. */
  list(folder: AbsolutePath): string[];
  /** The same in no order. `isFile`: it is surely a file, and no link to one. */
  entries(folder: AbsolutePath): readonly { readonly name: string; isFile(): boolean }[];
  /** Makes a folder and those above it. Returns the topmost that was not there, where the system tells it. */
  makeFolder(path: AbsolutePath, mode?: number): string | undefined;
  write(path: AbsolutePath, bytes: Uint8Array | string, options: WriteOptions): void;
  truncate(path: AbsolutePath, size: number): void;
  rename(from: AbsolutePath, to: AbsolutePath): void;
  /** Gives a file a second name. Throws where the name is taken, or the file system can't. */
  link(from: AbsolutePath, to: AbsolutePath): void;
  /** Removes a file, or a folder with everything in it. Nothing there is no error. */
  remove(path: AbsolutePath): void;
  /** Makes a rename inside this folder durable where the system can. */
  syncFolder(path: AbsolutePath): void;
  /** The path with every symbolic link resolved; undefined when nothing is there. */
  realPath(path: AbsolutePath): string | undefined;
  /** What the symbolic link at this path says, whether its target exists or not; undefined when it is no link. */
  linkTarget(path: AbsolutePath): string | undefined;
  setMode(path: AbsolutePath, mode: number): void;
  /** Whether the system lets us write there; false when nothing is there. */
  mayWrite(path: AbsolutePath): boolean;
}

/** Standard input. */
export interface Input {
  readonly isTerminal: boolean;
  /**
   * All of standard input: at most `limitBytes`, waiting at most `deadlineMs`, then what has arrived.
   *
   * @param isWhole whether what has arrived is all that is wanted, though the writer may keep its end open
   */
  read(
    limitBytes: number,
    deadlineMs: number,
    isWhole?: (bytes: Uint8Array) => boolean,
  ): Promise<{ bytes: Uint8Array; complete: boolean }>;
}

/** Standard output or standard error. */
export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
}

/** When a watching thread gives up on this one, and what it does then. */
export interface WatchOrders {
  /** The text for standard output. */
  readonly reply: string;
  /** From now on. */
  readonly ms: number;
  /** The same from the beginning of the work, for the log. */
  readonly limitMs: number;
  /** Of memory. */
  readonly bytes: number;
  /** A file that it makes, for those who come later. */
  readonly mark?: string;
  /** The line of the log, and where it goes. */
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
  /** Whether this thread may write its output; false when the other one has written its own and ends the process. */
  readonly mayAnswer: () => boolean;
}

/** What a process reads that somebody types or pipes into it. */
export type InputKind =
  /** Each key as it is pressed: a program that fills the terminal. */
  | "keys"
  /** A terminal's lines: a program that answers and ends. */
  | "lines"
  /** A pipe, a file, nothing. */
  | "data";

/** A process that this one runs in. */
export interface Parent {
  /** Its command line. */
  readonly words: readonly string[];
  /** What its standard input is, asked for when it is needed; undefined where that can't be told. */
  readonly input: () => InputKind | undefined;
}

/** All that the program can see and touch. */
export interface Runtime {
  readonly now: () => Date;
  /** How far the person's clock is ahead of UTC at a moment, both in milliseconds. */
  readonly offsetMs: (at: number) => number;
  /** A string of this many characters from [a-z0-9]. */
  readonly random: (length: number) => string;
  readonly env: (name: string) => string | undefined;
  /** The variables that there are. */
  readonly envNames: () => readonly string[];
  readonly cwd: () => string;
  readonly home: string;
  readonly platform: "linux" | "darwin" | "win32";
  readonly arch: "x64" | "arm64";
  readonly host: string;
  readonly pid: number;
  /** The running binary, for commands that others are to call. */
  readonly execPath: string;
  readonly isAlive: (pid: number) => boolean;
  /** The processes that this one runs in, the nearest first; none where the system hides them. */
  readonly parents: () => readonly Parent[];
  /** Starts this binary again with other arguments, detached from this process. */
  readonly spawnDetached: (args: readonly string[]) => void;
  /** Lets every other process go first from now on. */
  readonly lowerPriority: () => void;
  /**
   * Announces work long enough for the JIT compilers to pay off. The binary starts with them held back, because most
   * calls last milliseconds, a quarter of which compiling would take (scripts/compile.ts).
   */
  readonly expectLongWork: () => void;
  /** Has a thread answer and end the process when this one takes too long; absent where there is no such thread. */
  readonly watchOver?: (orders: WatchOrders) => Watch | undefined;
  /**
   * Frees what is not used any more. Left to itself the runtime waits until a large memory, read once, has filled a
   * gigabyte; whoever reads one says when. Does nothing where the runtime has no such call.
   */
  readonly freeUnused: () => void;
  /** Blocks for this many milliseconds. */
  readonly sleep: (ms: number) => void;
  readonly files: Files;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Warns whoever called a verb, as of a setting that can't be used. Absent in hooks, which have nobody to warn. */
  readonly warn?: (sentence: Sentence, language: Language) => void;
}
