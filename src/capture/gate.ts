/**
 * The way into memory: whether anything may be saved now (every verb that saves asks here; hooks ask the session's
 * state themselves), and text without secrets, without what is private, without our own injected frames.
 *
 * @module
 */
import { isOwnTerminal } from "../agents/attended.ts";
import { sessionsNamed } from "../agents/command.ts";
import { reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import type { SessionId } from "../records/ids.ts";
import { ASKS_MAX, type Layer } from "../records/mod.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { disabledReason, type Memory, storeToWrite } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import {
  isLive,
  liveSessions,
  readSessionState,
  type SessionState,
  stateStore,
  updateSessionState,
} from "../store/session_state.ts";
import { refuseLongText } from "../limits.ts";
import { redact, redactId, type Redaction, redactPath } from "../records/redact.ts";
import { failure, said } from "./words.ts";

interface SaveRequest {
  /** The session as it was named; undefined: the one that the environment names, else the only live one. */
  readonly session: SessionId | undefined;
  /** Asked for by rules or by our stop request, not by the user: `auto_save: false` forbids it. */
  readonly automatic: boolean;
}

/** Why something is not saved: a code, and what it means for whoever wanted to save. */
export interface Skipped {
  readonly status: "skipped";
  readonly reason: "memory_disabled" | "auto_save_off" | "session_not_saved" | "turn_not_saved";
  readonly message: Sentence;
}

/** The session that a record joins, or why it is skipped. */
type Gate = { readonly session: SessionId | undefined } | Skipped;

/** Asks the switches, the settings and the session. */
export function saveGate(memory: Memory, { session: asked, automatic }: SaveRequest): Gate {
  const session = sessionNamed(memory, asked);
  if (disabledReason(memory) !== undefined) return closed("memory_disabled", said("memory_off"));
  if (automatic && !memory.config.auto_save) return closed("auto_save_off", said("auto_save_off"));
  const store = stateStore(memory);
  if (!store) return { session };
  if (session !== undefined) {
    const state = readSessionState(store, session);
    return closedBy(state ? [state] : []) ?? { session };
  }
  const named = sessionsCalling(memory, store);
  if (named.length > 0) return closedBy(named) ?? { session: latest(named)?.session_id };
  // In the person's store, only one of the same project: it would lend what is saved here to another's summary.
  const here = projectNamed(memory) ?? null;
  const live = liveSessions(store).filter(({ project = here }) => project === here);
  const closedHere = closedBy(live, live.length > 1);
  if (!closedHere) return { session: live.length === 1 ? live[0]?.session_id : undefined };
  // It may be that session's: whoever asked that nothing be saved is believed, in every window. Who types it
  // themselves, outside of any session, wants it saved.
  return isOwnTerminal(memory.runtime) ? { session: undefined } : closedHere;
}

/** The sessions that the environment names and that hooks know here: live ones, and those that are not to be saved. */
function sessionsCalling({ runtime }: Memory, store: Store): SessionState[] {
  const now = runtime.now().getTime();
  return sessionsNamed(runtime.env).flatMap((id) => readSessionState(store, id) ?? [])
    .filter((state) => state.skip || isLive(state, now));
}

/** Of a client that was started from another one's shell, the inner one is at work. */
function latest(states: readonly SessionState[]): SessionState | undefined {
  return states.reduce<SessionState | undefined>(
    (last, state) => last === undefined || state.updated_at > last.updated_at ? state : last,
    undefined,
  );
}

/** The gate as sessions that are not to be saved close it; undefined where none of them is. */
function closedBy(states: readonly SessionState[], isOneOfSeveral = false): Skipped | undefined {
  const unsaved = states.find(({ skip }) => skip);
  const id = (unsaved ?? states.find(({ skip_turn }) => skip_turn))?.session_id;
  if (id === undefined) return undefined;
  const reason = unsaved ? "session_not_saved" : "turn_not_saved";
  return closed(reason, said(reason, { id, others: isOneOfSeveral ? said("others_here") : "" }));
}

function closed(reason: Skipped["reason"], message: Sentence): Skipped {
  return { status: "skipped", reason, message: inResult(message) };
}

/**
 * The store that a save goes to. After `init --global`, sessions of a project without memory live in the global store;
 * what such a session saves goes there too, marked as the project's. Throws NOT_INITIALISED, IO_ERROR.
 */
