/**
 * In: what Claude Code writes to a hook. Out: our `HookEvent`, and our `Reply` as Claude Code reads it.
 * Not done here: files; transcripts (claude_transcript.ts). Codex copies this format (codex.ts).
 *
 * @module
 */
import type { Agent, EventKind, HookEvent, Payload, ReadEnv, Reply, StartSource, Wire } from "./event.ts";
import { withoutElements } from "./elements.ts";
import { folders } from "./folder.ts";
import { flag, isOneOf, known, oneOf, spoken, text } from "./payload.ts";

const KINDS: Readonly<Record<string, EventKind>> = {
  SessionStart: "session_start",
  UserPromptSubmit: "user_prompt",
  PreCompact: "pre_compact",
  Stop: "stop",
  SessionEnd: "session_end",
};

/**
 * A message that begins with one of these is the client's own, whatever follows:
 * news of a task ends in a bare sentence, words of a hook in whatever it said.
 */
const CLIENT_MESSAGE =
  /^\s*(?:[A-Z][A-Za-z]+ hook (?:feedback|stopped continuation):|Caveat: The messages below were generated|<(?:task-notification|(?:local-command|bash)-[a-z]+|(?:teammate|agent|cross-session)-message)[\s>])/;
/** What the client puts into a person's message: files open in an editor, reminders, words of hooks. */
const CLIENT_ELEMENTS =
  "system-reminder|task-notification|local-command-[a-z]+|ide_[a-z_]+|(?:session-start|user-prompt-submit)-hook";

/** The person's words of a text of Claude Code; empty when the client made it all by itself. */
export function personsPart(words: string): string {
  if (CLIENT_MESSAGE.test(words)) return "";
  return withoutElements(words, CLIENT_ELEMENTS).replace(/<\/?user-memory-input>/g, "").trim();
}

const CLAUDE: ClaudeShaped = { agent: "claude", turnField: "prompt_id" };

/** Claude Code. */
export const claude: Wire = {
  kinds: KINDS,
  canonical: (name) => name,
  read: (name, kind, payload, env) => readClaudeShape(CLAUDE, name, kind, payload, env),
  isIdle: (_name, payload) => isOfSubagent(payload),
  render,
};

/** What happens to a subagent (it is compacted, too) does not happen to the session. */
export function isOfSubagent(payload: Payload): boolean {
  return text(payload, "agent_id") !== undefined;
}

function render(name: string, reply: Reply): ReturnType<Wire["render"]> {
  const { context, ask } = reply;
  switch (name) {
    case "Stop":
      // A block is shown as a problem, and reaches the model twice.
      return ask === undefined ? {} : { hookSpecificOutput: { hookEventName: name, additionalContext: ask } };
    case "PreCompact":
      // Whatever is printed, JSON too, becomes an instruction to whoever sums the conversation up.
      return context ?? "";
    default:
      return renderClaudeShape(name, reply);
  }
}

/** A client whose events have this shape. */
export interface ClaudeShaped {
  readonly agent: Agent;
  /** The field that tells turns apart. */
  readonly turnField: string;
}

/** The shape that Claude Code invented and Codex took over. */
export function readClaudeShape(
  { agent, turnField }: ClaudeShaped,
  name: string,
  kind: EventKind,
  payload: Payload,
  env: ReadEnv,
): HookEvent | undefined {
  const session = text(payload, "session_id", "conversation_id") ?? (env("CLAUDE_CODE_SESSION_ID") || undefined);
  if (!session) return undefined;
  const prompt = spoken(payload, "prompt");
  return known<HookEvent>({
    kind,
    agent,
    name,
    session,
    generation: text(payload, turnField),
    workspaceRoots: folders(text(payload, "cwd"), env("CLAUDE_PROJECT_DIR")),
    transcript: text(payload, "transcript_path"),
    clientVersion: undefined,
    startSource: kind === "session_start" ? startSource(payload) : undefined,
    prompt: prompt && (personsPart(prompt) || undefined),
    readsOnly: isOneOf(payload, "permission_mode", ["plan"]),
    // Neither client fires Stop for a turn that was interrupted or failed.
    outcome: kind === "stop" ? "completed" : undefined,
    loopCount: undefined,
    answersOurAsk: flag(payload, "stop_hook_active"),
    lastReply: text(payload, "last_assistant_message"),
    reason: text(payload, "reason"),
    trigger: oneOf(payload, "trigger", ["auto", "manual"]),
    durationMs: undefined,
    messageCount: undefined,
  });
}

function startSource(payload: Payload): StartSource {
  const source = text(payload, "source");
  switch (source) {
    // A fork replays the old conversation as a resume does.
    case "fork":
    case "resume":
      return "resume";
    case "clear":
    case "compact":
      return source;
    default:
      return "startup";
  }
}

/** The reply in the shape that Claude Code had first, and that others read. */
export function renderClaudeShape(name: string, { context, notice }: Reply): Readonly<Record<string, unknown>> {
  switch (name) {
    case "SessionStart":
    case "UserPromptSubmit":
      return known({
        systemMessage: notice,
        // Only the nested form counts; context at the top level is not read.
        hookSpecificOutput: context === undefined ? undefined : { hookEventName: name, additionalContext: context },
      });
    default:
      return {};
  }
}
