/**
 * One line before or after a tool call, where a record is about it. No call is blocked, allowed or rewritten.
 * Hot path: an agent waits at each call; one that only reads is answered before any file is opened.
 */
import { type Reply, saysBefore } from "../agents/event.ts";
import type { Memory } from "../store/memory.ts";
import { stateStore } from "../store/session_state.ts";
import { remembered } from "../remembered.ts";
import { actOf } from "../tools/act.ts";
import type { ToolEvent } from "./tool_record.ts";

/** Asked before a memory is opened, and again with it. */
const doing = remembered(actOf);

/** Whether the call alone tells that memory has nothing to say. */
export function isQuiet(event: ToolEvent): boolean {
  if (event.call.kind === "spawn") return event.kind === "tool_end";
  if (event.kind === "tool_start") return doing(event.call) === undefined;
  // The error of a failed command is looked up, even where the command only reads.
  return doing(event.call) === undefined && (event.failed !== true || event.call.kind !== "shell");
}

/** Answers an event of a tool, most often with nothing. */
export async function onTool(event: ToolEvent, memory: Memory): Promise<Reply | undefined> {
  const store = stateStore(memory);
  if (!store || !memory.config.auto_retrieve) return undefined;
  if (event.kind === "tool_start" && event.call.spawns) {
    return (await import("./subagent.ts")).onSpawn(event, memory, store);
  }
  const { at_tools } = memory.config.recall;
  if (at_tools === "off") return undefined;
  const act = doing(event.call);
  if (event.kind === "tool_end") {
    const told = await (await import("./tool_failure.ts")).onFailure({ event, memory, store }, act);
    // Where the client has an event before the call, the record was told there.
    if (told || saysBefore(event.agent)) return told;
  }
  if (at_tools !== "on" || !act) return undefined;
  return (await import("./tool_record.ts")).recordFor({ event, memory, store }, act);
}
