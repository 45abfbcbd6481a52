/** The plan of init at a place: its changes, in order, and remarks for the person. Nothing is changed here. */
import { basename, dirname, join } from "node:path";
import type { Agent } from "../agents/event.ts";
import { type AllowChange, holdsRules } from "../agents/allow_rules.ts";
import { ruleFileOf, SETUPS } from "../agents/setup.ts";
import { inheritedSettings } from "../config/inherited.ts";
import { readConfigFile } from "../config/mod.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { CONTEXT_RULE_FILE, ruleText } from "../recall/rule_file.ts";
import type { Switches } from "../templates/fill.ts";
import type { Language, Sentence } from "../sentence.ts";
import {
  type FileChange,
  fileChange,
  formerPath,
  hasNotesFlow,
  newFileChange,
  notesPaths,
  ownFileChange,
  ownFileRemoval,
  ownTexts,
  targetOf,
  withoutRepeats,
} from "./changes.ts";
import { editableText } from "../files.ts";
import { homeListing } from "./moved_homes.ts";
import { type Place, type PlaceRequest, settingsFileOf, storeOf, switchFileOf } from "./place.ts";
import { IGNORE_FILE } from "../git/ignore.ts";
import { worktreeOf } from "../git/worktree.ts";
import { exclusion, shownInSpite } from "./exclude.ts";
import { originalOf } from "./originals.ts";
import { shareOf, SHOWN } from "./share.ts";
import {
  atToolsOf,
  callsMemory,
  hookAddition,
  hookFileOf,
  hookRemoval,
  isConnected,
  otherBinaries,
  projectListing,
} from "./hook_changes.ts";
import type { Share } from "../store/keep_private.ts";
import { ATTRIBUTES_FILE, CORE_FILE, NOTES_INDEX_FILE, REFERENCES_FOLDER } from "../store/layout.ts";
import { noteFiles } from "../store/truth_files.ts";
import { inRun, olderWiringText, said } from "./words.ts";
import { olderWiring, takeOverChanges } from "./older_tools.ts";
import type { Memory } from "../store/memory.ts";
import { gitTracking } from "../git/tracking.ts";
import { editConfigText } from "../config/change.ts";
import { emptyIndexText } from "../notes/index_file.ts";
import { named } from "../wording.ts";
import { wantsNoNotes } from "./switches.ts";
import { CONFIG_TEXT, CORE_TEXT, NOTE_TEMPLATE } from "../templates/files.ts";

/** The options of `memory init`. */
export interface SetupRequest extends PlaceRequest {
  readonly lang: Language | undefined;
  /** Undefined: as it is; private in a new folder. */
  readonly share: Share | undefined;
  /** Whether agents may save and look up without asking; undefined: a new one may, others stay as they are. */
  readonly allow: boolean | undefined;
  /** Whether agents get the texts for curated notes; undefined: as said last, else where there are notes. */
  readonly notes?: boolean | undefined;
  readonly dryRun: boolean;
  /** Take out the wiring of older memory tools; uninstall puts it back. */
  readonly takeOver?: boolean;
}

interface InstallRequest extends SetupRequest {
  readonly language: Language;
  readonly switches: Switches;
  /** Its settings tell which hooks are needed. */
  readonly memory: Pick<Memory, "config" | "ownConfig">;
  /** Written into the settings, for hooks of desktop applications, which see no locale. */
  readonly setLanguage: Language | undefined;
}

export interface SetupPlan {
  readonly changes: readonly FileChange[];
  readonly remarks: readonly Sentence[];
}

