/**
 * In: what Gemini CLI writes to a hook. Out: our `HookEvent`, and our `Reply` as Gemini CLI reads it.
 * Not done here: files, and transcripts, whose format is not documented.
 *
 * @module
 */
import { withoutElements } from "./elements.ts";
import type { EventKind, HookEvent, Payload, ReadEnv, Reply, Wire } from "./event.ts";
import { flag, known, oneOf, spoken, text } from "./payload.ts";

const KINDS: Readonly<Record<string, EventKind>> = {
  SessionStart: "session_start",
  BeforeAgent: "user_prompt",
  PreCompress: "pre_compact",
  AfterAgent: "stop",
  SessionEnd: "session_end",
};

/** Gemini CLI. */
export const gemini: Wire = { kinds: KINDS, canonical: (name) => name, read, render };

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  const session = text(payload, "session_id") ?? (env("GEMINI_SESSION_ID") || undefined);
  if (!session) return undefined;
  const folders = [text(payload, "cwd"), env("GEMINI_PROJECT_DIR"), env("CLAUDE_PROJECT_DIR")];
  return known<HookEvent>({
    kind,
    agent: "gemini",
    name,
    session,
    // The only thing that tells one turn's event from the next one's.
    generation: text(payload, "timestamp"),
    workspaceRoots: [...new Set(folders.filter((path): path is string => Boolean(path)))],
    transcript: text(payload, "transcript_path"),
    clientVersion: undefined,
    startSource: kind === "session_start" ? oneOf(payload, "source", ["startup", "resume", "clear"]) : undefined,
    prompt: withoutEarlierContext(spoken(payload, "prompt")),
    readsOnly: undefined,
    outcome: kind === "stop" ? "completed" : undefined,
    loopCount: undefined,
    answersOurAsk: flag(payload, "stop_hook_active"),
    lastReply: text(payload, "prompt_response"),
    reason: text(payload, "reason"),
    trigger: oneOf(payload, "trigger", ["auto", "manual"]),
    durationMs: undefined,
    messageCount: undefined,
  });
}

/** A prompt may still carry what a hook added to it before. */
function withoutEarlierContext(prompt: string | undefined): string | undefined {
  return prompt && (withoutElements(prompt, "hook_context").trim() || undefined);
}

function render(name: string, { context, ask, notice }: Reply): Readonly<Record<string, unknown>> {
  switch (name) {
    case "SessionStart":
    case "BeforeAgent":
      return known({
        systemMessage: notice,
        hookSpecificOutput: context === undefined ? undefined : { hookEventName: name, additionalContext: context },
      });
    case "AfterAgent":
      return ask === undefined ? {} : { decision: "deny", reason: ask };
    case "PreCompress":
      return known({ systemMessage: notice });
    default:
      return {};
  }
}
