/**
 * In: the states of all sessions of a store. Out: those that are live, or that a word may mean; all of them without the
 * words of what was purged.
 */
import { tried } from "../errors.ts";
import { endsUntold } from "../agents/delivery.ts";
import { modifiedMs } from "../files.ts";
import { isToolSession, type RecordId, type SessionId } from "../records/ids.ts";
import { pathOf, STATE_FOLDER, type StorePath } from "./layout.ts";
import type { Store } from "./mod.ts";
import {
  type Injection,
  readSessionState,
  readState,
  rewriteState,
  type SessionState,
  wishElsewhere,
} from "./session_state.ts";

/** A session whose last event is older than this is no longer live. */
const LIVE_FOR_MS = 2 * 60 * 60_000;

/** Takes the words of purged records out of every session's state. It makes no session live again. */
export function forgetTellingWords(store: Store, ids: ReadonlySet<RecordId>): void {
  const without = ({ telling = {}, ...injection }: Injection): Injection => {
    const kept = Object.entries(telling).filter(([id]) => !ids.has(id));
    return { ...injection, ...(kept.length > 0 ? { telling: Object.fromEntries(kept) } : {}) };
  };
  const tells = ({ telling = {} }: Injection) => Object.keys(telling).some((id) => ids.has(id));
  for (const { session_id, injections = [] } of sessionStates(store)) {
    if (!injections.some(tells)) continue;
    rewriteState(store, session_id, (state) => ({ ...state, injections: (state.injections ?? []).map(without) }));
  }
}

/** The sessions that are live now: a hook saw an event of them lately. Being named in a command is no event. */
export function liveSessions(store: Store): SessionState[] {
  const now = store.runtime.now().getTime();
  // A file untouched for so long holds no live session, whatever it says. Most need not be opened.
  const mayLive = (file: StorePath) => now - modifiedMs(store.runtime.files.stat(pathOf(store, file))) <= LIVE_FOR_MS;
  return sessionStates(store, mayLive).filter((state) => isLive(state, now));
}

/** After so long without an event a session whose turn is over may have been left: its window may be closed. */
const QUIET_FOR_MS = 5 * 60_000;

/**
 * Sessions that never ended and that nobody seems to be at. Only the `newest` states are looked at, so many of those
 * that may be live and of the others; none where there are more than `most`. The `current` one is left out: on a file
 * system with another clock its state may look old. A session of which nothing is to be saved is left out while it may
 * be live.
 */
export function abandonedSessions(store: Store, current: string, newest: number, most = Infinity): SessionState[] {
  const { files } = store.runtime;
  const now = store.runtime.now().getTime();
  const states = filesOfStates(store);
  if (states.length > most) return [];
  const touched = states.map((file) => ({ file, at: modifiedMs(files.stat(pathOf(store, file))) }));
  touched.sort((one, other) => other.at - one.at);
  const mayBeLive = Map.groupBy(touched, ({ at }) => now - at <= LIVE_FOR_MS);
  const newestOf = (isLive: boolean) => mayBeLive.get(isLive)?.slice(0, newest) ?? [];
  const looked = [...newestOf(true), ...newestOf(false)].flatMap(({ file, at }) => {
    const state = readState(store, file);
    return state ? [{ state, at }] : [];
  });
  const isLeft = (state: SessionState, at: number) => {
    if (now - at > LIVE_FOR_MS) return true;
    const hasTalked = state.prompt_open === false && (state.prompts ?? 0) > 0;
    // Where a client may end a session without telling, the end of a turn is enough.
    return hasTalked && !state.skip && (endsUntold(state.agent) || now - at > QUIET_FOR_MS);
  };
  const isMeant = ({ ended_at, session_id }: SessionState) => ended_at === undefined && session_id !== current;
  return looked.filter(({ state, at }) => isMeant(state) && isLeft(state, at)).map(({ state }) => state);
}

/** Whether a session is live at a moment (ms). */
export function isLive({ seen, ended_at, updated_at }: SessionState, now: number): boolean {
  return seen !== undefined && ended_at === undefined && now - Date.parse(updated_at) <= LIVE_FOR_MS;
}

/** Whether an agent has saved here by `memory mcp`. */
export function hasToolSession(store: Store): boolean {
  return sessionStates(store).some(({ session_id }) => isToolSession(session_id));
}

/** Every readable session state, of those files that are wanted. */
export function sessionStates(store: Store, isWanted: (file: StorePath) => boolean = () => true): SessionState[] {
  return filesOfStates(store).filter(isWanted).flatMap((file) => readState(store, file) ?? []);
}

/** With fewer characters a typing error could name another session. */
const SHORTEST_PIECE = 4;

/** Whether a text can't be all of a session's id, only a piece: clients' ids are UUIDs. */
export function isPieceOfId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f-]*)?$|^[0-9a-f-]*-[0-9a-f]{12}$/i.test(text) && text.length < 36;
}

/** The sessions that a word may mean: the one with this id, else each whose id begins or ends with it. */
export function meantSessions(store: Store, word: string, alsoKnown: readonly SessionId[] = []): SessionId[] {
  // A state under a piece of an id, which no event ever reached, is a wish noted for nobody.
  const isReal = ({ session_id, seen }: SessionState) => seen !== undefined || !isPieceOfId(session_id);
  const exact = readSessionState(store, word) ?? wishElsewhere(store, word);
  if (alsoKnown.includes(word) || (exact && isReal(exact))) return [word];
  const known = sessionStates(store).filter(isReal).map(({ session_id }) => session_id);
  return sessionsLike(word, [...known, ...alsoKnown]);
}

/** Those of these ids that begin or end with a word, each once. */
export function sessionsLike(word: string, ids: readonly SessionId[]): SessionId[] {
  if (word.length < SHORTEST_PIECE) return [];
  return [...new Set(ids)].filter((id) => id.startsWith(word) || id.endsWith(word));
}

/** The files of all states; none where another user made the folder: then records are saved without their session. */
function filesOfStates(store: Store): StorePath[] {
  return tried(() =>
    store.runtime.files.list(pathOf(store, STATE_FOLDER))
      .filter((name) => name.endsWith(".json")).map((name): StorePath => `${STATE_FOLDER}/${name}`)
  ) ?? [];
}
