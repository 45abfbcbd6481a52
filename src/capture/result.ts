/** What became of what was to be saved. */
import type { Layer } from "../records/mod.ts";
import type { Sentence } from "../sentence.ts";
import type { Skipped } from "./gate.ts";
import type { Near } from "./neighbours.ts";

/** What became of a record that was to be saved. */
export interface SaveResult {
  readonly id?: string;
  readonly status: "saved" | "exists" | "updated" | "skipped";
  /** Of a record that is skipped: why, as a code, and what that means. */
  readonly reason?: string;
  readonly message?: Sentence;
  /** Where it went, if to another layer than it would have by itself: that of the record that it replaces. */
  readonly layer?: Layer;
  /** Kinds of secrets that were taken out. */
  readonly redacted?: readonly string[];
  /** At most two records that this one may replace, though nothing says for certain that it does. */
  readonly similar?: readonly Near[];
  /** Records that this one seems to change: another value of the same thing, or the contrary. */
  readonly changes?: readonly Near[];
  /** What to do about them. */
  readonly hint?: Sentence;
  /** To-dos that were made: one text may hold several. */
  readonly todos?: readonly NamedTodo[];
  /** To-dos that were closed with a summary. */
  readonly closed?: readonly NamedTodo[];
  /** Words that were said to be done and mean no open to-do, or several. */
  readonly not_closed?: readonly NotClosed[];
  /** To-dos that were not opened again, since they were closed while this session went on. */
  readonly done_already?: readonly string[];
}

/** A to-do and its id. */
export interface NamedTodo {
  readonly id: string;
  readonly todo: string;
}

/** Words that name no to-do for certain. */
export interface NotClosed {
  readonly words: string;
  /** Those between which they do not decide, else the nearest. */
  readonly todos: readonly NamedTodo[];
}

/** The result of what the gate did not let through. */
export function skipped({ reason, message }: Skipped): SaveResult {
  return { status: "skipped", reason, message };
}
