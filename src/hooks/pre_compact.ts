/**
 * In: the news that the context is about to be compacted. Out: one sentence for the person; and what of
 * the conversation must stay, for whoever sums it up where the client asks us.
 * Not done here: asking the agent to save. It can't be reached now; the next prompt or start asks.
 *
 * @module
 */
import type { Reply } from "../agents/event.ts";
import { compactKeep, compactNotice } from "../templates/prompts.ts";
import { captureConversation } from "./automatic.ts";
import type { Scene } from "./scene.ts";

/** Captures the conversation before it is compacted, and says so. */
export function onPreCompact(scene: Scene): Reply {
  const { state, memory, event, language } = scene;
  if (state.skip || !memory.config.auto_save) return {};
  if (captureConversation(scene, event.session, state) === "unwanted") return {};
  return { notice: compactNotice(language), context: compactKeep(language) };
}
