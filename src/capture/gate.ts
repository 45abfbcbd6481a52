/** The gate of every save: whether anything may be saved now, and texts without secrets and private parts. */
import { isClientsShell, isOwnTerminal } from "../agents/attended.ts";
import { sessionsNamed } from "../agents/command.ts";
import { reasonOf } from "../errors.ts";
import { byCode } from "../lists.ts";
import { isToolSession, type SessionId } from "../records/ids.ts";
import { CONDITION_CHARACTERS_MAX, CONDITIONS_MAX, conditionsIn, faultIn, isCondition } from "../records/conditions.ts";
import { ASKS_MAX, type Layer } from "../records/mod.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { disabledReason, folderNamed, logOf, type Memory, storeToWrite, wayOn } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import {
  readSessionState,
  type SessionState,
  stateStore,
  updateSessionState,
  wishElsewhere,
} from "../store/session_state.ts";
import { isLive, isPieceOfId, liveSessions, meantSessions } from "../store/sessions.ts";
import { refuseLongText } from "../limits.ts";
import { redact, redactId, type Redaction, redactPath } from "../records/redact.ts";
import { failure, said } from "./words.ts";

interface SaveRequest {
  /** The session as the caller named it; undefined: the one that the environment names, else the only live one. */
  readonly session: SessionId | undefined;
  /** Rules or our stop request ask for the save, not the user: `auto_save: false` forbids it. */
  readonly automatic: boolean;
}

/** The reason why something is not saved: a code, and a sentence with the way out. */
export interface Skipped {
  readonly status: "skipped";
  readonly reason: "memory_disabled" | "auto_save_off" | "session_not_saved" | "turn_not_saved";
  readonly message: Sentence;
}

/** The session that a record joins, or why it is skipped. */
type Gate = { readonly session: SessionId | undefined } | Skipped;

/** Tells by the switches, the settings and the session whether a save is allowed. */
export function saveGate(memory: Memory, { session: asked, automatic }: SaveRequest): Gate {
  const session = sessionNamed(memory, asked);
  if (disabledReason(memory) !== undefined) {
    return closed("memory_disabled", said("memory_off", { way: wayOn(memory) }));
  }
  if (automatic && !memory.config.auto_save) return closed("auto_save_off", said("auto_save_off"));
  const store = stateStore(memory);
  if (!store) return { session };
  if (session !== undefined) {
    const state = readSessionState(store, session) ?? wishElsewhere(store, session);
    if (state === undefined && isPieceOfId(session)) return gateOfPiece(store, session);
    return closedBy(state ? [state] : []) ?? { session };
  }
  const named = sessionsCalling(memory, store);
  // Where a client was started from the shell of another, the inner one is at work: the one with the latest event.
  const [latest] = named.toSorted((a, b) => byCode(b.updated_at, a.updated_at));
  if (latest) return closedBy(named) ?? { session: latest.session_id };
  // In the global store only sessions of this project count: the record would join the summary of another project.
  const here = projectNamed(memory) ?? null;
  const live = liveSessions(store).filter(({ project = here }) => project === here);
  const closedHere = closedBy(live, live.length > 1);
  if (!closedHere) return { session: live.length === 1 ? live[0]?.session_id : undefined };
  // The save may come from the session that is not to be saved, so it is skipped. A person who types it into a
  // terminal outside of any session wants it saved.
  return isOwnTerminal(memory.runtime) ? { session: undefined } : closedHere;
}

/** The gate of the session that a piece of an id means; where it may mean several, the wish in one of them holds. */
function gateOfPiece(store: Store, piece: SessionId): Gate {
  const meant = meantSessions(store, piece);
  const states = meant.flatMap((id) => readSessionState(store, id) ?? []);
  return closedBy(states, states.length > 1) ?? { session: meant.length === 1 ? meant[0] : piece };
}

/** The sessions with a state that the environment names: live ones, and those that are not to be saved. */
function sessionsCalling({ runtime }: Memory, store: Store): SessionState[] {
  const now = runtime.now().getTime();
  return sessionsNamed(runtime.env).flatMap((id) => readSessionState(store, id) ?? [])
    .filter((state) => state.skip || isLive(state, now));
}

/** The refusal where one of these sessions is not to be saved; otherwise undefined. */
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
 * The store that a save goes to. After `init --global` the states of sessions in projects without memory lie in the
 * global store; such a session saves there, too, and its records are marked as the project's; so does a person's
 * shell or script in such a project, whatever session it names. Throws NOT_INITIALISED, IO_ERROR.
 */
