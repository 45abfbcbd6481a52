/**
 * In: two texts of memory. Out: whether one of them puts the other out of force, and whether one stands for both. One
 * rule for whatever is told at once, at a session's start and at a prompt.
 * Not done here: judging what two sentences say (contradiction.ts).
 *
 * @module
 */
import type { Layer } from "../records/mod.ts";
import type { Terms } from "../text/likeness.ts";
import type { Statement } from "./statement.ts";

/** A text that may be told, as far as it is weighed against another. */
export interface Said {
  readonly text: string;
  /** When it was said or last reworded, ISO 8601. */
  readonly at: string;
  readonly inProject: boolean;
  /** A rule of the user's own goes before one they did not confirm, that before a fact, and what others said last. */
  readonly rank: number;
  /** Made when somebody asks, as is what follows. */
  terms?: Terms;
  statements?: readonly Statement[];
  lower?: string;
}

/** The rank of what the user stated. */
const OWN_RULE = 2;
/** The rank of what others may have written. */
const OTHERS = -1;

/** What a record's rank is made of. */
interface Ranked {
  /** The user stated it: a rule or a preference, or a note of theirs. */
  readonly stated?: boolean | undefined;
  /** A rule, a preference or a note, whoever wrote it. */
  readonly isRule: boolean;
  /** Others may have written it. */
  readonly isOthers?: boolean | undefined;
}

/** The rank of a record. */
export function rankOf({ stated, isRule, isOthers }: Ranked): number {
  if (isOthers) return OTHERS;
  return stated ? OWN_RULE : isRule ? 1 : 0;
}

/** What is needed to weigh a record that is told. */
interface Weighable {
  readonly timestamp?: string | undefined;
  readonly changed?: string | undefined;
  readonly layer?: Layer | undefined;
}

/** A record's text with what decides whether it goes before another's. */
export function said(text: string, { timestamp = "", changed, layer }: Weighable, rank: number): Said {
  return { text, at: changed ?? timestamp, inProject: layer !== "global", rank };
}

/** What others may have written goes last; the project's own before what holds everywhere, then the newer. */
export function goesBefore(one: Said, other: Said): boolean {
  if ((one.rank === OTHERS) !== (other.rank === OTHERS)) return other.rank === OTHERS;
  return one.inProject !== other.inProject ? one.inProject : one.at >= other.at;
}

/**
 * Whether the first, which goes before the second, may put it out of force: what others said never does that to a rule
 * of the user's own.
 */
export function mayOutdate(first: Said, second: Said): boolean {
  return first.rank >= second.rank || second.rank !== OWN_RULE;
}
