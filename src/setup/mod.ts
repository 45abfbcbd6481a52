/**
 * In: the options of `memory init`. Out: the files changed, or, in a dry run, only listed.
 * Not done here: parsing and printing (commands/), taking back what was done (uninstall.ts).
 */
import { dirname, join } from "node:path";
import { shellWord } from "../agents/command.ts";
import { CONFIG_FILE, loadConfig } from "../config/mod.ts";
import { settingsWait, takeSettings } from "../store/known.ts";
import { rulesByKey } from "../config/schema.ts";
import { reasonOf, tried } from "../errors.ts";
import { readText, removeEmptyFolders } from "../files.ts";
import { trackingIn } from "../git/tracking.ts";
import { IGNORE_FILE } from "../git/ignore.ts";
import { worktreeOf } from "../git/worktree.ts";
import { BYTES_MAX } from "../limits.ts";
import { openLog } from "../log.ts";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { recordFiles } from "../store/contents.ts";
import { bytesOf } from "../store/file_read.ts";
import { keepMirror, setAsideLost } from "../store/keep_mirror.ts";
import { exposedIn, exposedText, goesAlong, keepPrivate, type Share } from "../store/keep_private.ts";
import * as layout from "../store/layout.ts";
import { lostOf } from "../store/lost.ts";
import { disabledReason, type Memory, openMemory, wayOn } from "../store/memory.ts";
import { openStore, type Store } from "../store/mod.ts";
import { noteBrought } from "../store/name_again.ts";
import { noteLinesOf } from "../store/own_lines.ts";
import { trackingOf } from "../store/tracking.ts";
import { bytesMaxOfFile, dailyFiles, noteFiles } from "../store/truth_files.ts";
import { claimFolder, whileSettingUp, withLockForSetup } from "../store/write_lock.ts";
import { isBlankCore } from "../templates/files.ts";
import type { Switches } from "../templates/fill.ts";
import { trustWhatIsFollowed } from "../upkeep/trust.ts";
import { named } from "../wording.ts";
import { applyChanges, type Kept, refuseUnsafe, removeEmptied, SHARED_FOLDER } from "./apply.ts";
import { type FileChange, foldersToMake, isDue } from "./changes.ts";
import { planInstall, type SetupRequest } from "./install.ts";
import { clientHomes } from "./moved_homes.ts";
import { olderData } from "./older_tools.ts";
import { madeFolders } from "./originals.ts";
import { agentsSeen, languageFor, meansInUse, type Place, placeToInit, settingsFileOf, storeOf } from "./place.ts";
import { fileOf, head, keptTexts, type SetupFile, type SetupResult } from "./result.ts";
import { filesForGit, seenByGit, shareOf, sharesBy } from "./share.ts";
import { noteTexts, ownSwitches, switchesOf } from "./switches.ts";
import { clientNames, inRun, nextSteps, pathText, refuse, said } from "./words.ts";

/** Sets up a project or the home folder. Throws INVALID_ARGUMENT, CONFIG_INVALID, LOCK_BUSY, IO_ERROR. */
export function install(runtime: Runtime, request: SetupRequest): SetupResult {
  const run = () => plannedInstall(runtime, request);
  return request.dryRun ? run() : whileSettingUp(runtime, run);
}

function plannedInstall(runtime: Runtime, request: SetupRequest): SetupResult {
  const { dryRun } = request;
  const place = placeToInit(runtime, request);
  const isHome = place.scope === "home";
  const { language, setLanguage, isFromLocale } = languageFor(runtime, place, request.lang);
  const memory = openMemory(runtime, isHome ? {} : { root: place.root });
  const switches = isHome ? ownSwitches(memory) : switchesOf(memory);
  const planned = () => planInstall(runtime, place, { ...request, language, switches, memory, setLanguage });
  const teams = teamsBeside(runtime, place);
  if (teams !== undefined && sharesNow(request)) refuse("shared_beside", teams);
  const plan = planned();
  // All this is asked before anything is changed.
  const found = foundAt(runtime, place, request, memory);
  const { share, after } = found;
  const off = disabledReason(after);
  const remarks = [
    ...plan.remarks,
    ...remarksBefore(runtime, place, request, found),
    ...teams === undefined || request.share !== undefined ? [] : [said("team_beside", teams)],
    ...found.isForeign && place.beside?.[0] !== undefined ? [twoCome(runtime, place.dataFolder, place.beside[0])] : [],
    ...forAll(runtime, place, request, plan.changes),
  ];
  const isEmpty = isUnused(runtime, place.dataFolder);
  const homes = clientHomes(runtime);
  const besides = othersMade(runtime, place, plan.changes);
  const planAgain = found.isForeign && share === "none" ? () => planned().changes : undefined;
  const kept = dryRun ? [] : installed(runtime, place, { ...request, switches }, plan.changes, planAgain);
  remarks.push(...remarksOnGit(runtime, place, request, found));
  if (isFromLocale) remarks.push(said("lang_from_locale"));
  if (off) remarks.push(said("switched_off", { reason: off }));
  remarks.push(...keptTexts(kept), ...clientRemarks(runtime, place, request));
  const lost = place.ownsData ? lostOf(storeOf(runtime, place), "place") : undefined;
  const older = olderData(runtime, { ...place, layer: isHome ? "global" : "project" });
  const next = nextSteps({ asking: plan.asking, isHome, isEmpty, older, lost, wayOn: off && wayOn(after), dryRun });
  return {
    ...head(place, language, share, dryRun),
    files: plan.changes.map((change) => fileOf(change, kept, homes)),
    besides,
    notes: remarks.map(inResult),
    next: next.map(inResult),
    ...older.length > 0 ? { older } : {},
    ...plan.shown.length > 0 ? { shown_to_git: plan.shown } : {},
  };
}

