/** What was just saved gets its vector from a process in the background; here it is only started. */
import { startFilling } from "../embedding/background.ts";
import type { Layer } from "../records/mod.ts";
import { disabledReason, type Memory, storesToRead } from "../store/memory.ts";

/** Starts the making of vectors for the layer that was written to, when a model is there. Takes no time and never fails. */
export function vectorsFollow(memory: Memory, layer?: Layer): void {
  if (disabledReason(memory) !== undefined) return;
  const written = layer ?? (memory.project ? "project" : "global");
  startFilling(memory.runtime, memory.config, storesToRead(memory, written), memory.locations.projectRoot);
}