export function storeToSave(memory: Memory, session: SessionId | undefined, layer?: Layer): Store {
  const { project, global } = memory;
  const isKnown = (store: Store) =>
    session === undefined
      ? sessionsCalling(memory, store).length > 0
      : readSessionState(store, session)?.seen !== undefined;
  return layer === undefined && !project && global && isKnown(global) ? global : storeToWrite(memory, layer);
}

/** The project that a record in the global store belongs to, unless `--layer global` was asked for. */
export function ownerIn(store: Store, memory: Memory, asked: Layer | undefined): string | undefined {
  return store.layer === "global" && asked === undefined ? projectNamed(memory) : undefined;
}

/** Where a record goes, and whose it is; or why it is skipped. Throws NOT_INITIALISED, IO_ERROR. */
export function admit(memory: Memory, request: SaveRequest & { readonly layer: Layer | undefined }) {
  const gate = saveGate(memory, request);
  if ("status" in gate) return gate;
  const store = storeToSave(memory, sessionNamed(memory, request.session), request.layer);
  return { session: gate.session, store, project: ownerIn(store, memory, request.layer) };
}

/** Notes in a session's state that something was saved. The record is already there and stays, even if this fails. */
export function noteInState(
  memory: Memory,
  session: SessionId | undefined,
  change: (state: SessionState) => Partial<SessionState>,
): void {
  const store = stateStore(memory);
  if (!store || session === undefined) return;
  try {
    updateSessionState(store, session, change);
  } catch (error) {
    openLog(store.runtime, store, memory.config.log.level).warning(
      "Saved, but the session's state does not know it",
      {
        session,
        reason: reasonOf(error),
      },
    );
  }
}

/** Cleans a text that was not given to be saved. White space inside stays: it may be a command or a snippet. */
export function clean({ config }: Pick<Memory, "config">, text: string): Redaction {
  const { text: redacted, kinds } = redact(text, { secrets: config.privacy.redact });
  return { text: redacted.trim(), kinds };
}

/**
 * Cleans a text that somebody gives to be saved. Throws INVALID_ARGUMENT for one that is too long, before anything is
 * looked for in it.
 */
export function cleanGiven(memory: Pick<Memory, "config">, text: string): Redaction {
  refuseLongText(text);
  return clean(memory, text);
}

/** The session that a save names, under the id that hooks know it by. */
export function sessionNamed({ config }: Pick<Memory, "config">, session: SessionId | undefined): string | undefined {
  return session === undefined ? undefined : redactId(session, { secrets: config.privacy.redact });
}

/** The project that a save belongs to, as records name it; undefined outside of any. */
export function projectNamed(
  { config, locations: { here } }: Pick<Memory, "config" | "locations">,
): string | undefined {
  return here === undefined ? undefined : redactPath(here, { secrets: config.privacy.redact });
}

/** Cleans several texts that are given, as one: the kinds found in any of them, empty ones dropped. */
export function cleanAll(
  memory: Pick<Memory, "config">,
  texts: readonly string[],
): { texts: string[]; kinds: string[] } {
  const cleaned = texts.map((text) => cleanGiven(memory, text));
  return {
    texts: cleaned.map(({ text }) => text).filter((text) => text !== ""),
    kinds: [...new Set(cleaned.flatMap(({ kinds }) => kinds))],
  };
}

/** What stood between two questions of a list. */
const withoutComma = (ask: string) => ask.replace(/^[\s,，、;；]+/, "");
/** A question ends with its mark; one inside of an address is none. */
const QUESTION_ENDS = /(?<=\?)\s+|(?<=？)\s*|\n+/;

/**
 * The same of the questions by which a record will be asked for, one or several in a text. Throws INVALID_ARGUMENT for
 * more than count.
 */
export function cleanAsks(memory: Pick<Memory, "config">, asks: readonly string[]): ReturnType<typeof cleanAll> {
  const cleaned = cleanAll(memory, asks.flatMap((ask) => ask.split(QUESTION_ENDS)).map(withoutComma));
  if (cleaned.texts.length <= ASKS_MAX) return cleaned;
  throw failure("too_many_asks", { most: ASKS_MAX, found: cleaned.texts.length });
}
