/**
 * In: a project whose `.git` came after `init`, or was made anew. Out: files of ours that this `.git` shows, and git's
 * exclude file with the lines that `init` would have written.
 */
import { join } from "node:path";
import { AGENTS } from "../agents/event.ts";
import { hookFilePath } from "../agents/setup.ts";
import { readText } from "../files.ts";
import { gitPath, trackingIn } from "../git/tracking.ts";
import { worktreeOf } from "../git/worktree.ts";
import { isInside } from "../paths.ts";
import { CONTEXT_RULE_FILE, isOurRule } from "../recall/rule_file.ts";
import { isShownToGit, namesNoFile } from "../store/keep_private.ts";
import type { Memory } from "../store/memory.ts";
import { whileSettingUp } from "../store/write_lock.ts";
import { applyChanges } from "./apply.ts";
import { isDue, ownPaths, targetOf } from "./changes.ts";
import { exclusion } from "./exclude.ts";
import { callsMemory } from "./hook_changes.ts";
import { asClientsSee } from "./moved_homes.ts";
import { type Place, switchFileOf } from "./place.ts";
import { sealOf } from "./seal.ts";
import { shareOf } from "./share.ts";

/** The files of ours that the next `git add` would take along, since the exclude file names none of them. */
export function shownByLateGit(memory: Memory): string[] {
  return namesNoFile(memory) ? ourFiles(memory).filter((path) => isShownToGit(memory.runtime, path)) : [];
}

/** Has git's exclude file name these files; whether it does so now. Throws LOCK_BUSY, IO_ERROR. */
export function keepOutOfLateGit(memory: Memory, timeoutMs?: number): boolean {
  if (shownByLateGit(memory).length === 0) return false;
  const { runtime, project, locations: { projectRoot: root } } = memory;
  const worktree = root === undefined ? undefined : worktreeOf(runtime, root);
  if (!project || root === undefined || !worktree) return false;
  return whileSettingUp(runtime, () => {
    const { folder: dataFolder, home: base } = project;
    const place: Place = { scope: "project", root, dataFolder, ownsData: true, agents: AGENTS, base };
    // The switch is named before it is there, as by `init`.
    const paths = [...ourFiles(memory), switchFileOf(place)];
    const change = exclusion(runtime, place, worktree, { paths, share: shareOf(runtime, dataFolder) });
    if (change === undefined || !isDue(change)) return false;
    applyChanges(runtime, [change], place);
    return true;
  }, timeoutMs);
}

/** What is ours in the project, outside of the data folder, and that git does not track yet. */
function ourFiles({ runtime, project, locations: { projectRoot: root } }: Memory): string[] {
  const worktree = root === undefined ? undefined : worktreeOf(runtime, root);
  if (!project || root === undefined || !worktree) return [];
  const { files } = runtime;
  const text = (path: string) => readText(files, path);
  const found = asClientsSee(runtime).flatMap((seen) =>
    AGENTS.flatMap((agent) => {
      const hooks = hookFilePath(seen, agent, { root, scope: "project" });
      const own = ownPaths(seen, root, agent).filter((path) => sealOf(text(path) ?? "") !== "foreign");
      return callsMemory(seen, hooks, agent) ? [...own, hooks] : own;
    })
  );
  const rule = join(root, CONTEXT_RULE_FILE);
  if (isOurRule(text(rule) ?? " ")) found.unshift(rule);
  const tracking = trackingIn(runtime, worktree.root);
  return [...new Set(found.flatMap((path) => [path, targetOf(runtime, path)]))].filter((path) =>
    isInside(path, worktree.root) && tracking(gitPath(worktree.root, path)) === "untracked"
  );
}
