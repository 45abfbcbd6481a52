/** The types in which everything else speaks of agents: event, reply, turn. No agent's own JSON comes this far. */
import type { SessionId } from "../records/ids.ts";
import type { SecretPart } from "../records/mod.ts";

/** The names that `memory hook` and `--agent` take. */
export const AGENTS = ["cursor", "claude", "codex", "gemini", "qwen", "copilot"] as const;
/** A client that we know: one of `AGENTS`. */
export type Agent = typeof AGENTS[number];

/** What an event means, whatever a client calls it. */
export type EventKind = keyof Details;

const CLAUDE_EVENTS = {
  SessionStart: "session_start",
  UserPromptSubmit: "user_prompt",
  PreCompact: "pre_compact",
  Stop: "stop",
  SessionEnd: "session_end",
} as const;

/**
 * What each client calls the events that we want of it, in the order in which they are written. Of tools and subagents
 * those alone whose answer reaches the model there. Codex and Qwen Code took Claude Code's names over.
 */
export const EVENTS: Readonly<Record<Agent, Readonly<Record<string, EventKind>>>> = {
  // In cursor-agent a single name that it does not know voids the whole hooks.json.
  cursor: {
    sessionStart: "session_start",
    beforeSubmitPrompt: "user_prompt",
    preCompact: "pre_compact",
    stop: "stop",
    sessionEnd: "session_end",
    postToolUse: "tool_end",
  },
  claude: {
    ...CLAUDE_EVENTS,
    PreToolUse: "tool_start",
    PostToolUse: "tool_end",
    PostToolUseFailure: "tool_end",
    SubagentStart: "subagent_start",
  },
  codex: {
    ...CLAUDE_EVENTS,
    PreToolUse: "tool_start",
    PostToolUse: "tool_end",
    SubagentStart: "subagent_start",
  },
  gemini: {
    SessionStart: "session_start",
    BeforeAgent: "user_prompt",
    PreCompress: "pre_compact",
    AfterAgent: "stop",
    SessionEnd: "session_end",
    AfterTool: "tool_end",
  },
  qwen: { ...CLAUDE_EVENTS, PostToolUse: "tool_end" },
  copilot: {
    sessionStart: "session_start",
    userPromptSubmitted: "user_prompt",
    preCompact: "pre_compact",
    agentStop: "stop",
    sessionEnd: "session_end",
  },
};

/**
 * How long a client shall wait for each kind of event. Ours answer within milliseconds; the limits only bound a machine
 * that hangs, and match 方案 C where it names one. Without a timeout of ours all SessionEnd hooks of Claude Code
 * together would have 1.5 seconds.
 */
export const SECONDS: Readonly<Record<EventKind, number>> = {
  session_start: 10,
  user_prompt: 5,
  pre_compact: 10,
  stop: 10,
  session_end: 30,
  tool_start: 5,
  tool_end: 5,
  subagent_start: 5,
};

/** The names of those events. */
export function eventNames(agent: Agent): readonly string[] {
  return Object.keys(EVENTS[agent]);
}

/** Whether an agent can be told something before a tool call. */
export function saysBefore(agent: Agent): boolean {
  return Object.values(EVENTS[agent]).includes("tool_start");
}

/** Why a session starts: it is new, resumed, cleared or compacted. */
type StartSource = "startup" | "resume" | "clear" | "compact";

/** What every event of an agent says, in our words. What the agent did not say is missing. */
export interface Happened<Kind extends EventKind> {
  readonly kind: Kind;
  /** The program that really runs: Cursor and Copilot CLI also call what is registered for Claude Code. */
  readonly agent: Agent;
  /** The agent's own name of the event, as `renderReply` wants it. */
  readonly name: string;
  readonly session: SessionId;
  /** One turn of the conversation, if the agent tells turns apart. */
  readonly generation?: string;
  /** Folders to look for the project in, the best first; never the working directory of the hook. */
  readonly workspaceRoots: readonly string[];
  readonly transcript?: string;
  /** Pieces of these paths that hold secrets: state, records and log name the paths without them. */
  readonly withheld?: readonly SecretPart[];
  readonly clientVersion?: string;
}