/** Whether the person says in this run that git takes the memory along. */
function sharesNow({ share }: SetupRequest): boolean {
  return share !== undefined && share !== "none";
}

function ownsProject(place: Place): boolean {
  return place.scope !== "home" && place.ownsData;
}

/** What an `init` comes upon. */
interface FoundAt {
  readonly share: Share;
  /** The data folder is a stranger's. */
  readonly isForeign: boolean;
  /** Settings that others wrote come into force by this run. */
  readonly takesSettings: boolean;
  /** The memory with the settings that hold afterwards. */
  readonly after: Memory;
}

function foundAt(runtime: Runtime, place: Place, request: SetupRequest, memory: Memory): FoundAt {
  const share = request.share ?? shareOf(runtime, place.dataFolder);
  const isForeign = place.ownsData && storeOf(runtime, place).standing === "foreign";
  // A stranger's settings come into force when their folder is the person's, those of a pull when the person says so.
  const takesSettings = isForeign || (ownsProject(place) && settingsWait(storeOf(runtime, place)));
  const after = takesSettings
    ? { ...memory, ...loadConfig(runtime, { projectFolder: place.dataFolder, projectRoot: place.root }) }
    : memory;
  return { share, isForeign, takesSettings, after };
}

/** The remarks on what others wrote that holds from now on, and on what git takes along though nobody asked. */
function remarksBefore(
  runtime: Runtime,
  place: Place,
  request: SetupRequest,
  { share, isForeign, takesSettings, after }: FoundAt,
): Sentence[] {
  const goesAlongUnasked = isForeign && request.share === undefined && share !== "none";
  return [
    ...goesAlongUnasked
      ? [said("goes_along", { path: join(place.dataFolder, IGNORE_FILE) }), ...unasked(share, after)]
      : [],
    ...takesSettings ? settingsRemarks(place, after) : [],
    ...othersShare(runtime, place, request, share),
  ];
}

/** What becomes of texts that nobody asked to save, where everything is shared. */
function unasked(share: Share, { config }: Memory): Sentence[] {
  if (share !== "all") return [];
  return [said(config.storage.location === "project-only" ? "unasked_along" : "unasked")];
}

/** Carries the plan out, and notes what holds from now on. */
function installed(
  runtime: Runtime,
  place: Place,
  request: SetupRequest & { readonly switches: Switches },
  changes: readonly FileChange[],
  planAgain: (() => readonly FileChange[]) | undefined,
): readonly Kept[] {
  const { switches, notes } = request;
  const isShared = ownsProject(place) && sharesNow(request);
  const kept = carryOut(runtime, place, changes, planAgain, () => {
    if (ownsProject(place)) takeOwn(runtime, place, changes, isShared);
    noteTexts(runtime, place, { ...switches, ...notes === undefined ? {} : { notes } });
  });
  if (isShared) noteOwn(storeOf(runtime, place));
  return kept;
}

/** The remarks on what git sees, now that the changes are made. */
function remarksOnGit(
  runtime: Runtime,
  place: Place,
  request: SetupRequest,
  { share, after }: FoundAt,
): Sentence[] {
  if (!ownsProject(place)) return [];
  const isSeen = sharesNow(request) && worktreeOf(runtime, place.root) !== undefined;
  return [
    ...share === "all" ? [] : stillTracked(runtime, place, request),
    ...isSeen ? sharedText(runtime, request, place, unasked(share, after)) : [],
  ];
}

