/**
 * In: a place and what was asked for. Out: the changes that set it up, in the order to be made, and remarks for the
 * person.
 * Not done here: making them (apply.ts).
 *
 * @module
 */
import { join } from "node:path";
import type { Agent } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { globalConfigFile, inheritedSettings, readConfigFile } from "../config/mod.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { RULE_FILE, ruleText } from "../recall/rule_file.ts";
import type { Switches } from "../templates/fill.ts";
import type { Language, Sentence } from "../sentence.ts";
import {
  editableText,
  type FileChange,
  fileChange,
  formerPaths,
  newFileChange,
  ownFileChange,
  ownFileRemoval,
  withoutRepeats,
} from "./changes.ts";
import { homeListing, type Place, switchFileOf } from "./place.ts";
import {
  excludeFileOf,
  patternFor,
  withoutPatterns,
  withPatterns,
  type Worktree,
  worktreeOf,
} from "../git/worktree.ts";
import { patternOfData } from "../store/keep_private.ts";
import {
  type AllowWish,
  callsMemory,
  hookAddition,
  hookFileOf,
  hookRemoval,
  isConnected,
  projectListing,
  projectsWithUserHooks,
  ruleFileOf,
  rulesGiven,
} from "./hook_changes.ts";
import { CONFIG_FILE, CORE_FILE, NOTES_INDEX_FILE, REFERENCES_FOLDER } from "../store/layout.ts";
import { ownTexts } from "./texts.ts";
import { type OlderWiring, olderWiring, takeOverChanges } from "./older_tools.ts";
import { gitPath, gitTracking } from "../git/tracking.ts";
import { editConfigText } from "../config/change.ts";
import { readIndexTable, renderIndexTable } from "../notes/index_file.ts";
import { configText, coreText, noteTemplateText } from "../templates/files.ts";

/** What a person asked for besides the place. */
interface InstallRequest {
  readonly language: Language;
  /** What the texts may order. */
  readonly switches: Switches;
  readonly setLanguage: Language | undefined;
  readonly share: Share | undefined;
  /** Take out what an older memory tool wired. */
  readonly takeOver: boolean;
  /** Whether agents may save and look up without asking; undefined: a client that is new here may, others as it was. */
  readonly allow: boolean | undefined;
}

/** What is to be changed, and what to say of it. */
export interface SetupPlan {
  readonly changes: readonly FileChange[];
  readonly remarks: readonly Remark[];
}

/** Something the person should know; words.ts puts it into words. */
export type Remark =
  | { readonly about: "tracked_hooks"; readonly path: string; readonly insteadOf: string }
  | { readonly about: "user_hooks"; readonly path: string; readonly agent: Agent }
  | { readonly about: "allowed" | "not_allowed"; readonly agents: readonly Agent[] }
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
  const files = withoutRepeats(parts.flatMap((part) => [...part.files, ...part.rules, part.hooks, ...part.former]));
  const older = request.takeOver && agents.includes("cursor") ? takeOverChanges(runtime, place) : [];
  // These name a path of this machine, or hold what is remembered here.
  const machineOnly = [
    ...new Set(parts.flatMap((part) => [
      ...[...part.files, ...part.rules].map(({ path }) => path),
      ...(part.hookFile.insteadOf === undefined ? [part.hookFile.path] : []),
    ])),
  ];
  // Switching memory off is for this machine, not for the team.
  if (ownsData) machineOnly.push(switchFileOf(place));
  const tracked = worktree
    ? machineOnly.filter((path) => isInside(path, root) && gitTracking(runtime, worktree.root, path) !== "untracked")
    : [];
  const remarks: Remark[] = parts.flatMap(({ agent, hookFile: { path, insteadOf, because } }) => {
    if (insteadOf === undefined) return [];
    return [because === "tracked" ? { about: "tracked_hooks", path, insteadOf } : { about: "user_hooks", path, agent }];
  });
  remarks.push(...allowRemarks(parts));
  if (tracked.length > 0) remarks.push({ about: "tracked_files", paths: tracked });
  if (agents.includes("cursor")) remarks.push(...olderRemarks(runtime, place, request.takeOver));
  for (const said of ownsData ? inheritedHere(runtime, place) : []) remarks.push({ about: "settings", said });
  if (!ownsData) remarks.push({ about: "shared_memory", path: dataFolder });
  return {
    changes: [
      ...data,
      ...(worktree
        ? excludeChanges(runtime, place, worktree, {
          paths: machineOnly.filter((path) => !tracked.includes(path)),
          shares: request.share !== undefined && request.share !== "none",
        })
        : []),
      ...files,
      ...older,
      ...listings(runtime, place, parts),
    ],
    remarks,
  };
}

type Part = ReturnType<typeof agentChanges>;

