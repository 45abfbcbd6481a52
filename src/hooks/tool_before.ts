/** Before a tool call, or behind it where nothing can be said before: the record that is about it. */
import { isAbsolute, join, relative, resolve } from "node:path";
import type { HookEvent, Reply } from "../agents/event.ts";
import { callOf } from "../recall/at_call.ts";
import { recordsAtCall } from "../recall/for_tool.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import type { Act } from "../recall/tool_call.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import { type ToolEvent, toTell } from "./tool_line.ts";

/** An agent waits: what can't be brought in step in this time waits for the next event. */
const SYNC_DEADLINE_MS = 60;
/** Longer than a save writes the index. */
const WRITER_WAIT_MS = 10;
/** So much must speak for a record behind a call that could have been told before it. */
const BEHIND = 1;

interface Called {
  readonly event: ToolEvent;
  readonly memory: Memory;
  readonly act: Act;
  /** The client lets a word reach its model before a call. */
  readonly saysBefore: boolean;
}

/** The record about a call as the answer to its event; most often undefined. */
export async function beforeCall(
  runtime: Runtime,
  { event, memory, act, saysBefore }: Called,
): Promise<Reply | undefined> {
  const telling = toTell(memory, event);
  if (!telling) return undefined;
  const started = runtime.now().getTime();
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS, waitMs: WRITER_WAIT_MS });
  try {
    const found = recordsAtCall(memory, readers, callOf(act, inProject(event, memory)));
    // Behind a call only what names the very thing: it may as well be over and done.
    const least = event.kind === "tool_end" && saysBefore ? BEHIND : 0;
    const best = found.find(({ hit, evidence }) => evidence >= least && !telling.isTold(hit.id));
    if (!best) return undefined;
    const { tell } = await import("./tool_told.ts");
    return tell(runtime, { event, memory, hit: best.hit, candidates: found.length, started });
  } finally {
    closeReaders(readers);
  }
}

/** Makes a path relative to the project; undefined for one outside of it. */
function inProject(event: HookEvent, { locations, runtime }: Memory): (path: string) => string | undefined {
  const [cwd = ""] = event.workspaceRoots;
  const root = locations.projectRoot ?? cwd;
  return (path) => {
    const home = path.startsWith("~/") ? join(runtime.home, path.slice(2)) : path;
    const inside = relative(root, resolve(cwd || root, home));
    return inside.startsWith("..") || isAbsolute(inside) ? undefined : inside;
  };
}
