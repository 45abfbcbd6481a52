/** No write leaves the data folder and its home, whatever links a cloned repository has put into it. */
import { fail } from "../errors.ts";
import { destination, isInside, leadsInto } from "../paths.ts";
import { isMachines, pathOf, USER_CONFIG_FILE } from "./layout.ts";
import type { Store } from "./mod.ts";

/**
 * Throws IO_ERROR when writing to `path` would follow a symbolic link out of the data folder. The data folder itself,
 * and the user's own settings, may lie behind a link: that is the user's choice.
 */
export function guardInside(store: Store, path: string): void {
  if (path === pathOf(store, USER_CONFIG_FILE)) return;
  if (leadsInside(store, path)) return;
  const real = destination(store.runtime.files, path);
  fail("IO_ERROR", {
    en: `Refusing to write to ${path}: it is a link to ${real}, outside the data folder`,
    zh: `不会写入 ${path}：它是指向 ${real} 的链接，在数据目录之外`,
  }, { en: "Replace the link by a real file or folder", zh: "请把链接换成真实的文件或目录" });
}

/** Names in a folder of the store, sorted; none if a link leads out of the store: what lies there is not ours. */
export function namesInside(store: Store, folder: string): string[] {
  const path = pathOf(store, folder);
  const names = store.runtime.files.list(path);
  return names.length > 0 && leadsInside(store, path) ? names : [];
}

/** Whether a path stays in the data folder, whatever links are on the way. We remove nothing else. */
export function leadsInside(store: Store, path: string): boolean {
  return leadsInto(store.runtime.files, path, isInside(path, store.home) ? store.home : store.folder);
}

/** The bytes of a file of the store; undefined where it is missing, or a link leads out of the store to it. */
export function readInside(store: Store, file: string): Uint8Array | undefined {
  const path = pathOf(store, file);
  return leadsInside(store, path) ? store.runtime.files.read(path) : undefined;
}

/** The names at the top of a store: the truth's in the data folder, the others in its home. */
export function namesAtTop(store: Store): string[] {
  const { files } = store.runtime;
  return [
    ...files.list(store.folder).filter((name) => !isMachines(name)),
    ...files.list(store.home).filter(isMachines),
  ];
}

/**
 * Every file below a folder of the store, by its name in it; of the whole store those in its home, too. Links are
 * passed over: we make none, and those of a cloned repository lead out of the folder, or in a circle.
 */
export function filesBelow(store: Store, folder: string): string[] {
  const names = folder === "" ? namesAtTop(store) : namesInside(store, folder);
  return names.flatMap((name) => {
    const file = folder === "" ? name : `${folder}/${name}`;
    const path = pathOf(store, file);
    if (store.runtime.files.linkTarget(path) !== undefined) return [];
    const kind = store.runtime.files.stat(path)?.kind;
    return kind === "folder" ? filesBelow(store, file) : kind === "file" ? [file] : [];
  });
}
