/** The place at which init or uninstall works: its root, its data folder, its agents. */
import { basename, dirname, join, resolve } from "node:path";
import { agentPath, hookFilePath, type Scope, SETUPS } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { CONFIG_FILE, configuredDataDir, globalConfigFile, languageOf, loadConfig } from "../config/mod.ts";
import {
  chosenDataDir,
  DEFAULT_DATA_DIR,
  globalDataFolder,
  isInside,
  isOnPath,
  memoryHome,
  realOf,
  withHome,
} from "../paths.ts";
import { gitRoot, initRoot, mainWorktree } from "../git/worktree.ts";
import type { Runtime } from "../runtime.ts";
import type { Language } from "../sentence.ts";
import { locateMemory, type Locations } from "../store/locate.ts";
import { MemoryError } from "../errors.ts";
import { lossFailure, lostMemoryOf, lostText } from "../store/lost.ts";
import { DISABLE_FILE, refusedFailure } from "../store/memory.ts";
import { homesHere } from "../store/missing.ts";
import { openStore, type Store } from "../store/mod.ts";
import { callsMemory, isForAll, projectsWithUserHooks } from "./hook_changes.ts";
import { originalOf } from "./originals.ts";
import { refuse, said } from "./words.ts";

/** A project, or the user's home folder for all projects. */
export interface Place {
  readonly scope: Scope;
  /** The folder that holds the agents' folders. */
  readonly root: string;
  readonly dataFolder: string;
  /** False in a linked worktree that shares the memory of its main worktree. */
  readonly ownsData: boolean;
  readonly agents: readonly Agent[];
  /** Other data folders of the project, which are not read. */
  readonly beside?: readonly string[] | undefined;
  /** The folder with the originals of the place's files. */
  readonly base: string;
  /** No agent was named, and none was seen. */
  readonly isGuess?: boolean;
}

/** The file whose presence switches the place's memory off. */
export function switchFileOf({ dataFolder }: Pick<Place, "dataFolder">): string {
  return join(dirname(dataFolder), DISABLE_FILE);
}

/** The store of a place, whether it exists or not. */
export function storeOf(runtime: Runtime, { dataFolder, scope }: Pick<Place, "dataFolder" | "scope">): Store {
  return openStore(runtime, dataFolder, scope === "home" ? "global" : "project");
}

/**
 * The folder whose client files hold for a project at the working directory: in a linked worktree, which shares the
 * memory of the main one, its own. Undefined outside of projects.
 */
export function clientsRoot(runtime: Runtime, projectRoot: string | undefined): string | undefined {
  const here = gitRoot(runtime, runtime.cwd());
  const isLinked = here !== undefined && here !== projectRoot && mainWorktree(runtime, here) === projectRoot;
  return isLinked ? here : projectRoot;
}

/** A place as a person names it. */
export interface PlaceRequest {
  readonly global: boolean;
  readonly projectPath: string | undefined;
  /** `auto`, or an empty list: the agents in use here. `none`: the memory alone (`memory mcp`). */
  readonly agents: readonly (Agent | "auto" | "none")[];
}

/** The place that `init` sets up. Throws INVALID_ARGUMENT. */
export function placeToInit(runtime: Runtime, request: PlaceRequest): Place {
  if (request.global) return homePlace(runtime, request);
  const root = rootOf(runtime, request);
  const found = locateMemory(runtime, { root, dataDir: configuredDataDir(runtime) });
  refusePassedOver(found);
  const { agents, isGuess } = orCursor(request, () => agentsHere(runtime, root));
  refuseUnlinked(runtime, found);
  const own = found.projectFolder;
  const shared = own === undefined && request.projectPath === undefined ? sharedFolder(runtime, root) : undefined;
  const dataFolder = own ?? shared ?? newDataFolder(runtime, root, agents);
  const base = openStore(runtime, dataFolder, "project").home;
  const ownsData = shared === undefined;
  return { scope: "project", root, dataFolder, ownsData, agents, beside: found.passedOver, base, isGuess };
}

