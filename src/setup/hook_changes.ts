/** The changes that put our hooks and rules into an agent's settings, or take them out. */
import { type AllowChange, holdsRules, listedRules, rulesIn, withAllowRules } from "../agents/allow_rules.ts";
import {
  commandsIn,
  ourCommands,
  type Unusable,
  withHooks,
  withOlderHooksOf,
  withoutHooks,
  withoutOlderHooks,
} from "../agents/hook_file.ts";
import {
  AT_TOOLS,
  type AtTools,
  hookFilePath,
  ruleFileOf,
  SETUPS,
  userHookFile,
  wantedHooks,
} from "../agents/setup.ts";
import { binariesOf } from "../agents/command.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { isOlderCommand } from "../agents/older_tools.ts";
import { editableText, readJson, readText } from "../files.ts";
import { commentsIn } from "../jsonc_edit.ts";
import { memoryHome, realOf } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type FileChange, fileChange, ownPaths } from "./changes.ts";
import { worktreeOf } from "../git/worktree.ts";
import { originalOf, textOf } from "./originals.ts";
import type { Place } from "./place.ts";
import { refuse } from "./words.ts";
import { gitTracking } from "../git/tracking.ts";
import { join } from "node:path";
import { isObject } from "../json.ts";
import type { Memory } from "../store/memory.ts";

interface HookFile {
  readonly path: string;
  readonly base: string;
  /**
   * The project's hook file, where the hooks go to the user's file instead, which all projects share: git tracks the
   * project's file, or the client does not read it below the project's root.
   */
  readonly insteadOf?: { readonly path: string; readonly because: "tracked_hooks" | "user_hooks" };
}

type HookPlace = Pick<Place, "scope" | "root" | "base">;

/** The file that an agent's hooks go to. */
export function hookFileOf(runtime: Runtime, place: HookPlace, agent: Agent): HookFile {
  const { scope, root, base } = place;
  const path = hookFilePath(runtime, agent, place);
  if (scope === "home") return { path, base };
  const user = { path: userHookFile(runtime, agent), base: memoryHome(runtime) };
  if (SETUPS[agent].hooksAtHome) return { ...user, insteadOf: { path, because: "user_hooks" } };
  const worktree = worktreeOf(runtime, root);
  if (!worktree || gitTracking(runtime, worktree.root, path) === "untracked") return { path, base };
  return { ...user, insteadOf: { path, because: "tracked_hooks" } };
}

/** How much is told at tools; in a hook file for all projects also what the person's own settings ask for. */
export function atToolsOf({ config, ownConfig }: Pick<Memory, "config" | "ownConfig">, isForAll: boolean): AtTools {
  const wanted = [config, ...isForAll ? [ownConfig()] : []]
    .map(({ auto_retrieve, recall }) => auto_retrieve ? recall.at_tools : "none");
  return AT_TOOLS.findLast((each) => wanted.includes(each)) ?? "none";
}

/** Whether an agent calls memory from this place. */
export function isConnected(runtime: Runtime, place: Place, agent: Agent): boolean {
  const { path, insteadOf } = hookFileOf(runtime, place, agent);
  if (insteadOf === undefined) return callsMemory(runtime, path, agent);
  const isListed = projectsWithUserHooks(runtime, agent).includes(place.root);
  return callsMemory(runtime, insteadOf.path, agent) || (isListed && callsMemory(runtime, path, agent));
}

/** The hooks of ours in an agent's file. */
export function ourHooks(runtime: Runtime, path: string, agent: Agent) {
  return ourCommands(readText(runtime.files, path) ?? "", agent);
}

/** Whether an agent's file holds hooks of ours. */
export function callsMemory(runtime: Runtime, path: string, agent: Agent): boolean {
  return ourHooks(runtime, path, agent).length > 0;
}

/** The binaries that an agent's hooks of ours in a file call, but for this one. */
export function otherBinaries(runtime: Runtime, path: string, agent: Agent): string[] {
  const own = realOf(runtime, runtime.execPath);
  return binariesOf(ourHooks(runtime, path, agent)).filter((binary) => realOf(runtime, binary) !== own);
}

/** How many hooks of ours a file holds after a change, or held before a change that removes them. */
export function hooksIn({ path, before, after }: FileChange): number {
  if (!path.endsWith(".json")) return 0;
  const count = (bytes: Uint8Array | undefined) => {
    const text = new TextDecoder().decode(bytes);
    return Math.max(...AGENTS.map((agent) => ourCommands(text, agent).length));
  };
  return count(after) || count(before);
}

