/** No write leaves the data folder, whatever links a repository may have planted in it. */
import { MemoryError } from "../errors.ts";
import { destination, leadsInto } from "../paths.ts";
import { pathOf, USER_CONFIG_FILE } from "./layout.ts";
import type { Store } from "./mod.ts";

/**
 * Throws IO_ERROR when writing to `path` would follow a symbolic link out of the data folder. That the data folder
 * itself is reached through a link is the user's choice, and so is where their own settings lie.
 */
export function guardInside(store: Store, path: string): void {
  if (path === pathOf(store, USER_CONFIG_FILE)) return;
  if (leadsInside(store, path)) return;
  const real = destination(store.runtime.files, path);
  throw new MemoryError("IO_ERROR", `Refusing to write to ${path}: it is a link to ${real}, outside the data folder`, {
    hint: "Replace the link by a real file or folder",
  });
}

/** Names in a folder of the store, sorted; none where a link leads out of it: what lies there is none of ours. */
export function namesInside(store: Store, folder: string): string[] {
  const path = pathOf(store, folder);
  const names = store.runtime.files.list(path);
  return names.length > 0 && leadsInside(store, path) ? names : [];
}

/** Whether a path of the data folder leads into it, whatever links stand on the way: nothing else of ours is ever removed. */
export function leadsInside(store: Store, path: string): boolean {
  return leadsInto(store.runtime.files, path, store.folder);
}
