/**
 * In: a memory whose records may have changed. Out: a process of its own that makes the vectors, or nothing.
 * Not done here: waiting for it. Nothing is started without a model, and never a download.
 *
 * Hot path: a save and the end of a session come through here; it looks at a few file sizes and starts a process.
 *
 * @module
 */
import type { Config } from "../config/mod.ts";
import { MemoryError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Store } from "../store/mod.ts";
import { wantedModel } from "./choice.ts";

/** Starts `memory sync --embed` for the stores, at low priority, if the configured model is there. Returns whether it did. */
export function startFilling(
  runtime: Runtime,
  config: Pick<Config, "embedding" | "index">,
  stores: readonly Store[],
  projectRoot: string | undefined,
): boolean {
  if (stores.length === 0) return false;
  try {
    wantedModel(runtime, config);
  } catch (error) {
    if (error instanceof MemoryError) return false;
    throw error;
  }
  const place = projectRoot === undefined ? [] : ["--project-path", projectRoot];
  for (const { layer } of stores) {
    runtime.spawnDetached(["sync", "--embed", "--background", "--layer", layer, ...place]);
  }
  return true;
}
