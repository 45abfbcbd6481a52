/**
 * In: a memory whose records may have changed. Out: a detached process that makes the vectors, or nothing.
 * Not done here: waiting for it. Without a model nothing is started, and no download ever.
 *
 * Hot path: a save and the end of a session come through here; it looks whether there is a model, and the process that
 * it starts whether that model is sound.
 *
 * @module
 */
import { basename, join } from "node:path";
import type { Config } from "../config/mod.ts";
import { projectWords } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "../store/mod.ts";
import type { ModelSettings } from "./choice.ts";
import { MANIFEST_FILE, modelFolder, modelsFolder, ownFolderOf } from "./model_files.ts";

/**
 * Starts `memory sync --embed` for the stores, at low priority, if the configured model is there. Returns whether it
 * did.
 */
export function startFilling(
  runtime: Runtime,
  config: ModelSettings,
  stores: readonly Store[],
  projectRoot: string | undefined,
): boolean {
  if (stores.length === 0 || !config.embedding.enabled || !isThere(runtime, config)) return false;
  for (const { layer } of stores) {
    runtime.spawnDetached(["sync", "--embed", "--background", "--layer", layer, ...projectWords(projectRoot)]);
  }
  return true;
}

/**
 * Whether there is a folder with the model. Those of hub models lie together, and the case of their names does not
 * matter.
 */
function isThere(runtime: Runtime, config: Pick<Config, "embedding">): boolean {
  const { model } = config.embedding;
  const own = ownFolderOf(runtime, model);
  if (own !== undefined) return runtime.files.stat(own) !== undefined;
  const models = modelsFolder(runtime, config);
  const folder = basename(modelFolder(models, model)).toLowerCase();
  const name = runtime.files.list(models).find((each) => each.toLowerCase() === folder);
  // A download that was given up leaves the folder, and no record of a model in it.
  return name !== undefined && runtime.files.stat(join(models, name, MANIFEST_FILE)) !== undefined;
}
