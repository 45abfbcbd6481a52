/**
 * In: files of the memory. Out: a second name again (mirror.ts) for those that an editor or a tool that syncs has
 * replaced, or that are new; and of files that git brought a note of what they say.
 *
 * Hot path: an index that is brought in step comes through here, with the files that it found changed.
 */
import { join } from "node:path";
import { tried } from "../errors.ts";
import { IGNORE_FILE } from "../git/ignore.ts";
import { CONFIG_FILE, FACTS_FILE, type StorePath } from "./layout.ts";
import { everyTruthFile } from "./truth_files.ts";
import { renewNames } from "./keep_mirror.ts";
import { broughtIn, noteTracked } from "./brought.ts";
import { isShownToGit, showsMoreThanWanted } from "./keep_private.ts";
import { lacksName } from "./second_name.ts";
import type { Store } from "./mod.ts";
import { withLockBriefly } from "./write_lock.ts";

/** Sees to the settings and files that lack their second name. Never throws: the end of a session tries again. */
export function nameAgain(store: Store, files: readonly StorePath[] = everyTruthFile(store)): void {
  // Somebody else is writing, or nothing can be written here.
  tried(() => {
    const lacking = [CONFIG_FILE, ...files].filter((file) => lacksName(store, file));
    if (lacking.length > 0) withLockBriefly(store, (locked) => renewNames(locked, lacking));
  });
}

/** Notes what git brought in those files that it tracks, so that it stays weighed. Never throws. */
export function noteBrought(store: Store, files: readonly StorePath[] = everyTruthFile(store)): void {
  // Somebody else is writing, or nothing can be written here.
  tried(() => {
    if (store.standing !== "own" || broughtIn(store, files).length === 0) return;
    withLockBriefly(store, (locked) => noteTracked(locked, files));
  });
}

/**
 * Whether a pull shows records that the person keeps from others; they are out of commits then, as are those of a
 * folder that lost its `.gitignore`, since somebody ended the sharing. Never throws.
 */
export function keepAsWanted(store: Store): boolean {
  if (store.standing !== "own") return false;
  const isMore = showsMoreThanWanted(store);
  // Each write begins with it, so that where this one can't be made the next one does it.
  if (isMore || isBare(store)) tried(() => withLockBriefly(store, () => {}));
  return isMore;
}

/** Whether git would take along a folder's records, and the folder says nothing of that. */
function isBare({ runtime, folder }: Store): boolean {
  return runtime.files.stat(join(folder, IGNORE_FILE)) === undefined && isShownToGit(runtime, join(folder, FACTS_FILE));
}
