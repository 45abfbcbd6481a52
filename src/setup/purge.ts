/**
 * In: a place whose memory is to be erased for good. Out: first what would go, then nothing of it.
 * Not done here: asking (store/confirm.ts); files outside the data folder (remove.ts).
 *
 * @module
 */
import { basename, dirname, join } from "node:path";
import { globalConfigFile } from "../config/mod.ts";
import { fail } from "../errors.ts";
import { CLAUDE_DATA_DIR, DEFAULT_DATA_DIR, isInside, memoryHome, realOf } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import * as layout from "../store/layout.ts";
import { type Store, storeAt } from "../store/mod.ts";
import { removeEmptyFolders } from "./folders.ts";
import type { Place } from "./place.ts";

/** What a purge takes. */
export interface Purge {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

/** The caches that exist, models and unpacked libraries, which come again when needed. */
export function cacheFolders(runtime: Runtime): readonly string[] {
  return ["models", "runtime"].map((name) => join(memoryHome(runtime), name)).filter((path) =>
    runtime.files.stat(path)
  );
}

/** What would be erased. Throws NOT_INITIALISED when there is no memory, IO_ERROR when the folder is no memory. */
export function planPurge(runtime: Runtime, { dataFolder, ownsData, root, scope }: Place): Purge {
  if (!ownsData) {
    fail("IO_ERROR", {
      en: `This worktree has no memory of its own; it shares ${dataFolder}`,
      zh: `本 worktree 没有自己的记忆，共用 ${dataFolder}`,
    }, { en: "Purge it from the main worktree", zh: "请到主 worktree 中清除" });
  }
  const real = runtime.files.realPath(dataFolder);
  if (real === undefined) {
    fail("NOT_INITIALISED", {
      en: `There is no memory to erase: ${dataFolder} does not exist`,
      zh: `没有可清除的记忆：${dataFolder} 不存在`,
    }, { en: "Without --purge the rest is taken back", zh: "去掉 --purge 可收回其余内容" });
  }
  const inside = [root, runtime.home].find((folder) => isInside(realOf(runtime, folder), real));
  const isMemory = [layout.CORE_FILE, layout.CONFIG_FILE, layout.DAILY_FOLDER].some((name) =>
    runtime.files.stat(join(real, name))
  );
  if (inside !== undefined || !isMemory) {
    fail("IO_ERROR", {
      en: `Refusing to erase ${real}: it is no folder of memory's own`,
      zh: `不会清除 ${real}：它不是 memory 自己的目录`,
    }, { en: "Take away by hand what of it is memory's", zh: "请手工删除其中属于 memory 的内容" });
  }
  const { home } = storeOf(runtime, { dataFolder, scope });
  const sizes = [...ownNames(runtime, real).map((name) => join(real, name)), home]
    .flatMap((path) => sizesBelow(runtime, path));
  const settings = scope === "home" ? runtime.files.stat(globalConfigFile(runtime)) : undefined;
  const all = settings ? [...sizes, settings.size] : sizes;
  return { folder: dataFolder, files: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
}

/**
 * Erases it.
 *
 * @param made the folders that init made
 */
export function purge(
  runtime: Runtime,
  { dataFolder, root, scope }: Place,
  made: ReadonlySet<string> | undefined,
): void {
  const real = runtime.files.realPath(dataFolder);
  // The truth goes last: what names the home lies beside it.
  runtime.files.remove(storeOf(runtime, { dataFolder, scope }).home);
  if (real !== undefined) {
    for (const name of ownNames(runtime, real)) runtime.files.remove(join(real, name));
    if (runtime.files.list(real).length === 0) runtime.files.remove(real);
  }
  // Where the folder was a link, the link is left.
  if (runtime.files.stat(dataFolder) === undefined) runtime.files.remove(dataFolder);
  if (scope === "home") runtime.files.remove(globalConfigFile(runtime));
  removeEmptyFolders(runtime, dirname(dataFolder), root, made);
}

/** What in the folder is ours: everything in a folder of our name, elsewhere only what we are known to write. */
function ownNames(runtime: Runtime, folder: string): readonly string[] {
  const isOursAlone = [DEFAULT_DATA_DIR, CLAUDE_DATA_DIR].some((path) => basename(path) === basename(folder));
  const isOurs = (name: string) =>
    layout.OWN_NAMES.includes(name) || name.startsWith(layout.INDEX_FILE) || (name.startsWith(".") && name !== ".git");
  return runtime.files.list(folder).filter((name) => isOursAlone || isOurs(name));
}

function storeOf(runtime: Runtime, { dataFolder, scope }: Pick<Place, "dataFolder" | "scope">): Store {
  return storeAt(runtime, dataFolder, scope === "home" ? "global" : "project");
}

function sizesBelow(runtime: Runtime, path: string): number[] {
  const stat = runtime.files.stat(path);
  if (stat === undefined) return [];
  if (stat.kind !== "folder") return [stat.size];
  return runtime.files.list(path).flatMap((name) => sizesBelow(runtime, join(path, name)));
}
