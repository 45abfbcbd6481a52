/**
 * In: a place and one of its agents. Out: the change that puts our hooks into the agent's hook file, or takes them out.
 * Not done here: editing the text (agents/hook_file.ts).
 *
 * @module
 */
import { join } from "node:path";
import { ourCommands, type Unusable, withHooks, withoutHooks } from "../agents/hook_file.ts";
import type { Agent } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
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
export function hookAddition(runtime: Runtime, { path, base }: HookFile, agent: Agent): FileChange {
  const { shape, hooks } = SETUPS[agent];
  const text = usable(
    path,
    { en: "add our hooks to", zh: "加入钩子" },
    withHooks(editableText(runtime, path) ?? "", shape, hooks(runtime)),
  );
  return fileChange(runtime, path, "merge", text, { base });
}

/**
 * The change that takes our hooks out again. A file that only we had made goes. Undefined when nothing of ours is
 * there.
 */
export function hookRemoval(runtime: Runtime, { path, base }: HookFile, agent: Agent): FileChange | undefined {
  const text = editableText(runtime, path);
  const { shape, hooks } = SETUPS[agent];
  if (text === undefined || ourCommands(text, shape).length === 0) return undefined;
  const original = originalOf(runtime, base, path);
  const before = original?.bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(original.bytes);
  // Nobody else has changed it since: it becomes exactly what it was.
  if (original && withHooks(before ?? "", shape, hooks(runtime)) === text) {
    return fileChange(runtime, path, before === undefined ? "remove" : "restore", before, { base });
  }
  const rest = usable(
    path,
    { en: "take our hooks out of", zh: "移除钩子" },
    withoutHooks(text, shape, original ? before ?? "{}" : undefined),
  );
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
