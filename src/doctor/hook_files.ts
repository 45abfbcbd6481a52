/**
 * In: a memory. Out: the hook files that may concern it, with our commands in each.
 * Not done here: judging or editing them.
 *
 * @module
 */
import { agentPath, type Scope, SETUPS } from "../agents/setup.ts";
import { ourCommands, withHooks } from "../agents/hook_file.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { reasonTold } from "../errors.ts";
import { gitRoot, mainWorktree } from "../git/worktree.ts";
import type { Runtime } from "../runtime.ts";
import { asClientsSee } from "../setup/place.ts";
import type { Patient } from "./check.ts";
import type { Sentence } from "../sentence.ts";

/** A hook file as doctor sees it. */
export interface HookFileView {
  readonly agent: Agent;
  readonly scope: Scope;
  /** The folder that holds the agent's folder. */
  readonly root: string;
  readonly path: string;
  /** The world as the agent sees it whose file this is: its person may have moved its home. */
  readonly runtime: Runtime;
  /** Undefined when there is no such file, or none that can be read. */
  readonly text: string | undefined;
  readonly commands: readonly { readonly event: string; readonly command: string }[];
  /** Why the client can't read it either. */
  readonly problem: Sentence | undefined;
}

/** The hook files of the project, of the linked worktree we are in, and of the user. */
export function hookFiles(patient: Patient): HookFileView[] {
  const { runtime } = patient;
  const places: { root: string; scope: Scope }[] = projectRoots(patient).map((root) => ({ root, scope: "project" }));
  places.push({ root: runtime.home, scope: "home" });
  const seen = asClientsSee(runtime);
  const found = places.flatMap(({ root, scope }) =>
    AGENTS.flatMap((agent) =>
      seen.map((runtime) => {
        const path = agentPath(runtime, agent, root, SETUPS[agent].hookFile[scope]);
        return { agent, scope, root, path, runtime };
      })
    )
  );
  const first = found.filter((file, at) => found.findIndex(({ path }) => path === file.path) === at);
  return first.map((file) => ({ ...file, ...read(patient, file.agent, file.path) }));
}

function projectRoots({ runtime, memory }: Patient): string[] {
  const { projectRoot } = memory.locations;
  const here = gitRoot(runtime, runtime.cwd());
  const isLinked = here !== undefined && here !== projectRoot && mainWorktree(runtime, here) === projectRoot;
  return [...projectRoot === undefined ? [] : [projectRoot], ...isLinked ? [here] : []];
}

function read({ runtime }: Patient, agent: Agent, path: string) {
  const { shape } = SETUPS[agent];
  try {
    const bytes = runtime.files.read(path);
    if (!bytes) return { text: undefined, commands: [], problem: undefined };
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const edited = withHooks(text, shape, []);
    const problem = typeof edited === "string" ? undefined : edited.problem;
    return { text, commands: ourCommands(text, shape), problem };
  } catch (error) {
    return { text: undefined, commands: [], problem: reasonTold(error) };
  }
}