function agentChanges(runtime: Runtime, place: Place, agent: Agent, request: InstallRequest) {
  const { language, switches, takeOver, allow } = request;
  const { root, scope, base } = place;
  const { hasRules, allows, hookFile: { project } } = SETUPS[agent];
  const hookFile = hookFileOf(runtime, place, agent);
  // Hooks fill it. One that says something stays as it is.
  const context = () => newFileChange(runtime, join(root, RULE_FILE), ruleText(language));
  const wish = wishFor(allow, isConnected(runtime, place, agent) || callsMemory(runtime, hookFile.path, agent));
  const hooks = hookAddition(runtime, hookFile, agent, { takeOver: takeOver && agent === "cursor", wish });
  const ruleFile = allows?.kind === "file" ? ruleFileOf(runtime, agent, root) : undefined;
  const ruled = ruleFile === undefined
    ? rulesGiven(runtime, agent, hooks)
    : wish === "add" || (wish === "keep" && runtime.files.stat(ruleFile) !== undefined);
  const moved = hookFile.because === "below_root" && hookRemoval(runtime, { path: join(root, project), base }, agent);
  return {
    agent,
    files: [
      ...ownTexts(runtime, root, agent, { language, switches }).map(({ path, text }) =>
        ownFileChange(runtime, path, text, base)
      ),
      ...(hasRules && scope === "project" ? [context()] : []),
    ],
    rules: ruled && ruleFile !== undefined && allows?.kind === "file"
      ? [ownFileChange(runtime, ruleFile, allows.text(runtime), hookFile.base)]
      : [],
    hookFile,
    hooks,
    /** Undefined for a client that can't be told by a file. */
    ruled: allows === undefined ? undefined : ruled,
    former: [
      ...formerPaths(runtime, root, agent).map((path) => ownFileRemoval(runtime, path, base)),
      ruled || ruleFile === undefined ? undefined : ownFileRemoval(runtime, ruleFile, hookFile.base),
      moved || undefined,
    ].filter((change) => change !== undefined),
  };
}

/** Whoever connects a client wants it to work; later nothing is allowed that was not. */
function wishFor(allow: boolean | undefined, isThere: boolean): AllowWish {
  if (allow !== undefined) return allow ? "add" : "remove";
  return isThere ? "keep" : "add";
}

/** Which agents save without asking from now on, and which ask each time. */
function allowRemarks(parts: readonly Part[]): Remark[] {
  return ([["allowed", true], ["not_allowed", false]] as const).flatMap(([about, ruled]) => {
    const agents = parts.filter((part) => part.ruled === ruled).map(({ agent }) => agent);
    return agents.length > 0 ? [{ about, agents }] : [];
  });
}

/** Notes for whom hooks stand in the user's own files. */
function listings(runtime: Runtime, { root, scope }: Place, parts: readonly Part[]): FileChange[] {
  const atHome = parts.filter(({ agent }) => SETUPS[agent].hooksAtHome);
  if (scope === "home") {
    const listing = projectListing(runtime, [{ root, agents: atHome.map(({ agent }) => agent) }]);
    return [...homeListing(runtime, parts.map(({ agent }) => agent)), ...(atHome.length > 0 ? [listing] : [])];
  }
  const needing = parts.filter(({ hookFile }) => hookFile.insteadOf !== undefined).map(({ agent }) => agent);
  // Hooks that stand there for no project were put there for all, by a version that did not note it.
  const forAll = atHome.filter(({ agent, hookFile: { path } }) =>
    callsMemory(runtime, path, agent) && projectsWithUserHooks(runtime, agent).length === 0
  ).map(({ agent }) => agent);
  if (needing.length === 0) return [];
  return [
    ...homeListing(runtime, needing),
    projectListing(runtime, [
      { root, agents: needing },
      ...(forAll.length > 0 ? [{ root: runtime.home, agents: forAll }] : []),
    ]),
  ];
}

/** Keeps files out of commits that name a path of this machine, or hold what is remembered. */
function excludeChanges(
  runtime: Runtime,
  { base, dataFolder }: Place,
  worktree: Worktree,
  { paths, shares }: { readonly paths: readonly string[]; readonly shares: boolean },
): FileChange[] {
  const patterns = paths.filter((path) => isInside(path, worktree.root))
    .map((path) => patternFor(gitPath(worktree.root, path)));
  const path = excludeFileOf(worktree);
  const text = withPatterns(editableText(runtime, path) ?? "", patterns);
  // A save into a folder that nothing kept private has put it there (store/keep_private.ts).
  const shown = shares ? withoutPatterns(text, [patternOfData(worktree.root, dataFolder)]) : text;
  return [fileChange(runtime, path, "exclude", shown, { base })];
}

function inheritedHere(runtime: Runtime, { scope, dataFolder }: Place): readonly Sentence[] {
  const isUsers = scope === "home";
  const path = isUsers ? globalConfigFile(runtime) : join(dataFolder, CONFIG_FILE);
  return inheritedSettings(readConfigFile(runtime, path, []), { path, isUsers });
}

