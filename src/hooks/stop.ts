/**
 * In: the end of a turn. Out: at most one request to save what the session came to (docs/recall.md, "Saving").
 * Not done here: saving, which the agent does, with the verbs that the request names.
 *
 * @module
 */
import type { Reply } from "../agents/event.ts";
import { hasSubstance } from "../capture/conversation.ts";
import { type SessionState, updateSessionState } from "../store/session_state.ts";
import { readConversation, repliesIn } from "./conversation.ts";
import { noteProof } from "./proof.ts";
import { commandsFor, type Scene } from "./scene.ts";
import { isUnwanted } from "./wish.ts";

/** Answers the end of a turn, most often with nothing. */
export async function onStop(scene: Scene): Promise<Reply> {
  const { event, state, memory, store } = scene;
  const conversation = readConversation(scene.runtime, state);
  noteProof(scene, [event.lastReply ?? "", ...repliesIn(conversation)], conversation?.raw);
  if (isUnwanted(scene, state, conversation)) return {};
  if (event.outcome !== "completed" || scene.answersAsk || !memory.config.auto_save) return {};
  // The turn that is not to be saved gives no reason to save; a later one is asked.
  if (state.skip_turn) return {};
  // Who can run nothing can't save; a later turn is asked.
  if (event.readsOnly ?? state.reads_only) return {};
  if (conversation && !hasSubstance(conversation.turns)) return {};
  if (!isAskDue(state, memory.config.save.ask_again_prompts)) return {};
  updateSessionState(store, event.session, ({ prompts = 0 }) => ({ asked_at_prompt: prompts, ask_open: true }));
  const { stopAsk } = await import("../templates/prompts.ts");
  return { ask: stopAsk(scene.language, commandsFor(scene)) };
}

/**
 * Whether the session may be asked for a summary: within its last `every` prompts none was saved and no request made.
 * 0: asked once a session at most. Facts alone are no summary.
 */
export function isAskDue(
  { prompts = 0, saved_at_prompt, asked_at_prompt }: Partial<SessionState>,
  every: number,
): boolean {
  const last = Math.max(saved_at_prompt ?? -Infinity, asked_at_prompt ?? -Infinity);
  return last === -Infinity || (every > 0 && prompts - last >= every);
}
