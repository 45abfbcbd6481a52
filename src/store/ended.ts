/**
 * In: a project's memory whose records are shared by git. Out: in the home, the branches on which they are; and whether
 * somebody has ended that on the present one.
 *
 * A pull that ends the sharing takes the files of records away, as does a switch to a branch that is older than the
 * sharing: what git has of them is lost in the one case and not in the other.
 */
import { join } from "node:path";
import { readText } from "../files.ts";
import { IGNORE_FILE, ignoreTextIn } from "../git/ignore.ts";
import { trackingIn } from "../git/tracking.ts";
import { worktreeOf } from "../git/worktree.ts";
import { showsRecords } from "./keep_private.ts";
import type { LockedStore, Store } from "./mod.ts";

/** In the home. */
const SHARED_ON_FILE = "shared_on";

/** Notes the present branch, if git takes records along there for all who share them. */
export function noteSharing(store: LockedStore): void {
  const branch = branchAround(store);
  const branches = branchesOf(store);
  if (branch === undefined || branches.includes(branch) || !isShared(store)) return;
  store.runtime.files.write(join(store.home, SHARED_ON_FILE), `${branch}\n`, { how: "append" });
}

/** Whether records that were shared on the present branch are so no more. */
export function hasEnded(store: Pick<Store, "runtime" | "folder" | "home">): boolean {
  const branches = branchesOf(store);
  if (branches.length === 0) return false;
  const branch = branchAround(store);
  return branch !== undefined && branches.includes(branch) && !isShared(store);
}

/** A `.gitignore` that a sparse checkout leaves out stands for itself. */
function isShared({ runtime, folder }: Pick<Store, "runtime" | "folder">): boolean {
  const own = ignoreTextIn(runtime.files, folder);
  if (own !== undefined && !showsRecords(own)) return false;
  return trackingIn(runtime, folder)(IGNORE_FILE) !== "untracked";
}

function branchesOf({ runtime, home }: Pick<Store, "runtime" | "home">): string[] {
  return (readText(runtime.files, join(home, SHARED_ON_FILE)) ?? "").split("\n").filter((line) => line !== "");
}

/** The branch of the worktree; undefined between branches, as in a rebase, and where `HEAD` does not name it. */
function branchAround({ runtime, folder }: Pick<Store, "runtime" | "folder">): string | undefined {
  const worktree = worktreeOf(runtime, folder);
  const head = worktree && readText(runtime.files, join(worktree.gitFolder, "HEAD"));
  return /^ref: (refs\/heads\/(?!\.invalid$).+)$/m.exec(head ?? "")?.[1];
}
