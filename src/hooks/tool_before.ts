/** Before a tool call, or behind it where nothing can be said before: the record that is about it. */
import type { Reply } from "../agents/event.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import type { Act } from "../tools/act.ts";
import { callOf } from "../tools/call.ts";
import { recordsAt } from "../tools/find.ts";
import { inProject, type ToolEvent, toTell } from "./tool_line.ts";

/** An agent waits: what can't be brought in step in this time waits for the next event. */
const SYNC_DEADLINE_MS = 60;
/** Longer than a save writes the index. */
const WRITER_WAIT_MS = 10;

interface Called {
  readonly event: ToolEvent;
  readonly memory: Memory;
  readonly act: Act;
}

/** The record about a call as the answer to its event; most often undefined. */
export async function beforeCall(
  runtime: Runtime,
  { event, memory, act }: Called,
): Promise<Reply | undefined> {
  const telling = toTell(memory, event);
  if (!telling) return undefined;
  const call = callOf(act, inProject(event, memory));
  if (call.terms.length === 0) return undefined;
  const started = runtime.now().getTime();
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS, waitMs: WRITER_WAIT_MS });
  try {
    const found = await recordsAt(memory, readers, call);
    const best = found.find(({ hit }) => !telling.isTold(hit.id));
    if (!best) return undefined;
    const { tell } = await import("./tool_told.ts");
    return tell(runtime, { event, memory, hit: best.hit, candidates: found.length, started });
  } finally {
    closeReaders(readers);
  }
}
