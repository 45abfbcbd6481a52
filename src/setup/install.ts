/** What init changes at a place, in order, and what its person should know; nothing is changed here. */
import { basename, dirname, join } from "node:path";
import type { Agent } from "../agents/event.ts";
import { SETUPS } from "../agents/setup.ts";
import { inheritedSettings } from "../config/inherited.ts";
import { globalConfigFile, readConfigFile } from "../config/mod.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { CONTEXT_RULE_FILE, ruleText } from "../recall/rule_file.ts";
import type { Switches } from "../templates/fill.ts";
import type { Language, Sentence } from "../sentence.ts";
import {
  editableText,
  type FileChange,
  fileChange,
  formerPaths,
  hasNotesFlow,
  newFileChange,
  notesPaths,
  ownFileChange,
  ownFileRemoval,
  ownTexts,
  withoutRepeats,
} from "./changes.ts";
import { homeListing, type Place, switchFileOf } from "./place.ts";
import { worktreeOf } from "../git/worktree.ts";
import { exclusion } from "./exclude.ts";
import {
  type AllowWish,
  atToolsOf,
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
import { CONFIG_FILE, CORE_FILE, noteFiles, NOTES_INDEX_FILE, REFERENCES_FOLDER } from "../store/layout.ts";
import { type Asking, inRun, olderWiringText, said } from "./words.ts";
import { olderWiring, takeOverChanges } from "./older_tools.ts";
import type { Memory } from "../store/memory.ts";
import { storeAt } from "../store/mod.ts";
import { gitTracking } from "../git/tracking.ts";
import { editConfigText } from "../config/change.ts";
import { readIndexTable, renderIndexTable } from "../notes/index_file.ts";
import { named } from "../wording.ts";
import { configText, coreText, noteTemplateText } from "../templates/files.ts";

interface InstallRequest {
  readonly language: Language;
  /** What the texts may order. */
  readonly switches: Switches;
  /** Whose settings say which hooks are needed. */
  readonly memory: Pick<Memory, "config" | "ownConfig">;
  readonly setLanguage: Language | undefined;
  readonly share: Share | undefined;
  /** Take out what an older memory tool wired. */
  readonly takeOver: boolean;
  /** Whether agents may save and look up without asking; undefined: a client that is new here may, others as it was. */
  readonly allow: boolean | undefined;
  /** Whether agents get what curated notes need; undefined: where there are notes, or an earlier init wrote it. */
  readonly notes: boolean | undefined;
  readonly dryRun: boolean;
}

/** What is to be changed, and what to say of it. */
export interface SetupPlan {
  readonly changes: readonly FileChange[];
  readonly remarks: readonly Sentence[];
}

interface InstallPlan extends SetupPlan {
  readonly asking: readonly Asking[];
}

/** What `init` changes at a place. Throws CONFIG_INVALID for a file that can't be edited safely. */
export function planInstall(runtime: Runtime, place: Place, request: InstallRequest): InstallPlan {
  const { root, dataFolder, ownsData, agents } = place;
  const { dryRun } = request;
  const data = ownsData ? dataFolderChanges(runtime, { scope: place.scope, folder: dataFolder, ...request }) : [];
  const notes = request.notes ?? wantsNotes(runtime, place);
  // Nobody asked for what notes need, and it was not there before.
  const isForNotes = notes && request.notes === undefined && !hasNotesFlow(runtime, root);
  const parts = agents.map((agent) => agentChanges(runtime, place, agent, { ...request, notes }));
  const worktree = place.scope === "project" ? worktreeOf(runtime, root) : undefined;
  const files = withoutRepeats(parts.flatMap((part) => [...part.files, part.hooks, ...part.former]));
  const older = request.takeOver && agents.includes("cursor") ? takeOverChanges(runtime, place) : [];
  // These name a path of this machine, or hold what is remembered here.
  const machineOnly = [
    ...new Set(parts.flatMap(({ files, hookFile }) => [
      ...files.filter(({ action }) => action !== "leave").map(({ path }) => path),
      ...(hookFile.insteadOf === undefined ? [hookFile.path] : []),
    ])),
  ];
  // Switching memory off is for this machine, not for the team.
  if (ownsData) machineOnly.push(switchFileOf(place));
  const tracked = worktree
    ? machineOnly.filter((path) => isInside(path, root) && gitTracking(runtime, worktree.root, path) !== "untracked")
    : [];
  const left = files.filter(({ action }) => action === "leave").map(({ path }) => path);
  const remarks = [
    ...parts.flatMap(({ agent, hookFile: { path, insteadOf, because } }) => {
      if (insteadOf === undefined) return [];
      if (because === "tracked") return [said(inRun("tracked_hooks", dryRun), { path, insteadOf })];
      return [said(inRun("user_hooks", dryRun), { path, client: SETUPS[agent].name })];
    }),
    ...left.length > 0 ? [said(inRun("left", dryRun), { paths: named(left) })] : [],
    ...isForNotes ? [said(inRun("notes_found", dryRun), { count: String(noteCount(runtime, place)) })] : [],
    ...tracked.length > 0 ? [said(inRun("tracked_files", dryRun), { paths: named(tracked) })] : [],
    ...agents.includes("cursor") ? olderRemarks(runtime, place, request.takeOver) : [],
    ...ownsData ? inheritedHere(runtime, place) : [said("shared_memory", { path: dataFolder })],
  ];
  return {
    changes: [
      ...data,
      ...(worktree
        ? [exclusion(runtime, place, worktree, {
          paths: machineOnly.filter((path) => !tracked.includes(path)),
          shares: request.share !== undefined && request.share !== "none",
        })]
        : []),
      ...files,
      ...older,
      ...listings(runtime, place, parts),
    ],
    remarks,
    asking: parts.map(({ agent, ruled }) => ({ agent, ruled })),
  };
}

type Part = ReturnType<typeof agentChanges>;

function wantsNotes(runtime: Runtime, place: Place): boolean {
  return hasNotesFlow(runtime, place.root) || noteCount(runtime, place) > 0;
}

function noteCount(runtime: Runtime, { dataFolder, scope }: Place): number {
  return noteFiles(storeAt(runtime, dataFolder, scope === "home" ? "global" : "project")).length;
}

function agentChanges(
  runtime: Runtime,
  place: Place,
  agent: Agent,
  request: InstallRequest & { readonly notes: boolean },
) {
  const { language, switches, memory, takeOver, allow, notes } = request;
  const { root, scope, base } = place;
  const { hasRules, allows, hookFile: { project } } = SETUPS[agent];
  const hookFile = hookFileOf(runtime, place, agent);
  const wish = wishFor(allow, isConnected(runtime, place, agent) || callsMemory(runtime, hookFile.path, agent));
  const hooks = hookAddition(runtime, hookFile, agent, {
    takeOver: takeOver && agent === "cursor",
    wish,
    atTools: atToolsOf(memory, scope === "home" || hookFile.insteadOf !== undefined),
  });
  const ruleFile = ruleFileOf(runtime, agent, root);
  const ruled = ruleFile === undefined
    ? rulesGiven(runtime, agent, hooks)
    : wish === "add" || (wish === "keep" && runtime.files.stat(ruleFile) !== undefined);
  const moved = hookFile.because === "below_root" && hookRemoval(runtime, { path: join(root, project), base }, agent);
  return {
    agent,
    files: [
      ...withoutParts(
        ownTexts(runtime, root, agent, { language, switches: { ...switches, notes } })
          .map(({ path, text }) => ownFileChange(runtime, path, text, base)),
      ),
      // Hooks fill it. One that says something stays as it is.
      ...hasRules && scope === "project"
        ? [newFileChange(runtime, join(root, CONTEXT_RULE_FILE), ruleText(language))]
        : [],
      ...ruled && ruleFile !== undefined && allows?.kind === "file"
        ? [ownFileChange(runtime, ruleFile, allows.text(runtime), hookFile.base)]
        : [],
    ],
    hookFile,
    hooks,
    /** Undefined for a client that can't be told by a file. */
    ruled: allows === undefined ? undefined : ruled,
    former: [
      ...[...formerPaths(runtime, root, agent), ...notes ? [] : notesPaths(runtime, root, agent)].map((path) =>
        ownFileRemoval(runtime, path, base)
      ),
      ruled || ruleFile === undefined ? undefined : ownFileRemoval(runtime, ruleFile, hookFile.base),
      moved || undefined,
    ].filter((change) => change !== undefined),
  };
}

/** Into a skill of somebody's own nothing is put. */
function withoutParts(changes: readonly FileChange[]): readonly FileChange[] {
  const skills = changes.filter(({ path, action }) => action === "leave" && basename(path) === SKILL_FILE);
  const theirs = new Set(skills.map(({ path }) => dirname(path)));
  return changes.filter(({ path, action }) => action !== "create" || !theirs.has(dirname(path)));
}

const SKILL_FILE = "SKILL.md";

/** Whoever connects a client wants it to work; later nothing is allowed that was not. */
function wishFor(allow: boolean | undefined, isThere: boolean): AllowWish {
  if (allow !== undefined) return allow ? "add" : "remove";
  return isThere ? "keep" : "add";
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

function inheritedHere(runtime: Runtime, { scope, dataFolder }: Place): readonly Sentence[] {
  const isUsers = scope === "home";
  const path = isUsers ? globalConfigFile(runtime) : join(dataFolder, CONFIG_FILE);
  return inheritedSettings(readConfigFile(runtime, path, []), { path, isUsers });
}

/** What older tools wired here and, for all projects, in the home folder, but for what is being taken out. */
function olderRemarks(runtime: Runtime, { root, scope }: Place, takeOver: boolean): Sentence[] {
  const spots = [
    ...takeOver ? [] : [{ root, scope }],
    ...scope === "project" ? [{ root: runtime.home, scope: "home" as const }] : [],
  ];
  return spots.flatMap((spot) => {
    const wiring = olderWiring(runtime, spot);
    return wiring.length > 0 ? [olderWiringText(wiring, spot.scope === "home")] : [];
  });
}

// The data folder's own files. What the user has written in them is never touched.

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

interface DataFolderRequest {
  readonly scope: "project" | "home";
  readonly folder: string;
  readonly language: Language;
  /** Written into the settings, for hooks of desktop applications, which see no locale. */
  readonly setLanguage: Language | undefined;
  /** Undefined: as it is; private in a new folder. */
  readonly share: Share | undefined;
}

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

/** What git sees of a data folder, but for git's own files in it. */
export function seenByGit(share: Share): readonly string[] {
  const shown = share === "none" ? [] : share === "notes" ? SHARED_NOTES : [...SHARED_NOTES, ...SHARED_RECORDS];
  const names = shown.filter((line) => line.startsWith("!") && !line.startsWith("!.")).map((line) => line.slice(1));
  return names.filter((name) => !name.includes("*"));
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
