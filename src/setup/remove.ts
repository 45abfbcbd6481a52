/** The plan of uninstall at a place. Nothing is changed here. */
import { dirname, join } from "node:path";
import { hookFilePath, ruleFileOf, SETUPS, userHookFile } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { fileBeside, readText } from "../files.ts";
import { isInside, memoryHome } from "../paths.ts";
import { CONTEXT_RULE_FILE, isOurRule } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import { leadsOut } from "./apply.ts";
import { type FileChange, fileChange, isDue, ownFileRemoval, ownPaths, targetOf, withoutRepeats } from "./changes.ts";
import { asClientsSee } from "./moved_homes.ts";
import { type Place, switchFileOf } from "./place.ts";
import { excludeFileOf } from "../git/exclude.ts";
import { worktreeOf } from "../git/worktree.ts";
import {
  hadUserHooks,
  hookRemoval,
  isConnected,
  isForAll,
  projectsWithUserHooks,
  projectUnlisting,
} from "./hook_changes.ts";
import type { SetupPlan } from "./install.ts";
import { inRun, said } from "./words.ts";
import { giveBackChanges, takenOverText } from "./older_tools.ts";
import { inclusion } from "./exclude.ts";
import { isTrackedLink } from "../store/locate.ts";
import { named } from "../wording.ts";

/** All files that init may have changed for these agents alone, but for the exclude file and hook files that stay. */
export function touchablePaths(runtime: Runtime, place: Place): readonly string[] {
  const { agents, scope, root } = place;
  const going = agents.filter((agent) => scope === "project" || needyProjects(runtime, agent, root).length === 0);
  return asClientsSee(runtime).flatMap((seen) => [
    ...removablePaths(seen, place),
    ...going.map((agent) => hookFilePath(seen, agent, place)),
  ]);
}

/** The files of ours that these agents read and no other connected agent does. */
function removablePaths(runtime: Runtime, place: Place): readonly string[] {
  const { root, agents } = place;
  const needed = new Set(stayingAgents(runtime, place).flatMap((agent) => ownPaths(runtime, root, agent)));
  const own = new Set(agents.flatMap((agent) => ownPaths(runtime, root, agent)));
  return [...own].filter((path) => !needed.has(path));
}

function stayingAgents(runtime: Runtime, place: Place): readonly Agent[] {
  const seen = asClientsSee(runtime);
  return AGENTS.filter((agent) =>
    !place.agents.includes(agent) && seen.some((each) => isConnected(each, place, agent))
  );
}

