/** The changes that put our hooks and rules into an agent's settings, or take them out. */
import {
  commandsIn,
  type HookCommand,
  ourCommands,
  ruleListProblem,
  rulesIn,
  type Unusable,
  withCommandsOf,
  withHooks,
  withoutCommands,
  withoutHooks,
  withoutRules,
  withRules,
} from "../agents/hook_file.ts";
import { agentPath, AT_TOOLS, type AtTools, listedRules, SETUPS, userHookFile, wantedHooks } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { olderToolOf } from "../agents/older_tools.ts";
import { editableText, readJson, readText } from "../files.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange, fileChange } from "./changes.ts";
import { worktreeOf } from "../git/worktree.ts";
import { originalOf, textOf } from "./originals.ts";
import type { Place } from "./place.ts";
import { refuse } from "./words.ts";
import { gitTracking } from "../git/tracking.ts";
import { binaryOf } from "../agents/command.ts";
import { join } from "node:path";
import { isObject } from "../json.ts";
import type { Memory } from "../store/memory.ts";

interface HookFile {
  readonly path: string;
  /** The folder with its original. */
  readonly base: string;
  /** The project's hook file, where the hooks go to the user's file instead, which all projects share. */
  readonly insteadOf?: string;
  /** The reason for that: git tracks the project's file, or the client does not read it below the project's root. */
  readonly because?: "tracked" | "below_root";
}

type HookPlace = Pick<Place, "scope" | "root" | "base">;

/** The file that an agent's hooks go to. */
export function hookFileOf(runtime: Runtime, { scope, root, base }: HookPlace, agent: Agent): HookFile {
  const { hookFile, hooksAtHome } = SETUPS[agent];
  const path = agentPath(runtime, agent, root, hookFile[scope]);
  if (scope === "home") return { path, base };
  const user = { path: userHookFile(runtime, agent), base: memoryHome(runtime), insteadOf: path };
  if (hooksAtHome) return { ...user, because: "below_root" };
  const worktree = worktreeOf(runtime, root);
  if (!worktree || gitTracking(runtime, worktree.root, path) === "untracked") return { path, base };
  return { ...user, because: "tracked" };
}

/**
 * How much is told at tools by the settings in force. A hook file for all projects needs the hooks that the person's
 * own settings ask for, too.
 */
export function atToolsOf({ config, ownConfig }: Pick<Memory, "config" | "ownConfig">, isForAll: boolean): AtTools {
  const wished = [config, ...isForAll ? [ownConfig()] : []]
    .map(({ auto_retrieve, recall }) => auto_retrieve ? recall.at_tools : "none");
  return AT_TOOLS.findLast((each) => wished.includes(each)) ?? "none";
}

/** Whether an agent calls memory from this place. */
export function isConnected(runtime: Runtime, place: Place, agent: Agent): boolean {
  const { path, insteadOf } = hookFileOf(runtime, place, agent);
  if (insteadOf === undefined) return callsMemory(runtime, path, agent);
  const isListed = projectsWithUserHooks(runtime, agent).includes(place.root);
  return callsMemory(runtime, insteadOf, agent) || (isListed && callsMemory(runtime, path, agent));
}

/** Whether an agent's file holds hooks of ours. */
export function callsMemory(runtime: Runtime, path: string, agent: Agent): boolean {
  return ourCommands(readText(runtime.files, path) ?? "", SETUPS[agent].shape).length > 0;
}

/** How many hooks of ours a file holds after a change, or held before a change that removes them. */
export function hooksIn({ path, before, after }: FileChange): number {
  if (!path.endsWith(".json")) return 0;
  const count = (bytes: Uint8Array | undefined) => {
    const text = new TextDecoder().decode(bytes);
    return Math.max(...AGENTS.map((agent) => ourCommands(text, SETUPS[agent].shape).length));
  };
  return count(after) || count(before);
}

/**
 * The change that puts our hooks into an agent's file, and its rules as wished. Throws CONFIG_INVALID when the file
 * can't be edited safely.
 */
