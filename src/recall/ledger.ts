/**
 * In: what was given to a session. Out: the change of the session's state that remembers it,
 * and the sums for the session's metrics.
 * Not done here: what the replies made of it (hooks/conversation.ts).
 *
 * @module
 */
import type { Injection, SessionState } from "../store/session_state.ts";

/** Enough for a day's work; the sums are kept beside. */
const INJECTIONS_KEPT = 40;

/** The state's change when something was given. */
export function remember(
  { injections = [], given = [], tokens_given = 0 }: Partial<SessionState>,
  injection: Injection,
): Partial<SessionState> {
  return {
    injections: [...injections, injection].slice(-INJECTIONS_KEPT),
    given: [...new Set([...given, ...injection.ids])],
    tokens_given: tokens_given + injection.tokens,
  };
}

/** How sure it is that what was given reached the model, and how that is known. */
export type Delivered = "seen" | "cited" | "expected" | "unknown" | "unlikely" | "nothing_given";

/** The best proof that a session offers. */
export function deliveredTo({ injections = [], cited = [] }: Partial<SessionState>): Delivered {
  if (injections.length === 0) return "nothing_given";
  if (injections.some(({ seen }) => seen)) return "seen";
  if (cited.length > 0) return "cited";
  if (injections.some(({ expected }) => expected === "yes")) return "expected";
  return injections.some(({ expected }) => expected === "unknown") ? "unknown" : "unlikely";
}

/** What the session's metrics keep of its ledger when the state is gone. */
interface Usage {
  readonly injections: number;
  readonly tokens_given: number;
  /** Records given, each once. */
  readonly given: readonly string[];
  readonly cited: readonly string[];
  /** Records given because a prompt spoke of them, of which it can be known whether a reply rests on them. */
  readonly recalled: readonly string[];
  /** Those that a reply rests on. */
  readonly used: readonly string[];
  /** Records given because the user asked memory for them. */
  readonly asked: readonly string[];
  readonly delivered: Delivered;
}

/** The sums over all that a session was given. */
export function usageOf(state: Partial<SessionState>): Usage {
  const { injections = [], tokens_given = 0, cited = [], used = [], replies_read = false } = state;
  const given = [...new Set(injections.flatMap(({ ids }) => ids))];
  const because = (wanted: Injection["reason"], idsOf: (injection: Injection) => readonly string[]) => [
    ...new Set(injections.flatMap((injection) => injection.reason === wanted ? idsOf(injection) : [])),
  ];
  const asked = because("command", ({ ids }) => ids);
  const recalled = replies_read ? because("prompt", ({ telling = {} }) => Object.keys(telling)) : [];
  return {
    injections: injections.length,
    tokens_given,
    given,
    cited,
    recalled,
    used,
    asked,
    delivered: deliveredTo(state),
  };
}