export function storeToSave(memory: Memory, session: SessionId | undefined, layer?: Layer): Store {
  const { project, global, runtime, locations: { here, projectFolder, refused } } = memory;
  // A person stands in the project that is meant, which an agent's shell may have left. A folder that the call itself
  // names is wanted and no other.
  const isPersons = () =>
    here !== undefined && projectFolder === undefined && refused === undefined && !isClientsShell(runtime) &&
    folderNamed(memory) === undefined;
  const isKnown = (store: Store) =>
    session !== undefined && readSessionState(store, session)?.seen !== undefined ||
    !(session !== undefined && isToolSession(session)) && (sessionsCalling(memory, store).length > 0 || isPersons());
  return layer === undefined && !project && global && isKnown(global) ? global : storeToWrite(memory, layer);
}

/** The store and the project of a record, or the reason why it is skipped. Throws NOT_INITIALISED, IO_ERROR. */
export function admit(memory: Memory, request: SaveRequest & { readonly layer: Layer | undefined }) {
  const { session, layer } = request;
  const gate = saveGate(memory, request);
  if ("status" in gate) return gate;
  const store = storeToSave(memory, sessionNamed(memory, session), layer);
  // What was asked for with `--layer global` belongs to no project.
  const project = store.layer === "global" && layer === undefined ? projectNamed(memory) : undefined;
  return { session: gate.session, store, project };
}

/** Notes in a session's state that something was saved. The record stays saved even if the note fails. */
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
    const about = { session, reason: reasonOf(error) };
    logOf(memory, store).warning("Saved, but the session's state does not know it", about);
  }
}

/** Cleans a text. White space inside stays, since the text may be a command or a snippet. */
export function clean({ config }: Pick<Memory, "config">, text: string): Redaction {
  const { text: redacted, kinds } = redact(text, { secrets: config.privacy.redact });
  return { text: redacted.trim(), kinds };
}

export type Cleaner = ReturnType<typeof cleanerFor>;

/** What stands for words in the commands that agents are told: one that is copied as it stands says nothing. */
const PLACEHOLDER = /^[.…]+$/;

/** A cleaner for the texts of one record. Each function throws INVALID_ARGUMENT for a text that is too long. */
export function cleanerFor(memory: Pick<Memory, "config">) {
  const found = new Set<string>();
  const text = (given: string): string => {
    // Before looking through it.
    refuseLongText(given);
    const { text, kinds } = clean(memory, given);
    for (const kind of kinds) found.add(kind);
    return PLACEHOLDER.test(text) ? "" : text;
  };
  /** The cleaned texts, without those of which nothing is left. */
  const texts = (given: readonly string[] = []): string[] => given.map(text).filter((each) => each !== "");
  /** The questions by which a record will be asked for, `ASKS_MAX` at most; a text may hold several. */
  const asks = (given: readonly string[] = []): string[] => {
    const cleaned = texts(
      given.flatMap((ask) => ask.split(QUESTION_ENDS)).map((ask) => ask.replace(/^[\s,，、;；]+/, "")),
    );
    if (cleaned.length <= ASKS_MAX) return cleaned;
    throw failure("too_many_asks", { most: ASKS_MAX, found: cleaned.length });
  };
  /** The tool calls at which a record is told, `CONDITIONS_MAX` at most. */
  const conditions = (given: readonly string[] = []): string[] => {
    const all = texts(given).flatMap(conditionsIn);
    const cleaned = [...new Map(all.map((each) => [each.toLowerCase().replace(/\s+/g, " "), each])).values()];
    for (const condition of cleaned) {
      const told = { condition: condition.slice(0, 100) };
      const [found, most] = [condition.length, CONDITION_CHARACTERS_MAX];
      if (found > most) throw failure("long_condition", { ...told, found, most });
      if (!isCondition(condition)) throw failure("no_condition", told);
      const fault = faultIn(condition);
      if (fault) throw failure(fault === "brackets" ? "unclosed_condition" : "condition_without_words", told);
    }
    if (cleaned.length <= CONDITIONS_MAX) return cleaned;
    throw failure("too_many_conditions", { most: CONDITIONS_MAX, found: cleaned.length });
  };
  /** The kinds of secrets that were taken out so far, each once. */
  const kinds = (): string[] => [...found];
  return { text, texts, asks, conditions, kinds };
}

/** The end of a question: its mark before a blank, since a mark may stand inside an address. */
const QUESTION_ENDS = /(?<=\?)\s+|(?<=？)\s*|\n+/;

/** The session that a save names, under the id of its state, which is redacted like any text. */
export function sessionNamed({ config }: Pick<Memory, "config">, session: SessionId | undefined): string | undefined {
  return session === undefined ? undefined : redactId(session, { secrets: config.privacy.redact });
}

/** The project that a save belongs to, as records name it; undefined outside of any. */
export function projectNamed(
  { config, locations: { here } }: Pick<Memory, "config" | "locations">,
): string | undefined {
  return here === undefined ? undefined : redactPath(here, { secrets: config.privacy.redact });
}