export function hookAddition(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  { takeOver, wish, atTools }: { readonly takeOver: boolean; readonly wish: AllowWish; readonly atTools: AtTools },
): FileChange {
  const now = editableText(runtime, path) ?? "";
  const original = originalOf(runtime, base, path);
  const before = original ? textOf(original) ?? "" : now;
  const hooked = withOurHooks(runtime, agent, now, { takeOver, atTools });
  const ruled = typeof hooked === "string" ? withAllowRules(runtime, agent, { hooked, now, before, wish }) : hooked;
  return fileChange(runtime, path, "merge", orRefuse(path, "not_added", ruled), { base });
}

/** Whether a text is an earlier text with our hooks added, with or without our rules. */
function isAsAdded(runtime: Runtime, agent: Agent, before: string, text: string): boolean {
  return AT_TOOLS.some((atTools) => {
    const hooked = withOurHooks(runtime, agent, before, { takeOver: false, atTools });
    return typeof hooked === "string" &&
      (["add", "remove"] as const).some((wish) =>
        withAllowRules(runtime, agent, { hooked, now: before, before, wish }) === text
      );
  });
}

/** A hook file with our hooks, and, at a take-over, without those of older tools. */
function withOurHooks(
  runtime: Runtime,
  agent: Agent,
  before: string,
  { takeOver, atTools }: { readonly takeOver: boolean; readonly atTools: AtTools },
): string | Unusable {
  const { shape } = SETUPS[agent];
  const rest = takeOver && before.trim() !== "" ? withoutCommands(before, shape, isOlder) : before;
  return typeof rest === "string" ? withHooks(rest, shape, wantedHooks(agent, runtime, atTools)) : rest;
}

/** Whether a text is an earlier text with our hooks and without those of older tools, changed in either order. */
function isTakenOver(runtime: Runtime, agent: Agent, before: string, text: string): boolean {
  const { shape } = SETUPS[agent];
  if (commandsIn(before, shape, isOlder).length === 0) return false;
  return AT_TOOLS.some((atTools) => {
    const first = withOurHooks(runtime, agent, before, { takeOver: false, atTools });
    return withOurHooks(runtime, agent, before, { takeOver: true, atTools }) === text ||
      (typeof first === "string" && withoutCommands(first, shape, isOlder) === text);
  });
}

function isOlder(command: unknown): boolean {
  return olderToolOf(command) !== undefined;
}

/** The hooks of older tools in a hook file of Cursor, which was their only client. */
export function olderHooks(runtime: Runtime, path: string): readonly HookCommand[] {
  return commandsIn(readText(runtime.files, path) ?? "", SETUPS.cursor.shape, isOlder);
}

/** The change that removes older tools' hooks from a file that gets none of ours; undefined where there are none. */
export function olderHookRemoval(runtime: Runtime, path: string, base: string): FileChange | undefined {
  const text = editableText(runtime, path);
  if (text === undefined || olderHooks(runtime, path).length === 0) return undefined;
  const rest = orRefuse(path, "older_not_taken_out", withoutCommands(text, SETUPS.cursor.shape, isOlder));
  return fileChange(runtime, path, "merge", rest, { base });
}

/** The change that puts older tools' hooks back into such a file; undefined where it holds any. */
export function olderHookReturn(runtime: Runtime, path: string, base: string, before: string): FileChange | undefined {
  const text = editableText(runtime, path);
  if (text === undefined || olderHooks(runtime, path).length > 0) return undefined;
  const isAsWeLeftIt = withoutCommands(before, SETUPS.cursor.shape, isOlder) === text;
  return fileChange(runtime, path, "restore", isAsWeLeftIt ? before : withOlderHooks(path, before, text), { base });
}

function withOlderHooks(path: string, before: string, text: string): string {
  return orRefuse(path, "older_not_returned", withCommandsOf(before, text, SETUPS.cursor.shape, isOlder));
}

/**
 * The change that takes our hooks and rules out again, and removes a file that holds nothing else. Undefined when the
 * file holds nothing of ours.
 *
 * @param takenOver the file before older tools' hooks were taken out of it, which are put back now
 */
