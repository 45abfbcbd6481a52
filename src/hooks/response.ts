/** In: what the agent answered. Out: nothing to say; what the answer cites is noted. */
import type { Reply } from "../agents/event.ts";
import { noteProof } from "./proof.ts";
import type { Scene } from "./scene.ts";

/** Notes which given records a reply names. */
export function onResponse(scene: Scene): Reply {
  noteProof(scene, [scene.event.lastReply ?? ""]);
  return {};
}
