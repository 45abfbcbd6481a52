/** What is found of a prompt's intent, before it is put into v1's words. */
import type { CommandAction } from "./commands.ts";
import type { StrongCategory } from "./signals.ts";

/** What a prompt is about (v1 §5.1). */
export type IntentType = StrongCategory | "task" | "independent" | "new_topic" | "unknown" | "command";

/** Which rule decided. */
export type Reason =
  | "command"
  | "exclude"
  | "strong"
  | "weak"
  | "none"
  | "social"
  | "unrelated"
  | "taste"
  | "stated"
  | "public";

/** The intent of a prompt, and why. */
export interface Verdict {
  readonly type: IntentType;
  readonly confidence: number;
  readonly retrieve: boolean;
  readonly save: boolean;
  readonly signals: readonly string[];
  readonly reason: Reason;
  readonly action?: CommandAction;
  readonly argument?: string;
}

/** The highest of v1's three levels of confidence (§5.1.3): the prompt says so itself. */
export const CERTAIN = 0.9;
/** The middle one. */
export const LIKELY = 0.6;
/** The lowest one. */
export const UNSURE = 0.5;
