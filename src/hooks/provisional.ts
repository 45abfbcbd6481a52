/**
 * What a start captured of another session, which seemed to be left. If that session goes on, it is taken back, and
 * captured anew at the end: a later word may correct what was said, or wish that nothing be saved.
 */
import { isOfSitting } from "../capture/summary.ts";
import type { RawRecord } from "../records/mod.ts";
import { doneTodos } from "../records/todos.ts";
import { asText } from "../records/view.ts";
import { SESSIONS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { readSessionState, type SessionState, updateSessionState } from "../store/session_state.ts";
import { daysSince } from "./keep_gist.ts";
import { noteState, type Scene } from "./scene.ts";
import { removeAutomatic } from "./write.ts";

/** Notes what was captured of a session since it had the state `before`. */
export function noteProvisional(store: Store, before: SessionState): void {
  const { session_id: session, given: known = [], captured_bytes = 0, saves_at_capture = 0 } = before;
  const { given = [] } = readSessionState(store, session) ?? before;
  const provisional = given.filter((id) => !known.includes(id));
  if (provisional.length === 0) return;
  updateSessionState(store, session, () => ({
    provisional,
    provisional_at: before.updated_at,
    provisional_from: captured_bytes,
    provisional_saves: saves_at_capture,
  }));
}

/**
 * What somebody has confirmed, changed or done since stays, and so does all of it where the session is taken up on
 * another day, or its transcript is gone, from which it would be captured anew.
 */
export function takeBack(scene: Scene): void {
  const { runtime, store, state } = scene;
  const { provisional = [], provisional_at = "", provisional_from = 0, provisional_saves = 0 } = state;
  const isReadable = runtime.files.stat(state.transcript ?? "")?.kind === "file";
  if (!isReadable || !isOfSitting(scene, { timestamp: provisional_at })) {
    return noteState(scene, () => ({ provisional: undefined }));
  }
  const ids = new Set(provisional);
  const isOurs = (record: RawRecord) =>
    ids.has(asText(record.id)) && record.auto_generated === true && record.updated_at === undefined &&
    doneTodos(record).length === 0;
  if (!removeAutomatic(store, [...daysSince(store, state.created_at), SESSIONS_FILE], isOurs)) return;
  const before = { captured_bytes: provisional_from, saves_at_capture: provisional_saves };
  noteState(scene, () => ({ provisional: undefined, ...before }));
}
