/**
 * In: the options of `memory init` or `memory uninstall`. Out: the files changed, or, in a dry run, only listed.
 * Not done here: parsing and printing (commands/). Records are left alone, except by a purge.
 *
 * @module
 */
import { reasonOf } from "../errors.ts";
import { openLog } from "../log.ts";
import { BYTES_MAX } from "../limits.ts";
import { dirname, join } from "node:path";
import { CONFIG_FILE, languageOf, loadConfig } from "../config/mod.ts";
import { trackingIn } from "../git/tracking.ts";
import { IGNORE_FILE, worktreeOf } from "../git/worktree.ts";
import { readText, removeEmptyFolders } from "../files.ts";
import { isInside, memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { type Sealed, shownOrDone } from "../store/confirm.ts";
import {
  CORE_FILE,
  dailyFiles,
  everyTruthFile,
  FACTS_FILE,
  noteFiles,
  NOTES_INDEX_FILE,
  ORIGINALS_FOLDER,
  pathOf,
  SESSIONS_FILE,
  TOKEN_FILE,
  USED_IDS_FILE,
} from "../store/layout.ts";
import { disabledReason, type Memory, openMemory, wayOn } from "../store/memory.ts";
import { rulesByKey } from "../config/schema.ts";
import { exposedIn, exposedText, keepPrivate } from "../store/keep_private.ts";
import { claimedAt } from "../store/owner.ts";
import { lostOf } from "../store/lost.ts";
import { keepMirror, setAsideLost } from "../store/keep_mirror.ts";
import { openStore, type Store } from "../store/mod.ts";
import { claimFolder, whileSettingUp, withLockForSetup } from "../store/write_lock.ts";
import { trustWhatIsFollowed } from "../upkeep/trust.ts";
import { knowledgeShown } from "../upkeep/delete.ts";
import { isBlankCore } from "../templates/files.ts";
import { shellWord } from "../agents/command.ts";
import type { Agent } from "../agents/event.ts";
import type { Language, Sentence } from "../sentence.ts";
import { size } from "../cli/terminal.ts";
import { applyChanges, forgetRestored, type Kept, refuseUnsafe, SHARED_FOLDER } from "./apply.ts";
import { type FileChange, folderOfTarget, foldersToMake, isDue } from "./changes.ts";
import { type ClientHome, clientHomes, forgetHomes, homeAround } from "./moved_homes.ts";
import {
  meansInUse,
  otherAgents,
  type Place,
  type PlaceRequest,
  placeToInit,
  placeToUninstall,
  storeOf,
  switchFileOf,
} from "./place.ts";
import { hooksIn } from "./hook_changes.ts";
import { planInstall, settingsFileOf, type SetupPlan, type SetupRequest } from "./install.ts";
import { seenByGit, type Share, shareOf, sharesBy } from "./share.ts";
import { type OlderData, olderData } from "./older_tools.ts";
import { cacheFolders, carryOutPurge, planPurge, planRemoval, type Purge, touchablePaths } from "./remove.ts";
import { forgetGone, madeFolders, namesKept } from "./originals.ts";
import { noteTexts, ownSwitches, switchesOf } from "./switches.ts";
import { named } from "../wording.ts";
import { clientNames, inRun, nextSteps, pathText, said } from "./words.ts";

export type { SetupRequest } from "./install.ts";

/** The options of `memory uninstall`. */
export interface RemovalRequest extends PlaceRequest {
  /** The language of the result, if it is not that of the files. */
  readonly told?: Language | undefined;
  readonly dryRun: boolean;
  /** Remove models and unpacked libraries, too. */
  readonly caches: boolean;
  /** Erase the memory, too. */
  readonly purge: boolean;
  /** The token of the preview; without it nothing is erased. */
  readonly token: string | undefined;
}

export interface SetupFile {
  readonly path: string;
  readonly action: FileChange["action"];
  /** The client in whose home the file lies, where a variable has moved that home. */
  readonly client?: Agent;
  /** How many hooks of ours a hook file holds, or held before they were removed. */
  readonly hooks?: number;
  /** The copy of a file that the user had changed. */
  readonly copy?: string;
}

/** The changes that were made, or would be, as JSON has them. */
export interface SetupResult {
  readonly scope: Place["scope"];
  readonly root: string;
  readonly data_folder: string;
  readonly agents: readonly string[];
  readonly lang: Language;
  readonly share: Share;
  readonly dry_run: boolean;
  readonly files: readonly SetupFile[];
  /** Other files and folders that `init` makes. */
  readonly besides?: readonly SetupFile[];
  /** Remarks for the person. */
  readonly notes: readonly string[];
  /** The next steps. */
  readonly next: readonly string[];
  /** Memories of older tools that can be imported; told by `init` alone. */
  readonly older?: readonly OlderData[];
  readonly purge?: Purge;
  /** Confirms the purge, between 3 seconds and 5 minutes after this preview. */
  readonly confirm_token?: string;
}

/**
 * Sets up a project or the home folder. Throws INVALID_ARGUMENT, CONFIG_INVALID, LOCK_BUSY, IO_ERROR; then nothing is
 * changed.
 */
export function install(runtime: Runtime, request: SetupRequest): SetupResult {
  const run = () => plannedInstall(runtime, request);
  return request.dryRun ? run() : whileSettingUp(runtime, run);
}

function plannedInstall(runtime: Runtime, request: SetupRequest): SetupResult {
  const place = placeToInit(runtime, request);
  const { language, setLanguage, isFromLocale } = languageFor(runtime, place, request.lang);
  const isHome = place.scope === "home";
  const memory = openMemory(runtime, isHome ? {} : { projectPath: place.root });
  const switches = isHome ? ownSwitches(memory) : switchesOf(memory);
  const planned = () => planInstall(runtime, place, { ...request, language, switches, memory, setLanguage });
  const plan = planned();
  const isOthers = place.ownsData && storeOf(runtime, place).standing === "foreign";
  // A stranger's settings come into force when their folder is the person's.
  const after = isOthers
    ? { ...memory, ...loadConfig(runtime, { projectFolder: place.dataFolder, projectRoot: place.root }) }
    : memory;
  const off = disabledReason(after);
  const along = isOthers ? settingsOfProject(after) : [];
  const share = request.share ?? shareOf(runtime, place.dataFolder);
  // A pull has brought a shared memory into the folder of a private one.
  const theirs = sharesBy(runtime, place.dataFolder);
  const othersShare = request.share === undefined && share === "none" && theirs !== "none"
    ? [said("others_share", { path: join(place.dataFolder, IGNORE_FILE), share: theirs })]
    : [];
  const isEmpty = isUnused(runtime, place.dataFolder);
  const homes = clientHomes(runtime);
  // Asked before they are made.
  const others = othersMade(runtime, place, plan.changes);
  const keepsOut = isOthers && share === "none";
  const kept = request.dryRun
    ? []
    : carryOut(runtime, place, plan.changes, keepsOut ? () => planned().changes : undefined);
  if (!request.dryRun) {
    noteTexts(runtime, place, { ...switches, ...request.notes === undefined ? {} : { notes: request.notes } });
  }
  const isShared = request.share !== undefined && request.share !== "none" && !isHome && place.ownsData;
  if (isShared && !request.dryRun) trustWhatIsFollowed(openStore(runtime, place.dataFolder, "project"));
  const lost = place.ownsData ? lostOf(storeOf(runtime, place), "place") : undefined;
  const older = olderData(runtime, { ...place, layer: isHome ? "global" : "project" });
  const told = request.told ?? language;
  const unconnected = meansInUse(request) ? otherAgents(runtime, place) : [];
  const notInPath = pathText(runtime);
  const about = {
    asking: plan.asking,
    isHome,
    isEmpty,
    older,
    lost,
    wayOn: off && wayOn(after),
    dryRun: request.dryRun,
  };
  return {
    ...head(place, language, share, request.dryRun),
    files: plan.changes.map((change) => fileOf(change, kept, homes)),
    besides: others,
    notes: [
      ...plan.remarks,
      ...isOthers && request.share === undefined && share !== "none"
        ? [said("goes_along", { path: join(place.dataFolder, IGNORE_FILE) })]
        : [],
      ...along.length > 0
        ? [said("came_along", { path: join(place.dataFolder, CONFIG_FILE), keys: named(along) })]
        : [],
      ...othersShare,
      ...share === "none" && place.ownsData && !isHome ? stillTracked(runtime, place, request) : [],
      ...isShared && worktreeOf(runtime, place.root) ? [sharedText(request, place.dataFolder)] : [],
      ...isFromLocale ? [said("lang_from_locale")] : [],
      ...off ? [said("switched_off", { reason: off })] : [],
      ...keptTexts(kept),
      ...notInPath ? [notInPath] : [],
      ...place.isGuess ? [said(inRun("none_seen", request.dryRun))] : [],
      ...unconnected.length > 0
        ? [said("others", { clients: clientNames(unconnected), agents: unconnected.join(",") })]
        : [],
    ].map((each) => each[told]),
    next: nextSteps(about).map((each) => each[told]),
    ...older.length > 0 ? { older } : {},
  };
}

/** The remark on files of a private memory that git tracks all the same, which no ignore rule takes out of commits. */
function stillTracked(runtime: Runtime, place: Place, request: Pick<SetupRequest, "share">): Sentence[] {
  const store = storeOf(runtime, place);
  const all = [...new Set([TOKEN_FILE, ...everyTruthFile(store), NOTES_INDEX_FILE, USED_IDS_FILE])];
  // Whose own `.gitignore` shows records wants git to have them, unless they say now that nothing is shared.
  const isWished = request.share === "none";
  const tracking = trackingIn(runtime, store.folder);
  const files = isWished ? all.filter((file) => tracking(file) === "tracked") : exposedIn(store, all);
  return files.length > 0 ? [exposedText(files.map((file) => join(place.dataFolder, file)))] : [];
}

/** The settings that the project's file decides here, but for those that only ask for care. */
function settingsOfProject({ sourceOf }: Memory): string[] {
  return [...rulesByKey().keys()].filter((key) => sourceOf(key) === "project" && !key.startsWith("privacy."));
}

/** The remark that names the files of the memory that git sees from now on. */
function sharedText({ share = "none", dryRun }: SetupRequest, folder: string): Sentence {
  return said(inRun("git_sees", dryRun), { folder, files: named(seenByGit(share)) });
}

/**
 * The files that a run makes besides those of its plan: the folder's token, its home, the folder of originals of `~`.
 */
function othersMade(runtime: Runtime, place: Place, changes: readonly FileChange[]): SetupFile[] {
  const { files } = runtime;
  const { home } = storeOf(runtime, place);
  const bases = new Set(changes.filter(isDue).flatMap(({ base }) => base ?? []));
  const paths = [
    ...place.ownsData ? [join(place.dataFolder, TOKEN_FILE), home] : [],
    ...[...bases].map((base) => join(base, ORIGINALS_FOLDER)).filter((path) => !isInside(path, home)),
  ];
  return paths.map((path) => ({ path, action: files.stat(path) === undefined ? "create" : "keep" }));
}

/**
 * Makes the changes, and the data folder before them.
 *
 * @param planAgain given where the data folder must be kept out of commits first, since somebody else made it and
 * nobody shares it: git's exclude file, which is among the changes, is another one then
 */
function carryOut(
  runtime: Runtime,
  place: Place,
  changes: readonly FileChange[],
  planAgain: (() => readonly FileChange[]) | undefined,
): readonly Kept[] {
  refuseUnsafe(runtime, changes, place);
  const made = foldersToMake(runtime, changes, place);
  const earlier = madeFolders(runtime, place.base);
  const takeBack = removalOfClaim(runtime, place, made);
  try {
    claimDataFolder(runtime, place, planAgain !== undefined);
    const kept = applyChanges(runtime, planAgain?.() ?? changes, place, made);
    if (place.ownsData) mirrorAll(storeOf(runtime, place));
    removeEmptied(runtime, place, changes, earlier);
    return kept;
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** Makes the data folder and claims it, before anything is written into it. */
function claimDataFolder(runtime: Runtime, place: Place, keepsOut: boolean): void {
  const { files } = runtime;
  // The data folder is private; the folders above it belong to the agents.
  files.makeFolder(dirname(place.dataFolder), SHARED_FOLDER);
  if (!place.ownsData) return;
  files.makeFolder(place.dataFolder);
  claimFolder(storeOf(runtime, place));
  // Before new files take the names of lost ones.
  withLockForSetup(storeOf(runtime, place), (locked) => {
    if (keepsOut) keepPrivate(locked, true);
    setAsideLost(locked);
  });
}

/** A function that removes what claiming has made, to be called where an init fails. */
function removalOfClaim(runtime: Runtime, place: Place, made: ReadonlySet<string>): () => void {
  const { files } = runtime;
  const { dataFolder, ownsData, root } = place;
  const { home } = storeOf(runtime, place);
  const isNew = files.stat(dataFolder) === undefined;
  const isFirst = ownsData && files.stat(home) === undefined;
  return () => {
    if (isFirst) files.remove(home);
    if (isNew) files.remove(join(dataFolder, TOKEN_FILE));
    if (isNew && files.list(dataFolder).length === 0) files.remove(dataFolder);
    removeEmptyFolders(runtime, dirname(dataFolder), root, made);
  };
}

/** Gives the files second names. A failure is only logged, since the end of a session tries again. */
function mirrorAll(store: Store): void {
  try {
    withLockForSetup(store, keepMirror);
  } catch (error) {
    openLog(store.runtime, store).warning("Files have no second name yet", { reason: reasonOf(error) });
  }
}

function removeEmptied(
  runtime: Runtime,
  { root }: Place,
  changes: readonly FileChange[],
  made: ReadonlySet<string> | undefined,
): void {
  const home = memoryHome(runtime);
  const homes = clientHomes(runtime);
  for (const { path, base, after } of changes) {
    if (after !== undefined) continue;
    if (isInside(path, root)) {
      for (const folder of [dirname(path), folderOfTarget(runtime, path, root)]) {
        removeEmptyFolders(runtime, folder, root, made);
      }
    } // A file in the home folder, or in a client's, that we had made for a project.
    else if (base === home || isInside(path, home)) {
      removeEmptyFolders(runtime, dirname(path), homeAround(homes, path)?.folder ?? runtime.home);
    }
  }
}

interface Removal extends SetupPlan {
  readonly caches: readonly string[];
  readonly purge: Purge | undefined;
}

/**
 * Undoes `install`. The memory stays, unless it is purged; a purge without its token is only a preview. Throws as
 * `install` does, and CONFIRM_TOO_EARLY, CONFIRM_EXPIRED.
 */
export function uninstall(runtime: Runtime, request: RemovalRequest): SetupResult {
  const run = () => plannedRemoval(runtime, request);
  const isPreview = request.dryRun || (request.purge && request.token === undefined);
  return isPreview ? run() : whileSettingUp(runtime, run);
}

function plannedRemoval(runtime: Runtime, request: RemovalRequest): SetupResult {
  const place = placeToUninstall(runtime, request);
  const { language } = languageFor(runtime, place, undefined);
  const data = openStore(runtime, place.dataFolder, "project");
  // By the old place of a folder that was moved no original is found.
  if (place.scope === "project" && place.ownsData && data.moved && runtime.files.stat(data.folder)) claimFolder(data);
  const removal: Removal = {
    ...planRemoval(runtime, place, request.dryRun),
    caches: request.caches ? cacheFolders(runtime) : [],
    purge: request.purge ? planPurge(runtime, place) : undefined,
  };
  const copies = removal.purge && place.scope === "project" ? namesKept(runtime, place.base) : [];
  const outcome = (isPreview: boolean, sealed: Sealed): SetupResult => {
    const told = request.told ?? language;
    const result = head(place, language, shareOf(runtime, place.dataFolder), isPreview);
    const homes = clientHomes(runtime);
    const kept = isPreview ? [] : carryOutRemoval(runtime, place, removal);
    const hasData = runtime.files.stat(place.dataFolder)?.kind === "folder";
    return {
      ...result,
      files: removedFiles(removal, kept, homes),
      notes: [
        ...removal.remarks,
        ...removal.purge
          ? [
            said(inRun("purged", isPreview), { ...removal.purge, size: size(removal.purge.bytes) }),
            ...copies.length > 0 ? [said(inRun("copies_purged", isPreview), { names: copies.join(", ") })] : [],
          ]
          : keptTexts(kept),
        ...hasData && !removal.purge ? staying(runtime, place, removal, request, isPreview) : [],
      ].map((each) => each[told]),
      next: sealed.confirm_token === undefined ? [] : [said("confirm", { token: sealed.confirm_token })[told]],
      ...(removal.purge ? { purge: removal.purge } : {}),
      ...sealed,
    };
  };
  return shownOrDone(runtime, {
    confirm: removal.purge ? request.token ?? false : true,
    // Not bound to the sizes of files: hooks write logs while the person decides.
    // Bound to when the memory was made, too: one that is made anew at the same place, and holds the same, is another.
    shown: removal.purge && (() => {
      const made = String(claimedAt(runtime, storeOf(runtime, place).home));
      return ["uninstall", place.scope, place.root, place.dataFolder, made, ...knowledgeShown(data)];
    }),
    show: (sealed) => outcome(true, sealed),
    act(_, stillShown) {
      if (!removal.purge || request.dryRun || !runtime.files.stat(data.folder)) return outcome(request.dryRun, {});
      return withLockForSetup(storeOf(runtime, place), () => {
        stillShown();
        return outcome(false, {});
      });
    },
  });
}

/** Remarks on the memory that stays: the command that erases it, and that it is on again where its switch went. */
function staying(
  runtime: Runtime,
  place: Place,
  { changes }: SetupPlan,
  { global, projectPath }: PlaceRequest,
  dryRun: boolean,
): Sentence[] {
  const named = projectPath === undefined ? "" : ` --project-path ${shellWord(runtime, projectPath)}`;
  const command = `memory uninstall${global ? " --global" : named} --purge`;
  const off = changes.find(({ path }) => path === switchFileOf(place));
  return [
    said(inRun("data_stays", dryRun), { folder: place.dataFolder, command }),
    ...off === undefined ? [] : [said(inRun("on_again", dryRun), { file: off.path })],
  ];
}

function keptTexts(kept: readonly Kept[]): readonly Sentence[] {
  return kept.map(({ path, copy, isOriginal }) => said(isOriginal ? "missed" : "edited", { path, copy }));
}

function carryOutRemoval(runtime: Runtime, place: Place, { changes, caches, purge }: Removal): readonly Kept[] {
  const made = madeFolders(runtime, place.base);
  const kept = applyChanges(runtime, changes, place);
  const missed = forgetRestored(runtime, place.base, touchablePaths(runtime, place));
  removeEmptied(runtime, place, changes, made);
  // A killed init may have left its folders empty.
  for (const folder of made ?? []) removeEmptyFolders(runtime, folder, place.root, made);
  forgetHomes(runtime);
  for (const folder of caches) runtime.files.remove(folder);
  if (purge) carryOutPurge(runtime, place, made);
  if (made) forgetGone(runtime, place.base, made);
  return [...kept, ...missed];
}

/** The files of the result. A purge also erases the copies of files that the user had changed, so it names none. */
function removedFiles(
  { changes, caches, purge }: Removal,
  kept: readonly Kept[],
  homes: readonly ClientHome[],
): SetupFile[] {
  const erased = purge ? [purge.folder, ...purge.settings ? [purge.settings] : []] : [];
  return [
    ...changes.map((change) => fileOf(change, purge ? [] : kept, homes)),
    ...[...caches, ...erased].map((path): SetupFile => ({ path, action: "remove" })),
  ];
}

function head({ scope, root, dataFolder, agents }: Place, lang: Language, share: Share, dryRun: boolean) {
  return { scope, root, data_folder: dataFolder, agents, lang, share, dry_run: dryRun };
}

function fileOf(change: FileChange, kept: readonly Kept[], homes: readonly ClientHome[]): SetupFile {
  const { path, action } = change;
  const hooks = hooksIn(change);
  const copy = kept.find((each) => each.path === path)?.copy;
  const client = homeAround(homes, path)?.agent;
  return {
    path,
    action,
    ...(client ? { client } : {}),
    ...(hooks ? { hooks } : {}),
    ...(copy === undefined ? {} : { copy }),
  };
}

/**
 * `--lang`, else the settings, else the locale. A Chinese locale is written down, for hooks that run without one, but
 * only into new settings: whoever runs init again may have another locale than those who work here.
 */
function languageFor(runtime: Runtime, place: Place, asked: Language | undefined) {
  const { dataFolder, root, scope } = place;
  const where = scope === "project" ? { projectFolder: dataFolder, projectRoot: root } : {};
  const { config } = loadConfig(runtime, where);
  const language = asked ?? languageOf(runtime, config);
  const isFromLocale = asked === undefined && config.lang === "auto" && language === "zh" && place.ownsData &&
    runtime.files.stat(settingsFileOf(runtime, place)) === undefined;
  return { language, setLanguage: asked ?? (isFromLocale ? language : undefined), isFromLocale };
}

/** Whether a data folder holds nothing yet, so that the next step is to try a first memory. */
function isUnused(runtime: Runtime, folder: string): boolean {
  const store = openStore(runtime, folder, "project");
  const isBlank = isBlankCore(readText(runtime.files, pathOf(store, CORE_FILE), BYTES_MAX.markdown) ?? "");
  const hasFile = [FACTS_FILE, SESSIONS_FILE].some((file) => (runtime.files.stat(pathOf(store, file))?.size ?? 0) > 0);
  return isBlank && !hasFile && dailyFiles(store).length === 0 && noteFiles(store).length === 0;
}
