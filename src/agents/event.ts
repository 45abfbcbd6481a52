/** The types by which other rooms deal with agents: event, reply, turn. They hold nothing of an agent's own JSON. */
import type { SessionId } from "../records/ids.ts";
import type { SecretPart } from "../records/mod.ts";

/** The names that `memory hook` and `--agent` take. */
export const AGENTS = ["cursor", "claude", "codex", "gemini", "qwen", "copilot"] as const;
export type Agent = typeof AGENTS[number];

/** The meaning of an event, which each client calls by another name. */
export type EventKind = keyof Details;

const CLAUDE_EVENTS = {
  SessionStart: "session_start",
  UserPromptSubmit: "user_prompt",
  PreCompact: "pre_compact",
  Stop: "stop",
  SessionEnd: "session_end",
} as const;

/**
 * The names of the events for which we register hooks, in the order in which `init` writes them. Events of tools and
 * subagents are among them only where the answer reaches the model. Codex and Qwen Code took over Claude Code's names.
 */
export const EVENTS: Readonly<Record<Agent, Readonly<Record<string, EventKind>>>> = {
  // A single unknown name makes cursor-agent ignore the whole hooks.json.
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
  codex: { ...CLAUDE_EVENTS, PreToolUse: "tool_start", PostToolUse: "tool_end", SubagentStart: "subagent_start" },
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
 * How long a client shall wait for a hook. Hooks answer within milliseconds; these limits are for a machine that hangs,
 * and match 方案 C where it names one. Without a limit, Claude Code gives all its SessionEnd hooks 1.5 seconds together.
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

/** An agent's names of the events in `EVENTS`. */
export function eventNames(agent: Agent): readonly string[] {
  return Object.keys(EVENTS[agent]);
}

/** Whether an agent takes context before a tool call. */
export function saysBefore(agent: Agent): boolean {
  return Object.values(EVENTS[agent]).includes("tool_start");
}

/** The fields that events of all kinds have. A field is missing where the agent did not send it. */
export interface EventBase<Kind extends EventKind> {
  readonly kind: Kind;
  /** The program that really runs the hook: Cursor and Copilot CLI also run the hooks of Claude Code. */
  readonly agent: Agent;
  /** The agent's own name of the event, as `renderReply` wants it. */
  readonly name: string;
  readonly session: SessionId;
  /** The id of the turn, if the agent tells turns apart. */
  readonly generation?: string;
  /** Folders to look for the project in, the best first; never the working directory of the hook. */
  readonly workspaceRoots: readonly string[];
  readonly transcript?: string;
  /** Parts of these paths that hold secrets: state, records and log name the paths without them. */
  readonly withheld?: readonly SecretPart[];
  readonly clientVersion?: string;
}

/** The other fields of each kind of event. */
export interface Details {
  readonly session_start: {
    readonly startSource?: "startup" | "resume" | "clear" | "compact";
    /** The agent runs in the background, where nobody watches. */
    readonly background?: boolean;
  };
  readonly user_prompt: {
    /** The person's words; missing where the agent made the prompt itself. */
    readonly prompt?: string;
    /** The agent may read and answer now, but run nothing: a mode for questions or for planning. */
    readonly readsOnly?: boolean;
  };
  readonly pre_compact: object;
  readonly stop: {
    readonly outcome?: "completed" | "aborted" | "error";
    /** How often a stop hook has continued this conversation so far. */
    readonly loopCount?: number;
    /** This stop ends a turn that a stop hook asked for. */
    readonly answersOurAsk?: boolean;
    readonly lastReply?: string;
    readonly readsOnly?: boolean;
  };
  /** The reason as the agent names it. */
  readonly session_end: { readonly reason?: string; readonly durationMs?: number };
  readonly tool_start: OfTool;
  readonly tool_end: OfTool & {
    /** Missing where the client does not tell it, or the call was interrupted. */
    readonly failed?: boolean;
    /** The tool's output, errors included; of a long text both ends. */
    readonly output?: string;
  };
  /** The type as the client or the person named it. */
  readonly subagent_start: { readonly subagent: string; readonly type: string };
}

interface OfTool {
  readonly call: ToolCall;
  /** The subagent that makes the call; missing where the session itself does. */
  readonly subagent?: string;
}

/** A tool call, as far as records may be about it. */
export interface ToolCall {
  readonly kind: ToolUse["kind"];
  /** As the client names them: absolute, or relative to the working directory. */
  readonly paths: readonly string[];
  readonly command?: string;
  /** The new lines of an edit; of a long text the beginning. */
  readonly added?: string;
  /** The lines that an edit takes out; of a long text the beginning. */
  readonly removed?: string;
  /** `added` is a whole file. */
  readonly isWhole?: boolean;
  /** The type of the subagent that the tool starts, its task, and whether it has the conversation. */
  readonly spawns?: { readonly type: string; readonly task: string; readonly inherits: boolean };
}

/** An event of this kind. */
export type EventOf<Kind extends EventKind> = EventBase<Kind> & Details[Kind];

/** Something that happened in an agent. */
export type HookEvent = { readonly [Kind in EventKind]: EventOf<Kind> }[EventKind];

/** A hook's answer. A part for which an agent has no channel is dropped. */
export interface Reply {
  /** For the model, beside the prompt, or beside the client's own request for a summary at a compaction. */
  readonly context?: string;
  /** A request that continues the turn. */
  readonly ask?: string;
  /** One sentence for the person, shown in place of the request where the client allows that. */
  readonly notice?: string;
}

/** A tool call of a transcript, in the same words for all agents. */
export interface ToolUse {
  readonly kind: "edit" | "read" | "shell" | "spawn" | "other";
  readonly path?: string;
  readonly command?: string;
  /** Missing when the transcript has no results. */
  readonly failed?: boolean;
}

/** A person's prompt, or all words and tool calls of the agent until the next prompt. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly tools: readonly ToolUse[];
  /** When it began, ms since 1970, where the client's transcript says so. */
  readonly at?: number;
}

