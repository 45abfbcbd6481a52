/**
 * In: a place. Out: the changes that take away what init put there and put back what was there before.
 * Not done here: making them (apply.ts); the memory itself, which stays.
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { agentPath, SETUPS, userHookFile } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { BESIDE, BESIDE_END, readText } from "../files.ts";
import { CLAUDE_DATA_DIR, DEFAULT_DATA_DIR, isInside, memoryHome, realOf } from "../paths.ts";
import { isOurRule, RULE_FILE } from "../recall/rule_file.ts";
import type { Runtime } from "../runtime.ts";
import { leadsOut } from "./apply.ts";
import {
  editableText,
  type FileChange,
  fileChange,
  ownFileRemoval,
  ownPaths,
  removeEmptyFolders,
  withoutRepeats,
} from "./changes.ts";
import { asClientsSee, type Place, switchFileOf } from "./place.ts";
import {
  excludeFileOf,
  otherWorktrees,
  patternFor,
  withoutPatterns,
  type Worktree,
  worktreeOf,
} from "../git/worktree.ts";
import { hookRemoval, isConnected, projectsWithUserHooks, projectUnlisting } from "./hook_changes.ts";
import type { Remark, SetupPlan } from "./install.ts";
import { originalOf } from "./originals.ts";
import { giveBackChanges, takenOverText } from "./older_tools.ts";
import { gitPath } from "../git/tracking.ts";
import { isTrackedLink } from "../store/locate.ts";
import { globalConfigFile } from "../config/mod.ts";
import { fail } from "../errors.ts";
import { type Store, storeAt } from "../store/mod.ts";
import * as layout from "../store/layout.ts";

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

// In: a place whose memory is to be erased for good. Out: first what would go, then nothing of it.
// Not done here: asking (store/confirm.ts); files outside the data folder (remove.ts).

/** What a purge takes. */
export interface Purge {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

/** The caches that exist, models and unpacked libraries, which come again when needed. */
export function cacheFolders(runtime: Runtime): readonly string[] {
  return ["models", "runtime"].map((name) => join(memoryHome(runtime), name)).filter((path) =>
    runtime.files.stat(path)
  );
}

/** What would be erased. Throws NOT_INITIALISED when there is no memory, IO_ERROR when the folder is no memory. */
export function planPurge(runtime: Runtime, { dataFolder, ownsData, root, scope }: Place): Purge {
  if (!ownsData) {
    fail("IO_ERROR", {
      en: `This worktree has no memory of its own; it shares ${dataFolder}`,
      zh: `本 worktree 没有自己的记忆，共用 ${dataFolder}`,
    }, { en: "Purge it from the main worktree", zh: "请到主 worktree 中清除" });
  }
  const real = runtime.files.realPath(dataFolder);
  if (real === undefined) {
    fail("NOT_INITIALISED", {
      en: `There is no memory to erase: ${dataFolder} does not exist`,
      zh: `没有可清除的记忆：${dataFolder} 不存在`,
    }, { en: "Without --purge the rest is taken back", zh: "去掉 --purge 可收回其余内容" });
  }
  const inside = [root, runtime.home].find((folder) => isInside(realOf(runtime, folder), real));
  const isMemory = [layout.CORE_FILE, layout.CONFIG_FILE, layout.DAILY_FOLDER].some((name) =>
    runtime.files.stat(join(real, name))
  );
  if (inside !== undefined || !isMemory) {
    fail("IO_ERROR", {
      en: `Refusing to erase ${real}: it is no folder of memory's own`,
      zh: `不会清除 ${real}：它不是 memory 自己的目录`,
    }, { en: "Take away by hand what of it is memory's", zh: "请手工删除其中属于 memory 的内容" });
  }
  const { home } = storeOf(runtime, { dataFolder, scope });
  const sizes = [...ownNames(runtime, real).map((name) => join(real, name)), home]
    .flatMap((path) => sizesBelow(runtime, path));
  const settings = scope === "home" ? runtime.files.stat(globalConfigFile(runtime)) : undefined;
  const all = settings ? [...sizes, settings.size] : sizes;
  return { folder: dataFolder, files: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
}

/**
 * Erases it.
 *
 * @param made the folders that init made
 */
export function purge(
  runtime: Runtime,
  { dataFolder, root, scope }: Place,
  made: ReadonlySet<string> | undefined,
): void {
  const real = runtime.files.realPath(dataFolder);
  // The truth goes last: what names the home lies beside it.
  runtime.files.remove(storeOf(runtime, { dataFolder, scope }).home);
  if (real !== undefined) {
    for (const name of ownNames(runtime, real)) runtime.files.remove(join(real, name));
    if (runtime.files.list(real).length === 0) runtime.files.remove(real);
  }
  // Where the folder was a link, the link is left.
  if (runtime.files.stat(dataFolder) === undefined) runtime.files.remove(dataFolder);
  if (scope === "home") runtime.files.remove(globalConfigFile(runtime));
  removeEmptyFolders(runtime, dirname(dataFolder), root, made);
}

/** What in the folder is ours: everything in a folder of our name, elsewhere only what we are known to write. */
function ownNames(runtime: Runtime, folder: string): readonly string[] {
  const isOursAlone = [DEFAULT_DATA_DIR, CLAUDE_DATA_DIR].some((path) => basename(path) === basename(folder));
  const isOurs = (name: string) =>
    layout.OWN_NAMES.includes(name) || name.startsWith(layout.INDEX_FILE) || (name.startsWith(".") && name !== ".git");
  return runtime.files.list(folder).filter((name) => isOursAlone || isOurs(name));
}

function storeOf(runtime: Runtime, { dataFolder, scope }: Pick<Place, "dataFolder" | "scope">): Store {
  return storeAt(runtime, dataFolder, scope === "home" ? "global" : "project");
}

function sizesBelow(runtime: Runtime, path: string): number[] {
  const stat = runtime.files.stat(path);
  if (stat === undefined) return [];
  if (stat.kind !== "folder") return [stat.size];
  return runtime.files.list(path).flatMap((name) => sizesBelow(runtime, join(path, name)));
}