/** What older tools wired here and, for all projects, in the home folder, but for what is being taken out. */
function olderRemarks(runtime: Runtime, { root, scope }: Place, takeOver: boolean): Remark[] {
  const spots = [
    ...takeOver ? [] : [{ root, scope }],
    ...scope === "project" ? [{ root: runtime.home, scope: "home" as const }] : [],
  ];
  return spots.flatMap((spot) => {
    const wiring = olderWiring(runtime, spot);
    return wiring.length > 0 ? [{ about: "older_wiring", wiring, isHome: spot.scope === "home" } as const] : [];
  });
}

// In: a place, a language and who may see the memory. Out: the changes to the data folder's own files.
// Not done here: records and notes. What the user has written is never touched.

/** How much of the memory git may see. */
export const SHARES = ["none", "notes", "all"] as const;
/** One of `SHARES`. */
export type Share = typeof SHARES[number];

const IGNORE = ".gitignore";
const ATTRIBUTES_FILE = ".gitattributes";
/**
 * When two machines append to the same file, git keeps the lines of both. Readers resolve equal ids; the next note
 * makes INDEX.md anew.
 */
const ATTRIBUTES: Readonly<Record<Share, string>> = {
  // What git does not see needs no merging.
  none: "# Nothing here is shared; `memory init --share notes|all` changes that.\n",
  notes: "INDEX.md merge=union\nnotes/.ids merge=union\n",
  all: "INDEX.md merge=union\nnotes/.ids merge=union\n*.jsonl merge=union\n",
};
// Deleted notes wait in notes/.deleted to be restored; nobody else should read them any more.
const SHARED_NOTES = [
  "!.gitignore",
  "!.gitattributes",
  "!MEMORY.md",
  "!INDEX.md",
  "!notes/",
  "!notes/**",
  "notes/.deleted/",
];
const SHARED_RECORDS = ["!facts.jsonl", "!sessions.jsonl", "!daily/", "!daily/*.jsonl"];

/** What the data folder is to be like. */
interface DataFolderRequest {
  readonly scope: "project" | "home";
  readonly folder: string;
  readonly language: Language;
  /** Written into the settings, for hooks of desktop applications, which see no locale. */
  readonly setLanguage: Language | undefined;
  /** Undefined: as it is; private in a new folder. */
  readonly share: Share | undefined;
}

/** The changes that make the data folder whole. */
function dataFolderChanges(runtime: Runtime, request: DataFolderRequest): readonly FileChange[] {
  const { folder, language, share } = request;
  return [
    ...(share === undefined
      ? [
        newFileChange(runtime, join(folder, IGNORE), ignoreText("none")),
        newFileChange(runtime, join(folder, ATTRIBUTES_FILE), ATTRIBUTES.none),
      ]
      : shareChanges(runtime, folder, share)),
    newFileChange(runtime, join(folder, CORE_FILE), coreText(language)),
    configChange(runtime, request),
    newFileChange(runtime, join(folder, NOTES_INDEX_FILE), renderIndexTable(readIndexTable(""), [])),
    newFileChange(runtime, join(folder, REFERENCES_FOLDER, "memory-note-template.md"), noteTemplateText(language)),
  ];
}

/** How much of an existing data folder git may see: nothing, unless its .gitignore says otherwise. */
export function shareOf(runtime: Runtime, folder: string): Share {
  const lines = (editableText(runtime, join(folder, IGNORE)) ?? "").split(/\r?\n/);
  if (lines.includes("!facts.jsonl")) return "all";
  return lines.includes("!notes/**") ? "notes" : "none";
}

function shareChanges(runtime: Runtime, folder: string, share: Share): FileChange[] {
  return [
    fileChange(runtime, join(folder, IGNORE), "rewrite", ignoreText(share)),
    fileChange(runtime, join(folder, ATTRIBUTES_FILE), "rewrite", ATTRIBUTES[share]),
  ];
}

function ignoreText(share: Share): string {
  const shown = share === "none" ? [] : share === "notes" ? SHARED_NOTES : [...SHARED_NOTES, ...SHARED_RECORDS];
  return ["*", ...shown, ""].join("\n");
}

function configChange(runtime: Runtime, { scope, folder, language, setLanguage }: DataFolderRequest): FileChange {
  const path = scope === "home" ? globalConfigFile(runtime) : join(folder, CONFIG_FILE);
  const before = editableText(runtime, path);
  if (before === undefined) {
    const text = configText(language, scope);
    const line = `"lang": "${setLanguage}",`;
    return newFileChange(runtime, path, setLanguage ? text.replace('// "lang": "auto",', line) : text);
  }
  return fileChange(runtime, path, "merge", setLanguage ? editConfigText(before, "lang", setLanguage, path) : before);
}
