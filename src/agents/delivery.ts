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

interface Row {
  readonly from: readonly number[];
  readonly delivers: Delivery;
}

interface Channel {
  /** Rows of the desktop application (versions like 3.20.17), oldest first. */
  readonly desktop: readonly Row[];
  /** Rows of the command line client (builds like 2026.07.23-3e2a980), oldest first. */
  readonly cli: readonly Row[];
  readonly otherwise: Delivery;
}

const CURSOR: Readonly<Record<"session_start" | "user_prompt", Channel>> = {
  session_start: {
    desktop: [
      { from: [0], delivers: "unknown" },
      // A race between hook and first request: the answer was read and never injected.
      { from: [3, 12], delivers: "no" },
      { from: [3, 18], delivers: "unknown" },
      { from: [3, 20, 17], delivers: "yes" },
    ],
    cli: [{ from: [0], delivers: "unknown" }, { from: [2026, 7, 17], delivers: "yes" }],
    otherwise: "unknown",
  },
  user_prompt: {
    // Before these builds the key is not in the event's schema, and a strict validator may drop the whole answer.
    desktop: [{ from: [0], delivers: "no" }, { from: [3, 20, 17], delivers: "yes" }],
    cli: [{ from: [0], delivers: "no" }, { from: [2026, 7, 23], delivers: "yes" }],
    otherwise: "no",
  },
};

const FIRST_YEAR_OF_BUILDS = 2000;

/**
 * Whether context in the reply to this event reaches the model.
 *
 * @param clientVersion as the client says it, like `3.20.17` or `2026.07.23-3e2a980`
 */
export function deliversContext(agent: Agent, kind: EventKind, clientVersion?: string): Delivery {
  if (kind !== "session_start" && kind !== "user_prompt") return "no";
  if (agent !== "cursor") return "yes";
  const channel = CURSOR[kind];
  const version = numbersOf(clientVersion);
  if (!version) return channel.otherwise;
  const rows = (version[0] ?? 0) >= FIRST_YEAR_OF_BUILDS ? channel.cli : channel.desktop;
  return rows.filter((row) => !isBefore(version, row.from)).pop()?.delivers ?? channel.otherwise;
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

function numbersOf(version: string | undefined): readonly number[] | undefined {
  const match = /^v?(\d+(?:\.\d+)*)/.exec(version ?? "");
  return match?.[1]?.split(".").map(Number);
}

function isBefore(version: readonly number[], other: readonly number[]): boolean {
  for (let index = 0; index < Math.max(version.length, other.length); index++) {
    const difference = (version[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
