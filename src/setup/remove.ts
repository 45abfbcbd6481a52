/** The plan of uninstall at a place, which changes nothing itself; and a purge, which erases the memory permanently. */
import { basename, dirname, join } from "node:path";
import { hookFilePath, ruleFileOf, SETUPS, userHookFile } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { fileBeside, readText, removeEmptyFolders, sizesBelow } from "../files.ts";
import { isInside, memoryHome, realOf, USUAL_DATA_DIRS } from "../paths.ts";
import { CONTEXT_RULE_FILE, isOurRule } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import { leadsOut } from "./apply.ts";
import { type FileChange, fileChange, ownFileRemoval, ownPaths, targetOf, withoutRepeats } from "./changes.ts";
import { asClientsSee } from "./moved_homes.ts";
import { type Place, storeOf, switchFileOf } from "./place.ts";
import { excludeFileOf, worktreeOf } from "../git/worktree.ts";
import { hookRemoval, isConnected, projectsWithUserHooks, projectUnlisting } from "./hook_changes.ts";
import type { SetupPlan } from "./install.ts";
import { inRun, refuse, said } from "./words.ts";
import { giveBackChanges, takenOverText } from "./older_tools.ts";
import { inclusion } from "./exclude.ts";
import { isTrackedLink } from "../store/locate.ts";
import { globalConfigFile } from "../config/mod.ts";
import { named } from "../wording.ts";
import { readOwner } from "../store/owner.ts";
import { homesHere } from "../store/keep_mirror.ts";
import * as layout from "../store/layout.ts";

/**
 * All files that init may have changed for these agents alone, without the exclude file and without hook files that
 * stay.
 */
