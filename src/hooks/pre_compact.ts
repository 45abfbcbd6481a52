/** A compaction, before which the conversation is captured. */
import type { EventOf, Reply } from "../agents/event.ts";
import { compactKeep, compactNotice } from "../templates/prompts.ts";
import { captureConversation } from "./keep_gist.ts";
import type { Scene } from "./scene.ts";

/**
 * Captures the conversation before it is compacted, and tells the person, and a client that asks what its own summary
 * must keep. The agent can't be told anything now; the next prompt or start asks it to save.
 */
export function onPreCompact(scene: Scene<EventOf<"pre_compact">>): Reply {
  const { state, memory, language } = scene;
  if (state.skip || !memory.config.auto_save) return {};
  if (captureConversation(scene) === "unwanted") return {};
  return { notice: compactNotice(language), context: compactKeep(language) };
}
