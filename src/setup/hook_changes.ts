/**
 * In: a place and one of its agents. Out: the change that puts our hooks into the agent's hook file, or takes them out.
 * Not done here: editing the text (agents/hook_file.ts).
 *
 * @module
 */
import { join } from "node:path";
import {
  commandsIn,
  type HookCommand,
  ourCommands,
  type Unusable,
  withCommandsOf,
  withHooks,
  withoutCommands,
  withoutHooks,
} from "../agents/hook_file.ts";
import type { Agent } from "../agents/event.ts";
import { olderToolOf } from "../agents/older_tools.ts";
import { type Setup, SETUPS } from "../agents/setup.ts";
import { MemoryError } from "../errors.ts";
import { readText } from "../files.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { editableText, type FileChange, fileChange } from "./changes.ts";
import { worktreeOf } from "./git.ts";
import { originalOf } from "./originals.ts";
import type { Place } from "./place.ts";
import type { Sentence } from "../sentence.ts";
import { gitTracking } from "../tracking.ts";

/** Where the hooks of an agent go. */
export interface HookFile {
  readonly path: string;
  /** The folder with its original. */
  readonly base: string;
  /** The project's hook file, if git tracks it: then the hooks go to the user's, which all projects share. */
  readonly insteadOf?: string;
}

/** The file that an agent's hooks go to. */
export function hookFileOf(runtime: Runtime, { scope, root, base }: Place, agent: Agent): HookFile {
  const { hookFile } = SETUPS[agent];
  const path = join(root, hookFile[scope]);
  const worktree = scope === "project" ? worktreeOf(runtime, root) : undefined;
  if (!worktree || gitTracking(runtime, worktree.root, path) === "untracked") return { path, base };
  return { path: join(runtime.home, hookFile.home), base: memoryHome(runtime), insteadOf: path };
}

/** Whether an agent calls memory from this place. */
export function isConnected(runtime: Runtime, place: Place, agent: Agent): boolean {
  const { path } = hookFileOf(runtime, place, agent);
  return ourCommands(readText(runtime.files, path) ?? "", SETUPS[agent].shape).length > 0;
}

/** The change that puts our hooks into an agent's file. Throws CONFIG_INVALID when the file can't be edited safely. */
export function hookAddition(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  takeOver: boolean,
): FileChange {
  const before = editableText(runtime, path) ?? "";
  const text = usable(path, { en: "add our hooks to", zh: "加入钩子" }, added(runtime, agent, before, takeOver));
  return fileChange(runtime, path, "merge", text, { base });
}

/** A hook file with our hooks, and, when they are taken over, without those of an older tool. */
function added(runtime: Runtime, agent: Agent, before: string, takeOver: boolean): string | Unusable {
  const { shape, hooks } = SETUPS[agent];
  const rest = takeOver && before.trim() !== "" ? withoutCommands(before, shape, isOlder) : before;
  return typeof rest === "string" ? withHooks(rest, shape, hooks(runtime)) : rest;
}

/** Whether a text is this one with our hooks and without those of an older tool, in whichever order that was done. */
function isTakenFrom(runtime: Runtime, agent: Agent, before: string, text: string): boolean {
  const { shape } = SETUPS[agent];
  if (commandsIn(before, shape, isOlder).length === 0) return false;
  const first = added(runtime, agent, before, false);
  return added(runtime, agent, before, true) === text ||
    (typeof first === "string" && withoutCommands(first, shape, isOlder) === text);
}

function isOlder(command: unknown): boolean {
  return olderToolOf(command) !== undefined;
}

/** The hooks of older tools in a hook file of an agent. */
export function olderHooks(runtime: Runtime, path: string, agent: Agent): readonly HookCommand[] {
  return commandsIn(readText(runtime.files, path) ?? "", SETUPS[agent].shape, isOlder);
}

/** The change that takes the hooks of older tools out of a file that gets none of ours; undefined without any. */
export function olderHookRemoval(runtime: Runtime, path: string, agent: Agent, base: string): FileChange | undefined {
  const text = editableText(runtime, path);
  if (text === undefined || olderHooks(runtime, path, agent).length === 0) return undefined;
  const rest = usable(
    path,
    { en: "take an older tool's hooks out of", zh: "移除旧工具的钩子" },
    withoutCommands(text, SETUPS[agent].shape, isOlder),
  );
  return fileChange(runtime, path, "merge", rest, { base });
}

/** The change that puts them back into a file that got none of ours; undefined where they are there. */
export function olderHookReturn(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  before: string,
): FileChange | undefined {
  const text = editableText(runtime, path);
  if (text === undefined || olderHooks(runtime, path, agent).length > 0) return undefined;
  const { shape } = SETUPS[agent];
  const after = withoutCommands(before, shape, isOlder) === text ? before : returned(path, before, text, shape);
  return fileChange(runtime, path, "restore", after, { base });
}

function returned(path: string, before: string, text: string, shape: Setup["shape"]): string {
  const what = { en: "put an older tool's hooks back into", zh: "放回旧工具的钩子" };
  return usable(path, what, withCommandsOf(before, text, shape, isOlder));
}

function originalText(runtime: Runtime, base: string, path: string): string | undefined {
  const bytes = originalOf(runtime, base, path)?.bytes;
  return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * The change that takes our hooks out again. A file that only we had made goes. Undefined when nothing of ours is
 * there.
 *
 * @param takenOver the file as it was when an older tool's hooks were taken out of it, which now come back
 */
export function hookRemoval(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  takenOver?: string,
): FileChange | undefined {
  const text = editableText(runtime, path);
  const { shape } = SETUPS[agent];
  if (text === undefined || ourCommands(text, shape).length === 0) return undefined;
  const original = originalOf(runtime, base, path);
  const before = originalText(runtime, base, path);
  // Nobody else has changed it since: it becomes exactly what it was.
  const isAsWeLeftIt = takenOver === undefined
    ? added(runtime, agent, before ?? "", false) === text
    : isTakenFrom(runtime, agent, before ?? "", text);
  if (original && isAsWeLeftIt) {
    return fileChange(runtime, path, before === undefined ? "remove" : "restore", before, { base });
  }
  const without = usable(
    path,
    { en: "take our hooks out of", zh: "移除钩子" },
    withoutHooks(text, shape, original ? before ?? "{}" : undefined),
  );
  const rest = takenOver === undefined ? without : returned(path, takenOver, without, shape);
  const isEmpty = /^\s*\{\s*\}\s*$/.test(rest.replace(/^\ufeff/, ""));
  const isOnlyOurs = original !== undefined && before === undefined && isEmpty;
  return fileChange(runtime, path, isOnlyOurs ? "remove" : "restore", isOnlyOurs ? undefined : rest, { base });
}

function usable(path: string, what: Sentence, result: string | Unusable): string {
  if (typeof result === "string") return result;
  throw new MemoryError("CONFIG_INVALID", {
    en: `Cannot ${what.en} ${path}: ${result.problem.en}`,
    zh: `无法在 ${path} 中${what.zh}：${result.problem.zh}`,
  }, {
    hint: {
      en: "Mend the file or move it away, then try again; nothing was changed",
      zh: "请修好或移走该文件后重试；尚未改动任何内容",
    },
  });
}
