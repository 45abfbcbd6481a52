/**
 * In: what a person asked of `memory init` or `memory uninstall`. Out: the files changed, or with a dry run only listed.
 * Not done here: parsing and printing (commands/), and touching any record.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { loadConfig } from "../config/mod.ts";
import { languageOf } from "../config/language.ts";
import type { Runtime } from "../runtime.ts";
import { CORE_FILE, dailyFiles, FACTS_FILE, noteFiles, pathOf, SESSIONS_FILE } from "../store/layout.ts";
import { disabledReason, openMemory } from "../store/memory.ts";
import { coreText } from "../templates/files.ts";
import type { Language } from "../templates/fill.ts";
import { applyChanges, type Kept, removeEmptyFolders } from "./apply.ts";
import type { FileChange } from "./changes.ts";
import { type Share, shareOf } from "./data_files.ts";
import { planInstall, type Remark } from "./install.ts";
import { type Place, type PlaceRequest, placeToInit, placeToUninstall } from "./place.ts";
import { forgetOriginals } from "./originals.ts";
import { planRemoval, touchablePaths } from "./remove.ts";
import { dataStays, editedText, nextSteps, remarkText } from "./words.ts";

export interface SetupRequest extends PlaceRequest {
  readonly lang: Language | undefined;
  readonly share: Share | undefined;
  readonly dryRun: boolean;
}

export interface SetupFile {
  readonly path: string;
  readonly action: FileChange["action"];
  /** Where the copy of a file lies that the user had changed. */
  readonly copy?: string;
}

export interface SetupResult {
  readonly scope: Place["scope"];
  readonly root: string;
  readonly data_folder: string;
  readonly agents: readonly string[];
  readonly lang: Language;
  readonly share: Share;
  readonly dry_run: boolean;
  readonly files: readonly SetupFile[];
  /** What the person should know. */
  readonly notes: readonly string[];
  /** What happens from now on. */
  readonly next: readonly string[];
}

/** Folders of agents are read by the agents' own tools. */
const SHARED_FOLDER = 0o755;

/** Sets up a project or the home folder. Throws INVALID_ARGUMENT, CONFIG_INVALID, IO_ERROR; then nothing is changed. */
export function install(runtime: Runtime, request: SetupRequest): SetupResult {
  const place = placeToInit(runtime, request);
  const { language, setLanguage } = languageFor(runtime, place, request.lang);
  const plan = planInstall(runtime, place, { language, setLanguage, share: request.share });
  const off = disabledReason(openMemory(runtime, place.scope === "project" ? { projectPath: place.root } : {}));
  const remarks: readonly Remark[] = off ? [...plan.remarks, { about: "switched_off", reason: off }] : plan.remarks;
  const { changes } = plan;
  const share = request.share ?? shareOf(runtime, place.dataFolder);
  const isEmpty = isEmptyStore(runtime, place.dataFolder);
  let kept: readonly Kept[] = [];
  if (!request.dryRun) {
    // The data folder is private; the folders round it belong to the agents.
    runtime.files.makeFolder(dirname(place.dataFolder), SHARED_FOLDER);
    kept = applyChanges(runtime, changes, place);
  }
  const core = join(place.dataFolder, CORE_FILE);
  const about = { agents: place.agents, isHome: place.scope === "home", isEmpty, core };
  return {
    ...head(place, language, share, request.dryRun),
    files: changes.map((change) => fileOf(change, kept)),
    notes: [
      ...remarks.map((remark) => remarkText(language, remark)),
      ...kept.map(({ path, copy }) => editedText(language, path, copy)),
    ],
    next: nextSteps(language, about),
  };
}

/** Takes away what `install` put there; the memory stays. Throws as `install` does. */
export function uninstall(runtime: Runtime, request: SetupRequest): SetupResult {
  const place = placeToUninstall(runtime, request);
  const { language } = languageFor(runtime, place, request.lang);
  const { changes, remarks } = planRemoval(runtime, place);
  let kept: readonly Kept[] = [];
  if (!request.dryRun) {
    kept = applyChanges(runtime, changes, place);
    forgetOriginals(runtime, place.base, touchablePaths(place));
    for (const { path, after } of changes) {
      if (after === undefined) removeEmptyFolders(runtime, dirname(path), place.root);
    }
  }
  const hasData = runtime.files.stat(place.dataFolder)?.kind === "folder";
  return {
    ...head(place, language, shareOf(runtime, place.dataFolder), request.dryRun),
    files: changes.map((change) => fileOf(change, kept)),
    notes: [
      ...remarks.map((remark) => remarkText(language, remark)),
      ...kept.map(({ path, copy }) => editedText(language, path, copy)),
      ...(hasData ? [dataStays(language, place.dataFolder)] : []),
    ],
    next: [],
  };
}

function head({ scope, root, dataFolder, agents }: Place, lang: Language, share: Share, dryRun: boolean) {
  return { scope, root, data_folder: dataFolder, agents, lang, share, dry_run: dryRun };
}

function fileOf({ path, action }: FileChange, kept: readonly Kept[]): SetupFile {
  const copy = kept.find((each) => each.path === path)?.copy;
  return { path, action, ...(copy === undefined ? {} : { copy }) };
}

/** `--lang`, else the settings, else the locale; what a locale says is kept, for hooks that run without one. */
function languageFor(runtime: Runtime, { dataFolder, root, scope }: Place, asked: Language | undefined) {
  const where = scope === "project" ? { projectFolder: dataFolder, projectRoot: root } : {};
  const { config } = loadConfig(runtime, where);
  const language = asked ?? languageOf(runtime, config);
  const isFromLocale = asked === undefined && config.lang === "auto" && language === "zh";
  return { language, setLanguage: asked ?? (isFromLocale ? language : undefined) };
}

function isEmptyStore(runtime: Runtime, folder: string): boolean {
  const store = { runtime, folder, layer: "project" } as const;
  const core = runtime.files.read(pathOf(store, CORE_FILE));
  const text = core && new TextDecoder().decode(core).trim();
  const isBlank = !text || (["en", "zh"] as const).some((language) => coreText(language).trim() === text);
  const hasFile = [FACTS_FILE, SESSIONS_FILE].some((file) => (runtime.files.stat(pathOf(store, file))?.size ?? 0) > 0);
  return isBlank && !hasFile && dailyFiles(store).length === 0 && noteFiles(store).length === 0;
}
