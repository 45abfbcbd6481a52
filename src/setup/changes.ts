/** A change of a file, as a value that `--dry-run` shows and apply.ts carries out; files that are wholly ours. */
import type { Runtime } from "../runtime.ts";
import { dirname, join } from "node:path";
import { agentPath, ruleFileOf, SETUPS } from "../agents/setup.ts";
import { type Agent, AGENTS } from "../agents/event.ts";
import { readText, sameBytes } from "../files.ts";
import { USAGE_RULE_FILE } from "../recall/rule_file.ts";
import type { Language } from "../sentence.ts";
import { agentFiles, notesFiles, rulesText } from "../templates/files.ts";
import type { Parts } from "../templates/fill.ts";
import { binaryCommand } from "../agents/command.ts";
import { isOlderText } from "../agents/older_tools.ts";
import { originalOf } from "./originals.ts";
import { destination, isInside, realOf, wayInside } from "../paths.ts";
import type { Place } from "./place.ts";
import { isMarked, seal, sealOf } from "./seal.ts";

/**
 * `keep`: already as wanted. `leave`: somebody's own file under a name of ours. `retire`: an older tool's file,
 * removed. `restore`: back to its state before our first change.
 */
type Action = "create" | "merge" | "rewrite" | "exclude" | "keep" | "leave" | "retire" | "remove" | "restore";

export interface FileChange {
  readonly path: string;
  readonly action: Action;
  readonly before: Uint8Array | undefined;
  /** The file as it is to be; undefined if it is removed. */
  readonly after: Uint8Array | undefined;
  /** The file as it was before any `init`: `before`, without what it holds of ours. */
  readonly original: Uint8Array | undefined;
  /** The folder with the file's original, for uninstall; undefined for the store's own files, which have none. */
  readonly base: string | undefined;
  /** The user has changed our file: it is copied first, and the person is told where the copy is. */
  readonly edited: boolean;
}

const encoder = new TextEncoder();

/** Whether a change changes anything. */
export function isDue({ action }: FileChange): boolean {
  return action !== "keep" && action !== "leave";
}

/** One change for each path. Two agents may read the same file, and one agent's may be found from several homes. */
export function withoutRepeats(changes: readonly FileChange[]): FileChange[] {
  return [...new Map(changes.map((each) => [each.path, each])).values()];
}

/** The change that gives a file this text; without a text it is removed. */
export function fileChange(
  runtime: Runtime,
  path: string,
  action: Action,
  text: string | Uint8Array | undefined,
  options: {
    readonly base?: string | undefined;
    readonly edited?: boolean;
    /** The file before any `init`; given where the file may hold something of ours already. */
    readonly original?: string | undefined;
  } = {},
): FileChange {
  const before = runtime.files.read(path);
  const { base, edited = false } = options;
  const original = "original" in options ? bytesOf(options.original) : before;
  const after = bytesOf(text);
  const toldAs = actionTold(action, before, after);
  return { path, action: toldAs, before, after, original, base, edited: edited && toldAs !== "keep" };
}

function bytesOf(text: string | Uint8Array | undefined): Uint8Array | undefined {
  return typeof text === "string" ? encoder.encode(text) : text;
}

function actionTold(action: Action, before: Uint8Array | undefined, after: Uint8Array | undefined): Action {
  if (sameBytes(before, after)) return "keep";
  if (before === undefined && action !== "exclude" && action !== "restore") return "create";
  return action === "restore" && after === undefined ? "remove" : action;
}

/** The change that writes a file of ours. Somebody's own file of that name stays as it is. */
export function ownFileChange(runtime: Runtime, path: string, text: string, base: string): FileChange {
  const before = runtime.files.read(path);
  const now = before && new TextDecoder().decode(before);
  if (now !== undefined && now.trim() !== "" && !isMarked(now) && !isOlderText(now)) {
    return { path, action: "leave", before, after: before, original: before, base, edited: false };
  }
  const edited = now !== undefined && sealOf(now) !== "untouched";
  return fileChange(runtime, path, "rewrite", seal(text, path), { base, edited });
}

/** The change that creates a file; an existing file stays as it is. */
export function newFileChange(runtime: Runtime, path: string, text: string): FileChange {
  const before = runtime.files.read(path);
  return fileChange(runtime, path, "create", before ?? text);
}