export function touchablePaths(runtime: Runtime, place: Place): readonly string[] {
  const { agents, scope } = place;
  const going = agents.filter((agent) => scope === "project" || needyProjects(runtime, agent).length === 0);
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

/** The agents that stay connected. */
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
  const hookFiles = agents.map((agent) => hookFilePath(runtime, agent, place));
  // This project's init made no file to which a link leads out of the project.
  const isHere = (path: string) => place.scope === "home" || !leadsOut(runtime, place, path);
  const isOurs = ({ path }: FileChange) => place.scope === "home" || !isTrackedLink(runtime, root, path);
  const changes = [
    ...withoutRepeats(
      seen.flatMap((each) => agents.flatMap((agent) => hookRemovals(each, place, agent)))
        .filter((change) => change !== undefined),
    ).filter(isOurs),
    ...unlistings(runtime, place),
    ...giveBackChanges(runtime, place),
    ...own.filter(isHere).map((path) => ownFileRemoval(runtime, path, base)),
    ...[...context, ...switched].filter(isHere).flatMap((path) => fileRemoval(runtime, path)),
    ...leftBeside(runtime, [
      ...[...touchablePaths(runtime, place), rule].filter(isHere),
      ...seen.flatMap((each) => agents.flatMap((agent) => sharedPaths(each, agent))),
      ...worktree ? [excludeFileOf(worktree)] : [],
    ]).flatMap((path) => fileRemoval(runtime, path, isInside(path, root) ? undefined : memoryHome(runtime))),
    worktree && inclusion(runtime, place, worktree, [
      ...[...own, ...context, ...switched, ...hookFiles].flatMap((path) => [path, targetOf(runtime, path)]),
      place.dataFolder,
    ]),
  ].filter((change) => change !== undefined);
  const remarks = place.scope === "project" ? [] : agents.flatMap((agent) => {
    const projects = needyProjects(runtime, agent);
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

function needyProjects(runtime: Runtime, agent: Agent): readonly string[] {
  return projectsWithUserHooks(runtime, agent).filter((root) => root !== runtime.home);
}

function hookRemovals(runtime: Runtime, place: Place, agent: Agent): readonly (FileChange | undefined)[] {
  const { scope, root, base } = place;
  const takenOver = agent === "cursor" ? takenOverText(runtime, base) : undefined;
  const here = hookRemoval(runtime, { path: hookFilePath(runtime, agent, place), base }, agent, takenOver);
  if (scope === "home") return needyProjects(runtime, agent).length === 0 ? [here, sharedRules(runtime, agent)] : [];
  const listed = projectsWithUserHooks(runtime, agent);
  // Hooks in the user's own file are removed with the last project that needs them, unless they are for all projects.
  const isLast = listed.length === 1 && listed.includes(root) && !isForAll(runtime, agent);
  if (!isLast) return [here];
  const userFile = { path: userHookFile(runtime, agent), base: memoryHome(runtime) };
  return [here, hookRemoval(runtime, userFile, agent), sharedRules(runtime, agent)];
}

/** The change that removes the rules beside hooks that projects share. */
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

/** Whether init has connected an agent for all projects. A list tells where its hooks are always at home. */
function isForAll(runtime: Runtime, agent: Agent): boolean {
  return SETUPS[agent].hooksAtHome
    ? projectsWithUserHooks(runtime, agent).includes(runtime.home)
    : ownPaths(runtime, runtime.home, agent).some((path) => runtime.files.stat(path));
}

/** The change that takes agents off the list of those whose hooks in the user's own files this place needs. */
function unlistings(runtime: Runtime, { root, agents }: Place): FileChange[] {
  const gone = agents.filter((agent) => projectsWithUserHooks(runtime, agent).includes(root));
  return gone.length > 0 ? [projectUnlisting(runtime, root, gone)] : [];
}

/** The extent of a purge. */
export interface Purge {
  readonly folder: string;
  /** The file of settings for all projects, which goes with the global memory. */
  readonly settings?: string;
  readonly files: number;
  readonly bytes: number;
}

/** The caches that exist, models and unpacked libraries, which are fetched again when needed. */
export function cacheFolders(runtime: Runtime): readonly string[] {
  return ["models", "runtime"].map((name) => join(memoryHome(runtime), name)).filter((path) =>
    runtime.files.stat(path)
  );
}

/**
 * The folders that a purge would erase. Throws NOT_INITIALISED when there is no memory, IO_ERROR when the folder is
 * none.
 */
export function planPurge(runtime: Runtime, { dataFolder, ownsData, root, scope }: Place): Purge {
  if (!ownsData) refuse("shares_memory", { path: dataFolder });
  const real = runtime.files.realPath(dataFolder);
  const paths = homesToErase(runtime, { dataFolder, scope });
  if (real === undefined && paths.length === 0) refuse("nothing_to_erase", { path: dataFolder });
  // Undefined: the folder is gone, but not its home.
  if (real !== undefined) {
    const isAround = [root, runtime.home].some((folder) => isInside(realOf(runtime, folder), real));
    const isMemory = [layout.CORE_FILE, layout.CONFIG_FILE, layout.DAILY_FOLDER].some((name) =>
      runtime.files.stat(join(real, name))
    );
    if (isAround || !isMemory) refuse("not_memorys_own", { path: real });
    paths.push(...ownNames(runtime, real).map((name) => join(real, name)));
  }
  const config = globalConfigFile(runtime);
  const settings = scope === "home" && runtime.files.stat(config) ? [config] : [];
  const sizes = [...paths, ...settings].flatMap((path) => sizesBelow(runtime.files, path));
  return {
    folder: dataFolder,
    ...settings[0] === undefined ? {} : { settings: settings[0] },
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** The memory's home, and the homes of memories that were lost at this place: each may hold copies. */
function homesToErase(runtime: Runtime, place: Pick<Place, "dataFolder" | "scope">): string[] {
  const store = storeOf(runtime, place);
  const real = realOf(runtime, place.dataFolder);
  return homesHere(store).filter((home) => {
    if (home === store.home) return runtime.files.stat(home) !== undefined;
    const owner = readOwner(runtime, home);
    return owner !== undefined && (owner.path === real || runtime.files.stat(owner.path) === undefined);
  });
}

/**
 * Erases the memory of a place.
 *
 * @param made the folders that init made
 */
export function carryOutPurge(
  runtime: Runtime,
  { dataFolder, root, scope }: Place,
  made: ReadonlySet<string> | undefined,
): void {
  const real = runtime.files.realPath(dataFolder);
  // The data folder is erased last, since its token names the home.
  for (const home of homesToErase(runtime, { dataFolder, scope })) runtime.files.remove(home);
  if (real !== undefined) {
    // The lock, which is held, goes behind all that it keeps others from writing.
    const names = ownNames(runtime, real).filter((name) => name !== layout.LOCK_FILE);
    for (const name of [...names, layout.LOCK_FILE]) runtime.files.remove(join(real, name));
    if (runtime.files.list(real).length === 0) runtime.files.remove(real);
  }
  // The folder may have been a link, which is left.
  if (runtime.files.stat(dataFolder) === undefined) runtime.files.remove(dataFolder);
  if (scope === "home") runtime.files.remove(globalConfigFile(runtime));
  removeEmptyFolders(runtime, dirname(dataFolder), root, made);
}

/** The names in a data folder that are ours: all in a folder of the usual name, elsewhere those that we write. */
function ownNames(runtime: Runtime, folder: string): readonly string[] {
  const isOursAlone = USUAL_DATA_DIRS.some((path) => basename(path) === basename(folder));
  const isOurs = (name: string) =>
    layout.OWN_NAMES.includes(name) || name.startsWith(layout.INDEX_FILE) || (name.startsWith(".") && name !== ".git");
  return runtime.files.list(folder).filter((name) => isOursAlone || isOurs(name));
}
