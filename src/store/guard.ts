/** No write leaves the data folder, whatever links a repository may have planted in it. */
import { basename, dirname, join, resolve } from "node:path";
import { MemoryError } from "../errors.ts";
import { isInside } from "../paths.ts";
import type { Files } from "../runtime.ts";
import { pathOf, USER_CONFIG_FILE } from "./layout.ts";
import type { Store } from "./mod.ts";

/**
 * Throws IO_ERROR when writing to `path` would follow a symbolic link out of the data folder. That the data folder
 * itself is reached through a link is the user's choice, and so is where their own settings lie.
 */
export function guardInside(store: Store, path: string): void {
  if (path === pathOf(store, USER_CONFIG_FILE)) return;
  const { real, inside } = whereTo(store, path);
  if (inside) return;
  throw new MemoryError("IO_ERROR", `Refusing to write to ${path}: it is a link to ${real}, outside the data folder`, {
    hint: "Replace the link by a real file or folder",
  });
}

/** Whether a path of the data folder leads into it, whatever links stand on the way: nothing else of ours is ever removed. */
export function leadsInside(store: Store, path: string): boolean {
  return whereTo(store, path).inside;
}

function whereTo(store: Store, path: string): { readonly real: string; readonly inside: boolean } {
  const { files } = store.runtime;
  const real = destination(files, path);
  return { real, inside: isInside(real, files.realPath(store.folder) ?? store.folder) };
}

/** Where a write to this path would arrive. A link whose target is not there yet makes it there. */
function destination(files: Files, path: string): string {
  const real = files.realPath(path);
  if (real !== undefined) return real;
  const target = files.linkTarget(path);
  const folder = dirname(path);
  if (target !== undefined) return destination(files, resolve(files.realPath(folder) ?? folder, target));
  return folder === path ? path : join(destination(files, folder), basename(path));
}
