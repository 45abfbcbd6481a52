/**
 * In: a lock file for which several processes wait. Out: the lock, in the order in which they came.
 *
 * Who waits for long takes a ticket, a file: whoever has the oldest goes first. Without it one of sixteen writers may
 * wait for ten seconds. Tickets are about turns alone: that one process holds the lock does not hang on them (lock.ts),
 * so the ticket of a process that is gone holds up nobody.
 */
import { basename, dirname, join } from "node:path";
import type { Runtime } from "../runtime.ts";
import { acquire, ageMs, breakDeadLock, holderOf, isStillThere, OLDEST_BLANK_LOCK_MS, readHolder } from "./lock.ts";

/**
 * Takes a lock file in turn, as `acquire` does. Until somebody has waited for a ticket, whoever looks at the right
 * moment goes first, which serves more in a second: the one whose turn it is may not have the processor.
 */
export function acquireInTurn(runtime: Runtime, path: string, timeoutMs: number): (() => void) | undefined {
  const started = runtime.now().getTime();
  let ticket: string | undefined;
  try {
    for (let sleptMs = 0, pauseMs = 1, freeMs = 0;;) {
      const isFree = !runtime.files.stat(path) || breakDeadLock(runtime, path);
      // Somebody before us who does not come forward has been stopped.
      const mayGo = isFree && (freeMs > PATIENCE_MS || isNext(runtime, path, ticket));
      const release = mayGo ? acquire(runtime, path, 0) : undefined;
      if (release) return release;
      const waitedMs = Math.max(sleptMs, runtime.now().getTime() - started);
      if (waitedMs >= timeoutMs) return undefined;
      if (waitedMs >= PATIENCE_MS) ticket ??= takeTicket(runtime, path);
      runtime.sleep(pauseMs);
      sleptMs += pauseMs;
      freeMs = isFree ? freeMs + pauseMs : 0;
      pauseMs = ticket ? LOOK_EVERY_MS : Math.min(pauseMs * 2, 25);
    }
  } finally {
    if (ticket) dropTicket(runtime, ticket);
  }
}

/** How long somebody waits without a ticket, and how long a lock stays free for those who have one. */
const PATIENCE_MS = 300;
const LOOK_EVERY_MS = 5;

const TICKET_END = ".wait";
const STAMP_DIGITS = 15;
/** Nobody waits for a lock so long: an older ticket was left behind, one from the future comes from a wrong clock. */
const LONGEST_WAIT_MS = 60_000;

/** Takes a ticket, and returns its path; nothing when the folder can't be written, and then there is no turn. */
function takeTicket(runtime: Runtime, lock: string): string | undefined {
  const stamp = String(runtime.now().getTime()).padStart(STAMP_DIGITS, "0");
  const ticket = `${lock}.${stamp}-${runtime.random(6)}${TICKET_END}`;
  try {
    runtime.files.write(ticket, JSON.stringify(holderOf(runtime)), { how: "create" });
    return ticket;
  } catch {
    return undefined;
  }
}

function dropTicket(runtime: Runtime, ticket: string): void {
  try {
    runtime.files.remove(ticket);
  } catch {
    // The next one tries again.
  }
}

/** Whether nobody is to go before the holder of a ticket, or of none. Tickets left behind are removed. */
function isNext(runtime: Runtime, lock: string, ticket: string | undefined): boolean {
  const folder = dirname(lock);
  const start = `${basename(lock)}.`;
  const now = runtime.now().getTime();
  for (const name of runtime.files.list(folder)) {
    if (!name.startsWith(start) || !name.endsWith(TICKET_END)) continue;
    const other = join(folder, name);
    // In the order of their names, and so of their age.
    if (ticket !== undefined && other >= ticket) return true;
    const age = Math.abs(now - Number(name.slice(start.length, start.length + STAMP_DIGITS)));
    if (age < LONGEST_WAIT_MS && isWaiting(runtime, other)) return false;
    dropTicket(runtime, other);
  }
  return true;
}

function isWaiting(runtime: Runtime, ticket: string): boolean {
  const holder = readHolder(runtime, ticket);
  return holder ? isStillThere(runtime, holder) !== false : ageMs(runtime, ticket) < OLDEST_BLANK_LOCK_MS;
}
