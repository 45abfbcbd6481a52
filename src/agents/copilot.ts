/** Copilot CLI, whose transcript is `events.jsonl`. It also runs the hooks in Claude Code's files, with its names. */
import { asObject } from "../json.ts";
import type { EventKind, HookEvent, Payload, Piece, ReadEnv, Reply, Wire } from "./event.ts";
import { eventOf, field, flag, folders, objects, spoken, text, withoutElements, withoutUndefined } from "./payload.ts";
import { toolUses } from "./tool_call.ts";

const TRANSCRIPT = /[/\\]session-state[/\\][^/\\]+[/\\]events\.jsonl$/;

export const copilot: Wire = { runsClaudes: true, read, render, readLine };

/**
 * Whether Copilot CLI runs a hook that is registered for Claude Code. The variable alone is no proof: a Claude Code
 * that was started from Copilot's shell has it, too, but names a transcript of its own with every event.
 */
export function isCopilot(payload: Payload | undefined, env: ReadEnv): boolean {
  if (payload === undefined || !env("COPILOT_CLI")) return false;
  const transcript = text(payload, "transcript_path");
  return transcript === undefined || TRANSCRIPT.test(transcript);
}

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  return eventOf(kind, payload, {
    agent: "copilot",
    name,
    session: text(payload, "session_id"),
    generation: momentOf(payload),
    workspaceRoots: folders(text(payload, "cwd"), env("COPILOT_PROJECT_DIR"), env("CLAUDE_PROJECT_DIR")),
    clientVersion: env("COPILOT_CLI_BINARY_VERSION") || undefined,
  }, {
    session_start: () => ({ startSource: text(payload, "source") === "resume" ? "resume" : "startup" }),
    user_prompt: () => ({ prompt: personsPart(spoken(payload, "prompt") ?? "") || undefined }),
    stop: () => ({ outcome: "completed", answersOurAsk: flag(payload, "stop_hook_active") }),
  });
}

/** The time of an event in milliseconds, which tells turns apart: a number in Copilot's hooks, a text in Claude's. */
function momentOf(payload: Payload): string | undefined {
  const moment = field(payload, "timestamp");
  const ms = typeof moment === "string" ? Date.parse(moment) : moment;
  return typeof ms === "number" && Number.isFinite(ms) ? String(ms) : undefined;
}

function personsPart(words: string): string {
  return withoutElements(words, "current_datetime|system_reminder").trim();
}

function render(name: string, { context, ask }: Reply): Readonly<Record<string, unknown>> {
  switch (name) {
    case "sessionStart":
    case "userPromptSubmitted":
      // Copilot does not read the nested form of Claude Code.
      return { additionalContext: context };
    case "agentStop":
      return ask === undefined ? {} : { decision: "block", reason: ask };
    default:
      return {};
  }
}

function readLine(line: Payload): Piece | undefined {
  const data = asObject(field(line, "data"));
  if (!data) return undefined;
  switch (text(line, "type")) {
    case "user.message":
      return { role: "user", text: personsPart(spoken(data, "content") ?? ""), tools: [] };
    case "assistant.message": {
      const calls = objects(data, "tool_requests");
      return {
        role: "assistant",
        text: spoken(data, "content")?.trim() ?? "",
        ...toolUses(calls, "arguments", "tool_call_id"),
      };
    }
    case "tool.execution_complete": {
      const id = text(data, "tool_call_id");
      const results = id === undefined ? undefined : { [id]: { failed: field(data, "success") === false } };
      return withoutUndefined<Piece>({ role: "assistant", text: "", tools: [], results });
    }
    default:
      return undefined;
  }
}
