/**
 * In: a place and what was asked for. Out: the changes that set it up, in the order to be made, and remarks for the
 * person.
 * Not done here: making them (apply.ts).
 *
 * @module
 */
import { join } from "node:path";
import { binaryCommand } from "../agents/command.ts";
import type { Agent } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { inheritedSettings } from "../config/inherited.ts";
import { globalConfigFile, readConfigFile } from "../config/mod.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { RULE_FILE, RULES_FILE, ruleText } from "../recall/rule_file.ts";
import { agentFiles, rulesText } from "../templates/files.ts";
import type { Language, Sentence } from "../sentence.ts";
import { editableText, type FileChange, fileChange, newFileChange, ownFileChange } from "./changes.ts";
import { dataFolderChanges, type Share } from "./data_files.ts";
import { patternFor, withPatterns } from "./exclude.ts";
import { excludeFileOf, type Worktree, worktreeOf } from "./git.ts";
import { hookAddition, hookFileOf } from "./hook_changes.ts";
import { formerPaths, ownFileRemoval } from "./own_files.ts";
import { type Place, switchFileOf } from "./place.ts";
import { CONFIG_FILE } from "../store/layout.ts";
import { projectListing } from "./shared_hooks.ts";
import { type OlderWiring, olderWiring, takeOverChanges } from "./take_over.ts";
import { gitPath, gitTracking } from "../tracking.ts";

/** What a person asked for besides the place. */
export interface InstallRequest {
  readonly language: Language;
  readonly setLanguage: Language | undefined;
  readonly share: Share | undefined;
  /** Take out what an older memory tool wired. */
  readonly takeOver: boolean;
}

/** What is to be changed, and what to say of it. */
export interface SetupPlan {
  readonly changes: readonly FileChange[];
  readonly remarks: readonly Remark[];
}

/** Something the person should know; words.ts puts it into words. */
export type Remark =
  | { readonly about: "tracked_hooks"; readonly path: string; readonly insteadOf: string }
  | { readonly about: "tracked_files"; readonly paths: readonly string[] }
  | { readonly about: "shared_memory"; readonly path: string }
  | { readonly about: "switched_off"; readonly reason: Sentence }
  | { readonly about: "older_wiring"; readonly wiring: readonly OlderWiring[]; readonly isHome: boolean }
  | { readonly about: "settings"; readonly said: Sentence }
  | { readonly about: "hooks_stay"; readonly path: string; readonly projects: readonly string[] };

/** What `init` changes at a place. Throws CONFIG_INVALID for a file that can't be edited safely. */
export function planInstall(runtime: Runtime, place: Place, request: InstallRequest): SetupPlan {
  const { root, dataFolder, ownsData, agents } = place;
  const data = ownsData ? dataFolderChanges(runtime, { scope: place.scope, folder: dataFolder, ...request }) : [];
  const parts = agents.map((agent) => agentChanges(runtime, place, agent, request));
  const worktree = place.scope === "project" ? worktreeOf(runtime, root) : undefined;
  const files = withoutRepeats(parts.flatMap((part) => [...part.files, part.hooks, ...part.former]));
  const older = request.takeOver && agents.includes("cursor") ? takeOverChanges(runtime, place) : [];
  // These name a path of this machine, or hold what is remembered here.
  const machineOnly = [
    ...new Set(parts.flatMap((part) => [
      ...part.files.map(({ path }) => path),
      ...(part.hookFile.insteadOf === undefined ? [part.hookFile.path] : []),
    ])),
  ];
  // Switching memory off is for this machine, not for the team.
  if (ownsData) machineOnly.push(switchFileOf(place));
  const tracked = worktree
    ? machineOnly.filter((path) => gitTracking(runtime, worktree.root, path) !== "untracked")
    : [];
  const remarks: Remark[] = parts.flatMap(({ hookFile: { path, insteadOf } }) =>
    insteadOf === undefined ? [] : [{ about: "tracked_hooks", path, insteadOf }]
  );
  if (tracked.length > 0) remarks.push({ about: "tracked_files", paths: tracked });
  const wiring = request.takeOver || !agents.includes("cursor") ? [] : olderWiring(runtime, place);
  if (wiring.length > 0) remarks.push({ about: "older_wiring", wiring, isHome: place.scope === "home" });
  for (const said of ownsData ? inheritedHere(runtime, place) : []) remarks.push({ about: "settings", said });
  if (!ownsData) remarks.push({ about: "shared_memory", path: dataFolder });
  const usesUserHooks = parts.some(({ hookFile }) => hookFile.insteadOf !== undefined);
  return {
    changes: [
      ...data,
      ...(worktree
        ? excludeChanges(runtime, place, worktree, machineOnly.filter((path) => !tracked.includes(path)))
        : []),
      ...files,
      ...older,
      ...(usesUserHooks ? [projectListing(runtime, root)] : []),
    ],
    remarks,
  };
}

/** Two agents may read the same skills. */
function withoutRepeats(changes: readonly FileChange[]): FileChange[] {
  return [...new Map(changes.map((each) => [each.path, each])).values()];
}

function agentChanges(runtime: Runtime, place: Place, agent: Agent, { language, takeOver }: InstallRequest) {
  const { texts, hasRules } = SETUPS[agent];
  const memory = binaryCommand(runtime);
  const own = (file: string, text: string) => ownFileChange(runtime, join(place.root, file), text, place.base);
  const hookFile = hookFileOf(runtime, place, agent);
  // Hooks fill it. One that says something stays as it is.
  const context = () => newFileChange(runtime, join(place.root, RULE_FILE), ruleText(language));
  return {
    files: [
      ...(hasRules ? [own(RULES_FILE, rulesText(language, memory))] : []),
      ...(hasRules && place.scope === "project" ? [context()] : []),
      ...agentFiles(texts, language, memory).map(({ file, text }) => own(file, text)),
    ],
    hookFile,
    hooks: hookAddition(runtime, hookFile, agent, takeOver && agent === "cursor"),
    former: formerPaths(place.root, agent).flatMap((path) => ownFileRemoval(runtime, path, place.base) ?? []),
  };
}

/** Keeps files out of commits that name a path of this machine, or hold what is remembered. */
function excludeChanges(runtime: Runtime, { base }: Place, worktree: Worktree, paths: readonly string[]): FileChange[] {
  const patterns = paths.filter((path) => isInside(path, worktree.root))
    .map((path) => patternFor(gitPath(worktree.root, path)));
  const path = excludeFileOf(worktree);
  return [fileChange(runtime, path, "exclude", withPatterns(editableText(runtime, path) ?? "", patterns), { base })];
}

function inheritedHere(runtime: Runtime, { scope, dataFolder }: Place): readonly Sentence[] {
  const isUsers = scope === "home";
  const path = isUsers ? globalConfigFile(runtime) : join(dataFolder, CONFIG_FILE);
  return inheritedSettings(readConfigFile(runtime, path, []), { path, isUsers });
}
