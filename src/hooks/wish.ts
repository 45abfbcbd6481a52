/** The person's wish that nothing of a session be saved, in a prompt, or in a transcript where no hook heard it. */
import { reasonOf, tried } from "../errors.ts";
import { logOf } from "../store/memory.ts";
import { forgetPrompts } from "../recall/retrieval_log.ts";
import { updateSessionState } from "../store/session_state.ts";
import type { Ending } from "./scene.ts";
import type { Conversation, Unwanted } from "./conversation.ts";

type Judged = Pick<Ending, "store" | "memory" | "state">;

/** Obeys the wish, and takes the session's prompts out of the log of recalls. */
export function keepNothing(scene: Judged, reach: Unwanted): void {
  updateSessionState(
    scene.store,
    scene.state.session_id,
    () => ({ skip: true, skip_from_here: reach === "from_here" }),
  );
  forgetLogged(scene);
}

function forgetLogged({ store, memory, state: { session_id: session, created_at } }: Judged): void {
  tried(
    () => forgetPrompts(store, session, created_at),
    (error) => logOf(memory, store).error("the log keeps a session's prompts", { session, reason: reasonOf(error) }),
  );
}

/** Saves nothing until the next prompt. `before`: the log loses the prompts of a piece that began before the wish. */
export function keepPieceOut(scene: Judged, { before, after }: { before: boolean; after: boolean }): void {
  updateSessionState(scene.store, scene.state.session_id, () => ({ skip_turn: true, piece_open: after || undefined }));
  if (before) forgetLogged(scene);
}

/**
 * `memory enable --session` overrules what was said. Where the state knows the wish "from here on" but the conversation
 * does not hold it, everything counts as unwanted: nothing tells what was said before it.
 */
export function unwantedOf(scene: Judged, conversation: Conversation | undefined): Unwanted | undefined {
  const { state } = scene;
  const said = conversation?.unwanted;
  if (state.skip === false) return undefined;
  if (state.skip) return state.skip_from_here && (!conversation || said === "from_here") ? "from_here" : "all";
  if (said) keepNothing(scene, said);
  return said;
}
