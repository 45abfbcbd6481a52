/**
 * In: the options of `memory uninstall`. Out: what init made is taken back, or, in a dry run, only listed.
 * Not done here: parsing and printing (commands/). Records are left alone, except by a purge.
 */
import { join } from "node:path";
import { shellWord } from "../agents/command.ts";
import { size } from "../cli/terminal.ts";
import { tried } from "../errors.ts";
import { removeEmptyFolders } from "../files.ts";
import { trackingIn } from "../git/tracking.ts";
import { memoryHome } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { inResult, type Sentence } from "../sentence.ts";
import { type Sealed, shownOrDone } from "../store/confirm.ts";
import { claimedAt } from "../store/owner.ts";
import { openStore } from "../store/mod.ts";
import { everyTruthFile } from "../store/truth_files.ts";
import { claimFolder, whileSettingUp, withLockForSetup } from "../store/write_lock.ts";
import { knowledgeShown } from "../upkeep/delete.ts";
import { applyChanges, type Kept, removeEmptied } from "./apply.ts";
import type { SetupPlan } from "./install.ts";
import { type ClientHome, clientHomes, forgetHomes } from "./moved_homes.ts";
import { forgetGone, madeFolders, namesKept } from "./originals.ts";
import { languageFor, type Place, type PlaceRequest, placeToUninstall, storeOf, switchFileOf } from "./place.ts";
import { carryOutPurge, planPurge } from "./purge.ts";
import { planRemoval, touchablePaths } from "./remove.ts";
import { fileOf, head, keptTexts, type SetupFile, type SetupResult } from "./result.ts";
import { shareOf } from "./share.ts";
import { inRun, said } from "./words.ts";

/** The options of `memory uninstall`. */
export interface RemovalRequest extends PlaceRequest {
  readonly dryRun: boolean;
  /** Remove models and unpacked libraries, too. */
  readonly caches: boolean;
  readonly purge: boolean;
  /** The token of the preview; without it nothing is erased. */
  readonly token: string | undefined;
}

type Removal = ReturnType<typeof planOf>;

function planOf(runtime: Runtime, place: Place, { dryRun, caches, purge }: RemovalRequest) {
  return {
    ...planRemoval(runtime, place, dryRun),
    caches: caches ? cacheFolders(runtime) : [],
    purge: purge ? planPurge(runtime, place) : undefined,
    /** The names of the copies that a purge erases. */
    copies: purge && place.scope === "project" ? namesKept(runtime, place.base) : [],
  };
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
  const data = openStore(runtime, place.dataFolder, "project");
  // A folder that was moved is claimed first: by its old place no original would be found.
  if (place.scope === "project" && place.ownsData && data.moved && runtime.files.stat(data.folder)) claimFolder(data);
  const removal = planOf(runtime, place, request);
  const { purge } = removal;
  const preview = (sealed: Sealed) => resultOf(runtime, place, request, removal, sealed);
  const done = () => resultOf(runtime, place, request, removal);
  return shownOrDone(runtime, {
    confirm: purge ? request.token ?? false : true,
    // The token does not depend on the sizes of files: hooks write logs while the person decides.
    // It depends on when the memory was made: a new one at the same place is another, even with the same content.
    shown: purge && (() => {
      const made = String(claimedAt(runtime, storeOf(runtime, place).home));
      return ["uninstall", place.scope, place.root, place.dataFolder, made, ...knowledgeShown(data)];
    }),
    show: preview,
    act(_, stillShown) {
      if (request.dryRun) return preview({});
      if (!purge || !runtime.files.stat(data.folder)) return done();
      return withLockForSetup(storeOf(runtime, place), () => {
        stillShown();
        return done();
      });
    },
  });
}

/** The result of a removal, which is carried out now unless it is `sealed` as a preview. */
function resultOf(
  runtime: Runtime,
  place: Place,
  request: RemovalRequest,
  removal: Removal,
  sealed?: Sealed,
): SetupResult {
  const isPreview = sealed !== undefined;
  const { purge, copies } = removal;
  const { language } = languageFor(runtime, place, undefined);
  const fields = head(place, language, shareOf(runtime, place.dataFolder), isPreview);
  const homes = clientHomes(runtime);
  const shared = purge ? trackedOf(runtime, place) : 0;
  const kept = isPreview ? [] : carryOutRemoval(runtime, place, removal);
  const remarks = [...removal.remarks];
  if (purge) {
    remarks.push(said(inRun("purged", isPreview), { ...purge, size: size(purge.bytes) }));
    const folder = shellWord(runtime, place.dataFolder);
    if (shared > 0) remarks.push(said(inRun("purged_shared", isPreview), { files: shared, folder }));
    if (copies.length > 0) remarks.push(said(inRun("copies_purged", isPreview), { names: copies.join(", ") }));
  } else {
    const hasData = runtime.files.stat(place.dataFolder)?.kind === "folder";
    remarks.push(...keptTexts(kept), ...hasData ? staying(runtime, place, removal, request, isPreview) : []);
  }
  return {
    ...fields,
    files: removedFiles(removal, kept, homes),
    notes: remarks.map(inResult),
    next: sealed?.confirm_token === undefined ? [] : [inResult(said("confirm", { token: sealed.confirm_token }))],
    ...purge ? { purge } : {},
    ...sealed,
  };
}

/** How many files of the memory git tracks, so that they are not this person's alone. */
function trackedOf(runtime: Runtime, { dataFolder }: Place): number {
  const tracking = trackingIn(runtime, dataFolder);
  return everyTruthFile(openStore(runtime, dataFolder, "project")).filter((file) => tracking(file) === "tracked")
    .length;
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

function carryOutRemoval(runtime: Runtime, place: Place, { changes, caches, purge }: Removal): readonly Kept[] {
  const made = madeFolders(runtime, place.base);
  const kept = applyChanges(runtime, changes, place, { restored: touchablePaths(runtime, place) });
  // All is taken back by now: an empty folder that stays makes no failure of that.
  tried(() => removeEmptied(runtime, place, changes, made));
  // A killed init may have left its folders empty.
  for (const folder of made ?? []) tried(() => removeEmptyFolders(runtime, folder, place.root, made));
  tried(() => forgetHomes(runtime));
  for (const folder of caches) runtime.files.remove(folder);
  if (purge) carryOutPurge(runtime, place, made);
  if (made) tried(() => forgetGone(runtime, place.base, made));
  return kept;
}

/** The files of the result. A purge also erases the copies of files that the user had changed, so it names none. */
function removedFiles(
  { changes, caches, purge }: Removal,
  kept: readonly Kept[],
  homes: readonly ClientHome[],
): SetupFile[] {
  const removed = [...caches, purge?.folder, purge?.settings].filter((path) => path !== undefined);
  return [
    ...changes.map((change) => fileOf(change, purge ? [] : kept, homes)),
    ...removed.map((path): SetupFile => ({ path, action: "remove" })),
  ];
}

/** The caches that exist, models and unpacked libraries, which are fetched again when needed. */
function cacheFolders(runtime: Runtime): readonly string[] {
  return ["models", "runtime"].map((name) => join(memoryHome(runtime), name)).filter((path) =>
    runtime.files.stat(path)
  );
}
