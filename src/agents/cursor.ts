/** Cursor, whose transcript holds no results of tools. */
import { asObject } from "../json.ts";
import type { EventKind, HookEvent, Payload, Piece, ReadEnv, Reply, Wire } from "./event.ts";
import {
  count,
  eventOf,
  field,
  flag,
  folders,
  inElements,
  isOneOf,
  oneOf,
  readMessage,
  spoken,
  text,
  texts,
  withoutElements,
} from "./payload.ts";
import { toolCall, toolEnd, toolUses } from "./tool_call.ts";

/** Events at which any answer but a permission blocks the action. `preToolUse` may come under Claude Code's name. */
const PERMISSION_EVENTS: ReadonlySet<string> = new Set([
  "preToolUse",
  "PreToolUse",
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "beforeTabFileRead",
  "subagentStart",
]);

/** Whether this payload or this environment comes from Cursor, for whichever client the hook was registered. */
export function isCursor(payload: Payload | undefined, env: ReadEnv): boolean {
  return (payload !== undefined && text(payload, "cursor_version") !== undefined) || Boolean(env("CURSOR_VERSION"));
}

export const cursor: Wire = { runsClaudes: true, read, render, readLine };

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  const readsOnly = () => isOneOf(payload, "composer_mode", ["ask", "plan"]);
  return eventOf(kind, payload, {
    agent: "cursor",
    name,
    session: text(payload, "conversation_id", "session_id"),
    generation: text(payload, "generation_id"),
    // Never our own working directory: Cursor runs a hook of the home folder in ~/.cursor.
    workspaceRoots: folders(
      texts(payload, "workspace_roots")[0],
      text(payload, "cwd"),
      env("CURSOR_PROJECT_DIR"),
      env("CLAUDE_PROJECT_DIR"),
    ),
    transcript: env("CURSOR_TRANSCRIPT_PATH") || undefined,
    clientVersion: text(payload, "cursor_version") ?? (env("CURSOR_VERSION") || undefined),
  }, {
    session_start: () => ({
      startSource: oneOf(payload, "source", ["startup", "resume", "clear", "compact"]),
      background: flag(payload, "is_background_agent") || undefined,
    }),
    user_prompt: () => ({ prompt: spoken(payload, "prompt"), readsOnly: readsOnly() }),
    // Replies are read from the transcript: a hook for each reply would start a process for each.
    stop: () => ({
      outcome: oneOf(payload, "status", ["completed", "aborted", "error"]),
      loopCount: count(payload, "loop_count"),
      readsOnly: readsOnly(),
    }),
    session_end: () => ({ reason: text(payload, "reason"), durationMs: count(payload, "duration_ms") }),
    tool_end: () => ({ call: toolCall(payload), ...toolEnd(payload) }),
  });
}

function render(name: string, { context, ask, notice }: Reply): Readonly<Record<string, unknown>> {
  if (PERMISSION_EVENTS.has(name)) return { permission: "allow" };
  switch (name) {
    case "sessionStart":
    case "postToolUse":
      return { additional_context: context };
    case "beforeSubmitPrompt":
      return { continue: true, additional_context: context };
    case "preCompact":
      return { user_message: notice };
    case "stop":
      return { followup_message: ask };
    default:
      return {};
  }
}

function readLine(line: Payload): Piece | undefined {
  const role = text(line, "role");
  if (role !== "user" && role !== "assistant") return undefined;
  const { words, calls } = readMessage(field(asObject(field(line, "message")) ?? line, "content"));
  return { role, text: role === "user" ? spokenPart(words) : words.trim(), tools: toolUses(calls, "input").tools };
}

const CLIENT_ELEMENTS =
  "timestamp|system_reminder|attached_files|user_info|git_status|rules|agent_skills|manually_attached_skills|agent_transcripts|additional_data|external_links|image_files|open_and_recently_viewed_files|system_notification|recommended_plugins";

/** The person's words. They stand in an element of their own, beside those for the time, files and rules. */
function spokenPart(words: string): string {
  const queries = inElements(words, "user_query");
  if (queries.length > 0) return queries.join("\n\n");
  return withoutElements(words, CLIENT_ELEMENTS).trim();
}