/** The change that puts our hooks into an agent's file, and its rules as asked. Throws CONFIG_INVALID. */
export function hookAddition(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  { takeOver, allowing, atTools }: { takeOver: boolean; allowing: AllowChange; atTools: AtTools },
): FileChange {
  const text = editableText(runtime, path);
  const now = text ?? "";
  const kept = originalOf(runtime, base, path);
  const original = kept ? textOf(kept) : withoutEarlierInit(runtime, agent, text);
  const before = original ?? "";
  const hooked = withOurHooks(runtime, agent, now, { takeOver, atTools });
  const ruled = typeof hooked === "string" ? withAllowRules(agent, runtime, { hooked, now, before, allowing }) : hooked;
  return fileChange(runtime, path, "merge", orRefuse(path, "not_added", ruled), { base, original });
}

/** A hook file before an init of which there is no original; undefined if it held nothing else. */
function withoutEarlierInit(runtime: Runtime, agent: Agent, text: string | undefined): string | undefined {
  if (text === undefined || ourCommands(text, agent).length === 0) return text;
  const rest = withoutOurs(runtime, agent, text, "{}");
  if (typeof rest !== "string") return text;
  return isEmpty(rest) ? undefined : rest;
}

function withoutOurs(runtime: Runtime, agent: Agent, text: string, before: string): string | Unusable {
  const hooked = withoutHooks(text, agent, before);
  if (typeof hooked !== "string") return hooked;
  return withAllowRules(agent, runtime, { hooked, now: text, before, allowing: "remove" });
}

function isEmpty(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text.replace(/^\ufeff/, ""));
}

/** Whether a text is an earlier text with our hooks and rules, `takeOver`: without hooks of older tools, too. */
function isAsAdded(runtime: Runtime, agent: Agent, before: string, text: string, takeOver: boolean): boolean {
  if (takeOver && commandsIn(before, agent, isOlderCommand).length === 0) return false;
  return AT_TOOLS.some((atTools) => {
    const hooked = withOurHooks(runtime, agent, before, { takeOver: false, atTools });
    if (typeof hooked !== "string") return false;
    // The older hooks may have been taken out before ours were added, or later.
    if (takeOver) {
      return withOurHooks(runtime, agent, before, { takeOver, atTools }) === text ||
        withoutOlderHooks(hooked, agent) === text;
    }
    return (["add", "remove"] as const).some((allowing) =>
      withAllowRules(agent, runtime, { hooked, now: before, before, allowing }) === text
    );
  });
}

/** A hook file with our hooks, and, at a take-over, without those of older tools. */
function withOurHooks(
  runtime: Runtime,
  agent: Agent,
  before: string,
  { takeOver, atTools }: { takeOver: boolean; atTools: AtTools },
): string | Unusable {
  const rest = takeOver ? withoutOlderHooks(before, agent) : before;
  return withHooks(rest, agent, wantedHooks(agent, runtime, atTools));
}

/** A hook file with those hooks of older tools that it held before they were taken out. */
export function withOlderHooks(path: string, before: string, text: string): string {
  return orRefuse(path, "older_not_returned", withOlderHooksOf(before, text));
}

/**
 * The change that takes our hooks and rules out of a file, or the file away; undefined where nothing of ours is in it.
 * Older tools' hooks are put back from `takenOver`, the file before they were taken out.
 */
export function hookRemoval(
  runtime: Runtime,
  { path, base }: HookFile,
  agent: Agent,
  takenOver?: string,
): FileChange | undefined {
  const text = editableText(runtime, path);
  if (text === undefined) return undefined;
  const original = originalOf(runtime, base, path);
  const isOurs = ourCommands(text, agent).length > 0 || (original && holdsRules(text, agent, runtime));
  if (!isOurs) return undefined;
  const before = original ? textOf(original) : withoutEarlierInit(runtime, agent, text);
  // Nobody else has changed the file since: it gets exactly its old content.
  const isAsWeLeftIt = isAsAdded(runtime, agent, before ?? "", text, takenOver !== undefined);
  // The file was deleted, as by `git clean -fdx`, and init made it again, so that it holds nothing but ours.
  const isRemade = () => before !== undefined && takenOver === undefined && isAsAdded(runtime, agent, "", text, false);
  if (original && (isAsWeLeftIt || isRemade())) return fileChange(runtime, path, "restore", before, { base });
  const unhooked = withoutOurs(runtime, agent, text, before ?? "{}");
  const restored = orRefuse(path, "not_taken_out", unhooked);
  const rest = takenOver === undefined ? restored : withOlderHooks(path, takenOver, restored);
  const isOnlyOurs = before === undefined && isEmpty(rest);
  // What somebody wrote beside our hooks goes with them, so that a copy stays.
  const edited = commentsIn(rest).length < commentsIn(text).length;
  return fileChange(runtime, path, "restore", isOnlyOurs ? undefined : rest, { base, edited });
}

