/**
 * In: what Gemini CLI writes to a hook. Out: our `HookEvent`, and our `Reply` as Gemini CLI reads it.
 * Not done here: files; transcripts (gemini_transcript.ts).
 *
 * @module
 */
import { withoutElements } from "./elements.ts";
import type { EventKind, HookEvent, Payload, ReadEnv, Reply, Wire } from "./event.ts";
import { folders } from "./folder.ts";
import { flag, known, oneOf, spoken, text } from "./payload.ts";

const KINDS: Readonly<Record<string, EventKind>> = {
  SessionStart: "session_start",
  BeforeAgent: "user_prompt",
  PreCompress: "pre_compact",
  AfterAgent: "stop",
  SessionEnd: "session_end",
};

/** Gemini CLI. */
export const gemini: Wire = {
  kinds: KINDS,
  canonical: (name) => name,
  read,
  // It says "auto" before every request to the model, and looks only then whether anything is to be compressed.
  isIdle: (name, payload) => KINDS[name] === "pre_compact" && text(payload, "trigger") === "auto",
  render,
};

function read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined {
  const session = text(payload, "session_id") ?? (env("GEMINI_SESSION_ID") || undefined);
  if (!session) return undefined;
  return known<HookEvent>({
    kind,
    agent: "gemini",
    name,
    session,
    // The only thing that tells one turn's event from the next one's.
    generation: text(payload, "timestamp"),
    workspaceRoots: folders(text(payload, "cwd"), env("GEMINI_PROJECT_DIR"), env("CLAUDE_PROJECT_DIR")),
    transcript: text(payload, "transcript_path"),
    clientVersion: undefined,
    startSource: kind === "session_start" ? oneOf(payload, "source", ["startup", "resume", "clear"]) : undefined,
    prompt: personsPart(spoken(payload, "prompt")),
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

/** The content of files that a prompt names with `@`, as the client puts it behind the prompt. */
const FILES = ["\n--- Content from referenced files ---", "\n--- End of content ---"] as const;

/** What the client puts round a prompt: the folder and the day, and what a hook added before. */
const CLIENT_ELEMENTS = "hook_context|session_context";

/** A prompt as it was typed: without files, and without what the client or a hook put round it. */
export function personsPart(prompt: string | undefined): string | undefined {
  if (!prompt) return undefined;
  const [start, end] = [prompt.indexOf(FILES[0]), prompt.lastIndexOf(FILES[1])];
  const typed = start === -1
    ? prompt
    : prompt.slice(0, start) + (end > start ? prompt.slice(end + FILES[1].length) : "");
  return withoutElements(typed, CLIENT_ELEMENTS).trim() || undefined;
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
      // The sentence is shown in place of the request, which the model alone reads then.
      return ask === undefined ? {} : known({ decision: "deny", reason: ask, systemMessage: notice });
    case "PreCompress":
      return known({ systemMessage: notice });
    default:
      return {};
  }
}
