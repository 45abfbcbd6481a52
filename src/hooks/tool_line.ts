/** What a session may be told at its tools: each record once, and no more of them than the settings allow. */
import { isAbsolute, join, relative, resolve } from "node:path";
import type { EventOf } from "../agents/event.ts";
import type { RecordId } from "../records/ids.ts";
import type { Memory } from "../store/memory.ts";
import { readSessionState } from "../store/session_state.ts";

/** A tool is called, or has ended. */
export type ToolEvent = EventOf<"tool_start"> | EventOf<"tool_end">;

/** What a session may still be told at its tools; undefined where that is nothing. */
export function toTell(
  memory: Memory,
  event: ToolEvent,
): { readonly isTold: (id: RecordId) => boolean } | undefined {
  const store = memory.project ?? memory.global;
  if (!store) return undefined;
  const state = readSessionState(store, event.session);
  const { told_at_tools: told = [], injections = [] } = state ?? {};
  if (told.length >= memory.config.recall.tool_lines) return undefined;
  // What the last prompt was given stands right before the call.
  const last = injections.at(-1);
  const fresh = event.subagent === undefined && (last?.reason === "prompt" || last?.reason === "command")
    ? last.ids
    : [];
  return { isTold: (id) => told.includes(toldAs(event, id)) || fresh.includes(id) };
}

/** By which a record is known to have been told: a subagent has a context of its own. */
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
