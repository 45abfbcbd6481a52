/**
 * Claude Code: its events, its replies, and its transcript but for subagents, whose lines are in other files or marked.
 * Codex and Qwen Code took over this format.
 *
 * @module
 */
import { asObject } from "../json.ts";
import type { Agent, Payload, Piece, Reply, Wire } from "./event.ts";
import {
  eventOf,
  field,
  flag,
  folders,
  inElements,
  isOneOf,
  known,
  oneOf,
  readMessage,
  spoken,
  text,
  toolCall,
  toolEnd,
  toolUses,
  withoutElements,
} from "./payload.ts";

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

/** Claude Code. */
export const claude: Wire = {
  read: readClaudeShape("claude", "prompt_id", personsPart),
  isIdle: isOfSubagent,
  render,
  readLine,
};

/** What happens to a subagent (it is compacted, too) does not happen to the session, but its start and its tools do. */
export function isOfSubagent(name: string, payload: Payload): boolean {
  return text(payload, "agent_id") !== undefined && !/Tool|^SubagentStart$/.test(name);
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

/**
 * Reads the shape that Claude Code invented and others took over.
 *
 * @param turnField the field that tells turns apart
 * @param personsPart the person's words of a prompt
 */
export function readClaudeShape(
  agent: Agent,
  turnField: string,
  personsPart: (words: string) => string,
): Wire["read"] {
  return (name, kind, payload, env) => {
    const readsOnly = () => isOneOf(payload, "permission_mode", ["plan"]);
    return eventOf(kind, payload, {
      agent,
      name,
      session: text(payload, "session_id", "conversation_id") ?? env("CLAUDE_CODE_SESSION_ID"),
      generation: text(payload, turnField),
      workspaceRoots: folders(text(payload, "cwd"), env("CLAUDE_PROJECT_DIR")),
    }, {
      session_start: () => ({
        // A fork replays the old conversation as a resume does.
        startSource: oneOf(payload, "source", ["resume", "clear", "compact"]) ??
          (text(payload, "source") === "fork" ? "resume" : "startup"),
      }),
      user_prompt: () => ({
        prompt: personsPart(spoken(payload, "prompt") ?? "") || undefined,
        readsOnly: readsOnly(),
      }),
      stop: () => ({
        // No such client fires Stop for a turn that was interrupted or failed.
        outcome: "completed",
        answersOurAsk: flag(payload, "stop_hook_active"),
        lastReply: text(payload, "last_assistant_message"),
        readsOnly: readsOnly(),
      }),
      tool_start: () => calledBy(payload),
      tool_end: () => ({ ...calledBy(payload), ...toolEnd(payload, endOf(agent, name)) }),
      subagent_start: () => {
        const subagent = text(payload, "agent_id");
        return subagent === undefined ? undefined : { subagent, type: text(payload, "agent_type") ?? "" };
      },
    });
  };
}

function calledBy(payload: Payload) {
  return { call: toolCall(payload), subagent: text(payload, "agent_id") };
}

/** Only Claude Code has an event of its own for what failed. */
function endOf(agent: Agent, name: string): boolean | undefined {
  return agent === "claude" ? name === "PostToolUseFailure" : undefined;
}

/**
 * The reply in the shape that Claude Code had first, and that others read. They know no other way to go on than to
 * block the stop, and show the reason as well, so that a sentence beside it would be one too many.
 */
export function renderClaudeShape(name: string, reply: Reply): Readonly<Record<string, unknown>> {
  if (name === "Stop") return reply.ask === undefined ? {} : { decision: "block", reason: reply.ask };
  return /^(?:SessionStart|UserPromptSubmit|(?:Pre|Post)ToolUse(?:Failure)?|SubagentStart)$/.test(name)
    ? besideIt(name, reply)
    : {};
}

/** Context for the model and a sentence for the person, beside a start, a prompt or a tool. */
export function besideIt(name: string, { context, notice }: Reply): Readonly<Record<string, unknown>> {
  return known({
    systemMessage: notice,
    // Only the nested form counts; context at the top level is not read.
    hookSpecificOutput: context === undefined ? undefined : { hookEventName: name, additionalContext: context },
  });
}

function readLine(line: Payload): Piece | undefined {
  const role = text(line, "type");
  if (role !== "user" && role !== "assistant") return undefined;
  const madeByClient = ["is_meta", "is_sidechain", "is_compact_summary", "is_visible_in_transcript_only"];
  if (madeByClient.some((name) => flag(line, name))) return undefined;
  const origin = text(asObject(field(line, "origin")) ?? {}, "kind");
  if (role === "user" && origin !== undefined && origin !== "human") return undefined;
  const { words, calls, results } = readMessage(field(asObject(field(line, "message")) ?? {}, "content"));
  return known<Piece>({
    role,
    text: role === "user" ? spokenPart(words) : words.trim(),
    ...toolUses(calls, "input"),
    results: Object.fromEntries(
      results.map((result) => [text(result, "tool_use_id") ?? "", { failed: flag(result, "is_error") ?? false }]),
    ),
  });
}

/** Commands of the client itself: what they are given tells nothing of the work. */
const OWN_COMMAND =
  /^\/(?:add-dir|agents|bug|clear|compact|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|login|logout|mcp|memory|model|new|output-style|permissions|plugin|quit|release-notes|rename|reset|resume|rewind|skills|status|statusline|tasks|terminal-setup|theme|todos|usage|vim)$/;

/** The person's words without what the client wraps around them; a slash command as it was typed. */
function spokenPart(words: string): string {
  const [command] = inElements(words, "command-name");
  if (command) {
    if (OWN_COMMAND.test(command)) return "";
    const [rest = ""] = inElements(words, "command-args");
    return `${command} ${rest}`.trim();
  }
  const spoken = personsPart(words).replace(/^\[Request interrupted by user[^\]]*\]$/m, "").trim();
  // Older builds do not mark the summary with which they go on after a compaction.
  return spoken.startsWith("This session is being continued from a previous conversation") ? "" : spoken;
}
