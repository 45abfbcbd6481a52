/**
 * A tool call, before and after it: what memory knows of this file or this command, in one line.
 *
 * Nothing is blocked, allowed or rewritten. Calls that only look are answered before anything is opened.
 *
 * Hot path: an agent waits at each call.
 *
 * @module
 */
import { isAbsolute, join, relative, resolve } from "node:path";
import { EVENTS, type HookEvent, type Reply } from "../agents/event.ts";
import { callOf } from "../recall/at_call.ts";
import { recordsAtCall } from "../recall/for_tool.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { type Act, actOf } from "../recall/tool_call.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import { tell, type ToolEvent, toTell } from "./tool_line.ts";

/** Whether memory has nothing to say of an event of a tool, as its call alone tells. */
export function isQuiet(event: HookEvent): boolean {
  if (event.kind === "tool_start") return event.call.kind !== "spawn" && actOf(event.call) === undefined;
  if (event.kind !== "tool_end" || event.call.kind === "spawn") return true;
  // A failure says something, whatever was called.
  return actOf(event.call) === undefined && (event.failed !== true || event.call.kind !== "shell");
}

/** An agent waits: what can't be brought in step in this time waits for the next event. */
const SYNC_DEADLINE_MS = 60;
/** Longer than a save writes the index. */
const WRITER_WAIT_MS = 10;

/** Answers an event of a tool, most often with nothing. */
export async function onTool(runtime: Runtime, event: ToolEvent, memory: Memory): Promise<Reply | undefined> {
  if (!memory.config.auto_retrieve) return undefined;
  if (event.kind === "tool_start" && event.call.spawns) {
    return (await import("./subagent.ts")).onSpawn(event, memory);
  }
  const { at_tools } = memory.config.recall;
  if (at_tools === "off") return undefined;
  const act = actOf(event.call);
  if (event.kind === "tool_end") {
    const told = (await import("./tool_failure.ts")).onFailure(runtime, { event, memory, act });
    // What could be said before the call was said then, unless memory had not heard of it.
    if (told || (event.failed !== true && saysBefore(event))) return told;
  }
  return at_tools === "on" && act ? beforeCall(runtime, event, memory, act) : undefined;
}

function saysBefore({ agent }: HookEvent): boolean {
  return Object.values(EVENTS[agent]).includes("tool_start");
}

function beforeCall(runtime: Runtime, event: ToolEvent, memory: Memory, act: Act): Reply | undefined {
  const telling = toTell(memory, event);
  if (!telling) return undefined;
  const started = runtime.now().getTime();
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS, waitMs: WRITER_WAIT_MS });
  try {
    const found = recordsAtCall(memory, readers, callOf(act, inProject(event, memory)));
    const best = found.find(({ hit }) => !telling.isTold(hit.id));
    return best && tell(runtime, { event, memory, hit: best.hit, candidates: found.length, started });
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
