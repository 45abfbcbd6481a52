/** The folders that init makes for its files, and that uninstall takes away when nothing is left in them. */
import { dirname } from "node:path";
import { isInside } from "../paths.ts";
import type { Runtime } from "../runtime.ts";
import type { FileChange } from "./changes.ts";
import type { Place } from "./place.ts";

/** The folders below the root that are not there yet and that these changes and the memory need. */
export function foldersToMake(
  { files }: Runtime,
  changes: readonly FileChange[],
  { root, dataFolder }: Pick<Place, "root" | "dataFolder">,
): ReadonlySet<string> {
  const missing = new Set<string>();
  const parents = changes.filter(({ action, after }) => action !== "keep" && after !== undefined)
    .map(({ path }) => dirname(path));
  for (const folder of [dirname(dataFolder), ...parents]) {
    for (let each = folder; each !== root && isInside(each, root) && !missing.has(each); each = dirname(each)) {
      if (files.stat(each)) break;
      missing.add(each);
    }
  }
  return missing;
}

/**
 * Removes a folder with nothing left in it, and so on upward, but never the root.
 *
 * @param made no others: an empty folder of somebody else's stays. Without it all,
 *   as in what an earlier version set up, which noted none
 */
export function removeEmptyFolders(
  { files }: Runtime,
  folder: string,
  root: string,
  made?: ReadonlySet<string>,
): void {
  for (let each = folder; each !== root && isInside(each, root); each = dirname(each)) {
    const kind = files.stat(each)?.kind;
    if (kind !== undefined && (kind !== "folder" || files.list(each).length > 0 || made?.has(each) === false)) return;
    files.remove(each);
  }
}
