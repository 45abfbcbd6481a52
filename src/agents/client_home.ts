/**
 * In: a file of an agent, relative to a project's root or to the home folder. Out: its path, for a person who has moved
 * the agent's home by its variable, too.
 * Not done here: remembering where it was when init ran (setup/place.ts).
 *
 * @module
 */
import { join, resolve } from "node:path";
import { withHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { Agent } from "./event.ts";
import { SETUPS } from "./setup.ts";

type World = Pick<Runtime, "env" | "home" | "cwd">;

/** The folder that stands for an agent's own in the home folder, or for that itself; undefined where none was moved. */
export function movedHome(runtime: World, agent: Agent): string | undefined {
  const { home } = SETUPS[agent];
  const named = home && withHome(runtime, runtime.env(home.variable));
  return named ? resolve(runtime.cwd(), named) : undefined;
}

/** The path of an agent's file below a root, which may be the home folder. */
export function agentPath(runtime: World, agent: Agent, root: string, file: string): string {
  const moved = root === runtime.home ? movedHome(runtime, agent) : undefined;
  const own = SETUPS[agent].home?.standsFor.find((folder) => folder === "" || `${file}/`.startsWith(`${folder}/`));
  return moved === undefined || own === undefined ? join(root, file) : join(moved, file.slice(own.length));
}

/** The path of the hook file that serves all projects. */
export function userHookFile(runtime: World, agent: Agent): string {
  return agentPath(runtime, agent, runtime.home, SETUPS[agent].hookFile.home);
}
