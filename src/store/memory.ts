/** What a verb or hook works on: the layers of memory at a place, and the settings in force there. */
import {
  type Config,
  configuredDataDir,
  languageOf,
  loadConfig,
  type LoadedConfig,
  switchWord,
} from "../config/mod.ts";
import { fail, MemoryError, tried } from "../errors.ts";
import { type Log, openLog } from "../log.ts";
import { dirname, join } from "node:path";
import { type Closed, type LinkOut, locateMemory, type LocateOptions, type Locations } from "./locate.ts";
import { gitRoot } from "../git/worktree.ts";
import { type HomeTrouble, homeTrouble } from "../home_trouble.ts";
import { memoryHome, USUAL_DATA_DIRS } from "../paths.ts";
import type { Layer } from "../records/mod.ts";
import type { Runtime } from "../runtime.ts";
import { openStore, type Store } from "./mod.ts";
import { claimUnclaimed } from "./claim.ts";
import { homesOfPlace } from "./home.ts";
import { settingsWait } from "./known.ts";
import { same, type Sentence } from "../sentence.ts";
import { gitTracking } from "../git/tracking.ts";
import { failure, said } from "./words.ts";

/** The memory meant at some place: its settings and its stores. */
export interface Memory extends LoadedConfig {
  readonly runtime: Runtime;
  readonly locations: Locations;
  /** The project's store, when the project is initialised and `storage.location` is not global-only. */
  readonly project: Store | undefined;
  /** The global store, when it exists and `storage.location` is not project-only. */
  readonly global: Store | undefined;
}

/** Finds the memory of a place, perhaps without stores, and claims a data folder that is nobody's yet. */
export function openMemory(runtime: Runtime, options: Omit<LocateOptions, "dataDir"> = {}): Memory {
  const locations = locateMemory(runtime, { ...options, dataDir: configuredDataDir(runtime) });
  const { projectFolder, projectRoot, globalFolder } = locations;
  const found = projectFolder === undefined ? undefined : openStore(runtime, projectFolder, "project");
  const isForeign = found?.standing === "foreign";
  const isWaiting = () => found !== undefined && settingsWait(found);
  const loaded = loadConfig(runtime, { projectFolder, projectRoot, isForeign, isWaiting });
  // A hook warns nobody, so nothing is put into words for it.
  const warn = (told: () => Sentence) => runtime.warn?.(told(), languageOf(runtime, loaded.config));
  for (const warning of loaded.warnings) warn(() => warning);
  const location = loaded.config.storage.location;
  const isOff = found !== undefined && isTrackedSwitch(runtime, found.folder);
  if (isOff) warn(() => projectOffText(found.folder));
  const project = found && !isOff && location !== "global-only" ? claimUnclaimed(found) : undefined;
  const trouble = runtime.warn && homeTrouble(runtime);
  if (trouble?.isUnread) warn(() => troubleLine(trouble));
  else if (project?.standing === "foreign") warn(() => foreignLine(project, trouble));
  const { refused } = locations;
  if (refused) warn(() => refusedLine(refused));
  const globalIsThere = runtime.files.stat(globalFolder)?.kind === "folder";
  return {
    ...loaded,
    runtime,
    locations,
    project,
    global: globalIsThere && location !== "project-only"
      ? claimUnclaimed(openStore(runtime, globalFolder, "global"))
      : undefined,
  };
}

/**
 * Whether a memory of the person's may be gone here: none is found, or only one that others brought. A folder that this
 * user may not look into is there.
 */
export function mayBeGone(
  { locations: { projectFolder, here, refused }, project }:
    & Pick<Memory, "locations">
    & Partial<Pick<Memory, "project">>,
): boolean {
  if (here === undefined || (refused !== undefined && "mode" in refused)) return false;
  return projectFolder === undefined || project?.standing === "foreign";
}

/** Whether a stranger's folder is where the person's own was: git may take a folder away and make it anew. */
export function isMadeAnew({ runtime, folder }: Store): boolean {
  return homesOfPlace(runtime, folder, "project").length > 0;
}

