/**
 * One writer at a time, on every system: the lock is a file that only one process can create.
 *
 * The file names its holder. The lock of a dead holder is broken: on the same machine the process is gone, or on Linux
 * another one has its number. The lock of a holder that is seen to live is never broken: it looks old when the machine
 * slept, its clock was set, or a server keeps the files. Age decides only where nothing else is known. Breaking takes a
 * second lock, so that two waiting processes can't break each other's new one.
 */
import { basename, dirname, join } from "node:path";
import { errorCode, reasonTold, tried } from "../errors.ts";
import { modifiedMs, readJson } from "../files.ts";
import { isObject } from "../json.ts";
import { remembered } from "../remembered.ts";
import type { Runtime } from "../runtime.ts";
import { LOCK_FILE } from "./layout.ts";
import { failure } from "./words.ts";

/** No work of ours holds the lock for so long: a holder of which nothing is known counts as dead after that. */
const OLDEST_LOCK_MS = 10 * 60_000;
/** A lock without a readable holder is being written right now; after this time, its writer died over it. */
const OLDEST_BLANK_LOCK_MS = 2_000;
/** A lock from further in the future was made by a wrong clock, and would be young until that time has come. */
const AHEAD_MS = 60_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly at: string;
  readonly token: string;
  /** Tells the process from a later one of its number, where the system does. */
  readonly birth?: string | undefined;
  /** In which numbers `pid` is one: those of another container say nothing here. */
  readonly space?: string | undefined;
}

/** Suffix of a dead writer's lock, kept until what it had begun is completed (write_lock.ts). */
export const DEAD = ".dead";

/** A lock for work longer than any write: a download, making all vectors. */
export interface LongLock {
  readonly release: () => void;
  /** To be called at least every few minutes, or the lock counts as left behind. */
  readonly keep: () => void;
}

/** How often such a lock's file is written anew: untouched for ten minutes it counts as left behind. */
const TOUCH_EVERY_MS = 60_000;

/** Takes a lock file for long work, without waiting; undefined when somebody else holds it. */
export function acquireLong(runtime: Runtime, path: string): LongLock | undefined {
  const release = acquire(runtime, path, 0);
  const content = release && runtime.files.read(path);
  if (!release || !content) {
    release?.();
    return undefined;
  }
  let touchedAt = runtime.now().getTime();
  const keep = () => {
    const now = runtime.now().getTime();
    if (now - touchedAt < TOUCH_EVERY_MS) return;
    touchedAt = now;
    runtime.files.write(path, content, { how: "replace" });
  };
  return { release, keep };
}

/**
 * Takes a lock file; undefined when somebody else held it all the time. Returns what releases it. `self` tells this
 * process from others of its number; a lock held for a millisecond needs none.
 */
export function acquire(
  runtime: Runtime,
  path: string,
  timeoutMs: number,
  self: Self = selfOf(runtime),
): (() => void) | undefined {
  const holder = holderOf(runtime, self);
  const started = runtime.now().getTime();
  // Slept time counts too: a clock may be set back, and a test's may stand still.
  for (let sleptMs = 0, pauseMs = 1;; sleptMs += pauseMs, pauseMs = Math.min(pauseMs * 2, 25)) {
    // A process that was stopped in between may have lost the lock meanwhile.
    const isOurs = () => readHolder(runtime, path)?.token === holder.token;
    if (create(runtime, path, JSON.stringify(holder)) && isOurs()) {
      return () => {
        if (isOurs()) runtime.files.remove(path);
      };
    }
    if (breakDeadLock(runtime, path)) continue;
    // On a busy machine sleeping takes a fifth longer than asked for.
    if (Math.max(sleptMs, runtime.now().getTime() - started) >= timeoutMs) return undefined;
    runtime.sleep(pauseMs);
  }
}

/** Who holds a lock that this process takes now. */
function holderOf(runtime: Runtime, self: Self = selfOf(runtime)): Holder {
  const { pid, host } = runtime;
  return { pid, host, at: runtime.now().toISOString(), token: runtime.random(12), ...self };
}

type Self = Pick<Holder, "birth" | "space">;

/** Cached: one hook takes several locks, and the start time of a process never changes. */
const selfOf = remembered((runtime: Runtime): Self => ({
  birth: birthOf(runtime, runtime.pid),
  // Which numbers a process sees: two containers of one name have different ones.
  space: runtime.platform === "linux" ? runtime.files.linkTarget("/proc/self/ns/pid") : undefined,
}));

function create(runtime: Runtime, path: string, content: string): boolean {
  try {
    // Who shares the folder has to read who holds it.
    runtime.files.write(path, content, { how: "create", shared: true });
    return true;
  } catch (error) {
    const code = errorCode(error);
    // Windows answers EPERM or EBUSY while another process is deleting the file.
    if (code === "EEXIST" || (runtime.platform === "win32" && (code === "EPERM" || code === "EBUSY"))) return false;
    // The file may exist without its content: a full disk, a quota that is used up.
    if (code === "ENOSPC" || code === "EDQUOT") runtime.files.remove(path);
    if (code === undefined) throw error;
    throw failure("cannot_lock", { path: dirname(path), reason: reasonTold(error) }, { cause: error });
  }
}

/** Who holds a lock file, and whether they are dead; undefined when it is free. */
export function lockState(runtime: Runtime, path: string) {
  if (!runtime.files.stat(path)) return undefined;
  const holder = readHolder(runtime, path);
  const name = holder ? `process ${holder.pid} on ${holder.host}` : "somebody unknown";
  return { holder: name, isDead: isDead(runtime, path) };
}