/** Notes that the settings of a project's memory are the person's, and, where they share it, what agents follow. */
function takeOwn(runtime: Runtime, place: Place, changes: readonly FileChange[], isShared: boolean): void {
  const store = openStore(runtime, place.dataFolder, "project");
  const settings = changes.find(({ path }) => path === settingsFileOf(runtime, place))?.after;
  takeSettings(store, settings && new TextDecoder().decode(settings));
  if (isShared) trustWhatIsFollowed(openStore(runtime, place.dataFolder, "project"));
}

/** The remark on settings that others wrote and that hold here from now on. Those that only ask for care go unnamed. */
function settingsRemarks(place: Place, { sourceOf }: Memory): Sentence[] {
  const keys = [...rulesByKey().keys()].filter((key) => sourceOf(key) === "project" && !key.startsWith("privacy."));
  const path = join(place.dataFolder, CONFIG_FILE);
  return keys.length > 0 ? [said("came_along", { path, keys: named(keys) })] : [];
}

/** The remark where a pull has brought a shared memory into the folder of a private one. */
function othersShare(runtime: Runtime, place: Place, request: SetupRequest, share: Share): Sentence[] {
  const theirs = sharesBy(runtime, place.dataFolder);
  if (request.share !== undefined || share !== "none" || theirs === "none") return [];
  return [said("others_share", { path: join(place.dataFolder, IGNORE_FILE), share: theirs })];
}

/**
 * The memory that a team shares at the other of the two usual places, beside one that git does not track, and the way
 * to take part in it: a second one that is shared would part the team.
 */
function teamsBeside(runtime: Runtime, { dataFolder, beside = [] }: Place) {
  const isTeams = (folder: string) =>
    sharesBy(runtime, folder) !== "none" && trackingIn(runtime, folder)(IGNORE_FILE) === "tracked";
  const theirs = beside.find(isTeams);
  if (theirs === undefined || isTeams(dataFolder)) return undefined;
  const way = said(isUnused(runtime, dataFolder) ? "way_of_empty" : "way_with_records");
  return { theirs, own: dataFolder, way };
}

/** The remark where two memories that are nobody's here came along: one of them is taken. */
function twoCome(runtime: Runtime, own: string, other: string): Sentence {
  return said("two_come", { own, other, taken: shellWord(runtime, own), left: shellWord(runtime, other) });
}

/** Remarks on the program's place, and on the clients that are connected and those that are not. */
function clientRemarks(runtime: Runtime, place: Place, request: SetupRequest): Sentence[] {
  const notInPath = pathText(runtime);
  const init = place.scope === "home" ? "memory init --global" : "memory init";
  const others = meansInUse(request)
    ? agentsSeen(runtime, place.root).filter((agent) => !place.agents.includes(agent))
    : [];
  return [
    ...notInPath ? [notInPath] : [],
    ...place.isGuess ? [said(inRun("none_seen", request.dryRun))] : [],
    ...others.length > 0 ? [said("others", { clients: clientNames(others), init, agents: others.join(",") })] : [],
  ];
}

/** The remark on files that are not shared and that git tracks all the same, which no rule takes out of commits. */
function stillTracked(runtime: Runtime, place: Place, { share }: Pick<SetupRequest, "share">): Sentence[] {
  const store = storeOf(runtime, place);
  const all = filesForGit(store);
  const tracking = trackingIn(runtime, store.folder);
  // People whose own `.gitignore` shows a file want git to have it, unless they say now what is shared.
  const isMeant = (file: layout.StorePath) => share === "none" || file === layout.TOKEN_FILE || file.endsWith(".jsonl");
  const files = share === undefined
    ? exposedIn(store, all)
    : all.filter((file) => isMeant(file) && tracking(file) === "tracked");
  if (files.length === 0) return [];
  // Once the person has untracked a file, nothing tells that git brought it.
  noteBrought(store);
  return [exposedText(store, files)];
}

/** The remarks on what git sees of the memory from now on. */
function sharedText(
  runtime: Runtime,
  { share = "none", dryRun }: SetupRequest,
  place: Place,
  unasked: readonly Sentence[],
): Sentence[] {
  const values = { folder: place.dataFolder, files: named(seenByGit(share)) };
  // A rule above the folder ranks before those in it.
  if (!dryRun && !goesAlong(storeOf(runtime, place), IGNORE_FILE)) {
    const file = shellWord(runtime, join(place.dataFolder, IGNORE_FILE));
    return [said("git_ignores", { ...values, file })];
  }
  return [said(inRun("git_sees", dryRun), values), ...unasked];
}

