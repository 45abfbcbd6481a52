/** Events as each client writes them. */
import type { Asked, Side } from "./equality_pair.ts";

/** What an event is about. */
interface HookCall {
  readonly client: string;
  readonly event: string;
  readonly session: string;
  /** Tells turns apart. */
  readonly turn: number;
  /** Of this event. */
  readonly more?: object;
}

type Shape = (call: HookCall, side: Side) => object;

const claudeLike = (turnField: string): Shape => ({ session, event, turn }, { project, home }) => ({
  session_id: session,
  transcript_path: `${home}/transcripts/${session}.jsonl`,
  cwd: project,
  hook_event_name: event,
  permission_mode: "default",
  [turnField]: `turn-${turn}`,
});

const SHAPES: Readonly<Record<string, Shape>> = {
  claude: claudeLike("prompt_id"),
  codex: claudeLike("turn_id"),
  qwen: claudeLike("prompt_id"),
  cursor: ({ session, event, turn }, { project }) => ({
    conversation_id: session,
    session_id: session,
    generation_id: /^session/.test(event) ? "" : `turn-${turn}`,
    model: "default",
    hook_event_name: event,
    cursor_version: "3.21.4",
    workspace_roots: [project],
    user_email: "dev@example.invalid",
    transcript_path: null,
  }),
  gemini: ({ session, event, turn }, { project, home }) => ({
    session_id: session,
    transcript_path: `${home}/transcripts/${session}.jsonl`,
    cwd: project,
    hook_event_name: event,
    timestamp: new Date(Date.UTC(2026, 0, 1) + turn * 60_000).toISOString(),
  }),
  copilot: ({ session, turn }, { project, home }) => ({
    sessionId: session,
    transcriptPath: `${home}/.copilot/session-state/${session}/events.jsonl`,
    cwd: project,
    timestamp: Date.UTC(2026, 0, 1) + turn * 60_000,
  }),
};

/** What a client runs, and what it writes there. */
export function hookCall(call: HookCall): (side: Side) => Asked {
  return (side) => ({
    program: side.binary,
    words: ["hook", call.client, call.event],
    stdin: JSON.stringify({ ...SHAPES[call.client]?.(call, side), ...call.more })
      .replaceAll("$HOME", side.home).replaceAll("$PROJECT", side.project),
  });
}

/** A session's id as clients give it. */
export function sessionId(number: number): string {
  return `5f0c9a52-6a0e-4a63-9d6e-${String(number).padStart(12, "0")}`;
}