/** The texts of an agent's files that are wholly ours. */
export function ownTexts(
  runtime: Runtime,
  root: string,
  agent: Agent,
  { language, switches }: { language: Language; switches?: Parts },
): readonly { readonly path: string; readonly text: string }[] {
  const { texts, hasRules } = SETUPS[agent];
  const memory = binaryCommand(runtime);
  const rules = hasRules ? [{ file: USAGE_RULE_FILE, text: rulesText(language, memory, switches) }] : [];
  return [...rules, ...agentFiles(texts, language, memory, switches)]
    .map(({ file, text }) => ({ path: agentPath(runtime, agent, root, file), text }));
}

/** The paths of an agent's files that are wholly ours, in this version and earlier ones. */
export function ownPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  const { texts, hasRules, hooksAtHome } = SETUPS[agent];
  const ruleFile = hooksAtHome ? undefined : ruleFileOf(runtime, agent, root);
  return [
    ...agentFiles(texts, "en", "").map(({ file }) => agentPath(runtime, agent, root, file)),
    formerPath(runtime, root, agent),
    ...(hasRules ? [join(root, USAGE_RULE_FILE)] : []),
    // Rules beside hooks that projects share are removed together with these hooks.
    ...(ruleFile === undefined ? [] : [ruleFile]),
  ];
}

/** The files by which an agent writes and reads curated notes. */
export function notesPaths(runtime: Runtime, root: string, agent: Agent): readonly string[] {
  return notesFiles(SETUPS[agent].texts).map((file) => agentPath(runtime, agent, root, file));
}

/** Whether init has installed such files at a place. */
export function hasNotesFlow(runtime: Runtime, root: string): boolean {
  return AGENTS.flatMap((agent) => notesPaths(runtime, root, agent))
    .some((path) => sealOf(readText(runtime.files, path) ?? "") !== "foreign");
}

/** The skill under the name that version 0.1.0 gave it; Claude Code and Gemini CLI have a command `/memory`. */
export function formerPath(runtime: Runtime, root: string, agent: Agent): string {
  return agentPath(runtime, agent, root, `${SETUPS[agent].texts.skills}/memory/SKILL.md`);
}

/** The change that removes our file, or restores the one before it. A user's edits are copied first. */
export function ownFileRemoval(runtime: Runtime, path: string, base: string): FileChange | undefined {
  const bytes = runtime.files.read(path);
  if (bytes === undefined) return undefined;
  const original = originalOf(runtime, base, path);
  const text = new TextDecoder().decode(bytes);
  const state = sealOf(text);
  // The file was never ours, or the user has put their own back.
  if (state === "foreign" && (!isMarked(text) || original === undefined || sameBytes(original.bytes, bytes))) {
    return undefined;
  }
  const wasForeign = original?.bytes && sealOf(new TextDecoder().decode(original.bytes)) === "foreign";
  const after = wasForeign ? original.bytes : undefined;
  return fileChange(runtime, path, "restore", after, { base, edited: state !== "untouched" });
}

// The folders that init makes for its files, and that uninstall removes when they are empty.

/** The file that a path means: where a link leads, even if nothing is there. */
export function targetOf({ files }: Pick<Runtime, "files">, path: string): string {
  return files.linkTarget(path) === undefined ? path : destination(files, path);
}

/** The folders below the root that these changes and the memory need and that do not exist yet. */
export function foldersToMake(
  runtime: Runtime,
  changes: readonly FileChange[],
  { root, dataFolder }: Pick<Place, "root" | "dataFolder">,
): ReadonlySet<string> {
  const missing = new Set<string>();
  const parents = changes.filter((change) => isDue(change) && change.after !== undefined)
    .flatMap(({ path }) => [dirname(path), folderOfTarget(runtime, path, root)]);
  for (const folder of [dirname(dataFolder), ...parents]) {
    for (let each = folder; each !== root && isInside(each, root) && !missing.has(each); each = dirname(each)) {
      if (runtime.files.stat(each)) break;
      missing.add(each);
    }
  }
  return missing;
}

/** The folder of the file that a path means, as the root is named. */
export function folderOfTarget(runtime: Pick<Runtime, "files">, path: string, root: string): string {
  const folder = dirname(targetOf(runtime, path));
  const way = wayInside(realOf(runtime, root), folder);
  return way === undefined ? folder : join(root, way);
}