/** The place that `uninstall` undoes: the initialised project here, else the one that `init` would set up. */
export function placeToUninstall(runtime: Runtime, request: PlaceRequest): Place {
  if (request.global) return { ...homePlace(runtime, request), agents: namedOrAll(request) };
  const start = request.projectPath === undefined ? [runtime.cwd()] : [];
  const dataDir = configuredDataDir(runtime);
  const found = locateMemory(runtime, { root: request.projectPath, start, dataDir });
  refusePassedOver(found);
  const here = rootOf(runtime, request);
  // A linked worktree shares the memory of its main worktree, but has its own files of clients.
  const isShared = found.projectRoot !== undefined && !isInside(here, found.projectRoot) &&
    !isInside(found.projectRoot, here);
  const root = isShared ? here : found.projectRoot ?? here;
  const dataFolder = found.projectFolder ?? newDataFolder(runtime, root, namedOrAll(request));
  const base = openStore(runtime, dataFolder, "project").home;
  return { scope: "project", root, dataFolder, ownsData: !isShared, agents: namedOrAll(request), base };
}

/** Throws IO_ERROR where the memory would lie behind a link that others may have made, or in a closed folder. */
function refusePassedOver({ projectFolder, refused }: Locations): void {
  if (projectFolder !== undefined || refused === undefined) return;
  throw refusedFailure(refused, "IO_ERROR");
}

/**
 * Throws where the link to the project's memory is gone, or the checkout lacks one that git tracks: another memory
 * would begin beside it, or over git's files.
 */
function refuseUnlinked(runtime: Runtime, locations: Locations): void {
  const lost = lostMemoryOf({ runtime, locations })?.lost;
  if (lost?.link) throw new MemoryError("IO_ERROR", lostText(lost), said("link_again"));
  if (lost?.leftOut) throw lossFailure(lost);
}

function namedOrAll(request: PlaceRequest): readonly Agent[] {
  return namedOr(request, () => AGENTS);
}

function namedOr({ agents }: PlaceRequest, inUse: () => readonly Agent[]): readonly Agent[] {
  const found = meansInUse({ agents }) ? inUse() : [];
  return AGENTS.filter((agent) => agents.includes(agent) || found.includes(agent));
}

/** Where no agent is found, a memory is set up for Cursor, whose folder several agents can share. */
function orCursor(request: PlaceRequest, inUse: () => readonly Agent[]): Required<Pick<Place, "agents" | "isGuess">> {
  const agents = namedOr(request, inUse);
  const isGuess = agents.length === 0 && !request.agents.includes("none");
  return { agents: isGuess ? ["cursor"] : agents, isGuess };
}

/** Whether a person leaves it to init which agents are connected. */
export function meansInUse({ agents }: Pick<PlaceRequest, "agents">): boolean {
  return agents.length === 0 || agents.includes("auto");
}

function homePlace(runtime: Runtime, request: PlaceRequest): Place {
  if (request.projectPath !== undefined) refuse("global_or_path");
  const { agents, isGuess } = orCursor(request, () => {
    const known = AGENTS.filter((agent) => isForAll(runtime, agent));
    return known.length > 0 ? known : agentsSeen(runtime, runtime.home);
  });
  return {
    scope: "home",
    root: runtime.home,
    dataFolder: globalDataFolder(runtime),
    ownsData: true,
    agents,
    base: memoryHome(runtime),
    isGuess,
  };
}

function rootOf(runtime: Runtime, { projectPath }: PlaceRequest): string {
  const start = projectPath === undefined ? runtime.cwd() : resolve(runtime.cwd(), withHome(runtime, projectPath));
  const root = projectPath === undefined ? initRoot(runtime, start) : start;
  if (root === undefined || isInside(realOf(runtime, runtime.home), realOf(runtime, root))) {
    refuse("around_home", { path: start });
  }
  return root;
}

/**
 * The agents that init connects: those connected already; a linked worktree without any takes those of the main one.
 * Where none is connected at all, those that are seen: whoever named some has left the others out.
 */
