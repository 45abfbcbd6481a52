/**
 * The order in which processes get a lock for which several wait: each leaves a ticket beside the lock, and whoever has
 * the oldest goes first. Without it whoever happens to look at the right moment wins, and one of sixteen writers may
 * wait for ten seconds.
 *
 * Tickets are about turns alone; that one process holds the lock at a time does not hang on them. So what is not sure
 * is let pass: the ticket of a process that is gone holds up nobody.
 */
import { basename, dirname, join } from "node:path";
import type { Runtime } from "../runtime.ts";

/** The path of a file that says who waits for a lock, and since when. */
export type Ticket = string;

/** Nobody waits for a lock so long: an older ticket was left behind, one from the future comes from a wrong clock. */
const LONGEST_WAIT_MS = 60_000;
const STAMP_DIGITS = 15;
const END = ".wait";

/** Takes a ticket; nothing when the folder can't be written, and then there is no turn. */
export function takeTicket(runtime: Runtime, lock: string, owner: string): Ticket | undefined {
  const stamp = String(runtime.now().getTime()).padStart(STAMP_DIGITS, "0");
  const ticket = `${lock}.${stamp}-${runtime.random(6)}${END}`;
  try {
    runtime.files.write(ticket, owner, { how: "create" });
    return ticket;
  } catch {
    return undefined;
  }
}

/** To be called when the wait is over, however it ended. */
export function dropTicket(runtime: Runtime, ticket: Ticket): void {
  try {
    runtime.files.remove(ticket);
  } catch {
    // The next one tries again.
  }
}

/**
 * Whether nobody is to go before the holder of a ticket, or before somebody who has none. Tickets that nobody waits
 * with any more are removed.
 */
export function isNext(
  runtime: Runtime,
  lock: string,
  { ticket, isWaiting }: { readonly ticket: Ticket | undefined; readonly isWaiting: (ticket: Ticket) => boolean },
): boolean {
  const folder = dirname(lock);
  const start = `${basename(lock)}.`;
  const now = runtime.now().getTime();
  for (const name of runtime.files.list(folder)) {
    if (!name.startsWith(start) || !name.endsWith(END)) continue;
    const other = join(folder, name);
    // In the order of their names, and so of their age.
    if (ticket !== undefined && other >= ticket) return true;
    const age = Math.abs(now - Number(name.slice(start.length, start.length + STAMP_DIGITS)));
    if (age < LONGEST_WAIT_MS && isWaiting(other)) return false;
    dropTicket(runtime, other);
  }
  return true;
}