/** The content of one line of a transcript: words, tool calls, or results of earlier calls. */
export interface Piece extends Turn {
  /** The ids of this line's calls, in the order of `tools`; results name them. */
  readonly callIds?: readonly (string | undefined)[];
  /** The results that this line reports, by the ids of their calls. */
  readonly results?: Readonly<Record<string, { readonly failed: boolean }>>;
  /** Set where a client rewrites a message as it grows: of lines with the same id the last one counts. */
  readonly id?: string;
}

/** The lines of a transcript that no longer stand in the conversation. */
export interface TakenOut {
  readonly lines: ReadonlySet<Payload>;
  /** The person went back to before the first of the lines. */
  readonly isBefore: boolean;
}

/** Reads an environment variable, as `Runtime.env` does. */
export type ReadEnv = (name: string) => string | undefined;

/** An agent's wire format. No function throws, whatever comes in. */
export interface Wire {
  /** The agent also runs the hooks of Claude Code, under Claude Code's names. */
  readonly runsClaudes?: true;
  read(name: string, kind: EventKind, payload: Payload, env: ReadEnv): HookEvent | undefined;
  /** The content of a line of the transcript; undefined for a line that is no part of the conversation. */
  readLine(line: Payload): Piece | undefined;
  /** The lines of a transcript that the person has taken out of the conversation. Missing: no line tells of that. */
  takenOut?(lines: readonly Payload[]): TakenOut;
  /** Whether an event is a subagent's alone, or comes before the client knows whether anything will happen. */
  isIdle?(name: string, payload: Payload): boolean;
  /** The reply as an object, before it is written as JSON; a text is written as it is. */
  render(name: string, reply: Reply): Readonly<Record<string, unknown>> | string;
}

/** Foreign JSON, whose fields may be missing, misspelt or of any type. */
export type Payload = Readonly<Record<string, unknown>>;
