/**
 * In: what Copilot CLI writes to a hook. Out: our `HookEvent`, and our `Reply` as Copilot CLI reads it.
 * Not done here: files; transcripts (copilot_transcript.ts).
 *
 * It also runs the hooks of Claude Code's files, with Claude Code's names and spelling, and reads their replies as it
 * reads those of its own.
 *
 * @module
 */
import { withoutElements } from "./elements.ts";
import type { EventKind, HookEvent, Payload, ReadEnv, Reply, Wire } from "./event.ts";
import { folders } from "./folder.ts";
import { field, flag, known, oneOf, spoken, text } from "./payload.ts";

const KINDS: Readonly<Record<string, EventKind>> = {
  sessionStart: "session_start",
  userPromptSubmitted: "user_prompt",
  preCompact: "pre_compact",
  agentStop: "stop",
  sessionEnd: "session_end",
};

/** Claude Code's names for the same events. */
const NAMES: Readonly<Record<string, string>> = {
  SessionStart: "sessionStart",
  UserPromptSubmit: "userPromptSubmitted",
  PreCompact: "preCompact",
  Stop: "agentStop",
  SessionEnd: "sessionEnd",
};

const TRANSCRIPT = /[/\\]session-state[/\\][^/\\]+[/\\]events\.jsonl$/;

/** Copilot CLI. */
export const copilot: Wire = {
  kinds: KINDS,
  canonical: (name) => Object.hasOwn(NAMES, name) ? NAMES[name] ?? name : name,
  read,
  render,
};

/**
 * Whether it is Copilot CLI that runs a hook registered for Claude Code. The variable alone does not tell: a Claude
 * Code that was started from Copilot's shell has it too, but names a transcript of its own with every event.
 */
export function isCopilot(payload: Payload | undefined, env: ReadEnv): boolean {
  if (payload === undefined || !env("COPILOT_CLI")) return false;
  const transcript = text(payload, "transcript_path");
  return transcript === undefined || TRANSCRIPT.test(transcript);
}

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  const session = text(payload, "session_id");
  if (!session) return undefined;
  const source = text(payload, "source");
  return known<HookEvent>({
    kind,
    agent: "copilot",
    name,
    session,
    generation: momentOf(payload),
    workspaceRoots: folders(text(payload, "cwd"), env("COPILOT_PROJECT_DIR"), env("CLAUDE_PROJECT_DIR")),
    transcript: text(payload, "transcript_path"),
    clientVersion: env("COPILOT_CLI_BINARY_VERSION") || undefined,
    startSource: kind === "session_start" ? source === "resume" ? "resume" : "startup" : undefined,
    prompt: personsPart(spoken(payload, "prompt") ?? "") || undefined,
    readsOnly: undefined,
    outcome: kind === "stop" ? "completed" : undefined,
    loopCount: undefined,
    answersOurAsk: flag(payload, "stop_hook_active"),
    lastReply: undefined,
    reason: text(payload, "reason"),
    trigger: oneOf(payload, "trigger", ["auto", "manual"]),
    durationMs: undefined,
    messageCount: undefined,
  });
}

/**
 * When it happened, in milliseconds: a number in its own hooks, a text in those of Claude Code's files. It tells turns
 * apart, and is the same for one event in both.
 */
function momentOf(payload: Payload): string | undefined {
  const moment = field(payload, "timestamp");
  const ms = typeof moment === "string" ? Date.parse(moment) : moment;
  return typeof ms === "number" && Number.isFinite(ms) ? String(ms) : undefined;
}

/** A text without what the client puts round a person's words. */
export function personsPart(words: string): string {
  return withoutElements(words, "current_datetime|system_reminder").trim();
}

function render(name: string, { context, ask }: Reply): Readonly<Record<string, unknown>> {
  switch (name) {
    case "sessionStart":
    case "userPromptSubmitted":
      // Only the top level counts; what is nested in the manner of Claude Code is not read.
      return known({ additionalContext: context });
    case "agentStop":
      return ask === undefined ? {} : { decision: "block", reason: ask };
    default:
      return {};
  }
}
