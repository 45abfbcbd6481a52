/**
 * In: a place. Out: the changes that take away what init put there and put back what was there before.
 * Not done here: making them (apply.ts); the memory itself, which stays.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { agentPath, userHookFile } from "../agents/client_home.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { BESIDE, BESIDE_END, readText } from "../files.ts";
import { memoryHome } from "../paths.ts";
import { isOurRule, RULE_FILE } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import { leadsOut } from "./apply.ts";
import { editableText, type FileChange, fileChange, withoutRepeats } from "./changes.ts";
import { asClientsSee } from "./client_homes.ts";
import {
  excludeFileOf,
  otherWorktrees,
  patternFor,
  withoutPatterns,
  type Worktree,
  worktreeOf,
} from "../git/worktree.ts";
import { hookRemoval, isConnected } from "./hook_changes.ts";
import type { Remark, SetupPlan } from "./install.ts";
import { originalOf } from "./originals.ts";
import { ownFileRemoval, ownPaths } from "./own_files.ts";
import { type Place, switchFileOf } from "./place.ts";
import { giveBackChanges, takenOverText } from "./take_over.ts";
import { projectsWithUserHooks, projectUnlisting } from "./shared_hooks.ts";
import { gitPath } from "../git/tracking.ts";
import { isTrackedLink } from "../store/locate.ts";

/**
 * All files that init may have touched for these agents and no other, without the exclude file and without hooks that
 * stay.
 */
export function touchablePaths(runtime: Runtime, place: Place): readonly string[] {
  const { root, agents, scope } = place;
  const going = agents.filter((agent) => scope === "project" || needyProjects(runtime, agent).length === 0);
  return asClientsSee(runtime).flatMap((seen) => [
    ...ownOf(seen, place),
    ...going.map((agent) => agentPath(seen, agent, root, SETUPS[agent].hookFile[scope])),
  ]);
}

/** The files of ours that these agents read, without those that another one reads too as long as it is connected. */
function ownOf(runtime: Runtime, place: Place): readonly string[] {
  const { root, agents } = place;
  const needed = new Set(staying(runtime, place).flatMap((agent) => ownPaths(runtime, root, agent)));
  const own = new Set(agents.flatMap((agent) => ownPaths(runtime, root, agent)));
  return [...own].filter((path) => !needed.has(path));
}

/** The agents that go on calling memory from here. */
function staying(runtime: Runtime, place: Place): readonly Agent[] {
  const seen = asClientsSee(runtime);
  return AGENTS.filter((agent) =>
    !place.agents.includes(agent) && seen.some((each) => isConnected(each, place, agent))
  );
}

/** What `uninstall` changes at a place. Throws CONFIG_INVALID for a file that can't be edited safely. */
export function planRemoval(runtime: Runtime, place: Place): SetupPlan {
  const { root, agents, base } = place;
  const seen = asClientsSee(runtime);
  const own = [...new Set(seen.flatMap((each) => ownOf(each, place)))];
  const rule = join(root, RULE_FILE);
  // Somebody else's rule of that name was there before us, and stays.
  const context = agents.some((agent) => SETUPS[agent].hasRules) && isOurRule(readText(runtime.files, rule) ?? "")
    ? [rule]
    : [];
  // Who has switched memory off means every client; it comes on again with the last of them gone.
  const switched = place.ownsData && staying(runtime, place).length === 0 ? [switchFileOf(place)] : [];
  const worktree = place.scope === "project" ? worktreeOf(runtime, root) : undefined;
  const hookFiles = agents.map((agent) => agentPath(runtime, agent, root, SETUPS[agent].hookFile[place.scope]));
  // What a link out of the project leads to was not made by this project's init.
  const isHere = (path: string) => place.scope === "home" || !leadsOut(runtime, place, path);
  const isPersons = ({ path }: FileChange) => place.scope === "home" || !isTrackedLink(runtime, root, path);
  const changes = [
    ...withoutRepeats(seen.flatMap((each) => agents.flatMap((agent) => hookRemovals(each, place, agent))))
      .filter(isPersons),
    ...unlistings(runtime, place),
    ...giveBackChanges(runtime, place),
    ...own.filter(isHere).flatMap((path) => ownFileRemoval(runtime, path, base) ?? []),
    ...[...context, ...switched, ...leftBeside(runtime, [...touchablePaths(runtime, place), rule])].filter(isHere)
      .flatMap((path) => fileRemoval(runtime, path)),
    ...(worktree ? excludeRemovals(runtime, place, worktree, [...own, ...context, ...switched, ...hookFiles]) : []),
  ];
  const remarks: Remark[] = place.scope === "project" ? [] : agents.flatMap((agent) => {
    const projects = needyProjects(runtime, agent);
    const path = userHookFile(runtime, agent);
    return projects.length > 0 && isConnected(runtime, place, agent) ? [{ about: "hooks_stay", path, projects }] : [];
  });
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

/** The projects that need an agent's hooks in the user's own file. */
function needyProjects(runtime: Runtime, agent: Agent): readonly string[] {
  return projectsWithUserHooks(runtime, agent).filter((root) => root !== runtime.home);
}

function hookRemovals(runtime: Runtime, place: Place, agent: Agent): FileChange[] {
  const { scope, root, base } = place;
  const { hookFile } = SETUPS[agent];
  const takenOver = agent === "cursor" ? takenOverText(runtime, base) : undefined;
  const here = hookRemoval(runtime, { path: agentPath(runtime, agent, root, hookFile[scope]), base }, agent, takenOver);
  if (scope === "home") {
    return needyProjects(runtime, agent).length === 0 ? [here, sharedRules(runtime, agent)].filter(isChange) : [];
  }
  const listed = projectsWithUserHooks(runtime, agent);
  if (!listed.includes(root)) return here ? [here] : [];
  // Hooks in the user's own file go with the last project that needs them, unless init was run for all projects.
  const isLast = listed.length === 1 && !isForAll(runtime, agent);
  const userFile = { path: userHookFile(runtime, agent), base: memoryHome(runtime) };
  const shared = isLast ? [hookRemoval(runtime, userFile, agent), sharedRules(runtime, agent)] : [];
  return [here, ...shared].filter(isChange);
}

function isChange(change: FileChange | undefined): change is FileChange {
  return change !== undefined;
}

/** Takes away the rules that stand beside hooks which projects share. */
function sharedRules(runtime: Runtime, agent: Agent): FileChange | undefined {
  const { allows, hooksAtHome } = SETUPS[agent];
  if (allows?.kind !== "file" || !hooksAtHome) return undefined;
  return ownFileRemoval(runtime, agentPath(runtime, agent, runtime.home, allows.file), memoryHome(runtime));
}

/** Whether init has connected an agent for all projects. Where it always writes into the user's file, a list tells. */
function isForAll(runtime: Runtime, agent: Agent): boolean {
  return SETUPS[agent].hooksAtHome
    ? projectsWithUserHooks(runtime, agent).includes(runtime.home)
    : ownPaths(runtime, runtime.home, agent).some((path) => runtime.files.stat(path));
}

/** Takes the agents that go off the list of those whose hooks a place needs in the user's own files. */
function unlistings(runtime: Runtime, { root, agents }: Place): FileChange[] {
  const gone = agents.filter((agent) => projectsWithUserHooks(runtime, agent).includes(root));
  return gone.length > 0 ? [projectUnlisting(runtime, root, gone)] : [];
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