/** The plan of `init` at a place. Throws CONFIG_INVALID for a file that can't be edited safely. */
export function planInstall(runtime: Runtime, place: Place, request: InstallRequest) {
  const { root, dataFolder, ownsData, agents } = place;
  const { dryRun, takeOver = false } = request;
  const data = ownsData ? dataFolderChanges(runtime, place, request) : [];
  const noteCount = noteFiles(storeOf(runtime, place)).length;
  const hadNotesFlow = hasNotesFlow(runtime, root);
  const notes = request.notes ?? (hadNotesFlow || (noteCount > 0 && !wantsNoNotes(runtime, place)));
  const parts = agents.map((agent) => agentChanges(runtime, place, agent, { ...request, notes }));
  const files = withoutRepeats(parts.flatMap((part) => [...part.files, part.hooks, ...part.former]));
  const older = takeOver && agents.includes("cursor") ? takeOverChanges(runtime, place) : [];
  const worktree = place.scope === "project" ? worktreeOf(runtime, root) : undefined;
  const local = filesOfMachine(runtime, place, parts);
  const isTracked = (path: string) =>
    worktree !== undefined && isInside(path, root) && gitTracking(runtime, worktree.root, path) !== "untracked";
  const tracked = local.filter(isTracked);
  const excluded = worktree && exclusion(runtime, place, worktree, {
    paths: local.filter((path) => !tracked.includes(path)),
    share: request.share ?? shareOf(runtime, dataFolder),
  });
  const shown = worktree ? shownInSpite(runtime, worktree, local.filter((path) => !tracked.includes(path))) : [];
  const left = files.filter(({ action }) => action === "leave").map(({ path }) => path);
  const remarks = parts.flatMap((part) => userHooksRemark(part, dryRun));
  const others = [...new Set(parts.flatMap(({ agent, hookFile }) => otherBinaries(runtime, hookFile.path, agent)))];
  if (others.length > 0) {
    remarks.push(said(inRun("other_binary", dryRun), { paths: named(others), own: runtime.execPath }));
  }
  const [theirs, own] = [left.filter(isTracked), left.filter((path) => !isTracked(path))];
  if (own.length > 0) remarks.push(said(inRun("left", dryRun), { paths: named(own) }));
  if (theirs.length > 0) remarks.push(said("left_in_git", { paths: named(theirs) }));
  if (notes && request.notes === undefined && !hadNotesFlow) {
    remarks.push(said(inRun("notes_found", dryRun), { count: String(noteCount) }));
  }
  if (tracked.length > 0) remarks.push(said(inRun("tracked_files", dryRun), { paths: named(tracked) }));
  for (const { ignore, lines } of shown) {
    remarks.push(said(inRun("shown_files", dryRun), { ignore, lines: named(lines.map((line) => `\`${line}\``)) }));
  }
  const rule = join(root, CONTEXT_RULE_FILE);
  if (shown.some((each) => each.files.includes(rule))) remarks.push(said("shown_rule", { path: rule }));
  if (agents.includes("cursor")) remarks.push(...olderRemarks(runtime, place, takeOver));
  const settings = settingsFileOf(runtime, place);
  if (ownsData) remarks.push(...inheritedSettings(readConfigFile(runtime, settings, []), settings));
  else remarks.push(said("shared_memory", { path: dataFolder }));
  return {
    changes: [...data, ...excluded ? [excluded] : [], ...files, ...older, ...listings(runtime, place, parts)],
    remarks,
    shown: shown.flatMap((each) => each.files),
    asking: parts,
  };
}

/** The files that name a path of this machine, or hold records: git must not see them. */
function filesOfMachine(runtime: Runtime, place: Place, parts: readonly Part[]): readonly string[] {
  const { dataFolder, ownsData, base } = place;
  const paths = new Set<string>();
  for (const { files, hookFile } of parts) {
    for (const { path, action } of files) if (action !== "leave") paths.add(path);
    if (hookFile.insteadOf === undefined) paths.add(hookFile.path);
  }
  // The switch is for this machine, not for the team.
  if (ownsData) paths.add(switchFileOf(place));
  // A folder of ours leaves out its own files, which a link can't.
  if (ownsData && runtime.files.linkTarget(dataFolder) !== undefined) paths.add(dataFolder);
  return [...paths, ...[...paths].flatMap((path) => targetMade(runtime, base, path))];
}

function userHooksRemark({ agent, hookFile: { path, insteadOf } }: Part, dryRun: boolean): Sentence[] {
  if (!insteadOf) return [];
  const values = { path, insteadOf: insteadOf.path, client: SETUPS[agent].name };
  return [said(inRun(insteadOf.because, dryRun), values)];
}

/** The file that init makes, or has made, as the target of a link of the person's that led to nothing. */
function targetMade(runtime: Runtime, base: string, path: string): string[] {
  const target = targetOf(runtime, path);
  const original = originalOf(runtime, base, path);
  const isMade = runtime.files.stat(path) === undefined || (original !== undefined && original.bytes === undefined);
  return target !== path && isMade ? [target] : [];
}

type Part = ReturnType<typeof agentChanges>;

