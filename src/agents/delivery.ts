/**
 * Whether context in a reply reaches the model, by client, build and event. What builds do was measured, or reported by
 * others; the tables name the builds, so that a new finding is a new row.
 *
 * @module
 */
import type { Agent, EventKind, EventOf } from "./event.ts";

/** `unknown`: reports differ, or nobody has looked; send it, but do not count on it. */
export type Delivery = "yes" | "no" | "unknown";

/**
 * In UTF-8. A longer string is moved to a file that the model has to open: above 10,000 characters at
 * Claude Code and at Cursor's prompts. Codex takes 2,500 tokens, which it counts as four bytes each, and
 * cuts the middle out of what is longer.
 */
export const CONTEXT_BYTES_MAX = 10_000;

/**
 * From which version on Cursor delivers what, oldest first: versions of the desktop application (3.20.17), and behind
 * them builds of the command line client, which begin with a year (2026.07.23-3e2a980).
 */
const CURSOR: Readonly<Record<"session_start" | "user_prompt", readonly (readonly [number[], Delivery])[]>> = {
  session_start: [
    [[0], "unknown"],
    // A race between hook and first request: the answer was read and never injected.
    [[3, 12], "no"],
    [[3, 18], "unknown"],
    [[3, 20, 17], "yes"],
    [[2000], "unknown"],
    [[2026, 7, 17], "yes"],
  ],
  // Before these builds the key is not in the event's schema, and a strict validator may drop the whole answer.
  user_prompt: [[[0], "no"], [[3, 20, 17], "yes"], [[2000], "no"], [[2026, 7, 23], "yes"]],
};

/**
 * Whether context in the reply to this event reaches the model.
 *
 * @param clientVersion as the client says it; one that says none counts as the oldest
 */
export function deliversContext(agent: Agent, kind: EventKind, clientVersion = ""): Delivery {
  if (kind !== "session_start" && kind !== "user_prompt") return "no";
  if (agent !== "cursor") return "yes";
  const version = /^v?(\d+(?:\.\d+)*)/.exec(clientVersion)?.[1]?.split(".").map(Number) ?? [];
  return CURSOR[kind].findLast(([from]) => !isBefore(version, from))?.[1] ?? "no";
}

/**
 * Whether the client reads the answer to this start and drops its context: Gemini CLI 0.61 does so at `/clear` and, in
 * a terminal, when a conversation is taken up. The first prompt is given it instead.
 */
export function dropsStart({ agent, startSource }: EventOf<"session_start">): boolean {
  return agent === "gemini" && (startSource === "clear" || startSource === "resume");
}

/**
 * What of its hooks' answers a conversation lacks when it is taken up again. Claude Code and Codex replay them; Qwen
 * Code 0.24 and Copilot CLI 1.0 replay those to prompts alone, Gemini CLI 0.61 none. Of Cursor it was not seen.
 */
export function lostAtResume(agent: Agent): "nothing" | "starts" | "all" {
  return agent === "gemini" ? "all" : agent === "qwen" || agent === "copilot" ? "starts" : "nothing";
}

/**
 * Whether a sentence beside an answer is shown to the person as a remark, and not as a warning: Claude Code 2.1.330
 * ("says: …" below the prompt or the call), Codex 0.169 ("↳ Hook · …"), Gemini CLI 0.61 ("ℹ …"). Qwen Code 0.24 shows
 * none; of the others it was not seen. It reached no model.
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
