/**
 * In: nothing. Out: the world as a value: clock, chance, environment, standard streams, files, processes.
 * Not done here: any decision; a test passes another `Runtime` and owns the world.
 *
 * Hot path: every start of the program runs through here. What the standard library loads behind a name costs more than
 * what is done with it: above a bare start of the compiled binary `node:crypto` takes 2 ms, `process.stdin` 3 ms,
 * `process.stdout.isTTY` 2.5 ms, `node:child_process` and `rmSync` 1 ms each. So none is touched unless it is needed.
 *
 * @module
 */
import * as fs from "node:fs";
import * as os from "node:os";

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

export interface WriteOptions {
  /** `replace` truncates, `append` adds at the end, `create` fails with EEXIST when the file is there. */
  readonly how: "replace" | "append" | "create";
  /** Permission bits of a new file; private unless told. */
  readonly mode?: number;
  /** Wait until the bytes are on the disk. */
  readonly sync?: boolean;
}

/** The file operations that the product needs; each throws the system's error, but a missing file reads as undefined. */
export interface Files {
  read(path: string): Uint8Array | undefined;
  /** Bytes `[start, start + length)`, fewer at the end of the file. */
  readRange(path: string, start: number, length: number): Uint8Array | undefined;
  stat(path: string): FileStat | undefined;
  /** Names in a folder, sorted; a missing folder is empty. */
  list(folder: string): string[];
  makeFolder(path: string, mode?: number): void;
  write(path: string, bytes: Uint8Array | string, options: WriteOptions): void;
  truncate(path: string, size: number): void;
  rename(from: string, to: string): void;
  /** Removes a file, or a folder with all it holds; nothing there is no error. */
  remove(path: string): void;
  /** Makes a rename inside this folder durable where the system can. */
  syncFolder(path: string): void;
  /** The path with every symbolic link resolved; undefined when nothing is there. */
  realPath(path: string): string | undefined;
  /** What a symbolic link at this very path says, whether its target is there or not; undefined when it is none. */
  linkTarget(path: string): string | undefined;
  setMode(path: string, mode: number): void;
  /** Whether the system lets us write there; false when nothing is there. */
  mayWrite(path: string): boolean;
}

export interface Input {
  readonly isTerminal: boolean;
  /**
   * All of standard input, at most `limitBytes`, for at most `deadlineMs`; what had arrived by then.
   *
   * @param isWhole whether what has arrived is all that is wanted, though the writer may keep its end open
   */
  read(
    limitBytes: number,
    deadlineMs: number,
    isWhole?: (bytes: Uint8Array) => boolean,
  ): Promise<{ bytes: Uint8Array; complete: boolean }>;
}

export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
}

