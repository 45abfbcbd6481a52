/**
 * What a start captured of another session, which seemed to be left. If that session goes on, it is taken back, and
 * captured anew at the end: a later word may correct what was said, or wish that nothing be saved.
 *
 * @module
 */
import type { RawRecord } from "../records/mod.ts";
import { doneTodos } from "../records/todos.ts";
import { homeOfFile, recordFiles } from "../store/contents.ts";
import { dailyFile, SESSIONS_FILE } from "../store/layout.ts";
import type { Store } from "../store/mod.ts";
import { readSessionState, type SessionState, updateSessionState } from "../store/session_state.ts";
import { utcDay } from "../records/ids.ts";
import { noteState, type Scene } from "./scene.ts";
import { removeAutomatic } from "./write.ts";

/** Notes what was captured of a session since it had the state `before`. */
export function noteProvisional(store: Store, before: SessionState): void {
  const { session_id: session, given: known = [], captured_bytes = 0, saves_at_capture = 0 } = before;
  const { given = [] } = readSessionState(store, session) ?? before;
  const provisional = given.filter((id) => !known.includes(id));
  if (provisional.length === 0) return;
  const from = { provisional_from: captured_bytes, provisional_saves: saves_at_capture };
  updateSessionState(store, session, () => ({ provisional, ...from }));
}

/**
 * Takes back what was captured of a session that goes on, if its transcript is there, from which it is captured anew.
 * What somebody has confirmed, changed or done since stays.
 */
export function takeBack(scene: Scene): void {
  const { runtime, store, state: { provisional = [], provisional_from = 0, provisional_saves = 0, created_at } } =
    scene;
  if (runtime.files.stat(scene.state.transcript ?? "")?.kind !== "file") return;
  const ids = new Set(provisional);
  const isOurs = (record: RawRecord) =>
    ids.has(String(record.id)) && record.auto_generated === true && record.updated_at === undefined &&
    doneTodos(record).length === 0;
  const first = dailyFile(utcDay(created_at));
  const days = recordFiles(store).filter((file) => homeOfFile(file) === "daily" && file >= first);
  if (!removeAutomatic(store, [...days, SESSIONS_FILE], isOurs)) return;
  noteState(scene, () => ({
    provisional: undefined,
    captured_bytes: provisional_from,
    saves_at_capture: provisional_saves,
  }));
}
