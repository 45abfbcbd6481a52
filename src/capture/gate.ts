/** Whether anything may be saved now. Every verb that saves asks here; hooks ask the session's state themselves. */
import { reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import type { Layer } from "../records/mod.ts";
import { disabledReason, type Memory, storeToWrite } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { liveSessions, readSessionState, type SessionState, updateSessionState } from "../store/session_state.ts";

/** What is to be known before anything is saved. */
export interface SaveRequest {
  /** The session as it was named; undefined: join the only live one. */
  readonly session: string | undefined;
  /** Asked for by rules or by our stop request, not by the user: `auto_save: false` forbids it. */
  readonly automatic: boolean;
}

/** The session that a record joins, or why it is skipped. */
export type Gate =
  | { readonly open: true; readonly session: string | undefined }
  | { readonly open: false; readonly reason: string };

/** Asks the switches, the settings and the session. */
export function saveGate(memory: Memory, { session, automatic }: SaveRequest): Gate {
  if (disabledReason(memory) !== undefined) return { open: false, reason: "memory_disabled" };
  if (automatic && !memory.config.auto_save) return { open: false, reason: "auto_save_off" };
  const store = stateStore(memory);
  if (session !== undefined) {
    if (store && readSessionState(store, session)?.skip) return { open: false, reason: "session_not_saved" };
    return { open: true, session };
  }
  // A record without a session joins the only live one, but is not skipped because of it.
  // In the person's store, only one of the same project: it would lend what is saved here to another's summary.
  const here = memory.locations.here ?? null;
  const live = store ? liveSessions(store).filter(({ project = here }) => project === here) : [];
  return { open: true, session: live.length === 1 ? live[0]?.session_id : undefined };
}

/**
 * The store that a save goes to. After `init --global`, sessions of a project without memory live in the global store;
 * what such a session saves goes there too, marked as the project's. Throws NOT_INITIALISED, IO_ERROR.
 */
export function storeToSave(memory: Memory, session: string | undefined, layer?: Layer): Store {
  const { project, global } = memory;
  const isKnown = () => session !== undefined && global && readSessionState(global, session)?.seen !== undefined;
  return layer === undefined && !project && global && isKnown() ? global : storeToWrite(memory, layer);
}

/** Notes in a session's state that something was saved. The record is already there and stays, even if this fails. */
export function noteInState(
  memory: Memory,
  session: string | undefined,
  change: (state: SessionState) => Partial<SessionState>,
): void {
  const store = stateStore(memory);
  if (!store || session === undefined) return;
  try {
    updateSessionState(store, session, change);
  } catch (error) {
    openLog(store.runtime, store.folder, memory.config.log.level).warning(
      "Saved, but the session's state does not know it",
      {
        session,
        reason: reasonOf(error),
      },
    );
  }
}

/** The store with the session states of this place: the project's, else the global one. */
export function stateStore(memory: Memory): Store | undefined {
  return memory.project ?? memory.global;
}
