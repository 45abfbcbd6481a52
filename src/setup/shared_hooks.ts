/**
 * In: nothing. Out: the projects whose hooks are in the user's own hook files, and changes to that list.
 * Not done here: the hooks (hook_changes.ts). They stay as long as one project needs them.
 *
 * @module
 */
import { join } from "node:path";
import { type Agent, AGENTS } from "../agents/event.ts";
import { readJson } from "../files.ts";
import { isObject } from "../json.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange, fileChange } from "./changes.ts";

const FILE = "projects_with_user_hooks.json";

interface Entry {
  /** The home folder stands for all projects. */
  readonly root: string;
  readonly agents: readonly Agent[];
}

/** Those that need an agent's hooks there. */
export function projectsWithUserHooks(runtime: Runtime, agent: Agent): readonly string[] {
  return entriesOf(runtime).filter(({ agents }) => agents.includes(agent)).map(({ root }) => root);
}

/** The change that puts a project on the list, for these agents too. */
export function projectListing(runtime: Runtime, added: readonly Entry[]): FileChange {
  const entries = new Map(entriesOf(runtime).map(({ root, agents }) => [root, agents]));
  for (const { root, agents } of added) entries.set(root, [...new Set([...entries.get(root) ?? [], ...agents])]);
  return listChange(runtime, [...entries].map(([root, agents]) => ({ root, agents })));
}

/** The change that takes a project off the list, or only these agents of it. */
export function projectUnlisting(runtime: Runtime, root: string, gone: readonly Agent[]): FileChange {
  return listChange(
    runtime,
    entriesOf(runtime).map((entry) =>
      entry.root === root ? { root, agents: entry.agents.filter((agent) => !gone.includes(agent)) } : entry
    ).filter(({ agents }) => agents.length > 0),
  );
}

function entriesOf(runtime: Runtime): readonly Entry[] {
  const value = readJson(runtime.files, join(memoryHome(runtime), FILE));
  return Array.isArray(value) ? value.flatMap(entryOf) : [];
}

function entryOf(value: unknown): Entry[] {
  // Earlier versions wrote no agents: any of them may need the hooks.
  if (typeof value === "string") return [{ root: value, agents: AGENTS }];
  if (!isObject(value) || typeof value.root !== "string" || !Array.isArray(value.agents)) return [];
  const { root, agents } = value;
  return [{ root, agents: AGENTS.filter((agent) => agents.includes(agent)) }];
}

function listChange(runtime: Runtime, entries: readonly Entry[]): FileChange {
  const path = join(memoryHome(runtime), FILE);
  if (entries.length === 0) return fileChange(runtime, path, "remove", undefined);
  const sorted = entries.toSorted((one, other) => one.root < other.root ? -1 : 1)
    .map(({ root, agents }) => ({ root, agents: AGENTS.filter((agent) => agents.includes(agent)) }));
  return fileChange(runtime, path, "merge", `${JSON.stringify(sorted, null, 2)}\n`);
}