/** The failure where a data folder is passed over. */
export function refusedFailure(refused: LinkOut | Closed, code: "NOT_INITIALISED" | "IO_ERROR" = "NOT_INITIALISED") {
  if ("mode" in refused) {
    return failure("closed_folder", { ...refused, mode: refused.mode.toString(8).padStart(3, "0") });
  }
  const { path, real } = refused;
  return new MemoryError(code, said("linked_out", { path, real }), said("unlink"));
}

/** What is told in a line of a folder that somebody else made; until the home can be written, nobody can trust it. */
function foreignLine(project: Store, trouble: HomeTrouble | undefined): Sentence {
  const { folder, runtime } = project;
  const step = trouble?.failure.told.hint;
  if (step) return said("foreign_first", { folder, home: memoryHome(runtime), step });
  return said(isMadeAnew(project) ? "foreign_again" : "foreign", { folder });
}

/** What is told in a line of a `~/.memory` that can't be used. */
export function troubleLine({ failure: { told: { message, hint } } }: HomeTrouble): Sentence {
  return hint ? said("closed_line", { what: message, step: hint }) : message;
}

/** What is told in a line of a data folder that is passed over. */
export function refusedLine(refused: LinkOut | Closed): Sentence {
  const { told: { message, hint } } = refusedFailure(refused);
  return "mode" in refused && hint ? said("closed_line", { what: message, step: hint }) : message;
}

/** The settings that govern a layer: a project's settings govern that project's memory alone. */
export function configOfLayer({ config, ownConfig }: Pick<Memory, "config" | "ownConfig">, layer: Layer): Config {
  return layer === "project" ? config : ownConfig();
}

/** The log of one of its stores. */
export function logOf({ config }: Pick<Memory, "config">, store: Store): Log {
  return openLog(store.runtime, store, config.log.level);
}

/** The stores to read: both layers, project first, or the one asked for. */
export function storesToRead(memory: Memory, layer?: Layer): Store[] {
  const stores = layer === undefined ? [memory.project, memory.global] : [storeOfLayer(memory, layer)];
  return stores.filter((store) => store !== undefined);
}

/** The same for a caller that can do nothing without one. Throws NOT_INITIALISED. */
export function existingStores(memory: Memory, layer?: Layer): readonly [Store, ...Store[]] {
  const [first, ...others] = storesToRead(memory, layer);
  if (!first) throw notInitialised(memory, layer);
  return [first, ...others];
}

/** The store of a layer asked for by name, whatever `storage.location` makes the default. */
export function storeOfLayer(memory: Memory, layer: Layer): Store | undefined {
  const { runtime, locations: { projectFolder, globalFolder } } = memory;
  const folder = layer === "project" ? projectFolder : globalFolder;
  if (memory[layer] || folder === undefined || runtime.files.stat(folder)?.kind !== "folder") return memory[layer];
  return openStore(runtime, folder, layer);
}

/** What another process of ours is told of a memory. */
export interface Place {
  readonly runtime: Pick<Runtime, "spawnDetached">;
  readonly locations: { readonly projectRoot?: string | undefined };
}

/** Starts a verb for one layer of a memory in the background. */
export function startVerb({ runtime, locations: { projectRoot } }: Place, layer: Layer, ...words: string[]): void {
  const project = projectRoot === undefined ? [] : ["--project-path", projectRoot];
  runtime.spawnDetached([...words, "--layer", layer, ...project]);
}

/** The layer that was named, else the one that `storage.location` makes the default. */
export function layerToWrite({ config }: Pick<Memory, "config">, layer?: Layer): Layer {
  return layer ?? (config.storage.location === "global-only" ? "global" : "project");
}

/** The store to write to. The global one is created, private, by its first write. Throws NOT_INITIALISED. */
export function storeToWrite(memory: Memory, layer?: Layer): Store {
  const { runtime, locations } = memory;
  const target = layerToWrite(memory, layer);
  if (target === "project") {
    if (memory.project) return memory.project;
    if (locations.projectFolder && isTrackedSwitch(runtime, locations.projectFolder)) {
      fail("DISABLED", projectOffText(locations.projectFolder), said("take_switch_away"));
    }
    if (locations.projectFolder) return openStore(runtime, locations.projectFolder, "project");
    throw notInitialised(memory, target, layer ? undefined : said("or_for_all"));
  }
  if (runtime.files.stat(locations.globalFolder)?.kind !== "folder") {
    runtime.files.makeFolder(locations.globalFolder);
    runtime.files.write(`${locations.globalFolder}/.gitignore`, "*\n", { how: "replace" });
  }
  return openStore(runtime, locations.globalFolder, "global");
}

