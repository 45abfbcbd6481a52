/**
 * In: the number of a process on this machine. Out: whether it still runs,
 * and what tells it from a later one of that number.
 * Not done here: locks. Linux alone says more than whether there is a process; elsewhere that has to do.
 *
 * @module
 */
import type { Runtime } from "../runtime.ts";

/**
 * Whether a process runs. One that was killed keeps its number until its parent asks after it, which an agent may never
 * do; it counts as gone.
 */
export function isRunning(runtime: Runtime, pid: number): boolean {
  return runtime.isAlive(pid) && !/^[ZX]$/.test(statusOf(runtime, pid)[STATE] ?? "");
}

/**
 * When a process started, counted from the start of the machine,
 * so that no change of the clock moves it; undefined where unknown.
 */
export function birthOf(runtime: Runtime, pid: number): string | undefined {
  return statusOf(runtime, pid)[START];
}

/**
 * Which numbers a process sees: those of two containers are not the same,
 * though their machine may have one name; undefined where unknown.
 */
export function numberSpaceOf({ platform, files }: Runtime): string | undefined {
  return platform === "linux" ? files.linkTarget("/proc/self/ns/pid") : undefined;
}

/**
 * Places of fields in `/proc/PID/stat`, counted from behind the second one:
 * a name in brackets, which may hold any sign.
 */
const STATE = 0;
const START = 19;

function statusOf({ platform, files }: Runtime, pid: number): string[] {
  if (platform !== "linux") return [];
  try {
    const line = new TextDecoder().decode(files.read(`/proc/${pid}/stat`));
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    // Hidden from us.
    return [];
  }
}