/** The plan of `uninstall` at a place. Throws CONFIG_INVALID for a file that can't be edited safely. */
export function planRemoval(runtime: Runtime, place: Place, dryRun: boolean): SetupPlan {
  const { root, agents, base } = place;
  const seen = asClientsSee(runtime);
  const own = [...new Set(seen.flatMap((each) => removablePaths(each, place)))];
  const rule = join(root, CONTEXT_RULE_FILE);
  // A rule of that name that somebody else wrote stays.
  const context = agents.some((agent) => SETUPS[agent].hasRules) && isOurRule(readText(runtime.files, rule) ?? "")
    ? [rule]
    : [];
  // The switch is for all clients, so it is removed with the last one.
  const switched = place.ownsData && stayingAgents(runtime, place).length === 0 ? [switchFileOf(place)] : [];
  const worktree = place.scope === "project" ? worktreeOf(runtime, root) : undefined;
  const exclude = worktree && excludeFileOf(runtime.files, worktree);
  const hookFiles = agents.map((agent) => hookFilePath(runtime, agent, place));
  const unlisting = projectUnlisting(runtime, root, agents);
  // This project's init made no file to which a link leads out of the project.
  const isHere = (path: string) => place.scope === "home" || !leadsOut(runtime, place, path);
  const isOurs = ({ path }: FileChange) => place.scope === "home" || !isTrackedLink(runtime, root, path);
  const changes = [
    ...withoutRepeats(
      seen.flatMap((each) => agents.flatMap((agent) => hookRemovals(each, place, agent)))
        .filter((change) => change !== undefined),
    ).filter(isOurs),
    ...isDue(unlisting) ? [unlisting] : [],
    ...giveBackChanges(runtime, place),
    ...own.filter(isHere).map((path) => ownFileRemoval(runtime, path, base)),
    ...[...context, ...switched].filter(isHere).flatMap((path) => fileRemoval(runtime, path)),
    ...leftBeside(runtime, [
      ...[...touchablePaths(runtime, place), rule].filter(isHere),
      ...seen.flatMap((each) => agents.flatMap((agent) => sharedPaths(each, agent))),
      ...exclude === undefined ? [] : [exclude],
    ]).flatMap((path) => fileRemoval(runtime, path, isInside(path, root) ? undefined : memoryHome(runtime))),
    worktree && inclusion(runtime, place, worktree, [
      ...[...own, ...context, ...switched, ...hookFiles].flatMap((path) => [path, targetOf(runtime, path)]),
      place.dataFolder,
    ]),
  ].filter((change) => change !== undefined);
  const remarks = place.scope === "project" ? [] : agents.flatMap((agent) => {
    const projects = needyProjects(runtime, agent, root);
    const path = userHookFile(runtime, agent);
    return projects.length > 0 && isConnected(runtime, place, agent)
      ? [said(inRun("hooks_stay", dryRun), { path, projects: named(projects) })]
      : [];
  });
  return { changes, remarks };
}

/** New contents that a killed writer left beside these files. */
function leftBeside({ files }: Runtime, paths: readonly string[]): string[] {
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  return folders.flatMap((folder) =>
    files.list(folder).flatMap((name) => {
      const file = fileBeside(name);
      return file !== undefined && paths.includes(join(folder, file)) ? [join(folder, name)] : [];
    })
  );
}

function fileRemoval(runtime: Runtime, path: string, base?: string): FileChange[] {
  return runtime.files.stat(path) ? [fileChange(runtime, path, "remove", undefined, { base })] : [];
}

/** The other projects that need an agent's hooks in the user's own file; the home folder stands for all. */
function needyProjects(runtime: Runtime, agent: Agent, root: string): readonly string[] {
  return projectsWithUserHooks(runtime, agent).filter((other) => other !== root);
}

function hookRemovals(runtime: Runtime, place: Place, agent: Agent): readonly (FileChange | undefined)[] {
  const { scope, root, base } = place;
  const takenOver = agent === "cursor" ? takenOverText(runtime, base) : undefined;
  const here = hookRemoval(runtime, { path: hookFilePath(runtime, agent, place), base }, agent, takenOver);
  const isLast = needyProjects(runtime, agent, root).length === 0;
  if (scope === "home") return isLast ? [here, sharedRules(runtime, agent)] : [];
  // Hooks in the user's own file are removed with the last project that needs them, unless they are for all projects.
  if (!isLast || !hadUserHooks(runtime, agent) || isForAll(runtime, agent)) return [here];
  const userFile = { path: userHookFile(runtime, agent), base: memoryHome(runtime) };
  return [here, hookRemoval(runtime, userFile, agent), sharedRules(runtime, agent)];
}

function sharedRules(runtime: Runtime, agent: Agent): FileChange | undefined {
  const [, rules] = sharedPaths(runtime, agent);
  return rules === undefined ? undefined : ownFileRemoval(runtime, rules, memoryHome(runtime));
}

/** The file in the home folder that holds the hooks of all projects, and the one of rules beside it, where there is. */
function sharedPaths(runtime: Runtime, agent: Agent): readonly string[] {
  if (!SETUPS[agent].hooksAtHome) return [];
  const rules = ruleFileOf(runtime, agent, runtime.home);
  return [userHookFile(runtime, agent), ...rules === undefined ? [] : [rules]];
}
