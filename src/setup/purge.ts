/** A purge, which erases the memory of a place permanently: what it would erase, and doing it. */
import { basename, dirname, join } from "node:path";
import { globalConfigFile } from "../config/mod.ts";
import { removeEmptyFolders, sizesBelow } from "../files.ts";
import { isInside, realOf, USUAL_DATA_DIRS } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import { readOwner } from "../store/owner.ts";
import { homesHere } from "../store/missing.ts";
import * as layout from "../store/layout.ts";
import { type Place, storeOf } from "./place.ts";
import { refuse } from "./words.ts";

/** The extent of a purge. */
export interface Purge {
  readonly folder: string;
  /** The file of settings for all projects, which goes with the global memory. */
  readonly settings?: string;
  readonly files: number;
  readonly bytes: number;
}

/** What a purge would erase. Throws NOT_INITIALISED when there is no memory, IO_ERROR when the folder is none. */
export function planPurge(runtime: Runtime, { dataFolder, ownsData, root, scope }: Place): Purge {
  if (!ownsData) refuse("shares_memory", { path: dataFolder });
  const real = runtime.files.realPath(dataFolder);
  const paths = homesToErase(runtime, { dataFolder, scope });
  if (real === undefined && paths.length === 0) refuse("nothing_to_erase", { path: dataFolder });
  // Undefined: the folder is gone, but not its home.
  if (real !== undefined) {
    const isAround = [root, runtime.home].some((folder) => isInside(realOf(runtime, folder), real));
    const isMemory = [layout.CORE_FILE, layout.CONFIG_FILE, layout.DAILY_FOLDER].some((name) =>
      runtime.files.stat(join(real, name))
    );
    if (isAround || !isMemory) refuse("not_memorys_own", { path: real });
    paths.push(...ownNames(runtime, real).map((name) => join(real, name)));
  }
  const config = globalConfigFile(runtime);
  const settings = scope === "home" && runtime.files.stat(config) ? [config] : [];
  const sizes = [...paths, ...settings].flatMap((path) => sizesBelow(runtime.files, path));
  return {
    folder: dataFolder,
    ...settings[0] === undefined ? {} : { settings: settings[0] },
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** The memory's home, and the homes of memories that were lost at this place: each may hold copies. */
function homesToErase(runtime: Runtime, place: Pick<Place, "dataFolder" | "scope">): string[] {
  const store = storeOf(runtime, place);
  const real = realOf(runtime, place.dataFolder);
  return homesHere(store).filter((home) => {
    if (home === store.home) return runtime.files.stat(home) !== undefined;
    const owner = readOwner(runtime, home);
    return owner !== undefined && (owner.path === real || runtime.files.stat(owner.path) === undefined);
  });
}

/** Erases the memory of a place, and the folders that init made, if they are empty. */
export function carryOutPurge(
  runtime: Runtime,
  { dataFolder, root, scope }: Place,
  made: ReadonlySet<string> | undefined,
): void {
  const real = runtime.files.realPath(dataFolder);
  // The data folder is erased last, since its token names the home.
  for (const home of homesToErase(runtime, { dataFolder, scope })) runtime.files.remove(home);
  if (real !== undefined) {
    // The lock, which is held, is removed last: until then it keeps others from writing.
    const names = ownNames(runtime, real).filter((name) => name !== layout.LOCK_FILE);
    for (const name of [...names, layout.LOCK_FILE]) runtime.files.remove(join(real, name));
    if (runtime.files.list(real).length === 0) runtime.files.remove(real);
  }
  // The folder may have been a link, which is left.
  if (runtime.files.stat(dataFolder) === undefined) runtime.files.remove(dataFolder);
  if (scope === "home") runtime.files.remove(globalConfigFile(runtime));
  removeEmptyFolders(runtime, dirname(dataFolder), root, made);
}

/** The names in a data folder that are ours: all in a folder of the usual name, elsewhere those that we write. */
function ownNames(runtime: Runtime, folder: string): readonly string[] {
  const isOursAlone = USUAL_DATA_DIRS.some((path) => basename(path) === basename(folder));
  const isOurs = (name: string) =>
    layout.OWN_NAMES.includes(name) || name.startsWith(layout.INDEX_FILE) || (name.startsWith(".") && name !== ".git");
  return runtime.files.list(folder).filter((name) => isOursAlone || isOurs(name));
}