export interface Runtime {
  readonly now: () => Date;
  /** A string of this many characters from [a-z0-9]. */
  readonly random: (length: number) => string;
  readonly env: (name: string) => string | undefined;
  readonly cwd: () => string;
  readonly home: string;
  readonly platform: "linux" | "darwin" | "win32";
  readonly arch: "x64" | "arm64";
  readonly host: string;
  readonly pid: number;
  /** The running binary, for commands that others shall call. */
  readonly execPath: string;
  readonly isAlive: (pid: number) => boolean;
  /** Starts this binary again with other arguments, detached from this process. */
  readonly spawnDetached: (args: readonly string[]) => void;
  /** From now on this process yields to every other one. */
  readonly lowerPriority: () => void;
  /**
   * From now on the work is long enough that compiling what runs often pays. The binary starts reluctant: most calls are over
   * within milliseconds, of which compilers would take a quarter (scripts/compile.ts).
   */
  readonly expectLongWork: () => void;
  /** Blocks for this many milliseconds. */
  readonly sleep: (ms: number) => void;
  readonly files: Files;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Tells whoever called a verb what it found on its way: a setting that can't be used. A hook has nobody to tell. */
  readonly warn?: (sentence: string) => void;
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The real world. */
export function systemRuntime(): Runtime {
  return {
    now: () => new Date(),
    random: randomText,
    env: (name) => process.env[name],
    cwd: () => process.cwd(),
    home: process.env["HOME"] || os.homedir(),
    platform: process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux",
    arch: process.arch === "arm64" ? "arm64" : "x64",
    host: os.hostname(),
    pid: process.pid,
    execPath: process.execPath,
    isAlive,
    spawnDetached: (args) => {
      const { spawn } = process.getBuiltinModule("node:child_process");
      const child = spawn(process.execPath, [...args], { detached: true, stdio: "ignore", windowsHide: true });
      // Whoever starts work in the background can do without it: a binary that was just replaced, no more processes.
      child.on("error", () => {});
      child.unref();
    },
    lowerPriority: () => os.setPriority(os.constants.priority.PRIORITY_LOW),
    expectLongWork: () => builtIn?.unsafe.setJITPolicy(1),
    sleep,
    files: systemFiles,
    stdin: {
      get isTerminal() {
        return isTerminal(0);
      },
      read: readStdin,
    },
    stdout: output(1),
    stderr: output(2),
  };
}

function randomText(length: number): string {
  // The largest multiple of the alphabet's size in a byte: above it some signs would come more often than others.
  const fair = 256 - 256 % ALPHABET.length;
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

interface Hash {
  update(part: string | Uint8Array): unknown;
  digest(): Uint8Array;
}

/** What the compiled binary's runtime has built in, and others have not: used where it saves milliseconds, needed nowhere. */
const { Bun: builtIn } = globalThis as {
  readonly Bun?: {
    readonly CryptoHasher: new (algorithm: "sha256") => Hash;
    readonly unsafe: { setJITPolicy(scale: number): void };
  };
};

/** SHA-256 of texts and bytes, one after the other. `node:crypto` takes 2 ms to load, a quarter of a silent hook's time. */
export function sha256(parts: Iterable<string | Uint8Array>): Uint8Array {
  const hash: Hash = builtIn
    ? new builtIn.CryptoHasher("sha256")
    : process.getBuiltinModule("node:crypto").createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The same in 64 hexadecimal digits. */
export function sha256Hex(parts: Iterable<string | Uint8Array>): string {
  return Buffer.from(sha256(parts)).toString("hex");
}

/** What `>/dev/null` leads to; a character device like a terminal. */
const NULL_DEVICE = "/dev/null";

/** Anything but a terminal, which is what agents give us, is told apart without the 4 ms that asking a stream takes. */
function isTerminal(descriptor: number): boolean {
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isCharacterDevice()) return false;
    if (process.platform !== "win32" && stat.rdev === fs.statSync(NULL_DEVICE).rdev) return false;
  } catch {
    // Closed.
    return false;
  }
  return Boolean([process.stdin, process.stdout, process.stderr][descriptor]?.isTTY);
}

function isAlive(pid: number): boolean {
  // To the system 0 and below mean groups of processes, which are always there.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return errorCode(error) === "EPERM";
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The system's code of an error (`ENOENT`, `EEXIST` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function missing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

const systemFiles: Files = {
  read: (path) => missing(() => fs.readFileSync(path)),
  readRange(path, start, length) {
    return missing(() => {
      const file = fs.openSync(path, "r");
      try {
        const buffer = new Uint8Array(length);
        let filled = 0;
        while (filled < length) {
          const count = fs.readSync(file, buffer, filled, length - filled, start + filled);
          if (count === 0) break;
          filled += count;
        }
        return buffer.subarray(0, filled);
      } finally {
        fs.closeSync(file);
      }
    });
  },
  stat(path) {
    const stat = missing(() => fs.statSync(path, { bigint: true }));
    if (!stat) return undefined;
    return {
      kind: stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other",
      size: Number(stat.size),
      modifiedNs: stat.mtimeNs,
      changedNs: stat.ctimeNs,
      inode: stat.ino,
      mode: Number(stat.mode) & 0o777,
    };
  },
  list: (folder) => (missing(() => fs.readdirSync(folder)) ?? []).sort(),
  makeFolder: (path, mode = PRIVATE_FOLDER) => void fs.mkdirSync(path, { recursive: true, mode }),
  write(path, bytes, { how, mode = PRIVATE_FILE, sync = false }) {
    const file = fs.openSync(path, how === "replace" ? "w" : how === "append" ? "a" : "wx", mode);
    try {
      const buffer = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
      for (let offset = 0; offset < buffer.length;) offset += fs.writeSync(file, buffer, offset);
      if (sync) fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  },
  truncate: (path, size) => fs.truncateSync(path, size),
  rename: (from, to) => fs.renameSync(from, to),
  remove(path) {
    try {
      // Loads nothing, as rmSync does; nearly all that we remove are files.
      fs.unlinkSync(path);
    } catch (error) {
      // A folder: EISDIR on Linux, EPERM on macOS and Windows.
      if (errorCode(error) !== "ENOENT") fs.rmSync(path, { recursive: true, force: true });
    }
  },
  syncFolder(path) {
    // Windows can't open a folder; its rename is journaled anyway.
    if (process.platform === "win32") return;
    const folder = fs.openSync(path, "r");
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  },
  realPath: (path) => missing(() => fs.realpathSync(path)),
  linkTarget(path) {
    try {
      return fs.readlinkSync(path);
    } catch {
      // Nothing there, or no link: EINVAL on Linux and macOS, UNKNOWN on Windows.
      return undefined;
    }
  },
  setMode: (path, mode) => fs.chmodSync(path, mode),
  mayWrite(path) {
    try {
      fs.accessSync(path, fs.constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
};

/** Bytes asked for at a time; a hook's event fits into one. */
const STDIN_PIECE_BYTES = 64 * 1024;
/** A pipe that another program made non-blocking has nothing yet: how long until it is asked again. */
const STDIN_PAUSE_MS = 2;

/** Reads the descriptor itself: the stream that `process.stdin` makes takes 4 ms to set up. */
function readStdin(
  limitBytes: number,
  deadlineMs: number,
  isWhole: (bytes: Uint8Array) => boolean = () => false,
): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve) => {
    let done = false;
    const finish = (complete: boolean) => {
      done = true;
      clearTimeout(timer);
      resolve({ bytes: Buffer.concat(chunks), complete });
    };
    const timer = setTimeout(() => finish(false), deadlineMs);
    const readOn = () => {
      const piece = new Uint8Array(STDIN_PIECE_BYTES);
      fs.read(0, piece, 0, piece.length, null, (error, count) => {
        if (done) return;
        if (errorCode(error) === "EAGAIN") return void setTimeout(readOn, STDIN_PAUSE_MS);
        // Windows ends a pipe with an error.
        if (error || count === 0) return finish(!error || errorCode(error) === "EOF");
        chunks.push(piece.subarray(0, count));
        size += count;
        if (size > limitBytes) finish(false);
        else if (chunks.length === 1 && isWhole(piece.subarray(0, count))) finish(true);
        else readOn();
      });
    };
    readOn();
  });
}

function output(descriptor: 1 | 2): Output {
  return {
    get isTerminal() {
      return isTerminal(descriptor);
    },
    get columns() {
      // A terminal that does not know its width says 0.
      return (descriptor === 1 ? process.stdout : process.stderr).columns || 80;
    },
    write(text) {
      // Written in one piece before the process may end: a reader never gets half a reply.
      const bytes = new TextEncoder().encode(text);
      for (let offset = 0; offset < bytes.length;) {
        try {
          offset += fs.writeSync(descriptor, bytes, offset);
        } catch (error) {
          if (errorCode(error) === "EAGAIN") {
            // A pipe that is full and does not block: its reader needs the processor more than we do.
            sleep(1);
            continue;
          }
          // Nobody reads any more (`memory list | head`): not our failure.
          if (errorCode(error) === "EPIPE") return;
          throw error;
        }
      }
    },
  };
}
