/**
 * The wish that nothing of a session be saved, wherever it was said: in a prompt, or in a conversation that is
 * read back because no hook heard the prompt (a run without a terminal, a build without prompt hooks, a state that
 * was too old to keep). Where a prompt only may hold it, the agent is asked to judge.
 *
 * @module
 */
import { reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import { forgetPrompts } from "../recall/retrieval_log.ts";
import { updateSessionState } from "../store/session_state.ts";
import type { Ending } from "./scene.ts";
import type { Conversation, Unwanted } from "./conversation.ts";

type Judged = Pick<Ending, "store" | "memory" | "state">;

/** Obeys the wish, for a session whose words may already stand in the log of recalls. */
export function keepNothing(scene: Judged, reach: Unwanted): void {
  const change = { skip: true, skip_from_here: reach === "from_here" };
  updateSessionState(scene.store, scene.state.session_id, () => change);
  forgetLogged(scene);
}

function forgetLogged({ store, memory, state: { session_id: session, created_at } }: Judged): void {
  try {
    forgetPrompts(store, session, created_at);
  } catch (error) {
    const log = openLog(store.runtime, store, memory.config.log.level);
    log.error("the log keeps a session's prompts", { session, reason: reasonOf(error) });
  }
}

/**
 * Obeys the wish that a piece be not saved: nothing is, until the next prompt. What the log holds of the prompts before
 * it goes too, where the wish means them (`before`); of the prompts after it that go on with the piece it gets no words
 * (`after`).
 */
export function keepPieceOut(
  scene: Judged,
  { before, after }: { readonly before: boolean; readonly after: boolean },
): void {
  const change = { skip_turn: true, piece_open: after || undefined };
  updateSessionState(scene.store, scene.state.session_id, () => change);
  if (before) forgetLogged(scene);
}

/**
 * What of the session is not to be saved, by its state or by what its person says in the conversation; the latter is
 * noted. `memory enable --session` goes before what was said. A conversation that does not hold the wish "from here on"
 * can't tell what was said before it.
 */
export function unwantedOf(scene: Judged, conversation: Conversation | undefined): Unwanted | undefined {
  const { state } = scene;
  const said = conversation?.unwanted;
  if (state.skip === false) return undefined;
  if (state.skip) return state.skip_from_here && (!conversation || said === "from_here") ? "from_here" : "all";
  if (said) keepNothing(scene, said);
  return said;
}
