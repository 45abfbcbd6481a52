/**
 * In: hook files whose commands name a binary that is gone. Out: the same files, naming this one.
 * Not done here: bringing anything else up to date, which is `init`'s; what the user changed stays.
 *
 * @module
 */
import { listedRules, SETUPS } from "../agents/setup.ts";
import { binaryCommand, binaryOf, hookCommand } from "../agents/command.ts";
import type { Agent } from "../agents/event.ts";
import { renamedRules, withHooks } from "../agents/hook_file.ts";
import type { Runtime } from "../runtime.ts";
import { applyChanges } from "../setup/apply.ts";
import {
  editableText,
  type FileChange,
  fileChange,
  ownFileChange,
  ownPaths,
  sealOf,
  unsealed,
} from "../setup/changes.ts";
import { ruleFileOf } from "../setup/hook_changes.ts";
import { storeAt } from "../store/mod.ts";
import type { Patient } from "./check.ts";
import { hookFiles, type HookFileView } from "./hook_files.ts";

/** The binaries that hooks call and that do not exist. */
function goneBinaries(runtime: Runtime, { commands }: Pick<HookFileView, "commands">): string[] {
  const called = commands.flatMap(({ command }) => binaryOf(command) ?? []);
  return [...new Set(called)].filter((path) => runtime.files.realPath(path) === undefined);
}

/** Makes hooks, and our texts beside them, name this binary. Returns the changed files. Throws IO_ERROR. */
export function repoint(patient: Patient): string[] {
  const { runtime, memory } = patient;
  return hookFiles(patient).flatMap((file) => {
    const gone = goneBinaries(runtime, file);
    if (gone.length === 0) return [];
    const { projectFolder, memoryHome } = memory.locations;
    const dataFolder = file.scope === "project" ? projectFolder : memoryHome;
    if (dataFolder === undefined) return [];
    const base = file.scope === "project" ? storeAt(runtime, dataFolder, "project").home : memoryHome;
    const changes = [hooksChange(runtime, file, gone, base), ...textChanges(runtime, file, gone, base)];
    applyChanges(runtime, changes, { root: file.root, scope: file.scope, dataFolder, base });
    return changes.map(({ path }) => path);
  });
}

function hooksChange(
  runtime: Runtime,
  { agent, path, text = "", commands }: HookFileView,
  gone: readonly string[],
  base: string,
): FileChange {
  const hooks = commands.map(({ event, command }) => {
    const isGone = gone.includes(binaryOf(command) ?? "");
    return { event, entry: { command: isGone ? hookCommand(runtime, agent, event) : command } };
  });
  const edited = withHooks(text, SETUPS[agent].shape, hooks);
  const after = typeof edited === "string" ? withRulesOf(runtime, agent, edited, gone) : text;
  return fileChange(runtime, path, "merge", after, { base });
}

/** The text with the rules for a binary that is gone made rules for this one. */
function withRulesOf(runtime: Runtime, agent: Agent, text: string, gone: readonly string[]): string {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return text;
  const { platform } = runtime;
  const now = listedRules(allows, runtime);
  const names = gone.flatMap((execPath) =>
    listedRules(allows, { execPath, platform }).map((old, verb) => [old, now[verb] ?? old] as const)
  );
  return renamedRules(text, allows.path, new Map(names));
}

/** The same for skills, rules and commands, if they are as we wrote them. */
function textChanges(
  runtime: Runtime,
  { agent, root, runtime: seen }: HookFileView,
  gone: readonly string[],
  base: string,
): FileChange[] {
  const now = binaryCommand(runtime);
  const rules = ruleFileOf(seen, agent, root);
  return [...new Set([...ownPaths(seen, root, agent), ...(rules ? [rules] : [])])].flatMap((path) => {
    const text = editableText(runtime, path);
    if (text === undefined || sealOf(text) !== "untouched") return [];
    const before = gone.map((execPath) => binaryCommand({ execPath, platform: runtime.platform }));
    const after = before.reduce((result, old) => result.replaceAll(old, now), text);
    return after === text ? [] : [ownFileChange(runtime, path, unsealed(after), base)];
  });
}
