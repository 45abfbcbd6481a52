/** The standard streams, by file descriptors, since the streams of `process` take milliseconds to set up. */
import * as fs from "node:fs";
import { errorCode, tried } from "../errors.ts";
import { PATIENT_MS } from "../limits.ts";
import type { Input, Output } from "../runtime.ts";
import { joined } from "./files.ts";

/** Bytes asked for at a time; a hook's event fits into one. */
const STDIN_PIECE_BYTES = 64 * 1024;
/** The pause before an empty pipe that another program made non-blocking is read again. */
const STDIN_PAUSE_MS = 2;

const CLOSING = "}".charCodeAt(0);
/** How often an input that is not ended is tested for being whole: tests at every piece would take quadratic time. */
const LOOKS_MAX = 8;

/** Standard input. */
export function input(): Input {
  return {
    get isTerminal() {
      return isTerminal(0);
    },
    read: readStdin,
    readPiped: (limitBytes, silentMs) => readStdin(limitBytes, isShellsPipe() ? PATIENT_MS : silentMs, undefined, true),
    stream: () => process.stdin,
  };
}

function readStdin(
  limitBytes: number,
  deadlineMs: number,
  isWhole: (bytes: Uint8Array) => boolean = () => false,
  /** The deadline is for the first byte alone. */
  isForFirst = false,
): ReturnType<Input["read"]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let looks = 0;
  // Most inputs come in one piece; in a longer one a piece that ends like an object may be the last.
  const mayBeWhole = (piece: Uint8Array) => chunks.length === 1 || (lastSign(piece) === CLOSING && looks < LOOKS_MAX);
  /** Undefined if more is to be read after this piece, else whether the input is complete. */
  const take = (piece: Uint8Array): { readonly complete: boolean } | undefined => {
    if (piece.length === 0) return { complete: true };
    chunks.push(piece);
    size += piece.length;
    if (size > limitBytes) return { complete: false };
    if (!mayBeWhole(piece)) return undefined;
    looks++;
    return isWhole(joined(chunks)) ? { complete: true } : undefined;
  };
  const ready = takeReady(take);
  if (ready) return Promise.resolve({ bytes: joined(chunks), ...ready });
  return new Promise((resolve) => {
    let done = false;
    const finish = (complete: boolean) => {
      done = true;
      clearTimeout(timer);
      resolve({ bytes: joined(chunks), complete });
    };
    const timer = setTimeout(() => isForFirst && size > 0 || finish(false), deadlineMs);
    const readOn = () => {
      const piece = new Uint8Array(STDIN_PIECE_BYTES);
      fs.read(0, piece, 0, piece.length, null, (error, count) => {
        if (done) return;
        if (errorCode(error) === "EAGAIN") return void setTimeout(readOn, STDIN_PAUSE_MS);
        // On Windows the end of a pipe is an error.
        if (error) return finish(errorCode(error) === "EOF");
        const over = take(piece.subarray(0, count));
        if (over) finish(over.complete);
        else readOn();
      });
    };
    readOn();
  });
}

/** Whether a shell's `|` may lead here. Clients made with Node give what they start a socket, on Windows a pipe. */
function isShellsPipe(): boolean {
  return process.platform !== "win32" && (tried(() => fs.fstatSync(0).isFIFO()) ?? false);
}

function lastSign(bytes: Uint8Array): number | undefined {
  let at = bytes.length - 1;
  while (at >= 0 && (bytes[at] ?? 0) <= 32) at--;
  return bytes[at];
}

/**
 * Takes the input that has arrived: most callers have written before we read, and the pool of threads takes half a
 * millisecond longer. Gives the last result of `take`; undefined when there is more to wait for.
 */
function takeReady<T>(take: (piece: Uint8Array) => T | undefined): T | undefined {
  const file = openWithoutWaiting();
  if (file === undefined) return undefined;
  try {
    for (;;) {
      const piece = new Uint8Array(STDIN_PIECE_BYTES);
      const over = take(piece.subarray(0, fs.readSync(file, piece)));
      if (over) return over;
    }
  } catch {
    // EAGAIN: the writer is not done. Any other error comes again in the read that waits.
    return undefined;
  } finally {
    if (file !== 0) fs.closeSync(file);
  }
}

/** Standard input as a file that never blocks, if there is one: on Linux a pipe, but no socket, can be reopened. */
function openWithoutWaiting(): number | undefined {
  return tried(() => {
    const stat = fs.fstatSync(0);
    if (stat.isFile()) return 0;
    if (process.platform !== "linux" || !stat.isFIFO()) return undefined;
    return fs.openSync("/proc/self/fd/0", fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  });
}

/** Standard output (1) or standard error (2). */
export function output(descriptor: 1 | 2): Output {
  return {
    get isTerminal() {
      return isTerminal(descriptor);
    },
    get columns() {
      // A terminal that does not know its width says 0.
      return (descriptor === 1 ? process.stdout : process.stderr).columns || 80;
    },
    write(text) {
      // Written to the end before the process may end, so that no reader gets half a reply.
      const bytes = new TextEncoder().encode(text);
      for (let offset = 0; offset < bytes.length;) {
        try {
          offset += fs.writeSync(descriptor, bytes, offset);
        } catch (error) {
          if (errorCode(error) === "EAGAIN") {
            // The pipe is full and does not block. A pause leaves the processor to its reader.
            sleep(1);
            continue;
          }
          // The reader has gone (`memory list | head`), which is no failure.
          if (errorCode(error) === "EPIPE") return;
          throw error;
        }
      }
    },
  };
}

/** Agents give us no terminal, and the module that tells takes milliseconds to load. */
function isTerminal(descriptor: number): boolean {
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isCharacterDevice()) return false;
    // A character device as well.
    if (process.platform !== "win32" && stat.rdev === fs.statSync("/dev/null").rdev) return false;
  } catch {
    // Closed.
    return false;
  }
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** Blocks this process for so many milliseconds. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