export function hookRemoval(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  takenOver?: string,
): FileChange | undefined {
  const text = editableText(runtime, path);
  const { shape } = SETUPS[agent];
  if (text === undefined) return undefined;
  const original = originalOf(runtime, base, path);
  const isOurs = ourCommands(text, shape).length > 0 || (original && ruledVerbs(runtime, agent, text).length > 0);
  if (!isOurs) return undefined;
  const before = textOf(original);
  // Nobody else has changed the file since: it gets exactly its old content.
  const isAsWeLeftIt = takenOver === undefined
    ? isAsAdded(runtime, agent, before ?? "", text)
    : isTakenOver(runtime, agent, before ?? "", text);
  if (original && isAsWeLeftIt) {
    return fileChange(runtime, path, before === undefined ? "remove" : "restore", before, { base });
  }
  // The file was deleted, as by `git clean -fdx`, and init made it again, so that it holds nothing but ours.
  if (before !== undefined && takenOver === undefined && isAsAdded(runtime, agent, "", text)) {
    return fileChange(runtime, path, "restore", before, { base });
  }
  const without = orRefuse(path, "not_taken_out", withoutHooks(text, shape, original && (before ?? "{}")));
  const unruled = withAllowRules(runtime, agent, {
    hooked: without,
    now: text,
    before: before ?? "{}",
    wish: "remove",
  });
  const restored = orRefuse(path, "not_taken_out", unruled);
  const rest = takenOver === undefined ? restored : withOlderHooks(path, takenOver, restored);
  const isEmpty = /^\s*\{\s*\}\s*$/.test(rest.replace(/^\ufeff/, ""));
  const isOnlyOurs = original !== undefined && before === undefined && isEmpty;
  return fileChange(runtime, path, isOnlyOurs ? "remove" : "restore", isOnlyOurs ? undefined : rest, { base });
}

function orRefuse(path: string, otherwise: string, result: string | Unusable): string {
  return typeof result === "string" ? result : refuse(otherwise, { path, problem: result.problem });
}

/** The change of the rules by which an agent saves without asking; `keep` renews those that are there. */
export type AllowWish = "add" | "remove" | "keep";

/**
 * The text with our rules as wished.
 *
 * @param hooked the text with our hooks, which may call another binary than those of `now`
 * @param before the text before our first change, whose rules stay
 */
function withAllowRules(
  runtime: Runtime,
  agent: Agent,
  { hooked, now, before, wish }: {
    readonly hooked: string;
    readonly now: string;
    readonly before: string;
    readonly wish: AllowWish;
  },
): string | Unusable {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return hooked;
  const verbs = ruledVerbs(runtime, agent, now);
  const wanted = listedRules(allows, runtime)
    .filter((_, verb) => wish === "add" || (wish === "keep" && verbs.includes(verb)));
  const problem = wanted.length > 0 ? ruleListProblem(hooked, allows.path) : undefined;
  if (problem) return { problem };
  const stale = possibleRules(runtime, agent, now).flat().filter((rule) => !wanted.includes(rule));
  return withRules(withoutRules(hooked, allows.path, stale, before), allows.path, wanted);
}

/** Our rules that a text may hold: those for this binary, and those for the binaries that its hooks call. */
function possibleRules(runtime: Runtime, agent: Agent, text: string): readonly (readonly string[])[] {
  const { shape, allows } = SETUPS[agent];
  if (allows?.kind !== "list") return [];
  const called = ourCommands(text, shape).flatMap(({ command }) => binaryOf(command) ?? []);
  const { platform } = runtime;
  return [...new Set([runtime.execPath, ...called])].map((execPath) => listedRules(allows, { execPath, platform }));
}

/** The verbs for which a text has rules of ours, by their places in the list of allowed verbs. */
function ruledVerbs(runtime: Runtime, agent: Agent, text: string): readonly number[] {
  const { allows } = SETUPS[agent];
  if (allows?.kind !== "list") return [];
  const there = new Set(rulesIn(text, allows.path));
  return possibleRules(runtime, agent, text)
    .flatMap((rules) => rules.flatMap((rule, verb) => there.has(rule) ? [verb] : []));
}

