/** Whether a file has its second name (mirror.ts), and where that stands. Hot path. */
import { isSameFile } from "../files.ts";
import * as layout from "./layout.ts";
import type { Store } from "./mod.ts";

const AT_TOP: readonly string[] = [layout.CORE_FILE, layout.CONFIG_FILE, layout.FACTS_FILE, layout.SESSIONS_FILE];
const FOLDERS = [layout.DAILY_FOLDER, layout.NOTES_FOLDER];

/** Whether a file is to have one. */
export function isMirrored({ standing }: Store, file: layout.StorePath): boolean {
  return standing === "own" && (AT_TOP.includes(file) || FOLDERS.some((folder) => file.startsWith(`${folder}/`)));
}

/** The path of the second name of a file. */
export function mirrorOf(store: Store, file: layout.StorePath): string {
  return layout.pathOf(store, `${layout.MIRROR_FOLDER}/${file}`);
}

/** Whether a file stands where its second name is not, or is another file's. */
export function lacksName(store: Store, file: layout.StorePath): boolean {
  if (!isMirrored(store, file)) return false;
  const { files } = store.runtime;
  const path = layout.pathOf(store, file);
  const now = files.stat(path);
  const kept = files.stat(mirrorOf(store, file));
  return now?.kind === "file" && !isSameFile(now, kept) && files.linkTarget(path) === undefined;
}
