/**
 * In: the first prompt after a compaction, or after a start whose answer the client dropped. Out: the start context,
 * with a request to save what was not saved, or with the words on how to use memory.
 * Not done here: clients that start the session anew after a compaction; there session_start.ts does the same.
 *
 * @module
 */
import { CONTEXT_BYTES_MAX } from "../agents/delivery.ts";
import { roomOf } from "../recall/fitting.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { renderContext } from "../recall/frame.ts";
import { updateSessionState } from "../store/session_state.ts";
import { brief, flushAsk } from "../templates/prompts.ts";
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
export function restore(scene: Scene, skip: boolean, besides: string): string[] {
  const { memory, event, language, store } = scene;
  const { auto_save, auto_retrieve } = memory.config;
  const { prompts = 0, injections = [] } = scene.state;
  const isFirst = prompts <= 1 && injections.length === 0;
  const asks = auto_save && !skip && !isFirst;
  updateSessionState(store, event.session, (state) => ({
    restore_due: false,
    ...(asks ? { asked_at_prompt: state.prompts ?? 0 } : {}),
  }));
  const names = commandsFor(scene);
  const briefed = isFirst && !skip && (auto_save || auto_retrieve)
    ? brief(language, names, { enabled: true, auto_save, auto_retrieve })
    : "";
  const request = asks ? flushAsk(language, names) : briefed;
  if (!auto_retrieve) return [request];
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS });
  try {
    const forPrompt = Math.min(memory.config.context.prompt_tokens * BYTES_OF_TOKEN, CONTEXT_BYTES_MAX / 2);
    const start = refreshStart(scene, readers, roomOf([request, besides]) + forPrompt);
    if (!start) return [request];
    noteStart(scene, start);
    // A rule survives the compaction; a hook's reply does not.
    const context = start.reply ? renderContext(start.reply.context, start.reply.frame, language) : "";
    return isFirst ? [request, context] : [context, request];
  } finally {
    closeReaders(readers);
  }
}
