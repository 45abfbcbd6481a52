/**
 * In: a memory whose records may have changed. Out: a detached process that makes the vectors, or nothing.
 * Not done here: waiting for the process; downloading a model.
 *
 * Hot path: runs at each save and at the end of a session, so it only looks whether there is a model. The process that
 * it starts checks the model's files.
 *
 * @module
 */
import { basename, join } from "node:path";
import type { Config } from "../config/mod.ts";
import { projectWords } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { disabledReason, type Memory, storesToRead } from "../store/memory.ts";
import type { Store } from "../store/mod.ts";
import { MANIFEST_FILE, modelFolder, modelsFolder, ownFolderOf } from "./model_files.ts";

/** Makes the vectors of the layer just written, in the background, if there is a model. Never fails. */
export function vectorsFollow(memory: Memory, layer: Layer | undefined): void {
  if (disabledReason(memory) !== undefined) return;
  startFilling(memory, storesToRead(memory, layer ?? (memory.project ? "project" : "global")));
}

/** What of a memory is needed to make its vectors. */
interface Place extends Pick<Memory, "runtime" | "config"> {
  readonly locations: Pick<Memory["locations"], "projectRoot">;
}

/**
 * Starts `memory sync --embed` for each store, at low priority, if the configured model is there. Returns whether it
 * is.
 */
export function startFilling({ runtime, config, locations }: Place, stores: readonly Store[]): boolean {
  if (stores.length === 0 || !config.embedding.enabled || !isThere(runtime, config)) return false;
  for (const { layer } of stores) {
    runtime.spawnDetached([
      "sync",
      "--embed",
      "--background",
      "--layer",
      layer,
      ...projectWords(locations.projectRoot),
    ]);
  }
  return true;
}

/** Whether the configured model is on this disk. The case of its name does not matter. */
function isThere(runtime: Runtime, config: Pick<Config, "embedding">): boolean {
  const { model } = config.embedding;
  const own = ownFolderOf(runtime, model);
  if (own !== undefined) return runtime.files.stat(own) !== undefined;
  const models = modelsFolder(runtime, config);
  const folder = basename(modelFolder(models, model)).toLowerCase();
  const name = runtime.files.list(models).find((each) => each.toLowerCase() === folder);
  // A download that was broken off leaves the folder, but no manifest in it.
  return name !== undefined && runtime.files.stat(join(models, name, MANIFEST_FILE)) !== undefined;
}