/** Whether a change leaves rules of ours in an agent's file. */
export function rulesGiven(runtime: Runtime, agent: Agent, { after }: FileChange): boolean {
  return ruledVerbs(runtime, agent, new TextDecoder().decode(after)).length > 0;
}

/** The file that holds only an agent's rules; undefined for an agent whose rules stand in its settings. */
export function ruleFileOf(runtime: Runtime, agent: Agent, root: string): string | undefined {
  const { allows, hooksAtHome } = SETUPS[agent];
  return allows?.kind === "file"
    ? agentPath(runtime, agent, hooksAtHome ? runtime.home : root, allows.file)
    : undefined;
}

/** Whether an agent has rules by which it saves without asking; undefined for an agent that reads no such rules. */
export function mayCall(runtime: Runtime, agent: Agent, { path, root }: { path: string; root: string }) {
  const { allows } = SETUPS[agent];
  if (allows === undefined) return undefined;
  if (allows.kind === "file") return runtime.files.stat(ruleFileOf(runtime, agent, root) ?? "") !== undefined;
  const there = rulesIn(readText(runtime.files, path) ?? "", allows.path);
  return listedRules(allows, runtime).some((rule) => there.includes(rule));
}

// The projects that need our hooks in the user's own hook files, where the hooks stay until no project needs them.

const FILE = "projects_with_user_hooks.json";

interface Entry {
  /** The home folder stands for all projects. */
  readonly root: string;
  readonly agents: readonly Agent[];
}

/** The projects that need an agent's hooks in the user's own file. */
export function projectsWithUserHooks(runtime: Runtime, agent: Agent): readonly string[] {
  return entriesOf(runtime).filter(({ agents }) => agents.includes(agent)).map(({ root }) => root);
}

/** The change that puts a project on the list, for these agents too. */
export function projectListing(runtime: Runtime, added: readonly Entry[]): FileChange {
  const entries = new Map(entriesOf(runtime).map(({ root, agents }) => [root, agents]));
  for (const { root, agents } of added) entries.set(root, [...new Set([...entries.get(root) ?? [], ...agents])]);
  return listChange(runtime, [...entries].map(([root, agents]) => ({ root, agents })));
}

/** The change that takes a project off the list, or only these agents of it. */
export function projectUnlisting(runtime: Runtime, root: string, gone: readonly Agent[]): FileChange {
  const left = entriesOf(runtime).map((entry) =>
    entry.root === root ? { root, agents: entry.agents.filter((agent) => !gone.includes(agent)) } : entry
  );
  return listChange(runtime, left.filter(({ agents }) => agents.length > 0));
}

function entriesOf(runtime: Runtime): readonly Entry[] {
  const value = readJson(runtime.files, join(memoryHome(runtime), FILE));
  return Array.isArray(value) ? value.flatMap(entryOf) : [];
}

function entryOf(value: unknown): Entry[] {
  // Earlier versions noted no agents: any agent may need the hooks.
  if (typeof value === "string") return [{ root: value, agents: AGENTS }];
  if (!isObject(value) || typeof value.root !== "string" || !Array.isArray(value.agents)) return [];
  const { root, agents } = value;
  return [{ root, agents: AGENTS.filter((agent) => agents.includes(agent)) }];
}

function listChange(runtime: Runtime, entries: readonly Entry[]): FileChange {
  const path = join(memoryHome(runtime), FILE);
  if (entries.length === 0) return fileChange(runtime, path, "remove", undefined);
  const sorted = entries.toSorted((one, other) => one.root < other.root ? -1 : 1)
    .map(({ root, agents }) => ({ root, agents: AGENTS.filter((agent) => agents.includes(agent)) }));
  return fileChange(runtime, path, "merge", `${JSON.stringify(sorted, null, 2)}\n`);
}