/** What an event of each kind says besides. */
export interface Details {
  readonly session_start: {
    readonly startSource?: StartSource;
    /** The session runs where nobody watches: an agent in the background. */
    readonly background?: boolean;
  };
  readonly user_prompt: {
    /** What the person wrote; prompts that the agent made itself are left out. */
    readonly prompt?: string;
    /** The agent may look and answer now, but run nothing: a mode for questions or for planning. */
    readonly readsOnly?: boolean;
  };
  readonly pre_compact: { readonly trigger?: "auto" | "manual"; readonly messageCount?: number };
  readonly stop: {
    readonly outcome?: "completed" | "aborted" | "error";
    /** How often a stop hook has continued this conversation so far. */
    readonly loopCount?: number;
    /** The agent says that this stop ends a turn which a stop hook asked for. */
    readonly answersOurAsk?: boolean;
    readonly lastReply?: string;
    /** As of a prompt. */
    readonly readsOnly?: boolean;
  };
  /** The reason in the agent's word. */
  readonly session_end: { readonly reason?: string; readonly durationMs?: number };
  readonly tool_start: OfTool;
  readonly tool_end: OfTool & {
    /** Missing where the client does not say, or somebody interrupted it. */
    readonly failed?: boolean;
    /** What it printed, errors included; of a long text both ends. */
    readonly output?: string;
  };
  /** The type in the client's or the person's word. */
  readonly subagent_start: { readonly subagent: string; readonly type: string };
}

interface OfTool {
  readonly call: ToolCall;
  /** The subagent that calls it; missing where the session itself does. */
  readonly subagent?: string;
}

/** What a tool is called to do, as far as memory may have something to say of it. */
export interface ToolCall {
  readonly kind: ToolUse["kind"];
  /** As the client names them: absolute, or below the working directory. */
  readonly paths: readonly string[];
  readonly command?: string;
  /** What an edit writes anew; of a long text the beginning. */
  readonly added?: string;
  /** What it writes is a whole file. */
  readonly isWhole?: boolean;
  /** Of a tool that starts a subagent: of which type, what it is told to do, and whether it has the conversation. */
  readonly spawns?: { readonly type: string; readonly task: string; readonly inherits: boolean };
}

/** An event of this kind. */
export type EventOf<Kind extends EventKind> = Happened<Kind> & Details[Kind];

/** Something that happened in an agent. */
export type HookEvent = { readonly [Kind in EventKind]: EventOf<Kind> }[EventKind];

/** What a hook answers. An agent that has no channel for a part drops that part. */
export interface Reply {
  /** For the model, beside the prompt, or beside the client's own request to sum up what it compacts. */
  readonly context?: string;
  /** A request that continues the turn. */
  readonly ask?: string;
  /** One sentence shown to the person, instead of the request where the client allows it. */
  readonly notice?: string;
}

/** What a tool call did, whatever the agent calls its tools. */
export interface ToolUse {
  readonly kind: "edit" | "read" | "shell" | "spawn" | "other";
  readonly path?: string;
  readonly command?: string;
  /** Missing when the transcript has no results. */
  readonly failed?: boolean;
}

/** A person's prompt, or all that the agent said and did until the next one. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly tools: readonly ToolUse[];
}

/** What one line of a transcript adds: words, tool calls, or the outcome of an earlier call. */
export interface Piece extends Turn {
  /** Calls of this line, by place, under the ids that results name. */
  readonly callIds?: readonly (string | undefined)[];
  /** Ids of calls whose result this line reports as failed or as fine. */
  readonly results?: Readonly<Record<string, { readonly failed: boolean }>>;
  /** Where a client writes a message anew as it grows: the later line of the same id counts. */
  readonly id?: string;
}

/** Reads an environment variable, as `Runtime.env` does. */
export type ReadEnv = (name: string) => string | undefined;

/** An agent's wire format. No function throws, whatever comes in. */
export interface Wire {
  /** It runs what is registered for Claude Code, too, under Claude Code's names. */
  readonly runsClaudes?: true;
  read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined;
  /** The piece of a conversation that a line of the transcript holds; undefined for a line of another kind. */
  readLine(line: Payload): Piece | undefined;
  /** Whether the client fires this event though what it is named after does not happen, or not to the session. */
  isIdle?(name: string, payload: Payload): boolean;
  /** The reply as an object, before it is written as JSON; a text is written as it is. */
  render(name: string, reply: Reply): Readonly<Record<string, unknown>> | string;
}

/** Foreign JSON, whose fields may be missing, misspelt or of any type. */
export type Payload = Readonly<Record<string, unknown>>;