/** Removes the lock of a dead holder. Returns whether there was one. */
export function breakDeadLock(runtime: Runtime, path: string): boolean {
  if (!isDead(runtime, path)) return false;
  const breaker = `${path}.break`;
  if (!create(runtime, breaker, String(runtime.pid))) {
    if (!isOld(ageMs(runtime, breaker), OLDEST_BLANK_LOCK_MS)) return false;
    runtime.files.remove(breaker);
    if (!create(runtime, breaker, String(runtime.pid))) return false;
  }
  try {
    // Looked at again: by now the lock may be somebody else's. The new file tells what time it is where the lock lies.
    const stat = runtime.files.stat(breaker);
    if (!stat || !isDead(runtime, path, modifiedMs(stat))) return false;
    // Kept under another name, so that the next holder, perhaps a third process, learns that a writer died.
    if (basename(path) === LOCK_FILE && runtime.files.linkTarget(path) === undefined) {
      runtime.files.rename(path, `${path}${DEAD}`);
    } else runtime.files.remove(path);
    return true;
  } finally {
    runtime.files.remove(breaker);
  }
}

/** @param now by the clock of the file system, which may be a server's; ours is good enough for a first look */
function isDead(runtime: Runtime, path: string, now?: number): boolean {
  const age = ageMs(runtime, path, now);
  // Nothing of ours makes links: one that leads nowhere would be in the way for ever.
  if (age === -Infinity) return runtime.files.linkTarget(path) !== undefined;
  const holder = readHolder(runtime, path);
  if (!holder) return isOld(age, OLDEST_BLANK_LOCK_MS);
  const isThere = isStillThere(runtime, holder);
  return isThere === undefined ? isOld(age, OLDEST_LOCK_MS) : !isThere;
}

/** Whether a file is older than this, or so far in the future that a wrong clock made it. One that is gone is not. */
function isOld(age: number, oldestMs: number): boolean {
  return age > oldestMs || (age < -AHEAD_MS && age !== -Infinity);
}

/**
 * Whether the holder's process still runs; undefined where that can't be known, as where the system does not tell when
 * it started. Of another machine or space of numbers nothing is known: a container that has come again looks like a
 * sandbox of a living one.
 */
function isStillThere(runtime: Runtime, { host, pid, birth, space }: Holder): boolean | undefined {
  if (host !== runtime.host) return undefined;
  if (space !== undefined && space !== selfOf(runtime).space) return undefined;
  if (!isRunning(runtime, pid)) return false;
  const now = birth === undefined ? undefined : birthOf(runtime, pid);
  return now === undefined ? undefined : now === birth;
}

/** Age of a file in ms; -Infinity when it is gone. */
function ageMs(runtime: Runtime, path: string, now: number = runtime.now().getTime()): number {
  const stat = runtime.files.stat(path);
  return stat ? now - modifiedMs(stat) : -Infinity;
}

/** Who holds a lock file, if that can be read. */
export function readHolder(runtime: Runtime, path: string): Holder | undefined {
  return tried(() => {
    const value = readJson(runtime.files, path);
    const isHolder = isObject(value) && typeof value.pid === "number" && "host" in value && "token" in value;
    return isHolder ? value as unknown as Holder : undefined;
  });
}

/** Whether a process runs. A zombie, which has ended and whose parent does not know yet, counts as gone. */
function isRunning(runtime: Runtime, pid: number): boolean {
  return runtime.isAlive(pid) && !/^[ZX]$/.test(statusOf(runtime, pid)[STATE_FIELD] ?? "");
}

/** When a process started, counted from the start of the machine; undefined where unknown. */
function birthOf(runtime: Runtime, pid: number): string | undefined {
  return statusOf(runtime, pid)[START_FIELD];
}

/** Places of fields in `/proc/PID/stat`, counted from behind the second one, a name that may hold any sign. */
const STATE_FIELD = 0;
const START_FIELD = 19;

function statusOf({ platform, files }: Runtime, pid: number): string[] {
  if (platform !== "linux") return [];
  // Hidden from us.
  return tried(() => {
    const line = new TextDecoder().decode(files.read(`/proc/${pid}/stat`));
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  }) ?? [];
}

/**
 * As `acquire`, in turn: whoever has waited for `PATIENCE_MS` takes a ticket, a file, and the oldest ticket goes first.
 * Without tickets one of sixteen writers may wait for ten seconds. While nobody has one, whoever looks at the right
 * moment goes first, which serves more writers in a second: the one whose turn it is may not have the processor.
 *
 * Tickets only give an order. The lock excludes others without them, and the ticket of a dead process holds up nobody.
 */
export function acquireInTurn(runtime: Runtime, path: string, timeoutMs: number): (() => void) | undefined {
  const started = runtime.now().getTime();
  let ticket: string | undefined;
  try {
    for (let sleptMs = 0, pauseMs = 1, freeMs = 0;;) {
      const isFree = !runtime.files.stat(path) || breakDeadLock(runtime, path);
      // Whoever is before us and leaves a free lock alone for so long has been stopped.
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
  return tried(() => {
    runtime.files.write(ticket, JSON.stringify(holderOf(runtime)), { how: "create", shared: true });
    return ticket;
  });
}

function dropTicket(runtime: Runtime, ticket: string): void {
  // The next one tries again.
  tried(() => runtime.files.remove(ticket));
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
