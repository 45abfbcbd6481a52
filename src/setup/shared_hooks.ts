/**
 * In: nothing. Out: the projects whose hooks are in the user's own hook file, and changes to that list.
 * Not done here: the hooks (hook_changes.ts). They stay as long as one project needs them.
 *
 * @module
 */
import { join } from "node:path";
import { readJson } from "../files.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange, fileChange } from "./changes.ts";

const FILE = "projects_with_user_hooks.json";

/** The roots of these projects. */
export function projectsWithUserHooks(runtime: Runtime): readonly string[] {
  const value = readJson(runtime.files, join(memoryHome(runtime), FILE));
  return Array.isArray(value) ? value.filter((root) => typeof root === "string") : [];
}

/** The change that puts a project on the list. */
export function projectListing(runtime: Runtime, root: string): FileChange {
  return listChange(runtime, [...projectsWithUserHooks(runtime).filter((other) => other !== root), root]);
}

/** The change that takes a project off the list. */
export function projectUnlisting(runtime: Runtime, root: string): FileChange {
  return listChange(runtime, projectsWithUserHooks(runtime).filter((other) => other !== root));
}

function listChange(runtime: Runtime, roots: readonly string[]): FileChange {
  const path = join(memoryHome(runtime), FILE);
  if (roots.length === 0) return fileChange(runtime, path, "remove", undefined);
  return fileChange(runtime, path, "merge", `${JSON.stringify(roots.toSorted(), null, 2)}\n`);
}