function orRefuse(path: string, otherwise: string, result: string | Unusable): string {
  return typeof result === "string" ? result : refuse(otherwise, { path, problem: result.problem });
}

/**
 * What keeps an agent from saving by itself: that no rule allows it, or one in a list that goes before; undefined if
 * nothing does, or if an agent reads no such rules. Of lists only those beside our hooks are read.
 */
export function savingBar(runtime: Runtime, agent: Agent, { path, root }: { path: string; root: string }) {
  if (SETUPS[agent].allows === undefined) return undefined;
  const file = ruleFileOf(runtime, agent, root);
  if (file !== undefined) return runtime.files.stat(file) === undefined ? "none" : undefined;
  const text = readText(runtime.files, path) ?? "";
  const [save = ""] = listedRules(agent, runtime);
  return ["deny", "ask"].find((list) => rulesIn(text, list).includes(save)) ??
    (rulesIn(text).includes(save) ? undefined : "none");
}

// The projects that need our hooks in the user's own hook files, where the hooks stay until no project needs them.

const FILE = "projects_with_user_hooks.json";

interface Entry {
  /** The home folder stands for all projects. */
  readonly root: string;
  readonly agents: readonly Agent[];
}

/** The projects that need an agent's hooks in the user's own file: none that is no longer in its place. */
export function projectsWithUserHooks(runtime: Runtime, agent: Agent): readonly string[] {
  return entriesOf(runtime).filter((each) => each.agents.includes(agent) && isThere(runtime, each))
    .map(({ root }) => root);
}

/** Whether init has connected an agent for all projects. A list tells where its hooks are always at home. */
export function isForAll(runtime: Runtime, agent: Agent): boolean {
  return SETUPS[agent].hooksAtHome
    ? projectsWithUserHooks(runtime, agent).includes(runtime.home)
    : callsMemory(runtime, userHookFile(runtime, agent), agent) &&
      ownPaths(runtime, runtime.home, agent).some((path) => runtime.files.stat(path));
}

/** Whether any project, also one that is gone or was renamed, has put an agent's hooks into the user's own file. */
export function hadUserHooks(runtime: Runtime, agent: Agent): boolean {
  return entriesOf(runtime).some(({ agents }) => agents.includes(agent));
}

function isThere({ files }: Runtime, { root }: Entry): boolean {
  return files.stat(root) !== undefined;
}

/** The change that puts a project on the list, for these agents too. */
export function projectListing(runtime: Runtime, root: string, added: readonly Agent[]): FileChange {
  const entries = entriesOf(runtime);
  const known = entries.find((entry) => entry.root === root)?.agents ?? [];
  const agents = AGENTS.filter((agent) => known.includes(agent) || added.includes(agent));
  return listChange(runtime, [...entries.filter((entry) => entry.root !== root), { root, agents }]);
}

/** The change that takes a project and those that are gone off the list, or only these agents of them. */
export function projectUnlisting(runtime: Runtime, root: string, gone: readonly Agent[]): FileChange {
  const left = entriesOf(runtime).map((entry) =>
    entry.root === root || !isThere(runtime, entry)
      ? { ...entry, agents: entry.agents.filter((agent) => !gone.includes(agent)) }
      : entry
  );
  return listChange(runtime, left.filter(({ agents }) => agents.length > 0));
}

function entriesOf(runtime: Runtime): readonly Entry[] {
  const value = readJson(runtime.files, join(memoryHome(runtime), FILE));
  return Array.isArray(value) ? value.flatMap(entryOf) : [];
}

function entryOf(value: unknown): Entry[] {
  // 0.1.0 noted no agents: any agent may need the hooks.
  if (typeof value === "string") return [{ root: value, agents: AGENTS }];
  if (!isObject(value) || typeof value.root !== "string" || !Array.isArray(value.agents)) return [];
  const { root, agents } = value;
  return [{ root, agents: AGENTS.filter((agent) => agents.includes(agent)) }];
}

function listChange(runtime: Runtime, entries: readonly Entry[]): FileChange {
  const path = join(memoryHome(runtime), FILE);
  if (entries.length === 0) return fileChange(runtime, path, "remove", undefined);
  const sorted = entries.toSorted((one, other) => one.root < other.root ? -1 : 1);
  return fileChange(runtime, path, "merge", `${JSON.stringify(sorted, null, 2)}\n`);
}
