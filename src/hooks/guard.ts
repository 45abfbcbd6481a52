/**
 * In: a hook at work. Out, where it takes too long or too much memory: the empty reply, exit code 0 and a line in the
 * log, whatever the hook's thread is busy with.
 * Not done here: the thread that watches (system/watchdog.ts).
 *
 * To start that thread takes half a millisecond, a twentieth of what most hooks take. So it starts when a hook
 * announces long work, has read a large file, which a stranger may have made to hold it up, or looks at the clock after
 * `USUAL_MS`, as everything does that may take long; at once at a session's start and for events at which conversations
 * are read, and where a hook gave up in the last days: the cause may hold up a prompt, too.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { isInside, memoryHome } from "../paths.ts";
import { STATE_FOLDER } from "../store/layout.ts";
import { type HookEvent, SECONDS } from "../agents/event.ts";
import type { Runtime, Watch, WatchOrders } from "../runtime.ts";

/** A session's end has the most to do. Codex waits three seconds for it, whatever timeout its hooks file names. */
const END_MS = { codex: 2_000, others: 25_000 };

/** How long a hook may take, in milliseconds: a second less than the client waits, as `init` tells it. */
export function hookLimit({ agent, kind }: Pick<HookEvent, "agent" | "kind">): number {
  if (kind === "session_end") return END_MS[agent === "codex" ? "codex" : "others"];
  return (SECONDS[kind] - 1) * 1_000;
}

const FIRST_LIMIT_MS = hookLimit({ agent: "claude", kind: "user_prompt" });

/**
 * In milliseconds: `deadlineMs` to bring an event's indexes in step with the files, `waitMs` for another process that
 * is writing one. An index that is not in step by then is used as it is, and the next event goes on. If it can't even
 * be read by then, an index in memory is used in its place.
 */
export const SYNC = {
  /** The agent waits at every call. A save writes an index for less than `waitMs`. */
  tool: { deadlineMs: 60, waitMs: 10 },
  /** The person has pressed Enter. */
  prompt: { deadlineMs: 150, waitMs: 20 },
  /** A prompt with which the start context is told, too. */
  restore: { deadlineMs: 200, waitMs: 20 },
  /** Ten times the sync after a day's work. */
  start: { deadlineMs: 400, waitMs: 100 },
  /** Claude Code allows 1.5 s for all hooks at the end of a session together. */
  end: { deadlineMs: 700, waitMs: 100 },
};

/** Ten times what a hook takes for a memory of 100,000 records. */
const MEMORY_BYTES_MAX = 1024 * 1024 * 1024;

/** The first looks into everything that a folder and its repository hold, the others into conversations. */
const READ_MUCH: readonly HookEvent["kind"][] = ["session_start", "pre_compact", "session_end"];

/** Nearly every hook ends sooner. */
const USUAL_MS = 50;

/** In bytes: what the person's own projects seldom have in one file, and no pattern of ours takes a second for. */
const LARGE_FILE = 64 * 1024;

export type Guard = ReturnType<typeof guardHook>;

/** The file that a hook which gave up leaves behind; session_end.ts removes it with old session states. */
function markIn(home: string): string {
  return join(home, STATE_FOLDER, "gave_up");
}

function hasGivenUp({ files }: Runtime, home: string): boolean {
  // Another user made the folder, and this one may not read it.
  return tried(() => files.stat(markIn(home)) !== undefined) ?? false;
}

/** Watches over a hook from now on. */
export function guardHook(runtime: Runtime) {
  const started = runtime.now().getTime();
  let orders = { reply: "", limitMs: FIRST_LIMIT_MS, bytes: MEMORY_BYTES_MAX } as Omit<WatchOrders, "ms">;
  let watch: Watch | undefined;
  const left = () => ({ ...orders, ms: Math.max(0, started + orders.limitMs - runtime.now().getTime()) });
  const begin = () => void (watch ??= runtime.watchOver?.(left()));
  // What memory itself keeps in the home of a large memory is read at many prompts.
  const noteRead = (path: string, bytes: Uint8Array | undefined) => {
    if (!watch && bytes !== undefined && bytes.length > LARGE_FILE && !isInside(path, memoryHome(runtime))) begin();
    return bytes;
  };
  const { files } = runtime;
  const guarded: Partial<Runtime> = {
    files: {
      ...files,
      read: (path, most) => noteRead(path, files.read(path, most)),
      readRange: (path, start, length) => noteRead(path, files.readRange(path, start, length)),
    },
    now: () => {
      const now = runtime.now();
      if (!watch && now.getTime() - started > USUAL_MS) begin();
      return now;
    },
    expectLongWork: () => {
      begin();
      runtime.expectLongWork();
    },
  };
  return {
    /** Its clock starts the watchdog when the hook has lasted too long. */
    runtime: Object.create(runtime, Object.getOwnPropertyDescriptors(guarded)) as Runtime,
    /** Tells the watchdog the empty reply, the log, and by the event how long the hook may take. */
    knows({ empty, log, event }: { empty?: string; log?: WatchOrders["log"]; event?: HookEvent }): void {
      orders = {
        ...orders,
        ...empty === undefined ? {} : { reply: empty === "" ? "" : `${empty}\n` },
        ...log === undefined ? {} : { log, mark: markIn(log.home) },
        ...event === undefined ? {} : { limitMs: hookLimit(event) },
      };
      watch?.tell(left());
      if (log && hasGivenUp(runtime, log.home)) begin();
      if (event && READ_MUCH.includes(event.kind)) begin();
    },
    /** Whether the hook may answer. False: the watchdog has answered, and the process ends. */
    mayAnswer: () => watch?.mayAnswer() ?? true,
  };
}
