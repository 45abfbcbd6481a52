/** The real standard streams: file descriptors, since the streams of `process` take milliseconds to set up. */
import * as fs from "node:fs";
import { errorCode } from "../errors.ts";
import type { Input, Output } from "../runtime.ts";
import { sleep } from "./sleep.ts";

/** Bytes asked for at a time; a hook's event fits into one. */
const STDIN_PIECE_BYTES = 64 * 1024;
/** A pipe that another program made non-blocking has nothing yet: how long until it is asked again. */
const STDIN_PAUSE_MS = 2;

/** Standard input. */
export function input(): Input {
  return {
    get isTerminal() {
      return isTerminal(0);
    },
    read: readStdin,
  };
}

function readStdin(
  limitBytes: number,
  deadlineMs: number,
  isWhole: (bytes: Uint8Array) => boolean = () => false,
): ReturnType<Input["read"]> {
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
      // Written in one piece before the process may end: a reader never gets half a reply.
      const bytes = new TextEncoder().encode(text);
      for (let offset = 0; offset < bytes.length;) {
        try {
          offset += fs.writeSync(descriptor, bytes, offset);
        } catch (error) {
          if (errorCode(error) === "EAGAIN") {
            // The pipe is full and does not block: its reader needs the processor more than we do.
            sleep(1);
            continue;
          }
          // The reader has gone (`memory list | head`): not our failure.
          if (errorCode(error) === "EPIPE") return;
          throw error;
        }
      }
    },
  };
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
