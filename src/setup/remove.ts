/**
 * In: a place. Out: the changes that take away what init put there and put back what was there before.
 * Not done here: making them (apply.ts); the memory itself, which stays.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { type Agent, AGENTS } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { BESIDE, BESIDE_END } from "../atomic.ts";
import { readText } from "../files.ts";
import { memoryHome } from "../paths.ts";
import { isOurRule, RULE_FILE } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import { leadsOut } from "./apply.ts";
import { editableText, type FileChange, fileChange } from "./changes.ts";
import { patternFor, withoutPatterns } from "./exclude.ts";
import { excludeFileOf, otherWorktrees, type Worktree, worktreeOf } from "./git.ts";
import { hookFileOf, hookRemoval, isConnected } from "./hook_changes.ts";
import type { Remark, SetupPlan } from "./install.ts";
import { originalOf } from "./originals.ts";
import { ownFileRemoval, ownPaths } from "./own_files.ts";
import { type Place, switchFileOf } from "./place.ts";
import { giveBackChanges, takenOverText } from "./take_over.ts";
import { projectsWithUserHooks, projectUnlisting } from "./shared_hooks.ts";
import { gitPath } from "../tracking.ts";

/**
 * All files that init may have touched for these agents and no other, without the exclude file and without hooks that
 * stay.
 */
export function touchablePaths(runtime: Runtime, place: Place): readonly string[] {
  const { root, agents, scope } = place;
  const hooksStay = scope === "home" && projectsWithUserHooks(runtime).length > 0;
  return [
    ...ownOf(runtime, place),
    ...hooksStay ? [] : agents.map((agent) => join(root, SETUPS[agent].hookFile[scope])),
  ];
}

/** The files of ours that these agents read, without those that another one reads too as long as it is connected. */
function ownOf(runtime: Runtime, place: Place): readonly string[] {
  const { root, agents } = place;
  const needed = new Set(staying(runtime, place).flatMap((agent) => ownPaths(root, agent)));
  const own = new Set(agents.flatMap((agent) => ownPaths(root, agent)));
  return [...own].filter((path) => !needed.has(path));
}

/** The agents that go on calling memory from here. */
function staying(runtime: Runtime, place: Place): readonly Agent[] {
  return AGENTS.filter((agent) => !place.agents.includes(agent) && isConnected(runtime, place, agent));
}

/** What `uninstall` changes at a place. Throws CONFIG_INVALID for a file that can't be edited safely. */
export function planRemoval(runtime: Runtime, place: Place): SetupPlan {
  const { root, agents, base } = place;
  const own = ownOf(runtime, place);
  const rule = join(root, RULE_FILE);
  // Somebody else's rule of that name was there before us, and stays.
  const context = agents.some((agent) => SETUPS[agent].hasRules) && isOurRule(readText(runtime.files, rule) ?? "")
    ? [rule]
    : [];
  // Who has switched memory off means every client; it comes on again with the last of them gone.
  const switched = place.ownsData && staying(runtime, place).length === 0 ? [switchFileOf(place)] : [];
  const worktree = place.scope === "project" ? worktreeOf(runtime, root) : undefined;
  const hookFiles = agents.map((agent) => join(root, SETUPS[agent].hookFile[place.scope]));
  const projects = place.scope === "home" ? projectsWithUserHooks(runtime) : [];
  // What a link out of the project leads to was not made by this project's init.
  const isHere = (path: string) => place.scope === "home" || !leadsOut(runtime, place, path);
  const changes = [
    ...agents.flatMap((agent) => hookRemovals(runtime, place, agent)),
    ...unlistings(runtime, place),
    ...giveBackChanges(runtime, place),
    ...own.filter(isHere).flatMap((path) => ownFileRemoval(runtime, path, base) ?? []),
    ...[...context, ...switched, ...leftBeside(runtime, [...touchablePaths(runtime, place), rule])].filter(isHere)
      .flatMap((path) => fileRemoval(runtime, path)),
    ...(worktree ? excludeRemovals(runtime, place, worktree, [...own, ...context, ...switched, ...hookFiles]) : []),
  ];
  const remarks: Remark[] = projects.length > 0
    ? agents.filter((agent) => isConnected(runtime, place, agent))
      .map((agent) => ({ about: "hooks_stay", path: join(root, SETUPS[agent].hookFile.home), projects }))
    : [];
  return { changes, remarks };
}

/** What a writer that died left beside these files. */
function leftBeside({ files }: Runtime, paths: readonly string[]): string[] {
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  return folders.flatMap((folder) =>
    files.list(folder)
      .filter((name) => BESIDE.test(name) && paths.includes(join(folder, name.slice(1, -BESIDE_END))))
      .map((name) => join(folder, name))
  );
}

function fileRemoval(runtime: Runtime, path: string): FileChange[] {
  return runtime.files.stat(path) ? [fileChange(runtime, path, "remove", undefined)] : [];
}

function hookRemovals(runtime: Runtime, place: Place, agent: Agent): FileChange[] {
  const { scope, root, base } = place;
  const { hookFile } = SETUPS[agent];
  const takenOver = agent === "cursor" ? takenOverText(runtime, base) : undefined;
  const here = hookRemoval(runtime, { path: join(root, hookFile[scope]), base }, agent, takenOver);
  const projects = projectsWithUserHooks(runtime);
  if (scope === "home") return here && projects.length === 0 ? [here] : [];
  if (!projects.includes(root)) return here ? [here] : [];
  // Hooks in the user's own file go with the last project that needs them, unless init was run for all projects.
  const isLast = projects.length === 1 && !ownPaths(runtime.home, agent).some((path) => runtime.files.stat(path));
  const userFile = { path: join(runtime.home, hookFile.home), base: memoryHome(runtime) };
  const shared = isLast ? hookRemoval(runtime, userFile, agent) : undefined;
  return [here, shared].filter((each) => each !== undefined);
}

/**
 * Takes the project off the list of those that need the user's own hook files, unless one of its agents goes on needing
 * them.
 */
function unlistings(runtime: Runtime, place: Place): FileChange[] {
  if (place.scope === "home" || !projectsWithUserHooks(runtime).includes(place.root)) return [];
  const isNeeded = staying(runtime, place).some((agent) => hookFileOf(runtime, place, agent).insteadOf !== undefined);
  return isNeeded ? [] : [projectUnlisting(runtime, place.root)];
}

function excludeRemovals(
  runtime: Runtime,
  { base }: Place,
  worktree: Worktree,
  paths: readonly string[],
): FileChange[] {
  const path = excludeFileOf(worktree);
  const text = editableText(runtime, path);
  if (text === undefined) return [];
  const others = otherWorktrees(runtime, worktree);
  // The file serves all worktrees: what another one still has stays out of commits.
  const patterns = paths.map((file) => gitPath(worktree.root, file))
    .filter((file) => !others.some((other) => runtime.files.stat(join(other, file))))
    .map(patternFor);
  const rest = withoutPatterns(text, patterns);
  const original = originalOf(runtime, base, path);
  const before = original?.bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(original.bytes);
  // But for our block it is as it was; only the line end that the block needed may differ.
  const isAsBefore = original !== undefined && rest.trimEnd() === (before ?? "").trimEnd();
  const result = fileChange(runtime, path, "restore", isAsBefore ? before : rest, { base });
  return result.action === "keep" ? [] : [result.after === undefined ? { ...result, action: "remove" } : result];
}
