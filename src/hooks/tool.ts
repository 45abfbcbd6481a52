/**
 * A tool call, before and after it: what memory knows of this file or this command, in one line.
 *
 * Nothing is blocked, allowed or rewritten. Calls that only look are answered before anything is opened.
 *
 * Hot path: an agent waits at each call, so each step loads what it needs.
 *
 * @module
 */
import { type HookEvent, type Reply, saysBefore } from "../agents/event.ts";
import type { Runtime } from "../runtime.ts";
import type { Memory } from "../store/memory.ts";
import { actOf } from "../tools/act.ts";
import type { ToolEvent } from "./tool_line.ts";

/** Whether memory has nothing to say of an event of a tool, as its call alone tells. */
export function isQuiet(event: HookEvent): boolean {
  if (event.kind === "tool_start") return event.call.kind !== "spawn" && actOf(event.call) === undefined;
  if (event.kind !== "tool_end" || event.call.kind === "spawn") return true;
  // A failure says something, whatever was called.
  return actOf(event.call) === undefined && (event.failed !== true || event.call.kind !== "shell");
}

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
    const told = await (await import("./tool_failure.ts")).onFailure(runtime, { event, memory, act });
    // What could be said before the call was said then.
    if (told || saysBefore(event.agent)) return told;
  }
  if (at_tools !== "on" || !act) return undefined;
  return (await import("./tool_before.ts")).beforeCall(runtime, { event, memory, act });
}
