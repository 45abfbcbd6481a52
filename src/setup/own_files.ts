/**
 * In: a root and an agent. Out: the files there that are wholly ours, and the change that takes one away.
 * Not done here: files that we share with others (hook_changes.ts).
 *
 * @module
 */
import { join } from "node:path";
import { agentPath } from "../agents/client_home.ts";
import type { Agent } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { RULES_FILE } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import { sameBytes } from "../store/change_plan.ts";
import { agentFiles, formerFiles } from "../templates/files.ts";
import { type FileChange, fileChange } from "./changes.ts";
import { originalOf } from "./originals.ts";
import { sealOf } from "./seal.ts";

/** An agent's files that are wholly ours, those of earlier versions among them. */
export function ownPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  const { texts, hasRules, allows, hooksAtHome } = SETUPS[agent];
  const files = agentFiles(texts, "en", "").map(({ file }) => agentPath(runtime, agent, root, file));
  return [
    ...files,
    ...formerPaths(runtime, root, agent),
    ...(hasRules ? [join(root, RULES_FILE)] : []),
    // Beside hooks that projects share they go with those.
    ...(allows?.kind === "file" && !hooksAtHome ? [agentPath(runtime, agent, root, allows.file)] : []),
  ];
}

/** Those that only earlier versions wrote. */
export function formerPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  return formerFiles(SETUPS[agent].texts).map((file) => agentPath(runtime, agent, root, file));
}

/** Takes away a file of ours. What was there before us comes back; a file that the user changed is copied first. */
export function ownFileRemoval(runtime: Runtime, path: string, base: string): FileChange | undefined {
  const bytes = runtime.files.read(path);
  if (bytes === undefined) return undefined;
  const original = originalOf(runtime, base, path);
  const state = sealOf(new TextDecoder().decode(bytes));
  // Never ours, or the user's own again.
  if (state === "foreign" && (original === undefined || sameBytes(original.bytes, bytes))) return undefined;
  const wasForeign = original?.bytes && sealOf(new TextDecoder().decode(original.bytes)) === "foreign";
  const after = wasForeign ? original.bytes : undefined;
  return fileChange(runtime, path, after ? "restore" : "remove", after, { base, edited: state !== "untouched" });
}
