/** The records that a session may still be told at tool calls: each once, and no more than `recall.tool_lines`. */
import { isAbsolute, join, relative, resolve } from "node:path";
import type { EventOf } from "../agents/event.ts";
import type { RecordId } from "../records/ids.ts";
import type { Memory } from "../store/memory.ts";
import { readSessionState, stateStore } from "../store/session_state.ts";

/** A tool is about to be called, or its call has ended. */
export type ToolEvent = EventOf<"tool_start"> | EventOf<"tool_end">;

/** Tells which records the session was told already; undefined where it may be told no more. */
export function toTell(
  memory: Memory,
  event: ToolEvent,
): { readonly isTold: (id: RecordId) => boolean } | undefined {
  const store = stateStore(memory);
  if (!store) return undefined;
  const state = readSessionState(store, event.session);
  const { told_at_tools: told = [], injections = [] } = state ?? {};
  if (told.length >= memory.config.recall.tool_lines) return undefined;
  // The agent has just read the records that its last prompt was given.
  const last = injections.at(-1);
  const fresh = event.subagent === undefined && (last?.reason === "prompt" || last?.reason === "command")
    ? last.ids
    : [];
  return { isTold: (id) => told.includes(toldAs(event, id)) || fresh.includes(id) };
}

/** The name under which a record is noted as told. A subagent has a context of its own, and so a name of its own. */
export function toldAs({ subagent }: ToolEvent, id: RecordId): string {
  return subagent === undefined ? id : `${subagent} ${id}`;
}

/** Makes a path relative to the project; undefined for one outside of it. */
export function inProject(
  event: ToolEvent,
  { locations, runtime }: Memory,
): (path: string) => string | undefined {
  const [cwd = ""] = event.workspaceRoots;
  const root = locations.projectRoot ?? cwd;
  return (path) => {
    const home = path.startsWith("~/") ? join(runtime.home, path.slice(2)) : path;
    const inside = relative(root, resolve(cwd || root, home));
    return inside.startsWith("..") || isAbsolute(inside) ? undefined : inside;
  };
}
