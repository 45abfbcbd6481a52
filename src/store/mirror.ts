/**
 * In: a file of a data folder that is one's own, which one of our writers adds to, replaces or removes. Out: its second
 * name below the folder's home.
 *
 * `git clean -fdx`, `rm -rf` and some pulls take away names. A file that has another name (a hard link) stays, with
 * every byte that was ever appended: a save is kept twice by being written once. The index follows later, and so would
 * a copy, which would also keep what somebody takes out by hand.
 *
 * Our own writers take the second name away before they replace or remove a file. If they are killed in between, the
 * file lacks its second name until the next end of a session, but no second name is left of what was purged. Files that
 * git tracks, and those of a stranger's folder, get no second name.
 */
import { basename, dirname, join } from "node:path";
import { tried } from "../errors.ts";
import { isSameFile } from "../files.ts";
import { committedIn } from "../git/objects.ts";
import { worktreeOf } from "../git/worktree.ts";
import { once } from "../remembered.ts";
import { moveToBackup } from "./backup.ts";
import { hasEnded } from "./ended.ts";
import { shareWanted } from "./keep_private.ts";
import * as layout from "./layout.ts";
import { partsByKey } from "./keyed.ts";
import { parseLines } from "./lines.ts";
import { isMirrored, lacksName, mirrorOf } from "./second_name.ts";
import { bytesMaxOfFile } from "./truth_files.ts";
import type { LockedStore, Store } from "./mod.ts";
import { trackingOf } from "./tracking.ts";

/**
 * Gives a file that was just written its second name, if git does not track it. Returns whether git may track the file.
 * Never throws: the end of a session sees to what is missing.
 *
 * `wasNamed`: it had the name before, and gets it again in any case. `wasThere`: it was not made by this write, so that
 * another file which has the name was replaced by some program; else that file was taken away, and is set aside.
 */
export function mirror(
  store: LockedStore,
  file: layout.StorePath,
  { wasNamed = false, wasThere = false } = {},
): boolean {
  return tried(() => {
    if (!lacksName(store, file)) return false;
    // What a second name holds counts as the person's own.
    if (!wasNamed && trackingOf(store)(file) !== "untracked") return true;
    if (!wasThere ? store.runtime.files.stat(mirrorOf(store, file)) : isBrokenCopy(store, file)) {
      setAside(store, store.home, [file]);
    }
    linkAgain(store, file);
    return false;
  }) ?? false;
}

/**
 * Takes the second name of a file away that is about to be replaced or removed; what was lost is set aside. Returns
 * whether it was the name of this file.
 */
export function unmirror(store: LockedStore, file: layout.StorePath): boolean {
  if (!isMirrored(store, file)) return false;
  const { files } = store.runtime;
  const path = mirrorOf(store, file);
  const [now, kept] = [files.stat(layout.pathOf(store, file)), files.stat(path)];
  if (kept === undefined) return false;
  if (now?.kind !== "file") setAside(store, store.home, [file]);
  else files.remove(path);
  return isSameFile(now, kept);
}

/** Takes away the second name that a new file was just given, before the file goes too, since its save failed. */
export function dropMirror(store: LockedStore, file: layout.StorePath): void {
  if (!isMirrored(store, file)) return;
  const { files } = store.runtime;
  const path = mirrorOf(store, file);
  // The second name of another file, which was lost before, stays.
  if (isSameFile(files.stat(layout.pathOf(store, file)), files.stat(path))) files.remove(path);
}

/**
 * Whether some program has made lines of a file unusable and records that its second name still holds are gone with
 * them, as by a formatter. Records alone may be missing: somebody has taken out their lines.
 */
export function isBrokenCopy(store: Store, file: layout.StorePath): boolean {
  if (!file.endsWith(".jsonl")) return false;
  const { files } = store.runtime;
  const kept = files.read(mirrorOf(store, file), bytesMaxOfFile(file));
  if (!kept) return false;
  const now = files.read(layout.pathOf(store, file), bytesMaxOfFile(file));
  const there = partsByKey(file, now);
  return unusedIn(now) > unusedIn(kept) && [...partsByKey(file, kept).keys()].some((key) => !there.has(key));
}

function unusedIn(bytes: Uint8Array = new Uint8Array()): number {
  return parseLines(bytes).filter(({ problem }) => problem !== undefined).length;
}

/** Gives a file its second name in place of the one that is there. */
export function linkAgain(store: LockedStore, file: layout.StorePath): void {
  const { runtime, runtime: { files } } = store;
  const [from, to] = [layout.pathOf(store, file), mirrorOf(store, file)];
  files.makeFolder(dirname(to));
  if (files.stat(to) === undefined) return files.link(from, to);
  // The file's own name may be as long as a name can be.
  const beside = join(dirname(to), runtime.random(8));
  files.link(from, beside);
  files.rename(beside, to);
}

/** Moves second names whose files were lost into a backup; what git has goes. */
export function setAside(store: LockedStore, home: string, names: readonly string[]): void {
  const isInGit = gitHolds(store);
  const folder = join(home, layout.MIRROR_FOLDER);
  const lost = names.filter((each) => !isInGit(join(folder, each)));
  for (const each of names) if (!lost.includes(each)) store.runtime.files.remove(join(folder, each));
  if (lost.length > 0) moveToBackup(store, folder, lost);
}

/**
 * Tells of a file whether git has its content, so that nothing is lost: it was committed, and then a pull or another
 * branch brought a newer version, or none. A private memory is never committed: what git has of it, a stash left. Nor
 * does git have records for those who share them no more.
 */
export function gitHolds(store: Pick<Store, "runtime" | "folder" | "home">): (path: string) => boolean {
  const { runtime, folder } = store;
  const worktree = worktreeOf(runtime, folder);
  if (!worktree || shareWanted(runtime, folder) === "none") return () => false;
  const isCommitted = once(() => committedIn(runtime, worktree));
  const isOver = once(() => hasEnded(store));
  return (path) => {
    if (path.endsWith(".jsonl") && isOver()) return false;
    const content = runtime.files.read(path, bytesMaxOfFile(basename(path)));
    return content !== undefined && isCommitted()(content);
  };
}
