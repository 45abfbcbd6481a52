/** Sessions that nobody ended: a closed window, a killed process. */
import { modifiedMs } from "../files.ts";
import { pathOf, STATE_FOLDER } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { LIVE_FOR_MS, readSessionState, type SessionState } from "../store/session_state.ts";

/**
 * Sessions without an event for so long that they count as dead, and that never ended: those among the `newest` dead
 * ones.
 *
 * @param current the session at hand, which lives, whatever a file system with another clock says of its state
 * @param most with more states than this it gives up and returns none
 */
export function abandonedSessions(store: Store, current: string, newest: number, most = Infinity): SessionState[] {
  const { runtime } = store;
  const now = runtime.now().getTime();
  const names = runtime.files.list(pathOf(store, STATE_FOLDER)).filter((name) =>
    /^[A-Za-z0-9][\w.-]*\.json$/.test(name)
  );
  if (names.length > most) return [];
  const touched = names.map((name) => {
    const stat = runtime.files.stat(pathOf(store, `${STATE_FOLDER}/${name}`));
    return { session: name.slice(0, -".json".length), at: stat ? modifiedMs(stat) : 0 };
  });
  const quiet = touched.filter(({ at }) => now - at > LIVE_FOR_MS).sort((a, b) => b.at - a.at).slice(0, newest);
  return quiet.flatMap(({ session }) => readSessionState(store, session) ?? []).filter(({ session_id, ended_at }) =>
    ended_at === undefined && session_id !== current
  );
}