function agentsHere(runtime: Runtime, root: string): readonly Agent[] {
  const main = mainWorktree(runtime, root);
  const own = agentsConnected(runtime, root);
  const known = own.length > 0 || main === undefined ? own : agentsConnected(runtime, main);
  return known.length > 0 ? known : agentsSeen(runtime, root);
}

/** The agents that are connected, as the home of the memory tells even after `git clean`. */
function agentsConnected(runtime: Runtime, root: string): readonly Agent[] {
  const homes = homesHere(openStore(runtime, newDataFolder(runtime, root, []), "project"));
  return AGENTS.filter((agent) => {
    const file = hookFilePath(runtime, agent, { root, scope: "project" });
    // An init has changed the file, and no uninstall has put it back.
    const isLost = () => !runtime.files.stat(file) && homes.some((home) => originalOf(runtime, home, file));
    return projectsWithUserHooks(runtime, agent).includes(root) || callsMemory(runtime, file, agent) || isLost();
  });
}

/** The agents that have a folder at a place or in the home folder, or that a shell can start. */
export function agentsSeen(runtime: Runtime, root: string): readonly Agent[] {
  const withFolder = [...agentsIn(runtime, root), ...agentsIn(runtime, runtime.home)];
  const endings = runtime.platform === "win32" ? [".exe", ".cmd"] : [""];
  return AGENTS.filter((agent) =>
    withFolder.includes(agent) || endings.some((ending) => isOnPath(runtime, SETUPS[agent].program + ending))
  );
}

function agentsIn(runtime: Runtime, root: string): readonly Agent[] {
  return AGENTS.filter((agent) => {
    const { folder, projectFolder } = SETUPS[agent];
    return isInUse(runtime, agentPath(runtime, agent, root, root === runtime.home ? folder : projectFolder ?? folder));
  });
}

/** Whether an agent's folder shows that the agent is in use: any agent's memory may lie there alone. */
function isInUse({ files }: Runtime, folder: string): boolean {
  if (files.stat(folder)?.kind !== "folder") return false;
  const [memory, skills] = [basename(DEFAULT_DATA_DIR), join(folder, basename(dirname(DEFAULT_DATA_DIR)))];
  if (!files.list(skills).includes(memory)) return true;
  const others = files.list(skills).filter((name) => name !== memory && name !== DISABLE_FILE);
  return others.length > 0 || files.list(folder).length > 1;
}

function sharedFolder(runtime: Runtime, root: string): string | undefined {
  const main = mainWorktree(runtime, root);
  return main && locateMemory(runtime, { root: main, dataDir: configuredDataDir(runtime) }).projectFolder;
}

function newDataFolder(runtime: Runtime, root: string, agents: readonly Agent[]): string {
  const chosen = chosenDataDir(runtime, configuredDataDir(runtime));
  const [only] = agents;
  const own = only && agents.length === 1 ? SETUPS[only].dataDir : undefined;
  return resolve(root, chosen ?? own ?? DEFAULT_DATA_DIR);
}

/** The settings file that init writes at a place. */
export function settingsFileOf(runtime: Runtime, { scope, dataFolder }: Place): string {
  return scope === "home" ? globalConfigFile(runtime) : join(dataFolder, CONFIG_FILE);
}

/**
 * `--lang`, else the settings, else the locale. A Chinese locale is written down, for hooks that run without one, but
 * only into new settings: whoever runs init again may have another locale than those who work here.
 */
export function languageFor(runtime: Runtime, place: Place, asked: Language | undefined) {
  const { dataFolder, root, scope } = place;
  const where = scope === "project" ? { projectFolder: dataFolder, projectRoot: root } : {};
  const { config } = loadConfig(runtime, where);
  const language = asked ?? languageOf(runtime, config);
  const isFromLocale = asked === undefined && config.lang === "auto" && language === "zh" && place.ownsData &&
    runtime.files.stat(settingsFileOf(runtime, place)) === undefined;
  return { language, setLanguage: asked ?? (isFromLocale ? language : undefined), isFromLocale };
}
