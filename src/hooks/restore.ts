/**
 * In: the first prompt after a compaction, or after a start whose answer the client dropped. Out: the words on how to
 * use memory, the start context and, after a compaction, a request to save what was not saved.
 * Not done here: clients that start the session anew after a compaction; there session_start.ts does the same.
 *
 * @module
 */
import { CONTEXT_BYTES_MAX } from "../agents/delivery.ts";
import { roomOf } from "../recall/fitting.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { renderContext } from "../recall/frame.ts";
import { updateSessionState } from "../store/session_state.ts";
import { flushAsk } from "../templates/prompts.ts";
import { briefing } from "./briefing.ts";
import { runsUnattended } from "./conversation.ts";
import { noteStart } from "./ledger.ts";
import { commandsFor, type Scene } from "./scene.ts";
import { refreshStart } from "./start_context.ts";

/** A little more than a prompt alone is given, for the start context is made anew. */
const SYNC_DEADLINE_MS = 200;

/** A token of ours is at most six Latin letters and the blank behind them, or one Chinese character. */
const BYTES_OF_TOKEN = 7;

/**
 * What to say then, once.
 *
 * @param besides what else the reply says; what the prompt itself calls for is still to come, and has its room
 */
export async function restore(scene: Scene, skip: boolean, besides: string): Promise<string[]> {
  const { memory, event, language, store } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  // Nothing was cut off where only a start has to be given again.
  const asks = auto_save && !skip && scene.state.restore_due === true && !runsUnattended(scene);
  updateSessionState(store, event.session, (state) => ({
    restore_due: false,
    start_due: undefined,
    ...(asks ? { asked_at_prompt: state.prompts ?? 0 } : {}),
  }));
  // A rule survives the compaction; a hook's reply does not.
  const told = skip ? "" : briefing(scene);
  const request = asks ? flushAsk(language, commandsFor(scene)) : "";
  if (!auto_retrieve) return [told, request];
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS });
  try {
    const forPrompt = Math.min(memory.config.context.prompt_tokens * BYTES_OF_TOKEN, CONTEXT_BYTES_MAX / 2);
    const start = await refreshStart(scene, readers, roomOf([told, request, besides]) + forPrompt);
    if (!start) return [told, request];
    noteStart(scene, start);
    const context = start.reply ? renderContext(start.reply.context, start.reply.frame, language) : "";
    return [told, context, request];
  } finally {
    closeReaders(readers);
  }
}
