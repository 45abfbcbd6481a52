/**
 * In: what Cursor writes to a hook. Out: our `HookEvent`, and our `Reply` as Cursor reads it.
 * Not done here: files; transcripts (cursor_transcript.ts); which build delivers what (delivery.ts).
 *
 * @module
 */
import type { EventKind, HookEvent, Payload, ReadEnv, Reply, Wire } from "./event.ts";
import { folders } from "./folder.ts";
import { count, flag, isOneOf, known, oneOf, spoken, text, texts } from "./payload.ts";

/** All events that Cursor knows. In cursor-agent a single unknown name voids the whole hooks.json. */
export type CursorEvent =
  | "sessionStart"
  | "sessionEnd"
  | "preToolUse"
  | "postToolUse"
  | "postToolUseFailure"
  | "subagentStart"
  | "subagentStop"
  | "beforeShellExecution"
  | "afterShellExecution"
  | "beforeMCPExecution"
  | "afterMCPExecution"
  | "beforeReadFile"
  | "afterFileEdit"
  | "beforeSubmitPrompt"
  | "preCompact"
  | "stop"
  | "afterAgentResponse"
  | "afterAgentThought"
  | "beforeTabFileRead"
  | "afterTabFileEdit"
  | "workspaceOpen";

/** Anything but a permission blocks the action, even an empty object. */
const PERMISSION_EVENTS: ReadonlySet<string> = new Set<CursorEvent>([
  "preToolUse",
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "beforeTabFileRead",
  "subagentStart",
]);

/** Cursor runs what is registered for Claude Code under Claude's names, with a payload of its own. */
const CLAUDE_NAMES: Readonly<Record<string, CursorEvent>> = {
  SessionStart: "sessionStart",
  SessionEnd: "sessionEnd",
  UserPromptSubmit: "beforeSubmitPrompt",
  PreCompact: "preCompact",
  Stop: "stop",
  SubagentStop: "subagentStop",
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
};

const KINDS: Readonly<Record<string, EventKind>> = {
  sessionStart: "session_start",
  beforeSubmitPrompt: "user_prompt",
  preCompact: "pre_compact",
  stop: "stop",
  sessionEnd: "session_end",
};

/** Whether this payload or this environment comes from Cursor, whoever the hook was registered for. */
export function isCursor(payload: Payload | undefined, env: ReadEnv): boolean {
  return (payload !== undefined && text(payload, "cursor_version") !== undefined) || Boolean(env("CURSOR_VERSION"));
}

/** Cursor, and cursor-agent. */
export const cursor: Wire = {
  kinds: KINDS,
  canonical: (name) => CLAUDE_NAMES[name] ?? name,
  read,
  render,
};

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  const session = text(payload, "conversation_id", "session_id");
  if (!session) return undefined;
  return known<HookEvent>({
    kind,
    agent: "cursor",
    name,
    session,
    generation: text(payload, "generation_id"),
    workspaceRoots: roots(payload, env),
    transcript: text(payload, "transcript_path") ?? (env("CURSOR_TRANSCRIPT_PATH") || undefined),
    clientVersion: text(payload, "cursor_version") ?? (env("CURSOR_VERSION") || undefined),
    startSource: kind === "session_start"
      ? oneOf(payload, "source", ["startup", "resume", "clear", "compact"])
      : undefined,
    prompt: spoken(payload, "prompt"),
    background: flag(payload, "is_background_agent") || undefined,
    readsOnly: isOneOf(payload, "composer_mode", ["ask", "plan"]),
    outcome: kind === "stop" ? oneOf(payload, "status", ["completed", "aborted", "error"]) : undefined,
    loopCount: count(payload, "loop_count"),
    answersOurAsk: undefined,
    // Replies are read from the transcript: a hook for each would be a process for each.
    lastReply: undefined,
    reason: text(payload, "reason"),
    trigger: oneOf(payload, "trigger", ["auto", "manual"]),
    durationMs: count(payload, "duration_ms"),
    messageCount: count(payload, "message_count"),
  });
}

/**
 * The first workspace folder, then what else the client names. Not our own working directory: a user's hook runs in
 * ~/.cursor.
 */
function roots(payload: Payload, env: ReadEnv): readonly string[] {
  return folders(
    texts(payload, "workspace_roots")[0],
    text(payload, "cwd"),
    env("CURSOR_PROJECT_DIR"),
    env("CLAUDE_PROJECT_DIR"),
  );
}

function render(name: string, { context, ask, notice }: Reply): Readonly<Record<string, unknown>> {
  if (PERMISSION_EVENTS.has(name)) return { permission: "allow" };
  switch (name) {
    case "sessionStart":
      return known({ additional_context: context });
    case "beforeSubmitPrompt":
      return known({ continue: true, additional_context: context });
    case "preCompact":
      return known({ user_message: notice });
    case "stop":
      return known({ followup_message: ask });
    default:
      return {};
  }
}
