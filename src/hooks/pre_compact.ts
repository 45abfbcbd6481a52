/**
 * In: the news that the context is about to be compacted. Out: one sentence for the person.
 * Not done here: asking the agent; it can't be reached now, so the next prompt or start carries the request.
 *
 * @module
 */
import type { Reply } from "../agents/event.ts";
import { compactNotice } from "../templates/prompts.ts";
import { captureConversation } from "./automatic.ts";
import type { Scene } from "./scene.ts";

/** Keeps what the transcript holds before it is gone, and says so. */
export function onPreCompact(scene: Scene): Reply {
  const { state, memory, event, language } = scene;
  if (state.skip || !memory.config.auto_save) return {};
  captureConversation(scene, event.session, state);
  return { notice: compactNotice(language) };
}