/** The error for a verb that needs memory where there is none; `otherwise` helps besides `memory init`. */
export function notInitialised(
  memory: Pick<Memory, "runtime" | "config" | "locations">,
  layer?: Layer,
  otherwise: Sentence = said("or_project_path"),
): MemoryError {
  const { locations } = memory;
  if (layerToWrite(memory, layer) === "global") return failure("no_global", { folder: locations.globalFolder });
  if (locations.refused) return refusedFailure(locations.refused);
  const here = locations.here ?? locations.start;
  const folder = folderNamed(memory);
  return folder === undefined || locations.projectFolder !== undefined
    ? failure("no_memory", { here, otherwise })
    : failure("no_named_folder", { here, folder });
}

/**
 * The data folder that somebody has named for this very project: in the environment, or in settings that were changed
 * after it was made, since settings hold for projects without a memory as well.
 */
export function folderNamed({ runtime, locations: { here } }: Pick<Memory, "runtime" | "locations">) {
  const given = runtime.env("MEMORY_DATA_DIR") || runtime.env("MEMORY__paths__data_dir");
  const isFolder = (name: string) =>
    here !== undefined && tried(() => runtime.files.stat(join(here, name)))?.kind === "folder";
  return given || (USUAL_DATA_DIRS.some(isFolder) ? configuredDataDir(runtime) : undefined);
}

/** Throws DISABLED where memory is switched off: nothing is saved then, by whichever verb. */
export function refuseWhileOff(memory: Memory): void {
  const off = disabledReason(memory);
  if (off) throw failure("is_off", { reason: off });
}

/** What a look-up says that found nothing because memory is switched off. */
export function memoryIsOff(reason: Sentence): Sentence {
  return said("memory_off", { reason });
}

/** The file beside the data folder whose mere presence switches memory off, as in the Python original. */
export const DISABLE_FILE = ".memory-disable";

/** Why memory is switched off here; undefined when it is on. */
export function disabledReason(memory: Memory): Sentence | undefined {
  const { runtime, config, locations } = memory;
  if (isOffByVariable(runtime)) return said("switch_variable");
  if (!config.enabled) return said("switch_setting");
  const folder = locations.projectFolder ?? locations.globalFolder;
  const file = join(dirname(folder), DISABLE_FILE);
  // Others may have put it there: it speaks for their project, not for the person's own memory.
  if (locations.projectFolder !== undefined && isTrackedSwitch(runtime, folder)) return undefined;
  return runtime.files.stat(file) ? said("switch_file", { file }) : undefined;
}

/** What switches memory on again where it is off: a command can't change the environment. */
export function wayOn({ runtime, config, sourceOf }: Pick<Memory, "runtime" | "config" | "sourceOf">): Sentence {
  if (isOffByVariable(runtime)) return said("unset", { variable: "MEMORY_DISABLE" });
  const isGiven = !config.enabled && sourceOf("enabled") === "environment";
  return isGiven ? said("unset", { variable: "MEMORY__enabled" }) : same("`memory enable`");
}

function isOffByVariable(runtime: Runtime): boolean {
  const variable = runtime.env("MEMORY_DISABLE") ?? "";
  return variable !== "" && switchWord(variable) !== false;
}

/** Whether git tracks the file that switches a project's memory off. */
export function isTrackedSwitch(runtime: Runtime, folder: string): boolean {
  const file = join(dirname(folder), DISABLE_FILE);
  if (runtime.files.stat(file) === undefined) return false;
  const root = gitRoot(runtime, folder);
  return root !== undefined && gitTracking(runtime, root, file) === "tracked";
}

/** What is said of a project whose memory is switched off so. */
export function projectOffText(folder: string): Sentence {
  return said("project_off", { file: join(dirname(folder), DISABLE_FILE) });
}
