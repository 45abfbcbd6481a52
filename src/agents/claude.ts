/**
 * Claude Code: its events, its replies, and its transcript without the lines of subagents, which are marked or in other
 * files. Codex and Qwen Code took over this format.
 */
import type { Agent, Payload, Piece, Reply, TakenOut, Wire } from "./event.ts";
import {
  eventOf,
  field,
  flag,
  folders,
  inElements,
  isOneOf,
  object,
  oneOf,
  readMessage,
  spoken,
  text,
  withoutElements,
  withoutUndefined,
} from "./payload.ts";
import { toolCall, toolEnd, toolUses } from "./tool_call.ts";

/** A message that begins so is the client's own to its end: a hook's words or a bare sentence. */
const CLIENT_MESSAGE =
  /^\s*(?:[A-Z][A-Za-z]+ hook (?:feedback|stopped continuation):|Caveat: The messages below were generated|<(?:task-notification|(?:local-command|bash)-[a-z]+|(?:teammate|agent|cross-session)-message)[\s>])/;
/** Elements that the client adds to a person's message: files open in an editor, reminders, words of hooks. */
const CLIENT_ELEMENTS =
  "system-reminder|task-notification|local-command-[a-z]+|ide_[a-z_]+|(?:session-start|user-prompt-submit)-hook";

/** The person's words in a message of Claude Code; empty when the client wrote the whole message. */
export function personsPart(words: string): string {
  if (CLIENT_MESSAGE.test(words)) return "";
  return withoutElements(words, CLIENT_ELEMENTS).replace(/<\/?user-memory-input>/g, "").trim();
}

export const claude: Wire = {
  read: readClaudeShape("claude", "prompt_id", personsPart),
  isIdle: isOfSubagent,
  render,
  readLine,
  takenOut,
};

/** Whether an event is a subagent's alone, such as its compaction. Its start and its tools concern the session, too. */
export function isOfSubagent(name: string, payload: Payload): boolean {
  return text(payload, "agent_id") !== undefined && !/Tool|^SubagentStart$/.test(name);
}

function render(name: string, reply: Reply): ReturnType<Wire["render"]> {
  const { context, ask } = reply;
  switch (name) {
    case "Stop":
      // `decision: "block"` would be shown as a problem and reach the model twice.
      return ask === undefined ? {} : { hookSpecificOutput: { hookEventName: name, additionalContext: ask } };
    case "PreCompact":
      // All output, even JSON, becomes an instruction to the model that sums the conversation up.
      return context ?? "";
    default:
      return renderClaudeShape(name, reply);
  }
}

/** Reads events in the shape of Claude Code, by the field that tells turns apart and the person's part of a prompt. */
export function readClaudeShape(agent: Agent, turnField: string, personsPart: (words: string) => string): Wire["read"] {
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
        // A fork replays the old conversation, as a resume does.
        startSource: oneOf(payload, "source", ["resume", "clear", "compact"]) ??
          (text(payload, "source") === "fork" ? "resume" : "startup"),
      }),
      user_prompt: () => ({
        prompt: personsPart(spoken(payload, "prompt") ?? "") || undefined,
        readsOnly: readsOnly(),
      }),
      stop: () => ({
        // No client of this shape fires Stop for a turn that was interrupted or failed.
        outcome: "completed",
        answersOurAsk: flag(payload, "stop_hook_active"),
        lastReply: text(payload, "last_assistant_message"),
        readsOnly: readsOnly(),
      }),
      tool_start: () => callFields(payload),
      tool_end: () => {
        // Only Claude Code has an event of its own for a call that failed.
        const failed = agent === "claude" ? name === "PostToolUseFailure" : undefined;
        return { ...callFields(payload), ...toolEnd(payload, failed) };
      },
      subagent_start: () => {
        const subagent = text(payload, "agent_id");
        return subagent === undefined ? undefined : { subagent, type: text(payload, "agent_type") ?? "" };
      },
    });
  };
}

function callFields(payload: Payload) {
  return { call: toolCall(payload), subagent: text(payload, "agent_id") };
}

/**
 * The reply in Claude Code's earlier shape, which others read. Its only way to continue a turn is to block the stop.
 * The clients show the reason to the person, so no notice goes beside it.
 */
export function renderClaudeShape(name: string, reply: Reply): Readonly<Record<string, unknown>> {
  if (name === "Stop") return reply.ask === undefined ? {} : { decision: "block", reason: reply.ask };
  return /^(?:SessionStart|UserPromptSubmit|(?:Pre|Post)ToolUse(?:Failure)?|SubagentStart)$/.test(name)
    ? contextAndNotice(name, reply)
    : {};
}

/** Context for the model and a sentence for the person, beside a start, a prompt or a tool. */
export function contextAndNotice(name: string, { context, notice }: Reply): Readonly<Record<string, unknown>> {
  return {
    systemMessage: notice,
    // Context at the top level is not read.
    hookSpecificOutput: context === undefined ? undefined : { hookEventName: name, additionalContext: context },
  };
}

/**
 * Each line names the line that it follows. Where two prompts follow the same line, the person stopped the earlier one
 * or went back: that prompt has left the conversation, with all that followed it until the later one.
 */
function takenOut(lines: readonly Payload[]): TakenOut {
  const out = new Set<Payload>();
  const ids = new Set<string>();
  /** The latest prompt that follows a line, and its place. */
  const prompts = new Map<string, { readonly id: string; readonly place: number }>();
  let isBefore = false;
  for (const [place, line] of lines.entries()) {
    const [id, follows] = [text(line, "uuid"), text(line, "parent_uuid")];
    if (id === undefined) continue;
    ids.add(id);
    if (follows === undefined || !isPrompt(line)) continue;
    if (!ids.has(follows)) isBefore = true;
    const earlier = prompts.get(follows);
    prompts.set(follows, { id, place });
    if (earlier === undefined || earlier.id === id) continue;
    const left = new Set([earlier.id]);
    for (const each of lines.slice(earlier.place, place)) {
      const own = text(each, "uuid");
      if (own === undefined || !(left.has(own) || left.has(text(each, "parent_uuid") ?? ""))) continue;
      left.add(own);
      out.add(each);
    }
  }
  return { lines: out, isBefore };
}

function isPrompt(line: Payload): boolean {
  if (text(line, "type") !== "user" || isMadeByClient(line)) return false;
  const { words, results } = readMessage(field(object(line, "message"), "content"));
  return words !== "" && results.length === 0;
}

function isMadeByClient(line: Payload): boolean {
  return ["is_meta", "is_sidechain", "is_compact_summary", "is_visible_in_transcript_only"]
    .some((name) => flag(line, name));
}

function readLine(line: Payload): Piece | undefined {
  const role = text(line, "type");
  if (role !== "user" && role !== "assistant") return undefined;
  if (isMadeByClient(line)) return undefined;
  const origin = text(object(line, "origin"), "kind");
  if (role === "user" && origin !== undefined && origin !== "human") return undefined;
  const { words, calls, results } = readMessage(field(object(line, "message"), "content"));
  return withoutUndefined<Piece>({
    role,
    text: role === "user" ? spokenPart(words) : words.trim(),
    ...toolUses(calls, "input"),
    results: Object.fromEntries(
      results.map((result) => [text(result, "tool_use_id") ?? "", { failed: flag(result, "is_error") ?? false }]),
    ),
  });
}

/** The client's own commands, whose arguments tell nothing of the work. */
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
  // Older builds do not mark the summary that begins a conversation after a compaction.
  return spoken.startsWith("This session is being continued from a previous conversation") ? "" : spoken;
}