/** The remark on a choice that changes what git takes along for all who share the memory. */
function forAll(
  runtime: Runtime,
  { dataFolder }: Place,
  { dryRun }: SetupRequest,
  changes: readonly FileChange[],
): Sentence[] {
  const due = new Set(changes.filter(isDue).map(({ path }) => path));
  const tracking = trackingIn(runtime, dataFolder);
  const files = [IGNORE_FILE, layout.ATTRIBUTES_FILE].filter((name) =>
    due.has(join(dataFolder, name)) && tracking(name) === "tracked"
  );
  if (files.length === 0) return [];
  const paths = files.map((name) => shellWord(runtime, join(dataFolder, name))).join(" ");
  return [said(inRun("for_all", dryRun), { files: named(files), paths })];
}

/** The files that a run makes besides those of its plan: the folder's token, its home, originals in `~`. */
function othersMade(runtime: Runtime, place: Place, changes: readonly FileChange[]): SetupFile[] {
  const { files } = runtime;
  const { home } = storeOf(runtime, place);
  const bases = new Set(changes.filter(isDue).flatMap(({ base }) => base ?? []));
  const paths = [
    ...place.ownsData ? [join(place.dataFolder, layout.TOKEN_FILE), home] : [],
    ...[...bases].map((base) => join(base, layout.ORIGINALS_FOLDER)).filter((path) => !isInside(path, home)),
  ];
  return paths.map((path) => ({ path, action: files.stat(path) === undefined ? "create" : "keep" }));
}

/**
 * Makes the data folder, then the changes. A folder that a stranger made must first be kept out of commits. This edits
 * git's exclude file, which is among the changes, so `planAgain` plans them anew. `note` notes what holds from now on;
 * where it fails nothing has been changed.
 */
function carryOut(
  runtime: Runtime,
  place: Place,
  changes: readonly FileChange[],
  planAgain: (() => readonly FileChange[]) | undefined,
  note: () => void,
): readonly Kept[] {
  refuseUnsafe(runtime, changes, place);
  const made = foldersToMake(runtime, changes, place);
  const earlier = madeFolders(runtime, place.base);
  const takeBack = removalOfClaim(runtime, place, made);
  try {
    claimDataFolder(runtime, place, planAgain !== undefined);
    const kept = applyChanges(runtime, planAgain?.() ?? changes, place, { made, note });
    if (place.ownsData) mirrorAll(storeOf(runtime, place));
    // An empty folder that stays makes no failure of what is done.
    tried(() => removeEmptied(runtime, place, changes, earlier));
    return kept;
  } catch (error) {
    takeBack();
    throw error;
  }
}

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
    if (isNew) files.remove(join(dataFolder, layout.TOKEN_FILE));
    if (isNew && files.list(dataFolder).length === 0) files.remove(dataFolder);
    removeEmptyFolders(runtime, dirname(dataFolder), root, made);
  };
}

/** Gives the files second names. A failure is only logged, since the end of a session tries again. */
function mirrorAll(store: Store): void {
  tried(
    () => withLockForSetup(store, keepMirror),
    (error) => openLog(store.runtime, store).warning("Files have no second name yet", { reason: reasonOf(error) }),
  );
}

/** Notes the records that are there as the person's, before others can add to their files. Never throws. */
function noteOwn(store: Store): void {
  // The end of a session notes them, too.
  tried(() =>
    withLockForSetup(store, (locked) => {
      const tracking = trackingOf(locked);
      for (const file of recordFiles(locked).filter((each) => tracking(each) === "untracked")) {
        noteLinesOf(locked, file, bytesOf(locked, file, bytesMaxOfFile(file)) ?? new Uint8Array());
      }
    })
  );
}

/** Whether a data folder holds nothing yet, so that the next step is to try a first memory. */
function isUnused(runtime: Runtime, folder: string): boolean {
  const store = openStore(runtime, folder, "project");
  const isBlank = isBlankCore(
    readText(runtime.files, layout.pathOf(store, layout.CORE_FILE), BYTES_MAX.markdown) ?? "",
  );
  const hasFile = [layout.FACTS_FILE, layout.SESSIONS_FILE].some((file) =>
    (runtime.files.stat(layout.pathOf(store, file))?.size ?? 0) > 0
  );
  return isBlank && !hasFile && dailyFiles(store).length === 0 && noteFiles(store).length === 0;
}
