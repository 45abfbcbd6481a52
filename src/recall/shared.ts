/**
 * In: a memory. Out: which of its texts others may have written: they are weighed, not followed.
 * Not done here: whose a data folder is (store/home.ts); reading git (git/tracking.ts).
 *
 * Hot path: what was found or trusted is read when the first text is asked for.
 *
 * @module
 */
import { readText } from "../files.ts";
import type { Found } from "../index/read.ts";
import type { Layer } from "../records/mod.ts";
import { type Known, readKnown, textDigest, wasFound } from "../store/known.ts";
import { pathOf } from "../store/layout.ts";
import type { Memory } from "../store/memory.ts";
import { trackingIn } from "../git/tracking.ts";

/** Whether others may have written a text of a layer, which stands in this file. */
export type IsShared = (layer: Layer, file: string, text: () => string) => boolean;

/** What may be followed of the project, by the rule at the head of store/home.ts. */
export function sharedIn({ runtime, project }: Pick<Memory, "runtime" | "project">): IsShared {
  const tracking = project && trackingIn(runtime, project.folder);
  let known: Known | "none" | undefined;
  return (layer, file, text) => {
    if (layer !== "project" || !project || !tracking) return false;
    if (project.standing === "foreign") return true;
    known ??= readKnown(project) ?? "none";
    const isTracked = tracking(file) !== "untracked";
    if (known === "none") return isTracked;
    const said = text();
    return !known.trusted.has(textDigest(said)) && (isTracked || wasFound(known, said));
  };
}

/** The text by which a record is known: what a fact says, a note's whole file. */
export function textOf(
  { runtime, project }: Pick<Memory, "runtime" | "project">,
  { type, file, content, record }: Pick<Found, "type" | "file" | "content" | "record">,
): string {
  if (type === "note") return project ? readText(runtime.files, pathOf(project, file)) ?? "" : "";
  return typeof record.content === "string" ? record.content : content;
}
