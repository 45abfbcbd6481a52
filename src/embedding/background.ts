/**
 * In: a memory whose records may have changed. Out: a detached process that makes the vectors, or nothing.
 *
 * Hot path: runs at each save and at the end of a session, so it looks at names and sizes of the model's files alone.
 * The process that it starts checks what they hold.
 */
import { tried } from "../errors.ts";
import type { Config } from "../config/mod.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { disabledReason, type Memory, type Place, startVerb, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { chooseModel, isModelThere } from "./choice.ts";

/** Makes the vectors of the layer just written, in the background, if there is a model. Never fails. */
export function vectorsFollow(memory: Memory, layer: Layer | undefined): void {
  if (disabledReason(memory) !== undefined) return;
  startFilling(memory, storesToRead(memory, layer ?? (memory.project ? "project" : "global")));
}

/** Starts `memory sync --embed` for each store, if the configured model is there. Returns whether it is. */
export function startFilling(memory: Place & Pick<Memory, "runtime" | "config">, stores: readonly Store[]): boolean {
  const { runtime, config } = memory;
  if (stores.length === 0 || !config.embedding.enabled || !isThere(runtime, config)) return false;
  for (const { layer } of stores) startVerb(memory, layer, "sync", "--embed", "--background");
  return true;
}

/** Whether the configured model is on this disk. A name that means none is told where the person asks for meaning. */
function isThere(runtime: Runtime, config: Pick<Config, "embedding">): boolean {
  return tried(() => isModelThere(runtime, config, chooseModel(runtime, config.embedding.model))) ?? false;
}
