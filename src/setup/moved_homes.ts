/** Homes of clients that a variable has moved, noted by init for uninstall and doctor, which may lack the variable. */
import { join } from "node:path";
import { type Agent, AGENTS } from "../agents/event.ts";
import { movedHome, SETUPS, userHookFile } from "../agents/setup.ts";
import { readJson, replaceAtomically } from "../files.ts";
import { isObject } from "../json.ts";
import { isInside, memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange, fileChange, ownPaths } from "./changes.ts";
import { callsMemory } from "./hook_changes.ts";

const FILE = "client_homes.json";

interface Moved {
  readonly agent: Agent;
  readonly folder: string;
  readonly made?: true;
}

/** The change that notes the moved homes of these agents; none where all are known or no home is moved. */
export function homeListing(runtime: Runtime, agents: readonly Agent[]): FileChange[] {
  const known = movedHomes(runtime);
  const added = agents.flatMap((agent): Moved[] => {
    const folder = movedHome(runtime, agent);
    if (folder === undefined || known.some((each) => each.agent === agent && each.folder === folder)) return [];
    return [{ agent, folder, ...(runtime.files.stat(folder) ? {} : { made: true }) }];
  });
  return added.length > 0 ? [fileChange(runtime, fileOf(runtime), "merge", textOf([...known, ...added]))] : [];
}

/** The runtime as each client may see it: as it is, with no home moved, and with each home that init has noted. */
export function asClientsSee(runtime: Runtime): readonly Runtime[] {
  const moved = movedHomes(runtime).map((home) => withHome(runtime, home));
  const isMoved = moved.length > 0 || AGENTS.some((agent) => movedHome(runtime, agent));
  return isMoved ? [runtime, withHome(runtime), ...moved] : [runtime];
}

/** The same runtime with one home moved, or none. It is not copied, since some of its fields are read lazily. */
function withHome(runtime: Runtime, home?: ClientHome): Runtime {
  const owners = new Map(AGENTS.map((agent) => [SETUPS[agent].home?.variable, agent]));
  const env = (name: string) => {
    const owner = owners.get(name);
    if (owner === undefined) return runtime.env(name);
    return owner === home?.agent ? home.folder : undefined;
  };
  return Object.create(runtime, { env: { value: env } });
}

export type ClientHome = Pick<Moved, "agent" | "folder">;

/** The moved homes by the variables and by the notes of init, without those that hold the home folder. */
export function clientHomes(runtime: Runtime): readonly ClientHome[] {
  const now = AGENTS.flatMap((agent): ClientHome[] => {
    const folder = movedHome(runtime, agent);
    return folder === undefined ? [] : [{ agent, folder }];
  });
  return [...now, ...movedHomes(runtime)].filter(({ folder }) => !isInside(runtime.home, folder));
}

/** The moved home in which a path lies. */
export function homeAround(homes: readonly ClientHome[], path: string): ClientHome | undefined {
  return homes.find(({ folder }) => isInside(path, folder));
}

/** Forgets the homes in which nothing of ours is left. One that init made is removed if it is empty. */
export function forgetHomes(runtime: Runtime): void {
  const { files } = runtime;
  const known = movedHomes(runtime);
  const gone = known.filter(({ agent, folder }) => {
    const there = withHome(runtime, { agent, folder });
    return !callsMemory(there, userHookFile(there, agent), agent) &&
      !ownPaths(there, there.home, agent).some((path) => isInside(path, folder) && files.stat(path));
  });
  if (gone.length === 0) return;
  for (const { folder, made } of gone) {
    if (made && files.stat(folder)?.kind === "folder" && files.list(folder).length === 0) files.remove(folder);
  }
  const left = known.filter((each) => !gone.includes(each));
  if (left.length === 0) files.remove(fileOf(runtime));
  else replaceAtomically(runtime, fileOf(runtime), textOf(left));
}

function movedHomes(runtime: Runtime): readonly Moved[] {
  const value = readJson(runtime.files, fileOf(runtime));
  const isMoved = (each: unknown): each is Moved =>
    isObject(each) && typeof each.folder === "string" && AGENTS.some((agent) => agent === each.agent);
  return Array.isArray(value) ? value.filter(isMoved) : [];
}

function fileOf(runtime: Runtime): string {
  return join(memoryHome(runtime), FILE);
}

function textOf(homes: readonly Moved[]): string {
  return `${JSON.stringify(homes, null, 2)}\n`;
}
