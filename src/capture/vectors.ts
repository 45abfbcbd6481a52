import { startFilling } from "../embedding/background.ts";
import type { Layer } from "../records/mod.ts";
import { disabledReason, type Memory, storesToRead } from "../store/memory.ts";

/** Starts a background process that makes the vectors of the layer just written, if there is a model. Never fails. */
export function vectorsFollow(memory: Memory, layer?: Layer): void {
  if (disabledReason(memory) !== undefined) return;
  const written = layer ?? (memory.project ? "project" : "global");
  startFilling(memory.runtime, memory.config, storesToRead(memory, written), memory.locations.projectRoot);
}
