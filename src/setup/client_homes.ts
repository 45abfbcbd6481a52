/**
 * In: a client whose home its person has moved by a variable. Out: a note of where init found it, so that uninstall and
 * doctor find it too where the variable is not set.
 * Not done here: what the variables mean (agents/client_home.ts).
 *
 * @module
 */
import { join } from "node:path";
import { movedHome, userHookFile } from "../agents/client_home.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { isInside, memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange, fileChange } from "./changes.ts";
import { callsMemory } from "./hook_changes.ts";
import { ownPaths } from "./own_files.ts";

const FILE = "client_homes.json";

interface Moved {
  readonly agent: Agent;
  readonly folder: string;
  /** Init made the folder. */
  readonly made?: true;
}

/** The change that notes where these agents have their homes now; none for those that have moved nothing. */
export function homeListing(runtime: Runtime, agents: readonly Agent[]): FileChange[] {
  const known = movedHomes(runtime);
  const added = agents.flatMap((agent): Moved[] => {
    const folder = movedHome(runtime, agent);
    if (folder === undefined || known.some((each) => each.agent === agent && each.folder === folder)) return [];
    return [{ agent, folder, ...(runtime.files.stat(folder) ? {} : { made: true }) }];
  });
  return added.length > 0 ? [fileChange(runtime, fileOf(runtime), "merge", textOf([...known, ...added]))] : [];
}

/** The world as each client may see it: as it is, with no home moved, and with each of those that init has found. */
export function asClientsSee(runtime: Runtime): readonly Runtime[] {
  const variables = AGENTS.flatMap((agent) => SETUPS[agent].home?.variable ?? []);
  const withHomes = (homes: Readonly<Record<string, string>>) =>
    withEnv(runtime, (name) => variables.includes(name) ? homes[name] : runtime.env(name));
  const moved = movedHomes(runtime).flatMap(({ agent, folder }) => {
    const variable = SETUPS[agent].home?.variable;
    return variable === undefined ? [] : [withHomes({ [variable]: folder })];
  });
  const isMoved = moved.length > 0 || variables.some((name) => runtime.env(name));
  return isMoved ? [runtime, withHomes({}), ...moved] : [runtime];
}

/** A client's home that was moved. */
export type ClientHome = Pick<Moved, "agent" | "folder">;

/** The homes that were moved, as the variables say now and as init has found them; none that holds the home folder. */
export function clientHomes(runtime: Runtime): readonly ClientHome[] {
  const now = AGENTS.flatMap((agent): ClientHome[] => {
    const folder = movedHome(runtime, agent);
    return folder === undefined ? [] : [{ agent, folder }];
  });
  return [...now, ...movedHomes(runtime)].filter(({ folder }) => !isInside(runtime.home, folder));
}

/** The one of these homes that a path lies in. */
export function homeAround(homes: readonly ClientHome[], path: string): ClientHome | undefined {
  return homes.find(({ folder }) => isInside(path, folder));
}

/** Forgets the homes in which nothing of ours is left; one that init made goes when it is empty. */
export function forgetHomes(runtime: Runtime): void {
  const { files } = runtime;
  const known = movedHomes(runtime);
  const gone = known.filter(({ agent, folder }) => {
    const variable = SETUPS[agent].home?.variable;
    const there = withEnv(runtime, (name) => name === variable ? folder : runtime.env(name));
    return !callsMemory(there, userHookFile(there, agent), agent) &&
      !ownPaths(there, there.home, agent).some((path) => path.startsWith(folder) && files.stat(path));
  });
  if (gone.length === 0) return;
  for (const { folder, made } of gone) {
    if (made && files.stat(folder)?.kind === "folder" && files.list(folder).length === 0) files.remove(folder);
  }
  const left = known.filter((each) => !gone.includes(each));
  if (left.length === 0) files.remove(fileOf(runtime));
  else replaceAtomically(runtime, fileOf(runtime), textOf(left));
}

/** The same world with another environment. Some of it is asked for late, so it is not copied. */
function withEnv(runtime: Runtime, env: Runtime["env"]): Runtime {
  return Object.create(runtime, { env: { value: env } });
}

function movedHomes(runtime: Runtime): readonly Moved[] {
  const value = readJson(runtime.files, fileOf(runtime));
  return Array.isArray(value) ? value.filter(isMovedHome) : [];
}

function isMovedHome(value: unknown): value is Moved {
  return isObject(value) && typeof value.folder === "string" && AGENTS.some((agent) => agent === value.agent);
}

function fileOf(runtime: Runtime): string {
  return join(memoryHome(runtime), FILE);
}

function textOf(homes: readonly Moved[]): string {
  return `${JSON.stringify(homes, null, 2)}\n`;
}
