/** No write leaves the data folder, whatever links a repository may have planted in it. */
import { dirname, join } from "node:path";
import { MemoryError } from "../errors.ts";
import { isInside } from "../paths.ts";
import { pathOf, USER_CONFIG_FILE } from "./layout.ts";
import type { Store } from "./mod.ts";

/**
 * Throws IO_ERROR when writing to `path` would follow a symbolic link out of the data folder. That the data folder
 * itself is reached through a link is the user's choice, and so is where their own settings lie.
 */
export function guardInside(store: Store, path: string): void {
  const { files } = store.runtime;
  if (path === pathOf(store, USER_CONFIG_FILE)) return;
  const root = files.realPath(store.folder) ?? store.folder;
  let existing = path;
  while (files.realPath(existing) === undefined && existing !== store.folder) existing = dirname(existing);
  const real = join(files.realPath(existing) ?? existing);
  if (isInside(real, root)) return;
  throw new MemoryError("IO_ERROR", `Refusing to write to ${path}: it is a link to ${real}, outside the data folder`, {
    hint: "Replace the link by a real file or folder",
  });
}
