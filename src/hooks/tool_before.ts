/** The record that is about a tool call, told before the call, or after it where the client hears nothing before. */
import type { Reply } from "../agents/event.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import type { Act } from "../tools/act.ts";
import { callOf } from "../tools/call.ts";
import { recordsAt } from "../tools/find.ts";
import { SYNC } from "./sync.ts";
import { inProject, type ToolEvent, toTell } from "./tool_line.ts";

interface Called {
  readonly event: ToolEvent;
  readonly memory: Memory;
  readonly act: Act;
}

/** The reply that tells the record; most often undefined. */
export async function beforeCall(
  runtime: Runtime,
  { event, memory, act }: Called,
): Promise<Reply | undefined> {
  const telling = toTell(memory, event);
  if (!telling) return undefined;
  const call = callOf(act, inProject(event, memory));
  if (call.terms.length === 0) return undefined;
  const started = runtime.now().getTime();
  const readers = openReaders(memory, SYNC.tool);
  try {
    const found = await recordsAt(memory, readers, call, telling.isTold);
    const [best] = found;
    if (!best) return undefined;
    const { tell } = await import("./tool_told.ts");
    return tell(runtime, { event, memory, hit: best.hit, candidates: found.length, started });
  } finally {
    closeReaders(readers);
  }
}
