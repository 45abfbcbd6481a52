/**
 * Whether context in a reply reaches the model, by client, build and event. The behaviour of each named build was
 * measured, or reported by others; a new finding becomes a new row.
 */
import type { Agent, EventKind, EventOf } from "./event.ts";

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

/**
 * Whether the client drops the context in the answer to this start, so that the first prompt gets it instead. Gemini
 * CLI 0.61 drops it at `/clear` and, in a terminal, when a conversation is resumed.
 */
export function dropsStart({ agent, startSource }: EventOf<"session_start">): boolean {
  return agent === "gemini" && (startSource === "clear" || startSource === "resume");
}

/** Whether a client may end a session without an event: Codex's terminal does so at `/quit` and `/clear`. */
export function endsUntold(agent: string | undefined): boolean {
  return agent === "codex";
}

/**
 * The answers of hooks that a resumed conversation lacks. Claude Code and Codex replay all of them, Qwen Code 0.24 and
 * Copilot CLI 1.0 only those to prompts, Gemini CLI 0.61 none. Cursor was not observed.
 */
export function lostAtResume(agent: Agent): "nothing" | "starts" | "all" {
  if (agent === "gemini") return "all";
  return agent === "qwen" || agent === "copilot" ? "starts" : "nothing";
}

/**
 * Whether the client shows a notice as a remark, not as a warning: Claude Code 2.1.332, Codex 0.171 and Gemini CLI 0.61
 * do, Qwen Code 0.24 shows none, others were not observed. No client gave it to its model.
 */
export function showsQuietly(agent: Agent): boolean {
  return agent === "claude" || agent === "codex" || agent === "gemini";
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