function agentChanges(
  runtime: Runtime,
  place: Place,
  agent: Agent,
  request: InstallRequest & { readonly notes: boolean },
) {
  const { language, switches, memory, takeOver = false, notes } = request;
  const { root, scope, base } = place;
  const { hasRules, allows } = SETUPS[agent];
  const hookFile = hookFileOf(runtime, place, agent);
  const { insteadOf } = hookFile;
  const isThere = isConnected(runtime, place, agent) || callsMemory(runtime, hookFile.path, agent);
  const allowing = allowChange(request.allow, isThere);
  const hooks = hookAddition(runtime, hookFile, agent, {
    takeOver: takeOver && agent === "cursor",
    allowing,
    atTools: atToolsOf(memory, scope === "home" || insteadOf !== undefined),
  });
  const ruleFile = ruleFileOf(runtime, agent, root);
  const ruled = ruleFile === undefined
    ? holdsRules(new TextDecoder().decode(hooks.after), agent, runtime)
    : allowing === "add" || (allowing === "keep" && runtime.files.stat(ruleFile) !== undefined);
  const texts = ownTexts(runtime, root, agent, { language, switches: { ...switches, notes } });
  const files = [...outsideOthersSkills(texts.map(({ path, text }) => ownFileChange(runtime, path, text, base)))];
  // Hooks fill this rule, so one with content stays as it is.
  if (hasRules && scope === "project") {
    files.push(newFileChange(runtime, join(root, CONTEXT_RULE_FILE), ruleText(language)));
  }
  if (ruled && ruleFile !== undefined && allows?.kind === "file") {
    files.push(ownFileChange(runtime, ruleFile, allows.text(runtime), hookFile.base));
  }
  const gone = [formerPath(runtime, root, agent), ...notes ? [] : notesPaths(runtime, root, agent)];
  const former = gone.map((path) => ownFileRemoval(runtime, path, base));
  if (!ruled && ruleFile !== undefined) former.push(ownFileRemoval(runtime, ruleFile, hookFile.base));
  if (insteadOf?.because === "user_hooks") {
    former.push(hookRemoval(runtime, { path: insteadOf.path, base }, agent));
  }
  return {
    agent,
    files,
    hookFile,
    hooks,
    /** Whether rules let the agent save without asking; undefined for a client that reads no such rules. */
    ruled: allows === undefined ? undefined : ruled,
    former: former.filter((change) => change !== undefined),
  };
}

/** By default a new client is allowed to work, and a connected one nothing more than before. */
function allowChange(allow: boolean | undefined, isThere: boolean): AllowChange {
  if (allow !== undefined) return allow ? "add" : "remove";
  return isThere ? "keep" : "add";
}

/** The changes without new files in the folder of somebody's own skill. */
function outsideOthersSkills(changes: readonly FileChange[]): readonly FileChange[] {
  const skills = changes.filter(({ path, action }) => action === "leave" && basename(path) === "SKILL.md");
  const theirs = new Set(skills.map(({ path }) => dirname(path)));
  return changes.filter(({ path, action }) => action !== "create" || !theirs.has(dirname(path)));
}

function listings(runtime: Runtime, { root, scope }: Place, parts: readonly Part[]): FileChange[] {
  const isHome = scope === "home";
  const needing = parts.filter(({ agent, hookFile }) =>
    isHome ? SETUPS[agent].hooksAtHome : hookFile.insteadOf !== undefined
  ).map(({ agent }) => agent);
  return [
    ...homeListing(runtime, isHome ? parts.map(({ agent }) => agent) : needing),
    ...needing.length > 0 ? [projectListing(runtime, root, needing)] : [],
  ];
}

/** Remarks on the wiring of older tools, here unless it is taken out now, and for all projects in the home folder. */
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

// The files in the data folder. The user's own lines in them are never changed.

/**
 * Of two machines' appends git keeps both: readers resolve equal ids, and the next note rewrites INDEX.md. Where only
 * notes are shared, git may track records still.
 */
const ATTRIBUTES = "INDEX.md merge=union\nnotes/.ids merge=union\n*.jsonl merge=union\n";

function dataFolderChanges(runtime: Runtime, place: Place, request: InstallRequest): readonly FileChange[] {
  const { language, share } = request;
  const at = (name: string) => join(place.dataFolder, name);
  const ours = (name: string, text: string) => newFileChange(runtime, at(name), text);
  // What git tracks is the team's: to keep one's own saves out of commits, git's exclude file is enough.
  const worktree = share === "none" ? worktreeOf(runtime, place.root) : undefined;
  const isTeams = (path: string) => worktree !== undefined && gitTracking(runtime, worktree.root, path) === "tracked";
  const gits = (name: string, text: string) =>
    share === undefined || isTeams(at(name)) ? ours(name, text) : fileChange(runtime, at(name), "rewrite", text);
  return [
    gits(IGNORE_FILE, ["*", ...SHOWN[share ?? "none"], ""].join("\n")),
    // Files that git does not see are never merged.
    gits(ATTRIBUTES_FILE, share && share !== "none" ? ATTRIBUTES : said("nothing_is_shared")[language]),
    ours(CORE_FILE, CORE_TEXT[language]),
    configChange(runtime, place, request),
    ours(NOTES_INDEX_FILE, emptyIndexText(language)),
    ours(`${REFERENCES_FOLDER}/memory-note-template.md`, NOTE_TEMPLATE[language]),
  ];
}

function configChange(runtime: Runtime, place: Place, { language, setLanguage }: InstallRequest): FileChange {
  const path = settingsFileOf(runtime, place);
  const before = editableText(runtime, path);
  if (before === undefined) {
    const text = CONFIG_TEXT[place.scope][language];
    const line = `"lang": "${setLanguage}",`;
    return newFileChange(runtime, path, setLanguage ? text.replace('// "lang": "auto",', line) : text);
  }
  return fileChange(runtime, path, "merge", setLanguage ? editConfigText(before, "lang", setLanguage, path) : before);
}
