import type { EventOf, Reply } from "../agents/event.ts";
import { compactKeep, compactNotice } from "../templates/prompts.ts";
import { runsUnattended } from "./conversation.ts";
import { captureConversation } from "./keep_gist.ts";
import type { Scene } from "./scene.ts";

/** The agent can't be told anything before a compaction; the next prompt or start asks it to save. */
export function onPreCompact(scene: Scene<EventOf<"pre_compact">>): Reply {
  const { state, memory, language } = scene;
  if (state.skip || !memory.config.auto_save) return {};
  if (!runsUnattended(scene) && captureConversation(scene) === "unwanted") return {};
  return { notice: compactNotice(language), context: compactKeep(language) };
}
