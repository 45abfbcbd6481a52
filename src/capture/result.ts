/** What became of what was to be saved. */
import type { Similar } from "../search/similar.ts";
import type { Sentence } from "../sentence.ts";
import type { Skipped } from "./gate.ts";
import type { Changed } from "./neighbours.ts";

/** What became of a record that was to be saved. */
export interface SaveResult {
  readonly id?: string;
  readonly status: "saved" | "exists" | "updated" | "skipped";
  /** Of a record that is skipped: why, as a code, and what that means. */
  readonly reason?: string;
  readonly message?: Sentence;
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  /** Records near to this one, for the agent to merge or supersede. */
  readonly similar?: readonly Similar[];
  /** Records that this one seems to change: another value of the same thing, or the contrary. */
  readonly changes?: readonly Changed[];
  /** What to do about them. */
  readonly hint?: Sentence;
}

/** The result of what the gate did not let through. */
export function skipped({ reason, message }: Skipped): SaveResult {
  return { status: "skipped", reason, message };
}
