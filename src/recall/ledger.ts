/** In: the records that a session was given. Out: the change of its state that notes them, and its metrics. */
import { deliversContext } from "../agents/delivery.ts";
import { type Agent, type EventKind, EVENTS, type HookEvent } from "../agents/event.ts";
import type { RecordId } from "../records/ids.ts";
import type { Runtime } from "../runtime.ts";
import type { Injection, SessionState } from "../store/session_state.ts";

/** Enough for a day's work; the sums are kept apart. */
const INJECTIONS_KEPT = 40;

/** What is given at an event, in its reply if nothing else is said. */
export function injectionOf(
  runtime: Runtime,
  { agent, kind, name, clientVersion }: HookEvent,
  { ids, tokens, frame, ...why }: Pick<Injection, "frame" | "ids" | "tokens"> & Partial<Injection>,
): Injection {
  const expected = deliversContext(agent, kind, clientVersion);
  return { at: runtime.now().toISOString(), event: name, channel: "hook", ids, tokens, frame, expected, ...why };
}

/** The change of the state after something was given. */
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

/**
 * The change of the state after some of what was given has left the conversation; undefined where nothing has. What a
 * subagent was told stands in a conversation of its own, a rule file in every one.
 */
export function withoutLeft(
  { injections = [], given = [], told_at_tools = [] }: Partial<SessionState>,
  agent: Agent,
  hasLeft: (injection: Injection, kind: EventKind | undefined) => boolean,
): Partial<SessionState> | undefined {
  const kindOf = ({ event }: Injection) => EVENTS[agent][event];
  const isOwn = (each: Injection) =>
    each.channel === "hook" && kindOf(each) !== "subagent_start" &&
    (each.reason !== "tool" || each.ids.some((id) => told_at_tools.includes(id)));
  const left = injections.filter((each) => isOwn(each) && hasLeft(each, kindOf(each)));
  if (left.length === 0) return undefined;
  const standing = injections.filter((each) => !left.includes(each));
  const ids = new Set(left.flatMap((each) => each.ids));
  for (const id of standing.filter(isOwn).flatMap((each) => each.ids)) ids.delete(id);
  return {
    injections: standing,
    given: given.filter((id) => !ids.has(id)),
    told_at_tools: told_at_tools.filter((id) => !ids.has(id)),
    ...left.some((each) => each.begins || kindOf(each) === "session_start")
      ? { start_due: "resume", core_digest: undefined }
      : {},
  };
}

/** When a session was last given a record that it has in its context, ISO 8601; undefined for any other record. */
export function toldAt(
  { created_at, given = [], injections = [] }: Pick<SessionState, "created_at" | "given" | "injections">,
  id: RecordId,
): string | undefined {
  // The state drops the oldest injections: their records count as given when the session began.
  return given.includes(id) ? injections.findLast(({ ids }) => ids.includes(id))?.at ?? created_at : undefined;
}

/** How sure it is that the given records reached the model, by the best proof. */
export type Delivered = "seen" | "cited" | "expected" | "unknown" | "unlikely" | "nothing_given";

/** The best proof of a session. */
export function deliveredTo({ injections = [], cited = [] }: Partial<SessionState>): Delivered {
  if (injections.length === 0) return "nothing_given";
  if (injections.some(({ seen }) => seen)) return "seen";
  if (cited.length > 0) return "cited";
  if (injections.some(({ expected }) => expected === "yes")) return "expected";
  return injections.some(({ expected }) => expected === "unknown") ? "unknown" : "unlikely";
}

/** The sums over all records that a session was given, which outlive its state. Each record counts once. */
export function usageOf(state: Partial<SessionState>) {
  const { injections = [], tokens_given = 0, cited = [], used = [], replies_read = false } = state;
  const all = (idsOf: (injection: Injection) => readonly string[]) => [...new Set(injections.flatMap(idsOf))];
  return {
    injections: injections.length,
    tokens_given,
    given: all(({ ids }) => ids),
    cited,
    // Records given for a prompt, with words by which a reply that rests on them can be told.
    recalled: all(({ reason, telling = {} }) => replies_read && reason === "prompt" ? Object.keys(telling) : []),
    used,
    // Records given because the person asked memory for them.
    asked: all(({ reason, ids }) => reason === "command" ? ids : []),
    delivered: deliveredTo(state),
  };
}
