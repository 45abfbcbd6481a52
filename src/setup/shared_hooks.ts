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
import { change, type FileChange } from "./changes.ts";

const FILE = "projects_with_user_hooks.json";

/** The roots of these projects. */
export function projectsWithUserHooks(runtime: Runtime): readonly string[] {
  const value = readJson(runtime.files, join(memoryHome(runtime), FILE));
  return Array.isArray(value) ? value.filter((root) => typeof root === "string") : [];
}

/** The change that puts a project on the list, or takes it off. */
export function listProject(runtime: Runtime, root: string, isOn: boolean): FileChange {
  const others = projectsWithUserHooks(runtime).filter((other) => other !== root);
  const list = (isOn ? [...others, root] : others).toSorted();
  const text = list.length === 0 ? undefined : `${JSON.stringify(list, null, 2)}\n`;
  return change(runtime, join(memoryHome(runtime), FILE), list.length === 0 ? "remove" : "merge", text);
}
