/**
 * In: a memory. Out: which of its files others may have written.
 * Not done here: reading version control (tracking.ts).
 *
 * @module
 */
import type { Layer } from "../records/mod.ts";
import type { Memory } from "../store/memory.ts";
import { trackingIn } from "../tracking.ts";

/** Whether a file of a layer came, or may have come, from somebody else: only what is surely untracked did not. */
export function sharedIn({ runtime, project }: Pick<Memory, "runtime" | "project">) {
  const tracking = project && trackingIn(runtime, project.folder);
  return (layer: Layer, file: string): boolean =>
    layer === "project" && tracking !== undefined && tracking(file) !== "untracked";
}
