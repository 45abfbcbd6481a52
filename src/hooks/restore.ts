/**
 * In: the first prompt after a compaction. Out: what the compaction took: the start context, and the request to save the rest.
 * Not done here: clients that start the session anew after a compaction; their start does the same.
 *
 * @module
 */
import { commandWords } from "../agents/command.ts";
import { closeReaders, openReaders } from "../recall/readers.ts";
import { renderContext } from "../recall/start.ts";
import { updateSessionState } from "../store/session_state.ts";
import { flushAsk } from "../templates/prompts.ts";
import { noteStart } from "./ledger.ts";
import type { Scene } from "./scene.ts";
import { refreshStart } from "./start_context.ts";

const SYNC_DEADLINE_MS = 200;

/** What to say again after a compaction, once. */
export function restore(scene: Scene, skip: boolean): string[] {
  const { memory, event, runtime, language, store } = scene;
  updateSessionState(store, event.session, () => ({ restore_due: false }));
  const flush = memory.config.auto_save && !skip ? flushAsk(language, commandWords(runtime, event.session)) : "";
  if (!memory.config.auto_retrieve) return [flush];
  const readers = openReaders(memory, { deadlineMs: SYNC_DEADLINE_MS });
  try {
    const start = refreshStart(scene, readers);
    if (!start) return [flush];
    noteStart(scene, start);
    // A rule survives the compaction; what stood in a hook's reply does not.
    return [start.reply ? renderContext(start.reply.context, start.reply.frame, language) : "", flush];
  } finally {
    closeReaders(readers);
  }
}
