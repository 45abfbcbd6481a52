/**
 * In: a prompt, before the agent reads it. Out: what memory knows of it, if that is worth a word; commands of the user obeyed.
 * Not done here: what is relevant (recall/).
 *
 * Hot path: a person has pressed Enter.
 *
 * @module
 */
import { binaryCommand } from "../agents/command.ts";
import { deliversContext } from "../agents/delivery.ts";
import type { Reply } from "../agents/event.ts";
import { findCommand } from "../recall/commands.ts";
import { stripFrames } from "../recall/frame.ts";
import { updateSessionState } from "../store/session_state.ts";
import { answerCommand } from "./commands.ts";
import { isOwnRequest } from "./requests.ts";
import { restore } from "./restore.ts";
import type { Scene } from "./scene.ts";

/** Answers a prompt, most often with nothing. */
export function onUserPrompt(scene: Scene): Reply {
  const { event, store, runtime } = scene;
  const prompt = stripFrames(event.prompt ?? "");
  if (prompt === "" || isOwnRequest(prompt)) return {};
  const command = findCommand(prompt);
  const skip = scene.state.skip === true || command?.action === "skip_save";
  if (skip && !scene.state.skip) updateSessionState(store, event.session, () => ({ skip: true }));
  const delivered = deliversContext(event.agent, "user_prompt", event.clientVersion);
  // The rules tell the agent to ask by itself where nothing can be told it here.
  if (delivered === "no") return {};
  const parts: string[] = [];
  if (scene.state.restore_due) parts.push(...restore(scene, skip));
  if (command) {
    parts.push(
      answerCommand(command, scene.language, { memory: binaryCommand(runtime), session: event.session, skip }),
    );
  }
  return { context: parts.filter(Boolean).join("\n\n") };
}
