/**
 * Whether context in a reply reaches the model, by client, build and event. The behaviour of each named build was
 * measured, or reported by others; a new finding becomes a new row.
 */
import { type Agent, AGENTS, type EventKind, type EventOf } from "./event.ts";

/** `unknown`: reports differ, or nobody has looked. Context is sent then, but not relied on. */
type Delivery = "yes" | "no" | "unknown";

/**
 * The most bytes of a context, in UTF-8. Claude Code, and Cursor at prompts, move a text of more than 10,000 characters
 * to a file that the model has to open. Codex cuts the middle out of more than 2,500 tokens of four bytes each.
 */
export const CONTEXT_BYTES_MAX = 10_000;

/**
 * Whether Cursor delivers context, from each version on, oldest first: versions of the desktop application (3.20.17),
 * then builds of the command line client, which begin with a year (2026.07.23-3e2a980).
 */
const CURSOR: Readonly<Partial<Record<EventKind, readonly (readonly [number[], Delivery])[]>>> = {
  session_start: [
    [[0], "unknown"],
    // The hook's answer lost a race with the first request, and was never injected.
    [[3, 12], "no"],
    [[3, 18], "unknown"],
    [[3, 20, 17], "yes"],
    [[2000], "unknown"],
    [[2026, 7, 17], "yes"],
  ],
  // Before these builds the key is not in the event's schema, and a strict validator may drop the whole answer.
  user_prompt: [[[0], "no"], [[3, 20, 17], "yes"], [[2000], "no"], [[2026, 7, 23], "yes"]],
  tool_end: [[[0], "unknown"]],
};
/** The events at which no client takes context. */
const WITHOUT: readonly EventKind[] = ["pre_compact", "stop", "session_end"];

/** Whether context in the reply to this event reaches the model; without a version the client counts as the oldest. */
export function deliversContext(agent: Agent, kind: EventKind, clientVersion = ""): Delivery {
  if (WITHOUT.includes(kind)) return "no";
  if (agent !== "cursor") return "yes";
  const version = /^v?(\d+(?:\.\d+)*)/.exec(clientVersion)?.[1]?.split(".").map(Number) ?? [];
  return CURSOR[kind]?.findLast(([from]) => !isBefore(version, from))?.[1] ?? "no";
}

/** What each client does, as seen of the build that is named; who adds a client has to say it. */
interface Habits {
  /** Starts at whose answer it drops the context, so that the first prompt gets it instead. */
  readonly dropsStartAt?: readonly EventOf<"session_start">["startSource"][];
  /** A prompt that is stopped before its answer leaves the conversation. */
  readonly dropsStopped?: true;
  /** Where the person goes back, it ends the session and resumes it at once. */
  readonly endsToGoBack?: true;
  /** It may end a session without an event. */
  readonly endsUntold?: true;
  /** The answers of hooks that a resumed conversation lacks. */
  readonly lostAtResume: "nothing" | "starts" | "all";
  /** It shows a notice as a remark, not as a warning. No client gave it to its model. */
  readonly showsQuietly: boolean;
}

const HABITS: Readonly<Record<Agent, Habits>> = {
  // 2.1.332
  claude: { lostAtResume: "nothing", showsQuietly: true, dropsStopped: true },
  // 0.171; its terminal ends sessions untold at `/quit` and `/clear`.
  codex: { lostAtResume: "nothing", showsQuietly: true, endsUntold: true, endsToGoBack: true },
  // 0.61; in a terminal it drops the start of a conversation that is resumed.
  gemini: { lostAtResume: "all", showsQuietly: true, dropsStopped: true, dropsStartAt: ["clear", "resume"] },
  // 0.24; shows no notice at all.
  qwen: { lostAtResume: "starts", showsQuietly: false, dropsStopped: true },
  // 1.0; notices were not observed.
  copilot: { lostAtResume: "starts", showsQuietly: false },
  // Neither was observed.
  cursor: { lostAtResume: "nothing", showsQuietly: false },
};

/** Whether the client drops the context in its answer to this start. */
export function dropsStart({ agent, startSource }: EventOf<"session_start">): boolean {
  return HABITS[agent].dropsStartAt?.includes(startSource) ?? false;
}

/** Whether the client may end a session without an event. `agent`: as a session's state has it. */
export function endsUntold(agent: string | undefined): boolean {
  return AGENTS.some((each) => each === agent && HABITS[each].endsUntold);
}

/** The answers of hooks that a conversation of the client lacks when it is resumed. */
export function lostAtResume(agent: Agent): Habits["lostAtResume"] {
  return HABITS[agent].lostAtResume;
}

/**
 * Whether a prompt that is stopped before its answer leaves the conversation, with all that hooks told beside it. In
 * Codex it stays; Copilot CLI and Cursor were not observed.
 */
export function dropsStopped(agent: Agent): boolean {
  return HABITS[agent].dropsStopped ?? false;
}

/** Whether the client ends a session, and resumes it at once, where the person goes back in it. */
export function endsToGoBack(agent: Agent): boolean {
  return HABITS[agent].endsToGoBack ?? false;
}

/** Whether the client shows a notice to the person, and not as a warning. */
export function showsQuietly(agent: Agent): boolean {
  return HABITS[agent].showsQuietly;
}

function isBefore(version: readonly number[], other: readonly number[]): boolean {
  for (let index = 0; index < Math.max(version.length, other.length); index++) {
    const difference = (version[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * A tool with this mark is listed to the model from the first request on. Claude Code lists others by name alone, and a
 * model has to look up how to call them; other clients pass it over.
 */
export const LISTED_AT_ONCE = { "anthropic/alwaysLoad": true };
